//! Faults planted in a small game, and the law that catches each. A fault that no law can catch stands here with its reason.

use std::cell::Cell;
use std::collections::BTreeMap;

use quevedo_core::compose::{Compose, PalettePiece, Setup};
use quevedo_core::laws::{Checked, Law, Violation, check_game};
use quevedo_core::message::Template;
use quevedo_core::notation::{Grid, messages, read_end, read_ranks, read_side, write_ranks};
use quevedo_core::planes::InputBucket;
use quevedo_core::{
    About, Board, Countdown, DecisivePlace, Evaluator, Game, HasEvaluators, Message, MoveError, NamedEvaluator,
    Notation, Outcome, Piece, Planes, PositionError, Reason, Rng, Score, SearchParams, Shape, Side, Tactics, Term,
    Text, View, for_turn, hash, perft, reasons,
};

const WIDTH: usize = 5;
const HEIGHT: usize = 6;
const SQUARES: usize = WIDTH * HEIGHT;
const GRID: Grid = Grid { files: WIDTH as u8, ranks: HEIGHT as u8 };
const WIDTHS: [u8; HEIGHT] = [WIDTH as u8; HEIGHT];
const KEYS: [u64; 2 * SQUARES + 1] = hash::keys(5);

static GOAL: Reason = Reason::new("goal", "goal reached", "meta alcanzada");
static SECRET: Reason = Reason::new("secret", "not listed", "no está en la lista");
const BLANK: Template = Template { code: "blank", params: &[], text: Text { en: "", es: "" } };

/// What is wrong with the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    None,
    FilesWrapAround,
    StraightCapture,
    TurnNeverChanges,
    HashWithoutTurn,
    HashWithoutFiles,
    StaleHash,
    BoardUpsideDown,
    BoardMirrored,
    NamesUpsideDown,
    TapsReversed,
    SameTaps,
    UnknownTap,
    HistoryKeysOutOfRange,
    PlanesIgnoreViewer,
    PlanesWithoutOpponent,
    PlanesMixSides,
    PlanesMixKinds,
    PlanesNeverChange,
    PlanesBeyondTheBoard,
    BucketOutOfRange,
    StepsNotFlipped,
    StepsByFile,
    ActionFindsNoCapture,
    EvaluatorNegated,
    EvaluatorForFirst,
    TermsNegated,
    IllegalMoveRead,
    MovesWrittenAlike,
    MovesAfterTheEnd,
    NoOutcome,
    OutcomeDisagrees,
    WinOfSecondMissed,
    WrongMoveCount,
    RandomMoveIllegal,
    RandomMoveNeverLast,
    UnlistedReason,
    TextWithWrongSide,
    TextForgetsCounter,
    HiddenMoveOrder,
    LeftForbidden,
    SecondGoesBack,
    PassKeepsTurn,
    NothingNoisy,
    ContinuationKeyOutOfRange,
    NoisyMoveMissed,
    ExchangeContradicts,
    RefusalWithoutWords,
    HalfMoveShowsOldBoard,
    UciMoveReversed,
    PaletteOfOneSide,
    SetupForgetsTurn,
    EditLosesPawns,
    DecidedTooEarly,
    CountdownOverrun,
    WinsCalledDraws,
}

thread_local! {
    static FAULT: Cell<Fault> = const { Cell::new(Fault::None) };
}

fn has(fault: Fault) -> bool {
    FAULT.get() == fault
}

/// Breakthrough on five files and six ranks: pawns go one square forward, straight or diagonally, and capture
/// diagonally only. A pawn on the last rank wins.
#[derive(Clone, Debug)]
struct Breakthrough {
    squares: [Option<Side>; SQUARES],
    turn: Side,
    hash: u64,
    /// Is part of the position with [`Fault::TextForgetsCounter`] only.
    plies: u16,
}

impl PartialEq for Breakthrough {
    fn eq(&self, other: &Self) -> bool {
        let same = self.squares == other.squares && self.turn == other.turn;
        same && (!has(Fault::TextForgetsCounter) || self.plies == other.plies)
    }
}

impl Eq for Breakthrough {}

/// From square to square; a square is `5 · rank + file`.
type Step = (u8, u8);

