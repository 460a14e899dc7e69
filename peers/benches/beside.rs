//! Nodes and simulations a second on Connect-4 7x6, ours beside the crates `minimax` and `board-game`.
//!
//! The alpha-beta comparison uses our rules on both sides and the same evaluator, so that only the searches differ. Runs
//! alternate, and the best of each counts: the machine may be shared.

use std::hint::black_box;
use std::time::Instant;

use board_game::ai::mcts::mcts_build_tree;
use minimax::strategies::iterative::{IterativeOptions, IterativeSearch};
use quevedo_core::hash::mix;
use quevedo_core::{Evaluator, Game, Line, Score, Term, ask};
use quevedo_games::Connect4;
use quevedo_games::connect4::Column;
use quevedo_search::alphabeta::{Settings, Switches};
use quevedo_search::mcts::{self, Policy};
use quevedo_search::time::Limits;
use quevedo_search::{AlphaBeta, Mcts};
use rand::SeedableRng;

type Board = Connect4<7, 6>;

const ROUNDS: usize = 5;
const DEPTH: u8 = 12;
const SIMULATIONS: u64 = 200_000;

/// A cheap evaluator that tells positions apart, the same for both searches.
fn opinion(board: &Board) -> Score {
    (mix(board.hash()) % 64) as Score
}

struct Opinion;

impl Evaluator<Board> for Opinion {
    fn evaluate(&self, board: &Board) -> Score {
        opinion(board)
    }

    fn terms(&self, _board: &Board) -> Vec<Term> {
        Vec::new()
    }
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

impl minimax::Evaluator for Opinion {
    type G = Peer;

    fn evaluate(&self, board: &Board) -> minimax::Evaluation {
        opinion(board) as minimax::Evaluation
    }
}

/// Nodes a second of the peer, by its own count.
fn peer_nodes() -> f64 {
    let options = IterativeOptions::new().with_table_byte_size(64 << 20);
    let mut search = IterativeSearch::new(Opinion, options);
    minimax::Strategy::<Peer>::set_max_depth(&mut search, DEPTH);
    let mut board = Board::start();
    let begin = Instant::now();
    black_box(minimax::Strategy::<Peer>::choose_move(&mut search, &board));
    let seconds = begin.elapsed().as_secs_f64();
    let stats = search.stats(&mut board);
    let explored = stats.split("Explored ").nth(1).and_then(|rest| rest.split(' ').next());
    explored.and_then(|count| count.parse::<f64>().ok()).unwrap_or(f64::NAN) / seconds
}

/// Nodes a second of ours, with what the peer has: a table, principal variation search, no cuts that guess.
fn our_nodes() -> f64 {
    let limits = Limits { depth: Some(u32::from(DEPTH)), ..Limits::default() };
    let settings = Settings { limits, hash: 64, switches: Switches::EXACT, ..Settings::default() };
    let mut search = AlphaBeta::new(Opinion, settings).expect("no table on disk is asked for");
    let begin = Instant::now();
    let choice = ask::<Board>(&mut search, &Line::new(Board::start())).expect("the game has begun");
    choice.nodes as f64 / begin.elapsed().as_secs_f64()
}

fn peer_simulations() -> f64 {
    let board = board_game::games::connect4::Connect4::default();
    let mut rng = rand::rngs::SmallRng::seed_from_u64(1);
    let begin = Instant::now();
    black_box(mcts_build_tree(&board, SIMULATIONS, 1.4, &mut rng));
    SIMULATIONS as f64 / begin.elapsed().as_secs_f64()
}

fn our_simulations() -> f64 {
    let settings = mcts::Settings { sims: Some(SIMULATIONS), seed: Some(1), ..mcts::Settings::new(Policy::Ucb1) };
    let mut search = Mcts::new(settings, Opinion);
    let begin = Instant::now();
    let choice = ask::<Board>(&mut search, &Line::new(Board::start())).expect("the game has begun");
    choice.nodes as f64 / begin.elapsed().as_secs_f64()
}

/// Runs both in turn, and prints the best of each and their ratio.
fn compare(what: &str, peer: &str, ours: fn() -> f64, theirs: fn() -> f64) {
    let (mut our_best, mut their_best) = (0.0_f64, 0.0_f64);
    for _ in 0..ROUNDS {
        our_best = our_best.max(ours());
        their_best = their_best.max(theirs());
    }
    let million = 1e6;
    println!(
        "{what}: quevedo {:.2} M, {peer} {:.2} M, ratio {:.2}",
        our_best / million,
        their_best / million,
        our_best / their_best
    );
}

fn main() {
    compare("alpha-beta nodes/s", "minimax", our_nodes, peer_nodes);
    compare("MCTS simulations/s", "board-game", our_simulations, peer_simulations);
}
