//! The review of a game, and how it follows from what the engine says of its positions.

use quevedo_catalog::{GameEntry, Session};
use quevedo_core::{Proof, Score, SearchResult, Side, Value};
use serde::Serialize;

use crate::accuracy::{JudgedMove, accuracy};
use crate::class::MoveClass;
use crate::examine::Examined;

/// Beyond this expected score a side is winning, below the rest of 1 it is losing.
const WINNING: f64 = 2.0 / 3.0;

/// What a position or a move is worth to a side.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Worth {
    /// The expected score, 0 to 1.
    pub chance: f64,
    /// The score of the search; `None` where nothing was searched.
    pub score: Option<Score>,
    /// What is proved.
    pub proof: Option<Proof>,
}

impl Worth {
    /// Nothing is known.
    pub(crate) const UNKNOWN: Self = Self { chance: 0.5, score: None, proof: None };

    pub(crate) fn proved(proof: Proof) -> Self {
        let chance = match proof.value {
            Value::Win => 1.0,
            Value::Draw => 0.5,
            Value::Loss => 0.0,
        };
        Self { chance, score: None, proof: Some(proof) }
    }

    pub(crate) fn of_search(game: &GameEntry, result: &SearchResult<String>) -> Self {
        let score = result.score;
        if let Some(proof) = result.proof {
            return Self { score, ..Self::proved(proof) };
        }
        Self { chance: score.map_or(0.5, |score| game.chance(score)), score, proof: None }
    }

    /// What the move into a position is worth, given the worth of the position; `other_side` where the turn changed.
    pub(crate) fn of_move(self, other_side: bool) -> Self {
        let worth = if other_side { self.opposite() } else { self };
        let proof = worth.proof.map(|proof| Proof { plies: proof.plies.map(|plies| plies + 1), ..proof });
        Self { proof, ..worth }
    }

    /// The same for the other side.
    fn opposite(self) -> Self {
        let opposite = |proof: Proof| Proof {
            value: match proof.value {
                Value::Win => Value::Loss,
                Value::Draw => Value::Draw,
                Value::Loss => Value::Win,
            },
            plies: proof.plies,
            margin: proof.margin.map(|margin| -margin),
        };
        Self { chance: 1.0 - self.chance, score: self.score.map(|score| -score), proof: self.proof.map(opposite) }
    }
}

/// What a move did to a proved value, from the view of the side that moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct ExactVerdict {
    /// The value before the move, under best play.
    pub before: Value,
    /// The value after it.
    pub after: Value,
    /// How many plies later the winner wins, or how many plies earlier the loser loses, than by the best move; where the
    /// distance is known and the value was kept.
    pub plies_lost: Option<u32>,
    /// What the margin lost in the game's own count: discs.
    pub margin_lost: Option<u32>,
}

impl ExactVerdict {
    fn new(before: Proof, after: Proof) -> Self {
        let plies = before.plies.zip(after.plies).filter(|_| before.value == after.value);
        let plies_lost = plies.map(|(before_plies, after_plies)| match before.value {
            Value::Win => after_plies.saturating_sub(before_plies),
            Value::Draw => 0,
            Value::Loss => before_plies.saturating_sub(after_plies),
        });
        let margins = before.margin.zip(after.margin);
        let margin_lost = margins.map(|(before, after)| before.saturating_sub(after).max(0) as u32);
        Self { before: before.value, after: after.value, plies_lost, margin_lost }
    }

    /// Whether the move gave away a better result.
    pub fn threw_away(&self) -> bool {
        self.after < self.before
    }

    /// Whether the best move would have been better in any respect.
    fn is_worse(&self) -> bool {
        self.threw_away() || self.plies_lost.is_some_and(|plies| plies > 0) || self.margin_lost.is_some_and(|m| m > 0)
    }
}