impl Breakthrough {
    fn new(squares: [Option<Side>; SQUARES], turn: Side) -> Self {
        let mut position = Self { squares, turn, hash: 0, plies: 0 };
        position.hash = position.hash_from_scratch();
        position
    }

    fn steps_of(&self, from: usize, mut visit: impl FnMut(Step)) {
        let forwards: &[i32] = match self.turn {
            Side::First => &[1],
            Side::Second if has(Fault::SecondGoesBack) => &[-1, 1],
            Side::Second => &[-1],
        };
        for forward in forwards {
            for right in [-1, 0, 1] {
                let file = (from % WIDTH) as i32 + right;
                let to = from as i32 + forward * WIDTH as i32 + right;
                let wraps = !(0..WIDTH as i32).contains(&file) && !has(Fault::FilesWrapAround);
                if wraps || !(0..SQUARES as i32).contains(&to) || (right == -1 && has(Fault::LeftForbidden)) {
                    continue;
                }
                let allowed = match self.squares[to as usize] {
                    None => true,
                    Some(side) => side != self.turn && (right != 0 || has(Fault::StraightCapture)),
                };
                if allowed {
                    visit((from as u8, to as u8));
                }
            }
        }
    }

    fn winner(&self) -> Option<Side> {
        let on = |rank: usize, side| self.squares[rank * WIDTH..][..WIDTH].contains(&Some(side));
        let second = on(0, Side::Second) && !has(Fault::WinOfSecondMissed);
        if on(HEIGHT - 1, Side::First) { Some(Side::First) } else { second.then_some(Side::Second) }
    }
}

impl Game for Breakthrough {
    type Move = Step;

    fn start() -> Self {
        let side = |rank: usize| match rank {
            0 | 1 => Some(Side::First),
            4 | 5 => Some(Side::Second),
            _ => None,
        };
        Self::new(std::array::from_fn(|square| side(square / WIDTH)), Side::First)
    }

    fn turn(&self) -> Side {
        self.turn
    }

    fn each_move(&self, mut visit: impl FnMut(Step)) {
        if self.winner().is_some() && !has(Fault::MovesAfterTheEnd) {
            return;
        }
        let mut moves = Vec::new();
        for from in (0..SQUARES).filter(|from| self.squares[*from] == Some(self.turn)) {
            self.steps_of(from, |mv| moves.push(mv));
        }
        if has(Fault::HiddenMoveOrder) && self.plies % 2 == 1 {
            moves.reverse();
        }
        moves.into_iter().for_each(&mut visit);
    }

    fn play(&mut self, (from, to): Step) {
        self.squares[usize::from(to)] = self.squares[usize::from(from)].take();
        if !has(Fault::TurnNeverChanges) {
            self.turn = !self.turn;
        }
        self.plies += 1;
        if !has(Fault::StaleHash) {
            self.hash = self.hash_from_scratch();
        }
    }

    fn ended(&self) -> Option<Outcome> {
        let reason = if has(Fault::UnlistedReason) { &SECRET } else { &GOAL };
        let win = |winner| Outcome::win(winner, reason);
        self.winner().map(|winner| if has(Fault::WinsCalledDraws) { Outcome::draw(reason) } else { win(winner) })
    }

    fn stuck(&self) -> Outcome {
        Outcome::win(!self.turn, &reasons::NO_MOVES)
    }

    fn outcome(&self) -> Option<Outcome> {
        let outcome = self.ended().or_else(|| (!self.has_moves()).then(|| self.stuck()));
        match FAULT.get() {
            Fault::NoOutcome => None,
            Fault::OutcomeDisagrees => outcome.map(|end| Outcome { winner: end.winner.map(|winner| !winner), ..end }),
            _ => outcome,
        }
    }

    fn hash(&self) -> u64 {
        self.hash
    }

    fn hash_from_scratch(&self) -> u64 {
        let mut hash = if self.turn == Side::First || has(Fault::HashWithoutTurn) { 0 } else { KEYS[2 * SQUARES] };
        for (square, side) in self.squares.iter().enumerate() {
            let square = if has(Fault::HashWithoutFiles) { square / WIDTH * WIDTH } else { square };
            hash = side.map_or(hash, |side| hash.wrapping_add(KEYS[side.index() * SQUARES + square]));
        }
        hash
    }

