//! Material: every table is for one material balance, of either colour.

use cozy_chess::{Board, Color, Piece};

/// All pieces but the kings, with their letters in file names.
const KINDS: [(Piece, char); 5] =
    [(Piece::Pawn, 'P'), (Piece::Knight, 'N'), (Piece::Bishop, 'B'), (Piece::Rook, 'R'), (Piece::Queen, 'Q')];

/// Pawns are the first kind; they promote to each of the others.
const PAWN: usize = 0;

/// No table has more pieces, kings included.
pub(super) const MOST_MEN: u32 = 7;

/// How many pieces of each kind both sides have besides their kings, the greater side first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Material([[u8; KINDS.len()]; 2]);

impl Material {
    fn new(mut sides: [[u8; KINDS.len()]; 2]) -> Self {
        sides.sort_unstable_by(|a, b| b.cmp(a));
        Self(sides)
    }

    pub(super) fn of(board: &Board) -> Self {
        let side = |color| KINDS.map(|(piece, _)| board.colored_pieces(color, piece).len() as u8);
        Self::new([side(Color::White), side(Color::Black)])
    }

    /// Reads the name of a table, such as `KQPvKR`.
    pub(super) fn parse(name: &str) -> Option<Self> {
        let (first, second) = name.split_once('v')?;
        let material = Self::new([read_side(first)?, read_side(second)?]);
        (3..=MOST_MEN).contains(&material.men()).then_some(material)
    }

    /// All men, the kings too.
    pub(super) fn men(self) -> u32 {
        2 + self.0.iter().flatten().map(|count| u32::from(*count)).sum::<u32>()
    }

    pub(super) fn pawns(self) -> u8 {
        self.0[0][PAWN] + self.0[1][PAWN]
    }

    /// The material after one capture, one promotion, or both at once.
    pub(super) fn successors(self) -> Vec<Self> {
        let mut found = Vec::new();
        for mover in 0..2 {
            let promoted = promotions(self.0[mover]);
            let taken = captures(self.0[1 - mover]);
            found.extend(promoted.iter().map(|own| Self::new([*own, self.0[1 - mover]])));
            found.extend(taken.iter().map(|other| Self::new([self.0[mover], *other])));
            found.extend(promoted.iter().flat_map(|own| taken.iter().map(|other| Self::new([*own, *other]))));
        }
        found
    }
}

fn read_side(letters: &str) -> Option<[u8; KINDS.len()]> {
    let mut counts = [0_u8; KINDS.len()];
    for letter in letters.strip_prefix('K')?.chars().take(MOST_MEN as usize) {
        counts[KINDS.iter().position(|(_, known)| *known == letter)?] += 1;
    }
    Some(counts)
}

/// A side after one of its pawns became something else.
fn promotions(side: [u8; KINDS.len()]) -> Vec<[u8; KINDS.len()]> {
    let become_kind = |kind: usize| {
        let mut side = side;
        side[PAWN] -= 1;
        side[kind] += 1;
        side
    };
    if side[PAWN] == 0 { Vec::new() } else { (PAWN + 1..KINDS.len()).map(become_kind).collect() }
}

/// A side after one of its men was taken.
fn captures(side: [u8; KINDS.len()]) -> Vec<[u8; KINDS.len()]> {
    let without = |kind: usize| {
        let mut side = side;
        side[kind] -= 1;
        side
    };
    (0..KINDS.len()).filter(|kind| side[*kind] > 0).map(without).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(name: &str) -> Material {
        Material::parse(name).unwrap()
    }

    #[test]
    fn names_are_read_and_others_refused() {
        assert_eq!(named("KQPvKR").men(), 5);
        assert_eq!(named("KRvKQP"), named("KQPvKR"));
        for name in ["", "v", "KvK", "KQ", "QvK", "KQvK.old", "KXvK", "kqvk", "KQQQvKQQQ", "KQQQQQQQQQQvK", "KKvK"] {
            assert_eq!(Material::parse(name), None, "{name}");
        }
    }

    #[test]
    fn a_position_has_the_material_of_either_side() {
        for position in ["8/8/8/4k3/8/8/4P3/KQ5r w - - 0 1", "8/8/8/4k3/4p3/8/8/1K2R2q w - - 0 1"] {
            assert_eq!(Material::of(&position.parse().unwrap()), named("KQPvKR"));
        }
    }

    #[test]
    fn pawns_become_pieces_and_men_are_taken() {
        let after = |name: &str| named(name).successors();
        assert_eq!(after("KQvK").iter().map(|left| left.men()).collect::<Vec<_>>(), [2]);
        let pawns = after("KPvKP");
        for name in ["KQvKP", "KPvKR", "KPvK", "KBvK", "KNvK"] {
            assert!(pawns.contains(&named(name)), "{name}");
        }
        assert!(!pawns.contains(&named("KPvKP")));
    }
}
