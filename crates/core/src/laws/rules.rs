//! The laws of the rules and of their notation.

use std::collections::{HashMap, HashSet};
use std::fmt::Debug;

use super::report::{Checked, Law, Violation};
use super::{EVERY_MOVE, Lawful};
use crate::{Language, Line, Message, MoveError, Outcome, Rng, reasons};

/// How often each move of the start position must come up on average before one that never does is a violation.
const DRAWS: usize = 60;

pub(super) fn check_position<G: Lawful>(
    checked: &mut Checked,
    position: &G,
    moves: &[G::Move],
    rng: &mut Rng,
) -> Result<(), Violation> {
    check_hash(checked, position)?;
    check_notation(checked, position, moves)?;
    check_counting(checked, position, moves, rng)?;
    check_end(checked, position, moves)?;
    check_moves(checked, position, moves, rng)
}

pub(super) fn check_line<G: Lawful>(checked: &mut Checked, line: &Line<G>, rng: &mut Rng) -> Result<(), Violation> {
    let mut undone = line.clone();
    let Some(mv) = undone.undo() else { return Ok(()) };
    let before = undone.position().clone();
    let legal = before.legal_moves();
    checked.law(Law::RandomMove, legal.contains(&mv), || {
        format!("random_move gave {mv:?}, which is not among the legal moves {legal:?} in `{}`", before.show())
    })?;
    undone.play(mv);
    checked.law(Law::Replay, undone.position() == line.position(), || {
        let (first, second) = (line.position(), undone.position());
        format!("{mv:?} in `{}` leads to different positions: {}", before.show(), difference(first, second))
    })?;
    // Moves of the position before, most of them illegal by now.
    let others = (0..4).map(|_| legal[rng.usize(0..legal.len())]);
    for old in std::iter::once(mv).chain(others) {
        let text = before.show_move(old);
        check_move_text(checked, line.position(), &text)?;
        let cut = text.char_indices().last().map_or(0, |(last, _)| last);
        check_move_text(checked, line.position(), &text[..cut])?;
    }
    Ok(())
}

pub(super) fn check_hash<G: Lawful>(checked: &mut Checked, position: &G) -> Result<(), Violation> {
    let (kept, fresh) = (position.hash(), position.hash_from_scratch());
    checked.law(Law::Hash, kept == fresh, || {
        format!("hash() is {kept:x}, hash_from_scratch() is {fresh:x} in `{}`", position.show())
    })
}

/// `met` has the positions met so far by their hashes.
pub(super) fn check_hash_differs<G: Lawful>(
    checked: &mut Checked,
    position: &G,
    met: &mut HashMap<u64, G>,
) -> Result<(), Violation> {
    let other = met.entry(position.hash()).or_insert_with(|| position.clone());
    checked.law(Law::HashesDiffer, other == position, || {
        let (first, second) = (other.show(), position.show());
        format!("`{first}` and `{second}` have the same hash {:x}", position.hash())
    })
}

/// An equal position must not be further back in the line than the game says.
pub(super) fn check_reversible<G: Lawful>(checked: &mut Checked, line: &Line<G>) -> Result<(), Violation> {
    let (now, bound) = (line.position(), line.position().reversible_plies());
    if bound == 0 {
        return Ok(());
    }
    let earlier = line.positions().iter().rev().skip(1 + bound).position(|other| other.hash() == now.hash());
    checked.law(Law::Reversible, earlier.is_none(), || {
        let plies = earlier.unwrap_or(0) + bound + 1;
        format!("reversible_plies() is {bound}, but the same position was {plies} plies ago: `{}`", now.show())
    })
}

