//! The techniques that can be switched off.

macro_rules! switches {
    (
        exact { $(#[doc = $exact_meaning:literal] $exact:ident;)* }
        selective { $(#[doc = $meaning:literal] $selective:ident;)* }
    ) => {
        /// Which techniques are on. All are on by default; each can be switched off to measure what it is worth. Those that a
        /// game does not allow stay off.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct Switches {
            $(#[doc = $exact_meaning] pub $exact: bool,)*
            $(#[doc = $meaning] pub $selective: bool,)*
        }

        impl Switches {
            /// All techniques.
            pub const ALL: Self = Self { $($exact: true,)* $($selective: true,)* };

            /// Only techniques that cannot change the value: the search returns the value of plain minimax.
            pub const EXACT: Self = Self { $($selective: false,)* ..Self::ALL };

            /// Whether the values are those of plain minimax.
            pub const fn is_exact(self) -> bool {
                !($(self.$selective)||*)
            }
        }
    };
}

switches! {
    exact {
        /// The transposition table.
        tt;
        /// The history heuristic.
        history;
        /// The killer and countermove heuristics.
        killers;
        /// Aspiration windows.
        aspiration;
        /// Continuation history.
        continuation;
        /// Capture history.
        captures;
        /// The improving flag.
        improving;
        /// Enhanced transposition cutoffs.
        etc;
        /// Move ordering by static evaluation at high depth.
        eval_ordering;
    }
    selective {
        /// Null-move pruning.
        nullmove;
        /// Late move reductions.
        lmr;
        /// Internal iterative reduction.
        iir;
        /// Quiescence search.
        quiescence;
        /// Futility, reverse futility, late move, history and exchange pruning.
        pruning;
        /// Check and single-reply extensions.
        extensions;
        /// Correction history.
        correction;
        /// Razoring.
        razoring;
        /// ProbCut.
        probcut;
        /// Singular extensions and multicut.
        singular;
    }
}
