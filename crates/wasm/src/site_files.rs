//! Writes the files that the program in a browser fetches when they are needed: networks, tables, books.

use std::collections::BTreeMap;
use std::path::Path;
use std::{env, fs, io};

use quevedo_nets::registry::networks;
use serde_json::json;

fn main() -> io::Result<()> {
    let folder = env::args_os().nth(1).ok_or_else(|| io::Error::other("the folder is missing"))?;
    let folder = Path::new(&folder);
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut texts = BTreeMap::new();
    for net in networks().all() {
        let path = format!("{}/{}.qnet", net.encoding, net.name);
        copy(&sources.join("nets/weights").join(&path), &folder.join("weights").join(&path))?;
        if let Some(best) = networks().best(&net.encoding) {
            texts.insert(format!("{}/best", net.encoding), best.to_owned());
        }
    }
    let index = json!({ "texts": texts, "networks": networks().all() });
    fs::write(folder.join("weights/index.json"), index.to_string())?;
    copy(&sources.join("solve/tables/fox-geese.qvp"), &folder.join("tables/fox-geese.qvp"))?;
    copy(&sources.join("solve/books/connect4-7x6.book"), &folder.join("books/connect4-7x6.book"))
}

fn copy(from: &Path, to: &Path) -> io::Result<()> {
    to.parent().map_or(Ok(()), fs::create_dir_all)?;
    fs::copy(from, to).map(drop)
}
