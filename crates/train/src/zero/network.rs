//! The default recipe of networks, and the log of their trainer.

use std::fs;
use std::path::Path;

use quevedo_catalog::GameEntry;
use serde_json::Value as Json;

/// The last line of the log of a trainer, if there is one.
pub(super) fn last_losses(net: &Path) -> Option<Json> {
    let log = fs::read_to_string(net.with_file_name("log.jsonl")).ok()?;
    serde_json::from_str(log.lines().rfind(|line| !line.trim().is_empty())?).ok()
}

/// A small convolutional network with both heads. One unit of log-odds is one unit of the game.
pub(super) fn default_recipe(game: &GameEntry) -> String {
    format!(
        "game = \"{}\"\nname = \"zero\"\n\n[data] # named by the loop\nshards = [\"games\"]\n\n\
         [net]\nkind = \"cnn\"\nscale = {}\nchannels = 32\nlayers = 3\nvalue_planes = 2\nhidden = 32\npolicy = true\n\n\
         [train]\nepochs = 6\nbatch = 1024\nrate = 0.002\nlast_rate = 0.0002\nresult_share = 0.5\nvalidation = 0.02\n",
        game.id(),
        game.unit()
    )
}
