//! What the environment says, read once at the start. Nothing below the command line reads a setting from it.

use std::env;
use std::io::{self, Write};
use std::path::PathBuf;

use etcetera::BaseStrategy;
use quevedo_catalog::{set_syzygy_folders, set_table_folder};
use quevedo_nets::registry;

/// Folders of Syzygy tables, joined by `:`.
const SYZYGY: &str = "QUEVEDO_SYZYGY";
/// A folder of tables that the user has built.
const TABLES: &str = "QUEVEDO_TABLES";
/// The folder of networks inside the data folder.
const NETWORKS: &str = "networks";

/// Names the tables and networks of the user to those that use them. Call it before a game is searched.
pub(crate) fn apply() {
    match env::var(SYZYGY) {
        Ok(folders) => set_syzygy_folders(folders),
        Err(env::VarError::NotPresent) => {}
        Err(env::VarError::NotUnicode(folders)) => {
            let _ = writeln!(io::stderr(), "{SYZYGY} is ignored: it is not UTF-8: {}", folders.display());
        }
    }
    if let Some(folder) = env::var_os(TABLES) {
        set_table_folder(folder.into());
    }
    let networks = networks_folder();
    if networks.is_dir()
        && let Err(error) = registry::use_folder(&networks)
    {
        let _ = writeln!(io::stderr(), "{} is ignored: {error}", networks.display());
    }
}

/// The folder of the networks that the user has installed.
pub(crate) fn networks_folder() -> PathBuf {
    data_folder().join(NETWORKS)
}

/// The folder for data on this platform, or the current one.
pub(crate) fn data_folder() -> PathBuf {
    etcetera::choose_base_strategy().map_or_else(|_| ".".into(), |base| base.data_dir().join("quevedo"))
}
