//! Recipes from files. What is wrong with one is told with its line.

use std::io;
use std::ops::Range;
use std::path::Path;

use quevedo_arena::{JournalError, MatchError};
use quevedo_catalog::{Catalog, EvalRef, PlayerSpec, SpecError};
use quevedo_nets::{NetError, NetKind, cnn};
use thiserror::Error;
use toml::de::DeTable;

use super::plan::{NetPlan, Recipe, TestPlan};
use crate::TrainerError;
use crate::data::DataError;
use crate::fit::{CheckpointError, PatternSet, Symmetries};

/// Neurons come in groups that fit a register.
const NEURONS: usize = 8;
const MOST_NEURONS: usize = 4096;
const MOST_PHASES: usize = 64;
const MOST_EPOCHS: u32 = 100_000;
const MOST_BESIDE: u32 = 1000;

/// Why a recipe cannot be read, or not be cooked to its end.
#[derive(Debug, Error)]
pub enum RecipeError {
    /// A file or folder cannot be read or written.
    #[error("{path}: {error}")]
    File {
        /// Which.
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
        /// What, and what would be right.
        problem: String,
    },
    /// The data cannot be made or read.
    #[error(transparent)]
    Data(#[from] DataError),
    /// The training cannot go on.
    #[error("{0}, or choose another --out")]
    Checkpoint(#[from] CheckpointError),
    /// The weights cannot be written or read.
    #[error(transparent)]
    Net(#[from] NetError),
    /// The match cannot be played.
    #[error(transparent)]
    Match(#[from] MatchError),
    /// The match cannot be written down.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// An evaluator or a position cannot be used.
    #[error("{0}")]
    Unusable(String),
    /// The program that trains failed.
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

/// Reads a recipe and refuses what cannot be cooked, before anything is.
pub fn read(path: &Path, catalog: &Catalog) -> Result<Recipe, RecipeError> {
    let text = std::fs::read_to_string(path).map_err(|error| RecipeError::file(path, error))?;
    let line = |line, problem: String| RecipeError::Line { path: path.display().to_string(), line, problem };
    let recipe: Recipe<String> = toml::from_str(&text)
        .map_err(|error| line(line_of(&text, error.span()), error.message().trim_end().to_owned()))?;
    let game = catalog.find(&recipe.game).map_err(|error| line(find(&text, "", "game"), error.to_string()))?;
    let recipe = recipe.with_game(game.clone());
    check(&recipe).map_err(|Wrong { section, key, problem }| {
        let section_text = if section.is_empty() { String::new() } else { format!("[{section}] ") };
        line(find(&text, section, key), format!("{section_text}{key}: {problem}"))
    })?;
    Ok(recipe)
}

/// What is wrong, and where.
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
    expect(is_name, "", "name", "letters, digits, `-`, `_` and `.` only: it names a file")?;
    check_data(recipe)?;
    check_net(recipe)?;
    check_course(recipe)?;
    recipe.test.as_ref().map_or(Ok(()), |test| check_test(recipe, test))
}

fn check_data(recipe: &Recipe) -> Checked {
    let data = &recipe.data;
    expect(data.player.is_some() == data.shards.is_empty(), "data", "player", "name a player, or folders of shards")?;
    let Some(plan) = recipe.data_plan() else { return Ok(()) };
    expect(data.games > 0, "data", "games", "at least 1 game")?;
    expect(data.balanced.is_none_or(|points| points >= 0), "data", "balanced", "0 points or more")?;
    expect(data.beside <= MOST_BESIDE, "data", "beside", "at most 1000 moves")?;
    plan.check().map_err(|error| Wrong { section: "data", key: "player", problem: error.to_string() })
}

fn check_net(recipe: &Recipe) -> Checked {
    let net = &recipe.net;
    if let Some((key, _)) = keys(net).into_iter().find(|(_, kinds)| !kinds.contains(&net.kind)) {
        let problem = format!("means nothing for kind = \"{}\"", net.kind);
        return Err(Wrong { section: "net", key, problem });
    }
    expect(net.scale.is_none_or(|scale| scale > 0.0 && scale.is_finite()), "net", "scale", "a number above 0")?;
    expect(net.phases.is_none_or(|phases| (1..=MOST_PHASES).contains(&phases)), "net", "phases", "1 to 64 phases")?;
    expect(net.blend.is_none_or(|pieces| pieces <= MOST_PHASES), "net", "blend", "at most 64 pieces")?;
    let spec = recipe.game.input_spec();
    let fits = net.symmetries != Some(Symmetries::Square) || spec.width == spec.height;
    expect(fits, "net", "symmetries", "`square` needs a square board")?;
    match net.kind {
        NetKind::Nnue => {
            let is_right = |hidden: usize| (1..=MOST_NEURONS).contains(&hidden) && hidden % NEURONS == 0;
            expect(net.hidden.is_some_and(is_right), "net", "hidden", "a multiple of 8, at most 4096")
        }
        NetKind::Patterns => check_patterns(recipe),
        NetKind::Terms => {
            let names = recipe.game.handmade_evaluators();
            let is_known = net.eval.as_deref().is_none_or(|eval| names.contains(&eval));
            expect(is_known, "net", "eval", &format!("one of {}", names.join(", ")))
        }
        NetKind::Cnn => check_cnn(net),
    }
}

fn check_cnn(net: &NetPlan) -> Checked {
    let within = |number: Option<usize>, most: usize| number.is_none_or(|number| (1..=most).contains(&number));
    expect(within(net.channels, cnn::MAX_CHANNELS), "net", "channels", "1 to 512 channels")?;
    expect(within(net.layers, cnn::MAX_LAYERS), "net", "layers", "1 to 64 layers")?;
    expect(within(net.value_planes, cnn::MAX_CHANNELS), "net", "value_planes", "1 to 512 planes")?;
    expect(within(net.hidden, cnn::MAX_HIDDEN), "net", "hidden", "1 to 4096 neurons")?;
    let is_share = net.policy_share.is_none_or(|share| share >= 0.0 && share.is_finite());
    expect(is_share, "net", "policy_share", "a number, 0 or more")
}

fn check_patterns(recipe: &Recipe) -> Checked {
    let spec = recipe.game.input_spec();
    expect(spec.planes == 2, "net", "kind", "patterns are for games with two kinds of pieces")?;
    let patterns = recipe.net.patterns.as_deref().unwrap_or_default();
    expect(!patterns.is_empty(), "net", "patterns", "at least one pattern, as in `a1 b1 c1`")?;
    let set = PatternSet::read([spec.width, spec.height], recipe.net.symmetries.unwrap_or_default(), patterns);
    let set = set.map_err(|error| Wrong { section: "net", key: "patterns", problem: error.to_string() })?;
    let most = quevedo_nets::patterns::MAX_INSTANCES;
    expect(set.lookups() <= most, "net", "patterns", &format!("{} look-ups, and at most {most} can be", set.lookups()))
}

/// The keys that are there, with the kinds for which they mean something.
fn keys(net: &NetPlan) -> Vec<(&'static str, &'static [NetKind])> {
    use NetKind::{Cnn, Nnue, Patterns, Terms};
    let all: [(bool, &'static str, &'static [NetKind]); 12] = [
        (net.hidden.is_some(), "hidden", &[Nnue, Cnn]),
        (net.phases.is_some(), "phases", &[Nnue, Patterns]),
        (net.patterns.is_some(), "patterns", &[Patterns]),
        (net.symmetries.is_some(), "symmetries", &[Patterns, Nnue, Cnn]),
        (net.blend.is_some(), "blend", &[Patterns]),
        (net.eval.is_some(), "eval", &[Terms]),
        (net.channels.is_some(), "channels", &[Cnn]),
        (net.layers.is_some(), "layers", &[Cnn]),
        (net.value_planes.is_some(), "value_planes", &[Cnn]),
        (net.policy.is_some(), "policy", &[Cnn]),
        (net.policy_share.is_some(), "policy_share", &[Cnn]),
        (net.trainer.is_some(), "trainer", &[Cnn, Nnue]),
    ];
    all.into_iter().filter(|(is_there, ..)| *is_there).map(|(_, key, kinds)| (key, kinds)).collect()
}

fn check_course(recipe: &Recipe) -> Checked {
    let course = &recipe.train;
    let is_rate = |rate: f32| rate > 0.0 && rate <= 1.0;
    expect((1..=MOST_EPOCHS).contains(&course.epochs), "train", "epochs", "1 to 100000 epochs")?;
    expect(course.batch > 0, "train", "batch", "at least 1 position")?;
    expect(is_rate(course.rate), "train", "rate", "a number above 0, at most 1")?;
    expect(is_rate(course.last_rate), "train", "last_rate", "a number above 0, at most 1")?;
    expect((0.0..=100.0).contains(&course.decay), "train", "decay", "a number from 0 to 100")?;
    expect((0.0..=1.0).contains(&course.result_share), "train", "result_share", "a number from 0 to 1")?;
    expect((0.0..=0.9).contains(&course.validation), "train", "validation", "a number from 0 to 0.9")
}

fn check_test(recipe: &Recipe, test: &TestPlan) -> Checked {
    let wrong = |key, error: &dyn std::error::Error| Wrong { section: "test", key, problem: error.to_string() };
    expect(test.games > 0, "test", "games", "at least 1 game")?;
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

/// The line on which a key stands; else that of its section; else the first.
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
    line_of(text, key_span.or_else(|| inside.map(|(section, _)| section.span())))
}

/// The line on which a stretch of text begins, from 1.
fn line_of(text: &str, span: Option<Range<usize>>) -> usize {
    let start = span.map_or(0, |span| span.start).min(text.len());
    text.bytes().take(start).filter(|byte| *byte == b'\n').count() + 1
}
