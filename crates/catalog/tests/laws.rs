//! The law suite, on every game and variant of the catalog.

use quevedo_catalog::GAMES;

/// Random games a variant. Amazons has thousands of moves a position, so its games count for more.
fn check_all(games: impl Fn(&str) -> u64, seed: u64) {
    for entry in GAMES {
        let games = games(entry.id);
        println!("{}: {games} games", entry.id);
        entry.check_random_games(games, seed).unwrap_or_else(|breach| panic!("{}: {breach}", entry.id));
    }
}

#[test]
fn every_game_keeps_the_laws() {
    check_all(
        |id| match id {
            "chess" => 60,
            "amazons" => 12,
            "amazons:8x8" => 30,
            "amazons:6x6" => 100,
            _ => 1000,
        },
        1,
    );
}

#[test]
#[ignore = "a long run: by `cargo xtask soak`"]
fn every_game_keeps_the_laws_for_long() {
    check_all(|id| if id.starts_with("amazons") { 1000 } else { 20_000 }, 1_000_000);
}

#[test]
fn ids_and_words_are_there() {
    for entry in GAMES {
        let about = entry.about();
        for text in [about.name, about.sides[0], about.sides[1], about.rules] {
            assert!(!text.en.is_empty() && !text.es.is_empty(), "{} lacks a text", entry.id);
        }
        assert_eq!(GAMES.iter().filter(|other| other.id == entry.id).count(), 1, "{} is there twice", entry.id);
        assert_eq!(entry.id.contains(':'), entry.variant.is_some(), "{}: a variant is named behind a colon", entry.id);
    }
}
