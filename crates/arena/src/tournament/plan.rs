//! What a tournament is to be, as data.

use std::fmt;

use quevedo_catalog::{GameEntry, PlayerSpec};
use quevedo_core::hash::combine;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::{Adjudication, Openings, TimeControl};

/// What a tournament is to be.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// What people call it; a file without one is called after itself.
    #[serde(default)]
    pub name: String,
    /// What the records of its games call it; its name if nothing is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub event: Option<String>,
    /// The game.
    pub game: &'static GameEntry,
    /// Who meets whom.
    #[serde(default)]
    pub format: Format,
    /// In a gauntlet: how many players, from the first, meet all others; 1 if nothing is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub challengers: Option<usize>,
    /// In a Swiss tournament: how many rounds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rounds: Option<usize>,
    /// How many games a pairing has: an even number, half of them with sides swapped. Not of pairings that are listed,
    /// which say so themselves.
    #[serde(default = "two")]
    pub games: u64,
    /// Where the games begin.
    #[serde(default)]
    pub openings: OpeningSource,
    /// Where all random numbers come from.
    #[serde(default = "one")]
    pub seed: u64,
    /// The clocks, if there are any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<TimeControl>,
    /// When a game is decided before its end.
    #[serde(default)]
    pub adjudication: Adjudication,
    /// How many games are to be played at once; advice for those who play it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub threads: Option<u16>,
    /// What a crash, an illegal move or silence of an engine means for the others.
    #[serde(default)]
    pub on_fault: OnFault,
    /// The players, in the order of their seeding.
    #[serde(default, rename = "player")]
    pub players: Vec<Entrant>,
    /// The pairings, where they are listed.
    #[serde(default, rename = "pairing", skip_serializing_if = "Vec::is_empty")]
    pub pairings: Vec<Pairing>,
}

impl Plan {
    /// A round robin of nobody yet, from the usual start, without clocks.
    pub fn new(game: &'static GameEntry) -> Self {
        Self {
            name: String::new(),
            event: None,
            game,
            format: Format::default(),
            challengers: None,
            rounds: None,
            games: two(),
            openings: OpeningSource::default(),
            seed: one(),
            clock: None,
            adjudication: Adjudication::default(),
            threads: None,
            on_fault: OnFault::default(),
            players: Vec::new(),
            pairings: Vec::new(),
        }
    }
}

const fn one() -> u64 {
    1
}

const fn two() -> u64 {
    2
}

/// Who meets whom.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS, utoipa::ToSchema), ts(rename = "TournamentFormat"), schema(as = TournamentFormat))]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Everybody meets everybody.
    #[default]
    RoundRobin,
    /// The challengers meet all others, and nobody else meets.
    Gauntlet,
    /// A few rounds; who did equally well so far meets, and nobody twice.
    Swiss,
    /// The pairings are listed.
    Pairings,
}

/// A player of a tournament.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entrant {
    /// What the tables call it; its spec if nothing is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// How it plays.
    pub spec: PlayerSpec,
}

impl Entrant {
    /// A player called by its spec.
    pub fn new(spec: PlayerSpec) -> Self {
        Self { name: None, spec }
    }

    /// What the tables call it.
    pub fn called(&self) -> String {
        self.name.clone().unwrap_or_else(|| self.spec.to_string())
    }
}

/// Two players that meet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pairing {
    /// Their names; the first begins in the first game.
    pub players: [String; 2],
    /// How often.
    pub games: u64,
}

/// Where the games begin.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OpeningSource {
    /// After so many random plies.
    Random(u32),
    /// As a file says, named relative to the file of the plan.
    File(String),
    /// As the balanced openings that come with the program say.
    Shipped,
}

impl Default for OpeningSource {
    fn default() -> Self {
        Self::Random(0)
    }
}

/// What the fault of an engine means for the others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OnFault {
    /// It loses the game, and the next one is played.
    #[default]
    Continue,
    /// The tournament stops; the game is played again when it goes on.
    Stop,
}

/// What decides the games of a tournament, and nothing else: a journal belongs to it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Identity {
    /// The plan without what changes no game.
    plan: Plan,
    /// A number for the openings that a list held.
    openings: u64,
}

impl Identity {
    /// What decides the games of a plan, with the openings that it names.
    pub fn new(plan: &Plan, openings: &Openings) -> Self {
        let plan =
            Plan { name: String::new(), event: None, threads: None, on_fault: OnFault::default(), ..plan.clone() };
        let openings = match openings {
            Openings::Random { .. } => 0,
            Openings::List(list) => format!("{list:?}").bytes().fold(0, |hash, byte| combine(hash, byte.into())),
        };
        Self { plan, openings }
    }
}

/// A place in a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// A key.
    Key(&'static str),
    /// A player, from 0.
    Player(usize),
    /// A pairing, from 0.
    Pairing(usize),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Key(key) => write!(f, "`{key}`"),
            Self::Player(index) => write!(f, "player {}", index + 1),
            Self::Pairing(index) => write!(f, "pairing {}", index + 1),
        }
    }
}

/// What is wrong with a plan, and where.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{place}: {problem}")]
pub struct PlanError {
    /// Where.
    pub place: Place,
    /// What, and what would be right.
    pub problem: String,
}

impl PlanError {
    pub(super) fn new(place: Place, problem: impl fmt::Display) -> Self {
        Self { place, problem: problem.to_string() }
    }
}
