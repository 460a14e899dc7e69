//! The standard catalog. Adding a game is adding a line.

use quevedo_core::Text;
use quevedo_games::{Amazons, Chess, Connect4, FoxGeese, HareHounds, MouseCats, Othello};
use tic_tac_toe::TicTacToe;

use crate::{Catalog, entry};

impl Catalog {
    /// The seven games and their variants, and a game for lessons, small enough to be seen whole.
    #[rustfmt::skip]
    pub fn standard() -> Self {
        let text = |en, es| Text { en, es };
        Self::new()
            .with(entry::<Chess>().bench_depth(12).uci_default())
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
