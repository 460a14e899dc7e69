//! Alpha-beta against plain minimax, and what its settings promise.

mod move_twice;
mod random_games;

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use quevedo_core::score::win_in;
use quevedo_core::{
    Evaluator, Game, HasEvaluators, Line, Notation, Rng, Score, SearchParams, SearchRequest, SearchResult, Strategy,
    Tactics, Term, ask,
};
use quevedo_games::{Amazons, Chess, Connect4, FoxGeese, HareHounds, MouseCats, Othello};
use quevedo_search::alphabeta::{Settings, Switches};
use quevedo_search::time::Limits;
use quevedo_search::{AlphaBeta, Minimax};

use move_twice::MoveTwice;
use random_games::{HashEval, random_line};

fn fixed_depth(depth: u32, switches: Switches, threads: usize) -> Settings {
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    Settings { limits, hash: 1, threads, switches, ..Settings::default() }
}

/// Every exact variant of alpha-beta returns the value of minimax.
fn equals_minimax<G: Tactics>(depth: u32, plies: std::ops::Range<usize>, positions: u32) {
    let mut rng = Rng::with_seed(3);
    for _ in 0..positions {
        let line = random_line::<G>(rng.usize(plies.clone()), &mut rng);
        let expected = ask(&mut Minimax::new(HashEval, depth, None), &line).unwrap().score;
        let plain = Switches { tt: false, aspiration: false, history: false, killers: false, ..Switches::EXACT };
        let no_table = Switches { tt: false, ..Switches::EXACT };
        for (switches, threads) in [(plain, 1), (no_table, 1), (Switches::EXACT, 1), (Switches::EXACT, 3)] {
            let mut search = AlphaBeta::new(HashEval, fixed_depth(depth, switches, threads)).unwrap();
            let found = ask::<G>(&mut search, &line).unwrap().score;
            assert_eq!(found, expected, "{switches:?}, {threads} threads, in {:?}", line.position());
        }
    }
}

#[test]
fn exact_searches_equal_minimax() {
    equals_minimax::<MoveTwice>(6, 0..4, 20);
    equals_minimax::<MoveTwice>(20, 0..4, 3);
    equals_minimax::<Connect4<8, 7>>(5, 0..40, 12);
    equals_minimax::<Connect4<7, 6>>(5, 0..35, 12);
    equals_minimax::<Othello>(4, 0..56, 12);
    equals_minimax::<MouseCats>(6, 0..16, 20);
    equals_minimax::<HareHounds>(6, 0..16, 20);
    equals_minimax::<FoxGeese>(4, 0..40, 12);
    equals_minimax::<Chess>(4, 0..120, 3);
    equals_minimax::<Amazons<6>>(4, 16..24, 12);
}

#[test]
fn searches_of_fixed_depth_or_nodes_are_deterministic() {
    fn twice<G: Tactics + Notation>() {
        let mut rng = Rng::with_seed(9);
        for _ in 0..3 {
            let line = random_line::<G>(6, &mut rng);
            let search = |limits| {
                let settings = Settings { limits, hash: 1, seed: Some(5), ..Settings::default() };
                ask::<G>(&mut AlphaBeta::new(HashEval, settings).unwrap(), &line).unwrap()
            };
            let by_depth = Limits { depth: Some(3), ..Limits::default() };
            let by_nodes = Limits { nodes: Some(3000), ..Limits::default() };
            for limits in [by_depth, by_nodes] {
                let first: SearchResult<G::Move> = search(limits);
                assert_eq!(first, search(limits), "{}", line.position().show());
                assert!(first.nodes <= 3000 || limits.nodes.is_none());
            }
        }
    }
    twice::<Chess>();
    twice::<Othello>();
    twice::<Connect4<8, 7>>();
    twice::<Amazons<6>>();
    twice::<MouseCats>();
    twice::<HareHounds>();
    twice::<FoxGeese>();
}

#[test]
fn the_shortest_win_is_found() {
    // A disc in column 4 makes four in line.
    let line = Line::new(Connect4::<8, 7>::parse("112233").unwrap());
    let mut search = AlphaBeta::new(HashEval, fixed_depth(8, Switches::ALL, 1)).unwrap();
    let result = ask(&mut search, &line).unwrap();
    assert_eq!((result.score, line.position().show_move(result.mv).as_str()), (Some(win_in(1)), "4"));
    // Mate in two.
    let line = Line::new(Chess::parse("7k/8/5K2/8/8/8/8/R7 w - - 0 1").unwrap());
    let mut search = AlphaBeta::new(HashEval, fixed_depth(6, Switches::ALL, 1)).unwrap();
    assert_eq!(ask(&mut search, &line).unwrap().score, Some(win_in(3)));
}

