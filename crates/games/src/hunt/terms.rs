//! What is measured of a hunt.

use quevedo_core::{Score, Text};

use super::{Frame, Hunt};

/// No free way that is longer counts.
const LONGEST_WAY: Score = 16;

/// One number for every [`HuntTerm`]: the measured values, or their weights, which are points of the lone piece.
pub(crate) type Terms = [Score; COUNT];

/// Declares the terms: an enum, and the names that people see.
macro_rules! terms {
    ($($(#[$doc:meta])* $term:ident: $en:literal, $es:literal;)*) => {
        /// What is measured.
        #[repr(usize)]
        #[derive(Clone, Copy, Debug)]
        pub(crate) enum HuntTerm {
            $($(#[$doc])* $term,)*
        }

        const COUNT: usize = [$(HuntTerm::$term),*].len();

        impl HuntTerm {
            /// All of them.
            pub(super) const ALL: [Self; COUNT] = [$(Self::$term),*];
        }

        /// The names of the terms, in their order.
        pub(super) const NAMES: [Text; COUNT] = [$(Text::new($en, $es)),*];
    };
}

terms! {
    /// The rows to the goal.
    Rows: "rows to the goal", "filas hasta la meta";
    /// How much shorter than [`LONGEST_WAY`] the free way to the goal is; 0 where there is none.
    Way: "free way to the goal", "camino libre a la meta";
    /// The points that the lone piece could walk to if the pack stood still.
    Room: "room", "espacio";
    /// The points next to it that are free.
    Mobility: "mobility", "movilidad";
    /// The pieces of the pack that it is past: those not nearer to the goal.
    Passed: "pieces passed", "piezas superadas";
    /// The widest zone of neighbouring columns without a piece between the lone piece and the goal.
    Gap: "weakest zone", "zona más débil";
    /// The jumps it has.
    Jumps: "jumps", "saltos";
    /// The pieces of the pack that it could jump over from some free point.
    Exposed: "exposed pieces", "piezas expuestas";
    /// The pieces that the pack has lost.
    Captures: "captures", "capturas";
    /// The rows from the first piece of the pack to the last.
    Spread: "spread of the line", "dispersión de la línea";
    /// The free points between two pieces of the pack, in a row, a column or a diagonal.
    Holes: "holes in the line", "huecos en la línea";
    /// The pieces of the pack without another one next to them.
    Unsupported: "unsupported pieces", "piezas sin apoyo";
    /// The free points that the pack can step forward to.
    Forward: "steps forward", "pasos adelante";
    /// The rows that the pack has gone, all pieces together.
    Advance: "rows gone by the pack", "filas avanzadas por el grupo";
    /// The moves of the pack in a row without a step forward, squared.
    Stall: "stalling", "demora";
    /// Having the move.
    Tempo: "the move", "el turno";
    /// 1 in every position: the value of the game itself.
    Bias: "the game itself", "el juego en sí";
}

/// Weights of some terms; those of the others are 0.
pub(crate) const fn weights(listed: &[(HuntTerm, Score)]) -> Terms {
    let mut weights = [0; COUNT];
    let mut index = 0;
    while index < listed.len() {
        weights[listed[index].0 as usize] = listed[index].1;
        index += 1;
    }
    weights
}

impl Frame {
    /// The row of the lone piece.
    #[inline]
    pub(super) fn row(&self) -> Score {
        self.lone.trailing_zeros() as Score / 8
    }

    /// Everything before the row of the lone piece.
    #[inline]
    pub(super) fn before(&self) -> u64 {
        1_u64.checked_shl(8 * self.row() as u32).map_or(u64::MAX, |bit| bit - 1)
    }

    /// The value of every term.
    #[inline]
    pub(super) fn measure<G: Hunt>(&self, lone_moves: bool) -> Terms {
        use HuntTerm as Term;
        let (room, way) = self.walk::<G>();
        let (holes, exposed) = self.between::<G>();
        let (row, before) = (self.row(), self.before());
        let last = 63 - self.pack.leading_zeros().min(63) as Score;
        let mut terms = [0; COUNT];
        let mut set = |term: HuntTerm, value: Score| terms[term as usize] = value;
        set(Term::Rows, row);
        set(Term::Way, way.map_or(0, |steps| (LONGEST_WAY - steps).max(0)));
        set(Term::Room, ones(room));
        set(Term::Mobility, ones(Self::around::<G>(self.lone) & !self.pack));
        set(Term::Passed, ones(self.pack & !before));
        set(Term::Gap, Self::gap::<G>(self.pack & before));
        set(Term::Jumps, ones(self.landings::<G>()));
        set(Term::Exposed, ones(exposed));
        set(Term::Captures, G::PACK - ones(self.pack));
        set(Term::Spread, last / 8 - self.pack.trailing_zeros().min(63) as Score / 8);
        set(Term::Holes, ones(holes));
        set(Term::Unsupported, ones(self.pack & !Self::around::<G>(self.pack)));
        set(Term::Forward, ones(self.forward::<G>()));
        set(Term::Advance, (1..8).map(|row| ones(self.pack >> (8 * row))).sum());
        set(Term::Stall, Score::from(self.stall).pow(2));
        set(Term::Tempo, if lone_moves { 1 } else { -1 });
        set(Term::Bias, 1);
        terms
    }
}

#[inline]
fn ones(points: u64) -> Score {
    points.count_ones() as Score
}
