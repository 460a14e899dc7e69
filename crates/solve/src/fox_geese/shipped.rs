//! The tables that are part of the program, and those that the user has built.

use std::sync::OnceLock;

use super::FoxGeeseTables;
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
