//! What a study is, as data: the files `studies/*.toml`. A new row of a table is a new line there.

use std::collections::BTreeMap;

use quevedo_catalog::{GameEntry, PlayerSpec};
use serde::Deserialize;

use super::claim::Order;

/// A study.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Study {
    /// Its name on the command line.
    #[serde(skip)]
    pub id: &'static str,
    /// Its title.
    pub title: String,
    /// What it is about.
    pub text: String,
    /// Explanations of what our figures contradict, by the names under which rows refer to them.
    #[serde(default)]
    pub(super) because: BTreeMap<String, String>,
    #[serde(rename = "table")]
    pub(super) tables: Vec<TablePlan>,
}

/// A table of a study.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct TablePlan {
    pub(super) title: String,
    #[serde(default)]
    pub(super) text: String,
    /// Its share of the time, beside that of the others.
    #[serde(default = "one")]
    pub(super) weight: f64,
    #[serde(flatten)]
    pub(super) kind: Kind,
}

fn one() -> f64 {
    1.0
}

/// The kinds of tables.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub(super) enum Kind {
    Versus(VersusPlan),
    Cross(CrossPlan),
    Ladder(LadderPlan),
    Effort(EffortPlan),
    Count(CountPlan),
    Agreement(AgreementPlan),
    Variety(VarietyPlan),
}

/// Two players a row.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct VersusPlan {
    /// The game, where a row names no other.
    #[serde(default)]
    pub(super) game: Option<&'static GameEntry>,
    /// Random plies that open every pair of games.
    #[serde(default)]
    pub(super) plies: u32,
    pub(super) games: u64,
    /// Player `a` always moves first.
    #[serde(default)]
    pub(super) fixed: bool,
    /// Strength is told in Elo and plotted.
    #[serde(default)]
    pub(super) elo: bool,
    pub(super) rows: Vec<VersusRow>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct VersusRow {
    /// What the row is about, where the players do not say it.
    #[serde(default)]
    pub(super) name: Option<String>,
    #[serde(default)]
    pub(super) game: Option<&'static GameEntry>,
    pub(super) a: PlayerSpec,
    pub(super) b: PlayerSpec,
    #[serde(default)]
    pub(super) plies: Option<u32>,
    /// Moves from the start that open every game.
    #[serde(default)]
    pub(super) opening: Option<String>,
    /// Positions from which games begin.
    #[serde(default)]
    pub(super) positions: Vec<String>,
    /// Published games won and lost by `a`.
    #[serde(default)]
    pub(super) published: Option<[u64; 2]>,
    #[serde(default)]
    pub(super) claim: Option<Order>,
    /// Published seconds a move.
    #[serde(default)]
    pub(super) times: Option<[f64; 2]>,
    #[serde(default)]
    pub(super) time_claim: Option<Order>,
    /// Published pieces of `a` on the board at the end.
    #[serde(default)]
    pub(super) pieces: Option<f64>,
    /// The explanation of what our figures contradict.
    #[serde(default)]
    pub(super) because: Option<String>,
    /// The same for the time.
    #[serde(default)]
    pub(super) time_because: Option<String>,
}

/// Every row plays every column.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CrossPlan {
    pub(super) game: &'static GameEntry,
    #[serde(default)]
    pub(super) plies: u32,
    pub(super) games: u64,
    /// Whether the rows move first, always; otherwise the columns do.
    pub(super) rows_first: bool,
    /// What the rows and the columns are.
    pub(super) sides: [String; 2],
    pub(super) rows: Vec<Named>,
    pub(super) columns: Vec<Named>,
}

/// A player with a name.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Named {
    pub(super) name: String,
    pub(super) player: PlayerSpec,
}

/// Players that should be stronger and stronger.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LadderPlan {
    /// Games of every pairing.
    pub(super) games: u64,
    /// How far apart on the ladder players meet.
    #[serde(default = "two")]
    pub(super) reach: usize,
    /// What the numbers `at` mean; then strength is plotted over them.
    #[serde(default)]
    pub(super) axis: Option<String>,
    #[serde(default)]
    pub(super) powers: bool,
    #[serde(default)]
    pub(super) because: Option<String>,
    pub(super) ladders: Vec<LadderRow>,
}

fn two() -> usize {
    2
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LadderRow {
    pub(super) game: &'static GameEntry,
    #[serde(default)]
    pub(super) plies: u32,
    pub(super) players: Vec<PlayerSpec>,
    #[serde(default)]
    pub(super) at: Vec<f64>,
    /// No order is claimed, or the last player is claimed to be the best.
    #[serde(default = "yes")]
    pub(super) rising: bool,
}

fn yes() -> bool {
    true
}

/// Time and nodes of a move.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct EffortPlan {
    pub(super) game: &'static GameEntry,
    /// Random plies before each position.
    #[serde(default)]
    pub(super) plies: u32,
    /// How many positions.
    pub(super) positions: u64,
    /// What the rows are numbered by, if they are; then time and nodes are plotted.
    #[serde(default)]
    pub(super) axis: Option<String>,
    pub(super) rows: Vec<EffortRow>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct EffortRow {
    #[serde(default)]
    pub(super) name: Option<String>,
    pub(super) player: PlayerSpec,
    #[serde(default)]
    pub(super) at: Option<f64>,
    #[serde(default)]
    pub(super) plies: Option<u32>,
    /// Published nodes and seconds.
    #[serde(default)]
    pub(super) nodes: Option<u64>,
    #[serde(default)]
    pub(super) seconds: Option<f64>,
    #[serde(default)]
    pub(super) claims: Vec<EffortClaim>,
    #[serde(default)]
    pub(super) because: Option<String>,
}

/// What is claimed of nodes and time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum EffortClaim {
    /// More nodes than the row above.
    MoreNodes,
    /// More time than the row above.
    MoreTime,
    /// Fewer nodes than the row below.
    FewerNodes,
    /// No more time than published.
    Faster,
}

/// Numbers of move sequences.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CountPlan {
    pub(super) game: &'static GameEntry,
    /// Published, from depth 1.
    pub(super) published: Vec<u64>,
}

/// How often a player finds the best move.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct AgreementPlan {
    pub(super) game: &'static GameEntry,
    #[serde(default)]
    pub(super) plies: u32,
    /// Games of every player with itself.
    pub(super) games: u64,
    /// Who judges.
    pub(super) judge: PlayerSpec,
    /// How many units a blunder loses.
    pub(super) blunder: f64,
    pub(super) players: Vec<PlayerSpec>,
    /// Every player is claimed to find more best moves than the one above.
    #[serde(default)]
    pub(super) because: Option<String>,
}

/// How many different moves a player finds in one position.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct VarietyPlan {
    pub(super) game: &'static GameEntry,
    /// How many seeds.
    pub(super) seeds: u64,
    pub(super) rows: Vec<VarietyRow>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct VarietyRow {
    pub(super) player: PlayerSpec,
    /// Moves from the start.
    #[serde(default)]
    pub(super) opening: String,
}
