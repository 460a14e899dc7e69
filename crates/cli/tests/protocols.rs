//! The protocols as other programs see them: a process, its input and its output.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// The program, spoken to line by line.
struct Engine {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Engine {
    fn start(command: &str) -> Self {
        let mut process = Command::new(env!("CARGO_BIN_EXE_quevedo"));
        let process = process.arg(command).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::inherit());
        let mut child = process.spawn().unwrap();
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().unwrap());
        Self { child, input, output }
    }

    fn say(&mut self, lines: &[u8]) {
        let input = self.input.as_mut().unwrap();
        input.write_all(lines).and_then(|()| input.flush()).unwrap();
    }

    /// Reads up to a line that begins so.
    fn wait_for(&mut self, beginning: &str) -> String {
        let mut line = String::new();
        while !line.starts_with(beginning) {
            line.clear();
            assert!(self.output.read_line(&mut line).unwrap() > 0, "no line begins with `{beginning}`");
        }
        line.trim_end().into()
    }

    /// Ends the input; what is still said, and the exit status.
    fn end(mut self) -> (String, Option<i32>) {
        drop(self.input.take());
        let mut rest = String::new();
        self.output.read_to_string(&mut rest).unwrap();
        (rest, self.child.wait().unwrap().code())
    }
}

#[test]
fn a_search_without_end_is_stopped() {
    let mut engine = Engine::start("uci");
    engine.say(b"uci\nisready\n");
    engine.wait_for("readyok");
    engine.say(b"position startpos moves e2e4\ngo infinite\n");
    engine.wait_for("info depth 3 ");
    // It listens while it thinks.
    engine.say(b"isready\n");
    engine.wait_for("readyok");
    engine.say(b"stop\n");
    engine.wait_for("bestmove ");
    engine.say(b"quit\n");
    assert_eq!(engine.end().1, Some(0));
}

#[test]
fn pondering_becomes_a_move() {
    let mut engine = Engine::start("uci");
    engine.say(b"go ponder wtime 2000 btime 2000\n");
    engine.wait_for("info depth 3 ");
    engine.say(b"ponderhit\n");
    engine.wait_for("bestmove ");
    assert_eq!(engine.end(), (String::new(), Some(0)));
}

#[test]
fn the_end_of_the_input_ends_it() {
    for (command, input, answer) in [
        ("uci", "go infinite\n", "bestmove "),
        ("uci", "go perft 30\n", ""),
        ("uci", "", ""),
        ("uci", "go ponder\nquit\n", ""),
        ("nboard", "nboard 2\nset depth 60\ngo\n", "=== "),
    ] {
        let mut engine = Engine::start(command);
        engine.say(input.as_bytes());
        let (said, code) = engine.end();
        assert_eq!(code, Some(0), "{input}");
        assert!(said.is_empty() == answer.is_empty() || said.contains(answer), "{input}: {said}");
    }
}

#[test]
fn what_is_no_text_is_survived() {
    let mut engine = Engine::start("uci");
    engine.say(b"\xff\xfe\0\r\nposition fen \xc3\x28\r\nisready\r\n");
    assert_eq!(
        engine.wait_for("info string position"),
        "info string position: bad FEN `\u{fffd}(`: board, side to move, castling rights, en passant square"
    );
    engine.wait_for("readyok");
    assert_eq!(engine.end().1, Some(0));
}
