//! What a program says of its search: `info` and `bestmove`.

use std::str::{FromStr, SplitWhitespace};

use quevedo_core::Score;
use quevedo_core::score::{MOST_PLIES, clamp, loss_in, win_in};

use super::super::Findings;

/// Listens to a search.
#[derive(Default)]
pub(super) struct Listener {
    found: Findings,
    /// The score is no mere bound.
    is_exact: bool,
}

/// One line `info`.
#[derive(Default)]
struct Info {
    depth: Option<u32>,
    nodes: Option<u64>,
    score: Option<Score>,
    is_bound: bool,
    /// It tells of another line than the best.
    is_other: bool,
}

impl Listener {
    /// What was found in the end.
    pub(super) fn findings(&self) -> Findings {
        self.found
    }

    /// Hears a line of any kind.
    pub(super) fn hear(&mut self, line: &str) {
        let Some(info) = Info::read(line).filter(|info| !info.is_other) else { return };
        self.found.nodes = info.nodes.unwrap_or(self.found.nodes);
        let counts = info.score.is_some() && (!info.is_bound || !self.is_exact);
        if counts {
            self.found.score = info.score;
            self.is_exact = !info.is_bound;
        }
        // A line without a score tells of a depth that was begun, if nothing better is known.
        if counts || self.found.score.is_none() {
            self.found.depth = info.depth.unwrap_or(self.found.depth);
        }
    }
}

impl Info {
    fn read(line: &str) -> Option<Self> {
        let mut words = line.split_whitespace();
        if words.next() != Some("info") {
            return None;
        }
        let mut info = Self::default();
        while let Some(word) = words.next() {
            match word {
                "depth" => info.depth = number(&mut words),
                "nodes" => info.nodes = number(&mut words),
                "multipv" => info.is_other = number(&mut words).is_some_and(|place: u32| place > 1),
                "score" => info.score = score(&mut words),
                "lowerbound" | "upperbound" => info.is_bound = true,
                // Moves and words follow to the end of the line.
                "pv" | "string" | "refutation" | "currline" => break,
                _ => {}
            }
        }
        Some(info)
    }
}

fn number<T: FromStr>(words: &mut SplitWhitespace<'_>) -> Option<T> {
    words.next()?.parse().ok()
}

/// `cp 31`, or `mate 3`: a mate in three own moves is five plies away, being mated in three is six.
fn score(words: &mut SplitWhitespace<'_>) -> Option<Score> {
    let kind = words.next()?;
    let number: i64 = number(words)?;
    let plies = |plies: u64| plies.min(MOST_PLIES as u64) as usize;
    match kind {
        "cp" => Some(clamp(number.clamp(Score::MIN.into(), Score::MAX.into()) as Score)),
        "mate" if number > 0 => Some(win_in(plies(2 * number.unsigned_abs().min(MOST_PLIES as u64) - 1))),
        "mate" => Some(loss_in(plies(2 * number.unsigned_abs().min(MOST_PLIES as u64)))),
        _ => None,
    }
}

/// The move of a line `bestmove`, empty if it names none; `None` for other lines.
pub(super) fn bestmove(line: &str) -> Option<&str> {
    let mut words = line.split_whitespace();
    (words.next() == Some("bestmove")).then(|| words.next().unwrap_or(""))
}

#[cfg(test)]
mod tests {
    use quevedo_core::score::plies_to_end;

    use super::*;

    fn heard(lines: &[&str]) -> Findings {
        let mut listener = Listener::default();
        for line in lines {
            listener.hear(line);
        }
        listener.findings()
    }

    #[test]
    fn the_last_exact_score_of_the_best_line_counts() {
        let findings = heard(&[
            "info string NNUE evaluation using nn.nnue score cp 99",
            "info depth 11 seldepth 14 multipv 1 score cp 40 nodes 900 nps 100 pv e2e4 e7e5",
            "info depth 12 seldepth 15 multipv 1 score cp 31 nodes 1000 nps 100 hashfull 3 time 9 pv e2e4 e7e5",
            "info depth 12 seldepth 15 multipv 2 score cp -90 nodes 1001 pv depth 3",
            "info depth 13 score cp 55 lowerbound nodes 1200 pv e2e4",
            "info depth 13 currmove d2d4 currmovenumber 2",
            "bestmove e2e4 ponder e7e5",
        ]);
        assert_eq!(findings, Findings { score: Some(31), depth: 12, nodes: 1200 });
    }

    #[test]
    fn mates_become_plies() {
        let cases = [("mate 1", 1, 1), ("mate 3", 1, 5), ("mate -1", -1, 2), ("mate 0", -1, 0), ("mate -3", -1, 6)];
        for (text, sign, plies) in cases {
            let score = heard(&[&format!("info depth 1 score {text} pv a")]).score.unwrap();
            assert_eq!((score.signum(), plies_to_end(score)), (sign, Some(plies)), "{text}");
        }
    }

    #[test]
    fn strange_lines_are_survived() {
        for far in ["mate 9223372036854775807", "mate -9223372036854775808"] {
            let score = heard(&[&format!("info score {far}")]).score.unwrap();
            assert_eq!(plies_to_end(score), Some(MOST_PLIES), "{far}");
        }
        let huge = heard(&["info score cp 99999999999"]).score.unwrap();
        assert_eq!(plies_to_end(huge), None, "no evaluation is a proof");
        for line in
            ["", "info", "info depth", "info score", "info score cp", "info score cp x", "info depth -1 nodes z"]
        {
            assert_eq!(heard(&[line]), Findings::default(), "{line}");
        }
        assert_eq!(heard(&["info depth 3 nodes 50"]), Findings { score: None, depth: 3, nodes: 50 });
    }

    #[test]
    fn the_answer_is_the_first_word() {
        assert_eq!(bestmove("bestmove e2e4 ponder e7e5"), Some("e2e4"));
        assert_eq!(bestmove("  bestmove\t(none)"), Some("(none)"));
        assert_eq!(bestmove("bestmove"), Some(""));
        assert_eq!(bestmove("info string bestmove e2e4"), None);
        assert_eq!(bestmove("bestmoves e2e4"), None);
    }
}
