//! Players as text: canonical form, quoting, and the round trip.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use quevedo_catalog::{AlphaBetaSpec, Catalog, EvalRef, PlayerSpec};

fn canonical(text: &str) -> String {
    text.parse::<PlayerSpec>().unwrap_or_else(|error| panic!("{text}: {error}")).to_string()
}

#[test]
fn keys_and_values_have_one_way_of_writing() {
    let rows = [
        ("alphabeta:time=1500ms,depth=3", "alphabeta:depth=3,time=1500ms"),
        ("alphabeta:time=1000ms", "alphabeta:time=1s"),
        ("mcts:sims=0010,policy=puct", "mcts:policy=puct,sims=10"),
        ("level=3", "level=3"),
        ("level:level=3,effort=0.50", "level=3,effort=0.5"),
        ("uci:cmd=engine -x 'a b'", "uci:cmd=\"engine -x 'a b'\""),
        ("greedy:eval=\"best\"", "greedy:eval=best"),
        ("alphabeta:params= lmr_base : 40;futility_margin:90", "alphabeta:params=lmr_base:40;futility_margin:90"),
        ("minimax_territory 2 5", "alphabeta:eval=territory,depth=2,time=5s"),
        ("minimax_territory_table 2 5", "alphabeta:eval=territory,depth=2,time=5s,table=minimax_territory.history"),
        ("mcts_ucb_cut 1000 10 1.4", "mcts:policy=ucbcut,eval=mobility,sims=1000,time=10s,c=1.4,split=off"),
    ];
    for (text, expected) in rows {
        assert_eq!(canonical(text), expected);
        assert_eq!(canonical(expected), expected, "canonical text stays as it is");
    }
}

#[test]
fn any_path_survives_the_text() {
    for path in ["nets/a, b.qnet", "nets/\"quoted\".qnet", "c:\\nets\\x.qnet", " nets/blank.qnet", "nets/a=b,c=d.qnet"]
    {
        let eval = Some(EvalRef::File(path.into()));
        let spec = PlayerSpec::AlphaBeta(AlphaBetaSpec { eval, depth: Some(2), ..AlphaBetaSpec::default() });
        let read: PlayerSpec = spec.to_string().parse().unwrap_or_else(|error| panic!("{spec}: {error}"));
        assert_eq!(read, spec);
        assert_eq!(read.files(), [("eval", Path::new(path))]);
        let moved = read.map_files(|_, path| Ok::<_, ()>(Path::new("a, b").join(path.file_name().unwrap()))).unwrap();
        assert!(moved.to_string().contains("eval=\"a, b/"), "{moved}");
    }
}

#[test]
fn bad_quotes_and_missing_keys_are_refused_in_words() {
    let refused = [
        ("greedy:eval=\"a", "the closing `\"` is missing"),
        ("greedy:eval=\"a\"b", "the quotes go around the whole value"),
        ("minimax", "needs `depth=`"),
        ("level:seed=1", "needs `level=`"),
        ("uci:depth=3", "needs `cmd=`"),
        ("mcts:policy=ucb", "one of ucb1, ucbcut"),
        ("level=11", "a whole number from 1 to 10"),
        ("alphabeta:params=lmr_bass:40", "search parameters within their ranges"),
        ("alphabeta:params=lmr_base:99999", "search parameters within their ranges"),
        ("alphabeta:params=lmr_base:1;lmr_base:2", "search parameters within their ranges"),
        ("alphabeta:a,b=3", "write `key=value`"),
    ];
    for (text, words) in refused {
        let error = text.parse::<PlayerSpec>().expect_err(text).to_string();
        assert!(error.contains(words), "`{text}` is refused with: {error}");
    }
}

/// A game with moves of two steps is searched in half moves unless `split=off` says otherwise.
#[test]
fn half_moves_are_searched_where_a_game_has_them() {
    let catalog = Catalog::standard();
    let (whole, split) = (catalog.find("chess").unwrap(), catalog.find("amazons:6x6").unwrap());
    for (spec, is_good) in [("alphabeta:split=on", false), ("mcts:split=on", false), ("alphabeta:split=off", true)] {
        let spec = spec.parse().unwrap();
        assert_eq!((whole.check_player(&spec).is_ok(), whole.player(&spec).is_ok()), (is_good, is_good), "{spec}");
        assert!(split.check_player(&spec).is_ok(), "{spec}");
    }
    let nodes = |spec: &str| {
        let mut player = split.player(&spec.parse().unwrap()).unwrap();
        player.search_until(&*split.session(None).unwrap(), &AtomicBool::new(false)).unwrap().nodes
    };
    let [open, on, off] = ["", ",split=on", ",split=off"].map(|split| nodes(&format!("alphabeta:depth=2{split}")));
    assert!(open == on && on != off, "{open}, {on} and {off} nodes");
}
