//! A match is a function of its settings.

use std::ops::ControlFlow;

use quevedo_arena::tournament::{PlanFile, read_file};
use quevedo_arena::{
    Adjudication, Draw, Event, GameConditions, GameJob, GameReport, Jobs, JournalError, JournalingPool, MatchError,
    MatchJournal, MatchResult, MatchSettings, OnGame, OpeningError, Openings, Resign, Sides, ThreadPool, WorkerPool,
    play_match, record,
};
use quevedo_catalog::{AlphaBetaSpec, Catalog, EvalRef, GameEntry, PlayerSpec};
use quevedo_core::reasons;
use quevedo_record::Record;

fn find_game(id: &str) -> GameEntry {
    Catalog::standard().find(id).unwrap().clone()
}

/// A finished game.
type Finished = (GameJob, GameReport);

fn settings(game: &str, players: [&str; 2], games: u64) -> MatchSettings {
    let conditions = GameConditions::new(&find_game(game), 1);
    MatchSettings::new(conditions, players.map(|spec| spec.parse().unwrap()), games)
}

fn opened(plies: u32, settings: MatchSettings) -> MatchSettings {
    MatchSettings {
        conditions: GameConditions { openings: Openings::Random { plies }, ..settings.conditions },
        ..settings
    }
}

fn play_on(threads: usize, settings: &MatchSettings) -> (MatchResult, Vec<Finished>) {
    let mut games = Vec::new();
    let result = play_match(settings, &ThreadPool::new(&Catalog::standard(), threads), Vec::new(), |job, report, _| {
        games.push((job.clone(), report.clone()));
        ControlFlow::Continue(())
    });
    (result.unwrap(), games)
}

fn play(settings: &MatchSettings) -> (MatchResult, Vec<Finished>) {
    play_on(1, settings)
}

/// What must not depend on the pool: the moves and the outcome, not the times.
fn essence(games: &[Finished]) -> Vec<(Vec<&str>, &str)> {
    games.iter().map(|game| (moves(game), game.1.outcome.reason.as_str())).collect()
}

/// All moves of a game, its opening included.
fn moves((job, report): &Finished) -> Vec<&str> {
    job.opening.moves.iter().chain(report.moves.iter().map(|mv| &mv.mv)).map(String::as_str).collect()
}

fn written((job, report): &Finished) -> Record {
    let event = Event { name: "Quevedo match".into(), date: "2026.01.02".into() };
    record(&find_game(&job.game), &event, job, report)
}

#[test]
fn threads_change_nothing() {
    let settings = opened(3, settings("othello", ["random", "random:seed=9"], 31));
    let (one, many) = (play(&settings), play_on(7, &settings));
    assert_eq!(one.0, many.0);
    assert_eq!(essence(&one.1), essence(&many.1));
}

/// A pool that is stopped before one game has ended.
struct Stopped {
    unfinished: u64,
}

impl WorkerPool for Stopped {
    fn play(&self, jobs: Jobs<'_>, on_game: OnGame<'_>) -> Result<(), MatchError> {
        ThreadPool::new(&Catalog::standard(), 1).play(jobs, &mut |job, report| {
            if job.number == self.unfinished { ControlFlow::Continue(()) } else { on_game(job, report) }
        })?;
        Err(MatchError::Stopped)
    }
}

/// A pair counts only if both of its games have ended.
#[test]
fn games_that_ended_before_a_stop_are_reported() {
    let settings = settings("connect4", ["random", "random:seed=9"], 6);
    let whole = play(&settings).1;
    let mut reported = Vec::new();
    let mut last = MatchResult::default();
    let ended = play_match(&settings, &Stopped { unfinished: 2 }, Vec::new(), |job, report, so_far| {
        reported.push((job.clone(), report.clone()));
        last = *so_far;
        ControlFlow::Continue(())
    });
    assert_eq!(ended, Err(MatchError::Stopped));
    let numbers: Vec<u64> = reported.iter().map(|(_, report)| report.number).collect();
    assert_eq!(numbers, [0, 1, 3, 4, 5]);
    assert_eq!(essence(&reported[2..]), essence(&whole[3..]));
    assert_eq!((last.games, last.pairs.counts.iter().sum::<u64>()), (5, 2));
}

#[test]
fn the_seed_changes_everything() {
    let one = settings("hare-hounds", ["random", "random"], 10);
    let other = MatchSettings { conditions: GameConditions { seed: 2, ..one.conditions.clone() }, ..one.clone() };
    assert_ne!(essence(&play(&one).1), essence(&play(&other).1));
}

