//! `handmade`: a tapered evaluation of chess positions.
//!
//! Known endings have a score of their own ([`endings`]). Otherwise each side is evaluated by itself, from its own side of
//! the board ([`camp`]). Every term has a middlegame and an endgame weight ([`tapered`]); the difference of the sides is
//! interpolated by the phase, and scaled down where the ending is hard to win.

mod camp;
mod endings;
mod kings;
mod lens;
mod pawn_ending;
mod pawns;
mod pieces;
mod squares;
mod tapered;
mod weights;

use std::ops::Add;

use cozy_chess::{Board, Color, Piece};
use quevedo_core::{Score, Term, Text};

use camp::Camp;
use pieces::{Attacks, Survey};
use tapered::Tapered;

/// No evaluation is higher.
const MOST: Score = 15_000;

pub(super) use endings::known;
pub(super) use lens::each_layer;

/// The static evaluation, for the side to move.
pub(super) fn evaluate(board: &Board) -> Score {
    let score = known(board).unwrap_or_else(|| {
        let camps = Camp::both(board);
        let total = balance(&camps).into_iter().fold(Tapered::ZERO, Tapered::add);
        let white = total.blend(tapered::phase(board), endings::scale(&camps, total.end()));
        weights::TEMPO + if board.side_to_move() == Color::White { white } else { -white }
    });
    score.clamp(-MOST, MOST)
}

/// The terms of the evaluation, for White.
pub(super) fn each_term(board: &Board, visit: &mut dyn FnMut(Term)) {
    let turn = if board.side_to_move() == Color::White { 1 } else { -1 };
    if let Some(score) = known(board) {
        return visit(Term::new(Text::new("known ending", "final conocido"), turn * score));
    }
    let camps = Camp::both(board);
    let balance = balance(&camps);
    let (phase, scale) = blending(board, &camps, &balance);
    let material = material(&camps[0]) - material(&camps[1]);
    let squares = balance[0] - material;
    let values = [material, squares].into_iter().chain(balance.into_iter().skip(1));
    for (name, value) in NAMES.into_iter().zip(values) {
        visit(Term::new(name, value.blend(phase, scale)));
    }
    visit(Term::new(Text::new("to move", "el turno"), turn * weights::TEMPO));
}

/// The phase, and how much of the endgame score is left.
fn blending(board: &Board, camps: &[Camp; 2], balance: &[Tapered; TERMS]) -> (i32, i32) {
    let total = balance.iter().copied().fold(Tapered::ZERO, Tapered::add);
    (tapered::phase(board), endings::scale(camps, total.end()))
}

/// What the terms of a [`balance`] are called; its first one is shown in two parts.
const NAMES: [Text; TERMS + 1] = [
    Text::new("material", "material"),
    Text::new("squares", "casillas"),
    Text::new("mobility", "movilidad"),
    Text::new("placement", "colocación"),
    Text::new("pawns", "peones"),
    Text::new("passed pawns", "peones pasados"),
    Text::new("king shelter", "refugio del rey"),
    Text::new("king attack", "ataque al rey"),
    Text::new("threats", "amenazas"),
    Text::new("mop-up", "acorralar al rey"),
];

const TERMS: usize = 9;

/// What White has more than Black, by terms.
#[inline]
fn balance([white, black]: &[Camp; 2]) -> [Tapered; TERMS] {
    let (ours, theirs) = (Survey::new(white), Survey::new(black));
    let white = evaluate_side(white, &ours, &theirs.attacks.flip());
    let black = evaluate_side(black, &theirs, &ours.attacks.flip());
    std::array::from_fn(|term| white[term] - black[term])
}

/// The sum of what a function visits.
macro_rules! sum {
    ($each:path, $($argument:expr),*) => {{
        let mut sum = Tapered::ZERO;
        $each($($argument,)* |_, worth| sum += worth);
        sum
    }};
}

/// What one side has.
#[inline]
fn evaluate_side(camp: &Camp, survey: &Survey, enemy: &Attacks) -> [Tapered; TERMS] {
    [
        survey.worth,
        survey.mobility,
        sum!(pieces::each_placement, camp),
        sum!(pawns::each_structure, camp),
        sum!(pawns::each_passed, camp, &survey.attacks, enemy),
        kings::shelter(camp),
        kings::danger(camp, survey, enemy),
        sum!(pieces::each_threat, camp, &survey.attacks, enemy),
        endings::mop_up_side(camp),
    ]
}

fn material(camp: &Camp) -> Tapered {
    let worth = |piece| weights::MATERIAL[piece as usize] * camp.own.count(piece);
    Piece::ALL.into_iter().map(worth).fold(Tapered::ZERO, Tapered::add)
}
