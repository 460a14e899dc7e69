//! The result of a search for people: moves as they write them, taps to draw arrows, winning chances.

use std::collections::HashMap;

use quevedo_catalog::Session;
use quevedo_core::{Proof, RankedLine, Score, SearchResult, Side, Value};
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// The most root moves whose visits are sent.
const MAX_VISITS: usize = 100;

/// The result of a search.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct SearchState {
    /// The best move.
    #[serde(rename = "move")]
    pub mv: String,
    /// The score for the side to move.
    pub score: Option<i32>,
    /// What is proved.
    pub proof: Option<ProofState>,
    /// The depth in plies.
    pub depth: u32,
    /// Nodes or simulations.
    pub nodes: u64,
    /// Milliseconds.
    pub time_ms: u64,
    /// Nodes per second.
    pub nps: u64,
    /// The principal variation.
    pub pv: Vec<String>,
    /// The same as people write it.
    pub pretty: Vec<String>,
    /// The same as taps.
    pub taps: Vec<Vec<String>>,
    /// The best lines of several, best first.
    pub lines: Vec<LineState>,
    /// The visits of each root move in a Monte Carlo search: the move, its visits, its taps.
    #[ts(type = "[string, number, string[]][]")]
    pub visits: Vec<(String, u64, Vec<String>)>,
    /// How many probes the transposition table answered.
    pub tt_hits: Option<u64>,
    /// How likely the first player is to win, from 0 to 1.
    pub chance: Option<f64>,
    /// The score for the first player in what people count in: pawns, discs; none where they do not, or where the end is
    /// proved.
    pub units: Option<f64>,
    /// Whether the move comes from an opening book.
    pub book: bool,
}

/// What a machine thought before a move, in short.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct MoveThought {
    /// The depth in plies.
    pub depth: u32,
    /// Nodes or simulations.
    pub nodes: u64,
    /// How likely the first player is to win, from 0 to 1.
    pub chance: Option<f64>,
    /// The score for the first player in what people count in.
    pub units: Option<f64>,
    /// The principal variation as people write it.
    pub line: Vec<String>,
}

impl MoveThought {
    /// The longest line that is kept.
    const MAX_LINE: usize = 8;

    /// What the search found in the position of `session`.
    pub fn new(result: &SearchResult<String>, session: &mut dyn Session) -> Self {
        let SearchState { depth, nodes, chance, units, mut pretty, .. } = SearchState::new(result, session);
        pretty.truncate(Self::MAX_LINE);
        Self { depth, nodes, chance, units, line: pretty }
    }
}

/// What is proved about a position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct ProofState {
    /// Who wins under best play; nobody in a draw.
    pub winner: Option<super::Side>,
    /// How many plies until the end when the winner hurries and the loser delays, where it is known.
    pub plies: Option<u32>,
    /// By how much in the game's own count, where it has one: discs at the end.
    pub margin: Option<u32>,
}

/// One of several best lines.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct LineState {
    /// The score for the side to move.
    pub score: i32,
    /// How likely the first player is to win, from 0 to 1.
    pub chance: f64,
    /// The score for the first player in what people count in.
    pub units: Option<f64>,
    /// What is proved.
    pub proof: Option<ProofState>,
    /// The moves.
    pub pv: Vec<String>,
    /// The same as people write it.
    pub pretty: Vec<String>,
    /// The same as taps.
    pub taps: Vec<Vec<String>>,
}

impl SearchState {
    /// The result of a search in the position of `session`. The moves are tried in it and taken back.
    pub fn new(result: &SearchResult<String>, session: &mut dyn Session) -> Self {
        let shown = Shown::new(&result.pv, session);
        Self {
            mv: result.mv.clone(),
            score: result.score,
            proof: result.proof.map(|proof| ProofState::new(proof, session.turn())),
            depth: result.depth,
            nodes: result.nodes,
            time_ms: result.time_ms(),
            nps: result.nps(),
            pv: result.pv.clone(),
            pretty: shown.pretty,
            taps: shown.taps,
            lines: result.lines.iter().map(|line| LineState::new(line, session)).collect(),
            visits: visits(result, session),
            tt_hits: result.tt_hits,
            chance: match result.proof {
                Some(proof) => Some(proved_chance_of_first(proof.value, session.turn())),
                None => result.score.map(|score| chance_of_first(session, score)),
            },
            units: result.score.and_then(|score| units_of_first(session, score)),
            book: result.book,
        }
    }
}

