//! Plain lists of pairings or players, as the founding thesis has them for its game.
//!
//! ```text
//! pairings     minimax_territory 2 5 v mcts_ucb 1000 10 : 50     one a line, with its number of games
//! players      minimax_territory 2 5                             one a line
//! ```
//!
//! Players are specs, or names of the thesis. The program of the thesis swapped sides after half of the games of a
//! pairing; here they are swapped after every game. The files name no game: the
//! [catalog](quevedo_catalog::Entry::pairing_lists) says which one it is.

use quevedo_catalog::{Catalog, GameEntry, PlayerSpec, SpecError};

use super::read::{LineError, LineNumbers};
use super::{Entrant, Format, Pairing, Plan};
use crate::check_player;

/// The content of a file.
pub(super) enum PairingList {
    Pairings(Box<Plan>, LineNumbers),
    Players(Vec<Entrant>),
}

/// Reads either list: a line with ` v ` makes it one of pairings.
pub(super) fn read(catalog: &Catalog, text: &str) -> Result<PairingList, LineError> {
    let game = catalog.games().iter().find(|game| game.has_pairing_lists()).ok_or_else(|| {
        LineError::new(1, "no game of this program has lists of pairings: write a plan in TOML, in a file `NAME.toml`")
    })?;
    let lines: Vec<(usize, Vec<&str>)> = text
        .trim_start_matches('\u{feff}')
        .lines()
        .map(|line| line.split('#').next().unwrap_or("").split_whitespace().collect())
        .enumerate()
        .map(|(index, words)| (index + 1, words))
        .filter(|(_, words): &(usize, Vec<&str>)| !words.is_empty())
        .collect();
    if lines.is_empty() {
        return Err(LineError::new(1, format!("the file is empty: {FORM}")));
    }
    if lines.iter().any(|(_, words)| words.contains(&"v")) {
        read_pairings(game, &lines)
    } else {
        read_players(game, &lines)
    }
}

const FORM: &str = "write one pairing a line, as in `minimax_territory 2 5 v random : 10`";

fn read_pairings(game: &GameEntry, lines: &[(usize, Vec<&str>)]) -> Result<PairingList, LineError> {
    let mut numbers = LineNumbers::default();
    let mut plan = Plan { format: Format::Pairings, ..Plan::new(game.id()) };
    for (line, words) in lines {
        let pairing = read_pairing(words).map_err(|problem| LineError::new(*line, problem))?;
        for name in &pairing.players {
            if plan.players.iter().all(|player| player.display_name() != *name) {
                let spec = name.trim_end_matches(SECOND_ENTRY).parse();
                let spec = spec.map_err(|error: SpecError| LineError::new(*line, error))?;
                plan.players.push(Entrant { name: Some(name.clone()), spec });
                numbers.players.push(*line);
            }
        }
        plan.pairings.push(pairing);
        numbers.pairings.push(*line);
    }
    Ok(PairingList::Pairings(Box::new(plan), numbers))
}

/// Appended to the second name of a player that meets itself.
const SECOND_ENTRY: &str = " (2)";

/// Reads `A v B : 10`. A player that meets itself gets a second name.
fn read_pairing(words: &[&str]) -> Result<Pairing, String> {
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
        other.push_str(SECOND_ENTRY);
    }
    Ok(Pairing { players: [one, other], games })
}

fn read_players(game: &GameEntry, lines: &[(usize, Vec<&str>)]) -> Result<PairingList, LineError> {
    let read = |(line, words): &(usize, Vec<&str>)| {
        let name = words.join(" ");
        let spec: PlayerSpec = name.parse().map_err(|error: SpecError| LineError::new(*line, error))?;
        if !spec.is_human() {
            check_player(game, &spec).map_err(|error| LineError::new(*line, error))?;
        }
        Ok(Entrant { name: Some(name), spec })
    };
    lines.iter().map(read).collect::<Result<_, _>>().map(PairingList::Players)
}
