//! The laws that hold in every game, checked on any position or game one cares to hand over.
//!
//! Tests run them on thousands of random games, fuzzers on whatever they can think of. A game joins by being in
//! the catalog. A broken law is reported in words, with the position it was broken in.

use std::collections::{HashMap, HashSet};

use crate::{Game, Line, MoveBuffer, MoveError, Notation, Rng, View};

/// More moves than this are looked at by sampling, not one by one.
const EVERY_MOVE: usize = 120;
/// This many random games are looked at in every position, those after them in one of [`SAMPLING`].
const THOROUGH_GAMES: u64 = 10;
const SAMPLING: u32 = 16;
/// Random games are cut here; no law needs the game to end.
const LONGEST_GAME: usize = 600;

/// A broken law: which one, and where.
pub type Violation = String;

/// What the laws speak of.
pub trait Lawful: Game + Notation + View {}
impl<G: Game + Notation + View> Lawful for G {}

macro_rules! law {
    ($holds:expr, $($words:tt)+) => {
        if !$holds {
            return Err(format!($($words)+));
        }
    };
}

/// Plays `games` random games from `start` and checks every law on the way: in every position of the first few
/// games, in some positions of the others. Hash and outcome are checked in all of them.
pub fn check_random_games<G: Lawful>(start: &G, games: u64, seed: u64) -> Result<(), Violation> {
    let mut met = HashMap::new();
    for game in 0..games {
        let mut rng = Rng::with_seed(seed.wrapping_add(game));
        let mut line = Line::new(start.clone());
        loop {
            if game < THOROUGH_GAMES || rng.u32(0..SAMPLING) == 0 {
                check_line(&line, &mut rng)?;
            }
            check_hash(line.position())?;
            check_hash_is_alone(line.position(), &mut met)?;
            if line.outcome().is_some() || line.moves().len() >= LONGEST_GAME {
                break;
            }
            let mv = line.position().random_move(&mut rng).ok_or("an unfinished game has no move")?;
            line.play(mv);
        }
    }
    Ok(())
}

