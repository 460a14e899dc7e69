//! The puzzles that come with the program: one file a game, named by the game's id, made by `quevedo puzzles make`.

use std::collections::HashMap;
use std::sync::{LazyLock, Mutex, PoisonError};

use include_dir::{Dir, include_dir};

use crate::{Puzzle, read_puzzles};

static PUZZLES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/puzzles");

/// Files that were read. They are part of the program: what is leaked here is read once for each game.
static READ: LazyLock<Mutex<HashMap<String, &'static [Puzzle]>>> = LazyLock::new(Mutex::default);

/// The puzzles of a game, by its id; empty if it has none.
pub fn shipped(game: &str) -> &'static [Puzzle] {
    let Some(file) = PUZZLES.get_file(format!("{}.jsonl", game.replace(':', "-"))) else { return &[] };
    let mut read = READ.lock().unwrap_or_else(PoisonError::into_inner);
    read.entry(game.into()).or_insert_with(|| {
        // A damaged file, which only a broken build has, holds no puzzles; the tests read every one.
        let puzzles = file.contents_utf8().and_then(|text| read_puzzles(text).ok());
        Vec::leak(puzzles.unwrap_or_default())
    })
}
