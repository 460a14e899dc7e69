//! A player as a line of text: `name[:key=value[,key=value]…]`.
//!
//! The same line means the same player in the terminal, in a match and in a file. What is not known is refused
//! with the list of what is.

mod aliases;
mod table;
mod value;

pub use table::{Key, PlayerDescription};
pub use value::{Kind, read_time, show_time};

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use quevedo_core::notation::clip;
use quevedo_nets::is_file;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use table::PLAYERS;
use value::Value;

/// A player. Prints back in canonical form: keys in the order of the table, values in one way of writing.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct PlayerSpec {
    player: &'static PlayerDescription,
    /// In the order of the player's keys.
    values: Vec<(&'static str, Value)>,
}

/// Why a text is not a player.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SpecError {
    /// No player has that name.
    #[error("unknown player `{name}`: there are {}", names(PLAYERS.iter().map(|player| player.name)))]
    UnknownName {
        /// The name.
        name: String,
    },
    /// The player does not take that key.
    #[error("player `{player}` has no key `{key}`: {}", known_keys(player))]
    UnknownKey {
        /// The player.
        player: &'static str,
        /// The key.
        key: String,
    },
    /// A part that is not `key=value`.
    #[error("`{part}` in a player: write `key=value`, several joined by `,`")]
    NotAPair {
        /// The part.
        part: String,
    },
    /// The same key twice.
    #[error("key `{key}` is given twice")]
    Twice {
        /// The key.
        key: String,
    },
    /// A value out of its range.
    #[error("bad value `{value}` for `{key}`: {expected}")]
    BadValue {
        /// The key.
        key: &'static str,
        /// The value.
        value: String,
        /// What would be right.
        expected: String,
    },
    /// A key without which the player does not know what to do.
    #[error("player `{player}` needs `{key}=`: {expected}")]
    Missing {
        /// The player.
        player: &'static str,
        /// The key.
        key: &'static str,
        /// What would be right.
        expected: String,
    },
    /// A program from outside where none is started.
    #[error("`{player}` is a program from outside: it plays in matches and tournaments only, from the command line")]
    External {
        /// The player.
        player: &'static str,
    },
    /// A file that cannot be used.
    #[error("cannot use `{key}`: {problem}")]
    File {
        /// The key.
        key: &'static str,
        /// What is wrong with it.
        problem: String,
    },
}

fn names(names: impl Iterator<Item = &'static str>) -> String {
    names.collect::<Vec<_>>().join(", ")
}

fn known_keys(player: &str) -> String {
    let keys = PLAYERS.iter().find(|known| known.name == player).map_or(&[][..], |known| known.keys);
    if keys.is_empty() {
        "it takes none".into()
    } else {
        format!("it takes {}", names(keys.iter().map(|key| key.name)))
    }
}

