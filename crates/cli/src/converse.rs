//! A conversation with another program, on standard input and output.

use std::io::{self, BufRead, Write};
use std::sync::mpsc::{Sender, channel};
use std::thread;

use anyhow::Result;
use quevedo_protocol::{Action, Event, Protocol};

/// Carries out what a protocol says, until it is over. Lines come in on a thread of their own, and so does thinking.
pub(crate) fn converse(protocol: &mut dyn Protocol, out: &mut dyn Write) -> Result<()> {
    let (sender, news) = channel();
    let input = sender.clone();
    thread::spawn(move || listen(&input));
    for heard in news {
        for act in protocol.handle(heard) {
            match act {
                Action::Say(line) => writeln!(out, "{line}")?,
                Action::Begin(task) => {
                    let sender = sender.clone();
                    // Nobody listens any more once the program ends.
                    thread::spawn(move || task.run(&mut |news| drop(sender.send(news))));
                }
                Action::OpenTables(folders) => {
                    for trouble in quevedo_catalog::open_tables(&folders) {
                        writeln!(out, "info string {trouble}")?;
                    }
                }
                Action::Quit => return Ok(out.flush()?),
            }
        }
        out.flush()?;
    }
    Ok(())
}

/// Hands over every line of standard input. What is no text is handed over as far as it can be read.
fn listen(news: &Sender<Event>) {
    let mut input = io::stdin().lock();
    let mut line = Vec::new();
    while input.read_until(b'\n', &mut line).is_ok_and(|length| length > 0) {
        let text = String::from_utf8_lossy(&line).trim_end_matches(['\n', '\r']).to_owned();
        if news.send(Event::Line(text)).is_err() {
            return;
        }
        line.clear();
    }
    let _ = news.send(Event::End);
}
