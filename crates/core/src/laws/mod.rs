//! The laws that hold in every game, as one suite.
//!
//! [`check_game`] is all that a new game needs:
//!
//! ```text
//! #[test]
//! fn laws() {
//!     let checked = quevedo_core::laws::check_game::<MyGame>().unwrap_or_else(|violation| panic!("{violation}"));
//!     println!("{checked}");
//! }
//! ```
//!
//! It plays random games and checks `Game`, `Notation`, `View`, `Compose`, `Planes`, `Tactics` and the evaluators in their positions.
//! A [`Violation`] names the game and the law, and shows both values that differ. [`Checked`] lists the laws, how often each
//! was checked, and those that the game gave no occasion for.
//!
//! The suite compares a game with itself. A rule that is wrong everywhere in the same way, such as a pawn that captures
//! straight ahead, breaks no law: compare perft with a second implementation, and [`Checked::captures_of`] with the rules.

mod board;
mod compose;
mod layout;
mod planes;
mod report;
mod rules;
mod search;

pub use report::{Checked, Law, Violation};

use std::collections::{BTreeMap, HashMap};

use crate::{Compose, Game, HasEvaluators, Line, MoveBuffer, Notation, Planes, Rng, Side, Tactics, View};
use layout::{ColourSwap, Layout, TextBoard};

/// Of more moves than this, a random sample is checked.
const EVERY_MOVE: usize = 120;
/// This many positions are checked thoroughly one after the other, then one of [`SAMPLING`].
const THOROUGH_POSITIONS: u64 = 400;
const SAMPLING: u32 = 32;
/// Random games are cut here. No law needs the game to end.
const LONGEST_GAME: usize = 600;
/// Random games of [`check_game`].
const GAMES: u64 = 100;
/// The damaged texts of one in so many positions are read.
const DAMAGED: u64 = 16;

/// What the laws of rules, texts and boards need.
pub trait Lawful: Game + Notation + View {}
impl<G: Game + Notation + View> Lawful for G {}

/// What the whole suite needs.
pub trait Complete: Lawful + Compose + Planes + HasEvaluators + Tactics {}
impl<G: Lawful + Compose + Planes + HasEvaluators + Tactics> Complete for G {}

/// Checks every law on random games from the start position.
pub fn check_game<G: Complete>() -> Result<Checked, Violation> {
    check_game_from(&G::start(), GAMES, 1)
}

/// Checks every law on random games from a position: a variant, or more games than usual.
pub fn check_game_from<G: Complete>(start: &G, games: u64, seed: u64) -> Result<Checked, Violation> {
    let mut suite = Suite::new(start);
    suite.check_once(&mut Rng::with_seed(seed))?;
    for game in 0..games {
        let mut rng = Rng::with_seed(seed.wrapping_add(game));
        suite.play_game(&mut rng, |suite, line, rng| {
            check_line(&mut suite.checked, &suite.layout, line, rng)?;
            suite.check_position(line.position(), rng)
        })?;
    }
    suite.check_at_end(&mut Rng::with_seed(seed))?;
    Ok(suite.checked)
}

/// Checks the laws of rules, texts and boards on random games from `start`.
pub fn check_random_games<G: Lawful>(start: &G, games: u64, seed: u64) -> Result<Checked, Violation> {
    let mut suite = Suite::new(start);
    for game in 0..games {
        let mut rng = Rng::with_seed(seed.wrapping_add(game));
        suite.play_game(&mut rng, |suite, line, rng| check_line(&mut suite.checked, &suite.layout, line, rng))?;
    }
    suite.check_turn_changed()?;
    Ok(suite.checked)
}

