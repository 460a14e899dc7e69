//! How far a program is to search: the line `go`.

use std::fmt::Write;
use std::time::Duration;

use quevedo_catalog::PlayerSpec;
use quevedo_core::Clock;

/// What a program gets that has neither limits nor a clock.
const USUAL_TIME: Duration = Duration::from_secs(1);

/// The limits that a spec sets for every move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Limits {
    depth: Option<u64>,
    nodes: Option<u64>,
    time: Option<Duration>,
}

impl Limits {
    pub(super) fn of(spec: &PlayerSpec) -> Self {
        Self { depth: spec.number("depth"), nodes: spec.number("nodes"), time: spec.time("time") }
    }

    /// The time for a move: that of the spec, or the usual one where nothing else ends the search.
    fn time(self, has_clock: bool) -> Option<Duration> {
        let open = !has_clock && self == Self::default();
        if open { Some(USUAL_TIME) } else { self.time }
    }

    /// The longest that a move may take; `None` where no time is set.
    pub(super) fn longest(self, own: Option<Clock>) -> Option<Duration> {
        self.time(own.is_some()).into_iter().chain(own.map(|clock| clock.left)).min()
    }

    /// The line that begins a search.
    pub(super) fn go(self, clocks: Option<[Clock; 2]>) -> String {
        let mut line = String::from("go");
        let mut add = |word: &str, number: Option<u64>| {
            if let Some(number) = number {
                let _ = write!(line, " {word} {number}");
            }
        };
        // A clock that shows nothing means to many programs that there is none.
        let left = |side: usize| clocks.map(|clocks| (clocks[side].left.as_millis() as u64).max(1));
        let increment = |side: usize| clocks.map(|clocks| clocks[side].increment.as_millis() as u64);
        for (side, words) in [["wtime", "winc"], ["btime", "binc"]].into_iter().enumerate() {
            add(words[0], left(side));
            add(words[1], increment(side));
        }
        add("depth", self.depth);
        add("nodes", self.nodes);
        add("movetime", self.time(clocks.is_some()).map(|time| time.as_millis() as u64));
        line
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limits(spec: &str) -> Limits {
        Limits::of(&spec.parse().unwrap())
    }

    fn clock(left: u64, increment: u64) -> Clock {
        let [left, increment] = [left, increment].map(Duration::from_millis);
        Clock { left, increment, moves_to_go: None }
    }

    #[test]
    fn limits_and_clocks_are_told_side_by_side() {
        let clocks = Some([clock(60_000, 100), clock(0, 0)]);
        let cases = [
            ("uci:cmd=e", None, "go movetime 1000"),
            ("uci:cmd=e,nodes=1000", None, "go nodes 1000"),
            ("uci:cmd=e,time=250ms,depth=7", None, "go depth 7 movetime 250"),
            ("uci:cmd=e", clocks, "go wtime 60000 winc 100 btime 1 binc 0"),
            ("uci:cmd=e,depth=3", clocks, "go wtime 60000 winc 100 btime 1 binc 0 depth 3"),
        ];
        for (spec, clocks, line) in cases {
            assert_eq!(limits(spec).go(clocks), line);
        }
    }

    #[test]
    fn the_narrowest_time_counts() {
        let own = Some(clock(300, 0));
        let cases = [
            ("uci:cmd=e", None, Some(1000)),
            ("uci:cmd=e,nodes=1", None, None),
            ("uci:cmd=e,nodes=1", own, Some(300)),
            ("uci:cmd=e,time=200ms", own, Some(200)),
            ("uci:cmd=e,time=2s", own, Some(300)),
        ];
        for (spec, own, longest) in cases {
            assert_eq!(limits(spec).longest(own), longest.map(Duration::from_millis), "{spec}");
        }
    }
}
