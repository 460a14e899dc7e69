//! The gate: better networks come in, others change nothing.

use std::fs;
use std::path::{Path, PathBuf};

use quevedo_arena::ThreadPool;
use quevedo_arena::stats::{Sprt, SprtDecision};
use quevedo_catalog::{Catalog, EvalRef, GameEntry};
use quevedo_nets::record::Record;
use quevedo_nets::{NetKind, Tensor, WeightFile};
use quevedo_train::gate::{self, Gate};

fn game(id: &str) -> GameEntry {
    Catalog::standard().find(id).unwrap().clone()
}

fn threads(count: usize) -> ThreadPool<'static> {
    ThreadPool::new(&Catalog::standard(), count)
}

/// The hand-made evaluator of Othello with all terms times `factor`.
fn net(folder: &Path, factor: f32) -> PathBuf {
    let game = game("othello");
    let session = game.session(None).unwrap();
    let terms = game.evaluate(&*session, &EvalRef::Named("handmade".into())).unwrap().terms;
    let names: Vec<&str> = terms.iter().map(|term| term.name.en).collect();
    let file = WeightFile::new(NetKind::Terms, "othello", "a test", 250.0)
        .with("eval", "handmade")
        .with("names", format!("{names:?}"))
        .with("recipe", "by hand")
        .with("player", "alphabeta:depth=2")
        .with("games", 300)
        .with_tensor("weight", Tensor::new([names.len()], vec![factor; names.len()]))
        .with_tensor("bias", Tensor::zeros([1]));
    let path = folder.join("candidate.qnet");
    file.save(&path).unwrap();
    path
}

fn gate(new: PathBuf, old: &str, games: u64) -> Gate {
    Gate {
        game: game("othello"),
        new,
        old: EvalRef::new(old),
        player: "alphabeta:depth=1,hash=1".parse().unwrap(),
        sprt: Sprt::new(0.0, 50.0),
        games,
        random_plies: 6,
        seed: 1,
    }
}

#[test]
fn what_is_better_comes_in() {
    let folder = tempfile::tempdir().unwrap();
    let (weights, record) = (folder.path().join("weights"), folder.path().join("networks.md"));
    fs::write(&record, "| head |\n").unwrap();
    let new = net(folder.path(), 1.0);
    let gate = gate(new.clone(), "discs", 400);
    let file = gate.check().unwrap();
    assert_eq!(gate::game_of(&Catalog::standard(), &file).unwrap().id(), "othello");
    let tested = gate.run(&threads(2), &mut |_, _| {}).unwrap();
    assert_eq!(tested.decision, SprtDecision::AcceptH1, "{tested:?}");
    assert!(tested.result.games < 400, "it stops at its decision");

    let installed = gate::install(&Catalog::standard(), &weights, &gate, &file, &tested).unwrap();
    assert_eq!(installed.path, weights.join("othello/candidate.qnet"));
    assert_eq!(fs::read(&installed.path).unwrap(), fs::read(&new).unwrap());
    assert_eq!(fs::read_to_string(weights.join("othello/best")).unwrap(), "candidate\n");
    let history = fs::read(weights.join("othello/candidate.json")).unwrap();
    let history = Record::parse("candidate.json", &history).unwrap();
    assert_eq!((history.command.as_str(), history.tests[0].against.as_str()), ("by hand", "discs"));
    assert_eq!((history.player.as_deref(), history.games), (Some("alphabeta:depth=2"), Some(300)));
    gate::record(&record, &gate::row(&gate, &file, &tested, &installed)).unwrap();
    let text = fs::read_to_string(&record).unwrap();
    let row = text.lines().last().unwrap();
    assert!(row.contains("| othello | `candidate` | `by hand` |") && row.contains("`discs`"), "{row}");
    assert!(row.contains(&installed.sha256[..16]));

    // Other weights of the same name would silently change what the record says.
    let other = WeightFile::load(net(folder.path(), 2.0)).unwrap();
    assert!(
        gate::check_place(&Catalog::standard(), &weights, &other, &new)
            .unwrap_err()
            .to_string()
            .contains("other weights")
    );
    // A file where the folder should be.
    let blocked = folder.path().join("blocked");
    fs::write(&blocked, "").unwrap();
    assert!(gate::check_place(&Catalog::standard(), &blocked, &file, &new).is_err());
}

#[test]
fn what_is_worse_does_not() {
    let folder = tempfile::tempdir().unwrap();
    let worse = gate(net(folder.path(), -1.0), "handmade", 400);
    worse.check().unwrap();
    assert_eq!(worse.run(&threads(2), &mut |_, _| {}).unwrap().decision, SprtDecision::AcceptH0);
    // Too few games to tell.
    let short = gate(net(folder.path(), 1.0), "handmade", 2);
    assert_eq!(short.run(&threads(1), &mut |_, _| {}).unwrap().decision, SprtDecision::Continue);
}

#[test]
fn what_cannot_be_tested_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let new = net(folder.path(), 1.0);
    let refused = |gate: Gate| gate.check().unwrap_err().to_string();
    assert!(refused(Gate { game: game("chess"), ..gate(new.clone(), "handmade", 2) }).contains("`othello`"));
    assert!(refused(gate(new, "nobody", 2)).contains("nobody"));
    let damaged = folder.path().join("damaged.qnet");
    fs::write(&damaged, b"nothing").unwrap();
    assert!(refused(gate(damaged, "handmade", 2)).contains("damaged.qnet"));
}

#[test]
fn a_name_that_the_registry_would_not_find_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = WeightFile::load(net(folder.path(), 1.0)).unwrap();
    let at = |name: &str| gate::check_place(&Catalog::standard(), folder.path(), &file, &folder.path().join(name));
    let refused = |name: &str| at(name).unwrap_err().to_string();
    assert!(refused("strong.bin").contains("`.qnet`"));
    assert!(refused("strong").contains("`.qnet`"));
    // Evaluators made by hand go first, and `best` is what the gate itself writes.
    for name in ["handmade.qnet", "discs.qnet", "best.qnet"] {
        assert!(refused(name).contains("is another evaluator of othello"), "{}", refused(name));
    }
    // Names are plain; some would be taken for files.
    for name in ["a,b.qnet", "a b.qnet", "a.qnet.qnet", "sha256-1.qnet", "..qnet"] {
        assert!(refused(name).contains("is not a name for an evaluator"), "{}", refused(name));
    }
    at("strong-2.qnet").unwrap();
    // A network of that name is there already; whether it is the same one is another question.
    at("patterns-quick.qnet").unwrap();
}

#[test]
fn a_path_with_a_comma_and_a_blank_is_played() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a, b.qnet");
    fs::rename(net(folder.path(), 1.0), &path).unwrap();
    let gate = gate(path, "discs", 400);
    gate.check().unwrap();
    assert_eq!(gate.run(&threads(2), &mut |_, _| {}).unwrap().decision, SprtDecision::AcceptH1);
}
