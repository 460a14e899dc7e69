//! Files that break a rule until they are mended. Nothing is added here: mend the file instead.

use super::Problem;

/// The name of a list, and beginnings of paths.
pub(super) struct List(&'static str, &'static [&'static str]);

/// Files in which invariants are still broken.
pub(super) const BROKEN: List = List("BROKEN", &[]);

impl List {
    /// The problems outside of the known files, and the known files that have none any more.
    pub(super) fn others(&self, problems: Vec<Problem>) -> Vec<Problem> {
        let Self(name, places) = self;
        let is_known = |problem: &Problem| places.iter().any(|place| problem.path.starts_with(place));
        let is_clean = |place: &&&str| !problems.iter().any(|problem| problem.path.starts_with(**place));
        let what = format!("in order now: take it out of {name} in xtask/src/tidy/known.rs");
        let clean = places.iter().filter(is_clean).map(|place| Problem::new(place, 1, &*what)).collect::<Vec<_>>();
        problems.into_iter().filter(|problem| !is_known(problem)).chain(clean).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_problems_pass_until_they_are_mended() {
        let problems = || ["a/b.rs", "c.rs"].map(|path| Problem::new(path, 3, "bad")).to_vec();
        assert_eq!(List("A", &["a/"]).others(problems()), [Problem::new("c.rs", 3, "bad")]);
        let found = List("A", &["a/", "c.rs", "d.rs"]).others(problems());
        assert_eq!(found.len(), 1);
        assert!(found[0].to_string().starts_with("d.rs:1: in order now: take it out of A"));
    }
}
