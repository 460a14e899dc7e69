//! Monte Carlo tree search: its proofs are right, it obeys its settings, and every policy plays well.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use quevedo_core::score::plies_to_end;
use quevedo_core::{
    Clock, Evaluator, Game, Line, Notation, Outcome, Score, SearchRequest, SearchResult, Side, Split, Strategy, Term,
    Text, ask, reasons,
};
use quevedo_games::amazons::AmazonsMove;
use quevedo_games::{Amazons, Connect4, HareHounds, MouseCats};
use quevedo_search::mcts::{DirichletNoise, Exploration, Mcts, Policy, Rollout, Settings, Widening};
use quevedo_search::{CountsPairs, Halved, HalvesEvaluator, Random};

const POLICIES: [Policy; 5] = [Policy::Ucb1, Policy::UcbCut, Policy::Epsilon, Policy::EpsilonMod, Policy::Puct];

/// Evaluates mobility: works for every game.
struct Mobility;

impl<G: Game> Evaluator<G> for Mobility {
    fn evaluate(&self, position: &G) -> Score {
        position.count_moves() as Score
    }

    fn each_term(&self, position: &G, visit: &mut dyn FnMut(Term)) {
        visit(Term::new(Text::new("moves", "jugadas"), position.count_moves() as f64));
    }
}

fn settings(policy: Policy, sims: u64) -> Settings {
    Settings { sims: Some(sims), seed: Some(1), scale: 20.0, ..Settings::new(policy) }
}

/// Every policy, and every other setting that changes the tree or the search.
fn variants(sims: u64) -> Vec<Settings> {
    let ucb1 = || settings(Policy::Ucb1, sims);
    let mut all: Vec<_> = POLICIES.map(|policy| settings(policy, sims)).into();
    all.push(Settings { width: 2, ..settings(Policy::UcbCut, sims) });
    all.push(Settings { widening: Some(Widening::default()), ..ucb1() });
    all.push(Settings { widening: Some(Widening { factor: 1.0, exponent: 0.3 }), ..settings(Policy::Puct, sims) });
    all.push(Settings { rollout: Rollout::EVAL, ..ucb1() });
    all.push(Settings { rollout: Rollout::Eval { plies: 0 }, ..settings(Policy::Puct, sims) });
    all.push(Settings { exploration: Exploration::Proportional, ..settings(Policy::Epsilon, sims) });
    all.push(Settings { fpu: Some(0.1), ..ucb1() });
    all.push(Settings { fpu: Some(0.2), c_base: Some(500.0), ..settings(Policy::Puct, sims) });
    all.push(Settings { threads: 3, ..ucb1() });
    all.push(Settings { threads: 2, width: 2, ..settings(Policy::UcbCut, sims) });
    all.push(Settings { threads: 2, ..settings(Policy::Puct, sims) });
    all.push(Settings { nodes: 2000, ..ucb1() });
    all.extend(batches(sims));
    all
}

/// Settings with batched leaf evaluation.
fn batches(sims: u64) -> Vec<Settings> {
    let batched = |policy, batch| Settings { rollout: Rollout::Eval { plies: 0 }, batch, ..settings(policy, sims) };
    let mut all: Vec<_> = POLICIES.map(|policy| batched(policy, 8)).into();
    all.push(batched(Policy::Puct, 100));
    all.push(Settings { width: 2, ..batched(Policy::UcbCut, 8) });
    all.push(Settings { widening: Some(Widening::default()), ..batched(Policy::Puct, 8) });
    all.push(Settings { rollout: Rollout::EVAL, threads: 3, ..batched(Policy::Ucb1, 5) });
    all.push(Settings { nodes: 2000, ..batched(Policy::Ucb1, 16) });
    all
}

fn search<G: Game>(settings: &Settings, position: &G) -> SearchResult<G::Move> {
    ask(&mut Mcts::new(settings.clone(), Mobility), &Line::new(position.clone())).expect("there is a move")
}

fn column(text: &str) -> Connect4<7, 6> {
    Connect4::parse(text).expect("a position")
}

