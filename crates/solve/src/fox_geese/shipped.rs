//! The tables and strategies that are part of the program, and the tables that the user has built.

use std::sync::OnceLock;

use quevedo_core::Value;
use quevedo_games::FoxGeese;
use quevedo_games::fox_geese::Run;

use super::{Certificate, FoxGeeseTables};
use crate::Solution;
use crate::tables::table_folder;

/// Tables of up to ten geese.
#[cfg(not(target_arch = "wasm32"))]
#[expect(clippy::unnecessary_wraps, reason = "in a browser it may be missing")]
fn pack() -> Option<&'static [u8]> {
    Some(include_bytes!("../../tables/fox-geese.qvp"))
}

/// In a browser they come when they are needed.
#[cfg(target_arch = "wasm32")]
fn pack() -> Option<&'static [u8]> {
    quevedo_core::platform::read_file("tables/fox-geese.qvp")
}

/// All available tables, opened on first use: those of [`set_table_folder`](crate::set_table_folder) and those of the program.
pub fn shipped() -> &'static FoxGeeseTables {
    static TABLES: OnceLock<FoxGeeseTables> = OnceLock::new();
    TABLES.get_or_init(|| {
        let shipped = pack().map(FoxGeeseTables::from_pack).unwrap_or_default();
        match table_folder() {
            Some(folder) => FoxGeeseTables::open(folder).or(shipped),
            None => shipped,
        }
    })
}

/// Strategies of the geese by the number of geese they begin with, as files.
#[cfg(not(target_arch = "wasm32"))]
const STRATEGIES: [(u32, &[u8]); 3] = [
    (13, include_bytes!("../../tables/fox-geese-13.qvs")),
    (15, include_bytes!("../../tables/fox-geese-15.qvs")),
    (17, include_bytes!("../../tables/fox-geese-17.qvs")),
];

/// The strategy of the geese from the start with this number of geese, read on first use.
#[cfg(not(target_arch = "wasm32"))]
pub fn strategy(geese: u32) -> Option<&'static Certificate> {
    static READ: [OnceLock<Option<Certificate>>; STRATEGIES.len()] = [const { OnceLock::new() }; STRATEGIES.len()];
    let index = STRATEGIES.iter().position(|(of, _)| *of == geese)?;
    READ[index].get_or_init(|| Certificate::from_bytes(STRATEGIES[index].1).ok()).as_ref()
}

/// In a browser the search has to do.
#[cfg(target_arch = "wasm32")]
pub fn strategy(_: u32) -> Option<&'static Certificate> {
    None
}

/// The winning move of the geese where a strategy that is part of the program has one.
pub(crate) fn solve_by_strategy(position: &FoxGeese) -> Option<Solution<Run>> {
    let mv = strategy(position.geese().count_ones())?.reply(position)?;
    Some(Solution { value: Value::Win, plies: None, score: None, best: vec![mv], nodes: 1 })
}
