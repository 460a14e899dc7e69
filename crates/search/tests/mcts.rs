//! Monte Carlo tree search: what it proves is true, what it is told it does, and every policy plays.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use quevedo_core::score::plies_to_end;
use quevedo_core::{
    Clock, Evaluator, Game, Line, Notation, Outcome, Score, SearchRequest, SearchResult, Side, Split, Strategy, Term,
    ask, reasons,
};
use quevedo_games::amazons::Shot;
use quevedo_games::{Amazons, Connect4, HareHounds, MouseCats};
use quevedo_search::Random;
use quevedo_search::mcts::{
    CountsPairs, Exploration, Halved, HalvesEvaluator, Mcts, Noise, Policy, Rollout, Settings, Widening,
};

const POLICIES: [Policy; 5] = [Policy::Ucb1, Policy::UcbCut, Policy::Epsilon, Policy::EpsilonMod, Policy::Puct];

/// Likes to have many moves; knows every game a little.
struct Freedom;

impl<G: Game> Evaluator<G> for Freedom {
    fn evaluate(&self, position: &G) -> Score {
        position.count_moves() as Score
    }

    fn each_term(&self, position: &G, visit: &mut dyn FnMut(Term)) {
        visit(Term::new("moves", position.count_moves() as f64));
    }
}

fn settings(policy: Policy, sims: u64) -> Settings {
    Settings { sims: Some(sims), seed: Some(1), scale: 20.0, ..Settings::new(policy) }
}

/// Every policy, and every other thing that changes what is in the tree or how it is searched.
fn variants(sims: u64) -> Vec<Settings> {
    let ucb1 = || settings(Policy::Ucb1, sims);
    let mut all: Vec<_> = POLICIES.map(|policy| settings(policy, sims)).into();
    all.push(Settings { width: 2, ..settings(Policy::UcbCut, sims) });
    all.push(Settings { widening: Some(Widening::default()), ..ucb1() });
    all.push(Settings { widening: Some(Widening { factor: 1.0, exponent: 0.3 }), ..settings(Policy::Puct, sims) });
    all.push(Settings { rollout: Rollout::EVAL, ..ucb1() });
    all.push(Settings { rollout: Rollout::Eval { plies: 0 }, ..settings(Policy::Puct, sims) });
    all.push(Settings { exploration: Exploration::Proportional, ..settings(Policy::Epsilon, sims) });
    all.push(Settings { threads: 3, ..ucb1() });
    all.push(Settings { nodes: 2000, ..ucb1() });
    all.extend(batches(sims));
    all
}

/// Leaves judged together: everything that a batch has to get along with.
fn batches(sims: u64) -> Vec<Settings> {
    let judged = |policy, batch| Settings { rollout: Rollout::Eval { plies: 0 }, batch, ..settings(policy, sims) };
    let mut all: Vec<_> = POLICIES.map(|policy| judged(policy, 8)).into();
    all.push(judged(Policy::Puct, 100));
    all.push(Settings { width: 2, ..judged(Policy::UcbCut, 8) });
    all.push(Settings { widening: Some(Widening::default()), ..judged(Policy::Puct, 8) });
    all.push(Settings { rollout: Rollout::EVAL, threads: 3, ..judged(Policy::Ucb1, 5) });
    all.push(Settings { nodes: 2000, ..judged(Policy::Ucb1, 16) });
    all
}

fn search<G: Game>(settings: &Settings, position: &G) -> SearchResult<G::Move> {
    ask(&mut Mcts::new(settings.clone(), Freedom), &Line::new(position.clone())).expect("there is a move")
}

fn column(text: &str) -> Connect4<7, 6> {
    Connect4::parse(text).expect("a position")
}

/// The rows of a data file as fields; comments are left out.
fn rows(data: &str) -> impl Iterator<Item = Vec<&str>> {
    data.lines().filter(|line| !line.starts_with('#')).map(|line| line.split('\t').collect())
}

// ---------------------------------------------------------------------------------------------------------------
// A game where a side moves twice.

/// Take one, two or three from a heap. Who takes one and leaves an odd number moves again. Who empties the heap wins,
/// unless he takes a single one: that is a draw. Heaps of 5, 6, 11 and 12 are lost, one of 1 is drawn.
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

