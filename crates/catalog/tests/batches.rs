//! Games in batches beside sessions, for every game of the catalog.

use quevedo_catalog::{Catalog, MctsSpec, PolicyLayout};
use quevedo_core::Rng;
use quevedo_core::actions::NO_ACTION;

#[test]
fn actions_tell_the_legal_moves_of_every_game_apart() {
    for game in Catalog::standard().games() {
        let mut rng = Rng::with_seed(4);
        let mut session = game.session(None).unwrap();
        for _ in 0..60 {
            let actions = game.legal_actions(&*session);
            assert_eq!(actions.len(), session.legal_texts().len(), "{}", game.id());
            let mut known: Vec<u32> = actions.into_iter().filter(|action| *action != NO_ACTION).collect();
            let all = known.len();
            known.sort_unstable();
            known.dedup();
            assert_eq!(known.len(), all, "two moves of {} have the same action in {}", game.id(), session.position());
            assert!(known.iter().all(|action| (*action as usize) < game.action_count()), "{}", game.id());
            if session.play_random(&mut rng).is_none() {
                break;
            }
        }
        assert!(game.legal_actions(&*session).is_empty() || session.outcome().is_none());
    }
}

#[test]
fn a_search_without_knowledge_plays_every_game_of_a_batch() {
    for game in Catalog::standard().games() {
        let input = game.input_spec();
        let mut games = game.game_batch(3, 1);
        let spec = MctsSpec { sims: Some(20), batch: Some(4), seed: Some(1), ..MctsSpec::default() };
        let mut search = game.batch_search(&spec, 3).unwrap();
        for _ in 0..3 {
            search.begin(&*games);
            loop {
                let leaves = search.collect();
                if leaves == 0 {
                    break;
                }
                let mut planes = vec![0.5; leaves * input.features()];
                search.write_planes(&mut planes);
                assert!(planes.iter().all(|plane| [0.0, 1.0].contains(plane)), "{}", game.id());
                let logits = vec![0.0; leaves * input.squares() * input.steps];
                search.finish(PolicyLayout::Steps, &logits, &vec![0.0; leaves]);
            }
            let mut actions = [0; 3];
            search.draw(&[0.0, 1.0, 0.5], &mut actions);
            let visits: u64 = search.visits(0).iter().map(|(_, visits)| visits).sum();
            assert!(visits >= 20, "{}: {visits}", game.id());
            games.step(&actions, 2, &mut [None; 3]).unwrap();
        }
        let error = games.step(&[NO_ACTION; 3], 1, &mut [None; 3]).unwrap_err();
        assert!(error.to_string().contains("is not legal"), "{error}");
    }
}
