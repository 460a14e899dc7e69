//! What a network sees on the board.
//!
//! *Occlusion* (M. Zeiler and R. Fergus, *Visualizing and understanding convolutional networks*, 2014): what is on a square is taken
//! out of the input, and the network is asked again. The difference is what the square adds to this score. It is no sum of parts:
//! pieces that work together are each worth the whole.

use quevedo_core::planes::square_of;
use quevedo_core::{HasEvaluators, Layer, Planes, Side, Text};

use crate::Net;

const OCCLUSION: Text = Text::new("what each place adds, by occlusion", "lo que aporta cada casilla, por oclusión");
const PATTERNS: Text = Text::new("patterns, shared among their squares", "patrones, repartidos entre sus casillas");

impl<G: HasEvaluators + Planes> Net<G> {
    /// Visits the layers of a network without terms of its own.
    pub(crate) fn each_layer_of_inputs(&self, position: &G, visit: &mut dyn FnMut(Layer)) {
        let sign = if position.turn() == Side::First { 1.0 } else { -1.0 };
        let viewer = self.viewer(position);
        let seen = position.planes(viewer).as_ref().iter().fold(0, |seen, plane| seen | plane);
        let points_without = |squares| self.points_without(position, squares);
        visit_layer(occlusion(&squares_of_places::<G>(viewer), seen, sign, &points_without), visit);
        if let Self::Patterns(net) = self {
            let squares = squares_of_places::<G>(position.turn());
            visit_layer(layer_of_patterns(&squares, sign, &net.points_of_squares(position)), visit);
        }
    }

    /// From whose side the squares of [`Net::points_without`] are seen.
    fn viewer(&self, position: &G) -> Side {
        match self {
            Self::Nnue(_) => Side::First,
            _ => position.turn(),
        }
    }

    /// Points of the side to move without what is on some squares.
    fn points_without(&self, position: &G, squares: u128) -> f64 {
        match self {
            Self::Nnue(net) => net.points_without(position, squares),
            Self::Patterns(net) => net.points_without(position, squares),
            Self::Cnn(net) => net.points_without(position, squares),
            Self::Terms(net) => net.evaluate(position).into(),
        }
    }
}

/// The square of each place, as a side sees it.
fn squares_of_places<G: Planes>(viewer: Side) -> Vec<usize> {
    let mut squares = Vec::new();
    for place in &G::shape().places {
        squares.push(square_of::<G>(place.column, place.row, viewer));
    }
    squares
}

/// The points of squares on the places that have these squares.
fn layer_of_patterns(squares: &[usize], sign: f64, points: &[f64]) -> Layer {
    let mut layer = Layer::new(PATTERNS);
    squares.iter().enumerate().for_each(|(place, square)| layer.add(&[place], sign * points[*square]));
    layer
}

/// What each place adds: `points_without` tells the points without what is on some squares. The places have these squares, and
/// something is on those of `seen`.
fn occlusion(squares: &[usize], seen: u128, sign: f64, points_without: &dyn Fn(u128) -> f64) -> Layer {
    let whole = points_without(0);
    let mut layer = Layer::new(OCCLUSION);
    for (place, square) in squares.iter().enumerate().filter(|(_, square)| seen >> **square & 1 == 1) {
        layer.add(&[place], sign * (whole - points_without(1 << square)));
    }
    layer
}

/// Visits a layer, unless it is empty.
fn visit_layer(layer: Layer, visit: &mut dyn FnMut(Layer)) {
    if !layer.points.is_empty() {
        visit(layer);
    }
}
