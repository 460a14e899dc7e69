//! Colours, from the 256 that terminals have agreed on.
//!
//! Boards are of a middle shade on which light and dark pieces both stand out, whatever the background of the
//! terminal. Whatever a colour says is also said by a shape.

use quevedo_core::view::BoardKind;
use quevedo_core::{Side, Text};
use ratatui::style::{Color, Modifier, Style};

use crate::terminal::app::Marks;

const WHITE: Color = Color::Indexed(231);
const BLACK: Color = Color::Indexed(16);
const GOLD: Color = Color::Indexed(220);

/// The colours of a board.
pub(crate) struct Theme {
    light: Color,
    dark: Color,
    /// Lines, and the dots of empty places.
    pub(crate) faint: Color,
    sides: [Color; 2],
}

impl Theme {
    /// The colours of a kind of board and of the sides that play on it.
    pub(crate) fn new(kind: BoardKind, sides: [Text; 2]) -> Self {
        let shades = |light, dark, faint| (Color::Indexed(light), Color::Indexed(dark), Color::Indexed(faint));
        let ((light, dark, faint), plain) = match kind {
            BoardKind::Checkered => (shades(137, 95, 180), [WHITE, BLACK]),
            BoardKind::Squares => (shades(29, 29, 108), [WHITE, BLACK]),
            BoardKind::Columns => (shades(25, 25, 17), [WHITE, GOLD]),
            BoardKind::Points => (shades(237, 237, 246), [WHITE, Color::Indexed(215)]),
        };
        let colour = |side: Side| named_colour(sides[side.index()].en).unwrap_or(plain[side.index()]);
        Self { light, dark, faint, sides: Side::BOTH.map(colour) }
    }

    /// The background of the board, or of its light or dark squares.
    pub(crate) fn ground(&self, light: bool) -> Color {
        if light { self.light } else { self.dark }
    }

    /// A piece; nobody's pieces are gold.
    pub(crate) fn piece(&self, side: Option<Side>) -> Color {
        side.map_or(GOLD, |side| self.sides[side.index()])
    }
}

/// The background of a marked place: what matters more covers what matters less.
pub(crate) fn marked(marks: Marks, ground: Color) -> Color {
    match marks {
        Marks { chosen: true, .. } => Color::Indexed(97),
        Marks { alert: true, .. } => Color::Indexed(160),
        Marks { cursor: true, .. } => Color::Indexed(67),
        Marks { hint: true, .. } => Color::Indexed(168),
        Marks { last: true, .. } => Color::Indexed(101),
        _ => ground,
    }
}

/// The signs beside a marked piece, and the dot of a place that can be chosen.
pub(crate) fn sign() -> Style {
    Style::new().fg(GOLD).add_modifier(Modifier::BOLD)
}

/// A side that is called by a colour has that colour.
fn named_colour(name: &str) -> Option<Color> {
    match name {
        "White" => Some(WHITE),
        "Black" => Some(BLACK),
        "Yellow" => Some(Color::Indexed(226)),
        "Red" => Some(Color::Indexed(203)),
        _ => None,
    }
}

/// Titles and the side to move.
pub(crate) fn strong() -> Style {
    Style::new().add_modifier(Modifier::BOLD)
}

/// Text of minor importance.
pub(crate) fn quiet() -> Style {
    Style::new().add_modifier(Modifier::DIM)
}

/// What wants to be read, on a dark background as well as on a light one.
pub(crate) fn notice() -> Style {
    Style::new().fg(Color::Indexed(166)).add_modifier(Modifier::BOLD)
}

/// A selected line.
pub(crate) fn selected() -> Style {
    Style::new().add_modifier(Modifier::REVERSED)
}
