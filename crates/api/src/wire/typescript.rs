//! The TypeScript declarations of everything on the wire.

use std::collections::BTreeMap;

use ts_rs::{Config, TS};

#[allow(clippy::wildcard_imports, reason = "every type of the wire is declared here")]
use super::*;

const HEAD: &str = "\
// The JSON that server and page exchange. Written by `QUEVEDO_WRITE=1 cargo test -p quevedo-api --test typescript`
// from crates/api/src/wire; do not edit.

";

/// The text of `web/types/api.d.ts`.
pub fn declarations() -> String {
    let config = Config::new().with_large_int("number");
    let mut types: BTreeMap<String, String> = BTreeMap::new();
    macro_rules! declare {
        ($($name:ty),* $(,)?) => { $(types.insert(<$name>::ident(&config), declare_one::<$name>(&config));)* };
    }
    declare!(Board, CountdownState, DecisivePlace, Links, MoveThought, Piece, Place, Shape, Side, Text);
    declare!(Catalog, DrawingInfo, EvaluatorInfo, GameInfo, KeyInfo, PieceInfo, PlayerInfo);
    declare!(NumberedStartsInfo, StartInfo);
    declare!(BookValue, PlayedMove, PlayedMoves);
    declare!(AnalysisEvent, AnalysisRequest, Explored, ExploredMove, LineMove, LinePosition, LineRequest);
    declare!(ComposeRequest, Composed, EditorRequest, EditorState, FieldInfo, FieldValues, PaletteInfo, SetupState);
    declare!(Rules, RulesDiagram, RulesMark, RulesPage, RulesPart, RulesSection);
    declare!(Can, ClockState, GameList, GameState, GameSummary, MoveState, OutcomeState, SeatKind, SeatState, Status);
    declare!(
        PutTaps,
        SlideTaps,
        StateChange,
        TapNode,
        TapTree,
        OfferAnswer,
        FromPage,
        ToPage,
        SearchState,
        LineState,
        ProofState
    );
    declare!(Boards, ClockRequest, Evaluated, EvaluateRequest, Failure, Graph, GraphPoint, NewGame, PositionPreview);
    declare!(PositionRequest, SeatRequest, SpecAnswer, SpecRequest, TermValue, Visitor, VisitorRequest);
    declare!(
        AdjudicationSettings,
        EntrantRequest,
        NewTournament,
        OpeningsRequest,
        SpreadState,
        StandingsRow,
        StandingsState
    );
    declare!(FaultText, ToSpectator, TournamentBoard, TournamentCan, TournamentFormat, TournamentGame, TournamentGames);
    declare!(TournamentList, TournamentSource, TournamentState, TournamentStatus, TournamentSummary, WdlState);
    declare!(DuelEvent, DuelRequest, DuelRowState, GamePosition, LayerState);
    declare!(Trace, TraceChild, TraceEvent, TracePruned, TraceRequest, TraceSelection);
    declare!(LearningRequest, LearningState, MatchFiguresState, SampleMatchRequest, SampleMatchState);
    declare!(StateLayer, StateSpaceRequest, StateSpaceState);
    declare!(ExactState, ExactValue, GameReview, LineStep, MoveClass, MoveReview, RecordRequest, ReviewPoint);
    declare!(ReviewPosition, ReviewState, TryAnswer, TryRequest);
    declare!(NextPuzzle, PuzzleAnswer, PuzzleGame, PuzzleGoal, PuzzleGoalKind, PuzzleHint, PuzzleList, PuzzleMove);
    declare!(PuzzleMoveValue, PuzzleState, PuzzleTry, PuzzleWhy);
    declare!(GenerationState, LossState, NetworkInfo, NetworkList, NetworkRecord, NetworkTest);
    HEAD.to_owned() + &types.into_values().collect::<Vec<_>>().join("\n")
}

fn declare_one<T: TS>(config: &Config) -> String {
    format!("{}export {}\n", T::docs().unwrap_or_default(), T::decl(config))
}

/// The derive knows neither types that hold themselves nor fields that are left out.
impl TS for TapNode {
    type WithoutGenerics = Self;
    type OptionInnerType = Self;

    fn docs() -> Option<String> {
        let said = "\
/**
 * A tap within the tree. `change`: how it changes the board, the index of a place and of a piece of the tree in turn, -1
 * for no piece. `end`: the taps so far are a complete move, although others may follow; without `next` they always are.
 * `put` and `slide`, in a `StateChange`: taps that may follow, packed.
 */
";
        Some(said.to_owned())
    }

    fn name(_: &Config) -> String {
        "TapNode".into()
    }

    fn inline(_: &Config) -> String {
        "{ change?: Array<number>, end?: boolean, next?: { [tap: string]: TapNode }, put?: PutTaps, slide?: SlideTaps }"
            .into()
    }

    fn decl(config: &Config) -> String {
        format!("type TapNode = {};", Self::inline(config))
    }

    fn decl_concrete(config: &Config) -> String {
        Self::decl(config)
    }
}
