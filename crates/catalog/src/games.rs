//! The standard catalog. Adding a game is adding a line.

use quevedo_core::Text;
use quevedo_games::chess::BENCH_POSITIONS;
use quevedo_games::{Amazons, Chess, Connect4, FoxGeese, HareHounds, MouseCats, Othello};
use tic_tac_toe::TicTacToe;

use crate::levels::Level;
use crate::{Catalog, entry};

/// The levels of chess. How their Elo was measured stands in docs/levels.md.
const CHESS_LEVELS: [Level; 10] = [
    Level::bounded(1, 1_000, 0.7).overlooking(0.4).rated(730),
    Level::bounded(2, 2_000, 0.65).overlooking(0.33).rated(1030),
    Level::bounded(2, 2_000, 0.4).overlooking(0.2).rated(1280),
    Level::bounded(3, 4_000, 0.3).overlooking(0.15).rated(1500),
    Level::bounded(3, 6_000, 0.18).overlooking(0.085).rated(1560),
    Level::bounded(4, 8_000, 0.14).overlooking(0.06).rated(1720),
    Level::bounded(8, 2_500, 0.0).rated(1890),
    Level::full(Some(8_000)).rated(2050),
    Level::full(Some(60_000)).rated(2280),
    Level::full(None),
];

impl Catalog {
    /// The seven games and their variants, and a game for lessons, small enough to be seen whole.
    #[rustfmt::skip]
    pub fn standard() -> Self {
        let text = |en, es| Text { en, es };
        Self::new()
            .with(entry::<Chess>().levels(&CHESS_LEVELS).bench_depth(12).bench_positions(&BENCH_POSITIONS).uci_default())
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
