//! Search parameters and move ordering of Othello.

use quevedo_core::{Game, Score, SearchParams, Tactics, Text};

use super::{Othello, Placement};

/// What each reply of the opponent counts in move ordering.
const MOBILITY_BONUS: i32 = 1500;

impl Tactics for Othello {
    const SCORE_UNIT: Option<Text> = Some(Text { en: "discs", es: "fichas" });

    const PARAMS: SearchParams = SearchParams {
        late_move_reductions: true,
        no_killers: true,
        eval_ordering_min_depth: 3,
        eval_ordering_weight: 6000,
        lmr_score_divisor: 20_000,
        multi_probcut_confidence: 80,
        ..SearchParams::PLAIN
    };
    const HISTORY_KEYS: usize = 65;
    const HAS_MULTI_PROBCUT: bool = true;

    /// Fitted by least squares to `quevedo probcut othello --positions 500 --depth 9 --phase 8 --max-ply 50`, 96 deviations by
    /// phase and pair of depths, each from some 90 positions: the residuals are 12 % of the deviation. It grows with the plies
    /// played, with the difference of the depths, and where the shallow search is very shallow.
    #[inline]
    fn probcut_deviation(&self, deep: i32, shallow: i32) -> Score {
        let plies = (self.own | self.other).count_ones() as Score - 4;
        (32 + 13 * (deep - shallow) + 232 / (shallow + 2)) * (8 + plies) / 16
    }

    /// Moves that leave the opponent few replies come first (fastest-first heuristic).
    #[inline]
    fn ordering_bonus(&self, mv: Placement) -> i32 {
        let mut child = *self;
        child.play(mv);
        -MOBILITY_BONUS * child.count_moves() as i32
    }

    /// The least hash of the eight rotations and reflections.
    fn symmetric_hash(&self) -> u64 {
        let image = |symmetry: u8| {
            let [own, other] = [self.own, self.other].map(|discs| transformed(discs, symmetry));
            Self { own, other, turn: self.turn }.hash()
        };
        (0..8).map(image).min().unwrap_or_default()
    }

    #[inline]
    fn history_keys(&self, mv: Placement) -> [usize; 2] {
        [usize::from(mv.0); 2]
    }
}

/// One of the eight symmetries of the board: mirrored, turned upside down, files and rows exchanged, by the bits of its
/// number.
fn transformed(mut discs: u64, symmetry: u8) -> u64 {
    if symmetry & 1 != 0 {
        discs = discs.reverse_bits().swap_bytes();
    }
    if symmetry & 2 != 0 {
        discs = discs.swap_bytes();
    }
    if symmetry & 4 != 0 {
        discs = transposed(discs);
    }
    discs
}

/// Files and rows exchanged, by three exchanges of blocks (delta swaps).
fn transposed(mut discs: u64) -> u64 {
    for (shift, mask) in [(28, 0x0000_0000_f0f0_f0f0), (14, 0x0000_cccc_0000_cccc), (7, 0x00aa_00aa_00aa_00aa)] {
        let swapped = (discs ^ (discs >> shift)) & mask;
        discs ^= swapped ^ (swapped << shift);
    }
    discs
}
