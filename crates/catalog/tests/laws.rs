//! The law suite, on every game and variant of the catalog.

use std::sync::LazyLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Instant;

use quevedo_catalog::{Catalog, LawInput};

static CATALOG: LazyLock<Catalog> = LazyLock::new(Catalog::standard);

/// Checks all games, on all processors.
fn check_all(games: u64, seed: u64) {
    let next = AtomicUsize::new(0);
    let work = || {
        while let Some(entry) = CATALOG.games().get(next.fetch_add(1, Ordering::Relaxed)) {
            let start = Instant::now();
            let input = LawInput::RandomGames { games, seed };
            entry.check_laws(input).unwrap_or_else(|violation| panic!("{}: {violation}", entry.id()));
            println!("{}: {games} games, {:.1} s", entry.id(), start.elapsed().as_secs_f64());
        }
    };
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(work);
        }
    });
}

#[test]
fn every_game_keeps_the_laws() {
    check_all(2000, 1);
}

#[test]
#[ignore = "a long run: by `cargo xtask soak`"]
fn every_game_keeps_the_laws_for_long() {
    check_all(20_000, 1_000_000);
}

#[test]
fn ids_and_words_are_there() {
    for entry in CATALOG.games() {
        let about = entry.about();
        for text in [about.name, about.sides[0], about.sides[1], about.rules] {
            assert!(!text.en.is_empty() && !text.es.is_empty(), "{} lacks a text", entry.id());
        }
        assert_eq!(
            CATALOG.games().iter().filter(|other| other.id() == entry.id()).count(),
            1,
            "{} is there twice",
            entry.id()
        );
        assert_eq!(
            entry.id().contains(':'),
            entry.variant().is_some(),
            "{}: a variant is named behind a colon",
            entry.id()
        );
    }
}
