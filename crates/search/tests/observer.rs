//! What an observer is told is what the search does: every node once, values that minimax confirms, and every move of a
//! node either searched or pruned.

mod move_twice;
mod random_games;

use std::collections::{BTreeSet, HashMap};
use std::sync::atomic::AtomicBool;

use quevedo_core::{
    Evaluator, ExitReason, Game, HasEvaluators, Limits, Line, NodeEntry, NodeExit, Observer, Pruning, Purpose, Rng,
    RootEntry, Score, SearchRequest, SearchResult, Side, Simulation, Step, Strategy, Tactics, Value,
};
use quevedo_games::{Amazons, Chess, Connect4, FoxGeese, HareHounds, Othello};
use quevedo_search::alphabeta::{Settings, Switches};
use quevedo_search::{AlphaBeta, Greedy, HalvedAlphaBeta, Mcts, Minimax, mcts};

use move_twice::MoveTwice;
use random_games::{HashEval, random_line};

/// A node that is being searched.
struct OpenNode<G: Game> {
    position: G,
    entry: Option<NodeEntry<G::Move>>,
    ply: usize,
    searched: Vec<G::Move>,
    pruned: Vec<G::Move>,
}

/// A node that was searched.
struct ClosedNode<G: Game> {
    node: OpenNode<G>,
    exit: NodeExit,
}

/// Keeps everything.
struct Watcher<G: Game> {
    root: G,
    open: Vec<OpenNode<G>>,
    closed: Vec<ClosedNode<G>>,
    root_values: Vec<(RootEntry, Score)>,
    roots: Vec<RootEntry>,
    prunings: Vec<Pruning>,
    simulations: Vec<Simulation<G::Move>>,
    entered: u64,
}

impl<G: Tactics> Watcher<G> {
    fn new(root: &G) -> Self {
        Self {
            root: root.clone(),
            open: Vec::new(),
            closed: Vec::new(),
            root_values: Vec::new(),
            roots: Vec::new(),
            prunings: Vec::new(),
            simulations: Vec::new(),
            entered: 0,
        }
    }

    fn push(&mut self, position: G, entry: Option<NodeEntry<G::Move>>, ply: usize) {
        self.open.push(OpenNode { position, entry, ply, searched: Vec::new(), pruned: Vec::new() });
    }
}

impl<G: Tactics> Observer<G::Move> for Watcher<G> {
    fn enter_root(&mut self, root: &RootEntry) {
        assert!(self.open.is_empty(), "the last search of the root has ended");
        self.push(self.root.clone(), None, 0);
        self.roots.push(*root);
    }

    fn leave_root(&mut self, value: Score) {
        assert_eq!(self.open.len(), 1, "every node below was left");
        self.open.pop();
        self.root_values.push((*self.roots.last().expect("it was entered"), value));
    }

    fn enter(&mut self, node: &NodeEntry<G::Move>) -> bool {
        self.entered += 1;
        let parent = self.open.last_mut().expect("the root is open");
        let mut position = parent.position.clone();
        let mut ply = parent.ply + 1;
        match node.step {
            Step::Move(mv) => {
                assert!(position.legal_moves().contains(&mv), "the move is legal");
                position.play(mv);
                let is_probe = matches!(node.purpose, Purpose::Probcut | Purpose::Quiescence);
                if !is_probe && parent.searched.last() != Some(&mv) {
                    parent.searched.push(mv);
                }
            }
            Step::Null => position = position.pass().expect("a null move is possible"),
            Step::Stay => ply -= 1,
            // Halves are told in whole moves, which this watcher does not replay.
            Step::FirstHalf(_) | Step::SecondHalf(_) => {}
        }
        self.push(position, Some(node.clone()), ply);
        true
    }

    fn leave(&mut self, exit: NodeExit) {
        let node = self.open.pop().expect("it was entered");
        self.closed.push(ClosedNode { node, exit });
    }

