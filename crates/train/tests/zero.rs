//! Self-play: games become training data, an interruption changes nothing, and move accuracy is correct.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use quevedo_catalog::{Catalog, GameEntry};
use quevedo_core::Rng;
use quevedo_nets::{NetKind, Tensor, WeightFile};
use quevedo_train::data::{Flags, ShardReader, stored_steps};
use quevedo_train::zero::{GatePlan, Generation, MoveAccuracy, Zero, ZeroError, ZeroPlan, move_accuracy};
use tempfile::{TempDir, tempdir};

fn game(id: &str) -> GameEntry {
    Catalog::standard().find(id).unwrap().clone()
}

/// A trainer that writes down how it was called, and no network.
fn scribe(folder: &Path) -> String {
    let script = folder.join("scribe.sh");
    fs::write(&script, "echo \"$@\" >> \"$(dirname \"$0\")/called\"\nexit 1\n").unwrap();
    format!("sh '{}'", script.display())
}

fn plan(games: u64) -> ZeroPlan {
    let plan = ZeroPlan::new(&game("connect4:7x6"), 20, 3);
    ZeroPlan { games, temperature_plies: 6, ..plan }
}

struct Run {
    folder: TempDir,
    trainer: String,
}

impl Run {
    fn new() -> Self {
        let folder = tempdir().unwrap();
        let trainer = scribe(folder.path());
        Self { folder, trainer }
    }

    /// Runs until the trainer refuses.
    fn play(&self, plan: ZeroPlan, threads: usize) -> ZeroError {
        let path = self.path();
        let zero =
            Zero { plan, folder: &path, trainer: Some(&self.trainer), recipe: None, threads, accuracy_positions: 0 };
        zero.run(1, &mut |_, _| {}, &mut |_| {}).unwrap_err()
    }

    fn path(&self) -> PathBuf {
        self.folder.path().join("zero")
    }

    fn games(&self) -> PathBuf {
        self.path().join("000/games")
    }

    fn files(&self) -> BTreeMap<String, Vec<u8>> {
        let entries = fs::read_dir(self.games()).unwrap().map(|entry| entry.unwrap().path());
        entries.map(|path| (path.display().to_string(), fs::read(&path).unwrap())).map(trimmed).collect()
    }
}

/// A file by its name alone.
fn trimmed((path, bytes): (String, Vec<u8>)) -> (String, Vec<u8>) {
    (path.rsplit('/').next().unwrap_or_default().to_owned(), bytes)
}

#[test]
fn games_are_the_same_on_any_number_of_threads_and_after_an_interruption() {
    let (one, two) = (Run::new(), Run::new());
    one.play(plan(130), 1);
    two.play(plan(130), 3);
    assert!(one.files() == two.files());
    // Two shards, and the encoding.
    assert_eq!(one.files().len(), 3);
    // What died in the middle of the second shard has the first.
    let first = two.games().join("games-00000100-00000129.qdat");
    fs::remove_file(first).unwrap();
    two.play(plan(130), 2);
    assert!(one.files() == two.files());
}

#[test]
fn positions_carry_the_shares_of_the_visits() {
    let run = Run::new();
    run.play(plan(20), 2);
    let game = game("connect4:7x6");
    let reader = ShardReader::open(&[run.games()]).unwrap();
    assert_eq!(reader.files()[0].1.games, 20);
    for sample in reader.samples() {
        let sample = sample.unwrap();
        let session = game.session(Some(&sample.text)).unwrap();
        assert_eq!(sample.policy.len(), session.legal().len(), "{}", sample.text);
        let steps: Vec<_> =
            session.legal().iter().map(|mv| stored_steps(&game.move_steps(&*session, &mv.text).unwrap())).collect();
        assert!(sample.policy.iter().all(|(known, _)| steps.contains(known)));
        let all: u32 = sample.policy.iter().map(|(_, share)| u32::from(*share)).sum();
        // Each share is rounded down.
        assert!((65_528..=65_535).contains(&all), "{all}");
        assert!(steps.contains(&sample.best));
    }
}

#[test]
fn what_the_search_has_proved_is_what_the_solver_says() {
    let run = Run::new();
    run.play(ZeroPlan { first: "mcts:policy=puct,sims=300".parse().unwrap(), ..plan(6) }, 2);
    let game = game("connect4:7x6");
    let mut prober = game.prober();
    let reader = ShardReader::open(&[run.games()]).unwrap();
    let proved: Vec<_> = reader.samples().map(Result::unwrap).filter(|sample| sample.flags.has(Flags::EXACT)).collect();
    assert!(proved.len() > 10);
    for sample in proved.iter().filter(|sample| sample.ply >= 14) {
        let session = game.session(Some(&sample.text)).unwrap();
        let solved = prober.probe(&*session, u64::MAX).unwrap();
        assert_eq!(i32::from(sample.result), solved.value as i32 - 1, "{}", sample.text);
    }
}

