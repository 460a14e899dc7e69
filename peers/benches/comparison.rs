//! Nodes and simulations per second on Connect-4 7x6, compared with the crates `minimax` and `board-game`.
//!
//! The alpha-beta comparison uses our rules and the same evaluator on both sides, so that only the searches differ. Runs
//! alternate, and the fastest of each counts, because the machine may be shared.

use std::hint::black_box;
use std::time::Instant;

use board_game::ai::mcts::mcts_build_tree;
use minimax::strategies::iterative::{IterativeOptions, IterativeSearch};
use quevedo_core::{Evaluator, Game, Line, Score, Term, ask};
use quevedo_games::Connect4;
use quevedo_games::connect4::Column;
use quevedo_search::alphabeta::{Settings, Switches};
use quevedo_search::mcts::{self, Policy};
use quevedo_search::time::Limits;
use quevedo_search::{AlphaBeta, Mcts};
use rand::SeedableRng;

type Board = Connect4<7, 6>;

const ROUNDS: usize = 3;
const DEPTH: u8 = 17;
const SIMULATIONS: u64 = 200_000;

/// The middle column, the middle three, the middle five, and the middle rows: seven bits a column.
const MIDDLE: [u64; 4] = [0x3f << 21, 0x1f_ffff << 14, 0x7_ffff_ffff << 7, 0x0183_060c_1830];

/// A cheap static evaluation, the same for both searches: discs in the middle.
fn middle_eval(board: &Board) -> Score {
    let (me, you) = (board.discs(board.turn()), board.discs(!board.turn()));
    let worth = |discs: u64| MIDDLE.iter().map(|squares| (discs & squares).count_ones() as Score).sum::<Score>();
    worth(me) - worth(you)
}

struct MiddleEval;

impl Evaluator<Board> for MiddleEval {
    fn evaluate(&self, board: &Board) -> Score {
        middle_eval(board)
    }

    fn each_term(&self, _: &Board, _: &mut dyn FnMut(Term)) {}
}

/// Our rules in the terms of the crate `minimax`.
struct Peer;

impl minimax::Game for Peer {
    type S = Board;
    type M = Column;

    fn generate_moves(board: &Board, moves: &mut Vec<Column>) -> Option<minimax::Winner> {
        if let Some(winner) = Self::get_winner(board) {
            return Some(winner);
        }
        board.each_move(|mv| moves.push(mv));
        None
    }

    fn apply(board: &mut Board, mv: Column) -> Option<Board> {
        let mut next = *board;
        next.play(mv);
        Some(next)
    }

    fn get_winner(board: &Board) -> Option<minimax::Winner> {
        if board.is_won() {
            Some(minimax::Winner::PlayerJustMoved)
        } else {
            (!board.has_moves()).then_some(minimax::Winner::Draw)
        }
    }

    fn zobrist_hash(board: &Board) -> u64 {
        board.hash()
    }
}

impl minimax::Evaluator for MiddleEval {
    type G = Peer;

    fn evaluate(&self, board: &Board) -> minimax::Evaluation {
        middle_eval(board) as minimax::Evaluation
    }
}

/// Nodes per second of the peer, by its own count.
fn peer_nodes() -> Run {
    let options = IterativeOptions::new().with_table_byte_size(64 << 20);
    let mut search = IterativeSearch::new(MiddleEval, options);
    minimax::Strategy::<Peer>::set_max_depth(&mut search, DEPTH);
    let mut board = Board::start();
    let begin = Instant::now();
    black_box(minimax::Strategy::<Peer>::choose_move(&mut search, &board));
    let seconds = begin.elapsed().as_secs_f64();
    let stats = search.stats(&mut board);
    let explored = stats.split("Explored ").nth(1).and_then(|rest| rest.split(' ').next());
    Run { count: explored.and_then(|count| count.parse().ok()).unwrap_or(f64::NAN), seconds }
}

/// Ours with the techniques of the peer: transposition table, principal variation search, the table move first.
fn our_plain_nodes() -> Run {
    our_nodes(Switches { history: false, killers: false, ..Switches::EXACT })
}

/// Ours with all techniques that cannot change the value.
fn our_best_nodes() -> Run {
    our_nodes(Switches::EXACT)
}

fn our_nodes(switches: Switches) -> Run {
    let limits = Limits { depth: Some(u32::from(DEPTH)), ..Limits::default() };
    let settings = Settings { limits, hash: 64, switches, ..Settings::default() };
    let mut search = AlphaBeta::new(MiddleEval, settings).expect("there is no history file to read");
    let begin = Instant::now();
    let result = ask::<Board>(&mut search, &Line::new(Board::start())).expect("the game has begun");
    Run { count: result.nodes as f64, seconds: begin.elapsed().as_secs_f64() }
}

fn peer_simulations() -> Run {
    let board = board_game::games::connect4::Connect4::default();
    let mut rng = rand::rngs::SmallRng::seed_from_u64(1);
    let begin = Instant::now();
    black_box(mcts_build_tree(&board, SIMULATIONS, 1.4, &mut rng));
    Run { count: SIMULATIONS as f64, seconds: begin.elapsed().as_secs_f64() }
}

fn our_simulations() -> Run {
    let settings = mcts::Settings { sims: Some(SIMULATIONS), seed: Some(1), ..mcts::Settings::new(Policy::Ucb1) };
    let mut search = Mcts::new(settings, MiddleEval);
    let begin = Instant::now();
    let result = ask::<Board>(&mut search, &Line::new(Board::start())).expect("the game has begun");
    Run { count: result.nodes as f64, seconds: begin.elapsed().as_secs_f64() }
}

/// What was counted, and how long it took.
struct Run {
    count: f64,
    seconds: f64,
}

/// The fastest of some runs.
fn fastest(runs: Vec<Run>) -> Run {
    runs.into_iter().min_by(|one, other| one.seconds.total_cmp(&other.seconds)).expect("there were rounds")
}

/// Runs both in turn. Prints the fastest run of each, and their ratio in rate and in time.
fn compare(what: &str, peer: &str, ours: fn() -> Run, theirs: fn() -> Run) {
    let (our_runs, their_runs) = (0..ROUNDS).map(|_| (ours(), theirs())).unzip();
    let (ours, theirs) = (fastest(our_runs), fastest(their_runs));
    let million = |run: &Run| run.count / run.seconds / 1e6;
    println!(
        "{what}: quevedo {:.2} M/s in {:.2} s, {peer} {:.2} M/s in {:.2} s: rate {:.2}, time {:.2}",
        million(&ours),
        ours.seconds,
        million(&theirs),
        theirs.seconds,
        million(&ours) / million(&theirs),
        theirs.seconds / ours.seconds
    );
}

fn main() {
    compare("alpha-beta nodes, same techniques", "minimax", our_plain_nodes, peer_nodes);
    compare("alpha-beta nodes, moves ordered", "minimax", our_best_nodes, peer_nodes);
    compare("MCTS simulations", "board-game", our_simulations, peer_simulations);
}
