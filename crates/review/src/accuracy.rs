//! Accuracy: how well a side played, as one number from 0 to 100.
//!
//! The accuracy of a move falls with the expected score that it lost, `103.1668 · exp(-4.354 · loss) - 3.1669`, within 0 and
//! 100; the curve of lichess. That of a game is the mean of two means over the moves of a side:
//!
//! * weighted by volatility, so that moves in a tense position count more than those in one that is decided. The weight of a
//!   move is the standard deviation of the expected score, in percent, over the positions around it, within 0.5 and 12;
//! * harmonic, so that one blunder does not hide behind twenty good moves.
//!
//! Moves without a choice do not count.

use quevedo_core::Side;

/// The curve of a move: [`move_accuracy`].
const SCALE: f64 = 103.1668;
const DECAY: f64 = 4.354;
const OFFSET: f64 = -3.1669;
/// The window of a move has a tenth of the positions of the game, within these bounds.
const WINDOW: [usize; 2] = [2, 8];
const WEIGHT: [f64; 2] = [0.5, 12.0];
/// A move counts at least this much in the harmonic mean, which has no value for 0.
const LEAST: f64 = 1.0;

/// A move as far as accuracy is concerned.
#[derive(Clone, Copy, Debug)]
pub struct JudgedMove {
    /// Who made it.
    pub turn: Side,
    /// The expected score that it lost, 0 to 1.
    pub loss: f64,
    /// Whether there was no choice.
    pub is_forced: bool,
}

/// The accuracy of a move that lost so much expected score, 0 to 100.
pub fn move_accuracy(loss: f64) -> f64 {
    (SCALE * (-DECAY * loss).exp() + OFFSET).clamp(0.0, 100.0)
}

/// The accuracy of a side, 0 to 100; `None` where it had no choice in the whole game. `chances` are the expected scores of one
/// of the sides before the first move and after every move.
pub fn accuracy(moves: &[JudgedMove], chances: &[f64], side: Side) -> Option<f64> {
    let counted = moves.iter().enumerate().filter(|(_, mv)| mv.turn == side && !mv.is_forced);
    let (accuracies, weights): (Vec<f64>, Vec<f64>) =
        counted.map(|(ply, mv)| (move_accuracy(mv.loss), volatility(chances, ply))).unzip();
    if accuracies.is_empty() {
        return None;
    }
    let weighted = accuracies.iter().zip(&weights).map(|(accuracy, weight)| accuracy * weight).sum::<f64>()
        / weights.iter().sum::<f64>();
    let inverses = accuracies.iter().map(|accuracy| 1.0 / accuracy.max(LEAST)).sum::<f64>();
    let harmonic = accuracies.len() as f64 / inverses;
    Some(f64::midpoint(weighted, harmonic).clamp(0.0, 100.0))
}

/// The weight of the move number `ply`: the standard deviation over the window that ends after it.
fn volatility(chances: &[f64], ply: usize) -> f64 {
    let size = (chances.len() / 10).clamp(WINDOW[0], WINDOW[1]);
    let end = (ply + 2).min(chances.len());
    let window = &chances[end.saturating_sub(size)..end];
    let mean = window.iter().sum::<f64>() / window.len() as f64;
    let variance = window.iter().map(|chance| (chance - mean).powi(2)).sum::<f64>() / window.len() as f64;
    (100.0 * variance.sqrt()).clamp(WEIGHT[0], WEIGHT[1])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(losses: &[f64]) -> (Vec<JudgedMove>, Vec<f64>) {
        let moves = losses.iter().map(|loss| JudgedMove { turn: Side::First, loss: *loss, is_forced: false });
        let chances = losses.iter().scan(0.9, |chance, loss| {
            *chance -= loss;
            Some(*chance)
        });
        (moves.collect(), std::iter::once(0.9).chain(chances).collect())
    }

    fn of(losses: &[f64]) -> f64 {
        let (moves, chances) = game(losses);
        accuracy(&moves, &chances, Side::First).unwrap()
    }

    #[test]
    fn the_curve_of_a_move_is_that_of_lichess() {
        // 103.1668 · exp(-0.04354 · percent) - 3.1669
        assert!((move_accuracy(0.0) - 100.0).abs() < 0.001);
        assert!((move_accuracy(0.1) - 63.58).abs() < 0.01);
        assert!((move_accuracy(0.5) - 8.53).abs() < 0.01);
        assert!(move_accuracy(1.0) <= 0.0);
    }

    #[test]
    fn a_blunder_does_not_hide_behind_good_moves() {
        let mut losses = [0.0; 21];
        assert!((of(&losses) - 100.0).abs() < 0.001);
        losses[10] = 0.5;
        let plain_mean = (20.0 * 100.0 + move_accuracy(0.5)) / 21.0;
        assert!(of(&losses) < plain_mean - 10.0, "{} {plain_mean}", of(&losses));
    }

    #[test]
    fn a_greater_loss_is_a_lower_accuracy() {
        let accuracies = [0.0, 0.05, 0.1, 0.3, 0.6].map(|loss| of(&[0.0, loss, 0.0, 0.01]));
        assert!(accuracies.windows(2).all(|pair| pair[1] < pair[0]), "{accuracies:?}");
    }

    #[test]
    fn moves_without_a_choice_do_not_count() {
        let forced = JudgedMove { turn: Side::First, loss: 0.0, is_forced: true };
        let bad = JudgedMove { loss: 0.4, is_forced: false, ..forced };
        let chances = [0.9, 0.9, 0.5];
        assert_eq!(accuracy(&[forced], &chances[..2], Side::First), None);
        assert_eq!(accuracy(&[bad], &chances[1..], Side::Second), None);
        let alone = accuracy(&[bad], &chances[1..], Side::First);
        assert_eq!(accuracy(&[forced, bad], &chances, Side::First), alone);
    }
}
