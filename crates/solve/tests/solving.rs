//! The interface of all solvers, and the player that uses them.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use quevedo_core::{
    Evaluator, Game, HasEvaluators, Line, NamedEvaluator, NoEval, Notation, Oracle, Outcome, Rng, Score, SearchRequest,
    Side, Strategy, Tactics, Term, Value, reasons,
};
use quevedo_games::{Amazons, Chess, Connect4, FoxGeese, HareHounds, MouseCats, Othello};
use quevedo_search::alphabeta::{Settings, Switches};
use quevedo_search::time::Limits;
use quevedo_search::{AlphaBeta, Random};
use quevedo_solve::{DeepeningSolver, Perfect, Solvable, Solver as _, SolverOptions, StopFlags};

static NEVER: AtomicBool = AtomicBool::new(false);

/// Plain minimax: who wins, and in how many plies; `None` if the end is farther away than `depth` says.
fn brute<G: Game>(position: &G, depth: u32) -> Option<(Value, u32)> {
    if let Some(outcome) = position.outcome() {
        return Some((Value::of(outcome, position.turn()), 0));
    }
    let preference = |(value, plies): (Value, u32)| match value {
        Value::Win => (2, i64::from(u32::MAX - plies)),
        Value::Draw => (1, 0),
        Value::Loss => (0, i64::from(plies)),
    };
    let (mut best, mut open) = (None, depth == 0);
    for mv in position.legal_moves().into_iter().filter(|_| depth > 0) {
        let mut next = position.clone();
        next.play(mv);
        let Some((value, plies)) = brute(&next, depth - 1) else {
            open = true;
            continue;
        };
        let value = match value {
            Value::Win if next.turn() != position.turn() => Value::Loss,
            Value::Loss if next.turn() != position.turn() => Value::Win,
            value => value,
        };
        let found = (value, plies + 1);
        if best.is_none_or(|best| preference(found) > preference(best)) {
            best = Some(found);
        }
    }
    // A win is proved whatever the other moves are.
    best.filter(|(value, _)| !open || *value == Value::Win)
}

fn choose<G: Game>(player: &mut dyn Strategy<G>, line: &Line<G>) -> Option<quevedo_core::SearchResult<G::Move>> {
    player.choose(line, &mut SearchRequest::new(&NEVER, &mut |_| {}))
}

/// Positions near the end of random games, where plain minimax of `depth` plies reaches the end.
fn agrees_with_brute_force<G: Tactics + HasEvaluators + Notation>(games: u64, depth: u32) {
    let mut solved = 0;
    for seed in 0..games {
        let mut rng = Rng::with_seed(seed);
        let (mut line, mut position) = (Vec::new(), G::start());
        while let Some(mv) = position.random_move(&mut rng).filter(|_| position.outcome().is_none()) {
            line.push(position.clone());
            position.play(mv);
        }
        for position in line.iter().rev().skip(2).take(2) {
            let Some((value, plies)) = brute(position, depth) else { continue };
            let solution =
                DeepeningSolver::<G>::new(None).solve(position, &NEVER, &mut |_| {}).expect("it is near the end");
            assert_eq!(solution.value, value, "{}", position.show());
            if value != Value::Draw {
                assert_eq!(solution.plies, Some(plies), "{}", position.show());
            }
            solved += 1;
        }
    }
    assert!(solved > games / 2, "only {solved}");
}

#[test]
fn deepening_agrees_with_plain_minimax() {
    agrees_with_brute_force::<Connect4<4, 4>>(30, 6);
    agrees_with_brute_force::<Amazons<6>>(30, 5);
    agrees_with_brute_force::<HareHounds>(20, 6);
}

