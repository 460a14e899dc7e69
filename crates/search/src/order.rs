//! Which moves to try first: what the game says of them, and what was good in other positions.

use std::cmp::Reverse;
use std::fs;
use std::io;
use std::path::Path;

use quevedo_core::{Game, Score, Side, Tactics};

/// The best known move of the position itself.
const TABLE_MOVE: i32 = 1 << 30;
/// A capture or promotion that does not lose.
const URGENT: i32 = 1 << 24;
const KILLERS: [i32; 2] = [1 << 22, (1 << 22) - 1];
const COUNTER: i32 = 1 << 21;
/// Captures that lose come after all quiet moves.
const LOSING: i32 = -(1 << 24);
/// Histories stay within this.
const MOST: i32 = 1 << 14;

/// A move waiting to be tried.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Waiting<M> {
    pub(crate) mv: M,
    /// The order in the upper half; in the lower the number of the move, complemented so that the first generated
    /// of equals comes first.
    rank: i64,
}

impl<M> Waiting<M> {
    /// A move that is the so-manieth in the order of generation.
    #[inline]
    pub(crate) fn new(mv: M, order: i32, number: u32) -> Self {
        Self { mv, rank: i64::from(order) << 32 | i64::from(!number) }
    }

    /// Its number in the order of generation.
    #[inline]
    pub(crate) fn number(&self) -> u32 {
        !(self.rank as u32)
    }

    #[inline]
    fn order(&self) -> i32 {
        (self.rank >> 32) as i32
    }

    /// Whether nothing but its history speaks for the move.
    #[inline]
    pub(crate) fn is_quiet(&self) -> bool {
        self.order() < URGENT / 2 && self.order() > LOSING / 2
    }

    #[inline]
    pub(crate) fn is_losing(&self) -> bool {
        self.order() <= LOSING / 2
    }
}

/// Which of the orderings are used.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Habits {
    pub(crate) history: bool,
    pub(crate) killers: bool,
}

/// How good moves of the same traits were elsewhere, for each side, with gravity: a value moves towards its
/// limit by a share of the way that is left, so that it never leaves its bounds and old merits fade.
#[derive(Clone, Debug)]
pub(crate) struct History {
    merits: Vec<i16>,
    traits: usize,
}

impl History {
    /// Nothing is known yet.
    pub(crate) fn new(traits: usize) -> Self {
        Self { merits: vec![0; 2 * traits], traits }
    }

    #[inline]
    fn merit(&self, side: Side, traits: [usize; 2]) -> i32 {
        let base = side.index() * self.traits;
        i32::from(self.merits[base + traits[0]]) + i32::from(self.merits[base + traits[1]])
    }

    #[inline]
    fn reward(&mut self, side: Side, traits: [usize; 2], bonus: i32) {
        let base = side.index() * self.traits;
        let [first, second] = traits;
        self.pull(base + first, bonus);
        if second != first {
            self.pull(base + second, bonus);
        }
    }

    #[inline]
    fn pull(&mut self, index: usize, bonus: i32) {
        let merit = &mut self.merits[index];
        let old = i32::from(*merit);
        *merit = (old + bonus - old * bonus.abs() / MOST) as i16;
    }

    /// Reads a history that was saved; one that does not fit the game is refused.
    pub(crate) fn load(path: &Path, traits: usize) -> io::Result<Self> {
        let bytes = fs::read(path)?;
        let wrong = |what: &str| io::Error::new(io::ErrorKind::InvalidData, format!("{}: {what}", path.display()));
        let body = bytes.strip_prefix(MAGIC).ok_or_else(|| wrong("this is no history table"))?;
        let (sum, body) = body.split_at_checked(8).ok_or_else(|| wrong("the file is cut off"))?;
        if sum != checksum(body).to_le_bytes() {
            return Err(wrong("the file is damaged"));
        }
        let merits: Vec<i16> = body.chunks_exact(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]])).collect();
        if merits.len() != 2 * traits {
            return Err(wrong("the table belongs to another game"));
        }
        Ok(Self { merits, traits })
    }

    /// Saves the history; a file already there is replaced in one step.
    pub(crate) fn save(&self, path: &Path) -> io::Result<()> {
        let body: Vec<u8> = self.merits.iter().flat_map(|merit| merit.to_le_bytes()).collect();
        let bytes = [MAGIC, &checksum(&body).to_le_bytes(), &body].concat();
        let draft = path.with_extension("draft");
        fs::write(&draft, bytes)?;
        fs::rename(&draft, path)
    }
}

