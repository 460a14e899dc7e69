//! External engines: whatever they do, the match continues, every game is counted, and no process is left behind.
//!
//! The programs are shell scripts that answer as `engines/fake.sh` says.
#![cfg(unix)]

use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use quevedo_arena::{
    FaultKind, GameConditions, GameReport, MatchError, MatchResult, MatchSettings, Openings, ThreadPool, check_player,
    play_match,
};
use quevedo_catalog::{Catalog, GameEntry, PlayerSpec};
use quevedo_core::score::win_in;
use quevedo_core::{Side, reasons};

fn find_game(id: &str) -> GameEntry {
    Catalog::standard().find(id).unwrap().clone()
}

/// The game that the scripts know.
const GAME: &str = "connect4";
/// A short grace, so that tests do not wait long.
const SHORT: &str = ",grace=100ms";

fn script(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/engines").join(name)
}

fn fake(behaviour: &str, settings: &str) -> String {
    format!("uci:cmd=sh '{}' {behaviour}{settings}", script("fake.sh").display())
}

fn logged(behaviour: &str, log: &Path, settings: &str) -> String {
    format!("uci:cmd=sh '{}' {behaviour} '{}'{settings}", script("fake.sh").display(), log.display())
}

fn settings(game: &str, players: [&str; 2], games: u64) -> MatchSettings {
    let conditions = GameConditions::new(&find_game(game), 1);
    MatchSettings::new(conditions, players.map(|spec| spec.parse().unwrap()), games)
}

fn play_with(pool: &ThreadPool<'_>, settings: &MatchSettings) -> Result<(MatchResult, Vec<GameReport>), MatchError> {
    let mut games = Vec::new();
    let result = play_match(settings, pool, Vec::new(), |_, report, _| {
        games.push(report.clone());
        ControlFlow::Continue(())
    });
    Ok((result?, games))
}

fn play(settings: &MatchSettings) -> (MatchResult, Vec<GameReport>) {
    play_with(&ThreadPool::new(&Catalog::standard(), 2), settings).unwrap()
}

/// The processes of a log that are still running; zombies do not count.
#[cfg(target_os = "linux")]
fn survivors(log: &Path) -> Vec<String> {
    let pids = fs::read_to_string(log).unwrap();
    let pids = pids.lines().filter_map(|line| line.strip_prefix("pid "));
    let lives = |pid: &&str| {
        let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
        stat.rsplit_once(") ").is_some_and(|(_, state)| !state.starts_with(['Z', 'X']))
    };
    pids.filter(lives).map(str::to_owned).collect()
}

/// A signal is on its way for a moment.
#[cfg(target_os = "linux")]
fn assert_none_survives(log: &Path) {
    for _ in 0..2000 {
        if survivors(log).is_empty() {
            return;
        }
        thread::sleep(Duration::from_millis(10));
    }
    panic!("still there: {:?}", survivors(log));
}

#[test]
fn an_engine_that_fails_loses_the_game_and_the_match_continues() {
    let cases = [
        ("illegal", "", FaultKind::Illegal, "`99`"),
        ("none", "", FaultKind::Illegal, "`(none)`"),
        ("null", "", FaultKind::Illegal, "`0000`"),
        ("garbage", "", FaultKind::Illegal, "``"),
        (
            "dies",
            "",
            FaultKind::Crash,
            "exit status: 3) at `go nodes 5`; its standard error: first words | out of memory",
        ),
        ("deafens", "", FaultKind::Crash, "closed its output"),
        ("hangs", SHORT, FaultKind::Silence, "no answer to `go nodes 5` in 1.2 s"),
        ("floods", SHORT, FaultKind::Silence, "no answer"),
    ];
    for (behaviour, grace, kind, words) in cases {
        let spec = fake(behaviour, &format!(",nodes=5{grace}"));
        let (result, games) = play(&settings(GAME, [&spec, "random"], 4));
        assert_eq!((result.games, result.losses, result.faults), (4, 4, [4, 0]), "{behaviour}");
        for (number, game) in games.iter().enumerate() {
            let fault = game.fault.as_ref().unwrap();
            assert_eq!((fault.player, fault.kind), (number % 2, kind), "{behaviour}: {fault:?}");
            assert!(fault.text.contains(words), "{behaviour}: {fault:?}");
            let spanish = ["respondió", "el programa", "sin respuesta"];
            assert!(spanish.iter().any(|begin| fault.text_es.starts_with(begin)), "{behaviour}: {fault:?}");
            assert_eq!(game.outcome.reason, reasons::FORFEIT.code);
            assert_eq!(game.moves.len(), number % 2, "only the other has moved");
        }
    }
}

