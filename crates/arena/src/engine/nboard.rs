//! The `NBoard` protocol (Welty), version 2, from the side of the program that asks. It is made for Othello alone.
//!
//! ```text
//! once       nboard 2    set depth N                ping 1 → pong 1
//! each move  set game (;GM[Othello]…B[F5]W[F6];)    ping N → pong N    go → search …, === D3/1.5/0.2
//! ```
//!
//! A program does not play its own move: the next `set game` contains it. The protocol has no clocks. Scores are in
//! discs.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use quevedo_catalog::{GameEntry, NBoardSpec, Session};
use quevedo_core::score::clamp;
use quevedo_core::{Clock, Score, SearchResult};

use super::process::{NoReply, Process};
use super::{Engine, NEVER, STOP_TIMEOUT, Timeouts, empty_result, illegal, unusable};
use crate::engine_pool::MoveFailure;

/// The one game of this protocol.
const GAME: &str = "othello";
/// The format of games in this protocol.
const FORMAT: &str = "ggf";
/// The depth unless the spec sets one.
const DEPTH: u32 = 12;

/// A program that speaks the `NBoard` protocol.
pub(super) struct NBoard {
    process: Process,
    depth: u32,
    timeouts: Timeouts,
    pings: u64,
}

impl NBoard {
    /// Starts the program.
    pub(super) fn start(game: &GameEntry, spec: &NBoardSpec, stop: &AtomicBool) -> Result<Self, MoveFailure> {
        if game.id() != GAME {
            let problem = format!("the NBoard protocol knows {GAME} only, not {}", game.id());
            return Err(unusable(&spec.cmd, problem));
        }
        let process = Process::start(&spec.cmd).map_err(|problem| unusable(&spec.cmd, problem))?;
        let depth = spec.depth.unwrap_or(DEPTH);
        let mut nboard = Self { process, depth, timeouts: Timeouts::new(spec.grace), pings: 0 };
        nboard.process.send("nboard 2");
        nboard.process.send(format!("set depth {depth}"));
        nboard.wait_until_ready(stop)?;
        Ok(nboard)
    }

    /// Waits until the program has read everything that was sent.
    fn wait_until_ready(&mut self, stop: &AtomicBool) -> Result<(), MoveFailure> {
        let timeout = self.timeouts.with_limit(None);
        self.ping(timeout, stop).map_err(|cause| self.process.fail(cause, "ping", timeout))
    }

    fn ping(&mut self, timeout: Duration, stop: &AtomicBool) -> Result<(), NoReply> {
        self.pings += 1;
        self.process.send(format!("ping {}", self.pings));
        let pong = format!("pong {}", self.pings);
        self.process.receive_until(timeout, stop, |line| (line == pong).then_some(()))
    }

    /// Starts a search and waits for its move.
    fn go(&mut self, unit: Score, stop: &AtomicBool) -> Result<(String, SearchResult<String>), MoveFailure> {
        let timeout = self.timeouts.with_limit(None);
        let mut found = empty_result();
        self.process.send("go");
        let reply = self.process.receive_until(timeout, stop, |line| {
            read_report(&mut found, line, unit);
            line.strip_prefix("===").map(|answer| answer.trim().to_owned())
        });
        match reply {
            Ok(answer) => Ok((answer, found)),
            Err(NoReply::Stopped) => {
                // Any command ends the search.
                if self.ping(STOP_TIMEOUT, &NEVER).is_err() {
                    self.process.kill();
                }
                Err(MoveFailure::Stopped)
            }
            Err(cause) => Err(self.process.fail(cause, "go", timeout)),
        }
    }
}

impl Engine for NBoard {
    fn new_game(&mut self, stop: &AtomicBool) -> Result<(), MoveFailure> {
        self.process.send(format!("set depth {}", self.depth));
        self.wait_until_ready(stop)
    }

