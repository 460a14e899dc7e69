//! The tables of the Fox and the Geese against the rules and a plain search, with damage; lengths of games against a plain
//! search.

use std::collections::HashMap;
use std::fs;
use std::path::Path;
use std::sync::OnceLock;

use quevedo_core::{Game, Notation, Rng, Side};
use quevedo_games::FoxGeese;
use quevedo_solve::Value;
use quevedo_solve::fox_geese::{FEWEST_GEESE, FoxGeeseTables, shipped};
use quevedo_solve_build::fox_geese::{
    Bound, BuildError, BuildSettings, LengthSettings, Precision, build, check_games, check_positions, lengths, load,
    pack,
};

fn build_tables(directory: &Path, geese: u32) -> FoxGeeseTables {
    let settings = BuildSettings { directory: directory.to_owned(), fewest: FEWEST_GEESE, geese, threads: 2 };
    build(&settings, |_| {}).unwrap()
}

/// Tables of up to six geese in memory, built once for all tests.
fn six_geese() -> &'static FoxGeeseTables {
    static TABLES: OnceLock<FoxGeeseTables> = OnceLock::new();
    TABLES.get_or_init(|| {
        let directory = tempfile::tempdir().unwrap();
        build_tables(directory.path(), 6);
        load(directory.path(), 6)
    })
}

/// Who wins by plain search with a cache. Every game ends, so it needs no depth limit.
fn geese_win(position: &FoxGeese, known: &mut HashMap<(u64, u8, Side, u8), bool>) -> bool {
    if let Some(outcome) = position.outcome() {
        return outcome.winner == Some(Side::First);
    }
    let key = (position.geese(), position.fox(), position.turn(), position.stall());
    if let Some(wins) = known.get(&key) {
        return *wins;
    }
    let geese_move = position.turn() == Side::First;
    let wins = position.legal_moves().into_iter().any(|mv| {
        let mut next = *position;
        next.play(mv);
        geese_win(&next, known) == geese_move
    }) == geese_move;
    known.insert(key, wins);
    wins
}

/// The plies of a game that the geese win as fast as they can and the fox delays as long as it can, by plain search.
fn plies_to_win(position: &FoxGeese, known: &mut HashMap<(u64, u8, Side, u8), Option<u32>>) -> Option<u32> {
    if let Some(outcome) = position.outcome() {
        return (outcome.winner == Some(Side::First)).then_some(0);
    }
    let key = (position.geese(), position.fox(), position.turn(), position.stall());
    if let Some(plies) = known.get(&key) {
        return *plies;
    }
    let later = position.legal_moves().into_iter().map(|mv| {
        let mut next = *position;
        next.play(mv);
        plies_to_win(&next, known)
    });
    let plies = if position.turn() == Side::First {
        later.flatten().min()
    } else {
        later.collect::<Option<Vec<_>>>().and_then(|plies| plies.into_iter().max())
    };
    let plies = plies.map(|plies| plies + 1);
    known.insert(key, plies);
    plies
}

fn bounds(positions: &[FoxGeese], bound: Bound, precision: Precision) -> Vec<Option<u32>> {
    lengths(positions, &LengthSettings { bound, precision, threads: 2 }, |_| {}).unwrap()
}

/// A fox in the upper arm, and geese close to it, where they win now and then.
fn crowded_position(geese: usize, rng: &mut Rng) -> FoxGeese {
    let [c, d, e] = [2, 3, 4];
    let mut points: Vec<u8> = [48, 40, 32].into_iter().flat_map(|rank| [rank + c, rank + d, rank + e]).collect();
    let fox = points.swap_remove(rng.usize(..6));
    rng.shuffle(&mut points);
    let flock = points[..geese].iter().fold(0, |flock, point| flock | 1 << point);
    let turn = if rng.bool() { Side::First } else { Side::Second };
    FoxGeese::placed(flock, fox, turn, rng.u8(0..=10)).unwrap()
}

/// A fox at the top and six geese a little away from it, so that games are longer; the geese win one in ten.
fn loose_position(rng: &mut Rng) -> FoxGeese {
    let rows: [(u8, std::ops::Range<u8>); 4] = [(48, 2..5), (40, 2..5), (32, 1..6), (24, 2..5)];
    let mut points: Vec<u8> = rows.into_iter().flat_map(|(rank, files)| files.map(move |file| rank + file)).collect();
    let fox = points.swap_remove(rng.usize(..3));
    rng.shuffle(&mut points);
    let flock = points[..6].iter().fold(0, |flock, point| flock | 1 << point);
    FoxGeese::placed(flock, fox, Side::First, rng.u8(0..3)).unwrap()
}

fn value_for(geese_win: bool, turn: Side) -> Value {
    if geese_win == (turn == Side::First) { Value::Win } else { Value::Loss }
}

