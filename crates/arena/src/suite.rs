//! Test suites: positions with the exact value of every move, and how well players do on them.
//!
//! A problem is a line of text, for Othello the one of OBF files: `POSITION; MOVE:VALUE; MOVE:VALUE;`. Values are exact, for
//! the side to move, in the game's own count.

use std::collections::HashSet;
use std::ops::RangeInclusive;
use std::panic::resume_unwind;
use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::{Duration, Instant};

use quevedo_catalog::{GameEntry, Import, Player, PlayerSpec, PositionSolver, Session};
use quevedo_core::Value;

use crate::{MatchError, Openings, check_player};

/// How problems are made.
#[derive(Clone, Debug)]
pub struct SuiteSettings {
    /// The game.
    pub game: GameEntry,
    /// The player of both sides.
    pub player: PlayerSpec,
    /// Games begin with this many random plies.
    pub random_plies: u32,
    /// A game is played to a ply of this range; its last position is the problem.
    pub plies: RangeInclusive<u32>,
    /// The best move is better than every other by at least this much.
    pub margin: i32,
    /// How many problems are wanted.
    pub count: usize,
    /// How many games are played at most.
    pub max_games: u64,
    /// The seed of the openings.
    pub seed: u64,
    /// The number of threads.
    pub threads: usize,
}

/// Plays games and hands on the problems that are found in them, in the order of the games, each once. The same settings give the same
/// problems on any number of threads, as long as the player has no time limit.
pub fn make_suite(settings: &SuiteSettings, on_game: &mut dyn FnMut(u64, Option<String>)) -> Result<usize, MatchError> {
    check_player(&settings.game, &settings.player)?;
    let threads = settings.threads.max(1) as u64;
    let mut solvers: Vec<_> = (0..threads).map(|_| settings.game.solver(1)).collect();
    let (mut found, mut next) = (HashSet::new(), 0);
    while found.len() < settings.count && next < settings.max_games {
        let problems = thread::scope(|scope| {
            let games = (next..).zip(&mut solvers);
            let workers: Vec<_> =
                games.map(|(game, solver)| scope.spawn(move || problem(settings, game, &mut **solver))).collect();
            let results = workers.into_iter().map(|worker| worker.join().unwrap_or_else(|panic| resume_unwind(panic)));
            results.collect::<Result<Vec<_>, _>>()
        })?;
        for problem in problems {
            if found.len() < settings.count && next < settings.max_games {
                next += 1;
                on_game(next, problem.filter(|problem| found.insert(problem.clone())));
            }
        }
    }
    Ok(found.len())
}

/// The problem that a game leads to, if it does.
fn problem(
    settings: &SuiteSettings,
    number: u64,
    solver: &mut dyn PositionSolver,
) -> Result<Option<String>, MatchError> {
    let opening = Openings::Random { plies: settings.random_plies }.get(&settings.game, settings.seed, number)?;
    let mut session = opening.open(&settings.game).map_err(|problem| MatchError::BadOpening { problem })?;
    let mut player = settings.game.player(&settings.player)?;
    let choices = u64::from(settings.plies.end() - settings.plies.start()) + 1;
    let last = u64::from(*settings.plies.start()) + number % choices;
    while (session.history().len() as u64) < last {
        let Some(mv) = player.choose(&*session) else { return Ok(None) };
        session.play(&mv).map_err(|error| MatchError::Failed {
            number: number + 1,
            player: settings.player.to_string(),
            problem: error.to_string(),
        })?;
    }
    Ok(solve_moves(&*session, settings.margin, solver))
}

/// A position with the values of its moves as a line; `None` where the best move is not that much better.
fn solve_moves(session: &dyn Session, margin: i32, solver: &mut dyn PositionSolver) -> Option<String> {
    let legal = session.legal();
    if session.outcome().is_some() || legal.len() < 2 {
        return None;
    }
    if solver.solve(session, &AtomicBool::new(false), &mut |_| ())?.best.len() > 1 {
        return None;
    }
    let mut values = Vec::new();
    for mv in legal {
        values.push((move_value(session, &mv.text, solver)?, mv.text));
    }
    values.sort_by(|(a, _), (b, _)| b.cmp(a));
    if values[0].0 - values[1].0 < margin {
        return None;
    }
    let values: Vec<String> = values.iter().map(|(value, mv)| format!(" {mv}:{value:+};")).collect();
    Some(format!("{};{}", session.position(), values.concat()))
}

/// The exact value of a move for the side to move.
fn move_value(session: &dyn Session, mv: &str, solver: &mut dyn PositionSolver) -> Option<i32> {
    let mut after = session.fork();
    after.play(mv).ok()?;
    let solved = solver.solve_value(&*after, &AtomicBool::new(false))?;
    let value = solved.score.unwrap_or(match solved.value {
        Value::Win => 1,
        Value::Draw => 0,
        Value::Loss => -1,
    });
    Some(if after.turn() == session.turn() { value } else { -value })
}

/// How a player did on a problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SuiteAnswer {
    /// Its move.
    pub mv: String,
    /// How much the best move is better, in the game's own count; 0 for a best move.
    pub loss: i32,
    /// The time it took.
    pub time: Duration,
}

/// Asks a player for its move; `None` where it has none, or where the problem does not say what the move is worth.
pub fn answer(problem: &Import, player: &mut dyn Player) -> Option<SuiteAnswer> {
    let begin = Instant::now();
    let mv = player.choose(&*problem.session)?;
    let time = begin.elapsed();
    let best = problem.values.iter().map(|(_, value)| *value).max()?;
    let (_, value) = problem.values.iter().find(|(text, _)| *text == mv)?;
    Some(SuiteAnswer { loss: best - value, mv, time })
}
