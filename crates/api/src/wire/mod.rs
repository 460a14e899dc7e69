//! The JSON that server and page exchange: one Rust type for each JSON type. The TypeScript declarations of the page
//! (`web/types/api.d.ts`) and the schemas of `/api/openapi.json` are made from these types.

mod analysis;
mod board;
mod catalog;
mod compose;
mod duel;
mod game;
mod lessons;
mod links;
mod live;
mod network;
mod pack;
mod played;
mod puzzle;
mod requests;
mod review;
mod rules;
mod search;
#[cfg(feature = "tournaments")]
mod tournament;
mod trace;
#[cfg(feature = "tournaments")]
mod typescript;

// Types of other crates that are sent as they are.
#[cfg(feature = "tournaments")]
pub use quevedo_arena::tournament::{
    Format as TournamentFormat, Spread as SpreadState, Standings as StandingsState, StandingsRow, Wdl as WdlState,
};
pub use quevedo_nets::record::{
    EpochLoss as LossState, Generation as GenerationState, NetTest as NetworkTest, Record as NetworkRecord,
};

pub use analysis::{AnalysisEvent, AnalysisRequest, Explored, ExploredMove, LineMove, LinePosition, LineRequest};
pub use board::{Board, CountdownState, DecisivePlace, Piece, Place, Shape, Side, Text};
pub use catalog::{
    Catalog, DrawingInfo, EvaluatorInfo, GameInfo, KeyInfo, NumberedStartsInfo, PieceInfo, PlayerInfo, StartInfo,
};
pub use compose::{
    ComposeRequest, Composed, EditorRequest, EditorState, FieldInfo, FieldValues, PaletteInfo, SetupState,
};
pub use duel::{DuelEvent, DuelRequest, DuelRowState};
pub use game::{
    Can, ClockState, GameList, GameState, GameSummary, MoveState, OutcomeState, PutTaps, SeatKind, SeatState,
    SlideTaps, StateChange, Status, TapNode, TapTree,
};
pub use lessons::{
    LearningRequest, LearningState, MatchFiguresState, SampleMatchRequest, SampleMatchState, StateLayer,
    StateSpaceRequest, StateSpaceState,
};
pub use links::Links;
pub use live::{FromPage, OfferAnswer, ToPage};
pub use network::{NetworkInfo, NetworkList};
pub use played::{BookValue, PlayedMove, PlayedMoves};
pub use puzzle::{
    NextPuzzle, PuzzleAnswer, PuzzleGame, PuzzleGoal, PuzzleGoalKind, PuzzleHint, PuzzleList, PuzzleMove,
    PuzzleMoveValue, PuzzleState, PuzzleTry, PuzzleWhy,
};
pub use requests::{
    Boards, ClockRequest, EvaluateRequest, Evaluated, Failure, GamePosition, Graph, GraphPoint, LayerState, NewGame,
    PositionPreview, PositionRequest, SeatRequest, SpecAnswer, SpecRequest, TermValue, Visitor, VisitorRequest,
};
pub use review::replay;
pub use review::{
    ExactState, ExactValue, GameReview, LineStep, MoveClass, MoveReview, RecordRequest, ReviewPoint, ReviewPosition,
    ReviewState, TryAnswer, TryRequest,
};
pub use rules::{Rules, RulesDiagram, RulesMark, RulesPage, RulesPart, RulesSection};
pub use search::{LineState, MoveThought, ProofState, SearchState};
pub use search::{chance_of_first, units_of_first};
#[cfg(feature = "tournaments")]
pub use tournament::{
    AdjudicationSettings, EntrantRequest, FaultText, NewTournament, OpeningsRequest, ToSpectator, TournamentBoard,
    TournamentCan, TournamentGame, TournamentGames, TournamentList, TournamentSource, TournamentState,
    TournamentStatus, TournamentSummary,
};
pub use trace::{Trace, TraceChild, TraceEvent, TracePruned, TraceRequest, TraceSelection};
#[cfg(feature = "tournaments")]
pub use typescript::declarations;