    fn count_moves(&self) -> u64 {
        self.legal_moves().len() as u64 + u64::from(has(Fault::WrongMoveCount))
    }

    fn has_moves(&self) -> bool {
        !self.legal_moves().is_empty()
    }

    fn random_move(&self, rng: &mut Rng) -> Option<Step> {
        let mut moves = self.legal_moves();
        if has(Fault::RandomMoveNeverLast) && moves.len() > 1 {
            moves.pop();
        }
        let mv = rng.choice(moves)?;
        Some(if has(Fault::RandomMoveIllegal) { (mv.1, mv.0) } else { mv })
    }
}

fn name(square: u8) -> String {
    GRID.name(square % WIDTH as u8, square / WIDTH as u8)
}

fn letter(side: Side) -> char {
    if side == Side::First { 'P' } else { 'p' }
}

impl Notation for Breakthrough {
    fn parse(text: &str) -> Result<Self, PositionError> {
        let mut fields = text.split_whitespace();
        let mut squares = [None; SQUARES];
        read_ranks(fields.next().unwrap_or(""), &WIDTHS, |row, file, letter| {
            let side = match letter {
                'P' => Side::First,
                'p' => Side::Second,
                _ => {
                    let found = letter.to_string();
                    return Err(PositionError::new(messages::piece(), &found, messages::pieces_are('P', 'p')));
                }
            };
            squares[(HEIGHT - 1 - row) * WIDTH + usize::from(file)] = Some(side);
            Ok(())
        })?;
        let turn = read_side(fields.next(), 'w', 'b')?;
        read_end(fields.next())?;
        Ok(Self::new(squares, turn))
    }

    fn show(&self) -> String {
        let square = |row: usize, file: u8| self.squares[(HEIGHT - 1 - row) * WIDTH + usize::from(file)];
        let board = write_ranks(&WIDTHS, |row, file| square(row, file).map(letter));
        let first = (self.turn == Side::First) != has(Fault::TextWithWrongSide);
        format!("{board} {}", if first { 'w' } else { 'b' })
    }

    fn parse_move(&self, text: &str) -> Result<Step, MoveError> {
        let squares = GRID.take(text).and_then(|(from, rest)| Some((from, GRID.take(rest)?)));
        let Some((from, (to, ""))) = squares else {
            let silent = has(Fault::RefusalWithoutWords);
            let expected = if silent { Message::new(&BLANK, vec![]) } else { messages::from_and_to("a2a3") };
            return Err(MoveError::malformed(text, expected));
        };
        let [from, to] = [from, to].map(|(file, rank)| rank * WIDTH as u8 + file);
        let legal = self.legal_moves().contains(&(from, to)) || has(Fault::IllegalMoveRead);
        if legal { Ok((from, to)) } else { Err(MoveError::illegal(text, messages::no_own_piece(name(from)))) }
    }

    fn show_move(&self, (from, to): Step) -> String {
        if has(Fault::MovesWrittenAlike) { name(to) } else { name(from) + &name(to) }
    }

    fn show_uci_move(&self, (from, to): Step, _style: quevedo_core::UciStyle) -> String {
        if has(Fault::UciMoveReversed) { name(to) + &name(from) } else { name(from) + &name(to) }
    }
}

