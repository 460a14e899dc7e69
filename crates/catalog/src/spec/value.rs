//! The values of a spec: how each kind is read and written.

use std::fmt;
use std::time::Duration;

/// What a key takes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    /// A whole number within bounds.
    Number(u64, u64),
    /// A number within bounds.
    Real(f64, f64),
    /// A time such as `500ms` or `5s`.
    Time,
    /// `on` or `off`.
    Switch,
    /// One of some words.
    OneOf(&'static [&'static str]),
    /// A name whose meaning depends on the game, or the path of a file: an evaluator.
    Name,
    /// The path of a file.
    File,
    /// Any text in one line.
    Text {
        /// What stands for it in lists.
        shown: &'static str,
        /// What would be right.
        expected: &'static str,
    },
}

/// A value of a spec.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Value {
    Number(u64),
    Real(f64),
    Time(Duration),
    Switch(bool),
    Word(String),
}

/// The longest time a spec can name.
const LONGEST: Duration = Duration::from_hours(24);

impl Kind {
    /// Reads a value; `None` if it does not fit.
    pub(super) fn read(self, text: &str) -> Option<Value> {
        match self {
            Self::Number(least, most) => {
                let number = read_digits(text)?;
                (least..=most).contains(&number).then_some(Value::Number(number))
            }
            Self::Real(least, most) => {
                let plain = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
                let number = text.parse().ok().filter(|_| plain)?;
                (least..=most).contains(&number).then_some(Value::Real(number))
            }
            Self::Time => read_time(text).map(Value::Time),
            Self::Switch => match text {
                "on" => Some(Value::Switch(true)),
                "off" => Some(Value::Switch(false)),
                _ => None,
            },
            Self::OneOf(words) => words.contains(&text).then(|| Value::Word(text.into())),
            Self::Name | Self::File => (!text.is_empty()).then(|| Value::Word(text.into())),
            Self::Text { .. } => {
                let one_line = !text.trim().is_empty() && !text.contains(char::is_control);
                one_line.then(|| Value::Word(text.trim().into()))
            }
        }
    }

    /// What would be right, in words.
    pub fn expected(self) -> String {
        match self {
            Self::Number(least, u64::MAX) => format!("a whole number, {least} or more"),
            Self::Number(least, most) => format!("a whole number from {least} to {most}"),
            Self::Real(least, most) => format!("a number from {least} to {most}"),
            Self::Time => "a time such as `500ms` or `5s`, at most a day".into(),
            Self::Switch => "`on` or `off`".into(),
            Self::OneOf(words) => format!("one of {}", words.join(", ")),
            Self::Name => "the name of an evaluator of the game".into(),
            Self::File => "the path of a file".into(),
            Self::Text { expected, .. } => expected.into(),
        }
    }
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
    (time <= LONGEST && !time.is_zero()).then_some(time)
}

/// A time as specs write it.
pub fn show_time(time: Duration) -> String {
    if time.subsec_nanos() == 0 { format!("{}s", time.as_secs()) } else { format!("{}ms", time.as_millis()) }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => write!(f, "{number}"),
            Self::Real(number) => write!(f, "{number}"),
            Self::Time(time) => f.write_str(&show_time(*time)),
            Self::Switch(on) => f.write_str(if *on { "on" } else { "off" }),
            Self::Word(word) => f.write_str(word),
        }
    }
}
