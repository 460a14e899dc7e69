//! Rollouts: the value of a leaf for the first player.

use quevedo_core::{Game, Outcome, Rng, Score, Side, playout, score};

use super::settings::{Policy, Rollout, Settings};

/// Values are clamped to this, and to 1 minus this, before they become scores.
const MAX_VALUE: f64 = 0.999;

/// The result of a rollout.
pub(super) enum RolloutResult<G> {
    /// The game is over at the leaf.
    Terminal(Outcome),
    /// The first player's points.
    Points(f64),
    /// The value is the static evaluation of this position.
    Evaluate(G),
}

/// The value of a score, 0 to 1: the logistic function.
#[inline]
pub(super) fn value_from_score(score: Score, scale: f64) -> f64 {
    score::logistic(f64::from(score) / scale)
}

/// The score of a value: the inverse of [`value_from_score`].
pub(super) fn score_from_value(value: f64, scale: f64) -> Score {
    let value = value.clamp(1.0 - MAX_VALUE, MAX_VALUE);
    score::clamp((scale * (value / (1.0 - value)).ln()).round() as Score)
}

/// The value of a win for the winner when `mobility` moves were left: `1 - 1 / (2 + 2x/3)`, from 0.625 for one move
/// towards 1 for many. The loser gets the rest.
///
/// The mobility is the number of legal moves at the winner's last turn, at least 1. In games that end when the loser
/// cannot move, it is the winner's advantage.
pub fn graded(mobility: u64) -> f64 {
    1.0 - 1.0 / (2.0 + 2.0 * mobility.max(1) as f64 / 3.0)
}

/// Runs the rollout that the settings ask for.
#[inline]
pub(super) fn rollout<G: Game>(position: &G, settings: &Settings, rng: &mut Rng) -> RolloutResult<G> {
    match (settings.rollout, settings.policy) {
        (Rollout::Eval { plies }, _) => truncated_rollout(position, plies, rng),
        (Rollout::Random, Policy::EpsilonMod) => graded_rollout(position, rng),
        (Rollout::Random, _) => {
            let game = playout(position.clone(), rng);
            if game.plies == 0 {
                RolloutResult::Terminal(game.outcome)
            } else {
                RolloutResult::Points(points_from_outcome(game.outcome))
            }
        }
    }
}

/// The first player's points by an outcome.
#[inline]
pub(super) fn points_from_outcome(outcome: Outcome) -> f64 {
    outcome.winner.map_or(0.5, |winner| if winner == Side::First { 1.0 } else { 0.0 })
}

/// The first player's points by a score of the side to move.
#[inline]
pub(super) fn points_from_score(score: Score, turn: Side, scale: f64) -> f64 {
    let value = value_from_score(score, scale);
    if turn == Side::First { value } else { 1.0 - value }
}

/// Plays a few random moves. The evaluator decides then, unless the game ends before.
fn truncated_rollout<G: Game>(position: &G, plies: u32, rng: &mut Rng) -> RolloutResult<G> {
    let mut position = position.clone();
    let mut played = 0;
    loop {
        if let Some(outcome) = position.outcome() {
            return if played == 0 {
                RolloutResult::Terminal(outcome)
            } else {
                RolloutResult::Points(points_from_outcome(outcome))
            };
        }
        if played == plies {
            return RolloutResult::Evaluate(position);
        }
        let Some(mv) = position.random_move(rng) else { return RolloutResult::Evaluate(position) };
        position.play(mv);
        played += 1;
    }
}

/// Plays a random game to the end. Its result is [graded].
fn graded_rollout<G: Game>(position: &G, rng: &mut Rng) -> RolloutResult<G> {
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
        return RolloutResult::Terminal(outcome);
    }
    let Some(winner) = outcome.winner else { return RolloutResult::Points(0.5) };
    let value = graded(last_turns[winner.index()].as_ref().map_or(1, Game::count_moves));
    RolloutResult::Points(if winner == Side::First { value } else { 1.0 - value })
}

#[cfg(test)]
mod tests {
    use super::{graded, score_from_value, value_from_score};

    #[test]
    fn wins_are_graded_by_mobility() {
        assert!((graded(1) - 0.625).abs() < 1e-12);
        assert!((graded(3) - 0.75).abs() < 1e-12);
        assert!((graded(0) - graded(1)).abs() < 1e-12);
        assert!(graded(1000) > 0.998);
    }

    #[test]
    fn scores_and_values_convert_both_ways() {
        for score in [-400, -100, 0, 7, 100, 400] {
            assert_eq!(score_from_value(value_from_score(score, 150.0), 150.0), score);
        }
        assert!((value_from_score(150, 150.0) / value_from_score(-150, 150.0) - std::f64::consts::E).abs() < 1e-9);
    }
}
