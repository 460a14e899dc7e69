//! A search as events, for the tree explorer.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use quevedo_catalog::{Catalog, PlayerSpec, Recorder, Session};
use quevedo_core::score::{PROVED, WIN};
use quevedo_core::{Limits, SearchRequest, SearchResult};

use crate::Problem;
use crate::engines::{Engine, parse_spec};
use crate::live::open_moves;
use crate::messages;
use crate::wire::{Trace, TraceEvent, TraceRequest};

/// The longest a traced search may take.
pub const MAX_TIME: Duration = Duration::from_secs(5);
/// The most nodes of a traced search.
const MAX_NODES: u64 = 300_000;
/// The most events of a trace, and those of a request that leaves it open.
const MAX_EVENTS: u64 = 40_000;
const DEFAULT_EVENTS: u64 = 10_000;

/// A traced search that can begin.
pub struct OpenTrace {
    spec: PlayerSpec,
    /// The position.
    pub session: Box<dyn Session>,
    max_events: u64,
}

impl OpenTrace {
    /// Reads the position and the player of a request.
    pub fn new(catalog: &Catalog, request: &TraceRequest) -> Result<Self, Problem> {
        let session = open_moves(catalog.find(&request.position.game)?, &request.position)?;
        if session.outcome().is_some() {
            return Err(Problem::conflict(messages::over_at_ply()));
        }
        let spec = parse_spec(session.entry(), &request.spec)?;
        let max_events = request.events.unwrap_or(DEFAULT_EVENTS).clamp(100, MAX_EVENTS);
        Ok(Self { spec, session, max_events })
    }

    /// The player.
    pub fn spec(&self) -> &PlayerSpec {
        &self.spec
    }

    /// The trace. A player that did not search, but asked a solver, a table or a book, has none.
    pub fn run(self, engine: &mut Engine, stop: &AtomicBool) -> Result<Trace, Problem> {
        let spec = self.spec.to_string();
        self.search(engine, stop).ok_or_else(|| Problem::unprocessable(messages::not_searched(spec)))
    }

    fn search(self, engine: &mut Engine, stop: &AtomicBool) -> Option<Trace> {
        let board = self.session.board();
        let mut events: Vec<TraceEvent> = Vec::new();
        let mut sink = |event: quevedo_catalog::TraceEvent| events.push(event.into());
        let mut recorder = Recorder::new(&mut sink, self.max_events, board.clone(), true);
        let mut report = |_: &SearchResult<String>| {};
        let limits = Limits { nodes: Some(MAX_NODES), time: Some(MAX_TIME), ..Limits::default() };
        let request = SearchRequest { limits, observer: Some(&mut recorder), ..SearchRequest::new(stop, &mut report) };
        let result = engine.search(&*self.session, &mut { request })?;
        let pieces = recorder.pieces().iter().copied().map(Into::into).collect();
        let summary = recorder.summary().clone();
        if summary.nodes != result.nodes || summary.nodes == 0 {
            return None;
        }
        let played = self.session.fork().play(&result.mv).ok()?;
        Some(Trace {
            spec: self.spec.to_string(),
            position: self.session.position(),
            turn: self.session.turn().into(),
            board: board.into(),
            pieces,
            mv: played.pretty,
            value: result.score,
            depth: result.depth,
            nodes: summary.nodes,
            recorded: summary.recorded,
            cuts: summary.cuts,
            stopped: stop.load(Ordering::Relaxed) || summary.nodes >= MAX_NODES,
            proved: PROVED,
            win: WIN,
            events,
        })
    }
}
