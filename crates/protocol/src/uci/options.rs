//! The options of the UCI protocol: what can be set, within which bounds, and what it means for the player.

use std::time::Duration;

use quevedo_catalog::{AlphaBetaSpec, Catalog, EloSpec, GameEntry, LevelSpec, PlayerSpec};
use quevedo_core::notation::clip;
use thiserror::Error;

/// The deepest search that a player spec can ask for: no limit at all, in practice.
const MAX_DEPTH: u32 = 100;
/// The levels that `UCI_Elo` is mapped to in games whose levels have no measured Elo.
const LEVELS: u64 = 10;

/// An option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Name {
    Hash,
    Threads,
    MultiPv,
    Ponder,
    MoveOverhead,
    LimitStrength,
    Elo,
    Chess960,
    ShowWdl,
    ClearHash,
    Variant,
    Exact,
    SyzygyPath,
}

/// What an option takes.
#[derive(Clone, Copy)]
enum Kind {
    /// A number: what it is at first, the least, the most.
    Spin(u64, u64, u64),
    /// `true` or `false`: what it is at first.
    Check(bool),
    Button,
    /// The name of a game.
    Game,
    /// Folders.
    Folders,
}

/// All options, in the order of [`Name`].
const OPTIONS: [(Name, &str, Kind); 13] = [
    (Name::Hash, "Hash", Kind::Spin(64, 1, 16_384)),
    (Name::Threads, "Threads", Kind::Spin(1, 1, 256)),
    (Name::MultiPv, "MultiPV", Kind::Spin(1, 1, 100)),
    (Name::Ponder, "Ponder", Kind::Check(false)),
    (Name::MoveOverhead, "Move Overhead", Kind::Spin(10, 0, 5_000)),
    (Name::LimitStrength, "UCI_LimitStrength", Kind::Check(false)),
    (Name::Elo, "UCI_Elo", Kind::Spin(1_500, 700, 2_300)),
    (Name::Chess960, "UCI_Chess960", Kind::Check(false)),
    (Name::ShowWdl, "UCI_ShowWDL", Kind::Check(false)),
    (Name::ClearHash, "Clear Hash", Kind::Button),
    (Name::Variant, "UCI_Variant", Kind::Game),
    (Name::Exact, "Exact", Kind::Check(true)),
    (Name::SyzygyPath, "SyzygyPath", Kind::Folders),
];

/// Why an option was not set.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(super) enum OptionError {
    #[error("write `setoption name NAME value VALUE`")]
    Syntax,
    #[error("no option is called `{0}`: `uci` lists them")]
    Unknown(String),
    #[error("option {name} cannot be `{value}`: {expected}")]
    BadValue { name: &'static str, value: String, expected: String },
}

/// What setting an option asks for beyond remembering its value.
#[derive(Debug, PartialEq)]
pub(super) enum Change {
    Nothing,
    ClearHash,
    Game(GameEntry),
    /// Use the tables in these folders.
    Tables(String),
}

/// The values of all options; those that are no numbers count as 0.
#[derive(Clone, Debug)]
pub(super) struct Options {
    values: [u64; OPTIONS.len()],
}

impl Default for Options {
    fn default() -> Self {
        let first = |kind: Kind| match kind {
            Kind::Spin(default, ..) => default,
            Kind::Check(on) => u64::from(on),
            Kind::Button | Kind::Game | Kind::Folders => 0,
        };
        Self { values: OPTIONS.map(|(_, _, kind)| first(kind)) }
    }
}

impl Options {
    /// The `option` lines.
    pub(super) fn lines(catalog: &Catalog) -> Vec<String> {
        let describe = |kind: Kind| match kind {
            Kind::Spin(default, least, most) => format!("spin default {default} min {least} max {most}"),
            Kind::Check(on) => format!("check default {on}"),
            Kind::Button => "button".into(),
            Kind::Folders => "string default <empty>".into(),
            Kind::Game => {
                let names: Vec<&str> = catalog.games().iter().map(|game| game.uci_name()).collect();
                let default = catalog.uci_default().map_or("<empty>", |game| game.uci_name());
                format!("combo default {default} var {}", names.join(" var "))
            }
        };
        OPTIONS.iter().map(|(_, name, kind)| format!("option name {name} type {}", describe(*kind))).collect()
    }

