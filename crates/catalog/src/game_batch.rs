//! Many games of one kind at once, with their types erased: environments of reinforcement learning, and searches whose
//! positions the caller evaluates.
//!
//! Moves are [actions](quevedo_core::actions): numbers. What goes in and out are plain slices, a row for each game.

use std::any::Any;
use std::fmt;
use std::ops::Range;
use std::thread;

use quevedo_core::actions::{NO_ACTION, action_count, write_actions};
use quevedo_core::hash::combine;
use quevedo_core::{BatchGame, Outcome, PositionError, Rng, Side};
use quevedo_search::mcts::Policy;

use crate::batch_search::{BatchSearch, TypedBatchSearch};
use crate::entry::Entry;
use crate::session::typed;
use crate::strategies::{Playable, mcts_settings};
use crate::{MctsSpec, RolloutKind, Session, SpecError};

/// An action that is not legal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IllegalAction {
    /// The index of the game.
    pub game: usize,
    /// The action.
    pub action: u32,
    /// Where it was to be played.
    pub position: String,
    /// Some of the legal actions.
    pub legal: Vec<u32>,
}

impl fmt::Display for IllegalAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { game, action, position, legal } = self;
        write!(f, "game {game}: action {action} is not legal in `{position}`; legal are {legal:?}")
    }
}

impl std::error::Error for IllegalAction {}

/// How many legal actions an error names.
const MOST_NAMED: usize = 10;

/// A game played in batches, by actions. Every [`AnyGame`](crate::AnyGame) is one.
pub trait BatchedGame {
    /// The size of the action space.
    fn action_count(&self) -> usize;

    /// The actions of the legal moves of a session, in their order; `u32::MAX` for one that has none.
    fn legal_actions(&self, session: &dyn Session) -> Vec<u32>;

    /// So many games from the start position.
    fn game_batch(&self, count: usize, seed: u64) -> Box<dyn GameBatch>;

    /// A search of so many games by PUCT, whose leaves the caller evaluates. `spec` says how, but for what is PUCT.
    fn batch_search(&self, spec: &MctsSpec, count: usize) -> Result<Box<dyn BatchSearch>, SpecError>;
}

impl<G: Playable> BatchedGame for Entry<G> {
    fn action_count(&self) -> usize {
        action_count::<G>()
    }

    fn legal_actions(&self, session: &dyn Session) -> Vec<u32> {
        let position = typed::<G>(session).position();
        let mut actions = Vec::new();
        if session.outcome().is_none() {
            write_actions(position, &position.legal_moves(), &mut actions);
        }
        actions
    }

    fn game_batch(&self, count: usize, seed: u64) -> Box<dyn GameBatch> {
        Box::new(TypedBatch::new(self.start_position(), count, seed))
    }

    fn batch_search(&self, spec: &MctsSpec, count: usize) -> Result<Box<dyn BatchSearch>, SpecError> {
        let spec = MctsSpec { policy: Some(Policy::Puct), rollout: Some(RolloutKind::Eval), ..spec.clone() };
        let settings = mcts_settings(&spec, G::PARAMS.unit, true)?;
        Ok(Box::new(TypedBatchSearch::<G>::new(&settings, count)))
    }
}

/// Many games of one kind. A game that ends is followed by the next one in its place.
pub trait GameBatch: Send + Sync {
    /// How many games there are.
    fn len(&self) -> usize;

    /// Whether there is none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Begins all games anew.
    fn restart(&mut self);

    /// Begins the next game in one place from a position. Returns whether it did: not in a position where the game is over.
    fn set_position(&mut self, game: usize, text: &str) -> Result<bool, PositionError>;

    /// Plays an action in every game, on so many threads. The end of a game is written to `ended`, and the next one begins.
    /// If an action is not legal, nothing is played.
    fn step(&mut self, actions: &[u32], threads: usize, ended: &mut [Option<Outcome>]) -> Result<(), IllegalAction>;

    /// A random legal action of every game.
    fn random_actions(&mut self, actions: &mut [u32]);

    /// Plays so many random moves in every game, on so many threads; returns how many games ended.
    fn play_random(&mut self, steps: u64, threads: usize) -> u64;

    /// The legal actions of a game.
    fn legal(&self, game: usize) -> &[u32];

    /// Who moves in a game.
    fn turn(&self, game: usize) -> Side;

    /// How many moves were played in a game.
    fn plies(&self, game: usize) -> usize;

    /// The position of a game, in its notation.
    fn position(&self, game: usize) -> String;

    /// The move of a legal action of a game, in move notation.
    fn show_action(&self, game: usize, action: u32) -> Option<String>;

    /// Writes the planes of a range of games as ones and zeros, from the perspective of the sides to move.
    fn write_planes(&self, games: Range<usize>, planes: &mut [f32]);

    /// The typed games inside.
    fn as_any(&self) -> &dyn Any;
}

/// The games of one type.
pub(crate) struct TypedBatch<G: Playable> {
    start: G,
    pub(crate) games: Vec<BatchGame<G>>,
    rngs: Vec<Rng>,
}