/// The points of the first player, by looking at everything.
fn exact(heap: &Heap, known: &mut HashMap<Heap, i8>) -> i8 {
    if let Some(outcome) = heap.outcome() {
        return outcome.winner.map_or(0, |winner| if winner == Side::First { 1 } else { -1 });
    }
    if let Some(points) = known.get(heap) {
        return *points;
    }
    let after = |mv| {
        let mut next = heap.clone();
        next.play(mv);
        next
    };
    let points = heap.legal_moves().into_iter().map(|mv| exact(&after(mv), known));
    let best = if heap.turn() == Side::First { points.max() } else { points.min() };
    let best = best.expect("an unfinished game has a move");
    known.insert(heap.clone(), best);
    best
}

/// 1, 0 or -1 for a proved win, nothing proved (or a draw, which looks the same), a proved loss.
fn proved(choice: &SearchResult<u8>) -> i8 {
    let score = choice.score.expect("a search has a score");
    if plies_to_end(score).is_some() { score.signum() as i8 } else { 0 }
}

fn each_heap(mut check: impl FnMut(&Heap, i8)) {
    let mut known = HashMap::new();
    for (left, turn) in (1..=12).flat_map(|left| Side::BOTH.map(|turn| (left, turn))) {
        let heap = Heap { left, turn, winner: None };
        let first = exact(&heap, &mut known);
        check(&heap, if turn == Side::First { first } else { -first });
    }
}

#[test]
fn proofs_respect_that_a_side_may_move_twice() {
    let mut known = HashMap::new();
    for settings in variants(4000) {
        each_heap(|heap, expected| {
            let choice = search(&settings, heap);
            assert_eq!(proved(&choice), expected, "{settings:?} in {heap:?}: {choice:?}");
            let mut after = heap.clone();
            after.play(choice.mv);
            let kept = exact(&after, &mut known) == exact(heap, &mut known);
            assert!(kept, "{settings:?} spoils {heap:?} by {}", choice.mv);
        });
    }
}

#[test]
fn what_is_cut_off_is_not_taken_for_lost() {
    let narrow = Settings { width: 1, ..settings(Policy::UcbCut, 4000) };
    each_heap(|heap, expected| {
        let proved = proved(&search(&narrow, heap));
        assert!(proved == 0 || proved == expected, "{heap:?} is {expected}, not {proved}");
    });
}

// ---------------------------------------------------------------------------------------------------------------
// The solver.

/// Searches until something is proved, and compares it with what is known.
fn check_proof<G: Notation>(strategy: &mut dyn Strategy<G>, text: &str, value: &str, plies: Option<usize>) {
    let choice = ask(strategy, &Line::new(G::parse(text).expect("a position"))).expect("there is a move");
    let score = choice.score.expect("a search has a score");
    let proved = plies_to_end(score).unwrap_or_else(|| panic!("`{text}` is not proved: {score}"));
    assert_eq!(score > 0, value == "win", "`{text}`");
    // The first proof found need not be the shortest, but it is never shorter than that.
    assert!(plies.is_none_or(|plies| proved >= plies && (proved - plies) % 2 == 0), "`{text}` ends in {proved}");
}

#[test]
fn hunts_with_a_short_end_are_proved() {
    for row in rows(include_str!("data/hunt.tsv")) {
        let [game, text, value, plies] = row[..] else { panic!("four fields, not {row:?}") };
        let plies = Some(plies.parse().expect("a number"));
        let settings = settings(Policy::Ucb1, 50_000);
        match game {
            "mouse-cats" => check_proof::<MouseCats>(&mut Mcts::new(settings, Freedom), text, value, plies),
            _ => check_proof::<HareHounds>(&mut Mcts::new(settings, Freedom), text, value, plies),
        }
    }
}

fn check_ending<G: Split + Notation>(text: &str, value: &str) {
    let settings = settings(Policy::Ucb1, 50_000);
    check_proof::<G>(&mut Mcts::new(settings.clone(), Freedom), text, value, None);
    let halves = Mcts::new(settings, HalvesEvaluator::<G, _>::new(Freedom));
    check_proof::<G>(&mut Halved::<G, _>::new(halves), text, value, None);
}