/// Reads the bytes as moves (each picks one of the legal moves) and checks the same laws on the way.
pub fn check_bytes<G: Lawful>(start: &G, bytes: &[u8]) -> Result<(), Violation> {
    let (mut checked, layout) = (Checked::new::<G>(), Layout::new::<G>());
    let mut rng = Rng::with_seed(bytes.len() as u64);
    let mut line = Line::new(start.clone());
    let mut buffer = MoveBuffer::with_capacity(64);
    for pair in bytes.chunks(2).take(LONGEST_GAME) {
        check_line(&mut checked, &layout, &line, &mut rng)?;
        if line.outcome().is_some() {
            break;
        }
        let choice = pair.iter().fold(0, |sum, byte| sum << 8 | usize::from(*byte));
        let moves = buffer.open(line.position());
        line.play(buffer[moves.start + choice % moves.len()]);
        buffer.close(&moves);
    }
    Ok(())
}

/// Reads a text as a position: it is refused with words, or is a position that keeps the laws.
pub fn check_position_text<G: Lawful>(text: &str) -> Result<(), Violation> {
    let (mut checked, layout) = (Checked::new::<G>(), Layout::new::<G>());
    match G::parse(text) {
        Ok(position) => check_line(&mut checked, &layout, &Line::new(position), &mut Rng::with_seed(1)),
        Err(error) => rules::check_refusal(&mut checked, text, &error.expected),
    }
}

/// Reads a text as a move: it is refused with words, or is one of the legal moves.
pub fn check_move_text<G: Lawful>(position: &G, text: &str) -> Result<(), Violation> {
    rules::check_move_text(&mut Checked::new::<G>(), position, text)
}

/// The laws of rules, texts and boards in the last position of a line, and of the move that led to it.
fn check_line<G: Lawful>(
    checked: &mut Checked,
    layout: &Layout,
    line: &Line<G>,
    rng: &mut Rng,
) -> Result<(), Violation> {
    let position = line.position();
    let moves = position.legal_moves();
    rules::check_line(checked, line, rng)?;
    rules::check_position(checked, position, &moves, rng)?;
    board::check_board(checked, layout, position)?;
    board::check_end(checked, layout, position)?;
    board::check_taps(checked, layout, position, &moves)
}

fn sample<M: Copy>(moves: &[M], rng: &mut Rng) -> Vec<M> {
    if moves.len() <= EVERY_MOVE {
        return moves.to_vec();
    }
    (0..EVERY_MOVE).map(|_| moves[rng.usize(0..moves.len())]).collect()
}

/// What a run of the suite has seen so far.
struct Suite<G> {
    checked: Checked,
    layout: Layout,
    start: G,
    met: HashMap<u64, G>,
    turn_changed: bool,
    /// The field of the side to move in position texts.
    sides: [Option<String>; 2],
    steps: BTreeMap<report::Step, String>,
    pieces: Vec<(&'static str, Side, char)>,
    swappable: Vec<G>,
    squares: planes::Squares<G>,
    supplies: search::Supplies,
    term_sums: Vec<search::TermSums>,
}

impl<G: Lawful> Suite<G> {
    fn new(start: &G) -> Self {
        Self {
            checked: Checked::new::<G>(),
            layout: Layout::new::<G>(),
            start: start.clone(),
            met: HashMap::new(),
            turn_changed: false,
            sides: [None, None],
            steps: BTreeMap::new(),
            pieces: Vec::new(),
            swappable: Vec::new(),
            squares: planes::Squares::default(),
            supplies: search::Supplies::default(),
            term_sums: Vec::new(),
        }
    }

    /// Plays a random game. Hashes are checked in all of its positions, everything else in some.
    fn play_game(
        &mut self,
        rng: &mut Rng,
        mut check: impl FnMut(&mut Self, &Line<G>, &mut Rng) -> Result<(), Violation>,
    ) -> Result<(), Violation> {
        self.checked.games += 1;
        let mut line = Line::new(self.start.clone());
        loop {
            if self.checked.positions < THOROUGH_POSITIONS || rng.u32(0..SAMPLING) == 0 {
                self.checked.positions += 1;
                check(self, &line, rng)?;
            }
            rules::check_hash(&mut self.checked, line.position())?;
            rules::check_hash_differs(&mut self.checked, line.position(), &mut self.met)?;
            rules::check_reversible(&mut self.checked, &line)?;
            if line.outcome().is_some() || line.moves().len() >= LONGEST_GAME {
                return Ok(());
            }
            let mv = line.position().random_move(rng);
            self.checked.law(Law::RandomMove, mv.is_some(), || {
                format!("random_move gives none in `{}`, which is not over", line.position().show())
            })?;
            let turn = line.turn();
            if let Some(mv) = mv {
                line.play(mv);
            }
            self.turn_changed |= line.turn() != turn;
        }
    }