/// The fields of each row of a data file, without comments.
fn rows(data: &str) -> impl Iterator<Item = Vec<&str>> {
    data.lines().filter(|line| !line.starts_with('#')).map(|line| line.split('\t').collect())
}

// ---------------------------------------------------------------------------------------------------------------
// A game where a side moves twice.

/// Take one, two or three from a heap. A side that takes one and leaves an odd number moves again. A side that empties
/// the heap wins, unless it takes a single one: that is a draw. Heaps of 5, 6, 11 and 12 are lost, one of 1 is drawn.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Heap {
    left: u8,
    turn: Side,
    /// The winner, once the heap is gone.
    winner: Option<Side>,
}

impl Game for Heap {
    type Move = u8;

    fn start() -> Self {
        Self { left: 12, turn: Side::First, winner: None }
    }

    fn turn(&self) -> Side {
        self.turn
    }

    fn each_move(&self, visit: impl FnMut(u8)) {
        (1..=self.left.min(3)).for_each(visit);
    }

    fn play(&mut self, taken: u8) {
        self.left -= taken;
        self.winner = (self.left == 0 && taken > 1).then_some(self.turn);
        self.turn = if taken == 1 && self.left % 2 == 1 { self.turn } else { !self.turn };
    }

    fn ended(&self) -> Option<Outcome> {
        (self.left == 0).then_some(Outcome { winner: self.winner, reason: &reasons::NO_MOVES })
    }

    fn stuck(&self) -> Outcome {
        Outcome { winner: self.winner, reason: &reasons::NO_MOVES }
    }

    fn hash(&self) -> u64 {
        u64::from(self.left) << 8 | (self.turn as u64) << 4 | self.winner.map_or(2, |side| side as u64)
    }

    fn hash_from_scratch(&self) -> u64 {
        self.hash()
    }
}

/// The value for the first player (1, 0 or -1) by an exhaustive search.
fn exact(heap: &Heap, cache: &mut HashMap<Heap, i8>) -> i8 {
    if let Some(outcome) = heap.outcome() {
        return outcome.winner.map_or(0, |winner| if winner == Side::First { 1 } else { -1 });
    }
    if let Some(points) = cache.get(heap) {
        return *points;
    }
    let after = |mv| {
        let mut next = heap.clone();
        next.play(mv);
        next
    };
    let points = heap.legal_moves().into_iter().map(|mv| exact(&after(mv), cache));
    let best = if heap.turn() == Side::First { points.max() } else { points.min() };
    let best = best.expect("an unfinished game has a move");
    cache.insert(heap.clone(), best);
    best
}

/// 1 for a proved win, -1 for a proved loss, 0 for a draw or nothing proved.
fn proved(result: &SearchResult<u8>) -> i8 {
    let score = result.score.expect("a search has a score");
    if plies_to_end(score).is_some() { score.signum() as i8 } else { 0 }
}

fn each_heap(mut check: impl FnMut(&Heap, i8)) {
    let mut cache = HashMap::new();
    for (left, turn) in (1..=12).flat_map(|left| Side::BOTH.map(|turn| (left, turn))) {
        let heap = Heap { left, turn, winner: None };
        let first = exact(&heap, &mut cache);
        check(&heap, if turn == Side::First { first } else { -first });
    }
}

#[test]
fn proofs_are_right_where_a_side_moves_twice() {
    let mut cache = HashMap::new();
    for settings in variants(4000) {
        each_heap(|heap, expected| {
            let result = search(&settings, heap);
            assert_eq!(proved(&result), expected, "{settings:?} in {heap:?}: {result:?}");
            let mut after = heap.clone();
            after.play(result.mv);
            let kept = exact(&after, &mut cache) == exact(heap, &mut cache);
            assert!(kept, "{settings:?} loses value in {heap:?} by {}", result.mv);
        });
    }
}

#[test]
fn cut_children_are_not_taken_for_lost() {
    let narrow = Settings { width: 1, ..settings(Policy::UcbCut, 4000) };
    each_heap(|heap, expected| {
        let proved = proved(&search(&narrow, heap));
        assert!(proved == 0 || proved == expected, "{heap:?}: proved {proved}, expected {expected}");
    });
}

