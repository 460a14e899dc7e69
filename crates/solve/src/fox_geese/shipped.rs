//! The tables that come with the program, and those that its user has built.

use std::path::Path;
use std::sync::OnceLock;

use super::Tables;

/// Names a folder of tables built here, which reach further than those that come with the program.
const FOLDER_VARIABLE: &str = "QUEVEDO_TABLES";

/// Up to ten geese.
static PACK: &[u8] = include_bytes!("../../tables/fox-geese.qvp");

/// All tables at hand, opened on first use.
pub fn shipped() -> &'static Tables {
    static TABLES: OnceLock<Tables> = OnceLock::new();
    TABLES.get_or_init(|| {
        let shipped = Tables::from_pack(PACK);
        match std::env::var_os(FOLDER_VARIABLE) {
            Some(folder) => Tables::open(Path::new(&folder)).or(shipped),
            None => shipped,
        }
    })
}