    /// Sets what `setoption` names; `text` is what follows that word.
    pub(super) fn set(&mut self, catalog: &Catalog, text: &str) -> Result<Change, OptionError> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let Some((&"name", rest)) = words.split_first() else { return Err(OptionError::Syntax) };
        let end = rest.iter().position(|word| *word == "value").unwrap_or(rest.len());
        let (name, value) = (rest[..end].join(" "), rest.get(end + 1..).unwrap_or_default().join(" "));
        let known = OPTIONS.iter().find(|(_, known, _)| known.eq_ignore_ascii_case(&name));
        let (name, shown, kind) = known.ok_or_else(|| OptionError::Unknown(clip(&name)))?;
        let wrong = |expected: String| OptionError::BadValue { name: shown, value: clip(&value), expected };
        match *kind {
            Kind::Spin(_, least, most) => {
                let number = value.parse().ok().filter(|number| (least..=most).contains(number));
                self.values[*name as usize] =
                    number.ok_or_else(|| wrong(format!("a whole number from {least} to {most}")))?;
            }
            Kind::Check(_) => {
                let on = value.to_ascii_lowercase().parse::<bool>();
                self.values[*name as usize] = u64::from(on.map_err(|_| wrong("`true` or `false`".into()))?);
            }
            Kind::Button => return Ok(Change::ClearHash),
            Kind::Folders => {
                let named = !value.is_empty() && value != "<empty>";
                self.values[*name as usize] = u64::from(named);
                return Ok(if named { Change::Tables(value) } else { Change::Nothing });
            }
            Kind::Game => {
                let games = || catalog.games().iter().map(|game| game.uci_name()).collect::<Vec<_>>().join(", ");
                return catalog.find_uci(&value).cloned().map(Change::Game).ok_or_else(|| wrong(games()));
            }
        }
        Ok(Change::Nothing)
    }

    fn number(&self, name: Name) -> u64 {
        self.values[name as usize]
    }

    /// Whether a switch is on.
    pub(super) fn is_on(&self, name: Name) -> bool {
        self.number(name) > 0
    }

    /// How many lines are wanted.
    pub(super) fn lines_wanted(&self) -> usize {
        self.number(Name::MultiPv) as usize
    }

    /// What a move takes on its way to the board.
    pub(super) fn overhead(&self) -> Duration {
        Duration::from_millis(self.number(Name::MoveOverhead))
    }

    /// The player under these options. Its limits come with every move.
    pub(super) fn player(&self, game: &GameEntry) -> PlayerSpec {
        if self.is_on(Name::LimitStrength) {
            return self.limited_player(game);
        }
        let exact = self.is_on(Name::Exact) || self.is_on(Name::SyzygyPath);
        PlayerSpec::AlphaBeta(AlphaBetaSpec {
            depth: Some(MAX_DEPTH),
            hash: Some(self.number(Name::Hash) as usize),
            threads: Some(self.number(Name::Threads) as usize),
            lines: Some(self.lines_wanted()),
            exact: exact.then_some(true),
            ..AlphaBetaSpec::default()
        })
    }

    fn limited_player(&self, game: &GameEntry) -> PlayerSpec {
        if game.has_rated_levels() {
            return PlayerSpec::Elo(EloSpec { elo: self.number(Name::Elo) as u32, effort: None, seed: None });
        }
        PlayerSpec::Level(LevelSpec { level: self.level() as u32, effort: None, seed: None })
    }

    fn level(&self) -> u64 {
        let Kind::Spin(_, least, most) = OPTIONS[Name::Elo as usize].2 else { return LEVELS };
        let (step, above) = ((most - least) / (LEVELS - 1), self.number(Name::Elo) - least);
        1 + (above + step / 2) / step
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_in_order() {
        assert!(OPTIONS.iter().enumerate().all(|(index, (name, ..))| *name as usize == index));
    }

    #[test]
    fn strength_becomes_an_elo_or_a_level() {
        let mut options = Options::default();
        let catalog = Catalog::standard();
        let rated = catalog.games().iter().find(|game| game.has_rated_levels()).unwrap();
        let unrated = catalog.games().iter().find(|game| !game.has_rated_levels()).unwrap();
        options.set(&catalog, "name UCI_LimitStrength value true").unwrap();
        for (elo, level) in [(700, 1), (1_000, 3), (1_500, 6), (2_050, 9), (2_300, 10)] {
            options.set(&catalog, &format!("name uci_elo value {elo}")).unwrap();
            assert_eq!(options.player(rated).to_string(), format!("elo={elo}"));
            assert_eq!(options.player(unrated).to_string(), format!("level={level}"));
        }
    }

    #[test]
    fn what_does_not_fit_is_refused_and_changes_nothing() {
        let catalog = Catalog::standard();
        let mut options = Options::default();
        let game = &catalog.games()[0].clone();
        let before = options.player(game);
        for wrong in [
            "",
            "Hash value 1",
            "name Hash",
            "name Hash value",
            "name Hash value 0",
            "name Hash value 999999999",
            "name Hash value 99999999999999999999999",
            "name Hash value x",
            "name Threads value -1",
            "name Ponder value maybe",
            "name UCI_Variant value tiddlywinks",
            "name Nothing value 1",
        ] {
            assert!(options.set(&catalog, wrong).is_err(), "{wrong}");
        }
        assert_eq!(options.player(game), before);
        assert_eq!(options.set(&catalog, "name Clear Hash"), Ok(Change::ClearHash));
        assert_eq!(options.set(&catalog, "name  Move   Overhead value 100"), Ok(Change::Nothing));
        assert_eq!(options.overhead(), Duration::from_millis(100));
        assert_eq!(options.set(&catalog, "name SyzygyPath value <empty>"), Ok(Change::Nothing));
        assert_eq!(options.player(game), before);
        assert_eq!(options.set(&catalog, "name SyzygyPath value a b:c"), Ok(Change::Tables("a b:c".into())));
        assert!(matches!(options.player(game), PlayerSpec::AlphaBeta(spec) if spec.exact == Some(true)));
    }
}
