//! Two players look at the same positions.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use quevedo_arena::Openings;
use quevedo_catalog::{Catalog, GameEntry, Session};
use quevedo_core::{Limits, Message};
use quevedo_lessons::Duel;

use crate::Problem;
use crate::engines::{bounded, parse_spec};
use crate::messages;
use crate::wire::{DuelEvent, DuelRequest, DuelRowState};

/// The longest that one search may take.
const MAX_SEARCH_TIME: Duration = Duration::from_secs(2);
/// The most positions, and those of a request that leaves it open.
const MAX_POSITIONS: u64 = 40;
const DEFAULT_POSITIONS: u64 = 10;

/// A duel that can begin.
pub struct OpenDuel {
    duel: Duel,
    /// The positions.
    pub sessions: Vec<Box<dyn Session>>,
}

impl OpenDuel {
    /// Reads the players and positions of a request.
    pub fn new(catalog: &Catalog, request: &DuelRequest) -> Result<Self, Problem> {
        let game = catalog.find(&request.game)?.clone();
        let [first, second] = &request.players;
        let players = [parse_spec(&game, first)?, parse_spec(&game, second)?].map(bounded);
        let sessions = positions(&game, request)?;
        let limits = Limits {
            depth: request.depth,
            nodes: request.nodes,
            time: Some(request.time_ms.map_or(MAX_SEARCH_TIME, Duration::from_millis).min(MAX_SEARCH_TIME)),
        };
        Ok(Self { duel: Duel::new(&game, players, limits)?, sessions })
    }

    /// Compares the players in every position. `send` says whether anybody still listens.
    pub fn run(self, stop: &AtomicBool, send: &mut dyn FnMut(DuelEvent) -> bool) {
        let Self { duel, sessions } = self;
        let total = sessions.len();
        for mut session in sessions {
            let Ok(Some(row)) = duel.compare(&*session, stop) else { continue };
            let row = DuelRowState::new(&row, &mut *session);
            if stop.load(Ordering::Relaxed) || !send(DuelEvent { total, row: Some(row) }) {
                return;
            }
        }
        send(DuelEvent { total, row: None });
    }
}

/// The positions of a request: a line is a position or a record, or moves from the start.
fn positions(game: &GameEntry, request: &DuelRequest) -> Result<Vec<Box<dyn Session>>, Problem> {
    let Some(text) = request.positions.as_deref().filter(|text| !text.trim().is_empty()) else {
        let count = request.count.unwrap_or(DEFAULT_POSITIONS).clamp(1, MAX_POSITIONS);
        let openings = Openings::shipped_or_random(game);
        let opening = |number| openings.get(game, request.seed, number).ok()?.open(game).ok();
        let sessions: Option<Vec<_>> = (0..count).map(opening).collect();
        return sessions.ok_or_else(|| Problem::unprocessable(messages::no_openings()));
    };
    let lines = text.lines().map(str::trim).enumerate().filter(|(_, line)| !line.is_empty());
    let read = |(index, line): (usize, &str)| {
        let wrong = |problem: Message| Problem::unprocessable(messages::bad_position_line(index + 1, problem));
        let session = read_line(game, line).map_err(wrong)?;
        if session.outcome().is_some() { Err(wrong(messages::over_at_ply())) } else { Ok(session) }
    };
    lines.take(MAX_POSITIONS as usize).map(read).collect()
}

/// The error of a line that is neither is that of the position.
fn read_line(game: &GameEntry, line: &str) -> Result<Box<dyn Session>, Message> {
    let mut session = game.session(None).map_err(|error| error.message())?;
    if session.play_line(line).is_ok() {
        return Ok(session);
    }
    Ok(game.import_one(line)?.session)
}
