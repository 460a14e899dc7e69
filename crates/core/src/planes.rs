//! The input encoding of a game for networks: bitboards, one for each kind of fact about a square.
//!
//! A *feature* is a plane and a square: number `plane · SQUARES + square`, where a square is `y · WIDTH + x`. A feature is active in a position when its square is set in its plane. Each side has its own perspective,
//! so that the weights learned for one side serve the other: own pieces first, then the opponent's.
//!
//! A game whose pieces say everything needs constants only:
//!
//! ```text
//! impl Planes for TicTacToe {
//!     const WIDTH: usize = 3;
//!     const HEIGHT: usize = 3;
//!     const PIECES: &'static str = "XO";
//!     type PlaneSet = [u128; 2];
//!     type Steps = [u8; 1];
//! }
//! ```
//!
//! A network may have weights of its own for each *input bucket*, which the square of one piece selects for each perspective: in chess the
//! own king. A bucket may exchange left and right, so that this piece always stands on one half of the board.
//!
//! The default methods read [`View::board`] and [`View::taps`], with the first row at the bottom, and allocate. A game that is searched deeply with a network
//! overrides [`Planes::planes`] and [`Planes::steps`].

use std::fmt::Debug;

use crate::{Side, View};

/// In place of a square where a move has fewer than [`Planes::STEPS`].
pub const NO_STEP: u8 = u8::MAX;

/// An array whose length a game chooses: `[T; N]`.
pub trait Array<T>: AsRef<[T]> + AsMut<[T]> + Copy + Debug + PartialEq + Eq + Send + Sync + 'static {
    /// Its length.
    const LENGTH: usize;

    /// An array of equal elements.
    fn filled(element: T) -> Self;

    /// A slice of the right length as an array.
    fn from_slice_mut(slice: &mut [T]) -> Option<&mut Self>;
}

impl<T: Copy + Debug + Eq + Send + Sync + 'static, const N: usize> Array<T> for [T; N] {
    const LENGTH: usize = N;

    #[inline]
    fn filled(element: T) -> Self {
        [element; N]
    }

    #[inline]
    fn from_slice_mut(slice: &mut [T]) -> Option<&mut Self> {
        slice.try_into().ok()
    }
}

/// The planes of a game whose sides have different pieces or aims. Each perspective has planes of its own: the first half
/// is used when the first player views the board, the second half when the second player does.
#[inline]
pub fn asymmetric_planes<A: Array<u128>>(viewer: Side, pieces: impl AsRef<[u128]>) -> A {
    let pieces = pieces.as_ref();
    let mut planes = A::filled(0);
    planes.as_mut()[pieces.len() * viewer.index()..][..pieces.len()].copy_from_slice(pieces);
    planes
}

/// Which weights of a network a perspective uses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct InputBucket {
    /// The number of the bucket.
    pub number: u8,
    /// Whether left and right are exchanged.
    pub is_mirrored: bool,
}

/// A game as input of a network.
pub trait Planes: View {
    /// Name of the encoding, by default the id of the game. A network fits every game with this name: `chess`,
    /// `connect4-7x6`.
    const NAME: &'static str = Self::ABOUT.id;
    /// Squares in a row.
    const WIDTH: usize;
    /// Rows. There are at most 128 squares in all.
    const HEIGHT: usize;
    /// The planes of a position, one bit a square: `[u128; 12]` in chess.
    type PlaneSet: Array<u128>;
    /// The squares that identify a move: `[u8; 2]` where it goes from a square to another.
    type Steps: Array<u8>;

    /// Upper bound on active features. The ratio of active features to this bound selects the output bucket.
    const MAX_ACTIVE_FEATURES: usize = Self::WIDTH * Self::HEIGHT;
    /// For the default [`Planes::planes`]: the letter of the piece of each plane, the first player's pieces first, then the
    /// second player's in the same order: `PNBRQKpnbrqk`. Other pieces are on no plane.
    const PIECES: &'static str = "";
    /// Whether the second player views the board upside down, so that both sides move up, as in chess.
    const FLIP_RANKS: bool = false;

    /// The plane whose only piece selects the input bucket, as the viewer sees it; without one there is a single bucket.
    const BUCKET_PLANE: Option<usize> = None;
    /// The number of input buckets.
    const BUCKETS: usize = 1;

    /// The number of actions that [`Planes::action`] tells apart: see [`crate::actions`].
    const ACTIONS: usize = Self::SQUARES.pow(Self::STEPS as u32);
    /// How many legal moves of a position that have the same steps get an action each: promotions, for example. Further ones
    /// have no action.
    const MOVES_PER_ACTION: usize = 1;
    /// Whether [`Planes::move_of_action`], [`Game::random_move`](crate::Game::random_move) and
    /// [`Game::has_moves`](crate::Game::has_moves) take much less time than the list of all moves: [`BatchGame`](crate::BatchGame) then
    /// writes the list only when it is asked for. Every legal move has an action of its own.
    const FINDS_MOVES: bool = false;

