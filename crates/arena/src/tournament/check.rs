//! What a plan must keep to, so that a tournament that begins can end.

use std::collections::HashMap;
use std::path::Path;

use super::plan::{Format, OpeningSource, Place, Plan, PlanError};
use super::schedule;
use crate::{Adjudication, Openings, check_player};

/// More games than this are a mistake, or several tournaments.
const MOST_GAMES: u64 = 1_000_000;

impl Plan {
    /// Refuses what cannot be played, before anything is. Engines are started and asked who they are.
    pub(super) fn check(&self) -> Result<(), PlanError> {
        self.check_players()?;
        self.check_format()?;
        self.check_adjudication()?;
        if self.threads == Some(0) {
            return wrong(Place::Key("threads"), "at least 1");
        }
        match schedule::count(self) {
            games if games > MOST_GAMES => wrong(
                Place::Key("games"),
                format!("that makes {games} games, and a tournament has at most {MOST_GAMES}: play fewer"),
            ),
            _ => Ok(()),
        }
    }

    fn check_players(&self) -> Result<(), PlanError> {
        if self.players.len() < 2 {
            let count = self.players.len();
            return wrong(
                Place::Key("player"),
                format!("a tournament has at least 2 players, this one has {count}: add `[[player]]`"),
            );
        }
        let mut names: HashMap<String, usize> = HashMap::new();
        for (index, player) in self.players.iter().enumerate() {
            let name = player.called();
            if name.trim().is_empty() || name.chars().any(char::is_control) {
                return wrong(Place::Player(index), "a name is a line of text");
            }
            if let Some(earlier) = names.insert(name.clone(), index) {
                let earlier = earlier + 1;
                return wrong(
                    Place::Player(index),
                    format!("player {earlier} is called `{name}`, too: give one of them a `name` of its own"),
                );
            }
            check_player(self.game, &player.spec).map_err(|error| PlanError::new(Place::Player(index), error))?;
        }
        Ok(())
    }

    fn check_format(&self) -> Result<(), PlanError> {
        let count = self.players.len();
        let belongs = |key, given: bool, format: Format, named| {
            if !given || self.format == format {
                return Ok(());
            }
            wrong(Place::Key(key), format!("only a {named} has that: leave it out, or change `format`"))
        };
        belongs("challengers", self.challengers.is_some(), Format::Gauntlet, "gauntlet")?;
        belongs("rounds", self.rounds.is_some(), Format::Swiss, "Swiss tournament")?;
        belongs("pairing", !self.pairings.is_empty(), Format::Pairings, "tournament with `format = \"pairings\"`")?;
        if self.format == Format::Pairings {
            return self.check_pairings();
        }
        if self.games == 0 || self.games % 2 != 0 {
            return wrong(
                Place::Key("games"),
                "an even number, at least 2: every opening is played with both sides swapped",
            );
        }
        if !(1..count).contains(&self.challengers.unwrap_or(1)) {
            return wrong(Place::Key("challengers"), format!("1 to {}: somebody must be left to meet", count - 1));
        }
        // With an odd number of players somebody rests every round, and all have met after as many rounds as players.
        let most = count - 1 + count % 2;
        match (self.format, self.rounds) {
            (Format::Swiss, None) => {
                wrong(Place::Key("format"), format!("a Swiss tournament needs `rounds`: 1 to {most}"))
            }
            (Format::Swiss, Some(rounds)) if !(1..=most).contains(&rounds) => {
                wrong(Place::Key("rounds"), format!("1 to {most}: then everybody has met"))
            }
            _ => Ok(()),
        }
    }

    fn check_pairings(&self) -> Result<(), PlanError> {
        if self.pairings.is_empty() {
            return wrong(Place::Key("format"), "no pairing is listed: add `[[pairing]]` with `players` and `games`");
        }
        let names: Vec<String> = self.players.iter().map(super::Entrant::called).collect();
        for (index, pairing) in self.pairings.iter().enumerate() {
            let place = Place::Pairing(index);
            if let Some(unknown) = pairing.players.iter().find(|name| !names.contains(name)) {
                return wrong(place, format!("no player is called `{unknown}`: there are {}", names.join(", ")));
            }
            if pairing.players[0] == pairing.players[1] {
                return wrong(place, "a player does not meet itself: enter it twice, under two names");
            }
            if pairing.games == 0 {
                return wrong(place, "a pairing has at least 1 game");
            }
        }
        Ok(())
    }

    fn check_adjudication(&self) -> Result<(), PlanError> {
        let Adjudication { resign, draw, .. } = self.adjudication;
        let sound = |units: f64, least: f64, moves: usize| units.is_finite() && units >= least && moves > 0;
        let resign = resign.is_none_or(|resign| sound(resign.units, f64::MIN_POSITIVE, resign.moves));
        let draw = draw.is_none_or(|draw| sound(draw.units, 0.0, draw.moves));
        if resign && draw {
            return Ok(());
        }
        wrong(
            Place::Key("adjudication"),
            "`resign` needs `units` above 0 and `draw` at least 0, both at least 1 of `moves`",
        )
    }

    /// The openings of the plan; a file is named relative to `folder`.
    pub fn read_openings(&self, folder: &Path) -> Result<Openings, PlanError> {
        let place = Place::Key("openings");
        match &self.openings {
            OpeningSource::Random(plies) => Ok(Openings::Random { plies: *plies }),
            OpeningSource::File(name) => {
                let path = folder.join(name);
                let text = std::fs::read_to_string(&path)
                    .map_err(|error| PlanError::new(place, format!("{}: {error}", path.display())))?;
                Openings::read(self.game, &text)
                    .map_err(|error| PlanError::new(place, format!("{}: {error}", path.display())))
            }
            OpeningSource::Shipped => Openings::shipped(self.game).ok_or_else(|| {
                PlanError::new(place, format!("no openings are shipped for {}: use `{{ random = 4 }}`", self.game.id))
            }),
        }
    }
}

fn wrong<T>(place: Place, problem: impl std::fmt::Display) -> Result<T, PlanError> {
    Err(PlanError::new(place, problem))
}
