//! Recipes: errors name the line, and an interrupted run gives the same weights.

use std::fs;
use std::panic::{self, AssertUnwindSafe};
use std::path::{Path, PathBuf};

use quevedo_arena::ThreadPool;
use quevedo_catalog::{Catalog, PlayerSpec};
use quevedo_nets::WeightFile;
use quevedo_train::data::{Sample, Shard, ShardReader};
use quevedo_train::recipe::{Event, Recipe, RecipeError, RecipeReport, RunContext, read, run};

const TINY: &str = r#"game = "connect4:7x6"
name = "tiny"

[data]
player = "random"
games = 40
random_plies = 2
seed = 3

[net]
kind = "nnue"
hidden = 8
phases = 2

[train]
epochs = 5
batch = 64
rate = 0.01
last_rate = 0.001
result_share = 1.0
validation = 0.2
patience = 0

[test]
player = "greedy"
against = "handmade"
games = 6
"#;

fn written(folder: &Path, text: &str) -> PathBuf {
    let path = folder.join("recipe.toml");
    fs::write(&path, text).unwrap();
    path
}

fn parsed(text: &str) -> Result<Recipe, RecipeError> {
    let folder = tempfile::tempdir().unwrap();
    read(&written(folder.path(), text), &Catalog::standard())
}

fn run_recipe(text: &str, out: &Path, on_event: &mut dyn FnMut(&Event<'_>)) -> Result<RecipeReport, RecipeError> {
    let folder = tempfile::tempdir().unwrap();
    let path = written(folder.path(), text);
    let catalog = Catalog::standard();
    let pool = ThreadPool::new(&catalog, 2);
    let context = RunContext { recipe: &path, out, pool: &pool, threads: 2 };
    run(&read(&path, &catalog)?, &context, on_event)
}

#[test]
fn errors_name_the_line() {
    let cases = [
        ("game = \"connect4:7x6\"", "game = \"chequers\"", 1, "unknown game"),
        ("name = \"tiny\"", "name = \"../tiny\"", 2, "it is the name of a file"),
        ("player = \"random\"", "player = \"genius\"", 5, "unknown player"),
        ("player = \"random\"", "player = \"human\"", 5, "human"),
        ("games = 40", "games = 0", 6, "at least 1 game"),
        ("kind = \"nnue\"", "kind = \"magic\"", 11, "magic"),
        ("hidden = 8", "hidden = 12", 12, "[net] hidden = 12: must be a multiple of 8 up to 4096"),
        ("phases = 2", "blend = 2", 13, "unknown field `blend`"),
        ("phases = 2", "phases = \"many\"", 13, "invalid type"),
        ("hidden = 8\n", "", 10, "missing field `hidden`"),
        ("batch = 64", "batches = 64", 17, "batches"),
        ("rate = 0.01", "rate = 0", 18, "above 0"),
        (
            "kind = \"nnue\"\nhidden = 8\nphases = 2\n\n[train]",
            "kind = \"terms\"\n[train]\ninit = \"a.qnet\"",
            13,
            "left out",
        ),
        ("validation = 0.2", "validation = 1.5", 21, "from 0 to 0.9"),
        ("against = \"handmade\"", "against = \"nobody\"", 26, "nobody"),
        ("player = \"greedy\"", "player = \"random\"", 25, "no key `eval`"),
        ("games = 6", "games = 6\nrandom_plies = 500", 28, "use fewer"),
        ("random_plies = 2", "balanced = -5", 7, "must be 0 points or more"),
        ("random_plies = 2", "sibling_moves = 4000000000", 7, "at most 1000"),
        ("kind = \"nnue\"\nhidden = 8\nphases = 2", "kind = \"cnn\"\nchannels = 0", 12, "from 1 to 512"),
        ("kind = \"nnue\"\nhidden = 8\nphases = 2", "kind = \"terms\"\neval = \"zero-5\"", 12, "one of handmade"),
    ];
    for (right, wrong, line, message) in cases {
        let text = TINY.replacen(right, wrong, 1);
        assert_ne!(text, TINY, "{right}");
        let error = parsed(&text).unwrap_err().to_string();
        assert!(error.contains(&format!("recipe.toml: line {line}:")) && error.contains(message), "{wrong}: {error}");
        assert!(!error.contains("[]"), "{error}");
    }
    let patterns = TINY.replace("kind = \"nnue\"\nhidden = 8", "kind = \"patterns\"\npatterns = [\"a1 b1\", \"h1\"]");
    assert!(parsed(&patterns).unwrap_err().to_string().contains("line 12: [net] patterns: pattern `h1`"));
    assert!(
        read(Path::new("no/such/recipe.toml"), &Catalog::standard())
            .unwrap_err()
            .to_string()
            .contains("no/such/recipe.toml")
    );
}

/// Every recipe that comes with the program.
#[test]
fn our_own_recipes_are_right() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../recipes");
    let mut count = 0;
    for kind in fs::read_dir(folder).unwrap() {
        for file in fs::read_dir(kind.unwrap().path()).unwrap() {
            let path = file.unwrap().path();
            read(&path, &Catalog::standard()).unwrap_or_else(|error| panic!("{error}"));
            count += 1;
        }
    }
    assert!(count >= 8, "{count}");
}

