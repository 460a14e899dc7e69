//! What the tests of several modules share.

use std::sync::LazyLock;

use quevedo_catalog::{Catalog, GameEntry};

/// The games of the program.
pub(crate) static CATALOG: LazyLock<Catalog> = LazyLock::new(Catalog::standard);

/// A game of the catalog.
pub(crate) fn game(id: &str) -> GameEntry {
    CATALOG.find(id).unwrap_or_else(|error| panic!("{error}")).clone()
}
