//! The parameters of the alpha-beta search: which techniques suit a game, and the numbers they work with.

use crate::Score;

/// A number of [`SearchParams`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Param {
    /// Its name in player specs.
    pub name: &'static str,
    /// What it means.
    pub meaning: &'static str,
    /// The least value that makes sense.
    pub min: i32,
    /// The greatest.
    pub max: i32,
}

macro_rules! search_params {
    (
        flags { $($(#[doc = $flag_meaning:literal])* $flag:ident;)* }
        numbers { $(#[doc = $meaning:literal] $number:ident: $default:literal in $min:literal..=$max:literal;)* }
    ) => {
        /// The search parameters of a game: which techniques suit it, and the numbers they work with. Scores are in the
        /// unit of its evaluators.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct SearchParams {
            $($(#[doc = $flag_meaning])* pub $flag: bool,)*
            /// The score of a clear advantage, a pawn in chess. It scales how weak levels err.
            pub unit: Score,
            $(#[doc = $meaning] pub $number: i32,)*
        }

        impl SearchParams {
            /// No selective technique; numbers that suit most games.
            pub const PLAIN: Self = Self { $($flag: false,)* unit: 100, $($number: $default,)* };

            /// Every number with its range.
            pub const TABLE: &'static [Param] = &[$(Param {
                name: stringify!($number),
                meaning: $meaning.trim_ascii(),
                min: $min,
                max: $max,
            },)*];

            /// The number at an index of [`Self::TABLE`].
            pub fn get(&self, index: usize) -> i32 {
                [$(self.$number),*][index]
            }

            /// Sets the number at an index of [`Self::TABLE`], brought into its range.
            pub fn set(&mut self, index: usize, value: i32) {
                let Param { min, max, .. } = Self::TABLE[index];
                *[$(&mut self.$number),*][index] = value.clamp(min, max);
            }
        }
    };
}

search_params! {
    flags {
        /// Quiescence search: resolve noisy moves before the static evaluation.
        quiescence;
        /// Null-move pruning.
        null_move;
        /// Late move reductions: moves late in the order are searched less deep.
        late_move_reductions;
        /// Late move pruning: quiet moves late in the order are left out near the leaves.
        late_move_pruning;
        /// At the last ply all children are evaluated in one loop, without move ordering. For games with few moves and
        /// a cheap evaluation.
        evaluate_last_ply;
    }
    numbers {
        /// Nodes with less depth left do not probe the transposition table.
        min_table_depth: 2 in 1..=8;
        /// Half the width of the first aspiration window.
        aspiration_window: 50 in 5..=1000;
        /// Aspiration windows: from this depth on.
        aspiration_min_depth: 4 in 2..=10;
        /// Aspiration windows: on a fail they widen to this percentage.
        aspiration_growth: 400 in 110..=800;
        /// Enhanced transposition cutoffs: from this depth on; 0 for none.
        etc_min_depth: 0 in 0..=20;
        /// Internal iterative reduction: from this depth on.
        iir_min_depth: 4 in 2..=12;
        /// Futility pruning: the margin for each ply; 0 for none.
        futility_margin: 0 in 0..=1000;
        /// Futility pruning: the constant part of the margin.
        futility_base: 100 in 0..=1000;
        /// Futility pruning: up to this depth, late move reduction taken off.
        futility_max_depth: 7 in 0..=16;
        /// Reverse futility pruning: the margin for each ply; 0 for none.
        reverse_futility_margin: 0 in 0..=1000;
        /// Reverse futility pruning: up to this depth.
        reverse_futility_max_depth: 8 in 0..=16;
        /// Razoring: the margin for each ply; 0 for none.
        razor_margin: 0 in 0..=2000;
        /// Razoring: up to this depth.
        razor_max_depth: 3 in 0..=8;
        /// Null-move pruning: from this depth on.
        null_move_min_depth: 3 in 1..=10;
        /// Null-move pruning: the reduction in plies.
        null_move_reduction: 4 in 1..=8;
        /// Null-move pruning: one more ply for each of these plies of depth.
        null_move_depth_divisor: 4 in 1..=12;
        /// Null-move pruning: one more ply for each of these points above beta, up to three.
        null_move_eval_divisor: 200 in 20..=1000;
        /// Null-move pruning is verified by a search from this depth on.
        null_move_verification_depth: 14 in 6..=100;
        /// ProbCut: the margin above beta; 0 for none.
        probcut_margin: 0 in 0..=2000;
        /// ProbCut: from this depth on.
        probcut_min_depth: 5 in 3..=12;
        /// Multi-ProbCut: from this depth on.
        multi_probcut_min_depth: 4 in 3..=20;
        /// Multi-ProbCut: the margin in hundredths of the standard deviation.
        multi_probcut_confidence: 150 in 50..=500;
        /// The game's own bonus for move ordering is used from this depth on.
        ordering_min_depth: 3 in 1..=20;
        /// Moves are ordered by the static evaluation of the position after them from this depth on; 0 for never.
        eval_ordering_min_depth: 0 in 0..=20;
        /// Ordering by static evaluation: what a point counts, in hundredths of a point of history.
        eval_ordering_weight: 1000 in 0..=10_000;
        /// Late move pruning: up to this depth.
        lmp_max_depth: 4 in 0..=12;
        /// Late move pruning: after this many moves, ...
        lmp_base: 3 in 0..=40;
        /// ... and this percentage of the depth squared.
        lmp_factor: 200 in 10..=1000;
        /// Late move pruning: this percentage of the moves where the position is not improving.
        lmp_not_improving: 100 in 20..=100;
        /// History pruning: quiet moves with a history of less than minus this for each ply are pruned; 0 for none.
        history_pruning_margin: 0 in 0..=20_000;
        /// History pruning: up to this depth, late move reduction taken off.
        history_pruning_max_depth: 5 in 0..=16;
        /// Exchange pruning: up to this depth.
        see_max_depth: 3 in 0..=16;
        /// Exchange pruning: noisy moves may lose this for each ply.
        see_noisy_margin: 0 in 0..=500;
        /// Exchange pruning: quiet moves may lose this for each ply squared, late move reduction taken off.
        see_quiet_margin: 0 in 0..=500;
        /// Late move reductions: from this depth on.
        lmr_min_depth: 3 in 2..=8;
        /// Late move reductions: after this many moves.
        lmr_min_tried: 2 in 1..=16;
        /// Late move reductions: the constant term in hundredths of a ply.
        lmr_base: 50 in -100..=300;
        /// Late move reductions: the divisor of ln(depth) ln(tried), in hundredths.
        lmr_divisor: 220 in 80..=800;
        /// Late move reductions: one ply less for each of these points of history.
        lmr_history_divisor: 8192 in 1000..=40_000;
        /// Late move reductions: hundredths of a ply more at expected cut nodes.
        lmr_cut_node: 0 in 0..=300;
        /// Late move reductions: hundredths of a ply more where the position is not improving.
        lmr_not_improving: 0 in 0..=300;
        /// Late move reductions: hundredths of a ply less at PV nodes.
        lmr_pv: 100 in 0..=300;
        /// Late move reductions: hundredths of a ply less for killers and countermoves.
        lmr_killer: 0 in 0..=300;
        /// Late move reductions: a re-search goes one ply deeper if the score is above the best by this; 0 for never.
        lmr_deeper_margin: 0 in 0..=1000;
        /// Late move reductions: a re-search goes one ply less deep if the score is not above the best by this.
        lmr_shallower_margin: 0 in 0..=200;
        /// Singular extension: from this depth on.
        singular_min_depth: 7 in 4..=20;
        /// Singular extension: the margin below the table score in hundredths of a point for each ply; 0 for none.
        singular_margin: 0 in 0..=2000;
        /// Double extension: the margin below the bound of the singular search.
        double_extension_margin: 20 in 0..=500;
        /// Quiescence search: a capture must come within this of alpha (delta pruning); 0 for no limit.
        delta_margin: 0 in 0..=2000;
        /// Correction history: the weight of the mean errors, as a percentage of their sum.
        correction_weight: 50 in 0..=400;
        /// History bonus: for each ply of depth.
        history_bonus: 150 in 1..=1000;
        /// History bonus: taken off.
        history_bonus_offset: 80 in 0..=1000;
        /// History bonus: at most this.
        history_bonus_max: 1500 in 100..=8000;
        /// History malus: as a percentage of the bonus.
        history_malus: 60 in 0..=400;
    }
}
