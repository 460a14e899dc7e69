//! Patterns against their definition, computed square by square; pattern sets; weighted terms.

use std::collections::BTreeSet;

use quevedo_core::{Evaluator, HasEvaluators, Planes, Rng};
use quevedo_games::{Amazons, Chess, Connect4, FoxGeese, MouseCats, Othello};
use quevedo_nets::patterns::{PatternSet, Patterns, configurations, logistello_set, show_set, symmetric_set};
use quevedo_nets::terms::Terms;
use quevedo_nets::{NetKind, Symmetries, Tensor, WeightFile};

fn random_net<G: Planes>(set: &PatternSet, phases: usize, rng: &mut Rng) -> WeightFile {
    let mut file = WeightFile::new(NetKind::Patterns, G::NAME, "random", 100.0)
        .with("patterns", show_set(set))
        .with("phases", phases)
        .with("pieces", G::MAX_ACTIVE_FEATURES);
    let mut tensor =
        |length: usize| Tensor::new([phases, length], (0..phases * length).map(|_| rng.f32() - 0.5).collect());
    for (number, pattern) in set.iter().enumerate() {
        file = file.with_tensor(&format!("pattern.{number}"), tensor(configurations(pattern[0].len())));
    }
    let bias = tensor(1).data;
    file.with_tensor("bias", Tensor::new([phases], bias))
}

/// By the definition.
fn points<G: Planes>(file: &WeightFile, set: &PatternSet, phases: usize, position: &G) -> f64 {
    let planes = position.planes(position.turn());
    let planes = planes.as_ref();
    let state = |square: usize| (planes[0] >> square & 1) + 2 * (planes[1] >> square & 1);
    let phase = (planes[0] | planes[1]).count_ones() as usize * phases / (G::MAX_ACTIVE_FEATURES + 1);
    let mut sum = f64::from(file.tensor("bias").unwrap().data[phase]);
    for (number, pattern) in set.iter().enumerate() {
        let weights = &file.tensor(&format!("pattern.{number}")).unwrap().data;
        for instance in pattern {
            let index = instance.iter().rev().fold(0, |index, square| 3 * index + state(*square) as usize);
            sum += f64::from(weights[phase * configurations(instance.len()) + index]);
        }
    }
    f64::from(file.scale) * sum
}

fn check<G: Planes>(set: &PatternSet, phases: usize, games: u64) {
    let mut rng = Rng::with_seed(phases as u64);
    let file = random_net::<G>(set, phases, &mut rng);
    let net: Patterns<G> = Patterns::new(&file).unwrap();
    // Half a quantization step for each weight, where a step is the largest weight by 32767; and half a point.
    let instances: usize = set.iter().map(Vec::len).sum();
    let bound = 0.51 + 100.0 * instances as f64 * 0.5 * 0.5 / 32767.0;
    for _ in 0..games {
        let mut position = G::start();
        while let (None, Some(mv)) = (position.ended(), position.random_move(&mut rng)) {
            let (score, exact) = (net.evaluate(&position), points(&file, set, phases, &position));
            assert!((f64::from(score) - exact).abs() < bound, "{score}, not {exact}: {position:?}");
            position.play(mv);
        }
    }
}

#[test]
fn indices_computed_together_equal_the_definition() {
    check::<Othello>(&logistello_set(), 12, 20);
    check::<Othello>(&symmetric_set([8, 8], Symmetries::Square, &[vec![63, 0, 27], (20..30).collect()]), 1, 5);
    check::<Connect4<8, 7>>(
        &symmetric_set([8, 7], Symmetries::Mirror, &[(0..8).collect(), vec![3, 11, 19, 27, 35, 43, 51]]),
        3,
        30,
    );
    check::<Connect4<7, 6>>(&symmetric_set([7, 6], Symmetries::Mirror, &[vec![41], vec![0, 8, 16, 24]]), 2, 30);
    let many: Vec<Vec<usize>> = (0..16).map(|at| vec![at, at + 17, at + 5]).collect();
    check::<Othello>(&symmetric_set([8, 8], Symmetries::Square, &many[..16]), 2, 5);
}

