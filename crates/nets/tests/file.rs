//! Weight files: what is written is read, and nothing else is.

use quevedo_core::{Evaluator, Game, Planes};
use quevedo_games::{HareHounds, MouseCats};
use quevedo_nets::{GameEvaluator, Net, NetKind, NetProblem, Tensor, WeightFile};

/// Written by another program, from the description of the format alone: random weights, not compressed.
const FROM_OUTSIDE: &[u8] = include_bytes!("data/hare-hounds-random.qnet");

fn small() -> WeightFile {
    WeightFile::new(NetKind::Nnue, "mouse-cats", "a test", 400.0)
        .with("hidden", 2)
        .with("data", "no games: \"none\"")
        .with_tensor("b", Tensor::new([2, 3], vec![1.0, -2.5, 0.0, 1e-20, 3e7, -0.125]))
        .with_tensor("a", Tensor::zeros([4]))
}

fn problem(bytes: &[u8]) -> NetProblem {
    let error = WeightFile::parse("lost.qnet", bytes).expect_err("not a weight file");
    assert!(error.to_string().starts_with("lost.qnet: "), "{error}");
    error.problem
}

#[test]
fn what_is_written_is_read() {
    let file = small();
    let read = WeightFile::parse(&file.name, &file.bytes()).unwrap();
    assert_eq!(read, file);
    assert_eq!(read.bytes(), file.bytes(), "the same network gives the same file");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("some.qnet");
    file.save(&path).unwrap();
    let loaded = WeightFile::load(&path).unwrap();
    assert_eq!((loaded.tensors, loaded.meta), (file.tensors, file.meta));
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "no temporary file is left");
}

#[test]
fn tables_of_weights_are_kept_in_16_bits() {
    let exact = small();
    let file = exact.clone().quantized();
    let step = file.step.expect("a unit");
    assert!((step * 32767.0 / 3e7 - 1.0).abs() < 1e-6, "the largest weight of a table has the largest number");
    assert_eq!(file.tensors["a"], exact.tensors["a"], "a tensor of one dimension is no table");
    for (rounded, right) in file.tensors["b"].data.iter().zip(&exact.tensors["b"].data) {
        assert!((rounded - right).abs() <= step / 2.0, "{rounded} for {right}");
    }
    let read = WeightFile::parse(&file.name, &file.bytes()).unwrap();
    assert_eq!(read, file);
    assert_eq!(read.clone().quantized(), read, "what is rounded stays");
    assert_eq!(read.bytes(), file.bytes());
}

#[test]
fn files_of_other_programs_are_read() {
    let file = WeightFile::parse("outside", FROM_OUTSIDE).unwrap();
    assert_eq!((file.kind, file.encoding.as_str(), file.scale), (NetKind::Nnue, HareHounds::NAME, 400.0));
    assert_eq!(file.number::<u64>("seed").unwrap(), 5);
    // What that program computed in floating point for the start position, in points.
    let expected = -1160.196;
    let score = Net::<HareHounds>::new(&file).unwrap().evaluate(&HareHounds::start());
    assert!((f64::from(score) - expected).abs() < 8.0, "{score} instead of {expected}");
}

/// Packed or not: whatever bit is flipped, either the file is refused, or weights and metadata are the same.
#[test]
fn every_flipped_bit_is_detected() {
    for original in [&small().bytes()[..], &small().quantized().bytes(), FROM_OUTSIDE] {
        let right = WeightFile::parse("x", original).unwrap();
        let mut bytes = original.to_vec();
        for bit in 0..8 * bytes.len() {
            bytes[bit / 8] ^= 1 << (bit % 8);
            if let Ok(read) = WeightFile::parse("x", &bytes) {
                assert_eq!(read, right, "bit {bit}");
            }
            bytes[bit / 8] ^= 1 << (bit % 8);
        }
    }
}

#[test]
fn truncated_and_foreign_files_are_refused() {
    let packed = small().bytes();
    for length in 0..packed.len() {
        assert!(matches!(problem(&packed[..length]), NetProblem::Damaged(_)), "{length} bytes");
    }
    for length in (0..FROM_OUTSIDE.len()).step_by(7) {
        assert!(matches!(problem(&FROM_OUTSIDE[..length]), NetProblem::Damaged(_)), "{length} bytes");
    }
    assert!(matches!(problem(b"a poem about the sea, and no network"), NetProblem::Damaged(_)));
    let missing = WeightFile::load("/no/such/folder/net.qnet").unwrap_err();
    assert!(matches!(missing.problem, NetProblem::Io(_)) && missing.to_string().contains("/no/such/folder"));
}

