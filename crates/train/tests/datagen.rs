//! Data from games: the same plan is the same data, however it is made; and what it says is true.

use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use quevedo_arena::{Jobs, MatchError, OnGame, ThreadPool, WorkerPool};
use quevedo_catalog::{Catalog, EvalRef, GameEntry};
use quevedo_core::Value;
use quevedo_train::data::{DataError, DataPlan, DataProgress, Flags, Sample, ShardReader, generate, stored_steps};
use tempfile::tempdir;

fn game(id: &str) -> GameEntry {
    Catalog::standard().find(id).unwrap().clone()
}

fn threads(count: usize) -> ThreadPool<'static> {
    ThreadPool::new(&Catalog::standard(), count)
}

fn plan(id: &str, player: &str) -> DataPlan {
    let plan = DataPlan::new(&game(id), player.parse().unwrap(), 5);
    DataPlan { random_plies: 4, games_per_shard: 4, ..plan }
}

fn make(plan: &DataPlan, games: u64, folder: &Path, pool: &dyn WorkerPool) -> Result<DataProgress, DataError> {
    generate(plan, games, folder, pool, &mut |_| {})
}

/// Every file of a folder, by name.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.map(|path| (path.file_name().unwrap().to_str().unwrap().to_owned(), fs::read(&path).unwrap())).collect()
}

fn samples(folder: &Path) -> Vec<Sample> {
    ShardReader::open(&[folder.to_owned()]).unwrap().samples().collect::<Result<_, _>>().unwrap()
}

/// A pool that is stopped after a few games, as a program is that somebody kills.
struct Dying<'a>(&'a dyn WorkerPool, usize);

impl WorkerPool for Dying<'_> {
    fn play(&self, jobs: Jobs<'_>, on_game: OnGame<'_>) -> Result<(), MatchError> {
        let (mut left, mut stopped) = (self.1, Ok(()));
        self.0.play(jobs, &mut |job, report| {
            if left == 0 {
                stopped = Err(MatchError::Stopped);
                return ControlFlow::Break(());
            }
            left -= 1;
            on_game(job, report)
        })?;
        stopped
    }
}

fn assert_stopped(made: &Result<DataProgress, DataError>) {
    assert!(matches!(made, Err(DataError::Match(MatchError::Stopped))), "{made:?}");
}

#[test]
fn threads_and_interruptions_change_nothing() {
    let plan = plan("othello", "alphabeta:depth=2,hash=1");
    let whole = tempdir().unwrap();
    let made = make(&plan, 14, whole.path(), &threads(1)).unwrap();
    assert_eq!((made.games, made.known_games), (14, 0));
    let expected = files(whole.path());
    // Three shards of four games, one of two, the plan, and the encoding.
    assert_eq!(expected.len(), 6);

    let broken = tempdir().unwrap();
    for games in [3, 2, 6] {
        assert_stopped(&make(&plan, 14, broken.path(), &Dying(&threads(2), games)));
    }
    let made_on = make(&plan, 14, broken.path(), &threads(3)).unwrap();
    assert!(files(broken.path()) == expected);
    assert_eq!((made_on.games, made_on.positions, made_on.results), (14, made.positions, made.results));
    assert!(made_on.known_games >= 4);
}

#[test]
fn more_games_go_on_where_fewer_ended() {
    let plan = plan("connect4:7x6", "alphabeta:depth=2,hash=1");
    let (whole, grown) = (tempdir().unwrap(), tempdir().unwrap());
    make(&plan, 11, whole.path(), &threads(2)).unwrap();
    make(&plan, 6, grown.path(), &threads(2)).unwrap();
    make(&plan, 11, grown.path(), &threads(2)).unwrap();
    assert!(files(grown.path()) == files(whole.path()));
    let again = make(&plan, 11, grown.path(), &threads(2)).unwrap();
    assert_eq!((again.games, again.known_games), (11, 11));
    // Fewer than there are would be another run, with data that is not its own.
    let error = make(&plan, 7, grown.path(), &threads(2)).unwrap_err();
    assert!(error.to_string().contains("holds 11 games, and 7 are wanted"), "{error}");
    assert!(files(grown.path()) == files(whole.path()));
}

