//! One game of a match: its opening, its players, its record.

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use quevedo_catalog::{Ask, Player, PlayerSpec, Session, SpecError};
use quevedo_core::hash::combine;
use quevedo_core::{Clock, MoveError, Outcome, Record, Rng, Side};
use thiserror::Error;

use crate::MatchSettings;
use crate::clock::Clocks;

/// How often a random opening that ends the game is drawn anew before the match gives up.
const OPENING_ATTEMPTS: u64 = 200;
/// What a number derived from the seed of the match is for, so that no two streams are the same.
const OPENINGS: u64 = 0;
const PLAYERS: u64 = 1;

/// Why a match cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MatchError {
    /// A person was invited.
    #[error("`human` cannot play a match: name two machines, or use `quevedo play` to play yourself")]
    Human,
    /// A player cannot play this game.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// There is nothing to play.
    #[error("a match has at least 1 game")]
    NoGames,
    /// The game is over before the players sit down.
    #[error("random openings of {plies} plies leave no game to play: use fewer")]
    OpeningTooLong {
        /// How long the openings were to be.
        plies: u32,
    },
    /// A player did not move in a game that is not over.
    #[error("`{player}` has no move in `{position}`")]
    NoMove {
        /// The player.
        player: String,
        /// Where it happened.
        position: String,
    },
    /// A player made a move that the rules forbid.
    #[error("`{player}` broke the rules: {error}")]
    Illegal {
        /// The player.
        player: String,
        /// What it did.
        error: MoveError,
    },
}

/// A game that has been played to its end.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayedGame {
    /// Its number in the match, from 0.
    pub index: u64,
    /// The side of the first of the two players.
    pub side: Side,
    /// How it ended.
    pub outcome: Outcome,
    /// How many plies it had, the opening included.
    pub plies: usize,
    /// All of it.
    pub record: Record,
}

/// Plays game number `index`. Games come in pairs from the same opening; the first player moves first in the even ones.
pub(crate) fn play_game(settings: &MatchSettings, index: u64) -> Result<PlayedGame, MatchError> {
    let side = if index % 2 == 0 { Side::First } else { Side::Second };
    let mut session = opening(settings, index / 2)?;
    let mut players = [player(settings, 0, index)?, player(settings, 1, index)?];
    let mut clocks = settings.clock.map(Clocks::new);
    let outcome = loop {
        if let Some(outcome) = session.outcome() {
            break outcome;
        }
        let turn = session.turn();
        let seat = seat(side, turn);
        let clock = clocks.as_ref().map(|clocks| clocks.see(seat));
        let begin = Instant::now();
        let text = choose(&*session, &mut *players[seat], clock, &settings.players[seat])?;
        if clocks.as_mut().is_some_and(|clocks| !clocks.spend(seat, begin.elapsed())) {
            break session.flag_fall(turn);
        }
        let illegal = |error| MatchError::Illegal { player: settings.players[seat].to_string(), error };
        session.play(&text).map_err(illegal)?;
    };
    let record = record(settings, &*session, index, side, outcome);
    Ok(PlayedGame { index, side, outcome, plies: session.history().len(), record })
}

/// Which of the two players sits at `turn` when the first of them plays `side`.
fn seat(side: Side, turn: Side) -> usize {
    usize::from(turn != side)
}

fn choose(
    session: &dyn Session,
    player: &mut dyn Player,
    clock: Option<Clock>,
    spec: &PlayerSpec,
) -> Result<String, MatchError> {
    let stop = AtomicBool::new(false);
    let thought = player.think(session, &mut Ask { clock, stop: &stop, report: &mut |_| {} });
    let no_move = || MatchError::NoMove { player: spec.to_string(), position: session.position() };
    thought.map(|thought| thought.mv).ok_or_else(no_move)
}

/// The game after the random opening of a pair. An opening that leaves nothing to play is drawn anew.
pub(crate) fn opening(settings: &MatchSettings, pair: u64) -> Result<Box<dyn Session>, MatchError> {
    let seed = combine(combine(settings.seed, OPENINGS), pair);
    let attempts = (0..OPENING_ATTEMPTS).map(|attempt| random_opening(settings, combine(seed, attempt)));
    attempts.flatten().next().ok_or(MatchError::OpeningTooLong { plies: settings.random_plies })
}

fn random_opening(settings: &MatchSettings, seed: u64) -> Option<Box<dyn Session>> {
    let mut session = settings.game.session(None).ok()?;
    let mut rng = Rng::with_seed(seed);
    for _ in 0..settings.random_plies {
        session.play_random(&mut rng)?;
    }
    session.outcome().is_none().then_some(session)
}

/// The player in a seat, made anew for every game: what it remembers must not depend on which thread played what.
fn player(settings: &MatchSettings, seat: usize, index: u64) -> Result<Box<dyn Player>, MatchError> {
    let fallback = combine(combine(settings.seed, PLAYERS), seat as u64);
    let spec = seeded(&settings.players[seat], fallback, index);
    settings.game.player(&spec)?.ok_or(MatchError::Human)
}

/// The spec with a seed for one game: from its own seed where it has one, from that of the match otherwise. The number
/// of the game is always mixed in, or a seeded player would play every game of the match alike.
fn seeded(spec: &PlayerSpec, fallback: u64, index: u64) -> PlayerSpec {
    let seed = combine(spec.seed().unwrap_or(fallback), index);
    spec.clone().with_seed(seed)
}

/// The record, with the tags PGN asks for. `White` is the side that moves first, whatever its colour.
fn record(settings: &MatchSettings, session: &dyn Session, index: u64, side: Side, outcome: Outcome) -> Record {
    let [white, black] = Side::BOTH.map(|turn| settings.players[seat(side, turn)].to_string());
    let round = (index + 1).to_string();
    let tags = [
        ("Event", "Quevedo match"),
        ("Site", "?"),
        ("Date", &settings.date),
        ("Round", &round),
        ("White", &white),
        ("Black", &black),
    ];
    session.record_ended(&tags, Some(outcome))
}