    fn pass_over(&mut self, _: NodeExit) {
        panic!("nothing is passed over: every node is wanted");
    }

    fn prune(&mut self, step: Option<Step<G::Move>>, reason: Pruning) {
        self.prunings.push(reason);
        // Razoring tries captures of a node whose moves may be searched after that.
        let is_below_horizon = matches!(reason, Pruning::Delta | Pruning::LosingCapture);
        if let Some(Step::Move(mv)) = step.filter(|_| !is_below_horizon) {
            self.open.last_mut().expect("the root is open").pruned.push(mv);
        }
    }

    fn simulate(&mut self, simulation: &Simulation<G::Move>) {
        self.simulations.push(simulation.clone());
    }
}

/// Searches with and without an observer: the result is the same, and so is the number of nodes.
fn watch<G: Tactics, S: Strategy<G>>(
    player: impl Fn() -> S,
    line: &Line<G>,
    limits: Limits,
) -> (Watcher<G>, SearchResult<G::Move>) {
    let stop = AtomicBool::new(false);
    let mut report = |_: &SearchResult<G::Move>| {};
    let unseen = player().choose(line, &mut SearchRequest { limits, ..SearchRequest::new(&stop, &mut report) });
    let unseen = unseen.expect("there is a move");
    let mut watcher = Watcher::new(line.position());
    let mut report = |_: &SearchResult<G::Move>| {};
    let request = SearchRequest { limits, observer: Some(&mut watcher), ..SearchRequest::new(&stop, &mut report) };
    let seen = player().choose(line, &mut { request }).expect("there is a move");
    assert_eq!(
        (seen.mv, seen.score, seen.depth, seen.nodes, &seen.pv),
        (unseen.mv, unseen.score, unseen.depth, unseen.nodes, &unseen.pv),
        "an observer changes nothing"
    );
    assert!(watcher.open.is_empty(), "every node was left");
    (watcher, seen)
}

/// Minimax once more, as plainly as it can be written: for the side to move.
fn minimax<G: Game>(position: &G, depth: i32, ply: usize) -> Score {
    if let Some(outcome) = position.outcome() {
        return Value::of(outcome, position.turn()).score(ply as u32);
    }
    if depth <= 0 {
        return HashEval.evaluate(position);
    }
    let values = position.legal_moves().into_iter().map(|mv| {
        let mut child = position.clone();
        child.play(mv);
        let value = minimax(&child, depth - 1, ply + 1);
        if child.turn() == position.turn() { value } else { -value }
    });
    values.max().expect("the game is not over")
}

fn to_depth(depth: u32) -> Limits {
    Limits { depth: Some(depth), ..Limits::default() }
}

fn alphabeta<G: Tactics, E: Evaluator<G>>(evaluator: E, switches: Switches) -> AlphaBeta<G, E> {
    let settings = Settings { hash: 1, switches, ..Settings::default() };
    AlphaBeta::new(evaluator, settings).expect("no history file is read")
}

/// Every value inside its window is minimax's; every other one is the bound that it claims to be.
fn check_values<G: Tactics>(watcher: &Watcher<G>) {
    for ClosedNode { node, exit } in &watcher.closed {
        let entry = node.entry.as_ref().expect("it is not the root");
        let exact = minimax(&node.position, entry.depth, node.ply);
        let (alpha, beta) = entry.window.unwrap_or((-Score::MAX, Score::MAX));
        let is_right = match exit.value {
            value if value <= alpha => exact <= value.max(alpha),
            value if value >= beta => exact >= value.min(beta),
            value => exact == value,
        };
        assert!(is_right, "{entry:?}: {exit:?}, but minimax says {exact}");
    }
    for (root, value) in &watcher.root_values {
        let exact = minimax(&watcher.root, root.depth as i32, 0);
        let (alpha, beta) = root.window.unwrap_or((-Score::MAX, Score::MAX));
        assert_eq!(exact.clamp(alpha, beta), (*value).clamp(alpha, beta), "{root:?}");
    }
}

