//! The UCI protocol from outside: transcripts, and what must hold of every conversation.

mod common;

use common::{Conversation, check_transcript};
use quevedo_catalog::{Catalog, EvalRef, GameEntry, Session};
use quevedo_core::Rng;
use quevedo_core::UciStyle;
use quevedo_protocol::Uci;

fn uci() -> Conversation<Uci> {
    Conversation::new(Uci::new(Catalog::standard()).unwrap())
}

/// A conversation about a game.
fn about(game: &GameEntry) -> Conversation<Uci> {
    let mut conversation = uci();
    let quiet = conversation.say(&[&format!("setoption name UCI_Variant value {}", game.uci_name())]);
    assert!(quiet.is_empty(), "{quiet:?}");
    conversation
}

fn bestmove(said: &[String]) -> &str {
    let answers: Vec<&String> = said.iter().filter(|line| line.starts_with("bestmove ")).collect();
    assert_eq!(answers.len(), 1, "{said:?}");
    answers[0].split(' ').nth(1).unwrap()
}

#[test]
fn transcripts_are_as_written() {
    for (name, transcript) in [
        ("chess.txt", include_str!("transcripts/chess.txt")),
        ("games.txt", include_str!("transcripts/games.txt")),
        ("garbage.txt", include_str!("transcripts/garbage.txt")),
    ] {
        check_transcript(name, transcript, Uci::new(Catalog::standard()).unwrap());
    }
}

/// Some random moves from the start, as UCI programs write them.
fn random_moves(game: &GameEntry, rng: &mut Rng) -> (Box<dyn Session>, Vec<String>) {
    let mut session = game.session(None).unwrap();
    session.waive_claims();
    let mut moves = Vec::new();
    for _ in 0..rng.usize(0..40) {
        let mut next = session.fork();
        let Some(mv) = next.play_random(rng) else { break };
        moves.push(session.uci_move(&mv.text, UciStyle::Standard).unwrap());
        session = next;
    }
    (session, moves)
}

/// Plays every line that is written, and the answer.
fn check_lines(session: &dyn Session, said: &[String]) {
    for line in said {
        let moves = match line.split_once(" pv ") {
            Some((_, pv)) => pv.split(' ').collect(),
            None if line.starts_with("bestmove ") => line.split(' ').skip(1).step_by(2).collect::<Vec<_>>(),
            None => continue,
        };
        if moves == ["(none)"] {
            assert!(session.outcome().is_some(), "{line}: {}", session.position());
            continue;
        }
        let mut board = session.fork();
        for text in moves {
            board
                .play_uci(text, UciStyle::Standard)
                .unwrap_or_else(|error| panic!("{}: {line}: {error}", session.position()));
        }
    }
}

#[test]
fn every_line_is_legal() {
    let mut rng = Rng::with_seed(5);
    for game in Catalog::standard().games() {
        let mut conversation = about(game);
        conversation.say(&["setoption name Hash value 1"]);
        for round in 0..8 {
            let (session, moves) = random_moves(game, &mut rng);
            let position = match round % 2 {
                0 => format!("position startpos moves {}", moves.join(" ")),
                _ => format!("position fen {}", session.uci_position()),
            };
            let lines = 1 + 2 * (round % 3);
            let go = if round < 4 { "go depth 3" } else { "go nodes 3000" };
            let said = conversation.say(&[&format!("setoption name MultiPV value {lines}"), &position, go]);
            assert!(!said.iter().any(|line| line.contains("string")), "{position}: {said:?}");
            bestmove(&said);
            check_lines(&*session, &said);
        }
    }
}

#[test]
fn weaker_players_answer_too() {
    for game in Catalog::standard().games() {
        let mut conversation = about(game);
        conversation.say(&["setoption name UCI_LimitStrength value true", "setoption name UCI_Elo value 700"]);
        let said = conversation.say(&["go nodes 500"]);
        bestmove(&said);
        check_lines(&*game.session(None).unwrap(), &said);
    }
}

#[test]
fn other_programs_are_understood() {
    let games = include_str!("data/fairy.tsv").lines().filter(|line| !line.starts_with('#'));
    for line in games {
        let [variant, moves, position] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let mut conversation = uci();
        conversation.say(&[&format!("setoption name UCI_Variant value {variant}")]);
        let said = conversation.say(&[&format!("position startpos moves {moves}"), "d"]);
        let fen = said.iter().find_map(|line| line.strip_prefix("Fen: ")).unwrap_or_else(|| panic!("{said:?}"));
        let fields: Vec<&str> = fen.split(' ').collect();
        assert_eq!(format!("{} {}", fields[0].split('[').next().unwrap(), fields[1]), position, "{line}");
        // What was written is read again: the pocket and the counters as well.
        let again = conversation.say(&[&format!("position fen {fen}"), "d"]);
        assert_eq!(again[again.len().min(said.len()) - 1], said[said.len() - 1]);
    }
}