#[test]
fn plain_search_agrees() {
    let tables = six_geese();
    let (mut rng, mut known) = (Rng::with_seed(1), HashMap::new());
    let mut wins = [0; 7];
    for number in 0..1_200 {
        let geese = 4 + number % 3;
        let position = crowded_position(geese, &mut rng);
        let expected = geese_win(&position, &mut known);
        wins[geese] += usize::from(expected);
        assert_eq!(tables.probe(&position), Some(value_for(expected, position.turn())), "{}", position.show());
    }
    assert!(wins[4] > 3 && wins[5] > 5 && wins[6] > 15, "{wins:?}: too few to mean anything");
}

#[test]
fn lengths_are_those_of_a_plain_search() {
    let (mut rng, mut known) = (Rng::with_seed(6), HashMap::new());
    let mut positions: Vec<FoxGeese> = (0..1_000).map(|number| crowded_position(4 + number % 3, &mut rng)).collect();
    positions.extend((0..150).map(|_| loose_position(&mut rng)));
    let expected: Vec<Option<u32>> = positions.iter().map(|position| plies_to_win(position, &mut known)).collect();
    let long = expected.iter().flatten().filter(|plies| **plies >= 5).count();
    assert!(long > 5, "{long} long games: too few to mean anything");
    assert_eq!(bounds(&positions, Bound::Upper, Precision::Exact), expected);
    for precision in [Precision::Coarse, Precision::Fine] {
        let upper = bounds(&positions, Bound::Upper, precision);
        let lower = bounds(&positions, Bound::Lower, precision);
        for (place, position) in positions.iter().enumerate() {
            let found = [lower[place], expected[place], upper[place]];
            assert!(found.map(|plies| plies.unwrap_or(u32::MAX)).is_sorted(), "{}: {found:?}", position.show());
        }
    }
}

#[test]
fn positions_with_a_length_are_won() {
    let tables = six_geese();
    let mut rng = Rng::with_seed(8);
    let mut positions: Vec<FoxGeese> = (0..2_000).map(|_| loose_position(&mut rng)).collect();
    positions.extend((0..500).map(|_| crowded_position(6, &mut rng)));
    let upper = bounds(&positions, Bound::Upper, Precision::Coarse);
    let lower = bounds(&positions, Bound::Lower, Precision::Coarse);
    let mut wins = 0;
    for (place, position) in positions.iter().enumerate() {
        let won = tables.probe(position) == Some(value_for(true, position.turn()));
        wins += usize::from(won);
        assert!(if won { lower[place].is_some() } else { upper[place].is_none() }, "{}", position.show());
    }
    assert!(wins > 100, "{wins} wins: too few to mean anything");
}

/// The bound decreases with every ply: after some move of the geese, and after every move of the fox.
#[test]
fn bounds_decrease_with_every_ply() {
    let mut rng = Rng::with_seed(7);
    let mut asked: Vec<FoxGeese> = (0..3_000).map(|_| loose_position(&mut rng)).collect();
    let mut later = Vec::new();
    for place in 0..asked.len() {
        let first = asked.len();
        for mv in asked[place].legal_moves() {
            let mut next = asked[place];
            next.play(mv);
            asked.push(next);
        }
        later.push(first..asked.len());
    }
    let found = bounds(&asked, Bound::Upper, Precision::Coarse);
    let mut longest = 0;
    for (place, later) in later.into_iter().enumerate() {
        let Some(plies) = found[place].filter(|plies| *plies > 0) else { continue };
        longest = longest.max(plies);
        let mut in_time = found[later].iter().map(|later| later.is_some_and(|later| later < plies));
        let kept = if asked[place].turn() == Side::First { in_time.any(|kept| kept) } else { in_time.all(|kept| kept) };
        assert!(kept, "{}: {plies}", asked[place].show());
    }
    assert!(longest >= 5, "{longest} plies: too few to mean anything");
}

#[test]
fn every_position_has_the_value_of_its_best_move() {
    let tables = six_geese();
    assert_eq!(tables.covered().collect::<Vec<_>>(), [4, 5, 6]);
    for geese in 3..=6 {
        let check = check_positions(tables, geese, 50_000, 1);
        assert_eq!((check.samples, check.wrong), (50_000, Vec::new()));
    }
    let mut rng = Rng::with_seed(2);
    for seed in 0..300 {
        let check = check_games(tables, &crowded_position(6, &mut rng), 3, seed);
        assert_eq!(check.wrong, Vec::<String>::new());
    }
}

#[test]
fn moves_of_a_solution_keep_the_value() {
    let tables = six_geese();
    let mut rng = Rng::with_seed(3);
    for _ in 0..500 {
        let position = crowded_position(6, &mut rng);
        let solution = tables.solve(&position).unwrap();
        for mv in position.legal_moves() {
            let mut next = position;
            next.play(mv);
            let keeps = tables.probe(&next).unwrap() != solution.value;
            assert_eq!(solution.best.contains(&mv), keeps, "{}: {}", position.show(), position.show_move(mv));
        }
    }
}

#[test]
fn an_interrupted_build_is_resumed() {
    let [whole, pieces] = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    build_tables(whole.path(), 5);
    for geese in [4, 4, 5] {
        build_tables(pieces.path(), geese);
    }
    for geese in 4..=5 {
        let name = format!("fox-geese-0{geese}.qvt");
        assert_eq!(fs::read(whole.path().join(&name)).unwrap(), fs::read(pieces.path().join(&name)).unwrap());
    }
}

