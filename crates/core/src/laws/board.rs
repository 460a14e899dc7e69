//! The laws of the board as people see it, and of taps.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::layout::{Layout, TextBoard};
use super::report::{Checked, Law, Step, Violation};
use super::{EVERY_MOVE, Lawful, sample};
use crate::view::{Board, Text};
use crate::{Rng, Side};

/// What holds once for the game: words and places.
pub(super) fn check_shape<G: Lawful>(checked: &mut Checked, layout: &Layout) -> Result<(), Violation> {
    let about = G::ABOUT;
    let texts = [about.name, about.sides[0], about.sides[1], about.rules];
    let others = G::REASONS.iter().map(|reason| reason.text).chain(G::CHOICES.iter().map(|choice| choice.1));
    for Text { en, es } in texts.into_iter().chain(others).chain(G::INSTRUCTIONS.iter().copied()) {
        checked.law(Law::Words, !en.is_empty() && !es.is_empty(), || {
            format!("a name, rule, reason, choice or step lacks a language: en `{en}`, es `{es}`")
        })?;
    }
    let (mut names, mut spots) = (HashMap::new(), HashMap::new());
    for place in &layout.shape.places {
        let twin = names.insert(&place.name, place);
        checked.law(Law::Places, twin.is_none(), || format!("two places are called `{}`", place.name))?;
        let twin = spots.insert((place.column, place.row), place);
        checked.law(Law::Places, twin.is_none(), || {
            let other = twin.map_or("", |twin| &twin.name);
            format!("`{}` and `{other}` are both at column {}, row {}", place.name, place.column, place.row)
        })?;
    }
    check_coordinates(checked, layout)
}

/// Names such as `b3`: one column for a file, one row for a rank, and both in order.
fn check_coordinates(checked: &mut Checked, layout: &Layout) -> Result<(), Violation> {
    let (mut files, mut ranks) = (BTreeMap::new(), BTreeMap::new());
    for place in &layout.shape.places {
        let mut letters = place.name.chars();
        let file = letters.next().filter(char::is_ascii_lowercase);
        let (Some(file), Ok(rank)) = (file, letters.as_str().parse::<u8>()) else { return Ok(()) };
        let (column, row) = (*files.entry(file).or_insert(place.column), *ranks.entry(rank).or_insert(place.row));
        checked.law(Law::Places, (column, row) == (place.column, place.row), || {
            let (name, found) = (&place.name, (place.column, place.row));
            format!("`{name}` is at (column, row) {found:?}, but file {file} is column {column} and rank {rank} is row {row}")
        })?;
    }
    let columns: Vec<u8> = files.into_values().collect();
    let rows: Vec<u8> = ranks.into_values().collect();
    let runs = columns.is_sorted() && (rows.is_sorted() || rows.iter().rev().is_sorted());
    checked
        .law(Law::Places, runs, || format!("files are columns {columns:?} and ranks are rows {rows:?}, not in order"))
}

/// The pieces drawn are those of the text, where the text has a board.
pub(super) fn check_board<G: Lawful>(checked: &mut Checked, layout: &Layout, position: &G) -> Result<(), Violation> {
    let (board, text) = (position.board(), position.show());
    let places = layout.shape.places.len();
    checked.law(Law::BoardText, board.pieces.len() == places, || {
        format!("shape() has {places} places, board() has {} in `{text}`", board.pieces.len())
    })?;
    let Some(text_board) = TextBoard::read(&text, layout) else { return Ok(()) };
    let cells = text_board.cells();
    let drawn = |place: usize| board.pieces[place].map(|piece| piece.letter);
    if !text_board.has_rows() && (0..places).map(drawn).eq(cells.iter().copied()) {
        return checked.law(Law::BoardText, true, String::new);
    }
    let wrong = layout.reading_order.iter().zip(&cells).find(|(place, cell)| drawn(**place) != **cell);
    checked.law(Law::BoardText, wrong.is_none(), || {
        let Some((place, cell)) = wrong else { return String::new() };
        let (name, found) = (layout.name(*place), drawn(*place));
        format!("board() draws {} on {name}, but the text says {}: `{text}`", of(found), of(*cell))
    })
}

