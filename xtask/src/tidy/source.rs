//! What no text of the repository may say, and what every crate must.
//!
//! The search words are put together from halves, so that this file does not contain them.

use super::Problem;
use super::tree::{File, Tree};

/// Macros that stand for work not done, and what to do about them.
const UNFINISHED: [(&str, &str); 3] = [
    (concat!("to", "do!"), "do it, or return an error that says what is missing"),
    (concat!("unimple", "mented!"), "do it, or leave the item out"),
    (concat!("db", "g!"), "take it out"),
];

/// How a test is left out of ordinary runs.
const LEFT_OUT: &str = concat!("#[ig", "nore");

/// Folders of people's own machines.
const LOCAL_FOLDERS: [&str; 4] =
    [concat!("/ho", "me/"), concat!("/ro", "ot/"), concat!("/Us", "ers/"), concat!("\\Us", "ers\\")];

/// Checks what the files say.
pub(super) fn check(tree: &Tree) -> Vec<Problem> {
    let mut problems = Vec::new();
    for file in &tree.files {
        let is_rust = file.extension() == "rs";
        for (line, text) in file.lines() {
            let rust = [unfinished(text), left_out(text)].into_iter().flatten().filter(|_| is_rust);
            let found = rust.chain(local_folder(text));
            problems.extend(found.map(|what| Problem::new(&file.path, line, what)));
        }
        problems.extend(undocumented(file));
    }
    problems
}

fn unfinished(line: &str) -> Option<String> {
    let stands_alone = |needle: &str| before_each(line, needle).any(|c| !c.is_some_and(is_word));
    let (name, advice) = UNFINISHED.iter().find(|(name, _)| stands_alone(name))?;
    Some(format!("`{name}` is no finished work: {advice}"))
}

fn left_out(line: &str) -> Option<String> {
    let (_, rest) = line.split_once(LEFT_OUT)?;
    let reason = rest.trim_start().strip_prefix('=').and_then(|rest| rest.trim_start().strip_prefix('"'));
    let has_reason = reason.is_some_and(|reason| !reason.starts_with('"'));
    (!has_reason).then(|| format!("a test is left out without saying why: write `{LEFT_OUT} = \"reason\"]`"))
}

/// A path that holds on one machine only. Behind a word it is a part of something else, such as a web address.
fn local_folder(line: &str) -> Option<String> {
    let begins = |c: Option<char>| !c.is_some_and(|c| is_word(c) || ".-~}".contains(c));
    let found = LOCAL_FOLDERS.iter().find(|folder| before_each(line, folder).any(begins))?;
    Some(format!("`{found}` exists on somebody's machine only: write a path from the root of the repository"))
}

/// The root of a crate begins with what the crate is.
fn undocumented(file: &File) -> Option<Problem> {
    let path = file.path.as_str();
    let is_root = path.ends_with("src/lib.rs") || path.ends_with("src/main.rs") || path.contains("/fuzz_targets/");
    let documented = file.text.as_deref().is_some_and(|text| text.starts_with("//!"));
    let what = "the root of a crate begins with `//!` and what the crate is: say it";
    (is_root && !documented).then(|| Problem::new(path, 1, what))
}

/// The character before each place where `needle` stands; `None` at the beginning of a line.
fn before_each(line: &str, needle: &str) -> impl Iterator<Item = Option<char>> {
    line.match_indices(needle).map(|(at, _)| line[..at].chars().next_back())
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

#[cfg(test)]
mod tests {
    use super::super::tree::tests::tree;
    use super::*;

    fn problems(path: &str, text: &str) -> Vec<(usize, String)> {
        check(&tree(&[(path, text)])).into_iter().map(|problem| (problem.line, problem.what)).collect()
    }

    #[test]
    fn unfinished_work_is_reported() {
        for (name, _) in UNFINISHED {
            let found = problems("crates/a/src/b.rs", &format!("fn a() {{\n    {name}(\"x\")\n}}\n"));
            assert_eq!(found.len(), 1);
            assert_eq!(found[0].0, 2);
            assert!(found[0].1.contains(name));
            assert_eq!(problems("crates/a/src/b.rs", &format!("core::{name}()")).len(), 1);
            assert_eq!(problems("crates/a/src/b.rs", &format!("not_{name}()")), []);
            assert_eq!(problems("docs/style.md", &format!("Never write {name}()")), []);
        }
    }

    #[test]
    fn tests_are_left_out_with_a_reason() {
        for bad in ["]", " = \"\"]", " ]", " = 3]"] {
            assert_eq!(problems("a.rs", &format!("{LEFT_OUT}{bad}")).len(), 1, "{bad}");
        }
        assert_eq!(problems("a.rs", &format!("    {LEFT_OUT} = \"takes an hour\"]")), []);
        assert_eq!(problems("a.md", &format!("{LEFT_OUT}]")), []);
    }

    #[test]
    fn local_folders_are_reported_in_any_text() {
        for folder in LOCAL_FOLDERS {
            for before in ["", "see ", "\"", "file://", "C:"] {
                assert_eq!(problems("README.md", &format!("a\n{before}{folder}me")).len(), 1, "{before}{folder}");
            }
            assert_eq!(problems("README.md", &format!("https://example.org{folder}page")), []);
        }
    }

    #[test]
    fn crate_roots_say_what_they_are() {
        for root in ["crates/a/src/lib.rs", "xtask/src/main.rs", "fuzz/fuzz_targets/a.rs"] {
            assert_eq!(problems(root, "//! A crate.\nmod a;\n"), []);
            assert_eq!(problems(root, "mod a;\n//! A crate.\n").len(), 1);
            assert_eq!(problems(root, "").len(), 1);
        }
        assert_eq!(problems("crates/a/src/b.rs", "mod a;\n"), []);
    }

    #[test]
    fn files_that_are_no_text_are_let_be() {
        let file = File { path: "web/king.png".into(), bytes: 9, text: None };
        assert_eq!(check(&Tree { files: vec![file] }), []);
    }
}