impl<G: Playable> TypedBatch<G> {
    pub(crate) fn new(start: G, count: usize, seed: u64) -> Self {
        let games = (0..count).map(|_| BatchGame::new(start.clone(), 0)).collect();
        let rngs = (0..count as u64).map(|game| Rng::with_seed(combine(seed, game))).collect();
        Self { start, games, rngs }
    }

    fn moves(&self, actions: &[u32]) -> Result<Vec<G::Move>, IllegalAction> {
        let find = |(game, (state, action)): (usize, (&BatchGame<G>, &u32))| {
            state.move_of(*action).ok_or_else(|| self.illegal(game, *action))
        };
        self.games.iter().zip(actions).enumerate().map(find).collect()
    }

    #[cold]
    fn illegal(&self, game: usize, action: u32) -> IllegalAction {
        let legal = self.legal(game);
        IllegalAction {
            game,
            action,
            position: self.position(game),
            legal: legal.iter().copied().filter(|action| *action != NO_ACTION).take(MOST_NAMED).collect(),
        }
    }
}

/// Writes the planes of a position as ones and zeros.
pub(crate) fn write_position<G: Playable>(position: &G, planes: &mut [f32]) {
    planes.fill(0.0);
    position.each_feature(position.turn(), |feature| planes[feature] = 1.0);
}

/// Plays a move, and begins the next game after the last one.
fn advance<G: Playable>(game: &mut BatchGame<G>, mv: G::Move, start: &G) -> Option<Outcome> {
    game.play(mv);
    let outcome = game.outcome();
    if outcome.is_some() {
        game.restart(start);
    }
    outcome
}

impl<G: Playable> GameBatch for TypedBatch<G> {
    fn len(&self) -> usize {
        self.games.len()
    }

    fn restart(&mut self) {
        let start = &self.start;
        self.games.iter_mut().for_each(|game| game.restart(start));
    }

    fn set_position(&mut self, game: usize, text: &str) -> Result<bool, PositionError> {
        let position = G::parse(text)?;
        let is_open = position.outcome().is_none();
        if is_open {
            self.games[game].restart(&position);
        }
        Ok(is_open)
    }

    fn step(&mut self, actions: &[u32], threads: usize, ended: &mut [Option<Outcome>]) -> Result<(), IllegalAction> {
        let moves = self.moves(actions)?;
        let part = self.games.len().div_ceil(threads.max(1)).max(1);
        let start = &self.start;
        let play = |games: &mut [BatchGame<G>], moves: &[G::Move], ended: &mut [Option<Outcome>]| {
            for ((game, mv), ended) in games.iter_mut().zip(moves).zip(ended) {
                *ended = advance(game, *mv, start);
            }
        };
        let mut parts = self.games.chunks_mut(part).zip(moves.chunks(part)).zip(ended.chunks_mut(part));
        let own = parts.next();
        thread::scope(|scope| {
            for ((games, moves), ended) in parts {
                scope.spawn(move || play(games, moves, ended));
            }
            if let Some(((games, moves), ended)) = own {
                play(games, moves, ended);
            }
        });
        Ok(())
    }

    fn random_actions(&mut self, actions: &mut [u32]) {
        for ((game, rng), action) in self.games.iter().zip(&mut self.rngs).zip(actions) {
            *action = game.random_action(rng).unwrap_or(NO_ACTION);
        }
    }

    fn play_random(&mut self, steps: u64, threads: usize) -> u64 {
        let part = self.games.len().div_ceil(threads.max(1)).max(1);
        let start = &self.start;
        let play = |games: &mut [BatchGame<G>], rngs: &mut [Rng]| {
            let mut ended = 0;
            for (game, rng) in games.iter_mut().zip(rngs) {
                for _ in 0..steps {
                    if let Some(mv) = game.random_move(rng) {
                        ended += u64::from(advance(game, mv, start).is_some());
                    }
                }
            }
            ended
        };
        let mut parts = self.games.chunks_mut(part).zip(self.rngs.chunks_mut(part));
        let own = parts.next();
        thread::scope(|scope| {
            let others: Vec<_> = parts.map(|(games, rngs)| scope.spawn(move || play(games, rngs))).collect();
            let own = own.map_or(0, |(games, rngs)| play(games, rngs));
            own + others.into_iter().map(|thread| thread.join().unwrap_or(0)).sum::<u64>()
        })
    }

    fn legal(&self, game: usize) -> &[u32] {
        self.games[game].actions()
    }

    fn turn(&self, game: usize) -> Side {
        self.games[game].position().turn()
    }

    fn plies(&self, game: usize) -> usize {
        self.games[game].played().len()
    }

    fn position(&self, game: usize) -> String {
        self.games[game].position().show()
    }

    fn show_action(&self, game: usize, action: u32) -> Option<String> {
        let game = &self.games[game];
        game.move_of(action).map(|mv| game.position().show_move(mv))
    }

    fn write_planes(&self, games: Range<usize>, planes: &mut [f32]) {
        for (game, planes) in self.games[games].iter().zip(planes.chunks_exact_mut(G::FEATURES)) {
            write_position(game.position(), planes);
        }
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
