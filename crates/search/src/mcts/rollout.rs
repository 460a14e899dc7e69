//! What a position at the edge of the tree is worth to the first player.

use quevedo_core::{Game, Outcome, Rng, Score, Side, playout, score};

use super::Plan;
use super::settings::{Policy, Rollout};

/// Surer values than this are not told apart.
const SUREST: f64 = 0.999;

/// What was found out about a position.
pub(super) enum Verdict<G> {
    /// The game is over there.
    Over(Outcome),
    /// The first player's points, as far as one game can tell.
    Points(f64),
    /// It is worth what the evaluator says of this position.
    Ask(G),
}

/// A score as the value it stands for, 0 to 1: the logistic function.
#[inline]
pub(super) fn value_of(score: Score, scale: f64) -> f64 {
    1.0 / (1.0 + (-f64::from(score) / scale).exp())
}

/// The score that a value stands for: the inverse of [`value_of`].
pub(super) fn score_of(value: f64, scale: f64) -> Score {
    let value = value.clamp(1.0 - SUREST, SUREST);
    score::clamp((scale * (value / (1.0 - value)).ln()).round() as Score)
}

/// The value of a win to the winner when he is `advantage` moves ahead in the end: `1 - 1 / (2 + 2x/3)`, from 0.625
/// for one move towards 1 for many. The loser gets the rest.
///
/// The advantage is how many moves the winner could choose from when he moved for the last time; in games that end
/// because the loser is stuck, that is the room he has left. At least 1.
pub fn graded(advantage: u64) -> f64 {
    1.0 - 1.0 / (2.0 + 2.0 * advantage.max(1) as f64 / 3.0)
}

/// Judges a position as the plan wants it judged.
#[inline]
pub(super) fn judge<G: Game, E>(position: &G, plan: Plan<'_, E>, rng: &mut Rng) -> Verdict<G> {
    match (plan.settings.rollout, plan.settings.policy) {
        (Rollout::Eval { plies }, _) => play_some(position, plies, rng),
        (Rollout::Random, Policy::EpsilonMod) => play_graded(position, rng),
        (Rollout::Random, _) => {
            let game = playout(position.clone(), rng);
            if game.plies == 0 { Verdict::Over(game.outcome) } else { Verdict::Points(points(game.outcome)) }
        }
    }
}

/// The first player's points.
#[inline]
pub(super) fn points(outcome: Outcome) -> f64 {
    outcome.winner.map_or(0.5, |winner| if winner == Side::First { 1.0 } else { 0.0 })
}

/// The first player's points by a score of the side to move.
#[inline]
pub(super) fn points_of(score: Score, turn: Side, scale: f64) -> f64 {
    let value = value_of(score, scale);
    if turn == Side::First { value } else { 1.0 - value }
}

/// A few random moves, and then the evaluator is to be asked; or the result, if that comes first.
fn play_some<G: Game>(position: &G, plies: u32, rng: &mut Rng) -> Verdict<G> {
    let mut position = position.clone();
    let mut played = 0;
    loop {
        if let Some(outcome) = position.outcome() {
            return if played == 0 { Verdict::Over(outcome) } else { Verdict::Points(points(outcome)) };
        }
        if played == plies {
            return Verdict::Ask(position);
        }
        let Some(mv) = position.random_move(rng) else { return Verdict::Ask(position) };
        position.play(mv);
        played += 1;
    }
}

/// A random game to the end with a [graded] result.
fn play_graded<G: Game>(position: &G, rng: &mut Rng) -> Verdict<G> {
    let mut position = position.clone();
    let mut last_turns: [Option<G>; 2] = [None, None];
    let outcome = loop {
        if let Some(outcome) = position.ended() {
            break outcome;
        }
        let Some(mv) = position.random_move(rng) else { break position.stuck() };
        last_turns[position.turn().index()] = Some(position.clone());
        position.play(mv);
    };
    if last_turns.iter().all(Option::is_none) {
        return Verdict::Over(outcome);
    }
    let Some(winner) = outcome.winner else { return Verdict::Points(0.5) };
    let value = graded(last_turns[winner.index()].as_ref().map_or(1, Game::count_moves));
    Verdict::Points(if winner == Side::First { value } else { 1.0 - value })
}

#[cfg(test)]
mod tests {
    use super::{graded, score_of, value_of};

    #[test]
    fn wins_are_graded_by_the_room_left() {
        assert!((graded(1) - 0.625).abs() < 1e-12);
        assert!((graded(3) - 0.75).abs() < 1e-12);
        assert!((graded(0) - graded(1)).abs() < 1e-12);
        assert!(graded(1000) > 0.998);
    }

    #[test]
    fn scores_and_values_stand_for_each_other() {
        for score in [-400, -100, 0, 7, 100, 400] {
            assert_eq!(score_of(value_of(score, 150.0), 150.0), score);
        }
        assert!((value_of(150, 150.0) / value_of(-150, 150.0) - std::f64::consts::E).abs() < 1e-9);
    }
}
