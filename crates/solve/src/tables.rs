//! The folder of the tables that the user has built.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

static FOLDER: OnceLock<PathBuf> = OnceLock::new();

/// Names a folder of tables that the user has built. Call it once, before the tables are used; later calls have no effect.
pub fn set_table_folder(folder: PathBuf) {
    let _ = FOLDER.set(folder);
}

pub(crate) fn table_folder() -> Option<&'static Path> {
    FOLDER.get().map(PathBuf::as_path)
}
