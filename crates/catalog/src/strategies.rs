//! Specs become strategies.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use quevedo_book::Book;
use quevedo_core::notation::clip;
use quevedo_core::platform;
use quevedo_core::{Compose, HasEvaluators, Oracle, Planes, Score, SearchParams, Split, Strategy, Tactics};
use quevedo_nets::GameEvaluator;
use quevedo_search::alphabeta::{self, Switches};
use quevedo_search::mcts::{self, DirichletNoise, Policy, Rollout, Widening};
use quevedo_search::time::Limits;
use quevedo_search::{AlphaBeta, Greedy, Halved, HalvedAlphaBeta, HalvesEvaluator, Leveled, Mcts, Minimax, Random};
use quevedo_solve::{Perfect, ProvingSearch, Solvable, SolverOptions};

use crate::book::{ShippedBook, with_book};
use crate::levels::{Level, LevelSearch};
use crate::spec::messages;
use crate::{AlphaBetaSpec, BookRef, EvalRef, MctsSpec, PlayerSpec, PresetSpec, RolloutKind, SpecError};

/// What a game must offer to be played by every strategy.
pub trait Playable: Compose + Tactics + Planes + HasEvaluators + Solvable {}
impl<G: Compose + Tactics + Planes + HasEvaluators + Solvable> Playable for G {}

/// The memory of a solver beside a player.
const SOLVER_MIB: usize = 32;
/// The time of an alpha-beta search without any limit.
const DEFAULT_TIME: Duration = Duration::from_secs(1);
/// The levels of the presets.
const EASY: u32 = 2;
const MEDIUM: u32 = 4;
const HARD: u32 = 8;

/// The presets that are levels.
pub(crate) fn preset_levels() -> [(PlayerSpec, u32); 3] {
    let preset = PresetSpec::default();
    [
        (PlayerSpec::Easy(preset.clone()), EASY),
        (PlayerSpec::Medium(preset.clone()), MEDIUM),
        (PlayerSpec::Hard(preset), HARD),
    ]
}

/// A strategy of a game, whatever it is inside.
pub(crate) type BoxedStrategy<G> = Box<dyn Strategy<G>>;

/// The searches through the half moves of a game.
pub(crate) struct SplitSearch<G: Playable> {
    mcts: fn(mcts::Settings, GameEvaluator<G>) -> BoxedStrategy<G>,
    alphabeta: fn(alphabeta::Settings, SearchParams, GameEvaluator<G>) -> io::Result<BoxedStrategy<G>>,
    /// The parameters of alpha-beta.
    pub(crate) params: SearchParams,
}

impl<G: Playable + Split> SplitSearch<G> {
    /// Those of a game that has half moves.
    pub(crate) fn new() -> Self {
        Self {
            mcts: |settings, evaluator| {
                Box::new(Halved::<G, _>::new(Mcts::new(settings, HalvesEvaluator::<G, _>::new(evaluator))))
            },
            alphabeta: |settings, params, evaluator| {
                Ok(Box::new(HalvedAlphaBeta::<G, _>::new(evaluator, settings)?.with_params(params)))
            },
            params: G::Halves::PARAMS,
        }
    }
}

/// The evaluator that a player names.
pub(crate) fn evaluator<G: Playable>(eval: &EvalRef) -> Result<GameEvaluator<G>, SpecError> {
    let name = eval.to_string();
    if let Some(evaluator) = GameEvaluator::named(&name) {
        return evaluator.map_err(|error| SpecError::File { key: "eval", problem: error.to_string() });
    }
    let known: Vec<&str> = GameEvaluator::<G>::all().iter().map(|(name, _)| *name).collect();
    let expected = messages::known_evaluators(known.join(", "));
    Err(SpecError::BadValue { key: "eval", value: clip(&name), expected })
}

fn evaluator_or_best<G: Playable>(eval: Option<&EvalRef>) -> Result<GameEvaluator<G>, SpecError> {
    evaluator(eval.unwrap_or(&EvalRef::Best))
}

/// The strategy that a spec describes.
pub(crate) fn strategy<G: Playable>(
    spec: &PlayerSpec,
    levels: &[Level; 10],
    split_search: Option<&SplitSearch<G>>,
    books: Books<'_>,
) -> Result<BoxedStrategy<G>, SpecError> {
    let book = books.of_spec(spec)?;
    let player = player_without_book(spec, levels, split_search)?;
    Ok(with_book(book, player, spec.seed()))
}

/// The book that is shipped with a game, and the name of the game.
#[derive(Clone, Copy)]
pub(crate) struct Books<'a> {
    pub(crate) shipped: &'a ShippedBook,
    pub(crate) name: &'a str,
}

