//! Move ordering: table move, captures by static exchange evaluation, killers, countermove, history.

use quevedo_core::{Game, Tactics};

use crate::history::{History, history_bonus, history_malus};

/// The ordering score of the transposition table's move.
pub(crate) const TABLE_MOVE: i32 = 1 << 30;
/// Captures and promotions that do not lose by static exchange evaluation: this plus their urgency.
pub(crate) const GOOD_CAPTURE: i32 = 1 << 24;
const KILLERS: [i32; 2] = [1 << 22, (1 << 22) - 1];
const COUNTERMOVE: i32 = 1 << 21;
/// Losing captures come after all quiet moves.
pub(crate) const LOSING_CAPTURE: i32 = -(1 << 24);

/// Which ordering heuristics are on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OrderingSwitches {
    pub(crate) history: bool,
    pub(crate) killers: bool,
}

/// The ordering tables of one thread.
pub(crate) struct OrderingTables<G: Game> {
    pub(crate) history: History,
    /// The killer heuristic (Akl and Newborn, 1977): by ply, the last two quiet moves that caused a cutoff.
    killers: Vec<[Option<G::Move>; 2]>,
    /// The countermove heuristic (Uiterwijk, 1992): by [slot](Self::countermove_slot), the quiet reply that refuted a
    /// move.
    countermoves: Vec<Option<G::Move>>,
    switches: OrderingSwitches,
}

impl<G: Tactics> OrderingTables<G> {
    pub(crate) fn new(history: History, plies: usize, switches: OrderingSwitches) -> Self {
        let (killers, countermoves) = (vec![[None; 2]; plies], vec![None; 2 * G::HISTORY_KEYS]);
        Self { history, killers, countermoves, switches }
    }

    /// The slot of the countermove to `mv`: by the side that makes it and the first of its history keys.
    #[inline]
    pub(crate) fn countermove_slot(position: &G, mv: G::Move) -> usize {
        position.turn().index() * G::HISTORY_KEYS + position.history_keys(mv)[0]
    }

    /// The ordering score of a move. `countermove_slot` is the slot of the move that led here.
    #[inline]
    pub(crate) fn score(&self, position: &G, mv: G::Move, ply: usize, countermove_slot: Option<usize>) -> i32 {
        let urgency = position.urgency(mv);
        if urgency > 0 {
            let exchange = position.static_exchange(mv);
            return if exchange < 0 { LOSING_CAPTURE + exchange } else { GOOD_CAPTURE + urgency };
        }
        if self.switches.killers {
            if let Some(rank) = self.killers[ply].iter().position(|killer| *killer == Some(mv)) {
                return KILLERS[rank];
            }
            if countermove_slot.is_some_and(|slot| self.countermoves[slot] == Some(mv)) {
                return COUNTERMOVE;
            }
        }
        self.history_score(position, mv)
    }

    /// Updates all tables after a quiet move caused a beta cutoff: a history bonus for it, a malus for the quiet moves
    /// tried before it, and it becomes a killer and the countermove.
    pub(crate) fn update_on_cutoff(
        &mut self,
        position: &G,
        mv: G::Move,
        tried_quiets: impl Iterator<Item = G::Move>,
        depth: i32,
        ply: usize,
        countermove_slot: Option<usize>,
    ) {
        let side = position.turn();
        self.history.update(side, position.history_keys(mv), history_bonus(depth));
        for tried in tried_quiets {
            self.history.update(side, position.history_keys(tried), history_malus(depth));
        }
        let killers = &mut self.killers[ply];
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
        if let Some(slot) = countermove_slot {
            self.countermoves[slot] = Some(mv);
        }
    }

    /// The history score of a quiet move; 0 if the heuristic is off.
    #[inline]
    pub(crate) fn history_score(&self, position: &G, mv: G::Move) -> i32 {
        if self.switches.history { self.history.history_score(position.turn(), position.history_keys(mv)) } else { 0 }
    }
}
