//! What the fuzz targets `page` and `plan_of_tournament` do with their bytes; `fuzz_smoke` runs the same bodies in every
//! ordinary test run.

use std::sync::LazyLock;

use quevedo_api::live::{LiveGame, Viewer};
use quevedo_api::wire::{FromPage, NewGame, Status};
use quevedo_arena::tournament::Plan;
use quevedo_catalog::Catalog;

static CATALOG: LazyLock<Catalog> = LazyLock::new(Catalog::standard);
/// More messages in one input say nothing new.
const MOST_MESSAGES: usize = 32;

/// The messages of a page: the first line makes a game, each of the others acts in it, by its owner or, behind a blank, by a
/// stranger. Nothing panics, a refusal changes nothing, and a stranger never plays.
pub(crate) fn page(data: &[u8]) -> bool {
    let text = String::from_utf8_lossy(data);
    let mut lines = text.lines();
    let Ok(wish) = serde_json::from_str::<NewGame>(lines.next().unwrap_or_default()) else { return false };
    let Ok(mut game) = LiveGame::open(&CATALOG, &wish, "ada", "Ada") else { return false };
    for line in lines.take(MOST_MESSAGES) {
        let Ok(message) = serde_json::from_str::<FromPage>(line) else { continue };
        let visitor = if line.starts_with(' ') { "eve" } else { "ada" };
        let (before, viewer) = (game.plies(), game.viewer(visitor));
        let done = act(&mut game, visitor, viewer, message);
        assert!(done || game.plies() == before, "a refusal changes the game: {line}");
        assert!(viewer != Viewer::default() || game.plies() == before, "a stranger plays: {line}");
        assert_eq!(game.moves().len(), game.session().history().len(), "{line}");
        assert!(game.status() != Status::Finished || game.outcome().is_some(), "no outcome: {line}");
    }
    true
}

fn act(game: &mut LiveGame, visitor: &str, viewer: Viewer, message: FromPage) -> bool {
    let done = match message {
        FromPage::Play { ply, taps } => game.play_taps(viewer, ply, &taps),
        FromPage::Resign => game.resign(viewer),
        FromPage::Draw { answer } => game.draw(viewer, answer),
        FromPage::Takeback { answer } => game.takeback(viewer, answer),
        FromPage::Help { answer } => game.help(viewer, answer),
        FromPage::Undo => game.undo(viewer),
        FromPage::Pause => game.pause(viewer, true),
        FromPage::Resume => game.pause(viewer, false),
        FromPage::Step => game.check_step(viewer),
        FromPage::Delay { ms } => game.set_delay(viewer, ms),
        FromPage::Join { name } => game.join(visitor, &name.unwrap_or_default()),
        FromPage::Hint | FromPage::Analyse { .. } | FromPage::AnalyseStop | FromPage::Ping => Ok(()),
    };
    done.is_ok()
}

/// The plan of a tournament. No player of it is made.
pub(crate) fn plan_of_tournament(data: &[u8]) -> bool {
    match toml::from_str::<Plan>(&String::from_utf8_lossy(data)) {
        Ok(_) => true,
        Err(error) => {
            assert!(!error.to_string().is_empty(), "refused without a word");
            false
        }
    }
}
