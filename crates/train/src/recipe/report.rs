//! What came of a recipe, for people and programs.

use quevedo_arena::MatchResult;
use serde::{Deserialize, Serialize};

/// What came of a recipe.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// What the evaluator is called.
    pub name: String,
    /// The game.
    pub game: String,
    /// What kind of evaluator it is.
    pub kind: String,
    /// The weight file.
    pub file: String,
    /// SHA-256 of its weights.
    pub weights: String,
    /// How it learned.
    pub fit: FitReport,
    /// How it did in the match at the end.
    pub test: Option<TestReport>,
}

/// How an evaluator learned.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FitReport {
    /// Positions it learned from, those kept apart included.
    pub positions: usize,
    /// Epochs until it ended.
    pub epochs: u32,
    /// The seed.
    pub seed: u64,
    /// The loss of the weights that were kept, of the positions kept apart where there are any.
    pub loss: f64,
    /// How long the epochs took together.
    pub seconds: f64,
}

/// How the new evaluator did against another one.
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
    /// Won by nobody.
    pub draws: u64,
    /// Won by the other one.
    pub losses: u64,
    /// By how many Elo points it is stronger; none if one side made all points.
    pub elo: Option<f64>,
    /// What holds the truth in 95 of 100 matches; none where it has no end.
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
