//! Finds puzzles in games of our own players.

use std::collections::HashSet;

use quevedo_catalog::{GameEntry, PlayerSpec, Session, SpecError};
use quevedo_core::hash::combine;
use quevedo_core::{MoveError, PositionError, Rng};
use thiserror::Error;

use crate::rating::{HIGHEST_RATING, LOWEST_RATING};
use crate::solution::find_puzzle;
use crate::{Proof, Puzzle, board_key, judge};

/// A puzzle has at least so many legal moves.
const FEWEST_MOVES: usize = 2;
/// No game goes on longer.
const MAX_PLIES: usize = 400;
/// Ratings are divided into bands of this width; none of them holds more than [`LARGEST_BAND`] of the puzzles.
const BAND: u32 = 200;
/// See [`BAND`].
const LARGEST_BAND: f64 = 0.25;
/// At most this share of the puzzles has the lowest rating: a search of one ply solves them.
const LARGEST_LOWEST: f64 = 0.1;

/// How puzzles are made.
#[derive(Clone, Debug)]
pub struct MakeSettings {
    /// The game.
    pub game: GameEntry,
    /// Who plays the games: each side is one of them by lot.
    pub players: Vec<PlayerSpec>,
    /// Where games begin, by lot; at the start position of the game where none is named.
    pub positions: Vec<String>,
    /// A game begins with at most this many random plies.
    pub random_plies: u32,
    /// How often a player makes a random move in place of its own, from 0 to 1.
    pub noise: f64,
    /// How moves are proved.
    pub proof: Proof,
    /// At most this many puzzles come from one game.
    pub per_game: usize,
    /// How many puzzles are wanted.
    pub count: usize,
    /// How many games are played at most.
    pub max_games: u64,
    /// The seed of all random numbers.
    pub seed: u64,
}

/// Why puzzles cannot be made.
#[derive(Debug, Error)]
pub enum MakeError {
    /// A player cannot play this game.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// A puzzle that was made before is of another game.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// A move of a solution cannot be played.
    #[error(transparent)]
    Move(#[from] MoveError),
}

/// Plays games and hands on the puzzles that are found in each, in the order of the games. `made` are the puzzles of an earlier run with
/// the same settings; it goes on behind the last of their games. The same settings give the same puzzles, in one run or in several, as long
/// as the players have no time limit. `on_game` says whether to go on. Returns how many puzzles there are.
pub fn make_puzzles(
    settings: &MakeSettings,
    made: &[Puzzle],
    on_game: &mut dyn FnMut(u64, &[Puzzle]) -> bool,
) -> Result<usize, MakeError> {
    let mut collection = Collection::new(settings, made)?;
    let first = made.last().map_or(0, |puzzle| puzzle.origin + 1);
    for number in first..settings.max_games {
        if collection.is_full() {
            break;
        }
        let mut rng = Rng::with_seed(combine(settings.seed, number));
        let mut positions = play(settings, &mut rng)?;
        rng.shuffle(&mut positions);
        // A new one for every game: what it has proved before could change the nodes that a proof takes.
        let mut judge = judge(&settings.game, settings.proof)?;
        let mut found = Vec::new();
        for position in &positions {
            if found.len() == settings.per_game || collection.is_full() {
                break;
            }
            let session = settings.game.session(Some(position))?;
            if session.legal().len() < FEWEST_MOVES || !collection.is_new(&*session) {
                continue;
            }
            if let Some(puzzle) = find_puzzle(&*session, &mut *judge, number)?
                && collection.add(&*session, &puzzle)
            {
                found.push(puzzle);
            }
        }
        if !on_game(number + 1, &found) {
            break;
        }
    }
    Ok(collection.puzzles)
}

/// Plays a game and returns the positions in which the players had to move.
fn play(settings: &MakeSettings, rng: &mut Rng) -> Result<Vec<String>, MakeError> {
    let position = (!settings.positions.is_empty()).then(|| rng.choice(&settings.positions)).flatten();
    let mut session = settings.game.session(position.map(String::as_str))?;
    for _ in 0..rng.u32(0..=settings.random_plies) {
        session.play_random(rng);
    }
    let mut seat = || settings.game.player(&settings.players[rng.usize(0..settings.players.len())]);
    let mut players = [seat()?, seat()?];
    let mut positions = Vec::new();
    while session.outcome().is_none() && session.history().len() < MAX_PLIES {
        positions.push(session.position());
        let chosen = if rng.f64() < settings.noise { None } else { players[session.turn().index()].choose(&*session) };
        match chosen {
            Some(mv) => _ = session.play(&mv)?,
            None => _ = session.play_random(rng),
        }
    }
    Ok(positions)
}

/// The puzzles so far: which boards they have, and how many have a rating.
struct Collection {
    boards: HashSet<String>,
    bands: Vec<usize>,
    lowest: usize,
    puzzles: usize,
    count: usize,
}

impl Collection {
    fn new(settings: &MakeSettings, made: &[Puzzle]) -> Result<Self, MakeError> {
        let bands = vec![0; ((HIGHEST_RATING - LOWEST_RATING) / BAND) as usize + 1];
        let mut collection = Self { boards: HashSet::new(), bands, lowest: 0, puzzles: 0, count: settings.count };
        for puzzle in made {
            let session = settings.game.session(Some(&puzzle.position))?;
            collection.add(&*session, puzzle);
        }
        Ok(collection)
    }

    fn is_full(&self) -> bool {
        self.puzzles >= self.count
    }

    fn is_new(&self, session: &dyn Session) -> bool {
        !self.boards.contains(&board_key(session))
    }

    /// Adds a puzzle unless there are enough of its rating.
    fn add(&mut self, session: &dyn Session, puzzle: &Puzzle) -> bool {
        let share = |count: usize| count as f64 / self.count as f64;
        let band = (puzzle.rating.clamp(LOWEST_RATING, HIGHEST_RATING) - LOWEST_RATING) / BAND;
        let is_lowest = puzzle.rating == LOWEST_RATING;
        if share(self.bands[band as usize]) >= LARGEST_BAND || (is_lowest && share(self.lowest) >= LARGEST_LOWEST) {
            return false;
        }
        self.boards.insert(board_key(session));
        self.bands[band as usize] += 1;
        self.lowest += usize::from(is_lowest);
        self.puzzles += 1;
        true
    }
}
