//! Won chess endings are won: against the best defence, within the fifty-move rule, never drawn by repetition.

use quevedo_catalog::{Catalog, PlayerSpec};
use quevedo_core::Side;

/// White to move and win.
const WON: &[(&str, &str)] = &[
    ("KQK", "8/8/8/4k3/8/8/8/KQ6 w - - 0 1"),
    ("KQK", "4k3/8/8/8/8/8/8/3QK3 w - - 0 1"),
    ("KRK", "8/8/8/4k3/8/8/8/KR6 w - - 0 1"),
    ("KRK", "8/8/3k4/8/8/8/7R/K7 w - - 0 1"),
    ("KBBK", "8/8/8/4k3/8/8/8/K1B2B2 w - - 0 1"),
    ("KBBK", "8/3k4/8/8/8/8/8/2B1KB2 w - - 0 1"),
    ("KBNK", "8/8/8/4k3/8/8/8/KBN5 w - - 0 1"),
    ("KBNK", "7k/8/8/8/8/8/8/KBN5 w - - 0 1"),
    ("KPK", "4k3/8/4K3/4P3/8/8/8/8 w - - 0 1"),
    ("KPK", "8/8/8/1k6/8/3K4/4P3/8 w - - 0 1"),
    ("KQKP", "8/8/8/8/8/4K3/1p5Q/1k6 w - - 0 1"),
    ("KQKP", "8/8/8/3K4/8/8/3p3Q/3k4 w - - 0 1"),
    ("two pawns up", "4k3/pp6/8/8/8/8/PPPP4/4K3 w - - 0 1"),
    ("two pawns up", "8/5pk1/6p1/8/4P3/5PP1/5PK1/8 w - - 0 1"),
];

/// Plays White against the best defence we have and says how the game ended, and after how many plies.
fn play(fen: &str, white: &str, black: &str) -> (Option<Side>, &'static str, usize) {
    let catalog = Catalog::standard();
    let chess = catalog.find("chess").unwrap();
    let mut session = chess.session(Some(fen)).unwrap();
    let player = |spec: &str| chess.player(&spec.parse::<PlayerSpec>().unwrap()).unwrap();
    let mut players = [player(white), player(black)];
    loop {
        if let Some(end) = session.outcome() {
            return (end.winner, end.reason.code, session.history().len());
        }
        let mv = players[session.turn().index()].choose(&*session).unwrap();
        session.play(&mv).unwrap();
    }
}

fn win_all(white: &str, black: &str) {
    for (name, fen) in WON {
        let (winner, reason, plies) = play(fen, white, black);
        println!("{name} `{fen}`: {reason} after {plies} plies");
        assert_eq!((winner, reason), (Some(Side::First), "mate"), "{name} `{fen}`, {plies} plies");
    }
}

#[test]
fn won_endings_are_won() {
    win_all("alphabeta:nodes=100000,hash=16", "alphabeta:nodes=20000,hash=16");
}

#[test]
#[ignore = "a long run: by `cargo xtask soak`"]
fn hard_wins_won_endings() {
    win_all("hard:seed=1", "alphabeta:nodes=1000000");
}