#[test]
fn mates_are_found_with_all_moves_that_mate_as_soon() {
    let mates = [
        ("6k1/5ppp/8/8/8/8/8/R3R1K1 w - - 0 1", 1, vec!["a1a8", "e1e8"]),
        ("k7/8/1K6/8/8/8/8/7R w - - 0 1", 1, vec!["h1h8"]),
        ("7k/8/8/8/8/8/R7/1R5K w - - 0 1", 3, vec!["a2a7", "b1b7", "b1g1"]),
    ];
    for (position, plies, best) in mates {
        let position = Chess::parse(position).unwrap();
        let solution = Chess::solver(&SolverOptions::with_memory(16)).solve(&position, &NEVER, &mut |_| {}).unwrap();
        let mut moves: Vec<String> = solution.best.iter().map(|mv| position.show_move(*mv)).collect();
        moves.sort();
        assert_eq!(
            (solution.value, solution.plies, moves),
            (Value::Win, Some(plies), best.iter().map(|mv| (*mv).into()).collect())
        );
    }
}

/// An oracle without values that sets the stop flag after a number of probes.
struct StopAfter {
    probes_left: AtomicU64,
    stop: Arc<AtomicBool>,
}

impl Oracle<Chess> for StopAfter {
    fn probe(&self, _: &Chess) -> Option<Score> {
        if self.probes_left.fetch_sub(1, Ordering::Relaxed) == 1 {
            self.stop.store(true, Ordering::Relaxed);
        }
        None
    }
}

/// A solver that is stopped after this number of probes, and its flag.
fn stopped_after(probes: u64) -> (DeepeningSolver<Chess>, Arc<AtomicBool>) {
    let stop = Arc::new(AtomicBool::new(false));
    let oracle = StopAfter { probes_left: AtomicU64::new(probes), stop: stop.clone() };
    (DeepeningSolver::new(Some(Arc::new(oracle))), stop)
}

/// Wherever it is stopped, `solve` returns all best moves or nothing, and `solve_to_move` some of them or nothing.
#[test]
fn a_stopped_solution_is_never_without_its_moves() {
    let position = Chess::parse("7k/8/8/8/8/8/R7/1R5K w - - 0 1").unwrap();
    let whole = DeepeningSolver::new(None).solve(&position, &NEVER, &mut |_| {}).unwrap();
    let (mut whole_ones, mut short_ones) = (0, 0);
    for probes in (1..whole.nodes + 500).step_by(97) {
        let (mut solver, stop) = stopped_after(probes);
        if let Some(solution) = solver.solve(&position, &stop, &mut |_| {}) {
            assert_eq!(solution, whole, "stopped after {probes}");
            whole_ones += 1;
        }
        let (mut solver, stop) = stopped_after(probes);
        if let Some(solution) = solver.solve_to_move(&position, StopFlags::all(&stop)) {
            assert_eq!((solution.value, solution.plies), (whole.value, whole.plies));
            assert!(!solution.best.is_empty() && solution.best.iter().all(|mv| whole.best.contains(mv)));
            short_ones += u32::from(solution.best.len() < whole.best.len());
        }
    }
    assert!(whole_ones > 0 && short_ones > 0, "{whole_ones} {short_ones}");
}

/// A fortress: neither side makes progress, but a search that ends at its deepest ply has not proved a draw.
#[test]
fn a_search_that_ends_at_its_deepest_ply_proves_no_draw() {
    let position = Chess::parse("8/8/8/k7/4p1p1/3pPpPp/3P1P1P/5NK1 w - - 0 1").unwrap();
    let (mut solver, stop) = stopped_after(3_000_000);
    assert_eq!(solver.solve(&position, &stop, &mut |_| {}), None);
}

/// Shortly before the fifty-move rule ends the game, the search reaches the end of every line.
#[test]
fn draws_are_proved_with_all_moves_that_keep_them() {
    let placements = [
        ("8/8/8/3k4/8/8/4R3/4K3 w - - 97 90", Value::Draw),
        ("8/8/8/8/8/1k6/7r/1K6 w - - 97 90", Value::Draw),
        ("8/6p1/8/8/8/kq6/8/K6R b - - 97 90", Value::Win),
    ];
    for (text, value) in placements {
        let position = Chess::parse(text).unwrap();
        let solution = DeepeningSolver::new(None).solve(&position, &NEVER, &mut |_| {}).expect(text);
        assert_eq!((solution.value, brute(&position, 3).unwrap().0), (value, value), "{text}");
        for mv in position.legal_moves().into_iter().filter(|_| value == Value::Draw) {
            let mut next = position.clone();
            next.play(mv);
            let keeps = brute(&next, 2).unwrap().0 == Value::Draw;
            assert_eq!(solution.best.contains(&mv), keeps, "{text}: {}", position.show_move(mv));
        }
    }
}