#[test]
fn moves_are_counted() {
    for (variant, position, depth, nodes) in [
        ("chess", "startpos", 3, 8_902),
        ("chess", "fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -", 3, 97_862),
        ("amazons", "startpos", 1, 2_176),
        ("flipello", "startpos", 4, 244),
        ("cfour", "startpos", 4, 2_401),
        ("fox-and-hounds", "startpos", 1, 2),
    ] {
        let mut conversation = uci();
        conversation.say(&[&format!("setoption name UCI_Variant value {variant}"), &format!("position {position}")]);
        let said = conversation.say(&[&format!("go perft {depth}")]);
        assert!(said.contains(&format!("Nodes searched: {nodes}")), "{variant}: {said:?}");
        let sum: u64 = said.iter().filter_map(|line| line.split_once(": ")?.1.parse::<u64>().ok()).sum();
        assert_eq!(sum, 2 * nodes, "the moves add up");
    }
}

#[test]
fn an_answer_waits_for_stop() {
    for (go, end) in
        [("go infinite", "stop"), ("go ponder wtime 1000 btime 1000", "stop"), ("go ponder depth 3", "ponderhit")]
    {
        let mut conversation = uci();
        conversation.say(&["position fen 6k1/5ppp/8/8/8/8/5PPP/R5K1 w - -"]);
        // The search sees the mate and is over before anybody says stop.
        let said = conversation.say(&[go]);
        assert!(said.last().unwrap().contains("score mate 1 "), "{said:?}");
        assert!(!said.iter().any(|line| line.starts_with("bestmove")), "{go}: {said:?}");
        assert_eq!(conversation.say(&["isready"]), ["readyok"]);
        assert_eq!(bestmove(&conversation.say(&[end])), "a1a8");
        assert!(conversation.say(&["stop"]).is_empty(), "an answer is given once");
    }
}

#[test]
fn a_search_is_stopped_while_it_runs() {
    let mut conversation = uci();
    assert!(conversation.say_and_hold("go infinite").is_empty());
    assert!(conversation.say_and_hold("stop").is_empty());
    bestmove(&conversation.run());
}

#[test]
fn after_ponderhit_the_clock_counts() {
    let mut conversation = uci();
    conversation.say(&["position startpos moves e2e4 e7e5"]);
    conversation.say_and_hold("go ponder depth 4");
    assert!(conversation.say_and_hold("ponderhit").is_empty());
    let said = conversation.run();
    assert!(said.iter().any(|line| line.starts_with("info depth 4 ")), "{said:?}");
    bestmove(&said);
    conversation.say_and_hold("go ponder wtime 100 btime 100");
    conversation.say_and_hold("ponderhit");
    conversation.say_and_hold("stop");
    bestmove(&conversation.run());
}

#[test]
fn a_move_to_ponder_on_is_told() {
    let said = uci().say(&["go depth 4"]);
    assert!(said.last().is_some_and(|line| line.contains(" ponder ")), "{said:?}");
}

#[test]
fn a_bench_is_finished_before_the_end() {
    for last in ["quit", "end of input"] {
        let mut talk = uci();
        talk.say(&["setoption name UCI_Variant value hare-hounds"]);
        assert!(talk.say_and_hold("bench").is_empty());
        let said = if last == "quit" { talk.say(&["quit"]) } else { talk.end() };
        assert!(said.iter().any(|line| line.starts_with("Nodes searched")), "{last}: {said:?}");
        assert!(talk.over, "{last}");
    }
}

#[test]
fn the_end_of_the_input_is_answered() {
    let mut conversation = uci();
    conversation.say_and_hold("go infinite");
    bestmove(&conversation.end());
    assert!(conversation.over);
    let mut idle = uci();
    assert!(idle.end().is_empty() && idle.over);
    let mut waiting = uci();
    waiting.say(&["position fen 6k1/5ppp/8/8/8/8/5PPP/R5K1 w - -", "go infinite"]);
    assert_eq!(bestmove(&waiting.end()), "a1a8");
    assert!(waiting.over);
}

