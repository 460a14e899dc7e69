//! The plan of a tournament or match, as data.

pub(crate) mod messages;

use std::fmt;
use std::path::Path;

use quevedo_catalog::{GameEntry, PlayerSpec};
use quevedo_core::Message;
use quevedo_core::hash::combine;
use serde::{Deserialize, Serialize};

use crate::{Adjudication, Openings, Sides, TimeControl};

/// The plan of a tournament.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// Its name; by default that of its file.
    #[serde(default)]
    pub name: String,
    /// The event tag of its game records; by default its name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub event: Option<String>,
    /// The id of the game.
    pub game: String,
    /// Who meets whom.
    #[serde(default)]
    pub format: Format,
    /// In a gauntlet: how many players, from the first, meet all others; 1 by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub challengers: Option<usize>,
    /// In a Swiss tournament: how many rounds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rounds: Option<usize>,
    /// How many games a pairing has: an even number, half of them with sides swapped. Listed pairings have their own
    /// number.
    #[serde(default = "two")]
    pub games: u64,
    /// The openings.
    #[serde(default)]
    pub openings: OpeningSource,
    /// The seed of all random numbers.
    #[serde(default = "one")]
    pub seed: u64,
    /// The time control, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<TimeControl>,
    /// When a game is decided before its end.
    #[serde(default)]
    pub adjudication: Adjudication,
    /// How many games are played at once; a proposal to the worker pool.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub threads: Option<u16>,
    /// What happens after a fault of an engine: a crash, an illegal move, no answer.
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
    /// A round robin without players, from the start position, without clocks.
    pub fn new(game: &str) -> Self {
        Self {
            name: String::new(),
            event: None,
            game: game.into(),
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
    /// Every player meets every other.
    #[default]
    RoundRobin,
    /// The challengers meet all others; the others do not meet each other.
    Gauntlet,
    /// A number of rounds; players with equal points meet, and no pairing is repeated.
    Swiss,
    /// The pairings are listed.
    Pairings,
}

/// A player of a tournament.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entrant {
    /// Its name in tables; by default its spec.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// How it plays.
    pub spec: PlayerSpec,
}

impl Entrant {
    /// A player named by its spec.
    pub fn new(spec: PlayerSpec) -> Self {
        Self { name: None, spec }
    }

    /// Its name in tables.
    pub fn display_name(&self) -> String {
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

/// Where the openings come from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OpeningSource {
    /// A number of random plies.
    Random(u32),
    /// A file, relative to the file of the plan.
    File(String),
    /// The balanced openings shipped with the program; random plies for a game that has none.
    Shipped,
}

impl Default for OpeningSource {
    fn default() -> Self {
        Self::Random(0)
    }
}

impl OpeningSource {
    /// Reads the openings; a file is relative to `folder`.
    pub fn read(&self, game: &GameEntry, folder: &Path) -> Result<Openings, PlanError> {
        self.read_plies(game, folder, usize::MAX)
    }

    /// The same with no more than the first plies of each opening of a file.
    pub fn read_plies(&self, game: &GameEntry, folder: &Path, plies: usize) -> Result<Openings, PlanError> {
        match self {
            Self::Random(plies) => Ok(Openings::Random { plies: *plies }),
            Self::File(name) => {
                let path = folder.join(name);
                let failed = |error: &dyn fmt::Display| {
                    PlanError::other(PlanLocation::Key("openings"), format!("{}: {error}", path.display()))
                };
                let text = std::fs::read_to_string(&path).map_err(|error| failed(&error))?;
                Openings::read_plies(game, &text, plies).map_err(|error| failed(&error))
            }
            Self::Shipped => Ok(Openings::shipped_or_random(game)),
        }
    }
}

/// What happens after a fault of an engine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OnFault {
    /// It loses the game, and the tournament continues.
    #[default]
    Continue,
    /// The tournament stops; the game is played again when it continues.
    Stop,
}

/// What decides the games of a run, and nothing else. A journal belongs to one run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RunIdentity {
    /// The plan, without the parts that change no game.
    plan: Plan,
    /// A hash of the list of openings; 0 without one.
    openings: u64,
    /// Which side the players of a match have; not written where they alternate.
    #[serde(default, skip_serializing_if = "is_default")]
    sides: Sides,
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

impl RunIdentity {
    /// The identity of a plan with its openings.
    pub fn new(plan: &Plan, openings: &Openings) -> Self {
        let plan =
            Plan { name: String::new(), event: None, threads: None, on_fault: OnFault::default(), ..plan.clone() };
        let openings = match openings {
            Openings::Random { .. } => 0,
            Openings::List(list) => format!("{list:?}").bytes().fold(0, |hash, byte| combine(hash, byte.into())),
        };
        Self { plan, openings, sides: Sides::default() }
    }

    /// The same for a match in which the players have these sides.
    #[must_use]
    pub fn with_sides(self, sides: Sides) -> Self {
        Self { sides, ..self }
    }
}

/// A part of a plan, for error messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlanLocation {
    /// A key.
    Key(&'static str),
    /// A player, from 0.
    Player(usize),
    /// A pairing, from 0.
    Pairing(usize),
}

impl PlanLocation {
    fn message(self) -> Message {
        match self {
            Self::Key(key) => messages::key_of_plan(key),
            Self::Player(index) => messages::player_of_plan(index + 1),
            Self::Pairing(index) => messages::pairing_of_plan(index + 1),
        }
    }
}

/// Why a plan cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlanError {
    /// The part of the plan.
    pub location: PlanLocation,
    /// What is wrong, and what would be right.
    pub problem: Message,
}

impl PlanError {
    pub(crate) fn new(location: PlanLocation, problem: Message) -> Self {
        Self { location, problem }
    }

    /// An error that has no message in both languages: of a file or an external program.
    pub(crate) fn other(location: PlanLocation, problem: impl fmt::Display) -> Self {
        Self::new(location, messages::other_problem(problem.to_string()))
    }

    /// The error in words.
    pub fn message(&self) -> Message {
        messages::plan_error(self.location.message(), self.problem.clone())
    }
}

impl fmt::Display for PlanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message().fmt(f)
    }
}

impl std::error::Error for PlanError {}
