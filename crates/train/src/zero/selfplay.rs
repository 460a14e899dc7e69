//! Games of a player against itself, one on each thread, written in order.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;
use std::thread;

use quevedo_catalog::{PlayerSpec, Session};
use quevedo_core::hash::combine;
use quevedo_core::{Rng, SearchResult, Side, Value};

use super::{ZeroError, ZeroPlan};
use crate::data::numbered::NumberedShards;
use crate::data::replay::{as_points, points, result_for};
use crate::data::{Flags, Head, NO_MOVE, PolicyEntry, Sample, Shard, stored_steps};

/// Games of a shard, the most an interrupted run can lose.
const GAMES_PER_SHARD: u64 = 100;
/// How many random openings are tried before it is an error that all of them end the game.
const ATTEMPTS: u64 = 200;

/// The games of one generation.
pub(super) struct SelfPlay<'a> {
    pub(super) plan: &'a ZeroPlan,
    pub(super) player: PlayerSpec,
    pub(super) seed: u64,
    pub(super) threads: usize,
}

/// Counts of the games of a generation.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct SelfPlayCounts {
    pub(super) games: u64,
    pub(super) positions: u64,
    /// Positions won, drawn and lost for the side to move.
    pub(super) results: [u64; 3],
}

impl SelfPlayCounts {
    fn count(&mut self, shard: &Shard) {
        self.games += u64::from(shard.head().games);
        self.positions += shard.len() as u64;
        shard.results().iter().for_each(|result| self.results[(1 - result) as usize] += 1);
    }
}

impl SelfPlay<'_> {
    /// Plays the games that are missing in the folder. `on_game` is called with their number after each.
    pub(super) fn play_all(&self, folder: &Path, on_game: &mut dyn FnMut(u64)) -> Result<SelfPlayCounts, ZeroError> {
        if !matches!(self.player, PlayerSpec::Mcts(_)) {
            return Err(ZeroError::NoVisits { player: self.player.to_string() });
        }
        let mut played = SelfPlayCounts::default();
        let head = self.plan.head();
        let mut shards =
            NumberedShards::resume(folder, self.plan.games, GAMES_PER_SHARD, &head, |shard| played.count(shard))?;
        let first = shards.range().start;
        let (next, stop) = (AtomicU64::new(first), AtomicBool::new(false));
        thread::scope(|scope| {
            let (sender, games) = mpsc::channel();
            for _ in 0..self.threads.max(1) {
                let sender = sender.clone();
                let (next, stop) = (&next, &stop);
                scope.spawn(move || self.work(next, stop, &sender));
            }
            drop(sender);
            let mut waiting = BTreeMap::new();
            let mut ended = first;
            let written = games.iter().try_for_each(|(number, game)| {
                waiting.insert(number, game?);
                ended += 1;
                on_game(ended);
                while !shards.range().is_empty() && shards.range().all(|number| waiting.contains_key(&number)) {
                    let shard = take_shard(&head, shards.range(), &mut waiting);
                    shards.write(&shard)?;
                    played.count(&shard);
                }
                Ok(())
            });
            stop.store(true, Ordering::Relaxed);
            written
        })
        .map(|()| played)
    }

    fn work(&self, next: &AtomicU64, stop: &AtomicBool, games: &mpsc::Sender<(u64, Result<Vec<Sample>, ZeroError>)>) {
        while !stop.load(Ordering::Relaxed) {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= self.plan.games || games.send((number, self.play(number, stop))).is_err() {
                return;
            }
        }
    }

    /// Plays one game; the same number is the same game.
    pub(super) fn play(&self, number: u64, stop: &AtomicBool) -> Result<Vec<Sample>, ZeroError> {
        let seed = combine(self.seed, number);
        let mut rng = Rng::with_seed(seed);
        let mut session = self.open(seed, &mut rng)?;
        let mut player = self.plan.game.player(&self.player.clone().with_seed(seed))?;
        let mut samples = Vec::new();
        while let (None, false) = (session.outcome(), stop.load(Ordering::Relaxed)) {
            let Some(found) = player.search_until(&*session, stop) else { break };
            samples.push((session.turn(), self.sample(&*session, &found)));
            let ply = session.history().len();
            let mv = if ply < self.plan.temperature_plies as usize { draw(&found, &mut rng) } else { &found.mv };
            session.play(mv).map_err(|_| quevedo_arena::MatchError::NoMove { position: session.position() })?;
        }
        let Some(outcome) = session.outcome() else { return Ok(Vec::new()) };
        let label = |(turn, sample): (Side, Sample)| {
            let is_proved = sample.flags.has(Flags::EXACT);
            Sample { result: if is_proved { sample.result } else { result_for(outcome.winner, turn) }, ..sample }
        };
        Ok(samples.into_iter().map(label).collect())
    }

    /// A game that begins with random plies.
    fn open(&self, seed: u64, rng: &mut Rng) -> Result<Box<dyn Session>, ZeroError> {
        let most = self.plan.random_plies;
        for attempt in 0..ATTEMPTS {
            let mut draws = Rng::with_seed(combine(seed, attempt));
            let mut session = self.plan.game.session(None).map_err(|_| ZeroError::NoGame { plies: most })?;
            for _ in 0..rng.u32(0..=most) {
                session.play_random(&mut draws);
            }
            if session.outcome().is_none() {
                return Ok(session);
            }
        }
        Err(ZeroError::NoGame { plies: most })
    }

    /// A position with the result of its search. A proved value is its result.
    fn sample(&self, session: &dyn Session, found: &SearchResult<String>) -> Sample {
        let game = &self.plan.game;
        let encoded = game.encode(session);
        let steps = |mv: &str| game.move_steps(session, mv).map_or(NO_MOVE, |steps| stored_steps(&steps));
        let proof = found.proof;
        let flags = Flags::default()
            .with(Flags::NOISY, game.is_noisy(session, &found.mv).unwrap_or(false))
            .with(Flags::THREATENED, encoded.is_threatened)
            .with(Flags::EXACT, proof.is_some())
            .with(Flags::SECOND, encoded.turn == Side::Second);
        Sample {
            planes: encoded.planes,
            score: found.score.and_then(as_points),
            result: proof.map_or(0, |proof| points(proof.value)),
            best: steps(&found.mv),
            ply: session.history().len().min(u16::MAX.into()) as u16,
            flags,
            policy: shares(found, steps),
            text: session.position(),
        }
    }
}

