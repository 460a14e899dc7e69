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
        let places: Vec<(u8, u8)> = G::shape().places.iter().map(|place| (place.column, place.row)).collect();
        let squares = |viewer: Side| places.iter().map(move |(column, row)| square_of::<G>(*column, *row, viewer));

        let viewer = self.viewer(position);
        let seen = position.planes(viewer).as_ref().iter().fold(0, |seen, plane| seen | plane);
        let whole = self.points_without(position, 0);
        let mut occlusion = Layer::new(OCCLUSION);
        for (place, square) in squares(viewer).enumerate().filter(|(_, square)| seen >> square & 1 == 1) {
            occlusion.add([place], sign * (whole - self.points_without(position, 1 << square)));
        }
        if !occlusion.points.is_empty() {
            visit(occlusion);
        }

        if let Self::Patterns(net) = self {
            let points = net.points_of_squares(position);
            let mut layer = Layer::new(PATTERNS);
            squares(position.turn()).enumerate().for_each(|(place, square)| layer.add([place], sign * points[square]));
            if !layer.points.is_empty() {
                visit(layer);
            }
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
