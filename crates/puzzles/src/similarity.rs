//! Positions that people would call the same.

use quevedo_catalog::Session;
use quevedo_core::{Shape, Side};

/// A key that is the same for positions which a rotation or reflection of the board carries into each other: their pieces, their
/// legal moves and the side to move. Counters that change no legal move make no difference.
pub fn board_key(session: &dyn Session) -> String {
    let shape = session.entry().shape();
    let letters: Vec<char> =
        session.board().pieces.iter().map(|piece| piece.map_or('-', |piece| piece.letter)).collect();
    let moves: Vec<Vec<String>> = session.legal().into_iter().map(|mv| mv.taps).collect();
    let turn = if session.turn() == Side::First { '1' } else { '2' };
    let key = |image: &Vec<usize>| {
        let mut pieces = vec!['-'; letters.len()];
        for (place, letter) in letters.iter().enumerate() {
            pieces[image[place]] = *letter;
        }
        let mut moves: Vec<String> = moves.iter().map(|taps| image_of_taps(&shape, image, taps)).collect();
        moves.sort_unstable();
        format!("{turn}{} {}", pieces.iter().collect::<String>(), moves.join(" "))
    };
    symmetries(&shape).iter().map(key).min().unwrap_or_default()
}

/// A path of taps on the image of the board. Taps that are no places stay as they are.
fn image_of_taps(shape: &Shape, image: &[usize], taps: &[String]) -> String {
    let mut path = String::new();
    for tap in taps {
        let place = shape.places.iter().position(|place| place.tap == *tap);
        path += place.map_or(tap, |place| &shape.places[image[place]].tap);
        path.push(',');
    }
    path
}

/// The rotations and reflections that map places onto places: for each the image of every place.
fn symmetries(shape: &Shape) -> Vec<Vec<usize>> {
    let columns = shape.places.iter().map(|place| i32::from(place.column)).max().unwrap_or(0);
    let rows = shape.places.iter().map(|place| i32::from(place.row)).max().unwrap_or(0);
    // Twice the distance from the centre.
    let points: Vec<(i32, i32)> = shape
        .places
        .iter()
        .map(|place| (2 * i32::from(place.column) - columns, 2 * i32::from(place.row) - rows))
        .collect();
    let image = |symmetry: u32, (x, y): (i32, i32)| {
        let x = if symmetry & 1 == 0 { x } else { -x };
        let y = if symmetry & 2 == 0 { y } else { -y };
        if symmetry & 4 == 0 { (x, y) } else { (y, x) }
    };
    let permutation = |symmetry| -> Option<Vec<usize>> {
        let find = |point: &(i32, i32)| points.iter().position(|other| *other == image(symmetry, *point));
        points.iter().map(find).collect()
    };
    (0..8).filter_map(permutation).collect()
}

#[cfg(test)]
mod tests {
    use quevedo_catalog::Catalog;

    use super::*;

    fn key(game: &str, position: &str) -> String {
        let catalog = Catalog::standard();
        board_key(&*catalog.find(game).unwrap().session(Some(position)).unwrap())
    }

    #[test]
    fn boards_have_their_symmetries() {
        let catalog = Catalog::standard();
        let counts = ["othello", "connect4", "hare-hounds", "fox-geese", "mouse-cats"]
            .map(|game| symmetries(&catalog.find(game).unwrap().shape()).len());
        assert_eq!(counts[..4], [8, 4, 4, 8]);
        assert!(counts[4] >= 2);
    }

    #[test]
    fn mirror_images_have_one_key() {
        assert_eq!(key("connect4", "112"), key("connect4", "887"));
        assert_ne!(key("connect4", "112"), key("connect4", "121"));
        assert_eq!(key("hare-hounds", "DDD-------h d 0"), key("hare-hounds", "D-DD------h d 0"));
        assert_eq!(key("hare-hounds", "DD-D------h d 0"), key("hare-hounds", "DD-D------h d 3"));
        assert_ne!(key("hare-hounds", "DD-D------h d 0"), key("hare-hounds", "DD-D------h h 0"));
    }

    /// The board may be turned around, but the dogs may not go back.
    #[test]
    fn images_with_other_moves_differ() {
        assert_ne!(key("hare-hounds", "DD-D------h d 0"), key("hare-hounds", "h------D-DD d 0"));
    }
}
