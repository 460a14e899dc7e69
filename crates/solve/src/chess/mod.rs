//! Chess endgames with few pieces, by tables of our own ([`endings`]) and the Syzygy tablebases of the user.
//!
//! Ronald de Man's tables hold, for every position of up to seven pieces without castling rights, who wins under the fifty-move
//! rule (WDL, win/draw/loss, files `*.rtbw`) and the plies to the next mate, capture or pawn move of the winner (DTZ, distance
//! to zeroing, files `*.rtbz`). They are too large to be part of the program: [`open`] or [`set_syzygy_folders`] names their
//! folders. Without folders there are no tables and no warnings; [`warnings`] reports problems with named folders.
//!
//! * `material`: the material of a position, and the material after a capture or promotion;
//! * `folders`: which tables exist, and whether those that they lead to exist too;
//! * `probing`: probes a table by the crate `pyrrhic-rs`;
//! * `solver`: values under the fifty-move rule, where the clock is running.
//!
//! R. de Man, "Syzygy endgame tablebases", 2013: <https://github.com/syzygy1/tb>.

pub mod endings;
mod folders;
mod material;
#[cfg(any(target_arch = "wasm32", all(target_arch = "aarch64", target_os = "linux")))]
#[path = "no_probing.rs"]
mod probing;
#[cfg(not(any(target_arch = "wasm32", all(target_arch = "aarch64", target_os = "linux"))))]
mod probing;
mod solver;

use std::sync::OnceLock;

pub use endings::EndingTables;
pub use material::Material;
pub use probing::SyzygyTables;
pub use solver::ChessSolver;

pub(crate) use solver::{ChessOracle, look_up};

pub use quevedo_book::container::BookError as TableError;

use folders::TableSet;

/// Plies of the fifty-move rule.
pub(crate) const FIFTY_MOVES: i32 = 100;

/// The folders of the tables, joined by `:`, unless [`open`] is called first.
static DEFAULT_FOLDERS: OnceLock<String> = OnceLock::new();

/// The tables of this process. There is only one set, because `pyrrhic-rs` has global state.
static SYZYGY: OnceLock<Syzygy> = OnceLock::new();

struct Syzygy {
    folders: String,
    tables: Option<SyzygyTables>,
    warnings: Vec<String>,
}

impl Syzygy {
    fn new(folders: &str) -> Self {
        let (set, mut warnings) = TableSet::read(folders);
        let tables = set.and_then(|set| {
            let tables = SyzygyTables::new(set);
            if tables.is_none() {
                warnings.push(format!("the chess tables in `{folders}` cannot be opened"));
            }
            tables
        });
        Self { folders: folders.into(), tables, warnings }
    }
}

/// Other tables are open already.
#[derive(Debug, thiserror::Error)]
#[error("the chess tables in `{0}` are already open: restart the program to use others")]
pub struct TablesInUse(String);

/// Names the folders, joined by `:`, whose tables are opened on first use unless [`open`] has named others by then. Call it
/// once; later calls have no effect.
pub fn set_syzygy_folders(folders: String) {
    let _ = DEFAULT_FOLDERS.set(folders);
}

/// Opens the tables in these folders, joined by `:`, instead of those of [`set_syzygy_folders`]. It has to be called before
/// the first probe; a second call with the same folders changes nothing. [`warnings`] reports problems with the folders.
pub fn open(folders: &str) -> Result<(), TablesInUse> {
    let syzygy = SYZYGY.get_or_init(|| Syzygy::new(folders));
    if syzygy.folders == folders { Ok(()) } else { Err(TablesInUse(syzygy.folders.clone())) }
}

/// Opens the tables in these folders, joined by `:`, for all players that are created afterwards. Returns the warnings.
pub fn open_tables(folders: &str) -> Vec<String> {
    match open(folders) {
        Ok(()) => warnings(),
        Err(in_use) => vec![in_use.to_string()],
    }
}

fn syzygy() -> &'static Syzygy {
    SYZYGY.get_or_init(|| Syzygy::new(DEFAULT_FOLDERS.get().map_or("", String::as_str)))
}

/// The tables, if there are any; opened on first use.
pub fn tables() -> Option<&'static SyzygyTables> {
    syzygy().tables.as_ref()
}

/// Warnings about the tables; empty if there are no problems.
pub fn warnings() -> Vec<String> {
    let syzygy = syzygy();
    let damaged = syzygy.tables.as_ref().filter(|tables| tables.are_damaged());
    let damaged =
        damaged.map(|_| format!("a chess table in `{}` is damaged: the tables are not used any more", syzygy.folders));
    syzygy.warnings.iter().cloned().chain(damaged).chain(EndingTables::shipped().warnings()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_folder_gives_a_warning() {
        let folder = tempfile::tempdir().unwrap();
        let missing = folder.path().join("missing").display().to_string();
        let syzygy = Syzygy::new(&missing);
        assert!(syzygy.tables.is_none());
        assert!(syzygy.warnings.len() == 1 && syzygy.warnings[0].contains(&missing), "{:?}", syzygy.warnings);
        let syzygy = Syzygy::new("");
        assert!(syzygy.tables.is_none() && syzygy.warnings.is_empty());
    }
}