#[test]
fn small_endings_of_the_amazons_are_proved_by_moves_and_by_halves() {
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
    // Who looks at two children only may miss the right one.
    for settings in variants(3000).iter().filter(|settings| settings.width > 2) {
        for (text, shortest) in cases {
            let choice = search(settings, &column(text));
            let plies = choice.score.filter(|score| *score > 0).and_then(plies_to_end);
            let plies = plies.unwrap_or_else(|| panic!("{settings:?} misses the win in `{text}`: {choice:?}"));
            assert!(plies >= shortest && choice.pv.len() == plies, "{settings:?} in `{text}`: {choice:?}");
            let mut line = Line::new(column(text));
            let winner = line.turn();
            choice.pv.iter().for_each(|mv| line.play(*mv));
            assert_eq!(line.outcome().and_then(|outcome| outcome.winner), Some(winner), "{settings:?} in `{text}`");
        }
    }
}

#[test]
fn a_threat_is_stopped() {
    for settings in variants(3000) {
        let position = column("41414");
        let choice = search(&settings, &position);
        assert_eq!(position.show_move(choice.mv), "4", "{settings:?}: {choice:?}");
    }
}

#[test]
fn without_the_solver_nothing_is_proved() {
    let choice = search(&Settings { solver: false, ..settings(Policy::Ucb1, 2000) }, &column("2233"));
    assert_eq!((choice.nodes, choice.score.and_then(plies_to_end)), (2000, None));
}

// ---------------------------------------------------------------------------------------------------------------
// Doing as told.

#[test]
fn the_same_seed_chooses_the_same() {
    for settings in variants(500) {
        let (first, again) = (search(&settings, &Amazons::<6>::start()), search(&settings, &Amazons::<6>::start()));
        assert_eq!(first, again, "{settings:?}");
        let other = search(&Settings { seed: Some(2), ..settings.clone() }, &Amazons::<6>::start());
        let judges = matches!(settings.policy, Policy::Puct | Policy::UcbCut);
        let judged = judges && settings.rollout == Rollout::Eval { plies: 0 };
        assert!(first != other || judged, "{settings:?} takes no notice of the seed");
    }
}

#[test]
fn simulations_are_counted() {
    for settings in variants(700) {
        let position = Amazons::<6>::start();
        let choice = search(&settings, &position);
        assert_eq!(choice.nodes, 700, "{settings:?}");
        assert_eq!(choice.visits.iter().map(|(_, visits)| visits).sum::<u64>(), 700, "{settings:?}");
        let moves: Vec<_> = choice.visits.iter().map(|(mv, _)| *mv).collect();
        assert_eq!(moves, position.legal_moves(), "{settings:?}");
        let chosen = choice.visits.iter().find(|(mv, _)| *mv == choice.mv).expect("it is legal");
        assert!(choice.visits.iter().all(|(_, visits)| *visits <= chosen.1), "{settings:?}");
        assert!(choice.depth as usize >= choice.pv.len(), "{settings:?}");
        let mut line = Line::new(position);
        for mv in choice.pv {
            assert!(line.position().legal_moves().contains(&mv), "{settings:?}");
            line.play(mv);
        }
    }
    let unlimited = Settings { sims: None, ..settings(Policy::Ucb1, 0) };
    assert_eq!(search(&unlimited, &Connect4::<7, 6>::start()).nodes, 1000);
}

#[test]
fn only_the_best_children_survive_the_cut() {
    let tried = |width| {
        let settings = Settings { width, ..settings(Policy::UcbCut, 2000) };
        search(&settings, &Amazons::<6>::start()).visits.iter().filter(|(_, visits)| *visits > 0).count()
    };
    assert_eq!((tried(5), tried(48)), (5, 48));
}

