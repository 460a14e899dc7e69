//! Everything that searches. It runs on the thread of the caller until it is done.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use quevedo_api::Problem;
use quevedo_api::answers::{analysis, catalog, duel::OpenDuel, game, lessons, puzzles::OpenPuzzle, trace::OpenTrace};
use quevedo_api::engines::{Engine, MemoryBudget, parse_spec};
use quevedo_api::live::open_moves;
use quevedo_api::messages;
use quevedo_api::wire::{
    AnalysisEvent, AnalysisRequest, EvaluateRequest, GamePosition, GameReview, LineRequest, MoveThought, SearchState,
    StateSpaceRequest, TryRequest,
};
use quevedo_catalog::{Catalog, PlayerSpec, Session};
use quevedo_core::platform::Instant;
use quevedo_core::{Clock, Limits, SearchRequest, SearchResult};
use quevedo_review::{DEFAULT_NODES, Progress, ReviewSettings, judge_move, review};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::calls::{Reply, Search, language};
use crate::route::Route;

/// The longest that all values of a position may take.
const EXPLORE_TIME: Duration = Duration::from_secs(15);
/// The longest hint and analysis of a live game.
const MAX_HINT_TIME: Duration = Duration::from_secs(5);
const MAX_ANALYSIS_TIME: Duration = Duration::from_secs(30);
/// The least time between two results of a search for a move.
const PROGRESS_EVERY: Duration = Duration::from_millis(250);
/// Memory for the engines of one worker, in MiB.
const ENGINE_MEMORY: u64 = 128;
/// Players of live games that a worker keeps, with their tables.
const MAX_ENGINES: usize = 2;

/// A search for a move in a live game.
#[derive(Debug, Deserialize, Serialize)]
pub(crate) struct MoveSearch {
    pub(crate) line: GamePosition,
    pub(crate) spec: String,
    /// What is left, and the increment.
    pub(crate) clock_ms: Option<[u64; 2]>,
}

/// What it has found.
#[derive(Debug, Deserialize, Serialize)]
pub(crate) struct FoundMove {
    pub(crate) mv: Option<String>,
    pub(crate) thought: Option<MoveThought>,
}

/// A hint, an analysis, a graph or a review of a game.
#[derive(Debug, Deserialize, Serialize)]
pub(crate) struct GameSearch {
    pub(crate) line: GamePosition,
    /// The engine; the evaluator of a graph.
    pub(crate) spec: String,
    pub(crate) lines: u8,
}

/// A move that is tried in the place of one that was made.
#[derive(Debug, Deserialize, Serialize)]
pub(crate) struct TrySearch {
    pub(crate) line: GamePosition,
    pub(crate) ply: usize,
    pub(crate) request: TryRequest,
    pub(crate) review: GameReview,
}

/// Runs searches, one after the other.
pub struct Searcher {
    catalog: Catalog,
    memory: Arc<MemoryBudget>,
    /// By the key of the search; the last used at the end.
    engines: Vec<(String, Engine)>,
}

impl Default for Searcher {
    fn default() -> Self {
        Self { catalog: Catalog::standard(), memory: MemoryBudget::new(ENGINE_MEMORY), engines: Vec::new() }
    }
}

/// Takes what a search has found so far, as JSON.
type Send<'a> = &'a mut (dyn FnMut(&str) + std::marker::Send);

fn send_json(send: Send<'_>, value: &impl Serialize) {
    send(&serde_json::to_string(value).expect("plain data"));
}

impl Searcher {
    /// Runs a search; `send` gets what it finds before its end.
    pub fn run(&mut self, search: &Search, send: Send<'_>) -> Reply {
        let language = language(&search.language);
        let route = Route::new(&search.path, search.body.as_deref(), language);
        Reply::new(self.answer(search, &route, send), language)
    }

