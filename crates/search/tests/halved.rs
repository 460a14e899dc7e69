//! Alpha-beta in half moves: the values of whole moves, and results in whole moves.

mod random_games;

use std::sync::atomic::AtomicBool;

use quevedo_core::{Game, Limits, Line, Rng, SearchParams, SearchRequest, SearchResult, Split, Strategy, Tactics, ask};
use quevedo_games::Amazons;
use quevedo_search::alphabeta::{Settings, Switches};
use quevedo_search::{HalvedAlphaBeta, HalvesEvaluator, Minimax};

use random_games::{HashEval, random_line};

fn limited(limits: Limits, switches: Switches, threads: usize) -> Settings {
    Settings { limits, hash: 1, threads, switches, ..Settings::default() }
}

fn to_depth(depth: u32) -> Limits {
    Limits { depth: Some(depth), ..Limits::default() }
}

fn halved(settings: Settings) -> HalvedAlphaBeta<Amazons<6>, HashEval> {
    HalvedAlphaBeta::new(HashEval, settings).expect("no history file is read")
}

#[test]
fn exact_searches_in_halves_equal_minimax_of_whole_moves() {
    let mut rng = Rng::with_seed(5);
    let plain = Switches { tt: false, aspiration: false, history: false, killers: false, ..Switches::EXACT };
    for depth in [1, 2, 3, 4] {
        for _ in 0..10 {
            let line = random_line::<Amazons<6>>(rng.usize(15..24), &mut rng);
            let expected = ask(&mut Minimax::new(HashEval, depth, None), &line).unwrap().score;
            for (switches, threads) in [(plain, 1), (Switches::EXACT, 1), (Switches::EXACT, 3)] {
                let found = ask(&mut halved(limited(to_depth(depth), switches, threads)), &line).unwrap();
                assert_eq!(found.score, expected, "depth {depth}, {switches:?} in {:?}", line.position());
            }
        }
    }
}

/// Between its halves a move is valued, too: by minimax of the game of halves.
#[test]
fn exact_searches_of_the_game_of_halves_equal_its_minimax() {
    let mut rng = Rng::with_seed(6);
    for depth in [3, 5] {
        for _ in 0..8 {
            let whole = random_line::<Amazons<6>>(rng.usize(15..22), &mut rng);
            let line = Line::new(whole.position().halves());
            let evaluator = || HalvesEvaluator::<Amazons<6>, _>::new(HashEval);
            let expected = ask(&mut Minimax::new(evaluator(), depth, None), &line).unwrap().score;
            let settings = limited(to_depth(depth), Switches::EXACT, 1);
            let mut search = quevedo_search::AlphaBeta::new(evaluator(), settings).unwrap();
            assert_eq!(ask(&mut search, &line).unwrap().score, expected, "in {:?}", line.position());
        }
    }
}

/// All limits hold, and what is reported is legal: depth, moves and variations are those of the whole game.
#[test]
fn results_are_in_whole_moves() {
    let mut rng = Rng::with_seed(7);
    let stopped = AtomicBool::new(true);
    for plies in [0, 8, 20] {
        let line = random_line::<Amazons<6>>(plies, &mut rng);
        let check = |result: &SearchResult<_>| {
            assert_eq!(result.pv.first(), Some(&result.mv));
            let mut line = line.clone();
            for mv in &result.pv {
                assert!(line.position().legal_moves().contains(mv), "{mv:?} in {:?}", result.pv);
                line.play(*mv);
            }
        };
        let deep = ask(&mut halved(limited(to_depth(2), Switches::EXACT, 1)), &line).unwrap();
        assert_eq!((deep.depth, deep.pv.len()), (2, 2));
        check(&deep);
        for nodes in [1, 10, 100, 5000] {
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            let mut reports = 0;
            let (never, mut player) = (AtomicBool::new(false), halved(limited(limits, Switches::ALL, 1)));
            let mut report = |result: &SearchResult<_>| {
                reports += 1;
                check(result);
            };
            let result = player.choose(&line, &mut SearchRequest::new(&never, &mut report)).unwrap();
            check(&result);
            assert!(result.nodes <= nodes, "{} of {nodes} nodes", result.nodes);
            assert!(nodes < 5000 || reports > 0);
            check(&player.choose(&line, &mut SearchRequest::new(&stopped, &mut |_| {})).unwrap());
        }
    }
}

#[test]
fn some_moves_only_and_several_lines_are_searched_in_whole_moves() {
    let line = random_line::<Amazons<6>>(10, &mut Rng::with_seed(8));
    let exact = || limited(to_depth(2), Switches::EXACT, 1);
    let best = ask(&mut halved(exact()), &line).unwrap();
    let others: Vec<_> = line.position().legal_moves().into_iter().filter(|mv| *mv != best.mv).collect();
    let (never, mut report) = (AtomicBool::new(false), |_: &SearchResult<_>| {});
    let mut request = SearchRequest { search_moves: &others, ..SearchRequest::new(&never, &mut report) };
    let second = halved(exact()).choose(&line, &mut request).unwrap();
    assert!(others.contains(&second.mv) && second.score <= best.score);
    let lines = ask(&mut halved(Settings { lines: 2, ..exact() }), &line).unwrap().lines;
    assert_eq!(lines.iter().map(|line| Some(line.score)).collect::<Vec<_>>(), [best.score, second.score]);
}

#[test]
fn parameters_are_those_of_the_game_of_halves() {
    let line = Line::new(Amazons::<6>::start());
    let nodes = |params: SearchParams| {
        ask(&mut halved(limited(to_depth(2), Switches::ALL, 1)).with_params(params), &line).unwrap().nodes
    };
    let own = <Amazons<6> as Split>::Halves::PARAMS;
    assert!(nodes(SearchParams { lmp_base: 40, ..own }) > nodes(own));
}
