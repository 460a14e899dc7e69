//! The reader of the tables of the Fox and the Geese; `quevedo-solve-build` tests it on tables that it builds.

use quevedo_core::{Game, Notation};
use quevedo_games::FoxGeese;
use quevedo_solve::Value;
use quevedo_solve::fox_geese::{FoxGeeseTables, shipped};

#[test]
fn the_tables_of_the_program_cover_up_to_ten_geese() {
    let tables = shipped();
    assert!((4..=10).all(|geese| tables.covered().any(|covered| covered == geese)));
    assert_eq!(tables.warnings(), Vec::<String>::new());
    assert_eq!(FoxGeeseTables::default().probe(&FoxGeese::start()), None);
}

/// With too few geese, or with the fox at its goal, the value needs no table.
#[test]
fn finished_games_need_no_table() {
    let tables = FoxGeeseTables::default();
    for (text, value) in [("3/3/7/3F3/3g3/1g1/3 g 0", Value::Loss), ("3/3/7/7/ggggggg/ggg/gF1 f 0", Value::Win)] {
        let position = FoxGeese::parse(text).unwrap();
        assert_eq!(tables.probe(&position), Some(value), "{text}");
        let solution = tables.solve(&position).unwrap();
        assert_eq!((solution.value, solution.plies, solution.best), (value, Some(0), Vec::new()), "{text}");
    }
}

#[test]
fn folders_without_tables_give_warnings() {
    let directory = tempfile::tempdir().unwrap();
    let missing = directory.path().join("missing");
    for (folder, words) in [(directory.path(), "no tables"), (&missing, "missing")] {
        let tables = FoxGeeseTables::open(folder);
        let [warning] = &tables.warnings()[..] else { panic!("{:?}", tables.warnings()) };
        assert!(warning.contains(words) && warning.contains(folder.to_str().unwrap()), "{warning}");
    }
    assert!(FoxGeeseTables::from_pack(b"nothing").warnings()[0].contains("pack"));
}
