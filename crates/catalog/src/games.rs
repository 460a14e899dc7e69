//! The table of all games. Adding one is adding a line.

use quevedo_core::Game;
use quevedo_core::Text;
use quevedo_games::{Amazons, Chess, Connect4, FoxGeese, HareHounds, MouseCats, Othello};

use crate::entry::Rules;
use crate::{GameEntry, UnknownGame};

const fn variant(en: &'static str, es: &'static str) -> Option<Text> {
    Some(Text { en, es })
}

/// Every game and variant; a variant stands behind its game.
#[rustfmt::skip]
pub static GAMES: &[GameEntry] = &[
    GameEntry { id: "chess", variant: None, kind: &Rules { start: Chess::start } },
    GameEntry { id: "othello", variant: None, kind: &Rules { start: Othello::start } },
    GameEntry { id: "connect4", variant: None, kind: &Rules { start: Connect4::<8, 7>::start } },
    GameEntry { id: "connect4:7x6", variant: variant("7 columns by 6 rows", "7 columnas por 6 filas"), kind: &Rules { start: Connect4::<7, 6>::start } },
    GameEntry { id: "amazons", variant: None, kind: &Rules { start: Amazons::<10>::start } },
    GameEntry { id: "amazons:8x8", variant: variant("8x8 board", "tablero de 8x8"), kind: &Rules { start: Amazons::<8>::start } },
    GameEntry { id: "amazons:6x6", variant: variant("6x6 board", "tablero de 6x6"), kind: &Rules { start: Amazons::<6>::start } },
    GameEntry { id: "mouse-cats", variant: None, kind: &Rules { start: MouseCats::start } },
    GameEntry { id: "hare-hounds", variant: None, kind: &Rules { start: HareHounds::start } },
    GameEntry { id: "hare-hounds:center", variant: variant("hare in the centre", "liebre en el centro"), kind: &Rules { start: HareHounds::start_center } },
    GameEntry { id: "fox-geese", variant: None, kind: &Rules { start: FoxGeese::start } },
    GameEntry { id: "fox-geese:13", variant: variant("13 geese", "13 ocas"), kind: &Rules { start: FoxGeese::start_13 } },
    GameEntry { id: "fox-geese:17", variant: variant("17 geese", "17 ocas"), kind: &Rules { start: FoxGeese::start_17 } },
];

/// The game or variant of that name.
pub fn find_game(name: &str) -> Result<&'static GameEntry, UnknownGame> {
    GAMES.iter().find(|entry| entry.id == name).ok_or_else(|| UnknownGame { name: quevedo_core::notation::clip(name) })
}
