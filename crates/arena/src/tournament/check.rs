//! Checks of a plan before anything is played.

use std::collections::HashMap;
use std::path::Path;

use quevedo_catalog::GameEntry;

use super::plan::{Format, OpeningSource, Plan, PlanError, PlanLocation};
use super::schedule;
use crate::{Adjudication, Openings, check_player};

/// The most games of a tournament.
const MAX_GAMES: u64 = 1_000_000;

impl Plan {
    /// Refuses a plan that cannot be played. External engines are started for that, and ended again.
    pub(super) fn check(&self, game: &GameEntry) -> Result<(), PlanError> {
        self.check_players(game)?;
        self.check_format()?;
        self.check_adjudication()?;
        if self.threads == Some(0) {
            return refuse(PlanLocation::Key("threads"), "at least 1");
        }
        match schedule::count(self) {
            games if games > MAX_GAMES => refuse(
                PlanLocation::Key("games"),
                format!("that makes {games} games, and a tournament has at most {MAX_GAMES}: play fewer"),
            ),
            _ => Ok(()),
        }
    }

    fn check_players(&self, game: &GameEntry) -> Result<(), PlanError> {
        if self.players.len() < 2 {
            let count = self.players.len();
            return refuse(
                PlanLocation::Key("player"),
                format!("a tournament has at least 2 players, this one has {count}: add `[[player]]`"),
            );
        }
        let mut names: HashMap<String, usize> = HashMap::new();
        for (index, player) in self.players.iter().enumerate() {
            let name = player.display_name();
            if name.trim().is_empty() || name.chars().any(char::is_control) {
                return refuse(PlanLocation::Player(index), "a name is one line of text, without control characters");
            }
            if let Some(earlier) = names.insert(name.clone(), index) {
                let earlier = earlier + 1;
                return refuse(
                    PlanLocation::Player(index),
                    format!("player {earlier} is also called `{name}`: give one of them another `name`"),
                );
            }
            check_player(game, &player.spec).map_err(|error| PlanError::new(PlanLocation::Player(index), error))?;
        }
        Ok(())
    }

    fn check_format(&self) -> Result<(), PlanError> {
        let count = self.players.len();
        let belongs = |key, given: bool, format: Format, named| {
            if !given || self.format == format {
                return Ok(());
            }
            refuse(PlanLocation::Key(key), format!("only a {named} has this key: leave it out, or change `format`"))
        };
        belongs("challengers", self.challengers.is_some(), Format::Gauntlet, "gauntlet")?;
        belongs("rounds", self.rounds.is_some(), Format::Swiss, "Swiss tournament")?;
        belongs("pairing", !self.pairings.is_empty(), Format::Pairings, "tournament with `format = \"pairings\"`")?;
        if self.format == Format::Pairings {
            return self.check_pairings();
        }
        if self.games == 0 || self.games % 2 != 0 {
            return refuse(
                PlanLocation::Key("games"),
                "an even number, at least 2: every opening is played with both sides swapped",
            );
        }
        if !(1..count).contains(&self.challengers.unwrap_or(1)) {
            return refuse(
                PlanLocation::Key("challengers"),
                format!("1 to {}: at least one player must not be a challenger", count - 1),
            );
        }
        // With an odd number of players one of them has a bye in every round, so all have met after as many rounds as players.
        let most = count - 1 + count % 2;
        match (self.format, self.rounds) {
            (Format::Swiss, None) => {
                refuse(PlanLocation::Key("format"), format!("a Swiss tournament needs `rounds`: 1 to {most}"))
            }
            (Format::Swiss, Some(rounds)) if !(1..=most).contains(&rounds) => {
                refuse(PlanLocation::Key("rounds"), format!("1 to {most}: after that all players have met"))
            }
            _ => Ok(()),
        }
    }

    fn check_pairings(&self) -> Result<(), PlanError> {
        if self.pairings.is_empty() {
            return refuse(
                PlanLocation::Key("format"),
                "no pairing is listed: add `[[pairing]]` with `players` and `games`",
            );
        }
        let names: Vec<String> = self.players.iter().map(super::Entrant::display_name).collect();
        for (index, pairing) in self.pairings.iter().enumerate() {
            let location = PlanLocation::Pairing(index);
            if let Some(unknown) = pairing.players.iter().find(|name| !names.contains(name)) {
                return refuse(location, format!("no player is called `{unknown}`: there are {}", names.join(", ")));
            }
            if pairing.players[0] == pairing.players[1] {
                return refuse(location, "a player cannot meet itself: enter it twice, under two names");
            }
            if pairing.games == 0 {
                return refuse(location, "a pairing has at least 1 game");
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
        refuse(
            PlanLocation::Key("adjudication"),
            "`resign` needs `units` above 0 and `draw` at least 0, both at least 1 of `moves`",
        )
    }

    /// Reads the openings of the plan; a file is relative to `folder`.
    pub fn read_openings(&self, game: &GameEntry, folder: &Path) -> Result<Openings, PlanError> {
        let location = PlanLocation::Key("openings");
        match &self.openings {
            OpeningSource::Random(plies) => Ok(Openings::Random { plies: *plies }),
            OpeningSource::File(name) => {
                let path = folder.join(name);
                let text = std::fs::read_to_string(&path)
                    .map_err(|error| PlanError::new(location, format!("{}: {error}", path.display())))?;
                Openings::read(game, &text)
                    .map_err(|error| PlanError::new(location, format!("{}: {error}", path.display())))
            }
            OpeningSource::Shipped => Ok(Openings::shipped_or_random(game)),
        }
    }
}

fn refuse<T>(location: PlanLocation, problem: impl std::fmt::Display) -> Result<T, PlanError> {
    Err(PlanError::new(location, problem))
}
