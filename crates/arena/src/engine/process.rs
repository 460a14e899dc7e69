//! A program from outside and its three pipes.
//!
//! ```text
//! tell ──▶ channel ──▶ a thread ──▶ stdin  ┐
//! hear ◀── channel ◀── a thread ◀── stdout │ the program
//! last words ◀──────── a thread ◀── stderr ┘
//! ```
//!
//! Whoever plays never waits for a pipe: a program that does not read, does not write or writes without end is late at
//! its deadline, and nothing else.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use quevedo_core::notation::clip;

use super::command::words;
use super::group;
use crate::FaultKind;
use crate::engine_pool::MoveFailure;

/// How often the wish to stop is looked at.
const TICK: Duration = Duration::from_millis(10);
/// How long a program may take to end when it is asked to, or has closed its output.
const FAREWELL: Duration = Duration::from_millis(500);
/// Lines that may wait to be heard; a program that writes more of them waits.
const MOST_WAITING: usize = 1024;
/// Longer lines are cut to pieces.
const LONGEST_LINE: u64 = 1 << 16;
/// Lines of standard error that are remembered.
const MOST_LAST_WORDS: usize = 4;

type LastWords = Arc<Mutex<VecDeque<String>>>;

/// A running program.
pub(super) struct Process {
    child: Child,
    /// `None` once it is dead.
    input: Option<Sender<String>>,
    output: Receiver<String>,
    last_words: LastWords,
    mourner: Option<JoinHandle<()>>,
}

/// Why nothing was heard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NoReply {
    /// The program has closed its output.
    Ended,
    /// The deadline has passed.
    Late,
    /// Somebody said stop.
    Stopped,
}

impl Process {
    /// Starts a program.
    pub(super) fn start(command: &str) -> Result<Self, String> {
        let words = words(command).ok_or("a quote is not closed, or no program is named")?;
        let mut program = Command::new(&words[0]);
        program.args(&words[1..]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        group::lead(&mut program);
        let mut child = program.spawn().map_err(|error| format!("it cannot be started: {error}"))?;
        let (Some(stdin), Some(stdout), Some(stderr)) = (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            return Err("it has no input or output".into());
        };
        let (input, lines) = mpsc::channel();
        thread::spawn(move || write_lines(stdin, &lines));
        let (lines, output) = mpsc::sync_channel(MOST_WAITING);
        thread::spawn(move || read_lines(stdout, &lines));
        let last_words = LastWords::default();
        let remembered = Arc::clone(&last_words);
        let mourner = thread::spawn(move || remember(stderr, &remembered));
        Ok(Self { child, input: Some(input), output, last_words, mourner: Some(mourner) })
    }

    /// Whether it has not been found dead or been killed.
    pub(super) fn is_alive(&self) -> bool {
        self.input.is_some()
    }

    /// Sends a line. One that does not arrive is noticed by the answer that does not come.
    pub(super) fn tell(&self, line: impl Into<String>) {
        if let Some(input) = &self.input {
            let _ = input.send(line.into());
        }
    }

    /// The next line, if one comes before the deadline.
    pub(super) fn hear(&self, deadline: Instant, stop: &AtomicBool) -> Result<String, NoReply> {
        loop {
            if stop.load(Ordering::Relaxed) {
                return Err(NoReply::Stopped);
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(NoReply::Late);
            }
            match self.output.recv_timeout(left.min(TICK)) {
                Ok(line) => return Ok(line),
                Err(RecvTimeoutError::Disconnected) => return Err(NoReply::Ended),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// Hears lines until one is the answer.
    pub(super) fn hear_until<T>(
        &self,
        patience: Duration,
        stop: &AtomicBool,
        mut answer: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, NoReply> {
        let deadline = Instant::now() + patience;
        loop {
            let line = self.hear(deadline, stop)?;
            if let Some(found) = answer(&line) {
                return Ok(found);
            }
        }
    }

    /// Forgets what was said without being asked for.
    pub(super) fn forget_unasked(&self) {
        self.output.try_iter().take(MOST_WAITING).for_each(drop);
    }

    /// Ends a program that did not answer `request` within `patience`, and says what it did wrong.
    pub(super) fn fail(&mut self, mute: NoReply, request: &str, patience: Duration) -> MoveFailure {
        let request = clip(request);
        match mute {
            NoReply::Stopped => MoveFailure::Stopped,
            NoReply::Late => {
                self.kill();
                let text = format!("no answer to `{request}` in {:.1} s{}", patience.as_secs_f64(), self.quote());
                MoveFailure::Fault(FaultKind::Silence, text)
            }
            NoReply::Ended => {
                let ended = wait_for_end(&mut self.child, FAREWELL);
                self.kill();
                let status = self.child.wait().ok().filter(|_| ended);
                let how = status.map_or_else(|| "closed its output".into(), |status| format!("ended ({status})"));
                MoveFailure::Fault(FaultKind::Crash, format!("the program {how} at `{request}`{}", self.quote()))
            }
        }
    }

    /// What it said last on standard error.
    fn quote(&mut self) -> String {
        if let Some(mourner) = self.mourner.take() {
            let deadline = Instant::now() + FAREWELL;
            while !mourner.is_finished() && Instant::now() < deadline {
                thread::sleep(Duration::from_millis(1));
            }
        }
        let words = self.last_words.lock().unwrap_or_else(PoisonError::into_inner);
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        if words.is_empty() { String::new() } else { format!("; it said: {}", words.join(" | ")) }
    }

    /// Ends the program and all it has started, at once.
    pub(super) fn kill(&mut self) {
        self.input = None;
        group::kill(&mut self.child);
        let _ = self.child.wait();
    }
}

impl Drop for Process {
    /// No program outlives its player.
    fn drop(&mut self) {
        if self.is_alive() {
            self.tell("quit");
            self.input = None;
            wait_for_end(&mut self.child, FAREWELL);
            self.kill();
        }
    }
}

/// Whether a program ends by itself in time.
fn wait_for_end(child: &mut Child, patience: Duration) -> bool {
    let deadline = Instant::now() + patience;
    while !group::has_ended(child) {
        if Instant::now() >= deadline {
            return false;
        }
        thread::sleep(Duration::from_millis(1));
    }
    true
}

fn write_lines(mut stdin: ChildStdin, lines: &Receiver<String>) {
    for mut line in lines {
        line.push('\n');
        if stdin.write_all(line.as_bytes()).and_then(|()| stdin.flush()).is_err() {
            return;
        }
    }
}

fn read_lines(stdout: impl Read, lines: &SyncSender<String>) {
    each_line(stdout, |line| lines.send(line.into()).is_ok());
}

fn remember(stderr: impl Read, last_words: &LastWords) {
    each_line(stderr, |line| {
        let mut words = last_words.lock().unwrap_or_else(PoisonError::into_inner);
        if !line.is_empty() {
            words.push_back(clip(line));
        }
        if words.len() > MOST_LAST_WORDS {
            words.pop_front();
        }
        true
    });
}

/// Visits lines, whatever bytes they hold, until there are no more or nobody wants them.
fn each_line(pipe: impl Read, mut visit: impl FnMut(&str) -> bool) {
    let mut pipe = BufReader::new(pipe);
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        match pipe.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes) {
            Ok(length) if length > 0 && visit(String::from_utf8_lossy(&bytes).trim()) => {}
            _ => return,
        }
    }
}
