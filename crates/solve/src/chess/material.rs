//! Material: every table is for one material balance, of either colour.

use std::fmt;

use cozy_chess::{Board, Color, Piece};

/// All pieces but the kings, with their letters in file names.
const KINDS: [(Piece, char); 5] =
    [(Piece::Pawn, 'P'), (Piece::Knight, 'N'), (Piece::Bishop, 'B'), (Piece::Rook, 'R'), (Piece::Queen, 'Q')];

/// Pawns are the first kind; they promote to each of the others.
const PAWN: usize = 0;

/// No table has more pieces, kings included.
pub(super) const MOST_MEN: u32 = 7;

/// How many pieces of each kind both sides have besides their kings, the side with more men, or with the stronger ones, first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Material([[u8; KINDS.len()]; 2]);

impl Material {
    fn new(mut sides: [[u8; KINDS.len()]; 2]) -> Self {
        if strength(sides[0]) < strength(sides[1]) {
            sides.swap(0, 1);
        }
        Self(sides)
    }

    pub(super) fn of(board: &Board) -> Self {
        Self::new(Color::ALL.map(|color| counts(board, color)))
    }

    /// Whether White is the side that comes first.
    pub(super) fn is_white_first(board: &Board) -> bool {
        strength(counts(board, Color::White)) >= strength(counts(board, Color::Black))
    }

    /// Every material of at most so many men, in an order in which captures and promotions lead backwards. Bare kings have none.
    pub fn all(men: u32) -> Vec<Self> {
        let mut found: Vec<Self> = Vec::new();
        let mut last = vec![Self::new([[0; KINDS.len()]; 2])];
        for _ in 2..men {
            let mut larger: Vec<Self> = last.iter().flat_map(|material| material.with_one_more()).collect();
            larger.sort_unstable_by_key(|material| (material.pawns(), material.0));
            larger.dedup();
            found.extend(&larger);
            last = larger;
        }
        found
    }

    fn with_one_more(self) -> impl Iterator<Item = Self> {
        (0..2).flat_map(move |side| {
            (0..KINDS.len()).map(move |kind| {
                let mut sides = self.0;
                sides[side][kind] += 1;
                Self::new(sides)
            })
        })
    }

    /// The pieces besides the kings, as if the side that comes first were White.
    pub(super) fn pieces(self) -> impl Iterator<Item = (Color, Piece)> {
        Color::ALL.into_iter().zip(self.0).flat_map(|(color, side)| {
            KINDS.into_iter().zip(side).flat_map(move |((piece, _), count)| (0..count).map(move |_| (color, piece)))
        })
    }

    /// Reads the name of a table, such as `KQPvKR`.
    pub fn parse(name: &str) -> Option<Self> {
        let (first, second) = name.split_once('v')?;
        let material = Self::new([read_side(first)?, read_side(second)?]);
        (3..=MOST_MEN).contains(&material.men()).then_some(material)
    }

    /// All men, the kings too.
    pub fn men(self) -> u32 {
        2 + self.0.iter().flatten().map(|count| u32::from(*count)).sum::<u32>()
    }

    pub(super) fn pawns(self) -> u8 {
        self.0[0][PAWN] + self.0[1][PAWN]
    }

    /// The material after one capture, one promotion, or both at once.
    pub fn successors(self) -> Vec<Self> {
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

/// The name of a table.
impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, second] = self.0.map(|side| {
            let letters = KINDS.iter().zip(side).rev();
            letters.map(|((_, letter), count)| letter.to_string().repeat(count.into())).collect::<String>()
        });
        write!(f, "K{first}vK{second}")
    }
}

/// The order of sides: by the number of men, then by the strongest.
fn strength(side: [u8; KINDS.len()]) -> (u8, [u8; KINDS.len()]) {
    let mut strongest_first = side;
    strongest_first.reverse();
    (side.iter().sum(), strongest_first)
}

fn counts(board: &Board, color: Color) -> [u8; KINDS.len()] {
    KINDS.map(|(piece, _)| board.colored_pieces(color, piece).len() as u8)
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
    fn names_are_written_with_the_stronger_side_first() {
        for name in ["KQvK", "KQvKR", "KBNvK", "KRvKP", "KQPvKR", "KNPvKQ"] {
            assert_eq!(named(name).to_string(), name);
        }
        assert_eq!(named("KvKRQ").to_string(), "KQRvK");
    }

    #[test]
    fn all_materials_are_in_an_order_to_build_them() {
        let all = Material::all(4);
        // Five of three men; of four men fifteen pairs on one side, and fifteen on two.
        assert_eq!(all.len(), 35);
        for (index, material) in all.iter().enumerate() {
            let is_known = |after: &Material| after.men() == 2 || all[..index].contains(after);
            assert!(material.successors().iter().all(is_known), "{material}");
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
