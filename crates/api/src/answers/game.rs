//! A game after the fact: its boards, its record, the graph of its scores, its review.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, UNIX_EPOCH};

use quevedo_arena::utc_date;
use quevedo_catalog::{AlphaBetaSpec, EvalRef, GameEntry, PlayerSpec, Session};
use quevedo_core::score::{DRAW, WIN};
use quevedo_core::{Outcome, Score, SearchRequest, Side};

use crate::Problem;
use crate::engines::{Engine, check_spec, parse_eval};
use crate::live::{GameRow, SeatRow};
use crate::messages;
use crate::wire::{
    Board, Boards, GameReview, Graph, GraphPoint, LineStep, MoveClass, ReviewPosition, SeatKind, TapTree, TryAnswer,
    TryRequest, chance_of_first, replay, units_of_first,
};

/// Nodes for each point of a graph.
const GRAPH_NODES: u64 = 3_000;
/// MiB of the transposition table for a graph.
const GRAPH_HASH: usize = 4;

/// The same game from its start, and the texts of its moves.
fn rewind(session: &dyn Session) -> (Box<dyn Session>, Vec<String>) {
    let moves = session.history().iter().map(|mv| mv.text.clone()).collect();
    let mut start = session.fork();
    while start.undo().is_some() {}
    (start, moves)
}

/// Every position of a game from the start on.
pub fn boards(session: &dyn Session) -> Result<Boards, Problem> {
    let (mut session, moves) = rewind(session);
    let mut all = Boards { boards: vec![Board::of(&*session)], positions: vec![session.position()] };
    for text in moves {
        session.play(&text)?;
        all.boards.push(Board::of(&*session));
        all.positions.push(session.position());
    }
    Ok(all)
}

/// The game as a record: PGN for chess, the same form for the others.
pub fn record(session: &dyn Session, row: &GameRow, outcome: Option<Outcome>) -> String {
    let [white, black] = [0, 1].map(|seat: usize| seat_name(&row.seats[seat]));
    let [white_type, black_type] = [0, 1].map(|seat: usize| seat_type(&row.seats[seat]));
    let time_control = time_control(row.clock);
    let date = utc_date(UNIX_EPOCH + Duration::from_millis(row.created_ms.max(0) as u64));
    let tags = [
        ("Event", "Quevedo"),
        ("Site", row.id.as_str()),
        ("Date", &date),
        ("Round", "-"),
        ("White", &white),
        ("Black", &black),
        ("WhiteType", white_type),
        ("BlackType", black_type),
        ("TimeControl", &time_control),
    ];
    session.record_ended(&tags, outcome).to_string()
}

/// The name of the file of a record.
pub fn record_file(row: &GameRow) -> String {
    format!("{}-{}.pgn", row.game.replace(':', "-"), row.id)
}

/// The name of a player in a record.
fn seat_name(seat: &SeatRow) -> String {
    match (seat.name.as_str(), &seat.spec) {
        ("", Some(spec)) => spec.clone(),
        ("", None) => "Anonymous".to_owned(),
        (name, _) => name.to_owned(),
    }
}

/// The tag `WhiteType` or `BlackType` of PGN.
fn seat_type(seat: &SeatRow) -> &'static str {
    if seat.kind == SeatKind::Machine { "program" } else { "human" }
}

/// The tag `TimeControl` of PGN: seconds and increment, or a dash without clocks.
fn time_control(clock: Option<(i64, i64)>) -> String {
    let seconds = |ms: i64| (ms as f64 / 1000.0).to_string();
    match clock {
        None => "-".to_owned(),
        Some((base, 0)) => seconds(base),
        Some((base, increment)) => format!("{}+{}", seconds(base), seconds(increment)),
    }
}

/// The engine that draws a graph.
pub fn graph_spec(entry: &GameEntry, eval: &str) -> Result<PlayerSpec, Problem> {
    let eval = if eval.is_empty() { EvalRef::Best } else { parse_eval(eval)? };
    let spec = PlayerSpec::AlphaBeta(AlphaBetaSpec {
        eval: Some(eval),
        nodes: Some(GRAPH_NODES),
        hash: Some(GRAPH_HASH),
        ..AlphaBetaSpec::default()
    });
    check_spec(entry, &spec)?;
    Ok(spec)
}

/// The score after every move, by a short search each.
pub fn draw_graph(game: &dyn Session, engine: &mut Engine, stop: &AtomicBool) -> Graph {
    let (mut session, moves) = rewind(game);
    let mut points = vec![point(&*session, engine, stop)];
    for text in moves {
        if session.play(&text).is_err() {
            break;
        }
        points.push(point(&*session, engine, stop));
    }
    Graph { points }
}

fn point(session: &dyn Session, engine: &mut Engine, stop: &AtomicBool) -> Option<GraphPoint> {
    if let Some(outcome) = session.outcome() {
        return Some(end_point(outcome));
    }
    let score: Score = engine.search(session, &mut SearchRequest::new(stop, &mut |_| {}))?.score?;
    let for_first = if session.turn() == Side::First { score } else { -score };
    let (chance, units) = (chance_of_first(session, score), units_of_first(session, score));
    Some(GraphPoint { score: for_first, chance, units })
}

fn end_point(outcome: Outcome) -> GraphPoint {
    let (score, chance) = match outcome.winner {
        Some(Side::First) => (WIN, 1.0),
        Some(Side::Second) => (-WIN, 0.0),
        None => (DRAW, 0.5),
    };
    GraphPoint { score, chance, units: None }
}

/// The position in which a move was made.
pub fn at_ply(mut session: Box<dyn Session>, ply: usize) -> Result<Box<dyn Session>, Problem> {
    if ply >= session.history().len() {
        return Err(Problem::unprocessable(messages::bad_ply()));
    }
    while session.history().len() > ply {
        session.undo();
    }
    Ok(session)
}

/// The position in which a move was made, with its legal moves and the better line.
pub fn review_position(session: &dyn Session, review: &GameReview, ply: usize) -> ReviewPosition {
    let line = replay(session, &review.moves[ply].line).into_iter();
    ReviewPosition {
        turn: session.turn().into(),
        board: session.board().into(),
        legal: TapTree::new(session, &session.legal()),
        line: line.map(|(mv, board)| LineStep { pretty: mv.pretty, taps: mv.taps, board }).collect(),
    }
}

/// Another move in the place of one that was made: the answer if nothing has to be searched, and the text of the move.
pub fn tried_move(
    session: &dyn Session,
    review: &GameReview,
    ply: usize,
    request: &TryRequest,
) -> Result<(TryAnswer, Option<String>), Problem> {
    let tried = session.legal().into_iter().find(|mv| mv.taps == request.taps);
    let tried = tried.ok_or_else(|| Problem::unprocessable(messages::illegal_move()))?;
    let mut after = session.fork();
    after.play(&tried.text)?;
    let answer = TryAnswer {
        pretty: tried.pretty,
        solved: true,
        class: MoveClass::Best,
        loss: 0.0,
        exact: None,
        board: after.board().into(),
    };
    let is_best = tried.text == review.moves[ply].best;
    Ok((answer, (!is_best).then_some(tried.text)))
}

/// The answer to a move that was judged.
pub fn judged_move(answer: TryAnswer, judged: &quevedo_review::ReviewedMove) -> TryAnswer {
    let exact = judged.exact.map(Into::into);
    TryAnswer { solved: !judged.class.is_blamed(), class: judged.class, loss: judged.loss, exact, ..answer }
}
