//! Checks of a plan before anything is played.

use std::collections::HashMap;

use quevedo_catalog::GameEntry;
use quevedo_core::Message;

use super::{Format, Plan, PlanError, PlanLocation, schedule};
use crate::plan::messages;
use crate::{Adjudication, MatchError, OpeningError, check_player};

/// The most games of a tournament.
const MAX_GAMES: u64 = 1_000_000;

impl Plan {
    /// Refuses a plan that cannot be played. External engines are started for that, and ended again.
    pub(super) fn check(&self, game: &GameEntry) -> Result<(), PlanError> {
        self.check_players(game)?;
        self.check_format()?;
        self.check_adjudication()?;
        if self.threads == Some(0) {
            return refuse(PlanLocation::Key("threads"), messages::at_least_one());
        }
        match schedule::count(self) {
            games if games > MAX_GAMES => {
                refuse(PlanLocation::Key("games"), messages::too_many_games(games, MAX_GAMES))
            }
            _ => Ok(()),
        }
    }

    fn check_players(&self, game: &GameEntry) -> Result<(), PlanError> {
        if self.players.len() < 2 {
            return refuse(PlanLocation::Key("player"), messages::too_few_players(self.players.len()));
        }
        let mut names: HashMap<String, usize> = HashMap::new();
        for (index, player) in self.players.iter().enumerate() {
            let name = player.display_name();
            if name.trim().is_empty() || name.chars().any(char::is_control) {
                return refuse(PlanLocation::Player(index), messages::bad_name());
            }
            if let Some(earlier) = names.insert(name.clone(), index) {
                return refuse(PlanLocation::Player(index), messages::name_twice(earlier + 1, name));
            }
            check_player(game, &player.spec)
                .map_err(|error| PlanError::of_match(PlanLocation::Player(index), &error))?;
        }
        Ok(())
    }

    fn check_format(&self) -> Result<(), PlanError> {
        let count = self.players.len();
        let belongs = |key, given: bool, format: Format, problem| {
            if !given || self.format == format { Ok(()) } else { refuse(PlanLocation::Key(key), problem) }
        };
        belongs("challengers", self.challengers.is_some(), Format::Gauntlet, messages::key_of_gauntlet())?;
        belongs("rounds", self.rounds.is_some(), Format::Swiss, messages::key_of_swiss())?;
        belongs("pairing", !self.pairings.is_empty(), Format::Pairings, messages::key_of_pairings())?;
        if self.format == Format::Pairings {
            return self.check_pairings();
        }
        if self.games == 0 || self.games % 2 != 0 {
            return refuse(PlanLocation::Key("games"), messages::odd_games());
        }
        if !(1..count).contains(&self.challengers.unwrap_or(1)) {
            return refuse(PlanLocation::Key("challengers"), messages::bad_challengers(count - 1));
        }
        // With an odd number of players one of them has a bye in every round, so all have met after as many rounds as players.
        let most = count - 1 + count % 2;
        match (self.format, self.rounds) {
            (Format::Swiss, None) => refuse(PlanLocation::Key("format"), messages::missing_rounds(most)),
            (Format::Swiss, Some(rounds)) if !(1..=most).contains(&rounds) => {
                refuse(PlanLocation::Key("rounds"), messages::too_many_rounds(most))
            }
            _ => Ok(()),
        }
    }

    fn check_pairings(&self) -> Result<(), PlanError> {
        if self.pairings.is_empty() {
            return refuse(PlanLocation::Key("format"), messages::no_pairings());
        }
        let names: Vec<String> = self.players.iter().map(super::Entrant::display_name).collect();
        for (index, pairing) in self.pairings.iter().enumerate() {
            let location = PlanLocation::Pairing(index);
            if let Some(unknown) = pairing.players.iter().find(|name| !names.contains(name)) {
                return refuse(location, messages::unknown_player_name(unknown, names.join(", ")));
            }
            if pairing.players[0] == pairing.players[1] {
                return refuse(location, messages::meets_itself());
            }
            if pairing.games == 0 {
                return refuse(location, messages::empty_pairing());
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
        refuse(PlanLocation::Key("adjudication"), messages::bad_adjudication())
    }
}

impl PlanError {
    /// Why a player or an opening cannot be used.
    pub(super) fn of_match(location: PlanLocation, error: &MatchError) -> Self {
        match error {
            MatchError::Game(error) => Self::new(location, error.message()),
            MatchError::Spec(error) => Self::new(location, error.message()),
            MatchError::Openings(OpeningError::TooLong { plies }) => {
                Self::new(location, messages::long_openings(*plies))
            }
            error => Self::other(location, error),
        }
    }
}

fn refuse<T>(location: PlanLocation, problem: Message) -> Result<T, PlanError> {
    Err(PlanError::new(location, problem))
}
