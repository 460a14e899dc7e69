//! The whole program, with one game more: `cargo run --release -- serve`, `match tic-tac-toe easy max`, `uci`, …

use quevedo_catalog::{Catalog, entry};
use tic_tac_toe::TicTacToe;

fn main() -> std::process::ExitCode {
    quevedo::run(|| Catalog::standard().with(entry::<TicTacToe>()))
}
