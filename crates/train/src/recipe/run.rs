//! The steps of a recipe. Each of them resumes where it was interrupted.

use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use quevedo_arena::{Journal, JournalingPool, MatchResult, MatchSettings, WorkerPool, play_match};
use quevedo_catalog::EvalRef;
use quevedo_nets::WeightFile;
use serde::{Deserialize, Serialize};

use super::check::{RecipeError, with_eval};
use super::plan::{Recipe, TestPlan};
use super::plot::loss_plot;
use super::report::{RecipeReport, TestReport, TrainingReport};
use super::training_job::TrainingJob;
use crate::data::{self, DataError, ShardReader, generate};
use crate::fit::{Epoch, TrainingProgress};
use crate::trainer::{ExternalTraining, check_trainer};

/// Where a recipe runs, and with which resources.
pub struct RunContext<'a> {
    /// The file of the recipe, for external trainers.
    pub recipe: &'a Path,
    /// The output folder.
    pub out: &'a Path,
    /// Plays the games.
    pub pool: &'a dyn WorkerPool,
    /// The number of training threads.
    pub threads: usize,
}

/// What happens while a recipe runs.
#[derive(Debug)]
pub enum Event<'a> {
    /// Games are played for training data.
    Data(&'a data::DataProgress),
    /// Positions are read; how many.
    Reading(usize),
    /// The network is trained here.
    Training(&'a TrainingProgress<'a>),
    /// The network is trained by an external program.
    ExternalTrainer,
    /// The weights of an earlier run are reused.
    Reused(&'a Path),
    /// The match at the end is played.
    Test(&'a MatchResult),
}

/// Called with every event.
pub(super) type OnEvent<'a> = &'a mut dyn FnMut(&Event<'_>);

/// Runs a recipe to its end. An interrupted run continues where it was.
pub fn run(recipe: &Recipe, context: &RunContext<'_>, on_event: OnEvent<'_>) -> Result<RecipeReport, RecipeError> {
    if recipe.has_trainer() {
        check_trainer(recipe.net.trainer())?;
    }
    let path = context.out.join(format!("{}.qnet", recipe.name));
    fs::create_dir_all(context.out).map_err(|error| RecipeError::file(context.out, error))?;
    let folders = make_data(recipe, context, on_event)?;
    let (file, epochs) = make_net(recipe, context, &folders, &path, on_event)?;
    write(&context.out.join("loss.svg"), &loss_plot(&recipe.name, &epochs))?;
    let mut report = RecipeReport {
        name: recipe.name.clone(),
        game: recipe.game.id().into(),
        kind: recipe.net.kind().to_string(),
        file: path.display().to_string(),
        weights: file.checksum(),
        fit: training_report(&file, &epochs),
        test: None,
    };
    let report_path = context.out.join("report.json");
    write_json(&report_path, &report)?;
    if let Some(test) = &recipe.test {
        report.test = Some(play_test(recipe, test, context, &path, &report.weights, on_event)?);
        write_json(&report_path, &report)?;
    }
    Ok(report)
}

/// The folders of shards to learn from.
fn make_data(recipe: &Recipe, context: &RunContext<'_>, on_event: OnEvent<'_>) -> Result<Vec<PathBuf>, RecipeError> {
    let Some(plan) = recipe.data_plan() else { return Ok(recipe.data.shards.clone()) };
    let folder = context.out.join("data");
    generate(&plan, recipe.data.games, &folder, context.pool, &mut |progress| on_event(&Event::Data(progress)))?;
    Ok(vec![folder])
}

/// The weights and the log of epochs; those of an earlier run, if it was finished.
fn make_net(
    recipe: &Recipe,
    context: &RunContext<'_>,
    folders: &[PathBuf],
    path: &Path,
    on_event: OnEvent<'_>,
) -> Result<(WeightFile, Vec<Epoch>), RecipeError> {
    let log = context.out.join("log.jsonl");
    let reader = ShardReader::open(folders)?;
    check_game(recipe, &reader)?;
    let identity = identity(recipe, &reader)?;
    if let Some(file) = known(path, &identity) {
        on_event(&Event::Reused(path));
        return Ok((file, read_log(&log)));
    }
    if recipe.has_trainer() {
        on_event(&Event::ExternalTrainer);
        let trainer = recipe.net.trainer();
        ExternalTraining {
            trainer,
            recipe: context.recipe,
            data: folders,
            init: recipe.train.init.as_deref(),
            out: path,
        }
        .run()?;
        let file = signed(WeightFile::load(path)?, &identity, context, &reader);
        file.save(path)?;
        return Ok((file, read_log(&log)));
    }
    on_event(&Event::Reading(reader.positions()));
    let checkpoint = context.out.join("checkpoint.safetensors");
    let job = TrainingJob { recipe, reader: &reader, checkpoint: &checkpoint, threads: context.threads };
    let mut logged = Ok(());
    let trained = job.run(&mut |progress| {
        if progress.share == 0.0 && logged.is_ok() {
            logged = write_log(&log, progress.epochs);
        }
        on_event(&Event::Training(progress));
    })?;
    logged?;
    write_log(&log, &trained.epochs)?;
    let file = signed(trained.file, &identity, context, &reader);
    file.save(path)?;
    Ok((file, trained.epochs))
}

/// The weights with their origin in the metadata.
fn signed(file: WeightFile, identity: &str, context: &RunContext<'_>, reader: &ShardReader) -> WeightFile {
    let command = format!("quevedo train {}", context.recipe.display());
    let file = file.with("identity", identity).with("command", command);
    match reader.player() {
        Some(player) => file.with("player", player).with("games", reader.games()),
        None => file,
    }
}

fn check_game(recipe: &Recipe, reader: &ShardReader) -> Result<(), RecipeError> {
    let (path, head) = &reader.files()[0];
    let wanted = recipe.game.input_spec().name;
    if head.encoding == wanted {
        return Ok(());
    }
    let (path, found) = (path.display().to_string(), head.encoding.clone());
    Err(DataError::OtherGame { path, found, wanted: wanted.into() }.into())
}

/// Identifies everything that decides the weights: the recipe and the data.
fn identity(recipe: &Recipe, reader: &ShardReader) -> Result<String, RecipeError> {
    Ok(format!("{:016x}-{:08x}", recipe.fingerprint()?, reader.fingerprint()))
}

fn known(path: &Path, identity: &str) -> Option<WeightFile> {
    let file = WeightFile::load(path).ok()?;
    (file.text("identity").ok()? == identity).then_some(file)
}

fn training_report(file: &WeightFile, epochs: &[Epoch]) -> TrainingReport {
    let seconds: f64 = epochs.iter().map(|epoch| epoch.seconds).sum();
    TrainingReport {
        positions: file.number("data").unwrap_or_default(),
        epochs: epochs.len() as u32,
        seed: file.number("seed").unwrap_or_default(),
        loss: file.number("loss").unwrap_or(f64::NAN),
        seconds: (seconds * 1000.0).round() / 1000.0,
    }
}

/// Identifies the games of the match at the end.
#[derive(PartialEq, Serialize, Deserialize)]
struct TestIdentity {
    weights: String,
    test: TestPlan,
}

fn play_test(
    recipe: &Recipe,
    test: &TestPlan,
    context: &RunContext<'_>,
    weights: &Path,
    checksum: &str,
    on_event: OnEvent<'_>,
) -> Result<TestReport, RecipeError> {
    let evals = [EvalRef::File(weights.to_owned()), EvalRef::new(&test.against)];
    let [new, old] = evals.map(|eval| with_eval(&test.player, eval));
    let players = [new?, old?];
    let settings = MatchSettings::new(test.conditions(&recipe.game), players, test.games);
    settings.check()?;
    let identity = TestIdentity { weights: checksum.into(), test: test.clone() };
    // A match of other weights has another journal.
    let path = context.out.join(format!("match-{}.jsonl", &checksum[..8.min(checksum.len())]));
    let (journal, known) = Journal::open(&path, &identity)?;
    let pool = JournalingPool::new(context.pool, journal);
    let result = play_match(&settings, &pool, known, |_, _, result| {
        on_event(&Event::Test(result));
        ControlFlow::Continue(())
    });
    pool.close()?;
    Ok(TestReport::new(settings.players.map(|player| player.to_string()), &result?))
}

fn write_log(path: &Path, epochs: &[Epoch]) -> Result<(), RecipeError> {
    let lines = epochs.iter().filter_map(|epoch| serde_json::to_string(epoch).ok());
    write(path, &lines.map(|line| line + "\n").collect::<String>())
}

/// The epochs of a log. Lines that cannot be read are skipped: a log only informs people.
pub(crate) fn read_log(path: &Path) -> Vec<Epoch> {
    let text = fs::read_to_string(path).unwrap_or_default();
    text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect()
}

fn write_json(path: &Path, value: &impl Serialize) -> Result<(), RecipeError> {
    let text = serde_json::to_string_pretty(value).map_err(|error| RecipeError::file(path, error.into()))?;
    write(path, &(text + "\n"))
}

fn write(path: &Path, text: &str) -> Result<(), RecipeError> {
    fs::write(path, text).map_err(|error| RecipeError::file(path, error))
}
