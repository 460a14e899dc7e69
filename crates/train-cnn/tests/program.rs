//! The program as it is called: what it writes, from where it goes on, what it refuses.

mod toy;

use std::fs;
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::Duration;

use quevedo_catalog::Catalog;
use quevedo_nets::WeightFile;
use quevedo_train::fit::{Epoch, InputEncoding};
use tempfile::TempDir;

const RECIPE: &str = r#"
game = "connect4:7x6"
name = "toy"
[data]
shards = ["games"]
[net]
kind = "cnn"
channels = 4
layers = 2
hidden = 8
policy = true
symmetries = "mirror"
[train]
epochs = 8
batch = 16
patience = 0
validation = 0.1
"#;

struct Place {
    folder: TempDir,
}

impl Place {
    /// A folder with a recipe and data.
    fn new() -> Self {
        let place = Self { folder: TempDir::new().unwrap() };
        fs::create_dir(place.path("games")).unwrap();
        place.write_data(4);
        fs::write(place.path("recipe.toml"), RECIPE).unwrap();
        place
    }

    fn write_data(&self, seed: u64) {
        toy::shard(800, seed).write(&self.path("games/00000.qdat")).unwrap();
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn start(&self, out: &str, options: &[&str]) -> Child {
        Command::new(env!("CARGO_BIN_EXE_quevedo-train-cnn"))
            .arg(self.path("recipe.toml"))
            .arg("--data")
            .arg(self.path("games"))
            .arg("--out")
            .arg(self.path(out))
            .args(options)
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
    }

    fn train(&self, out: &str, options: &[&str]) -> Output {
        self.start(out, options).wait_with_output().unwrap()
    }

    /// What it says when it refuses.
    fn refusal(&self, out: &str, options: &[&str]) -> String {
        let output = self.train(out, options);
        assert!(!output.status.success());
        String::from_utf8(output.stderr).unwrap()
    }

    fn epochs(&self, log: &str) -> Vec<u32> {
        let text = fs::read_to_string(self.path(log)).unwrap();
        text.lines().map(|line| serde_json::from_str::<Epoch>(line).unwrap().epoch).collect()
    }
}

#[test]
fn a_killed_training_goes_on_and_comes_to_the_same() {
    let place = Place::new();
    let output = String::from_utf8(place.train("whole/net.qnet", &[]).stderr).unwrap();
    assert!(output.lines().any(|line| line.starts_with("epoch 1/8: loss ") && line.ends_with(" s left")), "{output}");
    let mut child = place.start("killed/net.qnet", &[]);
    while !place.path("killed/checkpoint.safetensors").exists() && child.try_wait().unwrap().is_none() {
        thread::sleep(Duration::from_millis(1));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let output = String::from_utf8(place.train("killed/net.qnet", &[]).stderr).unwrap();
    assert!(output.starts_with("resumes after epoch "), "{output}");
    let [whole, killed] = ["whole", "killed"].map(|out| WeightFile::load(place.path(out).join("net.qnet")).unwrap());
    assert_eq!(whole.checksum(), killed.checksum());
    assert_eq!(place.epochs("killed/log.jsonl"), (1..=8).collect::<Vec<_>>());
    let made = whole.text("made").unwrap();
    assert!(made.len() == 10 && made.starts_with("20"), "{made}");
}

#[test]
fn another_training_in_the_same_folder_is_refused() {
    let place = Place::new();
    assert!(place.train("out/net.qnet", &["--epochs", "2"]).status.success());
    let log = fs::read(place.path("out/log.jsonl")).unwrap();
    let is_refused = |options: &[&str]| {
        let output = place.refusal("out/net.qnet", options);
        assert!(output.contains("checkpoint.safetensors: the checkpoint of another recipe or other data"), "{output}");
    };
    is_refused(&["--epochs", "3"]);
    let init = place.path("out/net.qnet");
    is_refused(&["--epochs", "2", "--init", init.to_str().unwrap()]);
    place.write_data(5);
    is_refused(&["--epochs", "2"]);
    place.write_data(4);
    assert!(place.train("out/net.qnet", &["--epochs", "2"]).status.success());
    assert_eq!(fs::read(place.path("out/log.jsonl")).unwrap(), log);
}

/// Games from outside are not in the catalog of this program.
#[test]
fn a_game_is_trained_by_the_encoding_of_its_data() {
    let place = Place::new();
    fs::write(place.path("recipe.toml"), RECIPE.replace("connect4:7x6", "of-my-own")).unwrap();
    let encoding = InputEncoding::of(Catalog::standard().find("connect4:7x6").unwrap());
    fs::write(place.path("games/encoding.json"), serde_json::to_vec(&encoding).unwrap()).unwrap();
    assert!(place.train("out/net.qnet", &["--epochs", "1"]).status.success());
    assert_eq!(WeightFile::load(place.path("out/net.qnet")).unwrap().encoding, "connect4-7x6");
}

#[test]
fn what_cannot_be_learned_is_refused() {
    let place = Place::new();
    assert!(place.refusal("out/net.qnet", &["--epochs", "0"]).contains("--epochs"));
    let other = RECIPE.replace("connect4:7x6", "othello");
    fs::write(place.path("recipe.toml"), other).unwrap();
    let output = place.refusal("out/net.qnet", &[]);
    assert!(output.contains("`connect4-7x6`") && output.contains("`othello`"), "{output}");
    // A game that this program does not know, without a description of its encoding.
    fs::write(place.path("recipe.toml"), RECIPE.replace("connect4:7x6", "of-my-own")).unwrap();
    let output = place.refusal("out/net.qnet", &[]);
    assert!(output.contains("`of-my-own`") && output.contains("encoding.json"), "{output}");
    for key in ["channels = 4", "layers = 2", "hidden = 8"] {
        let (name, _) = key.split_once(' ').unwrap();
        fs::write(place.path("recipe.toml"), RECIPE.replace(key, &format!("{name} = 0"))).unwrap();
        let output = place.refusal("out/net.qnet", &[]);
        assert!(output.contains(name) && !output.contains("panicked"), "{output}");
    }
}