// ---------------------------------------------------------------------------------------------------------------
// The solver.

/// Checks that a search proves the known value.
fn check_proof<G: Notation>(strategy: &mut dyn Strategy<G>, text: &str, value: &str, plies: Option<usize>) {
    let result = ask(strategy, &Line::new(G::parse(text).expect("a position"))).expect("there is a move");
    let score = result.score.expect("a search has a score");
    let proved = plies_to_end(score).unwrap_or_else(|| panic!("`{text}` is not proved: {score}"));
    assert_eq!(score > 0, value == "win", "`{text}`");
    // The first proof found need not be the shortest, but it is never shorter.
    assert!(plies.is_none_or(|plies| proved >= plies && (proved - plies) % 2 == 0), "`{text}` ends in {proved}");
}

#[test]
fn short_endings_of_hunt_games_are_proved() {
    for row in rows(include_str!("data/hunt.tsv")) {
        let [game, text, value, plies] = row[..] else { panic!("four fields, not {row:?}") };
        let plies = Some(plies.parse().expect("a number"));
        let settings = settings(Policy::Ucb1, 50_000);
        match game {
            "mouse-cats" => check_proof::<MouseCats>(&mut Mcts::new(settings, Mobility), text, value, plies),
            _ => check_proof::<HareHounds>(&mut Mcts::new(settings, Mobility), text, value, plies),
        }
    }
}

fn check_ending<G: Split + Notation>(text: &str, value: &str) {
    let settings = settings(Policy::Ucb1, 50_000);
    check_proof::<G>(&mut Mcts::new(settings.clone(), Mobility), text, value, None);
    let halves = Mcts::new(settings, HalvesEvaluator::<G, _>::new(Mobility));
    check_proof::<G>(&mut Halved::<G, _>::new(halves), text, value, None);
}

#[test]
fn small_endings_of_the_amazons_are_proved_in_moves_and_in_halves() {
    for row in rows(include_str!("data/amazons.tsv")) {
        let [game, text, value] = row[..] else { panic!("three fields, not {row:?}") };
        match game {
            "amazons:6x6" => check_ending::<Amazons<6>>(text, value),
            "amazons:8x8" => check_ending::<Amazons<8>>(text, value),
            _ => check_ending::<Amazons<10>>(text, value),
        }
    }
}

#[test]
fn wins_are_found_and_played_to_the_end() {
    // Three upright, three side by side, and two side by side with room on both sides.
    let cases = [("414141", 1), ("112233", 1), ("2233", 3)];
    // A search of two children may miss the right one.
    for settings in variants(3000).iter().filter(|settings| settings.width > 2) {
        for (text, shortest) in cases {
            let result = search(settings, &column(text));
            let plies = result.score.filter(|score| *score > 0).and_then(plies_to_end);
            let plies = plies.unwrap_or_else(|| panic!("{settings:?} misses the win in `{text}`: {result:?}"));
            assert!(plies >= shortest && result.pv.len() == plies, "{settings:?} in `{text}`: {result:?}");
            let mut line = Line::new(column(text));
            let winner = line.turn();
            result.pv.iter().for_each(|mv| line.play(*mv));
            assert_eq!(line.outcome().and_then(|outcome| outcome.winner), Some(winner), "{settings:?} in `{text}`");
        }
    }
}

#[test]
fn a_threat_is_blocked() {
    for settings in variants(3000) {
        let position = column("41414");
        let result = search(&settings, &position);
        assert_eq!(position.show_move(result.mv), "4", "{settings:?}: {result:?}");
    }
}

#[test]
fn without_the_solver_nothing_is_proved() {
    let result = search(&Settings { solver: false, ..settings(Policy::Ucb1, 2000) }, &column("2233"));
    assert_eq!((result.nodes, result.score.and_then(plies_to_end)), (2000, None));
}

// ---------------------------------------------------------------------------------------------------------------
// Settings.

