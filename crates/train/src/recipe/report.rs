//! The report of a recipe, for people and programs.

use quevedo_arena::MatchResult;
use serde::{Deserialize, Serialize};

/// The result of a recipe.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RecipeReport {
    /// The name of the evaluator.
    pub name: String,
    /// The game.
    pub game: String,
    /// The kind of network.
    pub kind: String,
    /// The weight file.
    pub file: String,
    /// SHA-256 of its weights.
    pub weights: String,
    /// The training.
    pub fit: TrainingReport,
    /// The match at the end.
    pub test: Option<TestReport>,
}

/// The training of an evaluator.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TrainingReport {
    /// Positions, validation set included.
    pub positions: usize,
    /// Finished epochs.
    pub epochs: u32,
    /// The seed.
    pub seed: u64,
    /// The loss of the weights that were kept; that of the validation set if there is one.
    pub loss: f64,
    /// The duration of all epochs.
    pub seconds: f64,
}

/// The match between the new evaluator and another one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TestReport {
    /// The new one.
    pub player: String,
    /// The other one.
    pub against: String,
    /// Games played.
    pub games: u64,
    /// Won by the new one.
    pub wins: u64,
    /// Draws.
    pub draws: u64,
    /// Won by the other one.
    pub losses: u64,
    /// The Elo difference; `None` if one side has all points.
    pub elo: Option<f64>,
    /// The 95 % confidence interval; `None` where it has no end.
    pub interval: [Option<f64>; 2],
}

impl TestReport {
    pub(crate) fn new(players: [String; 2], result: &MatchResult) -> Self {
        let [player, against] = players;
        let rounded = |value: f64| value.is_finite().then(|| (value * 10.0).round() / 10.0);
        let elo = result.elo();
        Self {
            player,
            against,
            games: result.games,
            wins: result.wins,
            draws: result.draws,
            losses: result.losses,
            elo: rounded(elo.difference),
            interval: elo.interval.map(rounded),
        }
    }

    /// `+123 [+101, +147]`.
    pub fn elo_text(&self) -> String {
        let text = |value: Option<f64>, end: &str| value.map_or_else(|| end.to_owned(), |value| format!("{value:+.0}"));
        let sure = if self.wins >= self.losses { "+∞" } else { "-∞" };
        let [low, high] = self.interval;
        format!("{} [{}, {}]", text(self.elo, sure), text(low, "-∞"), text(high, "+∞"))
    }
}
