//! A player as a value, read from and written to one line of text.
//!
//! The same line means the same player in the terminal, in a match, in a file and on another machine. Inside the
//! program a player is a [`PlayerSpec`]; no other code reads or writes the text.

mod aliases;
pub(crate) mod messages;
mod settings;
mod text;
mod value;

pub use settings::{
    AlphaBetaSpec, EloSpec, GreedySpec, HumanSpec, Key, LevelSpec, MctsSpec, MinimaxSpec, NBoardSpec, PresetSpec,
    RandomSpec, UciSpec,
};
pub use value::{BookRef, EvalRef, ParamValues, RolloutKind, TextKind, ValueKind, read_time, show_time};

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use quevedo_core::Text;
use quevedo_core::message::Message;
use quevedo_core::notation::clip;
use serde::{Deserialize, Serialize};

use settings::Settings;

/// A player in lists: its name, what it means, and the keys it takes.
#[derive(Debug)]
pub struct PlayerDescription {
    /// Its name.
    pub name: &'static str,
    /// What it does, in one line.
    pub meaning: Text,
    /// Its keys, in the order they are printed.
    pub keys: &'static [Key],
    /// Who moves: a person, this program or another one.
    pub role: Role,
}

/// Who moves for a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// A person.
    Human,
    /// A strategy of this program.
    Engine,
    /// Another program, which only matches and tournaments start.
    External,
}

