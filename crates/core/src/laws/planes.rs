//! The laws of what networks get.

use std::collections::{BTreeMap, BTreeSet};

use super::Lawful;
use super::board::Played;
use super::layout::Layout;
use super::report::{Checked, Law, Violation};
use crate::planes::NO_STEP;
use crate::{Planes, Side};

/// No planes are larger.
const MOST_SQUARES: usize = 128;
/// This many positions are kept to compare pieces with planes.
const KEPT: usize = 200;

/// What the squares of a network have to do with the places of the board, as far as moves have shown.
pub(super) struct Squares<G> {
    /// For each side the ways in which places may lie on squares: bit 0 as drawn, 1 mirrored, 2 upside down, 3 both.
    ways: [u8; 2],
    kept: Vec<G>,
}

impl<G> Default for Squares<G> {
    fn default() -> Self {
        Self { ways: [0b1111; 2], kept: Vec::new() }
    }
}

pub(super) fn check_constants<G: Lawful + Planes>(checked: &mut Checked, layout: &Layout) -> Result<(), Violation> {
    let squares = G::WIDTH * G::HEIGHT;
    checked.law(Law::Constants, !G::NAME.is_empty(), || "Planes::NAME is empty".into())?;
    checked.law(Law::Constants, (1..=MOST_SQUARES).contains(&squares), || {
        format!("WIDTH {} times HEIGHT {} must be from 1 to {MOST_SQUARES}, not {squares}", G::WIDTH, G::HEIGHT)
    })?;
    let (planes, features) = (G::PLANES, G::FEATURES);
    checked.law(Law::Constants, planes > 0 && features == planes * squares, || {
        format!("PLANES is {planes} and FEATURES {features}, which should be {}", planes * squares)
    })?;
    let (planes, board) = ((G::WIDTH, G::HEIGHT), (layout.columns, layout.rows));
    let is_full = layout.shape.places.len() == layout.columns * layout.rows;
    checked.law(Law::Constants, planes == board || !is_full, || {
        format!("planes are {planes:?} squares wide and high, the board drawn is {board:?}")
    })?;
    for feature in 0..features {
        let other = G::flip_perspective(feature);
        checked.law(Law::Perspectives, other < features && G::flip_perspective(other) == feature, || {
            format!("feature {feature} becomes {other} from the other side, and that does not become {feature} again")
        })?;
    }
    check_buckets::<G>(checked)
}

/// Every square leads to an input bucket that exists, and every bucket is used.
fn check_buckets<G: Lawful + Planes>(checked: &mut Checked) -> Result<(), Violation> {
    let has_plane = G::BUCKET_PLANE.is_none_or(|plane| plane < G::PLANES);
    checked.law(Law::InputBuckets, has_plane && G::BUCKETS > 0, || {
        format!("BUCKET_PLANE {:?} must be below {}, and BUCKETS above 0", G::BUCKET_PLANE, G::PLANES)
    })?;
    let squares = if G::BUCKET_PLANE.is_some() { G::SQUARES } else { 1 };
    let used: BTreeSet<usize> = (0..squares).map(|square| usize::from(G::bucket(square).number)).collect();
    checked.law(Law::InputBuckets, used.iter().copied().eq(0..G::BUCKETS), || {
        format!("bucket() should give all numbers below BUCKETS {} and no others, not {used:?}", G::BUCKETS)
    })
}

fn features<G: Planes>(position: &G, viewer: Side) -> Vec<usize> {
    let mut features = Vec::new();
    position.each_feature(viewer, |feature| features.push(feature));
    features
}

pub(super) fn check_position<G: Lawful + Planes>(
    checked: &mut Checked,
    squares: &mut Squares<G>,
    position: &G,
) -> Result<(), Violation> {
    let text = || position.show();
    let views = Side::BOTH.map(|viewer| features(position, viewer));
    for (viewer, active) in Side::BOTH.into_iter().zip(&views) {
        let (count, most) = (active.len(), G::MAX_ACTIVE_FEATURES);
        checked.law(Law::ActiveFeatures, count <= most, || {
            format!("{count} features are active, more than MAX_ACTIVE_FEATURES {most}, for {viewer:?} in `{}`", text())
        })?;
        let last = active.last().copied();
        checked.law(Law::ActiveFeatures, active.is_sorted() && last.is_none_or(|last| last < G::FEATURES), || {
            format!("features must be rising and below {}: {active:?} for {viewer:?} in `{}`", G::FEATURES, text())
        })?;
        let planes = position.planes(viewer);
        let planes: &[u128] = planes.as_ref();
        let selecting = G::BUCKET_PLANE.map_or(0, |plane| planes[plane].count_ones());
        checked.law(Law::InputBuckets, selecting <= 1, || {
            format!("BUCKET_PLANE has {selecting} pieces for {viewer:?} in `{}`: at most one can select", text())
        })?;
        let outside = |plane: &u128| plane.checked_shr(G::SQUARES as u32).unwrap_or(0) != 0;
        let wrong = planes.iter().position(outside);
        checked.law(Law::ActiveFeatures, wrong.is_none(), || {
            format!("plane {wrong:?} has bits beyond its {} squares for {viewer:?} in `{}`", G::SQUARES, text())
        })?;
        let set: Vec<usize> =
            (0..G::FEATURES).filter(|f| planes[f / G::SQUARES] >> (f % G::SQUARES) & 1 == 1).collect();
        checked.law(Law::ActiveFeatures, set == *active, || {
            format!("each_feature gives {active:?}, planes() has {set:?} for {viewer:?} in `{}`", text())
        })?;
    }
    let mut seen: Vec<usize> = views[0].iter().map(|feature| G::flip_perspective(*feature)).collect();
    seen.sort_unstable();
    checked.law(Law::Perspectives, seen == views[1], || {
        let second = &views[1];
        format!(
            "the second player's features should be {seen:?} by those of the first, not {second:?}, in `{}`",
            text()
        )
    })?;
    if squares.kept.len() < KEPT {
        squares.kept.push(position.clone());
    }
    Ok(())
}

