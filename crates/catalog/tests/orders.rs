//! What is ordered for one move is obeyed by every player; draws by claim can be waived; dialects are read back.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use quevedo_catalog::{Ask, Dialect, GAMES, Orders, Session, Thought, find_game, find_variant};
use quevedo_core::{Limits, Rng};

/// One of every kind, with limits of their own that are wide.
const PLAYERS: [&str; 8] = [
    "random:seed=1",
    "greedy",
    "minimax:depth=2",
    "alphabeta:depth=30",
    "mcts:sims=2000000,seed=1",
    "mcts:policy=puct,sims=2000000,threads=2,seed=1",
    "level=3,seed=1",
    "max",
];

fn think(session: &dyn Session, player: &str, orders: &Orders) -> Thought {
    let mut player = session.entry().player(&player.parse().unwrap()).unwrap().unwrap();
    let stop = AtomicBool::new(false);
    let only = orders.only.clone();
    let mut report = |thought: &Thought| assert!(only.is_empty() || only.contains(&thought.mv), "{thought:?}");
    player.think_within(session, &mut Ask { clock: None, stop: &stop, report: &mut report }, orders).unwrap()
}

#[test]
fn every_player_chooses_among_the_moves_ordered() {
    let limits = Limits { depth: Some(2), nodes: Some(300), time: Some(Duration::from_secs(5)) };
    for game in ["chess", "othello", "amazons:6x6", "hare-hounds"] {
        let session = find_game(game).unwrap().session(None).unwrap();
        let legal = session.legal();
        let only = vec![legal[legal.len() - 1].text.clone(), legal[legal.len() / 2].text.clone()];
        for player in PLAYERS {
            let orders = Orders { limits, only: only.clone() };
            let thought = think(&*session, player, &orders);
            assert!(only.contains(&thought.mv), "{game}, {player}: {thought:?}");
            assert_eq!(thought.pv.first(), Some(&thought.mv), "{game}, {player}");
            // Nothing legal is named: the choice is free.
            let orders = Orders { limits, only: vec!["nonsense".into()] };
            let mut player = session.entry().player(&player.parse().unwrap()).unwrap().unwrap();
            let stop = AtomicBool::new(false);
            let mut ask = Ask { clock: None, stop: &stop, report: &mut |_| {} };
            assert!(player.think_within(&*session, &mut ask, &orders).is_some());
        }
    }
}

#[test]
fn the_narrower_limit_wins() {
    let session = find_game("chess").unwrap().session(None).unwrap();
    let ordered = |limits| think(&*session, "alphabeta:depth=6", &Orders { limits, only: Vec::new() });
    let own = ordered(Limits::default());
    assert_eq!(own.depth, 6);
    assert_eq!(ordered(Limits { depth: Some(3), ..Limits::default() }).depth, 3);
    let wider = ordered(Limits { depth: Some(60), ..Limits::default() });
    assert_eq!((wider.depth, wider.nodes), (own.depth, own.nodes));
    let few = ordered(Limits { nodes: Some(500), ..Limits::default() });
    assert!(few.nodes <= 500 && few.depth < 6, "{few:?}");
}

#[test]
fn draws_by_claim_can_be_waived() {
    let mut session = find_game("chess").unwrap().session(None).unwrap();
    session.waive_claims();
    for text in ["g1f3", "g8f6", "f3g1", "f6g8"].iter().cycle().take(20) {
        session.play(text).unwrap_or_else(|error| panic!("{error}"));
    }
    assert_eq!((session.outcome(), session.legal().len()), (None, 20));
    assert_eq!(session.fork().outcome(), None);
    // Fifty moves have passed, and there is no move any more: that cannot be waived.
    for (fen, over) in [
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 100 90", true),
        ("7k/5R2/8/6K1/8/8/8/8 b - - 100 90", false),
        ("7k/8/8/8/8/8/8/K7 w - - 0 90", false),
    ] {
        let mut session = find_game("chess").unwrap().session(Some(fen)).unwrap();
        assert!(session.outcome().is_some(), "{fen}");
        session.waive_claims();
        assert_eq!(session.outcome().is_some(), over, "{fen}");
        assert_eq!(session.legal().is_empty(), over, "{fen}");
    }
}

#[test]
fn dialects_are_read_back() {
    let mut rng = Rng::with_seed(2);
    for game in GAMES {
        assert_eq!(find_variant(&game.uci_name.to_uppercase()), Some(game));
        assert_eq!(find_variant(game.id), Some(game));
        for dialect in [game.dialect, Dialect::RookCastling] {
            if dialect == Dialect::RookCastling && game.dialect != Dialect::Own {
                continue;
            }
            let mut session = game.session(None).unwrap();
            for _ in 0..60 {
                let again = dialect.open(game, &dialect.show_position(&*session)).unwrap();
                assert_eq!(again.position(), session.position());
                let Some(mv) = session.fork().play_random(&mut rng) else { break };
                let text = dialect.show_move(&*session, &mv.text);
                let read = dialect.play(&mut *session, &text);
                assert_eq!(read.map(|read| read.text), Ok(mv.text), "{}: {text}", game.id);
            }
        }
    }
}