/// Reads the bytes as moves (each picks one of the legal moves) and checks every law on the way.
pub fn check_bytes<G: Lawful>(start: &G, bytes: &[u8]) -> Result<(), Violation> {
    let mut rng = Rng::with_seed(bytes.len() as u64);
    let mut line = Line::new(start.clone());
    let mut buffer = MoveBuffer::with_capacity(64);
    for pair in bytes.chunks(2).take(LONGEST_GAME) {
        check_line(&line, &mut rng)?;
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

/// Reads a text as a position: it is refused in words, or is a position under the law.
pub fn check_position_text<G: Lawful>(text: &str) -> Result<(), Violation> {
    match G::parse(text) {
        Ok(position) => check_position(&position, &mut Rng::with_seed(1)),
        Err(error) => {
            law!(!error.expected.to_string().is_empty(), "`{text}` is refused without a word");
            Ok(())
        }
    }
}

/// Reads a text as a move: it is refused in words, or is one of the legal moves.
pub fn check_move_text<G: Lawful>(position: &G, text: &str) -> Result<(), Violation> {
    match position.parse_move(text) {
        Ok(mv) => {
            let legal = position.legal_moves().contains(&mv);
            law!(legal, "`{text}` is taken as {mv:?}, which is not legal in `{}`", position.show());
        }
        Err(MoveError::Malformed { expected: words, .. } | MoveError::Illegal { why: words, .. }) => {
            law!(!words.to_string().is_empty(), "`{text}` is refused without a word");
        }
    }
    Ok(())
}

/// The laws of one position.
pub fn check_position<G: Lawful>(position: &G, rng: &mut Rng) -> Result<(), Violation> {
    let moves = position.legal_moves();
    check_hash(position)?;
    check_notation(position)?;
    check_counting(position, &moves, rng)?;
    check_end(position, &moves)?;
    check_moves(position, &moves, rng)?;
    check_taps(position, &moves)
}

fn check_line<G: Lawful>(line: &Line<G>, rng: &mut Rng) -> Result<(), Violation> {
    check_position(line.position(), rng)?;
    let mut undone = line.clone();
    if let Some(mv) = undone.undo() {
        let before = undone.position().clone();
        law!(before.legal_moves().contains(&mv), "{mv:?} was played illegally in `{}`", before.show());
        undone.play(mv);
        let again = undone.position();
        law!(again == line.position(), "undo and redo of {mv:?} lead elsewhere: `{}`", again.show());
        // Moves of a moment ago, most of them illegal by now.
        let stale = before.show_move(mv);
        check_move_text(line.position(), &stale)?;
        check_move_text(line.position(), &stale[..stale.len() - 1])?;
    }
    Ok(())
}

fn check_hash<G: Lawful>(position: &G) -> Result<(), Violation> {
    let (kept, fresh) = (position.hash(), position.hash_from_scratch());
    law!(kept == fresh, "hash {kept:x} should be {fresh:x} in `{}`", position.show());
    Ok(())
}

fn check_hash_is_alone<G: Lawful>(position: &G, met: &mut HashMap<u64, G>) -> Result<(), Violation> {
    let other = met.entry(position.hash()).or_insert_with(|| position.clone());
    law!(other == position, "`{}` and `{}` have the same hash", other.show(), position.show());
    Ok(())
}

fn check_notation<G: Lawful>(position: &G) -> Result<(), Violation> {
    let text = position.show();
    let read = G::parse(&text).map_err(|error| format!("own notation `{text}` is refused: {error}"))?;
    law!(read == *position, "`{text}` reads back as another position: `{}`", read.show());
    law!(read.show() == text, "`{text}` is written anew as `{}`", read.show());
    law!(read.hash() == position.hash(), "`{text}` reads back with another hash");
    law!(read.outcome() == position.outcome(), "`{text}` reads back with another outcome");
    Ok(())
}

fn check_counting<G: Lawful>(position: &G, moves: &[G::Move], rng: &mut Rng) -> Result<(), Violation> {
    let show = || position.show();
    let counted = position.count_moves();
    law!(counted == moves.len() as u64, "{counted} moves counted, {} generated in `{}`", moves.len(), show());
    law!(position.has_moves() != moves.is_empty(), "has_moves is wrong in `{}`", show());
    match position.random_move(rng) {
        Some(mv) => law!(moves.contains(&mv), "random move {mv:?} is not legal in `{}`", show()),
        None => law!(moves.is_empty(), "no random move in `{}`", show()),
    }
    Ok(())
}

fn check_end<G: Lawful>(position: &G, moves: &[G::Move]) -> Result<(), Violation> {
    let outcome = position.outcome();
    match outcome {
        None => law!(!moves.is_empty(), "neither moves nor an outcome in `{}`", position.show()),
        Some(end) => {
            let done = moves.is_empty() || end.reason.is_claim;
            law!(done, "over by {}, yet {} moves in `{}`", end.reason.code, moves.len(), position.show());
            let possible = end.winner.is_none_or(|winner| position.can_win(winner));
            law!(possible, "the winner cannot win in `{}`", position.show());
        }
    }
    Ok(())
}

fn check_moves<G: Lawful>(position: &G, moves: &[G::Move], rng: &mut Rng) -> Result<(), Violation> {
    let texts: HashSet<String> = moves.iter().map(|mv| position.show_move(*mv)).collect();
    law!(texts.len() == moves.len(), "two moves are written alike in `{}`", position.show());
    let sample: Vec<G::Move> = if moves.len() <= EVERY_MOVE {
        moves.to_vec()
    } else {
        (0..EVERY_MOVE).map(|_| moves[rng.usize(0..moves.len())]).collect()
    };
    for mv in sample {
        for text in [position.show_move(mv), position.pretty_move(mv)] {
            let read = position.parse_move(&text).map_err(|error| format!("{error} in `{}`", position.show()))?;
            law!(read == mv, "`{text}` reads back as {read:?}, not {mv:?}, in `{}`", position.show());
        }
        let mut child = position.clone();
        child.play(mv);
        check_hash(&child)?;
    }
    Ok(())
}

fn check_taps<G: Lawful>(position: &G, moves: &[G::Move]) -> Result<(), Violation> {
    let shape = G::shape();
    let board = position.board();
    law!(
        board.pieces.len() == shape.places.len(),
        "{} places, {} on the board",
        shape.places.len(),
        board.pieces.len()
    );
    let known: HashSet<&str> = shape.places.iter().map(|place| place.tap.as_str()).collect();
    let paths: Vec<Vec<String>> = moves.iter().map(|mv| position.taps(*mv)).collect();
    let all: HashSet<&[String]> = paths.iter().map(Vec::as_slice).collect();
    law!(all.len() == moves.len(), "two moves have the same taps in `{}`", position.show());
    for path in &paths {
        law!(!path.is_empty(), "a move without a tap in `{}`", position.show());
        let is_choice = |tap: &str| G::CHOICES.iter().any(|(choice, _)| *choice == tap);
        let strange = path.iter().find(|tap| !known.contains(tap.as_str()) && !is_choice(tap));
        law!(strange.is_none(), "tap {strange:?} is neither a place nor a choice in `{}`", position.show());
        let begun = (1..path.len()).find(|end| all.contains(&path[..*end]));
        law!(G::RUNS || begun.is_none(), "taps {path:?} go on after a whole move in `{}`", position.show());
    }
    Ok(())
}
