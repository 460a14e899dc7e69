//! A tournament is a function of its plan.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use quevedo_arena::tournament::{
    EXAMPLE, Entrant, Fixture, Format, OnFault, OpeningSource, Pairing, Plan, PlanFile, PlanLocation, Standings, Tally,
    Tournament, read_file,
};
use quevedo_arena::{Fault, FaultKind, GameJob, GameReport, Jobs, MatchError, OnGame, Resign, ThreadPool, WorkerPool};
use quevedo_catalog::{Catalog, GameEntry};
use quevedo_core::{Outcome, Side, reasons};
use quevedo_record::Record;

fn find_game(id: &str) -> GameEntry {
    Catalog::standard().find(id).unwrap().clone()
}

/// A plan with a number of random players.
fn plan(game: &str, players: usize) -> Plan {
    let entrant =
        |index| Entrant { name: Some(format!("P{index}")), spec: format!("random:seed={index}").parse().unwrap() };
    Plan { players: (0..players).map(entrant).collect(), ..Plan::new(game) }
}

fn prepare(plan: Plan) -> Tournament {
    Tournament::prepare(&Catalog::standard(), plan, Path::new("")).unwrap()
}

fn play_on(tournament: &Tournament, threads: usize, known: Vec<GameReport>) -> Tally<'_> {
    tournament.run(&ThreadPool::new(&Catalog::standard(), threads), known, |_, _, _| ControlFlow::Continue(())).unwrap()
}

fn play(tournament: &Tournament) -> Tally<'_> {
    play_on(tournament, 1, Vec::new())
}

fn fixtures(tally: &Tally<'_>) -> Vec<Fixture> {
    tally.games().map(|game| game.fixture).collect()
}

/// What must not depend on the pool or on interruptions: everything but the times.
fn timeless(tally: &Tally<'_>) -> (Vec<GameReport>, Standings) {
    let mut standings = tally.standings();
    standings.rows.iter_mut().for_each(|row| row.time_us = None);
    let mut games: Vec<GameReport> = tally.games().map(|game| game.report.clone()).collect();
    games.iter_mut().flat_map(|game| &mut game.moves).for_each(|mv| mv.time_us = 0);
    (games, standings)
}

/// How often each player moved first against each other.
fn meetings(tally: &Tally<'_>) -> HashMap<[usize; 2], u64> {
    let mut meetings = HashMap::new();
    for fixture in fixtures(tally) {
        *meetings.entry(fixture.players).or_default() += 1;
    }
    meetings
}

/// A pool that plays nothing: a function decides the results.
struct Decided<F>(F);

impl<F: Fn(&GameJob) -> GameReport + Sync> WorkerPool for Decided<F> {
    fn play(&self, jobs: Jobs<'_>, on_game: OnGame<'_>) -> Result<(), MatchError> {
        for job in jobs {
            let job = job?;
            let report = (self.0)(&job);
            if on_game(job, report).is_break() {
                break;
            }
        }
        Ok(())
    }
}

fn won_by(number: u64, winner: Option<Side>) -> GameReport {
    let outcome = Outcome { winner, reason: &reasons::ADJUDICATION }.record();
    GameReport { number, outcome, moves: Vec::new(), fault: None }
}

/// The player with the lower seed is the stronger one, always.
fn by_seed(job: &GameJob) -> GameReport {
    let [first, second] = job.players.each_ref().map(|player| player.seed().unwrap());
    won_by(job.number, Some(if first < second { Side::First } else { Side::Second }))
}

fn decide(tournament: &Tournament) -> Tally<'_> {
    tournament.run(&Decided(by_seed), Vec::new(), |_, _, _| ControlFlow::Continue(())).unwrap()
}

#[test]
fn every_player_meets_every_other_equally_often_with_both_sides() {
    let tournament = prepare(Plan { games: 4, ..plan("connect4", 5) });
    let tally = decide(&tournament);
    assert_eq!((tally.count(), tournament.games()), (40, 40));
    let meetings = meetings(&tally);
    assert_eq!(meetings.len(), 20);
    assert!(meetings.values().all(|count| *count == 2), "{meetings:?}");
    assert!(fixtures(&tally).iter().map(|fixture| fixture.number).eq(0..40));
}

