//! What lessons compute on request: state spaces, an evaluation that learns, matches.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use quevedo_catalog::{Catalog, GameEntry, PlayerSpec};
use quevedo_lessons::{Learner, SampleMatch, StateSpace};

use crate::Problem;
use crate::engines::parse_spec;
use crate::messages;
use crate::wire::{
    LearningRequest, LearningState, MatchFiguresState, SampleMatchRequest, SampleMatchState, StateSpaceState,
};

/// The largest state space.
const MAX_POSITIONS: usize = 50_000;
/// The longest match.
const MAX_MATCH: u64 = 2_000;
/// The numbers of games after which a match is looked at.
const LOOKS: [usize; 6] = [6, 20, 60, 200, 600, 2_000];
/// The most games that an evaluation learns from.
const MAX_LEARNING: u64 = 5_000;
/// Steps in which it is shown, and the games against random moves after each.
const STEPS: u64 = 20;
const TESTS: u64 = 40;

/// Every position of a small game, solved backwards from the ends.
pub fn states(game: &GameEntry, stop: &AtomicBool) -> Result<StateSpaceState, Problem> {
    let space = StateSpace::solve(game, MAX_POSITIONS, stop);
    let space = space.ok_or_else(|| Problem::unprocessable(messages::state_space_too_large(MAX_POSITIONS)))?;
    Ok(space.into())
}

/// A match that can begin.
pub struct OpenMatch {
    game: GameEntry,
    players: [PlayerSpec; 2],
    games: u64,
    seed: u64,
}

impl OpenMatch {
    /// Reads the players of a request.
    pub fn new(catalog: &Catalog, request: SampleMatchRequest) -> Result<Self, Problem> {
        let SampleMatchRequest { game, players: [first, second], games, seed } = request;
        let game = catalog.find(&game)?.clone();
        let players = [parse_spec(&game, &first)?, parse_spec(&game, &second)?];
        Ok(Self { game, players, games: games.clamp(1, MAX_MATCH), seed })
    }

    /// Plays it, with what its first games seem to prove.
    pub fn play(self, stop: &Arc<AtomicBool>) -> Result<SampleMatchState, Problem> {
        let played = SampleMatch::play(&self.game, self.players, self.games, self.seed, Arc::clone(stop));
        let played = played.map_err(|_| Problem::internal())?;
        let all = played.half_points.len();
        let looks = LOOKS.into_iter().filter(|games| *games < all).chain([all]);
        let figures = looks.map(|games| MatchFiguresState::from(played.figures(games))).collect();
        Ok(SampleMatchState { half_points: played.half_points, figures })
    }
}

/// An evaluation learns from games of random moves, in steps. `send` says whether anybody still listens.
pub fn learn(
    game: &GameEntry,
    request: &LearningRequest,
    stop: &AtomicBool,
    send: &mut dyn FnMut(LearningState) -> bool,
) {
    let games = request.games.clamp(STEPS, MAX_LEARNING);
    let mut learner = Learner::new(game, request.seed);
    let width = game.input_spec().width;
    for step in 0..=STEPS {
        let games = if step == 0 { 0 } else { games / STEPS };
        let state = LearningState::new(learner.run(games, TESTS), width, step == STEPS);
        if stop.load(Ordering::Relaxed) || !send(state) {
            return;
        }
    }
}