/// At every node whose moves were searched, each move was either searched or pruned. Returns how many such nodes there are.
fn check_moves<G: Tactics>(watcher: &Watcher<G>) -> usize
where
    G::Move: std::fmt::Debug,
{
    let mut checked = 0;
    for ClosedNode { node, exit } in &watcher.closed {
        let entry = node.entry.as_ref().expect("it is not the root");
        let has_all = matches!(exit.reason, ExitReason::Searched | ExitReason::Beta);
        let is_partial = matches!(entry.purpose, Purpose::Quiescence | Purpose::Singular) || entry.depth <= 0;
        if !has_all || is_partial {
            continue;
        }
        let text = |mv: &G::Move| format!("{mv:?}");
        let legal: BTreeSet<String> = node.position.legal_moves().iter().map(text).collect();
        let told: Vec<String> = node.searched.iter().chain(&node.pruned).map(text).collect();
        assert_eq!(told.iter().cloned().collect::<BTreeSet<_>>(), legal, "{entry:?}, {exit:?}");
        assert_eq!(told.len(), legal.len(), "no move twice: {entry:?}, {exit:?}");
        checked += 1;
    }
    checked
}

fn exact_search_is_minimax<G: Tactics>(depth: u32, plies: std::ops::Range<usize>)
where
    G::Move: std::fmt::Debug,
{
    let mut rng = Rng::with_seed(7);
    let no_table = Switches { tt: false, ..Switches::EXACT };
    let (mut checked, mut pruned) = (0, 0);
    for _ in 0..5 {
        let line = random_line::<G>(rng.usize(plies.clone()), &mut rng);
        let (plain, result) = watch(|| Minimax::new(HashEval, depth, None), &line, to_depth(depth));
        assert_eq!(plain.entered, result.nodes);
        check_values(&plain);
        check_moves(&plain);
        let (watcher, result) = watch(|| alphabeta(HashEval, no_table), &line, to_depth(depth));
        assert_eq!(watcher.entered, result.nodes);
        check_values(&watcher);
        checked += check_moves(&watcher);
        pruned += watcher.prunings.len();
    }
    assert!(checked > 50, "{checked} nodes have moves");
    assert!(pruned > 50, "alpha-beta prunes {pruned} moves");
}

#[test]
fn observed_values_of_connect4_are_those_of_minimax() {
    exact_search_is_minimax::<Connect4<7, 6>>(4, 4..25);
}

/// Passes: a side moves twice.
#[test]
fn observed_values_of_othello_are_those_of_minimax() {
    exact_search_is_minimax::<Othello>(3, 40..56);
}

#[test]
fn observed_values_are_those_of_minimax_where_a_side_moves_twice() {
    exact_search_is_minimax::<MoveTwice>(6, 0..3);
}

#[test]
fn observed_values_of_amazons_are_those_of_minimax() {
    exact_search_is_minimax::<Amazons<6>>(2, 20..26);
}

/// Half moves are told in whole moves, and all of them.
#[test]
fn half_moves_are_observed() {
    let mut rng = Rng::with_seed(2);
    for _ in 0..5 {
        let line = random_line::<Amazons<6>>(rng.usize(14..24), &mut rng);
        let settings = Settings { hash: 1, ..Settings::default() };
        let player = || HalvedAlphaBeta::<Amazons<6>, _>::new(HashEval, settings.clone()).expect("no file is read");
        let limits = Limits { nodes: Some(3_000), ..Limits::default() };
        let (watcher, result) = watch(player, &line, limits);
        assert_eq!(watcher.entered, result.nodes);
        let is_whole = |closed: &ClosedNode<Amazons<6>>| {
            let step = closed.node.entry.as_ref().map(|entry| entry.step);
            !matches!(step, Some(Step::FirstHalf(_) | Step::SecondHalf(_) | Step::Null | Step::Stay))
        };
        assert!(!watcher.closed.iter().any(is_whole));
    }
}

