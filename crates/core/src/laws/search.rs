//! The laws of what a search and its evaluators need.

use super::layout::Layout;
use super::report::{Checked, Law, Violation};
use super::{Complete, LONGEST_GAME, Lawful};
use crate::{Evaluator, Rng, Side, Tactics, Text, score};

/// Plies of random games that the evaluators are compared with.
const PLIES: usize = 100_000;
/// The positions of a game that are compared with its result, counted from the end.
const LAST_PLIES: usize = 8;
/// Fewer positions of either result say nothing.
const ENOUGH: f64 = 40.0;
/// More positions of either result say nothing new.
const PLENTY: f64 = 500.0;
/// Mean scores of won and lost games that differ by less than this, in standard deviations, are no accident.
const CONTRARY: f64 = -0.35;

/// What the game has shown of what [`Tactics::PARAMS`] switches on.
#[derive(Default)]
pub(super) struct Supplies {
    passes: bool,
    noisy: bool,
}

pub(super) fn check_tactics<G: Lawful + Tactics>(
    checked: &mut Checked,
    supplies: &mut Supplies,
    position: &G,
    moves: &[G::Move],
) -> Result<(), Violation> {
    for mv in moves {
        let keys = position.history_keys(*mv);
        let wrong = keys.iter().find(|key| **key >= G::HISTORY_KEYS);
        checked.law(Law::HistoryKeys, wrong.is_none(), || {
            let (key, text) = (wrong.copied().unwrap_or(0), position.show_move(*mv));
            format!(
                "history key {key} of `{text}` is not below HISTORY_KEYS {} in `{}`",
                G::HISTORY_KEYS,
                position.show()
            )
        })?;
        check_small_keys(checked, position, *mv)?;
        supplies.noisy |= position.is_noisy(*mv);
        let (urgency, exchange) = (position.urgency(*mv), position.static_exchange(*mv));
        checked.law(Law::Scores, urgency.abs() < score::PROVED && exchange.abs() < score::PROVED, || {
            let text = position.show_move(*mv);
            format!(
                "urgency {urgency} or exchange {exchange} of `{text}` is beyond {} in `{}`",
                score::PROVED,
                position.show()
            )
        })?;
        let is_exact = position.exchange_at_least(*mv, exchange) && !position.exchange_at_least(*mv, exchange + 1);
        checked.law(Law::Exchange, is_exact, || {
            let text = position.show_move(*mv);
            format!("exchange_at_least() contradicts static_exchange() {exchange} of `{text}` in `{}`", position.show())
        })?;
    }
    check_noisy_moves(checked, position)?;
    let Some(passed) = position.pass() else { return Ok(()) };
    supplies.passes = true;
    checked.law(
        Law::Pass,
        passed.turn() != position.turn() && passed.board().pieces == position.board().pieces,
        || format!("pass() leads from `{}` to `{}`", position.show(), passed.show()),
    )?;
    checked.law(Law::HashHasTurn, passed.hash() != position.hash(), || {
        format!("the hash is {:x} before and after pass() in `{}`", position.hash(), position.show())
    })
}

/// The keys of continuation and capture history.
fn check_small_keys<G: Lawful + Tactics>(checked: &mut Checked, position: &G, mv: G::Move) -> Result<(), Violation> {
    let keys = [
        ("continuation", position.continuation_key(mv), G::CONTINUATION_KEYS),
        ("capture", position.capture_key(mv), G::CAPTURE_KEYS),
    ];
    for (name, key, count) in keys {
        checked.law(Law::HistoryKeys, key < count || count == 0, || {
            let text = position.show_move(mv);
            format!("{name} key {key} of `{text}` is not below {count} in `{}`", position.show())
        })?;
    }
    Ok(())
}

/// `each_noisy_move` visits the moves for which `is_noisy` holds, in the same order.
fn check_noisy_moves<G: Lawful + Tactics>(checked: &mut Checked, position: &G) -> Result<(), Violation> {
    let (mut expected, mut visited) = (Vec::new(), Vec::new());
    position.each_move(|mv| {
        if position.is_noisy(mv) {
            expected.push(mv);
        }
    });
    position.each_noisy_move(|mv| visited.push(mv));
    checked.law(Law::NoisyMoves, visited == expected, || {
        let [visited, expected] = [visited, expected]
            .map(|moves| moves.iter().map(|mv| position.show_move(*mv)).collect::<Vec<_>>().join(" "));
        format!("each_noisy_move() visits [{visited}], is_noisy() holds for [{expected}] in `{}`", position.show())
    })
}

