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
    let mut sizes = BTreeMap::new();
    let mut add = |from: &str, to: String| {
        sizes.insert(to.clone(), copy(&sources.join(from), &folder.join(to))?);
        io::Result::Ok(())
    };
    for net in networks().all() {
        let path = format!("{}/{}.qnet", net.encoding, net.name);
        add(&format!("nets/weights/{path}"), format!("weights/{path}"))?;
        if let Some(best) = networks().best(&net.encoding) {
            texts.insert(format!("{}/best", net.encoding), best.to_owned());
        }
    }
    let index = json!({ "texts": texts, "networks": networks().all() });
    fs::write(folder.join("weights/index.json"), index.to_string())?;
    // Those that the solvers ask their host for.
    for (kind, ending) in [("tables", "qvp"), ("books", "book")] {
        for entry in fs::read_dir(sources.join("solve").join(kind))? {
            let name = entry?.file_name();
            let name = name.to_string_lossy();
            if name.ends_with(ending) {
                add(&format!("solve/{kind}/{name}"), format!("{kind}/{name}"))?;
            }
        }
    }
    fs::write(folder.join("files.json"), serde_json::to_string(&sizes)?)
}

/// Copies a file; its size.
fn copy(from: &Path, to: &Path) -> io::Result<u64> {
    to.parent().map_or(Ok(()), fs::create_dir_all)?;
    fs::copy(from, to)
}
