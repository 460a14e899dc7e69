//! The laws of composed positions.

use std::collections::BTreeSet;

use super::layout::Layout;
use super::report::{Checked, Law, Violation};
use super::{Lawful, rules};
use crate::compose::{Compose, FieldKind, Setup};
use crate::{Rng, Side};

/// Edits tried in each position.
const EDITS: usize = 4;

/// The palette itself.
pub(super) fn check_palette<G: Compose>(checked: &mut Checked, layout: &Layout) -> Result<(), Violation> {
    let (palette, mut letters) = (G::palette(), BTreeSet::new());
    let places = layout.shape.places.len();
    for offered in &palette {
        let letter = offered.piece.letter;
        checked.law(Law::Palette, letters.insert(letter), || format!("two pieces have the letter `{letter}`"))?;
        let outside = offered.places.iter().flatten().find(|place| **place >= places);
        checked.law(Law::Palette, outside.is_none(), || {
            format!("`{letter}` may stand on place {outside:?}, but there are {places}")
        })?;
    }
    Ok(())
}

/// Takes the position apart, puts it together again, and edits it a little.
pub(super) fn check_position<G: Lawful + Compose>(
    checked: &mut Checked,
    layout: &Layout,
    position: &G,
    rng: &mut Rng,
) -> Result<(), Violation> {
    if G::palette().is_empty() {
        return Ok(());
    }
    check_pieces(checked, layout, position)?;
    let setup = position.take_apart();
    let mut settled = setup.clone();
    settled.settle::<G>();
    checked.law(Law::Setups, settled == setup, || {
        format!("`{}` is taken apart as {setup:?}, which settles as {settled:?}", position.show())
    })?;
    let again = setup.compose::<G>();
    checked.law(Law::Setups, again.as_ref() == Ok(position), || {
        let text = again.as_ref().map_or_else(ToString::to_string, G::show);
        format!("`{}` is taken apart and put together as `{text}`", position.show())
    })?;
    let text = again.map_or_else(|error| error.to_string(), |again| again.show());
    checked.law(Law::Setups, text == position.show(), || {
        format!("`{}` is taken apart and written again as `{text}`", position.show())
    })?;
    for _ in 0..EDITS {
        check_edit::<G>(checked, edited::<G>(setup.clone(), rng))?;
    }
    Ok(())
}

/// Every piece of the board is offered, and stands where and as often as it may.
fn check_pieces<G: Compose>(checked: &mut Checked, layout: &Layout, position: &G) -> Result<(), Violation> {
    let (palette, board) = (G::palette(), position.board());
    for (place, piece) in board.pieces.iter().enumerate() {
        let Some(piece) = piece else { continue };
        let offered = palette.iter().find(|offered| offered.piece == *piece);
        let (letter, name) = (piece.letter, layout.name(place));
        checked.law(Law::Palette, offered.is_some(), || {
            format!("`{letter}` on {name} is not in the palette, in `{}`", position.show())
        })?;
        let Some(offered) = offered else { continue };
        let stands = offered.places.as_ref().is_none_or(|places| places.contains(&place));
        checked.law(Law::Palette, stands, || {
            format!("by the palette `{letter}` cannot stand on {name}, where it is in `{}`", position.show())
        })?;
        let count = board.pieces.iter().flatten().filter(|other| *other == piece).count();
        checked.law(Law::Palette, offered.most.is_none_or(|most| count <= most), || {
            format!(
                "by the palette there are at most {:?} `{letter}`, not {count}: `{}`",
                offered.most,
                position.show()
            )
        })?;
    }
    Ok(())
}

/// The setup with a change or two.
fn edited<G: Compose>(mut setup: Setup, rng: &mut Rng) -> Setup {
    let palette = G::palette();
    for _ in 0..rng.usize(1..=2) {
        let place = rng.usize(0..setup.pieces.len());
        let letter = palette[rng.usize(0..palette.len())].piece.letter;
        setup.pieces[place] = rng.bool().then_some(letter);
    }
    if rng.bool() {
        setup.turn = if rng.bool() { Side::First } else { Side::Second };
    }
    for field in G::options(&setup).fields {
        let value = match field.kind {
            FieldKind::Flag(on) => on,
            FieldKind::Choice(values) => values.get(rng.usize(0..=values.len())).cloned().unwrap_or_default(),
            FieldKind::Counter { least, most } => rng.u32(least..=most).to_string(),
        };
        setup.fields.insert(field.key.into(), value);
    }
    setup
}

fn check_edit<G: Compose>(checked: &mut Checked, mut setup: Setup) -> Result<(), Violation> {
    setup.settle::<G>();
    let once = setup.clone();
    setup.settle::<G>();
    checked.law(Law::Edits, setup == once, || format!("{once:?} settles as {setup:?}, although it has settled"))?;
    match setup.compose::<G>() {
        Ok(position) => {
            let apart = position.take_apart();
            checked.law(Law::Edits, apart == setup, || {
                format!("{setup:?} is put together as `{}` and taken apart as {apart:?}", position.show())
            })
        }
        Err(error) => {
            checked.law(Law::Edits, true, String::new)?;
            rules::check_refusal(checked, &G::setup_text(&setup), &error.expected)
        }
    }
}
