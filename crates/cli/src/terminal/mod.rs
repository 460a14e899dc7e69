//! Games in the terminal: on a full screen with keys and mouse, or line by line.
//!
//! [`app`] and [`menu`] are state machines that never touch a terminal: events in, a state that can be drawn out.
//! `draw` paints them, `screen` owns the terminal and feeds them, `engine_thread` runs machine players in the background.

mod app;
mod draw;
mod engine_thread;
mod geometry;
mod lines;
mod menu;
mod screen;
mod taps;
mod words;

use quevedo_catalog::{GameEntry, PlayerSpec, PresetSpec};
use quevedo_core::Language;

use crate::board::PieceStyle;

pub(crate) use lines::run_lines;
pub(crate) use screen::{run_game, run_menu};

/// A game about to be played: what, where from, by whom, and how it is shown.
#[derive(Clone, Debug)]
pub(crate) struct Setup {
    /// The game.
    pub(crate) game: GameEntry,
    /// Where it begins; `None` is the start position. Already known to be right.
    pub(crate) position: Option<String>,
    /// Who plays the first and the second side.
    pub(crate) players: [PlayerSpec; 2],
    /// In which language.
    pub(crate) language: Language,
    /// How pieces are drawn.
    pub(crate) style: PieceStyle,
}

impl Setup {
    /// The player that gives hints: the one of the machine opponent, so that hints are not stronger than the opponent.
    fn adviser(&self) -> PlayerSpec {
        let can_advise = |spec: &&PlayerSpec| !matches!(spec, PlayerSpec::Human(_) | PlayerSpec::Random(_));
        let adviser = self.players.iter().find(can_advise).cloned();
        adviser.unwrap_or_else(|| PlayerSpec::Hard(PresetSpec::default()))
    }
}

#[cfg(test)]
mod tests {
    use crate::testing;

    use super::*;

    #[test]
    fn hints_are_as_strong_as_the_machine() {
        let cases = [
            (["human", "easy"], "easy"),
            (["level=3", "human"], "level=3"),
            (["human", "human"], "hard"),
            (["human", "random:seed=1"], "hard"),
        ];
        for (players, adviser) in cases {
            let players = players.map(|spec| spec.parse().unwrap());
            let game = testing::game("chess");
            let setup = Setup { game, position: None, players, language: Language::English, style: PieceStyle::Letter };
            assert_eq!(setup.adviser().to_string(), adviser);
        }
    }
}