#[test]
fn the_same_seed_gives_the_same_result() {
    // Threads in one tree depend on each other's speed.
    for settings in variants(500).into_iter().filter(|settings| settings.threads == 1) {
        let (first, again) = (search(&settings, &Amazons::<6>::start()), search(&settings, &Amazons::<6>::start()));
        assert_eq!(first, again, "{settings:?}");
        let other = search(&Settings { seed: Some(2), ..settings.clone() }, &Amazons::<6>::start());
        let orders_children = matches!(settings.policy, Policy::Puct | Policy::UcbCut);
        let is_deterministic = orders_children && settings.rollout == Rollout::Eval { plies: 0 };
        assert!(first != other || is_deterministic, "{settings:?} ignores the seed");
    }
}

#[test]
fn simulations_are_counted() {
    for settings in variants(700) {
        let position = Amazons::<6>::start();
        let result = search(&settings, &position);
        assert_eq!(result.nodes, 700, "{settings:?}");
        assert_eq!(result.visits.iter().map(|(_, visits)| visits).sum::<u64>(), 700, "{settings:?}");
        let moves: Vec<_> = result.visits.iter().map(|(mv, _)| *mv).collect();
        assert_eq!(moves, position.legal_moves(), "{settings:?}");
        let chosen = result.visits.iter().find(|(mv, _)| *mv == result.mv).expect("it is legal");
        assert!(result.visits.iter().all(|(_, visits)| *visits <= chosen.1), "{settings:?}");
        assert!(result.depth as usize >= result.pv.len(), "{settings:?}");
        let mut line = Line::new(position);
        for mv in result.pv {
            assert!(line.position().legal_moves().contains(&mv), "{settings:?}");
            line.play(mv);
        }
    }
    let unlimited = Settings { sims: None, ..settings(Policy::Ucb1, 0) };
    assert_eq!(search(&unlimited, &Connect4::<7, 6>::start()).nodes, 1000);
}

#[test]
fn first_play_urgency_leaves_moves_untried() {
    let start = Amazons::<6>::start();
    let sims = start.count_moves() - 1;
    let tried = |fpu| {
        let settings = Settings { fpu, c: 0.2, ..settings(Policy::Ucb1, sims) };
        search(&settings, &start).visits.iter().filter(|(_, visits)| *visits > 0).count() as u64
    };
    assert_eq!(tried(None), sims, "each simulation tries another move");
    assert!(tried(Some(0.1)) < sims / 2);
}

#[test]
fn growing_exploration_spreads_the_visits() {
    let most_visits = |c_base| {
        let settings = Settings { c_base, c: 0.3, ..settings(Policy::Ucb1, 5000) };
        search(&settings, &Connect4::<7, 6>::start()).visits.iter().map(|(_, visits)| *visits).max().unwrap()
    };
    assert!(most_visits(Some(50.0)) < most_visits(None) / 2);
}

/// What one thread proves, many prove: see also the variants with threads in the tests above.
#[test]
fn threads_in_one_tree_find_forced_wins() {
    for threads in [2, 4] {
        for row in rows(include_str!("data/hunt.tsv")).filter(|row| row[0] == "mouse-cats") {
            let settings = Settings { threads, ..settings(Policy::Ucb1, 50_000) };
            let plies = Some(row[3].parse().expect("a number"));
            check_proof::<MouseCats>(&mut Mcts::new(settings, Mobility), row[1], row[2], plies);
        }
    }
}

#[test]
fn ucb_cut_visits_only_the_best_children() {
    let tried = |width| {
        let settings = Settings { width, ..settings(Policy::UcbCut, 2000) };
        search(&settings, &Amazons::<6>::start()).visits.iter().filter(|(_, visits)| *visits > 0).count()
    };
    assert_eq!((tried(5), tried(48)), (5, 48));
}

