//! Specs become strategies.

use std::path::PathBuf;

use quevedo_core::notation::clip;
use quevedo_core::{HasEvaluators, Notation, Planes, Score, Split, Strategy, Tactics, View};
use quevedo_nets::{BEST, GameEvaluator};
use quevedo_search::alphabeta::{Settings, Switches};
use quevedo_search::mcts::{self, Halved, HalvesEvaluator, Noise, Policy, Rollout, Widening};
use quevedo_search::time::Limits;
use quevedo_search::{AlphaBeta, Greedy, Leveled, Mcts, Minimax, Random};
use quevedo_solve::{Perfect, Solvable};

use crate::{PlayerSpec, SpecError, levels};

/// What a game must offer to be played by everybody.
pub(crate) trait Playable: Notation + View + Tactics + Planes + HasEvaluators + Solvable {}
impl<G: Notation + View + Tactics + Planes + HasEvaluators + Solvable> Playable for G {}

/// The memory of a solver beside a player.
const SOLVER_MIB: usize = 32;

/// A strategy of a game, whatever it is inside.
pub(crate) type Seat<G> = Box<dyn Strategy<G>>;

/// The evaluator that a spec names, or the best one.
pub(crate) fn judge<G: HasEvaluators + Planes>(name: Option<&str>) -> Result<GameEvaluator<G>, SpecError> {
    let name = name.unwrap_or(BEST);
    if let Some(brain) = GameEvaluator::named(name) {
        return brain.map_err(|error| SpecError::File { key: "eval", problem: error.to_string() });
    }
    let known: Vec<&str> = GameEvaluator::<G>::all().iter().map(|(name, _)| *name).collect();
    let expected = format!("this game has {}", known.join(", "));
    Err(SpecError::BadValue { key: "eval", value: clip(name), expected })
}

/// A Monte Carlo search through the half moves of a game.
pub(crate) type HalvesSearch<G> = fn(mcts::Settings, GameEvaluator<G>) -> Seat<G>;

/// The Monte Carlo search through half moves, for games that have them.
pub(crate) fn search_halves<G: Playable + Split>(settings: mcts::Settings, judge: GameEvaluator<G>) -> Seat<G> {
    Box::new(Halved::<G, _>::new(Mcts::new(settings, HalvesEvaluator::<G, _>::new(judge))))
}

/// The strategy that a spec names; `None` for a person.
pub(crate) fn strategy<G: Playable>(
    spec: &PlayerSpec,
    halves: Option<HalvesSearch<G>>,
) -> Result<Option<Seat<G>>, SpecError> {
    if spec.is_external() {
        return Err(SpecError::External { player: spec.name() });
    }
    let judge = judge::<G>(spec.word("eval"))?;
    if let Some((settings, temperature)) = levels::settings(spec, G::PARAMS) {
        let leveled = Leveled::<G, _>::new(judge, settings, temperature).map_err(|error| file_error(&error))?;
        // Who makes no mistakes on purpose makes none where the truth is known.
        let exact = temperature == 0.0;
        let seat = Box::new(if exact { leveled.asking(G::oracle()) } else { leveled });
        return Ok(Some(if exact { solving(seat, spec) } else { seat }));
    }
    Ok(Some(match spec.name() {
        "random" => Box::new(Random::new(spec.seed())),
        "greedy" => Box::new(Greedy::new(judge, spec.seed())),
        "minimax" => Box::new(Minimax::new(judge, depth(spec).unwrap_or(1), spec.seed())),
        "alphabeta" => {
            let player = AlphaBeta::<G, _>::new(judge, alphabeta(spec)).map_err(|error| file_error(&error))?;
            if spec.switch("exact", false) {
                solving(Box::new(player.asking(G::oracle())), spec)
            } else {
                Box::new(player)
            }
        }
        "mcts" => match halves.filter(|_| spec.switch("split", true)) {
            Some(search) => search(monte_carlo(spec, G::PARAMS.unit, judge.knows_moves())?, judge),
            None if spec.switch("split", false) => return Err(no_halves()),
            None => Box::new(Mcts::<G, _>::new(monte_carlo(spec, G::PARAMS.unit, judge.knows_moves())?, judge)),
        },
        _ => return Ok(None),
    }))
}

/// The player, as long as the truth is not known.
fn solving<G: Playable>(otherwise: Seat<G>, spec: &PlayerSpec) -> Seat<G> {
    Box::new(Perfect::new(SOLVER_MIB, otherwise, spec.seed()))
}