#[test]
fn only_the_moves_asked_for_are_searched() {
    let mut conversation = uci();
    let said = conversation.say(&["go depth 5 searchmoves a2a3 h2h3"]);
    assert!(["a2a3", "h2h3"].contains(&bestmove(&said)));
    assert!(said.iter().all(|line| !line.contains(" pv ") || line.contains(" pv a2a3") || line.contains(" pv h2h3")));
    let said = conversation.say(&["go searchmoves a2a3 e2e5 depth 1"]);
    assert!(said[0].starts_with("info string searchmoves: `e2e5` is not legal"), "{said:?}");
    assert_eq!(bestmove(&said), "a2a3");
}

#[test]
fn a_mate_is_enough() {
    let mut conversation = uci();
    // Mate in two by Morphy; there is a longer search behind it, that is not wanted.
    conversation.say(&["position fen kbK5/pp6/1P6/8/8/8/8/R7 w - -"]);
    let said = conversation.say(&["go mate 2"]);
    assert_eq!(bestmove(&said), "a1a6");
    assert!(said.iter().any(|line| line.contains("score mate 2 ")), "{said:?}");
    conversation.say(&["position fen kbK5/pp6/RP6/8/8/8/8/8 b - -"]);
    let said = conversation.say(&["go depth 6"]);
    assert!(said.iter().any(|line| line.contains("score mate -1 ")), "{said:?}");
}

#[test]
fn castling_is_written_both_ways() {
    let castle = |options: &[&str], fen: &str, mv: &str| {
        let mut conversation = uci();
        conversation.say(options);
        let said = conversation.say(&[&format!("position fen {fen}"), &format!("go depth 1 searchmoves {mv}")]);
        bestmove(&said).to_owned()
    };
    let fischer = &["setoption name UCI_Chess960 value true"][..];
    let usual = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    assert_eq!(castle(&[], usual, "e1g1"), "e1g1");
    assert_eq!(castle(&[], usual, "e1h1"), "e1g1");
    assert_eq!(castle(fischer, usual, "e1h1"), "e1h1");
    assert_eq!(castle(fischer, usual, "e1a1"), "e1a1");
    // The rights named by the files of the rooks (Shredder-FEN) or meaning the outermost rooks (X-FEN).
    for fen in ["4k3/8/8/8/8/8/8/1R3KR1 w GB - 0 1", "4k3/8/8/8/8/8/8/1R3KR1 w KQ - 0 1"] {
        assert_eq!(castle(fischer, fen, "f1g1"), "f1g1", "{fen}");
        assert_eq!(castle(fischer, fen, "f1b1"), "f1b1", "{fen}");
    }
    let beside = "4k3/8/8/8/8/8/8/2R1K2R w HC - 0 1";
    assert_eq!(castle(fischer, beside, "e1c1"), "e1c1", "the rook stands where the king goes");
    let mut conversation = uci();
    conversation.say(fischer);
    let said = conversation.say(&["position startpos moves e2e4 e7e5 g1f3 g8f6 f1c4 f8c5 e1h1", "d"]);
    assert!(said.iter().any(|line| line.contains("RNBQ1RK1 b kq")), "{said:?}");
}

#[test]
fn draws_by_claim_are_played_on() {
    let mut conversation = uci();
    let moves = "g1f3 g8f6 f3g1 f6g8 ".repeat(4);
    let said = conversation.say(&[&format!("position startpos moves {moves} e2e4"), "go depth 3"]);
    assert_ne!(bestmove(&said), "(none)");
    for fen in ["7k/8/8/8/8/8/R7/K7 w - - 100 80", "7k/8/8/8/8/8/8/K7 w - - 0 80"] {
        let said = conversation.say(&[&format!("position fen {fen}"), "go depth 3"]);
        assert_ne!(bestmove(&said), "(none)", "{fen}");
    }
}