macro_rules! players {
    ($($variant:ident($settings:ident), $name:literal, $role:ident, $en:literal, $es:literal;)*) => {
        /// A player. Prints in canonical form: keys in the order of the settings, values in one way of writing.
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
        #[serde(try_from = "String", into = "String")]
        pub enum PlayerSpec {
            $(#[doc = $en] $variant($settings),)*
        }

        const PLAYERS: &[PlayerDescription] = &[$(PlayerDescription {
            name: $name,
            meaning: Text::new($en, $es),
            keys: $settings::KEYS,
            role: Role::$role,
        }),*];

        impl PlayerSpec {
            /// The name of the player.
            pub fn name(&self) -> &'static str {
                match self { $(Self::$variant(_) => $name,)* }
            }

            /// Who moves.
            pub fn role(&self) -> Role {
                match self { $(Self::$variant(_) => Role::$role,)* }
            }

            fn read(name: &str, pairs: &[(&str, String)]) -> Result<Self, SpecError> {
                let find = |key: &str| pairs.iter().find(|(known, _)| *known == key).map(|(_, value)| value.clone());
                match name {
                    $($name => Settings::read($name, &find).map(Self::$variant),)*
                    unknown => Err(SpecError::UnknownName { name: clip(unknown) }),
                }
            }

            /// Visits the keys that are set, with their values.
            fn each(&self, visit: impl FnMut(&'static str, String)) {
                match self { $(Self::$variant(settings) => settings.each(visit),)* }
            }
        }
    };
}

players! {
    Human(HumanSpec), "human", Human,
        "a person", "una persona";
    Random(RandomSpec), "random", Engine,
        "any legal move, all equally likely", "cualquier jugada legal, todas con la misma probabilidad";
    Greedy(GreedySpec), "greedy", Engine,
        "the best position after one move", "la mejor posición tras una jugada";
    Minimax(MinimaxSpec), "minimax", Engine,
        "plain minimax without pruning, as in the textbook", "minimax puro, sin poda, como en el libro de texto";
    AlphaBeta(AlphaBetaSpec), "alphabeta", Engine,
        "iterative deepening alpha-beta: searches deeper and deeper, with every technique there is",
        "alfa-beta con profundización iterativa: busca cada vez más hondo, con todas las técnicas que hay";
    Mcts(MctsSpec), "mcts", Engine,
        "Monte Carlo tree search: plays many games in its head and trusts the moves that win them",
        "búsqueda en árbol de Monte Carlo: juega muchas partidas mentalmente y se fía de las jugadas que las ganan";
    Easy(PresetSpec), "easy", Engine,
        "for beginners and children (level 2)", "para principiantes y niños (nivel 2)";
    Medium(PresetSpec), "medium", Engine,
        "for people who know the game (level 4)", "para quien conoce el juego (nivel 4)";
    Hard(PresetSpec), "hard", Engine,
        "for good players (level 8)", "para quien juega bien (nivel 8)";
    Max(PresetSpec), "max", Engine,
        "full strength, 5 s per move", "toda la fuerza, 5 s por jugada";
    Level(LevelSpec), "level", Engine,
        "`level=1` to `level=10`: from a beginner to full strength", "de `level=1` a `level=10`: de principiante a toda la fuerza";
    Elo(EloSpec), "elo", Engine,
        "`elo=1500`: a strength between the levels, in games whose levels are rated", "`elo=1500`: una fuerza entre los niveles, en los juegos con niveles medidos";
    Perfect(PresetSpec), "perfect", Engine,
        "exact play where the position is solved, full strength elsewhere",
        "juego exacto donde la posición está resuelta, toda la fuerza en lo demás";
    Uci(UciSpec), "uci", External,
        "an external engine that speaks UCI, in matches and tournaments", "un motor externo que habla UCI, en encuentros y torneos";
    NBoard(NBoardSpec), "nboard", External,
        "an external engine that speaks `NBoard`, in matches and tournaments of Othello", "un motor externo que habla `NBoard`, en encuentros y torneos de Othello";
}

/// Why a text is not a player, or not one of this game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SpecError {
    /// No player has that name.
    UnknownName {
        /// The name.
        name: String,
    },
    /// The player does not take that key.
    UnknownKey {
        /// The player.
        player: &'static str,
        /// The key.
        key: String,
    },
    /// A part that is not `key=value`.
    NotAPair {
        /// The part.
        part: String,
    },
    /// A quoted value without its end.
    OpenQuote {
        /// The part.
        part: String,
    },
    /// Text between the end of a quoted value and the next comma.
    AfterQuote {
        /// The part.
        part: String,
    },
    /// The same key twice.
    Twice {
        /// The key.
        key: String,
    },
    /// A value out of its range.
    BadValue {
        /// The key.
        key: &'static str,
        /// The value.
        value: String,
        /// What would be right.
        expected: Message,
    },
    /// A required key is missing.
    Missing {
        /// The player.
        player: &'static str,
        /// The key.
        key: &'static str,
        /// What would be right.
        expected: Message,
    },
    /// An external program where none is started.
    External {
        /// The player.
        player: &'static str,
    },
    /// A person where a program has to move.
    Person {
        /// The player.
        player: &'static str,
    },
    /// A file that cannot be used.
    File {
        /// The key.
        key: &'static str,
        /// What is wrong with it.
        problem: String,
    },
}

impl SpecError {
    fn bad_value(key: &Key, text: &str) -> Self {
        Self::BadValue { key: key.name, value: clip(text), expected: key.kind.expected() }
    }

    /// The error in words.
    pub fn message(&self) -> Message {
        match self {
            Self::UnknownName { name } => {
                messages::unknown_player(name, names(PLAYERS.iter().map(|player| player.name)))
            }
            Self::UnknownKey { player, key } => messages::unknown_key(*player, key, known_keys(player)),
            Self::NotAPair { part } => messages::not_a_pair(part),
            Self::OpenQuote { part } => messages::open_quote(part),
            Self::AfterQuote { part } => messages::after_quote(part),
            Self::Twice { key } => messages::key_twice(key),
            Self::BadValue { key, value, expected } => messages::bad_value(value, *key, expected.clone()),
            Self::Missing { player, key, expected } => messages::missing_key(*player, *key, expected.clone()),
            Self::External { player } => messages::external_player(*player),
            Self::Person { player } => messages::person_player(*player),
            Self::File { key, problem } => messages::unusable_file(*key, problem),
        }
    }
}

impl fmt::Display for SpecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message().fmt(f)
    }
}

impl std::error::Error for SpecError {}

