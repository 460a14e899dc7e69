//! Sessions, players and specs, as the world outside uses them.

use std::sync::LazyLock;

use quevedo_catalog::{Catalog, PlayerSpec, Session, SpecError};
use quevedo_core::view::Board;
use quevedo_core::{Side, picture};
use quevedo_record::Record;

static CATALOG: LazyLock<Catalog> = LazyLock::new(Catalog::standard);

fn session(game: &str, position: Option<&str>) -> Box<dyn Session> {
    CATALOG.find(game).unwrap().session(position).unwrap()
}

#[test]
fn a_session_plays_undoes_and_remembers() {
    let mut chess = session("chess", None);
    let start = chess.position();
    assert_eq!(chess.legal().len(), 20);
    assert_eq!(chess.play("e4").unwrap().text, "e2e4");
    assert_eq!(chess.play("e7e5").unwrap().pretty, "e5");
    assert_eq!(chess.play("g1f3").unwrap().taps, ["g1", "f3"]);
    assert_eq!(chess.turn(), Side::Second);
    let texts: Vec<&str> = chess.history().iter().map(|mv| mv.pretty.as_str()).collect();
    assert_eq!(texts, ["e4", "e5", "Nf3"]);
    for expected in ["Nf3", "e5", "e4"] {
        assert_eq!(chess.undo().unwrap().pretty, expected);
    }
    assert_eq!(chess.undo(), None);
    assert_eq!(chess.position(), start);
}

#[test]
fn an_illegal_move_changes_nothing_and_says_why() {
    for entry in CATALOG.games() {
        let mut session = entry.session(None).unwrap();
        let before = session.position();
        for text in ["", "nonsense", "a1a1", "99", "♞", "d1-d1/d1", "e9"] {
            let error = session.play(text).expect_err(text).to_string();
            assert!(error.contains("is not legal") || error.contains("does not read"), "{}: {error}", entry.id());
        }
        assert_eq!(session.position(), before);
        assert!(session.history().is_empty());
    }
}

#[test]
fn a_finished_game_takes_no_move() {
    let mut chess = session("chess", Some("7k/8/8/8/8/8/R7/K7 w - - 99 80"));
    chess.play("a2b2").unwrap();
    assert_eq!(chess.outcome().map(|end| end.reason.code), Some("fifty_moves"));
    assert!(chess.legal().is_empty());
    assert!(chess.play("h8g8").unwrap_err().to_string().contains("the game is over"));
    chess.undo();
    assert_eq!(chess.outcome(), None);
}

#[test]
fn every_game_is_played_to_its_end_and_replayed_from_its_record() {
    for entry in CATALOG.games() {
        let mut player = entry.player(&"random:seed=5".parse().unwrap()).unwrap();
        let mut played = entry.session(None).unwrap();
        while let Some(mv) = player.choose(&*played) {
            played.play(&mv).unwrap();
        }
        assert!(played.outcome().is_some(), "{}", entry.id());
        let text = played.record(&[("Event", "test")]).to_string();
        let record = &Record::parse_all(&text).unwrap()[0];
        assert_eq!(record.tag("Game"), Some(entry.id()));
        let mut replayed = entry.session(None).unwrap();
        for mv in &record.moves {
            replayed.play(&mv.text).unwrap_or_else(|error| panic!("{}: {error}\n{text}", entry.id()));
        }
        assert_eq!(replayed.position(), played.position());
        assert_eq!(record.result, played.outcome().unwrap().score_text());
    }
}

#[test]
fn a_record_tells_where_the_game_began() {
    let mut chess = session("chess", Some("4k3/8/8/8/8/8/4p3/K7 b - - 0 1"));
    chess.play("e1=Q+").unwrap();
    let text = chess.record(&[]).to_string();
    assert!(text.contains("[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4p3/K7 b - - 0 1\"]"), "{text}");
    assert!(text.contains("1... e1=Q+"), "{text}");
    let hare = session("hare-hounds", Some("DD---D----h h 0")).record(&[]);
    assert_eq!(hare.tag("Position"), Some("DD---D----h h 0"));
}

#[test]
fn random_players_repeat_their_games_by_seed() {
    let play = |spec: &str| {
        let entry = CATALOG.find("othello").unwrap();
        let mut player = entry.player(&spec.parse().unwrap()).unwrap();
        let mut session = entry.session(None).unwrap();
        while let Some(mv) = player.choose(&*session) {
            session.play(&mv).unwrap();
        }
        session.position()
    };
    assert_eq!(play("random:seed=1"), play("random:seed=1"));
    assert_ne!(play("random:seed=1"), play("random:seed=2"));
}

