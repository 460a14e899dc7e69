//! The `NBoard` protocol (Welty), versions 1 and 2: Othello engines for a board on the screen.
//!
//! The board sends games and asks for hints and moves; a move that was found is not played before the board says so.
//! A command that comes during a search stops it: its result is written, then the command is handled.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use quevedo_catalog::{AlphaBetaSpec, Catalog, GameEntry, PlayerSpec, Session, UnknownGame};
use quevedo_core::notation::clip;
use quevedo_core::{Limits, Score, SearchResult, Side};

use crate::player_slot::PlayerSlot;
use crate::{Action, Event, Protocol, Task, TaskResult, Work};

/// The one game of this protocol.
const GAME: &str = "othello";
/// The depth until the board sets one.
const DEPTH: u32 = 12;
/// The depth of the player; the board sets the depth of each search.
const MAX_DEPTH: u32 = 100;
/// Lines of play that are written, at most.
const MAX_LINES: usize = 60;
/// What a proved win is worth at least, in discs, where the end itself was not seen.
const LEAST_WIN: f64 = 2.0;

/// The protocol.
pub struct NBoard {
    game: GameEntry,
    session: Box<dyn Session>,
    depth: u32,
    slot: PlayerSlot,
    search: Option<Search>,
    /// Commands that wait for the end of the search.
    waiting: VecDeque<String>,
    ending: bool,
}

/// A search that was begun.
struct Search {
    session: Box<dyn Session>,
    /// Whether a move is wanted, or only what it is worth.
    plays: bool,
    lines: usize,
    stop: Arc<AtomicBool>,
}

fn start(game: &GameEntry) -> Box<dyn Session> {
    game.session(None).expect("the usual start is a position")
}

/// A move without its evaluation and time: `F5/1.5/2`.
fn read_move(text: &str) -> &str {
    text.split('/').next().unwrap_or("").trim()
}

/// A move as the protocol writes it.
fn show_move(text: &str) -> String {
    if text == "pass" { "PA".into() } else { text.to_ascii_uppercase() }
}

fn say(text: impl Into<String>) -> Action {
    Action::Say(text.into())
}

impl Protocol for NBoard {
    fn handle(&mut self, event: Event) -> Vec<Action> {
        match event {
            Event::Line(line) => match &self.search {
                Some(search) if line.trim() != "quit" => {
                    search.stop.store(true, Ordering::Relaxed);
                    self.waiting.push_back(line);
                    Vec::new()
                }
                _ => self.run_command(line.trim()),
            },
            Event::Progress(found) => {
                let lines = self.search.as_ref().map(|search| search.search_lines(&found));
                lines.into_iter().flatten().map(say).collect()
            }
            Event::Done(result, player) => {
                self.slot.give_back(player);
                let search = self.search.take();
                let lines = search.map(|search| search.result_lines(&result));
                let mut actions: Vec<Action> = lines.into_iter().flatten().map(say).collect();
                actions.extend(self.go_on());
                actions
            }
            Event::End => {
                self.ending = true;
                if let Some(search) = &self.search {
                    search.stop.store(true, Ordering::Relaxed);
                }
                self.go_on()
            }
        }
    }
}

impl NBoard {
    /// At the start of a game. The catalog must have the game of the protocol.
    pub fn new(catalog: &Catalog) -> Result<Self, UnknownGame> {
        let game = catalog.find(GAME)?.clone();
        Ok(Self {
            session: start(&game),
            game,
            depth: DEPTH,
            slot: PlayerSlot::default(),
            search: None,
            waiting: VecDeque::new(),
            ending: false,
        })
    }

    /// Hears the commands that waited.
    fn go_on(&mut self) -> Vec<Action> {
        let mut actions = Vec::new();
        while self.search.is_none() {
            match self.waiting.pop_front() {
                Some(line) => actions.extend(self.run_command(line.trim())),
                None if self.ending => {
                    actions.push(Action::Quit);
                    break;
                }
                None => break,
            }
        }
        actions
    }

