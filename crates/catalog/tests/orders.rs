//! Every player obeys the limits and moves of a request; draws by claim can be waived; UCI notation is read back.

use std::sync::LazyLock;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use quevedo_catalog::{Catalog, Session};
use quevedo_core::{Limits, Rng, SearchRequest, SearchResult, UciStyle};

static CATALOG: LazyLock<Catalog> = LazyLock::new(Catalog::standard);

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

fn search(session: &dyn Session, player: &str, limits: Limits, search_moves: &[String]) -> SearchResult<String> {
    let mut player = session.entry().player(&player.parse().unwrap()).unwrap();
    let legal: Vec<String> = session.legal().into_iter().map(|mv| mv.text).collect();
    let allowed = |mv: &String| search_moves.contains(mv) || !search_moves.iter().any(|named| legal.contains(named));
    let mut report = |result: &SearchResult<String>| assert!(allowed(&result.mv), "{result:?}");
    let stop = AtomicBool::new(false);
    let mut request = SearchRequest { limits, search_moves, ..SearchRequest::new(&stop, &mut report) };
    player.search(session, &mut request).unwrap()
}

#[test]
fn every_player_chooses_among_the_moves_that_were_named() {
    let limits = Limits { depth: Some(2), nodes: Some(300), time: Some(Duration::from_secs(5)) };
    for game in ["chess", "othello", "amazons:6x6", "hare-hounds"] {
        let session = CATALOG.find(game).unwrap().session(None).unwrap();
        let legal = session.legal();
        let named = [legal[legal.len() - 1].text.clone(), legal[legal.len() / 2].text.clone()];
        for player in PLAYERS {
            let result = search(&*session, player, limits, &named);
            assert!(named.contains(&result.mv), "{game}, {player}: {result:?}");
            assert_eq!(result.pv.first(), Some(&result.mv), "{game}, {player}");
            // No legal move is named: all may be chosen.
            search(&*session, player, limits, &["nonsense".into()]);
        }
    }
}

#[test]
fn the_narrower_limit_wins() {
    let session = CATALOG.find("chess").unwrap().session(None).unwrap();
    let within = |limits| search(&*session, "alphabeta:depth=6", limits, &[]);
    let own = within(Limits::default());
    assert_eq!(own.depth, 6);
    assert_eq!(within(Limits { depth: Some(3), ..Limits::default() }).depth, 3);
    let wider = within(Limits { depth: Some(60), ..Limits::default() });
    assert_eq!((wider.depth, wider.nodes), (own.depth, own.nodes));
    let few = within(Limits { nodes: Some(500), ..Limits::default() });
    assert!(few.nodes <= 500 && few.depth < 6, "{few:?}");
}

#[test]
fn draws_by_claim_can_be_waived() {
    let mut session = CATALOG.find("chess").unwrap().session(None).unwrap();
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
        let mut session = CATALOG.find("chess").unwrap().session(Some(fen)).unwrap();
        assert!(session.outcome().is_some(), "{fen}");
        session.waive_claims();
        assert_eq!(session.outcome().is_some(), over, "{fen}");
        assert_eq!(session.legal().is_empty(), over, "{fen}");
    }
}

#[test]
fn uci_notation_is_read_back() {
    let mut rng = Rng::with_seed(2);
    for game in CATALOG.games() {
        assert_eq!(CATALOG.find_uci(&game.uci_name().to_uppercase()), Some(game));
        assert_eq!(CATALOG.find_uci(game.id()), Some(game));
        for style in [UciStyle::Standard, UciStyle::Chess960] {
            let mut session = game.session(None).unwrap();
            for _ in 0..60 {
                let again = game.uci_session(&session.uci_position()).unwrap();
                assert_eq!(again.position(), session.position());
                let Some(mv) = session.fork().play_random(&mut rng) else { break };
                let text = session.uci_move(&mv.text, style).unwrap();
                let read = session.play_uci(&text, style);
                assert_eq!(read.map(|read| read.text), Ok(mv.text), "{}: {text}", game.id());
            }
        }
    }
}
