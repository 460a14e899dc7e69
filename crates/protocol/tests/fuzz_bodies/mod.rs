//! What the fuzz targets `uci` and `nboard` do with their bytes; `fuzz_smoke` runs the same bodies in every ordinary test run.

use quevedo_catalog::Catalog;
use quevedo_protocol::{Action, Event, NBoard, Protocol, Uci};

/// More lines in one input say nothing new.
const MOST_LINES: usize = 64;

/// Lines of UCI.
pub(crate) fn uci(data: &[u8]) -> bool {
    Uci::new(Catalog::standard()).is_some_and(|protocol| converse(protocol, data))
}

/// Lines of `NBoard`.
pub(crate) fn nboard(data: &[u8]) -> bool {
    NBoard::new(&Catalog::standard()).is_ok_and(|protocol| converse(protocol, data))
}

/// Says every line; whether anything was answered or begun. No search is run: what is fuzzed is the reading.
fn converse(mut protocol: impl Protocol, data: &[u8]) -> bool {
    let text = String::from_utf8_lossy(data);
    let mut answered = false;
    for line in text.lines().take(MOST_LINES) {
        for action in protocol.handle(Event::Line(line.into())) {
            match action {
                Action::Say(said) => assert!(!said.contains('\n'), "`{line}` is answered by several lines: {said}"),
                Action::Quit => return true,
                Action::Begin(_) | Action::OpenTables(_) => {}
            }
            answered = true;
        }
    }
    answered
}