#[test]
fn the_classic_set_has_its_46_places() {
    let set = logistello_set();
    let counts: Vec<(usize, usize)> = set.iter().map(|pattern| (pattern[0].len(), pattern.len())).collect();
    assert_eq!(
        counts,
        [(10, 4), (9, 4), (10, 8), (8, 4), (8, 4), (8, 4), (4, 4), (5, 4), (6, 4), (7, 4), (8, 2)],
        "squares and instances"
    );
    assert_eq!(set.iter().map(Vec::len).sum::<usize>(), 46);
    // The longest diagonals.
    let diagonals: BTreeSet<BTreeSet<usize>> = set[10].iter().map(|line| line.iter().copied().collect()).collect();
    let expected = [(0..8).map(|step| 9 * step).collect(), (1..9).map(|step| 7 * step).collect()];
    assert_eq!(diagonals, BTreeSet::from(expected));
    // A symmetric set has every square and its seven images equally often.
    let often = |square: usize| set.iter().flatten().filter(|instance| instance.contains(&square)).count();
    assert!((0..64).all(|square| often(square) == often(square ^ 0o7) && often(square) == often(square ^ 0o70)));
    assert!((0..64).all(|square| often(square) == often(square % 8 * 8 + square / 8)));
}

#[test]
fn wrong_sets_are_refused() {
    let mut rng = Rng::with_seed(1);
    let good = random_net::<Othello>(&vec![vec![vec![0, 1]]], 1, &mut rng);
    let cases = [
        ("[]", "1 to 128 instances"),
        ("[[[0,0]]]", "different squares"),
        ("[[[0,64]]]", "of the board"),
        ("[[[0,1],[2]]]", "the same number of squares"),
        ("[[[0,1,2,3,4,5,6,7,8,9,10]]]", "1 to 10 squares"),
        ("[[0,1]]", "a list of"),
        ("[[[0,1,2]]]", "is [1, 9], not [1, 27]"),
    ];
    for (set, words) in cases {
        let error = Patterns::<Othello>::new(&good.clone().with("patterns", set)).err().expect(words).to_string();
        assert!(error.contains(words), "{set}: {error}");
    }
}

/// Doubled terms and a bias; and terms that the file does not know.
fn check_terms<G: Planes + HasEvaluators>(eval: &str, games: u64) {
    let mut names: Vec<&str> = Vec::new();
    let evaluator = G::evaluator(eval).expect(eval);
    let mut positions = Vec::new();
    let mut rng = Rng::with_seed(games);
    for _ in 0..games {
        let mut position = G::start();
        while let (None, Some(mv)) = (position.ended(), position.random_move(&mut rng)) {
            evaluator.each_term(&position, &mut |term| {
                if !names.contains(&term.name.en) {
                    names.push(term.name.en);
                }
            });
            positions.push(position.clone());
            position.play(mv);
        }
    }
    let known = names.split_last().map_or(&[][..], |(_, rest)| rest);
    let file = WeightFile::new(NetKind::Terms, G::NAME, "doubled", 1.0)
        .with("eval", eval)
        .with("names", serde_json::to_string(known).unwrap())
        .with_tensor("weight", Tensor::new([known.len()], vec![2.0; known.len()]))
        .with_tensor("bias", Tensor::new([1], vec![7.0]));
    let net: Terms<G> = Terms::new(&file).unwrap();
    for position in positions {
        let weight = |name| if known.contains(&name) { 2.0 } else { 1.0 };
        let first: f64 = evaluator.terms(&position).iter().map(|term| weight(term.name.en) * term.value).sum();
        let expected = quevedo_core::for_turn(&position, (first + 7.0).round() as quevedo_core::Score);
        assert_eq!(net.evaluate(&position), expected, "{position:?}");
    }
}

#[test]
fn terms_are_weighted_by_name() {
    check_terms::<Chess>("handmade", 3);
    check_terms::<Chess>("classic", 3);
    check_terms::<Othello>("positional", 5);
    check_terms::<Connect4<8, 7>>("handmade", 10);
    check_terms::<Amazons<6>>("handmade", 2);
    check_terms::<MouseCats>("balanced", 10);
    check_terms::<FoxGeese>("handmade", 5);
}