    fn answer(&mut self, search: &Search, route: &Route<'_>, send: Send<'_>) -> Result<Value, Problem> {
        let parts: Vec<&str> = route.parts.iter().map(String::as_str).collect();
        let is_internal = search.path.starts_with("/search/");
        match parts[..] {
            ["move"] if is_internal => self.find_move(&search.key, &route.body()?, send),
            ["hint"] if is_internal => self.hint(&route.body()?, send),
            ["analysis"] if is_internal => self.analyse_game(&route.body()?, send),
            ["graph"] if is_internal => self.graph(&route.body()?),
            ["review"] if is_internal => self.review(&route.body()?, send),
            ["try"] if is_internal => self.try_move(&route.body()?),
            ["analysis", "engine"] => self.analyse(&route.body()?, send),
            ["analysis", "explore"] => self.explore(&route.body()?),
            ["evaluate"] => {
                let request: EvaluateRequest = route.body()?;
                let session = catalog::open_evaluated(&self.catalog, &request)?;
                value(catalog::evaluate(&*session, &request))
            }
            ["trace"] => {
                let trace = OpenTrace::new(&self.catalog, &route.body()?)?;
                let mut engine = self.engine(&*trace.session, trace.spec().clone());
                value(trace.run(&mut engine, &AtomicBool::new(false)))
            }
            ["duel"] => {
                let duel = OpenDuel::new(&self.catalog, &route.body()?)?;
                duel.run(&AtomicBool::new(false), &mut |event| {
                    send_json(send, &event);
                    true
                });
                Ok(Value::Null)
            }
            ["lessons", lesson] => self.lesson(lesson, route, send),
            ["puzzles", game, number, "why"] => {
                value(OpenPuzzle::find(&self.catalog, game, number)?.why(route.number("ply")))
            }
            _ => Err(Problem::not_found(messages::not_found())),
        }
    }

    fn lesson(&self, lesson: &str, route: &Route<'_>, send: Send<'_>) -> Result<Value, Problem> {
        let stop = Arc::new(AtomicBool::new(false));
        match lesson {
            "states" => {
                let request: StateSpaceRequest = route.body()?;
                value(lessons::states(self.catalog.find(&request.game)?, &stop))
            }
            "match" => value(lessons::OpenMatch::new(&self.catalog, route.body()?)?.play(&stop)),
            "learn" => {
                let request: quevedo_api::wire::LearningRequest = route.body()?;
                lessons::learn(self.catalog.find(&request.game)?, &request, &stop, &mut |state| {
                    send_json(send, &state);
                    true
                });
                Ok(Value::Null)
            }
            _ => Err(Problem::not_found(messages::not_found())),
        }
    }

    fn engine(&self, session: &dyn Session, spec: PlayerSpec) -> Engine {
        Engine::new(session.entry(), spec, &self.memory)
    }

    fn open(&self, line: &GamePosition) -> Result<Box<dyn Session>, Problem> {
        open_moves(self.catalog.find(&line.game)?, line)
    }

    /// A move of a live game. The player keeps its tables for the next one.
    fn find_move(&mut self, key: &str, search: &MoveSearch, send: Send<'_>) -> Result<Value, Problem> {
        let session = self.open(&search.line)?;
        let known = self.engines.iter().position(|(known, _)| known == key);
        let mut engine = match known {
            Some(index) => self.engines.remove(index).1,
            None => self.engine(&*session, parse_spec(session.entry(), &search.spec)?),
        };
        let stop = AtomicBool::new(false);
        let mut shown = session.fork();
        let mut sent_at = Instant::now();
        let mut report = |result: &SearchResult<String>| {
            if sent_at.elapsed() >= PROGRESS_EVERY {
                sent_at = Instant::now();
                let thought = SearchState::new(result, &mut *shown);
                send_json(send, &json!({"type": "thinking", "side": session.turn(), "thought": thought}));
            }
        };
        let clock = search.clock_ms.map(|[left, increment]| Clock {
            left: Duration::from_millis(left),
            increment: Duration::from_millis(increment),
            moves_to_go: None,
        });
        let mut request = SearchRequest { clock, ..SearchRequest::new(&stop, &mut report) };
        let result = engine.search(&*session, &mut request);
        let thought = result.as_ref().map(|result| MoveThought::new(result, &mut *session.fork()));
        if self.engines.len() >= MAX_ENGINES {
            self.engines.remove(0);
        }
        self.engines.push((key.to_owned(), engine));
        value(Ok(FoundMove { mv: result.map(|result| result.mv), thought }))
    }

