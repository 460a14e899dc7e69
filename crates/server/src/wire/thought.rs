//! What a machine thinks, for people: moves as they write them, taps to draw arrows, chances.

use std::collections::HashMap;

use quevedo_catalog::Session;
use quevedo_core::{Proof, RankedLine, Score, SearchResult, Side, Value};
use serde::Serialize;
use ts_rs::TS;
use utoipa::ToSchema;

/// Moves of which it is told how often they were tried.
const MOST_VISITS: usize = 100;

/// A thought about a position.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct ThoughtState {
    /// The best move.
    #[serde(rename = "move")]
    pub mv: String,
    /// How good it is for the side to move.
    pub score: Option<i32>,
    /// What is certain, where something is.
    pub proof: Option<ProofState>,
    /// How deep the search went.
    pub depth: u32,
    /// How many positions, or simulations, it took.
    pub nodes: u64,
    /// How long it took.
    pub time_ms: u64,
    /// Nodes a second.
    pub nps: u64,
    /// The line of best play.
    pub pv: Vec<String>,
    /// The same as people write it.
    pub pretty: Vec<String>,
    /// The same as taps.
    pub taps: Vec<Vec<String>>,
    /// The best lines of several, best first.
    pub lines: Vec<LineState>,
    /// How often each move was tried, for players that try often: the move, how often, its taps.
    #[ts(type = "[string, number, string[]][]")]
    pub visits: Vec<(String, u64, Vec<String>)>,
    /// How many positions the transposition table knew, for players that have one.
    pub tt_hits: Option<u64>,
    /// How likely the first player is to win, from 0 to 1.
    pub chance: Option<f64>,
}

/// What is certain about a position.
#[derive(Clone, Debug, PartialEq, Serialize, TS, ToSchema)]
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
    /// How good it is for the side to move.
    pub score: i32,
    /// How likely the first player is to win, from 0 to 1.
    pub chance: f64,
    /// What is certain, where something is.
    pub proof: Option<ProofState>,
    /// The moves.
    pub pv: Vec<String>,
    /// The same as people write it.
    pub pretty: Vec<String>,
    /// The same as taps.
    pub taps: Vec<Vec<String>>,
}

impl ThoughtState {
    /// A thought about the position of `session`, which is used to try the moves and comes back as it was.
    pub fn new(thought: &SearchResult<String>, session: &mut dyn Session) -> Self {
        let shown = Shown::new(&thought.pv, session);
        Self {
            mv: thought.mv.clone(),
            score: thought.score,
            proof: thought.proof.map(|proof| ProofState::new(proof, session.turn())),
            depth: thought.depth,
            nodes: thought.nodes,
            time_ms: thought.time_ms(),
            nps: thought.nps(),
            pv: thought.pv.clone(),
            pretty: shown.pretty,
            taps: shown.taps,
            lines: thought.lines.iter().map(|line| LineState::new(line, session)).collect(),
            visits: visits(thought, session),
            tt_hits: thought.tt_hits,
            chance: match thought.proof {
                Some(proof) => Some(certainty_of_first(proof.value, session.turn())),
                None => thought.score.map(|score| chance_of_first(session, score)),
            },
        }
    }
}

impl ProofState {
    fn new(proof: Proof, turn: Side) -> Self {
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
            proof: Proof::of_score(line.score).map(|proof| ProofState::new(proof, session.turn())),
            pv: line.pv.clone(),
            pretty: shown.pretty,
            taps: shown.taps,
        }
    }
}

/// The moves that were tried most, with their taps.
fn visits(thought: &SearchResult<String>, session: &dyn Session) -> Vec<(String, u64, Vec<String>)> {
    if thought.visits.is_empty() {
        return Vec::new();
    }
    let taps: HashMap<String, Vec<String>> = session.legal().into_iter().map(|mv| (mv.text, mv.taps)).collect();
    let tried = thought.visits.iter().take(MOST_VISITS);
    tried.map(|(mv, count)| (mv.clone(), *count, taps.get(mv).cloned().unwrap_or_default())).collect()
}

/// The chance of the first player when `score` is what the side to move has.
pub(crate) fn chance_of_first(session: &dyn Session, score: Score) -> f64 {
    let chance = session.entry().chance(score);
    if session.turn() == Side::First { chance } else { 1.0 - chance }
}

/// The same where the value is certain.
fn certainty_of_first(value: Value, turn: Side) -> f64 {
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
    fn a_thought_is_shown_and_the_game_left_alone() {
        let mut session = quevedo_catalog::Catalog::standard().find("chess").unwrap().session(None).unwrap();
        let pv: Vec<String> = ["e2e4", "e7e5"].map(String::from).to_vec();
        let thought = SearchResult {
            score: Some(30),
            lines: vec![RankedLine { score: -30, pv: pv.clone() }],
            pv,
            visits: vec![("e2e4".into(), 7)],
            ..SearchResult::of_move("e2e4".into())
        };
        let shown = ThoughtState::new(&thought, &mut *session);
        assert_eq!(shown.pretty, ["e4", "e5"]);
        assert_eq!(shown.taps[1], ["e7", "e5"]);
        assert!(shown.chance.unwrap() > 0.5 && shown.lines[0].chance < 0.5);
        assert_eq!(shown.visits, [("e2e4".to_owned(), 7, vec!["e2".to_owned(), "e4".to_owned()])]);
        assert!(session.history().is_empty());
    }

    #[test]
    fn what_is_certain_is_said_from_the_first_players_side() {
        let mut session = quevedo_catalog::Catalog::standard().find("othello").unwrap().session(None).unwrap();
        session.play("d3").unwrap();
        let proof = Some(Proof { value: Value::Loss, plies: None, margin: Some(-6) });
        let thought = SearchResult { score: Some(-600), proof, ..SearchResult::of_move("c3".into()) };
        let shown = ThoughtState::new(&thought, &mut *session);
        let winner = Some(Side::First.into());
        assert_eq!(shown.proof, Some(ProofState { winner, plies: None, margin: Some(6) }));
        assert_eq!(shown.chance, Some(1.0), "White is to move and loses");
    }
}
