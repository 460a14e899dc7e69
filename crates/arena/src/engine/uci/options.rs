//! The UCI options of a program: those it announces, and those that a spec sets.

use quevedo_core::notation::clip;

/// An option as the program announces it: `option name Style type combo default Normal var Solid var Normal`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct EngineOption {
    name: String,
    kind: OptionKind,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum OptionKind {
    Check,
    Spin(i64, i64),
    Combo(Vec<String>),
    Button,
    /// Text, or an unknown kind.
    Other,
}

impl EngineOption {
    /// Reads a line; `None` if it announces no option.
    pub(super) fn read(line: &str) -> Option<Self> {
        let line = line.split_whitespace().collect::<Vec<_>>().join(" ");
        let (name, rest) = line.strip_prefix("option name ")?.split_once(" type ")?;
        let bound = |word: &str| {
            let mut words = rest.split(' ').skip_while(|found| *found != word);
            words.nth(1).and_then(|number| number.parse().ok())
        };
        let kind = match rest.split(' ').next()? {
            "check" => OptionKind::Check,
            "spin" => OptionKind::Spin(bound("min").unwrap_or(i64::MIN), bound("max").unwrap_or(i64::MAX)),
            "combo" => OptionKind::Combo(rest.split(" var ").skip(1).map(str::to_owned).collect()),
            "button" => OptionKind::Button,
            _ => OptionKind::Other,
        };
        Some(Self { name: name.into(), kind })
    }

    /// The option of that name; letters may be of either case.
    pub(super) fn find<'a>(known: &'a [Self], name: &str) -> Option<&'a Self> {
        known.iter().find(|option| option.name.eq_ignore_ascii_case(name))
    }

    /// The error where there is no such option.
    pub(super) fn missing(known: &[Self], name: &str) -> String {
        let names: Vec<&str> = known.iter().map(|option| option.name.as_str()).collect();
        format!("it has no option `{}`: there are {}", clip(name), names.join(", "))
    }

    /// The command that sets it, or why the value does not fit.
    pub(super) fn set(&self, value: Option<&str>) -> Result<String, String> {
        let Self { name, kind } = self;
        let given = value.unwrap_or_default();
        let refuse = |expected: String| Err(format!("its option {name} cannot be `{}`: {expected}", clip(given)));
        match kind {
            OptionKind::Button if value.is_some() => return refuse("it is a button and takes no value".into()),
            OptionKind::Button => return Ok(format!("setoption name {name}")),
            _ if value.is_none() => return refuse(format!("write `{name}:VALUE`")),
            OptionKind::Check if !matches!(given, "true" | "false") => return refuse("`true` or `false`".into()),
            OptionKind::Spin(least, most) if !given.parse().is_ok_and(|number| (*least..=*most).contains(&number)) => {
                return refuse(format!("a whole number from {least} to {most}"));
            }
            OptionKind::Combo(choices) if !choices.iter().any(|choice| choice.eq_ignore_ascii_case(given)) => {
                return refuse(format!("it knows {}", choices.join(", ")));
            }
            _ => {}
        }
        Ok(format!("setoption name {name} value {given}"))
    }
}

/// The options of a spec, `name:value` joined by `;`. A button has no value.
pub(super) fn read_options(text: &str) -> Result<Vec<(&str, Option<&str>)>, String> {
    let parts = text.split(';').map(str::trim).filter(|part| !part.is_empty());
    let pairs = parts.map(|part| match part.split_once(':') {
        Some((name, value)) if !name.trim().is_empty() => Ok((name.trim(), Some(value.trim()))),
        Some(_) => Err(format!("`{}` in its options: write `name:value`, several joined by `;`", clip(part))),
        None => Ok((part, None)),
    });
    pairs.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known() -> Vec<EngineOption> {
        let lines = [
            "id name An engine",
            "option name Hash type spin default 16 min 1 max 1024",
            "option name  Skill  Level type spin default 20 min 0 max 20",
            "option name Ponder type check default false",
            "option name Clear Hash type button",
            "option name EvalFile type string default <empty>",
            "option name UCI_Variant type combo default chess var chess var amazons var fox-and-hounds",
        ];
        lines.iter().filter_map(|line| EngineOption::read(line)).collect()
    }

    fn set(name: &str, value: Option<&str>) -> Result<String, String> {
        EngineOption::find(&known(), name).unwrap().set(value)
    }

    #[test]
    fn valid_values_are_set() {
        let cases = [
            ("hash", Some("64"), "setoption name Hash value 64"),
            ("Skill Level", Some("5"), "setoption name Skill Level value 5"),
            ("Ponder", Some("true"), "setoption name Ponder value true"),
            ("Clear Hash", None, "setoption name Clear Hash"),
            ("EvalFile", Some("/nets/a b.nnue"), "setoption name EvalFile value /nets/a b.nnue"),
            ("UCI_Variant", Some("amazons"), "setoption name UCI_Variant value amazons"),
        ];
        for (name, value, line) in cases {
            assert_eq!(set(name, value).as_deref(), Ok(line));
        }
    }

    #[test]
    fn invalid_values_are_refused_with_the_valid_ones() {
        let cases = [
            ("Hash", Some("0"), "from 1 to 1024"),
            ("Hash", Some("many"), "from 1 to 1024"),
            ("Hash", None, "Hash:VALUE"),
            ("Ponder", Some("yes"), "`true` or `false`"),
            ("Clear Hash", Some("now"), "button"),
            ("UCI_Variant", Some("othello"), "chess, amazons, fox-and-hounds"),
        ];
        for (name, value, words) in cases {
            assert!(set(name, value).is_err_and(|error| error.contains(words)), "{name}: {:?}", set(name, value));
        }
        assert!(EngineOption::missing(&known(), "Contempt").contains("Hash, Skill Level, Ponder"));
        assert_eq!(known().len(), 6);
    }

    #[test]
    fn options_of_a_spec_are_pairs() {
        let wanted = read_options("Skill Level:5; Hash : 16;Clear Hash;File:C:/x;").unwrap();
        let expected = [("Skill Level", Some("5")), ("Hash", Some("16")), ("Clear Hash", None), ("File", Some("C:/x"))];
        assert_eq!(wanted, expected);
        assert_eq!(read_options("").unwrap(), []);
        assert!(read_options("Hash:1;:2").is_err_and(|error| error.contains("name:value")));
    }
}
