//! `quevedo tournament`, and matches that go on where they were.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread::sleep;
use std::time::Duration;

use quevedo_record::Record;
use serde_json::Value;

/// A folder of its own, in which the program runs.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("tournament-{name}"));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_quevedo"));
        command.env("XDG_DATA_HOME", &self.0).env("HOME", &self.0);
        command.args(args).current_dir(&self.0).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    fn run(&self, args: &[&str]) -> Output {
        self.command(args).output().unwrap()
    }

    /// Standard output and standard error of a command that must succeed.
    fn said(&self, args: &[&str]) -> (String, String) {
        let output = self.run(args);
        let [out, errors] = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
        assert_eq!(output.status.code(), Some(0), "{args:?}: {errors}");
        (out, errors)
    }

    /// The one line on standard error of a command that must be refused.
    fn refused(&self, args: &[&str]) -> String {
        let output = self.run(args);
        let errors = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), errors.lines().count()), (Some(2), 1), "{args:?}: {errors}");
        assert!(output.stdout.is_empty());
        errors.trim_end().to_owned()
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.0.join(name), text).unwrap();
    }

    fn read(&self, name: impl AsRef<Path>) -> String {
        fs::read_to_string(self.0.join(name)).unwrap()
    }
}

const PLAN: &str = "\
name = \"Small\"
game = \"connect4\"
games = 4
openings = { random = 3 }
[[player]]
spec = \"random\"
[[player]]
name = \"One\"
spec = \"alphabeta:depth=1\"
[[player]]
name = \"Three\"
spec = \"alphabeta:depth=3\"
";

/// The games of a folder without their times and day.
fn games(folder: &Folder, out: &str) -> Vec<(String, Vec<String>)> {
    let records = Record::parse_all(&folder.read(Path::new(out).join("games.pgn"))).unwrap();
    let report = |record: Record| {
        let players = format!("{:?} {:?} {:?}", record.tag("Round"), record.tag("White"), record.tag("Black"));
        (players, record.moves.into_iter().map(|mv| mv.text).collect())
    };
    records.into_iter().map(report).collect()
}

#[test]
fn a_tournament_leaves_its_games_and_its_table() {
    let folder = Folder::new("files");
    folder.write("small.toml", PLAN);
    let (table, errors) = folder.said(&["tournament", "small.toml", "--threads", "2"]);
    assert!(table.starts_with("Small: connect4, round robin, 3 players\n12 of 12 games"), "{table}");
    assert!(table.contains("  1  Three ") && errors.contains("results in small\n"), "{table}{errors}");
    assert_eq!(games(&folder, "small").len(), 12);
    assert_eq!(folder.read("small/games.csv").lines().count(), 13);
    assert_eq!(folder.read("small/standings.csv").lines().count(), 4);
    assert_eq!(folder.read("small/journal.jsonl").lines().count(), 13);
    let results: Value = serde_json::from_str(&folder.read("small/results.json")).unwrap();
    assert_eq!(results["games"].as_array().unwrap().len(), 12);
    assert_eq!(results["standings"]["rows"][0]["name"], "Three");
    assert!(folder.read("small/report.md").contains("Three"));
    assert!(folder.read("small/report.html").contains("<svg"));
}

#[test]
fn a_finished_tournament_is_not_played_again_and_a_changed_one_is_refused() {
    let folder = Folder::new("again");
    folder.write("small.toml", PLAN);
    folder.said(&["tournament", "small.toml", "--out", "x/y"]);
    let before = ["games.pgn", "games.csv", "standings.csv", "results.json"]
        .map(|name| folder.read(Path::new("x/y").join(name)));
    let (_, errors) = folder.said(&["tournament", "small.toml", "--out", "x/y"]);
    assert!(errors.starts_with("12 of 12 games were played before\n0 games in"), "{errors}");
    let after = ["games.pgn", "games.csv", "standings.csv", "results.json"]
        .map(|name| folder.read(Path::new("x/y").join(name)));
    assert_eq!(before, after);
    // Another name or number of threads is the same tournament; another seed is not.
    folder.write("small.toml", &PLAN.replace("Small", "Little").replace("games", "threads = 1\ngames"));
    folder.said(&["tournament", "small.toml", "--out", "x/y"]);
    folder.write("small.toml", &PLAN.replace("games", "seed = 2\ngames"));
    let error = folder.refused(&["tournament", "small.toml", "--out", "x/y"]);
    assert!(error.contains("the plan has changed") && error.contains("--fresh"), "{error}");
    folder.said(&["tournament", "small.toml", "--out", "x/y", "--fresh"]);
    assert_eq!(folder.read("x/y/journal.jsonl").lines().count(), 13);
}