#[test]
fn the_games_of_a_pair_and_of_a_lap_share_an_opening() {
    let tournament = prepare(Plan { games: 4, openings: OpeningSource::Random(8), ..plan("othello", 3) });
    let tally = decide(&tournament);
    let games: Vec<_> = tally.games().collect();
    for pair in games.chunks(2) {
        assert_eq!(pair[0].opening, pair[1].opening);
        assert_eq!(pair[0].fixture.pair, pair[1].fixture.pair);
        let [one, other] = pair[0].fixture.players;
        assert_eq!(pair[1].fixture.players, [other, one]);
    }
    assert!(games[..6].iter().all(|game| game.opening == games[0].opening));
    assert_ne!(games[6].fixture.opening, games[0].fixture.opening);
    assert_ne!(games[6].opening, games[0].opening);
}

#[test]
fn challengers_meet_the_others_alone() {
    let tournament = prepare(Plan { format: Format::Gauntlet, challengers: Some(2), games: 2, ..plan("connect4", 5) });
    let meetings = meetings(&decide(&tournament));
    assert_eq!(meetings.len(), 2 * 3 * 2);
    assert!(meetings.iter().all(|([one, other], count)| (*one < 2) != (*other < 2) && *count == 1));
}

#[test]
fn listed_pairings_are_played_as_often_as_they_say() {
    let pairing = |one: &str, other: &str, games| Pairing { players: [one.into(), other.into()], games };
    let pairings = vec![pairing("P0", "P1", 5), pairing("P2", "P0", 2), pairing("P0", "P1", 1)];
    let tournament = prepare(Plan { format: Format::Pairings, pairings, ..plan("connect4", 3) });
    let tally = decide(&tournament);
    assert_eq!((tally.count(), tournament.games()), (8, 8));
    let expected = HashMap::from([([0, 1], 4), ([1, 0], 2), ([2, 0], 1), ([0, 2], 1)]);
    assert_eq!(meetings(&tally), expected);
}

fn swiss(players: usize, rounds: usize) -> Tournament {
    prepare(Plan { format: Format::Swiss, rounds: Some(rounds), games: 2, ..plan("connect4", players) })
}

#[test]
fn a_swiss_tournament_repeats_no_pairing_and_gives_at_most_one_bye() {
    for (players, rounds) in [(4, 3), (6, 5), (7, 7), (8, 3), (9, 5), (12, 11)] {
        let tournament = swiss(players, rounds);
        let tally = decide(&tournament);
        assert_eq!(tally.count(), tournament.games());
        let met: HashSet<(u64, [usize; 2])> =
            fixtures(&tally).iter().map(|fixture| (fixture.round, fixture.players)).collect();
        assert_eq!(met.len(), players / 2 * rounds * 2, "both sides once");
        assert!(meetings(&tally).values().all(|count| *count == 1), "{players} players, {rounds} rounds");
        for round in 1..=rounds as u64 {
            let seated: Vec<usize> = met.iter().filter(|game| game.0 == round).map(|game| game.1[0]).collect();
            assert_eq!(seated.len(), seated.iter().collect::<HashSet<_>>().len(), "one opponent a round");
        }
        let standings = tally.standings();
        let byes: u64 = standings.rows.iter().map(|row| row.byes).sum();
        assert_eq!(byes, if players % 2 == 1 { rounds as u64 } else { 0 });
        assert!(standings.rows.iter().all(|row| row.byes <= 1));
        assert_eq!(standings.rows[0].name, "P0", "who always wins is first");
        let points: f64 = standings.rows.iter().map(|row| row.points).sum();
        assert!((points - (tally.count() + 2 * byes) as f64).abs() < 1e-9, "a bye is worth a won pairing");
    }
}

#[test]
fn a_swiss_round_depends_on_the_results_before() {
    let tournament = swiss(8, 2);
    let strong = decide(&tournament);
    let weak = tournament
        .run(
            &Decided(|job: &GameJob| {
                let report = by_seed(job);
                won_by(job.number, report.outcome.winner.map(|winner| !winner))
            }),
            Vec::new(),
            |_, _, _| ControlFlow::Continue(()),
        )
        .unwrap();
    assert_eq!(fixtures(&strong)[..8], fixtures(&weak)[..8]);
    assert_ne!(fixtures(&strong)[8..], fixtures(&weak)[8..]);
    let upper: HashSet<usize> = fixtures(&strong)[8..12].iter().flat_map(|fixture| fixture.players).collect();
    assert_eq!(upper, HashSet::from([0, 1, 2, 3]), "the winners meet");
}

