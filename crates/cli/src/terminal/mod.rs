//! Games in the terminal: on a full screen with keys and mouse, or line by line.
//!
//! [`app`] and [`menu`] are state machines that never touch a terminal: events in, a state that can be drawn out.
//! `draw` paints them, `screen` owns the terminal and feeds them, `thinker` asks machine players in the background.

mod app;
mod draw;
mod geometry;
mod lines;
mod menu;
mod screen;
mod taps;
mod thinker;

use quevedo_catalog::{GameEntry, PlayerSpec};
use quevedo_core::Language;

use crate::board::PieceStyle;

pub(crate) use lines::run_lines;
pub(crate) use screen::{run_game, run_menu};

/// A game about to be played: what, where from, by whom, and how it is shown.
#[derive(Clone, Debug)]
pub(crate) struct Setup {
    /// The game.
    pub(crate) game: &'static GameEntry,
    /// Where it begins; `None` is the start position. Already known to be right.
    pub(crate) position: Option<String>,
    /// Who plays the first and the second side.
    pub(crate) players: [PlayerSpec; 2],
    /// In which language.
    pub(crate) language: Language,
    /// How pieces are drawn.
    pub(crate) style: PieceStyle,
}

/// Who gives hints where no machine plays, or one that has none to give.
const ADVISER: &str = "hard";

impl Setup {
    /// Who gives hints: a player like the machine opponent, so that a game with hints is not won by somebody else.
    fn adviser(&self) -> PlayerSpec {
        let mut machines = self.players.iter().filter(|spec| !spec.is_human() && spec.name() != "random");
        machines.next().map_or_else(|| preset(ADVISER), PlayerSpec::clone)
    }
}

/// A player that needs no settings, by the name it has in the table of players.
fn preset(name: &'static str) -> PlayerSpec {
    name.parse().expect("presets are in the table of players")
}

#[cfg(test)]
mod tests {
    use quevedo_catalog::find_game;

    use super::*;

    #[test]
    fn hints_come_from_somebody_as_strong_as_the_machine() {
        let cases = [
            (["human", "easy"], "easy"),
            (["level=3", "human"], "level=3"),
            (["human", "human"], "hard"),
            (["human", "random:seed=1"], "hard"),
        ];
        for (players, adviser) in cases {
            let players = players.map(|spec| spec.parse().unwrap());
            let game = find_game("chess").unwrap();
            let setup = Setup { game, position: None, players, language: Language::English, style: PieceStyle::Letter };
            assert_eq!(setup.adviser().to_string(), adviser);
        }
    }

    #[test]
    fn presets_are_players() {
        let opponents = crate::words::OPPONENTS.iter().map(|(name, _)| *name);
        for name in opponents.chain(["human", ADVISER]) {
            assert_eq!(preset(name).to_string(), name);
        }
    }
}