#[test]
fn both_may_fail() {
    let (result, _) = play(&settings(GAME, [&fake("dies", ""), &fake("illegal", "")], 6));
    assert_eq!((result.games, result.wins, result.losses, result.faults), (6, 3, 3, [3, 3]));
}

#[test]
fn whole_games_are_played_and_reported() {
    let (result, games) = play(&settings(GAME, [&fake("good", ""), "random"], 6));
    assert_eq!((result.games, result.faults), (6, [0, 0]));
    for game in &games {
        let own = game.moves.iter().skip(game.number as usize % 2).step_by(2);
        for mv in own {
            assert_eq!((mv.depth, mv.nodes, mv.score, mv.plies_to_end), (4, 1234, Some(-31), None));
        }
        assert!(matches!(game.outcome.reason.as_str(), "four_in_line" | "board_full"), "{:?}", game.outcome);
    }
    let (_, games) = play(&settings(GAME, [&fake("mates", ""), "random"], 1));
    let first = &games[0].moves[0];
    assert_eq!((first.score, first.plies_to_end), (Some(win_in(3)), Some(3)));
}

#[test]
fn an_engine_that_dies_is_started_again() {
    let mut opened = settings(GAME, [&fake("dies-third", ""), "random"], 8);
    opened.conditions.openings = Openings::Random { plies: 2 };
    let (result, games) = play(&opened);
    assert_eq!(result.games, 8);
    let faults = games.iter().filter(|game| game.fault.is_some()).count();
    assert_eq!(result.faults, [faults as u64, 0]);
    assert!(faults >= 4, "a game takes more than two moves of the first column");
    let (result, _) = play(&settings(GAME, [&fake("game-dies", ""), "random"], 6));
    assert_eq!(result.faults, [0, 0], "who dies between games has broken nothing");
}

#[test]
fn unusable_engines_are_refused_before_anything_is_played() {
    let othello = |behaviour: &str| format!("nboard:cmd=sh '{}' {behaviour}", script("fake.sh").display());
    let cases = [
        (GAME, "uci:cmd=/no/such/engine".into(), "cannot be started"),
        (GAME, "uci:cmd=sh 'open".into(), "quote"),
        (GAME, "uci:cmd='' uci".into(), "no program is named"),
        (GAME, "uci:cmd=true".into(), "ended (exit status: 0) at `uci`"),
        (GAME, fake("start-dies", ""), "exit status: 7) at `uci`; its standard error: no such network"),
        (GAME, fake("start-hangs", SHORT), "no answer to `uci` in 1.2 s"),
        (GAME, fake("chess-only", ""), "no option UCI_Variant"),
        ("othello", fake("good", ""), "it knows chess, connect4"),
        (GAME, fake("good", ",variant=drop four"), "it knows chess, connect4"),
        (GAME, fake("good", ",options=Contempt:5"), "there are Hash, UCI_Variant"),
        (GAME, fake("good", ",options=Hash:65"), "from 1 to 64"),
        (GAME, fake("good", ",options=:65"), "name:value"),
        (GAME, othello("good"), "othello only"),
        ("othello", othello("start-hangs") + SHORT, "no answer to `ping` in 1.2 s"),
    ];
    for (game, spec, words) in cases {
        let settings = settings(game, ["random", &spec], 2);
        let error = play_with(&ThreadPool::new(&Catalog::standard(), 1), &settings).unwrap_err();
        assert!(matches!(&error, MatchError::Engine { .. }), "{spec}: {error}");
        let command = match &settings.players[1] {
            PlayerSpec::Uci(spec) => &spec.cmd,
            PlayerSpec::NBoard(spec) => &spec.cmd,
            other => panic!("{other}"),
        };
        let message = error.to_string();
        assert!(message.contains(words) && message.contains(command), "{spec}: {message}");
    }
    assert_eq!(check_player(&find_game("chess"), &fake("chess-only", "").parse().unwrap()), Ok(()));
}

