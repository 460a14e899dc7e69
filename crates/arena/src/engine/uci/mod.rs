//! The Universal Chess Interface (Kahlen and Huber, 2000) from the side of the board.
//!
//! ```text
//! once        uci → id, option …, uciok    setoption …    isready → readyok
//! each game   ucinewgame                   isready → readyok
//! each move   position … moves …           go … → info …, bestmove
//! ```
//!
//! Scores are taken as the program tells them: a hundredth of a pawn in chess, elsewhere points of its own.

mod info;
mod limits;
mod options;

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use quevedo_catalog::{GAMES, GameEntry, PlayerSpec, Session, Thought};
use quevedo_core::Clock;

use self::info::{Listener, bestmove};
use self::limits::Limits;
use self::options::{Known, wishes};
use super::process::{NoReply, Process};
use super::script::Script;
use super::{Engine, NEVER, Patience, STOPPING, illegal, unfit};
use crate::engine_pool::MoveFailure;

const VARIANT: &str = "UCI_Variant";
const CHESS960: &str = "UCI_Chess960";

/// A program that speaks UCI.
pub(super) struct Uci {
    process: Process,
    known: Vec<Known>,
    limits: Limits,
    patience: Patience,
    /// The game that is being played, once it has begun.
    script: Option<Script>,
    chess960: bool,
}

impl Uci {
    /// Starts the program, sets its options and the game.
    pub(super) fn start(game: &'static GameEntry, spec: &PlayerSpec, stop: &AtomicBool) -> Result<Self, MoveFailure> {
        let process = Process::start(spec.word("cmd").unwrap_or_default()).map_err(|problem| unfit(spec, problem))?;
        let mut uci = Self {
            process,
            known: Vec::new(),
            limits: Limits::of(spec),
            patience: Patience::of(spec),
            script: None,
            chess960: false,
        };
        uci.introduce(stop)?;
        for line in uci.settings(game, spec).map_err(|problem| unfit(spec, problem))? {
            uci.process.tell(line);
        }
        uci.wait_until_ready(stop)?;
        Ok(uci)
    }

    /// Hears which options there are.
    fn introduce(&mut self, stop: &AtomicBool) -> Result<(), MoveFailure> {
        self.process.tell("uci");
        let known = &mut self.known;
        let patience = self.patience.with(None);
        let heard = self.process.hear_until(patience, stop, |line| {
            known.extend(Known::read(line));
            (line == "uciok").then_some(())
        });
        heard.map_err(|mute| self.process.fail(mute, "uci", patience))
    }

    /// The lines that set the game and what the spec wishes.
    fn settings(&self, game: &GameEntry, spec: &PlayerSpec) -> Result<Vec<String>, String> {
        let mut lines = Vec::new();
        // Every program plays the game that the protocol was made for, many nothing else.
        let named = (*game != GAMES[0]).then_some(game.uci_name);
        if let Some(variant) = spec.word("variant").or(named) {
            let option = Known::find(&self.known, VARIANT);
            let option = option.ok_or_else(|| format!("it plays chess only: it has no option {VARIANT}"))?;
            lines.push(option.set(Some(variant))?);
        }
        for (name, value) in wishes(spec.word("options").unwrap_or_default())? {
            let option = Known::find(&self.known, name);
            lines.push(option.ok_or_else(|| Known::missing(&self.known, name))?.set(value)?);
        }
        Ok(lines)
    }

    fn wait_until_ready(&mut self, stop: &AtomicBool) -> Result<(), MoveFailure> {
        self.process.tell("isready");
        let patience = self.patience.with(None);
        let ready = self.process.hear_until(patience, stop, |line| (line == "readyok").then_some(()));
        ready.map_err(|mute| self.process.fail(mute, "isready", patience))
    }

    /// Tells the game so far.
    fn tell_position(&mut self, session: &dyn Session) -> Result<(), MoveFailure> {
        let script = match &mut self.script {
            Some(script) => script,
            none => none.insert(Script::new(session).map_err(MoveFailure::Error)?),
        };
        if script.castles_by_rook() != self.chess960 {
            self.chess960 = !self.chess960;
            self.process.tell(format!("setoption name {CHESS960} value {}", self.chess960));
        }
        self.process.tell(script.follow(session));
        Ok(())
    }

    /// Asks for the best move and waits for it.
    fn search(&mut self, go: &str, patience: Duration, stop: &AtomicBool) -> Result<(String, Listener), MoveFailure> {
        let mut listener = Listener::default();
        self.process.forget_unasked();
        self.process.tell(go);
        let heard = self.process.hear_until(patience, stop, |line| {
            listener.hear(line);
            bestmove(line).map(str::to_owned)
        });
        match heard {
            Ok(answer) => Ok((answer, listener)),
            Err(NoReply::Stopped) => {
                self.stop();
                Err(MoveFailure::Stopped)
            }
            Err(mute) => Err(self.process.fail(mute, go, patience)),
        }
    }

    /// Ends a search, if need be with the program.
    fn stop(&mut self) {
        self.process.tell("stop");
        let heard = self.process.hear_until(STOPPING, &NEVER, |line| bestmove(line).map(drop));
        if heard.is_err() {
            self.process.kill();
        }
    }
}

impl Engine for Uci {
    fn new_game(&mut self, stop: &AtomicBool) -> Result<(), MoveFailure> {
        self.script = None;
        self.process.tell("ucinewgame");
        self.wait_until_ready(stop)
    }

    fn think(
        &mut self,
        session: &dyn Session,
        clocks: Option<[Clock; 2]>,
        stop: &AtomicBool,
    ) -> Result<Thought, MoveFailure> {
        let begin = Instant::now();
        self.tell_position(session)?;
        let own = clocks.map(|clocks| clocks[session.turn().index()]);
        let patience = self.patience.with(self.limits.longest(own));
        let (answer, listener) = self.search(&self.limits.go(clocks), patience, stop)?;
        let dialect = self.script.as_ref().map_or(session.entry().dialect, Script::dialect);
        let mv = dialect.play(&mut *session.fork(), &answer).map_err(|error| illegal(&answer, &error))?;
        Ok(listener.findings().thought(mv.text, begin.elapsed()))
    }

    fn is_alive(&self) -> bool {
        self.process.is_alive()
    }
}