impl View for Breakthrough {
    const ABOUT: About = About::new(
        "breakthrough",
        Text { en: "Breakthrough", es: "Ruptura" },
        [Text { en: "White", es: "Blancas" }, Text { en: "Black", es: "Negras" }],
        Text { en: "Reach the last rank.", es: "Llega a la última fila." },
    );
    const REASONS: &'static [&'static Reason] = &[&GOAL];

    fn shape() -> Shape {
        let rank = |row: u8| if has(Fault::NamesUpsideDown) { row } else { HEIGHT as u8 - 1 - row };
        Shape::squares(WIDTH as u8, HEIGHT as u8, |column, row| GRID.name(column, rank(row)))
    }

    fn board(&self) -> Board {
        Board::new(SQUARES, |place| {
            let (column, row) = (place % WIDTH, place / WIDTH);
            let rank = if has(Fault::BoardUpsideDown) { row } else { HEIGHT - 1 - row };
            let file = if has(Fault::BoardMirrored) { WIDTH - 1 - column } else { column };
            let side = self.squares[rank * WIDTH + file]?;
            let kind = if has(Fault::PlanesMixKinds) && file == 2 { "king" } else { "pawn" };
            Some(Piece { kind, side: Some(side), letter: letter(side), glyph: letter(side) })
        })
    }

    const HAS_DRAWS: bool = false;

    fn decisive_places(&self) -> Vec<DecisivePlace> {
        let over = self.outcome().is_some() || has(Fault::DecidedTooEarly);
        DecisivePlace::all(!self.turn, over.then_some(0)).collect()
    }

    fn countdown(&self) -> Option<Countdown> {
        let left = if has(Fault::CountdownOverrun) { 3 } else { 1 };
        Some(Countdown { side: self.turn, left, of: 2, meaning: Text::new("moves", "jugadas") })
    }

    fn taps(&self, (from, to): Step) -> Vec<String> {
        match FAULT.get() {
            Fault::TapsReversed => vec![name(to), name(from)],
            Fault::SameTaps => vec![name(to)],
            Fault::UnknownTap => vec![name(from), "there".into(), name(to)],
            _ => vec![name(from), name(to)],
        }
    }

    fn board_after_taps(&self, mv: Step, taps: usize) -> Board {
        let mut after = self.clone();
        if taps == 2 && !has(Fault::HalfMoveShowsOldBoard) {
            after.play(mv);
        }
        after.board()
    }
}

fn flip(square: usize) -> usize {
    (HEIGHT - 1 - square / WIDTH) * WIDTH + square % WIDTH
}

impl Compose for Breakthrough {
    fn palette() -> Vec<PalettePiece> {
        // A piece of two kinds is for the law of the planes to find.
        if has(Fault::PlanesMixKinds) {
            return Vec::new();
        }
        let pawn = |side| Piece { kind: "pawn", side: Some(side), letter: letter(side), glyph: letter(side) };
        let sides = if has(Fault::PaletteOfOneSide) { &Side::BOTH[..1] } else { &Side::BOTH };
        sides.iter().map(|side| PalettePiece::new(pawn(*side))).collect()
    }

    fn setup_text(setup: &Setup) -> String {
        let mut setup = setup.clone();
        while has(Fault::EditLosesPawns) && setup.count(letter(Side::First)) > 2 * WIDTH {
            let pawn = setup.pieces.iter().position(|found| *found == Some(letter(Side::First)));
            setup.pieces[pawn.expect("there are many")] = None;
        }
        let turn = if has(Fault::SetupForgetsTurn) { 'w' } else { setup.by_turn(['w', 'b']) };
        format!("{} {turn}", setup.ranks(&WIDTHS))
    }
}

impl Planes for Breakthrough {
    const WIDTH: usize = WIDTH;
    const HEIGHT: usize = HEIGHT;
    type PlaneSet = [u128; 2];
    type Steps = [u8; 2];
    const MAX_ACTIVE_FEATURES: usize = 2 * SQUARES;
    const FLIP_RANKS: bool = true;

    fn planes(&self, viewer: Side) -> [u128; 2] {
        let viewer = if has(Fault::PlanesIgnoreViewer) { Side::First } else { viewer };
        let mut planes = [0; 2];
        let squares = if has(Fault::PlanesNeverChange) { Self::start().squares } else { self.squares };
        for (square, side) in squares.iter().enumerate() {
            let Some(side) = side else { continue };
            let square = if viewer == Side::First { square } else { flip(square) };
            match FAULT.get() {
                Fault::PlanesWithoutOpponent if *side != viewer => {}
                Fault::PlanesMixSides => planes.iter_mut().for_each(|plane| *plane |= 1 << square),
                Fault::PlanesBeyondTheBoard => planes[usize::from(*side != viewer)] |= 1 << (square + WIDTH),
                _ => planes[usize::from(*side != viewer)] |= 1 << square,
            }
        }
        planes
    }

    fn bucket(_square: usize) -> InputBucket {
        InputBucket { number: u8::from(has(Fault::BucketOutOfRange)), is_mirrored: false }
    }

