//! The two files of the founding thesis on the Amazons.
//!
//! ```text
//! training file     minimax_territory 2 5 v mcts_ucb 1000 10 : 50     one line a pairing, with its number of games
//! interface file    minimax_territory 2 5                            one line a player
//! ```
//!
//! Its program played half of the games of a pairing with sides swapped; here they are swapped after every game, which is
//! the same in the end. The files speak of the Amazons alone, so the table of games is asked for it by name.

use quevedo_catalog::{GameEntry, PlayerSpec, SpecError, find_game};

use super::read::{Lines, Wrong};
use super::{Entrant, Format, Pairing, Plan};
use crate::check_player;

/// What stands in a file.
pub(super) enum Thesis {
    /// Pairings.
    Training(Box<Plan>, Lines),
    /// Players.
    Interface(Vec<Entrant>),
}

/// Reads either file: a line with ` v ` makes it a training file.
pub(super) fn read(text: &str) -> Result<Thesis, Wrong> {
    let game = find_game("amazons").map_err(|error| Wrong::new(1, error))?;
    let lines: Vec<(usize, Vec<&str>)> = text
        .trim_start_matches('\u{feff}')
        .lines()
        .map(|line| line.split('#').next().unwrap_or("").split_whitespace().collect())
        .enumerate()
        .map(|(index, words)| (index + 1, words))
        .filter(|(_, words): &(usize, Vec<&str>)| !words.is_empty())
        .collect();
    if lines.is_empty() {
        return Err(Wrong::new(1, format!("there is nothing in the file: {FORM}")));
    }
    if lines.iter().any(|(_, words)| words.contains(&"v")) { training(game, &lines) } else { interface(game, &lines) }
}

const FORM: &str = "write one pairing a line, as in `minimax_territory 2 5 v random : 10`";

fn training(game: &'static GameEntry, lines: &[(usize, Vec<&str>)]) -> Result<Thesis, Wrong> {
    let mut found = Lines::default();
    let mut plan = Plan::new(game);
    plan.format = Format::Pairings;
    for (line, words) in lines {
        let pairing = pairing(words).map_err(|problem| Wrong::new(*line, problem))?;
        for name in &pairing.players {
            if plan.players.iter().all(|player| player.called() != *name) {
                let spec = spec(name.trim_end_matches(AGAIN)).map_err(|error| Wrong::new(*line, error))?;
                plan.players.push(Entrant { name: Some(name.clone()), spec });
                found.players.push(*line);
            }
        }
        plan.pairings.push(pairing);
        found.pairings.push(*line);
    }
    Ok(Thesis::Training(Box::new(plan), found))
}

/// Behind the name of a player that meets itself.
const AGAIN: &str = " (2)";

/// Reads `A v B : 10`. A player that meets itself gets a second name.
fn pairing(words: &[&str]) -> Result<Pairing, String> {
    let text = words.join(" ");
    let (players, games) = text.rsplit_once(':').ok_or(FORM)?;
    let games = games.trim().parse().ok().filter(|games| *games > 0);
    let games = games.ok_or_else(|| format!("the number of games is missing behind `:`: {FORM}"))?;
    let (one, other) = players.split_once(" v ").ok_or(FORM)?;
    let (one, mut other) = (one.trim().to_owned(), other.trim().to_owned());
    if one.is_empty() || other.is_empty() || format!(" {other} ").contains(" v ") {
        return Err(FORM.into());
    }
    if one == other {
        other.push_str(AGAIN);
    }
    Ok(Pairing { players: [one, other], games })
}

fn interface(game: &'static GameEntry, lines: &[(usize, Vec<&str>)]) -> Result<Thesis, Wrong> {
    let read = |(line, words): &(usize, Vec<&str>)| {
        let name = words.join(" ");
        let spec = spec(&name).map_err(|error| Wrong::new(*line, error))?;
        if !spec.is_human() {
            check_player(game, &spec).map_err(|error| Wrong::new(*line, error))?;
        }
        Ok(Entrant { name: Some(name), spec })
    };
    lines.iter().map(read).collect::<Result<_, _>>().map(Thesis::Interface)
}

fn spec(text: &str) -> Result<PlayerSpec, SpecError> {
    text.parse()
}
