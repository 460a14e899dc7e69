//! The values of a spec: how each kind is read and written.

use std::path::{Path, PathBuf};
use std::time::Duration;

use quevedo_core::SearchParams;
use quevedo_core::message::Message;
use quevedo_nets::is_file;
use quevedo_search::mcts::Policy;

use super::messages;

/// The longest time a spec can name.
const MAX_TIME: Duration = Duration::from_hours(24);

/// What a key takes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ValueKind {
    /// A whole number within bounds.
    Number(u64, u64),
    /// A decimal number within bounds.
    Real(f64, f64),
    /// A time such as `500ms` or `5s`.
    Time,
    /// `on` or `off`.
    Switch,
    /// One of some words.
    OneOf(&'static [&'static str]),
    /// An evaluator of the game, or the path of a network.
    Evaluator,
    /// The path of a file.
    File,
    /// `on`, `off`, or the path of an opening book.
    Book,
    /// One line of text.
    Text(TextKind),
}

impl ValueKind {
    /// What would be right.
    pub fn expected(self) -> Message {
        match self {
            Self::Number(min, u64::MAX) => messages::number_from(min),
            Self::Number(min, max) => messages::number_between(min, max),
            Self::Real(min, max) => messages::real_between(min, max),
            Self::Time => messages::a_time(),
            Self::Switch => messages::on_or_off(),
            Self::OneOf(words) => messages::one_of(words.join(", ")),
            Self::Evaluator => messages::an_evaluator(),
            Self::File => messages::a_file(),
            Self::Book => messages::a_book(),
            Self::Text(TextKind::Command) => messages::a_command(),
            Self::Text(TextKind::UciOptions) => messages::uci_options(),
            Self::Text(TextKind::UciVariant) => messages::uci_variant(),
            Self::Text(TextKind::SearchParams) => messages::search_params(),
        }
    }
}

/// What a text stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextKind {
    /// A program and its arguments.
    Command,
    /// Options of a UCI program.
    UciOptions,
    /// The name of a game in UCI.
    UciVariant,
    /// Search parameters.
    SearchParams,
}

impl TextKind {
    /// What stands for it in lists.
    pub const fn placeholder(self) -> &'static str {
        match self {
            Self::Command => "COMMAND",
            Self::UciOptions | Self::SearchParams => "NAME:VALUE;…",
            Self::UciVariant => "NAME",
        }
    }
}

/// Which evaluator a player uses.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum EvalRef {
    /// The strongest one of the game.
    #[default]
    Best,
    /// A hand-made evaluator or a network by its name.
    Named(String),
    /// A network read from a file.
    File(PathBuf),
}

impl EvalRef {
    /// The evaluator that a text names: a path where it looks like one, else a name.
    pub fn new(text: &str) -> Self {
        match text {
            quevedo_nets::BEST => Self::Best,
            path if is_file(path) => Self::File(path.into()),
            name => Self::Named(name.into()),
        }
    }

    /// The file, if it is one.
    pub fn file(&self) -> Option<&Path> {
        match self {
            Self::File(path) => Some(path),
            Self::Best | Self::Named(_) => None,
        }
    }
}

impl std::fmt::Display for EvalRef {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Best => f.write_str(quevedo_nets::BEST),
            Self::Named(name) => f.write_str(name),
            Self::File(path) => path.display().fmt(f),
        }
    }
}

/// Which opening book a player uses.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum BookRef {
    /// The one that is shipped with the game.
    Shipped,
    /// None.
    Off,
    /// One read from a file.
    File(PathBuf),
}

/// Search parameters that differ from those of the game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ParamValues(
    /// The index in [`SearchParams::TABLE`], and the value.
    pub Vec<(usize, i32)>,
);

impl ParamValues {
    /// The values by name, in order; `None` for an unknown name, a name given twice, or a value out of range.
    pub fn from_text(text: &str) -> Option<Self> {
        let mut values: Vec<(usize, i32)> = Vec::new();
        for part in text.split(';') {
            let (name, value) = part.split_once(':')?;
            let index = SearchParams::TABLE.iter().position(|param| param.name == name.trim())?;
            let param = SearchParams::TABLE[index];
            let value = value.trim().parse().ok().filter(|value| (param.min..=param.max).contains(value))?;
            if values.iter().any(|(other, _)| *other == index) {
                return None;
            }
            values.push((index, value));
        }
        Some(Self(values))
    }

    /// The parameters of a game with these values in their places.
    pub fn applied_to(&self, mut params: SearchParams) -> SearchParams {
        self.0.iter().for_each(|(index, value)| params.set(*index, *value));
        params
    }
}

impl std::fmt::Display for ParamValues {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (number, (index, value)) in self.0.iter().enumerate() {
            let separator = if number > 0 { ";" } else { "" };
            write!(f, "{separator}{}:{value}", SearchParams::TABLE[*index].name)?;
        }
        Ok(())
    }
}

/// How a simulation of a Monte Carlo search is scored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RolloutKind {
    /// By the result of a random game.
    Random,
    /// By the evaluator, after some random plies.
    Eval,
}

/// A value that is written in one way.
pub(super) trait SpecValue: Sized {
    /// Reads a value; `None` if it does not fit the kind.
    fn read(text: &str, kind: ValueKind) -> Option<Self>;
    fn show(&self) -> String;
}