#[test]
fn nboard_engines_fail_like_others() {
    let spec =
        |behaviour: &str| format!("nboard:cmd=sh '{}' {behaviour},depth=3{SHORT}", script("nboard.sh").display());
    let cases = [
        ("illegal", FaultKind::Illegal, "A1/0.5/0.1"),
        ("garbage", FaultKind::Illegal, "``"),
        ("dies", FaultKind::Crash, "exit status: 2) at `go`"),
        ("hangs", FaultKind::Silence, "no answer to `go`"),
    ];
    for (behaviour, kind, words) in cases {
        let (result, games) = play(&settings("othello", [&spec(behaviour), "random"], 2));
        assert_eq!((result.games, result.faults), (2, [2, 0]), "{behaviour}");
        let fault = games[0].fault.as_ref().unwrap();
        assert!(fault.kind == kind && fault.text.contains(words), "{behaviour}: {fault:?}");
    }
}

#[test]
fn an_engine_runs_from_game_to_game_and_gets_the_right_commands() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("a log");
    let mut clocked = settings(GAME, [&logged("good", &log, ",options=Hash:8"), "random"], 5);
    clocked.conditions.clock = Some("60s+100ms".parse().unwrap());
    let (result, _) = play_with(&ThreadPool::new(&Catalog::standard(), 1), &clocked).unwrap();
    assert_eq!((result.games, result.faults), (5, [0, 0]));
    let received = fs::read_to_string(&log).unwrap();
    let count = |words: &str| received.lines().filter(|line| line.starts_with(words)).count();
    assert_eq!(count("pid "), 2, "one to be looked at, one to play");
    assert_eq!((count("ucinewgame"), count("quit")), (5, 2));
    assert_eq!((count("setoption name UCI_Variant value connect4"), count("setoption name Hash value 8")), (2, 2));
    assert!(received.contains("\nposition startpos\ngo wtime 60000 winc 100 btime 60000 binc 100\n"), "{received}");
    assert!(received.contains("\nposition startpos moves 1 "), "{received}");
}

#[test]
#[cfg(target_os = "linux")]
fn no_process_is_left_behind() {
    let folder = tempfile::tempdir().unwrap();
    for (behaviour, grace) in [("good", ""), ("dies", ""), ("deafens", ""), ("hangs", SHORT), ("floods", SHORT)] {
        let log = folder.path().join(behaviour);
        let (result, _) = play(&settings(GAME, [&logged(behaviour, &log, &format!(",nodes=1{grace}")), "random"], 2));
        assert_eq!(result.games, 2);
        assert_none_survives(&log);
    }
    let log = folder.path().join("start");
    let refused = check_player(&find_game(GAME), &logged("start-hangs", &log, SHORT).parse().unwrap());
    assert!(refused.is_err());
    assert_none_survives(&log);
}

#[test]
#[cfg(target_os = "linux")]
fn a_match_with_a_program_that_hangs_can_be_stopped() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    let settings = settings(GAME, [&logged("hangs", &log, ",time=600s"), "random"], 2);
    let stop = Arc::new(AtomicBool::new(false));
    let pool = ThreadPool { stop: Arc::clone(&stop), ..ThreadPool::new(&Catalog::standard(), 1) };
    let ended = thread::scope(|scope| {
        let playing = scope.spawn(|| play_with(&pool, &settings));
        while !fs::read_to_string(&log).is_ok_and(|received| received.contains("go movetime")) {
            thread::sleep(Duration::from_millis(5));
        }
        stop.store(true, Ordering::Relaxed);
        playing.join().unwrap()
    });
    assert_eq!(ended.unwrap_err(), MatchError::Stopped);
    assert_none_survives(&log);
}

