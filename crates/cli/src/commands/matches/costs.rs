//! What the moves of the two players of a match cost.

use std::fmt;

use quevedo_arena::{GameJob, GameReport, Sides};
use quevedo_catalog::GameEntry;
use quevedo_core::Side;
use serde::Serialize;

use crate::output::short_number;

/// Sums over the moves of each player, in the order of the match.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Costs {
    time_us: [Sum; 2],
    nodes: [Sum; 2],
    depth: [Sum; 2],
}

#[derive(Clone, Copy, Debug, Default)]
struct Sum {
    count: u64,
    sum: u64,
}

/// Means per move; `None` where a player does not report it.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct MeanCosts {
    #[serde(rename = "mean_time_ms")]
    time_ms: [Option<f64>; 2],
    #[serde(rename = "mean_nodes")]
    nodes: [Option<f64>; 2],
    #[serde(rename = "mean_depth")]
    depth: [Option<f64>; 2],
}

impl Sum {
    fn add(&mut self, number: u64) {
        self.count += 1;
        self.sum = self.sum.saturating_add(number);
    }

    fn mean(self) -> Option<f64> {
        (self.count > 0).then(|| self.sum as f64 / self.count as f64)
    }
}

impl Costs {
    /// Counts the moves of a game. Turns alternate: a pass is a move.
    pub(super) fn add(&mut self, game: &GameEntry, sides: Sides, job: &GameJob, report: &GameReport) {
        let turn = job.opening.open(game).map_or(Side::First, |session| session.turn());
        let begins = usize::from(turn != sides.of_first(job.number));
        for (index, mv) in report.moves.iter().enumerate() {
            let player = (begins + index) % 2;
            self.time_us[player].add(mv.time_us);
            if mv.nodes > 0 {
                self.nodes[player].add(mv.nodes);
            }
            if mv.depth > 0 {
                self.depth[player].add(mv.depth.into());
            }
        }
    }

    pub(super) fn mean(&self) -> MeanCosts {
        MeanCosts {
            time_ms: self.time_us.map(|sum| sum.mean().map(|time| time / 1e3)),
            nodes: self.nodes.map(Sum::mean),
            depth: self.depth.map(Sum::mean),
        }
    }
}

impl fmt::Display for MeanCosts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let both = |means: [Option<f64>; 2], show: fn(f64) -> String| {
            means.map(|mean| mean.map_or_else(|| "?".into(), show)).join(" and ")
        };
        write!(f, "a move: {} ms", both(self.time_ms, |time| format!("{time:.3}")))?;
        if self.nodes != [None, None] {
            write!(f, ", {} nodes", both(self.nodes, short_number))?;
        }
        if self.depth != [None, None] {
            write!(f, ", depth {}", both(self.depth, |depth| format!("{depth:.1}")))?;
        }
        Ok(())
    }
}
