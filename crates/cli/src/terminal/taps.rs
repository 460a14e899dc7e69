//! A move is a path of taps: which taps may come next, and when they are a move.
//!
//! All of it works on the legal moves as the session lists them. No rule of any game is known here.

use quevedo_catalog::MoveView;

/// The taps that may follow `taps`, each once, in the order of the moves.
pub(crate) fn next_taps<'a>(legal: &'a [MoveView], taps: &[String]) -> Vec<&'a str> {
    let mut next: Vec<&str> = Vec::new();
    for mv in legal.iter().filter(|mv| mv.taps.starts_with(taps)) {
        if let Some(tap) = mv.taps.get(taps.len())
            && !next.contains(&tap.as_str())
        {
            next.push(tap);
        }
    }
    next
}

/// The move that `taps` are, whether or not a longer one begins with them too.
pub(crate) fn whole_move<'a>(legal: &'a [MoveView], taps: &[String]) -> Option<&'a MoveView> {
    legal.iter().find(|mv| mv.taps == taps)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn legal() -> Vec<MoveView> {
        let paths: [&[&str]; 4] = [&["d7", "d5"], &["d7", "d5", "f5"], &["d7", "c7"], &["pass"]];
        let view = |taps: &[&str]| MoveView {
            text: taps.concat(),
            pretty: taps.concat(),
            taps: taps.iter().map(ToString::to_string).collect(),
        };
        paths.map(view).to_vec()
    }

    fn taps(taps: &[&str]) -> Vec<String> {
        taps.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn the_next_taps_are_listed_once() {
        assert_eq!(next_taps(&legal(), &[]), ["d7", "pass"]);
        assert_eq!(next_taps(&legal(), &taps(&["d7"])), ["d5", "c7"]);
        assert_eq!(next_taps(&legal(), &taps(&["d7", "d5"])), ["f5"]);
        assert!(next_taps(&legal(), &taps(&["e7"])).is_empty());
    }

    #[test]
    fn a_run_is_whole_wherever_it_may_stop() {
        let whole = |path: &[&str]| whole_move(&legal(), &taps(path)).map(|mv| mv.text.clone());
        assert_eq!(whole(&["d7"]), None);
        assert_eq!(whole(&["d7", "d5"]).as_deref(), Some("d7d5"));
        assert_eq!(whole(&["d7", "d5", "f5"]).as_deref(), Some("d7d5f5"));
    }
}