impl SpecValue for u64 {
    fn read(text: &str, kind: ValueKind) -> Option<Self> {
        let number = read_digits(text)?;
        matches!(kind, ValueKind::Number(min, max) if (min..=max).contains(&number)).then_some(number)
    }

    fn show(&self) -> String {
        self.to_string()
    }
}

impl SpecValue for u32 {
    fn read(text: &str, kind: ValueKind) -> Option<Self> {
        u64::read(text, kind)?.try_into().ok()
    }

    fn show(&self) -> String {
        self.to_string()
    }
}

impl SpecValue for usize {
    fn read(text: &str, kind: ValueKind) -> Option<Self> {
        u64::read(text, kind)?.try_into().ok()
    }

    fn show(&self) -> String {
        self.to_string()
    }
}

impl SpecValue for f64 {
    fn read(text: &str, kind: ValueKind) -> Option<Self> {
        let plain = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
        let number: Self = text.parse().ok().filter(|_| plain)?;
        matches!(kind, ValueKind::Real(min, max) if (min..=max).contains(&number)).then_some(number)
    }

    fn show(&self) -> String {
        self.to_string()
    }
}

impl SpecValue for Duration {
    fn read(text: &str, _kind: ValueKind) -> Option<Self> {
        read_time(text)
    }

    fn show(&self) -> String {
        show_time(*self)
    }
}

impl SpecValue for bool {
    fn read(text: &str, _kind: ValueKind) -> Option<Self> {
        match text {
            "on" => Some(true),
            "off" => Some(false),
            _ => None,
        }
    }

    fn show(&self) -> String {
        (if *self { "on" } else { "off" }).into()
    }
}

impl SpecValue for EvalRef {
    fn read(text: &str, _kind: ValueKind) -> Option<Self> {
        is_one_line(text).then(|| Self::new(text))
    }

    fn show(&self) -> String {
        self.to_string()
    }
}

impl SpecValue for BookRef {
    fn read(text: &str, _kind: ValueKind) -> Option<Self> {
        match text {
            "on" => Some(Self::Shipped),
            "off" => Some(Self::Off),
            path => is_one_line(path).then(|| Self::File(path.into())),
        }
    }

    fn show(&self) -> String {
        match self {
            Self::Shipped => "on".into(),
            Self::Off => "off".into(),
            Self::File(path) => path.display().to_string(),
        }
    }
}

impl SpecValue for ParamValues {
    fn read(text: &str, _kind: ValueKind) -> Option<Self> {
        Self::from_text(text)
    }

    fn show(&self) -> String {
        self.to_string()
    }
}

impl SpecValue for PathBuf {
    fn read(text: &str, _kind: ValueKind) -> Option<Self> {
        is_one_line(text).then(|| text.into())
    }

    fn show(&self) -> String {
        self.display().to_string()
    }
}

impl SpecValue for String {
    fn read(text: &str, _kind: ValueKind) -> Option<Self> {
        is_one_line(text).then(|| text.trim().into())
    }

    fn show(&self) -> String {
        self.clone()
    }
}

/// The words of a value that is one of a few, in the order of its variants.
pub(super) trait Words: Copy + PartialEq + 'static {
    const WORDS: &'static [(&'static str, Self)];
}

impl Words for Policy {
    const WORDS: &'static [(&'static str, Self)] = &[
        ("ucb1", Self::Ucb1),
        ("ucbcut", Self::UcbCut),
        ("epsilon", Self::Epsilon),
        ("epsilonmod", Self::EpsilonMod),
        ("puct", Self::Puct),
    ];
}

impl Words for RolloutKind {
    const WORDS: &'static [(&'static str, Self)] = &[("random", Self::Random), ("eval", Self::Eval)];
}

macro_rules! spec_words {
    ($($type:ty),*) => {$(
        impl SpecValue for $type {
            fn read(text: &str, _kind: ValueKind) -> Option<Self> {
                Self::WORDS.iter().find(|(word, _)| *word == text).map(|(_, value)| *value)
            }

            fn show(&self) -> String {
                let word = Self::WORDS.iter().find(|(_, value)| value == self);
                word.expect("every variant has its word").0.into()
            }
        }
    )*};
}
spec_words!(Policy, RolloutKind);

fn is_one_line(text: &str) -> bool {
    !text.trim().is_empty() && !text.contains(char::is_control)
}

fn read_digits(text: &str) -> Option<u64> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok()).flatten()
}

/// A time as specs write it: whole milliseconds, or seconds with at most three decimals.
pub fn read_time(text: &str) -> Option<Duration> {
    let time = if let Some(number) = text.strip_suffix("ms") {
        Duration::from_millis(read_digits(number)?)
    } else {
        let number = text.strip_suffix('s')?;
        let (whole, part) = number.split_once('.').unwrap_or((number, "0"));
        let millis = (part.len() <= 3).then(|| read_digits(&format!("{part:0<3}")))??;
        Duration::from_secs(read_digits(whole)?).checked_add(Duration::from_millis(millis))?
    };
    (time <= MAX_TIME && !time.is_zero()).then_some(time)
}

/// A time as specs write it.
pub fn show_time(time: Duration) -> String {
    if time.subsec_nanos() == 0 { format!("{}s", time.as_secs()) } else { format!("{}ms", time.as_millis()) }
}
