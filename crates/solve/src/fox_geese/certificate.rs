//! A winning strategy of the geese in a small file.
//!
//! Tables hold the value of every position. To win from one start, the geese need far less: one winning move for
//! every position that can arise when they play these moves. A certificate stores the moves only: the positions follow
//! from the rules. It is read by a walk from the start, in **layers** that no move of the game leads back from:
//!
//! 1. positions with more geese first; then those with a smaller sum of ranks, then those with a smaller stall counter,
//!    then by the points of the geese and of the fox;
//! 2. of two mirror images the one with the smaller placement (then the smaller point of the fox) stands for both;
//! 3. for each position the payload has one byte: the index of the geese's move among the legal ones;
//! 4. all answers of the fox are taken into the walk.
//!
//! Every game ends, so a strategy without an answer that wins for the fox wins. The walk of the reader verifies
//! just that: a file that can be read is a proof. `quevedo-solve-build` makes certificates, and checks them by another program.

use std::collections::BTreeMap;

use quevedo_book::container::{BookError, Contents, Format};
use quevedo_core::{Game, Notation, Side};
use quevedo_games::FoxGeese;
use quevedo_games::fox_geese::Run;

use super::board::{mirrored, mirrored_point};

/// The fields are the plies of the longest game.
const FORMAT: Format<4> = Format::new("QVSTRATE", 1);
/// More moves are refused when a file is read.
const MOST_MOVES: u64 = 1 << 26;

/// Positions between which a game never goes back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Layer {
    captured: u32,
    rank_sum: u32,
    stall: u8,
}

impl Layer {
    /// The layer of a position with the geese to move.
    pub fn of(position: &FoxGeese) -> Self {
        let geese = position.geese();
        let rank_sum = (0..7).map(|rank| (geese >> (8 * rank) & 0xff).count_ones() * (rank + 1)).sum();
        Self { captured: 64 - geese.count_ones(), rank_sum, stall: position.stall() }
    }
}

/// A goose position, of two mirror images the one that stands for both: its placement without the two lowest bits, which are
/// outside the cross, six bits for the point of the fox, and four for the stall counter. So it is compared in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StrategyPosition(u64);

impl StrategyPosition {
    /// The one that stands for a position, and whether that is its mirror image.
    pub fn of(position: &FoxGeese) -> (Self, bool) {
        let own = (position.geese(), position.fox());
        let twin = (mirrored(own.0), mirrored_point(own.1));
        let (geese, fox) = own.min(twin);
        let place = Self(geese >> 2 << 10 | u64::from(fox) << 4 | u64::from(position.stall()));
        (place, twin < own)
    }

    /// The position itself.
    pub fn position(self) -> Option<FoxGeese> {
        let (geese, fox, stall) = (self.0 >> 10 << 2, self.0 >> 4 & 63, self.0 & 15);
        FoxGeese::placed(geese, fox as u8, Side::First, stall as u8)
    }
}

/// Why moves are no winning strategy.
#[derive(Debug, thiserror::Error)]
pub enum StrategyError {
    /// A position has no move.
    #[error("there is no move for {0}")]
    NoMove(String),
    /// The fox wins.
    #[error("the fox wins in {0}")]
    FoxWins(String),
}

/// A winning strategy of the geese from one position.
#[derive(Debug)]
pub struct Certificate {
    start: FoxGeese,
    plies: u32,
    /// In rising order, each with the index of its move among the legal ones.
    choices: Vec<(StrategyPosition, u8)>,
}

impl Certificate {
    /// The strategy from a position by a choice of moves for the positions that arise.
    pub fn new(
        start: FoxGeese,
        mut choose: impl FnMut(&StrategyPosition) -> Option<Run>,
    ) -> Result<Self, StrategyError> {
        let mut walked = Vec::new();
        walk(&start, |place, position| {
            let mv = choose(&place)?;
            let index = position.legal_moves().iter().position(|legal| *legal == mv)?;
            walked.push((place, index as u8));
            Some(mv)
        })?;
        let mut certificate = Self { start, plies: 0, choices: walked.clone() };
        certificate.choices.sort_unstable();
        certificate.plies = certificate.longest(&walked);
        Ok(certificate)
    }

    /// Where the strategy begins.
    pub fn start(&self) -> &FoxGeese {
        &self.start
    }

    /// The plies of the longest game.
    pub fn plies(&self) -> u32 {
        self.plies
    }

    /// How many goose positions it has.
    pub fn positions(&self) -> usize {
        self.choices.len()
    }

