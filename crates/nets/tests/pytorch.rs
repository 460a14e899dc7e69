//! Networks written by `PyTorch` give the same results here: `training/fixtures.py` made the files.

use quevedo_core::{Game, Notation};
use quevedo_games::Connect4;
use quevedo_nets::WeightFile;
use quevedo_nets::cnn::Cnn;
use quevedo_nets::nnue::Nnue;

type Board = Connect4<7, 6>;

/// The error of quantization, in log-odds and in probability.
const ERROR: f32 = 0.01;
/// The same of the NNUE, whose output weights are quantized to 1/64.
const NNUE_ERROR: f32 = 0.05;
/// The scale of both nets: points for one unit of log-odds.
const SCALE: f32 = 1000.0;

fn file(name: &str) -> WeightFile {
    WeightFile::load(format!("{}/tests/data/{name}", env!("CARGO_MANIFEST_DIR"))).expect("a weight file")
}

fn number(text: &str) -> f32 {
    text.parse().expect("a number")
}

#[test]
fn results_equal_those_of_pytorch() {
    let cnn = Cnn::<Board>::new(&file("pytorch-cnn.qnet")).expect("a cnn");
    let nnue = Nnue::<Board>::new(&file("pytorch-nnue.qnet")).expect("an nnue");
    for line in include_str!("data/pytorch.tsv").lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [columns, sparse, value, priors] = fields[..] else { panic!("four fields: {line}") };
        let position = Board::parse(if columns == "-" { "" } else { columns }).expect("a position");
        let score = nnue.evaluate(&position) as f32 / SCALE;
        assert!((score - number(sparse)).abs() < NNUE_ERROR, "nnue in {columns}: {score}, not {sparse}");
        let logit = cnn.logit(&position);
        assert!((logit - number(value)).abs() < ERROR, "cnn in {columns}: {logit}, not {value}");
        let moves = position.legal_moves();
        let mut found = vec![0.0; moves.len()];
        assert!(cnn.priors(&position, &moves, &mut found));
        for entry in priors.split(' ') {
            let (column, prior) = entry.split_once(':').expect("column and prior");
            let index = moves.iter().position(|mv| position.show_move(*mv) == column).expect("a legal move");
            let found = found[index];
            assert!((found - number(prior)).abs() < ERROR, "{columns} then {column}: {found}, not {prior}");
        }
    }
}
