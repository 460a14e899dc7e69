//! The limits of a search: the command `go`.

use std::fmt::Write;
use std::time::Duration;

use quevedo_catalog::UciSpec;
use quevedo_core::{Clock, Limits};

/// The time of a move without limits and without a clock.
const DEFAULT_TIME: Duration = Duration::from_secs(1);

/// The limits that a spec sets for every move.
pub(super) fn limits(spec: &UciSpec) -> Limits {
    Limits { depth: spec.depth, nodes: spec.nodes, time: spec.time }
}

/// The time limit of a move: that of the spec, or a default where nothing else ends the search.
fn time(limits: Limits, has_clock: bool) -> Option<Duration> {
    let is_unlimited = !has_clock && limits == Limits::default();
    if is_unlimited { Some(DEFAULT_TIME) } else { limits.time }
}

/// The longest that a move may take; `None` without a time limit. `own` is the clock of the side to move.
pub(super) fn max_time(limits: Limits, own: Option<Clock>) -> Option<Duration> {
    time(limits, own.is_some()).into_iter().chain(own.map(|clock| clock.left)).min()
}

/// The command that starts a search.
pub(super) fn go(limits: Limits, clocks: Option<[Clock; 2]>) -> String {
    let mut line = String::from("go");
    let mut add = |word: &str, number: Option<u64>| {
        if let Some(number) = number {
            let _ = write!(line, " {word} {number}");
        }
    };
    // Many programs take a clock of 0 for no clock at all.
    let left = |side: usize| clocks.map(|clocks| (clocks[side].left.as_millis() as u64).max(1));
    let increment = |side: usize| clocks.map(|clocks| clocks[side].increment.as_millis() as u64);
    for (side, words) in [["wtime", "winc"], ["btime", "binc"]].into_iter().enumerate() {
        add(words[0], left(side));
        add(words[1], increment(side));
    }
    add("depth", limits.depth.map(u64::from));
    add("nodes", limits.nodes);
    add("movetime", time(limits, clocks.is_some()).map(|time| time.as_millis() as u64));
    line
}

#[cfg(test)]
mod tests {
    use quevedo_catalog::PlayerSpec;

    use super::*;

    fn read(spec: &str) -> Limits {
        match spec.parse().unwrap() {
            PlayerSpec::Uci(spec) => limits(&spec),
            other => panic!("{other}"),
        }
    }

    fn clock(left: u64, increment: u64) -> Clock {
        let [left, increment] = [left, increment].map(Duration::from_millis);
        Clock { left, increment, moves_to_go: None }
    }

    #[test]
    fn go_has_limits_and_clocks() {
        let clocks = Some([clock(60_000, 100), clock(0, 0)]);
        let cases = [
            ("uci:cmd=e", None, "go movetime 1000"),
            ("uci:cmd=e,nodes=1000", None, "go nodes 1000"),
            ("uci:cmd=e,time=250ms,depth=7", None, "go depth 7 movetime 250"),
            ("uci:cmd=e", clocks, "go wtime 60000 winc 100 btime 1 binc 0"),
            ("uci:cmd=e,depth=3", clocks, "go wtime 60000 winc 100 btime 1 binc 0 depth 3"),
        ];
        for (spec, clocks, line) in cases {
            assert_eq!(go(read(spec), clocks), line);
        }
    }

    #[test]
    fn the_shortest_time_counts() {
        let own = Some(clock(300, 0));
        let cases = [
            ("uci:cmd=e", None, Some(1000)),
            ("uci:cmd=e,nodes=1", None, None),
            ("uci:cmd=e,nodes=1", own, Some(300)),
            ("uci:cmd=e,time=200ms", own, Some(200)),
            ("uci:cmd=e,time=2s", own, Some(300)),
        ];
        for (spec, own, longest) in cases {
            assert_eq!(max_time(read(spec), own), longest.map(Duration::from_millis), "{spec}");
        }
    }
}