#[test]
#[cfg(target_os = "linux")]
fn an_engine_that_hangs_between_games_can_be_stopped_and_earlier_games_are_reported() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    let settings = settings(GAME, [&logged("game-hangs", &log, ",nodes=1"), "random"], 3);
    let stop = Arc::new(AtomicBool::new(false));
    let pool = ThreadPool { stop: Arc::clone(&stop), ..ThreadPool::new(&Catalog::standard(), 1) };
    let mut reported = Vec::new();
    let ended = thread::scope(|scope| {
        let playing = scope.spawn(|| {
            play_match(&settings, &pool, Vec::new(), |_, report, _| {
                reported.push((report.number, report.fault.is_some()));
                ControlFlow::Continue(())
            })
        });
        while !fs::read_to_string(&log).is_ok_and(|received| received.matches("ucinewgame").count() == 2) {
            thread::sleep(Duration::from_millis(5));
        }
        stop.store(true, Ordering::Relaxed);
        playing.join().unwrap()
    });
    assert_eq!(ended, Err(MatchError::Stopped));
    assert_eq!(reported, [(0, false)]);
    assert_none_survives(&log);
}

#[test]
fn a_clock_does_not_wait_for_a_program() {
    let mut late = settings(GAME, [&fake("hangs", SHORT), "random"], 2);
    // Long enough for the one move of the other player on a busy machine.
    late.conditions.clock = Some("1s".parse().unwrap());
    let (result, games) = play(&late);
    assert_eq!((result.losses, result.time_losses), (2, [2, 0]));
    assert_eq!(games[0].outcome.reason, reasons::TIME.code);
    assert_eq!(games[1].outcome.winner, Some(Side::First));
}

#[test]
fn specs_of_programs_print_back() {
    let quoted =
        r#"uci:cmd="'/a b/engine' -x=1 \"c d\"",depth=3,options="Skill Level:5;Hash:16",variant=crazy,grace=2s"#;
    let plain = r#"uci:cmd='/a b/engine' -x=1 "c d",depth=3,options=Skill Level:5;Hash:16,variant=crazy,grace=2s"#;
    for (spec, printed) in [
        ("uci:cmd=stockfish,nodes=1000", "uci:cmd=stockfish,nodes=1000"),
        (quoted, quoted),
        (plain, quoted),
        ("nboard:cmd=edax -nboard,depth=10", "nboard:cmd=\"edax -nboard\",depth=10"),
    ] {
        let parsed: PlayerSpec = spec.parse().unwrap();
        assert_eq!(parsed.to_string(), printed);
        assert!(parsed.is_external());
        let error = find_game("othello").player(&parsed).err().unwrap().to_string();
        assert!(error.contains("matches and tournaments only"), "{error}");
    }
    for (wrong, words) in [
        ("uci", "needs `cmd=`"),
        ("uci:nodes=5", "needs `cmd=`"),
        ("uci:cmd=", "bad value"),
        ("uci:cmd=a\nb", "bad value"),
        ("nboard:cmd=a,nodes=5", "no key `nodes`"),
        ("uci:cmd=a,b", "write `key=value`"),
    ] {
        assert!(wrong.parse::<PlayerSpec>().is_err_and(|error| error.to_string().contains(words)), "{wrong}");
    }
}

/// Needs Stockfish on the path: `cargo test --release -p quevedo-arena --test engines -- --ignored`.
#[test]
#[ignore = "needs stockfish: by `cargo xtask soak --only engines`"]
fn a_hundred_games_with_stockfish() {
    let mut soak = settings("chess", ["alphabeta:nodes=20000", "uci:cmd=stockfish,nodes=500"], 100);
    soak.conditions.openings = Openings::Random { plies: 6 };
    let (result, games) = play(&soak);
    assert_eq!((result.games, result.faults), (100, [0, 0]));
    assert!(games.iter().all(|game| game.moves.iter().all(|mv| mv.nodes > 0 && mv.score.is_some())));
}