#[test]
fn threads_change_nothing() {
    for plan in [
        Plan { games: 4, openings: OpeningSource::Random(2), ..plan("hare-hounds", 4) },
        Plan { format: Format::Swiss, rounds: Some(3), openings: OpeningSource::Random(2), ..plan("connect4", 5) },
    ] {
        let tournament = prepare(plan);
        assert_eq!(timeless(&play(&tournament)), timeless(&play_on(&tournament, 3, Vec::new())));
    }
}

#[test]
fn known_games_are_not_played_again_whichever_they_are() {
    for plan in [plan("connect4", 4), Plan { format: Format::Swiss, rounds: Some(3), ..plan("connect4", 5) }] {
        let tournament = prepare(plan);
        let whole = play(&tournament);
        let all: Vec<GameReport> = whole.games().map(|game| game.report.clone()).collect();
        for keep in [0, 1, 5, all.len()] {
            // Backwards, with one game twice and one that the plan does not have.
            let mut known: Vec<GameReport> = all.iter().rev().take(keep).cloned().collect();
            known.extend(known.first().cloned());
            known.push(won_by(10_000, None));
            let mut reported = Vec::new();
            let again = tournament
                .run(&ThreadPool::new(&Catalog::standard(), 2), known, |_, report, _| {
                    reported.push(report.number);
                    ControlFlow::Continue(())
                })
                .unwrap();
            assert_eq!(timeless(&again), timeless(&whole));
            assert_eq!(reported.len(), all.len() - keep);
        }
        assert_eq!(timeless(&tournament.tally(all).unwrap()), timeless(&whole));
    }
}

