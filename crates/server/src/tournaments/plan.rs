//! The plan of a tournament that a visitor asks for, within the limits of a server.

use std::path::Path;
use std::time::Duration;

use quevedo_arena::tournament::{Entrant, OpeningSource, Plan, Tournament};
use quevedo_arena::{Adjudication, Draw, Resign, TimeControl};
use quevedo_catalog::GameEntry;

use crate::App;
use crate::engines::{bounded, parse_spec};
use crate::live::clean_name;
use crate::messages;
use crate::problem::Problem;
use crate::wire::{
    AdjudicationSettings, ClockRequest, EntrantRequest, NewTournament, OpeningsRequest, TournamentFormat,
};

const MAX_PLAYERS: usize = 12;
const MAX_GAMES: u64 = 500;
const MAX_RANDOM_PLIES: u32 = 30;
const MIN_BASE_MS: u64 = 100;
const MAX_BASE_MS: u64 = 10 * 60 * 1000;
const MAX_INCREMENT_MS: u64 = 30 * 1000;
/// Both players have scored the same side this far ahead for this many moves.
const RESIGN: Resign = Resign { units: 8.0, moves: 4 };
/// Both players have scored the game as level for this many moves.
const DRAW: Draw = Draw { units: 0.1, moves: 8, after: 60 };

/// The plan, if it can be played here. It blocks for a moment: players are made and openings drawn, to try them.
pub(crate) fn plan_of(app: &App, request: &NewTournament) -> Result<Plan, Problem> {
    let game = app.catalog.find(&request.game)?;
    if request.format == TournamentFormat::Pairings {
        return Err(Problem::unprocessable(messages::bad_format()));
    }
    let mut plan = Plan::new(game.id());
    plan.name = name_of(request, game);
    plan.format = request.format;
    plan.challengers = request.challengers;
    plan.rounds = request.rounds;
    plan.games = request.games;
    plan.seed = request.seed;
    plan.players = players_of(app, game, &request.players)?;
    plan.openings = openings_of(request.openings)?;
    plan.clock = request.clock.map(clock_of).transpose()?;
    plan.adjudication = request.adjudication.map(adjudication_of).unwrap_or_default();
    check(app, plan)
}

fn name_of(request: &NewTournament, game: &GameEntry) -> String {
    let name = clean_name(request.name.as_deref().unwrap_or_default());
    if name.is_empty() { game.about().name.en.to_owned() } else { name }
}

fn players_of(app: &App, game: &GameEntry, wishes: &[EntrantRequest]) -> Result<Vec<Entrant>, Problem> {
    if wishes.len() > MAX_PLAYERS {
        return Err(Problem::unprocessable(messages::too_many_players(MAX_PLAYERS)));
    }
    wishes.iter().enumerate().map(|(index, request)| player_of(app, game, index, request)).collect()
}

/// A player. By default its name is its spec as the visitor wrote it, without the limits of the server.
fn player_of(app: &App, game: &GameEntry, index: usize, request: &EntrantRequest) -> Result<Entrant, Problem> {
    let spec = parse_spec(game, &request.spec)
        .map_err(|error| Problem::unprocessable(messages::bad_player(index + 1, error.message())))?;
    let name = clean_name(request.name.as_deref().unwrap_or_default());
    let name = if name.is_empty() { spec.to_string() } else { name };
    Ok(Entrant { name: Some(name), spec: bounded(app.with_effort(spec)) })
}

fn openings_of(request: OpeningsRequest) -> Result<OpeningSource, Problem> {
    match request {
        OpeningsRequest::Shipped => Ok(OpeningSource::Shipped),
        OpeningsRequest::Random { plies } if plies <= MAX_RANDOM_PLIES => Ok(OpeningSource::Random(plies)),
        OpeningsRequest::Random { .. } => {
            Err(Problem::unprocessable(messages::too_many_random_plies(MAX_RANDOM_PLIES)))
        }
    }
}

fn clock_of(request: ClockRequest) -> Result<TimeControl, Problem> {
    if (MIN_BASE_MS..=MAX_BASE_MS).contains(&request.base_ms) && request.increment_ms <= MAX_INCREMENT_MS {
        let [base, increment] = [request.base_ms, request.increment_ms].map(Duration::from_millis);
        return Ok(TimeControl { base, increment });
    }
    Err(Problem::unprocessable(messages::bad_tournament_clock()))
}

fn adjudication_of(request: AdjudicationSettings) -> Adjudication {
    Adjudication {
        resign: request.resign.then_some(RESIGN),
        draw: request.draw.then_some(DRAW),
        proved: request.proved,
    }
}

/// The plan, if it can be played and is not too long.
fn check(app: &App, plan: Plan) -> Result<Plan, Problem> {
    let tournament = Tournament::prepare(&app.catalog, plan, Path::new(""))
        .map_err(|error| Problem::unprocessable(error.message()))?;
    let games = tournament.games();
    if games > MAX_GAMES {
        return Err(Problem::unprocessable(messages::too_many_tournament_games(games, MAX_GAMES)));
    }
    Ok(tournament.plan().clone())
}
