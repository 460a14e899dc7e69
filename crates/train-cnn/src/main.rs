//! Trains a convolutional network by a recipe, as `quevedo train` calls it.

use std::fs::{self, File};
use std::io::Write as _;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use burn::tensor::Device;
use clap::Parser;
use quevedo_nets::WeightFile;
use quevedo_train::fit::{Aim, Symmetries};
use quevedo_train::recipe::{self, NetKind, Recipe};
use quevedo_train_cnn::learn::{Lesson, News};
use quevedo_train_cnn::net::{Net, Shape};
use quevedo_train_cnn::positions::{Positions, images};

/// Progress is told this often.
const TELL_EVERY: Duration = Duration::from_secs(2);

/// Trains a convolutional network on the processor.
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
    #[arg(long)]
    epochs: Option<u32>,
    /// A line for every epoch; log.jsonl beside the weight file unless said otherwise
    #[arg(long)]
    log: Option<PathBuf>,
}

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let mut recipe = recipe::read(&arguments.recipe)?;
    recipe.train.epochs = arguments.epochs.unwrap_or(recipe.train.epochs);
    if recipe.net.kind != NetKind::Cnn {
        bail!("{}: [net] kind = \"{}\": this program trains \"cnn\"", arguments.recipe.display(), recipe.net.kind);
    }
    let aim = Aim { scale: recipe.scale(), result_share: recipe.train.result_share };
    let (positions, sees) = Positions::read(&arguments.data, aim)?;
    if sees != recipe.game.sees().name || positions.is_empty() {
        bail!("{} positions of `{sees}`: those of `{}` are wanted", positions.len(), recipe.game.sees().name);
    }
    let device = Device::flex().autodiff();
    let shape = shape(&recipe);
    let new = || shape.randomise(WeightFile::new("cnn", &sees, "", recipe.scale()), recipe.train.seed);
    let mut file = arguments.init.as_ref().map_or_else(|| Ok(new()), WeightFile::load)?;
    let net = Net::read(&file, &shape, &device)?;
    let symmetries = recipe.net.symmetries.unwrap_or(Symmetries::None);
    if symmetries == Symmetries::Square && shape.width != shape.height {
        bail!("{}: [net] symmetries = \"square\" needs a square board", arguments.recipe.display());
    }
    let lesson = Lesson {
        positions: &positions,
        shape: &shape,
        course: &recipe.train,
        policy_share: recipe.net.policy_share.unwrap_or(1.0),
        images: &images(symmetries, &shape),
        device: &device,
    };
    let (net, loss) = lesson.run(net, &mut teller(&arguments, recipe.train.epochs)?);
    net.write(&mut file, &shape);
    describe(&mut file, &recipe, positions.len(), loss);
    file.save(&arguments.out)?;
    eprintln!("{}: loss {loss:.5}", arguments.out.display());
    Ok(())
}

/// What the network of a recipe looks like.
fn shape(recipe: &Recipe) -> Shape {
    let (sees, net) = (recipe.game.sees(), &recipe.net);
    Shape {
        width: sees.width,
        height: sees.height,
        planes: sees.planes,
        steps: if net.policy.unwrap_or(false) { sees.steps } else { 0 },
        layers: net.layers.unwrap_or(3),
        channels: net.channels.unwrap_or(32),
        value_planes: net.value_planes.unwrap_or(2),
        hidden: net.hidden.unwrap_or(32),
    }
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
    ];
    file.meta.extend(words.map(|(key, value)| (key.to_owned(), value)));
}

/// Tells of progress on standard error, and of every epoch in the log.
fn teller(arguments: &Arguments, epochs: u32) -> Result<impl FnMut(News<'_>) + use<>> {
    let path = arguments.log.clone().unwrap_or_else(|| arguments.out.with_file_name("log.jsonl"));
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    }
    let mut log = File::create(&path).with_context(|| path.display().to_string())?;
    let (mut told, mut epoch) = (Instant::now(), 1);
    Ok(move |news: News<'_>| match news {
        News::Step(share, loss) if told.elapsed() >= TELL_EVERY => {
            told = Instant::now();
            eprintln!("epoch {epoch}/{epochs}: {:.0} %, loss {loss:.5}", 100.0 * share);
        }
        News::Step(..) => {}
        News::Epoch(line) => {
            let apart = line.validation_loss.map_or(String::new(), |loss| format!(", apart {loss:.5}"));
            let speed = line.positions as f64 / line.seconds.max(0.001);
            eprintln!("epoch {}/{epochs}: loss {:.5}{apart}, {speed:.0} positions/s", line.epoch, line.loss);
            epoch = line.epoch + 1;
            let text = serde_json::to_string(line).expect("plain data can be written");
            // A full disk must not end a training that has come this far.
            let _ = writeln!(log, "{text}");
        }
    })
}
