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

    /// The language of the descriptions
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
            let [of_evaluators, of_params] = headings(game.id(), language);
            writeln!(out, "\n{of_evaluators}")?;
            write_described(out, "  ", &evaluators(game, language))?;
            writeln!(out, "\n{of_params}")?;
            write_described(out, "  ", &search_params(game, language))?;
        }
        Ok(())
    }
}

/// The headings of the evaluators and of the search parameters of a game.
fn headings(id: &str, language: Language) -> [String; 2] {
    match language {
        Language::English => [
            format!("Evaluators of {id}, for `eval=`:"),
            format!("Search parameters of {id}, for `params=`, with their ranges:"),
        ],
        Language::Spanish => [
            format!("Funciones de evaluación de {id}, para `eval=`:"),
            format!("Parámetros de búsqueda de {id}, para `params=`, con sus rangos:"),
        ],
    }
}

/// The search parameters of a game with their values, ranges and meanings.
fn search_params(game: &GameEntry, language: Language) -> Vec<(String, &'static str)> {
    let params = game.search_params();
    let show = |(index, param): (usize, &Param)| {
        (format!("{}:{} ({}..{})", param.name, params.get(index), param.min, param.max), param.meaning.get(language))
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
