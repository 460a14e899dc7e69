//! Matches over a queue, with a real server and real workers: the games are those that one thread plays, whoever is
//! killed meanwhile.
#![cfg(feature = "queue")]

use std::fs;
use std::io::{BufRead, BufReader};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::Duration;

use tempfile::TempDir;

/// A program that ends with the test.
struct Running(Child);

impl Running {
    /// Ends it without a chance to say anything.
    fn kill(&mut self) {
        self.0.kill().expect("it runs");
        self.0.wait().expect("it ends");
    }

    /// Asks it to end; its exit status.
    fn ask_to_end(&mut self) -> Option<i32> {
        let asked = Command::new("kill").args(["-TERM", &self.0.id().to_string()]).status().expect("kill runs");
        assert!(asked.success());
        self.0.wait().expect("it ends").code()
    }

    fn has_ended(&mut self) -> bool {
        self.0.try_wait().expect("it can be asked").is_some()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A server of its own, with an empty store.
struct Server {
    running: Running,
    port: u16,
    folder: TempDir,
}

impl Server {
    fn start() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let (child, port) = serve_anywhere(&["-js", "-sd", &folder.path().display().to_string()]);
        Self { running: Running(child), port, folder }
    }

    /// Kills the server and starts it again on what it had written.
    fn kill_and_restart(&mut self) {
        self.running.kill();
        let store = self.folder.path().display().to_string();
        self.running = Running(serve(self.port, &["-js", "-sd", &store]).expect("the port is still ours"));
    }

    fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    /// A worker that is connected.
    fn worker(&self, name: &str, more: &[&str]) -> Running {
        let cache = self.folder.path().join(format!("cache-{name}"));
        let mut command = quevedo(&["worker", "--queue", &self.url(), "--threads", "1", "--name", name, "--cache"]);
        let child = command.arg(cache).args(more).stdout(Stdio::null()).stderr(Stdio::piped()).spawn();
        let mut running = Running(child.expect("the program runs"));
        let mut said = BufReader::new(running.0.stderr.take().expect("standard error")).lines();
        let first = said.next().expect("a line").expect("text");
        assert!(first.contains("connected"), "{first}");
        // What it says later must not fill the pipe.
        std::thread::spawn(move || said.for_each(drop));
        running
    }
}

/// A port that was free a moment ago. Any connection of this machine may be given it before it is used.
fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").and_then(|free| free.local_addr()).expect("a free port").port()
}

/// Starts `nats-server` on a port of its own.
fn serve_anywhere(more: &[&str]) -> (Child, u16) {
    let start = |_| {
        let port = free_port();
        Some((serve(port, more)?, port))
    };
    (0..20).find_map(start).expect("nats-server starts on one of twenty free ports")
}

/// Starts `nats-server`, and waits until it can be reached. `None` if it ends, as it does when the port is taken.
fn serve(port: u16, more: &[&str]) -> Option<Child> {
    let spawn = |program: &str| {
        let mut command = Command::new(program);
        command.args(["-a", "127.0.0.1", "-p", &port.to_string()]).args(more);
        command.stdout(Stdio::null()).stderr(Stdio::null()).spawn()
    };
    // Debian puts it where not everybody's path leads.
    let spawned = spawn("nats-server").or_else(|_| spawn("/usr/sbin/nats-server"));
    let mut child = spawned.expect(
        "these tests need nats-server: `cargo xtask test tests` installs it where it may, or `apt-get install nats-server`",
    );
    for _ in 0..600 {
        if child.try_wait().expect("it can be asked").is_some() {
            return None;
        }
        if TcpStream::connect(("127.0.0.1", port)).is_ok() {
            return Some(child);
        }
        sleep(Duration::from_millis(50));
    }
    panic!("nats-server does not listen");
}

fn quevedo(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_quevedo"));
    command.args(arguments);
    command
}

/// A match that writes its games to a file.
struct Match {
    arguments: Vec<String>,
    file: PathBuf,
    _folder: TempDir,
}