#[test]
fn another_plan_and_damaged_shards_are_refused() {
    let folder = tempdir().unwrap();
    let plan = plan("connect4:7x6", "random");
    make(&plan, 8, folder.path(), &threads(1)).unwrap();
    let other = DataPlan { seed: 6, ..plan.clone() };
    let error = make(&other, 8, folder.path(), &threads(1)).unwrap_err();
    assert!(error.to_string().contains("`seed` is 5 there and 6 here"), "{error}");

    let shard = folder.path().join("games-00000000-00000003.qdat");
    let mut bytes = fs::read(&shard).unwrap();
    bytes[70] ^= 1;
    fs::write(&shard, bytes).unwrap();
    let error = make(&plan, 8, folder.path(), &threads(1)).unwrap_err();
    assert!(error.to_string().contains("games-00000000-00000003.qdat is damaged"), "{error}");
}

#[test]
fn a_folder_that_cannot_be_written_is_an_error_and_loses_no_shard() {
    let folder = tempdir().unwrap();
    let plan = plan("connect4:7x6", "random");
    make(&plan, 4, folder.path(), &threads(1)).unwrap();
    let before = files(folder.path());
    // A folder stands where the second shard shall be written: as good as a full disk.
    fs::create_dir(folder.path().join("games-00000004-00000007.qdat.part")).unwrap();
    let error = make(&plan, 8, folder.path(), &threads(1)).unwrap_err();
    assert!(matches!(error, DataError::File { .. }), "{error}");
    fs::remove_dir(folder.path().join("games-00000004-00000007.qdat.part")).unwrap();
    assert!(files(folder.path()) == before);
}

#[test]
fn every_sample_of_every_game_is_a_position_as_its_side_sees_it() {
    for game in Catalog::standard().games() {
        let folder = tempdir().unwrap();
        let made = make(&plan(game.id(), "random"), 6, folder.path(), &threads(2)).unwrap();
        let samples = samples(folder.path());
        assert_eq!(samples.len() as u64, made.positions, "{}", game.id());
        let mut seen = HashSet::new();
        for sample in &samples {
            let session = game.session(Some(&sample.text)).unwrap();
            let encoded = game.encode(&*session);
            assert_eq!(sample.planes, encoded.planes, "{}: {}", game.id(), sample.text);
            assert_eq!(sample.flags.has(Flags::SECOND), encoded.turn == quevedo_core::Side::Second);
            assert_eq!(sample.flags.has(Flags::THREATENED), encoded.is_threatened);
            let legal = session.legal();
            let fits = |mv: &&quevedo_catalog::MoveView| {
                stored_steps(&game.move_steps(&*session, &mv.text).unwrap()) == sample.best
            };
            assert!(legal.iter().any(|mv| fits(&mv)), "{}: {}", game.id(), sample.text);
            assert!(seen.insert(&sample.planes), "{}: seen before: {}", game.id(), sample.text);
            assert!(sample.ply >= 4 && sample.score.is_none());
        }
    }
}

#[test]
fn results_are_those_of_the_games_for_the_side_to_move() {
    let folder = tempdir().unwrap();
    let plan = DataPlan { games_per_shard: 1, ..plan("othello", "alphabeta:depth=1,hash=1") };
    make(&plan, 6, folder.path(), &threads(1)).unwrap();
    for number in 0..6 {
        // The game once more, without the data.
        let mut winner = None;
        let mut jobs = std::iter::once(plan.job(number));
        threads(1)
            .play(&mut jobs, &mut |_, report| {
                winner = Some(report.outcome.winner);
                ControlFlow::Continue(())
            })
            .unwrap();
        let path = folder.path().join(format!("games-{number:08}-{number:08}.qdat"));
        for sample in samples(&path) {
            let side = quevedo_core::Side::BOTH[usize::from(sample.flags.has(Flags::SECOND))];
            let expected = winner.unwrap().map_or(0, |winner| if winner == side { 1 } else { -1 });
            assert_eq!(sample.result, expected);
            assert!(sample.score.is_some());
        }
    }
}

#[test]
fn quiet_data_has_no_threats_no_noise_and_no_proved_end() {
    let noisy = tempdir().unwrap();
    let quiet = tempdir().unwrap();
    let plan = plan("chess", "alphabeta:depth=2,hash=1");
    make(&plan, 6, noisy.path(), &threads(2)).unwrap();
    make(&DataPlan { quiet: true, ..plan }, 6, quiet.path(), &threads(2)).unwrap();
    let is_quiet = |sample: &Sample| {
        let loud = sample.flags.has(Flags::NOISY) || sample.flags.has(Flags::THREATENED);
        !loud && sample.score.is_none_or(|score| score.abs() < 31_000)
    };
    let (noisy, quiet) = (samples(noisy.path()), samples(quiet.path()));
    assert!(quiet.iter().all(is_quiet) && quiet.len() < noisy.len());
    // All that is quiet is kept.
    let kept: HashSet<_> = quiet.iter().map(|sample| &sample.planes).collect();
    assert!(noisy.iter().filter(|sample| is_quiet(sample)).all(|sample| kept.contains(&sample.planes)));
}