    /// The number of planes.
    const PLANES: usize = Self::PlaneSet::LENGTH;
    /// The number of squares that identify a move.
    const STEPS: usize = Self::Steps::LENGTH;
    /// The number of squares.
    const SQUARES: usize = Self::WIDTH * Self::HEIGHT;
    /// The number of features.
    const FEATURES: usize = Self::PLANES * Self::SQUARES;

    /// The squares of every plane from the perspective of `viewer`. By default one plane for each of
    /// [`Planes::PIECES`].
    fn planes(&self, viewer: Side) -> Self::PlaneSet {
        planes_of_board(self, viewer)
    }

    /// The feature that the other side sees in place of `feature`; an involution. By default half of the planes further on,
    /// the rank flipped if [`Planes::FLIP_RANKS`].
    fn flip_perspective(feature: usize) -> usize {
        let (plane, square) = (feature / Self::SQUARES, feature % Self::SQUARES);
        let plane = (plane + Self::PLANES / 2) % Self::PLANES;
        plane * Self::SQUARES + flip_rank::<Self>(square)
    }

    /// The input bucket of a perspective whose piece of [`Planes::BUCKET_PLANE`] is on `square`.
    fn bucket(_square: usize) -> InputBucket {
        InputBucket::default()
    }

    /// The feature with left and right exchanged.
    fn mirror(feature: usize) -> usize {
        let (row, x) = (feature / Self::WIDTH, feature % Self::WIDTH);
        row * Self::WIDTH + Self::WIDTH - 1 - x
    }

    /// The squares that identify a legal move, from the perspective of the side to move, [`NO_STEP`] where there are fewer.
    /// Few moves of a position have the same squares: promotions, for example. By default the first places among the taps.
    fn steps(&self, mv: Self::Move) -> Self::Steps {
        steps_of_taps(self, mv)
    }

    /// The action of a move by its steps, below [`Planes::ACTIONS`]. By default the steps are the digits of a number, the first one
    /// the highest.
    fn action(steps: Self::Steps) -> usize {
        steps.as_ref().iter().fold(0, |action, step| action * Self::SQUARES + usize::from(*step))
    }

    /// The legal move of an action that is not ranked, `None` where there is none; the first of several.
    fn move_of_action(&self, action: usize) -> Option<Self::Move> {
        let mut found = None;
        self.each_move(|mv| {
            if found.is_none() && Self::action(self.steps(mv)) == action {
                found = Some(mv);
            }
        });
        found
    }

    /// Visits the active features from the perspective of `viewer`, in rising order.
    #[inline]
    fn each_feature(&self, viewer: Side, mut visit: impl FnMut(usize)) {
        for (plane, squares) in self.planes(viewer).as_ref().iter().enumerate() {
            let mut squares = *squares;
            while squares != 0 {
                visit(plane * Self::SQUARES + squares.trailing_zeros() as usize);
                squares &= squares - 1;
            }
        }
    }
}

/// The default of [`Planes::planes`].
pub fn planes_of_board<G: Planes>(position: &G, viewer: Side) -> G::PlaneSet {
    const { assert!(G::PIECES.len() == G::PLANES, "write planes(), or one ASCII letter for each plane in PIECES") };
    let mut planes = G::PlaneSet::filled(0);
    let rotation = if viewer == Side::First { 0 } else { G::PLANES / 2 };
    for (place, piece) in G::shape().places.iter().zip(position.board().pieces) {
        let letter = piece.map(|piece| piece.letter);
        if let Some(plane) = G::PIECES.chars().position(|known| letter == Some(known)) {
            let square = square_of::<G>(place.column, place.row, viewer);
            planes.as_mut()[(plane + rotation) % G::PLANES] |= 1 << square;
        }
    }
    planes
}

/// The default of [`Planes::steps`].
pub fn steps_of_taps<G: Planes>(position: &G, mv: G::Move) -> G::Steps {
    let shape = G::shape();
    let taps = position.taps(mv);
    let places = taps.iter().filter_map(|tap| shape.find(tap)).map(|place| &shape.places[place]);
    let mut steps = G::Steps::filled(NO_STEP);
    for (step, place) in steps.as_mut().iter_mut().zip(places) {
        *step = square_of::<G>(place.column, place.row, position.turn()) as u8;
    }
    steps
}

/// The square of a column from the left and a row from the top, from the perspective of a side.
pub fn square_of<G: Planes>(column: u8, row: u8, viewer: Side) -> usize {
    let square = (G::HEIGHT - 1 - usize::from(row)) * G::WIDTH + usize::from(column);
    if viewer == Side::First { square } else { flip_rank::<G>(square) }
}

fn flip_rank<G: Planes>(square: usize) -> usize {
    let (x, y) = (square % G::WIDTH, square / G::WIDTH);
    if G::FLIP_RANKS { (G::HEIGHT - 1 - y) * G::WIDTH + x } else { square }
}