impl Match {
    fn new(what: &str, more: &[&str]) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("games.pgn");
        let words = what.split_whitespace().chain(more.iter().copied()).map(str::to_owned);
        let mut arguments: Vec<String> = std::iter::once("match".to_owned()).chain(words).collect();
        arguments.extend(["--out".into(), file.display().to_string()]);
        Self { arguments, file, _folder: folder }
    }

    fn command(&self) -> Command {
        quevedo(&self.arguments.iter().map(String::as_str).collect::<Vec<_>>())
    }

    fn start(&self) -> Running {
        Running(self.command().stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the program runs"))
    }

    /// Plays it to the end: its games, without what depends on the hour.
    fn play(&self) -> String {
        let output = self.command().output().expect("the program runs");
        assert!(output.status.success(), "{}", said(&output));
        games(&self.file)
    }
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The games of a file, without dates and the times of moves.
fn games(file: &Path) -> String {
    let text = fs::read_to_string(file).expect("the games");
    let lines = text.lines().filter(|line| !line.starts_with("[Date"));
    let untimed = |line: &str| line.split(' ').filter(|word| !word.ends_with("s}")).collect::<Vec<_>>().join(" ");
    // A comment of a time alone is all gone; lines are wrapped where their length says, which a time changes.
    lines.flat_map(|line| untimed(line).split(' ').map(str::to_owned).collect::<Vec<_>>()).collect::<Vec<_>>().join(" ")
}

/// Node-limited players, with seeds of the match.
const SHORT_GAMES: &str = "connect4 alphabeta:nodes=300 mcts:sims=60 --games 24 --random-plies 3 --seed 5";

#[test]
fn workers_play_the_games_that_threads_play() {
    let server = Server::start();
    let one = Match::new(SHORT_GAMES, &["--threads", "1"]).play();
    assert_eq!(one.matches("[Round ").count(), 24);
    assert_eq!(Match::new(SHORT_GAMES, &["--threads", "2"]).play(), one);
    let _workers = [server.worker("a", &[]), server.worker("b", &[])];
    let url = server.url();
    let queued = Match::new(SHORT_GAMES, &["--queue", &url]);
    let other_text = SHORT_GAMES.replace("--seed 5", "--seed 6");
    let other = Match::new(&other_text, &["--queue", &url]);
    // Two runs share the queue.
    let mut other_run = other.start();
    assert_eq!(queued.play(), one);
    assert!(other_run.0.wait().expect("it ends").success());
    assert_eq!(games(&other.file), Match::new(&other_text, &["--threads", "2"]).play());
    assert_ne!(games(&other.file), one);
}

/// A Swiss tournament: what a round plays depends on the results of the last.
const TOURNAMENT: &str = r#"
name = "Queue"
game = "connect4"
format = "swiss"
rounds = 3
games = 2
openings = { random = 2 }
seed = 9
player = [
    { name = "A", spec = "random" },
    { name = "B", spec = "greedy" },
    { name = "C", spec = "alphabeta:nodes=200" },
    { name = "D", spec = "mcts:sims=40" },
]
"#;

#[test]
fn workers_play_the_tournament_that_threads_play() {
    let server = Server::start();
    let _workers = [server.worker("a", &[]), server.worker("b", &[])];
    let folder = tempfile::tempdir().expect("a folder");
    let plan = folder.path().join("plan.toml");
    fs::write(&plan, TOURNAMENT).expect("the plan");
    let play = |name: &str, pool: [&str; 2]| {
        let out = folder.path().join(name);
        let output = quevedo(&["tournament"]).arg(&plan).arg("--out").arg(&out).args(pool).output().expect("it runs");
        assert!(output.status.success(), "{}", said(&output));
        games(&out.join("games.pgn"))
    };
    let one = play("one", ["--threads", "1"]);
    assert_eq!(one.matches("[Round ").count(), 12);
    assert_eq!(play("two", ["--threads", "2"]), one);
    assert_eq!(play("queue", ["--queue", &server.url()]), one);
}

/// Games that take a while each.
const LONG_GAMES: &str = "othello alphabeta:nodes=9000,hash=1 alphabeta:nodes=8000,hash=1 --games 60 --random-plies 4";

#[test]
fn workers_that_are_killed_lose_no_game_and_play_none_twice() {
    let server = Server::start();
    let mut victim = server.worker("victim", &[]);
    let queued = Match::new(LONG_GAMES, &["--queue", &server.url()]);
    let mut run = queued.start();
    sleep(Duration::from_millis(700));
    victim.kill();
    let mut quitter = server.worker("quitter", &[]);
    sleep(Duration::from_millis(700));
    assert_eq!(quitter.ask_to_end(), Some(0));
    assert!(!run.has_ended(), "the games are too short for this test");
    let _last = server.worker("last", &[]);
    assert!(run.0.wait().expect("it ends").success());
    assert_eq!(games(&queued.file), Match::new(LONG_GAMES, &["--threads", "2"]).play());
}

#[test]
#[ignore = "long: `cargo xtask soak --only queue`"]
fn a_server_that_is_killed_loses_no_game() {
    let mut server = Server::start();
    let many = SHORT_GAMES.replace("--games 24", "--games 20000");
    let _workers = [server.worker("a", &[]), server.worker("b", &[])];
    let queued = Match::new(&many, &["--queue", &server.url()]);
    let mut run = queued.start();
    let mut kills = 0;
    loop {
        sleep(Duration::from_secs(2));
        if kills == 8 || run.has_ended() {
            break;
        }
        server.kill_and_restart();
        kills += 1;
    }
    assert!(kills >= 2, "the match is too short for this test");
    assert!(run.0.wait().expect("it ends").success());
    assert_eq!(games(&queued.file), Match::new(&many, &["--threads", "2"]).play());
}

#[test]
fn files_travel_by_what_is_in_them() {
    let server = Server::start();
    let folder = tempfile::tempdir().expect("a folder");
    let table = folder.path().join("history.bin");
    let player = format!("alphabeta:depth=4,table={}", table.display());
    let made = quevedo(&["match", "connect4", &player, "random", "--games", "2", "--threads", "1"]).output();
    assert!(made.is_ok_and(|output| output.status.success()));
    let before = fs::read(&table).expect("the table");

    let _workers = [server.worker("a", &[]), server.worker("b", &[])];
    let what = format!("connect4 {player} random --games 6 --random-plies 2");
    let first = Match::new(&what, &["--queue", &server.url()]).play();
    assert_eq!(Match::new(&what, &["--queue", &server.url()]).play(), first);
    assert_eq!(fs::read(&table).expect("the table"), before, "games elsewhere do not write here");
    let cached = fs::read_dir(server.folder.path().join("cache-a")).into_iter().flatten().count();
    let cached = cached + fs::read_dir(server.folder.path().join("cache-b")).into_iter().flatten().count();
    assert!((1..=2).contains(&cached), "{cached} files");

    // The first game, played here with the same table, is the same.
    let here = Match::new(&what.replace("--games 6", "--games 1"), &["--threads", "1"]).play();
    assert!(first.starts_with(here.trim_end()), "{here}\n{first}");

    let missing = format!("alphabeta:depth=2,table={}", folder.path().join("none").display());
    let refused = quevedo(&["match", "connect4", &missing, "random", "--queue", &server.url()]).output();
    assert_refused(&refused.expect("the program runs"), "none");
}

#[test]
fn a_network_with_a_comma_and_a_blank_in_its_path_travels() {
    let server = Server::start();
    let _worker = server.worker("a", &[]);
    let folder = tempfile::tempdir().expect("a folder");
    let network = folder.path().join("a net, the second.qnet");
    let weights = Path::new(env!("CARGO_MANIFEST_DIR")).join("../nets/weights/hare-hounds/zero-5.qnet");
    fs::copy(weights, &network).expect("a network");
    let player = format!("alphabeta:depth=2,eval=\"{}\"", network.display());
    let arguments = ["match", "hare-hounds", &player, "random", "--games", "2", "--json", "--queue", &server.url()];
    let output = quevedo(&arguments).output().expect("the program runs");
    assert!(output.status.success(), "{}", said(&output));
}

#[test]
fn a_worker_that_cannot_play_stops_the_run_and_says_why() {
    let server = Server::start();
    let _worker = server.worker("careful", &[]);
    let engine = format!("uci:cmd={} uci,depth=1", env!("CARGO_BIN_EXE_quevedo"));
    let queued = |engine: &str| quevedo(&["match", "connect4", engine, "random", "--queue", &server.url()]).output();
    let output = queued(&engine).expect("the program runs");
    assert_refused(&output, "worker `careful` cannot play game");
    assert!(said(&output).contains("--allow-engines"));
}

#[test]
fn a_worker_that_may_starts_engines() {
    let server = Server::start();
    let _worker = server.worker("bold", &["--allow-engines"]);
    let engine = format!("uci:cmd={} uci,depth=1", env!("CARGO_BIN_EXE_quevedo"));
    let arguments = ["match", "connect4", &engine, "random", "--games", "2", "--json", "--queue", &server.url()];
    let output = quevedo(&arguments).output().expect("the program runs");
    assert!(output.status.success(), "{}", said(&output));
}

#[test]
fn a_queue_that_is_not_there_is_named() {
    let at = |url: &str| quevedo(&["match", "connect4", "random", "random", "--queue", url]).output().expect("it runs");
    let url = |port: u16| format!("nats://127.0.0.1:{port}");
    let nobody = url(free_port());
    let output = at(&nobody);
    assert_refused(&output, &nobody);
    assert!(said(&output).contains("nats-server -js"));
    for wrong in ["", "nats:// ", "nats://", "http://localhost", "nats://host:port"] {
        assert_refused(&at(wrong), "write `nats://HOST[:PORT]`");
    }

    let (child, port) = serve_anywhere(&[]);
    let _plain = Running(child);
    assert_refused(&at(&url(port)), "JetStream");
}

#[track_caller]
fn assert_refused(output: &Output, words: &str) {
    let said = said(output);
    assert_eq!(output.status.code(), Some(2), "{said}");
    let error = said.lines().find(|line| line.starts_with("error: "));
    assert!(error.is_some_and(|line| line.contains(words)), "{said}");
}
