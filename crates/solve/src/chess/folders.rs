//! The table files in the folders: which can be probed, and warnings about the others.
//!
//! `pyrrhic-rs` does not validate tables: it follows every offset in a file and reads the tables of captures and promotions
//! during a probe. So a folder with a damaged file is not used at all, and a table only if the tables of every material after
//! one move exist.
//!
//! A table begins with four magic bytes and ends with a checksum of 16 bytes after a multiple of 64 bytes. Only the magic bytes
//! and the length are checked: verifying the checksums of whole sets, up to terabytes, at every start would take too long.
//! Changed bytes inside a file, or a file cut by a multiple of 64 bytes, are not detected here.

use std::collections::HashSet;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use super::material::Material;

/// File extensions and magic bytes. DTM files (distance to mate) are not used, but `pyrrhic-rs` opens them.
const WDL: (&str, [u8; 4]) = ("rtbw", [0x71, 0xe8, 0x23, 0x5d]);
const DTZ: (&str, [u8; 4]) = ("rtbz", [0xd7, 0x66, 0x0c, 0xa5]);
const DTM: &str = "rtbm";

const BLOCK: u64 = 64;
const CHECKSUM: u64 = 16;

/// A problem with a folder or a file in it.
#[derive(Debug, thiserror::Error)]
enum FolderWarning {
    #[error("{folder}: the folder of chess tables cannot be read ({error})", folder = .0.display(), error = .1)]
    NoFolder(PathBuf, std::io::Error),
    #[error("{}: the folder has no chess tables (files such as KQvK.rtbw)", .0.display())]
    Empty(PathBuf),
    #[error("{file}: {why}; the tables of this folder are not used", file = .0.display(), why = .1)]
    Damaged(PathBuf, String),
    #[error(
        "{0} chess tables are not used, {1} among them, because tables of positions after their captures and promotions are missing"
    )]
    Incomplete(usize, String),
    #[error("the folders of chess tables contain a zero byte, which no path can have")]
    ZeroByte,
}

/// The tables that can be probed.
#[derive(Debug, Default)]
pub(super) struct TableSet {
    /// The folders that are used, joined by `:`.
    pub(super) folders: String,
    /// Materials with a WDL table, and those of them with a DTZ table.
    pub(super) wdl: HashSet<Material>,
    pub(super) dtz: HashSet<Material>,
    /// The most pieces of a table, kings included.
    pub(super) men: u32,
}

impl TableSet {
    /// Reads folders joined by `:`. `None` without tables.
    pub(super) fn read(folders: &str) -> (Option<Self>, Vec<String>) {
        let (mut found, mut warnings) = (Vec::new(), Vec::new());
        if folders.contains('\0') {
            return (None, vec![FolderWarning::ZeroByte.to_string()]);
        }
        let mut used = Vec::new();
        for folder in folders.split(':').filter(|folder| !folder.is_empty()) {
            match read_folder(Path::new(folder)) {
                Ok(files) => {
                    found.extend(files);
                    used.push(folder);
                }
                Err(found) => warnings.extend(found.iter().map(ToString::to_string)),
            }
        }
        let (set, incomplete) = Self::new(used.join(":"), &found);
        warnings.extend(incomplete.map(|warning| warning.to_string()));
        (Some(set).filter(|set| !set.wdl.is_empty()), warnings)
    }

    /// Keeps the tables whose captures and promotions all lead to kept tables or to bare kings.
    fn new(folders: String, found: &[TableFile]) -> (Self, Option<FolderWarning>) {
        let mut set = Self { folders, ..Self::default() };
        let mut tables: Vec<&TableFile> = found.iter().filter(|table| table.is_wdl).collect();
        tables.sort_by_key(|table| (table.material.men(), table.material.pawns()));
        let mut left_out = Vec::new();
        for table in tables {
            let is_known = |left: &Material| left.men() == 2 || set.wdl.contains(left);
            if table.material.successors().iter().all(is_known) {
                set.wdl.insert(table.material);
                set.men = set.men.max(table.material.men());
            } else {
                left_out.push(&table.name);
            }
        }
        let dtz = found.iter().filter(|table| !table.is_wdl).map(|table| table.material);
        set.dtz = dtz.filter(|material| set.wdl.contains(material)).collect();
        let warning = left_out.first().map(|name| FolderWarning::Incomplete(left_out.len(), (*name).clone()));
        (set, warning)
    }
}

/// A WDL or DTZ file.
#[derive(Debug)]
struct TableFile {
    name: String,
    material: Material,
    is_wdl: bool,
}

