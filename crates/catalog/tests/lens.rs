//! The layers of evaluators: terms of an evaluation on the board.

use std::collections::BTreeMap;

use quevedo_catalog::{Catalog, EvalRef, GameEntry, Session};
use quevedo_core::{Rng, Side, Term};

/// Positions of random games that are not over, every few plies.
fn positions(game: &GameEntry, seed: u64) -> Vec<Box<dyn Session>> {
    let mut rng = Rng::with_seed(seed);
    let mut found = Vec::new();
    for _ in 0..20 {
        let mut session = game.session(None).unwrap();
        while session.outcome().is_none() {
            if rng.u8(..5) == 0 {
                found.push(session.fork());
            }
            if session.play_random(&mut rng).is_none() {
                break;
            }
        }
    }
    found
}

fn every_game() -> Vec<GameEntry> {
    let catalog = Catalog::standard();
    [catalog.games(), catalog.lesson_games()].concat()
}

fn values(terms: &[Term]) -> BTreeMap<&str, f64> {
    terms.iter().map(|term| (term.name.en, term.value)).collect()
}

/// The layers of a term add up to it, in every game, for every hand-made evaluator; evaluators round at most twice.
#[test]
fn layers_add_up_to_their_terms() {
    for game in every_game() {
        let positions = positions(&game, 7);
        for name in game.handmade_evaluators() {
            let eval = EvalRef::new(name);
            let mut compared = 0;
            for session in &positions {
                let terms = game.evaluate(&**session, &eval).unwrap().terms;
                let terms = values(&terms);
                let mut sums: BTreeMap<&str, f64> = BTreeMap::new();
                for layer in game.layers(&**session, &eval).unwrap() {
                    let places = session.board().pieces.len();
                    assert!(layer.points.keys().all(|place| *place < places), "{} {name}: {layer:?}", game.id());
                    *sums.entry(layer.name.en).or_default() += layer.sum();
                }
                for (term, sum) in sums {
                    let value = terms[term];
                    let close = (sum - value).abs() <= 2.0;
                    assert!(close, "{} {name} {term}: {sum} is not {value} in {}", game.id(), session.position());
                    compared += usize::from(value != 0.0);
                }
            }
            assert!(compared > 20, "{} {name}: {compared} terms compared", game.id());
        }
    }
}

/// Networks without terms say what every place adds that they see.
#[test]
fn networks_have_layers() {
    for game in every_game() {
        let hand = game.handmade_evaluators();
        let nets: Vec<&str> = game.evaluators().into_iter().map(|(name, _)| name).collect();
        for name in nets.into_iter().filter(|name| *name != "best" && !hand.contains(name)) {
            let eval = EvalRef::new(name);
            let positions = positions(&game, 11);
            let has_points = |session: &dyn Session| {
                let layers = game.layers(session, &eval).unwrap();
                layers.iter().any(|layer| !layer.points.is_empty())
            };
            // Known endings and first moves may have none.
            let seen = positions.iter().filter(|session| has_points(&***session)).count();
            assert!(2 * seen > positions.len(), "{} {name}: {seen} of {}", game.id(), positions.len());
        }
    }
}

/// The patterns of Othello, shared among their squares, add up to the score but for a constant of the number of discs.
#[test]
fn patterns_add_up_to_the_score() {
    let catalog = Catalog::standard();
    let game = catalog.find("othello").unwrap();
    let mut by_discs: BTreeMap<usize, Vec<f64>> = BTreeMap::new();
    for session in positions(game, 3) {
        let score = game.evaluate(&*session, &EvalRef::Best).unwrap().score;
        let layers = game.layers(&*session, &EvalRef::Best).unwrap();
        let Some(patterns) = layers.iter().find(|layer| layer.name.en.starts_with("patterns")) else { continue };
        let sign = if session.turn() == Side::First { 1.0 } else { -1.0 };
        let discs = session.board().pieces.iter().flatten().count();
        by_discs.entry(discs).or_default().push(f64::from(score) - sign * patterns.sum());
    }
    let groups: Vec<&Vec<f64>> = by_discs.values().filter(|group| group.len() > 1).collect();
    assert!(groups.len() > 5, "{by_discs:?}");
    for group in groups {
        assert!(group.iter().all(|bias| (bias - group[0]).abs() <= 1.0), "{by_discs:?}");
    }
}

/// Occlusion of a piece of chess is the score without it: the same position is composed without the piece and evaluated. The
/// phase of the network is that of the whole position, so only pieces whose loss does not change it are compared.
#[test]
fn occlusion_is_the_score_without_the_piece() {
    let catalog = Catalog::standard();
    let game = catalog.find("chess").unwrap();
    let composer = game.composer().unwrap();
    let mut compared = 0;
    for session in positions(game, 5) {
        let pieces = session.board().pieces.iter().flatten().count();
        let phase = |count: usize| count * 8 / 33;
        if phase(pieces) != phase(pieces - 1) {
            continue;
        }
        let whole = f64::from(game.evaluate(&*session, &EvalRef::Best).unwrap().score);
        let sign = if session.turn() == Side::First { 1.0 } else { -1.0 };
        let layers = game.layers(&*session, &EvalRef::Best).unwrap();
        let Some(layer) = layers.first() else { continue };
        for (place, points) in &layer.points {
            let mut setup = composer.take_apart(&*session);
            setup.pieces[*place] = None;
            let Ok(without) = game.session(Some(&composer.text(&setup))) else { continue };
            if without.outcome().is_some() || without.turn() != session.turn() {
                continue;
            }
            let without = game.evaluate(&*without, &EvalRef::Best).unwrap();
            if without.terms[0].name.en != "network" {
                continue;
            }
            let score = f64::from(without.score);
            assert!((sign * points - (whole - score)).abs() <= 2.0, "{} {place}: {points}", session.position());
            compared += 1;
        }
    }
    assert!(compared > 50, "{compared} pieces compared");
}
