//! The standard catalog. Adding a game is adding a line.

use quevedo_core::Text;
use quevedo_games::{Amazons, Chess, Connect4, FoxGeese, HareHounds, MouseCats, Othello};
use tic_tac_toe::TicTacToe;

use crate::levels::Level;
use crate::{Catalog, entry};

/// The levels of chess. How their Elo was measured stands in docs/levels.md.
const CHESS_LEVELS: [Level; 10] = [
    Level::bounded(1, 1_000, 1.2).overlooking(0.6).rated(800),
    Level::bounded(1, 1_000, 0.7).overlooking(0.4).rated(1050),
    Level::bounded(2, 2_000, 0.6).overlooking(0.3).rated(1300),
    Level::bounded(2, 2_000, 0.4).overlooking(0.2).rated(1550),
    Level::bounded(3, 4_000, 0.25).overlooking(0.12).rated(1800),
    Level::bounded(4, 8_000, 0.15).overlooking(0.06).rated(2050),
    Level::bounded(5, 10_000, 0.1).overlooking(0.03).rated(2300),
    Level::full(Some(5_000)).rated(2550),
    Level::full(Some(20_000)).rated(2800),
    Level::full(None),
];

impl Catalog {
    /// The seven games and their variants, and a game for lessons, small enough to be seen whole.
    #[rustfmt::skip]
    pub fn standard() -> Self {
        let text = |en, es| Text { en, es };
        Self::new()
            .with(entry::<Chess>().levels(&CHESS_LEVELS).bench_depth(12).uci_default())
            .with(entry::<Othello>().bench_depth(16).uci_name("flipello"))
            .with(entry::<Connect4<8, 7>>().bench_depth(15))
            .with(entry::<Connect4<7, 6>>().variant("7x6", text("7 columns by 6 rows", "7 columnas por 6 filas")).bench_depth(15).uci_name("cfour"))
            .with(entry::<Amazons<10>>().split().bench_depth(3).uci_name("amazons").pairing_lists())
            .with(entry::<Amazons<8>>().variant("8x8", text("8x8 board", "tablero de 8x8")).split().bench_depth(3).uci_name("amazons:8x8"))
            .with(entry::<Amazons<6>>().variant("6x6", text("6x6 board", "tablero de 6x6")).split().bench_depth(3).uci_name("amazons:6x6"))
            .with(entry::<MouseCats>().bench_depth(24).uci_name("fox-and-hounds"))
            .with(entry::<HareHounds>().bench_depth(24))
            .with(entry::<HareHounds>().variant("center", text("hare in the centre", "liebre en el centro")).start(HareHounds::start_center).bench_depth(24))
            .with(entry::<FoxGeese>().bench_depth(16))
            .with(entry::<FoxGeese>().variant("13", text("13 geese", "13 ocas")).start(FoxGeese::start_13).bench_depth(16))
            .with(entry::<FoxGeese>().variant("17", text("17 geese", "17 ocas")).start(FoxGeese::start_17).bench_depth(16))
            .with(entry::<TicTacToe>().for_lessons())
    }
}
