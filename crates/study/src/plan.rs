//! The plan of a study, as data: the files `studies/*.toml`.

use std::collections::BTreeMap;

use quevedo_catalog::{AlphaBetaSpec, PlayerSpec};
use serde::Deserialize;

use crate::claim::Order;

/// A study.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Study {
    /// Its name on the command line.
    #[serde(skip)]
    pub id: &'static str,
    /// Its title.
    pub title: String,
    /// Its introduction.
    pub text: String,
    /// Explanations of contradicted claims, by the names that rows refer to.
    #[serde(default)]
    pub(crate) because: BTreeMap<String, String>,
    #[serde(rename = "table")]
    pub(crate) tables: Vec<TablePlan>,
}

/// A table of a study.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct TablePlan {
    pub(crate) title: String,
    #[serde(default)]
    pub(crate) text: String,
    /// Its share of the time, relative to the other tables.
    #[serde(default = "one")]
    pub(crate) weight: f64,
    #[serde(flatten)]
    pub(crate) kind: TableKind,
}

impl TablePlan {
    /// How many techniques the table compares.
    pub(crate) fn comparisons(&self) -> usize {
        if let TableKind::Techniques(plan) = &self.kind { plan.rows.len() } else { 0 }
    }
}

fn one() -> f64 {
    1.0
}

/// The kinds of tables.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub(crate) enum TableKind {
    Versus(VersusPlan),
    Techniques(TechniquesPlan),
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
pub(crate) struct VersusPlan {
    /// The game, where a row names no other.
    #[serde(default)]
    pub(crate) game: Option<String>,
    /// Random plies that open every pair of games.
    #[serde(default)]
    pub(crate) plies: u32,
    pub(crate) games: u64,
    /// Player `a` always moves first.
    #[serde(default)]
    pub(crate) fixed: bool,
    /// Strength is given in Elo and plotted.
    #[serde(default)]
    pub(crate) elo: bool,
    pub(crate) rows: Vec<VersusRow>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct VersusRow {
    /// The name of the row, where the players do not say enough.
    #[serde(default)]
    pub(crate) name: Option<String>,
    #[serde(default)]
    pub(crate) game: Option<String>,
    pub(crate) a: PlayerSpec,
    pub(crate) b: PlayerSpec,
    #[serde(default)]
    pub(crate) plies: Option<u32>,
    /// Moves from the start that open every game.
    #[serde(default)]
    pub(crate) opening: Option<String>,
    /// Positions from which games begin.
    #[serde(default)]
    pub(crate) positions: Vec<String>,
    /// Published games won and lost by `a`.
    #[serde(default)]
    pub(crate) published: Option<[u64; 2]>,
    #[serde(default)]
    pub(crate) claim: Option<Order>,
    /// Published seconds a move.
    #[serde(default)]
    pub(crate) times: Option<[f64; 2]>,
    #[serde(default)]
    pub(crate) time_claim: Option<Order>,
    /// Published pieces of `a` on the board at the end.
    #[serde(default)]
    pub(crate) pieces: Option<f64>,
    /// The explanation of a contradicted claim.
    #[serde(default)]
    pub(crate) because: Option<String>,
    /// The same for the time.
    #[serde(default)]
    pub(crate) time_because: Option<String>,
}

/// A player against itself without one technique, a row for each technique.
#[derive(Clone, Debug, Deserialize)]
#[serde(try_from = "TechniquesFile")]
pub(crate) struct TechniquesPlan {
    pub(crate) game: String,
    pub(crate) plies: u32,
    pub(crate) games: u64,
    /// With all techniques.
    pub(crate) player: PlayerSpec,
    /// For each technique its name and the player without it.
    pub(crate) rows: Vec<(String, PlayerSpec)>,
}

/// The same as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TechniquesFile {
    game: String,
    /// Random plies that open every pair of games.
    plies: u32,
    games: u64,
    /// A player of the kind `alphabeta`.
    player: PlayerSpec,
    /// Switches of the player.
    techniques: Vec<String>,
}

impl TryFrom<TechniquesFile> for TechniquesPlan {
    type Error = String;

    fn try_from(file: TechniquesFile) -> Result<Self, String> {
        let TechniquesFile { game, plies, games, player, techniques } = file;
        let PlayerSpec::AlphaBeta(settings) = &player else {
            return Err(format!("`{player}` has no techniques to switch off: `alphabeta` has"));
        };
        let row = |technique: String| {
            let mut without = settings.clone();
            let Some(switch) = without.technique_mut(&technique) else {
                return Err(format!(
                    "unknown technique `{technique}`: there are {}",
                    AlphaBetaSpec::TECHNIQUES.join(", ")
                ));
            };
            *switch = Some(false);
            Ok((technique, PlayerSpec::AlphaBeta(without)))
        };
        let rows = techniques.into_iter().map(row).collect::<Result<_, _>>()?;
        Ok(Self { game, plies, games, player, rows })
    }
}