#[test]
fn lines_are_legal_and_ranked() {
    fn check<G: Tactics + Notation>(depth: u32) {
        let line = Line::new(G::start());
        let settings = Settings { lines: 4, ..fixed_depth(depth, Switches::ALL, 1) };
        let result = ask::<G>(&mut AlphaBeta::new(HashEval, settings).unwrap(), &line).unwrap();
        assert_eq!(result.lines.len(), 4.min(line.position().legal_moves().len()));
        assert!(result.lines.is_sorted_by_key(|line| -line.score));
        assert_eq!((result.lines[0].score, result.lines[0].pv[0]), (result.score.unwrap(), result.mv));
        for ranked in &result.lines {
            let mut line = line.clone();
            for &mv in &ranked.pv {
                assert!(line.position().legal_moves().contains(&mv));
                line.play(mv);
            }
        }
        let firsts: std::collections::HashSet<_> = result.lines.iter().map(|line| line.pv[0]).collect();
        assert_eq!(firsts.len(), result.lines.len());
    }
    check::<Chess>(4);
    check::<Othello>(5);
    check::<Connect4<8, 7>>(6);
    check::<Amazons<6>>(2);
    check::<FoxGeese>(5);
    check::<MouseCats>(7);
}

#[test]
fn a_seed_breaks_ties() {
    struct ZeroEval;
    impl<G: Game> Evaluator<G> for ZeroEval {
        fn evaluate(&self, _: &G) -> Score {
            0
        }
        fn each_term(&self, _: &G, _: &mut dyn FnMut(Term)) {}
    }
    let line = Line::new(Othello::start());
    let choose = |seed| {
        let settings = Settings { seed, ..fixed_depth(2, Switches::ALL, 1) };
        ask::<Othello>(&mut AlphaBeta::new(ZeroEval, settings).unwrap(), &line).unwrap().mv
    };
    let chosen: std::collections::HashSet<_> = (0..40).map(|seed| choose(Some(seed))).collect();
    assert_eq!(chosen.len(), 4, "all four first moves are equal");
    assert_eq!(choose(None), line.position().legal_moves()[0]);
}

#[test]
fn a_stopped_search_returns_a_move() {
    let line = Line::new(Amazons::<10>::start());
    let stop = AtomicBool::new(false);
    let mut search = AlphaBeta::new(HashEval, Settings::default()).unwrap();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(50));
            stop.store(true, Ordering::Relaxed);
        });
        let mut reports = 0;
        let mut report = |_: &SearchResult<_>| reports += 1;
        let result = search.choose(&line, &mut SearchRequest::new(&stop, &mut report)).unwrap();
        assert!(line.position().legal_moves().contains(&result.mv));
        assert!(reports > 0);
    });
    let stop = AtomicBool::new(true);
    let mut report = |_: &SearchResult<_>| {};
    let mut request = SearchRequest::new(&stop, &mut report);
    assert!(search.choose(&line, &mut request).is_some(), "also when stopped before it begins");
}

#[test]
fn a_time_limit_is_used_and_kept() {
    let line = Line::new(Chess::start());
    let choose = |time| {
        let limits = Limits { time: Some(time), ..Limits::default() };
        let start = Instant::now();
        let mut search = AlphaBeta::new(HashEval, Settings { limits, hash: 1, ..Settings::default() }).unwrap();
        (ask::<Chess>(&mut search, &line).unwrap(), start.elapsed())
    };
    // A busy machine makes a search longer, never shorter. Without the limit it would run for hours.
    let limit = Duration::from_millis(100);
    let (result, took) = choose(limit);
    assert!(took >= limit && result.nodes > 20, "{took:?}, {} nodes", result.nodes);
    // Time that is over at the start ends the search the first time that it is polled, whatever the machine does.
    let (result, _) = choose(Duration::ZERO);
    assert!(result.nodes <= 1000, "{} nodes without any time", result.nodes);
}

