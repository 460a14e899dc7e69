//! Evaluators by name and by file, as specs name them.

use std::path::Path;
use std::sync::LazyLock;

use quevedo_catalog::{Catalog, EvalRef, PlayerSpec, SpecError};

static CATALOG: LazyLock<Catalog> = LazyLock::new(Catalog::standard);

/// Random weights for `hare-hounds`.
const NET: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../nets/tests/data/hare-hounds-random.qnet");

fn spec(text: &str) -> PlayerSpec {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn every_game_knows_its_best_and_what_was_made_by_hand() {
    for game in CATALOG.games() {
        let names: Vec<&str> = game.evaluators().iter().map(|(name, _)| *name).collect();
        assert_eq!(names[..2], ["best", "handmade"], "{}", game.id());
        let start = game.session(None).unwrap();
        for name in &names {
            let said = game.evaluate(&*start, &EvalRef::new(name)).unwrap();
            assert!(!said.terms.is_empty(), "{name} in {}", game.id());
        }
        let unknown = game.evaluate(&*start, &EvalRef::new("hope")).unwrap_err().to_string();
        assert!(unknown.contains(&format!("this game has {}", names.join(", "))), "{unknown}");
    }
}

#[test]
fn a_network_in_a_file_plays() {
    let game = CATALOG.find("hare-hounds").unwrap();
    for player in ["greedy:eval=NET", "minimax:eval=NET,depth=2", "alphabeta:eval=NET,depth=4", "mcts:eval=NET,sims=50"]
    {
        let spec = spec(&player.replace("NET", NET));
        assert_eq!(spec.files(), [("eval", Path::new(NET))], "who may not read files sees that there is one");
        let mut machine = game.player(&spec).unwrap();
        let mut session = game.session(None).unwrap();
        let mv = machine.choose(&*session).expect("a move");
        session.play(&mv).unwrap();
    }
    let said = game.evaluate(&*game.session(None).unwrap(), &EvalRef::new(NET)).unwrap();
    assert_eq!(said.terms.iter().map(|term| term.name.en).collect::<Vec<_>>(), ["network"]);
}

#[test]
fn files_that_are_no_network_of_the_game_are_refused_by_name() {
    let refused =
        |game: &str, file: &str| match CATALOG.find(game).unwrap().player(&spec(&format!("greedy:eval={file}"))) {
            Err(SpecError::File { key: "eval", problem }) => problem,
            Err(error) => panic!("{error}"),
            Ok(_) => panic!("{file} is used"),
        };
    let other = refused("chess", NET);
    assert!(other.contains("hare-hounds-random.qnet") && other.contains("`hare-hounds`, not `chess`"), "{other}");
    assert!(refused("chess", "no/such/file").contains("no/such/file: "));
    assert!(refused("chess", "missing.qnet").starts_with("missing.qnet: "));
    assert!(refused("chess", concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml")).contains("not a whole weight file"));
    assert!(spec("greedy:eval=handmade").files().is_empty());
}