#[test]
fn the_subtree_is_kept_for_the_next_move() {
    // A search of two replies may not have the one that is played.
    for tried in variants(400).into_iter().filter(|settings| settings.width > 2) {
        let mut keeper = Mcts::new(tried.clone(), Mobility);
        let mut other = Mcts::new(settings(Policy::Ucb1, 200), Mobility);
        let mut line = Line::new(Connect4::<7, 6>::start());
        let mut kept = 0;
        while line.outcome().is_none() {
            let result = ask(&mut keeper, &line).expect("there is a move");
            assert!(line.position().legal_moves().contains(&result.mv));
            assert!(result.nodes <= 400);
            kept += result.visits.iter().map(|(_, visits)| visits).sum::<u64>().saturating_sub(result.nodes);
            line.play(result.mv);
            if line.outcome().is_none() {
                line.play(ask(&mut other, &line).expect("there is a move").mv);
            }
        }
        assert!(kept > 0, "{tried:?} kept nothing");
        // A new game.
        assert!(ask(&mut keeper, &Line::new(column("4455"))).is_some());
    }
}

fn choose_with(clock: Option<Clock>, stop: bool, settings: Settings) -> (SearchResult<impl Copy>, Duration, usize) {
    let mut reports = 0;
    let stop = AtomicBool::new(stop);
    let start = Instant::now();
    let mut report = |_: &SearchResult<_>| reports += 1;
    let mut request = SearchRequest { clock, ..SearchRequest::new(&stop, &mut report) };
    let line = Line::new(Amazons::<10>::start());
    let result = Mcts::new(settings, Mobility).choose(&line, &mut request).expect("there is a move");
    assert!(line.position().legal_moves().contains(&result.mv));
    (result, start.elapsed(), reports)
}

#[test]
fn time_clock_and_stop_are_obeyed() {
    // On a busy machine a search takes longer, never shorter. Without a limit it would not end at all; how much of a
    // clock one move may use is tested with the timer.
    let (second, minute) = (Duration::from_secs(1), Duration::from_secs(1) * 60);
    for threads in [1, 2] {
        for policy in POLICIES {
            let unlimited = Settings { sims: None, threads, ..settings(policy, 0) };
            let timed = |time| Settings { time: Some(time), ..unlimited.clone() };
            let (result, took, _) = choose_with(None, true, timed(minute));
            assert!(took < minute && result.nodes <= threads as u64, "{policy:?} took {took:?} when stopped");
            let (_, took, reports) = choose_with(None, false, timed(second / 4));
            assert!(took >= second / 4 && took < minute && reports > 0, "{policy:?} took {took:?}");
            let clock = Clock { left: second * 3, increment: Duration::ZERO, moves_to_go: None };
            let (_, took, _) = choose_with(Some(clock), false, unlimited.clone());
            assert!(took < minute, "{policy:?} took {took:?} on the clock");
        }
    }
}

// ---------------------------------------------------------------------------------------------------------------
// Priors.

/// Evaluates every position as 0. Each prior is twice the next one. Counts its calls.
#[derive(Default)]
struct HalvingPriors {
    evaluated: AtomicU64,
    priors_calls: AtomicU64,
}

impl<G: Game> Evaluator<G> for HalvingPriors {
    fn evaluate(&self, _: &G) -> Score {
        self.evaluated.fetch_add(1, Ordering::Relaxed);
        0
    }

    fn each_term(&self, _: &G, _: &mut dyn FnMut(Term)) {}

    fn priors(&self, _: &G, moves: &[G::Move], priors: &mut [f32]) -> bool {
        self.priors_calls.fetch_add(1, Ordering::Relaxed);
        let weight = |index: usize| 0.5_f32.powi(index.min(60) as i32);
        let sum: f32 = (0..moves.len()).map(weight).sum();
        priors.iter_mut().enumerate().for_each(|(index, prior)| *prior = weight(index) / sum);
        true
    }
}

fn puct(sims: u64) -> Settings {
    Settings { rollout: Rollout::Eval { plies: 0 }, ..settings(Policy::Puct, sims) }
}

/// Every setting that changes how priors are used.
fn puct_variants(sims: u64) -> Vec<Settings> {
    let noise = Some(DirichletNoise::default());
    vec![
        puct(sims),
        Settings { noise, ..puct(sims) },
        Settings { rollout: Rollout::Random, ..puct(sims) },
        Settings { widening: Some(Widening::default()), noise, ..puct(sims) },
        Settings { threads: 3, noise, ..puct(sims) },
        Settings { nodes: 2000, ..puct(sims) },
        Settings { batch: 8, ..puct(sims) },
        Settings { batch: 64, threads: 2, noise, ..puct(sims) },
        Settings { batch: 8, widening: Some(Widening::default()), nodes: 2000, ..puct(sims) },
    ]
}