#[test]
fn no_two_games_are_alike_even_between_seeded_players() {
    let (_, games) = play(&settings("fox-geese", ["random:seed=1", "random:seed=2"], 6));
    for (index, game) in games.iter().enumerate() {
        assert!(games[..index].iter().all(|earlier| moves(earlier) != moves(game)), "game {index}");
    }
}

#[test]
fn pairs_share_their_opening_and_swap_their_sides() {
    let (_, games) = play(&opened(5, settings("amazons:6x6", ["random:seed=1", "random"], 6)));
    for pair in games.chunks(2) {
        assert_eq!(pair[0].0.opening, pair[1].0.opening);
        assert_eq!(pair[0].0.opening.moves.len(), 5);
        let white = [&pair[0], &pair[1]].map(|game| written(game).tag("White").unwrap().to_owned());
        assert_eq!(white, ["random:seed=1", "random"]);
    }
    assert_ne!(games[0].0.opening, games[2].0.opening);
}

#[test]
fn with_fixed_sides_the_first_player_begins_every_game_from_an_opening_of_its_own() {
    let fixed =
        MatchSettings { sides: Sides::Fixed, ..opened(4, settings("fox-geese", ["random:seed=1", "random"], 6)) };
    let (result, games) = play(&fixed);
    for (index, game) in games.iter().enumerate() {
        assert_eq!(written(game).tag("White"), Some("random:seed=1"), "game {index}");
        assert!(games[..index].iter().all(|earlier| earlier.0.opening != game.0.opening), "game {index}");
    }
    assert_eq!([result.wins, result.losses], result.side_wins);
}

#[test]
fn a_journal_of_alternating_sides_is_not_continued_with_fixed_ones() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("journal.jsonl");
    let alternating = settings("connect4", ["random", "greedy"], 2);
    drop(alternating.open_journal(&path).unwrap());
    drop(alternating.open_journal(&path).unwrap());
    let fixed = MatchSettings { sides: Sides::Fixed, ..alternating };
    assert!(matches!(fixed.open_journal(&path), Err(JournalError::Other { .. })));
}

#[test]
fn the_result_adds_up() {
    let (result, games) = play(&settings("connect4", ["random", "random"], 40));
    let won = |game: &&Finished| game.1.outcome.winner == Some(Sides::Alternating.of_first(game.0.number));
    assert_eq!(result.games, 40);
    assert_eq!(result.wins, games.iter().filter(won).count() as u64);
    assert_eq!(result.wins + result.losses, result.side_wins.iter().sum::<u64>());
    assert_eq!(result.wins + result.draws + result.losses, result.games);
    assert_eq!(result.moves, games.iter().map(|game| game.1.moves.len() as u64).sum::<u64>());
    let points = result.wins as f64 + result.draws as f64 / 2.0;
    assert!((result.score() * 40.0 - points).abs() < 1e-9);
    assert!(games.iter().map(|game| game.1.number).eq(0..40));
}

#[test]
fn records_read_back_and_replay() {
    for name in ["chess", "othello", "fox-geese", "hare-hounds:center"] {
        let (_, games) = play(&settings(name, ["random", "greedy"], 2));
        let text: String = games.iter().map(|game| written(game).to_string() + "\n").collect();
        let records = Record::parse_all(&text).unwrap();
        assert_eq!(records.len(), 2);
        for (record, (_, report)) in records.iter().zip(&games) {
            let mut session = find_game(record.tag("Game").unwrap()).session(None).unwrap();
            record.moves.iter().for_each(|mv| drop(session.play(&mv.text).unwrap()));
            assert_eq!(session.outcome().unwrap().record(), report.outcome, "{name}");
            assert_eq!(record.tag("Date"), Some("2026.01.02"));
            assert_eq!(record.result, report.outcome.score_text());
            let said = record.moves.iter().map(|mv| mv.comment.as_deref().unwrap_or(""));
            assert!(said.clone().all(|said| said.ends_with('s')), "each move tells its time: {record}");
            assert!(said.clone().any(|said| said.contains('/')), "greedy tells scores: {record}");
        }
        let tags: Vec<&str> = records[1].tags.iter().map(|(name, _)| name.as_str()).collect();
        assert!(tags.starts_with(&["Event", "Site", "Date", "Round", "White", "Black", "Result"]), "{tags:?}");
        assert_eq!(records[1].tag("Round"), Some("2"));
    }
}