fn of(letter: Option<char>) -> String {
    letter.map_or_else(|| "nothing".into(), |letter| format!("`{letter}`"))
}

/// What is shown of the end: the places that decided it, and the count that leads to it.
pub(super) fn check_end<G: Lawful>(checked: &mut Checked, layout: &Layout, position: &G) -> Result<(), Violation> {
    let (decisive, outcome) = (position.decisive_places(), position.outcome());
    let text = || position.show();
    checked.law(Law::DecisivePlaces, decisive.is_empty() || outcome.is_some(), || {
        format!("decisive_places() is not empty in `{}`, which is not over", text())
    })?;
    let places: HashSet<usize> = decisive.iter().map(|decisive| decisive.place).collect();
    let known = places.iter().all(|place| *place < layout.shape.places.len());
    checked.law(Law::DecisivePlaces, known && places.len() == decisive.len(), || {
        format!("decisive_places() names a place twice, or one beyond the board, in `{}`: {decisive:?}", text())
    })?;
    let countdown = position.countdown();
    let counts = countdown.is_none_or(|count| {
        let runs = count.left <= count.of && (count.left > 0 || outcome.is_some());
        runs && !count.meaning.en.is_empty() && !count.meaning.es.is_empty()
    });
    checked.law(Law::Countdown, counts, || format!("countdown() is {countdown:?} in `{}`", text()))?;
    let Some(outcome) = outcome else { return Ok(()) };
    checked.law(Law::Draws, G::HAS_DRAWS || outcome.winner.is_some(), || {
        format!("View::HAS_DRAWS is false, but `{}` is drawn", text())
    })
}

/// Taps are known, and tell the moves apart.
pub(super) fn check_taps<G: Lawful>(
    checked: &mut Checked,
    layout: &Layout,
    position: &G,
    moves: &[G::Move],
) -> Result<(), Violation> {
    let paths: Vec<Vec<String>> = moves.iter().map(|mv| position.taps(*mv)).collect();
    let all: HashSet<&[String]> = paths.iter().map(Vec::as_slice).collect();
    checked.law(Law::Taps, all.len() == moves.len(), || {
        format!("two moves have the same taps in `{}`", position.show())
    })?;
    for (path, mv) in paths.iter().zip(moves) {
        checked.law(Law::Taps, !path.is_empty(), || format!("{mv:?} has no taps in `{}`", position.show()))?;
        let is_choice = |tap: &str| G::CHOICES.iter().any(|(choice, _)| *choice == tap);
        let unknown = path.iter().find(|tap| layout.places(tap).is_empty() && !is_choice(tap));
        checked.law(Law::Taps, unknown.is_none(), || {
            format!("{mv:?} has the tap {unknown:?}, which is neither a place nor a choice, in `{}`", position.show())
        })?;
        let begun = (1..path.len()).find(|end| all.contains(&path[..*end]));
        checked.law(Law::Taps, G::RUNS || begun.is_none(), || {
            format!("taps {path:?} go on after a whole move (see View::RUNS) in `{}`", position.show())
        })?;
    }
    Ok(())
}

/// A move of a position with its taps and what it does.
pub(super) struct Played<'a, G: Lawful> {
    pub(super) position: &'a G,
    pub(super) mv: G::Move,
    pub(super) before: &'a Board,
    pub(super) child: G,
    pub(super) after: Board,
    /// The places tapped, without choices.
    pub(super) places: Vec<usize>,
}

/// Some or all moves of a position, played.
pub(super) fn play_each<'a, G: Lawful>(
    layout: &Layout,
    position: &'a G,
    before: &'a Board,
    moves: &[G::Move],
    rng: &mut Rng,
) -> Vec<Played<'a, G>> {
    let play = |mv: G::Move| {
        let mut child = position.clone();
        child.play(mv);
        let after = child.board();
        let places = position.taps(mv).iter().filter_map(|tap| layout.resolve(tap, before, &after)).collect();
        Played { position, mv, before, child, after, places }
    };
    sample(moves, rng).into_iter().map(play).collect()
}

