//! The TypeScript declarations of everything on the wire.

use std::collections::BTreeMap;

use ts_rs::{Config, TS};
use utoipa::openapi::schema::{AdditionalProperties, ObjectBuilder};
use utoipa::openapi::{Ref, RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

#[allow(clippy::wildcard_imports, reason = "every type of the wire is declared here")]
use super::*;

const HEAD: &str = "\
// The JSON that server and page exchange. Written by `QUEVEDO_WRITE=1 cargo test -p quevedo-server --test typescript`
// from crates/server/src/wire; do not edit.

";

/// The text of `web/types/api.d.ts`.
pub fn declarations() -> String {
    let config = Config::new().with_large_int("number");
    let mut types: BTreeMap<String, String> = BTreeMap::new();
    macro_rules! declare {
        ($($name:ty),* $(,)?) => { $(types.insert(<$name>::ident(&config), declare_one::<$name>(&config));)* };
    }
    declare!(Board, Piece, Place, Shape, Side, Text);
    declare!(Catalog, EvaluatorInfo, GameInfo, KeyInfo, PlayerInfo, StartInfo);
    declare!(Can, ClockState, GameList, GameState, GameSummary, MoveState, OutcomeState, SeatKind, SeatState, Status);
    declare!(TapTree, DrawAnswer, FromPage, ToPage, ThoughtState, LineState, ProofState);
    declare!(Boards, ClockWish, Evaluated, EvaluateRequest, Failure, Graph, GraphPoint, NewGame, PositionPreview);
    declare!(PositionRequest, SeatWish, SpecAnswer, SpecRequest, TermValue, Visitor, VisitorRequest);
    declare!(AdjudicationWish, EntrantWish, NewTournament, OpeningsWish, SpreadState, StandingsRow, StandingsState);
    declare!(ToWatcher, TournamentBoard, TournamentCan, TournamentFormat, TournamentGame, TournamentGames);
    declare!(TournamentList, TournamentSource, TournamentState, TournamentStatus, TournamentSummary, WdlState);
    declare!(GenerationState, LossState, NetworkInfo, NetworkList, NetworkRecord, NetworkTest);
    HEAD.to_owned() + &types.into_values().collect::<Vec<_>>().join("\n")
}

fn declare_one<T: TS>(config: &Config) -> String {
    format!("{}export {}\n", T::docs().unwrap_or_default(), T::decl(config))
}

/// The derive does not know types that hold themselves.
impl TS for TapTree {
    type WithoutGenerics = Self;
    type OptionInnerType = Self;

    fn docs() -> Option<String> {
        let said = "The legal moves as a tree of taps. The key `\"\"` says that the taps so far are a complete move.";
        Some(format!("/**\n * {said}\n */\n"))
    }

    fn name(_: &Config) -> String {
        "TapTree".into()
    }

    fn inline(_: &Config) -> String {
        "{ [tap: string]: TapTree }".into()
    }

    fn decl(config: &Config) -> String {
        format!("type TapTree = {};", Self::inline(config))
    }

    fn decl_concrete(config: &Config) -> String {
        Self::decl(config)
    }
}

impl PartialSchema for TapTree {
    fn schema() -> RefOr<Schema> {
        let branch = AdditionalProperties::RefOr(RefOr::Ref(Ref::from_schema_name("TapTree")));
        let said = "The legal moves as a tree of taps; the key \"\" says that the taps so far are a complete move.";
        ObjectBuilder::new().additional_properties(Some(branch)).description(Some(said)).into()
    }
}

impl ToSchema for TapTree {}