fn check_notation<G: Lawful>(checked: &mut Checked, position: &G, moves: &[G::Move]) -> Result<(), Violation> {
    let text = position.show();
    let read = G::parse(&text);
    let refusal = read.as_ref().err().map(ToString::to_string).unwrap_or_default();
    checked.law(Law::PositionText, read.is_ok(), || format!("its own text `{text}` is refused: {refusal}"))?;
    let Ok(read) = read else { return Ok(()) };
    let again = read.show();
    checked.law(Law::PositionText, again == text, || format!("`{text}` reads back as `{again}`"))?;
    checked.law(Law::PositionText, read == *position, || {
        format!("`{text}` reads back as another position that is written alike: {}", difference(position, &read))
    })?;
    let (kept, fresh) = (position.hash(), read.hash());
    checked.law(Law::PositionText, kept == fresh, || {
        format!("`{text}` reads back with hash {fresh:x}, it had {kept:x}")
    })?;
    let (kept, fresh) = (position.outcome(), read.outcome());
    checked.law(Law::PositionText, kept == fresh, || {
        format!("`{text}` reads back with outcome {}, it had {}", name(fresh), name(kept))
    })?;
    let uci = position.show_uci();
    let turn = G::parse_uci(&uci).map(|read| read.turn());
    checked.law(Law::UciText, turn == Ok(position.turn()), || {
        format!("UCI position `{uci}` of `{text}` reads back with turn {turn:?}")
    })?;
    let fresh = read.legal_moves();
    checked.law(Law::MoveOrder, fresh == moves, || {
        format!("`{text}` has moves {moves:?}, and reads back with moves {fresh:?}")
    })
}

fn check_counting<G: Lawful>(
    checked: &mut Checked,
    position: &G,
    moves: &[G::Move],
    rng: &mut Rng,
) -> Result<(), Violation> {
    let (counted, generated) = (position.count_moves(), moves.len());
    checked.law(Law::MoveCount, counted == generated as u64, || {
        format!("count_moves() is {counted}, but each_move gives {generated} in `{}`", position.show())
    })?;
    let has = position.has_moves();
    checked.law(Law::MoveCount, has != moves.is_empty(), || {
        format!("has_moves() is {has}, but each_move gives {generated} in `{}`", position.show())
    })?;
    let random = position.random_move(rng);
    let possible = random.map_or(moves.is_empty(), |mv| moves.contains(&mv));
    checked.law(Law::RandomMove, possible, || {
        format!("random_move() is {random:?}, legal moves are {moves:?} in `{}`", position.show())
    })
}

/// In one position, every move comes up if drawn often enough.
pub(super) fn check_random_moves<G: Lawful>(checked: &mut Checked, start: &G, rng: &mut Rng) -> Result<(), Violation> {
    let moves = start.legal_moves();
    if moves.len() > EVERY_MOVE {
        return Ok(());
    }
    let drawn: HashSet<G::Move> = (0..DRAWS * moves.len()).filter_map(|_| start.random_move(rng)).collect();
    let missing = moves.iter().find(|mv| !drawn.contains(mv));
    checked.law(Law::RandomMove, missing.is_none(), || {
        format!("random_move() never gives {missing:?} of {} moves in `{}`", moves.len(), start.show())
    })
}

fn check_end<G: Lawful>(checked: &mut Checked, position: &G, moves: &[G::Move]) -> Result<(), Violation> {
    let (outcome, ended) = (position.outcome(), position.ended());
    let expected = ended.or_else(|| moves.is_empty().then(|| position.stuck()));
    let Some(end) = outcome else {
        checked
            .law(Law::Ends, !moves.is_empty(), || format!("neither moves nor an outcome in `{}`", position.show()))?;
        return check_outcome(checked, position, outcome, expected);
    };
    let (reason, left) = (end.reason, moves.len());
    checked.law(Law::Ends, left == 0 || reason.is_claim, || {
        format!("over by `{}`, but {left} legal moves are left in `{}`", reason.code, position.show())
    })?;
    checked.law(Law::Ends, end.winner.is_none_or(|winner| position.can_win(winner)), || {
        format!("the outcome is {}, but can_win says that is impossible in `{}`", name(outcome), position.show())
    })?;
    let known = reasons::find(G::REASONS, reason.code);
    checked.law(Law::Reasons, known.is_some(), || {
        format!(
            "over by `{}`, which is neither in View::REASONS nor in core::reasons, in `{}`",
            reason.code,
            position.show()
        )
    })?;
    check_outcome(checked, position, outcome, expected)
}

