//! A journal keeps every game that was written, and refuses damaged lines.

use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use quevedo_arena::tournament::{Entrant, Format, OpeningSource, Plan, Standings, Tournament};
use quevedo_arena::{
    GameConditions, GameReport, Journal, JournalError, JournalingPool, MatchSettings, ThreadPool, play_match,
};
use quevedo_catalog::Catalog;

fn tournament(format: Format) -> Tournament {
    let specs = ["random", "greedy", "alphabeta:depth=1"];
    let plan = Plan {
        format,
        rounds: (format == Format::Swiss).then_some(2),
        openings: OpeningSource::Random(2),
        players: specs.map(|spec| Entrant::new(spec.parse().unwrap())).into(),
        ..Plan::new("hare-hounds")
    };
    Tournament::prepare(&Catalog::standard(), plan, Path::new("")).unwrap()
}

/// Plays the games that the journal does not have, and returns their number.
fn resume(tournament: &Tournament, path: &Path) -> (u64, Vec<GameReport>, Standings) {
    let (mut journal, known) = Journal::open(path, &tournament.identity()).unwrap();
    let mut played = 0;
    let tally = tournament.run(&ThreadPool::new(&Catalog::standard(), 2), known, |_, report, _| {
        played += 1;
        journal.add(report).unwrap();
        ControlFlow::Continue(())
    });
    let tally = tally.unwrap();
    let mut standings = tally.standings();
    standings.rows.iter_mut().for_each(|row| row.time_us = None);
    let mut games: Vec<GameReport> = tally.games().map(|game| game.report.clone()).collect();
    games.iter_mut().flat_map(|game| &mut game.moves).for_each(|mv| mv.time_us = 0);
    (played, games, standings)
}

fn scratch() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("journal.jsonl");
    (folder, path)
}

#[test]
fn a_journal_cut_anywhere_is_continued_to_the_same_result() {
    let (_folder, path) = scratch();
    for format in [Format::RoundRobin, Format::Swiss] {
        let tournament = tournament(format);
        let _ = fs::remove_file(&path);
        let (played, games, standings) = resume(&tournament, &path);
        assert_eq!(played, tournament.games());
        let whole = fs::read(&path).unwrap();
        let ends: Vec<usize> = (0..whole.len()).filter(|at| whole[*at] == b'\n').map(|at| at + 1).collect();
        assert_eq!(ends.len() as u64, played + 1);
        let halves = ends.iter().map(|end| end - 20);
        for cut in [0, 5].into_iter().chain(ends.iter().copied()).chain(halves) {
            fs::write(&path, &whole[..cut]).unwrap();
            let kept = (ends.iter().filter(|end| **end <= cut).count() as u64).saturating_sub(1);
            let again = resume(&tournament, &path);
            assert_eq!(again, (played - kept, games.clone(), standings.clone()), "cut at {cut}");
            let lines = fs::read_to_string(&path).unwrap().lines().count() as u64;
            assert_eq!(lines, played + 1, "every game once");
        }
    }
}

#[test]
fn a_damaged_line_is_reported_and_the_file_not_changed() {
    let (_folder, path) = scratch();
    let tournament = tournament(Format::RoundRobin);
    resume(&tournament, &path);
    let text = fs::read_to_string(&path).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    for (damage, number) in [("", 3), ("{\"number\":1", 3), ("garbage", 2), ("{\"number\":\"x\"}", 4)] {
        let mut lines = lines.clone();
        lines[number - 1] = damage;
        let damaged = lines.join("\n") + "\n{\"half";
        fs::write(&path, &damaged).unwrap();
        let error = Journal::open(&path, &tournament.identity()).unwrap_err();
        assert!(matches!(error, JournalError::Line { line, .. } if line == number), "{error}");
        assert!(error.to_string().contains(&format!("journal.jsonl: line {number} ")), "{error}");
        assert_eq!(fs::read_to_string(&path).unwrap(), damaged);
    }
    let mut bytes = text.clone().into_bytes();
    let at = text.find("\n{").unwrap() + 3;
    bytes[at] = 0xff;
    fs::write(&path, bytes).unwrap();
    assert!(matches!(Journal::open(&path, &tournament.identity()), Err(JournalError::Line { line: 2, .. })));
}

#[test]
fn the_journal_of_another_plan_is_refused_and_not_changed() {
    let (_folder, path) = scratch();
    resume(&tournament(Format::RoundRobin), &path);
    let before = fs::read(&path).unwrap();
    let error = Journal::open(&path, &tournament(Format::Swiss).identity()).unwrap_err();
    assert!(matches!(error, JournalError::Other { .. }), "{error}");
    let error = Journal::open(&path, &"something else".to_owned()).unwrap_err();
    assert!(matches!(error, JournalError::Other { .. }), "{error}");
    assert_eq!(fs::read(&path).unwrap(), before);
}

#[test]
fn a_file_that_is_not_a_journal_is_not_changed() {
    let (folder, path) = scratch();
    for text in ["my diary", "my diary\nsecond line", "{\"versions\": 3}", "{}\n"] {
        fs::write(&path, text).unwrap();
        let error = Journal::open(&path, &1_u64).unwrap_err();
        assert!(matches!(error, JournalError::Line { line: 1, .. }), "{error}");
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
    }
    assert!(matches!(Journal::open(folder.path(), &1_u64), Err(JournalError::File { .. })));
}

#[test]
fn two_runs_do_not_write_to_one_journal() {
    let (_folder, path) = scratch();
    let (held, _) = Journal::open(&path, &1_u64).unwrap();
    assert!(matches!(Journal::open(&path, &1_u64), Err(JournalError::Busy { .. })));
    drop(held);
    assert!(Journal::open(&path, &1_u64).is_ok());
}

#[test]
fn games_of_a_match_are_written_as_they_end() {
    let (_folder, path) = scratch();
    let conditions = GameConditions::new(Catalog::standard().find("connect4").unwrap(), 1);
    let settings = MatchSettings::new(conditions, ["random", "greedy"].map(|spec| spec.parse().unwrap()), 10);
    let play = |most: u64| {
        let (journal, known) = Journal::open(&path, &"match".to_owned()).unwrap();
        let held = known.len();
        let pool = ThreadPool::new(&Catalog::standard(), 2);
        let result = play_match(&settings, &JournalingPool::new(&pool, journal), known, |_, _, so_far| {
            if so_far.games >= most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        (held, result.unwrap())
    };
    let (held, _) = play(4);
    assert_eq!(held, 0);
    let (held, whole) = play(10);
    assert!((4..=10).contains(&held), "{held} games were kept");
    assert_eq!(play(10), (10, whole));
}