/// The samples of these games, one game after the other.
fn take_shard(head: &Head, games: std::ops::Range<u64>, waiting: &mut BTreeMap<u64, Vec<Sample>>) -> Shard {
    let mut shard = Shard::new(Head { games: (games.end - games.start) as u32, ..head.clone() });
    for number in games {
        waiting.remove(&number).unwrap_or_default().iter().for_each(|sample| shard.push(sample));
    }
    shard
}

/// The policy target: the share of each move in the visits. A proved win has all of them, and so has a move that was found
/// without a search.
fn shares(found: &SearchResult<String>, steps: impl Fn(&str) -> [u8; 3]) -> Vec<PolicyEntry> {
    let all: u64 = found.visits.iter().map(|(_, visits)| visits).sum();
    let is_clear = all == 0 || found.proof.is_some_and(|proof| proof.value == Value::Win);
    if is_clear && found.visits.iter().all(|(mv, _)| *mv != found.mv) {
        return vec![(steps(&found.mv), u16::MAX)];
    }
    let share = |mv: &str, visits: u64| {
        if is_clear {
            return u16::from(mv == found.mv) * u16::MAX;
        }
        (u128::from(visits) * u128::from(u16::MAX) / u128::from(all)) as u16
    };
    found.visits.iter().map(|(mv, visits)| (steps(mv), share(mv, *visits))).collect()
}

/// A move sampled in proportion to its visits; the best one where the search has proved the value.
fn draw<'t>(found: &'t SearchResult<String>, rng: &mut Rng) -> &'t str {
    let all: u64 = found.visits.iter().map(|(_, visits)| visits).sum();
    if found.proof.is_some() || all == 0 {
        return &found.mv;
    }
    let mut left = rng.u64(0..all);
    for (mv, visits) in &found.visits {
        match left.checked_sub(*visits) {
            None => return mv,
            Some(rest) => left = rest,
        }
    }
    &found.mv
}