#[test]
fn a_run_can_be_broken_off() {
    let tournament = prepare(Plan { games: 100, ..plan("connect4", 4) });
    let tally = tournament.run(&ThreadPool::new(&Catalog::standard(), 2), Vec::new(), |_, _, tally| {
        if tally.count() == 7 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    let standings = tally.unwrap().standings();
    assert_eq!((standings.games, standings.planned), (7, 600));
}

#[test]
fn the_table_adds_up() {
    let tournament = prepare(Plan { games: 6, openings: OpeningSource::Random(1), ..plan("othello", 4) });
    let tally = play(&tournament);
    let standings = tally.standings();
    let lines: Vec<_> = tally.lines().collect();
    for (index, row) in standings.rows.iter().enumerate() {
        let seat = |result: &str| match result {
            "1-0" => [1.0, 0.0],
            "0-1" => [0.0, 1.0],
            _ => [0.5, 0.5],
        };
        let points: f64 = lines
            .iter()
            .map(|line| {
                let [first, second] = seat(line.result);
                if line.first == row.name { first } else { f64::from(u8::from(line.second == row.name)) * second }
            })
            .sum();
        assert!((points - row.points).abs() < 1e-9);
        assert_eq!(row.games, 18);
        assert!(standings.rows[..index].iter().all(|better| better.points >= row.points));
        for (column, score) in standings.cross[index].iter().enumerate() {
            let back = standings.cross[column][index];
            assert_eq!((score.wins, score.draws, score.losses), (back.losses, back.draws, back.wins));
            assert_eq!(score.games(), if column == index { 0 } else { 6 });
        }
        // Half of the games begin on the other side of a one-ply opening.
        let moves: usize = tally
            .games()
            .map(|game| {
                let seat = game.fixture.players.iter().position(|player| *player == row.player);
                seat.map_or(0, |seat| game.moves_of(seat).count())
            })
            .sum();
        assert!(moves > 18 * 25, "{moves}");
    }
    let moves: usize = tally.games().map(|game| game.report.moves.len()).sum();
    let split: usize = tally.games().map(|game| game.moves_of(0).count() + game.moves_of(1).count()).sum();
    assert_eq!(moves, split);
    let first = tally.games().next().unwrap();
    assert_eq!(first.turn, Side::Second, "the opening made the first move");
    assert!(first.moves_of(1).next() == first.report.moves.first());
}

#[test]
fn who_is_stronger_is_rated_higher_and_the_first_move_has_its_worth() {
    let specs = ["random", "greedy", "alphabeta:depth=2"];
    let players = specs.map(|spec| Entrant::new(spec.parse().unwrap())).into();
    let tournament = prepare(Plan { players, games: 20, openings: OpeningSource::Random(4), ..plan("othello", 0) });
    let standings = play(&tournament).standings();
    let names: Vec<&str> = standings.rows.iter().map(|row| row.name.as_str()).collect();
    assert_eq!(names, ["alphabeta:depth=2", "greedy", "random"]);
    let elo: Vec<f64> = standings.rows.iter().map(|row| row.elo.unwrap()).collect();
    assert!(elo[0] > elo[1] && elo[1] > elo[2] && elo.iter().sum::<f64>().abs() < 1e-6, "{elo:?}");
    assert!(standings.rows.iter().all(|row| row.elo_error.unwrap() > 0.0));
    let depth = standings.rows[0].depth.unwrap();
    assert!(depth.max >= 2 && standings.rows[0].nodes.unwrap().min > 0, "{depth:?}");
    assert_eq!(standings.rows[2].depth, None, "a coin does not look ahead");
}

fn faulty(job: &GameJob) -> GameReport {
    let fault = Fault { player: 1, kind: FaultKind::Crash, text: "it died".into(), text_es: String::new() };
    let outcome = Outcome::win(Side::First, &reasons::FORFEIT).record();
    let fault = (job.number == 3).then_some(fault);
    GameReport { fault, ..GameReport { outcome, ..won_by(job.number, None) } }
}

#[test]
fn a_fault_is_counted_or_stops_the_run_and_is_not_told() {
    let tournament = prepare(Plan { games: 6, ..plan("connect4", 2) });
    let tally = tournament.run(&Decided(faulty), Vec::new(), |_, _, _| ControlFlow::Continue(())).unwrap();
    let faults: Vec<u64> = tally.standings().rows.iter().map(|row| row.faults).collect();
    assert_eq!(faults.iter().sum::<u64>(), 1);
    assert_eq!(tally.lines().nth(3).unwrap().fault.as_deref(), Some("it died"));
    let strict = prepare(Plan { on_fault: OnFault::Stop, games: 6, ..plan("connect4", 2) });
    let mut reported = Vec::new();
    let error = strict.run(&Decided(faulty), Vec::new(), |_, report, _| {
        reported.push(report.number);
        ControlFlow::Continue(())
    });
    let expected = MatchError::Failed { number: 4, player: "P0".into(), problem: "it died".into() };
    assert_eq!((error.unwrap_err(), reported), (expected, vec![0, 1, 2]));
    assert_eq!(strict.identity(), tournament.identity(), "the rest can go on under other orders");
}

#[test]
fn a_crew_that_leaves_games_unplayed_has_been_stopped() {
    struct Idle;
    impl WorkerPool for Idle {
        fn play(&self, _: Jobs<'_>, _: OnGame<'_>) -> Result<(), MatchError> {
            Ok(())
        }
    }
    let tournament = prepare(plan("connect4", 2));
    let ended = tournament.run(&Idle, Vec::new(), |_, _, _| ControlFlow::Continue(()));
    assert_eq!(ended.unwrap_err(), MatchError::Stopped);
}

#[test]
fn games_and_table_read_back_from_csv() {
    let mut odd = plan("othello", 3);
    odd.players[1].name = Some("a \"quoted\", name".into());
    let tournament = prepare(odd);
    let tally = play(&tournament);
    let mut text = Vec::new();
    tally.write_games(&mut text).unwrap();
    let mut reader = csv::Reader::from_reader(&text[..]);
    assert_eq!(&reader.headers().unwrap()[2], "first");
    let rows: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
    assert_eq!(rows.len(), 6);
    for (row, line) in rows.iter().zip(tally.lines()) {
        assert_eq!((&row[0], &row[2], &row[4]), (line.number.to_string().as_str(), line.first.as_str(), line.result));
    }
    assert!(rows.iter().any(|row| &row[2] == "a \"quoted\", name"));
    let mut text = Vec::new();
    let standings = tally.standings();
    standings.write_csv(&mut text).unwrap();
    let rows: Vec<csv::StringRecord> = csv::Reader::from_reader(&text[..]).records().map(Result::unwrap).collect();
    for (row, expected) in rows.iter().zip(&standings.rows) {
        assert_eq!((&row[1], row[3].parse().unwrap()), (expected.name.as_str(), expected.points));
        assert_eq!(row.len(), 13 + 15);
    }
}

#[test]
fn records_carry_the_names_and_replay() {
    let tournament = prepare(Plan { name: "Autumn".into(), openings: OpeningSource::Random(2), ..plan("othello", 3) });
    let tally = play(&tournament);
    let text: String = tally.records("2026.01.02").map(|record| record.to_string() + "\n").collect();
    let records = Record::parse_all(&text).unwrap();
    assert_eq!(records.len(), 6);
    for (record, game) in records.iter().zip(tally.games()) {
        assert_eq!((record.tag("Event"), record.tag("Date")), (Some("Autumn"), Some("2026.01.02")));
        assert_eq!(record.tag("White"), Some(tournament.names()[game.fixture.players[0]].as_str()));
        let mut session = find_game("othello").session(None).unwrap();
        record.moves.iter().for_each(|mv| drop(session.play(&mv.text).unwrap()));
        assert_eq!(session.outcome().unwrap().record(), game.report.outcome);
    }
}

#[test]
fn the_report_names_every_player() {
    let tournament = prepare(Plan { name: "Autumn".into(), ..plan("connect4", 3) });
    let tally = play(&tournament);
    let standings = tally.standings();
    let report = tally.report(&standings);
    for text in [tally.text(&standings), report.to_markdown(), report.to_html()] {
        assert!(["P0", "P1", "P2", "Autumn"].iter().all(|name| text.contains(name)), "{text}");
    }
    let text = tally.text(&standings);
    let ranks: Vec<&str> = text.lines().filter(|line| line.starts_with("  1  ") || line.starts_with("  2  ")).collect();
    assert_eq!(ranks.len(), 4, "two tables are numbered: {text}");
}

#[test]
fn a_plan_travels_as_json() {
    let all = Plan {
        format: Format::Swiss,
        rounds: Some(3),
        openings: OpeningSource::File("x.pgn".into()),
        clock: Some("1s+10ms".parse().unwrap()),
        on_fault: OnFault::Stop,
        ..plan("chess", 4)
    };
    let text = serde_json::to_string(&all).unwrap();
    assert_eq!(serde_json::from_str::<Plan>(&text).unwrap(), all);
}

#[test]
fn plans_that_cannot_be_played_are_refused_with_their_location() {
    let refused = |plan: Plan| {
        let error = Tournament::prepare(&Catalog::standard(), plan, Path::new("")).unwrap_err();
        (error.location, error.problem.to_string())
    };
    let chess = || plan("chess", 3);
    let (place, problem) = refused(Plan { games: 3, ..chess() });
    assert!(place == PlanLocation::Key("games") && problem.contains("even"), "{problem}");
    assert_eq!(refused(Plan { games: 10_000_000, ..chess() }).0, PlanLocation::Key("games"));
    assert_eq!(refused(Plan { rounds: Some(2), ..chess() }).0, PlanLocation::Key("rounds"));
    assert_eq!(refused(Plan { format: Format::Swiss, ..chess() }).0, PlanLocation::Key("format"));
    assert_eq!(refused(Plan { format: Format::Swiss, rounds: Some(4), ..chess() }).0, PlanLocation::Key("rounds"));
    assert_eq!(
        refused(Plan { format: Format::Gauntlet, challengers: Some(3), ..chess() }).0,
        PlanLocation::Key("challengers")
    );
    assert_eq!(refused(Plan { format: Format::Pairings, ..chess() }).0, PlanLocation::Key("format"));
    assert_eq!(refused(Plan { threads: Some(0), ..chess() }).0, PlanLocation::Key("threads"));
    assert_eq!(refused(plan("chess", 1)).0, PlanLocation::Key("player"));
    let (place, problem) = refused(Plan { openings: OpeningSource::Random(500), ..plan("connect4", 2) });
    assert!(place == PlanLocation::Key("openings") && problem.contains("use fewer"), "{problem}");
    let mut odd = chess();
    odd.adjudication.resign = Some(Resign { units: 5.0, moves: 0 });
    assert_eq!(refused(odd).0, PlanLocation::Key("adjudication"));
}

struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.0.path().join(name);
        fs::write(&path, text).unwrap();
        path
    }
}