    fn check_turn_changed(&mut self) -> Result<(), Violation> {
        let (games, turn) = (self.checked.games, self.start.turn());
        let moved = !self.start.legal_moves().is_empty();
        self.checked.law(Law::TurnChanges, self.turn_changed || !moved, || {
            format!("the turn never changes: it was {turn:?}'s in every position of {games} games")
        })
    }
}

impl<G: Complete> Suite<G> {
    /// What does not depend on the position.
    fn check_once(&mut self, rng: &mut Rng) -> Result<(), Violation> {
        self.term_sums = vec![search::TermSums::default(); G::EVALUATORS.len()];
        board::check_shape::<G>(&mut self.checked, &self.layout)?;
        planes::check_constants::<G>(&mut self.checked, &self.layout)?;
        search::check_names::<G>(&mut self.checked)?;
        compose::check_palette::<G>(&mut self.checked, &self.layout)?;
        rules::check_random_moves(&mut self.checked, &self.start, rng)
    }

    /// The laws that [`check_line`] leaves out.
    fn check_position(&mut self, position: &G, rng: &mut Rng) -> Result<(), Violation> {
        let Self { checked, layout, .. } = self;
        let moves = position.legal_moves();
        search::check_tactics(checked, &mut self.supplies, position, &moves)?;
        planes::check_position(checked, &mut self.squares, position)?;
        let before = position.board();
        for played in board::play_each(layout, position, &before, &moves, rng) {
            played.check_taps(checked, layout)?;
            played.check_half_moves(checked)?;
            played.note_steps(checked, layout, &mut self.steps);
            planes::check_move(checked, layout, &mut self.squares, &played)?;
            planes::check_action(checked, &played)?;
        }
        board::check_turn(checked, layout, position, &mut self.sides)?;
        board::check_mirror(checked, layout, position)?;
        if checked.positions % DAMAGED == 0 {
            rules::check_damaged_texts(checked, position, rng)?;
        }
        compose::check_position(checked, layout, position, rng)?;
        if position.outcome().is_none() {
            search::check_scores(checked, &mut self.term_sums, position)?;
        }
        for piece in before.pieces.into_iter().flatten() {
            let known = self.pieces.iter().any(|known| (known.0, Some(known.1)) == (piece.kind, piece.side));
            self.pieces.extend(piece.side.filter(|_| !known).map(|side| (piece.kind, side, piece.letter)));
        }
        self.swappable.push(position.clone());
        Ok(())
    }

    /// What shows only after many positions.
    fn check_at_end(&mut self, rng: &mut Rng) -> Result<(), Violation> {
        self.check_turn_changed()?;
        let Self { checked, layout, .. } = self;
        board::check_wraps(checked, layout, &self.steps)?;
        planes::check_pieces(checked, layout, &self.squares)?;
        search::check_params::<G>(checked, &self.supplies)?;
        search::check_sums::<G>(checked, &self.term_sums)?;
        let swap = self.sides.clone().into_iter().collect::<Option<Vec<String>>>().and_then(|sides| {
            let start = TextBoard::read(&self.start.show(), layout)?;
            ColourSwap::new(&start, &self.pieces, sides.try_into().ok()?)
        });
        if let Some(swap) = swap {
            for position in &self.swappable {
                search::check_swap(checked, layout, &swap, position)?;
            }
        }
        search::check_winners(checked, &self.start, rng)
    }
}