/// A search with an oracle finds at depth 1 what a search without one finds at the end of the game.
#[test]
fn an_oracle_gives_a_search_the_distance() {
    let limits = Limits { depth: Some(1), ..Limits::default() };
    let settings = Settings { limits, switches: Switches::EXACT, hash: 1, ..Settings::default() };
    let evaluator = MouseCats::EVALUATORS[0].evaluator;
    let mut player = AlphaBeta::<MouseCats, _>::new(evaluator, settings).unwrap().with_oracle(MouseCats::oracle());
    let result = choose(&mut player, &Line::new(MouseCats::start())).unwrap();
    assert_eq!(result.score, Some(-quevedo_core::score::win_in(44) as Score));
}

/// Plays one game: its last position and its plies.
fn play_out<G: Game>(start: G, first: &mut dyn Strategy<G>, second: &mut dyn Strategy<G>) -> (G, u32) {
    let mut line = Line::new(start);
    let mut plies = 0;
    while line.outcome().is_none() {
        let choice = if line.turn() == Side::First { choose(first, &line) } else { choose(second, &line) };
        let mv = choice.expect("the game goes on").mv;
        line.play(mv);
        plies += 1;
    }
    (line.position().clone(), plies)
}

/// At the soft limit the Connect-4 solver returns some best moves; at the hard limit nothing.
#[test]
fn the_soft_limit_gives_some_best_moves_and_the_hard_limit_none() {
    let raised = AtomicBool::new(true);
    let position = Connect4::<7, 6>::parse("......./......./......./o.....x/xxo...o/oox.xox x").expect("a position");
    let all =
        Connect4::solver(&SolverOptions::with_memory(16)).solve(&position, &NEVER, &mut |_| {}).expect("not stopped");
    let some = Connect4::solver(&SolverOptions::with_memory(16))
        .solve_to_move(&position, StopFlags { soft: &raised, hard: &NEVER, over: &NEVER })
        .expect("not stopped by the hard flag");
    assert_eq!((some.value, some.score), (all.value, all.score));
    assert!(!some.best.is_empty() && some.best.iter().all(|mv| all.best.contains(mv)));
    assert!(
        Connect4::solver(&SolverOptions::with_memory(16)).solve_to_move(&position, StopFlags::all(&raised)).is_none()
    );
}

fn perfect<G: Tactics + Solvable>() -> Perfect<G> {
    Perfect::new(SolverOptions::with_memory(1), Box::new(Random::new(Some(1))), None)
}

#[test]
fn perfect_play_takes_as_long_as_the_tables_say() {
    let (end, plies) = play_out(MouseCats::start(), &mut perfect(), &mut perfect());
    assert_eq!((end.outcome().unwrap().winner, plies), (Some(Side::Second), 44));
    let (end, plies) = play_out(HareHounds::start(), &mut perfect(), &mut perfect());
    assert_eq!((end.outcome().unwrap().winner, plies), (Some(Side::First), 23));
}

#[test]
fn perfect_play_wins_won_positions_against_random_play() {
    for seed in 0..20 {
        let mut random = Random::new(Some(seed));
        let (end, plies) = play_out(MouseCats::start(), &mut random, &mut perfect());
        assert_eq!(end.outcome().unwrap().winner, Some(Side::Second));
        assert!(plies <= 44);
    }
    // Positions of random games with few geese: the side that wins by the tables wins.
    for seed in 0..20 {
        let mut rng = Rng::with_seed(seed);
        let Some(start) = few_geese(&mut rng) else { continue };
        let solution = FoxGeese::solver(&SolverOptions::with_memory(1)).solve(&start, &NEVER, &mut |_| {}).unwrap();
        let winner = if solution.value == Value::Win { start.turn() } else { !start.turn() };
        let mut random: Box<dyn Strategy<FoxGeese>> = Box::new(Random::new(Some(seed)));
        let mut best: Box<dyn Strategy<FoxGeese>> = Box::new(perfect());
        let (first, second) = if winner == Side::First { (&mut best, &mut random) } else { (&mut random, &mut best) };
        let (end, _) = play_out(start, &mut **first, &mut **second);
        assert_eq!(end.outcome().unwrap().winner, Some(winner), "{}", start.show());
    }
}

