//! The manual as a book: mdBook builds it, and every link of its pages leads somewhere.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::shell::{self, program, root, run, succeeds};

/// Builds the book and follows its links, where mdBook is there.
pub(crate) fn test() -> Result<()> {
    if !succeeds(&mut program("mdbook", &["--version"])) {
        println!("No mdbook here (cargo install mdbook --locked): the manual is not built as a book.");
        return Ok(());
    }
    let folder = shell::target().join("book");
    run(program("mdbook", &["build", "docs", "--dest-dir"]).arg(&folder).current_dir(root()))?;
    let pages = pages(&folder)?;
    let broken = broken_links(&folder, &pages);
    if !broken.is_empty() {
        bail!("links of the book lead nowhere:\n{}", broken.join("\n"));
    }
    println!("{} pages in {}, all links lead somewhere.", pages.len(), folder.display());
    Ok(())
}

/// The pages of the book by their paths.
fn pages(folder: &Path) -> Result<HashMap<PathBuf, String>> {
    let mut pages = HashMap::new();
    for entry in fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "html") {
            let text = fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
            pages.insert(path, text);
        }
    }
    Ok(pages)
}

/// Links to files that do not exist, and to places that a page does not have.
fn broken_links(folder: &Path, pages: &HashMap<PathBuf, String>) -> Vec<String> {
    let mut broken = Vec::new();
    for (path, text) in pages {
        for link in links(text) {
            let (file, place) = link.split_once('#').unwrap_or((link, ""));
            let target = if file.is_empty() { path.clone() } else { folder.join(file) };
            let has_place = pages.get(&target).is_none_or(|page| place.is_empty() || has_id(page, place));
            if !target.exists() || !has_place {
                let name = path.strip_prefix(folder).unwrap_or(path);
                broken.push(format!("{}: {link}", name.display()));
            }
        }
    }
    broken.sort();
    broken
}

/// What the page links to or shows, other sites left out.
fn links(page: &str) -> impl Iterator<Item = &str> {
    let values = ["href=\"", "src=\""].into_iter().flat_map(|attribute| page.split(attribute).skip(1));
    let links = values.filter_map(|rest| rest.split('"').next());
    links.filter(|link| !link.contains(':') && !link.is_empty())
}

fn has_id(page: &str, place: &str) -> bool {
    page.contains(&format!("id=\"{place}\""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_that_lead_nowhere_are_found() {
        let folder = tempfile::tempdir().unwrap();
        let page = "<a href=\"b.html#there\"></a><a href=\"#here\"></a><p id=\"here\"></p>\
                    <a href=\"https://example.org/x\"></a><img src=\"picture.svg\">\
                    <a href=\"b.html#gone\"></a><a href=\"c.html\"></a><a href=\"#away\"></a>";
        for (name, text) in [("a.html", page), ("b.html", "<h1 id=\"there\">"), ("picture.svg", "")] {
            fs::write(folder.path().join(name), text).unwrap();
        }
        let broken = broken_links(folder.path(), &pages(folder.path()).unwrap());
        assert_eq!(broken, ["a.html: #away", "a.html: b.html#gone", "a.html: c.html"]);
    }
}