/// The tables in a folder, or its warnings.
fn read_folder(folder: &Path) -> Result<Vec<TableFile>, Vec<FolderWarning>> {
    let none = |error| vec![FolderWarning::NoFolder(folder.into(), error)];
    let (mut tables, mut warnings) = (Vec::new(), Vec::new());
    for entry in folder.read_dir().map_err(none)? {
        let path = entry.map_err(none)?.path();
        match read_table(&path) {
            Ok(table) => tables.extend(table),
            Err(why) => warnings.push(FolderWarning::Damaged(path, why)),
        }
    }
    match (tables.is_empty(), warnings.is_empty()) {
        (_, false) => Err(warnings),
        (true, true) => Err(vec![FolderWarning::Empty(folder.into())]),
        (false, true) => Ok(tables),
    }
}

/// The table in a file; `None` if it is another file; an error if it is damaged.
fn read_table(path: &Path) -> Result<Option<TableFile>, String> {
    let part = |part: Option<&std::ffi::OsStr>| part.and_then(|part| part.to_str().map(str::to_owned));
    let (name, ending) = (part(path.file_stem()), part(path.extension()));
    let (Some(name), Some(ending)) = (name, ending) else { return Ok(None) };
    let Some(material) = Material::parse(&name) else { return Ok(None) };
    let magic = [WDL, DTZ].into_iter().find(|(known, _)| *known == ending).map(|(_, magic)| magic);
    if magic.is_none() && ending != DTM {
        return Ok(None);
    }
    check(path, magic)?;
    let is_wdl = ending == WDL.0;
    Ok(magic.map(|_| TableFile { name, material, is_wdl }))
}

/// Checks that a file is readable, and has the length and the magic bytes of a table.
fn check(path: &Path, magic: Option<[u8; 4]>) -> Result<(), String> {
    let unreadable = |error: std::io::Error| format!("cannot be read ({error})");
    let mut file = File::open(path).map_err(unreadable)?;
    let length = file.metadata().map_err(unreadable)?.len();
    if length % BLOCK != CHECKSUM || length < BLOCK {
        return Err(format!("is damaged: {length} bytes is not the length of a table"));
    }
    let mut bytes = [0; 4];
    file.read_exact(&mut bytes).map_err(unreadable)?;
    let is_table = magic.is_none_or(|magic| magic == bytes);
    is_table.then_some(()).ok_or_else(|| "is damaged: it does not begin with the magic bytes of a table".into())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// A file with the length and the magic bytes of a table.
    fn write(folder: &Path, name: &str) {
        let magic = if name.ends_with(WDL.0) { WDL.1 } else { DTZ.1 };
        let mut bytes = [0; 80];
        bytes[..4].copy_from_slice(&magic);
        fs::write(folder.join(name), bytes).unwrap();
    }

    fn read(folder: &Path) -> (Option<TableSet>, Vec<String>) {
        TableSet::read(folder.to_str().unwrap())
    }

    #[test]
    fn without_folders_there_are_no_warnings() {
        for folders in ["", ":", "::"] {
            let (set, warnings) = TableSet::read(folders);
            assert!(set.is_none() && warnings.is_empty());
        }
    }

    #[test]
    fn missing_and_empty_folders_give_warnings() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("readme.txt"), "no table").unwrap();
        let missing = folder.path().join("missing");
        for (folder, word) in [(folder.path(), "no chess tables"), (&missing, "cannot be read")] {
            let (set, warnings) = read(folder);
            assert!(set.is_none());
            assert!(warnings.len() == 1 && warnings[0].contains(word), "{warnings:?}");
        }
        assert_eq!(TableSet::read("a\0b").1.len(), 1);
    }

    #[test]
    fn damaged_files_give_warnings_and_their_folder_is_not_used() {
        let damaged: [(&[u8], &str); 4] =
            [(b"", "0 bytes"), (&[0; 100], "100 bytes"), (&[0; 80], "begin"), (&[0; 16], "16 bytes")];
        for (bytes, word) in damaged {
            let folder = tempfile::tempdir().unwrap();
            write(folder.path(), "KRvK.rtbw");
            fs::write(folder.path().join("KQvK.rtbw"), bytes).unwrap();
            let (set, warnings) = read(folder.path());
            assert!(set.is_none());
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
    fn a_table_needs_the_tables_after_captures_and_promotions() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["KQvK.rtbw", "KRvK.rtbw", "KBvK.rtbw", "KPvK.rtbw", "KQvK.rtbz", "KPvK.rtbz", "KQvKR.rtbw"] {
            write(folder.path(), name);
        }
        let (set, warnings) = read(folder.path());
        let set = set.unwrap();
        let has = |name: &str| set.wdl.contains(&Material::parse(name).unwrap());
        // A pawn can promote to a knight, and that table is missing.
        assert!(has("KQvK") && has("KRvK") && has("KQvKR") && !has("KPvK"));
        assert_eq!((set.men, set.dtz.len()), (4, 1));
        assert!(warnings.len() == 1 && warnings[0].contains("KPvK"), "{warnings:?}");
        write(folder.path(), "KNvK.rtbw");
        let (set, warnings) = read(folder.path());
        assert!(set.unwrap().dtz.len() == 2 && warnings.is_empty());
    }
}