#[test]
fn the_trainer_gets_its_arguments() {
    let run = Run::new();
    let error = run.play(plan(4), 1);
    assert!(matches!(error, ZeroError::Trainer(_)), "{error}");
    let called = fs::read_to_string(run.folder.path().join("called")).unwrap();
    let path = run.path();
    let expected = format!("{0}/recipe.toml --data {0}/000/games --out {0}/000/unfinished.qnet\n", path.display());
    assert_eq!(called, expected);
}

#[test]
fn another_plan_is_refused() {
    let run = Run::new();
    run.play(plan(4), 1);
    let error = run.play(plan(5), 1);
    assert!(error.to_string().contains("another run"), "{error}");
}

#[test]
fn a_player_without_visits_is_refused() {
    let run = Run::new();
    let error = run.play(ZeroPlan { first: "alphabeta:depth=1,hash=1".parse().unwrap(), ..plan(2) }, 1);
    assert!(matches!(error, ZeroError::NoVisits { .. }), "{error}");
}

fn accuracy(id: &str, player: &str, positions: u64) -> MoveAccuracy {
    move_accuracy(&game(id), &player.parse().unwrap(), positions, 1, 2, &|| {}).unwrap()
}

#[test]
fn a_perfect_player_keeps_every_value_and_a_random_one_does_not() {
    let perfect = accuracy("mouse-cats", "perfect", 40);
    assert_eq!((perfect.positions, perfect.kept, perfect.hard_kept), (40, 40, perfect.hard));
    let random = accuracy("mouse-cats", "random", 40);
    assert!(random.hard == perfect.hard && random.kept < 40 && random.hard > 0, "{random:?}");
    // Where every move keeps the value, so does a random one.
    assert_eq!(random.kept - random.hard_kept, random.positions - random.hard);
}

#[test]
fn move_accuracy_does_not_depend_on_threads() {
    let game = game("mouse-cats");
    let player = "mcts:policy=puct,sims=50".parse().unwrap();
    let on = |threads| move_accuracy(&game, &player, 30, 1, threads, &|| {}).unwrap();
    assert_eq!(on(1), on(3));
}

/// A network for Connect-4 that knows nothing, with both heads.
fn random_net(path: &Path) {
    let mut rng = Rng::with_seed(2);
    let mut tensor =
        |shape: &[usize]| Tensor::new(shape, (0..shape.iter().product()).map(|_| 0.3 * (rng.f32() - 0.5)).collect());
    let mut file = WeightFile::new(NetKind::Cnn, "connect4-7x6", "random", 100.0).with("channels", 4).with("layers", 1);
    for (name, shape) in [
        ("conv.0", &[4, 3, 3, 3][..]),
        ("value.reduce", &[1, 4]),
        ("value.hidden", &[8, 42]),
        ("value.out", &[1, 8]),
        ("policy", &[1, 4]),
    ] {
        file = file.with_tensor(&format!("{name}.weight"), tensor(shape));
        file = file.with_tensor(&format!("{name}.bias"), tensor(&shape[..1]));
    }
    file.save(path).unwrap();
}

/// A network for Othello, whatever it knows.
fn net_of_another_game(path: &Path) {
    let file = WeightFile::new(NetKind::Patterns, "othello", "of another game", 100.0);
    file.with_tensor("weight", Tensor::zeros([1])).save(path).unwrap();
}

/// The folder of the loop and the path of the trainer have commas and blanks.
#[test]
fn a_folder_with_a_comma_and_a_blank_is_trained_in() {
    let folder = tempdir().unwrap();
    let tools = folder.path().join("my, tools");
    fs::create_dir(&tools).unwrap();
    let trainer = copyist(&tools);
    let path = folder.path().join("o, ut");
    let plan = ZeroPlan { gate: Some(GatePlan::new(2)), ..plan(2) };
    let zero = Zero { plan, folder: &path, trainer: Some(&trainer), recipe: None, threads: 1, accuracy_positions: 0 };
    let log = zero.run(2, &mut |_, _| {}, &mut |_| {}).unwrap();
    assert_eq!(log[1].gate.map(|gate| gate.games), Some(2));
}

/// A trainer that always has the same network to offer.
fn copyist(folder: &Path) -> String {
    random_net(&folder.join("ready.qnet"));
    let script = folder.join("copyist.sh");
    let copy = "echo \"$@\" >> \"$(dirname \"$0\")/called\"\nfor last; do :; done\ncp \"$(dirname \"$0\")/ready.qnet\" \"$last\"\n";
    fs::write(&script, copy).unwrap();
    format!("sh '{}'", script.display())
}

/// Without the times it took.
fn timeless(log: Vec<Generation>) -> Vec<Generation> {
    log.into_iter().map(|generation| Generation { play_s: 0.0, train_s: 0.0, ..generation }).collect()
}

