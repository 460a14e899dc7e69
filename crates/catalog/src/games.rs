//! The table of all games. Adding one is adding a line.

use quevedo_core::notation::clip;
use quevedo_core::{Game, Text};
use quevedo_games::{Amazons, Chess, Connect4, FoxGeese, HareHounds, MouseCats, Othello};

use crate::entry::{Kind, Rules};
use crate::players::search_halves;
use crate::{Dialect, GameEntry, UnknownGame};

/// Every game and variant; a variant stands behind its game.
#[rustfmt::skip]
pub static GAMES: &[GameEntry] = &[
    game("chess", &Rules { start: Chess::start, halves: None }),
    game("othello", &Rules { start: Othello::start, halves: None }).known_as("flipello", Dialect::Discs),
    game("connect4", &Rules { start: Connect4::<8, 7>::start, halves: None }),
    variant("connect4:7x6", "7 columns by 6 rows", "7 columnas por 6 filas", &Rules { start: Connect4::<7, 6>::start, halves: None }).known_as("cfour", Dialect::Columns),
    game("amazons", &Rules { start: Amazons::<10>::start, halves: Some(search_halves) }).known_as("amazons", Dialect::Arrows),
    variant("amazons:8x8", "8x8 board", "tablero de 8x8", &Rules { start: Amazons::<8>::start, halves: Some(search_halves) }).known_as("amazons:8x8", Dialect::Arrows),
    variant("amazons:6x6", "6x6 board", "tablero de 6x6", &Rules { start: Amazons::<6>::start, halves: Some(search_halves) }).known_as("amazons:6x6", Dialect::Arrows),
    game("mouse-cats", &Rules { start: MouseCats::start, halves: None }).known_as("fox-and-hounds", Dialect::Hunt),
    game("hare-hounds", &Rules { start: HareHounds::start, halves: None }),
    variant("hare-hounds:center", "hare in the centre", "liebre en el centro", &Rules { start: HareHounds::start_center, halves: None }),
    game("fox-geese", &Rules { start: FoxGeese::start, halves: None }),
    variant("fox-geese:13", "13 geese", "13 ocas", &Rules { start: FoxGeese::start_13, halves: None }),
    variant("fox-geese:17", "17 geese", "17 ocas", &Rules { start: FoxGeese::start_17, halves: None }),
];

const fn game(id: &'static str, kind: &'static dyn Kind) -> GameEntry {
    GameEntry { id, variant: None, uci_name: id, dialect: Dialect::Own, kind }
}

const fn variant(id: &'static str, en: &'static str, es: &'static str, kind: &'static dyn Kind) -> GameEntry {
    GameEntry { id, variant: Some(Text { en, es }), uci_name: id, dialect: Dialect::Own, kind }
}

impl GameEntry {
    /// What other programs call the game, and how they write it.
    const fn known_as(mut self, uci_name: &'static str, dialect: Dialect) -> Self {
        self.uci_name = uci_name;
        self.dialect = dialect;
        self
    }
}

/// The game or variant of that name.
pub fn find_game(name: &str) -> Result<&'static GameEntry, UnknownGame> {
    GAMES.iter().find(|entry| entry.id == name).ok_or_else(|| UnknownGame { name: clip(name) })
}

/// The game of that name among programs that play many games; our own names do as well. Letters may be of either case.
pub fn find_variant(name: &str) -> Option<&'static GameEntry> {
    let named =
        |known: fn(&GameEntry) -> &'static str| GAMES.iter().find(|entry| known(entry).eq_ignore_ascii_case(name));
    named(|entry| entry.uci_name).or_else(|| named(|entry| entry.id))
}
