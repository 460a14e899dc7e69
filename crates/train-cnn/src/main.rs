//! Trains a convolutional network by a recipe, as `quevedo train` calls it.

mod progress;

use std::fs;
use std::path::PathBuf;
use std::time::SystemTime;

use anyhow::{Context as _, Result, bail, ensure};
use burn::tensor::Device;
use clap::Parser;
use quevedo_arena::utc_date;
use quevedo_catalog::Catalog;
use quevedo_core::hash::combine;
use quevedo_nets::{NetKind, WeightFile};
use quevedo_train::data::ShardReader;
use quevedo_train::fit::{InputEncoding, Symmetries, TargetMix};
use quevedo_train::recipe::{self, CnnPlan, NetPlan, Recipe};
use quevedo_train_cnn::checkpoint::Checkpoint;
use quevedo_train_cnn::learn::TrainingRun;
use quevedo_train_cnn::net::{Net, Shape};
use quevedo_train_cnn::positions::{Positions, images};

use crate::progress::Progress;

/// Trains a convolutional network on the processor. An interrupted training resumes after its last epoch, from
/// checkpoint.safetensors in the folder of the weight file.
#[derive(Parser)]
#[command(version)]
struct Arguments {
    /// The recipe, as for `quevedo train`; its [data] and [test] are ignored
    recipe: PathBuf,
    /// Folders of shards; may be repeated
    #[arg(long, required = true, num_args = 1..)]
    data: Vec<PathBuf>,
    /// The weight file to write
    #[arg(long)]
    out: PathBuf,
    /// Initial weights: a weight file of the same shape
    #[arg(long)]
    init: Option<PathBuf>,
    /// The number of epochs; by default that of the recipe
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    epochs: Option<u32>,
    /// The log, a line for every epoch; by default log.jsonl in the folder of the weight file
    #[arg(long)]
    log: Option<PathBuf>,
}

impl Arguments {
    fn log(&self) -> PathBuf {
        self.log.clone().unwrap_or_else(|| self.out.with_file_name("log.jsonl"))
    }
}

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    if let Some(folder) = arguments.out.parent() {
        fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    }
    let mut recipe = recipe::read_unresolved(&arguments.recipe)?;
    recipe.train.epochs = arguments.epochs.unwrap_or(recipe.train.epochs);
    let NetPlan::Cnn(plan) = &recipe.net else {
        bail!("{}: [net] kind = \"{}\": this program trains \"cnn\"", arguments.recipe.display(), recipe.net.kind());
    };
    let reader = ShardReader::open(&arguments.data)?;
    let encoding = encoding(&recipe.game, &reader)?;
    let scale = plan.scale.unwrap_or(encoding.scale as f32);
    let positions = Positions::read(&reader, TargetMix { scale, result_share: recipe.train.result_share })?;
    let shape = shape(plan, &encoding)?;
    let device = Device::flex().autodiff();
    let new = || shape.randomise(WeightFile::new(NetKind::Cnn, &encoding.name, "", scale), recipe.train.seed);
    let mut file = arguments.init.as_ref().map_or_else(|| Ok(new()), WeightFile::load)?;
    let net = Net::read(&file, &shape, &device)?;
    let identity = identity(&recipe, &positions, &file);
    let checkpoint = Checkpoint::new(arguments.out.with_file_name("checkpoint.safetensors"), identity);
    let training = TrainingRun {
        positions: &positions,
        shape: &shape,
        schedule: &recipe.train,
        policy_share: plan.policy_share,
        images: &images(plan.symmetries, &shape),
        device: &device,
    };
    let mut progress = Progress::new(&arguments.log(), recipe.train.epochs)?;
    let (net, loss) = training.run(net, Some(&checkpoint), &mut |event| progress.show(&event))?;
    drop(progress);
    net.write(&mut file, &shape);
    file.scale = scale;
    describe(&mut file, &recipe, positions.len(), loss);
    file.save(&arguments.out)?;
    eprintln!("{}: loss {loss:.5}", arguments.out.display());
    Ok(())
}

/// The encoding of the positions: as their folder describes it, or that of the game.
fn encoding(game: &str, reader: &ShardReader) -> Result<InputEncoding> {
    let found = &reader.head().encoding;
    let (catalog, described) = (Catalog::standard(), reader.encoding());
    let encoding = match (catalog.find(game), described) {
        (Ok(game), _) => InputEncoding::of(game),
        (Err(_), Some(encoding)) => encoding,
        (Err(error), None) => bail!("{error}, and no folder of the data has an encoding.json"),
    };
    let wanted = &encoding.name;
    ensure!(found == wanted, "positions of the input encoding `{found}`: `{wanted}` is needed for game = \"{game}\"");
    Ok(encoding)
}

/// The shape of the network of a recipe.
fn shape(plan: &CnnPlan, encoding: &InputEncoding) -> Result<Shape> {
    let is_square = encoding.width == encoding.height;
    ensure!(plan.symmetries != Symmetries::Square || is_square, "[net] symmetries: `square` needs a square board");
    Ok(Shape {
        width: encoding.width,
        height: encoding.height,
        planes: encoding.planes,
        steps: if plan.policy { encoding.steps } else { 0 },
        layers: plan.layers,
        channels: plan.channels,
        value_planes: plan.value_planes,
        hidden: plan.hidden,
    })
}

/// A hash of everything that decides the weights: the recipe, the data, and the initial weights.
fn identity(recipe: &Recipe<String>, positions: &Positions, start: &WeightFile) -> u64 {
    let Recipe { game, name, net, train, .. } = recipe;
    let text = serde_json::json!([game, name, net, train, start.checksum()]).to_string();
    text.bytes().fold(positions.fingerprint(), |hash, byte| combine(hash, byte.into()))
}

/// Adds the metadata that says where the network comes from.
fn describe(file: &mut WeightFile, recipe: &Recipe<String>, positions: usize, loss: f64) {
    file.about = recipe.description(positions);
    let metadata = [
        ("recipe", recipe.name.clone()),
        ("data", positions.to_string()),
        ("seed", recipe.train.seed.to_string()),
        ("loss", format!("{loss:.6}")),
        ("made", utc_date(SystemTime::now()).replace('.', "-")),
    ];
    file.meta.extend(metadata.map(|(key, value)| (key.to_owned(), value)));
}
