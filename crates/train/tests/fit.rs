//! Trainers: gradients against finite differences, known functions, and the same weights on any number of threads and after
//! any interruption.

use std::ops::ControlFlow;

use quevedo_catalog::InputBuckets;
use quevedo_core::Rng;
use quevedo_train::fit::{
    Batch, Checkpoint, Examples, InputEncoding, Keep, Model, Nnue, NnueShape, Parameters, PatternSet, Patterns,
    Pretrained, Symmetries, TermExamples, Terms, TrainedWeights, TrainingProgress, TrainingSchedule, train,
};

const WIDTH: usize = 4;
const SQUARES: usize = WIDTH * WIDTH;

/// A board of 4 x 4 with own and other pieces.
fn encoding() -> InputEncoding {
    InputEncoding {
        name: "toy".into(),
        width: WIDTH,
        height: WIDTH,
        planes: 2,
        max_active_features: SQUARES,
        steps: 1,
        scale: 250.0,
        flipped: (0..2 * SQUARES as u16).map(|input| input ^ SQUARES as u16).collect(),
        buckets: None,
    }
}

/// Random boards; `target_of` gives their targets.
fn examples(count: u32, seed: u64, target_of: impl Fn(&[u16]) -> f32) -> Examples {
    let mut rng = Rng::with_seed(seed);
    let mut examples = Examples::new(encoding());
    for example in 0..count {
        let mut piece = |square: u16| match rng.u8(0..3) {
            0 => None,
            1 => Some(square),
            _ => Some(square + SQUARES as u16),
        };
        let inputs: Vec<u16> = (0..SQUARES as u16).filter_map(&mut piece).collect();
        let target = target_of(&inputs);
        examples.push(inputs, target, example / 8);
    }
    examples
}

/// More pieces win.
fn majority(inputs: &[u16]) -> f32 {
    let own = inputs.iter().filter(|input| usize::from(**input) < SQUARES).count();
    let difference = own as f32 - (inputs.len() - own) as f32;
    1.0 / (1.0 + (-0.5 * difference).exp())
}

fn patterns(examples: &Examples) -> Patterns {
    let texts = ["a1 b1 c1 d1", "a1 b1 a2 b2", "a2 b2 c2"].map(str::to_owned);
    let set = PatternSet::read([WIDTH, WIDTH], Symmetries::Square, &texts).unwrap();
    Patterns::new(examples, set, 3, 2).unwrap()
}

fn shape(hidden: usize, phases: usize) -> NnueShape {
    NnueShape { hidden, phases, is_bucketed: false }
}

/// Boards on which a single piece of the second plane, the other side's of the first, selects one of two buckets.
fn bucketed_examples(count: u32) -> Examples {
    let mut rng = Rng::with_seed(5);
    let squares = (0..SQUARES).map(|square| ((square / 8) as u8, square % WIDTH > 1)).collect();
    let buckets = Some(InputBuckets { plane: 1, count: 2, squares });
    let flipped = (0..2 * SQUARES as u16).map(|input| input ^ SQUARES as u16).collect();
    let mut examples = Examples::new(InputEncoding { flipped, buckets, ..encoding() });
    for example in 0..count {
        let [own, other] = [0, SQUARES as u16].map(|plane| plane + rng.u16(0..SQUARES as u16));
        examples.push([own, other], rng.f32(), example);
    }
    examples
}

fn terms(count: u32) -> TermExamples {
    let mut rng = Rng::with_seed(5);
    let mut examples = TermExamples::new();
    for example in 0..count {
        let [material, mobility] = [0; 2].map(|_| f64::from(rng.i32(-300..300)));
        // The truth: material counts twice, mobility not at all, and the first side is half a unit ahead.
        let logit = (2.0 * material) / 250.0 + 0.5;
        let target = (1.0 / (1.0 + (-logit).exp())) as f32;
        examples.push([("material", material), ("mobility", mobility)], target, example);
    }
    examples
}

/// Weights away from where training starts, so that no derivative is zero by chance.
fn shaken(model: &dyn Model) -> Parameters {
    let mut rng = Rng::with_seed(9);
    let mut weights = model.start(3);
    let all = weights.0.iter_mut().flat_map(|parameter| &mut parameter.values);
    all.for_each(|weight| *weight += rng.f32() * 0.2 - 0.1);
    weights
}

