//! The fixtures of a tournament and their numbers.
//!
//! A pairing is played in pairs of games: one opening, sides swapped. In every lap each pairing plays one pair of games, so
//! that intermediate standings are fair. All pairings of a lap have the same opening.

use std::collections::HashMap;

use serde::Serialize;

use super::{Format, Plan};

/// A game of a tournament, before it is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Fixture {
    /// Its number, from 0.
    pub number: u64,
    /// Its round, from 1: the round of a Swiss tournament, elsewhere the lap.
    pub round: u64,
    /// The players by their numbers in the plan; the first one moves first.
    pub players: [usize; 2],
    /// The number of its opening.
    pub opening: u64,
    /// The number of the first game of its pair.
    pub pair: u64,
}

/// Two players that meet, and their number of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Meeting {
    pub(super) players: [usize; 2],
    pub(super) games: u64,
}

/// The first numbers of a list of fixtures.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Start {
    pub(super) number: u64,
    pub(super) opening: u64,
    /// The round of all fixtures; without it, the lap.
    pub(super) round: Option<u64>,
}

/// The fixtures of meetings, lap by lap.
pub(super) fn fixtures(meetings: &[Meeting], start: Start) -> Vec<Fixture> {
    let laps = meetings.iter().map(|meeting| meeting.games.div_ceil(2)).max().unwrap_or(0);
    let mut fixtures = Vec::new();
    for lap in 0..laps {
        for meeting in meetings {
            let pair = start.number + fixtures.len() as u64;
            let [one, other] = meeting.players;
            let left = meeting.games.saturating_sub(2 * lap).min(2);
            for (players, number) in [[one, other], [other, one]].into_iter().zip(pair..pair + left) {
                let round = start.round.unwrap_or(lap + 1);
                fixtures.push(Fixture { number, round, players, opening: start.opening + lap, pair });
            }
        }
    }
    fixtures
}

/// The meetings of a plan; none for a Swiss tournament, where they depend on results.
pub(super) fn meetings(plan: &Plan) -> Vec<Meeting> {
    let count = plan.players.len();
    let meet = |one, other| Meeting { players: [one, other], games: plan.games };
    match plan.format {
        Format::RoundRobin => (0..count).flat_map(|one| (one + 1..count).map(move |other| meet(one, other))).collect(),
        Format::Gauntlet => {
            let challengers = plan.challengers.unwrap_or(1).min(count);
            (challengers..count).flat_map(|other| (0..challengers).map(move |one| meet(one, other))).collect()
        }
        Format::Swiss => Vec::new(),
        Format::Pairings => listed(plan),
    }
}

/// The listed pairings. Unknown names are left out; the check of the plan refuses them.
fn listed(plan: &Plan) -> Vec<Meeting> {
    let numbers: HashMap<String, usize> =
        plan.players.iter().enumerate().map(|(index, player)| (player.display_name(), index)).collect();
    let find = |name: &String| numbers.get(name).copied();
    let meeting = |pairing: &super::Pairing| {
        let [one, other] = &pairing.players;
        Some(Meeting { players: [find(one)?, find(other)?], games: pairing.games })
    };
    plan.pairings.iter().filter_map(meeting).collect()
}

/// How many games a plan has.
pub(super) fn count(plan: &Plan) -> u64 {
    match plan.format {
        Format::Swiss => plan.rounds.unwrap_or(0) as u64 * games_a_round(plan),
        _ => meetings(plan).iter().fold(0, |sum: u64, meeting| sum.saturating_add(meeting.games)),
    }
}

/// How many games a round of a Swiss tournament has.
pub(super) fn games_a_round(plan: &Plan) -> u64 {
    (plan.players.len() as u64 / 2).saturating_mul(plan.games)
}