/// Head and version of a saved history.
const MAGIC: &[u8] = b"quevedo history 1\n";

fn checksum(bytes: &[u8]) -> u64 {
    let words = bytes.chunks(8).map(|chunk| chunk.iter().fold(0, |word, byte| word << 8 | u64::from(*byte)));
    words.fold(bytes.len() as u64, quevedo_core::hash::combine)
}

/// What one thread remembers of good moves.
pub(crate) struct Memory<G: Game> {
    pub(crate) history: History,
    killers: Vec<[Option<G::Move>; 2]>,
    /// The answer that refuted a move, by the side that made it and the first of its traits.
    counters: Vec<Option<G::Move>>,
    habits: Habits,
}

impl<G: Tactics> Memory<G> {
    pub(crate) fn new(history: History, plies: usize, habits: Habits) -> Self {
        Self { history, killers: vec![[None; 2]; plies], counters: vec![None; 2 * G::HISTORY_KEYS], habits }
    }

    /// Where the answer to a move is kept: `mover` is who made it.
    #[inline]
    pub(crate) fn counter_slot(position: &G, mv: G::Move) -> usize {
        position.turn().index() * G::HISTORY_KEYS + position.history_keys(mv)[0]
    }

    /// How early a move is to be tried. `before` is the slot of the move that led here.
    #[inline]
    pub(crate) fn order(&self, position: &G, mv: G::Move, ply: usize, before: Option<usize>) -> i32 {
        let urgency = position.urgency(mv);
        if urgency > 0 {
            let exchange = position.exchange(mv);
            return if exchange < 0 { LOSING + exchange } else { URGENT + urgency };
        }
        if self.habits.killers {
            if let Some(rank) = self.killers[ply].iter().position(|killer| *killer == Some(mv)) {
                return KILLERS[rank];
            }
            if before.is_some_and(|slot| self.counters[slot] == Some(mv)) {
                return COUNTER;
            }
        }
        if self.habits.history { self.history.merit(position.turn(), position.history_keys(mv)) } else { 0 }
    }

    /// The order of the move that the table knows.
    pub(crate) const fn table_order() -> i32 {
        TABLE_MOVE
    }

    /// A quiet move cut the search off: it is remembered, and those tried in vain before it are held against it.
    pub(crate) fn praise(
        &mut self,
        position: &G,
        mv: G::Move,
        in_vain: impl Iterator<Item = G::Move>,
        depth: i32,
        (ply, before): (usize, Option<usize>),
    ) {
        let side = position.turn();
        let bonus = (depth * depth).clamp(1, 1200);
        self.history.reward(side, position.history_keys(mv), bonus);
        for other in in_vain {
            self.history.reward(side, position.history_keys(other), -bonus / 2);
        }
        let killers = &mut self.killers[ply];
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
        if let Some(slot) = before {
            self.counters[slot] = Some(mv);
        }
    }

    /// How well a quiet move did elsewhere, from about -2 to 2.
    #[inline]
    pub(crate) fn standing(&self, position: &G, mv: G::Move) -> Score {
        if self.habits.history {
            self.history.merit(position.turn(), position.history_keys(mv)) / (MOST / 2)
        } else {
            0
        }
    }
}

/// Brings the next move to `at`: the best of those waiting from there on. The first few are picked one by one,
/// since most nodes try no more; then a batch of the best is sorted, and at last the rest.
#[inline]
pub(crate) fn bring_next<M: Copy>(waiting: &mut [Waiting<M>], at: usize, tried: usize) {
    const PICKS: usize = 6;
    const BATCH: usize = 48;
    let key = |waiting: &Waiting<M>| Reverse(waiting.rank);
    match tried {
        0..PICKS => {
            let (mut best, mut top) = (at, i64::MIN);
            for (index, waiting) in waiting.iter().enumerate().skip(at) {
                best = if waiting.rank > top { index } else { best };
                top = top.max(waiting.rank);
            }
            waiting.swap(at, best);
        }
        PICKS => {
            let rest = &mut waiting[at..];
            if rest.len() > 2 * BATCH {
                rest.select_nth_unstable_by_key(BATCH, key);
                rest[..BATCH].sort_unstable_by_key(key);
            } else {
                rest.sort_unstable_by_key(key);
            }
        }
        _ if tried == PICKS + BATCH => waiting[at..].sort_unstable_by_key(key),
        _ => {}
    }
}
