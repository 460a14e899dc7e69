//! The tables that are part of the program, and those that the user has built.

use std::path::PathBuf;
use std::sync::OnceLock;

use super::FoxGeeseTables;

/// The folder of the tables that the user has built.
static FOLDER: OnceLock<PathBuf> = OnceLock::new();

/// Tables of up to ten geese.
static PACK: &[u8] = include_bytes!("../../tables/fox-geese.qvp");

/// Names a folder of tables that the user has built. Call it once, before the tables are used; later calls have no effect.
pub fn set_table_folder(folder: PathBuf) {
    let _ = FOLDER.set(folder);
}

/// All available tables, opened on first use: those of [`set_table_folder`] and those of the program.
pub fn shipped() -> &'static FoxGeeseTables {
    static TABLES: OnceLock<FoxGeeseTables> = OnceLock::new();
    TABLES.get_or_init(|| {
        let shipped = FoxGeeseTables::from_pack(PACK);
        match FOLDER.get() {
            Some(folder) => FoxGeeseTables::open(folder).or(shipped),
            None => shipped,
        }
    })
}
