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

/// The default folder for files that came over a queue.
#[cfg(feature = "queue")]
pub(crate) fn cache_folder() -> PathBuf {
    let base = etcetera::choose_base_strategy().map(|base| base.cache_dir());
    base.unwrap_or_else(|_| env::temp_dir()).join("quevedo").join("files")
}

/// The default name of a worker: machine name and process id.
#[cfg(feature = "queue")]
pub(crate) fn worker_name() -> String {
    let kernel = std::fs::read_to_string("/proc/sys/kernel/hostname").ok();
    let named = kernel.or_else(|| env::var("HOSTNAME").ok()).or_else(|| env::var("COMPUTERNAME").ok());
    let machine = named.as_deref().map_or("worker", str::trim);
    format!("{machine}-{}", std::process::id())
}

/// The folder for data on this platform, or the current one.
pub(crate) fn data_folder() -> PathBuf {
    etcetera::choose_base_strategy().map_or_else(|_| ".".into(), |base| base.data_dir().join("quevedo"))
}