#[test]
fn an_interrupted_run_comes_to_the_same_weights() {
    let folder = tempfile::tempdir().unwrap();
    let (whole, broken) = (folder.path().join("whole"), folder.path().join("broken"));
    let report = run_recipe(TINY, &whole, &mut |_| {}).unwrap();
    assert_eq!((report.fit.epochs, report.test.as_ref().map(|test| test.games)), (5, Some(6)));

    // As if the program were killed in the third epoch.
    let mut fatal = |event: &Event<'_>| {
        if let Event::Training(progress) = event {
            assert!(progress.epochs.len() < 2 || progress.share < 0.3, "killed");
        }
    };
    let killed = panic::catch_unwind(AssertUnwindSafe(|| run_recipe(TINY, &broken, &mut fatal)));
    assert!(killed.is_err());
    assert!(!broken.join("tiny.qnet").exists());
    assert_eq!(fs::read_to_string(broken.join("log.jsonl")).unwrap().lines().count(), 2);
    let again = run_recipe(TINY, &broken, &mut |_| {}).unwrap();
    assert_eq!(again.weights, report.weights);
    assert_eq!(again.test.map(|test| (test.wins, test.draws)), report.test.map(|test| (test.wins, test.draws)));

    let file = WeightFile::load(whole.join("tiny.qnet")).unwrap();
    assert_eq!(
        (file.kind.name(), file.encoding.as_str(), file.text("recipe").unwrap()),
        ("nnue", "connect4-7x6", "tiny")
    );
    assert_eq!((file.text("player").unwrap(), file.number("games").unwrap()), ("random", 40));
    for made in ["log.jsonl", "loss.svg", "report.json"] {
        assert!(fs::metadata(whole.join(made)).unwrap().len() > 100, "{made}");
    }
}

#[test]
fn what_is_there_is_not_made_again() {
    let folder = tempfile::tempdir().unwrap();
    let first = run_recipe(TINY, folder.path(), &mut |_| {}).unwrap();
    let mut reused = 0;
    let mut trained = 0;
    let second = run_recipe(TINY, folder.path(), &mut |event| match event {
        Event::Reused(_) => reused += 1,
        Event::Training(_) => trained += 1,
        _ => (),
    });
    assert_eq!((reused, trained), (1, 0));
    assert_eq!(second.unwrap(), first);
    // Another schedule is another training, and must not go on from this one's checkpoint.
    let other = TINY.replace("rate = 0.01\n", "rate = 0.02\n");
    let error = run_recipe(&other, folder.path(), &mut |_| {}).unwrap_err().to_string();
    assert!(error.contains("another recipe"), "{error}");
    let other = TINY.replace("seed = 3", "seed = 4");
    assert!(run_recipe(&other, folder.path(), &mut |_| {}).unwrap_err().to_string().contains("`seed` is 3 there"));
    let fewer = TINY.replace("games = 40", "games = 30");
    assert!(run_recipe(&fewer, folder.path(), &mut |_| {}).unwrap_err().to_string().contains("holds 40 games"));
}

/// Shards of the same names and as many positions in another folder are other data.
#[test]
fn other_data_makes_other_weights() {
    let folder = tempfile::tempdir().unwrap();
    let made = folder.path().join("made");
    run_recipe(TINY, &made, &mut |_| {}).unwrap();
    let (here, there) = (made.join("data"), folder.path().join("there"));
    let shards = |data: &Path| {
        let source = format!("shards = [{:?}]", data.display().to_string());
        TINY.replace("player = \"random\"\ngames = 40\nrandom_plies = 2\nseed = 3", &source)
    };
    fs::create_dir(&there).unwrap();
    for (path, head) in ShardReader::open(std::slice::from_ref(&here)).unwrap().files() {
        let mut other = Shard::new(head.clone());
        for sample in Shard::read(path).unwrap().samples() {
            other.push(&Sample { result: -sample.result, ..sample });
        }
        other.write(&there.join(path.file_name().unwrap())).unwrap();
    }
    let out = folder.path().join("out");
    run_recipe(&shards(&here), &out, &mut |_| {}).unwrap();
    let error = run_recipe(&shards(&there), &out, &mut |_| {}).unwrap_err().to_string();
    assert!(error.contains("other data"), "{error}");
}

#[test]
fn a_folder_with_a_comma_and_a_blank_is_trained_in_and_its_network_plays() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("o, ut");
    let test = run_recipe(TINY, &out, &mut |_| {}).unwrap().test.unwrap();
    assert!(out.join("tiny.qnet").exists());
    assert_eq!(test.games, 6);
    assert_eq!(test.player.parse::<PlayerSpec>().unwrap().files(), [("eval", out.join("tiny.qnet").as_path())]);
}

/// Patterns and terms go the same way; what they write can be read and used.
#[test]
fn every_kind_makes_an_evaluator() {
    let folder = tempfile::tempdir().unwrap();
    let patterns = TINY.replace("\"tiny\"", "\"lines\"").replace(
        "kind = \"nnue\"\nhidden = 8",
        "kind = \"patterns\"\nsymmetries = \"mirror\"\npatterns = [\"a1 b1 c1 d1\"]",
    );
    let terms = TINY
        .replace("\"tiny\"", "\"tuned\"")
        .replace("connect4:7x6", "hare-hounds")
        .replace("kind = \"nnue\"\nhidden = 8\nphases = 2", "kind = \"terms\"");
    for (text, kind) in [(patterns, "patterns"), (terms, "terms")] {
        let report = run_recipe(&text, &folder.path().join(kind), &mut |_| {}).unwrap();
        assert_eq!(report.kind, kind);
        assert_eq!(report.test.map(|test| test.games), Some(6));
    }
}

#[test]
fn a_missing_trainer_is_an_error_that_says_how_to_build_it() {
    let folder = tempfile::tempdir().unwrap();
    let text = TINY.replace("kind = \"nnue\"", "kind = \"cnn\"").replace("phases = 2", "trainer = \"no-such-trainer\"");
    let error = run_recipe(&text, folder.path(), &mut |_| {}).unwrap_err().to_string();
    assert!(error.contains("`no-such-trainer`") && error.contains("cargo build"), "{error}");
}