pub(super) fn check_params<G: Lawful + Tactics>(checked: &mut Checked, supplies: &Supplies) -> Result<(), Violation> {
    let params = G::PARAMS;
    checked.law(Law::Params, params.unit > 0 && params.aspiration_window > 0 && params.futility_margin >= 0, || {
        format!("unit and window must be positive, futility not negative: {params:?}")
    })?;
    checked.law(Law::Params, !params.null_move || supplies.passes, || {
        "PARAMS.null_move is on, but pass() gave no position in any game".into()
    })?;
    checked.law(Law::Params, !params.quiescence || supplies.noisy, || {
        "PARAMS.quiescence is on, but is_noisy() held for no move in any game".into()
    })
}

/// How the terms of an evaluator relate to its scores.
#[derive(Clone, Default)]
pub(super) struct TermSums {
    positions: u32,
    same: u32,
    opposite: u32,
    example: String,
}

pub(super) fn check_names<G: Complete>(checked: &mut Checked) -> Result<(), Violation> {
    let names: Vec<&str> = G::EVALUATORS.iter().map(|named| named.name).collect();
    checked.law(Law::Names, names.first() == Some(&"handmade"), || {
        format!("the first evaluator must be called handmade: {names:?}")
    })?;
    let twins = names.iter().enumerate().find(|(index, name)| names[..*index].contains(name));
    checked.law(Law::Names, twins.is_none(), || format!("two evaluators have one name: {names:?}"))
}

/// The evaluators in one position that is not over.
pub(super) fn check_scores<G: Complete>(
    checked: &mut Checked,
    sums: &mut [TermSums],
    position: &G,
) -> Result<(), Violation> {
    for (named, sums) in G::EVALUATORS.iter().zip(sums) {
        let (name, evaluator) = (named.name, named.evaluator);
        let score = evaluator.evaluate(position);
        checked.law(Law::Scores, score.abs() < score::PROVED, || {
            format!("evaluator `{name}` gives {score}, beyond {}, in `{}`", score::PROVED, position.show())
        })?;
        let mut batch = [0; 2];
        evaluator.evaluate_many(&[position.clone(), position.clone()], &mut batch);
        checked.law(Law::Scores, batch == [score; 2], || {
            format!("evaluator `{name}` gives {score} alone and {batch:?} in a batch in `{}`", position.show())
        })?;
        let terms = evaluator.terms(position);
        let is_named = |name: Text| !name.en.is_empty() && !name.es.is_empty();
        checked.law(Law::Names, terms.iter().all(|term| is_named(term.name) && term.value.is_finite()), || {
            format!(
                "evaluator `{name}` has a term without a name in both languages or without a value: {terms:?} in `{}`",
                position.show()
            )
        })?;
        sums.add(terms.iter().map(|term| term.value).sum(), score, || position.show(), position.turn());
    }
    Ok(())
}

impl TermSums {
    fn add(&mut self, sum: f64, score: i32, text: impl Fn() -> String, turn: Side) {
        let score = f64::from(score);
        let expected = if turn == Side::First { sum } else { -sum };
        let close = |sum: f64| (sum - score).abs() <= 2.0 + score.abs() * 0.02;
        if expected.abs() < 5.0 {
            return;
        }
        self.positions += 1;
        if close(expected) {
            self.same += 1;
        } else if close(-expected) {
            self.opposite += 1;
            self.example = format!(
                "gives {score} for {turn:?} to move, its terms add up to {sum} for the first player in `{}`",
                text()
            );
        }
    }
}

pub(super) fn check_sums<G: Complete>(checked: &mut Checked, sums: &[TermSums]) -> Result<(), Violation> {
    for (named, sums) in G::EVALUATORS.iter().zip(sums) {
        let TermSums { positions, same, opposite, example } = sums;
        // A sum may come near the negative score by accident where terms are weighed and do not add up.
        let contrary = 10 * (same + opposite) >= 9 * positions && 20 * opposite > *positions;
        checked.law(Law::Terms, !contrary, || format!("evaluator `{}` {example}", named.name))?;
    }
    Ok(())
}

