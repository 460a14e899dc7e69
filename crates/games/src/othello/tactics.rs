//! What a search may know of Othello.

use quevedo_core::{Style, Tactics};

use super::{Othello, Placement};

impl Tactics for Othello {
    const STYLE: Style = Style { reductions: true, ..Style::PLAIN };
    const TRAITS: usize = 65;

    #[inline]
    fn traits(&self, mv: Placement) -> [usize; 2] {
        [usize::from(mv.0); 2]
    }
}