    fn run_command(&mut self, line: &str) -> Vec<Action> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match word {
            "nboard" => vec![self.name(), say("status Waiting")],
            "set" => self.set(rest),
            "move" => self.play(rest),
            "hint" => self.think(false, rest.parse().unwrap_or(1)),
            "go" => self.think(true, 1),
            "ping" => vec![say(format!("pong {rest}").trim_end())],
            "learn" => vec![say("learned")],
            "new" => {
                self.session = start(&self.game);
                Vec::new()
            }
            "quit" => vec![Action::Quit],
            // The first boards send moves bare.
            _ if word.len() == 2 && rest.is_empty() => self.play(word),
            // The protocol wants unknown commands ignored.
            _ => Vec::new(),
        }
    }

    fn name(&self) -> Action {
        say(format!("set myname Quevedo{}", self.depth))
    }

    fn set(&mut self, text: &str) -> Vec<Action> {
        let (what, value) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        match what {
            "depth" => match value.trim().parse::<u32>() {
                Ok(depth) if depth > 0 => {
                    self.depth = depth;
                    vec![self.name()]
                }
                _ => vec![say(format!("status set depth: a whole number, not `{}`", clip(value)))],
            },
            "game" => match self.read_game(value) {
                Ok(session) => {
                    self.session = session;
                    Vec::new()
                }
                Err(problem) => vec![say(format!("status set game: {problem}"))],
            },
            // Contempt and clocks are for engines that have a use for them.
            _ => Vec::new(),
        }
    }

    /// Reads a game in the Generic Game Format.
    fn read_game(&self, text: &str) -> Result<Box<dyn Session>, String> {
        let games = self.game.import_foreign(text).transpose().map_err(|error| error.to_string())?;
        let game = games.into_iter().flatten().next().map(|import| import.session);
        game.ok_or_else(|| format!("`{}` is no game: write `(;GM[…]BO[8 BOARD *]B[F5]W[F6];)`", clip(text)))
    }

    fn play(&mut self, text: &str) -> Vec<Action> {
        match self.session.play(read_move(text)) {
            Ok(_) => Vec::new(),
            Err(error) => vec![say(format!("status move: {error}"))],
        }
    }

    fn think(&mut self, plays: bool, lines: usize) -> Vec<Action> {
        let lines = lines.clamp(1, MAX_LINES);
        let spec = AlphaBetaSpec { depth: Some(MAX_DEPTH), lines: Some(lines), ..AlphaBetaSpec::default() };
        let spec = PlayerSpec::AlphaBeta(spec);
        let player = match self.slot.take(&self.game, &spec) {
            Ok(player) => player,
            Err(error) => return vec![say(format!("status {error}"))],
        };
        // If more commands are waiting, the search is stopped at once.
        let stop = Arc::new(AtomicBool::new(self.ending || !self.waiting.is_empty()));
        let limits = Limits { depth: Some(self.depth), ..Limits::default() };
        let work = Work::Search { player, clock: None, limits, search_moves: Vec::new() };
        let task = Task { session: self.session.fork(), work, stop: Arc::clone(&stop) };
        self.search = Some(Search { session: self.session.fork(), plays, lines, stop });
        vec![say(if plays { "status Thinking" } else { "status Analyzing" }), Action::Begin(Box::new(task))]
    }
}

impl Search {
    /// What was found so far.
    fn search_lines(&self, found: &SearchResult<String>) -> Vec<String> {
        let best = (found.score, &found.pv);
        let several = found.lines.iter().take(self.lines).map(|line| (Some(line.score), &line.pv));
        let lines: Vec<_> = if found.lines.is_empty() { vec![best] } else { several.collect() };
        let lines = lines.into_iter().filter_map(|(score, pv)| {
            let shown: String = pv.iter().map(|text| show_move(text)).collect();
            Some(format!("search {shown} {:.2} 0 {}", self.discs(score?, pv), found.depth))
        });
        lines.chain([format!("nodestats {} {:.2}", found.nodes, found.time_ms() as f64 / 1e3)]).collect()
    }

    /// What was found in the end.
    fn result_lines(&self, result: &TaskResult) -> Vec<String> {
        let mut lines = Vec::new();
        match result {
            TaskResult::Move(Some(found)) => {
                lines.extend(self.search_lines(found));
                if self.plays {
                    let (mv, time) = (show_move(&found.mv), found.time_ms() as f64 / 1e3);
                    let eval = found.score.map(|score| format!("{:.2}", self.discs(score, &found.pv)));
                    lines.push(format!("=== {mv}/{}/{time:.2}", eval.unwrap_or_default()));
                }
            }
            TaskResult::Move(None) | TaskResult::Counts(_) => lines.push("status The game is over".into()),
            TaskResult::Failed => lines.push("status The search broke down, which is a bug".into()),
        }
        lines.push("status Waiting".into());
        lines
    }

    /// A score in discs for the side to move. A proved result is the number of discs at the end, where the line of
    /// play goes that far.
    fn discs(&self, score: Score, pv: &[String]) -> f64 {
        let points = f64::from(score) / f64::from(self.session.entry().unit());
        if quevedo_core::score::plies_to_end(score).is_none() {
            return points;
        }
        let mut board = self.session.fork();
        let complete = pv.iter().all(|text| board.play(text).is_ok()) && board.outcome().is_some();
        if complete { margin(&*board, self.session.turn()) } else { LEAST_WIN.copysign(points) }
    }
}

/// The discs of a side at the end, less those of the other; empty squares go to the winner.
fn margin(session: &dyn Session, side: Side) -> f64 {
    let board = session.board();
    let count = |side| board.pieces.iter().flatten().filter(|piece| piece.side == Some(side)).count() as f64;
    let (own, other) = (count(side), count(!side));
    let empties = board.pieces.len() as f64 - own - other;
    let winner = if own > other {
        empties
    } else if own < other {
        -empties
    } else {
        0.0
    };
    own - other + winner
}
