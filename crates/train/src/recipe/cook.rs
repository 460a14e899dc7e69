//! The steps of a recipe, each of which goes on where it was.

use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use quevedo_arena::{Journal, JournalingPool, MatchResult, MatchSettings, WorkerPool, play_match};
use quevedo_catalog::EvalRef;
use quevedo_nets::WeightFile;
use serde::{Deserialize, Serialize};

use super::check::{RecipeError, with_eval};
use super::fitting::Fitting;
use super::plan::{Recipe, TestPlan};
use super::plot::loss_plot;
use super::report::{FitReport, Report, TestReport};
use crate::data::{self, DataError, ShardReader, generate};
use crate::fit::{Epoch, Moment};
use crate::trainer::{Training, check_trainer};

/// Where a recipe is cooked, and by whom.
pub struct Kitchen<'a> {
    /// The file of the recipe, for trainers that are programs of their own.
    pub recipe: &'a Path,
    /// The folder of all that is made.
    pub out: &'a Path,
    /// Those who play.
    pub pool: &'a dyn WorkerPool,
    /// How many threads learn.
    pub threads: usize,
}

/// What happens in a kitchen.
#[derive(Debug)]
pub enum News<'a> {
    /// Games are played to learn from.
    Data(&'a data::Progress),
    /// Positions are read; so many.
    Reading(usize),
    /// It learns.
    Fit(&'a Moment<'a>),
    /// Another program learns.
    Trainer,
    /// The weights are there from an earlier run.
    Kept(&'a Path),
    /// The match at the end is played.
    Test(&'a MatchResult),
}

/// Told what happens.
pub(super) type Watch<'a> = &'a mut dyn FnMut(&News<'_>);

/// Cooks a recipe to its end, or to its end from where it was.
pub fn cook(recipe: &Recipe, kitchen: &Kitchen<'_>, watch: Watch<'_>) -> Result<Report, RecipeError> {
    let path = kitchen.out.join(format!("{}.qnet", recipe.name));
    check_kitchen(recipe)?;
    fs::create_dir_all(kitchen.out).map_err(|error| RecipeError::file(kitchen.out, error))?;
    let folders = make_data(recipe, kitchen, watch)?;
    let (file, epochs) = make_net(recipe, kitchen, &folders, &path, watch)?;
    write(&kitchen.out.join("loss.svg"), &loss_plot(&recipe.name, &epochs))?;
    let mut report = Report {
        name: recipe.name.clone(),
        game: recipe.game.id().into(),
        kind: recipe.net.kind.to_string(),
        file: path.display().to_string(),
        weights: file.checksum(),
        fit: fit_report(&file, &epochs),
        test: None,
    };
    let report_path = kitchen.out.join("report.json");
    write_json(&report_path, &report)?;
    if let Some(test) = &recipe.test {
        report.test = Some(play_test(recipe, test, kitchen, &report, watch)?);
        write_json(&report_path, &report)?;
    }
    Ok(report)
}

/// Refuses a trainer that cannot be started, before anything is made.
fn check_kitchen(recipe: &Recipe) -> Result<(), RecipeError> {
    if recipe.has_trainer() {
        check_trainer(recipe.net.trainer.as_deref())?;
    }
    Ok(())
}

/// The folders of shards to learn from.
fn make_data(recipe: &Recipe, kitchen: &Kitchen<'_>, watch: Watch<'_>) -> Result<Vec<PathBuf>, RecipeError> {
    let Some(plan) = recipe.data_plan() else { return Ok(recipe.data.shards.clone()) };
    let folder = kitchen.out.join("data");
    generate(&plan, recipe.data.games, &folder, kitchen.pool, &mut |progress| watch(&News::Data(progress)))?;
    Ok(vec![folder])
}

/// The weights and what the epochs came to, from an earlier run if it was to its end.
fn make_net(
    recipe: &Recipe,
    kitchen: &Kitchen<'_>,
    folders: &[PathBuf],
    path: &Path,
    watch: Watch<'_>,
) -> Result<(WeightFile, Vec<Epoch>), RecipeError> {
    let log = kitchen.out.join("log.jsonl");
    let reader = ShardReader::open(folders)?;
    check_game(recipe, &reader)?;
    let identity = identity(recipe, &reader);
    if let Some(file) = known(path, &identity) {
        watch(&News::Kept(path));
        return Ok((file, read_log(&log)));
    }
    if recipe.has_trainer() {
        watch(&News::Trainer);
        let trainer = recipe.net.trainer.as_deref();
        Training { trainer, recipe: kitchen.recipe, data: folders, init: None, out: path }.run()?;
        let file = signed(WeightFile::load(path)?, &identity, kitchen, &reader);
        file.save(path)?;
        return Ok((file, read_log(&log)));
    }
    watch(&News::Reading(reader.positions()));
    let checkpoint = kitchen.out.join("checkpoint.safetensors");
    let fitting = Fitting { recipe, reader: &reader, checkpoint: &checkpoint, threads: kitchen.threads };
    let mut logged = Ok(());
    let fitted = fitting.fit(&mut |moment| {
        if moment.share == 0.0 && logged.is_ok() {
            logged = write_log(&log, moment.epochs);
        }
        watch(&News::Fit(moment));
    })?;
    logged?;
    write_log(&log, &fitted.trained.epochs)?;
    let file = signed(fitted.file, &identity, kitchen, &reader);
    file.save(path)?;
    debug_assert_eq!(fitted.positions, reader.positions());
    Ok((file, fitted.trained.epochs))
}

/// The weights with what they were made by.
fn signed(file: WeightFile, identity: &str, kitchen: &Kitchen<'_>, reader: &ShardReader) -> WeightFile {
    let command = format!("quevedo train {}", kitchen.recipe.display());
    let file = file.with("identity", identity).with("command", command);
    match reader.player() {
        Some(player) => file.with("player", player).with("games", reader.games()),
        None => file,
    }
}

fn check_game(recipe: &Recipe, reader: &ShardReader) -> Result<(), RecipeError> {
    let (path, head) = &reader.files()[0];
    let wanted = recipe.game.input_spec().name;
    if head.sees == wanted {
        return Ok(());
    }
    let (path, found) = (path.display().to_string(), head.sees.clone());
    Err(DataError::OtherGame { path, found, wanted: wanted.into() }.into())
}

/// What the weights are made by: the recipe, and the data.
fn identity(recipe: &Recipe, reader: &ShardReader) -> String {
    format!("{:016x}-{:08x}", recipe.fingerprint(), reader.fingerprint())
}

fn known(path: &Path, identity: &str) -> Option<WeightFile> {
    let file = WeightFile::load(path).ok()?;
    (file.text("identity").ok()? == identity).then_some(file)
}

fn fit_report(file: &WeightFile, epochs: &[Epoch]) -> FitReport {
    let seconds: f64 = epochs.iter().map(|epoch| epoch.seconds).sum();
    FitReport {
        positions: file.number("data").unwrap_or_default(),
        epochs: epochs.len() as u32,
        seed: file.number("seed").unwrap_or_default(),
        loss: file.number("loss").unwrap_or(f64::NAN),
        seconds: (seconds * 1000.0).round() / 1000.0,
    }
}

/// What decides the games of a match at the end.
#[derive(PartialEq, Serialize, Deserialize)]
struct TestIdentity {
    weights: String,
    test: TestPlan,
}

fn play_test(
    recipe: &Recipe,
    test: &TestPlan,
    kitchen: &Kitchen<'_>,
    report: &Report,
    watch: Watch<'_>,
) -> Result<TestReport, RecipeError> {
    let evals = [EvalRef::File(PathBuf::from(&report.file)), EvalRef::new(&test.against)];
    let [new, old] = evals.map(|eval| with_eval(&test.player, eval));
    let players = [new?, old?];
    let settings = MatchSettings { conditions: test.conditions(&recipe.game), players, games: test.games };
    settings.check()?;
    let identity = TestIdentity { weights: report.weights.clone(), test: test.clone() };
    // Other weights are another match.
    let path = kitchen.out.join(format!("match-{}.jsonl", &report.weights[..8.min(report.weights.len())]));
    let (journal, known) = Journal::open(&path, &identity)?;
    let pool = JournalingPool::new(kitchen.pool, journal);
    let result = play_match(&settings, &pool, known, |_, _, result| {
        watch(&News::Test(result));
        ControlFlow::Continue(())
    });
    pool.close()?;
    Ok(TestReport::new(settings.players.map(|player| player.to_string()), &result?))
}

fn write_log(path: &Path, epochs: &[Epoch]) -> Result<(), RecipeError> {
    let lines = epochs.iter().filter_map(|epoch| serde_json::to_string(epoch).ok());
    write(path, &lines.map(|line| line + "\n").collect::<String>())
}

/// What is there of a log; it is told to people, and decides nothing.
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
