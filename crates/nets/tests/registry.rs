//! The registry of networks: embedded ones, those of a folder, and their records.

use std::path::Path;

use quevedo_core::{Evaluator, HasEvaluators, Notation};
use quevedo_games::Chess;
use quevedo_nets::GameEvaluator;
use quevedo_nets::record::Record;
use quevedo_nets::registry::{self, NetworkEntry, Networks, Source};
use quevedo_nets::{NetKind, Tensor, WeightFile};

const RECORD: &str = r#"{
    "command": "quevedo train some.toml", "player": "random", "games": 20000,
    "losses": [{"epoch": 1, "loss": 0.6, "validation_loss": 0.61, "rate": 0.001}, {"epoch": 2, "loss": 0.5}],
    "tests": [{"player": "alphabeta:nodes=10000", "against": "handmade", "games": 4, "wins": 4, "draws": 0, "losses": 0,
               "elo": null, "elo_error": null}],
    "generations": [{"number": 1, "positions": 83346, "loss": 1.97, "validation_loss": 1.98, "kept": null}]
}"#;

fn weights() -> Vec<u8> {
    let file = WeightFile::new(NetKind::Nnue, "mouse-cats", "a test", 400.0).with_tensor("a", Tensor::zeros([4]));
    let file = file.with("recipe", "quick").with("data", 12_345).with("seed", 7).with("loss", "0.25");
    file.with("made", "2026-11-15").bytes()
}

#[test]
fn metadata_comes_from_the_file_and_the_rest_from_the_record() {
    let net = NetworkEntry::new("mouse-cats", "quick", &weights(), Some(RECORD.as_bytes()));
    assert_eq!((net.kind.as_str(), net.about.as_str()), ("nnue", "a test"));
    assert_eq!((net.positions, net.seed, net.loss), (Some(12_345), Some(7), Some(0.25)));
    assert_eq!((net.recipe.as_deref(), net.made.as_deref()), (Some("quick"), Some("2026-11-15")));
    assert_eq!((net.bytes, net.problem), (weights().len(), None));
    let record = net.record.unwrap();
    assert_eq!((record.losses[0].validation_loss, record.losses[1].validation_loss), (Some(0.61), None));
    assert_eq!((record.player.as_deref(), record.games), (Some("random"), Some(20_000)));
    assert_eq!((record.tests[0].wins, record.tests[0].elo), (4, None));
    assert_eq!((record.generations[0].positions, record.generations[0].kept), (83_346, None));
}

#[test]
fn the_hash_is_that_of_the_whole_file() {
    // FIPS 180-2, appendix B.1: the message "abc".
    let expected = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
    assert_eq!(NetworkEntry::new("mouse-cats", "none", b"abc", None).sha256, expected);
}

#[test]
fn damaged_files_are_described() {
    let problem = |weights: &[u8], record: Option<&str>| {
        NetworkEntry::new("mouse-cats", "bad", weights, record.map(str::as_bytes)).problem.expect("something is wrong")
    };
    let whole = weights();
    assert!(problem(&whole[..20], None).starts_with("mouse-cats/bad.qnet: not a whole weight file"));
    assert!(problem(&whole[..20], Some("{")).starts_with("mouse-cats/bad.qnet: "), "the worse problem comes first");
    let elsewhere = NetworkEntry::new("othello", "bad", &whole, None).problem.unwrap();
    assert_eq!(elsewhere, "othello/bad.qnet: a network for `mouse-cats` in the folder of `othello`");
    for record in ["", "{", "[]", "{}", r#"{"command": 1}"#, r#"{"command": "", "losses": [{"epoch": -1, "loss": 0}]}"#]
    {
        assert!(problem(&whole, Some(record)).starts_with("mouse-cats/bad.json: not the record"), "{record}");
    }
    let miscounted = RECORD.replace("\"wins\": 4", "\"wins\": 3");
    assert!(problem(&whole, Some(&miscounted)).contains("has 4 games, but 3 results"));
    let net = NetworkEntry::new("mouse-cats", "bad", &whole, Some(b"{"));
    assert_eq!((net.kind.as_str(), net.record), ("nnue", None), "the weight file is described all the same");
}

#[test]
fn a_record_is_written_as_it_is_read() {
    let record = Record::parse("a.json", RECORD.as_bytes()).unwrap();
    let again = Record::parse("a.json", &serde_json::to_vec(&record).unwrap()).unwrap();
    assert_eq!(again, record);
}

#[test]
fn only_the_command_must_be_there() {
    let record = Record::parse("a.json", br#"{"command": "quevedo train some.toml"}"#).unwrap();
    assert_eq!((record.player, record.games, record.losses.len()), (None, None, 0));
}

/// The word behind an option of a command, where it has it.
fn option<'a>(command: &'a str, name: &str) -> Option<&'a str> {
    command.split_whitespace().skip_while(|word| *word != name).nth(1)
}