#[test]
fn the_tree_is_kept_for_the_next_move() {
    // Who looks at two answers only may never meet the one that is played.
    for tried in variants(400).into_iter().filter(|settings| settings.width > 2) {
        let mut keeper = Mcts::new(tried.clone(), Freedom);
        let mut other = Mcts::new(settings(Policy::Ucb1, 200), Freedom);
        let mut line = Line::new(Connect4::<7, 6>::start());
        let mut kept = 0;
        while line.outcome().is_none() {
            let choice = ask(&mut keeper, &line).expect("there is a move");
            assert!(line.position().legal_moves().contains(&choice.mv));
            assert!(choice.nodes <= 400);
            kept += choice.visits.iter().map(|(_, visits)| visits).sum::<u64>().saturating_sub(choice.nodes);
            line.play(choice.mv);
            if line.outcome().is_none() {
                line.play(ask(&mut other, &line).expect("there is a move").mv);
            }
        }
        assert!(kept > 0, "nothing was kept by {tried:?}");
        // Another game altogether.
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
    let choice = Mcts::new(settings, Freedom).choose(&line, &mut request).expect("there is a move");
    assert!(line.position().legal_moves().contains(&choice.mv));
    (choice, start.elapsed(), reports)
}

#[test]
fn time_clock_and_stop_are_obeyed() {
    // Machines are shared: what should take a quarter of a second is given more than that.
    let patience = Duration::from_secs(3);
    let (second, minute) = (Duration::from_secs(1), Duration::from_secs(1) * 60);
    for threads in [1, 2] {
        for policy in POLICIES {
            let unlimited = Settings { sims: None, threads, ..settings(policy, 0) };
            let timed = |time| Settings { time: Some(time), ..unlimited.clone() };
            let (choice, took, _) = choose_with(None, true, timed(minute));
            assert!(took < patience && choice.nodes <= threads as u64, "{policy:?} took {took:?} when stopped");
            let (_, took, reports) = choose_with(None, false, timed(second / 4));
            assert!(took >= second / 4 && took < patience && reports > 0, "{policy:?} took {took:?}");
            let clock = Clock { left: second * 3, increment: Duration::ZERO, moves_to_go: None };
            let (_, took, _) = choose_with(Some(clock), false, unlimited.clone());
            assert!(took < patience, "{policy:?} took {took:?} on the clock");
        }
    }
}

// ---------------------------------------------------------------------------------------------------------------
// Priors.

/// Thinks nothing of positions, and of moves that the first ones are twice as likely as the next, and so on. Counts how
/// often it is asked.
#[derive(Default)]
struct Hunch {
    judged: AtomicU64,
    asked: AtomicU64,
}

impl<G: Game> Evaluator<G> for Hunch {
    fn evaluate(&self, _: &G) -> Score {
        self.judged.fetch_add(1, Ordering::Relaxed);
        0
    }

    fn each_term(&self, _: &G, _: &mut dyn FnMut(Term)) {}

    fn priors(&self, _: &G, moves: &[G::Move], priors: &mut [f32]) -> bool {
        self.asked.fetch_add(1, Ordering::Relaxed);
        let weight = |index: usize| 0.5_f32.powi(index.min(60) as i32);
        let sum: f32 = (0..moves.len()).map(weight).sum();
        priors.iter_mut().enumerate().for_each(|(index, prior)| *prior = weight(index) / sum);
        true
    }
}

fn puct(sims: u64) -> Settings {
    Settings { rollout: Rollout::Eval { plies: 0 }, ..settings(Policy::Puct, sims) }
}

/// Everything that changes how priors are used.
fn puct_variants(sims: u64) -> Vec<Settings> {
    let noise = Some(Noise::default());
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

fn search_by_hunch<G: Game>(settings: &Settings, position: &G) -> SearchResult<G::Move> {
    ask(&mut Mcts::new(settings.clone(), Hunch::default()), &Line::new(position.clone())).expect("there is a move")
}

#[test]
fn visits_follow_priors() {
    // Nobody is stuck for many plies here, and the evaluator finds all positions equal: only priors tell moves apart.
    let visits = search_by_hunch(&puct(3000), &Amazons::<6>::start()).visits;
    let share = |index: usize| visits[index].1 as f64 / 3000.0;
    for index in 0..5 {
        let prior = 0.5_f64.powi(index as i32 + 1);
        assert!((share(index) - prior).abs() < 0.02, "move {index} got {} of the visits, not {prior}", share(index));
    }
}

#[test]
fn a_leaf_is_judged_once_and_its_children_never() {
    let judge = Hunch::default();
    let sims = 500;
    let choice = ask(&mut Mcts::new(puct(sims), &judge), &Line::new(Amazons::<6>::start())).expect("there is a move");
    assert_eq!(choice.visits.iter().map(|(_, visits)| visits).sum::<u64>(), sims);
    // Every simulation ends in a new leaf, as long as nobody is stuck; the root is asked only about its moves.
    assert_eq!((judge.judged.into_inner(), judge.asked.into_inner()), (sims, sims + 1));
}

/// Remembers the greatest number of positions it was asked about at once, and counts all of them.
#[derive(Default)]
struct Crowd {
    most: AtomicU64,
    judged: AtomicU64,
    single: AtomicU64,
}

impl<G: Game> Evaluator<G> for Crowd {
    fn evaluate(&self, position: &G) -> Score {
        self.single.fetch_add(1, Ordering::Relaxed);
        Freedom.evaluate(position)
    }

    fn evaluate_many(&self, positions: &[G], scores: &mut [Score]) {
        self.most.fetch_max(positions.len() as u64, Ordering::Relaxed);
        self.judged.fetch_add(positions.len() as u64, Ordering::Relaxed);
        let hashes: HashSet<u64> = positions.iter().map(Game::hash).collect();
        assert_eq!(hashes.len(), positions.len(), "a leaf is asked about once");
        Freedom.evaluate_many(positions, scores);
    }

    fn each_term(&self, _: &G, _: &mut dyn FnMut(Term)) {}

    fn priors(&self, position: &G, moves: &[G::Move], priors: &mut [f32]) -> bool {
        Hunch::default().priors(position, moves, priors)
    }
}

#[test]
fn leaves_are_judged_together_as_often_as_asked_for() {
    // 333 is no multiple of any of them: the last batch is cut.
    for (batch, sims) in [(1, 333), (2, 333), (8, 333), (50, 333), (256, 333), (256, 7)] {
        let judge = Crowd::default();
        let settings = Settings { batch, ..puct(sims) };
        // Many first moves and none that meet again: no two leaves are the same position.
        let line = Line::new(Amazons::<10>::start());
        let choice = ask(&mut Mcts::new(settings, &judge), &line).expect("there is a move");
        assert_eq!(choice.nodes, sims, "a batch of {batch}");
        assert_eq!(choice.visits.iter().map(|(_, visits)| visits).sum::<u64>(), sims, "a batch of {batch}");
        let (judged, single) = (judge.judged.into_inner(), judge.single.into_inner());
        assert_eq!((judged, single), if batch == 1 { (0, sims) } else { (sims, 0) }, "a batch of {batch}");
        let most = judge.most.into_inner();
        assert!(most <= batch as u64 && (batch == 1 || most > 1), "{most} at once in a batch of {batch}");
    }
}

#[test]
fn halves_are_judged_together_as_they_are_alone() {
    let judge = HalvesEvaluator::<Amazons<6>, _>::new(Freedom);
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
    judge.evaluate_many(&positions, &mut scores);
    let alone: Vec<Score> = positions.iter().map(|position| judge.evaluate(position)).collect();
    assert_eq!(scores, alone);
    assert!(scores.iter().any(|score| *score != scores[0]));
}

#[test]
fn proofs_are_exact_with_priors_too() {
    let mut known = HashMap::new();
    for settings in puct_variants(4000) {
        each_heap(|heap, expected| {
            let choice = search_by_hunch(&settings, heap);
            assert_eq!(proved(&choice), expected, "{settings:?} in {heap:?}: {choice:?}");
            let mut after = heap.clone();
            after.play(choice.mv);
            assert_eq!(exact(&after, &mut known), exact(heap, &mut known), "{settings:?} spoils {heap:?}");
        });
        for (text, mv) in [("414141", "4"), ("41414", "4")] {
            let choice = search_by_hunch(&settings, &column(text));
            assert_eq!(column(text).show_move(choice.mv), mv, "{settings:?} in `{text}`: {choice:?}");
        }
    }
}

#[test]
fn noise_depends_on_the_seed_alone() {
    let start = Connect4::<7, 6>::start();
    for settings in puct_variants(400) {
        let (first, again) = (search_by_hunch(&settings, &start), search_by_hunch(&settings, &start));
        assert_eq!(first, again, "{settings:?}");
        let other = search_by_hunch(&Settings { seed: Some(2), ..settings.clone() }, &start);
        let chance = settings.noise.is_some() || settings.rollout == Rollout::Random;
        assert_eq!(first != other, chance, "{settings:?}");
    }
    // All of it noise: the priors are forgotten.
    let stirred = Settings { noise: Some(Noise { share: 1.0, concentration: 1000.0 }), ..puct(2000) };
    let visits = search_by_hunch(&stirred, &Amazons::<6>::start()).visits;
    assert!(visits[0].1 < 200, "half of the visits without noise, {} with", visits[0].1);
}

/// Likes some moves of the Amazons up to five times as much as others.
struct Taste;

impl Evaluator<Amazons<6>> for Taste {
    fn evaluate(&self, _: &Amazons<6>) -> Score {
        0
    }

    fn each_term(&self, _: &Amazons<6>, _: &mut dyn FnMut(Term)) {}

    fn priors(&self, _: &Amazons<6>, moves: &[Shot], priors: &mut [f32]) -> bool {
        let weight = |mv: &Shot| f32::from(1 + (mv.from + mv.to + mv.arrow) % 5);
        let sum: f32 = moves.iter().map(weight).sum();
        priors.iter_mut().zip(moves).for_each(|(prior, mv)| *prior = weight(mv) / sum);
        true
    }
}

#[test]
fn priors_of_two_halves_are_those_of_the_move() {
    let start = Amazons::<6>::start();
    let judge = HalvesEvaluator::<Amazons<6>, _>::new(Taste);
    let priors_of = |position: &<Amazons<6> as Split>::Halves| {
        let moves = position.legal_moves();
        let mut priors = vec![0.0; moves.len()];
        assert!(judge.priors(position, &moves, &mut priors));
        moves.into_iter().zip(priors).collect::<HashMap<_, _>>()
    };
    let moves = start.legal_moves();
    let mut whole = vec![0.0; moves.len()];
    Taste.priors(&start, &moves, &mut whole);
    let firsts = priors_of(&start.halves());
    for (mv, prior) in moves.into_iter().zip(whole) {
        let [first, second] = Amazons::<6>::split(mv);
        let mut between = start.halves();
        between.play(first);
        let found = firsts[&first] * priors_of(&between)[&second];
        assert!((found / prior - 1.0).abs() < 1e-4, "{mv:?}: {found}, not {prior}");
    }
    let settings = puct(500);
    let choice = ask(&mut Halved::new(Mcts::new(settings, judge)), &Line::new(start)).expect("there is a move");
    assert!(start.legal_moves().contains(&choice.mv));
}

// ---------------------------------------------------------------------------------------------------------------
// Playing.

/// Games won of `games`, both colours in turn, against a random player.
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
            let choice = ask(mover, &line).expect("there is a move");
            line.play(choice.mv);
        }
    };
    (0..games).filter(won).count() as u64
}

