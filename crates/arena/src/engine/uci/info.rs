//! The lines `info` and `bestmove` of a search.

use std::str::{FromStr, SplitWhitespace};
use std::time::Duration;

use quevedo_core::score::{MOST_PLIES, clamp, loss_in, win_in};
use quevedo_core::{Score, SearchResult};

use super::super::empty_result;

/// Collects what a program reports of its search.
pub(super) struct InfoReader {
    found: SearchResult<String>,
    /// Whether the score is exact, not only a bound.
    is_exact: bool,
}

/// One line `info`.
#[derive(Default)]
struct Info {
    depth: Option<u32>,
    nodes: Option<u64>,
    score: Option<Score>,
    is_bound: bool,
    /// It reports another line than the best (`MultiPV`).
    is_other: bool,
}

impl InfoReader {
    pub(super) fn new() -> Self {
        Self { found: empty_result(), is_exact: false }
    }

    /// The result, once the move is known.
    pub(super) fn finish(self, mv: String, time: Duration) -> SearchResult<String> {
        SearchResult { pv: vec![mv.clone()], mv, time, ..self.found }
    }

    /// Reads a line; those that are no `info` are ignored.
    pub(super) fn read(&mut self, line: &str) {
        let Some(info) = Info::read(line).filter(|info| !info.is_other) else { return };
        self.found.nodes = info.nodes.unwrap_or(self.found.nodes);
        let counts = info.score.is_some() && (!info.is_bound || !self.is_exact);
        if counts {
            self.found.score = info.score;
            self.is_exact = !info.is_bound;
        }
        // A line without a score reports the depth of an unfinished iteration; it counts only without any score.
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
                // The rest of the line is moves or free text.
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

/// Reads `cp 31` or `mate 3`. A mate in three own moves is five plies away, being mated in three is six.
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

    fn read(lines: &[&str]) -> SearchResult<String> {
        let mut reader = InfoReader::new();
        for line in lines {
            reader.read(line);
        }
        reader.found
    }

    fn figures(lines: &[&str]) -> (Option<Score>, u32, u64) {
        let SearchResult { score, depth, nodes, .. } = read(lines);
        (score, depth, nodes)
    }

    #[test]
    fn the_last_exact_score_of_the_best_line_counts() {
        let figures = figures(&[
            "info string NNUE evaluation using nn.nnue score cp 99",
            "info depth 11 seldepth 14 multipv 1 score cp 40 nodes 900 nps 100 pv e2e4 e7e5",
            "info depth 12 seldepth 15 multipv 1 score cp 31 nodes 1000 nps 100 hashfull 3 time 9 pv e2e4 e7e5",
            "info depth 12 seldepth 15 multipv 2 score cp -90 nodes 1001 pv depth 3",
            "info depth 13 score cp 55 lowerbound nodes 1200 pv e2e4",
            "info depth 13 currmove d2d4 currmovenumber 2",
            "bestmove e2e4 ponder e7e5",
        ]);
        assert_eq!(figures, (Some(31), 12, 1200));
    }

    #[test]
    fn mates_become_plies() {
        let cases = [("mate 1", 1, 1), ("mate 3", 1, 5), ("mate -1", -1, 2), ("mate 0", -1, 0), ("mate -3", -1, 6)];
        for (text, sign, plies) in cases {
            let score = read(&[&format!("info depth 1 score {text} pv a")]).score.unwrap();
            assert_eq!((score.signum(), plies_to_end(score)), (sign, Some(plies)), "{text}");
        }
    }

    #[test]
    fn malformed_lines_are_ignored() {
        for far in ["mate 9223372036854775807", "mate -9223372036854775808"] {
            let score = read(&[&format!("info score {far}")]).score.unwrap();
            assert_eq!(plies_to_end(score), Some(MOST_PLIES), "{far}");
        }
        let huge = read(&["info score cp 99999999999"]).score.unwrap();
        assert_eq!(plies_to_end(huge), None, "no evaluation is a proof");
        for line in
            ["", "info", "info depth", "info score", "info score cp", "info score cp x", "info depth -1 nodes z"]
        {
            assert_eq!(read(&[line]), empty_result(), "{line}");
        }
        assert_eq!(figures(&["info depth 3 nodes 50"]), (None, 3, 50));
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
