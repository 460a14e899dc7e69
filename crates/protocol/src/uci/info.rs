//! What is said of a search: `info` and `bestmove`.

use std::fmt::Write;

use quevedo_catalog::Session;
use quevedo_core::score::plies_to_end;
use quevedo_core::{Rng, Score, SearchResult, Side, UciStyle};

/// How findings are written.
#[derive(Clone, Copy, Debug)]
pub(super) struct InfoWriter {
    pub(super) style: UciStyle,
    /// How many lines are written (`MultiPV`).
    pub(super) lines: usize,
    /// Whether to write win, draw and loss chances, and whether the game knows draws.
    pub(super) chances: Option<bool>,
}

impl InfoWriter {
    /// What was found so far, a line for each line of play.
    pub(super) fn info(self, session: &dyn Session, found: &SearchResult<String>) -> Vec<String> {
        let several = self.lines > 1 && !found.lines.is_empty();
        let lines: Vec<(Option<Score>, &[String])> = if several {
            found.lines.iter().take(self.lines).map(|line| (Some(line.score), &line.pv[..])).collect()
        } else {
            vec![(found.score, &found.pv)]
        };
        let numbered = lines.into_iter().enumerate().filter_map(|(index, (score, pv))| Some((index + 1, score?, pv)));
        numbered.map(|(number, score, pv)| self.line(session, found, number, score, pv)).collect()
    }

    fn line(
        self,
        session: &dyn Session,
        found: &SearchResult<String>,
        number: usize,
        score: Score,
        pv: &[String],
    ) -> String {
        let SearchResult { depth, nodes, .. } = found;
        let (nps, time_ms) = (found.nps(), found.time_ms());
        let mut line = format!("info depth {depth}");
        if let Some(longest) = found.seldepth {
            let _ = write!(line, " seldepth {longest}");
        }
        let _ = write!(line, " multipv {number} score {}", show_score(score));
        if let Some(draws) = self.chances {
            let [win, draw, loss] = chances(session.entry().chance(score), draws);
            let _ = write!(line, " wdl {win} {draw} {loss}");
        }
        let moves = self.moves(session, pv).join(" ");
        let _ = write!(line, " nodes {nodes} nps {nps}");
        if let Some(full) = found.hashfull {
            let _ = write!(line, " hashfull {full}");
        }
        let _ = write!(line, " time {time_ms} pv {moves}");
        line
    }

    /// A line of play. It ends where it would not be legal.
    pub(super) fn moves(self, session: &dyn Session, pv: &[String]) -> Vec<String> {
        let mut board = session.fork();
        let show = |own: &String| {
            let text = board.uci_move(own, self.style).ok()?;
            board.play(own).ok().map(|_| text)
        };
        pv.iter().map_while(show).collect()
    }

    /// The answer, with the reply that is expected.
    pub(super) fn bestmove(self, session: &dyn Session, found: Option<&SearchResult<String>>) -> String {
        let Some(found) = found else { return "bestmove (none)".into() };
        let follows = found.pv.first() == Some(&found.mv);
        let line = if follows { &found.pv[..found.pv.len().min(2)] } else { std::slice::from_ref(&found.mv) };
        match &self.moves(session, line)[..] {
            [mv, reply] => format!("bestmove {mv} ponder {reply}"),
            [mv, ..] => format!("bestmove {mv}"),
            [] => "bestmove (none)".into(),
        }
    }
}

/// A score as the protocol writes it. Proved results are counted in moves, as mates are.
pub(super) fn show_score(score: Score) -> String {
    match plies_to_end(score) {
        Some(plies) => format!("mate {}{}", if score < 0 { "-" } else { "" }, plies.div_ceil(2)),
        None => format!("cp {score}"),
    }
}

/// What there is to say of a finished game.
pub(super) fn show_end(session: &dyn Session) -> Option<String> {
    let winner = session.outcome()?.winner;
    let score = match winner {
        None => "cp 0",
        Some(side) if side == session.turn() => "mate 1",
        Some(_) => "mate 0",
    };
    Some(format!("info depth 0 score {score}"))
}

/// Wins, draws and losses of a thousand games, from the share of the points. A draw is likelier the closer the game;
/// the shares add up to the points.
fn chances(points: f64, draws: bool) -> [u32; 3] {
    let share = |chance: f64| (1000.0 * chance).round() as u32;
    let (win, loss) = if draws {
        (share(points * points), share((1.0 - points) * (1.0 - points)))
    } else {
        (share(points), 1000 - share(points))
    };
    [win, 1000 - win - loss, loss]
}

/// Whether games of this kind are ever drawn, by the look of random ones.
pub(super) fn knows_draws(session: &dyn Session) -> bool {
    const GAMES: u64 = 200;
    session.entry().playouts(GAMES, &mut Rng::with_seed(1)).results[Side::BOTH.len()] > 0
}

#[cfg(test)]
mod tests {
    use quevedo_core::score::{loss_in, win_in};

    use super::*;

    #[test]
    fn mates_are_counted_in_moves() {
        let shown = [win_in(1), win_in(3), loss_in(2), loss_in(4), loss_in(0), -17].map(show_score);
        assert_eq!(shown, ["mate 1", "mate 2", "mate -1", "mate -2", "mate -0", "cp -17"]);
    }

    #[test]
    fn chances_add_up() {
        for points in [0.0, 0.1, 0.5, 0.777, 1.0] {
            for draws in [true, false] {
                let [win, draw, loss] = chances(points, draws);
                assert_eq!(win + draw + loss, 1000);
                assert!((f64::from(win) + f64::from(draw) / 2.0 - 1000.0 * points).abs() <= 1.0);
            }
        }
    }
}
