//! A conversation without threads: tasks run to their end before the next line is heard, unless they are held.

#![allow(dead_code, reason = "each test file uses its part")]

use std::collections::HashSet;

use quevedo_protocol::{Action, Event, Protocol, Task};

/// A protocol, and the task that waits for its turn.
pub(crate) struct Conversation<T> {
    protocol: T,
    held: Option<Box<Task>>,
    /// Whether the protocol has ended the conversation.
    pub(crate) over: bool,
}

impl<T: Protocol> Conversation<T> {
    pub(crate) fn new(protocol: T) -> Self {
        Self { protocol, held: None, over: false }
    }

    /// What is said to some lines, when every task runs to its end at once.
    pub(crate) fn say(&mut self, lines: &[&str]) -> Vec<String> {
        let mut said = Vec::new();
        for line in lines {
            said.extend(self.say_and_hold(line));
            said.extend(self.run());
        }
        said
    }

    /// What is said to a line at once. A task that it begins waits for [`Self::run`].
    pub(crate) fn say_and_hold(&mut self, line: &str) -> Vec<String> {
        self.handle(Event::Line(line.into()))
    }

    /// What is said at the end of the input, until the protocol is done.
    pub(crate) fn end(&mut self) -> Vec<String> {
        let mut said = self.handle(Event::End);
        said.extend(self.run());
        said
    }

    /// Runs the tasks that were begun; what is said to that.
    pub(crate) fn run(&mut self) -> Vec<String> {
        let mut said = Vec::new();
        while let Some(task) = self.held.take() {
            let mut news = Vec::new();
            task.run(&mut |heard| news.push(heard));
            for heard in news {
                said.extend(self.handle(heard));
            }
        }
        said
    }

    fn handle(&mut self, event: Event) -> Vec<String> {
        let mut said = Vec::new();
        for act in self.protocol.handle(event) {
            match act {
                Action::Say(line) => said.push(line),
                Action::Begin(task) => assert!(self.held.replace(task).is_none(), "one task at a time"),
                Action::OpenTables(folders) => said.push(format!("open {folders}")),
                Action::Quit => self.over = true,
            }
        }
        said
    }
}

/// Every word that a search decides becomes `_`: the moves and numbers of `info`, `bestmove`, `search` and `===`.
pub(crate) fn mask(line: &str) -> String {
    let words: Vec<&str> = line.split(' ').collect();
    let masked: Vec<&str> = match words[0] {
        "info" if words.get(1) != Some(&"string") => {
            let end = words.iter().position(|word| *word == "pv").map_or(words.len(), |pv| pv + 1);
            let number = |word: &&str| word.trim_start_matches('-').parse::<u64>().is_ok();
            words[..end].iter().map(|word| if number(word) { "_" } else { *word }).collect()
        }
        // A search that ends by time may have no move to ponder on.
        "bestmove" if words.get(1) != Some(&"(none)") => vec![words[0], "_"],
        "search" | "nodestats" | "===" => vec![words[0], "_"],
        // The figures of `bench`.
        _ if line.contains(" : ") => vec![line.split(" : ").next().unwrap().trim_end()],
        _ => words,
    };
    masked.join(" ")
}

/// Plays the input of a transcript (lines that begin with `>`) and compares what is said to what stands there. Reports
/// that are the same when masked stand there once.
pub(crate) fn check_transcript(name: &str, transcript: &str, protocol: impl Protocol) {
    let mut conversation = Conversation::new(protocol);
    let mut found = String::new();
    for input in transcript.lines().filter_map(|line| line.strip_prefix('>')) {
        found.extend([">", input, "\n"]);
        let mut reports = HashSet::new();
        for line in conversation.say(&[input.trim_start()]) {
            let masked = mask(&line);
            let again = masked != line && !reports.insert(masked.clone());
            if !again {
                found.extend([masked.as_str(), "\n"]);
            }
        }
    }
    assert!(found == transcript, "{name} went otherwise:\n{found}");
}