#[test]
fn a_killed_tournament_goes_on() {
    let folder = Folder::new("killed");
    let slow = PLAN.replace("games = 4", "games = 40").replace("depth=3", "depth=6");
    folder.write("small.toml", &slow);
    folder.said(&["tournament", "small.toml", "--out", "whole"]);
    let mut child = folder.command(&["tournament", "small.toml", "--out", "cut", "--threads", "1"]).spawn().unwrap();
    let journal = folder.0.join("cut/journal.jsonl");
    let lines = || fs::read_to_string(&journal).map_or(0, |text| text.lines().count());
    while lines() < 10 && child.try_wait().unwrap().is_none() {
        sleep(Duration::from_millis(2));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let kept = lines();
    let (_, errors) = folder.said(&["tournament", "small.toml", "--out", "cut"]);
    assert!(kept >= 10 && errors.contains(" of 120 games were played before"), "{errors}");
    assert_eq!(games(&folder, "cut"), games(&folder, "whole"), "complete, and every game once");
}

#[test]
fn a_plan_can_be_checked_and_begins_with_an_example() {
    let folder = Folder::new("check");
    let (example, _) = folder.said(&["tournament", "--example"]);
    folder.write("example.toml", &example);
    let (report, _) = folder.said(&["tournament", "example.toml", "--check"]);
    assert!(report.contains("3 players, 12 games") && report.contains("alphabeta:depth=2"), "{report}");
    let (report, _) = folder.said(&["tournament", "example.toml", "--check", "--json"]);
    let report: Value = serde_json::from_str(&report).unwrap();
    assert_eq!((&report["games"], &report["players"][1]["name"]), (&12.into(), &"Greedy".into()));
    assert!(!folder.0.join("example").exists(), "nothing is played");
    folder.write("bad.toml", "game = \"othello\"\n[[player]]\nspec = \"gredy\"\n");
    let error = folder.refused(&["tournament", "bad.toml"]);
    assert!(error.starts_with("error: bad.toml: line 3: unknown player `gredy`"), "{error}");
    assert!(folder.refused(&["tournament", "none.toml"]).contains("none.toml"));
    assert!(folder.refused(&["tournament"]).contains("<FILE>"));
}

#[test]
fn the_files_of_the_thesis_are_understood() {
    let folder = Folder::new("thesis");
    folder.write("training_conf.txt", "# pairs\ngreedy_territory v random : 2\n");
    let (table, _) = folder.said(&["tournament", "training_conf.txt"]);
    assert!(table.contains("training_conf: amazons, 1 pairings, 2 players") && table.contains("2-0-0"), "{table}");
    assert_eq!(games(&folder, "training_conf").len(), 2);
    folder.write("interface.txt", "human\nminimax_territory 2 5\nmcts_ucb 1000 10\n");
    let (report, _) = folder.said(&["tournament", "--check", "interface.txt"]);
    assert!(report.starts_with("3 players\n") && report.contains("alphabeta:"), "{report}");
    assert!(folder.refused(&["tournament", "interface.txt"]).contains("no pairings"));
    let (report, _) = folder.said(&["tournament", "--check", "training_conf.txt", "--json"]);
    assert_eq!(serde_json::from_str::<Value>(&report).unwrap()["games"], 2);
}

#[test]
fn a_table_is_told_as_json() {
    let folder = Folder::new("json");
    folder.write("small.toml", PLAN);
    let (report, _) = folder.said(&["tournament", "small.toml", "--json"]);
    let report: Value = serde_json::from_str(&report).unwrap();
    let rows = report["standings"]["rows"].as_array().unwrap();
    let sum = |key: &str| rows.iter().map(|row| row[key].as_u64().unwrap()).sum::<u64>();
    assert_eq!((sum("games"), sum("wins")), (24, sum("losses")));
    assert!(rows.iter().all(|row| row["elo_error"].is_f64() && row["time_us"]["p95"].is_u64()), "{report}");
    assert_eq!(report["plan"]["openings"]["random"], 3);
}

#[test]
fn a_match_goes_on_where_it_was_and_grows() {
    let folder = Folder::new("match");
    let play = |games: &str, more: &[&str]| {
        let args = ["match", "othello", "greedy", "random", "--random-plies", "4", "--games", games, "--json"];
        let (report, errors) = folder.said(&[&args[..], more].concat());
        let mut report: Value = serde_json::from_str(&report).unwrap();
        assert!(report["mean_time_ms"][0].is_f64() && report["mean_nodes"][0].is_f64(), "{report}");
        report.as_object_mut().unwrap().remove("mean_time_ms");
        (report, errors)
    };
    let (whole, _) = play("12", &[]);
    let (_, errors) = play("5", &["--journal", "j.jsonl", "--out", "g.pgn"]);
    assert!(!errors.contains("before"), "{errors}");
    let (grown, errors) = play("12", &["--journal", "j.jsonl", "--out", "g.pgn"]);
    assert!(errors.contains("5 of 12 games were played before"), "{errors}");
    assert_eq!(grown, whole);
    assert_eq!(Record::parse_all(&folder.read("g.pgn")).unwrap().len(), 12);
    let (shrunk, _) = play("4", &["--journal", "j.jsonl"]);
    assert_eq!(shrunk["games"], 4);
    let other = ["match", "othello", "greedy", "random", "--games", "12", "--journal", "j.jsonl"];
    assert!(folder.refused(&other).contains("holds the games of another run"));
}

#[test]
fn a_match_takes_openings_and_decides_early() {
    let folder = Folder::new("openings");
    folder.write("lines.txt", "f5 d6\nf5 f6 e6\n");
    let base = ["match", "othello", "alphabeta:depth=2", "random", "--games", "4"];
    let with = |more: &[&str]| folder.said(&[&base[..], more].concat()).0;
    let report: Value = serde_json::from_str(&with(&["--openings", "lines.txt", "--json", "--out", "g.pgn"])).unwrap();
    assert_eq!((&report["openings"], &report["faults"]), (&"lines.txt".into(), &serde_json::json!([0, 0])));
    let fixed = ["--openings", "g.pgn", "--opening-plies", "1", "--sides", "fixed"];
    assert!(with(&fixed).contains("alphabeta:depth=2 v random at othello, alphabeta:depth=2 always Black\n"));
    let report: Value = serde_json::from_str(&with(&[&fixed[..], &["--json"]].concat())).unwrap();
    assert_eq!((&report["sides"], &report["wins"]), (&"fixed".into(), &report["first_side_wins"]));
    for record in Record::parse_all(&folder.read("g.pgn")).unwrap() {
        assert_eq!(record.moves[0].text, "f5");
        assert!(record.moves[1].comment.is_none(), "the opening is nobody's thought");
    }
    let text = with(&["--resign", "5,2", "--draw", "0.5,8,50", "--proved"]);
    assert!(text.contains("\na move: "), "{text}");
    let refused = |more: &[&str]| folder.refused(&[&base[..], more].concat());
    assert!(refused(&["--openings", "none.txt"]).contains("--openings: none.txt"));
    assert!(refused(&["--resign", "5"]).contains("as in `8,3`"));
    assert!(refused(&["--resign", "5,0"]).contains("as in `8,3`"));
    assert!(refused(&["--draw", "nan,1,1"]).contains("as in `0.1,8,60`"));
    assert!(refused(&["--openings", "lines.txt", "--random-plies", "2"]).contains("--random-plies"));
    folder.write("bad.txt", "f5\ne9\n");
    assert!(refused(&["--openings", "bad.txt"]).contains("bad.txt: line 2"));
}

/// The values of specs are quoted where they hold commas or blanks.
#[test]
fn a_network_may_have_a_comma_and_a_blank_in_its_path() {
    let folder = Folder::new("a folder, with a comma");
    let weights = Path::new(env!("CARGO_MANIFEST_DIR")).join("../nets/weights/othello/patterns-quick.qnet");
    fs::copy(weights, folder.0.join("my net, new.qnet")).unwrap();
    // In canonical form, as reports print it.
    let player = "alphabeta:eval=\"my net, new.qnet\",depth=1";
    let args = ["match", "othello", player, "random", "--games", "2", "--json"];
    let (report, _) = folder.said(&args);
    let report: Value = serde_json::from_str(&report).unwrap();
    assert_eq!((&report["games"], &report["players"][0], &report["faults"][0]), (&2.into(), &player.into(), &0.into()));
    let plan = format!("game = \"othello\"\ngames = 2\n[[player]]\nspec = '{player}'\n[[player]]\nspec = \"random\"\n");
    folder.write("quoted.toml", &plan);
    let (report, _) = folder.said(&["tournament", "quoted.toml", "--json"]);
    let report: Value = serde_json::from_str(&report).unwrap();
    assert_eq!(report["standings"]["games"], 2);
    assert!(report["plan"].to_string().contains("my net, new.qnet"), "{report}");
}