/// Every row plays every column.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CrossPlan {
    pub(crate) game: String,
    #[serde(default)]
    pub(crate) plies: u32,
    pub(crate) games: u64,
    /// Whether the rows move first, always; otherwise the columns do.
    pub(crate) rows_first: bool,
    /// What the rows and the columns are.
    pub(crate) sides: [String; 2],
    pub(crate) rows: Vec<NamedPlayer>,
    pub(crate) columns: Vec<NamedPlayer>,
}

/// A player with a name.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct NamedPlayer {
    pub(crate) name: String,
    pub(crate) player: PlayerSpec,
}

/// Players of increasing strength.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct LadderPlan {
    /// Games of every pairing.
    pub(crate) games: u64,
    /// The largest distance on the ladder at which players meet.
    #[serde(default = "two")]
    pub(crate) reach: usize,
    /// The meaning of the numbers `at`; then strength is plotted over them.
    #[serde(default)]
    pub(crate) axis: Option<String>,
    #[serde(default)]
    pub(crate) log_scale: bool,
    #[serde(default)]
    pub(crate) because: Option<String>,
    pub(crate) ladders: Vec<LadderRow>,
}

fn two() -> usize {
    2
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct LadderRow {
    pub(crate) game: String,
    #[serde(default)]
    pub(crate) plies: u32,
    pub(crate) players: Vec<PlayerSpec>,
    #[serde(default)]
    pub(crate) at: Vec<f64>,
    /// No order is claimed, or the last player is claimed to be the best.
    #[serde(default = "yes")]
    pub(crate) rising: bool,
}

fn yes() -> bool {
    true
}

/// Time and nodes of a move.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct EffortPlan {
    pub(crate) game: String,
    /// Random plies before each position.
    #[serde(default)]
    pub(crate) plies: u32,
    /// How many positions.
    pub(crate) positions: u64,
    /// The meaning of the numbers `at`; then time and nodes are plotted over them.
    #[serde(default)]
    pub(crate) axis: Option<String>,
    pub(crate) rows: Vec<EffortRow>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct EffortRow {
    #[serde(default)]
    pub(crate) name: Option<String>,
    pub(crate) player: PlayerSpec,
    #[serde(default)]
    pub(crate) at: Option<f64>,
    #[serde(default)]
    pub(crate) plies: Option<u32>,
    /// Published nodes and seconds.
    #[serde(default)]
    pub(crate) nodes: Option<u64>,
    #[serde(default)]
    pub(crate) seconds: Option<f64>,
    #[serde(default)]
    pub(crate) claims: Vec<EffortClaim>,
    #[serde(default)]
    pub(crate) because: Option<String>,
}

/// What is claimed of nodes and time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum EffortClaim {
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
pub(crate) struct CountPlan {
    pub(crate) game: String,
    /// Published, from depth 1.
    pub(crate) published: Vec<u64>,
}

/// How often a player finds the best move.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct AgreementPlan {
    pub(crate) game: String,
    #[serde(default)]
    pub(crate) plies: u32,
    /// Games of every player with itself.
    pub(crate) games: u64,
    /// The stronger player that evaluates the moves.
    pub(crate) reference: PlayerSpec,
    /// The loss in units from which a move is a blunder.
    pub(crate) blunder: f64,
    pub(crate) players: Vec<PlayerSpec>,
    /// Every player is claimed to find more best moves than the one above.
    #[serde(default)]
    pub(crate) because: Option<String>,
}

/// How many different moves a player finds in one position.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct VarietyPlan {
    pub(crate) game: String,
    /// How many seeds.
    pub(crate) seeds: u64,
    pub(crate) rows: Vec<VarietyRow>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct VarietyRow {
    pub(crate) player: PlayerSpec,
    /// Moves from the start.
    #[serde(default)]
    pub(crate) opening: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(player: &str, technique: &str) -> Result<TechniquesPlan, String> {
        let text =
            format!("game = 'chess'\nplies = 4\ngames = 2\nplayer = '{player}'\ntechniques = ['tt', '{technique}']");
        toml::from_str(&text).map_err(|error| error.to_string())
    }

    #[test]
    fn a_row_lacks_one_technique() {
        let plan = read("alphabeta:nodes=100", "lmr").unwrap();
        let rows: Vec<String> = plan.rows.iter().map(|(name, player)| format!("{name} {player}")).collect();
        assert_eq!(rows, ["tt alphabeta:nodes=100,tt=off", "lmr alphabeta:nodes=100,lmr=off"]);
    }

    #[test]
    fn what_is_no_technique_is_refused() {
        assert!(read("alphabeta:nodes=100", "hash").unwrap_err().contains("unknown technique `hash`: there are tt, "));
        assert!(read("random", "tt").unwrap_err().contains("`random` has no techniques"));
    }
}