fn no_halves() -> SpecError {
    let expected = "the moves of this game have one step only".into();
    SpecError::BadValue { key: "split", value: "on".into(), expected }
}

/// The settings of a Monte Carlo search; `unit` is the points that matter in the game, `knows_moves` whether the evaluator
/// has an opinion of moves.
fn monte_carlo(spec: &PlayerSpec, unit: Score, knows_moves: bool) -> Result<mcts::Settings, SpecError> {
    let policy = policy(spec);
    let default = mcts::Settings::new(policy);
    let rollout = rollout(spec, knows_moves && policy == Policy::Puct);
    Ok(mcts::Settings {
        sims: spec.number("sims"),
        time: spec.time("time"),
        c: spec.real("c").unwrap_or(default.c),
        epsilon: spec.real("epsilon").unwrap_or(default.epsilon),
        width: spec.number("width").map_or(default.width, |width| width as usize),
        rollout,
        scale: f64::from(unit),
        widening: spec.switch("widening", false).then(Widening::default),
        noise: spec.real("noise").filter(|share| *share > 0.0).map(|share| Noise { share, ..Noise::default() }),
        solver: spec.switch("solver", default.solver),
        batch: batch(spec, rollout)?,
        threads: spec.number("threads").map_or(default.threads, |threads| threads as usize),
        nodes: spec.number("tree").map_or(default.nodes, |nodes| nodes as usize),
        seed: spec.seed(),
        ..default
    })
}

fn policy(spec: &PlayerSpec) -> Policy {
    match spec.word("policy") {
        Some("ucbcut") => Policy::UcbCut,
        Some("epsilon") => Policy::Epsilon,
        Some("epsilonmod") => Policy::EpsilonMod,
        Some("puct") => Policy::Puct,
        _ => Policy::Ucb1,
    }
}

/// Who judges moves and positions at once needs no random games.
fn rollout(spec: &PlayerSpec, judges_both: bool) -> Rollout {
    let plies = spec.number("plies").map(|plies| plies as u32);
    match (spec.word("rollout"), plies) {
        (Some("eval"), None) => Rollout::EVAL,
        (Some("eval"), Some(plies)) => Rollout::Eval { plies },
        (None, plies) if judges_both => Rollout::Eval { plies: plies.unwrap_or(0) },
        _ => Rollout::Random,
    }
}

/// How many leaves are judged at once; random games are played one after the other.
fn batch(spec: &PlayerSpec, rollout: Rollout) -> Result<usize, SpecError> {
    let batch = spec.number("batch").unwrap_or(1);
    if batch > 1 && rollout == Rollout::Random {
        let expected = "random games are not judged; `rollout=eval` has leaves judged, and so has `policy=puct` with a \
                        network that knows moves";
        return Err(SpecError::BadValue { key: "batch", value: batch.to_string(), expected: expected.into() });
    }
    Ok(batch as usize)
}

fn file_error(error: &std::io::Error) -> SpecError {
    SpecError::File { key: "table", problem: error.to_string() }
}

fn depth(spec: &PlayerSpec) -> Option<u32> {
    spec.number("depth").map(|depth| depth as u32)
}

/// A search without any limit would never end: it gets a second.
fn alphabeta(spec: &PlayerSpec) -> Settings {
    let all = Switches::ALL;
    let mut limits = Limits { depth: depth(spec), nodes: spec.number("nodes"), time: spec.time("time") };
    if limits == Limits::default() {
        limits.time = Some(std::time::Duration::from_secs(1));
    }
    let default = Settings::default();
    Settings {
        limits,
        hash: spec.number("hash").map_or(default.hash, |hash| hash as usize),
        threads: spec.number("threads").map_or(default.threads, |threads| threads as usize),
        lines: spec.number("lines").map_or(1, |lines| lines as usize),
        seed: spec.seed(),
        table: spec.word("table").map(PathBuf::from),
        switches: Switches {
            tt: spec.switch("tt", all.tt),
            history: spec.switch("history", all.history),
            killers: spec.switch("killers", all.killers),
            nullmove: spec.switch("nullmove", all.nullmove),
            lmr: spec.switch("lmr", all.lmr),
            quiescence: spec.switch("quiescence", all.quiescence),
            aspiration: spec.switch("aspiration", all.aspiration),
            pruning: spec.switch("pruning", all.pruning),
            extensions: spec.switch("extensions", all.extensions),
        },
    }
}
