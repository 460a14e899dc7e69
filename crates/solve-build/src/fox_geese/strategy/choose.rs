//! Chooses a winning move for every position that arises, so that few positions arise.
//!
//! Positions are worked through in the layers of the file. Those with the same geese and the same stall counter are decided
//! together, by the placement of the geese that a move leads to: first the one that wins for most points of the fox, steps
//! forward before steps sideways; a new placement counts as much as some points of the fox. A strategy that reacts to the
//! fox as little as possible meets few placements: one that took the fewest new positions move by move grew five times as fast.

use std::collections::{BTreeMap, HashMap};

use quevedo_core::{Game, Notation, Side};
use quevedo_games::fox_geese::Run;
use quevedo_games::{Bits, FoxGeese};
use quevedo_solve::Value;
use quevedo_solve::fox_geese::board::{CROSS, FOX_POINT, FoxSet};
use quevedo_solve::fox_geese::{Certificate, FoxGeeseTables, Layer, StrategyError, StrategyPosition};

/// A new placement is chosen if it serves more points of the fox by so many.
const NEW_PLACEMENT: i64 = 3;

/// How far the choice is.
#[derive(Clone, Copy, Debug)]
pub struct StrategyProgress {
    /// Positions decided.
    pub done: usize,
    /// Positions that wait.
    pub waiting: usize,
}

/// A strategy from a position that the geese win by the tables. They may lack positions with fewer geese: those
/// are avoided.
pub fn choose_strategy(
    start: &FoxGeese,
    tables: &FoxGeeseTables,
    progress: impl FnMut(StrategyProgress),
) -> Result<Certificate, StrategyError> {
    let mut chooser = Chooser { tables, waiting: BTreeMap::new(), chosen: HashMap::new() };
    chooser.wait(start);
    chooser.run(progress)?;
    let chosen = chooser.chosen;
    Certificate::new(*start, |position| chosen.get(position).copied())
}

/// The points of the fox by placement of the geese.
type Placements = BTreeMap<u64, u64>;

struct Chooser<'a> {
    tables: &'a FoxGeeseTables,
    waiting: BTreeMap<Layer, Placements>,
    chosen: HashMap<StrategyPosition, Run>,
}

/// A move of the geese, whatever the fox's point.
struct Candidate {
    geese: u64,
    stall: u8,
    /// Where the fox to move loses, as far as jumps do not matter.
    fox_loses: u64,
}

impl Candidate {
    /// The positions after the fox's answers.
    fn answers(&self, fox: u8) -> Vec<FoxGeese> {
        let next = FoxGeese::placed(self.geese, fox, Side::Second, self.stall);
        next.map(|next| after_all_moves(&next)).unwrap_or_default()
    }
}