impl Books<'_> {
    /// The book that a player uses: `max` and `perfect` the shipped one, unless they say otherwise.
    fn of_spec(self, spec: &PlayerSpec) -> Result<Option<Arc<Book>>, SpecError> {
        match spec {
            PlayerSpec::Max(preset) | PlayerSpec::Perfect(preset) => {
                self.shipped.find_if_any(self.name, preset.book.as_ref())
            }
            _ => self.shipped.find(self.name, spec.book().unwrap_or(&BookRef::Off)),
        }
    }
}

fn player_without_book<G: Playable>(
    spec: &PlayerSpec,
    levels: &[Level; 10],
    split_search: Option<&SplitSearch<G>>,
) -> Result<BoxedStrategy<G>, SpecError> {
    let eval = |eval: &Option<EvalRef>| evaluator_or_best::<G>(eval.as_ref());
    let level = |number| LevelSearch::level(levels, number);
    Ok(match spec {
        PlayerSpec::Human(_) => return Err(SpecError::Person { player: spec.name() }),
        PlayerSpec::Uci(_) | PlayerSpec::NBoard(_) => return Err(SpecError::External { player: spec.name() }),
        PlayerSpec::Random(random) => Box::new(Random::new(random.seed)),
        PlayerSpec::Greedy(greedy) => Box::new(Greedy::new(eval(&greedy.eval)?, greedy.seed)),
        PlayerSpec::Minimax(minimax) => Box::new(Minimax::new(eval(&minimax.eval)?, minimax.depth, minimax.seed)),
        PlayerSpec::AlphaBeta(alphabeta) => alphabeta_strategy(alphabeta, split_search)?,
        PlayerSpec::Mcts(mcts) => mcts_strategy(mcts, split_search)?,
        PlayerSpec::Easy(preset) => leveled(level(EASY), preset.effort, preset.seed, split_search)?,
        PlayerSpec::Medium(preset) => leveled(level(MEDIUM), preset.effort, preset.seed, split_search)?,
        PlayerSpec::Hard(preset) => leveled(level(HARD), preset.effort, preset.seed, split_search)?,
        PlayerSpec::Level(named) => leveled(level(named.level), named.effort, named.seed, split_search)?,
        PlayerSpec::Elo(named) => {
            let search = LevelSearch::rated(levels, named.elo).ok_or_else(|| no_ratings(named.elo))?;
            leveled(search, named.effort, named.seed, split_search)?
        }
        PlayerSpec::Max(preset) | PlayerSpec::Perfect(preset) => {
            leveled(LevelSearch::max(), preset.effort, preset.seed, split_search)?
        }
    })
}

fn no_ratings(elo: u32) -> SpecError {
    SpecError::BadValue { key: "elo", value: elo.to_string(), expected: messages::no_ratings() }
}

/// Refuses what [`strategy`] would refuse, without allocating tables or trees.
pub(crate) fn check<G: Playable>(
    spec: &PlayerSpec,
    levels: &[Level; 10],
    has_split: bool,
    books: Books<'_>,
) -> Result<(), SpecError> {
    match spec {
        PlayerSpec::Human(_) => return Err(SpecError::Person { player: spec.name() }),
        PlayerSpec::Uci(_) | PlayerSpec::NBoard(_) => return Err(SpecError::External { player: spec.name() }),
        PlayerSpec::Elo(named) if LevelSearch::rated(levels, named.elo).is_none() => return Err(no_ratings(named.elo)),
        _ => {}
    }
    books.of_spec(spec)?;
    let evaluator = evaluator_or_best::<G>(spec.eval())?;
    let split = match spec {
        PlayerSpec::Mcts(mcts) => mcts.split,
        PlayerSpec::AlphaBeta(alphabeta) => alphabeta.split,
        _ => None,
    };
    if split == Some(true) && !has_split {
        return Err(no_split());
    }
    if let PlayerSpec::Mcts(mcts) = spec {
        mcts_settings(mcts, G::PARAMS.unit, evaluator.has_policy())?;
    }
    Ok(())
}

/// A level. One that always plays its best move also asks tables and solvers.
fn leveled<G: Playable>(
    search: LevelSearch,
    effort: Option<f64>,
    seed: Option<u64>,
    split_search: Option<&SplitSearch<G>>,
) -> Result<BoxedStrategy<G>, SpecError> {
    let evaluator = evaluator_or_best::<G>(None)?;
    let settings = search.settings(effort, seed);
    let limits = SearchLimits::from(&settings);
    if let Some(split) = split_search.filter(|_| search.is_full_strength()) {
        let player = (split.alphabeta)(settings, split.params, evaluator).map_err(|error| file_error(&error))?;
        return Ok(solving(player, &limits));
    }
    let leveled = Leveled::<G, _>::new(evaluator, settings, search.handicap(G::PARAMS.unit))
        .map_err(|error| file_error(&error))?;
    Ok(if search.is_full_strength() {
        solving(Box::new(leveled.with_oracle(G::oracle())), &limits)
    } else {
        Box::new(leveled)
    })
}

