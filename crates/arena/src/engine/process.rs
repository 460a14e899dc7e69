//! A child process and its three pipes.
//!
//! ```text
//! send    ──▶ channel ──▶ thread ──▶ stdin  ┐
//! receive ◀── channel ◀── thread ◀── stdout │ the program
//! stderr_tail ◀────────── thread ◀── stderr ┘
//! ```
//!
//! The caller never blocks on a pipe. A program that does not read, does not write or writes without end only misses
//! its deadline.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use quevedo_core::Message;
use quevedo_core::notation::clip;

use super::{group, messages};
use crate::FaultKind;
use crate::engine_pool::MoveFailure;

/// How often the stop flag is polled.
const TICK: Duration = Duration::from_millis(10);
/// How long a program may take to end after `quit`, or after it has closed its output.
const EXIT_TIMEOUT: Duration = Duration::from_millis(500);
/// Lines of output that are buffered; a program that writes more of them blocks.
const MAX_BUFFERED: usize = 1024;
/// Longer lines are split.
const MAX_LINE: u64 = 1 << 16;
/// Lines of standard error that are kept.
const MAX_STDERR_TAIL: usize = 4;

/// The last lines of standard error.
type StderrTail = Arc<Mutex<VecDeque<String>>>;

/// A running program.
pub(super) struct Process {
    child: Child,
    /// `None` once it is dead.
    input: Option<Sender<String>>,
    output: Receiver<String>,
    stderr_tail: StderrTail,
    stderr_reader: Option<JoinHandle<()>>,
}

/// Why no reply came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NoReply {
    /// The program has closed its output.
    Ended,
    /// The deadline has passed.
    Late,
    /// The stop flag was set.
    Stopped,
}

impl Process {
    /// Starts a program. The command is split as a POSIX shell splits it; no shell is started.
    pub(super) fn start(command: &str) -> Result<Self, String> {
        let words = shlex::split(command).ok_or("a quote is not closed")?;
        let Some((program, arguments)) = words.split_first().filter(|(program, _)| !program.is_empty()) else {
            return Err("no program is named".into());
        };
        let mut program = Command::new(program);
        program.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        group::lead(&mut program);
        let mut child = program.spawn().map_err(|error| format!("it cannot be started: {error}"))?;
        let (Some(stdin), Some(stdout), Some(stderr)) = (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            return Err("it has no input or output".into());
        };
        let (input, lines) = mpsc::channel();
        thread::spawn(move || write_lines(stdin, &lines));
        let (lines, output) = mpsc::sync_channel(MAX_BUFFERED);
        thread::spawn(move || read_lines(stdout, &lines));
        let stderr_tail = StderrTail::default();
        let tail = Arc::clone(&stderr_tail);
        let stderr_reader = thread::spawn(move || keep_tail(stderr, &tail));
        Ok(Self { child, input: Some(input), output, stderr_tail, stderr_reader: Some(stderr_reader) })
    }

    /// Whether it is running, as far as is known.
    pub(super) fn is_alive(&self) -> bool {
        self.input.is_some()
    }

    /// Sends a line. If it does not arrive, the reply will be missing.
    pub(super) fn send(&self, line: impl Into<String>) {
        if let Some(input) = &self.input {
            let _ = input.send(line.into());
        }
    }

    /// The next line, if one comes before the deadline.
    fn receive(&self, deadline: Instant, stop: &AtomicBool) -> Result<String, NoReply> {
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

    /// Receives lines until `parse` accepts one.
    pub(super) fn receive_until<T>(
        &self,
        timeout: Duration,
        stop: &AtomicBool,
        mut parse: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, NoReply> {
        let deadline = Instant::now() + timeout;
        loop {
            let line = self.receive(deadline, stop)?;
            if let Some(found) = parse(&line) {
                return Ok(found);
            }
        }
    }

    /// Drops lines that answer no request.
    pub(super) fn drop_pending(&self) {
        self.output.try_iter().take(MAX_BUFFERED).for_each(drop);
    }

    /// Kills a program that did not answer `request` within `timeout`, and describes the fault.
    pub(super) fn fail(&mut self, cause: NoReply, request: &str, timeout: Duration) -> MoveFailure {
        let request = clip(request);
        match cause {
            NoReply::Stopped => MoveFailure::Stopped,
            NoReply::Late => {
                self.kill();
                let seconds = format!("{:.1}", timeout.as_secs_f64());
                MoveFailure::Fault(FaultKind::Silence, self.with_stderr_tail(messages::no_answer(request, seconds)))
            }
            NoReply::Ended => {
                let ended = wait_for_end(&mut self.child, EXIT_TIMEOUT);
                self.kill();
                let status = self.child.wait().ok().filter(|_| ended);
                let fault = match status {
                    Some(status) => messages::ended(status.to_string(), request),
                    None => messages::closed_output(request),
                };
                MoveFailure::Fault(FaultKind::Crash, self.with_stderr_tail(fault))
            }
        }
    }

    /// The description of a fault with the tail of standard error, if there is one.
    fn with_stderr_tail(&mut self, fault: Message) -> Message {
        if let Some(stderr_reader) = self.stderr_reader.take() {
            let deadline = Instant::now() + EXIT_TIMEOUT;
            while !stderr_reader.is_finished() && Instant::now() < deadline {
                thread::sleep(Duration::from_millis(1));
            }
        }
        let lines = self.stderr_tail.lock().unwrap_or_else(PoisonError::into_inner);
        let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
        if lines.is_empty() { fault } else { messages::with_stderr(fault, lines.join(" | ")) }
    }

    /// Kills the program and every process it has started.
    pub(super) fn kill(&mut self) {
        self.input = None;
        group::kill(&mut self.child);
        let _ = self.child.wait();
    }
}

impl Drop for Process {
    /// No engine process outlives its player.
    fn drop(&mut self) {
        if self.is_alive() {
            self.send("quit");
            self.input = None;
            wait_for_end(&mut self.child, EXIT_TIMEOUT);
            self.kill();
        }
    }
}

/// Waits for a program to end by itself; `false` if the timeout passes before.
fn wait_for_end(child: &mut Child, timeout: Duration) -> bool {
    let deadline = Instant::now() + timeout;
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

fn keep_tail(stderr: impl Read, stderr_tail: &StderrTail) {
    each_line(stderr, |line| {
        let mut tail = stderr_tail.lock().unwrap_or_else(PoisonError::into_inner);
        if !line.is_empty() {
            tail.push_back(clip(line));
        }
        if tail.len() > MAX_STDERR_TAIL {
            tail.pop_front();
        }
        true
    });
}

/// Visits lines, which may be invalid UTF-8, until the pipe ends or `visit` returns `false`.
fn each_line(pipe: impl Read, mut visit: impl FnMut(&str) -> bool) {
    let mut pipe = BufReader::new(pipe);
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        match pipe.by_ref().take(MAX_LINE).read_until(b'\n', &mut bytes) {
            Ok(length) if length > 0 && visit(String::from_utf8_lossy(&bytes).trim()) => {}
            _ => return,
        }
    }
}
