//! Perft is law: every count of the data file, in every game and variant.
//!
//! The file holds published counts, counts of independent programs, and counts of a separate reference
//! implementation of the rules; its last column says which.

use std::sync::LazyLock;

use quevedo_catalog::Catalog;

static CATALOG: LazyLock<Catalog> = LazyLock::new(Catalog::standard);

const DATA: &str = include_str!("../../games/tests/data/perft.tsv");
/// Larger counts are left to `cargo xtask soak`.
const QUICK: u64 = 6_000_000;

struct Count<'a> {
    game: &'a str,
    position: &'a str,
    depth: u32,
    nodes: u64,
}

fn counts() -> impl Iterator<Item = Count<'static>> {
    DATA.lines().filter(|line| !line.starts_with('#')).map(|line| {
        let fields: Vec<&str> = line.split('\t').collect();
        let [game, position, depth, nodes, _source] = fields[..] else { panic!("five fields, not `{line}`") };
        Count { game, position, depth: depth.parse().unwrap(), nodes: nodes.parse().unwrap() }
    })
}

fn check(count: &Count<'_>) {
    let game = CATALOG.find(count.game).unwrap();
    let nodes = game.perft(Some(count.position), count.depth).unwrap();
    assert_eq!(nodes, count.nodes, "{} `{}` depth {}", count.game, count.position, count.depth);
}

#[test]
fn perft_equals_the_data() {
    let mut checked = 0;
    for count in counts().filter(|count| count.nodes <= QUICK) {
        check(&count);
        checked += 1;
    }
    assert!(checked > 250, "only {checked} counts were checked");
}

#[test]
#[ignore = "billions of nodes: run by `cargo xtask soak`"]
fn perft_in_full() {
    for count in counts().filter(|count| count.nodes > QUICK) {
        println!("{} `{}` depth {}: {} nodes", count.game, count.position, count.depth, count.nodes);
        check(&count);
    }
}

/// Public chess suites in EPD form, `FEN ;D1 n ;D2 n …`, from the folder that the soak names.
#[test]
#[ignore = "needs public test suites that are not part of the project: run by `cargo xtask soak --peer-data DIR`"]
fn perft_of_public_suites() {
    let Ok(folder) = std::env::var("QUEVEDO_PEER_DATA") else { return println!("no QUEVEDO_PEER_DATA, nothing to do") };
    for suite in ["perft_standard.epd", "perft_chess960.epd"] {
        let path = std::path::Path::new(&folder).join("chess").join(suite);
        let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let mut checked = 0;
        for line in text.lines().filter(|line| !line.trim().is_empty()) {
            checked += check_epd(line);
        }
        println!("{suite}: {checked} counts right");
    }
}

/// Checks the counts of a line up to some ten million nodes, and says how many those were.
fn check_epd(line: &str) -> usize {
    let chess = CATALOG.find("chess").unwrap();
    let mut parts = line.split(';').map(str::trim);
    let fen = parts.next().unwrap();
    let counts = parts.filter_map(|part| part.strip_prefix('D')?.split_once(' '));
    let counts = counts.map(|(depth, nodes)| (depth.parse().unwrap(), nodes.trim().parse::<u64>().unwrap()));
    let mut checked = 0;
    for (depth, nodes) in counts.filter(|(_, nodes)| *nodes <= 10 * QUICK) {
        assert_eq!(chess.perft(Some(fen), depth).unwrap(), nodes, "`{fen}` depth {depth}");
        checked += 1;
    }
    checked
}