fn names(names: impl Iterator<Item = &'static str>) -> String {
    names.collect::<Vec<_>>().join(", ")
}

fn known_keys(player: &str) -> Message {
    let keys = PLAYERS.iter().find(|known| known.name == player).map_or(&[][..], |known| known.keys);
    if keys.is_empty() {
        messages::takes_no_keys()
    } else {
        messages::takes_keys(names(keys.iter().map(|key| key.name)))
    }
}

impl PlayerSpec {
    /// Every player there is, for help texts and forms.
    pub fn all() -> &'static [PlayerDescription] {
        PLAYERS
    }

    /// A person.
    pub const HUMAN: Self = Self::Human(HumanSpec {});

    /// Whether a person plays.
    pub fn is_human(&self) -> bool {
        self.role() == Role::Human
    }

    /// Whether another program plays, which only matches and tournaments start.
    pub fn is_external(&self) -> bool {
        self.role() == Role::External
    }

    /// The seed, if the spec names one.
    pub fn seed(&self) -> Option<u64> {
        self.clone().seed_mut().and_then(|seed| *seed)
    }

    /// The same player with a seed; unchanged where the player has no use for one.
    #[must_use]
    pub fn with_seed(mut self, seed: u64) -> Self {
        if let Some(own) = self.seed_mut() {
            *own = Some(seed);
        }
        self
    }

    fn seed_mut(&mut self) -> Option<&mut Option<u64>> {
        match self {
            Self::Random(settings) => Some(&mut settings.seed),
            Self::Greedy(settings) => Some(&mut settings.seed),
            Self::Minimax(settings) => Some(&mut settings.seed),
            Self::AlphaBeta(settings) => Some(&mut settings.seed),
            Self::Mcts(settings) => Some(&mut settings.seed),
            Self::Level(settings) => Some(&mut settings.seed),
            Self::Elo(settings) => Some(&mut settings.seed),
            Self::Easy(preset)
            | Self::Medium(preset)
            | Self::Hard(preset)
            | Self::Max(preset)
            | Self::Perfect(preset) => Some(&mut preset.seed),
            Self::Human(_) | Self::Uci(_) | Self::NBoard(_) => None,
        }
    }

    /// The evaluator that the spec names; `None` where it is left open or the player takes none.
    pub fn eval(&self) -> Option<&EvalRef> {
        match self {
            Self::Greedy(settings) => settings.eval.as_ref(),
            Self::Minimax(settings) => settings.eval.as_ref(),
            Self::AlphaBeta(settings) => settings.eval.as_ref(),
            Self::Mcts(settings) => settings.eval.as_ref(),
            _ => None,
        }
    }

    /// The same player with another evaluator; `None` where the player takes none.
    pub fn with_eval(mut self, eval: EvalRef) -> Option<Self> {
        *self.eval_mut()? = Some(eval);
        Some(self)
    }

    fn eval_mut(&mut self) -> Option<&mut Option<EvalRef>> {
        match self {
            Self::Greedy(settings) => Some(&mut settings.eval),
            Self::Minimax(settings) => Some(&mut settings.eval),
            Self::AlphaBeta(settings) => Some(&mut settings.eval),
            Self::Mcts(settings) => Some(&mut settings.eval),
            _ => None,
        }
    }

    /// The factor on the effort of a level, where the player is one.
    pub fn effort_mut(&mut self) -> Option<&mut Option<f64>> {
        match self {
            Self::Level(settings) => Some(&mut settings.effort),
            Self::Elo(settings) => Some(&mut settings.effort),
            Self::Easy(preset)
            | Self::Medium(preset)
            | Self::Hard(preset)
            | Self::Max(preset)
            | Self::Perfect(preset) => Some(&mut preset.effort),
            _ => None,
        }
    }

    /// The same player with this effort, where it is a level that leaves it open.
    #[must_use]
    pub fn with_default_effort(mut self, factor: f64) -> Self {
        if let Some(effort) = self.effort_mut() {
            effort.get_or_insert(factor);
        }
        self
    }

    /// The opening book that the spec names; `None` where it is left open or the player takes none.
    pub fn book(&self) -> Option<&BookRef> {
        match self {
            Self::AlphaBeta(settings) => settings.book.as_ref(),
            Self::Easy(preset)
            | Self::Medium(preset)
            | Self::Hard(preset)
            | Self::Max(preset)
            | Self::Perfect(preset) => preset.book.as_ref(),
            _ => None,
        }
    }

    fn book_mut(&mut self) -> Option<&mut BookRef> {
        match self {
            Self::AlphaBeta(settings) => settings.book.as_mut(),
            Self::Easy(preset)
            | Self::Medium(preset)
            | Self::Hard(preset)
            | Self::Max(preset)
            | Self::Perfect(preset) => preset.book.as_mut(),
            _ => None,
        }
    }

    /// The files that the spec names, by their keys: history tables, networks and opening books that are read from disk.
    pub fn files(&self) -> Vec<(&'static str, &Path)> {
        let eval = self.eval().and_then(EvalRef::file).map(|path| ("eval", path));
        let book = match self.book() {
            Some(BookRef::File(path)) => Some(("book", path.as_path())),
            _ => None,
        };
        let table = match self {
            Self::AlphaBeta(settings) => settings.table.as_deref().map(|path| ("table", path)),
            _ => None,
        };
        eval.into_iter().chain(table).chain(book).collect()
    }

    /// The same player with every file replaced by what `map` makes of its key and path.
    pub fn map_files<E>(mut self, mut map: impl FnMut(&'static str, &Path) -> Result<PathBuf, E>) -> Result<Self, E> {
        if let Some(Some(EvalRef::File(path))) = self.eval_mut() {
            *path = map("eval", path)?;
        }
        if let Self::AlphaBeta(AlphaBetaSpec { table: Some(path), .. }) = &mut self {
            *path = map("table", path)?;
        }
        if let Some(BookRef::File(path)) = self.book_mut() {
            *path = map("book", path)?;
        }
        Ok(self)
    }
}