/// The full search with everything that prunes.
fn selective_search<G: Tactics + HasEvaluators>(lines: &[Line<G>], nodes: u64) -> Vec<Watcher<G>>
where
    G::Move: std::fmt::Debug,
{
    let evaluator = G::EVALUATORS[0].evaluator;
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let search = |line| {
        let (watcher, result) = watch(|| alphabeta(evaluator, Switches::ALL), line, limits);
        assert_eq!(watcher.entered, result.nodes);
        assert!(check_moves(&watcher) > 0, "nodes have moves");
        watcher
    };
    lines.iter().map(search).collect()
}

#[test]
fn selective_searches_are_observed() {
    let mut rng = Rng::with_seed(11);
    let mut lines = |plies| -> Vec<Line<Chess>> { (0..4).map(|_| random_line(plies, &mut rng)).collect() };
    let chess = selective_search::<Chess>(&[lines(12), lines(60)].concat(), 30_000);
    let reasons: BTreeSet<ExitReason> = chess.iter().flat_map(|one| &one.closed).map(|node| node.exit.reason).collect();
    for reason in [
        ExitReason::Searched,
        ExitReason::Beta,
        ExitReason::GameOver,
        ExitReason::Repetition,
        ExitReason::StandPat,
        ExitReason::Table,
        ExitReason::ReverseFutility,
        ExitReason::NullMove,
        ExitReason::Stopped,
    ] {
        assert!(reasons.contains(&reason), "{reason:?} among {reasons:?}");
    }
    let prunings: BTreeSet<Pruning> = chess.iter().flat_map(|one| &one.prunings).copied().collect();
    assert!(prunings.len() >= 5, "{prunings:?}");
    let has = |purpose: Purpose| {
        let mut entries = chess.iter().flat_map(|one| &one.closed).filter_map(|node| node.node.entry.as_ref());
        entries.any(|entry| entry.purpose == purpose)
    };
    for purpose in [
        Purpose::Reduced,
        Purpose::LmrReSearch,
        Purpose::PvsReSearch,
        Purpose::NullMove,
        Purpose::Quiescence,
        Purpose::Singular,
    ] {
        assert!(has(purpose), "{purpose:?}");
    }
    assert!(
        chess.iter().flat_map(|one| &one.roots).any(|root| root.is_re_search),
        "an aspiration window was too narrow"
    );
}

#[test]
fn selective_searches_of_other_games_are_observed() {
    let mut rng = Rng::with_seed(5);
    let lines: Vec<_> = (0..3).map(|_| random_line(20, &mut rng)).collect();
    let othello = selective_search::<Othello>(&lines, 20_000);
    let reasons: BTreeSet<_> = othello.iter().flat_map(|one| &one.closed).map(|node| node.exit.reason).collect();
    assert!(reasons.contains(&ExitReason::MultiProbcut), "{reasons:?}");
    let lines: Vec<_> = (0..3).map(|_| random_line(6, &mut rng)).collect();
    selective_search::<Connect4<8, 7>>(&lines, 20_000);
    let lines: Vec<_> = (0..3).map(|_| random_line(6, &mut rng)).collect();
    selective_search::<FoxGeese>(&lines, 20_000);
    let lines: Vec<_> = (0..3).map(|_| random_line(4, &mut rng)).collect();
    selective_search::<HareHounds>(&lines, 5_000);
}

#[test]
fn greedy_is_observed() {
    let line = Line::new(Othello::start());
    let (watcher, result) = watch(|| Greedy::new(HashEval, None), &line, Limits::default());
    assert_eq!((watcher.entered, result.nodes), (4, 4));
    check_values(&watcher);
}

/// The statistics of a node, rebuilt from the simulations alone.
#[derive(Clone, Copy, Default)]
struct Rebuilt {
    visits: u32,
    points: f64,
}