fn search_with_priors<G: Game>(settings: &Settings, position: &G) -> SearchResult<G::Move> {
    ask(&mut Mcts::new(settings.clone(), HalvingPriors::default()), &Line::new(position.clone()))
        .expect("there is a move")
}

#[test]
fn visits_follow_priors() {
    // No game ends within the tree and all positions are evaluated as equal: moves differ only by their priors.
    let visits = search_with_priors(&puct(3000), &Amazons::<6>::start()).visits;
    let share = |index: usize| visits[index].1 as f64 / 3000.0;
    for index in 0..5 {
        let prior = 0.5_f64.powi(index as i32 + 1);
        assert!((share(index) - prior).abs() < 0.02, "move {index}: {} of the visits, expected {prior}", share(index));
    }
}

#[test]
fn a_leaf_is_evaluated_once_and_its_children_never() {
    let evaluator = HalvingPriors::default();
    let sims = 500;
    let result =
        ask(&mut Mcts::new(puct(sims), &evaluator), &Line::new(Amazons::<6>::start())).expect("there is a move");
    assert_eq!(result.visits.iter().map(|(_, visits)| visits).sum::<u64>(), sims);
    // Every simulation ends at a new leaf, because no game ends; for the root only priors are needed.
    assert_eq!((evaluator.evaluated.into_inner(), evaluator.priors_calls.into_inner()), (sims, sims + 1));
}

/// Counts evaluations in batches and single ones, and records the largest batch.
#[derive(Default)]
struct BatchCounter {
    largest: AtomicU64,
    batched: AtomicU64,
    single: AtomicU64,
}

impl<G: Game> Evaluator<G> for BatchCounter {
    fn evaluate(&self, position: &G) -> Score {
        self.single.fetch_add(1, Ordering::Relaxed);
        Mobility.evaluate(position)
    }

    fn evaluate_many(&self, positions: &[G], scores: &mut [Score]) {
        self.largest.fetch_max(positions.len() as u64, Ordering::Relaxed);
        self.batched.fetch_add(positions.len() as u64, Ordering::Relaxed);
        let hashes: HashSet<u64> = positions.iter().map(Game::hash).collect();
        assert_eq!(hashes.len(), positions.len(), "a leaf is evaluated once");
        Mobility.evaluate_many(positions, scores);
    }

    fn each_term(&self, _: &G, _: &mut dyn FnMut(Term)) {}

    fn priors(&self, position: &G, moves: &[G::Move], priors: &mut [f32]) -> bool {
        HalvingPriors::default().priors(position, moves, priors)
    }
}

#[test]
fn leaves_are_evaluated_in_batches() {
    // 333 is not a multiple of a batch size: the last batch is partial.
    for (batch, sims) in [(1, 333), (2, 333), (8, 333), (50, 333), (256, 333), (256, 7)] {
        let evaluator = BatchCounter::default();
        let settings = Settings { batch, ..puct(sims) };
        // Many first moves without transpositions: no two leaves are the same position.
        let line = Line::new(Amazons::<10>::start());
        let result = ask(&mut Mcts::new(settings, &evaluator), &line).expect("there is a move");
        assert_eq!(result.nodes, sims, "a batch of {batch}");
        assert_eq!(result.visits.iter().map(|(_, visits)| visits).sum::<u64>(), sims, "a batch of {batch}");
        let (batched, single) = (evaluator.batched.into_inner(), evaluator.single.into_inner());
        assert_eq!((batched, single), if batch == 1 { (0, sims) } else { (sims, 0) }, "a batch of {batch}");
        let largest = evaluator.largest.into_inner();
        assert!(largest <= batch as u64 && (batch == 1 || largest > 1), "{largest} at once in a batch of {batch}");
    }
}