impl ProofState {
    /// What is proved, from the view of the side to move.
    pub fn new(proof: Proof, turn: Side) -> Self {
        let winner = match proof.value {
            Value::Win => Some(turn),
            Value::Draw => None,
            Value::Loss => Some(!turn),
        };
        Self { winner: winner.map(Into::into), plies: proof.plies, margin: proof.margin.map(i32::unsigned_abs) }
    }
}

impl LineState {
    fn new(line: &RankedLine<String>, session: &mut dyn Session) -> Self {
        let shown = Shown::new(&line.pv, session);
        Self {
            score: line.score,
            chance: chance_of_first(session, line.score),
            units: units_of_first(session, line.score),
            proof: Proof::of_score(line.score).map(|proof| ProofState::new(proof, session.turn())),
            pv: line.pv.clone(),
            pretty: shown.pretty,
            taps: shown.taps,
        }
    }
}

/// The root moves with most visits, with their taps.
fn visits(result: &SearchResult<String>, session: &dyn Session) -> Vec<(String, u64, Vec<String>)> {
    if result.visits.is_empty() {
        return Vec::new();
    }
    let taps: HashMap<String, Vec<String>> = session.legal().into_iter().map(|mv| (mv.text, mv.taps)).collect();
    let moves = result.visits.iter().take(MAX_VISITS);
    moves.map(|(mv, count)| (mv.clone(), *count, taps.get(mv).cloned().unwrap_or_default())).collect()
}

/// A score of the side to move for the first player, in what people count in.
pub fn units_of_first(session: &dyn Session, score: Score) -> Option<f64> {
    let units = session.entry().in_units(score)?;
    Some(if session.turn() == Side::First { units } else { -units })
}

/// The winning chance of the first player for a score of the side to move.
pub fn chance_of_first(session: &dyn Session, score: Score) -> f64 {
    let chance = session.entry().chance(score);
    if session.turn() == Side::First { chance } else { 1.0 - chance }
}

/// The same for a proved value.
fn proved_chance_of_first(value: Value, turn: Side) -> f64 {
    match value {
        Value::Draw => 0.5,
        Value::Win => f64::from(u8::from(turn == Side::First)),
        Value::Loss => f64::from(u8::from(turn == Side::Second)),
    }
}

/// A line of moves as people write them, and as taps.
struct Shown {
    pretty: Vec<String>,
    taps: Vec<Vec<String>>,
}

impl Shown {
    fn new(moves: &[String], session: &mut dyn Session) -> Self {
        let mut shown = Self { pretty: Vec::new(), taps: Vec::new() };
        for text in moves {
            let Ok(view) = session.play(text) else { break };
            shown.pretty.push(view.pretty);
            shown.taps.push(view.taps);
        }
        for _ in 0..shown.taps.len() {
            session.undo();
        }
        shown
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_result_is_shown_and_the_session_does_not_change() {
        let mut session = quevedo_catalog::Catalog::standard().find("chess").unwrap().session(None).unwrap();
        let pv: Vec<String> = ["e2e4", "e7e5"].map(String::from).to_vec();
        let result = SearchResult {
            score: Some(30),
            lines: vec![RankedLine { score: -30, pv: pv.clone() }],
            pv,
            visits: vec![("e2e4".into(), 7)],
            ..SearchResult::of_move("e2e4".into())
        };
        let shown = SearchState::new(&result, &mut *session);
        assert_eq!(shown.pretty, ["e4", "e5"]);
        assert_eq!(shown.taps[1], ["e7", "e5"]);
        assert!(shown.chance.unwrap() > 0.5 && shown.lines[0].chance < 0.5);
        assert_eq!(shown.visits, [("e2e4".to_owned(), 7, vec!["e2".to_owned(), "e4".to_owned()])]);
        assert!(session.history().is_empty());
    }

    #[test]
    fn proofs_are_from_the_view_of_the_first_player() {
        let mut session = quevedo_catalog::Catalog::standard().find("othello").unwrap().session(None).unwrap();
        session.play("d3").unwrap();
        let proof = Some(Proof { value: Value::Loss, plies: None, margin: Some(-6) });
        let result = SearchResult { score: Some(-600), proof, ..SearchResult::of_move("c3".into()) };
        let shown = SearchState::new(&result, &mut *session);
        let winner = Some(Side::First.into());
        assert_eq!(shown.proof, Some(ProofState { winner, plies: None, margin: Some(6) }));
        assert_eq!(shown.chance, Some(1.0), "White is to move and loses");
    }
}