#[test]
fn finished_games_have_no_move() {
    let mut conversation = uci();
    let mated = conversation.say(&["position startpos moves f2f3 e7e5 g2g4 d8h4", "go depth 3"]);
    assert_eq!(mated, ["info depth 0 score mate 0", "bestmove (none)"]);
    let stalemate = conversation.say(&["position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "go infinite", "stop"]);
    assert_eq!(stalemate, ["info depth 0 score cp 0", "bestmove (none)"]);
}

#[test]
fn positions_are_judged() {
    for game in Catalog::standard().games() {
        let said = about(game).say(&["eval"]);
        let words: Vec<&str> = said.last().unwrap().split(' ').collect();
        let ["Final", "evaluation:", score, "(side", "to", "move)"] = words[..] else { panic!("{said:?}") };
        let known = game.evaluate(&*game.session(None).unwrap(), &EvalRef::Best).unwrap();
        assert_eq!(score.parse(), Ok(known.score), "{}", game.id());
        assert_eq!(said.len(), known.terms.len() + 1);
    }
    let mut conversation = uci();
    let said = conversation.say(&["position startpos moves f2f3 e7e5 g2g4 d8h4", "eval"]);
    assert_eq!(said, ["Result: 0-1 checkmate"]);
}

#[test]
fn the_table_lives_from_move_to_move() {
    let nodes = |said: &[String]| -> u64 {
        let line = said.iter().rfind(|line| line.starts_with("info depth 8 ")).unwrap();
        line.split(' ').skip_while(|word| *word != "nodes").nth(1).unwrap().parse().unwrap()
    };
    let mut conversation = uci();
    let first = nodes(&conversation.say(&["go depth 8"]));
    let second = nodes(&conversation.say(&["go depth 8"]));
    assert!(second < first / 2, "{first}, then {second}");
    let cleared = nodes(&conversation.say(&["ucinewgame", "go depth 8"]));
    assert_eq!(cleared, first);
    let cleared = nodes(&conversation.say(&["setoption name Clear Hash", "go depth 8"]));
    assert_eq!(cleared, first);
}

/// `seldepth` is the longest line and no less than the one that is shown; `hashfull` is of a thousand, and grows.
#[test]
fn the_longest_line_and_the_filling_of_the_table_are_told() {
    let mut conversation = uci();
    let said = conversation.say(&["setoption name Hash value 1", "position startpos", "go depth 9"]);
    let mut full = Vec::new();
    for line in said.iter().filter(|line| line.starts_with("info depth ")) {
        let words: Vec<&str> = line.split(' ').collect();
        let place = |name: &str| words.iter().position(|word| *word == name).unwrap();
        let number = |name: &str| words[place(name) + 1].parse::<usize>().unwrap();
        assert!(number("seldepth") >= words.len() - place("pv") - 1, "{line}");
        assert!(number("hashfull") <= 1000, "{line}");
        full.push(number("hashfull"));
    }
    assert!(full.len() >= 9 && full.is_sorted() && full[0] < full[8], "{full:?}");
}

/// Words that a protocol could stumble over, in any order.
const WORDS: [&str; 44] = [
    "uci",
    "isready",
    "ucinewgame",
    "setoption",
    "name",
    "value",
    "position",
    "startpos",
    "fen",
    "moves",
    "go",
    "stop",
    "ponderhit",
    "d",
    "eval",
    "depth",
    "nodes",
    "movetime",
    "wtime",
    "btime",
    "winc",
    "movestogo",
    "mate",
    "perft",
    "searchmoves",
    "ponder",
    "0",
    "1",
    "-1",
    "2",
    "e2e4",
    "e7e5",
    "P@d6",
    "d1d7,d7g7",
    "UCI_Variant",
    "amazons",
    "flipello",
    "cfour",
    "MultiPV",
    "Threads",
    "8/8/8/8/8/8/8/8",
    "w",
    "\u{fffd}é",
    "99999999999999999999",
];

#[test]
fn endgame_tables_are_opened_where_the_option_says() {
    let mut conversation = uci();
    let said = conversation.say(&["setoption name SyzygyPath value /tables/345:/my tables/6"]);
    assert_eq!(said, ["open /tables/345:/my tables/6"]);
    assert!(conversation.say(&["setoption name SyzygyPath value <empty>"]).is_empty());
    let answer = conversation.say(&["setoption name Exact value true", "position startpos", "go depth 2"]);
    assert!(answer.last().is_some_and(|line| line.starts_with("bestmove ")), "{answer:?}");
}

#[test]
fn no_garbage_is_the_end() {
    let mut rng = Rng::with_seed(11);
    let mut conversation = uci();
    for _ in 0..3_000 {
        let words: Vec<&str> = (0..rng.usize(0..8)).map(|_| WORDS[rng.usize(..WORDS.len())]).collect();
        // Every search has an end, and none is long.
        let limited = if words.contains(&"go") { " depth 1 nodes 500 perft 1" } else { "" };
        conversation.say(&[&(words.join(" ") + limited)]);
        assert!(!conversation.over);
    }
    conversation.say(&["stop"]);
    assert_eq!(conversation.say(&["isready"]), ["readyok"]);
    conversation.say(&["setoption name UCI_Variant value chess", "position startpos"]);
    bestmove(&conversation.say(&["go nodes 500"]));
}
