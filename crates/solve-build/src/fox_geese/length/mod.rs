//! How long a won game lasts: bounds that are proved for every defence and every attack.
//!
//! The blocks of the tables are processed in the same order, with numbers in place of sets: how many moves
//! the geese still need, for every point of the fox (`counts`, `block`). This needs none of the tables, and keeps nothing on disk.
//! What makes it fit into memory is that captures look the counts up for a few stall counters only, rounded up for an
//! upper bound and down for a lower one (`rounding`). With all ten of them kept the two are one, and exact.

mod block;
mod counts;
mod rounding;

use std::collections::HashMap;
use std::time::Instant;

use quevedo_core::{Game, Side};
use quevedo_games::FoxGeese;
use quevedo_solve::fox_geese::FEWEST_GEESE;
use quevedo_solve::fox_geese::board::FOX_POINT;
use quevedo_solve::fox_geese::entry::STALLS;
use quevedo_solve::fox_geese::profile::{Profile, placements};
use rayon::prelude::*;

pub use rounding::{Bound, Precision};

use self::block::{CountedBlock, LandedCounts, LengthQuery, solve};
use self::counts::{Counts, LOST, NEVER};
use self::rounding::Rounding;
use super::BuildError;
use super::block::SHARED_SIZE;
use super::build::layers;
use super::walk::SuccessorBlocks;

/// What to prove, and how.
#[derive(Clone, Copy, Debug)]
pub struct LengthSettings {
    /// What to prove.
    pub bound: Bound,
    /// How close to the exact length.
    pub precision: Precision,
    /// Threads to use; 0 for as many as there are processors.
    pub threads: usize,
}

/// A number of geese that is done.
#[derive(Clone, Debug)]
pub struct LengthProgress {
    /// Geese on the board.
    pub geese: u32,
    /// Ways to place them.
    pub placements: u64,
    /// The bound, in plies, of the longest game won from positions with this number of geese, geese to move.
    pub longest: u32,
    /// Seconds that it took.
    pub seconds: f64,
    /// The index of every given position with this number of geese, and its bound.
    pub found: Vec<(usize, Option<u32>)>,
}

/// Bounds, in plies, of the games that the geese win from some positions. `None` where they are not proved to win, or where
/// games may be longer than a count can hold.
pub fn lengths(
    positions: &[FoxGeese],
    settings: &LengthSettings,
    mut progress: impl FnMut(&LengthProgress) + Send,
) -> Result<Vec<Option<u32>>, BuildError> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(settings.threads).build()?;
    let bound = settings.bound;
    Ok(pool.install(|| match settings.precision {
        Precision::Coarse => count(positions, &Rounding::coarse(bound), &mut progress),
        Precision::Fine => count(positions, &Rounding::fine(bound), &mut progress),
        Precision::Exact => count(positions, &Rounding::exact(), &mut progress),
    }))
}

/// About how many bytes of memory [`lengths`] needs for positions with this number of geese.
pub fn length_memory(geese: u32, precision: Precision) -> u64 {
    let counters = match precision {
        Precision::Coarse => 1,
        Precision::Fine => 2,
        Precision::Exact => STALLS as u64,
    };
    let kept = placements(geese.saturating_sub(1)) + placements(geese.saturating_sub(2));
    size_of::<Counts>() as u64 * (counters * kept + placements(geese) / 6)
}

/// The plies left when the geese have `count` moves to make.
fn plies(count: u8, turn: Side) -> Option<u32> {
    let moves = u32::from(count);
    (count != NEVER).then(|| if turn == Side::First { (2 * moves).saturating_sub(1) } else { 2 * moves })
}

/// Counts all numbers of geese up to the largest that is asked for.
fn count<const KEPT: usize>(
    positions: &[FoxGeese],
    rounding: &Rounding<KEPT>,
    progress: &mut dyn FnMut(&LengthProgress),
) -> Vec<Option<u32>> {
    let mut answers = vec![0; positions.len()];
    let queries = queries(positions, &mut answers);
    let most = queries.keys().map(|profile| profile.geese()).max().unwrap_or(0);
    let mut counter = LengthCounter { positions, rounding, queries, answers, longest: 0 };
    let mut landed = HashMap::new();
    for geese in FEWEST_GEESE..=most {
        landed = counter.count_geese(geese, &landed, geese < most, progress);
    }
    (0..positions.len()).map(|place| counter.found(place)).collect()
}

/// Queries by their block, each with the index of the position it belongs to.
type QueriesByProfile = HashMap<Profile, Vec<(usize, LengthQuery)>>;

