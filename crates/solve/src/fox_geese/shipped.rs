//! The tables that are part of the program, and those that the user has built.

use std::path::Path;
use std::sync::OnceLock;

use super::FoxGeeseTables;

/// The environment variable with a folder of tables that the user has built.
const FOLDER_VARIABLE: &str = "QUEVEDO_TABLES";

/// Tables of up to ten geese.
static PACK: &[u8] = include_bytes!("../../tables/fox-geese.qvp");

/// All available tables, opened on first use.
pub fn shipped() -> &'static FoxGeeseTables {
    static TABLES: OnceLock<FoxGeeseTables> = OnceLock::new();
    TABLES.get_or_init(|| {
        let shipped = FoxGeeseTables::from_pack(PACK);
        match std::env::var_os(FOLDER_VARIABLE) {
            Some(folder) => FoxGeeseTables::open(Path::new(&folder)).or(shipped),
            None => shipped,
        }
    })
}
