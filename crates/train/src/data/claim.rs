//! Folders that belong to one run: a file has the settings of the run, and is locked while it runs.

use std::fs::OpenOptions;
use std::io::{Read, Write};
use std::path::Path;

use quevedo_arena::LockedFile;
use serde_json::Value as Json;

use super::DataError;

/// Locks the settings file of a folder until the returned value is dropped. A folder of a run with other settings is
/// refused.
pub(crate) fn claim(folder: &Path, name: &str, ours: &Json) -> Result<LockedFile, DataError> {
    let path = folder.join(name);
    let failed = |error| DataError::file(&path, error);
    let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&path).map_err(failed)?;
    let busy = || DataError::Busy { path: folder.display().to_string() };
    let mut file = LockedFile::try_lock(file).ok_or_else(busy)?;
    let mut text = String::new();
    file.read_to_string(&mut text).map_err(failed)?;
    if text.trim().is_empty() {
        writeln!(file, "{ours:#}").map_err(failed)?;
        return Ok(file);
    }
    let known: Json = serde_json::from_str(&text).map_err(|error| DataError::damaged(&path, error.to_string()))?;
    match difference(&known, ours) {
        None => Ok(file),
        Some(problem) => Err(DataError::OtherRun { path: folder.display().to_string(), problem }),
    }
}

/// The first setting that differs, in words. A missing one is null.
fn difference(known: &Json, ours: &Json) -> Option<String> {
    let keys = [known, ours].into_iter().filter_map(Json::as_object).flat_map(|settings| settings.keys());
    let mut pairs = keys.map(|key| (key, &known[key.as_str()], &ours[key.as_str()]));
    let (key, there, here) = pairs.find(|(_, there, here)| there != here)?;
    Some(format!("`{key}` is {there} there and {here} here"))
}