/// Compares gradients with what the loss does when a weight is moved.
fn check_gradients(model: &dyn Model, count: u32) {
    // Small enough that hardly a neuron crosses the edge of its clamp, where there is no derivative to compare.
    const STEP: f32 = 4e-4;
    let all: Vec<u32> = (0..count).collect();
    let batch = Batch { examples: &all, noise: Some(17), threads: 2 };
    let weights = shaken(model);
    let mut gradient = weights.zeros();
    let loss = model.learn(&weights, batch, &mut gradient);
    assert!((loss - model.loss(&weights, batch)).abs() < 1e-6 * loss, "training and validation agree");
    let mut rng = Rng::with_seed(1);
    for slot in 0..weights.0.len() {
        for _ in 0..40.min(weights.0[slot].values.len()) {
            let index = rng.usize(0..weights.0[slot].values.len());
            let at = |step: f32| {
                let mut moved = weights.clone();
                moved.0[slot].values[index] += step;
                model.loss(&moved, batch)
            };
            let measured = (at(STEP) - at(-STEP)) / f64::from(2.0 * STEP);
            let found = f64::from(gradient.0[slot].values[index]);
            let allowed = 2e-3 * (1.0 + measured.abs() + found.abs());
            let name = &weights.0[slot].name;
            assert!((measured - found).abs() <= allowed, "{name}[{index}]: {found} is not {measured}");
        }
    }
}

#[test]
fn slopes_are_those_of_finite_differences() {
    let boards = examples(64, 2, majority);
    check_gradients(&patterns(&boards), 64);
    check_gradients(&Nnue::new(&boards, shape(24, 2), Symmetries::Square).unwrap(), 64);
    check_gradients(&Terms::new(&terms(64), 250.0), 64);
    let boards = bucketed_examples(64);
    let shape = NnueShape { is_bucketed: true, ..shape(24, 2) };
    check_gradients(&Nnue::new(&boards, shape, Symmetries::None).unwrap(), 64);
}

/// With mirrored buckets, a network says the same of a position and of its mirror image.
#[test]
fn mirrored_buckets_see_mirrored_positions_alike() {
    let mut boards = bucketed_examples(40);
    for example in 0..40 {
        let mirrored: Vec<u16> = boards.inputs(example).iter().map(|input| input ^ (WIDTH as u16 - 1)).collect();
        boards.push(mirrored, boards.target(example), 40 + example);
    }
    let model = Nnue::new(&boards, NnueShape { is_bucketed: true, ..shape(16, 1) }, Symmetries::None).unwrap();
    let weights = model.start(3);
    let loss = |example| model.loss(&weights, Batch { examples: &[example], noise: None, threads: 1 });
    let losses: Vec<f64> = (0..40).map(loss).collect();
    assert_eq!(losses, (40..80).map(loss).collect::<Vec<_>>());
    assert!(losses.iter().any(|other| (other - losses[0]).abs() > 1e-3), "all the same");
}

fn run(model: &dyn Model, boards: &Examples, schedule: &TrainingSchedule, threads: usize) -> TrainedWeights {
    let split = boards.split(schedule.validation, schedule.seed);
    train(model, &split, schedule, threads, None, &mut |_| ControlFlow::Continue(())).unwrap()
}

/// The loss of one who knows the shares of wins exactly.
fn least_loss(boards: &Examples, examples: &[u32]) -> f64 {
    let entropy = |example: &u32| {
        let share = f64::from(boards.target(*example));
        -share * share.ln() - (1.0 - share) * (1.0 - share).ln()
    };
    examples.iter().map(entropy).sum::<f64>() / examples.len() as f64
}

#[test]
fn a_known_function_is_learned() {
    let boards = examples(6000, 3, majority);
    let steps =
        TrainingSchedule { epochs: 30, batch: 256, rate: 0.02, last_rate: 0.0005, ..TrainingSchedule::default() };
    let schedule = TrainingSchedule { validation: 0.1, patience: 0, ..steps };
    let least = least_loss(&boards, &boards.split(schedule.validation, schedule.seed).validation);
    let patterns = run(&patterns(&boards), &boards, &schedule, 2);
    assert!(patterns.loss < least + 2e-3, "patterns: {} above {least}", patterns.loss);
    let nnue = run(&Nnue::new(&boards, shape(16, 1), Symmetries::None).unwrap(), &boards, &schedule, 2);
    assert!(nnue.loss < least + 5e-3, "nnue: {} above {least}", nnue.loss);
}

/// The multipliers that made the examples are found again.
#[test]
fn multipliers_are_found_again() {
    let examples = terms(4000);
    let model = Terms::new(&examples, 250.0);
    let schedule = TrainingSchedule {
        epochs: 60,
        batch: 256,
        rate: 0.05,
        last_rate: 0.0005,
        patience: 0,
        ..TrainingSchedule::default()
    };
    let split = examples.split(0.1, 1);
    let trained = train(&model, &split, &schedule, 1, None, &mut |_| ControlFlow::Continue(())).unwrap();
    let weights = model.exported(&trained.weights);
    assert_eq!(examples.names, ["material", "mobility"]);
    let found = [weights.values(0)[0], weights.values(0)[1], weights.values(1)[0]];
    for (found, truth) in found.into_iter().zip([2.0, 0.0, 125.0]) {
        assert!((found - truth).abs() < 0.02 * (1.0 + truth), "{found} is not {truth}");
    }
}