    fn hint(&self, search: &GameSearch, send: Send<'_>) -> Result<Value, Problem> {
        self.search_game(search, MAX_HINT_TIME, &mut |thought, done| {
            if done {
                send_json(send, &json!({"type": "hint", "thought": thought}));
            }
        })
    }

    fn analyse_game(&self, search: &GameSearch, send: Send<'_>) -> Result<Value, Problem> {
        let ply = search.line.moves.len();
        self.search_game(search, MAX_ANALYSIS_TIME, &mut |thought, done| {
            send_json(send, &json!({"type": "analysis", "ply": ply, "thought": thought, "done": done}));
        })
    }

    fn search_game(
        &self,
        search: &GameSearch,
        time: Duration,
        send: &mut dyn FnMut(SearchState, bool),
    ) -> Result<Value, Problem> {
        let session = self.open(&search.line)?;
        let spec = analysis::with_lines(parse_spec(session.entry(), &search.spec)?, search.lines);
        let mut engine = self.engine(&*session, spec);
        let limits = Limits { time: Some(time), ..Limits::default() };
        analysis::analyse(&*session, &mut engine, limits, &AtomicBool::new(false), send);
        Ok(Value::Null)
    }

    fn graph(&self, search: &GameSearch) -> Result<Value, Problem> {
        let session = self.open(&search.line)?;
        let mut engine = self.engine(&*session, game::graph_spec(session.entry(), &search.spec)?);
        value(Ok(game::draw_graph(&*session, &mut engine, &AtomicBool::new(false))))
    }

    fn review(&self, search: &GameSearch, send: Send<'_>) -> Result<Value, Problem> {
        let session = self.open(&search.line)?;
        let settings = ReviewSettings::default();
        // The progress is reported from any thread.
        let send = Mutex::new(send);
        let report = |progress: Progress| {
            let mut send = send.lock().unwrap_or_else(PoisonError::into_inner);
            send(&progress.done.to_string());
        };
        let made = review(&*session, &settings, &AtomicBool::new(false), &report);
        let made = made.map_err(|_| Problem::internal())?;
        value(Ok(GameReview::new(&*session, &made, settings.nodes)))
    }

    fn try_move(&self, search: &TrySearch) -> Result<Value, Problem> {
        let session = game::at_ply(self.open(&search.line)?, search.ply)?;
        let (answer, to_judge) = game::tried_move(&*session, &search.review, search.ply, &search.request)?;
        let Some(tried) = to_judge else { return value(Ok(answer)) };
        let judged = judge_move(&*session, &tried, DEFAULT_NODES, &AtomicBool::new(false));
        value(Ok(game::judged_move(answer, &judged.map_err(|_| Problem::internal())?)))
    }

    fn analyse(&self, request: &AnalysisRequest, send: Send<'_>) -> Result<Value, Problem> {
        let session = analysis::open_analysis(&self.catalog, request)?;
        let (spec, limit) = analysis::analysis_engine(&*session, request)?;
        let mut engine = self.engine(&*session, spec);
        let limits = Limits { time: Some(limit), ..Limits::default() };
        analysis::analyse(&*session, &mut engine, limits, &AtomicBool::new(false), &mut |thought, done| {
            send_json(send, &AnalysisEvent { thought, done });
        });
        Ok(Value::Null)
    }

    fn explore(&self, request: &LineRequest) -> Result<Value, Problem> {
        let session = analysis::open_line(&self.catalog, request)?;
        let begin = Instant::now();
        value(Ok(analysis::explore(&*session, &|| begin.elapsed() > EXPLORE_TIME)))
    }
}

fn value(answer: Result<impl Serialize, Problem>) -> Result<Value, Problem> {
    Ok(serde_json::to_value(answer?).expect("plain data"))
}
