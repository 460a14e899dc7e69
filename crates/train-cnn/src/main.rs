//! Trains a convolutional network by a recipe, as `quevedo train` calls it.

mod progress;

use std::fs;
use std::path::PathBuf;
use std::time::SystemTime;

use anyhow::{Context as _, Result, bail, ensure};
use burn::tensor::Device;
use clap::Parser;
use quevedo_arena::utc_date;
use quevedo_core::hash::combine;
use quevedo_nets::WeightFile;
use quevedo_train::fit::{TargetMix, Symmetries};
use quevedo_train::recipe::{self, NetKind, Recipe};
use quevedo_train_cnn::checkpoint::Checkpoint;
use quevedo_train_cnn::learn::TrainingRun;
use quevedo_train_cnn::net::{Net, Shape};
use quevedo_train_cnn::positions::{Positions, images};

use crate::progress::Progress;

/// Trains a convolutional network on the processor. A training that was interrupted goes on after its last epoch, from
/// checkpoint.safetensors beside the weight file.
#[derive(Parser)]
#[command(version)]
struct Arguments {
    /// The recipe, as for `quevedo train`; its [data] and [test] are not looked at
    recipe: PathBuf,
    /// Folders of shards; may be repeated
    #[arg(long, required = true, num_args = 1..)]
    data: Vec<PathBuf>,
    /// The weight file to write
    #[arg(long)]
    out: PathBuf,
    /// A weight file of the same shape to begin with
    #[arg(long)]
    init: Option<PathBuf>,
    /// In place of the recipe's
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    epochs: Option<u32>,
    /// A line for every epoch; log.jsonl beside the weight file unless output otherwise
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
    let mut recipe = recipe::read(&arguments.recipe)?;
    recipe.train.epochs = arguments.epochs.unwrap_or(recipe.train.epochs);
    if recipe.net.kind != NetKind::Cnn {
        bail!("{}: [net] kind = \"{}\": this program trains \"cnn\"", arguments.recipe.display(), recipe.net.kind);
    }
    let target_mix = TargetMix { scale: recipe.scale(), result_share: recipe.train.result_share };
    let (positions, sees) = Positions::read(&arguments.data, target_mix)?;
    if sees != recipe.game.sees().name || positions.is_empty() {
        bail!("{} positions of `{sees}`: those of `{}` are wanted", positions.len(), recipe.game.sees().name);
    }
    let device = Device::flex().autodiff();
    let shape = shape(&recipe)?;
    let new = || shape.randomise(WeightFile::new(NetKind::Cnn, &sees, "", recipe.scale()), recipe.train.seed);
    let mut file = arguments.init.as_ref().map_or_else(|| Ok(new()), WeightFile::load)?;
    let net = Net::read(&file, &shape, &device)?;
    let identity = identity(&recipe, &positions, &file);
    let checkpoint = Checkpoint::new(arguments.out.with_file_name("checkpoint.safetensors"), identity);
    let lesson = TrainingRun {
        positions: &positions,
        shape: &shape,
        schedule: &recipe.train,
        policy_share: recipe.net.policy_share.unwrap_or(1.0),
        images: &images(recipe.net.symmetries.unwrap_or(Symmetries::None), &shape),
        device: &device,
    };
    let mut progress = Progress::new(&arguments.log(), recipe.train.epochs)?;
    let (net, loss) = lesson.run(net, Some(&checkpoint), &mut |news| progress.tell(&news))?;
    drop(progress);
    net.write(&mut file, &shape);
    describe(&mut file, &recipe, positions.len(), loss);
    file.save(&arguments.out)?;
    eprintln!("{}: loss {loss:.5}", arguments.out.display());
    Ok(())
}

/// What the network of a recipe looks like.
fn shape(recipe: &Recipe) -> Result<Shape> {
    let (sees, net) = (recipe.game.sees(), &recipe.net);
    let sizes = [("channels", net.channels), ("layers", net.layers)];
    for (key, size) in sizes.into_iter().chain([("value_planes", net.value_planes), ("hidden", net.hidden)]) {
        ensure!(size != Some(0), "[net] {key} = 0: at least 1 is wanted");
    }
    Ok(Shape {
        width: sees.width,
        height: sees.height,
        planes: sees.planes,
        steps: if net.policy.unwrap_or(false) { sees.steps } else { 0 },
        layers: net.layers.unwrap_or(3),
        channels: net.channels.unwrap_or(32),
        value_planes: net.value_planes.unwrap_or(2),
        hidden: net.hidden.unwrap_or(32),
    })
}

/// A number that changes with anything that decides the weights: the recipe, the data, and the weights at the start.
fn identity(recipe: &Recipe, positions: &Positions, start: &WeightFile) -> u64 {
    let Recipe { game, name, net, train, .. } = recipe;
    let text = format!("{} {name} {net:?} {train:?} {}", game.id, start.checksum());
    text.bytes().fold(positions.fingerprint(), |hash, byte| combine(hash, byte.into()))
}

/// The words that say where the network comes from.
fn describe(file: &mut WeightFile, recipe: &Recipe, positions: usize, loss: f64) {
    file.about = recipe.description(positions);
    file.scale = recipe.scale();
    let words = [
        ("recipe", recipe.name.clone()),
        ("data", positions.to_string()),
        ("seed", recipe.train.seed.to_string()),
        ("loss", format!("{loss:.6}")),
        ("made", utc_date(SystemTime::now()).replace('.', "-")),
    ];
    file.meta.extend(words.map(|(key, value)| (key.to_owned(), value)));
}