/// A move of the game, judged.
#[derive(Clone, Debug, PartialEq)]
pub struct ReviewedMove {
    /// The move, in move notation.
    pub mv: String,
    /// Who made it.
    pub turn: Side,
    /// The best move; the one that was played where it is as good.
    pub best: String,
    /// The line of the engine from the best move on.
    pub best_line: Vec<String>,
    /// The expected score that was lost, 0 to 1.
    pub loss: f64,
    /// How good it is.
    pub class: MoveClass,
    /// What the best move was worth to the side that moved.
    pub before: Worth,
    /// What the move was worth to the side that moved.
    pub after: Worth,
    /// What it did to a proved value, where both are proved.
    pub exact: Option<ExactVerdict>,
    /// Whether there was no choice.
    pub is_forced: bool,
}

/// The review of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Review {
    /// The accuracy of the first and of the second player, 0 to 100; `None` for a side that had no choice.
    pub accuracy: [Option<f64>; 2],
    /// The moves.
    pub moves: Vec<ReviewedMove>,
    /// The worth of every position to the first player, from the start on.
    pub worths: Vec<Worth>,
}

impl Review {
    pub(crate) fn new(game: &dyn Session, positions: &[Examined]) -> Self {
        let moves: Vec<ReviewedMove> = game
            .history()
            .iter()
            .zip(positions.windows(2))
            .map(|(mv, pair)| judge(&mv.text, &pair[0], &pair[1]))
            .collect();
        let for_first = |position: &Examined| match position.turn {
            Side::First => position.worth,
            Side::Second => position.worth.opposite(),
        };
        let worths: Vec<Worth> = positions.iter().map(for_first).collect();
        let chances: Vec<f64> = worths.iter().map(|worth| worth.chance).collect();
        let judged: Vec<JudgedMove> =
            moves.iter().map(|mv| JudgedMove { turn: mv.turn, loss: mv.loss, is_forced: mv.is_forced }).collect();
        let accuracy = [Side::First, Side::Second].map(|side| accuracy(&judged, &chances, side));
        Self { accuracy, moves, worths }
    }

    /// The moves that decided who was winning, by their numbers from 0: mistakes and blunders after which the side that
    /// moved was not winning any more (an expected score of two thirds), or was losing (one third).
    pub fn turning_points(&self) -> Vec<usize> {
        let zone = |chance: f64| u8::from(chance >= WINNING) + u8::from(chance > 1.0 - WINNING);
        let is_turning = |mv: &ReviewedMove| {
            mv.class >= MoveClass::Mistake && zone(mv.after.chance) < zone(mv.after.chance + mv.loss)
        };
        self.moves.iter().enumerate().filter(|(_, mv)| is_turning(mv)).map(|(ply, _)| ply).collect()
    }

    /// How many moves of a side are in each class of [`MoveClass::ALL`].
    pub fn class_counts(&self, side: Side) -> [usize; 5] {
        MoveClass::ALL.map(|class| self.moves.iter().filter(|mv| mv.turn == side && mv.class == class).count())
    }
}

/// Judges a move by the positions before and after it.
pub(crate) fn judge(mv: &str, before: &Examined, after: &Examined) -> ReviewedMove {
    let played_worth = after.worth.of_move(after.turn != before.turn);
    let is_best = before.best.iter().any(|best| best == mv);
    let best_worth = before.best_worth.unwrap_or(played_worth);
    let exact_before = before.worth.proof.or(best_worth.proof).zip(played_worth.proof);
    let exact = exact_before.map(|(before, after)| ExactVerdict::new(before, after));
    let is_forced = before.choices <= 1;
    let loss = if is_best || is_forced { 0.0 } else { (best_worth.chance - played_worth.chance).max(0.0) };
    // Of two winning moves the slower one is good, not best.
    let is_slower = !is_best && !is_forced && exact.is_some_and(|exact| exact.is_worse());
    let class = match MoveClass::of_loss(loss) {
        MoveClass::Best if is_slower => MoveClass::Good,
        class => class,
    };
    let is_played = class == MoveClass::Best;
    ReviewedMove {
        mv: mv.to_owned(),
        turn: before.turn,
        best: if is_played { mv.to_owned() } else { before.best.first().map_or_else(|| mv.to_owned(), Clone::clone) },
        best_line: if is_played { Vec::new() } else { before.line.clone() },
        loss,
        class,
        before: if loss <= 0.0 { played_worth } else { best_worth },
        after: played_worth,
        exact,
        is_forced,
    }
}
