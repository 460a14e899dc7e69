//! The games of a tournament so far.

use std::collections::BTreeMap;

use quevedo_core::Side;
use serde::Serialize;

use super::{Fixture, Tournament};
use crate::{GameReport, MatchError, Opening, PlayedMove};

/// A game that has been played, and its place in the tournament.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Played {
    /// Its place.
    pub fixture: Fixture,
    /// Where it began.
    pub opening: Opening,
    /// Who made the first move after the opening.
    pub turn: Side,
    /// What came of it.
    pub report: GameReport,
}

impl Played {
    /// The moves of a seat, 0 for who moves first in the game. Sides alternate: a pass is a move.
    pub fn moves_of(&self, seat: usize) -> impl Iterator<Item = &PlayedMove> + Clone {
        self.report.moves.iter().skip(usize::from(self.turn.index() != seat)).step_by(2)
    }

    /// How many plies it had, the opening included.
    pub fn plies(&self) -> usize {
        self.opening.moves.len() + self.report.moves.len()
    }

    /// Who lost, as a seat.
    pub(super) fn loser(&self) -> Option<usize> {
        self.report.outcome.winner.map(|winner| (!winner).index())
    }
}

/// The games of a tournament so far. What it says depends on which games have been played, not on their order.
#[derive(Clone, Debug)]
pub struct Tally<'a> {
    tournament: &'a Tournament,
    games: BTreeMap<u64, Played>,
    /// Twice the points, by player; byes included.
    half_points: Vec<u64>,
    /// In how many rounds of a Swiss tournament two players met; the last row and column are those of the free place.
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

    /// Takes a game in.
    pub(super) fn add(&mut self, fixture: Fixture, opening: Opening, report: GameReport) -> Result<(), MatchError> {
        let game = self.tournament.plan().game;
        let turn = opening.open(game).map_err(|problem| MatchError::BadOpening { problem })?.turn();
        for (seat, player) in fixture.players.into_iter().enumerate() {
            self.half_points[player] += report.outcome.winner.map_or(1, |winner| 2 * u64::from(winner.index() == seat));
        }
        self.games.insert(fixture.number, Played { fixture, opening, turn, report });
        Ok(())
    }

    /// A round of a Swiss tournament begins. Who is paired with the free place has the points of a won pairing.
    pub(super) fn begin_round(&mut self, pairings: &[[usize; 2]]) {
        let free_place = self.tournament.names().len();
        for &[one, other] in pairings {
            self.met[one][other] += 1;
            self.met[other][one] += 1;
            if other == free_place {
                self.half_points[one] += 2 * self.tournament.plan().games;
            }
        }
    }

    /// The tournament.
    pub fn tournament(&self) -> &'a Tournament {
        self.tournament
    }

    /// The games, by number.
    pub fn games(&self) -> impl ExactSizeIterator<Item = &Played> + Clone {
        self.games.values()
    }

    /// How many games have been played.
    pub fn count(&self) -> u64 {
        self.games.len() as u64
    }

    /// Who has most points, and how many; the first of the plan among equals.
    pub fn leader(&self) -> (&'a str, f64) {
        let best = (0..self.half_points.len()).rev().max_by_key(|player| self.half_points[*player]).unwrap_or(0);
        (&self.tournament.names()[best], self.half_points[best] as f64 / 2.0)
    }

    /// Twice the points of a player; a bye counts like a won pairing.
    pub(super) fn half_points(&self, player: usize) -> u64 {
        self.half_points[player]
    }

    /// How many rounds two players have met in; with the free place, how many byes the other has had.
    pub(super) fn met(&self, one: usize, other: usize) -> u64 {
        self.met[one][other]
    }

    /// The rounds in which a player had no opponent.
    pub(super) fn byes(&self, player: usize) -> u64 {
        self.met[player][self.half_points.len()]
    }
}