/// The queries of some positions; positions that are over go to the answers.
fn queries(positions: &[FoxGeese], answers: &mut [u8]) -> QueriesByProfile {
    let mut queries = QueriesByProfile::new();
    for (place, position) in positions.iter().enumerate() {
        let mut ask = |position: &FoxGeese| {
            if let Some(outcome) = position.outcome() {
                answers[place] = answers[place].max(if outcome.winner == Some(Side::First) { 0 } else { NEVER });
                return;
            }
            let profile = Profile::of(position.geese());
            queries.entry(profile).or_default().push((place, query(position, profile)));
        };
        if position.turn() == Side::First || position.outcome().is_some() {
            ask(position);
        } else {
            position.each_move(|mv| {
                let mut next = *position;
                next.play(mv);
                ask(&next);
            });
        }
    }
    queries
}

fn query(position: &FoxGeese, profile: Profile) -> LengthQuery {
    LengthQuery {
        placement: profile.number(position.geese()),
        fox: FOX_POINT[usize::from(position.fox())],
        stall: position.stall().into(),
    }
}

struct LengthCounter<'a, const KEPT: usize> {
    positions: &'a [FoxGeese],
    rounding: &'a Rounding<KEPT>,
    queries: QueriesByProfile,
    /// The largest count found so far, for every position asked for.
    answers: Vec<u8>,
    /// The largest of all counts but [`NEVER`].
    longest: u8,
}

impl<const KEPT: usize> LengthCounter<'_, KEPT> {
    /// Counts all placements of a number of geese; returns the landed counts if more geese follow.
    fn count_geese(
        &mut self,
        geese: u32,
        landed: &HashMap<Profile, Vec<LandedCounts<KEPT>>>,
        goes_on: bool,
        progress: &mut dyn FnMut(&LengthProgress),
    ) -> HashMap<Profile, Vec<LandedCounts<KEPT>>> {
        let began = Instant::now();
        let (mut next, mut above, mut longest) = (HashMap::new(), HashMap::new(), 0);
        for profiles in layers(geese).into_values().rev() {
            let layer = self.count_layer(&profiles, landed, &above);
            above.clear();
            for (profile, block) in layer {
                longest = longest.max(block.longest);
                self.answer(profile, &block.answers);
                above.insert(profile, block.fox_to_move);
                if goes_on {
                    next.insert(profile, block.landed);
                }
            }
        }
        self.longest = self.longest.max(longest);
        let places = (0..self.positions.len()).filter(|place| self.positions[*place].geese().count_ones() == geese);
        progress(&LengthProgress {
            geese,
            placements: placements(geese),
            longest: plies(longest, Side::First).unwrap_or(0),
            seconds: began.elapsed().as_secs_f64(),
            found: places.map(|place| (place, self.found(place))).collect(),
        });
        next
    }

    /// The bound of a position, once all placements of its geese are counted.
    fn found(&self, place: usize) -> Option<u32> {
        // The next count would have been taken for no win at all.
        let is_cut = self.longest + 1 == NEVER;
        plies(if is_cut { NEVER } else { self.answers[place] }, self.positions[place].turn())
    }

    /// Counts the blocks of a layer: threads share the large ones, and divide the small ones among them.
    fn count_layer(
        &self,
        profiles: &[Profile],
        landed: &HashMap<Profile, Vec<LandedCounts<KEPT>>>,
        above: &HashMap<Profile, Vec<Counts>>,
    ) -> Vec<(Profile, CountedBlock<KEPT>)> {
        let (large, small): (Vec<Profile>, Vec<Profile>) =
            profiles.iter().partition(|profile| profile.size() >= SHARED_SIZE);
        let counted = |profile: Profile, shared| {
            let successors = SuccessorBlocks::of(profile, (landed, &[[LOST; KEPT]]), (above, &[LOST]));
            let asked = self.queries.get(&profile).into_iter().flatten();
            let asked: Vec<LengthQuery> = asked.map(|(_, query)| *query).collect();
            (profile, solve(profile, &successors, self.rounding, &asked, shared))
        };
        let mut layer: Vec<_> = large.into_iter().map(|profile| counted(profile, true)).collect();
        layer.par_extend(small.into_par_iter().map(|profile| counted(profile, false)));
        layer
    }

    fn answer(&mut self, profile: Profile, counts: &[u8]) {
        let asked = self.queries.get(&profile).into_iter().flatten();
        for ((place, _), count) in asked.zip(counts) {
            self.answers[*place] = self.answers[*place].max(*count);
        }
    }
}
