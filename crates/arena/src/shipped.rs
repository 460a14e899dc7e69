//! The openings that are shipped with the program: one file a game, named by the game's id, made by `quevedo openings`.

use rust_embed::RustEmbed;

#[derive(RustEmbed)]
#[folder = "openings"]
struct Files;

/// The openings of a game, one a line; `None` if it has no file.
pub(crate) fn openings(game: &str) -> Option<String> {
    let file = Files::get(&format!("{}.txt", game.replace(':', "-")))?;
    String::from_utf8(file.data.into_owned()).ok()
}