/// Exact play where the position is solved, within the time of the search and on as many threads; `otherwise` elsewhere, and
/// where several lines are wanted.
fn solving<G: Playable>(otherwise: BoxedStrategy<G>, settings: &SearchLimits) -> BoxedStrategy<G> {
    if settings.lines > 1 {
        return otherwise;
    }
    let options = solver_options(SOLVER_MIB).on_threads(settings.threads.min(platform::max_threads()));
    Box::new(Perfect::new(options, otherwise, settings.seed).with_time(settings.time))
}

/// What a solver has to know of the search beside it.
struct SearchLimits {
    /// How many lines are wanted. A solver finds one.
    lines: usize,
    /// The time for a move, where nothing else ends the search.
    time: Option<Duration>,
    threads: usize,
    seed: Option<u64>,
}

impl From<&alphabeta::Settings> for SearchLimits {
    fn from(settings: &alphabeta::Settings) -> Self {
        let Limits { depth, nodes, time } = settings.limits;
        let time = time.filter(|_| depth.is_none() && nodes.is_none());
        Self { lines: settings.lines, time, threads: settings.threads, seed: settings.seed }
    }
}

/// The settings of a solver of about this size that orders moves by the strongest evaluator, or by the hand-made one where
/// its file cannot be read: the solution is the same. A search by the solver is the one that players have, and so it is compiled
/// once.
pub(crate) fn solver_options<G: Playable>(memory_mib: usize) -> SolverOptions<G> {
    let options = SolverOptions::searching_with(handmade_search, memory_mib);
    match evaluator_or_best::<G>(None) {
        Ok(evaluator) => options.ordered_by(Arc::new(evaluator)),
        Err(_) => options,
    }
}

fn handmade_search<G: Playable>(
    settings: alphabeta::Settings,
    oracle: Option<Arc<dyn Oracle<G>>>,
) -> Option<Box<dyn ProvingSearch<G>>> {
    let evaluator = GameEvaluator::<G>::Hand(G::EVALUATORS.first()?.evaluator);
    Some(Box::new(AlphaBeta::<G, _>::new(evaluator, settings).ok()?.with_oracle(oracle)))
}

fn alphabeta_strategy<G: Playable>(
    spec: &AlphaBetaSpec,
    split_search: Option<&SplitSearch<G>>,
) -> Result<BoxedStrategy<G>, SpecError> {
    if let Some(search) = wanted_split(spec.split, split_search)? {
        return split_alphabeta(spec, search);
    }
    let evaluator = evaluator_or_best::<G>(spec.eval.as_ref())?;
    let settings = alphabeta_settings(spec);
    let limits = SearchLimits::from(&settings);
    let player = AlphaBeta::<G, _>::new(evaluator, settings).map_err(|error| file_error(&error))?;
    let params = spec.params.as_ref().map_or(G::PARAMS, |values| values.applied_to(G::PARAMS));
    let player = player.with_params(params);
    Ok(if spec.exact == Some(true) {
        solving(Box::new(player.with_oracle(G::oracle())), &limits)
    } else {
        Box::new(player)
    })
}

/// Alpha-beta in half moves.
fn split_alphabeta<G: Playable>(spec: &AlphaBetaSpec, search: &SplitSearch<G>) -> Result<BoxedStrategy<G>, SpecError> {
    let evaluator = evaluator_or_best::<G>(spec.eval.as_ref())?;
    let params = spec.params.as_ref().map_or(search.params, |values| values.applied_to(search.params));
    let settings = alphabeta_settings(spec);
    let limits = SearchLimits::from(&settings);
    let player = (search.alphabeta)(settings, params, evaluator).map_err(|error| file_error(&error))?;
    Ok(if spec.exact == Some(true) { solving(player, &limits) } else { player })
}