impl PlayerSpec {
    /// Every player there is, for help texts.
    pub fn all() -> &'static [PlayerDescription] {
        PLAYERS
    }

    /// The name of the player.
    pub fn name(&self) -> &'static str {
        self.player.name
    }

    /// Whether a person plays.
    pub fn is_human(&self) -> bool {
        self.name() == "human"
    }

    /// Whether a program from outside plays, which only matches and tournaments start.
    pub fn is_external(&self) -> bool {
        self.player.is_external()
    }

    /// The seed, if the spec names one.
    pub fn seed(&self) -> Option<u64> {
        self.number("seed")
    }

    /// The same player with a seed; unchanged where the player has no use for one.
    #[must_use]
    pub fn with_seed(mut self, seed: u64) -> Self {
        self.set_number("seed", seed);
        self
    }

    /// The same player with a number for a key that it leaves open; unchanged where the player has no such key.
    #[must_use]
    pub fn with_default(mut self, key: &str, number: u64) -> Self {
        if self.get(key).is_none() {
            self.set_number(key, number);
        }
        self
    }

    fn set_number(&mut self, key: &str, number: u64) {
        let keys = self.player.keys;
        if let Some(known) = keys.iter().find(|known| known.name == key) {
            self.values.retain(|(name, _)| *name != key);
            self.values.push((known.name, Value::Number(number)));
            self.values.sort_by_key(|(name, _)| keys.iter().position(|known| known.name == *name));
        }
    }

    /// The whole number that the spec gives for a key.
    pub fn number(&self, key: &str) -> Option<u64> {
        self.get(key).and_then(|value| if let Value::Number(number) = value { Some(*number) } else { None })
    }

    /// The number that the spec gives for a key.
    pub fn real(&self, key: &str) -> Option<f64> {
        self.get(key).and_then(|value| if let Value::Real(number) = value { Some(*number) } else { None })
    }

    /// The time that the spec gives for a key.
    pub fn time(&self, key: &str) -> Option<Duration> {
        self.get(key).and_then(|value| if let Value::Time(time) = value { Some(*time) } else { None })
    }

    /// The word that the spec gives for a key.
    pub fn word(&self, key: &str) -> Option<&str> {
        self.get(key).and_then(|value| if let Value::Word(word) = value { Some(word.as_str()) } else { None })
    }

    /// The files that the spec names, by their keys: tables, and evaluators that are read from disk.
    pub fn files(&self) -> Vec<(&'static str, String)> {
        let named = self.player.keys.iter().filter_map(|key| Some((key, self.word(key.name)?)));
        let files = named.filter(|(key, word)| key.kind == Kind::File || key.kind == Kind::Name && is_file(word));
        files.map(|(key, word)| (key.name, word.to_owned())).collect()
    }

    /// The same player with another word for a key that it has; unchanged where it has none.
    #[must_use]
    pub fn with_word(mut self, key: &str, word: &str) -> Self {
        if let Some((_, Value::Word(old))) = self.values.iter_mut().find(|(known, _)| *known == key) {
            word.clone_into(old);
        }
        self
    }

    /// A switch, or what it is when nothing is said.
    pub(crate) fn switch(&self, key: &str, default: bool) -> bool {
        self.get(key).map_or(default, |value| matches!(value, Value::Switch(true)))
    }

    fn get(&self, key: &str) -> Option<&Value> {
        self.values.iter().find(|(known, _)| *known == key).map(|(_, value)| value)
    }

    fn read(name: &str, settings: Option<&str>) -> Result<Self, SpecError> {
        let player = PLAYERS.iter().find(|player| player.name == name);
        let player = player.ok_or_else(|| SpecError::UnknownName { name: clip(name) })?;
        let mut values: Vec<(&'static str, Value)> = Vec::new();
        for part in settings.into_iter().flat_map(|text| text.split(',')) {
            let (key, text) = part.split_once('=').ok_or_else(|| SpecError::NotAPair { part: clip(part) })?;
            let unknown = || SpecError::UnknownKey { player: player.name, key: clip(key) };
            let known = player.keys.iter().find(|known| known.name == key).ok_or_else(unknown)?;
            if values.iter().any(|(earlier, _)| *earlier == known.name) {
                return Err(SpecError::Twice { key: clip(key) });
            }
            let wrong = || SpecError::BadValue { key: known.name, value: clip(text), expected: known.kind.expected() };
            values.push((known.name, known.kind.read(text).ok_or_else(wrong)?));
        }
        values.sort_by_key(|(key, _)| player.keys.iter().position(|known| known.name == *key));
        Self { player, values }.complete()
    }

    /// Refuses a player that lacks what it cannot do without.
    fn complete(self) -> Result<Self, SpecError> {
        let needed = match self.name() {
            "minimax" => "depth",
            "level" => "level",
            _ if self.is_external() => "cmd",
            _ => return Ok(self),
        };
        if self.get(needed).is_some() {
            return Ok(self);
        }
        let known = self.player.keys.iter().find(|known| known.name == needed);
        let expected = known.map(|known| known.kind.expected()).unwrap_or_default();
        Err(SpecError::Missing { player: self.player.name, key: needed, expected })
    }
}

impl PartialEq for PlayerSpec {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name() && self.values == other.values
    }
}

impl FromStr for PlayerSpec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        if let Some(spec) = aliases::expand(text) {
            return spec.parse();
        }
        if text.starts_with("level=") {
            return Self::read("level", Some(text));
        }
        let (name, settings) = text.split_once(':').map_or((text, None), |(name, rest)| (name, Some(rest)));
        Self::read(name, settings)
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
        let settings: Vec<String> = self.values.iter().map(|(key, value)| format!("{key}={value}")).collect();
        match (self.name(), settings.join(",")) {
            (name, settings) if settings.is_empty() => f.write_str(name),
            ("level", settings) => f.write_str(&settings),
            (name, settings) => write!(f, "{name}:{settings}"),
        }
    }
}
