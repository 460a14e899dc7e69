//! The openings that are shipped with the program: one file a game, named by the game's id, made by `quevedo openings`.

use include_dir::{Dir, include_dir};

static OPENINGS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/openings");

/// The openings of a game, one a line; `None` if it has no file.
pub(crate) fn openings(game: &str) -> Option<&'static str> {
    OPENINGS.get_file(format!("{}.txt", game.replace(':', "-")))?.contents_utf8()
}
