//! Pairings of a Swiss tournament: players with equal points meet, and no pairing is repeated while that can be avoided.
//!
//! From the top of the ranking, each player gets the best opponent for which all players below can still be paired. In a
//! score group the upper half meets the lower half, as in the Dutch system of FIDE. Whether the players below can be
//! paired is a question of perfect matchings, answered by Gabow's algorithm (1976). With an odd number of players the
//! bye is one more opponent at the bottom of the ranking, so no player has two byes while that can be avoided.

use petgraph::algo::maximum_matching;
use petgraph::graph::{NodeIndex, UnGraph};

/// A player in the ranking.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RankedPlayer {
    /// Its number; that of the bye is one beyond the last.
    pub(super) player: usize,
    /// Twice its points; -1 for the bye.
    pub(super) half_points: i64,
}

/// How often two players have met.
pub(super) type Met<'a> = &'a dyn Fn(usize, usize) -> u64;

/// Pairs all players. The ranking is sorted, best first, and its length is even.
pub(super) fn pair(mut ranking: Vec<RankedPlayer>, met: Met<'_>) -> Vec<[usize; 2]> {
    let most = fewest_meetings(&ranking, met);
    let mut pairings = Vec::new();
    while ranking.len() > 1 {
        let top = ranking.remove(0);
        let fits = |index: &usize| {
            let mut rest = ranking.clone();
            let opponent = rest.remove(*index);
            met(top.player, opponent.player) <= most && can_be_paired(&rest, most, met)
        };
        let index = by_preference(top, &ranking, met).into_iter().find(fits).unwrap_or(0);
        pairings.push([top.player, ranking.remove(index).player]);
    }
    pairings
}

/// The least number of earlier meetings that a pairing must allow: 0 while rematches can be avoided.
fn fewest_meetings(ranking: &[RankedPlayer], met: Met<'_>) -> u64 {
    let others = |one: usize| ranking.iter().map(move |other| met(one, other.player));
    let most = ranking.iter().flat_map(|one| others(one.player)).max().unwrap_or(0);
    (0..most).find(|fewer| can_be_paired(ranking, *fewer, met)).unwrap_or(most)
}

/// The possible opponents of the top player by preference: fewest earlier meetings first, then its own score group, and
/// in that group the lower half before the upper half.
fn by_preference(top: RankedPlayer, below: &[RankedPlayer], met: Met<'_>) -> Vec<usize> {
    let group = below.iter().take_while(|other| other.half_points == top.half_points).count();
    let half = group / 2;
    let mut order: Vec<usize> = (half..group).chain((0..half).rev()).chain(group..below.len()).collect();
    order.sort_by_key(|index| met(top.player, below[*index].player));
    order
}

/// Whether all players can be paired so that no two meet that have met more than `most` times.
fn can_be_paired(ranking: &[RankedPlayer], most: u64, met: Met<'_>) -> bool {
    let mut graph: UnGraph<(), ()> = UnGraph::with_capacity(ranking.len(), ranking.len() * ranking.len() / 2);
    let nodes: Vec<NodeIndex> = ranking.iter().map(|_| graph.add_node(())).collect();
    for (index, one) in ranking.iter().enumerate() {
        for (other, node) in ranking[..index].iter().zip(&nodes) {
            if met(one.player, other.player) <= most {
                graph.add_edge(nodes[index], *node, ());
            }
        }
    }
    maximum_matching(&graph).len() * 2 == ranking.len()
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use quevedo_core::Rng;

    use super::*;

    /// Whether all players can be paired, by brute force.
    fn brute_force(players: &[usize], most: u64, met: Met<'_>) -> bool {
        let Some((first, rest)) = players.split_first() else { return true };
        (0..rest.len()).any(|index| {
            let mut left = rest.to_vec();
            let other = left.remove(index);
            met(*first, other) <= most && brute_force(&left, most, met)
        })
    }

    #[test]
    fn rematches_are_avoided_where_possible() {
        let mut rng = Rng::with_seed(3);
        for count in [2, 4, 6, 8] {
            for _ in 0..200 {
                let mut meetings: HashMap<(usize, usize), u64> = HashMap::new();
                let mut points = vec![0_i64; count];
                for _ in 0..count + 2 {
                    let met = |one: usize, other: usize| *meetings.get(&(one.min(other), one.max(other))).unwrap_or(&0);
                    let mut ranking: Vec<RankedPlayer> =
                        (0..count).map(|player| RankedPlayer { player, half_points: points[player] }).collect();
                    ranking.sort_by_key(|ranked| -ranked.half_points);
                    let pairings = pair(ranking, &met);
                    let mut seen: Vec<usize> = pairings.iter().flatten().copied().collect();
                    seen.sort_unstable();
                    assert!(seen.iter().copied().eq(0..count), "every player is paired once");
                    let most = pairings.iter().map(|[one, other]| met(*one, *other)).max().unwrap();
                    let players: Vec<usize> = (0..count).collect();
                    assert!(most == 0 || !brute_force(&players, most - 1, &met), "{pairings:?} {meetings:?}");
                    for [one, other] in pairings {
                        *meetings.entry((one.min(other), one.max(other))).or_default() += 1;
                        let result = rng.i64(0..=2);
                        points[one] += result;
                        points[other] += 2 - result;
                    }
                }
            }
        }
    }

    #[test]
    fn the_upper_half_meets_the_lower_half() {
        let ranking = (0..6).map(|player| RankedPlayer { player, half_points: 0 }).collect();
        assert_eq!(pair(ranking, &|_, _| 0), [[0, 3], [1, 4], [2, 5]]);
        let ranking = [(4, 4), (1, 2), (0, 2), (2, 2), (3, 0), (5, -1)];
        let ranking = ranking.map(|(player, half_points)| RankedPlayer { player, half_points }).to_vec();
        assert_eq!(pair(ranking, &|_, _| 0), [[4, 1], [0, 2], [3, 5]]);
    }
}