/// The loss of a model with these weights on the first examples.
fn loss_with(model: &dyn Model, weights: &Parameters) -> f64 {
    let all: Vec<u32> = (0..500).collect();
    model.loss(weights, Batch { examples: &all, noise: None, threads: 1 })
}

/// A trained network is the start of another one of its shape, or of a wider one: at first the logits are the same.
#[test]
fn training_starts_from_a_network() {
    let boards = examples(2000, 8, majority);
    let schedule = TrainingSchedule { epochs: 3, batch: 100, rate: 0.01, ..TrainingSchedule::default() };
    let nnue = |hidden| Nnue::new(&boards, shape(hidden, 2), Symmetries::None).unwrap();
    let (linear, narrow, wide) = (patterns(&boards), nnue(16), nnue(40));
    let pairs: [(&dyn Model, &dyn Model); 3] = [(&linear, &linear), (&narrow, &narrow), (&narrow, &wide)];
    for (old, new) in pairs {
        let network = run(old, &boards, &schedule, 1).weights;
        let weights = new.start_from(7, &network.tensors(), 1.0).unwrap();
        let (before, after) = (loss_with(old, &network), loss_with(new, &weights));
        assert!((before - after).abs() < 1e-4 * before, "{after} is not {before}");
        assert!(loss_with(new, &new.start(7)) > 1.01 * after, "a new network is worse");
        let trained = run(&Pretrained { model: new, weights }, &boards, &schedule, 1);
        assert!(loss_with(new, &trained.weights) < after, "it goes on learning");
    }
    let refused = narrow.start_from(7, &run(&wide, &boards, &schedule, 1).weights.tensors(), 1.0).unwrap_err();
    assert!(refused.contains("`input.weight` has the shape [32, 40]"), "{refused}");
    // As many numbers in all, in other phases or buckets, are no narrower network.
    let other = Nnue::new(&boards, shape(32, 1), Symmetries::None).unwrap().start(1).tensors();
    let refused = wide.start_from(7, &other, 1.0).unwrap_err();
    assert!(refused.contains("`output.weight` has the shape [1, 64]"), "{refused}");
    assert_eq!(linear.start_from(7, &narrow.start(1).tensors(), 1.0).unwrap_err(), "it has no `pattern.0`");
}

/// On another scale the same points are other logits.
#[test]
fn a_factor_multiplies_the_logits() {
    let boards = examples(500, 8, |_| 1.0);
    let nnue = Nnue::new(&boards, shape(16, 1), Symmetries::None).unwrap();
    let network = nnue.start(3).tensors();
    // The logit of a position that is sure to be won, from its loss ln(1 + e^-x).
    let logit = |factor: f32| {
        let weights = nnue.start_from(7, &network, factor).unwrap();
        let loss = nnue.loss(&weights, Batch { examples: &[0], noise: None, threads: 1 });
        -(loss.exp() - 1.0).ln()
    };
    assert!((logit(2.0) - 2.0 * logit(1.0)).abs() < 1e-4, "{} is not twice {}", logit(2.0), logit(1.0));
}

/// All weights as bits.
fn bits(weights: &Parameters) -> Vec<u32> {
    weights.0.iter().flat_map(|parameter| &parameter.values).map(|weight| weight.to_bits()).collect()
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let boards = examples(5000, 4, majority);
    let schedule = TrainingSchedule { epochs: 3, batch: 3000, rate: 0.01, ..TrainingSchedule::default() };
    let models: [&dyn Model; 2] = [&patterns(&boards), &Nnue::new(&boards, shape(40, 2), Symmetries::Mirror).unwrap()];
    for model in models {
        let [one, three] = [1, 3].map(|threads| run(model, &boards, &schedule, threads));
        assert_eq!(bits(&one.weights), bits(&three.weights));
        assert_eq!(one.loss.to_bits(), three.loss.to_bits());
    }
}