#[test]
fn a_match_can_be_broken_off() {
    let mut seen = 0;
    let settings = settings("connect4", ["random", "random"], 1_000_000);
    let result = play_match(&settings, &ThreadPool::new(&Catalog::standard(), 3), Vec::new(), |_, _, _| {
        seen += 1;
        if seen == 5 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert_eq!(result.unwrap().games, 5);
}

#[test]
fn known_games_are_not_played_again() {
    let settings = opened(2, settings("othello", ["random", "greedy"], 12));
    let (whole, games) = play(&settings);
    let known: Vec<GameReport> =
        games.iter().map(|(_, report)| report.clone()).filter(|game| game.number % 3 != 1).collect();
    let mut reported = Vec::new();
    let again = play_match(&settings, &ThreadPool::new(&Catalog::standard(), 2), known, |job, report, _| {
        reported.push((job.clone(), report.clone()));
        ControlFlow::Continue(())
    });
    assert_eq!(again.unwrap(), whole);
    assert_eq!(essence(&reported), essence(&games));
}

#[test]
fn a_match_that_cannot_be_played_is_refused() {
    let refused = |settings: &MatchSettings| {
        play_match(settings, &ThreadPool::new(&Catalog::standard(), 1), Vec::new(), |_, _, _| ControlFlow::Continue(()))
            .unwrap_err()
    };
    assert_eq!(refused(&settings("chess", ["random", "human"], 1)), MatchError::Human);
    assert_eq!(refused(&settings("chess", ["random", "random"], 0)), MatchError::NoGames);
    let too_long = MatchError::Openings(OpeningError::TooLong { plies: 200 });
    assert_eq!(refused(&opened(200, settings("connect4", ["random", "random"], 1))), too_long);
    for error in [MatchError::Human, too_long] {
        assert!(error.to_string().contains(": "), "says what would be right: {error}");
    }
}

#[test]
fn a_player_that_runs_out_of_time_loses() {
    // Plain minimax looks at no clock, and a million positions take longer than a millisecond.
    let mut slow = settings("chess", ["minimax:depth=5", "random"], 2);
    slow.conditions.clock = Some("1ms".parse().unwrap());
    let (result, games) = play(&slow);
    assert_eq!((result.losses, result.time_losses), (2, [2, 0]));
    let record = written(&games[0]).to_string();
    assert!(record.contains("[Result \"0-1\"]") && record.contains("time ran out"), "{record}");
    assert!(record.contains("[TimeControl \"0.001+0\"]"), "{record}");
}

#[test]
fn pairs_are_counted_by_their_points() {
    let (result, games) = play(&opened(4, settings("othello", ["greedy", "random"], 21)));
    assert_eq!(result.pairs.total(), 10, "the last game has no twin");
    let points = |(job, report): &Finished| {
        report.outcome.winner.map_or(1, |winner| 2 * usize::from(winner == Sides::Alternating.of_first(job.number)))
    };
    let mut counts = [0; 5];
    games.chunks_exact(2).for_each(|pair| counts[points(&pair[0]) + points(&pair[1])] += 1);
    assert_eq!(result.pairs.counts, counts);
    assert!(result.elo().difference > 0.0);
}

#[test]
fn a_job_and_its_report_travel_as_text() {
    let (_, games) = play(&opened(3, settings("chess", ["alphabeta:depth=2", "random"], 2)));
    for (job, report) in games {
        let text = serde_json::to_string(&job).unwrap();
        assert_eq!(serde_json::from_str::<GameJob>(&text).unwrap(), job, "{text}");
        let text = serde_json::to_string(&report).unwrap();
        assert_eq!(serde_json::from_str::<GameReport>(&text).unwrap(), report, "{text}");
    }
}

#[test]
fn lost_games_are_resigned_if_asked_for() {
    let mut early = settings("othello", ["alphabeta:depth=3", "alphabeta:depth=1"], 4);
    let (_, whole) = play(&early);
    early.conditions.adjudication.resign = Some(Resign { units: 10.0, moves: 2 });
    let (_, games) = play(&early);
    assert!(games.iter().any(|game| game.1.outcome.reason == reasons::RESIGNATION.code));
    for (short, long) in games.iter().zip(&whole) {
        assert!(moves(long).starts_with(&moves(short)), "the same game up to there");
    }
}

#[test]
fn equal_games_are_drawn_and_proofs_adjudicated_if_asked_for() {
    let mut level = settings("chess", ["alphabeta:depth=2", "alphabeta:depth=2"], 2);
    let draw = Draw { units: 100.0, moves: 3, after: 8 };
    level.conditions.adjudication = Adjudication { draw: Some(draw), ..Adjudication::default() };
    let (result, games) = play(&level);
    assert_eq!((result.draws, moves(&games[0]).len()), (2, 8));
    let mut proved = settings("connect4:7x6", ["alphabeta:depth=12", "random"], 6);
    let (whole, long) = play(&proved);
    proved.conditions.adjudication.proved = true;
    let (result, games) = play(&proved);
    assert_eq!([result.wins, result.losses], [whole.wins, whole.losses], "a proof does not lie");
    assert!(games.iter().zip(&long).all(|(short, long)| short.1.moves.len() <= long.1.moves.len()));
    assert!(games.iter().any(|game| game.1.outcome.reason == reasons::ADJUDICATION.code));
}

/// A network whose path has a comma and a blank.
fn network_with_an_odd_name(folder: &std::path::Path) -> std::path::PathBuf {
    let weights = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../nets/weights/hare-hounds");
    let files = std::fs::read_dir(weights).unwrap().map(|file| file.unwrap().path());
    let network = files.into_iter().find(|path| path.extension().is_some_and(|kind| kind == "qnet")).unwrap();
    let path = folder.join("a net, the second \"one\".qnet");
    std::fs::copy(network, &path).unwrap();
    path
}

#[test]
fn a_network_may_have_a_comma_and_a_blank_in_its_path() {
    let folder = tempfile::tempdir().unwrap();
    let eval = EvalRef::File(network_with_an_odd_name(folder.path()));
    let player = PlayerSpec::AlphaBeta(AlphaBetaSpec { eval: Some(eval), depth: Some(2), ..AlphaBetaSpec::default() });
    let mut odd = settings("hare-hounds", ["random", "random"], 2);
    odd.players[0] = player.clone();
    let (result, games) = play(&odd);
    assert_eq!(result.games, 2);
    let text = serde_json::to_string(&games[0].0).unwrap();
    let job: GameJob = serde_json::from_str(&text).unwrap();
    assert_eq!(job.players[0], player, "{text}");
    assert_eq!(written(&games[0]).tag("White"), Some(player.to_string().as_str()));

    let journal = folder.path().join("match.jsonl");
    drop(odd.open_journal(&journal).unwrap());
    assert!(odd.open_journal(&journal).unwrap().is_resumed, "the same match by the text of its players");

    let plan = format!("game = \"hare-hounds\"\n[[player]]\nspec = '{player}'\n[[player]]\nspec = \"random\"\n");
    let path = folder.path().join("plan.toml");
    std::fs::write(&path, plan).unwrap();
    let PlanFile::Tournament(tournament) = read_file(&Catalog::standard(), &path).unwrap() else { panic!() };
    assert_eq!(tournament.plan().players[0].spec, player);
    let pool = ThreadPool::new(&Catalog::standard(), 1);
    let tally = tournament.run(&pool, Vec::new(), |_, _, _| ControlFlow::Continue(())).unwrap();
    assert_eq!(tally.count(), 2);
}

#[test]
fn a_match_continues_from_its_journal() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("match.jsonl");
    let part = settings("connect4", ["random", "greedy"], 4);
    let play = |settings: &MatchSettings| {
        let MatchJournal { journal, known, is_resumed } = settings.open_journal(&path).unwrap();
        let held = known.len();
        let threads = ThreadPool::new(&Catalog::standard(), 2);
        let pool = JournalingPool::new(&threads, journal);
        let result = play_match(settings, &pool, known, |_, _, _| ControlFlow::Continue(())).unwrap();
        pool.close().unwrap();
        (is_resumed, held, result)
    };
    assert_eq!(play(&part), (false, 0, play_on(1, &part).0));
    let whole = MatchSettings { games: 10, ..part.clone() };
    assert_eq!(play(&whole), (true, 4, play_on(1, &whole).0), "more games of the same match");
    assert_eq!(play(&part), (true, 4, play_on(1, &part).0), "games beyond the number are left out");
    let other = opened(2, part);
    assert!(matches!(other.open_journal(&path), Err(JournalError::Other { .. })));
}
