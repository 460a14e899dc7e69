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