#[test]
fn damaged_files_give_warnings_and_are_built_again() {
    let directory = tempfile::tempdir().unwrap();
    build_tables(directory.path(), 5);
    let path = directory.path().join("fox-geese-05.qvt");
    let whole = fs::read(&path).unwrap();
    let mut broken: Vec<Vec<u8>> = [0, 10, whole.len() / 2, whole.len() - 1].map(|end| whole[..end].to_vec()).into();
    broken.push([whole.as_slice(), &[0]].concat());
    broken.extend((0..whole.len()).step_by(37).map(|place| {
        let mut bytes = whole.clone();
        bytes[place] ^= 4;
        bytes
    }));
    for bytes in broken {
        fs::write(&path, bytes).unwrap();
        let tables = load(directory.path(), 17);
        assert_eq!(tables.covered().collect::<Vec<_>>(), [4]);
        let [warning] = &tables.warnings()[..] else { panic!("one file is damaged, not {:?}", tables.warnings()) };
        assert!(warning.contains("fox-geese-05.qvt"), "{warning}");
    }
    fs::write(&path, &whole[..whole.len() - 1]).unwrap();
    assert!(build_tables(directory.path(), 5).warnings().is_empty());
    assert_eq!(fs::read(&path).unwrap(), whole);
}

/// Tables are opened without verifying their chunks. A probe of a damaged chunk gives a warning with the file name, and the
/// tables of `or` are used.
#[test]
fn damage_found_by_a_probe_gives_a_warning_and_the_other_tables_are_used() {
    let [directory, whole] = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    build_tables(directory.path(), 5);
    let sound = build_tables(whole.path(), 5);
    let path = directory.path().join("fox-geese-05.qvt");
    let bytes = fs::read(&path).unwrap();
    let mut damaged = bytes.clone();
    // All of the chunks; the directory before them is less than an eighth.
    damaged[bytes.len() / 8..].iter_mut().for_each(|byte| *byte ^= 4);
    fs::write(&path, &damaged).unwrap();
    let (alone, backed) = (FoxGeeseTables::open(directory.path()), FoxGeeseTables::open(directory.path()));
    let backed = backed.or(FoxGeeseTables::from_pack(pack(whole.path(), 5).unwrap().leak()));
    assert_eq!(alone.covered().collect::<Vec<_>>(), [4, 5]);
    let mut rng = Rng::with_seed(9);
    let mut unanswered = 0;
    for _ in 0..500 {
        let position = crowded_position(5, &mut rng);
        let expected = sound.probe(&position);
        assert_eq!(backed.probe(&position), expected, "{}", position.show());
        let found = alone.probe(&position);
        unanswered += u32::from(found.is_none());
        assert!(found.is_none() || found == expected, "{}", position.show());
    }
    assert!(unanswered > 0);
    for tables in [&alone, &backed] {
        let [warning] = &tables.warnings()[..] else { panic!("one file is damaged, not {:?}", tables.warnings()) };
        assert!(warning.contains("fox-geese-05.qvt") && warning.contains("chunk"), "{warning}");
    }
    build_tables(directory.path(), 5);
    assert_eq!(fs::read(&path).unwrap(), bytes, "built again");
}

#[test]
fn a_pack_has_the_same_values() {
    let directory = tempfile::tempdir().unwrap();
    let tables = build_tables(directory.path(), 5);
    let bytes: &'static [u8] = pack(directory.path(), 5).unwrap().leak();
    let packed = FoxGeeseTables::from_pack(bytes);
    assert!(packed.warnings().is_empty());
    let mut rng = Rng::with_seed(5);
    for number in 0..2_000 {
        let position = crowded_position(4 + number % 2, &mut rng);
        assert_eq!(packed.probe(&position), tables.probe(&position));
    }
    assert_eq!(FoxGeeseTables::from_pack(&bytes[..bytes.len() - 1]).covered().collect::<Vec<_>>(), [4]);
    assert_eq!(FoxGeeseTables::from_pack(b"nothing").covered().count(), 0);
}

#[test]
fn positions_without_a_table_have_no_value() {
    let directory = tempfile::tempdir().unwrap();
    let tables = build_tables(directory.path(), 4);
    assert_eq!(tables.probe(&FoxGeese::start()), None);
    assert!(tables.solve(&FoxGeese::start()).is_none());
    for geese in [3, 18] {
        let settings =
            BuildSettings { directory: directory.path().to_owned(), fewest: FEWEST_GEESE, geese, threads: 1 };
        assert!(matches!(build(&settings, |_| {}), Err(BuildError::Geese(_))));
    }
}

#[test]
fn the_tables_of_the_program_keep_the_rules() {
    for geese in 7..=10 {
        let check = check_positions(shipped(), geese, 300, u64::from(geese));
        assert_eq!((check.samples, check.wrong), (300, Vec::new()));
    }
}