#[test]
fn halves_have_the_same_scores_in_a_batch_and_alone() {
    let evaluator = HalvesEvaluator::<Amazons<6>, _>::new(Mobility);
    let start = Amazons::<6>::start().halves();
    let mut positions = vec![start];
    for mv in start.legal_moves().into_iter().take(9) {
        let mut between = start;
        between.play(mv);
        positions.push(between);
        between.play(between.legal_moves()[0]);
        positions.push(between);
    }
    let mut scores = vec![0; positions.len()];
    evaluator.evaluate_many(&positions, &mut scores);
    let alone: Vec<Score> = positions.iter().map(|position| evaluator.evaluate(position)).collect();
    assert_eq!(scores, alone);
    assert!(scores.iter().any(|score| *score != scores[0]));
}

#[test]
fn proofs_are_right_with_priors() {
    let mut cache = HashMap::new();
    for settings in puct_variants(4000) {
        each_heap(|heap, expected| {
            let result = search_with_priors(&settings, heap);
            assert_eq!(proved(&result), expected, "{settings:?} in {heap:?}: {result:?}");
            let mut after = heap.clone();
            after.play(result.mv);
            assert_eq!(exact(&after, &mut cache), exact(heap, &mut cache), "{settings:?} loses value in {heap:?}");
        });
        for (text, mv) in [("414141", "4"), ("41414", "4")] {
            let result = search_with_priors(&settings, &column(text));
            assert_eq!(column(text).show_move(result.mv), mv, "{settings:?} in `{text}`: {result:?}");
        }
    }
}

#[test]
fn noise_depends_only_on_the_seed() {
    let start = Connect4::<7, 6>::start();
    for settings in puct_variants(400).into_iter().filter(|settings| settings.threads == 1) {
        let (first, again) = (search_with_priors(&settings, &start), search_with_priors(&settings, &start));
        assert_eq!(first, again, "{settings:?}");
        let other = search_with_priors(&Settings { seed: Some(2), ..settings.clone() }, &start);
        let is_random = settings.noise.is_some() || settings.rollout == Rollout::Random;
        assert_eq!(first != other, is_random, "{settings:?}");
    }
    // With a weight of 1 the noise replaces the priors.
    let noisy = Settings { noise: Some(DirichletNoise { share: 1.0, concentration: 1000.0 }), ..puct(2000) };
    let visits = search_with_priors(&noisy, &Amazons::<6>::start()).visits;
    assert!(visits[0].1 < 200, "{} visits with noise, about 1000 without", visits[0].1);
}

/// Priors of Amazons moves that differ up to five times.
struct AmazonsPriors;

impl Evaluator<Amazons<6>> for AmazonsPriors {
    fn evaluate(&self, _: &Amazons<6>) -> Score {
        0
    }

    fn each_term(&self, _: &Amazons<6>, _: &mut dyn FnMut(Term)) {}

    fn priors(&self, _: &Amazons<6>, moves: &[AmazonsMove], priors: &mut [f32]) -> bool {
        let weight = |mv: &AmazonsMove| f32::from(1 + (mv.from + mv.to + mv.arrow) % 5);
        let sum: f32 = moves.iter().map(weight).sum();
        priors.iter_mut().zip(moves).for_each(|(prior, mv)| *prior = weight(mv) / sum);
        true
    }
}

#[test]
fn priors_of_two_halves_multiply_to_that_of_the_move() {
    let start = Amazons::<6>::start();
    let evaluator = HalvesEvaluator::<Amazons<6>, _>::new(AmazonsPriors);
    let priors_of = |position: &<Amazons<6> as Split>::Halves| {
        let moves = position.legal_moves();
        let mut priors = vec![0.0; moves.len()];
        assert!(evaluator.priors(position, &moves, &mut priors));
        moves.into_iter().zip(priors).collect::<HashMap<_, _>>()
    };
    let moves = start.legal_moves();
    let mut whole = vec![0.0; moves.len()];
    AmazonsPriors.priors(&start, &moves, &mut whole);
    let firsts = priors_of(&start.halves());
    for (mv, prior) in moves.into_iter().zip(whole) {
        let [first, second] = Amazons::<6>::split(mv);
        let mut between = start.halves();
        between.play(first);
        let found = firsts[&first] * priors_of(&between)[&second];
        assert!((found / prior - 1.0).abs() < 1e-4, "{mv:?}: {found}, expected {prior}");
    }
    let settings = puct(500);
    let result = ask(&mut Halved::new(Mcts::new(settings, evaluator)), &Line::new(start)).expect("there is a move");
    assert!(start.legal_moves().contains(&result.mv));
}

