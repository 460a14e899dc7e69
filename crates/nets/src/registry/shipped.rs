//! The networks that are part of the program: embedded in it, or files that come when they are needed.

use std::collections::BTreeSet;

use super::NetworkEntry;

#[cfg(not(target_arch = "wasm32"))]
mod embedded {
    use include_dir::{Dir, include_dir};

    use super::{BTreeSet, NetworkEntry};

    /// The networks of this crate, a folder for each encoding.
    static EMBEDDED: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/weights");

    pub(crate) fn paths() -> BTreeSet<String> {
        let files = EMBEDDED.dirs().flat_map(Dir::files).filter_map(|file| file.path().to_str());
        files.map(|path| path.replace('\\', "/")).collect()
    }

    pub(crate) fn read(path: &str) -> Option<&'static [u8]> {
        EMBEDDED.get_file(path).map(include_dir::File::contents)
    }

    /// Nothing is described beforehand.
    pub(crate) fn described() -> Option<Vec<NetworkEntry>> {
        None
    }
}

#[cfg(not(target_arch = "wasm32"))]
pub(super) use embedded::{described, paths, read};

#[cfg(target_arch = "wasm32")]
pub(super) use fetched::{described, paths, read};

#[cfg(target_arch = "wasm32")]
mod fetched {
    use std::collections::BTreeMap;
    use std::sync::OnceLock;

    use quevedo_core::platform::read_file;
    use serde::Deserialize;

    use super::{BTreeSet, NetworkEntry};

    /// What there is, in one file: describing a network would read its weights.
    #[derive(Default, Deserialize)]
    struct Index {
        /// The content of the short files, by their paths.
        texts: BTreeMap<String, String>,
        networks: Vec<NetworkEntry>,
    }

    fn index() -> &'static Index {
        static INDEX: OnceLock<Index> = OnceLock::new();
        INDEX.get_or_init(|| {
            let bytes = read_file("weights/index.json").unwrap_or_default();
            serde_json::from_slice(bytes).unwrap_or_default()
        })
    }

    pub(crate) fn paths() -> BTreeSet<String> {
        let weights = index().networks.iter().map(|net| format!("{}/{}.qnet", net.encoding, net.name));
        index().texts.keys().cloned().chain(weights).collect()
    }

    pub(crate) fn read(path: &str) -> Option<&'static [u8]> {
        match index().texts.get(path) {
            Some(text) => Some(text.as_bytes()),
            None => read_file(&format!("weights/{path}")),
        }
    }

    pub(crate) fn described() -> Option<Vec<NetworkEntry>> {
        Some(index().networks.clone())
    }
}
