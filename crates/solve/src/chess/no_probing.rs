//! No Syzygy tables: in a browser nobody can name a folder, and for ARM with Linux `pyrrhic-rs` does not compile.

use quevedo_core::Value;
use quevedo_games::Chess;

use super::folders::TableSet;

/// A move in UCI notation and its DTZ.
pub(super) type MoveDtz = (String, i32);

/// What a table says.
#[allow(dead_code, reason = "no table says anything")]
pub(super) enum WdlProbeResult {
    Win,
    CursedWin,
    Draw,
    BlessedLoss,
    Loss,
}

/// Open tables: there are none.
pub enum SyzygyTables {}

impl SyzygyTables {
    pub(super) fn new(_set: TableSet) -> Option<Self> {
        None
    }

    /// Who wins; never asked.
    pub fn value(&self, _position: &Chess) -> Option<Value> {
        match *self {}
    }

    pub(super) fn are_damaged(&self) -> bool {
        match *self {}
    }

    pub(super) fn wdl(&self, _position: &Chess) -> Option<WdlProbeResult> {
        match *self {}
    }

    pub(super) fn dtz(&self, _position: &Chess) -> Option<Vec<MoveDtz>> {
        match *self {}
    }
}