/// Scores for the first player, by the result of the game.
#[derive(Clone, Copy, Default)]
struct ByResult {
    counts: [f64; 2],
    sums: [f64; 2],
    squares: f64,
}

impl ByResult {
    fn add(&mut self, winner: Side, score: f64) {
        self.counts[winner.index()] += 1.0;
        self.sums[winner.index()] += score;
        self.squares += score * score;
    }

    fn has(&self, count: f64) -> bool {
        self.counts.iter().all(|positions| *positions >= count)
    }

    /// The mean scores of won and lost games, and their difference in standard deviations.
    fn compare(&self) -> ([f64; 2], f64) {
        let [won, lost] = [0, 1].map(|result| self.sums[result] / self.counts[result]);
        let count: f64 = self.counts.iter().sum();
        let mean = self.sums.iter().sum::<f64>() / count;
        let deviation = (self.squares / count - mean * mean).max(1e-9).sqrt();
        ([won, lost], (won - lost) / deviation)
    }
}

/// The winner of a random game has the better score shortly before the end, with either side to move.
pub(super) fn check_winners<G: Complete>(checked: &mut Checked, start: &G, rng: &mut Rng) -> Result<(), Violation> {
    let mut all = vec![[ByResult::default(); 2]; G::EVALUATORS.len()];
    let mut plies = 0;
    while plies < PLIES && !all.iter().flatten().all(|scores| scores.has(PLENTY)) {
        let (last, winner) = play_out(start, rng);
        plies += last.len() + 1;
        let Some(winner) = winner else { continue };
        for position in last.iter().rev().take(LAST_PLIES) {
            for (named, scores) in G::EVALUATORS.iter().zip(&mut all) {
                let score = crate::for_turn(position, named.evaluator.evaluate(position));
                scores[position.turn().index()].add(winner, score.into());
            }
        }
    }
    for (named, scores) in G::EVALUATORS.iter().zip(&all) {
        for (turn, scores) in Side::BOTH.into_iter().zip(scores).filter(|(_, scores)| scores.has(ENOUGH)) {
            let ([won, lost], difference) = scores.compare();
            checked.law(Law::Winners, difference > CONTRARY, || {
                format!(
                    "evaluator `{}` with {turn:?} to move gives the first player {won:.0} on average at the end of won games \
                     and {lost:.0} at the end of lost ones ({difference:.2} standard deviations); is its sign wrong?",
                    named.name
                )
            })?;
        }
    }
    Ok(())
}

/// A random game: its positions before the last, and its winner.
fn play_out<G: Lawful>(start: &G, rng: &mut Rng) -> (Vec<G>, Option<Side>) {
    let (mut position, mut before) = (start.clone(), Vec::new());
    loop {
        if let Some(end) = position.outcome() {
            return (before, end.winner);
        }
        let Some(mv) = position.random_move(rng).filter(|_| before.len() < LONGEST_GAME) else { return (before, None) };
        before.push(position.clone());
        position.play(mv);
    }
}

/// With exchanged colours everything is the same for the side to move.
pub(super) fn check_swap<G: Complete>(
    checked: &mut Checked,
    layout: &Layout,
    swap: &super::layout::ColourSwap,
    position: &G,
) -> Result<(), Violation> {
    let Some(other) = swap.apply(position, layout) else { return Ok(()) };
    let both = || format!("`{}` and, with exchanged colours, `{}`", position.show(), other.show());
    let (here, there) = (position.outcome(), other.outcome());
    let opposite = there.map(|end| crate::Outcome { winner: end.winner.map(|winner| !winner), ..end });
    checked.law(Law::Swap, here == opposite && other.turn() != position.turn(), || {
        let [here, there] = [here, there].map(super::rules::name);
        format!("{} have outcomes {here} and {there}", both())
    })?;
    let counts = [position, &other].map(G::count_moves);
    checked
        .law(Law::Swap, counts[0] == counts[1], || format!("{} have {} and {} moves", both(), counts[0], counts[1]))?;
    if here.is_some() {
        return Ok(());
    }
    for named in G::EVALUATORS {
        let scores = [position, &other].map(|position| named.evaluator.evaluate(position));
        checked.law(Law::Symmetry, scores[0] == scores[1], || {
            format!(
                "evaluator `{}` gives {} and {} to the side to move in {}",
                named.name,
                scores[0],
                scores[1],
                both()
            )
        })?;
    }
    Ok(())
}
