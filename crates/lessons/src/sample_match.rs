//! A match between quick players, and what its first games seem to prove.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use quevedo_arena::stats::{Elo, Pairs, is_small_sample};
use quevedo_arena::{GameConditions, MatchError, MatchSettings, ThreadPool, play_match};
use quevedo_catalog::{Catalog, GameEntry, PlayerSpec};

/// The games of a match, in order: the points of the first player in halves, 0, 1 or 2.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SampleMatch {
    /// The results.
    pub half_points: Vec<u8>,
}

/// What the first games of a match say.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MatchFigures {
    /// How many games.
    pub games: usize,
    /// Won, drawn and lost by the first player.
    pub wins: usize,
    /// Drawn.
    pub draws: usize,
    /// Lost.
    pub losses: usize,
    /// The Elo difference with its interval, from complete pairs of games.
    pub elo: Elo,
    /// Whether there are too few games for the interval to be trusted.
    pub is_small: bool,
}

impl SampleMatch {
    /// Plays a match on one thread; as far as it came, if it was stopped. The players alternate in moving first.
    pub fn play(
        game: &GameEntry,
        players: [PlayerSpec; 2],
        games: u64,
        seed: u64,
        stop: Arc<AtomicBool>,
    ) -> Result<Self, MatchError> {
        let settings = MatchSettings::new(GameConditions::new(game, seed), players, games);
        let pool = ThreadPool { stop, ..ThreadPool::new(&Catalog::new().with(game.clone()), 1) };
        let mut played = Self::default();
        let ended = play_match(&settings, &pool, Vec::new(), |_, report, _| {
            let side = settings.sides.of_first(report.number);
            let points = report.outcome.winner.map_or(1, |winner| 2 * u8::from(winner == side));
            played.half_points.push(points);
            ControlFlow::Continue(())
        });
        match ended {
            Ok(_) | Err(MatchError::Stopped) => Ok(played),
            Err(error) => Err(error),
        }
    }

    /// The figures after the first `games`.
    pub fn figures(&self, games: usize) -> MatchFigures {
        let games = games.min(self.half_points.len());
        let results = &self.half_points[..games];
        let [mut losses, mut draws, mut wins] = [0; 3];
        for points in results {
            *[&mut losses, &mut draws, &mut wins][usize::from(*points)] += 1;
        }
        let mut pairs = Pairs::default();
        results.chunks_exact(2).for_each(|pair| pairs.add(usize::from(pair[0] + pair[1])));
        MatchFigures { games, wins, draws, losses, elo: Elo::of(&pairs), is_small: is_small_sample(games as u64) }
    }
}
