//! Games, positions and players.

use quevedo_catalog::{Catalog, EvalRef, Session};
use quevedo_core::Side;

use crate::Problem;
use crate::engines::{parse_eval, parse_spec};
use crate::live::open_position;
use crate::wire::{
    Board, EvaluateRequest, Evaluated, PositionPreview, PositionRequest, Rules, SpecAnswer, SpecRequest, TermValue,
    chance_of_first,
};

/// The rules of a game at length.
pub fn rules(catalog: &Catalog, game: &str) -> Result<Rules, Problem> {
    Ok(Rules::new(&catalog.find(game)?.about()))
}

/// A position as a board, or what is wrong with it. A record stands for its last position.
pub fn position(catalog: &Catalog, request: &PositionRequest) -> Result<PositionPreview, Problem> {
    let session = open_position(catalog.find(&request.game)?, Some(&request.position))?;
    Ok(PositionPreview {
        position: session.position(),
        board: Board::of(&*session),
        turn: session.turn().into(),
        outcome: session.outcome().map(Into::into),
    })
}

/// A player spec in canonical form, or what is wrong with it.
pub fn spec(catalog: &Catalog, request: &SpecRequest) -> Result<SpecAnswer, Problem> {
    let spec = parse_spec(catalog.find(&request.game)?, &request.spec)?;
    Ok(SpecAnswer { spec: spec.to_string() })
}

/// The game of a request for an evaluation.
pub fn open_evaluated(catalog: &Catalog, request: &EvaluateRequest) -> Result<Box<dyn Session>, Problem> {
    open_position(catalog.find(&request.game)?, Some(&request.position))
}

/// The evaluation of a position, with its terms.
pub fn evaluate(session: &dyn Session, request: &EvaluateRequest) -> Result<Evaluated, Problem> {
    let eval = request.eval.as_deref().map_or(Ok(EvalRef::Best), parse_eval)?;
    let evaluation = session.entry().evaluate(session, &eval)?;
    let term = |term: quevedo_core::Term| TermValue { name: term.name.into(), value: term.value };
    let score = evaluation.score;
    let layers = if request.layers { session.entry().layers(session, &eval)? } else { Vec::new() };
    Ok(Evaluated {
        score: if session.turn() == Side::First { score } else { -score },
        chance: chance_of_first(session, score),
        terms: evaluation.terms.into_iter().map(term).collect(),
        layers: layers.into_iter().map(Into::into).collect(),
    })
}