    /// The move of the geese; `None` in positions that do not arise when they follow the strategy.
    pub fn reply(&self, position: &FoxGeese) -> Option<Run> {
        if position.turn() != Side::First {
            return None;
        }
        let (place, is_twin) = StrategyPosition::of(position);
        let index = self.index(place)?;
        let mut wanted = place.position()?;
        wanted.play(nth_move(&wanted, index)?);
        let geese = if is_twin { mirrored(wanted.geese()) } else { wanted.geese() };
        position.legal_moves().into_iter().find(|mv| {
            let mut next = *position;
            next.play(*mv);
            next.geese() == geese
        })
    }

    fn index(&self, place: StrategyPosition) -> Option<u8> {
        let found = self.choices.binary_search_by_key(&place, |(place, _)| *place).ok()?;
        Some(self.choices[found].1)
    }

    /// The file of the strategy.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut payload = Vec::with_capacity(self.choices.len());
        let walked = walk(&self.start, |place, position| {
            let index = self.index(place)?;
            payload.push(index);
            nth_move(position, index)
        });
        debug_assert!(walked.is_ok(), "{walked:?}");
        FORMAT.to_bytes(&Contents { name: self.start.show(), fields: self.plies.to_le_bytes(), payload })
    }

    /// Reads what [`to_bytes`](Self::to_bytes) wrote, and verifies it.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, BookError> {
        let Contents { name, fields, payload } = FORMAT.from_bytes(bytes, |_| MOST_MOVES)?;
        let start = FoxGeese::parse(&name).map_err(|_| BookError::Damaged("its name is no position"))?;
        let (mut moves, mut choices) = (payload.iter(), Vec::with_capacity(payload.len()));
        let walked = walk(&start, |place, position| {
            let index = *moves.next()?;
            choices.push((place, index));
            nth_move(position, index)
        });
        if walked.is_err() || moves.next().is_some() {
            return Err(BookError::Damaged("its moves are no winning strategy"));
        }
        choices.sort_unstable();
        Ok(Self { start, plies: u32::from_le_bytes(fields), choices })
    }

    /// The plies of the longest game, by the positions in the order of the walk.
    fn longest(&self, walked: &[(StrategyPosition, u8)]) -> u32 {
        let mut plies = vec![0; self.choices.len()];
        let place = |place: StrategyPosition| self.choices.binary_search_by_key(&place, |(place, _)| *place);
        let mut longest = 0;
        for (position, index) in walked.iter().rev() {
            let Some((mut next, Ok(number))) = position.position().zip(Some(place(*position))) else { continue };
            let Some(mv) = nth_move(&next, *index) else { continue };
            next.play(mv);
            longest = 1;
            each_answer(&next, |answer| {
                if let Ok(answer) = place(StrategyPosition::of(&answer).0) {
                    longest = longest.max(plies[answer] + 2);
                }
            });
            plies[number] = longest;
        }
        longest
    }
}

/// The legal move with this index.
fn nth_move(position: &FoxGeese, index: u8) -> Option<Run> {
    let (mut left, mut found) = (index, None);
    position.each_move(|mv| {
        if left == 0 && found.is_none() {
            found = Some(mv);
        }
        left = left.saturating_sub(1);
    });
    found
}

/// Visits the positions after every answer of the fox.
fn each_answer(next: &FoxGeese, mut visit: impl FnMut(FoxGeese)) {
    next.each_move(|answer| {
        let mut position = *next;
        position.play(answer);
        visit(position);
    });
}

/// Visits the goose positions that arise from a start by moves that `choose` gives, in the order of the file.
fn walk(
    start: &FoxGeese,
    mut choose: impl FnMut(StrategyPosition, &FoxGeese) -> Option<Run>,
) -> Result<(), StrategyError> {
    let mut layers = BTreeMap::new();
    layers.insert(Layer::of(start), vec![StrategyPosition::of(start).0]);
    while let Some((_, mut places)) = layers.pop_first() {
        places.sort_unstable();
        places.dedup();
        for place in places {
            let Some(mut next) = place.position().filter(|position| position.outcome().is_none()) else {
                return Err(StrategyError::FoxWins(format!("{place:?}")));
            };
            next.play(choose(place, &next).ok_or_else(|| StrategyError::NoMove(next.show()))?);
            if next.outcome().is_some_and(|outcome| outcome.winner != Some(Side::First)) {
                return Err(StrategyError::FoxWins(next.show()));
            }
            each_answer(&next, |answer| {
                layers.entry(Layer::of(&answer)).or_default().push(StrategyPosition::of(&answer).0);
            });
        }
    }
    Ok(())
}
