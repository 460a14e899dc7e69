//! Chess with few men, out of the Syzygy tables that a user has.
//!
//! Ronald de Man's tables hold, for every placement of up to seven men without castling rights, who wins under the fifty-move
//! rule (WDL, files `*.rtbw`) and in how many plies the winner mates, takes or moves a pawn (DTZ, files `*.rtbz`). They are too
//! large to come with a program: [`open`] or the environment variable `QUEVEDO_SYZYGY` names the folders. Who names none has no
//! tables, and hears nothing of it; whatever is wrong with folders that were named is told by [`warnings`].
//!
//! * `material`: which men there are, and which men can be left after a move;
//! * `folders`: which tables there are, and whether all that they lead to are there too;
//! * `probing`: asking one of them, by the crate `pyrrhic-rs`;
//! * `solver`: what the answers mean with the clock of the fifty-move rule running.
//!
//! R. de Man, "Syzygy endgame tablebases", 2013: <https://github.com/syzygy1/tb>.

mod folders;
mod material;
mod probing;
mod solver;

use std::sync::OnceLock;

pub use probing::Tables;
pub use solver::Solver;

use folders::Shelf;

/// Names the folders of the tables, joined by `:`.
const FOLDERS_VARIABLE: &str = "QUEVEDO_SYZYGY";

/// The tables of this process: there can be only one set, for the crate that reads them keeps it in one place.
static OPENED: OnceLock<Opened> = OnceLock::new();

struct Opened {
    folders: String,
    tables: Option<Tables>,
    warnings: Vec<String>,
}

impl Opened {
    fn new(folders: &str) -> Self {
        let (shelf, mut warnings) = Shelf::read(folders);
        let tables = shelf.and_then(|shelf| {
            let tables = Tables::new(shelf);
            if tables.is_none() {
                warnings.push(format!("the tables in `{folders}` could not be opened"));
            }
            tables
        });
        Self { folders: folders.into(), tables, warnings }
    }

    fn from_environment() -> Self {
        let named = std::env::var_os(FOLDERS_VARIABLE).unwrap_or_default();
        match named.to_str() {
            Some(folders) => Self::new(folders),
            None => Self {
                folders: String::new(),
                tables: None,
                warnings: vec![format!("{FOLDERS_VARIABLE} is not UTF-8: {}", named.display())],
            },
        }
    }
}

/// The tables are opened once, by the first who asks them.
#[derive(Debug, thiserror::Error)]
#[error("the tables in `{0}` are in use already: start again to use others")]
pub struct InUse(String);

/// Opens the tables in these folders, joined by `:`, instead of those that the environment names. It has to be done before
/// anybody asks for tables; doing it again with the same folders changes nothing. What is wrong with the folders is told by
/// [`warnings`].
pub fn open(folders: &str) -> Result<(), InUse> {
    let opened = OPENED.get_or_init(|| Opened::new(folders));
    if opened.folders == folders { Ok(()) } else { Err(InUse(opened.folders.clone())) }
}

/// Opens the tables in these folders, joined by `:`, for all players that are made afterwards; what is wrong with them, in
/// words.
pub fn open_tables(folders: &str) -> Vec<String> {
    match open(folders) {
        Ok(()) => warnings(),
        Err(in_use) => vec![in_use.to_string()],
    }
}

fn opened() -> &'static Opened {
    OPENED.get_or_init(Opened::from_environment)
}

/// The tables at hand, if any; opened on first use.
pub fn tables() -> Option<&'static Tables> {
    opened().tables.as_ref()
}

/// What is wrong with the folders that were named, in sentences; empty if nothing is, or if none were named.
pub fn warnings() -> Vec<String> {
    let opened = opened();
    let broken = opened.tables.as_ref().filter(|tables| tables.are_broken());
    let broken = broken.map(|_| format!("a table in `{}` is damaged: none is asked any more", opened.folders));
    opened.warnings.iter().cloned().chain(broken).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_wrong_is_told_and_nothing_is_opened() {
        let folder = tempfile::tempdir().unwrap();
        let missing = folder.path().join("missing").display().to_string();
        let opened = Opened::new(&missing);
        assert!(opened.tables.is_none());
        assert!(opened.warnings.len() == 1 && opened.warnings[0].contains(&missing), "{:?}", opened.warnings);
        let opened = Opened::new("");
        assert!(opened.tables.is_none() && opened.warnings.is_empty());
    }
}
