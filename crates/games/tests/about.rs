//! The games in words: both languages say the same, and the diagrams of the rules show positions of the game.

use quevedo_core::rules_page::{RulesPage, check};
use quevedo_core::{Notation, Side, View};
use quevedo_games::{Amazons, Chess, Connect4, FoxGeese, HareHounds, MouseCats, Othello};

/// Every kind of piece that comes up in a short game has a name.
fn check_about<G: Notation + View>() {
    let about = G::ABOUT;
    assert_eq!(check::<G>(), Ok(()), "{}", about.name.en);
    for text in [about.tagline, about.position_hint, about.rules_page] {
        assert!(!text.en.is_empty() && !text.es.is_empty(), "{}", about.name.en);
    }
    let [en, es] = [about.rules_page.en, about.rules_page.es].map(RulesPage::parse);
    assert!(en.sections.len() >= 4 && en.diagrams().count() >= 2, "{}", about.name.en);
    for (en, es) in en.sections.iter().zip(&es.sections) {
        assert_eq!(en.parts.len(), es.parts.len(), "{}: {} and {}", about.name.en, en.title, es.title);
    }
    let mut position = G::start();
    for _ in 0..6 {
        for piece in position.board().pieces.into_iter().flatten() {
            assert!(about.pieces.iter().any(|known| known.kind == piece.kind), "{} has no name", piece.kind);
        }
        let Some(mv) = position.legal_moves().first().copied() else { break };
        position.play(mv);
    }
    assert_ne!(about.sides[Side::First.index()].es, about.sides[Side::Second.index()].es);
}

#[test]
fn every_game_is_described_in_both_languages() {
    check_about::<Amazons<10>>();
    check_about::<Chess>();
    check_about::<Connect4<8, 7>>();
    check_about::<FoxGeese>();
    check_about::<HareHounds>();
    check_about::<MouseCats>();
    check_about::<Othello>();
}
