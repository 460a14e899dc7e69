//! Pairings of a Swiss tournament: who did equally well so far meets, and nobody meets twice while that can be avoided.
//!
//! From the top of the table, each player gets the best opponent that leaves a pairing for everybody below. In a group of
//! equal points the upper half meets the lower half, as in the Dutch system of chess federations. Whether those below
//! can still be paired is a question of perfect matchings, answered by Gabow's algorithm (1976). With an odd number of
//! players a free place at the bottom of the table is one more opponent, so nobody is left out twice either.

use petgraph::algo::maximum_matching;
use petgraph::graph::{NodeIndex, UnGraph};

/// A player as pairings see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Standing {
    /// Its number; that of the free place is one beyond the last.
    pub(super) player: usize,
    /// Twice its points; -1 for the free place.
    pub(super) half_points: i64,
}

/// How often two have met.
pub(super) type Met<'a> = &'a dyn Fn(usize, usize) -> u64;

/// Pairs everybody. The table is sorted, best first, and its length is even.
pub(super) fn pair(mut table: Vec<Standing>, met: Met<'_>) -> Vec<[usize; 2]> {
    let most = fewest_meetings(&table, met);
    let mut pairings = Vec::new();
    while table.len() > 1 {
        let top = table.remove(0);
        let fits = |index: &usize| {
            let mut rest = table.clone();
            let opponent = rest.remove(*index);
            met(top.player, opponent.player) <= most && can_be_paired(&rest, most, met)
        };
        let index = by_preference(top, &table, met).into_iter().find(fits).unwrap_or(0);
        pairings.push([top.player, table.remove(index).player]);
    }
    pairings
}

/// How often two that are paired must at least have met already: 0 while rematches can be avoided.
fn fewest_meetings(table: &[Standing], met: Met<'_>) -> u64 {
    let others = |one: usize| table.iter().map(move |other| met(one, other.player));
    let most = table.iter().flat_map(|one| others(one.player)).max().unwrap_or(0);
    (0..most).find(|fewer| can_be_paired(table, *fewer, met)).unwrap_or(most)
}

/// The possible opponents of the top player by preference: those it has met least; its own group before the next; the
/// lower half of the group before the upper half.
fn by_preference(top: Standing, below: &[Standing], met: Met<'_>) -> Vec<usize> {
    let group = below.iter().take_while(|other| other.half_points == top.half_points).count();
    let half = group / 2;
    let mut order: Vec<usize> = (half..group).chain((0..half).rev()).chain(group..below.len()).collect();
    order.sort_by_key(|index| met(top.player, below[*index].player));
    order
}

/// Whether all can be paired so that no two meet who have met more than `most` times.
fn can_be_paired(table: &[Standing], most: u64, met: Met<'_>) -> bool {
    let mut graph: UnGraph<(), ()> = UnGraph::with_capacity(table.len(), table.len() * table.len() / 2);
    let nodes: Vec<NodeIndex> = table.iter().map(|_| graph.add_node(())).collect();
    for (index, one) in table.iter().enumerate() {
        for (other, node) in table[..index].iter().zip(&nodes) {
            if met(one.player, other.player) <= most {
                graph.add_edge(nodes[index], *node, ());
            }
        }
    }
    maximum_matching(&graph).len() * 2 == table.len()
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use quevedo_core::Rng;

    use super::*;

    /// Whether all can be paired, by trying everything.
    fn brute_force(players: &[usize], most: u64, met: Met<'_>) -> bool {
        let Some((first, rest)) = players.split_first() else { return true };
        (0..rest.len()).any(|index| {
            let mut left = rest.to_vec();
            let other = left.remove(index);
            met(*first, other) <= most && brute_force(&left, most, met)
        })
    }

    #[test]
    fn nobody_meets_twice_while_that_can_be_avoided() {
        let mut rng = Rng::with_seed(3);
        for count in [2, 4, 6, 8] {
            for _ in 0..200 {
                let mut meetings: HashMap<(usize, usize), u64> = HashMap::new();
                let mut points = vec![0_i64; count];
                for _ in 0..count + 2 {
                    let met = |one: usize, other: usize| *meetings.get(&(one.min(other), one.max(other))).unwrap_or(&0);
                    let mut table: Vec<Standing> =
                        (0..count).map(|player| Standing { player, half_points: points[player] }).collect();
                    table.sort_by_key(|standing| -standing.half_points);
                    let pairings = pair(table, &met);
                    let mut seen: Vec<usize> = pairings.iter().flatten().copied().collect();
                    seen.sort_unstable();
                    assert!(seen.iter().copied().eq(0..count), "everybody plays once");
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
        let table = (0..6).map(|player| Standing { player, half_points: 0 }).collect();
        assert_eq!(pair(table, &|_, _| 0), [[0, 3], [1, 4], [2, 5]]);
        let table = [(4, 4), (1, 2), (0, 2), (2, 2), (3, 0), (5, -1)];
        let table = table.map(|(player, half_points)| Standing { player, half_points }).to_vec();
        assert_eq!(pair(table, &|_, _| 0), [[4, 1], [0, 2], [3, 5]]);
    }
}
