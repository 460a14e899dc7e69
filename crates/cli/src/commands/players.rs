//! `quevedo players`: the players and their settings.

use std::io::Write;

use anyhow::Result;
use quevedo_catalog::{GameEntry, Key, PlayerSpec, ValueKind};
use quevedo_core::{Language, Param, SearchParams};

use super::evals::evaluators;
use crate::args::{Lang, game_of_catalog};
use crate::output::write_described;

/// List the players and their settings
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Players {
    /// Also list the evaluators and search parameters of this game; every player plays every game
    #[arg(value_parser = game_of_catalog)]
    game: Option<GameEntry>,

    /// The language of the descriptions; those of search parameters are in English
    #[arg(long, value_enum, default_value_t)]
    lang: Lang,
}

const EXAMPLES: &str = "\
A player is a line of text: NAME or NAME:KEY=VALUE,KEY=VALUE, the same in every command.

Examples:
  quevedo players
  quevedo players othello
  quevedo play othello --second level=3
  quevedo match othello alphabeta:depth=4 alphabeta:depth=4,lmr=off";

impl Players {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<()> {
        let language = Language::from(self.lang);
        for player in PlayerSpec::all() {
            write_described(out, "", &[(format!("{:<10}", player.name), player.meaning.get(language))])?;
            let keys = player.keys.iter().map(|key| (setting(key), key.meaning.get(language)));
            write_described(out, "  ", &keys.collect::<Vec<_>>())?;
        }
        if let Some(game) = &self.game {
            writeln!(out, "\nEvaluators of {}, for `eval=`:", game.id())?;
            write_described(out, "  ", &evaluators(game, language))?;
            writeln!(out, "\nSearch parameters of {}, for `params=`, with their ranges:", game.id())?;
            write_described(out, "  ", &search_params(game))?;
        }
        Ok(())
    }
}

/// The search parameters of a game with their values, ranges and meanings.
fn search_params(game: &GameEntry) -> Vec<(String, &'static str)> {
    let params = game.search_params();
    let show = |(index, param): (usize, &Param)| {
        (format!("{}:{} ({}..{})", param.name, params.get(index), param.min, param.max), param.meaning)
    };
    SearchParams::TABLE.iter().enumerate().map(show).collect()
}

/// A key with what it takes: `depth=1..100`.
fn setting(key: &Key) -> String {
    let values = match key.kind {
        ValueKind::Number(_, u64::MAX) => "N".into(),
        ValueKind::Number(least, most) => format!("{least}..{most}"),
        ValueKind::Real(least, most) => format!("{least}..{most}"),
        ValueKind::Time => "5s|500ms".into(),
        ValueKind::Switch => "on|off".into(),
        ValueKind::OneOf(words) => words.join("|"),
        ValueKind::Evaluator => "NAME".into(),
        ValueKind::File => "FILE".into(),
        ValueKind::Book => "on|off|FILE".into(),
        ValueKind::Text(text) => text.placeholder().into(),
    };
    format!("{}={values}", key.name)
}