impl<G: Lawful> Played<'_, G> {
    pub(super) fn show(&self) -> String {
        format!("`{}` in `{}`", self.position.show_move(self.mv), self.position.show())
    }

    /// The first tap is a piece that may move or a place that is filled, the last one changes, and their order is that
    /// of the move text.
    pub(super) fn check_taps(&self, checked: &mut Checked, layout: &Layout) -> Result<(), Violation> {
        let (Some(&first), Some(&last)) = (self.places.first(), self.places.last()) else { return Ok(()) };
        let taps = self.position.taps(self.mv);
        let turn = self.position.turn();
        let owner = |place: usize, board: &Board| board.pieces[place].and_then(|piece| piece.side);
        let (empty, filled) = (self.before.pieces[first].is_none(), self.after.pieces[first].is_some());
        let foreign = owner(first, self.before) == Some(!turn);
        checked.law(Law::FirstTap, !foreign && (!empty || filled), || {
            let there = if empty { "empty and stays empty" } else { "a piece of the other side" };
            format!("the first of the taps {taps:?} is {there}: {}", self.show())
        })?;
        let leaves = owner(last, self.before) == Some(turn) && self.after.pieces[last].is_none();
        checked.law(Law::FirstTap, first == last || !(empty && leaves), || {
            format!("the taps {taps:?} begin where the piece arrives and end where it leaves: {}", self.show())
        })?;
        let changes = self.before.pieces[last] != self.after.pieces[last] || first == last;
        checked.law(Law::LastTap, changes, || {
            format!("nothing changes on the last of the taps {taps:?}: {}", self.show())
        })?;
        let text = self.position.show_move(self.mv);
        let named = names_in(&text, layout);
        let tapped: Vec<&str> = self.places.iter().map(|place| layout.name(*place)).collect();
        let sorted = |names: &[&str]| {
            let mut names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
            names.sort();
            names
        };
        let same = sorted(&named) == sorted(&tapped);
        checked.law(Law::TapOrder, !same || named == tapped, || {
            format!("the move text names {named:?}, the taps are {tapped:?}: {}", self.show())
        })
    }

    /// A move that is half made.
    pub(super) fn check_half_moves(&self, checked: &mut Checked) -> Result<(), Violation> {
        let taps = self.position.taps(self.mv).len();
        for (count, expected) in [(0, self.before), (taps, &self.after)] {
            let found = self.position.board_after_taps(self.mv, count);
            checked.law(Law::HalfMoves, found.pieces == expected.pieces, || {
                format!("board_after_taps with {count} of {taps} taps is not the board before or after {}", self.show())
            })?;
        }
        Ok(())
    }

    /// Notes the steps from tap to tap.
    pub(super) fn note_steps(&self, checked: &mut Checked, layout: &Layout, steps: &mut BTreeMap<Step, String>) {
        let Some(piece) = self.places.first().and_then(|place| self.before.pieces[*place]) else { return };
        for (index, pair) in self.places.windows(2).enumerate() {
            let [from, to] = [pair[0], pair[1]].map(|place| &layout.shape.places[place]);
            let turn = self.position.turn();
            let forward = if turn == Side::First { 1 } else { -1 };
            let right = i16::from(to.column) - i16::from(from.column);
            let up = forward * (i16::from(from.row) - i16::from(to.row));
            let step = (piece.kind, right, up);
            steps.entry(step).or_insert_with(|| self.show());
            if index == 0 {
                let target = self.before.pieces[pair[1]].and_then(|piece| piece.side);
                let seen = if target == Some(!turn) { &mut checked.capture_steps } else { &mut checked.quiet_steps };
                seen.insert(step);
            }
        }
    }
}

/// The place names in a move text, in order.
fn names_in<'a>(text: &str, layout: &'a Layout) -> Vec<&'a str> {
    let (mut rest, mut found) = (text, Vec::new());
    while !rest.is_empty() {
        let names = layout.shape.places.iter().map(|place| place.name.as_str());
        let longest = names.filter(|name| rest.starts_with(name)).max_by_key(|name| name.len());
        found.extend(longest);
        let skip = longest.map_or_else(|| rest.chars().next().map_or(1, char::len_utf8), str::len);
        rest = &rest[skip..];
    }
    found
}