// ---------------------------------------------------------------------------------------------------------------
// Play.

/// Wins in `games` games against a random player, with alternating sides.
fn wins<G: Game>(games: u64, mut player: impl FnMut(u64) -> Box<dyn Strategy<G>>) -> u64 {
    let won = |seed: &u64| {
        let mine = Side::BOTH[(seed % 2) as usize];
        let (mut me, mut other) = (player(*seed), Random::new(Some(100 + seed)));
        let mut line = Line::new(G::start());
        loop {
            if let Some(outcome) = line.outcome() {
                return outcome.winner == Some(mine);
            }
            let mover: &mut dyn Strategy<G> = if line.turn() == mine { &mut *me } else { &mut other };
            let result = ask(mover, &line).expect("there is a move");
            line.play(result.mv);
        }
    };
    (0..games).filter(won).count() as u64
}

#[test]
fn every_variant_beats_a_random_player() {
    for settings in variants(300) {
        let seeded = |seed| Settings { seed: Some(seed), ..settings.clone() };
        let amazons = wins::<Amazons<6>>(6, |seed| Box::new(Mcts::new(seeded(seed), Mobility)));
        let halves = wins::<Amazons<6>>(6, |seed| {
            Box::new(Halved::new(Mcts::new(seeded(seed), HalvesEvaluator::<Amazons<6>, _>::new(Mobility))))
        });
        let connect4 = wins::<Connect4<7, 6>>(6, |seed| Box::new(Mcts::new(seeded(seed), Mobility)));
        assert!(amazons >= 5 && halves >= 5 && connect4 >= 5, "{amazons}, {halves}, {connect4} of 6: {settings:?}");
    }
}

#[test]
fn halves_count_visits_of_whole_moves() {
    let settings = Settings { sims: Some(2_000), seed: Some(4), ..Settings::new(Policy::Ucb1) };
    let mut halves = Halved::new(Mcts::new(settings, HalvesEvaluator::<Amazons<6>, _>::new(Mobility)));
    let line = Line::new(Amazons::<6>::start());
    let result = ask(&mut halves, &line).unwrap();
    let legal = line.position().legal_moves();
    assert!(result.visits.iter().all(|(mv, count)| legal.contains(mv) && *count > 0));
    let sum: u64 = result.visits.iter().map(|(_, count)| count).sum();
    // A simulation that ends at a new first half has no second half.
    assert!(sum <= 2_000 && sum + legal.len() as u64 >= 2_000, "{sum}");
    assert!(result.visits.iter().any(|(mv, _)| *mv == result.mv));
}

/// A player of halves with a PV of one half and without visit counts.
struct RandomHalves(Random);

impl<G: Game> Strategy<G> for RandomHalves {
    fn choose(&mut self, line: &Line<G>, request: &mut SearchRequest<'_, G::Move>) -> Option<SearchResult<G::Move>> {
        self.0.choose(line, request)
    }
}

impl<G: Game> CountsPairs<G> for RandomHalves {
    fn pairs(&self) -> Vec<(G::Move, G::Move, u64)> {
        Vec::new()
    }
}

#[test]
fn a_player_of_halves_may_have_a_short_pv() {
    let mut halves = Halved::<Amazons<8>, _>::new(RandomHalves(Random::new(Some(1))));
    let mut line = Line::new(Amazons::<8>::start());
    while let Some(result) = ask(&mut halves, &line) {
        assert!(line.position().legal_moves().contains(&result.mv));
        line.play(result.mv);
    }
    assert!(line.outcome().is_some());
}
