//! Games between two players for as long as there is time.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::sync::atomic::Ordering;
use std::time::Instant;

use quevedo_catalog::PlayerSpec;
use quevedo_core::Side;
use quevedo_core::hash::combine;

use crate::figures::{Mean, show_share};
use crate::run::{Experiment, TimeSlice};
use crate::table::hash_of;
use quevedo_arena::stats::{Elo, Pairs, ScoredGame};
use quevedo_arena::{GameConditions, GameJob, GameReport, MatchError, check_player};

/// Two players and the results of their games. All figures are from the view of the first.
pub(crate) struct Pairing {
    conditions: GameConditions,
    pub(crate) players: [PlayerSpec; 2],
    /// Whether the first player always moves first; otherwise games come in pairs with sides swapped.
    is_fixed: bool,
    target: u64,
    next: u64,
    /// By game.
    results: BTreeMap<u64, PlayedGame>,
    /// Seconds a move of each player.
    pub(crate) times: [Mean; 2],
    /// Plies of a game, those of the opening not among them.
    pub(crate) plies: Mean,
    /// Pieces of the first player on the board at the end.
    pub(crate) pieces: Mean,
}

/// A game that was played.
struct PlayedGame {
    /// Of the first player.
    half_points: u8,
    /// A hash of all its moves: players without chance repeat a game from the same opening.
    moves: u64,
}

impl Pairing {
    /// Refuses players that cannot play the game.
    pub(crate) fn new(
        conditions: GameConditions,
        players: [PlayerSpec; 2],
        is_fixed: bool,
        target: u64,
    ) -> Result<Self, MatchError> {
        for player in &players {
            check_player(&conditions.game, player)?;
        }
        let target = if is_fixed { target.max(1) } else { target.max(2).next_multiple_of(2) };
        let empty = Self {
            conditions,
            players,
            is_fixed,
            target,
            next: 0,
            results: BTreeMap::new(),
            times: Default::default(),
            plies: Mean::default(),
            pieces: Mean::default(),
        };
        empty.job(0)?;
        Ok(empty)
    }

    pub(crate) fn games(&self) -> u64 {
        self.results.len() as u64
    }

    /// Won, drawn and lost by the first player.
    pub(crate) fn counts(&self) -> [u64; 3] {
        let count =
            |half_points: u8| self.results.values().filter(|game| game.half_points == half_points).count() as u64;
        [2, 1, 0].map(count)
    }

    /// The share of the points of the first player.
    pub(crate) fn share(&self) -> f64 {
        let points: u64 = self.results.values().map(|game| u64::from(game.half_points)).sum();
        if self.results.is_empty() { 0.5 } else { points as f64 / (2 * self.games()) as f64 }
    }

    pub(crate) fn show_share(&self) -> String {
        show_share(self.share(), self.games())
    }

    /// `88-0-12`, or `88/12` where nothing was drawn.
    pub(crate) fn show_counts(&self) -> String {
        match self.counts() {
            [wins, 0, losses] => format!("{wins}/{losses}"),
            [wins, draws, losses] => format!("{wins}-{draws}-{losses}"),
        }
    }

    /// The difference in Elo.
    pub(crate) fn elo(&self) -> Elo {
        Elo::of(&self.pairs())
    }

    /// The pairs of games, each counted once however often its very moves were repeated.
    pub(crate) fn pairs(&self) -> Pairs {
        let mut pairs = Pairs::default();
        let mut known = BTreeSet::new();
        for (number, game) in &self.results {
            let half_points = usize::from(game.half_points);
            match self.results.get(&(number ^ 1)) {
                // Without swapped sides a game counts like a pair of two equal results.
                _ if self.is_fixed && known.insert([game.moves; 2]) => pairs.add(2 * half_points),
                Some(other) if !self.is_fixed && number % 2 == 0 && known.insert([game.moves, other.moves]) => {
                    pairs.add(half_points + usize::from(other.half_points));
                }
                _ => {}
            }
        }
        pairs
    }

    /// The games for the computation of ratings. `numbers` are those of the players, `first_pair` that of the first pair.
    pub(crate) fn scored(&self, numbers: [usize; 2], first_pair: u64) -> impl Iterator<Item = ScoredGame> {
        self.results.iter().map(move |(number, game)| {
            let points = f64::from(game.half_points) / 2.0;
            let pair = first_pair + number / 2;
            match self.side(*number) {
                Side::First => ScoredGame { first: numbers[0], second: numbers[1], points, pair },
                Side::Second => ScoredGame { first: numbers[1], second: numbers[0], points: 1.0 - points, pair },
            }
        })
    }

