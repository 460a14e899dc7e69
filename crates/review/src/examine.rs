//! What the engine says of the positions of a game.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

use quevedo_catalog::{AlphaBetaSpec, Player, PlayerSpec, Prober, Session, Solved};
use quevedo_core::{Proof, SearchRequest, SearchResult, Side, Value};

use crate::ReviewError;
use crate::reviewed::Worth;

/// MiB of the transposition table.
const HASH: usize = 8;
/// Nodes of a solver are quicker than those of a search with a network; it gets this many times more.
const SOLVER_FACTOR: u64 = 100;
/// The longest line that is shown.
const MAX_LINE: usize = 10;
/// A solved line is continued where the next position is solved within so many nodes: by a table, or near the end.
const LINE_NODES: u64 = 2_000;

/// What is known of a position.
#[derive(Clone, Debug)]
pub(crate) struct Examined {
    /// Who moves.
    pub(crate) turn: Side,
    /// What it is worth to the side to move.
    pub(crate) worth: Worth,
    /// Every best move where the position is solved, else the choice of the engine; none where the game is over.
    pub(crate) best: Vec<String>,
    /// What the first of them is worth, where another move was played.
    pub(crate) best_worth: Option<Worth>,
    /// The line that begins with it.
    pub(crate) line: Vec<String>,
    /// How many moves are legal.
    pub(crate) choices: usize,
}

/// Examines positions of one game, one after the other.
pub(crate) struct Examiner<'a> {
    player: Box<dyn Player>,
    prober: Box<dyn Prober>,
    solver_nodes: u64,
    /// Whether the search probes tables, and has to be told all moves: see [`Examiner::search`].
    probes_tables: bool,
    stop: &'a AtomicBool,
}

impl<'a> Examiner<'a> {
    pub(crate) fn new(game: &dyn Session, nodes: u64, stop: &'a AtomicBool) -> Result<Self, ReviewError> {
        let entry = game.entry();
        let probes_tables = entry.has_oracle();
        let spec = PlayerSpec::AlphaBeta(AlphaBetaSpec {
            nodes: Some(nodes),
            hash: Some(HASH),
            exact: probes_tables.then_some(true),
            ..AlphaBetaSpec::default()
        });
        Ok(Self {
            player: entry.player(&spec)?,
            prober: entry.prober(),
            solver_nodes: nodes.saturating_mul(SOLVER_FACTOR),
            probes_tables,
            stop,
        })
    }

    /// Examines positions of a game, given by their numbers from 0. It goes backwards: what the tables of search and solver
    /// learn of a position helps with the one before.
    pub(crate) fn examine(
        &mut self,
        game: &dyn Session,
        positions: Range<usize>,
        report: &dyn Fn(),
    ) -> Result<Vec<Examined>, ReviewError> {
        let mut session = game.fork();
        let mut examined = Vec::with_capacity(positions.len());
        for ply in positions.rev() {
            while session.history().len() > ply {
                session.undo();
            }
            let played = game.history().get(ply).map(|mv| mv.text.as_str());
            examined.push(self.examine_position(&mut *session, played));
            if self.stop.load(Ordering::Relaxed) {
                return Err(ReviewError::Stopped);
            }
            report();
        }
        examined.reverse();
        Ok(examined)
    }

    fn examine_position(&mut self, session: &mut dyn Session, played: Option<&str>) -> Examined {
        let choices = session.legal().len();
        let (worth, best, mut line) = self.value(session);
        let is_best = |mv: &str| best.iter().any(|best| best == mv);
        let other = best.first().filter(|_| played.is_some_and(|mv| !is_best(mv))).cloned();
        let best_worth = other.map(|mv| {
            // A solved position is worth what its best moves are, and so is one whose end was found.
            let best_worth = if worth.proof.is_some() { worth } else { self.value_after(session, &mv) };
            if line.len() <= 1 {
                line = self.solved_line(session, &mv);
            }
            best_worth
        });
        Examined { turn: session.turn(), worth, best, best_worth, line, choices }
    }

    /// What a position is worth to the side to move, its best moves, and the line from the first of them on.
    fn value(&mut self, session: &dyn Session) -> (Worth, Vec<String>, Vec<String>) {
        if let Some(outcome) = session.outcome() {
            let proof = Proof { value: Value::of(outcome, session.turn()), plies: Some(0), margin: None };
            return (Worth::proved(proof), Vec::new(), Vec::new());
        }
        if let Some(solved) = self.prober.probe(session, self.solver_nodes).filter(|solved| !solved.best.is_empty()) {
            let line = solved.best[..1].to_vec();
            return (Worth::proved(proof(&solved)), solved.best, line);
        }
        match self.search(session) {
            Some(result) => {
                let worth = Worth::of_search(session.entry(), &result);
                let mut line = result.pv;
                line.truncate(MAX_LINE);
                (worth, vec![result.mv], line)
            }
            None => (Worth::UNKNOWN, Vec::new(), Vec::new()),
        }
    }

    /// What a move is worth to the side that makes it.
    fn value_after(&mut self, session: &mut dyn Session, mv: &str) -> Worth {
        let turn = session.turn();
        if session.play(mv).is_err() {
            return Worth::UNKNOWN;
        }
        let (worth, ..) = self.value(session);
        let worth = worth.of_move(session.turn() != turn);
        session.undo();
        worth
    }

    /// With tables the player is an exact one, which also asks the solver, by the clock. Naming the moves to choose from makes
    /// it search: the result depends on the nodes alone.
    fn search(&mut self, session: &dyn Session) -> Option<SearchResult<String>> {
        let moves: Vec<String> =
            if self.probes_tables { session.legal().into_iter().map(|mv| mv.text).collect() } else { Vec::new() };
        let mut report = |_: &SearchResult<String>| {};
        let mut request = SearchRequest { search_moves: &moves, ..SearchRequest::new(self.stop, &mut report) };
        self.player.search(session, &mut request)
    }

    /// The best line of a solved position, as far as the solver knows it at once.
    fn solved_line(&mut self, session: &dyn Session, mv: &str) -> Vec<String> {
        let (mut line, mut session) = (vec![mv.to_owned()], session.fork());
        while line.len() < MAX_LINE && session.play(&line[line.len() - 1]).is_ok() {
            let solved = self.prober.probe(&*session, LINE_NODES);
            match solved.and_then(|solved| solved.best.into_iter().next()) {
                Some(next) => line.push(next),
                None => break,
            }
        }
        line
    }
}

fn proof(solved: &Solved) -> Proof {
    Proof { value: solved.value, plies: solved.plies, margin: solved.score }
}
