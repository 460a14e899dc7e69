//! The signatures of every game: rules and search do today what they did yesterday.
//!
//! A change that is meant to change how the machine plays (a rule, an evaluator, the search) prints the new table
//! with `cargo run --release -- bench --signatures`, puts it here, and says in its commit what was measured. A change
//! that is not meant to leaves the table alone.

use std::process::Command;
use std::thread;

use quevedo_catalog::Catalog;

/// Game, signature of its rules, then the search of its start position: depth, nodes, score, move.
const SIGNATURES: &str = "\
chess               1fbb7942a320d289  12    40684    +33 e2e4
othello             1567d8fb8490f072  16    57657   +137 d3
connect4            4fcac10d99079d38  15  2165294    +19 5
connect4:7x6        e97fd53979dea44e  15  1203878    +11 5
amazons             bc7be6a215f4f37e   3    19182    +60 d1-d9/g9
amazons:8x8         b9c013925df17614   3    14514    +53 c1-c7/f7
amazons:6x6         70630376050473f8   3     7243    +89 b1-e4/e5
mouse-cats          6ab746437e5f272e  24  2033787  -1410 e1d2
hare-hounds         a8bafbc4a4c17a21  23   251067 +31977 b1c2
hare-hounds:center  148db8e6ae80d35d  23   252093 +31977 a2b2
fox-geese           fd86d1cb969b1c5d  16  2480478     +5 c3c4
fox-geese:13        2a20a07981e2f3ca  16  1843787   -286 d3d4
fox-geese:17        6558d144cebe83b2  16  2902267   +322 e3e4
";

/// The line that the program prints for a game.
fn signature(game: &str) -> String {
    // The networks of the user must not take part.
    let mut command = Command::new(env!("CARGO_BIN_EXE_quevedo"));
    command.env("XDG_DATA_HOME", env!("CARGO_TARGET_TMPDIR")).args(["bench", game, "--signatures"]);
    let output = command.output().unwrap();
    assert!(output.status.success(), "{game}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn signatures_stay_unless_they_are_changed_on_purpose() {
    let catalog = Catalog::standard();
    let found: Vec<String> = thread::scope(|scope| {
        let games: Vec<_> = catalog.games().iter().map(|game| scope.spawn(|| signature(game.id()))).collect();
        games.into_iter().map(|game| game.join().unwrap()).collect()
    });
    let changed = found.iter().filter(|line| !SIGNATURES.lines().any(|pinned| pinned == line.trim_end()));
    let changed: String = changed.cloned().collect();
    let all = found.concat();
    assert!(all == SIGNATURES, "changed:\n{changed}\nif that is on purpose, the table is now:\n{all}");
}
