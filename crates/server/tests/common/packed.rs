//! Trees of taps as connections with `changes=true` get them, in few bytes, and as they were before.

use serde_json::{Map, Value, json};

use super::Visitor;

/// The taps of the places of a game, by which packed trees count.
pub(crate) async fn places(visitor: &mut Visitor, game: &str) -> Vec<String> {
    let catalog = visitor.get("/api/catalog").await.json();
    let info = catalog["games"].as_array().unwrap().iter().find(|info| info["id"] == game).expect("the game").clone();
    info["shape"]["places"].as_array().unwrap().iter().map(|place| place["tap"].as_str().unwrap().to_owned()).collect()
}

/// The last taps of a packed set.
fn puts(piece: &Value, set: &str, places: &[String]) -> Map<String, Value> {
    const DIGITS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let digit = |place: usize| DIGITS.find(set.as_bytes()[place / 6] as char).unwrap();
    let is_in = |place: &usize| digit(*place) >> (place % 6) & 1 == 1;
    let node = |place: usize| (places[place].clone(), json!({"change": [place, piece]}));
    (0..places.len()).filter(is_in).map(node).collect()
}

/// The tree of taps as it was before it was packed.
pub(crate) fn unpack(node: &mut Value, places: &[String]) {
    let Some(object) = node.as_object_mut() else { return };
    let (put, slide) = (object.remove("put"), object.remove("slide"));
    let mut next = object.remove("next").map_or_else(Map::new, |next| next.as_object().unwrap().clone());
    next.values_mut().for_each(|node| unpack(node, places));
    if let Some(put) = put {
        next.extend(puts(&put[0], put[1].as_str().unwrap(), places));
    }
    if let Some(slide) = slide {
        let from = slide[0].as_u64().unwrap() as usize;
        for (tap, set) in slide[3].as_object().unwrap() {
            let to = places.iter().position(|place| place == tap).unwrap();
            let change = if from < to { json!([from, -1, to, slide[1]]) } else { json!([to, slide[1], from, -1]) };
            let below = puts(&slide[2], set.as_str().unwrap(), places);
            next.insert(tap.clone(), json!({"change": change, "next": below}));
        }
    }
    if !next.is_empty() {
        object.insert("next".into(), next.into());
    }
}
