//! The finished games of a tournament.

use std::collections::BTreeMap;

use quevedo_core::Side;
use serde::Serialize;

use super::{Fixture, Tournament};
use crate::{GameReport, MatchError, Opening, PlayedMove};

/// A finished game and its fixture.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PlayedGame {
    /// Its fixture.
    pub fixture: Fixture,
    /// Its opening.
    pub opening: Opening,
    /// The side that made the first move after the opening.
    pub turn: Side,
    /// Its result.
    pub report: GameReport,
}

impl PlayedGame {
    /// The moves of one of the two players, 0 for the one that moves first. Sides alternate: a pass is a move.
    pub fn moves_of(&self, player: usize) -> impl Iterator<Item = &PlayedMove> + Clone {
        self.report.moves.iter().skip(usize::from(self.turn.index() != player)).step_by(2)
    }

    /// Its plies, the opening included.
    pub fn plies(&self) -> usize {
        self.opening.moves.len() + self.report.moves.len()
    }

    /// The index of the player that lost.
    pub(super) fn loser(&self) -> Option<usize> {
        self.report.outcome.winner.map(|winner| (!winner).index())
    }
}

/// The finished games of a tournament. Its figures depend on the set of games, not on the order in which they ended.
#[derive(Clone, Debug)]
pub struct Tally<'a> {
    tournament: &'a Tournament,
    games: BTreeMap<u64, PlayedGame>,
    /// Twice the points, by player; byes included.
    half_points: Vec<u64>,
    /// In how many rounds of a Swiss tournament two players met; the last row and column count byes.
    met: Vec<Vec<u64>>,
}

impl<'a> Tally<'a> {
    pub(super) fn new(tournament: &'a Tournament) -> Self {
        let count = tournament.names().len();
        Self {
            tournament,
            games: BTreeMap::new(),
            half_points: vec![0; count],
            met: vec![vec![0; count + 1]; count + 1],
        }
    }

    /// Adds a game.
    pub(super) fn add(&mut self, fixture: Fixture, opening: Opening, report: GameReport) -> Result<(), MatchError> {
        let turn = opening.open(self.tournament.game()).map_err(|problem| MatchError::BadOpening { problem })?.turn();
        for (index, player) in fixture.players.into_iter().enumerate() {
            self.half_points[player] +=
                report.outcome.winner.map_or(1, |winner| 2 * u64::from(winner.index() == index));
        }
        self.games.insert(fixture.number, PlayedGame { fixture, opening, turn, report });
        Ok(())
    }

    /// Begins a round of a Swiss tournament. A bye is worth the points of a won pairing.
    pub(super) fn begin_round(&mut self, pairings: &[[usize; 2]]) {
        let bye = self.tournament.names().len();
        for &[one, other] in pairings {
            self.met[one][other] += 1;
            self.met[other][one] += 1;
            if other == bye {
                self.half_points[one] += 2 * self.tournament.plan().games;
            }
        }
    }

    /// The tournament.
    pub fn tournament(&self) -> &'a Tournament {
        self.tournament
    }

    /// The games, by number.
    pub fn games(&self) -> impl ExactSizeIterator<Item = &PlayedGame> + Clone {
        self.games.values()
    }

    /// How many games have been played.
    pub fn count(&self) -> u64 {
        self.games.len() as u64
    }

    /// The player with most points, and its points; among equals the first of the plan.
    pub fn leader(&self) -> (&'a str, f64) {
        let best = (0..self.half_points.len()).rev().max_by_key(|player| self.half_points[*player]).unwrap_or(0);
        (&self.tournament.names()[best], self.half_points[best] as f64 / 2.0)
    }

    /// Twice the points of a player; a bye counts like a won pairing.
    pub(super) fn half_points(&self, player: usize) -> u64 {
        self.half_points[player]
    }

    /// In how many rounds two players have met; one of them may be the bye.
    pub(super) fn met(&self, one: usize, other: usize) -> u64 {
        self.met[one][other]
    }

    /// The rounds in which a player had no opponent.
    pub(super) fn byes(&self, player: usize) -> u64 {
        self.met[player][self.half_points.len()]
    }
}
