//! The command `go`: what is to be searched, and how far.

use std::time::Duration;

use quevedo_core::notation::clip;
use quevedo_core::{Clock, Limits, Side};

/// Words with a meaning; everything between two of them belongs to the first.
const WORDS: [&str; 13] = [
    "searchmoves",
    "ponder",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "infinite",
    "perft",
];

/// The least time that anything is given.
const INSTANT: Duration = Duration::from_millis(1);

/// The limits of a search whose own limits could not be read, so that it ends.
const MOMENT: Duration = Duration::from_millis(500);

/// What `go` asks for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Go {
    /// The moves to choose from, as they were written; all if there are none.
    pub(super) searchmoves: Vec<String>,
    /// Think on the opponent's time, until `ponderhit` or `stop`.
    pub(super) ponder: bool,
    /// Think until `stop`.
    pub(super) infinite: bool,
    /// Be content with a win in this many moves.
    pub(super) mate: Option<u32>,
    /// Count move sequences instead of searching.
    pub(super) perft: Option<u32>,
    /// On the clocks of both sides.
    left: [Option<Duration>; 2],
    increment: [Duration; 2],
    movestogo: Option<u32>,
    limits: Limits,
}

impl Go {
    /// Reads what follows `go`, and says what could not be understood. Limits of which nothing is left are replaced by a
    /// moment of time.
    pub(super) fn read(text: &str) -> (Self, Vec<String>) {
        let (mut go, mut warnings) = (Self::default(), Vec::new());
        let words: Vec<&str> = text.split_whitespace().collect();
        let mut rest = &words[..];
        while let Some((word, behind)) = rest.split_first() {
            let end = behind.iter().position(|next| WORDS.contains(next)).unwrap_or(behind.len());
            let (values, next) = behind.split_at(end);
            if let Err(complaint) = go.set(word, values) {
                warnings.push(complaint);
            }
            rest = next;
        }
        if !warnings.is_empty() && !go.is_bounded() {
            go.limits.time = Some(MOMENT);
        }
        (go, warnings)
    }

    /// Whether anything but `stop` ends it.
    fn is_bounded(&self) -> bool {
        let clock = self.left.iter().any(Option::is_some);
        self.waits() || clock || self.mate.is_some() || self.perft.is_some() || self.limits != Limits::default()
    }

    fn set(&mut self, word: &str, values: &[&str]) -> Result<(), String> {
        match word {
            "searchmoves" => {
                self.searchmoves = values.iter().map(|text| (*text).to_owned()).collect();
                return Ok(());
            }
            "ponder" => self.ponder = true,
            "infinite" => self.infinite = true,
            _ if WORDS.contains(&word) => return self.set_number(word, number(word, values)?),
            _ => return Err(format!("go: `{}` means nothing here", clip(word))),
        }
        Ok(())
    }

    fn set_number(&mut self, word: &str, number: u64) -> Result<(), String> {
        let small = || u32::try_from(number).map_err(|_| format!("go: {word} {number} is too much"));
        let time = Duration::from_millis(number);
        match word {
            "wtime" => self.left[Side::First.index()] = Some(time),
            "btime" => self.left[Side::Second.index()] = Some(time),
            "winc" => self.increment[Side::First.index()] = time,
            "binc" => self.increment[Side::Second.index()] = time,
            "movestogo" => self.movestogo = Some(small()?).filter(|moves| *moves > 0),
            "depth" => self.limits.depth = Some(small()?.max(1)),
            "nodes" => self.limits.nodes = Some(number.max(1)),
            "movetime" => self.limits.time = Some(time),
            "mate" => self.mate = Some(small()?),
            _ => self.perft = Some(small()?),
        }
        Ok(())
    }

    /// Whether the answer waits for `stop` or `ponderhit`.
    pub(super) fn waits(&self) -> bool {
        self.infinite || self.ponder
    }

    /// The same on the own time.
    pub(super) fn after_ponderhit(mut self) -> Self {
        self.ponder = false;
        self
    }

    /// The clock of a side and the limits of the move, less what the move takes on its way. There are none while the
    /// opponent's time runs.
    pub(super) fn limits(&self, turn: Side, overhead: Duration) -> (Option<Clock>, Limits) {
        if self.ponder {
            return (None, Limits::default());
        }
        let usable = |time: Duration| time.saturating_sub(overhead).max(INSTANT);
        let clock = self.left[turn.index()].map(|left| Clock {
            left: usable(left),
            increment: self.increment[turn.index()],
            moves_to_go: self.movestogo,
        });
        (clock, Limits { time: self.limits.time.map(usable), ..self.limits })
    }
}

/// The number behind a word. Clocks below zero are empty; the longest time is a day.
fn number(word: &str, values: &[&str]) -> Result<u64, String> {
    let wrong = || format!("go: {word} takes a whole number, not `{}`", clip(&values.join(" ")));
    let [value] = values else { return Err(wrong()) };
    let number: i64 = value.parse().map_err(|_| wrong())?;
    Ok(number.max(0) as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Go {
        let (go, warnings) = Go::read(text);
        assert!(warnings.is_empty(), "{warnings:?}");
        go
    }

    #[test]
    fn clocks_are_those_of_the_side_to_move() {
        let go = read("wtime 1000 btime 60000 winc 10 binc 20 movestogo 5");
        let overhead = Duration::from_millis(100);
        let (clock, limits) = go.limits(Side::Second, overhead);
        let (left, increment) = (Duration::from_millis(59_900), Duration::from_millis(20));
        assert_eq!(clock, Some(Clock { left, increment, moves_to_go: Some(5) }));
        assert_eq!(limits, Limits::default());
        let (clock, _) = read("wtime -5 btime 9").limits(Side::First, overhead);
        assert_eq!(clock.map(|clock| clock.left), Some(INSTANT));
        assert_eq!(read("btime 9").limits(Side::First, overhead).0, None);
    }

    #[test]
    fn limits_stand_side_by_side() {
        let go = read("depth 7 nodes 1000 movetime 50 mate 3 searchmoves e2e4 d2d4 infinite");
        assert_eq!((go.mate, go.infinite), (Some(3), true));
        assert_eq!(go.searchmoves, ["e2e4", "d2d4"]);
        let (_, limits) = go.limits(Side::First, Duration::from_millis(10));
        let time = Some(Duration::from_millis(40));
        assert_eq!(limits, Limits { depth: Some(7), nodes: Some(1000), time });
        let pondering = read("ponder wtime 1000 btime 1000");
        assert_eq!(pondering.limits(Side::First, Duration::ZERO), (None, Limits::default()));
    }

    #[test]
    fn what_is_wrong_is_said_and_the_rest_counts() {
        let (go, warnings) = Go::read("depth x nodes wtime 99999999999999999999 quickly movetime 20 perft 5000000000");
        assert_eq!(warnings.len(), 4, "{warnings:?}");
        let (clock, limits) = go.limits(Side::First, Duration::ZERO);
        assert_eq!((clock, limits.time), (None, Some(Duration::from_millis(20))));
        let (go, _) = Go::read("depth");
        assert_eq!(go.limits(Side::First, Duration::ZERO).1.time, Some(MOMENT));
        assert_eq!(read("").limits(Side::First, Duration::ZERO), (None, Limits::default()));
    }
}