    fn steps(&self, (from, to): Step) -> [u8; 2] {
        let flips = self.turn == Side::Second && !has(Fault::StepsNotFlipped);
        [from, to].map(|square| {
            let square = if flips { flip(square.into()) } else { square.into() };
            let by_file = square % WIDTH * HEIGHT + square / WIDTH;
            if has(Fault::StepsByFile) { by_file as u8 } else { square as u8 }
        })
    }

    fn move_of_action(&self, action: usize) -> Option<Step> {
        let has_action = |mv: &Step| Self::action(self.steps(*mv)) == action;
        let found = self.legal_moves().into_iter().find(has_action);
        found.filter(|mv| !has(Fault::ActionFindsNoCapture) || !self.is_noisy(*mv))
    }
}

impl Tactics for Breakthrough {
    const PARAMS: SearchParams = SearchParams { quiescence: true, ..SearchParams::PLAIN };
    const HISTORY_KEYS: usize = SQUARES * SQUARES;

    fn history_keys(&self, (from, to): Step) -> [usize; 2] {
        let key = usize::from(from) * SQUARES + usize::from(to);
        [key, if has(Fault::HistoryKeysOutOfRange) { key + SQUARES * WIDTH } else { key }]
    }

    fn is_noisy(&self, (_, to): Step) -> bool {
        self.squares[usize::from(to)].is_some() && !has(Fault::NothingNoisy)
    }

    const CONTINUATION_KEYS: usize = SQUARES;

    fn continuation_key(&self, (_, to): Step) -> usize {
        usize::from(to) + if has(Fault::ContinuationKeyOutOfRange) { WIDTH } else { 0 }
    }

    fn each_noisy_move(&self, mut visit: impl FnMut(Step)) {
        let mut skipped = !has(Fault::NoisyMoveMissed);
        self.each_move(|mv| {
            if self.is_noisy(mv) && std::mem::replace(&mut skipped, true) {
                visit(mv);
            }
        });
    }

    fn exchange_at_least(&self, mv: Step, threshold: Score) -> bool {
        self.static_exchange(mv) >= threshold || (has(Fault::ExchangeContradicts) && self.is_noisy(mv))
    }

    fn pass(&self) -> Option<Self> {
        let turn = if has(Fault::PassKeepsTurn) { self.turn } else { !self.turn };
        self.ended().is_none().then(|| Self::new(self.squares, turn))
    }
}

/// The squares of the ranks that the pawns have gone.
#[derive(Clone, Copy)]
struct Advance;

impl Advance {
    fn for_first(position: &Breakthrough) -> Score {
        let points = |(square, side): (usize, &Option<Side>)| match side {
            Some(Side::First) => (1 + square / WIDTH).pow(2) as Score,
            Some(Side::Second) => -((1 + flip(square) / WIDTH).pow(2) as Score),
            None => 0,
        };
        position.squares.iter().enumerate().map(points).sum()
    }
}

impl Evaluator<Breakthrough> for Advance {
    fn evaluate(&self, position: &Breakthrough) -> Score {
        let score = for_turn(position, Self::for_first(position));
        match FAULT.get() {
            Fault::EvaluatorNegated => -score,
            Fault::EvaluatorForFirst => Self::for_first(position),
            _ => score,
        }
    }

    fn each_term(&self, position: &Breakthrough, visit: &mut dyn FnMut(Term)) {
        let sign = if has(Fault::EvaluatorNegated) || has(Fault::TermsNegated) { -1 } else { 1 };
        visit(Term::new(Text::new("ranks", "filas"), sign * Self::for_first(position)));
    }
}

impl HasEvaluators for Breakthrough {
    type Eval = Advance;

    const EVALUATORS: &'static [NamedEvaluator<Advance>] = &[NamedEvaluator {
        name: "handmade",
        meaning: Text::new("ranks gone", "filas recorridas"),
        evaluator: Advance,
    }];
}

fn check(fault: Fault) -> Result<Checked, Violation> {
    FAULT.set(fault);
    let result = check_game::<Breakthrough>();
    FAULT.set(Fault::None);
    result
}

