//! Move ordering: table move, captures, killers, countermove, quiet moves by history, losing captures.

use quevedo_core::{Game, Tactics};

use crate::history::Histories;

/// The ordering score of the transposition table's move.
pub(crate) const TABLE_MOVE: i32 = 1 << 30;
/// Captures and promotions: this plus their urgency and history. Those that turn out to lose by static exchange
/// evaluation move to [`LOSING_CAPTURE`].
pub(crate) const GOOD_CAPTURE: i32 = 1 << 24;
const KILLERS: [i32; 2] = [1 << 22, (1 << 22) - 1];
pub(crate) const COUNTERMOVE: i32 = 1 << 21;
/// Losing captures come after all quiet moves.
pub(crate) const LOSING_CAPTURE: i32 = -(1 << 24);
/// How much a point of urgency counts against a point of capture history.
const URGENCY_WEIGHT: i32 = 16;

/// Which ordering heuristics are on.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "they are switches")]
pub(crate) struct OrderingSwitches {
    pub(crate) history: bool,
    pub(crate) killers: bool,
    pub(crate) continuation: bool,
    pub(crate) capture_history: bool,
}

/// What ordering has to know of a node: where it is, and the moves that led to it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OrderingContext {
    /// Plies from the root.
    pub(crate) ply: usize,
    /// The countermove slot of the last move; `None` after a null move.
    pub(crate) countermove_slot: Option<usize>,
    /// The continuation slots of the last move and of the one before.
    pub(crate) continuation_slots: [Option<usize>; 2],
}

/// The ordering tables of one thread.
pub(crate) struct OrderingTables<G: Game> {
    pub(crate) histories: Histories,
    /// The killer heuristic (Akl and Newborn, 1977): by ply, the last two quiet moves that caused a cutoff.
    killers: Vec<[Option<G::Move>; 2]>,
    /// The countermove heuristic (Uiterwijk, 1992): by [slot](Self::countermove_slot), the quiet reply that refuted a
    /// move.
    countermoves: Vec<Option<G::Move>>,
    switches: OrderingSwitches,
}

impl<G: Tactics> OrderingTables<G> {
    pub(crate) fn new(histories: Histories, plies: usize, switches: OrderingSwitches) -> Self {
        let (killers, countermoves) = (vec![[None; 2]; plies], vec![None; 2 * G::HISTORY_KEYS]);
        Self { histories, killers, countermoves, switches }
    }

    /// The slot of the countermove to `mv`: by the side that makes it and the first of its history keys.
    #[inline]
    pub(crate) fn countermove_slot(position: &G, mv: G::Move) -> usize {
        position.turn().index() * G::HISTORY_KEYS + position.history_keys(mv)[0]
    }

    /// The slot of a move in the continuation history; `None` where it is not used.
    #[inline]
    pub(crate) fn continuation_slot(&self, position: &G, mv: G::Move) -> Option<usize> {
        (G::CONTINUATION_KEYS > 0 && self.switches.continuation)
            .then(|| self.histories.continuation.slot(position.turn(), position.continuation_key(mv)))
    }

    /// The ordering score of a move, and whether it is quiet.
    #[inline]
    pub(crate) fn score(&self, position: &G, mv: G::Move, context: &OrderingContext) -> (i32, bool) {
        let urgency = position.urgency(mv);
        if urgency > 0 {
            return (GOOD_CAPTURE + self.capture_score(position, mv, urgency), false);
        }
        if self.switches.killers {
            if let Some(rank) = self.killers[context.ply].iter().position(|killer| *killer == Some(mv)) {
                return (KILLERS[rank], true);
            }
            if context.countermove_slot.is_some_and(|slot| self.countermoves[slot] == Some(mv)) {
                return (COUNTERMOVE, true);
            }
        }
        (self.history_score(position, mv, context), true)
    }

    /// The order among captures: the more valuable the victim and the better the capture history, the earlier.
    #[inline]
    pub(crate) fn capture_score(&self, position: &G, mv: G::Move, urgency: i32) -> i32 {
        let has_history = G::CAPTURE_KEYS > 0 && self.switches.capture_history;
        let history =
            if has_history { self.histories.captures.score(position.turn(), position.capture_key(mv)) } else { 0 };
        URGENCY_WEIGHT * urgency + history
    }

    /// The history score of a quiet move: its own, and as a continuation of the last two moves.
    #[inline]
    pub(crate) fn history_score(&self, position: &G, mv: G::Move, context: &OrderingContext) -> i32 {
        let mut score = 0;
        if self.switches.history {
            score += self.histories.quiets.score(position.turn(), position.history_keys(mv));
        }
        if let Some(slot) = self.continuation_slot(position, mv) {
            let continuation = &self.histories.continuation;
            let before = context.continuation_slots.iter().flatten();
            score += before.map(|before| continuation.score(*before, slot)).sum::<i32>();
        }
        score
    }

    /// Adds a bonus to the histories of a quiet move.
    #[inline]
    fn update_quiet(&mut self, position: &G, mv: G::Move, context: &OrderingContext, bonus: i32) {
        self.histories.quiets.update(position.turn(), position.history_keys(mv), bonus);
        if let Some(slot) = self.continuation_slot(position, mv) {
            for before in context.continuation_slots.iter().flatten() {
                self.histories.continuation.update(*before, slot, bonus);
            }
        }
    }

    /// Updates all tables after a quiet move caused a beta cutoff: a history bonus for it, a malus for the quiet moves
    /// tried before it, and it becomes a killer and the countermove.
    pub(crate) fn update_quiets(
        &mut self,
        position: &G,
        mv: G::Move,
        tried: impl Iterator<Item = G::Move>,
        context: &OrderingContext,
        [bonus, malus]: [i32; 2],
    ) {
        self.update_quiet(position, mv, context, bonus);
        for tried in tried {
            self.update_quiet(position, tried, context, -malus);
        }
        let killers = &mut self.killers[context.ply];
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
        if let Some(slot) = context.countermove_slot {
            self.countermoves[slot] = Some(mv);
        }
    }

    /// Updates the capture history after a beta cutoff: a bonus for the move that caused it, if it is noisy, and a
    /// malus for the noisy moves tried before it.
    pub(crate) fn update_captures(
        &mut self,
        position: &G,
        mv: Option<G::Move>,
        tried: impl Iterator<Item = G::Move>,
        [bonus, malus]: [i32; 2],
    ) {
        if G::CAPTURE_KEYS == 0 {
            return;
        }
        let side = position.turn();
        if let Some(mv) = mv {
            self.histories.captures.update(side, position.capture_key(mv), bonus);
        }
        for tried in tried {
            self.histories.captures.update(side, position.capture_key(tried), -malus);
        }
    }
}