#[test]
fn other_versions_and_other_weights_are_refused() {
    let changed = |from: &str, to: &str| {
        assert_eq!(from.len(), to.len());
        let at = FROM_OUTSIDE.windows(from.len()).position(|window| window == from.as_bytes()).expect(from);
        let mut bytes = FROM_OUTSIDE.to_vec();
        bytes[at..at + to.len()].copy_from_slice(to.as_bytes());
        bytes
    };
    assert!(matches!(problem(&changed("net-2", "net-1")), NetProblem::Version(_)));
    assert!(matches!(problem(&changed("\"400\"", "\"650\"")), NetProblem::Checksum), "metadata counts, too");
    let backwards = WeightFile { scale: -40.0, ..small() }.bytes();
    assert!(matches!(problem(&backwards), NetProblem::Meta { key, .. } if key == "scale"));
    assert!(matches!(problem(&changed("F32", "I32")), NetProblem::Tensor { .. }));
    let mut bytes = FROM_OUTSIDE.to_vec();
    *bytes.last_mut().unwrap() ^= 1;
    assert!(matches!(problem(&bytes), NetProblem::Checksum));
}

#[test]
fn a_network_fits_its_game_and_has_what_its_kind_needs() {
    let file = WeightFile::parse("outside", FROM_OUTSIDE).unwrap();
    let error = Net::<MouseCats>::new(&file).err().expect("another game");
    assert!(matches!(error.problem, NetProblem::OtherGame { .. }), "{error}");
    let wrong = |change: fn(&mut WeightFile), words: &str| {
        let mut file = file.clone();
        change(&mut file);
        let error = Net::<HareHounds>::new(&file).err().expect(words).to_string();
        assert!(error.starts_with("outside: ") && error.contains(words), "{error}");
    };
    wrong(|file| file.kind = NetKind::Patterns, "two kinds of pieces");
    wrong(|file| file.kind = NetKind::Terms, "`eval`");
    wrong(|file| drop(file.meta.remove("hidden")), "`hidden`");
    wrong(|file| drop(file.meta.insert("hidden".into(), "0".into())), "from 1 to");
    wrong(|file| drop(file.meta.insert("hidden".into(), "16".into())), "`input.weight` is [60, 8], not [60, 16]");
    wrong(|file| drop(file.tensors.remove("output.bias")), "`output.bias` is missing");
    wrong(|file| file.tensors.get_mut("input.weight").unwrap().data.fill(3e5), "far too large");
}

#[test]
fn evaluators_are_found_by_name_and_by_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.qnet");
    std::fs::write(&path, FROM_OUTSIDE).unwrap();
    let name = path.to_str().unwrap();
    let start = HareHounds::start();
    let net = GameEvaluator::<HareHounds>::named(name).unwrap().unwrap();
    let terms = net.terms(&start);
    assert_eq!((terms.len(), terms[0].name.en, terms[0].value), (1, "network", f64::from(net.evaluate(&start))));
    let (GameEvaluator::Net(first), GameEvaluator::Net(again)) =
        (net, GameEvaluator::<HareHounds>::named(name).unwrap().unwrap())
    else {
        panic!("a file is a network")
    };
    assert!(std::sync::Arc::ptr_eq(&first, &again), "a file is read once");
    assert!(matches!(GameEvaluator::<HareHounds>::named("handmade"), Some(Ok(GameEvaluator::Hand(_)))));
    assert!(matches!(GameEvaluator::<HareHounds>::named("best"), Some(Ok(_))));
    assert!(GameEvaluator::<HareHounds>::named("unknown").is_none());
    assert!(matches!(GameEvaluator::<HareHounds>::named("./unknown"), Some(Err(_))));
    assert!(matches!(GameEvaluator::<MouseCats>::named(name), Some(Err(_))), "of another game");
    let all = GameEvaluator::<HareHounds>::all();
    assert_eq!(all[0].0, "best");
    assert!(all.iter().all(|(name, _)| matches!(GameEvaluator::<HareHounds>::named(name), Some(Ok(_)))));
}