/// A position of a random game with at most eight geese.
fn few_geese(rng: &mut Rng) -> Option<FoxGeese> {
    let mut position = FoxGeese::start();
    while position.outcome().is_none() {
        if position.geese().count_ones() <= 8 {
            return Some(position);
        }
        position.play(position.random_move(rng)?);
    }
    None
}

#[test]
fn a_stopped_solver_returns_nothing() {
    let stop = AtomicBool::new(true);
    assert_eq!(Chess::solver(&SolverOptions::with_memory(1)).solve(&Chess::start(), &stop, &mut |_| {}), None);
    assert_eq!(
        Amazons::<10>::solver(&SolverOptions::with_memory(1)).solve(&Amazons::start(), &stop, &mut |_| {}),
        None
    );
}

/// A solver that would take long leaves the move to the search, with the time that is left.
#[test]
fn a_short_limit_is_not_spent_on_solving() {
    struct AssertsTimeLeft(Option<std::time::Duration>);
    impl Strategy<Othello> for AssertsTimeLeft {
        fn choose(
            &mut self,
            line: &Line<Othello>,
            request: &mut SearchRequest<'_, <Othello as Game>::Move>,
        ) -> Option<quevedo_core::SearchResult<<Othello as Game>::Move>> {
            assert!(request.limits.time < self.0, "{:?} of {:?}", request.limits.time, self.0);
            Some(quevedo_core::SearchResult::of_move(*line.position().legal_moves().first()?))
        }
    }
    // Twenty empty squares take far longer than a millisecond, and a player with so little time does not try.
    let position = Othello::parse("-OOO------OOOO--XXXOOXXX-XOOOXX-XXXXOOOOOXXOOOO---OXOO---OOOO--- X").unwrap();
    assert!(position.is_within_reach());
    let millis = |millis| Some(std::time::Duration::from_millis(millis));
    let tried: Vec<u64> =
        (0..12).map(|doublings| 1 << doublings).filter(|&time| position.is_worth_solving(millis(time))).collect();
    assert_eq!(tried, [8, 16, 32, 64, 128, 256, 512, 1024, 2048]);
    // Twenty-five take long even with the least confidence. What the try has cost is no longer there for the search.
    let position = Othello::parse("OOO-O-X--OO-OXX--XOOOXXX-XOOO-X---OOOO-X-XXOXO-----XXXX-----XOX- O").unwrap();
    let limit = millis(256);
    assert!(position.is_worth_solving(limit));
    let player = || Perfect::new(SolverOptions::with_memory(1), Box::new(AssertsTimeLeft(limit)), None);
    let mut report = |_: &quevedo_core::SearchResult<_>| {};
    let mut request = SearchRequest::new(&NEVER, &mut report);
    request.limits.time = limit;
    let line = Line::new(position);
    assert_eq!(player().choose(&line, &mut request).unwrap().proof, None);
    // The same holds for the time of the player itself.
    let mut request = SearchRequest::new(&NEVER, &mut report);
    assert_eq!(player().with_time(limit).choose(&line, &mut request).unwrap().proof, None);
    assert!(request.limits.time < limit && request.limits.time.is_some());
}