fn read_tournament(path: &Path) -> Tournament {
    match read_file(&Catalog::standard(), path).unwrap() {
        PlanFile::Tournament(tournament) => *tournament,
        PlanFile::Players(players) => panic!("{players:?}"),
    }
}

#[test]
fn the_example_is_a_tournament() {
    let folder = Folder::new();
    let tournament = read_tournament(&folder.write("example.toml", EXAMPLE));
    assert_eq!((tournament.games(), tournament.names().len()), (12, 3));
    assert!(tournament.plan().adjudication.proved);
    // The keys that are commented out are valid, too.
    let uncommented = ["# clock", "# threads", "# event", "# resign", "# draw"];
    let text = uncommented.iter().fold(EXAMPLE.to_owned(), |text, key| text.replace(key, &key[2..]));
    let tournament = read_tournament(&folder.write("all.toml", &text));
    assert!(tournament.plan().adjudication.draw.is_some() && tournament.plan().clock.is_some());
}

#[test]
fn bad_files_are_refused_with_their_line() {
    let folder = Folder::new();
    folder.write("bad.txt", "f5\nz9\n");
    let players = "[[player]]\nspec = \"random\"\n[[player]]\nspec = \"greedy\"\n";
    let head = "game = \"othello\"\n";
    let cases: [(&str, usize, &str); 17] = [
        ("game = \"othello\"\ngames = 2\n[[player]]\nspec = \"random\"\n", 3, "at least 2 players"),
        ("game = \"checkers\"\n", 1, "unknown game `checkers`: there are chess"),
        ("game = \"othello\"\nformat = \"knockout\"\n", 2, "`knockout`, expected one of `round-robin`"),
        ("game = \"othello\"\nseeds = 2\n", 2, "unknown field `seeds`, expected one of"),
        ("game = \"othello\"\ngames = \n", 2, ""),
        ("game = \"othello\"\n\n[[player]]\nspec = \"gredy\"\n", 4, "unknown player `gredy`: there are human"),
        ("game = \"othello\"\n\n[[player]]\nnam = \"x\"\n", 4, "unknown field `nam`, expected `name` or `spec`"),
        ("game = \"othello\"\nopenings = { random = -1 }\n", 2, "-1"),
        ("game = \"othello\"\nopenings = \"mine\"\n", 2, "`mine`, expected one of `random`, `file`, `shipped`"),
        ("game = \"othello\"\nclock = \"fast\"\n", 2, "as in `1s+10ms`"),
        ("games = 3\ngame = \"othello\"\nPLAYERS", 1, "`games`: an even number"),
        ("game = \"othello\"\nopenings = { file = \"none.pgn\" }\nPLAYERS", 2, "none.pgn"),
        ("game = \"othello\"\nopenings = { file = \"bad.txt\" }\nPLAYERS", 2, "bad.txt: line 2"),
        ("HEAD[[player]]\nspec = \"random\"\n[[player]]\nspec = \"random\"\n", 5, "player 1 is also called `random`"),
        ("HEAD[[player]]\nspec = \"human\"\n[[player]]\nspec = \"random\"\n", 3, "`human` cannot play"),
        ("HEAD[[player]]\nspec = \"greedy:eval=hope\"\n[[player]]\nspec = \"random\"\n", 3, "this game has best"),
        (
            "format = \"pairings\"\nHEADPLAYERS[[pairing]]\nplayers = [\"random\", \"gredy\"]\ngames = 2\n",
            8,
            "no player is called `gredy`: there are random, greedy",
        ),
    ];
    for (text, line, problem) in cases {
        let text = text.replace("HEAD", head).replace("PLAYERS", players);
        let path = folder.write("plan.toml", &text);
        let error = read_file(&Catalog::standard(), &path).unwrap_err().to_string();
        assert!(error.starts_with(&format!("{}: line {line}: ", path.display())), "{error}\n{text}");
        assert!(error.contains(problem), "{error}");
        assert_eq!(error.lines().count(), 1, "{error}");
    }
    let missing = read_file(&Catalog::standard(), &folder.0.path().join("nothing.toml")).unwrap_err().to_string();
    assert!(missing.contains("nothing.toml: "), "{missing}");
}

