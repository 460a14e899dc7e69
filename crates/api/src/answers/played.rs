//! The explorer of games: the moves of finished games and of the opening book.

use std::collections::HashMap;

use quevedo_catalog::{Book, MoveView, Session};
use quevedo_core::{Score, Side};

use crate::wire::{BookValue, PlayedMove, PlayedMoves, chance_of_first, units_of_first};

/// How games went on from a position to another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayedRow {
    /// The key of the position that the move led to.
    pub next: u64,
    /// Games that the first side won.
    pub first_wins: i64,
    /// Games that nobody won.
    pub draws: i64,
    /// Games that the second side won.
    pub second_wins: i64,
}

/// The moves that were played from a position, and those of the book.
pub fn played_moves(session: &dyn Session, book: Option<&Book>, rows: Vec<PlayedRow>) -> PlayedMoves {
    let groups = group_by_key(session.keyed_moves());
    let values = book.and_then(|book| {
        let keys: Vec<u64> = groups.iter().map(|(key, _)| *key).collect();
        book.values(session.key(), &keys)
    });
    let values: HashMap<u64, Score> = values.into_iter().flatten().collect();
    let rows: HashMap<u64, PlayedRow> = rows.into_iter().map(|row| (row.next, row)).collect();
    let moves = groups.into_iter().filter_map(|(key, moves)| {
        let (row, value) = (rows.get(&key), values.get(&key));
        (row.is_some() || value.is_some()).then(|| played_move(session, moves, row, value.copied()))
    });
    let mut moves: Vec<PlayedMove> = moves.collect();
    let is_first = session.turn() == Side::First;
    let value =
        |mv: &PlayedMove| mv.book.map_or(f64::MIN, |book| if is_first { book.chance } else { 1.0 - book.chance });
    moves.sort_by(|a, b| b.games.cmp(&a.games).then(value(b).total_cmp(&value(a))));
    PlayedMoves { games: moves.iter().map(|mv| mv.games).sum(), has_book: book.is_some(), moves }
}

/// Moves by the key of the position they lead to, in rising order.
fn group_by_key(mut moves: Vec<(MoveView, u64)>) -> Vec<(u64, Vec<MoveView>)> {
    moves.sort_by_key(|(_, key)| *key);
    let mut groups: Vec<(u64, Vec<MoveView>)> = Vec::new();
    for (mv, key) in moves {
        match groups.last_mut().filter(|(known, _)| *known == key) {
            Some((_, group)) => group.push(mv),
            None => groups.push((key, vec![mv])),
        }
    }
    groups
}

fn played_move(
    session: &dyn Session,
    moves: Vec<MoveView>,
    row: Option<&PlayedRow>,
    value: Option<Score>,
) -> PlayedMove {
    let [first_wins, draws, second_wins] =
        row.map_or([0; 3], |row| [row.first_wins, row.draws, row.second_wins]).map(i64::cast_unsigned);
    let mut moves = moves.into_iter();
    let first = moves.next().expect("a group has a move");
    PlayedMove {
        text: first.text,
        pretty: first.pretty,
        taps: first.taps,
        same: moves.map(|mv| mv.pretty).collect(),
        games: first_wins + draws + second_wins,
        first_wins,
        draws,
        second_wins,
        book: value
            .map(|value| BookValue { chance: chance_of_first(session, value), units: units_of_first(session, value) }),
    }
}
