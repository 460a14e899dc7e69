//! What lies in the folders: which tables can be asked, and what is wrong with the others.
//!
//! The crate that reads tables trusts them: it follows every offset in a file and looks for tables of captures and promotions
//! while it answers. So a folder with a damaged file is not used at all, and a table only if those of every material that one
//! move can leave are there.
//!
//! A table begins with four bytes that say of which kind it is, and ends with a checksum of 16 bytes behind a multiple of 64.
//! Only these two are looked at: reading whole sets, up to terabytes, whenever they are opened would take too long. Bytes that
//! were changed inside a file, or cut off its end by a multiple of 64, are not noticed here.

use std::collections::HashSet;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use super::material::Material;

/// Ends of file names, and how such files begin. We use no distances to mate, but they are looked at when tables are opened.
const RESULTS: (&str, [u8; 4]) = ("rtbw", [0x71, 0xe8, 0x23, 0x5d]);
const DISTANCES: (&str, [u8; 4]) = ("rtbz", [0xd7, 0x66, 0x0c, 0xa5]);
const MATES: &str = "rtbm";

const BLOCK: u64 = 64;
const CHECKSUM: u64 = 16;

/// What can be wrong with a folder or a file in it.
#[derive(Debug, thiserror::Error)]
enum Trouble {
    #[error("{folder}: no such folder of chess tables ({error})", folder = .0.display(), error = .1)]
    NoFolder(PathBuf, std::io::Error),
    #[error("{}: no chess tables are in it, which are files such as KQvK.rtbw", .0.display())]
    Empty(PathBuf),
    #[error("{file}: {why}, so the tables of that folder are not used", file = .0.display(), why = .1)]
    Damaged(PathBuf, String),
    #[error(
        "{0} tables of chess are not used, because those of what captures and promotions leave are missing, as for {1}"
    )]
    Incomplete(usize, String),
    #[error("the folders of chess tables cannot be named with a zero byte")]
    ZeroByte,
}

/// The tables that can be asked.
#[derive(Debug, Default)]
pub(super) struct Shelf {
    /// The folders that are used, joined by `:`.
    pub(super) folders: String,
    /// Materials whose result is known, and those whose distance is known as well.
    pub(super) results: HashSet<Material>,
    pub(super) distances: HashSet<Material>,
    /// The most men of a table.
    pub(super) men: u32,
}

impl Shelf {
    /// Looks through folders joined by `:`. There is no shelf if there are no tables.
    pub(super) fn read(folders: &str) -> (Option<Self>, Vec<String>) {
        let (mut found, mut warnings) = (Vec::new(), Vec::new());
        if folders.contains('\0') {
            return (None, vec![Trouble::ZeroByte.to_string()]);
        }
        let mut used = Vec::new();
        for folder in folders.split(':').filter(|folder| !folder.is_empty()) {
            match read_folder(Path::new(folder)) {
                Ok(files) => {
                    found.extend(files);
                    used.push(folder);
                }
                Err(wrong) => warnings.extend(wrong.iter().map(ToString::to_string)),
            }
        }
        let (shelf, incomplete) = Self::new(used.join(":"), &found);
        warnings.extend(incomplete.map(|trouble| trouble.to_string()));
        (Some(shelf).filter(|shelf| !shelf.results.is_empty()), warnings)
    }

    /// Keeps those tables whose captures and promotions all lead to tables that are kept, or to bare kings.
    fn new(folders: String, found: &[Table]) -> (Self, Option<Trouble>) {
        let mut shelf = Self { folders, ..Self::default() };
        let mut tables: Vec<&Table> = found.iter().filter(|table| table.has_results).collect();
        tables.sort_by_key(|table| (table.material.men(), table.material.pawns()));
        let mut left_out = Vec::new();
        for table in tables {
            let is_known = |left: &Material| left.men() == 2 || shelf.results.contains(left);
            if table.material.successors().iter().all(is_known) {
                shelf.results.insert(table.material);
                shelf.men = shelf.men.max(table.material.men());
            } else {
                left_out.push(&table.name);
            }
        }
        let distances = found.iter().filter(|table| !table.has_results).map(|table| table.material);
        shelf.distances = distances.filter(|material| shelf.results.contains(material)).collect();
        let trouble = left_out.first().map(|name| Trouble::Incomplete(left_out.len(), (*name).clone()));
        (shelf, trouble)
    }
}

/// A file of results or of distances.
#[derive(Debug)]
struct Table {
    name: String,
    material: Material,
    has_results: bool,
}

/// The tables in a folder, or all that is wrong with it.
fn read_folder(folder: &Path) -> Result<Vec<Table>, Vec<Trouble>> {
    let none = |error| vec![Trouble::NoFolder(folder.into(), error)];
    let (mut tables, mut wrong) = (Vec::new(), Vec::new());
    for entry in folder.read_dir().map_err(none)? {
        let path = entry.map_err(none)?.path();
        match read_table(&path) {
            Ok(table) => tables.extend(table),
            Err(why) => wrong.push(Trouble::Damaged(path, why)),
        }
    }
    match (tables.is_empty(), wrong.is_empty()) {
        (_, false) => Err(wrong),
        (true, true) => Err(vec![Trouble::Empty(folder.into())]),
        (false, true) => Ok(tables),
    }
}

