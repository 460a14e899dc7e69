//! What all games of a match or tournament have in common.

use quevedo_catalog::{GameEntry, PlayerSpec};
use quevedo_core::hash::combine;

use crate::{Adjudication, GameJob, MatchError, Openings, TimeControl};

/// What a number derived from the seed is for, so that no two streams are the same.
const OPENINGS: u64 = 0;
const PLAYERS: u64 = 1;

/// What all games have in common.
#[derive(Clone, Debug, PartialEq)]
pub struct Terms {
    /// The game.
    pub game: &'static GameEntry,
    /// Where openings come from.
    pub openings: Openings,
    /// Where all random numbers come from.
    pub seed: u64,
    /// The clocks, if there are any.
    pub clock: Option<TimeControl>,
    /// When a game is decided before its end.
    pub adjudication: Adjudication,
}

impl Terms {
    /// A game from its start to its end, without a clock.
    pub fn plain(game: &'static GameEntry, seed: u64) -> Self {
        Self { game, openings: Openings::default(), seed, clock: None, adjudication: Adjudication::default() }
    }

    /// Game `number` of a run: `players` in the order of moving, `names` the numbers by which their seeds differ, from
    /// the opening of pair `pair`.
    pub fn job(
        &self,
        number: u64,
        players: [&PlayerSpec; 2],
        names: [u64; 2],
        pair: u64,
    ) -> Result<GameJob, MatchError> {
        let opening = self.openings.get(self.game, combine(self.seed, OPENINGS), pair)?;
        let seed = |seat: usize| {
            let fallback = combine(combine(self.seed, PLAYERS), names[seat]);
            // The number is always mixed in, or a seeded player would play every game alike.
            combine(players[seat].seed().unwrap_or(fallback), number)
        };
        Ok(GameJob {
            number,
            game: self.game,
            players: players.map(Clone::clone),
            seeds: [seed(0), seed(1)],
            opening,
            clock: self.clock,
            adjudication: self.adjudication,
        })
    }
}
