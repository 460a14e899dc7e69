//! Reads recipes from files. Errors name the line.

use std::io;
use std::ops::Range;
use std::path::Path;

use quevedo_arena::{JournalError, MatchError};
use quevedo_catalog::{Catalog, EvalRef, PlayerSpec, SpecError};
use quevedo_nets::{NetError, cnn};
use serde::Deserialize;
use thiserror::Error;
use toml::Spanned;
use toml::de::{DeTable, DeValue, ValueDeserializer};

use super::plan::{CnnPlan, NetPlan, NnuePlan, PatternsPlan, Recipe, TermsPlan, TestPlan};
use crate::TrainerError;
use crate::data::DataError;
use crate::fit::{CheckpointError, LANES, PatternSet, Symmetries, TrainingSchedule};

const MAX_NEURONS: usize = 4096;
const MAX_PHASES: usize = 64;
const MAX_EPOCHS: u32 = 100_000;
const MAX_SIBLING_MOVES: u32 = 1000;

/// Why a recipe cannot be read, or not be run to its end.
#[derive(Debug, Error)]
pub enum RecipeError {
    /// A file or folder cannot be read or written.
    #[error("{path}: {error}")]
    File {
        /// The path.
        path: String,
        /// What is wrong with it.
        error: io::Error,
    },
    /// Something in the recipe is wrong.
    #[error("{path}: line {line}: {problem}")]
    Line {
        /// The recipe.
        path: String,
        /// The line, from 1.
        line: usize,
        /// What is wrong, and what would be right.
        problem: String,
    },
    /// The data cannot be made or read.
    #[error(transparent)]
    Data(#[from] DataError),
    /// The training cannot resume.
    #[error("{0}, or choose another --out")]
    Checkpoint(#[from] CheckpointError),
    /// The weights cannot be written or read.
    #[error(transparent)]
    Net(#[from] NetError),
    /// The match cannot be played.
    #[error(transparent)]
    Match(#[from] MatchError),
    /// The journal of the match cannot be used.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// An evaluator or a position cannot be used.
    #[error("{0}")]
    Unusable(String),
    /// The external trainer failed.
    #[error(transparent)]
    Trainer(#[from] TrainerError),
}

impl From<SpecError> for RecipeError {
    fn from(error: SpecError) -> Self {
        Self::Match(error.into())
    }
}

impl RecipeError {
    pub(super) fn file(path: &Path, error: io::Error) -> Self {
        Self::File { path: path.display().to_string(), error }
    }
}

/// Reads a recipe, resolves its game, and refuses a recipe that cannot be run.
pub fn read(path: &Path, catalog: &Catalog) -> Result<Recipe, RecipeError> {
    let source = Source::open(path)?;
    let recipe = source.parse()?;
    let game = catalog.find(&recipe.game).map_err(|error| source.error(find(&source.text, "", "game"), &error))?;
    let recipe = recipe.with_game(game.clone());
    check(&recipe).map_err(|wrong| source.wrong(&wrong))?;
    Ok(recipe)
}

/// Reads a recipe of a convolutional network without its game: for trainers that know the game only by the encoding of
/// its data.
pub fn read_unresolved(path: &Path) -> Result<Recipe<String>, RecipeError> {
    let source = Source::open(path)?;
    let recipe = source.parse()?;
    let checked = match &recipe.net {
        NetPlan::Cnn(net) => check_scale(net.scale).and_then(|()| check_cnn(net)),
        NetPlan::Nnue(_) | NetPlan::Patterns(_) | NetPlan::Terms(_) => Ok(()),
    };
    checked.and_then(|()| check_schedule(&recipe.train)).map_err(|wrong| source.wrong(&wrong))?;
    Ok(recipe)
}

/// The text of a recipe.
struct Source {
    path: String,
    text: String,
}

impl Source {
    fn open(path: &Path) -> Result<Self, RecipeError> {
        let text = std::fs::read_to_string(path).map_err(|error| RecipeError::file(path, error))?;
        Ok(Self { path: path.display().to_string(), text })
    }

    fn error(&self, line: usize, problem: &impl ToString) -> RecipeError {
        RecipeError::Line { path: self.path.clone(), line, problem: problem.to_string() }
    }

    fn parse(&self) -> Result<Recipe<String>, RecipeError> {
        toml::from_str(&self.text).map_err(|error| {
            let error = net_error(&self.text).unwrap_or(error);
            let line = error.span().map_or_else(|| find(&self.text, "net", "kind"), |span| line_of(&self.text, span));
            self.error(line, &error.message().trim_end())
        })
    }

    fn wrong(&self, Wrong { section, key, problem }: &Wrong) -> RecipeError {
        let section_text = if section.is_empty() { String::new() } else { format!("[{section}] ") };
        let value = find_value(&self.text, section, key).map(|value| format!(" = {value}")).unwrap_or_default();
        self.error(find(&self.text, section, key), &format!("{section_text}{key}{value}: {problem}"))
    }
}

/// What is wrong with the keys of `[net]`. A tagged enum is buffered before its variant is known, and its errors have no
/// line; reading the section as the struct of its kind gives one.
fn net_error(text: &str) -> Option<toml::de::Error> {
    let mut table = DeTable::parse(text).ok()?.into_inner();
    let net = table.remove("net")?;
    let span = net.span();
    let DeValue::Table(mut net) = net.into_inner() else { return None };
    let kind = net.remove("kind")?;
    let keys = ValueDeserializer::from(Spanned::new(span, DeValue::Table(net)));
    match kind.get_ref().as_str()? {
        "nnue" => NnuePlan::deserialize(keys).err(),
        "patterns" => PatternsPlan::deserialize(keys).err(),
        "terms" => TermsPlan::deserialize(keys).err(),
        "cnn" => CnnPlan::deserialize(keys).err(),
        _ => None,
    }
}

/// A key with a value that cannot be used.
struct Wrong {
    section: &'static str,
    key: &'static str,
    problem: String,
}

type Checked = Result<(), Wrong>;

fn expect(holds: bool, section: &'static str, key: &'static str, problem: &str) -> Checked {
    if holds { Ok(()) } else { Err(Wrong { section, key, problem: problem.to_owned() }) }
}

fn check(recipe: &Recipe) -> Checked {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "-_.".contains(letter);
    let is_name = !recipe.name.is_empty() && recipe.name.chars().all(is_plain) && !recipe.name.starts_with('.');
    expect(is_name, "", "name", "must have letters, digits, `-`, `_` and `.` only: it is the name of a file")?;
    check_data(recipe)?;
    check_net(recipe)?;
    check_schedule(&recipe.train)?;
    let has_init = recipe.train.init.is_some();
    let is_term = matches!(recipe.net, NetPlan::Terms(_));
    expect(!(has_init && is_term), "train", "init", "must be left out: terms start from the hand-made weights")?;
    recipe.test.as_ref().map_or(Ok(()), |test| check_test(recipe, test))
}

fn check_data(recipe: &Recipe) -> Checked {
    let data = &recipe.data;
    let has_one_source = data.player.is_some() == data.shards.is_empty();
    expect(has_one_source, "data", "player", "name either a player or folders of shards")?;
    let Some(plan) = recipe.data_plan() else { return Ok(()) };
    expect(data.games > 0, "data", "games", "must be at least 1 game")?;
    expect(data.balanced.is_none_or(|points| points >= 0), "data", "balanced", "must be 0 points or more")?;
    expect(data.sibling_moves <= MAX_SIBLING_MOVES, "data", "sibling_moves", "must be at most 1000")?;
    plan.check().map_err(|error| Wrong { section: "data", key: "player", problem: error.to_string() })
}

fn check_net(recipe: &Recipe) -> Checked {
    let net = &recipe.net;
    check_scale(net.scale())?;
    let spec = recipe.game.input_spec();
    let fits = net.symmetries() != Symmetries::Square || spec.width == spec.height;
    expect(fits, "net", "symmetries", "`square` needs a square board")?;
    match net {
        NetPlan::Nnue(net) => {
            let is_right = (1..=MAX_NEURONS).contains(&net.hidden) && net.hidden % LANES == 0;
            expect(is_right, "net", "hidden", "must be a multiple of 8 up to 4096")?;
            let has_buckets = !net.buckets || recipe.game.input_buckets().is_some();
            expect(has_buckets, "net", "buckets", "must be false: the game has no input buckets")?;
            check_phases(net.phases)
        }
        NetPlan::Patterns(net) => check_patterns(recipe, net),
        NetPlan::Terms(net) => {
            let names = recipe.game.handmade_evaluators();
            let is_known = net.eval.as_deref().is_none_or(|eval| names.contains(&eval));
            expect(is_known, "net", "eval", &format!("must be one of {}", names.join(", ")))
        }
        NetPlan::Cnn(net) => check_cnn(net),
    }
}

fn check_scale(scale: Option<f32>) -> Checked {
    expect(scale.is_none_or(|scale| scale > 0.0 && scale.is_finite()), "net", "scale", "must be above 0")
}

fn check_phases(phases: usize) -> Checked {
    expect((1..=MAX_PHASES).contains(&phases), "net", "phases", "must be from 1 to 64")
}

fn check_cnn(net: &CnnPlan) -> Checked {
    expect((1..=cnn::MAX_CHANNELS).contains(&net.channels), "net", "channels", "must be from 1 to 512")?;
    expect((1..=cnn::MAX_LAYERS).contains(&net.layers), "net", "layers", "must be from 1 to 64")?;
    expect((1..=cnn::MAX_CHANNELS).contains(&net.value_planes), "net", "value_planes", "must be from 1 to 512")?;
    expect((1..=cnn::MAX_HIDDEN).contains(&net.hidden), "net", "hidden", "must be from 1 to 4096")?;
    let is_share = net.policy_share >= 0.0 && net.policy_share.is_finite();
    expect(is_share, "net", "policy_share", "must be 0 or more")
}

fn check_patterns(recipe: &Recipe, net: &PatternsPlan) -> Checked {
    check_phases(net.phases)?;
    expect(net.blend <= MAX_PHASES, "net", "blend", "must be at most 64 pieces")?;
    let spec = recipe.game.input_spec();
    expect(spec.planes == 2, "net", "kind", "patterns are for games with two kinds of pieces")?;
    expect(!net.patterns.is_empty(), "net", "patterns", "must have at least one pattern, as in `a1 b1 c1`")?;
    let set = PatternSet::read([spec.width, spec.height], net.symmetries, &net.patterns);
    let set = set.map_err(|error| Wrong { section: "net", key: "patterns", problem: error.to_string() })?;
    let max = quevedo_nets::patterns::MAX_INSTANCES;
    let problem = || format!("a position needs {} table look-ups: at most {max} are possible", set.lookups());
    expect(set.lookups() <= max, "net", "patterns", &problem())
}

fn check_schedule(schedule: &TrainingSchedule) -> Checked {
    let is_rate = |rate: f32| rate > 0.0 && rate <= 1.0;
    expect((1..=MAX_EPOCHS).contains(&schedule.epochs), "train", "epochs", "must be from 1 to 100000")?;
    expect(schedule.batch > 0, "train", "batch", "must be at least 1 position")?;
    expect(is_rate(schedule.rate), "train", "rate", "must be above 0 and at most 1")?;
    expect(is_rate(schedule.last_rate), "train", "last_rate", "must be above 0 and at most 1")?;
    expect((0.0..=100.0).contains(&schedule.decay), "train", "decay", "must be from 0 to 100")?;
    expect((0.0..=1.0).contains(&schedule.result_share), "train", "result_share", "must be from 0 to 1")?;
    expect((0.0..=1.0).contains(&schedule.lambda), "train", "lambda", "must be from 0 to 1")?;
    expect((0.0..=0.9).contains(&schedule.validation), "train", "validation", "must be from 0 to 0.9")
}

fn check_test(recipe: &Recipe, test: &TestPlan) -> Checked {
    let wrong = |key, error: &dyn std::error::Error| Wrong { section: "test", key, problem: error.to_string() };
    expect(test.games > 0, "test", "games", "must be at least 1 game")?;
    let player = with_eval(&test.player, EvalRef::new(&test.against)).map_err(|error| wrong("player", &error))?;
    quevedo_arena::check_player(&recipe.game, &player).map_err(|error| wrong("against", &error))?;
    let conditions = test.conditions(&recipe.game);
    conditions.job(0, [&player, &player], [0, 1], 0).map(drop).map_err(|error| wrong("random_plies", &error))
}

/// The same player with another evaluator.
pub(crate) fn with_eval(player: &PlayerSpec, eval: EvalRef) -> Result<PlayerSpec, SpecError> {
    let no_key = || SpecError::UnknownKey { player: player.name(), key: "eval".into() };
    player.clone().with_eval(eval).ok_or_else(no_key)
}

/// The line of a key; without it, that of its section; without both, the first.
fn find(text: &str, section: &str, key: &str) -> usize {
    let Ok(table) = DeTable::parse(text) else { return 1 };
    let table = table.get_ref();
    let inside = table.get_key_value(section);
    let key_span = match inside {
        Some((_, inside)) => {
            inside.get_ref().as_table().and_then(|inside| inside.get_key_value(key)).map(|(key, _)| key.span())
        }
        None => table.get_key_value(key).map(|(key, _)| key.span()),
    };
    key_span.or_else(|| inside.map(|(section, _)| section.span())).map_or(1, |span| line_of(text, span))
}

/// The value of a key as it is written, unless it is a list.
fn find_value<'t>(text: &'t str, section: &str, key: &str) -> Option<&'t str> {
    let table = DeTable::parse(text).ok()?.into_inner();
    let value = if section.is_empty() { table.get(key)? } else { table.get(section)?.get_ref().get(key)? };
    text.get(value.span()).filter(|_| !value.get_ref().is_array())
}

/// The line on which a range of text begins, from 1.
fn line_of(text: &str, span: Range<usize>) -> usize {
    text.bytes().take(span.start).filter(|byte| *byte == b'\n').count() + 1
}