fn alphabeta_settings(spec: &AlphaBetaSpec) -> alphabeta::Settings {
    let mut limits = Limits { depth: spec.depth, nodes: spec.nodes, time: spec.time };
    if limits == Limits::default() {
        limits.time = Some(DEFAULT_TIME);
    }
    let default = alphabeta::Settings::default();
    let all = Switches::ALL;
    alphabeta::Settings {
        limits,
        hash: spec.hash.unwrap_or(default.hash),
        threads: spec.threads.unwrap_or(default.threads),
        lines: spec.lines.unwrap_or(default.lines),
        seed: spec.seed,
        history_file: spec.table.clone(),
        switches: Switches {
            tt: spec.tt.unwrap_or(all.tt),
            history: spec.history.unwrap_or(all.history),
            killers: spec.killers.unwrap_or(all.killers),
            nullmove: spec.nullmove.unwrap_or(all.nullmove),
            lmr: spec.lmr.unwrap_or(all.lmr),
            quiescence: spec.quiescence.unwrap_or(all.quiescence),
            aspiration: spec.aspiration.unwrap_or(all.aspiration),
            pruning: spec.pruning.unwrap_or(all.pruning),
            extensions: spec.extensions.unwrap_or(all.extensions),
            iir: spec.iir.unwrap_or(all.iir),
            continuation: spec.continuation.unwrap_or(all.continuation),
            captures: spec.captures.unwrap_or(all.captures),
            correction: spec.correction.unwrap_or(all.correction),
            improving: spec.improving.unwrap_or(all.improving),
            razoring: spec.razoring.unwrap_or(all.razoring),
            probcut: spec.probcut.unwrap_or(all.probcut),
            singular: spec.singular.unwrap_or(all.singular),
            etc: spec.etc.unwrap_or(all.etc),
            eval_ordering: spec.evalorder.unwrap_or(all.eval_ordering),
        },
    }
}

fn mcts_strategy<G: Playable>(
    spec: &MctsSpec,
    split_search: Option<&SplitSearch<G>>,
) -> Result<BoxedStrategy<G>, SpecError> {
    let evaluator = evaluator_or_best::<G>(spec.eval.as_ref())?;
    let settings = mcts_settings(spec, G::PARAMS.unit, evaluator.has_policy())?;
    Ok(match wanted_split(spec.split, split_search)? {
        Some(search) => (search.mcts)(settings, evaluator),
        None => Box::new(Mcts::<G, _>::new(settings, evaluator)),
    })
}

/// The searches through half moves, unless the game has none or they are switched off.
fn wanted_split<G: Playable>(
    split: Option<bool>,
    search: Option<&SplitSearch<G>>,
) -> Result<Option<&SplitSearch<G>>, SpecError> {
    if split == Some(true) && search.is_none() {
        return Err(no_split());
    }
    Ok(search.filter(|_| split != Some(false)))
}

fn no_split() -> SpecError {
    SpecError::BadValue { key: "split", value: "on".into(), expected: messages::one_step_moves() }
}

/// The settings of a Monte Carlo search. `unit` is the points that matter in the game, `has_policy` whether the
/// evaluator has priors for moves.
pub(crate) fn mcts_settings(spec: &MctsSpec, unit: Score, has_policy: bool) -> Result<mcts::Settings, SpecError> {
    let policy = spec.policy.unwrap_or(Policy::Ucb1);
    let default = mcts::Settings::new(policy);
    let rollout = rollout(spec, has_policy && policy == Policy::Puct);
    Ok(mcts::Settings {
        sims: spec.sims,
        time: spec.time,
        c: spec.c.unwrap_or(default.c),
        c_base: spec.cbase,
        fpu: spec.fpu,
        epsilon: spec.epsilon.unwrap_or(default.epsilon),
        width: spec.width.unwrap_or(default.width),
        rollout,
        scale: f64::from(unit),
        widening: (spec.widening == Some(true)).then(Widening::default),
        noise: spec
            .noise
            .filter(|share| *share > 0.0)
            .map(|share| DirichletNoise { share, ..DirichletNoise::default() }),
        solver: spec.solver.unwrap_or(default.solver),
        batch: batch(spec, rollout)?,
        threads: spec.threads.unwrap_or(default.threads),
        nodes: spec.tree.unwrap_or(default.nodes),
        seed: spec.seed,
        ..default
    })
}

/// A network with policy and value needs no random games.
fn rollout(spec: &MctsSpec, has_policy_and_value: bool) -> Rollout {
    match (spec.rollout, spec.plies) {
        (Some(RolloutKind::Eval), None) => Rollout::EVAL,
        (Some(RolloutKind::Eval), Some(plies)) => Rollout::Eval { plies },
        (None, plies) if has_policy_and_value => Rollout::Eval { plies: plies.unwrap_or(0) },
        (Some(RolloutKind::Random) | None, _) => Rollout::Random,
    }
}

/// How many leaves are evaluated in one batch; random games are played one after the other.
fn batch(spec: &MctsSpec, rollout: Rollout) -> Result<usize, SpecError> {
    let batch = spec.batch.unwrap_or(1);
    if batch > 1 && rollout == Rollout::Random {
        let expected = messages::no_batches();
        return Err(SpecError::BadValue { key: "batch", value: batch.to_string(), expected });
    }
    Ok(batch)
}

fn file_error(error: &std::io::Error) -> SpecError {
    SpecError::File { key: "table", problem: error.to_string() }
}
