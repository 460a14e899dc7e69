//! Asking a table, by the crate `pyrrhic-rs` (MIT), a translation of Fathom and Pyrrhic.
//!
//! What we know of its version 0.2 and keep away from it: it does not notice which tables are missing, so it is asked only for
//! those that [`Shelf`] has; it reads distances on one thread at a time; and among the moves it plays by itself it forgets that a
//! double step can be taken en passant, so distances are not asked where that can happen
//! ([`can_be_taken_in_passing`]). Results it works out from captures alone, which that does not touch.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use cozy_chess::{
    BitBoard, Board, Color, Piece, Rank, Square, get_bishop_moves, get_king_moves, get_knight_moves, get_pawn_attacks,
    get_rook_moves,
};
use pyrrhic_rs::{DtzProbeResult, DtzProbeValue, DtzResult, EngineAdapter, TBError, TableBases, WdlProbeResult};
use quevedo_core::Value;
use quevedo_games::Chess;

use super::folders::Shelf;
use super::material::Material;

/// Lends our moves to the crate that reads tables.
#[derive(Clone)]
struct Attacks;

fn square(index: u64) -> Square {
    Square::index(index as usize)
}

impl EngineAdapter for Attacks {
    fn pawn_attacks(color: pyrrhic_rs::Color, from: u64) -> u64 {
        let color = if color == pyrrhic_rs::Color::White { Color::White } else { Color::Black };
        get_pawn_attacks(square(from), color).0
    }

    fn knight_attacks(from: u64) -> u64 {
        get_knight_moves(square(from)).0
    }

    fn bishop_attacks(from: u64, occupied: u64) -> u64 {
        get_bishop_moves(square(from), BitBoard(occupied)).0
    }

    fn rook_attacks(from: u64, occupied: u64) -> u64 {
        get_rook_moves(square(from), BitBoard(occupied)).0
    }

    fn queen_attacks(from: u64, occupied: u64) -> u64 {
        Self::bishop_attacks(from, occupied) | Self::rook_attacks(from, occupied)
    }

    fn king_attacks(from: u64) -> u64 {
        get_king_moves(square(from)).0
    }
}

/// A move as it is written, and in how many plies, this one included, the clock of the fifty-move rule starts again on the
/// way to the win (above 0) or to the loss (below); 0 for a draw. More than 100 is a win or a loss that the rule takes away.
pub(super) type Distance = (String, i32);

/// Open tables, for any number of threads.
pub struct Tables {
    reader: TableBases<Attacks>,
    shelf: Shelf,
    /// Who reads distances.
    reading: Mutex<()>,
    /// Whether a table turned out to be damaged. Nobody asks any more then.
    broken: AtomicBool,
}

impl Tables {
    /// Opens the tables of a shelf; `None` if others are open.
    pub(super) fn new(shelf: Shelf) -> Option<Self> {
        let reader = catch_unwind(|| TableBases::new(&shelf.folders)).ok()?.ok()?;
        Some(Self { reader, shelf, reading: Mutex::new(()), broken: AtomicBool::new(false) })
    }

    /// Who wins if the clock of the fifty-move rule starts here; `None` where no table reaches.
    pub fn value(&self, position: &Chess) -> Option<Value> {
        match self.result(position)? {
            WdlProbeResult::Win => Some(Value::Win),
            WdlProbeResult::Loss => Some(Value::Loss),
            WdlProbeResult::Draw | WdlProbeResult::CursedWin | WdlProbeResult::BlessedLoss => Some(Value::Draw),
        }
    }

    pub(super) fn are_broken(&self) -> bool {
        self.broken.load(Ordering::Relaxed)
    }

    /// The material of a position that a table may know: few men, and no castling any more.
    fn material(&self, board: &Board) -> Option<Material> {
        let castles = |color| {
            let rights = board.castle_rights(color);
            rights.short.is_some() || rights.long.is_some()
        };
        let is_small = board.occupied().len() <= self.shelf.men && !Color::ALL.into_iter().any(castles);
        is_small.then(|| Material::of(board))
    }

    pub(super) fn result(&self, position: &Chess) -> Option<WdlProbeResult> {
        let board = position.inner();
        let material = self.material(board)?;
        if !self.shelf.results.contains(&material) {
            return None;
        }
        let [white, black] = Color::ALL.map(|color| board.colors(color).0);
        let [pawns, knights, bishops, rooks, queens, kings] = Piece::ALL.map(|piece| board.pieces(piece).0);
        let (passing, turn) = (passing(board), board.side_to_move() == Color::White);
        self.guarded(|| {
            self.reader.probe_wdl(white, black, kings, queens, rooks, bishops, knights, pawns, passing, turn)
        })
    }