#[test]
fn specs_print_back_and_are_refused_in_words() {
    for text in ["human", "random", "random:seed=0", "random:seed=18446744073709551615"] {
        assert_eq!(text.parse::<PlayerSpec>().unwrap().to_string(), text);
    }
    let refused = [
        ("", "unknown player ``: there are human, random"),
        ("ramdom", "unknown player `ramdom`: there are human, random"),
        ("random:", "write `key=value`"),
        ("random:seed", "write `key=value`"),
        ("random:sead=1", "no key `sead`: it takes seed"),
        ("human:seed=1", "no key `seed`: it takes none"),
        ("random:seed=-1", "a whole number, at least 0"),
        ("random:seed=18446744073709551616", "a whole number"),
        ("random:seed=", "a whole number"),
        ("random:seed=1,seed=2", "given twice"),
    ];
    for (text, words) in refused {
        let error = text.parse::<PlayerSpec>().expect_err(text).to_string();
        assert!(error.contains(words), "`{text}` is refused with: {error}");
    }
    let unknown = CATALOG.find("checkers").unwrap_err().to_string();
    assert!(unknown.contains("chess, othello, connect4, connect4:7x6"), "{unknown}");
}

#[test]
fn only_leaves_that_are_judged_are_judged_together() {
    let player = |game: &str, spec: &str| CATALOG.find(game).unwrap().player(&spec.parse().unwrap()).map(drop);
    for spec in ["mcts:batch=1", "mcts:rollout=eval,batch=256", "mcts:policy=puct,rollout=eval,plies=0,batch=8"] {
        assert!(CATALOG.games().iter().all(|entry| player(entry.id(), spec).is_ok()), "{spec}");
    }
    assert!(player("connect4:7x6", "mcts:policy=puct,eval=zero-5,batch=8").is_ok());
    for spec in ["mcts:batch=8", "mcts:policy=puct,eval=zero-5,rollout=random,batch=2"] {
        let error = player("connect4:7x6", spec).expect_err(spec).to_string();
        assert!(error.contains("`batch`") && error.contains("rollout=eval"), "`{spec}` is refused with: {error}");
    }
    for spec in ["mcts:batch=0", "mcts:batch=257", "mcts:batch=x"] {
        assert!(spec.parse::<PlayerSpec>().unwrap_err().to_string().contains("from 1 to 256"), "{spec}");
    }
}

#[test]
fn a_person_is_no_machine() {
    let human: PlayerSpec = "human".parse().unwrap();
    assert!(human.is_human());
    let refusal = SpecError::Person { player: "human" };
    for game in CATALOG.games() {
        assert_eq!(game.player(&human).err().as_ref(), Some(&refusal));
        assert_eq!(game.check_player(&human), Err(refusal.clone()));
    }
}

/// A game for lessons is a full game, and not among the games to play.
#[test]
fn games_for_lessons_are_found_by_name_and_not_offered() {
    let catalog = Catalog::standard();
    let game = catalog.find("tic-tac-toe").unwrap();
    assert!(game.is_for_lessons() && catalog.lesson_games() == [game.clone()]);
    assert!(catalog.games().iter().all(|game| !game.is_for_lessons()));
    let families = catalog.games().iter().filter(|game| game.variant().is_none());
    assert_eq!(families.count(), 7);
    assert!(catalog.find_uci("Tic-Tac-Toe").is_some() && catalog.uci_default().unwrap().id() != game.id());
    assert!(catalog.find("checkers").unwrap_err().to_string().ends_with("tic-tac-toe"));
}

#[test]
fn every_piece_of_every_game_is_drawn_inside_the_picture() {
    for game in CATALOG.games() {
        let session = game.session(None).unwrap();
        let (shape, board) = (game.shape(), session.board());
        let bare = picture::svg(&shape, &Board::new(shape.places.len(), |_| None), &[]);
        let drawn = picture::svg(&shape, &board, &[]);
        let discs = |picture: &str| picture.matches("r=\"24\"").count();
        assert_eq!(discs(&drawn) - discs(&bare), board.pieces.iter().flatten().count(), "{}", game.id());
        assert!(drawn.ends_with("</svg>") && drawn.matches('<').count() == drawn.matches('>').count());
    }
}