/// Simulations are told in full: the visits and means that selection saw are those of the simulations before, the chosen
/// child has the greatest sum of its terms, and every child is tried once first.
fn check_simulations<G: Tactics + std::fmt::Debug>(settings: &mcts::Settings)
where
    G::Move: std::fmt::Debug + std::hash::Hash,
{
    let sims = settings.sims.expect("a number of simulations");
    let line = Line::new(G::start());
    let (watcher, result) = watch(|| Mcts::new(settings.clone(), HashEval), &line, Limits::default());
    assert_eq!((watcher.simulations.len() as u64, result.nodes), (sims, sims));
    let mut tree: HashMap<Vec<G::Move>, Rebuilt> = HashMap::new();
    for simulation in &watcher.simulations {
        let (mut path, mut turn) = (Vec::new(), line.turn());
        for selection in &simulation.path {
            assert_eq!(selection.turn, turn);
            let mut best: Option<f64> = None;
            let mut chosen = None;
            for child in &selection.children {
                let Step::Move(mv) = child.step else { panic!("moves are whole") };
                let stats = tree.get(&[path.as_slice(), &[mv]].concat()).copied().unwrap_or_default();
                assert_eq!(child.visits, stats.visits);
                let first = (stats.visits > 0).then(|| stats.points / f64::from(stats.visits));
                let mean = first.map(|mean| if turn == Side::First { mean } else { 1.0 - mean });
                assert_eq!(child.mean.is_some(), mean.is_some());
                assert!((child.mean.unwrap_or(0.0) - mean.unwrap_or(0.0)).abs() < 1e-9);
                let sum = child.mean.zip(child.exploration).map_or(f64::INFINITY, |(mean, more)| mean + more);
                best = best.max_by_total(sum);
                chosen = if child.step == selection.step { Some(sum) } else { chosen };
            }
            let (best, chosen) = (best.expect("there are children"), chosen.expect("the child is among them"));
            assert!(best <= chosen || best - chosen < 1e-5, "{best} is more than {chosen}");
            let Step::Move(mv) = selection.step else { panic!("moves are whole") };
            path.push(mv);
            turn = !turn;
        }
        for end in 0..=path.len() {
            let stats = tree.entry(path[..end].to_vec()).or_default();
            (stats.visits, stats.points) = (stats.visits + 1, stats.points + simulation.points);
        }
    }
    let deepest = watcher.simulations.iter().map(|one| one.path.len()).max();
    assert!(deepest > Some(2), "the tree grows");
    assert!(watcher.simulations.iter().any(|one| one.expanded > 0), "expansions are told");
}

trait MaxByTotal {
    fn max_by_total(self, other: f64) -> Self;
}

impl MaxByTotal for Option<f64> {
    fn max_by_total(self, other: f64) -> Self {
        Some(self.map_or(other, |one| one.max(other)))
    }
}

#[test]
fn simulations_are_observed() {
    for policy in [mcts::Policy::Ucb1, mcts::Policy::Puct] {
        let rollout =
            if policy == mcts::Policy::Puct { mcts::Rollout::Eval { plies: 0 } } else { mcts::Rollout::Random };
        // A first-play urgency would count in place of the mean.
        let fpu = None;
        let settings = mcts::Settings {
            sims: Some(600),
            seed: Some(3),
            solver: false,
            rollout,
            fpu,
            scale: 500.0,
            ..mcts::Settings::new(policy)
        };
        if policy == mcts::Policy::Ucb1 {
            check_simulations::<Connect4<7, 6>>(&settings);
            check_simulations::<Othello>(&settings);
        } else {
            let line = Line::new(Othello::start());
            let (watcher, _) = watch(|| Mcts::new(settings.clone(), HashEval), &line, Limits::default());
            let children = watcher.simulations.iter().flat_map(|one| &one.path).flat_map(|one| &one.children);
            assert!(children.clone().all(|child| child.prior.is_some() && child.exploration.is_some()));
            assert!(children.map(|child| child.prior.unwrap_or(2.0)).all(|prior| (0.0..=1.0).contains(&prior)));
        }
    }
}
