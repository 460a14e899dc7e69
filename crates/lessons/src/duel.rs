//! Two players look at the same positions with the same budget: what each of them saw, and where they differ.

use std::sync::atomic::AtomicBool;

use quevedo_catalog::{GameEntry, PlayerSpec, Session, SpecError};
use quevedo_core::{Limits, SearchRequest, SearchResult, Side};
use serde::Serialize;

/// Two players and their budget for a position.
#[derive(Clone, Debug)]
pub struct Duel {
    game: GameEntry,
    players: [PlayerSpec; 2],
    limits: Limits,
}

/// What both saw in a position.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct DuelRow {
    /// The position.
    pub position: String,
    /// Who moves.
    pub turn: Side,
    /// What each player saw.
    pub seen: [Seen; 2],
}

/// What one player saw.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Seen {
    /// What its search found.
    #[serde(flatten)]
    pub result: SearchResult<String>,
    /// The principal variation as people write it, the move first.
    pub pretty: Vec<String>,
    /// Whether it searched more nodes than the budget has: plain minimax always searches its whole depth.
    pub over_budget: bool,
}

/// The rows of a duel in numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct DuelSummary {
    /// How many positions.
    pub positions: usize,
    /// In how many both chose the same move.
    pub same_move: usize,
    /// In how many both have the same score for the side to move.
    pub same_score: usize,
    /// The mean depth of each.
    pub depth: [f64; 2],
    /// The mean number of nodes of each.
    pub nodes: [f64; 2],
}

impl Duel {
    /// Two players of a game.
    pub fn new(game: &GameEntry, players: [PlayerSpec; 2], limits: Limits) -> Result<Self, SpecError> {
        players.iter().try_for_each(|spec| game.check_player(spec))?;
        Ok(Self { game: game.clone(), players, limits })
    }

    /// What both see in the position of a session, each with empty tables; `None` if the game is over there.
    pub fn compare(&self, session: &dyn Session, stop: &AtomicBool) -> Result<Option<DuelRow>, SpecError> {
        let [first, second] = &self.players;
        let (Some(first), Some(second)) = (self.look(first, session, stop)?, self.look(second, session, stop)?) else {
            return Ok(None);
        };
        Ok(Some(DuelRow { position: session.position(), turn: session.turn(), seen: [first, second] }))
    }

    fn look(&self, spec: &PlayerSpec, session: &dyn Session, stop: &AtomicBool) -> Result<Option<Seen>, SpecError> {
        let mut report = |_: &SearchResult<String>| {};
        let mut request = SearchRequest { limits: self.limits, ..SearchRequest::new(stop, &mut report) };
        let result = self.game.player(spec)?.search(session, &mut request);
        Ok(result.map(|result| {
            let over_budget = self.limits.nodes.is_some_and(|nodes| result.nodes > nodes);
            Seen { pretty: pretty_line(session, &result.pv), result, over_budget }
        }))
    }
}

/// A line of moves as people of the game write it; it ends where the game does.
fn pretty_line(session: &dyn Session, moves: &[String]) -> Vec<String> {
    let mut board = session.fork();
    moves.iter().map_while(|text| board.play(text).ok()).map(|mv| mv.pretty).collect()
}

impl DuelRow {
    /// Whether both chose the same move.
    pub fn is_same_move(&self) -> bool {
        self.seen[0].result.mv == self.seen[1].result.mv
    }
}

impl DuelSummary {
    /// The numbers of some rows.
    pub fn new(rows: &[DuelRow]) -> Self {
        let count = |holds: fn(&DuelRow) -> bool| rows.iter().filter(|row| holds(row)).count();
        let mean = |side: usize, value: fn(&SearchResult<String>) -> f64| {
            rows.iter().map(|row| value(&row.seen[side].result)).sum::<f64>() / rows.len().max(1) as f64
        };
        Self {
            positions: rows.len(),
            same_move: count(DuelRow::is_same_move),
            same_score: count(|row| row.seen[0].result.score == row.seen[1].result.score),
            depth: [0, 1].map(|side| mean(side, |result| result.depth.into())),
            nodes: [0, 1].map(|side| mean(side, |result| result.nodes as f64)),
        }
    }
}

#[cfg(test)]
mod tests {
    use quevedo_catalog::Catalog;

    use super::*;

    /// Minimax and alpha-beta of the same depth see the same score, with fewer nodes.
    #[test]
    fn alpha_beta_sees_what_minimax_sees() {
        let catalog = Catalog::standard();
        let game = catalog.find("tic-tac-toe").unwrap();
        let spec = |text: &str| text.parse::<PlayerSpec>().unwrap();
        let plain = "alphabeta:depth=4,nullmove=off,lmr=off,iir=off,quiescence=off,pruning=off,extensions=off,\
                     correction=off,razoring=off,probcut=off,singular=off";
        let players = [spec("minimax:depth=4"), spec(plain)];
        let duel = Duel::new(game, players, Limits { nodes: Some(500), ..Limits::default() }).unwrap();
        let mut rows = Vec::new();
        for moves in ["", "a1", "b2 a1", "a1 b2 c3"] {
            let mut session = game.session(None).unwrap();
            session.play_line(moves).unwrap();
            rows.extend(duel.compare(&*session, &AtomicBool::new(false)).unwrap());
        }
        let summary = DuelSummary::new(&rows);
        assert_eq!((summary.positions, summary.same_score), (4, 4), "{rows:?}");
        assert!(summary.nodes[1] < summary.nodes[0] / 2.0, "{summary:?}");
        let over: Vec<[bool; 2]> = rows.iter().map(|row| row.seen.each_ref().map(|seen| seen.over_budget)).collect();
        assert_eq!(over[0], [true, false], "minimax knows no budget of nodes");
    }
}