/// A step from edge to edge is part of a slide, or a file or rank that wraps around.
pub(super) fn check_wraps(
    checked: &mut Checked,
    layout: &Layout,
    steps: &BTreeMap<Step, String>,
) -> Result<(), Violation> {
    const SHORTEST: u16 = 3;
    for (&(kind, right, up), example) in steps {
        let spans =
            |step: i16, size: usize| step.unsigned_abs() >= SHORTEST && usize::from(step.unsigned_abs()) + 1 == size;
        let is_long = spans(right, layout.columns) || spans(up, layout.rows);
        let parts = gcd(right.unsigned_abs(), up.unsigned_abs());
        let slides = |length: i16| steps.contains_key(&(kind, right / parts * length, up / parts * length));
        checked.law(Law::NoWrap, !is_long || (parts >= 3 && slides(2)), || {
            format!(
                "a {kind} goes {right:+} columns and {up:+} rows, from edge to edge, but never part of that way; does the board \
                 wrap around? {example}"
            )
        })?;
    }
    Ok(())
}

fn gcd(a: u16, b: u16) -> i16 {
    if b == 0 { a.max(1).cast_signed() } else { gcd(b, a % b) }
}

/// The same board with the other side to move is another position with another hash, where its notation takes it.
pub(super) fn check_turn<G: Lawful>(
    checked: &mut Checked,
    layout: &Layout,
    position: &G,
    sides: &mut [Option<String>; 2],
) -> Result<(), Violation> {
    let Some(text_board) = TextBoard::read(&position.show(), layout) else { return Ok(()) };
    let Some(side) = text_board.side().cloned() else { return Ok(()) };
    sides[position.turn().index()] = Some(side.clone());
    let Some(other) = sides[(!position.turn()).index()].clone().filter(|other| *other != side) else { return Ok(()) };
    let Some(turned) = text_board.with_side(&other).parse::<G>() else { return Ok(()) };
    let (text, hash) = (position.show(), position.hash());
    checked.law(Law::HashHasTurn, turned.turn() != position.turn() && turned != *position, || {
        format!("with side `{other}` instead of `{side}` it is still {:?}'s turn: `{text}`", turned.turn())
    })?;
    checked.law(Law::HashHasTurn, turned.hash() != hash, || {
        format!("the hash is {hash:x} with either side to move, `{side}` or `{other}`: `{text}`")
    })
}

/// The mirror image has the mirrored moves.
pub(super) fn check_mirror<G: Lawful>(checked: &mut Checked, layout: &Layout, position: &G) -> Result<(), Violation> {
    let mirrored = |position: &G| {
        let text_board = TextBoard::read(&position.show(), layout)?;
        (G::MIRROR && text_board.has_rows()).then(|| text_board.mirrored())
    };
    let Some(image) = mirrored(position).filter(|image| image.side().is_some()) else { return Ok(()) };
    let Some(image) = image.parse::<G>() else { return Ok(()) };
    let both = || format!("`{}` and its mirror image `{}`", position.show(), image.show());
    let hint = "If the rules tell left from right, set View::MIRROR to false";
    let outcomes = [position, &image].map(G::outcome);
    checked.law(Law::Mirror, outcomes[0] == outcomes[1], || {
        let [here, there] = outcomes.map(super::rules::name);
        format!("{} have outcomes {here} and {there}. {hint}", both())
    })?;
    let (here, there) = (position.legal_moves(), image.legal_moves());
    checked.law(Law::Mirror, here.len() == there.len(), || {
        format!("{} have {} and {} moves. {hint}", both(), here.len(), there.len())
    })?;
    if here.len() > EVERY_MOVE {
        return Ok(());
    }
    let play = |position: &G, mv: G::Move| {
        let mut child = position.clone();
        child.play(mv);
        child
    };
    let there: HashSet<String> =
        there.into_iter().filter_map(|mv| Some(TextBoard::read(&play(&image, mv).show(), layout)?.board())).collect();
    for mv in here {
        let Some(child) = mirrored(&play(position, mv)) else { return Ok(()) };
        checked.law(Law::Mirror, there.contains(&child.board()), || {
            let text = position.show_move(mv);
            format!("`{text}` is legal, its mirror image is not, in {}. {hint}", both())
        })?;
    }
    Ok(())
}