    /// The side of the first player.
    fn side(&self, number: u64) -> Side {
        if self.is_fixed || number % 2 == 0 { Side::First } else { Side::Second }
    }

    fn job(&self, number: u64) -> Result<GameJob, MatchError> {
        let [a, b] = &self.players;
        let pair = if self.is_fixed { number } else { number / 2 };
        match self.side(number) {
            Side::First => self.conditions.job(number, [a, b], [0, 1], pair),
            Side::Second => self.conditions.job(number, [b, a], [1, 0], pair),
        }
    }

    fn count(&mut self, job: &GameJob, report: &GameReport) {
        let side = self.side(report.number);
        let half_points = report.outcome.winner.map_or(1, |winner| 2 * u8::from(winner == side));
        let moves = job.opening.moves.iter().chain(report.moves.iter().map(|played| &played.mv));
        let moves = moves.fold(0, |hash, mv| combine(hash, hash_of(mv, 0)));
        self.results.insert(report.number, PlayedGame { half_points, moves });
        self.plies.add(report.moves.len() as f64);
    }

    /// Adds times and pieces. The game is replayed to know who made each move: a side may move twice.
    fn count_moves(&mut self, job: &GameJob, report: &GameReport) {
        let Ok(mut session) = job.opening.open(&self.conditions.game) else { return };
        let side = self.side(report.number);
        for mv in &report.moves {
            let player = usize::from(session.turn() != side);
            self.times[player].add(mv.time_us as f64 / 1e6);
            if session.play(&mv.mv).is_err() {
                return;
            }
        }
        let pieces = session.board().pieces.into_iter().flatten().filter(|piece| piece.side == Some(side));
        self.pieces.add(pieces.count() as f64);
    }
}

impl Experiment for Pairing {
    fn is_done(&self) -> bool {
        self.next >= self.target
    }

    fn advance(&mut self, slice: &TimeSlice<'_>) -> Result<(), MatchError> {
        let mut next = self.next;
        let begin = next;
        let mut played = Vec::new();
        let mut jobs = std::iter::from_fn(|| {
            let may_end = next > begin || begin > 0;
            let pair_is_whole = self.is_fixed || next % 2 == 0;
            let is_late = slice.stop.load(Ordering::Relaxed) || Instant::now() >= slice.deadline;
            if next >= self.target || (may_end && pair_is_whole && is_late) {
                return None;
            }
            next += 1;
            Some(self.job(next - 1))
        });
        let result = slice.pool.play(&mut jobs, &mut |job, report| {
            played.push((job, report));
            if slice.stop.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        self.next = next;
        for (job, report) in &played {
            self.count(job, report);
            self.count_moves(job, report);
        }
        result
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;
    use std::time::Duration;

    use quevedo_arena::{Openings, ThreadPool};
    use quevedo_catalog::Catalog;

    use super::*;

    fn empty(is_fixed: bool) -> Pairing {
        let game = Catalog::standard().find("mouse-cats").unwrap().clone();
        let conditions = GameConditions { openings: Openings::Random { plies: 2 }, ..GameConditions::new(&game, 1) };
        let players = ["random", "random"].map(|player| player.parse().unwrap());
        Pairing::new(conditions, players, is_fixed, 8).unwrap()
    }

    /// Games with these half points and moves.
    fn played(is_fixed: bool, games: &[(u8, u64)]) -> Pairing {
        let games = games.iter().map(|(half_points, moves)| PlayedGame { half_points: *half_points, moves: *moves });
        Pairing { results: (0..).zip(games).collect(), ..empty(is_fixed) }
    }

    #[test]
    fn a_pair_that_is_repeated_counts_once() {
        let games = [(2, 10), (0, 11), (2, 10), (0, 11), (2, 10), (1, 12), (2, 13)];
        // The second pair repeats the first; the last game has no partner.
        assert_eq!(played(false, &games).pairs().counts, [0, 0, 1, 1, 0]);
        assert_eq!(played(false, &games).games(), 7);
        assert_eq!(played(true, &games).pairs().counts, [1, 0, 1, 0, 2]);
    }

    #[test]
    fn games_with_other_moves_are_other_games() {
        let mut pairing = empty(false);
        let (pool, stop) = (ThreadPool::new(&Catalog::standard(), 1), AtomicBool::new(false));
        let deadline = Instant::now() + Duration::from_mins(10);
        pairing.advance(&TimeSlice { pool: &pool, stop: &stop, deadline }).unwrap();
        assert_eq!((pairing.games(), pairing.pairs().total()), (8, 4));
    }
}