#[test]
fn a_history_file_is_saved_and_loaded() {
    let folder = std::env::temp_dir().join(format!("quevedo-history-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("othello.history");
    let settings = Settings { history_file: Some(path.clone()), ..fixed_depth(5, Switches::ALL, 1) };
    let line = Line::new(Othello::start());
    ask::<Othello>(&mut AlphaBeta::new(HashEval, settings.clone()).unwrap(), &line).unwrap();
    assert!(AlphaBeta::<Othello, _>::new(HashEval, settings.clone()).is_ok());
    let refused = |what: &str| {
        let error = AlphaBeta::<Othello, _>::new(HashEval, settings.clone()).err().expect(what).to_string();
        assert!(error.contains(what), "{error}");
    };
    let mut bytes = std::fs::read(&path).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    std::fs::write(&path, &bytes).unwrap();
    refused("damaged");
    std::fs::write(&path, b"something else").unwrap();
    refused("not a history table");
    let other = Settings { history_file: Some(path.clone()), ..fixed_depth(2, Switches::ALL, 1) };
    std::fs::remove_file(&path).unwrap();
    let other_game = Line::new(HareHounds::start());
    ask::<HareHounds>(&mut AlphaBeta::new(HashEval, other).unwrap(), &other_game).unwrap();
    refused("another game");
    std::fs::remove_dir_all(&folder).unwrap();
}

/// A table of 65,536 entries is filled by at most one entry a node. A search without a table has no count.
#[test]
fn hashfull_counts_the_entries_of_this_search() {
    let full = |depth, switches: Switches| {
        let settings = Settings { hash: 1, ..fixed_depth(depth, switches, 1) };
        let mut search = AlphaBeta::new(HashEval, settings).unwrap();
        let result = ask::<Othello>(&mut search, &Line::new(Othello::start())).unwrap();
        result.hashfull.map(|full| (full, result.nodes))
    };
    let (some, nodes) = full(6, Switches::EXACT).unwrap();
    assert!(some > 0 && u64::from(some) <= 1000 * nodes / 65_536, "{some} of 1000 by {nodes} nodes");
    assert!(full(8, Switches::EXACT).unwrap().0 > some);
    assert_eq!(full(6, Switches { tt: false, ..Switches::EXACT }), None);
}

/// Without quiescence and extensions the selective depth is the nominal depth; with them it is greater.
#[test]
fn seldepth_includes_quiescence_and_extensions() {
    let seldepth = |switches: Switches| {
        let mut search = AlphaBeta::new(HashEval, fixed_depth(4, switches, 1)).unwrap();
        ask::<Chess>(&mut search, &Line::new(Chess::start())).unwrap().seldepth.unwrap()
    };
    // A late move that is better than expected may be searched one ply deeper again.
    let plain = Switches { quiescence: false, extensions: false, lmr: false, ..Switches::ALL };
    assert_eq!(seldepth(plain), 4);
    assert!(seldepth(Switches::ALL) > 4);
}

#[test]
fn tt_hits_are_counted() {
    let hits = |switches: Switches| {
        let mut search = AlphaBeta::new(HashEval, fixed_depth(6, switches, 1)).unwrap();
        let result = ask::<Othello>(&mut search, &Line::new(Othello::start())).unwrap();
        result.tt_hits.map(|hits| (hits, result.nodes))
    };
    let (hits_with, nodes) = hits(Switches::EXACT).unwrap();
    assert!(hits_with > 0 && hits_with < nodes, "{hits_with} hits in {nodes} nodes");
    assert_eq!(hits(Switches { tt: false, ..Switches::EXACT }), None);
}

/// The limit holds for all threads together, to the node.
#[test]
fn a_node_limit_bounds_all_threads_together() {
    for threads in [1, 2, 5] {
        for nodes in [1, 100, 5000] {
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            let settings = Settings { limits, hash: 1, threads, ..Settings::default() };
            let result = ask::<Chess>(&mut AlphaBeta::new(HashEval, settings).unwrap(), &Line::new(Chess::start()));
            let searched = result.unwrap().nodes;
            assert!(searched <= nodes, "{threads} threads searched {searched} nodes of {nodes}");
            assert!(threads > 1 || searched == nodes, "one thread searched {searched} nodes of {nodes}");
        }
    }
}

fn chess_nodes(depth: u32, switches: Switches, params: SearchParams) -> u64 {
    let evaluator = Chess::evaluator("handmade").unwrap();
    let mut search = AlphaBeta::new(evaluator, fixed_depth(depth, switches, 1)).unwrap().with_params(params);
    ask::<Chess>(&mut search, &Line::new(Chess::start())).unwrap().nodes
}

/// Without a table the search is the one with a table that never has an entry.
#[test]
fn no_table_is_a_table_that_stays_empty() {
    let never_probed = SearchParams { min_table_depth: 8, ..Chess::PARAMS };
    let no_table = chess_nodes(6, Switches { tt: false, ..Switches::ALL }, Chess::PARAMS);
    assert_eq!(no_table, chess_nodes(6, Switches::ALL, never_probed));
    assert_ne!(no_table, chess_nodes(6, Switches::ALL, Chess::PARAMS));
}

/// An enhanced transposition cutoff saves nodes and keeps the value of an exact search.
#[test]
fn enhanced_cutoffs_save_nodes_and_keep_the_value() {
    let search = |etc_min_depth| {
        let params = SearchParams { etc_min_depth, ..Othello::PARAMS };
        let mut search = AlphaBeta::new(HashEval, fixed_depth(7, Switches::EXACT, 1)).unwrap().with_params(params);
        let result = ask::<Othello>(&mut search, &Line::new(Othello::start())).unwrap();
        (result.score, result.nodes)
    };
    let (without, with) = (search(0), search(3));
    assert_eq!(with.0, without.0);
    assert!(with.1 < without.1, "{} nodes with, {} without", with.1, without.1);
}

/// Ordering by static evaluation saves nodes and keeps the value of an exact search; its switch turns it off.
#[test]
fn ordering_by_evaluation_saves_nodes_and_keeps_the_value() {
    let search = |eval_ordering_min_depth, eval_ordering| {
        let params = SearchParams { eval_ordering_min_depth, ..Othello::PARAMS };
        let switches = Switches { eval_ordering, ..Switches::EXACT };
        let evaluator = Othello::evaluator("handmade").unwrap();
        let mut search = AlphaBeta::new(evaluator, fixed_depth(7, switches, 1)).unwrap().with_params(params);
        let mut rng = Rng::with_seed(5);
        let found = (0..8).map(|_| ask::<Othello>(&mut search, &random_line(14, &mut rng)).unwrap());
        let (scores, nodes): (Vec<_>, Vec<_>) = found.map(|result| (result.score, result.nodes)).unzip();
        (scores, nodes.iter().sum::<u64>())
    };
    let (without, with) = (search(0, true), search(3, true));
    assert_eq!(with.0, without.0);
    assert!(with.1 < without.1, "{} nodes with, {} without", with.1, without.1);
    assert_eq!(search(3, false), without);
}

/// Every switch changes the search, and none acts through another.
#[test]
fn each_switch_changes_one_thing() {
    // Each technique takes part in a search of eight plies.
    let params = SearchParams { singular_min_depth: 5, probcut_margin: 100, ..Chess::PARAMS };
    let nodes = |switches: Switches| chess_nodes(8, switches, params);
    let all = Switches::ALL;
    let off = [
        ("tt", Switches { tt: false, ..all }),
        ("history", Switches { history: false, ..all }),
        ("killers", Switches { killers: false, ..all }),
        ("nullmove", Switches { nullmove: false, ..all }),
        ("lmr", Switches { lmr: false, ..all }),
        ("iir", Switches { iir: false, ..all }),
        ("quiescence", Switches { quiescence: false, ..all }),
        ("aspiration", Switches { aspiration: false, ..all }),
        ("pruning", Switches { pruning: false, ..all }),
        ("extensions", Switches { extensions: false, ..all }),
        ("continuation", Switches { continuation: false, ..all }),
        ("captures", Switches { captures: false, ..all }),
        ("correction", Switches { correction: false, ..all }),
        ("improving", Switches { improving: false, ..all }),
        ("razoring", Switches { razoring: false, ..all }),
        ("probcut", Switches { probcut: false, ..all }),
        ("singular", Switches { singular: false, ..all }),
    ];
    let mut counts = vec![nodes(all)];
    for (name, switches) in off {
        let count = nodes(switches);
        assert!(!counts.contains(&count), "without {name} the search has {count} nodes, like another one");
        counts.push(count);
    }
    let without_table =
        [true, false].map(|iir| chess_nodes(5, Switches { tt: false, iir, ..Switches::ALL }, Chess::PARAMS));
    assert_eq!(without_table[0], without_table[1], "there is no internal iterative reduction without a table");
}
