//! What all games of a match or tournament have in common.

use quevedo_catalog::{GameEntry, PlayerSpec};
use quevedo_core::hash::combine;

use crate::{Adjudication, GameJob, MatchError, Openings, TimeControl};

/// Streams of random numbers derived from the seed. No two are the same.
const OPENINGS: u64 = 0;
const PLAYERS: u64 = 1;

/// What all games of a match or tournament have in common.
#[derive(Clone, Debug, PartialEq)]
pub struct GameConditions {
    /// The game.
    pub game: GameEntry,
    /// The openings.
    pub openings: Openings,
    /// The seed of all random numbers.
    pub seed: u64,
    /// The time control, if there is one.
    pub clock: Option<TimeControl>,
    /// When a game is decided before its end.
    pub adjudication: Adjudication,
}

impl GameConditions {
    /// Games from the start position to their end, without clocks.
    pub fn new(game: &GameEntry, seed: u64) -> Self {
        Self {
            game: game.clone(),
            openings: Openings::default(),
            seed,
            clock: None,
            adjudication: Adjudication::default(),
        }
    }

    /// Game `number` of a run. `players` are in the order of moving; `names` are numbers from which their seeds
    /// are derived; `pair` is the number of the opening.
    pub fn job(
        &self,
        number: u64,
        players: [&PlayerSpec; 2],
        names: [u64; 2],
        pair: u64,
    ) -> Result<GameJob, MatchError> {
        let opening = self.openings.get(&self.game, combine(self.seed, OPENINGS), pair)?;
        let seed = |index: usize| {
            let fallback = combine(combine(self.seed, PLAYERS), names[index]);
            // The number is always mixed in, or a seeded player would play every game alike.
            combine(players[index].seed().unwrap_or(fallback), number)
        };
        Ok(GameJob {
            number,
            game: self.game.id().into(),
            players: players.map(Clone::clone),
            seeds: [seed(0), seed(1)],
            opening,
            clock: self.clock,
            adjudication: self.adjudication,
        })
    }
}
