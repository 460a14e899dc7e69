//! The law suite on every game and variant.

use quevedo_core::Game;
use quevedo_core::laws::{Complete, check_game_from};
use quevedo_games::{Amazons, Chess, Connect4, FoxGeese, HareHounds, MouseCats, Othello};

fn check<G: Complete>(start: &G) {
    let time = std::time::Instant::now();
    let checked = check_game_from(start, 100, 1).unwrap_or_else(|violation| panic!("{violation}"));
    println!("{checked}  {} ms", time.elapsed().as_millis());
}

#[test]
fn chess() {
    check(&Chess::start());
}

#[test]
fn othello() {
    check(&Othello::start());
}

#[test]
fn connect4() {
    check(&Connect4::<8, 7>::start());
    check(&Connect4::<7, 6>::start());
}

#[test]
fn amazons() {
    check(&Amazons::<10>::start());
    check(&Amazons::<8>::start());
    check(&Amazons::<6>::start());
}

#[test]
fn mouse_cats() {
    check(&MouseCats::start());
}

#[test]
fn hare_hounds() {
    check(&HareHounds::start());
    check(&HareHounds::start_center());
}

#[test]
fn fox_geese() {
    check(&FoxGeese::start());
    check(&FoxGeese::start_13());
    check(&FoxGeese::start_17());
}
