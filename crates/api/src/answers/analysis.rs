//! The analysis board: free play from any position, engines on it, and exact values where a solver knows them.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use quevedo_catalog::{AlphaBetaSpec, Catalog, PlayerSpec, Session};
use quevedo_core::platform::Instant;
use quevedo_core::{Limits, SearchRequest, SearchResult, Side};

use crate::Problem;
use crate::engines::{Engine, parse_spec};
use crate::live::open_start;
use crate::messages;
use crate::wire::{AnalysisRequest, Explored, ExploredMove, LineRequest, ProofState, SearchState};

/// Engines side by side.
const MAX_SLOTS: u8 = 2;
/// The most lines that an analysis shows.
pub const MAX_LINES: u8 = 5;
/// The longest analysis; within it, who wants to know more asks again.
const MAX_TIME: Duration = Duration::from_mins(10);
/// The limit of an engine that has limits of its own.
const OWN_TIME: Duration = Duration::from_secs(30);
/// The time of an analysis for which the page names no engine.
const DEFAULT_TIME: Duration = Duration::from_secs(20);
/// The least time between two results of a search.
const PROGRESS_EVERY: Duration = Duration::from_millis(150);
/// The nodes of a solver for each move.
const EXPLORE_NODES: u64 = 300_000;

/// The session of a line. Draws that somebody would have to claim do not end it.
pub fn open_line(catalog: &Catalog, request: &LineRequest) -> Result<Box<dyn Session>, Problem> {
    let mut session = open_start(catalog.find(&request.line.game)?, &request.line)?;
    session.waive_claims();
    for text in &request.line.moves {
        session.play(text)?;
    }
    if !request.taps.is_empty() {
        let legal = session.legal();
        let mv = legal.iter().find(|mv| mv.taps == request.taps);
        let mv = mv.ok_or_else(|| Problem::unprocessable(messages::illegal_move()))?;
        session.play(&mv.text)?;
    }
    Ok(session)
}

/// The keys of the positions of a line, the last one first. Counters and a mirrored board do not change a key.
pub fn line_positions(session: &dyn Session) -> Vec<u64> {
    let mut positions = vec![session.key()];
    let mut before = session.fork();
    while before.undo().is_some() {
        positions.push(before.key());
    }
    positions
}

/// The session of an analysis, unless it is over there.
pub fn open_analysis(catalog: &Catalog, request: &AnalysisRequest) -> Result<Box<dyn Session>, Problem> {
    let session = open_line(catalog, &request.line)?;
    if session.outcome().is_some() {
        return Err(Problem::conflict(messages::over_at_ply()));
    }
    if request.slot >= MAX_SLOTS {
        return Err(Problem::unprocessable(messages::bad_field("slot")));
    }
    Ok(session)
}

/// The engine of a request, and how long it may think.
pub fn analysis_engine(session: &dyn Session, request: &AnalysisRequest) -> Result<(PlayerSpec, Duration), Problem> {
    let named = request.spec.as_deref().map(|spec| parse_spec(session.entry(), spec)).transpose()?;
    let mut spec = with_lines(named.unwrap_or_else(default_engine), request.lines.unwrap_or(1));
    let time = request.time_ms.map(|ms| Duration::from_millis(ms).min(MAX_TIME));
    match &mut spec {
        PlayerSpec::AlphaBeta(settings) => settings.time = time.or(settings.time),
        PlayerSpec::Mcts(settings) => settings.time = time.or(settings.time),
        _ => {}
    }
    Ok((spec, time.unwrap_or(OWN_TIME).max(OWN_TIME)))
}

/// The engine that analyses unless the page names another.
pub fn default_engine() -> PlayerSpec {
    PlayerSpec::AlphaBeta(AlphaBetaSpec { time: Some(DEFAULT_TIME), ..AlphaBetaSpec::default() })
}

/// The same engine with a number of best lines, where it searches several and leaves the number open.
pub fn with_lines(mut spec: PlayerSpec, lines: u8) -> PlayerSpec {
    if let PlayerSpec::AlphaBeta(settings) = &mut spec {
        settings.lines.get_or_insert(lines.clamp(1, MAX_LINES).into());
    }
    spec
}

/// Searches, and sends what the engine finds: from time to time, and with `true` at the end.
pub fn analyse(
    session: &dyn Session,
    engine: &mut Engine,
    limits: Limits,
    stop: &AtomicBool,
    send: &mut dyn FnMut(SearchState, bool),
) {
    let mut shown = session.fork();
    let mut sent_at: Option<Instant> = None;
    let mut pass_on = |result: &SearchResult<String>, done: bool| {
        let is_stopped = stop.load(Ordering::Relaxed) && !done;
        if !is_stopped && (done || sent_at.is_none_or(|sent_at| sent_at.elapsed() >= PROGRESS_EVERY)) {
            sent_at = Some(Instant::now());
            send(SearchState::new(result, &mut *shown), done);
        }
    };
    if stop.load(Ordering::Relaxed) {
        return;
    }
    let mut report = |result: &SearchResult<String>| pass_on(result, false);
    let mut request = SearchRequest { limits, ..SearchRequest::new(stop, &mut report) };
    if let Some(result) = engine.search(session, &mut request) {
        pass_on(&result, true);
    }
}

/// Every legal move with its exact value, as far as a solver or a table knows it.
pub fn explore(session: &dyn Session, is_stopped: &dyn Fn() -> bool) -> Explored {
    let mover: Side = session.turn();
    let mut prober = session.entry().prober();
    let mut value = |text: &str| {
        let mut after = session.fork();
        after.play(text).ok()?;
        match after.outcome() {
            Some(outcome) => Some(ProofState::of_end(outcome)),
            None if is_stopped() => None,
            None => prober.probe(&*after, EXPLORE_NODES).map(|solved| ProofState::of_move(&solved, after.turn())),
        }
    };
    let mut moves: Vec<ExploredMove> =
        session.legal().iter().map(|mv| ExploredMove::new(mv, value(&mv.text))).collect();
    moves.sort_by_key(|mv| std::cmp::Reverse(ProofState::rank(mv.proof.as_ref(), mover)));
    Explored { complete: moves.iter().all(|mv| mv.proof.is_some()), moves }
}