    /// How far each move is from the next start of the clock; `None` where that is not known for all of them.
    pub(super) fn distances(&self, position: &Chess) -> Option<Vec<Distance>> {
        let board = position.inner();
        let material = self.material(board)?;
        if !self.shelf.distances.contains(&material) || can_be_taken_in_passing(board) {
            return None;
        }
        let [white, black] = Color::ALL.map(|color| board.colors(color).0);
        let [pawns, knights, bishops, rooks, queens, kings] = Piece::ALL.map(|piece| board.pieces(piece).0);
        let (passing, turn) = (passing(board), board.side_to_move() == Color::White);
        let _reading = self.reading.lock().unwrap_or_else(PoisonError::into_inner);
        let found = self.guarded(|| {
            self.reader.probe_root(white, black, kings, queens, rooks, bishops, knights, pawns, 0, passing, turn)
        })?;
        read_distances(&found)
    }

    /// A question to the tables. If a damaged one makes the crate give up, nobody asks again.
    fn guarded<T>(&self, ask: impl FnOnce() -> Result<T, TBError>) -> Option<T> {
        if self.are_broken() {
            return None;
        }
        let answer = catch_unwind(AssertUnwindSafe(ask));
        if answer.is_err() {
            self.broken.store(true, Ordering::Relaxed);
        }
        answer.ok()?.ok()
    }
}

fn read_distances(found: &DtzProbeResult) -> Option<Vec<Distance>> {
    let moves = found.moves.get(..found.num_moves)?;
    let read = |value: &DtzProbeValue| match value {
        DtzProbeValue::DtzResult(told) => Some((written(told), signed(told))),
        _ => None,
    };
    moves.iter().map(read).collect()
}

fn signed(told: &DtzResult) -> i32 {
    match told.wdl {
        WdlProbeResult::Win | WdlProbeResult::CursedWin => i32::from(told.dtz),
        WdlProbeResult::Draw => 0,
        WdlProbeResult::Loss | WdlProbeResult::BlessedLoss => -i32::from(told.dtz),
    }
}

fn written(told: &DtzResult) -> String {
    let promotion = match told.promotion {
        pyrrhic_rs::Piece::Queen => "q",
        pyrrhic_rs::Piece::Rook => "r",
        pyrrhic_rs::Piece::Bishop => "b",
        pyrrhic_rs::Piece::Knight => "n",
        pyrrhic_rs::Piece::Pawn | pyrrhic_rs::Piece::King => "",
    };
    format!("{}{}{promotion}", square(told.from_square.into()), square(told.to_square.into()))
}

/// The square behind a pawn that just made a double step, as a number; 0, where no pawn can be, if none did.
fn passing(board: &Board) -> u32 {
    let rank = Rank::Sixth.relative_to(board.side_to_move());
    board.en_passant().map_or(0, |file| Square::new(file, rank) as u32)
}

/// Whether a pawn at home can be taken en passant by one that waits beside its way.
fn can_be_taken_in_passing(board: &Board) -> bool {
    Color::ALL.into_iter().any(|color| {
        let pawns = |color, rank: Rank| board.colored_pieces(color, Piece::Pawn) & rank.bitboard();
        let home = pawns(color, Rank::Second.relative_to(color));
        let waiting = pawns(!color, Rank::Fourth.relative_to(color));
        home.into_iter().any(|pawn| !(pawn.file().adjacent() & waiting).is_empty())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn double_steps_beside_an_enemy_pawn_can_be_taken() {
        let boards = [
            ("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", true),
            ("4k3/3p4/8/4P3/8/8/8/4K3 w - - 0 1", true),
            ("4k3/8/8/8/4p3/8/4P3/4K3 w - - 0 1", false),
            ("4k3/8/8/8/2p5/8/4P3/4K3 w - - 0 1", false),
            ("4k3/8/8/8/7p/8/P7/4K3 w - - 0 1", false),
            ("4k3/8/8/8/8/8/3pP3/4K3 w - - 0 1", false),
        ];
        for (board, expected) in boards {
            assert_eq!(can_be_taken_in_passing(&board.parse().unwrap()), expected, "{board}");
        }
    }
}
