//! A conversation with another program, on standard input and output.

use std::io::{self, BufRead, Write};
use std::sync::mpsc::{Sender, channel};
use std::thread;

use anyhow::Result;
use quevedo_protocol::{Action, Event, Protocol};

/// Carries out the actions of a protocol until it quits. Input is read on one thread, searches run on others.
pub(crate) fn converse(protocol: &mut dyn Protocol, out: &mut dyn Write) -> Result<()> {
    let (sender, events) = channel();
    let input = sender.clone();
    thread::spawn(move || listen(&input));
    for event in events {
        for action in protocol.handle(event) {
            match action {
                Action::Say(line) => writeln!(out, "{line}")?,
                Action::Begin(task) => {
                    let sender = sender.clone();
                    // The receiver is gone once the program ends.
                    thread::spawn(move || task.run(&mut |event| drop(sender.send(event))));
                }
                Action::OpenTables(folders) => {
                    for warning in quevedo_catalog::open_tables(&folders) {
                        writeln!(out, "info string {warning}")?;
                    }
                }
                Action::Quit => return Ok(out.flush()?),
            }
        }
        out.flush()?;
    }
    Ok(())
}

/// Sends every line of standard input. Bytes that are not UTF-8 are replaced.
fn listen(events: &Sender<Event>) {
    let mut input = io::stdin().lock();
    let mut line = Vec::new();
    while input.read_until(b'\n', &mut line).is_ok_and(|length| length > 0) {
        let text = String::from_utf8_lossy(&line).trim_end_matches(['\n', '\r']).to_owned();
        if events.send(Event::Line(text)).is_err() {
            return;
        }
        line.clear();
    }
    let _ = events.send(Event::End);
}
