//! The report of `quevedo match --json`, as a line for the body of a commit.

use serde::Deserialize;

/// The verdict of a sequential test that has not decided.
const OPEN: &str = "open";

/// What is read of the report. The first player is the working tree.
#[derive(Debug, Deserialize)]
pub(super) struct MatchReport {
    games: u64,
    wins: u64,
    draws: u64,
    losses: u64,
    elo: Option<f64>,
    elo_error: Option<f64>,
    time_losses: [u64; 2],
    sprt: Option<SprtReport>,
}

#[derive(Debug, Deserialize)]
struct SprtReport {
    llr: f64,
    verdict: String,
}

impl MatchReport {
    /// `400 games: +12.5 ± 9.0 Elo`, and what it takes to understand it.
    pub(super) fn describe(&self, conditions: &str, sprt: &str) -> String {
        let Self { games, wins, draws, losses, .. } = self;
        let elo = match (self.elo, self.elo_error) {
            (Some(elo), Some(error)) => format!("{elo:+.1} ± {error:.1} Elo"),
            _ => "no finite Elo difference".into(),
        };
        let verdict = |verdict: &str| if verdict == OPEN { "not decided" } else { verdict }.to_owned();
        let sprt =
            self.sprt.iter().map(|test| format!("; SPRT {sprt} {}, LLR {:.2}", verdict(&test.verdict), test.llr));
        let [ours, theirs] = self.time_losses;
        let time = (ours + theirs > 0).then(|| format!("; lost on time: {ours} and {theirs}"));
        let rest: String = sprt.chain(time).collect();
        format!("{games} games: {elo} ({conditions}; {wins} won, {draws} drawn, {losses} lost{rest})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::has_match;

    fn report(elo: &str, sprt: &str) -> MatchReport {
        let text = format!(
            r#"{{"game":"go","games":400,"wins":150,"draws":120,"losses":130,"elo":{elo},"elo_error":{elo},
                "time_losses":[0,1]{sprt}}}"#
        );
        serde_json::from_str(&text).unwrap()
    }

    #[test]
    fn the_line_is_accepted_as_evidence() {
        let sprt = r#","sprt":{"elo0":0,"elo1":10,"llr":2.951,"verdict":"accepted"}"#;
        let line = report("17.44", sprt).describe("go, 50 ms a move, against 56ca5a4", "0,10");
        let expected = "400 games: +17.4 ± 17.4 Elo (go, 50 ms a move, against 56ca5a4; 150 won, 120 drawn, 130 lost; \
                        SPRT 0,10 accepted, LLR 2.95; lost on time: 0 and 1)";
        assert_eq!(line, expected);
        let open = sprt.replace("accepted", "open");
        assert!(report("17.44", &open).describe("go", "0,10").contains("SPRT 0,10 not decided"));
        assert!(has_match(&format!("Why.\n\n    cargo xtask strength\n{line}\n")));
    }

    #[test]
    fn a_match_without_an_interval_is_no_evidence() {
        let line = report("null", "").describe("go", "none");
        assert!(line.starts_with("400 games: no finite Elo difference (go; 150 won"), "{line}");
        assert!(!has_match(&line));
    }
}