/// Each fault, a phrase of the violation, and the law.
const CAUGHT: &[(Fault, &str, Law)] = &[
    (Fault::FilesWrapAround, "its mirror image is not", Law::Mirror),
    (Fault::TurnNeverChanges, "the turn never changes", Law::TurnChanges),
    (Fault::HashWithoutTurn, "before and after pass()", Law::HashHasTurn),
    (Fault::HashWithoutFiles, "have the same hash", Law::HashesDiffer),
    (Fault::StaleHash, "hash_from_scratch() is", Law::Hash),
    (Fault::BoardUpsideDown, "board() draws `P` on a6, but the text says `p`", Law::BoardText),
    (Fault::BoardMirrored, "nothing changes on the last of the taps", Law::LastTap),
    (Fault::NamesUpsideDown, "the first of the taps", Law::FirstTap),
    (Fault::TapsReversed, "begin where the piece arrives and end where it leaves", Law::FirstTap),
    (Fault::SameTaps, "the same taps", Law::Taps),
    (Fault::UnknownTap, "neither a place nor a choice", Law::Taps),
    (Fault::HistoryKeysOutOfRange, "is not below HISTORY_KEYS 900", Law::HistoryKeys),
    (Fault::PlanesIgnoreViewer, "the second player's features should be", Law::Perspectives),
    (Fault::PlanesWithoutOpponent, "the second player's features should be", Law::Perspectives),
    (Fault::PlanesMixSides, "no plane of the mover changes on square", Law::Steps),
    (Fault::PlanesMixKinds, "are on the same planes", Law::PiecePlanes),
    (Fault::PlanesNeverChange, "the board changes, the planes for First do not", Law::PlaneChanges),
    (Fault::PlanesBeyondTheBoard, "must be rising and below 60", Law::ActiveFeatures),
    (Fault::BucketOutOfRange, "all numbers below BUCKETS 1", Law::InputBuckets),
    (Fault::StepsNotFlipped, "no plane of the mover changes on square", Law::Steps),
    (Fault::StepsByFile, "no plane of the mover changes on square", Law::Steps),
    (Fault::ActionFindsNoCapture, "finds None, but Some(", Law::Actions),
    (Fault::EvaluatorNegated, "is its sign wrong?", Law::Winners),
    (Fault::EvaluatorForFirst, "its terms add up to", Law::Terms),
    (Fault::TermsNegated, "its terms add up to", Law::Terms),
    (Fault::IllegalMoveRead, "which is not legal", Law::LegalOnly),
    (Fault::MovesWrittenAlike, "two moves are written alike", Law::MoveText),
    (Fault::MovesAfterTheEnd, "legal moves are left", Law::Ends),
    (Fault::NoOutcome, "neither moves nor an outcome", Law::Ends),
    (Fault::OutcomeDisagrees, "ended() and stuck() say", Law::Outcome),
    (Fault::WinOfSecondMissed, "with exchanged colours", Law::Swap),
    (Fault::WrongMoveCount, "count_moves() is 14, but each_move gives 13", Law::MoveCount),
    (Fault::RandomMoveIllegal, "random_move", Law::RandomMove),
    (Fault::RandomMoveNeverLast, "random_move() never gives", Law::RandomMove),
    (Fault::UnlistedReason, "`secret`, which is neither in View::REASONS", Law::Reasons),
    (Fault::TextWithWrongSide, "reads back as", Law::PositionText),
    (Fault::TextForgetsCounter, "another position that is written alike: plies: 1, / plies: 0,", Law::PositionText),
    (Fault::HiddenMoveOrder, "and reads back with moves", Law::MoveOrder),
    (Fault::LeftForbidden, "is legal, its mirror image is not", Law::Mirror),
    (Fault::SecondGoesBack, "with exchanged colours", Law::Swap),
    (Fault::PassKeepsTurn, "pass() leads from", Law::Pass),
    (Fault::NothingNoisy, "is_noisy() held for no move", Law::Params),
    (Fault::ContinuationKeyOutOfRange, "continuation key 3", Law::HistoryKeys),
    (Fault::NoisyMoveMissed, "each_noisy_move() visits [", Law::NoisyMoves),
    (Fault::ExchangeContradicts, "exchange_at_least() contradicts static_exchange() 0", Law::Exchange),
    (Fault::RefusalWithoutWords, "refused without words", Law::Refusals),
    (Fault::HalfMoveShowsOldBoard, "board_after_taps with 2 of 2 taps", Law::HalfMoves),
    (Fault::UciMoveReversed, "UCI move", Law::UciText),
    (Fault::PaletteOfOneSide, "`p` on a6 is not in the palette", Law::Palette),
    (Fault::SetupForgetsTurn, "is taken apart and put together as", Law::Setups),
    (Fault::EditLosesPawns, "and taken apart as", Law::Edits),
    (Fault::DecidedTooEarly, "decisive_places() is not empty", Law::DecisivePlaces),
    (Fault::CountdownOverrun, "countdown() is", Law::Countdown),
    (Fault::WinsCalledDraws, "View::HAS_DRAWS is false", Law::Draws),
];