/// Three sibling moves for every move that is played.
fn with_siblings(game: &str, player: &str) -> DataPlan {
    DataPlan { sibling_moves: 3, ..plan(game, player) }
}

fn is_sibling(sample: &Sample) -> bool {
    sample.flags.has(Flags::SIBLING)
}

#[test]
fn sibling_positions_are_one_other_move_away_and_have_searches_of_their_own() {
    let folder = tempdir().unwrap();
    let plan = DataPlan { games_per_shard: 1, ..with_siblings("amazons:6x6", "minimax:depth=1") };
    let made = make(&plan, 3, folder.path(), &threads(2)).unwrap();
    let mut positions = 0;
    for number in 0..3 {
        let samples = samples(&folder.path().join(format!("games-{number:08}-{number:08}.qdat")));
        positions += samples.len();
        assert!(samples.iter().filter(|sample| is_sibling(sample)).count() > samples.len() / 2);
        // One game, however many positions of the same ply.
        assert!(samples.windows(2).all(|pair| pair[0].ply <= pair[1].ply));
        let (mut parent, mut next) = (None, None);
        for sample in &samples {
            if is_sibling(sample) {
                let parent: &Sample = parent.unwrap();
                assert_eq!(sample.ply, parent.ply + 1);
                let mut session = plan.game.session(Some(&parent.text)).unwrap();
                let mut is_behind = |mv: &quevedo_catalog::MoveView| {
                    let is_played = stored_steps(&plan.game.move_steps(&*session, &mv.text).unwrap()) == parent.best;
                    session.play(&mv.text).unwrap();
                    let is_same = session.position() == sample.text;
                    session.undo();
                    is_same && !is_played
                };
                let legal = plan.game.session(Some(&parent.text)).unwrap().legal();
                assert!(legal.iter().any(&mut is_behind), "{}", sample.text);
                // The same search, from the position alone.
                let position = plan.game.session(Some(&sample.text)).unwrap();
                let mut searcher = plan.game.player(&plan.player).unwrap();
                let score = searcher.search_until(&*position, &AtomicBool::new(false)).unwrap().score;
                assert_eq!(sample.score.map(i32::from), score, "{}", sample.text);
                assert_eq!(i32::from(sample.result), score.unwrap().signum());
            } else {
                assert!(next.is_none_or(|ply| ply == sample.ply));
                (parent, next) = (Some(sample), Some(sample.ply + 1));
            }
        }
    }
    assert_eq!(positions as u64, made.positions);
}

#[test]
fn sibling_positions_are_the_same_on_any_worker_pool_and_after_any_interruption() {
    let plan = with_siblings("connect4:7x6", "alphabeta:depth=2,hash=1");
    let (whole, broken) = (tempdir().unwrap(), tempdir().unwrap());
    make(&plan, 10, whole.path(), &threads(1)).unwrap();
    for games in [3, 4] {
        assert_stopped(&make(&plan, 10, broken.path(), &Dying(&Elsewhere, games)));
    }
    make(&plan, 10, broken.path(), &threads(3)).unwrap();
    assert!(files(broken.path()) == files(whole.path()));
}

#[test]
fn searches_of_sibling_moves_are_reported_as_games_are() {
    let folder = tempdir().unwrap();
    let plan = with_siblings("connect4:7x6", "alphabeta:depth=1,hash=1");
    let mut reports = Vec::new();
    let made = generate(&plan, 6, folder.path(), &threads(1), &mut |progress| reports.push(*progress)).unwrap();
    // Once at the beginning, after every game, after every search, and after each of the two shards.
    assert_eq!(reports.len() as u64, 1 + 6 + made.searched + 2);
    assert!(made.searched > 6);
    // Nothing is said twice but that a shard is written.
    let steps = reports.windows(2).map(|pair| pair[1].games + pair[1].searched - pair[0].games - pair[0].searched);
    assert_eq!(steps.filter(|step| *step == 1).count() as u64, 6 + made.searched);
}