/// The table in a file, `None` if it is something else, or what is wrong with it.
fn read_table(path: &Path) -> Result<Option<Table>, String> {
    let part = |part: Option<&std::ffi::OsStr>| part.and_then(|part| part.to_str().map(str::to_owned));
    let (name, ending) = (part(path.file_stem()), part(path.extension()));
    let (Some(name), Some(ending)) = (name, ending) else { return Ok(None) };
    let Some(material) = Material::parse(&name) else { return Ok(None) };
    let begins = [RESULTS, DISTANCES].into_iter().find(|(known, _)| *known == ending).map(|(_, begins)| begins);
    if begins.is_none() && ending != MATES {
        return Ok(None);
    }
    check(path, begins)?;
    let has_results = ending == RESULTS.0;
    Ok(begins.map(|_| Table { name, material, has_results }))
}

/// Whether a file can be read, is as long as a table can be, and begins like one.
fn check(path: &Path, begins: Option<[u8; 4]>) -> Result<(), String> {
    let unreadable = |error: std::io::Error| format!("cannot be read ({error})");
    let mut file = File::open(path).map_err(unreadable)?;
    let length = file.metadata().map_err(unreadable)?.len();
    if length % BLOCK != CHECKSUM || length < BLOCK {
        return Err(format!("is damaged: no table is {length} bytes long"));
    }
    let mut bytes = [0; 4];
    file.read_exact(&mut bytes).map_err(unreadable)?;
    let is_table = begins.is_none_or(|begins| begins == bytes);
    is_table.then_some(()).ok_or_else(|| "is damaged: it does not begin like a table".into())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// A file that looks like a table from outside.
    fn write(folder: &Path, name: &str) {
        let begins = if name.ends_with(RESULTS.0) { RESULTS.1 } else { DISTANCES.1 };
        let mut bytes = [0; 80];
        bytes[..4].copy_from_slice(&begins);
        fs::write(folder.join(name), bytes).unwrap();
    }

    fn read(folder: &Path) -> (Option<Shelf>, Vec<String>) {
        Shelf::read(folder.to_str().unwrap())
    }

    #[test]
    fn no_folder_is_no_trouble() {
        for folders in ["", ":", "::"] {
            let (shelf, warnings) = Shelf::read(folders);
            assert!(shelf.is_none() && warnings.is_empty());
        }
    }

    #[test]
    fn folders_that_are_missing_or_empty_are_told() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("readme.txt"), "no table").unwrap();
        let missing = folder.path().join("missing");
        for (folder, word) in [(folder.path(), "no chess tables"), (&missing, "no such folder")] {
            let (shelf, warnings) = read(folder);
            assert!(shelf.is_none());
            assert!(warnings.len() == 1 && warnings[0].contains(word), "{warnings:?}");
        }
        assert_eq!(Shelf::read("a\0b").1.len(), 1);
    }

    #[test]
    fn damaged_files_are_told_and_their_folder_not_used() {
        let damaged: [(&[u8], &str); 4] =
            [(b"", "0 bytes"), (&[0; 100], "100 bytes"), (&[0; 80], "begin"), (&[0; 16], "16 bytes")];
        for (bytes, word) in damaged {
            let folder = tempfile::tempdir().unwrap();
            write(folder.path(), "KRvK.rtbw");
            fs::write(folder.path().join("KQvK.rtbw"), bytes).unwrap();
            let (shelf, warnings) = read(folder.path());
            assert!(shelf.is_none());
            assert!(
                warnings.len() == 1 && warnings[0].contains("KQvK.rtbw") && warnings[0].contains(word),
                "{warnings:?}"
            );
        }
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("KQvK.rtbw")).unwrap();
        assert!(read(folder.path()).0.is_none());
    }

    #[test]
    fn a_table_needs_those_that_it_leads_to() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["KQvK.rtbw", "KRvK.rtbw", "KBvK.rtbw", "KPvK.rtbw", "KQvK.rtbz", "KPvK.rtbz", "KQvKR.rtbw"] {
            write(folder.path(), name);
        }
        let (shelf, warnings) = read(folder.path());
        let shelf = shelf.unwrap();
        let has = |name: &str| shelf.results.contains(&Material::parse(name).unwrap());
        // A pawn can become a knight, and that table is not there.
        assert!(has("KQvK") && has("KRvK") && has("KQvKR") && !has("KPvK"));
        assert_eq!((shelf.men, shelf.distances.len()), (4, 1));
        assert!(warnings.len() == 1 && warnings[0].contains("KPvK"), "{warnings:?}");
        write(folder.path(), "KNvK.rtbw");
        let (shelf, warnings) = read(folder.path());
        assert!(shelf.unwrap().distances.len() == 2 && warnings.is_empty());
    }
}