#[test]
fn every_fault_is_named_in_words() {
    let mut wrong = Vec::new();
    for (fault, phrase, law) in CAUGHT {
        match check(*fault) {
            Ok(_) => wrong.push(format!("{fault:?} is not caught")),
            Err(violation) => {
                let words = violation.to_string();
                let expected = violation.law == *law && words.contains(phrase) && words.starts_with("Breakthrough: ");
                if !expected {
                    wrong.push(format!("{fault:?}: {:?}, {words}", violation.law));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_game_without_a_fault_keeps_the_laws() {
    let checked = check(Fault::None).unwrap_or_else(|violation| panic!("{violation}"));
    let idle: Vec<&Law> = Law::ALL.iter().filter(|law| checked.count(**law) == 0).collect();
    assert_eq!(idle, [&Law::Reversible], "there is no repetition in this game");
    let summary = checked.to_string();
    for words in ["Breakthrough: 100 random games", "Evaluators", "no occasion to check: Reversible", "pawn captures"] {
        assert!(summary.contains(words), "{summary}");
    }
}

/// A wrong rule that is symmetric and used everywhere contradicts nothing. The summary shows it, and so does perft by a
/// second implementation.
#[test]
fn a_straight_capture_breaks_no_law_but_shows_in_the_summary() {
    let right = check(Fault::None).unwrap();
    assert_eq!(right.captures_of("pawn"), [(-1, 1), (1, 1)]);
    assert_eq!(right.moves_of("pawn"), [(-1, 1), (0, 1), (1, 1)]);
    let wrong = check(Fault::StraightCapture).unwrap();
    assert_eq!(wrong.captures_of("pawn"), [(-1, 1), (0, 1), (1, 1)]);
    let depth = 4;
    let expected = slow_perft(&Breakthrough::start().squares, Side::First, depth);
    assert_eq!(perft(&Breakthrough::start(), depth), expected);
    FAULT.set(Fault::StraightCapture);
    assert_ne!(perft(&Breakthrough::start(), depth), expected);
}

/// Counts move sequences over files and ranks, without any code of the game above.
fn slow_perft(squares: &[Option<Side>; SQUARES], turn: Side, depth: u32) -> u64 {
    let place = |square: usize| ((square % WIDTH) as i32, (square / WIDTH) as i32);
    let pawns = (0..SQUARES).filter_map(|square| Some((place(square), squares[square]?)));
    count_lines(&pawns.collect(), turn, depth)
}

fn count_lines(pawns: &BTreeMap<(i32, i32), Side>, turn: Side, depth: u32) -> u64 {
    let won = |(pawn, side): (&(i32, i32), &Side)| pawn.1 == if *side == Side::First { HEIGHT as i32 - 1 } else { 0 };
    if depth == 0 {
        return 1;
    }
    if pawns.iter().any(won) {
        return 0;
    }
    let forward = if turn == Side::First { 1 } else { -1 };
    let mut total = 0;
    for (file, rank) in pawns.iter().filter(|(_, side)| **side == turn).map(|(pawn, _)| *pawn) {
        for target in (file - 1..=file + 1).map(|target| (target, rank + forward)) {
            let taken = pawns.get(&target);
            let blocked = taken == Some(&turn) || (target.0 == file && taken.is_some());
            if (0..WIDTH as i32).contains(&target.0) && !blocked {
                let mut next = pawns.clone();
                next.remove(&(file, rank));
                next.insert(target, turn);
                total += count_lines(&next, !turn, depth - 1);
            }
        }
    }
    total
}