/// A pool to which jobs travel as text, and from which reports come back so.
struct Elsewhere;

impl WorkerPool for Elsewhere {
    fn play(&self, jobs: Jobs<'_>, on_game: OnGame<'_>) -> Result<(), MatchError> {
        let mut sent = jobs.map(|job| {
            let text = serde_json::to_string(&job?).unwrap();
            Ok(serde_json::from_str(&text).unwrap())
        });
        threads(2).play(&mut sent, &mut |job, report| {
            let text = serde_json::to_string(&report).unwrap();
            on_game(job, serde_json::from_str(&text).unwrap())
        })
    }
}

#[test]
fn a_folder_with_other_sibling_moves_is_refused() {
    let plan = plan("connect4:7x6", "alphabeta:depth=1,hash=1");
    for (first, second, problem) in [(0, 3, "is null there and 3 here"), (3, 0, "is 3 there and null here")] {
        let folder = tempdir().unwrap();
        make(&DataPlan { sibling_moves: first, ..plan.clone() }, 4, folder.path(), &threads(1)).unwrap();
        let other = DataPlan { sibling_moves: second, ..plan.clone() };
        let error = make(&other, 4, folder.path(), &threads(1)).unwrap_err();
        assert!(error.to_string().contains(&format!("`sibling_moves` {problem}")), "{error}");
    }
}

#[test]
fn players_without_scores_give_no_sibling_positions() {
    let (plain, looked) = (tempdir().unwrap(), tempdir().unwrap());
    make(&plan("connect4:7x6", "random"), 6, plain.path(), &threads(2)).unwrap();
    make(&with_siblings("connect4:7x6", "random"), 6, looked.path(), &threads(2)).unwrap();
    assert!(samples(looked.path()) == samples(plain.path()));
}

#[test]
fn exact_labels_are_what_the_solver_says() {
    for (game, player, sibling_moves) in
        [("hare-hounds", "random", 0), ("othello", "random", 0), ("hare-hounds", "alphabeta:depth=1,hash=1", 2)]
    {
        let folder = tempdir().unwrap();
        let plan = DataPlan { exact: true, random_plies: 2, sibling_moves, ..plan(game, player) };
        let made = make(&plan, 4, folder.path(), &threads(2)).unwrap();
        let exact: Vec<Sample> =
            samples(folder.path()).into_iter().filter(|sample| sample.flags.has(Flags::EXACT)).collect();
        assert!(exact.len() as u64 == made.exact && made.exact > 10, "{game}: {}", made.exact);
        assert_eq!(exact.iter().any(is_sibling), sibling_moves > 0);
        for sample in exact.iter().step_by(3) {
            let session = plan.game.session(Some(&sample.text)).unwrap();
            let solved = plan.game.solve(&*session, 1, &AtomicBool::new(false), &mut |_| {}).unwrap();
            let expected = match solved.value {
                Value::Win => 1,
                Value::Draw => 0,
                Value::Loss => -1,
            };
            assert_eq!(sample.result, expected, "{game}: {}", sample.text);
            let margin = solved.score.filter(|_| solved.plies.is_none());
            assert_eq!(sample.score.map(i32::from), margin.map(|margin| margin * plan.game.unit()));
        }
    }
}

#[test]
fn balanced_openings_are_nearer_to_balance() {
    let plan = plan("chess", "random");
    let balanced = DataPlan { balanced: Some(30), ..plan.clone() };
    let imbalance = |plan: &DataPlan| -> i64 {
        let evaluate = |number| {
            let session = plan.job(number).unwrap().opening.open(&plan.game).unwrap();
            i64::from(plan.game.evaluate(&*session, &EvalRef::Best).unwrap().score.abs())
        };
        (0..20).map(evaluate).sum()
    };
    assert!(imbalance(&balanced) < imbalance(&plan));
}

#[test]
fn what_cannot_be_played_is_refused_before_anything_is_written() {
    let folder = tempdir().unwrap();
    let target = folder.path().join("data");
    for (plan, why) in [
        (plan("othello", "human"), "a person"),
        (DataPlan { random_plies: 70, ..plan("othello", "random") }, "no game left"),
    ] {
        assert!(make(&plan, 4, &target, &threads(1)).is_err(), "{why}");
        assert!(!target.exists(), "{why}");
    }
}
