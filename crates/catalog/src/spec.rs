//! A player as a line of text: `name[:key=value[,key=value]…]`.
//!
//! The same line means the same player in the terminal, in a match and in a file. What is not known is refused
//! with the list of what is.

use std::fmt;
use std::str::FromStr;

use quevedo_core::notation::clip;
use thiserror::Error;

/// A player. Prints back in canonical form: keys in a fixed order, nothing said that is the default.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerSpec {
    /// Which player, with its settings.
    pub kind: PlayerKind,
}

/// The players there are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayerKind {
    /// A person.
    Human,
    /// A uniformly random legal move.
    Random {
        /// The seed; without one every game is different.
        seed: Option<u64>,
    },
}

/// A name, what it means, and the keys it takes with what they mean.
struct Description {
    name: &'static str,
    meaning: &'static str,
    keys: &'static [(&'static str, &'static str)],
}

const PLAYERS: &[Description] = &[
    Description { name: "human", meaning: "a person", keys: &[] },
    Description {
        name: "random",
        meaning: "a uniformly random legal move",
        keys: &[("seed", "a whole number: the same seed plays the same games")],
    },
];

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
        expected: &'static str,
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
        format!("it takes {}", names(keys.iter().map(|(key, _)| *key)))
    }
}

impl PlayerSpec {
    /// Every player with what it means and the keys it takes, for help texts.
    pub fn describe_all() -> impl Iterator<Item = (&'static str, &'static str, &'static [(&'static str, &'static str)])>
    {
        PLAYERS.iter().map(|player| (player.name, player.meaning, player.keys))
    }

    /// Whether a person plays.
    pub fn is_human(&self) -> bool {
        self.kind == PlayerKind::Human
    }
}

impl FromStr for PlayerSpec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        let (name, settings) = text.split_once(':').map_or((text, None), |(name, rest)| (name, Some(rest)));
        let known = PLAYERS.iter().find(|player| player.name == name);
        let known = known.ok_or_else(|| SpecError::UnknownName { name: clip(name) })?;
        let settings = Settings::read(known, settings)?;
        let kind = match known.name {
            "random" => PlayerKind::Random { seed: settings.number("seed")? },
            _ => PlayerKind::Human,
        };
        Ok(Self { kind })
    }
}

impl fmt::Display for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            PlayerKind::Human => write!(f, "human"),
            PlayerKind::Random { seed: None } => write!(f, "random"),
            PlayerKind::Random { seed: Some(seed) } => write!(f, "random:seed={seed}"),
        }
    }
}

/// The keys and values of a spec, all of them known to the player.
struct Settings<'a>(Vec<(&'static str, &'a str)>);

impl<'a> Settings<'a> {
    fn read(player: &Description, text: Option<&'a str>) -> Result<Self, SpecError> {
        let mut pairs = Vec::new();
        for part in text.into_iter().flat_map(|text| text.split(',')) {
            let pair = part.split_once('=').ok_or_else(|| SpecError::NotAPair { part: clip(part) })?;
            let known = player.keys.iter().find(|(key, _)| *key == pair.0);
            let unknown = || SpecError::UnknownKey { player: player.name, key: clip(pair.0) };
            let (key, _) = known.ok_or_else(unknown)?;
            if pairs.iter().any(|(earlier, _)| earlier == key) {
                return Err(SpecError::Twice { key: clip(key) });
            }
            pairs.push((*key, pair.1));
        }
        Ok(Self(pairs))
    }

    fn number(&self, key: &'static str) -> Result<Option<u64>, SpecError> {
        let Some((_, value)) = self.0.iter().find(|(known, _)| *known == key) else { return Ok(None) };
        let digits = value.bytes().all(|byte| byte.is_ascii_digit());
        let number = value.parse().ok().filter(|_| digits);
        let expected = "a whole number, 0 or more";
        number.map(Some).ok_or_else(|| SpecError::BadValue { key, value: clip(value), expected })
    }
}
