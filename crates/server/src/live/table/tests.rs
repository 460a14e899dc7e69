//! What may be done at a table, and by whom.

use serde_json::json;

use super::Table;
use crate::wire::{DrawAnswer, Status};

fn open(wish: serde_json::Value) -> Table {
    let catalog = quevedo_catalog::Catalog::standard();
    Table::open(&catalog, &serde_json::from_value(wish).unwrap(), "ada", "Ada").unwrap()
}

fn code(problem: &crate::problem::Problem) -> serde_json::Value {
    serde_json::to_value(problem.to_page(quevedo_core::Language::English)).unwrap()["code"].take()
}

#[test]
fn the_first_move_of_a_machine_cannot_be_taken_back() {
    let seats = json!([{"kind": "machine", "spec": "easy"}, {"kind": "human"}]);
    let mut table = open(json!({"game": "chess", "seats": seats}));
    let ada = table.viewer("ada");
    table.play("e2e4").unwrap();
    assert!(!table.can(ada).undo && code(&table.undo(ada).unwrap_err()) == "cannot_undo");
    table.play("e7e5").unwrap();
    table.play("g1f3").unwrap();
    table.undo(ada).unwrap();
    assert_eq!((table.plies(), table.can(ada).play), (1, true));
    assert_eq!(table.row().plies, 1);
}

#[test]
fn strangers_can_do_nothing() {
    let mut table = open(json!({"game": "chess", "seats": [{"kind": "human"}, {"kind": "human"}]}));
    let eve = table.viewer("eve");
    assert_eq!(table.can(eve), crate::wire::Can::default());
    let before = table.row().clone();
    assert_eq!(code(&table.resign(eve).unwrap_err()), "not_a_player");
    assert_eq!(code(&table.draw(eve, DrawAnswer::Offer).unwrap_err()), "not_a_player");
    assert_eq!(code(&table.join("eve", "Eve").unwrap_err()), "cannot_join");
    assert_eq!(code(&table.play_taps(eve, 0, &["e2".into(), "e4".into()]).unwrap_err()), "not_a_player");
    assert_eq!(table.row(), &before);
}

#[test]
fn a_move_of_the_other_side_declines_a_draw() {
    let mut table = open(json!({"game": "chess", "seats": [{"kind": "human"}, {"kind": "open"}]}));
    assert_eq!(table.status(), Status::Waiting);
    table.join("bob", "Bob").unwrap();
    let (ada, bob) = (table.viewer("ada"), table.viewer("bob"));
    table.draw(ada, DrawAnswer::Offer).unwrap();
    assert_eq!(code(&table.draw(ada, DrawAnswer::Accept).unwrap_err()), "no_offer");
    table.play("e2e4").unwrap();
    assert!(table.row().draw_offer.is_some(), "one's own move leaves the offer");
    table.play("e7e5").unwrap();
    assert!(table.row().draw_offer.is_none());
    assert_eq!(code(&table.draw(bob, DrawAnswer::Accept).unwrap_err()), "no_offer");
    assert!(!table.can(ada).undo, "not against a person");
}

#[test]
fn who_plays_both_sides_agrees_with_themselves() {
    let mut table = open(json!({"game": "othello", "seats": [{"kind": "human"}, {"kind": "human"}]}));
    let ada = table.viewer("ada");
    table.draw(ada, DrawAnswer::Offer).unwrap();
    assert_eq!(table.status(), Status::Finished);
    assert!(table.outcome().is_some_and(|outcome| outcome.winner.is_none()));
    assert!(!table.take_changes().is_empty());
}
