//! What there is to play, and against whom.

use std::collections::BTreeMap;

use quevedo_catalog::{GAMES, GameEntry, Kind, PlayerDescription, PlayerSpec};
use serde::Serialize;
use ts_rs::TS;
use utoipa::ToSchema;

use super::{Board, Shape, Side, Text};

/// The strengths a person chooses from.
const LEVELS: [&str; 4] = ["easy", "medium", "hard", "max"];

/// Everything there is to choose from.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct Catalog {
    /// The version of the program.
    pub version: &'static str,
    /// Every game and variant.
    pub games: Vec<GameInfo>,
    /// Every machine player.
    pub players: Vec<PlayerInfo>,
    /// The names of the levels, from the weakest.
    pub levels: Vec<&'static str>,
}

/// A game or variant.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct GameInfo {
    /// Its name in addresses and commands: `fox-geese:13`.
    pub id: &'static str,
    /// The game it is a variant of, or itself.
    pub family: &'static str,
    /// The name of the game.
    pub name: Text,
    /// What sets a variant apart.
    pub variant: Option<Text>,
    /// The names of the two sides.
    #[ts(type = "[Text, Text]")]
    pub sides: [Text; 2],
    /// The rules in one paragraph.
    pub rules: Text,
    /// The board.
    pub shape: Shape,
    /// Where it begins.
    pub start: StartInfo,
    /// Its evaluators, the best one first.
    pub evaluators: Vec<EvaluatorInfo>,
    /// What taps mean that are no places.
    #[ts(type = "{ [tap: string]: Text }")]
    pub choices: BTreeMap<&'static str, Text>,
}

/// The start position.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct StartInfo {
    /// In position notation.
    pub position: String,
    /// As a board.
    pub board: Board,
    /// Who moves.
    pub turn: Side,
}

/// An evaluator.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct EvaluatorInfo {
    /// Its name in player specs.
    pub name: &'static str,
    /// What it looks at.
    pub meaning: &'static str,
}

/// A machine player.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct PlayerInfo {
    /// Its name in player specs.
    pub name: &'static str,
    /// What it does.
    pub meaning: &'static str,
    /// What can be set.
    pub keys: Vec<KeyInfo>,
}

/// A key of a player spec.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct KeyInfo {
    /// Its name.
    pub name: &'static str,
    /// What it takes, in words.
    pub values: String,
    /// What it means.
    pub meaning: &'static str,
}

impl Catalog {
    /// The catalog of this program. Players without what a page may not ask for: programs and files on the server.
    pub fn new() -> Self {
        let machines = PlayerSpec::all().iter().filter(|player| player.name != "human" && !player.is_external());
        Self {
            version: env!("CARGO_PKG_VERSION"),
            games: GAMES.iter().map(GameInfo::new).collect(),
            players: machines.map(PlayerInfo::new).collect(),
            levels: LEVELS.to_vec(),
        }
    }
}

impl Default for Catalog {
    fn default() -> Self {
        Self::new()
    }
}

impl GameInfo {
    fn new(entry: &'static GameEntry) -> Self {
        let about = entry.about();
        let evaluator = |(name, meaning)| EvaluatorInfo { name, meaning };
        let session = entry.session(None).expect("a game begins at its start position");
        Self {
            id: entry.id,
            family: entry.id.split(':').next().unwrap_or(entry.id),
            name: about.name.into(),
            variant: entry.variant.map(Text::from),
            sides: about.sides.map(Text::from),
            rules: about.rules.into(),
            shape: entry.shape().into(),
            start: StartInfo {
                position: session.position(),
                board: session.board().into(),
                turn: session.turn().into(),
            },
            evaluators: entry.evaluators().into_iter().map(evaluator).collect(),
            choices: entry.choices().iter().map(|(tap, text)| (*tap, (*text).into())).collect(),
        }
    }
}

impl PlayerInfo {
    fn new(player: &PlayerDescription) -> Self {
        let keys = player.keys.iter().filter(|key| key.kind != Kind::File);
        let info =
            |key: &quevedo_catalog::Key| KeyInfo { name: key.name, values: key.kind.expected(), meaning: key.meaning };
        Self { name: player.name, meaning: player.meaning, keys: keys.map(info).collect() }
    }
}