fn check_outcome<G: Lawful>(
    checked: &mut Checked,
    position: &G,
    outcome: Option<Outcome>,
    expected: Option<Outcome>,
) -> Result<(), Violation> {
    checked.law(Law::Outcome, outcome == expected, || {
        let (outcome, expected) = (name(outcome), name(expected));
        format!("outcome() is {outcome}, ended() and stuck() say {expected} in `{}`", position.show())
    })
}

fn check_moves<G: Lawful>(
    checked: &mut Checked,
    position: &G,
    moves: &[G::Move],
    rng: &mut Rng,
) -> Result<(), Violation> {
    let mut texts = HashMap::new();
    for mv in moves {
        let text = position.show_move(*mv);
        let other = texts.insert(text.clone(), *mv);
        checked.law(Law::MoveText, other.is_none(), || {
            format!("two moves are written alike, `{text}`: {other:?} and {mv:?} in `{}`", position.show())
        })?;
    }
    let style = position.uci_style();
    for mv in super::sample(moves, rng) {
        for text in [position.show_move(mv), position.pretty_move(mv)] {
            let read = position.parse_move(&text);
            checked.law(Law::MoveText, read.as_ref() == Ok(&mv), || {
                format!("`{text}` reads back as {read:?}, not {mv:?}, in `{}`", position.show())
            })?;
        }
        let uci = position.show_uci_move(mv, style);
        let read = position.parse_uci_move(&uci, style);
        checked.law(Law::UciText, read.as_ref() == Ok(&mv), || {
            format!("UCI move `{uci}` reads back as {read:?}, not {mv:?}, in `{}`", position.show())
        })?;
        let mut child = position.clone();
        child.play(mv);
        check_hash(checked, &child)?;
    }
    Ok(())
}

/// Reads texts that are hardly positions.
pub(super) fn check_damaged_texts<G: Lawful>(
    checked: &mut Checked,
    position: &G,
    rng: &mut Rng,
) -> Result<(), Violation> {
    let text: Vec<char> = position.show().chars().collect();
    let cut = rng.usize(0..=text.len());
    let backwards: String = text.iter().rev().collect();
    let doubled: String = text.iter().chain(&text).collect();
    for text in [String::new(), text[..cut].iter().collect(), text[cut..].iter().collect(), backwards, doubled] {
        if let Err(error) = G::parse(&text) {
            check_refusal(checked, &text, &error.expected)?;
        }
    }
    Ok(())
}

/// Says what is wrong in both languages.
pub(super) fn check_refusal(checked: &mut Checked, text: &str, words: &Message) -> Result<(), Violation> {
    let [english, spanish] = [Language::English, Language::Spanish].map(|language| words.text(language));
    checked.law(Law::Refusals, !english.is_empty() && !spanish.is_empty(), || {
        format!("`{text}` is refused without words: English `{english}`, Spanish `{spanish}`")
    })
}

pub(super) fn check_move_text<G: Lawful>(checked: &mut Checked, position: &G, text: &str) -> Result<(), Violation> {
    match position.parse_move(text) {
        Ok(mv) => {
            let legal = position.legal_moves();
            checked.law(Law::LegalOnly, legal.contains(&mv), || {
                format!("`{text}` is read as {mv:?}, which is not legal in `{}`: {legal:?}", position.show())
            })
        }
        Err(MoveError::Malformed { expected: words, .. } | MoveError::Illegal { why: words, .. }) => {
            checked.law(Law::LegalOnly, true, String::new)?;
            check_refusal(checked, text, &words)
        }
    }
}

/// An outcome in one word and its reason.
pub(super) fn name(outcome: Option<Outcome>) -> String {
    outcome.map_or_else(|| "none".into(), |end| format!("{} by `{}`", end.score_text(), end.reason.code))
}

/// The fields in which two values differ.
fn difference(a: &impl Debug, b: &impl Debug) -> String {
    let (a, b) = (format!("{a:#?}"), format!("{b:#?}"));
    let lines = a.lines().zip(b.lines()).filter(|(a, b)| a != b);
    let lines: Vec<String> = lines.map(|(a, b)| format!("{} / {}", a.trim(), b.trim())).collect();
    if lines.is_empty() { "Debug shows no difference".into() } else { lines.join("; ") }
}