#[test]
fn every_variant_beats_a_random_player() {
    for settings in variants(300) {
        let seeded = |seed| Settings { seed: Some(seed), ..settings.clone() };
        let amazons = wins::<Amazons<6>>(6, |seed| Box::new(Mcts::new(seeded(seed), Freedom)));
        let halves = wins::<Amazons<6>>(6, |seed| {
            Box::new(Halved::new(Mcts::new(seeded(seed), HalvesEvaluator::<Amazons<6>, _>::new(Freedom))))
        });
        let connect4 = wins::<Connect4<7, 6>>(6, |seed| Box::new(Mcts::new(seeded(seed), Freedom)));
        assert!(amazons >= 5 && halves >= 5 && connect4 >= 5, "{amazons}, {halves}, {connect4} of 6: {settings:?}");
    }
}

#[test]
fn halves_tell_how_often_whole_moves_were_tried() {
    let settings = Settings { sims: Some(2_000), seed: Some(4), ..Settings::new(Policy::Ucb1) };
    let mut halves = Halved::new(Mcts::new(settings, HalvesEvaluator::<Amazons<6>, _>::new(Freedom)));
    let line = Line::new(Amazons::<6>::start());
    let choice = ask(&mut halves, &line).unwrap();
    let legal = line.position().legal_moves();
    assert!(choice.visits.iter().all(|(mv, count)| legal.contains(mv) && *count > 0));
    let sum: u64 = choice.visits.iter().map(|(_, count)| count).sum();
    // A simulation that ends on a first half, met for the first time, tries no second one.
    assert!(sum <= 2_000 && sum + legal.len() as u64 >= 2_000, "{sum}");
    assert!(choice.visits.iter().any(|(mv, _)| *mv == choice.mv));
}

/// A player of halves that does not look ahead, nor count.
struct Blind(Random);

impl<G: Game> Strategy<G> for Blind {
    fn choose(&mut self, line: &Line<G>, request: &mut SearchRequest<'_, G::Move>) -> Option<SearchResult<G::Move>> {
        self.0.choose(line, request)
    }
}

impl<G: Game> CountsPairs<G> for Blind {
    fn pairs(&self) -> Vec<(G::Move, G::Move, u64)> {
        Vec::new()
    }
}

#[test]
fn a_player_of_halves_need_not_look_ahead() {
    let mut halves = Halved::<Amazons<8>, _>::new(Blind(Random::new(Some(1))));
    let mut line = Line::new(Amazons::<8>::start());
    while let Some(choice) = ask(&mut halves, &line) {
        assert!(line.position().legal_moves().contains(&choice.mv));
        line.play(choice.mv);
    }
    assert!(line.outcome().is_some());
}
