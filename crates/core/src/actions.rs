//! Moves as numbers of an action space of fixed size, as environments of reinforcement learning and policy networks want them.
//!
//! An action is the [steps](Planes::steps) of a move as one number, [`Planes::action`], from the perspective of the side to move.
//! Legal moves of a position that have the same steps are ranked by their order: the one of rank `r` has the number
//! `r · ACTIONS + action`. The same number means the same in every position.

use crate::Planes;

/// In place of the action of a move that has none: more moves have its steps than [`Planes::MOVES_PER_ACTION`].
pub const NO_ACTION: u32 = u32::MAX;

/// The size of the action space of a game.
pub const fn action_count<G: Planes>() -> usize {
    G::ACTIONS * G::MOVES_PER_ACTION
}

/// Writes the actions of the legal moves of a position, in the order of the moves.
pub fn write_actions<G: Planes>(position: &G, moves: &[G::Move], actions: &mut Vec<u32>) {
    actions.clear();
    actions.extend(moves.iter().map(|mv| G::action(position.steps(*mv)) as u32));
    if G::MOVES_PER_ACTION > 1 {
        rank_same::<G>(moves, actions);
    }
}

/// Tells moves of the same action apart by their rank.
fn rank_same<G: Planes>(moves: &[G::Move], actions: &mut [u32]) {
    let mut order: Vec<(u32, G::Move, usize)> =
        actions.iter().zip(moves).enumerate().map(|(index, (action, mv))| (*action, *mv, index)).collect();
    order.sort_unstable();
    let mut rank = 0;
    for pair in 1..order.len() {
        let ((before, ..), (action, _, index)) = (order[pair - 1], order[pair]);
        rank = if before == action { rank + 1 } else { 0 };
        if rank > 0 {
            let number = rank * G::ACTIONS + action as usize;
            actions[index] = if rank < G::MOVES_PER_ACTION { number as u32 } else { NO_ACTION };
        }
    }
}
