//! Tables of chess endings against published counts.
//!
//! * Positions of the board that are won and legal, pawnless endings: J. Hurd, "Formal Verification of Chess Endgame Databases",
//!   2005, and <http://www.gilith.com/chess/endgames/all.html>.
//! * KRK with Black to move, by moves to the mate: M. Bain and A. van Hoff, "Chess (King-Rook vs. King)", UCI Machine Learning
//!   Repository, 1994.
//! * KPK: 111,282 won positions with the pawn on the files a to d, the bitbase of Stockfish.
//! * How many positions have the longest mates: the thread "Longest Mate in kqk" on Kirill Kryukov's
//!   discussion board, 2006.

use std::fs;
use std::path::Path;

use quevedo_solve::chess::Material;
use quevedo_solve::chess::endings::{EndingTable, EndingTables};
use quevedo_solve_build::chess_tables::{Builder, count, distances, with_successors};

/// Builds endings and those that they lead to; the table of the last one.
fn build(folder: &Path, names: &[&str]) -> Vec<EndingTable> {
    let wanted: Vec<Material> = names.iter().map(|name| Material::parse(name).unwrap()).collect();
    let mut builder = Builder::new(folder);
    for material in with_successors(&wanted) {
        assert!(builder.make(material).unwrap().0, "{material} is new");
    }
    let read = |material: &Material| {
        EndingTable::read(*material, &folder.join(EndingTables::file_name(*material)))
            .expect("a table that was written")
    };
    wanted.iter().map(read).collect()
}

/// Won by the side with more men, drawn, and the moves of the longest mate, with that side to move and with the other.
fn figures(table: &EndingTable) -> [(u64, u64, u32); 2] {
    let [first, second] = count(table);
    [(first.won, first.drawn, first.longest), (second.lost, second.drawn, second.longest)]
        .map(|(won, drawn, plies)| (won, drawn, plies.div_ceil(2)))
}

#[test]
fn endings_of_three_men_have_the_published_counts_and_are_shipped() {
    let folder = tempfile::tempdir().unwrap();
    let names = ["KQvK", "KRvK", "KPvK"];
    let tables = build(folder.path(), &names);
    assert_eq!(figures(&tables[0]), [(144_508, 0, 10), (200_896, 223_944 - 200_896, 10)]);
    assert_eq!(figures(&tables[1]), [(175_168, 0, 16), (201_700, 223_944 - 201_700, 16)]);
    let [white, black] = figures(&tables[2]);
    assert_eq!((white.0 / 2 + black.0 / 2, white.2, black.2), (111_282, 28, 28));
    for name in names {
        let file = format!("{name}.qve");
        let shipped = Path::new(env!("CARGO_MANIFEST_DIR")).join("../solve/tables").join(&file);
        assert!(fs::read(folder.path().join(&file)).unwrap() == fs::read(shipped).unwrap(), "{file}");
    }
    // A second run reads what is there.
    assert!(!Builder::new(folder.path()).make(Material::parse("KQvK").unwrap()).unwrap().0);
}

#[test]
fn mates_have_the_published_distances() {
    let folder = tempfile::tempdir().unwrap();
    let tables = build(folder.path(), &["KQvK", "KRvK", "KPvK"]);
    let black_to_move = &distances(&tables[1])[1];
    let published = [27, 78, 246, 81, 198, 471, 592, 683, 1433, 1712, 1985, 2854, 3597, 4194, 4553, 2166, 390];
    for (moves, positions) in published.into_iter().enumerate() {
        assert_eq!(black_to_move.get(&Some(2 * moves as u32)), Some(&positions), "mate in {moves}");
    }
    assert_eq!(black_to_move.get(&None), Some(&2796), "draws");
    for (table, [first, second], moves) in
        [(&tables[0], [1, 8], 10), (&tables[1], [121, 390], 16), (&tables[2], [3, 2], 28)]
    {
        let [white, black] = distances(table);
        assert_eq!((white[&Some(2 * moves - 1)], black[&Some(2 * moves)]), (first, second), "{}", table.material());
    }
}

#[test]
#[ignore = "takes a minute"]
fn endings_of_four_men_have_the_published_counts() {
    let folder = tempfile::tempdir().unwrap();
    let tables = build(folder.path(), &["KBNvK", "KQvKR"]);
    let [white, black] = count(&tables[0]);
    assert_eq!((white.won, white.legal(), black.legal()), (10_822_184, 10_875_504, 13_660_584));
    assert_eq!(figures(&tables[0]).map(|(.., moves)| moves), [33, 33]);
    assert_eq!(figures(&tables[1]).map(|(.., moves)| moves), [35, 35]);
}

#[test]
fn a_table_with_a_changed_byte_is_refused() {
    let material = Material::parse("KQvK").unwrap();
    let table = EndingTable::build(material, &EndingTables::default());
    let bytes = table.to_bytes();
    assert_eq!(count(&EndingTable::from_bytes(material, &bytes).unwrap()), count(&table));
    for index in (0..bytes.len()).step_by(97) {
        let mut changed = bytes.clone();
        changed[index] ^= 4;
        assert!(EndingTable::from_bytes(material, &changed).is_err(), "byte {index}");
    }
    assert!(EndingTable::from_bytes(material, &bytes[..bytes.len() - 1]).is_err());
    assert!(EndingTable::from_bytes(Material::parse("KRvK").unwrap(), &bytes).is_err());
}