#[test]
fn openings_are_relative_to_the_plan_and_part_of_its_identity() {
    let folder = Folder::new();
    let path = folder.write(
        "plan.toml",
        "game = \"othello\"\nopenings = { file = \"lines.txt\" }\n[[player]]\nspec = \"random\"\n[[player]]\nspec = \"greedy\"\n",
    );
    folder.write("lines.txt", "f5 d6 # a line\n\nf5 f6\n");
    let tournament = read_tournament(&path);
    let same = read_tournament(&path);
    assert_eq!(tournament.identity(), same.identity());
    assert_eq!(tournament.plan().name, "plan");
    let tally = draw_all(&tournament);
    assert!(tally.games().all(|game| game.opening.moves.len() == 2));
    folder.write("lines.txt", "f5 d6\nf5 f4\n");
    assert_ne!(read_tournament(&path).identity(), tournament.identity());
}

fn draw_all(tournament: &Tournament) -> Tally<'_> {
    let pool = Decided(|job: &GameJob| won_by(job.number, None));
    tournament.run(&pool, Vec::new(), |_, _, _| ControlFlow::Continue(())).unwrap()
}

#[test]
fn a_list_of_pairings_is_a_tournament_of_amazons() {
    let folder = Folder::new();
    let text = "# which pairs the training mode plays\n\ngreedy_territory v random : 3\n\
        minimax_mobility 1 5 v greedy_territory : 2 # swapped half-way\nrandom v random : 1\n";
    let tournament = read_tournament(&folder.write("training_conf.txt", text));
    assert_eq!((tournament.plan().game.as_str(), tournament.games()), ("amazons", 6));
    assert_eq!(tournament.names(), ["greedy_territory", "random", "minimax_mobility 1 5", "random (2)"]);
    let specs: Vec<String> = tournament.plan().players.iter().map(|player| player.spec.to_string()).collect();
    let expected = ["greedy:eval=territory", "random", "alphabeta:eval=mobility,depth=1,time=5s", "random"];
    let same = |spec: &str| spec.parse::<quevedo_catalog::PlayerSpec>().unwrap().to_string();
    assert_eq!(specs, expected.map(same));
    let tally = play_on(&tournament, 2, Vec::new());
    let standings = tally.standings();
    let text = tally.text(&standings);
    assert!(text.contains("Meetings") && text.contains("greedy_territory"), "{text}");
    let row = |name: &str| standings.rows.iter().find(|row| row.name == name).unwrap();
    assert_eq!((row("greedy_territory").games, row("random").games, row("random (2)").games), (5, 4, 1));
    // As published: greedy territory beats random moves 100 to 0.
    assert!(row("greedy_territory").score.wins >= 3);
}