    fn search(
        &mut self,
        session: &dyn Session,
        _clocks: Option<[Clock; 2]>,
        stop: &AtomicBool,
    ) -> Result<SearchResult<String>, MoveFailure> {
        let begin = Instant::now();
        self.process.send(format!("set game {}", session.export(FORMAT, &[]).unwrap_or_default()));
        self.wait_until_ready(stop)?;
        let unit = session.entry().unit();
        let (answer, found) = self.go(unit, stop)?;
        let mut fields = answer.split('/');
        let square = fields.next().unwrap_or("").trim();
        let score = fields.next().and_then(|eval| read_eval(eval, unit)).or(found.score);
        let mv = session.fork().play(square).map_err(|error| illegal(&answer, &error))?.text;
        Ok(SearchResult { pv: vec![mv.clone()], mv, score, time: begin.elapsed(), ..found })
    }

    fn is_alive(&self) -> bool {
        self.process.is_alive()
    }
}

/// Reads what is reported during a search: `search D3C5 1.50 0 12`, `nodestats 120000 0.12`.
fn read_report(found: &mut SearchResult<String>, line: &str, unit: Score) {
    let words: Vec<&str> = line.split_whitespace().collect();
    match words[..] {
        ["search", _, eval, _, depth] => {
            found.score = read_eval(eval, unit).or(found.score);
            // A depth may come with a probability, `14@73%`.
            let digits = depth.split(|letter: char| !letter.is_ascii_digit()).next();
            found.depth = digits.and_then(|digits| digits.parse().ok()).unwrap_or(found.depth);
        }
        ["nodestats", nodes, ..] => found.nodes = nodes.parse().unwrap_or(found.nodes),
        _ => {}
    }
}

/// An evaluation in discs, as a score.
fn read_eval(text: &str, unit: Score) -> Option<Score> {
    let discs: f64 = text.trim().parse().ok().filter(|discs: &f64| discs.is_finite())?;
    Some(clamp((discs * f64::from(unit)).round() as Score))
}

#[cfg(test)]
mod tests {
    use std::fmt::Write;

    use quevedo_catalog::Catalog;
    use quevedo_core::Rng;

    use super::*;

    fn written(position: Option<&str>, moves: &[&str]) -> String {
        let mut session = Catalog::standard().find(GAME).unwrap().session(position).unwrap();
        for mv in moves {
            session.play(mv).unwrap();
        }
        session.export(FORMAT, &[]).unwrap()
    }

    #[test]
    fn games_are_written_as_the_protocol_reads_them() {
        let start = "BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]";
        let head = "(;GM[Othello]PC[Quevedo]PB[black]PW[white]RE[?]TY[8]";
        assert_eq!(written(None, &[]), format!("{head}{start};)"));
        assert_eq!(written(None, &["f5", "f6", "e6"]), format!("{head}{start}B[F5]W[F6]B[E6];)"));
        let other = format!("{}OX{}XO{} O", "-".repeat(27), "-".repeat(6), "-".repeat(27));
        let turned = start.replace(" *]", " O]");
        assert_eq!(written(Some(&other), &["e3"]), format!("{head}{turned}W[E3];)"));
    }

    #[test]
    fn passes_are_moves_of_their_side() {
        let mut rng = Rng::with_seed(1);
        let mut passes = 0;
        for _ in 0..20 {
            let mut session = Catalog::standard().find(GAME).unwrap().session(None).unwrap();
            let mut moves = String::new();
            while session.outcome().is_none() {
                let side = ['B', 'W'][session.turn().index()];
                let mv = session.play_random(&mut rng).unwrap().text;
                passes += usize::from(mv == "pass");
                let _ = write!(moves, "{side}[{}]", if mv == "pass" { "PA".into() } else { mv.to_uppercase() });
            }
            assert!(session.export(FORMAT, &[]).unwrap().ends_with(&format!(" *]{moves};)")));
        }
        assert!(passes > 0);
    }

    #[test]
    fn scores_are_in_discs() {
        let mut found = empty_result();
        for line in
            ["status Thinking", "search D3C5F6 1.25 0 7", "nodestats 1234 0.05", "search D3 x 0 9@73%", "search"]
        {
            read_report(&mut found, line, 100);
        }
        assert_eq!((found.score, found.depth, found.nodes), (Some(125), 9, 1234));
        assert_eq!(read_eval("-64", 100), Some(-6400));
        assert_eq!(read_eval("NaN", 100), None);
        assert_eq!(read_eval("", 100), None);
    }
}