/// A request with a limit of depth or nodes gets the same move on every machine: a search against the clock does not answer
/// it, a table does.
#[test]
fn limits_of_depth_and_nodes_are_for_the_search() {
    fn proof<G: Solvable>(position: G, limits: Limits) -> Option<quevedo_core::Proof> {
        let mut player = Perfect::<G>::new(SolverOptions::with_memory(1), Box::new(Random::new(Some(1))), None);
        let mut report = |_: &quevedo_core::SearchResult<_>| {};
        let mut request = SearchRequest::new(&NEVER, &mut report);
        request.limits = limits;
        player.choose(&Line::new(position), &mut request).unwrap().proof
    }
    let ending = Othello::parse("--O--O-----OOOX--X-XOXOO--XXXOOOXXXXOOOOXXXOXXOOXXXXXX--XOXX-O-- O").unwrap();
    let [depth, nodes] =
        [Limits { depth: Some(2), ..Limits::default() }, Limits { nodes: Some(100), ..Limits::default() }];
    assert!(proof(ending, Limits::default()).is_some());
    for limits in [depth, nodes] {
        assert_eq!(proof(ending, limits), None);
        assert!(proof(MouseCats::start(), limits).is_some());
    }
}

/// Prefers the worst moves, so its ordering is as bad as can be.
struct Reversed;

impl Evaluator<Othello> for Reversed {
    fn evaluate(&self, position: &Othello) -> Score {
        -Othello::EVALUATORS[0].evaluator.evaluate(position)
    }

    fn each_term(&self, _: &Othello, _: &mut dyn FnMut(Term)) {}
}

/// Another evaluator for move ordering changes the number of nodes, not the solution.
#[test]
fn the_ordering_changes_the_nodes_and_not_the_solution() {
    let position = Othello::parse("--O--O-----OOOX--X-XOXOO--XXXOOOXXXXOOOOXXXOXXOOXXXXXX--XOXX-O-- O").unwrap();
    let options = SolverOptions::with_memory(16);
    let solve = |options| Othello::solver(&options).solve(&position, &NEVER, &mut |_| {}).expect("not stopped");
    let handmade = solve(options.clone());
    let same = solve(options.clone().ordered_by(Arc::new(Othello::EVALUATORS[0].evaluator)));
    assert_eq!(same, handmade);
    let reversed = solve(options.ordered_by(Arc::new(Reversed)));
    assert_eq!((reversed.score, &reversed.best), (handmade.score, &handmade.best));
    assert!(reversed.nodes > handmade.nodes, "{} {}", reversed.nodes, handmade.nodes);
}

/// A game of another crate: take one to three counters from a pile of ten; who takes the last one wins.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Pile {
    counters: u8,
    turn: Side,
}

impl Game for Pile {
    type Move = u8;

    fn start() -> Self {
        Self { counters: 10, turn: Side::First }
    }

    fn turn(&self) -> Side {
        self.turn
    }

    fn each_move(&self, visit: impl FnMut(u8)) {
        (1..=self.counters.min(3)).for_each(visit);
    }

    fn play(&mut self, mv: u8) {
        *self = Self { counters: self.counters - mv, turn: !self.turn };
    }

    fn ended(&self) -> Option<Outcome> {
        None
    }

    fn stuck(&self) -> Outcome {
        Outcome::win(!self.turn, &reasons::NO_MOVES)
    }

    fn hash(&self) -> u64 {
        quevedo_core::hash::combine(self.counters.into(), self.turn.index() as u64)
    }
}

impl Tactics for Pile {}

impl HasEvaluators for Pile {
    type Eval = NoEval;
    const EVALUATORS: &'static [NamedEvaluator<NoEval>] = NoEval::ONLY;
}

impl Solvable for Pile {}

/// Without any solver of its own a game is solved by the defaults: the side to move loses with a multiple of four counters.
#[test]
fn a_game_without_its_own_solver_is_solved_by_the_defaults() {
    for counters in 1..=10 {
        let position = Pile { counters, turn: Side::First };
        let solution = Pile::solver(&SolverOptions::with_memory(1)).solve(&position, &NEVER, &mut |_| {}).unwrap();
        let expected = if counters % 4 == 0 { Value::Loss } else { Value::Win };
        assert_eq!((solution.value, position.is_within_reach()), (expected, false), "{counters} counters");
        assert!(expected == Value::Loss || solution.best == [counters % 4], "{counters} counters: {:?}", solution.best);
    }
    assert!(Pile::oracle().is_none() && Pile::warnings().is_empty());
}