impl Chooser<'_> {
    fn run(&mut self, mut progress: impl FnMut(StrategyProgress)) -> Result<(), StrategyError> {
        while let Some((_, placements)) = self.waiting.pop_first() {
            for (key, foxes) in placements {
                self.decide(key, foxes)?;
            }
            let waiting = self.waiting.values().flat_map(BTreeMap::values).map(|foxes| foxes.count_ones() as usize);
            progress(StrategyProgress { done: self.chosen.len(), waiting: waiting.sum() });
        }
        Ok(())
    }

    /// Adds a position to those that arise.
    fn wait(&mut self, position: &FoxGeese) {
        let place = stands_for(position);
        let foxes = self.waiting.entry(Layer::of(&place)).or_default().entry(place.geese() | stall_bits(place.stall()));
        *foxes.or_default() |= 1 << place.fox();
    }

    fn is_waiting(&self, position: &FoxGeese) -> bool {
        self.waiting_foxes(position).is_some_and(|foxes| foxes >> stands_for(position).fox() & 1 == 1)
    }

    fn waiting_foxes(&self, position: &FoxGeese) -> Option<u64> {
        let place = stands_for(position);
        let layer = self.waiting.get(&Layer::of(&place))?;
        layer.get(&(place.geese() | stall_bits(place.stall()))).copied()
    }

    /// Chooses moves for all points of the fox that arise with a placement.
    fn decide(&mut self, key: u64, foxes: u64) -> Result<(), StrategyError> {
        let (geese, stall) = (key & CROSS, (key >> 56) as u8);
        let candidates = self.candidates(geese, stall);
        let mut left = foxes;
        while left != 0 {
            let ranked = candidates.iter().filter_map(|candidate| {
                let served = self.served(candidate, left);
                (served != 0).then(|| (self.rank(candidate, served), candidate, served))
            });
            let best = ranked.max_by_key(|(rank, ..)| *rank);
            let Some((_, candidate, served)) = best else {
                let lost = FoxGeese::placed(geese, left.trailing_zeros() as u8, Side::First, stall);
                return Err(StrategyError::NoMove(lost.map_or_else(String::new, |position| position.show())));
            };
            for fox in Bits(served) {
                self.play(geese, stall, fox, candidate.geese);
            }
            left &= !served;
        }
        Ok(())
    }

    /// The moves of the geese on a board without a fox, and where it loses after them.
    fn candidates(&self, geese: u64, stall: u8) -> Vec<Candidate> {
        let mut candidates: Vec<Candidate> = Vec::new();
        // Every move is legal with the fox on one of two free points.
        for fox in Bits(CROSS & !geese & !0xff) {
            let Some(position) = FoxGeese::placed(geese, fox, Side::First, stall) else { continue };
            for mv in position.legal_moves() {
                let mut next = position;
                next.play(mv);
                if candidates.iter().any(|known| (known.geese, known.stall) == (next.geese(), next.stall())) {
                    continue;
                }
                let won = self.tables.geese_win(next.geese(), next.stall()).unwrap_or(0);
                candidates.push(Candidate {
                    geese: next.geese(),
                    stall: next.stall(),
                    fox_loses: fox_loses(next.geese(), next.stall(), won),
                });
            }
        }
        candidates
    }

    /// For which of some points of the fox a move wins.
    fn served(&self, candidate: &Candidate, foxes: u64) -> u64 {
        Bits(foxes & candidate.fox_loses).filter(|fox| self.is_won(candidate, *fox)).fold(0, |set, fox| set | 1 << fox)
    }

    /// Whether the fox loses from a point with its jumps, too.
    fn is_won(&self, candidate: &Candidate, fox: u8) -> bool {
        let next = FoxGeese::placed(candidate.geese, fox, Side::Second, candidate.stall);
        next.is_some_and(|next| {
            next.legal_moves().iter().all(|mv| mv.jumps() == 0) || self.tables.probe(&next) == Some(Value::Loss)
        })
    }

    /// Which of several moves is chosen: the larger, the sooner.
    fn rank(&self, candidate: &Candidate, served: u64) -> (bool, i64, i64) {
        let (mut new, mut is_new_placement) = (0, false);
        for fox in Bits(served) {
            for answer in candidate.answers(fox) {
                new += i64::from(!self.is_waiting(&answer));
                is_new_placement |= self.waiting_foxes(&answer).is_none();
            }
        }
        let gain = i64::from(served.count_ones()) - if is_new_placement { NEW_PLACEMENT } else { 0 };
        (candidate.stall == 0, gain, -new)
    }

    /// Chooses the move that leads to a placement.
    fn play(&mut self, geese: u64, stall: u8, fox: u8, target: u64) {
        let Some(position) = FoxGeese::placed(geese, fox, Side::First, stall) else { return };
        for mv in position.legal_moves() {
            let mut next = position;
            next.play(mv);
            if next.geese() == target {
                self.chosen.insert(StrategyPosition::of(&position).0, mv);
                for answer in after_all_moves(&next) {
                    self.wait(&answer);
                }
                return;
            }
        }
    }
}

fn after_all_moves(position: &FoxGeese) -> Vec<FoxGeese> {
    let after = |mv| {
        let mut next = *position;
        next.play(mv);
        next
    };
    position.legal_moves().into_iter().map(after).collect()
}

/// The mirror image that stands for a position.
fn stands_for(position: &FoxGeese) -> FoxGeese {
    StrategyPosition::of(position).0.position().unwrap_or(*position)
}

/// The stall counter where no point of the board is.
fn stall_bits(stall: u8) -> u64 {
    u64::from(stall) << 56
}

/// The points from which every step of the fox leads to one where the geese win, as a set of points of the board.
fn fox_loses(geese: u64, stall: u8, won: FoxSet) -> u64 {
    let loses = |fox: &u8| {
        let position = FoxGeese::placed(geese, *fox, Side::Second, stall);
        position.is_some_and(|position| {
            after_all_moves(&position).iter().all(|next| {
                let point = FOX_POINT[usize::from(next.fox())];
                next.geese() != geese || point < 32 && won >> point & 1 == 1
            })
        })
    };
    Bits(CROSS & !geese & !0xff).filter(loses).fold(0, |set, fox| set | 1 << fox)
}