#[test]
fn a_list_of_players_is_read() {
    let folder = Folder::new();
    let text =
        "human\nrandom\n# strong\nminimax_territory_mobility 2 5\nmcts_ucb 1000 10\nmcts_epsilon_mod 500 5 0.2\n";
    let PlanFile::Players(players) = read_file(&Catalog::standard(), &folder.write("interface.txt", text)).unwrap()
    else {
        panic!()
    };
    assert_eq!(players.len(), 5);
    assert!(players[0].spec.is_human() && players[3].display_name() == "mcts_ucb 1000 10");
}

#[test]
fn bad_lines_of_lists_are_reported() {
    let folder = Folder::new();
    for (text, line, problem) in [
        ("", 1, "the file is empty"),
        ("random v greedy_territory\n", 1, "as in `minimax_territory 2 5 v random : 10`"),
        ("random v greedy_territory : many\n", 1, "number of games"),
        ("random v greedy_territory : 0\n", 1, "number of games"),
        ("# x\nrandom v gredy : 5\n", 2, "unknown player `gredy`"),
        ("random v greedy_hope : 5\n", 1, "this game has"),
        ("random v greedy_territory : 5\n\nrandom : 5\n", 3, "as in"),
        ("random v human : 5\n", 1, "`human` cannot play"),
        ("v random : 5\n", 1, "as in"),
        ("random\nmcts_ucb 1000\n", 2, "unknown player"),
    ] {
        let path = folder.write("conf.txt", text);
        let error = read_file(&Catalog::standard(), &path).unwrap_err().to_string();
        assert!(error.starts_with(&format!("{}: line {line}: ", path.display())), "{error}\n{text}");
        assert!(error.contains(problem), "{error}");
    }
}