#[test]
fn generations_follow_each_other_and_a_gate_stops_what_is_no_better() {
    let folder = tempdir().unwrap();
    let trainer = copyist(folder.path());
    let plan = ZeroPlan { gate: Some(GatePlan::new(6)), window: 2, ..plan(3) };
    let run = |name: &str, generations: usize| {
        let path = folder.path().join(name);
        let zero = Zero {
            plan: plan.clone(),
            folder: &path,
            trainer: Some(&trainer),
            recipe: None,
            threads: 2,
            accuracy_positions: 0,
        };
        timeless(zero.run(generations, &mut |_, _| {}, &mut |_| {}).unwrap())
    };
    let whole = run("whole", 3);
    assert_eq!(whole.iter().map(|generation| generation.champion).collect::<Vec<_>>(), [None, Some(0), Some(0)]);
    assert!(whole[0].accepted && whole[0].gate.is_none());
    // The same network against itself, sides swapped: exactly half of the points, until the test is sure of it.
    let gate = whole[1].gate.unwrap();
    assert!((gate.score - 0.5).abs() < 1e-9 && gate.games <= 6 && !gate.passed, "{gate:?}");
    assert!(!whole[1].accepted && !whole[2].accepted);
    let called = fs::read_to_string(folder.path().join("called")).unwrap();
    let last = called.lines().nth(2).unwrap().replace(&folder.path().display().to_string(), "");
    assert_eq!(
        last,
        "/whole/recipe.toml --data /whole/001/games --data /whole/002/games \
         --init /whole/000/net.qnet --out /whole/002/unfinished.qnet"
    );
    // In two runs it is the same.
    run("parts", 1);
    assert_eq!(run("parts", 3), whole);
}

#[test]
fn a_network_that_does_not_fit_is_refused_and_removed() {
    let folder = tempdir().unwrap();
    let trainer = copyist(folder.path());
    let path = folder.path().join("zero");
    let zero =
        Zero { plan: plan(3), folder: &path, trainer: Some(&trainer), recipe: None, threads: 2, accuracy_positions: 0 };
    let run = || zero.run(1, &mut |_, _| {}, &mut |_| {});
    net_of_another_game(&folder.path().join("ready.qnet"));
    let error = run().unwrap_err().to_string();
    assert!(error.contains("othello"), "{error}");
    assert!(!path.join("000/net.qnet").exists());
    // The same trainer, mended.
    random_net(&folder.path().join("ready.qnet"));
    assert!(run().unwrap()[0].accepted);
    // A trainer that says nothing is wrong and writes nothing.
    let idle = "true";
    let zero = Zero { trainer: Some(idle), ..zero };
    let error = zero.run(2, &mut |_, _| {}, &mut |_| {}).unwrap_err().to_string();
    assert!(error.contains("wrote no network"), "{error}");
}

#[test]
fn what_cannot_be_trained_is_refused_before_anything_is_played() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("zero");
    let zero = Zero { plan: plan(3), folder: &path, trainer: None, recipe: None, threads: 1, accuracy_positions: 0 };
    let refused = |zero: Zero<'_>| {
        let error = zero.run(1, &mut |_, step| panic!("{step:?}"), &mut |_| {}).unwrap_err().to_string();
        assert!(!zero.folder.join("000").exists());
        error
    };
    let with_trainer = |trainer| Zero { trainer: Some(trainer), plan: plan(3), ..zero };
    assert!(refused(with_trainer("no-such-program --fast")).contains("`no-such-program --fast` does not exist"));
    assert!(refused(with_trainer("./no/such/program")).contains("does not exist"));
    assert!(refused(with_trainer(" ")).contains("names no program"));
    let missing = folder.path().join("missing.toml");
    assert!(refused(Zero { recipe: Some(&missing), ..with_trainer("true") }).contains("missing.toml"));
}

#[test]
fn a_folder_without_a_run_has_no_move_accuracy() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("typo");
    let zero = Zero { plan: plan(3), folder: &path, trainer: None, recipe: None, threads: 1, accuracy_positions: 0 };
    let error = zero.champion_accuracy(2, &|| {}).unwrap_err().to_string();
    assert!(error.contains("typo: there is no run"), "{error}");
}

#[test]
fn every_kind_of_game_can_be_played_to_learn_from() {
    for id in ["mouse-cats", "hare-hounds", "fox-geese", "amazons:6x6", "othello", "chess"] {
        let run = Run::new();
        let game = game(id);
        let plan = ZeroPlan { games: 2, ..ZeroPlan::new(&game, 12, 1) };
        let error = run.play(plan, 2);
        assert!(matches!(error, ZeroError::Trainer(_)), "{}: {error}", game.id());
        let samples: Vec<_> = ShardReader::open(&[run.games()]).unwrap().samples().map(Result::unwrap).collect();
        assert!(!samples.is_empty(), "{}", game.id());
        for sample in samples {
            let session = game.session(Some(&sample.text)).unwrap();
            let legal: Vec<_> =
                session.legal().iter().map(|mv| stored_steps(&game.move_steps(&*session, &mv.text).unwrap())).collect();
            assert!(sample.policy.iter().all(|(steps, _)| legal.contains(steps)), "{}: {}", game.id(), sample.text);
            assert!(sample.policy.iter().any(|(_, share)| *share > 0), "{}: {}", game.id(), sample.text);
        }
    }
}
