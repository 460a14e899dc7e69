//! Plays a strategy of the geese against every answer of the fox, by the rules of the game.
//!
//! The strategy is asked for one move at a time, as a player would be. Nothing is known of how it was made or how it is stored.

use std::collections::HashMap;

use quevedo_core::{Game, Notation, Side};
use quevedo_games::FoxGeese;
use quevedo_games::fox_geese::Run;

/// What a check has seen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CheckedStrategy {
    /// Different positions with the geese to move.
    pub positions: u64,
    /// Answers of the fox to their moves.
    pub answers: u64,
    /// The plies of the longest game.
    pub plies: u32,
}

/// Why a strategy does not win.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StrategyFault {
    /// It has no move for a position that arises.
    #[error("no move in {0}")]
    NoMove(String),
    /// Its move is not legal.
    #[error("an illegal move in {0}")]
    IllegalMove(String),
    /// The fox wins.
    #[error("the fox wins: {0}")]
    FoxWins(String),
}

/// Plays all games of a strategy from a position; an error if the geese do not win every one.
pub fn check_strategy(
    start: &FoxGeese,
    strategy: &dyn Fn(&FoxGeese) -> Option<Run>,
) -> Result<CheckedStrategy, StrategyFault> {
    let mut checker = Checker { strategy, known: HashMap::new(), answers: 0 };
    let plies = checker.plies(start)?;
    Ok(CheckedStrategy { positions: checker.known.len() as u64, answers: checker.answers, plies })
}

struct Checker<'a> {
    strategy: &'a dyn Fn(&FoxGeese) -> Option<Run>,
    /// The plies to the end, by all parts of a position with the geese to move.
    known: HashMap<(u64, u8, u8), u32>,
    answers: u64,
}

impl Checker<'_> {
    /// The plies of the longest game from here on. No game is longer than some hundred moves, which bounds the recursion.
    fn plies(&mut self, position: &FoxGeese) -> Result<u32, StrategyFault> {
        let key = (position.geese(), position.fox(), position.stall());
        if let Some(plies) = self.known.get(&key) {
            return Ok(*plies);
        }
        if position.outcome().is_some() {
            return Err(StrategyFault::FoxWins(position.show()));
        }
        let mv = (self.strategy)(position).ok_or_else(|| StrategyFault::NoMove(position.show()))?;
        if !position.legal_moves().contains(&mv) {
            return Err(StrategyFault::IllegalMove(position.show()));
        }
        let mut next = *position;
        next.play(mv);
        let plies = match next.outcome() {
            Some(outcome) if outcome.winner == Some(Side::First) => 1,
            Some(_) => return Err(StrategyFault::FoxWins(next.show())),
            None => self.longest_answer(&next)? + 2,
        };
        self.known.insert(key, plies);
        Ok(plies)
    }

    fn longest_answer(&mut self, position: &FoxGeese) -> Result<u32, StrategyFault> {
        let mut longest = 0;
        for answer in position.legal_moves() {
            self.answers += 1;
            let mut next = *position;
            next.play(answer);
            longest = longest.max(self.plies(&next)?);
        }
        Ok(longest)
    }
}
