//! The Universal Chess Interface (Kahlen and Huber, 2000), from the side of the program that asks.
//!
//! ```text
//! once        uci → id, option …, uciok    setoption …    isready → readyok
//! each game   ucinewgame                   isready → readyok
//! each move   position … moves …           go … → info …, bestmove
//! ```
//!
//! Scores are taken as the program reports them.

mod info;
mod limits;
mod options;

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use quevedo_catalog::{GameEntry, Session, UciSpec};
use quevedo_core::{Clock, Limits, SearchResult, UciStyle};

use self::info::{InfoReader, bestmove};
use self::limits::{go, limits, max_time};
use self::options::{EngineOption, read_options};
use super::position_command::PositionCommand;
use super::process::{NoReply, Process};
use super::{Engine, NEVER, STOP_TIMEOUT, Timeouts, illegal, unusable};
use crate::MatchError;
use crate::engine_pool::MoveFailure;

/// The option that chooses the game.
const VARIANT: &str = "UCI_Variant";
/// The option that chooses the style of moves.
const STYLE: &str = "UCI_Chess960";

/// A program that speaks UCI.
pub(super) struct Uci {
    process: Process,
    options: Vec<EngineOption>,
    limits: Limits,
    timeouts: Timeouts,
    /// The game that is being played, once it has begun.
    position: Option<PositionCommand>,
    style: UciStyle,
}

impl Uci {
    /// Starts the program, and sets its options and the game.
    pub(super) fn start(game: &GameEntry, spec: &UciSpec, stop: &AtomicBool) -> Result<Self, MoveFailure> {
        let process = Process::start(&spec.cmd).map_err(|problem| unusable(&spec.cmd, problem))?;
        let mut uci = Self {
            process,
            options: Vec::new(),
            limits: limits(spec),
            timeouts: Timeouts::new(spec.grace),
            position: None,
            style: UciStyle::Standard,
        };
        uci.read_options(stop)?;
        for command in uci.settings(game, spec).map_err(|problem| unusable(&spec.cmd, problem))? {
            uci.process.send(command);
        }
        uci.wait_until_ready(stop)?;
        Ok(uci)
    }

    /// Asks which options there are.
    fn read_options(&mut self, stop: &AtomicBool) -> Result<(), MoveFailure> {
        self.process.send("uci");
        let options = &mut self.options;
        let timeout = self.timeouts.with_limit(None);
        let reply = self.process.receive_until(timeout, stop, |line| {
            options.extend(EngineOption::read(line));
            (line == "uciok").then_some(())
        });
        reply.map_err(|cause| self.process.fail(cause, "uci", timeout))
    }

    /// The commands that set the game and the options of the spec.
    fn settings(&self, game: &GameEntry, spec: &UciSpec) -> Result<Vec<String>, String> {
        let mut commands = Vec::new();
        let variant = (!game.is_uci_default()).then(|| game.uci_name());
        if let Some(variant) = spec.variant.as_deref().or(variant) {
            let option = EngineOption::find(&self.options, VARIANT);
            let option =
                option.ok_or_else(|| format!("it has no option {VARIANT}: it plays the default game of UCI only"))?;
            commands.push(option.set(Some(variant))?);
        }
        for (name, value) in read_options(spec.options.as_deref().unwrap_or_default())? {
            let option = EngineOption::find(&self.options, name);
            commands.push(option.ok_or_else(|| EngineOption::missing(&self.options, name))?.set(value)?);
        }
        Ok(commands)
    }

    fn wait_until_ready(&mut self, stop: &AtomicBool) -> Result<(), MoveFailure> {
        self.process.send("isready");
        let timeout = self.timeouts.with_limit(None);
        let ready = self.process.receive_until(timeout, stop, |line| (line == "readyok").then_some(()));
        ready.map_err(|cause| self.process.fail(cause, "isready", timeout))
    }

    /// Sends the game so far.
    fn send_position(&mut self, session: &dyn Session) -> Result<(), MoveFailure> {
        let position = match &mut self.position {
            Some(position) => position,
            none => none.insert(PositionCommand::new(session).map_err(MoveFailure::Error)?),
        };
        if position.style() != self.style {
            self.style = position.style();
            let is_chess960 = self.style == UciStyle::Chess960;
            self.process.send(format!("setoption name {STYLE} value {is_chess960}"));
        }
        let bad_opening = |error: quevedo_core::MoveError| MatchError::BadOpening { problem: error.to_string() };
        let command = position.after(session).map_err(|error| MoveFailure::Error(bad_opening(error)))?;
        self.process.send(command);
        Ok(())
    }

    /// Starts a search and waits for its move.
    fn go(&mut self, go: &str, timeout: Duration, stop: &AtomicBool) -> Result<(String, InfoReader), MoveFailure> {
        let mut reader = InfoReader::new();
        self.process.drop_pending();
        self.process.send(go);
        let reply = self.process.receive_until(timeout, stop, |line| {
            reader.read(line);
            bestmove(line).map(str::to_owned)
        });
        match reply {
            Ok(answer) => Ok((answer, reader)),
            Err(NoReply::Stopped) => {
                self.stop();
                Err(MoveFailure::Stopped)
            }
            Err(cause) => Err(self.process.fail(cause, go, timeout)),
        }
    }

    /// Stops a search; kills the program if it does not obey.
    fn stop(&mut self) {
        self.process.send("stop");
        let reply = self.process.receive_until(STOP_TIMEOUT, &NEVER, |line| bestmove(line).map(drop));
        if reply.is_err() {
            self.process.kill();
        }
    }
}

impl Engine for Uci {
    fn new_game(&mut self, stop: &AtomicBool) -> Result<(), MoveFailure> {
        self.position = None;
        self.process.send("ucinewgame");
        self.wait_until_ready(stop)
    }

    fn search(
        &mut self,
        session: &dyn Session,
        clocks: Option<[Clock; 2]>,
        stop: &AtomicBool,
    ) -> Result<SearchResult<String>, MoveFailure> {
        let begin = Instant::now();
        self.send_position(session)?;
        let own = clocks.map(|clocks| clocks[session.turn().index()]);
        let timeout = self.timeouts.with_limit(max_time(self.limits, own));
        let (answer, reader) = self.go(&go(self.limits, clocks), timeout, stop)?;
        let mv = session.fork().play_uci(&answer, self.style).map_err(|error| illegal(&answer, &error))?;
        Ok(reader.finish(mv.text, begin.elapsed()))
    }

    fn is_alive(&self) -> bool {
        self.process.is_alive()
    }
}
