//! The machines of a game: how long their moves are held back, what their clocks say, and when they agree to a draw.

use std::time::Duration;

use quevedo_catalog::EvalRef;
use quevedo_core::platform::Instant;
use quevedo_core::{Clock, Score, Side};

use super::LiveGame;

/// The delay of a move is at most this part of the machine's clock.
const MAX_DELAY_PART: u32 = 40;
/// A machine does not agree to a draw before this many moves.
const MIN_DRAW_PLIES: usize = 10;

impl LiveGame {
    /// The earliest time at which a machine may move: as late as people want, unless its clock is short.
    pub fn ready_at(&self, side: Side) -> Instant {
        let wanted = Duration::from_millis(self.row.delay_ms.max(0) as u64);
        let left = self.clock.as_ref().map(|clock| clock.left(Instant::now())[side.index()]);
        self.turn_began + left.map_or(wanted, |left| wanted.min(left / MAX_DELAY_PART))
    }

    /// The clock of a machine, less a margin for the way there and back.
    pub fn machine_clock(&self, side: Side) -> Option<Clock> {
        const MARGIN: Duration = Duration::from_millis(50);
        let clock = self.clock.as_ref()?;
        let left = clock.left(Instant::now())[side.index()];
        let left = left.saturating_sub(MARGIN).max(left / 2);
        Some(Clock { left, increment: clock.increment, moves_to_go: None })
    }

    /// A machine that was offered a draw accepts it where it is not better. Whether it has accepted.
    pub fn answer_offer(&mut self) -> bool {
        let Some(side) = self.offer_to_engine() else { return false };
        let accepts = self.plies() >= MIN_DRAW_PLIES && self.static_score(!side) <= 0;
        if accepts {
            self.agree_draw();
        } else {
            self.decline_draw();
        }
        accepts
    }

    /// The static evaluation of the position for a side.
    fn static_score(&self, side: Side) -> Score {
        let session = self.session();
        let score = self.entry().evaluate(session, &EvalRef::Best).map_or(0, |evaluation| evaluation.score);
        if session.turn() == side { score } else { -score }
    }
}
