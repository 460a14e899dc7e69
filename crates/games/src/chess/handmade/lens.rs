//! The terms on the board: what every piece adds, and what is threatened. What is counted of a king as a whole is drawn where he
//! stands.

use cozy_chess::{BitBoard, Board, Color, Piece};
use quevedo_core::Layer;

use super::super::view::place_of;
use super::camp::Camp;
use super::pieces::{Attacks, Survey};
use super::squares::WORTH;
use super::tapered::Tapered;
use super::{NAMES, TERMS, balance, blending, endings, kings, known, pawns, pieces, weights};

pub(in crate::chess) fn each_layer(board: &Board, visit: &mut dyn FnMut(Layer)) {
    if known(board).is_some() {
        return;
    }
    let camps = Camp::both(board);
    let (phase, scale) = blending(board, &camps, &balance(&camps));
    let surveys = [Survey::new(&camps[0]), Survey::new(&camps[1])];
    let mut layers = NAMES.map(Layer::new);
    for (index, color) in Color::ALL.into_iter().enumerate() {
        let enemy = surveys[1 - index].attacks.flip();
        let sign = if color == Color::White { 1.0 } else { -1.0 };
        each_share(&camps[index], &surveys[index], &enemy, &mut |term, squares, worth| {
            let places: Vec<usize> = squares.into_iter().map(|square| place_of(square.relative_to(color))).collect();
            layers[term].share(&places, sign * worth.exact_blend(phase, scale));
        });
    }
    layers.into_iter().filter(|layer| !layer.points.is_empty()).for_each(visit);
}

/// Visits squares as a side sees them, by terms in the order of [`NAMES`], and what they are worth together.
fn each_share(camp: &Camp, survey: &Survey, enemy: &Attacks, visit: &mut dyn FnMut(usize, BitBoard, Tapered)) {
    for square in camp.own.all {
        let piece = Piece::ALL.into_iter().find(|piece| camp.own.get(*piece).has(square));
        let Some(piece) = piece.map(|piece| piece as usize) else { continue };
        visit(0, square.bitboard(), weights::MATERIAL[piece]);
        visit(1, square.bitboard(), WORTH[piece][square as usize] - weights::MATERIAL[piece]);
    }
    let area = pieces::area(camp);
    pieces::each_officer(camp, |piece, square, moves| {
        visit(2, square.bitboard(), pieces::mobility(area, piece, moves));
    });
    pieces::each_placement(camp, |squares, worth| visit(3, squares, worth));
    pawns::each_structure(camp, |squares, worth| visit(4, squares, worth));
    pawns::each_passed(camp, &survey.attacks, enemy, |squares, worth| visit(5, squares, worth));
    visit(6, camp.king.bitboard(), kings::shelter(camp));
    visit(7, camp.enemy_king.bitboard(), kings::danger(camp, survey, enemy));
    pieces::each_threat(camp, &survey.attacks, enemy, |squares, worth| visit(8, squares, worth));
    visit(TERMS, camp.enemy_king.bitboard(), endings::mop_up_side(camp));
}
