//! Tournaments as the page shows them. The standings are those of the arena.

use quevedo_arena::Fault;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use super::{Board, ClockRequest, OutcomeState, Side, StandingsState, TournamentFormat};

/// A request for a tournament.
#[derive(Clone, Debug, Deserialize, Serialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewTournament {
    /// Its name; that of its game if left out.
    #[serde(default)]
    #[ts(optional)]
    pub name: Option<String>,
    /// Which game.
    pub game: String,
    /// Who meets whom.
    pub format: TournamentFormat,
    /// In a gauntlet: how many players, from the first, meet all others.
    #[serde(default)]
    #[ts(optional)]
    pub challengers: Option<usize>,
    /// In a Swiss tournament: how many rounds.
    #[serde(default)]
    #[ts(optional)]
    pub rounds: Option<usize>,
    /// The players, in the order of their seeding.
    pub players: Vec<EntrantRequest>,
    /// Games a pairing, an even number.
    pub games: u64,
    /// The openings.
    pub openings: OpeningsRequest,
    /// The seed of all random numbers.
    pub seed: u64,
    /// The clocks; none if left out.
    #[serde(default)]
    #[ts(optional)]
    pub clock: Option<ClockRequest>,
    /// Which games are decided before their end; none if left out.
    #[serde(default)]
    #[ts(optional)]
    pub adjudication: Option<AdjudicationSettings>,
}

/// A player of a tournament that is asked for.
#[derive(Clone, Debug, Deserialize, Serialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct EntrantRequest {
    /// Its spec.
    pub spec: String,
    /// Its name in the tables; its spec if left out.
    #[serde(default)]
    #[ts(optional)]
    pub name: Option<String>,
}

/// The openings of a tournament.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, TS, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum OpeningsRequest {
    /// Random moves.
    Random {
        /// How many.
        plies: u32,
    },
    /// The balanced openings that come with the program.
    Shipped,
}

/// Which games are decided before their end.
#[derive(Clone, Copy, Debug, Default, Deserialize, Serialize, TS, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct AdjudicationSettings {
    /// Those that both players score as lost for the same side.
    pub resign: bool,
    /// Those that both players score as level for long.
    pub draw: bool,
    /// Those whose end a player has proved.
    pub proved: bool,
}

/// Whether a tournament is being played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum TournamentStatus {
    /// It is being played.
    Running,
    /// Every game has been played.
    Finished,
    /// It was stopped and can be resumed.
    Stopped,
    /// It cannot continue.
    Failed,
}

/// Where a tournament is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum TournamentSource {
    /// By the server, for a visitor of the page.
    Page,
    /// By a command in a terminal, which stores its games here.
    Command,
}

/// A tournament in a list.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct TournamentSummary {
    /// Its name in addresses.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Which game is played.
    pub game: String,
    /// Who meets whom.
    pub format: TournamentFormat,
    /// How many players.
    pub players: usize,
    /// Whether it is being played.
    pub status: TournamentStatus,
    /// By whom.
    pub source: TournamentSource,
    /// Whether the receiver made it.
    pub mine: bool,
    /// Games played.
    pub played: u64,
    /// Games to be played in all.
    pub planned: u64,
    /// When it was made, in milliseconds since 1970.
    pub created_ms: i64,
}

/// A page of tournaments, the newest first.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct TournamentList {
    /// The tournaments of this page.
    pub tournaments: Vec<TournamentSummary>,
    /// How many there are on all pages.
    pub total: i64,
    /// How many a page holds.
    pub page_size: i64,
}

/// The state of a tournament.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct TournamentState {
    /// What lists show.
    #[serde(flatten)]
    #[ts(flatten)]
    pub summary: TournamentSummary,
    /// Why it cannot continue.
    pub problem: Option<String>,
    /// In a gauntlet: how many players meet all others.
    pub challengers: Option<usize>,
    /// In a Swiss tournament: how many rounds.
    pub rounds: Option<usize>,
    /// Games a pairing.
    pub games: u64,
    /// Random plies before the players begin; none where openings come from a list.
    pub random_plies: Option<u32>,
    /// The seed of all random numbers.
    pub seed: u64,
    /// The clocks, as text: `1s+10ms`.
    pub clock: Option<String>,
    /// Which games are decided before their end.
    pub adjudication: AdjudicationSettings,
    /// Seconds until the last game ends, at the speed so far.
    pub eta_s: Option<u64>,
    /// The standings.
    pub standings: StandingsState,
    /// What the receiver may do.
    pub can: TournamentCan,
}

/// What the receiver may do with a tournament.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct TournamentCan {
    /// Stop it.
    pub stop: bool,
    /// Resume it.
    pub resume: bool,
    /// Delete it.
    pub delete: bool,
}

/// A game of a tournament that has been played.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct TournamentGame {
    /// Its id as a game.
    pub id: String,
    /// Its number, from 1.
    pub number: u64,
    /// Its round, from 1.
    pub round: u64,
    /// Who moved first.
    pub first: String,
    /// Who followed.
    pub second: String,
    /// How it ended.
    pub outcome: OutcomeState,
    /// Its plies, the opening included.
    pub plies: usize,
    /// What a player did wrong, if it lost by that.
    pub fault: Option<FaultText>,
}

/// What a player did wrong, in both languages.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct FaultText {
    /// In English.
    pub en: String,
    /// In Spanish.
    pub es: String,
}

impl From<&Fault> for FaultText {
    fn from(fault: &Fault) -> Self {
        // Journals of older versions have the English text only.
        let es = if fault.text_es.is_empty() { &fault.text } else { &fault.text_es };
        Self { en: fault.text.clone(), es: es.clone() }
    }
}

/// A page of the games of a tournament, the latest first.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct TournamentGames {
    /// The games of this page.
    pub games: Vec<TournamentGame>,
    /// How many there are on all pages.
    pub total: usize,
    /// How many a page holds.
    pub page_size: usize,
}

/// A game of a tournament that is being played.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct TournamentBoard {
    /// Its number, from 1.
    pub number: u64,
    /// Who moved first, and who followed.
    #[ts(type = "[string, string]")]
    pub players: [String; 2],
    /// Who moves now.
    pub turn: Side,
    /// Plies so far.
    pub plies: usize,
    /// The pieces.
    pub board: Board,
    /// The taps of the last move.
    pub last_move: Vec<String>,
}

/// From the server to a spectator of a tournament.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ToSpectator {
    /// The tournament: first of all, and when games have ended, at most once a second.
    State {
        /// The tournament.
        state: Box<TournamentState>,
    },
    /// The games being played, a few of them: when one has begun, moved on or ended.
    Boards {
        /// The games.
        boards: Vec<TournamentBoard>,
    },
    /// The tournament was deleted.
    Deleted,
    /// The answer to a ping.
    Pong,
}