/// Players that are written as their first key: `level=3`, `elo=1500`.
const WRITTEN_AS_KEY: [&str; 2] = ["level", "elo"];

/// The player that a text names by its first key.
fn named_by_key(text: &str) -> Option<&'static str> {
    let (key, _) = text.split_once('=')?;
    WRITTEN_AS_KEY.into_iter().find(|name| *name == key)
}

impl FromStr for PlayerSpec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        if let Some(spec) = aliases::expand(text) {
            return spec;
        }
        let (name, settings) = match (named_by_key(text), text.split_once(':')) {
            (Some(name), _) => (name, Some(text)),
            (None, Some((name, settings))) => (name, Some(settings)),
            (None, None) => (text, None),
        };
        let player = PLAYERS.iter().find(|player| player.name == name);
        let player = player.ok_or_else(|| SpecError::UnknownName { name: clip(name) })?;
        let pairs = settings.map_or(Ok(Vec::new()), text::read_pairs)?;
        let is_known = |key: &str| player.keys.iter().any(|known| known.name == key);
        match pairs.iter().find(|(key, _)| !is_known(key)) {
            Some((key, _)) => Err(SpecError::UnknownKey { player: player.name, key: clip(key) }),
            None => Self::read(player.name, &pairs),
        }
    }
}

impl TryFrom<String> for PlayerSpec {
    type Error = SpecError;

    fn try_from(text: String) -> Result<Self, SpecError> {
        text.parse()
    }
}

impl From<PlayerSpec> for String {
    fn from(spec: PlayerSpec) -> Self {
        spec.to_string()
    }
}

impl fmt::Display for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut pairs = Vec::new();
        self.each(|key, value| pairs.push(format!("{key}={}", text::show_value(&value))));
        match (self.name(), pairs.join(",")) {
            (name, pairs) if pairs.is_empty() => f.write_str(name),
            (name, pairs) if WRITTEN_AS_KEY.contains(&name) => f.write_str(&pairs),
            (name, pairs) => write!(f, "{name}:{pairs}"),
        }
    }
}