#[test]
fn an_interrupted_training_comes_to_the_same() {
    let boards = examples(2000, 6, majority);
    let schedule = TrainingSchedule { epochs: 6, batch: 300, rate: 0.01, ..TrainingSchedule::default() };
    let split = boards.split(schedule.validation, schedule.seed);
    let folder = tempfile::tempdir().unwrap();
    let models: [&dyn Model; 2] = [&patterns(&boards), &Nnue::new(&boards, shape(16, 1), Symmetries::None).unwrap()];
    for (number, model) in models.into_iter().enumerate() {
        let whole = run(model, &boards, &schedule, 2);
        let checkpoint = Checkpoint::new(folder.path().join(format!("{number}.checkpoint")), boards.fingerprint());
        // Broken off in the middle of the third epoch, and again after the fourth.
        let in_third = |progress: &TrainingProgress<'_>| progress.epochs.len() == 2 && progress.share > 0.5;
        let after_fourth = |progress: &TrainingProgress<'_>| progress.epochs.len() == 4;
        for is_end in [&in_third as &dyn Fn(&TrainingProgress<'_>) -> bool, &after_fourth] {
            let mut on_progress = |progress: &TrainingProgress<'_>| {
                if is_end(progress) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            };
            let part = train(model, &split, &schedule, 1, Some(&checkpoint), &mut on_progress).unwrap();
            assert!(part.is_interrupted);
        }
        let mut first = None;
        let mut on_progress = |progress: &TrainingProgress<'_>| {
            first.get_or_insert(progress.epochs.len());
            ControlFlow::Continue(())
        };
        let rest = train(model, &split, &schedule, 2, Some(&checkpoint), &mut on_progress).unwrap();
        assert_eq!(first, Some(4), "it resumes where it was");
        assert_eq!(bits(&rest.weights), bits(&whole.weights));
        assert_eq!(rest.epochs.len(), 6);
    }
}

#[test]
fn a_checkpoint_of_something_else_or_a_damaged_one_is_refused() {
    let boards = examples(300, 6, majority);
    let schedule = TrainingSchedule { epochs: 1, ..TrainingSchedule::default() };
    let split = boards.split(0.1, 1);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("checkpoint");
    let model = patterns(&boards);
    let go = |identity| {
        train(&model, &split, &schedule, 1, Some(&Checkpoint::new(&path, identity)), &mut |_| ControlFlow::Continue(()))
    };
    go(1).unwrap();
    assert!(go(2).unwrap_err().to_string().contains("another recipe"));
    let bytes = std::fs::read(&path).unwrap();
    let mut flipped = bytes.clone();
    let last = flipped.len() - 3;
    flipped[last] ^= 1;
    for damaged in [&bytes[..bytes.len() / 2], &flipped, b"nothing"] {
        std::fs::write(&path, damaged).unwrap();
        assert!(go(1).unwrap_err().to_string().contains("incomplete checkpoint"));
    }
}

/// Random targets: the validation loss soon rises, and the best weights are kept unless the last are wanted.
#[test]
fn it_ends_when_nothing_is_learned_any_more() {
    let nonsense = |inputs: &[u16]| inputs.iter().map(|input| input * input).sum::<u16>() % 7 > 2;
    let boards = examples(400, 7, |inputs| f32::from(u8::from(nonsense(inputs))));
    let steps = TrainingSchedule { epochs: 200, batch: 32, rate: 0.05, last_rate: 0.05, ..TrainingSchedule::default() };
    let schedule = TrainingSchedule { validation: 0.3, patience: 4, ..steps };
    let trained = run(&patterns(&boards), &boards, &schedule, 1);
    assert!(trained.epochs.len() < 200 && !trained.is_interrupted);
    let least = trained.epochs.iter().filter_map(|epoch| epoch.validation_loss).fold(f64::INFINITY, f64::min);
    assert_eq!(trained.loss.to_bits(), least.to_bits());
    let last = trained.epochs.last().and_then(|epoch| epoch.validation_loss).unwrap();
    assert!(last > least);
    let kept_last = run(&patterns(&boards), &boards, &TrainingSchedule { keep: Keep::Last, ..schedule }, 1);
    assert_eq!(kept_last.loss.to_bits(), last.to_bits());
    assert_ne!(bits(&kept_last.weights), bits(&trained.weights));
}

/// How many positions a second each trainer makes on one thread and on two; prints, and asserts nothing.
#[test]
#[ignore = "measures speed"]
fn speed() {
    let mut rng = Rng::with_seed(1);
    let inputs = 768;
    let mut boards = Examples::new(InputEncoding {
        name: "big".into(),
        width: 8,
        height: 8,
        planes: 12,
        max_active_features: 32,
        steps: 2,
        scale: 250.0,
        flipped: (0..inputs).map(|input| (input + 384) % 768).collect(),
        buckets: None,
    });
    for example in 0..100_000 {
        let count = rng.usize(8..32);
        let target = rng.f32();
        boards.push((0..count).map(|_| rng.u16(0..inputs)), target, example);
    }
    let schedule = TrainingSchedule { epochs: 2, validation: 0.0, ..TrainingSchedule::default() };
    for threads in [1, 2] {
        let model = Nnue::new(&boards, shape(256, 1), Symmetries::None).unwrap();
        let epochs = run(&model, &boards, &schedule, threads).epochs;
        for epoch in &epochs {
            println!("nnue 768->256x2, {threads} threads: {:.0} positions/s", epoch.positions as f64 / epoch.seconds);
        }
    }
}