#[test]
fn embedded_records_are_complete() {
    for net in Networks::embedded().all() {
        let name = format!("{}/{}", net.encoding, net.name);
        let record = net.record.as_ref().unwrap_or_else(|| panic!("{name} has no record"));
        let is_trained = !record.losses.is_empty() && !record.tests.is_empty();
        assert!(!record.command.is_empty() && (is_trained || !record.generations.is_empty()), "{name}");
        assert_eq!(record.player.is_some(), record.games.is_some(), "{name}");
        if let Some(player) = option(&record.command, "--player") {
            assert_eq!(record.player.as_deref(), Some(player), "{name}");
            assert_eq!(record.games.map(|games| games.to_string()).as_deref(), option(&record.command, "--games"));
        }
    }
}

#[test]
fn embedded_networks_have_no_problem() {
    let networks = Networks::embedded();
    assert!(!networks.all().is_empty());
    for net in networks.all() {
        assert_eq!(net.problem, None);
        assert!(networks.of(&net.encoding).any(|known| known.name == net.name));
        assert!(matches!(networks.find(&net.encoding, &net.name), Some(Source::Embedded(_))));
    }
}

/// Writes a file of a folder of networks.
fn write(folder: &Path, path: &str, content: &[u8]) {
    let file = folder.join(path);
    std::fs::create_dir_all(file.parent().unwrap()).unwrap();
    std::fs::write(file, content).unwrap();
}

#[test]
fn a_folder_takes_precedence_over_embedded_networks() {
    let folder = tempfile::tempdir().unwrap();
    let embedded = Networks::embedded();
    let (name, count) = (embedded.best("chess").unwrap(), embedded.all().len());
    assert_eq!(Networks::with_folder(folder.path().join("missing")).all(), embedded.all());
    write(folder.path(), "mouse-cats/mine.qnet", &weights());
    write(folder.path(), "mouse-cats/mine.json", RECORD.as_bytes());
    write(folder.path(), "mouse-cats/best", b"mine\n");
    write(folder.path(), &format!("chess/{name}.qnet"), b"damaged");
    write(folder.path(), "othello/best", b" \n");
    write(folder.path(), "notes.txt", b"not a folder");
    let networks = Networks::with_folder(folder.path());
    assert_eq!(networks.best("mouse-cats"), Some("mine"));
    assert_eq!(networks.best("chess"), Some(name), "the embedded one, since the folder has no other");
    assert_eq!(networks.best("othello"), None, "an empty file stands for the hand-made evaluator");
    assert_eq!(networks.find("mouse-cats", "mine"), Some(Source::File(folder.path().join("mouse-cats/mine.qnet"))));
    assert_eq!(networks.find("mouse-cats", "other"), None);
    assert_eq!(networks.all().len(), count + 1);
    let mine = networks.of("mouse-cats").find(|net| net.name == "mine").unwrap();
    assert_eq!((&mine.record, &mine.problem), (&Some(Record::parse("", RECORD.as_bytes()).unwrap()), &None));
    let shadowing = networks.of("chess").find(|net| net.name == name).unwrap();
    assert!(shadowing.problem.is_some() && shadowing.record.is_none(), "{shadowing:?}");
}

/// A bishop and a knight win, whatever the network.
#[test]
fn known_endings_are_not_evaluated_by_a_network() {
    let name = registry::networks().best("chess").expect("a network");
    let net = GameEvaluator::<Chess>::named(name).expect("a network of that name").expect("a sound one");
    let hand = Chess::evaluator("handmade").expect("the hand-made evaluator");
    for (fen, is_known) in
        [("8/8/8/4k3/8/8/8/KBN5 w - - 0 1", true), ("4k3/8/8/8/8/8/4P3/4K2R w - - 0 1", true), (KNIGHTS_OUT, false)]
    {
        let position = Chess::parse(fen).expect("a position");
        let mut scores = [0];
        net.evaluate_many(std::slice::from_ref(&position), &mut scores);
        assert_eq!(scores[0], net.evaluate(&position));
        assert_eq!(scores[0] == hand.evaluate(&position), is_known, "{fen}");
    }
}

const KNIGHTS_OUT: &str = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3";
