//! What may be done in a game, and by whom.

use serde_json::json;

use super::LiveGame;
use crate::wire::{OfferAnswer, Status};

fn open(request: serde_json::Value) -> LiveGame {
    let catalog = quevedo_catalog::Catalog::standard();
    LiveGame::open(&catalog, &serde_json::from_value(request).unwrap(), "ada", "Ada").unwrap()
}

fn code(problem: &crate::problem::Problem) -> serde_json::Value {
    serde_json::to_value(problem.to_page(quevedo_core::Language::English)).unwrap()["code"].take()
}

#[test]
fn the_first_move_of_an_engine_cannot_be_taken_back() {
    let seats = json!([{"kind": "machine", "spec": "easy"}, {"kind": "human"}]);
    let mut game = open(json!({"game": "chess", "seats": seats}));
    let ada = game.viewer("ada");
    game.play("e2e4", None).unwrap();
    assert!(!game.can(ada).undo && code(&game.undo(ada).unwrap_err()) == "cannot_undo");
    game.play("e7e5", None).unwrap();
    game.play("g1f3", None).unwrap();
    game.undo(ada).unwrap();
    assert_eq!((game.plies(), game.can(ada).play), (1, true));
    assert_eq!(game.row().plies, 1);
}

#[test]
fn other_visitors_can_do_nothing() {
    let mut game = open(json!({"game": "chess", "seats": [{"kind": "human"}, {"kind": "human"}]}));
    let eve = game.viewer("eve");
    assert_eq!(game.can(eve), crate::wire::Can::default());
    let before = game.row().clone();
    assert_eq!(code(&game.resign(eve).unwrap_err()), "not_a_player");
    assert_eq!(code(&game.draw(eve, OfferAnswer::Offer).unwrap_err()), "not_a_player");
    assert_eq!(code(&game.join("eve", "Eve").unwrap_err()), "cannot_join");
    assert_eq!(code(&game.play_taps(eve, 0, &["e2".into(), "e4".into()]).unwrap_err()), "not_a_player");
    assert_eq!(game.row(), &before);
}

#[test]
fn a_move_of_the_other_side_declines_a_draw() {
    let mut game = open(json!({"game": "chess", "seats": [{"kind": "human"}, {"kind": "open"}]}));
    assert_eq!(game.status(), Status::Waiting);
    game.join("bob", "Bob").unwrap();
    let (ada, bob) = (game.viewer("ada"), game.viewer("bob"));
    game.draw(ada, OfferAnswer::Offer).unwrap();
    assert_eq!(code(&game.draw(ada, OfferAnswer::Accept).unwrap_err()), "no_offer");
    game.play("e2e4", None).unwrap();
    assert!(game.row().draw_offer.is_some(), "one's own move leaves the offer");
    game.play("e7e5", None).unwrap();
    assert!(game.row().draw_offer.is_none());
    assert_eq!(code(&game.draw(bob, OfferAnswer::Accept).unwrap_err()), "no_offer");
    assert!(!game.can(ada).undo, "not against a person");
}

#[test]
fn a_visitor_who_plays_both_sides_agrees_at_once() {
    let mut game = open(json!({"game": "othello", "seats": [{"kind": "human"}, {"kind": "human"}]}));
    let ada = game.viewer("ada");
    game.draw(ada, OfferAnswer::Offer).unwrap();
    assert_eq!(game.status(), Status::Finished);
    assert!(game.outcome().is_some_and(|outcome| outcome.winner.is_none()));
    assert!(!game.take_changes().is_empty());
}
