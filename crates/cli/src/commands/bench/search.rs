//! How fast the search runs: the skeleton from the start position, to a fixed depth.

use std::sync::atomic::AtomicBool;

use anyhow::{Context, Result};
use quevedo_catalog::{Ask, GameEntry, PlayerSpec, Thought};
use quevedo_core::Score;
use quevedo_core::hash::combine;
use serde::Serialize;

/// How deep each game is searched: what takes about half a second. A variant goes as deep as its game unless it is listed.
const DEPTHS: &[(&str, u32)] = &[
    ("chess", 12),
    ("othello", 16),
    ("connect4", 15),
    ("amazons", 3),
    ("mouse-cats", 24),
    ("hare-hounds", 24),
    ("fox-geese", 16),
];
/// A game nobody has measured yet.
const MODEST_DEPTH: u32 = 4;

/// What was measured of the search of a game. All but the speed is the same on every machine.
#[derive(Debug, Serialize)]
pub(super) struct MeasuredSearch {
    pub(super) depth: u32,
    pub(super) nodes: u64,
    pub(super) nodes_per_second: u64,
    #[serde(rename = "move")]
    pub(super) mv: String,
    pub(super) score: Score,
    pub(super) signature: String,
}

impl From<Thought> for MeasuredSearch {
    fn from(thought: Thought) -> Self {
        Self {
            depth: thought.depth,
            nodes: thought.nodes,
            nodes_per_second: thought.nps,
            signature: signature(&thought),
            mv: thought.mv,
            score: thought.score.unwrap_or(0),
        }
    }
}

/// Searches the start position of a game.
pub(super) fn measure(game: &'static GameEntry) -> Result<MeasuredSearch> {
    // Everything that decides how many nodes are visited is said, whatever the defaults become.
    let spec: PlayerSpec = format!("alphabeta:eval=best,depth={},hash=16,threads=1", depth(game.id)).parse()?;
    let mut player = game.player(&spec)?.context("the skeleton is no person")?;
    let never = AtomicBool::new(false);
    let mut ask = Ask { clock: None, stop: &never, report: &mut |_| {} };
    let thought = player.think(&*game.session(None)?, &mut ask);
    Ok(thought.with_context(|| format!("{} begins with nothing to play", game.id))?.into())
}

fn depth(id: &str) -> u32 {
    let listed = |name: &str| DEPTHS.iter().find(|(known, _)| *known == name).map(|(_, depth)| *depth);
    let family = id.split(':').next().unwrap_or(id);
    listed(id).or_else(|| listed(family)).unwrap_or(MODEST_DEPTH)
}

/// A number that stands for what was found and how many positions it took.
fn signature(thought: &Thought) -> String {
    let score = i64::from(thought.score.unwrap_or(0)) as u64;
    let numbers = [u64::from(thought.depth), thought.nodes, score].into_iter();
    let hash = numbers.chain(thought.mv.bytes().map(u64::from)).fold(0, combine);
    format!("{hash:016x}")
}

#[cfg(test)]
mod tests {
    use quevedo_catalog::{GAMES, find_game};

    use super::*;

    #[test]
    fn every_depth_belongs_to_a_game() {
        assert!(DEPTHS.iter().all(|(game, _)| find_game(game).is_ok()));
        assert!(GAMES.iter().all(|game| depth(game.id) > 0));
        assert_eq!(depth("fox-geese:17"), depth("fox-geese"));
    }

    #[test]
    fn signatures_repeat_and_tell_searches_apart() {
        let search = |game| measure(find_game(game).unwrap()).unwrap().signature;
        assert_eq!(search("hare-hounds"), search("hare-hounds"));
        assert_ne!(search("hare-hounds"), search("hare-hounds:center"));
    }
}
