//! The manual: its table of contents is complete, and links lead to files that are there.

use std::collections::HashSet;

use super::Problem;
use super::tree::{File, Tree};

/// The table of contents of the manual.
const CONTENTS: &str = "docs/SUMMARY.md";

/// Checks the links of all pages, and that the manual has every page of its folder.
pub(super) fn check(tree: &Tree) -> Vec<Problem> {
    let paths: HashSet<&str> = tree.files.iter().map(|file| file.path.as_str()).collect();
    let pages = tree.files.iter().filter(|file| file.extension() == "md");
    let mut problems: Vec<Problem> = pages.flat_map(|page| broken_links(page, &paths)).collect();
    problems.extend(missing_pages(tree));
    problems
}

/// Links of a page to files that do not exist.
fn broken_links(page: &File, paths: &HashSet<&str>) -> Vec<Problem> {
    let text = page.text.as_deref().unwrap_or_default();
    let folder = page.path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let mut problems = Vec::new();
    for (number, line) in text.lines().enumerate() {
        for target in links(line) {
            let path = resolve(folder, target);
            // A folder is there if a file is in it.
            let is_there = paths.contains(path.as_str()) || paths.iter().any(|known| is_inside(known, &path));
            if !is_there {
                problems.push(Problem::new(&page.path, number + 1, format!("the link to `{target}` leads nowhere")));
            }
        }
    }
    problems
}

/// The targets of the links of a line that name a file of the repository.
fn links(line: &str) -> impl Iterator<Item = &str> {
    line.split("](").skip(1).filter_map(|rest| {
        let target = rest.split(')').next()?;
        let file = target.split('#').next()?;
        // Pages of rules draw positions: `![…](@game)`.
        let is_file = !file.is_empty()
            && !file.starts_with('@')
            && !file.contains("://")
            && !file.starts_with("mailto:")
            && !file.contains(' ');
        is_file.then_some(file)
    })
}

/// A path relative to a folder as one from the root.
fn resolve(folder: &str, target: &str) -> String {
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in target.split('/').filter(|part| !part.is_empty() && *part != ".") {
        if part == ".." {
            parts.pop();
        } else {
            parts.push(part);
        }
    }
    parts.join("/")
}

fn is_inside(path: &str, folder: &str) -> bool {
    path.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'))
}

/// Pages of the manual that its table of contents does not name.
fn missing_pages(tree: &Tree) -> Vec<Problem> {
    let Some(contents) = tree.files.iter().find(|file| file.path == CONTENTS) else { return Vec::new() };
    let named: HashSet<&str> = contents.text.as_deref().unwrap_or_default().lines().flat_map(links).collect();
    let pages = tree.files.iter().filter(|file| file.path != CONTENTS).filter_map(|file| {
        let name = file.path.strip_prefix("docs/")?;
        (file.extension() == "md" && !named.contains(name)).then_some(file)
    });
    pages.map(|page| Problem::new(&page.path, 1, format!("{CONTENTS} does not name this page"))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problems(files: &[(&str, &str)]) -> Vec<String> {
        let file = |&(path, text): &(&str, &str)| File { path: path.into(), bytes: 1, text: Some(text.into()) };
        check(&Tree { files: files.iter().map(file).collect() }).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn links_that_lead_somewhere_pass() {
        let readme = "[a](docs/a.md#part), [b](https://example.org/x.md), [c](#here), [d](crates/), `f](x y)`";
        let files = [("README.md", readme), ("docs/a.md", "[up](../README.md)"), ("crates/x.rs", "")];
        assert_eq!(problems(&files), Vec::<String>::new());
    }

    #[test]
    fn a_link_that_leads_nowhere_is_found() {
        let found = problems(&[("docs/a.md", "fine\n[b](../b.md)")]);
        assert_eq!(found, ["docs/a.md:2: the link to `../b.md` leads nowhere"]);
    }

    #[test]
    fn the_table_of_contents_is_complete() {
        let found = problems(&[("docs/SUMMARY.md", "- [A](a.md)"), ("docs/a.md", ""), ("docs/b.md", "")]);
        assert_eq!(found, ["docs/b.md:1: docs/SUMMARY.md does not name this page"]);
    }
}
