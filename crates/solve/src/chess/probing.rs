//! Probes tables by the crate `pyrrhic-rs` (MIT), a translation of Fathom and Pyrrhic.
//!
//! Limitations of its version 0.2, and how we avoid them: it does not detect missing tables, so only those in the [`TableSet`] are
//! probed; DTZ probes are not thread-safe, so a lock serialises them; and its own move generation forgets en passant captures
//! of a double step, so DTZ is not probed where one is possible ([`allows_en_passant`]). WDL probes generate captures
//! only, which that does not affect.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use cozy_chess::{
    BitBoard, Board, Color, Piece, Rank, Square, get_bishop_moves, get_king_moves, get_knight_moves, get_pawn_attacks,
    get_rook_moves,
};
pub(super) use pyrrhic_rs::WdlProbeResult;
use pyrrhic_rs::{DtzProbeResult, DtzProbeValue, DtzResult, EngineAdapter, TBError, TableBases};
use quevedo_core::Value;
use quevedo_games::Chess;

use super::folders::TableSet;
use super::material::Material;

/// Provides attacks to `pyrrhic-rs`.
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

/// A move in UCI notation and its DTZ, this move included: above 0 for a win, below for a loss, 0 for a draw. More than 100
/// is a win or a loss that the fifty-move rule turns into a draw.
pub(super) type MoveDtz = (String, i32);

/// Open tables, for any number of threads.
pub struct SyzygyTables {
    reader: TableBases<Attacks>,
    set: TableSet,
    /// Serialises DTZ probes.
    dtz_lock: Mutex<()>,
    /// Whether a probe found a damaged table. No table is probed any more then.
    damaged: AtomicBool,
}

impl SyzygyTables {
    /// Opens the tables of a set; `None` if others are open.
    pub(super) fn new(set: TableSet) -> Option<Self> {
        let reader = catch_unwind(|| TableBases::new(&set.folders)).ok()?.ok()?;
        Some(Self { reader, set, dtz_lock: Mutex::new(()), damaged: AtomicBool::new(false) })
    }

    /// Who wins if the clock of the fifty-move rule starts here; `None` without a table.
    pub fn value(&self, position: &Chess) -> Option<Value> {
        match self.wdl(position)? {
            WdlProbeResult::Win => Some(Value::Win),
            WdlProbeResult::Loss => Some(Value::Loss),
            WdlProbeResult::Draw | WdlProbeResult::CursedWin | WdlProbeResult::BlessedLoss => Some(Value::Draw),
        }
    }

    pub(super) fn are_damaged(&self) -> bool {
        self.damaged.load(Ordering::Relaxed)
    }

    /// The material of a position that may have a table: few pieces, and no castling rights.
    fn material(&self, board: &Board) -> Option<Material> {
        let castles = |color| {
            let rights = board.castle_rights(color);
            rights.short.is_some() || rights.long.is_some()
        };
        let is_small = board.occupied().len() <= self.set.men && !Color::ALL.into_iter().any(castles);
        is_small.then(|| Material::of(board))
    }

    pub(super) fn wdl(&self, position: &Chess) -> Option<WdlProbeResult> {
        let board = position.inner();
        let material = self.material(board)?;
        if !self.set.wdl.contains(&material) {
            return None;
        }
        let [white, black] = Color::ALL.map(|color| board.colors(color).0);
        let [pawns, knights, bishops, rooks, queens, kings] = Piece::ALL.map(|piece| board.pieces(piece).0);
        let (en_passant, turn) = (en_passant(board), board.side_to_move() == Color::White);
        self.guarded(|| {
            self.reader.probe_wdl(white, black, kings, queens, rooks, bishops, knights, pawns, en_passant, turn)
        })
    }

    /// The DTZ of each move; `None` if it is not known for all of them.
    pub(super) fn dtz(&self, position: &Chess) -> Option<Vec<MoveDtz>> {
        let board = position.inner();
        let material = self.material(board)?;
        if !self.set.dtz.contains(&material) || allows_en_passant(board) {
            return None;
        }
        let [white, black] = Color::ALL.map(|color| board.colors(color).0);
        let [pawns, knights, bishops, rooks, queens, kings] = Piece::ALL.map(|piece| board.pieces(piece).0);
        let (en_passant, turn) = (en_passant(board), board.side_to_move() == Color::White);
        let _lock = self.dtz_lock.lock().unwrap_or_else(PoisonError::into_inner);
        let found = self.guarded(|| {
            self.reader.probe_root(white, black, kings, queens, rooks, bishops, knights, pawns, 0, en_passant, turn)
        })?;
        read_dtz(&found)
    }

    /// A probe. If a damaged table makes the crate panic, no table is probed again.
    fn guarded<T>(&self, probe: impl FnOnce() -> Result<T, TBError>) -> Option<T> {
        if self.are_damaged() {
            return None;
        }
        let result = catch_unwind(AssertUnwindSafe(probe));
        if result.is_err() {
            self.damaged.store(true, Ordering::Relaxed);
        }
        result.ok()?.ok()
    }
}

fn read_dtz(found: &DtzProbeResult) -> Option<Vec<MoveDtz>> {
    let moves = found.moves.get(..found.num_moves)?;
    let read = |value: &DtzProbeValue| match value {
        DtzProbeValue::DtzResult(result) => Some((uci(result), signed_dtz(result))),
        _ => None,
    };
    moves.iter().map(read).collect()
}

fn signed_dtz(result: &DtzResult) -> i32 {
    match result.wdl {
        WdlProbeResult::Win | WdlProbeResult::CursedWin => i32::from(result.dtz),
        WdlProbeResult::Draw => 0,
        WdlProbeResult::Loss | WdlProbeResult::BlessedLoss => -i32::from(result.dtz),
    }
}

fn uci(result: &DtzResult) -> String {
    let promotion = match result.promotion {
        pyrrhic_rs::Piece::Queen => "q",
        pyrrhic_rs::Piece::Rook => "r",
        pyrrhic_rs::Piece::Bishop => "b",
        pyrrhic_rs::Piece::Knight => "n",
        pyrrhic_rs::Piece::Pawn | pyrrhic_rs::Piece::King => "",
    };
    format!("{}{}{promotion}", square(result.from_square.into()), square(result.to_square.into()))
}

/// The number of the en passant square; 0 if there is none.
fn en_passant(board: &Board) -> u32 {
    let rank = Rank::Sixth.relative_to(board.side_to_move());
    board.en_passant().map_or(0, |file| Square::new(file, rank) as u32)
}

/// Whether the double step of a pawn on its home rank allows an en passant capture.
fn allows_en_passant(board: &Board) -> bool {
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
    fn double_steps_next_to_an_enemy_pawn_allow_en_passant() {
        let boards = [
            ("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", true),
            ("4k3/3p4/8/4P3/8/8/8/4K3 w - - 0 1", true),
            ("4k3/8/8/8/4p3/8/4P3/4K3 w - - 0 1", false),
            ("4k3/8/8/8/2p5/8/4P3/4K3 w - - 0 1", false),
            ("4k3/8/8/8/7p/8/P7/4K3 w - - 0 1", false),
            ("4k3/8/8/8/8/8/3pP3/4K3 w - - 0 1", false),
        ];
        for (board, expected) in boards {
            assert_eq!(allows_en_passant(&board.parse().unwrap()), expected, "{board}");
        }
    }
}