/// The action of a move finds a move of that action, and the next action what the list has of it.
pub(super) fn check_action<G: Lawful + Planes>(checked: &mut Checked, played: &Played<G>) -> Result<(), Violation> {
    let action = G::action(played.position.steps(played.mv));
    for action in [action, (action + 1) % G::ACTIONS] {
        let found = played.position.move_of_action(action);
        let mut listed = None;
        played.position.each_move(|mv| {
            let is_first = listed.is_none() && G::action(played.position.steps(mv)) == action;
            listed = if is_first { Some(mv) } else { listed };
        });
        checked.law(Law::Actions, found == listed && action < G::ACTIONS, || {
            format!(
                "action {action} of {} finds {found:?}, but {listed:?} is in the list: {}",
                G::ACTIONS,
                played.show()
            )
        })?;
    }
    Ok(())
}

/// The steps of a move are where its pieces are.
pub(super) fn check_move<G: Lawful + Planes>(
    checked: &mut Checked,
    layout: &Layout,
    squares: &mut Squares<G>,
    played: &Played<G>,
) -> Result<(), Violation> {
    let turn = played.position.turn();
    let steps = played.position.steps(played.mv);
    let steps: &[u8] = steps.as_ref();
    let used: Vec<usize> = steps.iter().filter(|step| **step != NO_STEP).map(|step| usize::from(*step)).collect();
    let in_range = used.iter().all(|square| *square < G::SQUARES) && used.len() <= G::STEPS;
    checked.law(Law::Steps, in_range, || {
        format!("the steps {steps:?} should be {} squares below {}: {}", G::STEPS, G::SQUARES, played.show())
    })?;
    if played.before == &played.after {
        return Ok(());
    }
    for viewer in Side::BOTH {
        let (before, after) = (played.position.planes(viewer), played.child.planes(viewer));
        let (before, after): (&[u128], &[u128]) = (before.as_ref(), after.as_ref());
        checked.law(Law::PlaneChanges, before != after, || {
            format!("the board changes, the planes for {viewer:?} do not: {}", played.show())
        })?;
        let changed = before.iter().zip(after).fold(0, |changed, (before, after)| changed | (before ^ after));
        let still = [used.first(), used.last()].into_iter().flatten().find(|square| changed >> **square & 1 == 0);
        let is_cycle = used.len() > 1 && used.first() == used.last();
        checked.law(Law::Steps, viewer != turn || is_cycle || still.is_none(), || {
            format!("the steps are {used:?}, but no plane of the mover changes on square {still:?}: {}", played.show())
        })?;
    }
    if (G::WIDTH, G::HEIGHT) != (layout.columns, layout.rows) {
        return Ok(());
    }
    let (Some(square), Some(&place)) = (used.first(), played.places.first()) else { return Ok(()) };
    let ways = &mut squares.ways[turn.index()];
    *ways &= (0..4).filter(|way| lies::<G>(layout, place, *way) == *square).fold(0, |ways, way| ways | 1 << way);
    checked.law(Law::Steps, *ways != 0, || {
        let name = layout.name(place);
        format!(
            "the first step is square {square}, which is not where {name} is, by the other moves: {}",
            played.show()
        )
    })
}

/// The square of a place, if places lie this way on squares.
fn lies<G: Planes>(layout: &Layout, place: usize, way: u8) -> usize {
    let place = &layout.shape.places[place];
    let (column, row) = (usize::from(place.column), usize::from(place.row));
    let x = if way & 1 == 1 { G::WIDTH - 1 - column } else { column };
    let y = if way & 2 == 2 { G::HEIGHT - 1 - row } else { row };
    y * G::WIDTH + x
}

/// Every piece is on a plane, and every kind of piece on planes of its own.
pub(super) fn check_pieces<G: Lawful + Planes>(
    checked: &mut Checked,
    layout: &Layout,
    squares: &Squares<G>,
) -> Result<(), Violation> {
    if (G::WIDTH, G::HEIGHT) != (layout.columns, layout.rows) {
        return Ok(());
    }
    for viewer in Side::BOTH {
        let way = squares.ways[viewer.index()].trailing_zeros() as u8;
        let mut planes_of: BTreeMap<(&str, Side), BTreeSet<usize>> = BTreeMap::new();
        for position in &squares.kept {
            let planes = position.planes(viewer);
            let planes: &[u128] = planes.as_ref();
            for (place, piece) in position.board().pieces.into_iter().enumerate() {
                let Some((piece, side)) = piece.and_then(|piece| Some((piece, piece.side?))) else { continue };
                let square = lies::<G>(layout, place, way);
                let on: Vec<usize> = (0..G::PLANES).filter(|plane| planes[*plane] >> square & 1 == 1).collect();
                checked.law(Law::PiecePlanes, !on.is_empty(), || {
                    let (kind, name, text) = (piece.kind, layout.name(place), position.show());
                    format!("the {kind} on {name}, square {square}, is on no plane for {viewer:?} in `{text}`")
                })?;
                planes_of.entry((piece.kind, side)).or_default().extend(on);
            }
        }
        let mut known: BTreeMap<&BTreeSet<usize>, &(&str, Side)> = BTreeMap::new();
        for (piece, planes) in &planes_of {
            let other = known.insert(planes, piece);
            checked.law(Law::PiecePlanes, other.is_none(), || {
                format!("{piece:?} and {other:?} are on the same planes {planes:?} for {viewer:?}")
            })?;
        }
    }
    Ok(())
}
