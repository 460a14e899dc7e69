//! The explorer of games: how the games of this server went on from a position, and what an opening book says.

use serde::Serialize;
use ts_rs::TS;
use utoipa::ToSchema;

/// The moves of a position that were played in finished games of this server, or that an opening book knows.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct PlayedMoves {
    /// In how many finished games a move followed here.
    pub games: u64,
    /// Whether the server has an opening book of this game.
    pub has_book: bool,
    /// The moves, the most played first.
    pub moves: Vec<PlayedMove>,
}

/// A move, and what came of it.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct PlayedMove {
    /// In move notation.
    pub text: String,
    /// As people write it.
    pub pretty: String,
    /// The taps that make it.
    pub taps: Vec<String>,
    /// Moves that are the same up to a symmetry of the board, as people write them. They are counted together.
    pub same: Vec<String>,
    /// Games in which it was played.
    pub games: u64,
    /// Those that the first player won.
    pub first_wins: u64,
    /// Those that were drawn.
    pub draws: u64,
    /// Those that the second player won.
    pub second_wins: u64,
    /// What the opening book says.
    pub book: Option<BookValue>,
}

/// The value of a move in an opening book.
#[derive(Clone, Copy, Debug, Serialize, TS, ToSchema)]
pub struct BookValue {
    /// How likely the first player is to win, from 0 to 1.
    pub chance: f64,
    /// The score for the first player in what people count in: pawns, discs; none where they do not.
    pub units: Option<f64>,
}
