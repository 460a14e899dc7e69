//! The program from outside: what it prints, where, and how it exits.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use quevedo_catalog::{Catalog, PlayerSpec};
use quevedo_record::Record;
use serde_json::Value;

fn quevedo(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_quevedo")).args(args).stdin(Stdio::null()).output().unwrap()
}

#[cfg(feature = "tui")]
fn with_input(args: &[&str], input: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_quevedo"));
    let command = command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    std::io::Write::write_all(&mut child.stdin.take().unwrap(), input.as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// Standard output of a command that must succeed.
fn said(args: &[&str]) -> String {
    let output = quevedo(args);
    assert_eq!(output.status.code(), Some(0), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    stdout(&output)
}

fn json(args: &[&str]) -> Value {
    serde_json::from_str(&said(args)).unwrap()
}

/// The one line on standard error of a command that must be refused.
fn refused(args: &[&str]) -> String {
    let output = quevedo(args);
    let errors = String::from_utf8(output.stderr.clone()).unwrap();
    assert_eq!(output.status.code(), Some(2), "{args:?}: {errors}");
    assert_eq!(stdout(&output), "", "{args:?}");
    assert_eq!(errors.lines().count(), 1, "{args:?}: {errors}");
    errors.trim_end().into()
}

fn scratch(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_file(&path);
    path
}

#[test]
fn games_are_listed() {
    let table = said(&["games"]);
    assert_eq!(table.lines().count(), Catalog::standard().games().len() + 1);
    assert!(table.contains("El zorro y las ocas") && table.contains("Geese, Fox"));
    let listed = json(&["games", "--json"]);
    let ids: Vec<&str> = listed["games"].as_array().unwrap().iter().map(|game| game["id"].as_str().unwrap()).collect();
    assert!(Catalog::standard().games().iter().map(|game| game.id()).eq(ids));
    assert_eq!(listed["games"][1]["sides"][0]["es"], "Negras");
}

#[test]
fn an_unknown_game_is_answered_with_the_list() {
    for command in ["show", "rules", "players", "evals", "eval", "best", "bench"] {
        let error = refused(&[command, "checkers"]);
        assert!(error.contains("`checkers`"), "{error}");
        assert!(Catalog::standard().games().iter().all(|game| error.contains(game.id())), "{error}");
    }
}

#[test]
fn perft_ends_with_its_count() {
    assert_eq!(said(&["perft", "chess", "4"]).lines().last(), Some("nodes 197281"));
    assert_eq!(said(&["perft", "connect4", "0", "--divide"]), "nodes 1\n");
    let divided = said(&["perft", "chess", "3", "--divide"]);
    assert_eq!((divided.lines().count(), divided.lines().last()), (21, Some("nodes 8902")));
    let parts = divided.lines().take(20).map(|line| line.rsplit(' ').next().unwrap().parse::<u64>().unwrap());
    assert_eq!(parts.sum::<u64>(), 8902);
    let position = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -";
    assert_eq!(said(&["perft", "chess", "3", "--position", position]), "nodes 97862\n");
    for depth in ["100", "-1", "x"] {
        assert!(refused(&["perft", "chess", depth]).contains("DEPTH"));
    }
}

#[test]
fn a_bad_position_says_which_part() {
    let error = refused(&["show", "fox-geese", "--position", "1F1/3/7/7/7/3/3 x"]);
    assert!(error.starts_with("error: --position: bad side to move `x`"), "{error}");
    for command in ["show", "best", "eval"] {
        let error = refused(&[command, "chess", "--position", "8/8 w"]);
        assert!(error.contains("--position: bad "), "{error}");
    }
    assert!(refused(&["perft", "chess", "2", "--position", "\n\n x"]).contains("--position"));
}

#[test]
fn positions_may_begin_with_a_dash() {
    let position = format!("{}OX{}XO{} X", "-".repeat(27), "-".repeat(6), "-".repeat(27));
    assert!(said(&["show", "othello", "--position", &position]).contains("moves     4\n"));
}

#[test]
fn an_illegal_move_says_which_and_why() {
    let error = refused(&["show", "chess", "--moves", "e4 e5 e6"]);
    assert!(error.starts_with("error: --moves: move 3: `e6` is not legal: "), "{error}");
    assert!(refused(&["show", "amazons", "--moves", "hello"]).contains("move 1: `hello` does not read as a move"));
}

#[test]
fn show_prints_the_board_the_moves_and_the_end() {
    let text = said(&["show", "fox-geese", "--moves", "c3c4"]);
    for words in ["7          .---F---.", "to move   Fox", "position  ", "moves     3\n  d7d6"] {
        assert!(text.contains(words), "{words}\n{text}");
    }
    let mate = ["show", "chess", "--moves", "f3 e5 g4 Qh4"];
    assert!(said(&mate).ends_with("outcome   0-1 Black won: checkmate\n"), "{}", said(&mate));
    assert!(said(&["show", "amazons"]).contains("and 2164 more: --all lists them"));
    assert!(!said(&["show", "amazons", "--all"]).contains("--all"));
    assert!(said(&["show", "chess", "--unicode"]).contains('♚'));
}

#[test]
fn show_speaks_json() {
    let start = json(&["show", "amazons", "--json"]);
    assert_eq!(start["moves"].as_array().unwrap().len(), 2176);
    assert_eq!((start["turn"].as_str(), start["outcome"].is_null()), (Some("first"), true));
    let mate = json(&["show", "chess", "--json", "--moves", "f3 e5 g4 Qh4"]);
    let end = serde_json::json!({ "winner": "second", "reason": "mate", "result": "0-1" });
    assert_eq!((&mate["outcome"], mate["moves"].as_array().unwrap().len()), (&end, 0));
    assert_eq!(mate["played"][3], "d8h4");
}

#[test]
fn rules_and_players_are_printed() {
    assert!(said(&["rules", "othello"]).starts_with("Othello\n\n"));
    assert!(said(&["rules", "othello", "--lang", "es"]).starts_with("Otelo\n\n"));
    assert!(refused(&["rules", "othello", "--lang", "fr"]).contains("en, es"));
    let players = said(&["players"]);
    for player in PlayerSpec::all() {
        assert!(players.lines().any(|line| line.split_whitespace().next() == Some(player.name)), "{players}");
        assert!(player.keys.iter().all(|key| players.contains(&format!("  {}=", key.name))), "{players}");
    }
    assert!(players.lines().all(|line| line.chars().count() <= 100), "{players}");
    let spanish = said(&["players", "--lang", "es"]);
    assert!(spanish.contains("\nrandom      cualquier jugada legal, todas con la misma probabilidad\n"), "{spanish}");
    assert!(spanish.contains("  depth=1..100  ") && !spanish.contains("by default"), "{spanish}");
    assert!(spanish.lines().all(|line| line.chars().count() <= 100), "{spanish}");
    let chess = said(&["players", "chess"]);
    assert!(chess.lines().all(|line| line.chars().count() <= 100), "{chess}");
    assert!(chess.contains("\nEvaluators of chess, for `eval=`:\n  best "), "{chess}");
    assert!(chess.contains("\nSearch parameters of chess, ") && chess.contains("  Null-move pruning: "), "{chess}");
    let spanish = said(&["players", "chess", "--lang", "es"]);
    assert!(spanish.contains("\nParámetros de búsqueda de chess, "), "{spanish}");
    assert!(spanish.contains("  Poda por jugada nula: ") && !spanish.contains("Null-move"), "{spanish}");
}

#[test]
fn bench_signs_the_rules() {
    let args = ["bench", "hare-hounds", "--seconds", "0.01", "--json"];
    let (one, other) = (json(&args), json(&args));
    let signature = one["games"][0]["signature"].as_str().unwrap();
    assert_eq!((signature.len(), &one["games"][0]["signature"]), (16, &other["games"][0]["signature"]));
    assert_eq!(one["games"][0]["search"]["signature"], other["games"][0]["search"]["signature"]);
    for key in ["/plies_per_second", "/perft_nodes_per_second", "/search/nodes_per_second", "/search/depth"] {
        assert!(one["games"][0].pointer(key).unwrap().as_f64().unwrap() > 0.0, "{key}");
    }
    let text = said(&["bench", "hare-hounds", "--seconds", "0.01"]);
    assert!(text.contains("   signature\n") && text.contains("  search signature\n"), "{text}");
    assert!(refused(&["bench", "--signatures", "--json"]).contains("--json"));
    assert!(refused(&["bench", "--seconds", "-1"]).contains("0.001 to 3600"));
}

/// Records without what is said of their moves.
fn moves_only(records: &str) -> String {
    let mut records = Record::parse_all(records).unwrap();
    records.iter_mut().flat_map(|record| &mut record.moves).for_each(|mv| mv.comment = None);
    records.iter().map(ToString::to_string).collect()
}

#[test]
fn a_match_is_the_same_on_any_number_of_threads() {
    let play = |threads: &str| {
        let path = scratch(&format!("threads-{threads}.pgn"));
        let out = path.to_str().unwrap().to_owned();
        let args =
            ["match", "othello", "random", "random:seed=4", "--games", "21", "--random-plies", "3", "--seed", "8"];
        let mut report = json(&[&args[..], &["--threads", threads, "--json", "--out", &out]].concat());
        // How long it took is no part of the match.
        report.as_object_mut().unwrap().remove("mean_time_ms");
        (report, moves_only(&std::fs::read_to_string(path).unwrap()))
    };
    let (one, many) = (play("1"), play("5"));
    assert_eq!(one, many);
    let count = |key: &str| one.0[key].as_u64().unwrap();
    assert_eq!(count("wins") + count("draws") + count("losses"), 21);
    let records = Record::parse_all(&one.1).unwrap();
    assert_eq!(records.len(), 21);
    assert_eq!((records[0].tag("White"), records[1].tag("White")), (Some("random"), Some("random:seed=4")));
    assert!(records.iter().enumerate().all(|(index, record)| record.tag("Round") == Some(&(index + 1).to_string())));
}

#[test]
fn records_are_not_overwritten() {
    let path = scratch("kept.pgn");
    std::fs::write(&path, "mine").unwrap();
    let out = path.to_str().unwrap();
    let args = ["match", "connect4", "random", "random", "--games", "2", "--out", out];
    assert!(refused(&args).contains("the file exists: choose another name, or add --force"));
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "mine");
    said(&[&args[..], &["--force"]].concat());
    assert_eq!(Record::parse_all(&std::fs::read_to_string(&path).unwrap()).unwrap().len(), 2);
    assert!(refused(&["match", "connect4", "random", "random", "--out", "/no/such/place"]).contains("/no/such/place"));
    let unplayed = scratch("unplayed.pgn");
    refused(&["match", "connect4", "human", "random", "--out", unplayed.to_str().unwrap()]);
    assert!(!unplayed.exists());
}

#[test]
fn wrong_players_are_refused_in_words() {
    assert!(refused(&["match", "chess", "human", "random"]).contains("`human` cannot play a match"));
    assert!(refused(&["match", "chess", "stockfish", "random"]).contains("there are human, random"));
    assert!(refused(&["match", "chess", "random:depth=3", "random"]).contains("it takes seed"));
    assert!(refused(&["match", "chess", "greedy:eval=hope", "random"]).contains("this game has best"));
    assert!(refused(&["match", "connect4", "random", "random", "--random-plies", "99"]).contains("use fewer"));
    assert!(refused(&["match", "chess", "random", "random", "--games", "0"]).contains("1.."));
    assert!(refused(&["perft", "chess"]).contains("<DEPTH>"));
    assert!(refused(&["frobnicate"]).contains("frobnicate"));
}

#[cfg(feature = "tui")]
#[test]
fn play_reads_lines_where_there_is_no_terminal() {
    let output = with_input(&["play", "connect4:7x6", "--second", "human"], "1\n2\nnonsense\n1\n2\n1\n2\n1\n");
    assert_eq!(output.status.code(), Some(0));
    assert!(stdout(&output).ends_with("Yellow won: four in line\n"), "{}", stdout(&output));
    assert!(String::from_utf8_lossy(&output.stderr).contains("`nonsense`"));
    let output = with_input(&["play", "fox-geese", "--lang", "es"], "c3c4\n");
    assert!(stdout(&output).contains("La partida quedó en: "), "{}", stdout(&output));
    let output = quevedo(&["play", "hare-hounds", "--first", "random:seed=1", "--second", "random:seed=1"]);
    assert!(stdout(&output).contains(" won: "), "{}", stdout(&output));
}

#[cfg(feature = "tui")]
#[test]
fn play_gives_hints_and_refuses_who_cannot_play() {
    let output = with_input(&["play", "connect4:7x6", "--second", "human"], "1\n2\n1\n2\n1\n2\nhint\n");
    assert!(stdout(&output).contains("\nHint: 1\n"), "{}", stdout(&output));
    let output = with_input(&["play", "fox-geese", "--second", "easy:seed=1", "--lang", "es"], "hint\n");
    assert!(stdout(&output).contains("\nPista: "), "{}", stdout(&output));
    assert!(refused(&["play"]).contains("name a game"), "a menu needs a terminal");
    assert!(refused(&["play", "checkers"]).contains("`checkers`"));
    assert!(refused(&["play", "chess", "--position", "8/8 w"]).contains("--position: bad "));
    for side in ["--first", "--second"] {
        let error = refused(&["play", "chess", side, "alphabeta:eval=hope"]);
        let words = format!("error: {side}: bad value `hope` for `eval`: this game has best");
        assert!(error.starts_with(&words), "{error}");
    }
}

/// Mate by the queen on h4.
const FOOLS_MATE: &str = "f3 e5 g4";

#[test]
fn best_finds_a_mate_and_says_how() {
    let text = said(&["best", "chess", "--moves", FOOLS_MATE]);
    assert!(text.starts_with("move   Qh4#\nscore  a win for Black in 1 ply\ndepth  "), "{text}");
    assert!(text.contains("\nnodes  ") && text.contains("\ntime   ") && text.contains(" nodes/s\n"), "{text}");
    assert!(text.ends_with("\nline   Qh4#\n"), "{text}");
    let found = json(&["best", "chess", "--moves", FOOLS_MATE, "--json"]);
    assert_eq!((&found["move"], &found["plies_to_end"]), (&"d8h4".into(), &1.into()));
    assert_eq!(found["pv"], serde_json::json!(["d8h4"]));
}

#[test]
fn best_speaks_json() {
    let players = [
        ("othello", "alphabeta:depth=3"),
        ("fox-geese", "greedy"),
        ("connect4", "mcts:sims=200,seed=1"),
        ("amazons", "random:seed=1"),
    ];
    for (game, player) in players {
        let found = json(&["best", game, "--player", player, "--json"]);
        let keys = ["move", "score", "plies_to_end", "depth", "nodes", "time_ms", "nps", "pv"];
        assert!(keys.iter().all(|key| found.get(key).is_some()), "{found}");
        assert_eq!(found["pv"][0], found["move"]);
        assert_eq!(found["score"].is_null(), game == "amazons", "random moves have no score: {found}");
        let moves = json(&["show", game, "--json"])["moves"].clone();
        assert!(moves.as_array().unwrap().contains(&found["move"]), "{found}");
    }
}

#[test]
fn best_prints_its_progress_on_request() {
    let args = ["best", "othello", "--player", "alphabeta:depth=4"];
    assert_eq!(quevedo(&args).stderr, b"");
    let output = quevedo(&[&args[..], &["--verbose", "--json"]].concat());
    let progress = String::from_utf8(output.stderr.clone()).unwrap();
    assert_eq!(progress.lines().count(), 4, "{progress}");
    assert!(progress.lines().zip(1..).all(|(line, depth)| line.starts_with(&format!("depth {depth:>3}  score "))));
    assert_eq!(stdout(&output).lines().count(), 1);
}

#[test]
fn a_finished_game_has_no_best_move_and_no_score() {
    let over = ["chess", "--moves", "f3 e5 g4 Qh4"];
    for command in ["best", "eval"] {
        let args = [&[command][..], &over].concat();
        assert_eq!(said(&args), "The game is over. Black won: checkmate\n");
        let found = json(&[&args[..], &["--json"]].concat());
        assert_eq!((&found["score"], &found["outcome"]["result"]), (&Value::Null, &"0-1".into()), "{found}");
    }
    let found = json(&[&["best", "--json"][..], &over].concat());
    assert!(found.get("move").is_some_and(Value::is_null), "{found}");
    let running = json(&["best", "chess", "--player", "greedy", "--json"]);
    assert!(running.as_object().unwrap().keys().all(|key| found.get(key).is_some()), "{found}");
    assert!(found["nodes"] == 0 && found["pv"] == serde_json::json!([]), "{found}");
}

#[test]
fn who_cannot_be_asked_is_refused() {
    assert!(refused(&["best", "chess", "--player", "human"]).contains("is a person: name a player"));
    let error = refused(&["best", "chess", "--player", "alphabeta:eval=hope"]);
    assert!(error.starts_with("error: --player: bad value `hope` for `eval`: this game has best"), "{error}");
    assert!(refused(&["best", "chess", "--moves", "e5"]).contains("--moves: move 1"));
}

#[test]
fn evaluators_are_listed_and_asked() {
    for game in Catalog::standard().games() {
        let listed = json(&["evals", game.id(), "--json"]);
        let names: Vec<&str> =
            listed["evaluators"].as_array().unwrap().iter().map(|eval| eval["name"].as_str().unwrap()).collect();
        assert_eq!(names[0], "best");
        let table = said(&["evals", game.id()]);
        assert!(table.starts_with("best ") && names.iter().all(|name| table.contains(name)), "{table}");
        for eval in listed["evaluators"].as_array().unwrap() {
            let [english, spanish] = ["en", "es"].map(|language| eval["meaning"][language].as_str().unwrap());
            assert!(!english.is_empty() && !spanish.is_empty() && english != spanish, "{english}");
        }
        for name in &names {
            let evaluated = json(&["eval", game.id(), "--eval", name, "--json"]);
            assert_eq!((&evaluated["eval"], &evaluated["outcome"]), (&(*name).into(), &Value::Null));
            assert!(evaluated["score"].is_i64() && evaluated["terms"].is_array(), "{evaluated}");
        }
        let error = refused(&["eval", game.id(), "--eval", "hope"]);
        assert!(error.starts_with("error: --eval: bad value `hope` for `eval`: "), "{error}");
        assert!(error.ends_with(&format!("this game has {}", names.join(", "))), "{error}");
    }
    assert!(refused(&["eval", "chess", "--moves", "f3 e5 g4 Qh4", "--eval", "hope"]).contains("`hope`"));
}

#[test]
fn an_evaluation_is_printed_term_by_term() {
    let up_a_queen = ["eval", "chess", "--position", "4k3/8/8/8/8/8/8/3QK3 b - - 0 1"];
    let text = said(&up_a_queen);
    let mut lines = text.lines();
    let score = lines.next().unwrap();
    assert!(
        score.starts_with("score  -") && score.ends_with(" %) for Black, to move") && score.contains(" pawns ("),
        "{text}"
    );
    assert_eq!(lines.next(), Some("terms  in points for White:"));
    let evaluated = json(&[&up_a_queen[..], &["--json"]].concat());
    assert_eq!(
        (lines.count(), evaluated["turn"].as_str()),
        (evaluated["terms"].as_array().unwrap().len(), Some("second"))
    );
    assert!(evaluated["score"].as_i64().unwrap() < -300, "{evaluated}");
}

#[test]
fn there_is_help() {
    let help = said(&["--help"]);
    assert!(help.contains("Usage: quevedo") && help.contains("perft"), "{help}");
    assert!(said(&["match", "--help"]).contains("Examples:"));
    assert!(said(&["--version"]).starts_with("quevedo "));
}

#[cfg(unix)]
#[test]
fn a_closed_pipe_is_no_failure() {
    for command in ["games", "show amazons --all", "perft chess 2 --divide", "bench hare-hounds --signatures", "--help"]
    {
        let script = format!("'{}' {command} | true; exit ${{PIPESTATUS[0]}}", env!("CARGO_BIN_EXE_quevedo"));
        let output = Command::new("bash").args(["-c", &script]).output().unwrap();
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!errors.contains("panicked") && output.status.code() == Some(0), "{command}: {errors}");
    }
}

#[test]
fn transcripts_without_blanks_are_moves() {
    let shown = json(&["show", "othello", "--moves", "F5d6c3", "--json"]);
    assert_eq!(shown["played"], serde_json::json!(["f5", "d6", "c3"]));
    let spaced = json(&["show", "othello", "--moves", "f5 d6 c3", "--json"]);
    assert_eq!(shown, spaced);
    // A record in place of a position stands for its last position.
    let pasted = json(&["show", "othello", "--position", "(;GM[Othello]B[F5]W[D6]B[C3];)", "--json"]);
    assert_eq!(pasted["position"], shown["position"]);
    assert_eq!(said(&["show", "othello", "--moves", "f5d6c3", "--format", "transcript"]), "f5d6c3\n");
    assert!(said(&["show", "chess", "--moves", "e4 e5", "--format", "pgn"]).contains("1. e4 e5 *"));
    let error = refused(&["show", "chess", "--format", "ggf"]);
    assert!(error.contains("`ggf`") && error.ends_with("there is pgn"), "{error}");
    assert!(refused(&["show", "othello", "--moves", "f5d6d6"]).contains("--moves: move 3: `d6`"));
}

/// In the first position Black fills the last square and has all 64 discs, whatever the file says.
#[test]
fn a_file_of_problems_is_solved_and_checked() {
    let board = format!("{}O- X", "X".repeat(62));
    let (path, good) = (scratch("problems.obf"), format!("{board}; H8:+64;\n"));
    std::fs::write(&path, &good).unwrap();
    let file = path.to_str().unwrap();
    let line = json(&["solve", "othello", "--file", file, "--json"]);
    assert_eq!((&line["line"], &line["value"], &line["score"]), (&1.into(), &"win".into(), &64.into()));
    assert_eq!(
        (&line["best"], &line["expected"], &line["agrees"]),
        (&serde_json::json!(["h8"]), &64.into(), &true.into())
    );
    let table = said(&["solve", "othello", "--file", file, "--csv"]);
    assert_eq!(table.lines().count(), 2);
    assert!(table.lines().nth(1).unwrap().starts_with(&format!("1,{board},win,,64,h8,")), "{table}");

    // Another value, a line that cannot be read, a comment, and a position without values.
    std::fs::write(&path, format!("% problems\n{board}; H8:+62;\nnonsense\n{board}\n")).unwrap();
    let output = quevedo(&["solve", "othello", "--file", file]);
    assert_eq!(output.status.code(), Some(1));
    let text = stdout(&output);
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].starts_with("line 2: ") && lines[0].contains("BUT THE FILE SAYS +62"), "{text}");
    assert!(lines[1].starts_with("line 4: a win, score +64, best h8, ") && lines.len() == 2, "{text}");
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(errors.contains("line 3: ") && errors.contains("2 of 2 positions solved"), "{errors}");
    assert!(errors.contains("0 of 1 as the file says"), "{errors}");

    std::fs::write(&path, "nonsense\n").unwrap();
    assert_eq!(quevedo(&["solve", "othello", "--file", file]).status.code(), Some(2));
    std::fs::write(&path, "44444\n4\n").unwrap();
    assert_eq!(said(&["solve", "connect4:7x6", "--file", file, "--json"]).lines().count(), 2);
}

/// However many jobs, the answers come in the order of the file.
#[test]
fn positions_of_a_file_are_solved_by_several_jobs() {
    let path = scratch("jobs.txt");
    let lines = |first| [format!("{first}444445"), "nonsense".into(), format!("4{first}44")];
    let positions = (1..=7).flat_map(lines).collect::<Vec<_>>().join("\n");
    std::fs::write(&path, positions).unwrap();
    let file = path.to_str().unwrap();
    let answers = |jobs: &str| -> Vec<serde_json::Value> {
        let text = stdout(&quevedo(&["solve", "connect4:7x6", "--file", file, "--json", "--jobs", jobs]));
        let mut answers: Vec<serde_json::Value> =
            text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        for key in ["nodes", "time_ms"] {
            for answer in &mut answers {
                answer.as_object_mut().unwrap().remove(key);
            }
        }
        answers
    };
    let one = answers("1");
    assert!(one.iter().map(|answer| answer["line"].as_u64()).eq((1..=21).map(Some)), "{one:?}");
    assert!(one[0]["score"].is_i64() && one[1]["error"].is_string(), "{one:?}");
    assert_eq!(answers("3"), one);
    assert!(refused(&["solve", "connect4", "--jobs", "2"]).contains("--file"));
}

/// The figures are those of docs/solved.md. Another position of the game is searched, and the time ends the search.
#[test]
fn what_is_known_is_told_at_once() {
    let known = json(&["solve", "fox-geese", "--json"]);
    assert_eq!((&known["value"], &known["distance"]), (&"win".into(), &63.into()));
    assert!(known["source"].as_str().unwrap().starts_with("docs/solved.md"), "{known}");
    assert!(said(&["solve", "fox-geese"]).contains("Geese to move: a win in 63 plies\nbest: c3c4 d3d4"));
    assert!(said(&["solve", "fox-geese:17"]).contains("Geese to move: a win\n"), "55 or 57 plies");
    let searched = quevedo(&["solve", "fox-geese", "--time", "50ms"]);
    assert_eq!(searched.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&searched.stderr).contains("not solved in"));
}

#[test]
fn a_solver_tells_how_far_it_has_come() {
    let output = quevedo(&["solve", "connect4", "--time", "1500ms", "--json", "--progress"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("proved so far: a score from "));
    let text = String::from_utf8_lossy(&output.stdout);
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let [progress, .., result] = &*lines else { panic!("{text}") };
    assert_eq!(progress["percent"], 100);
    assert!(progress["nodes"].as_u64() <= result["nodes"].as_u64());
    for line in [progress, result] {
        // The first player wins on move 53 (docs/solved.md), which counts 2.
        assert!(line["low"].as_i64() <= Some(2) && Some(2) <= line["high"].as_i64(), "{text}");
    }
    assert_eq!(result["value"], Value::Null);
    // Lines of progress alone are no result.
    assert_eq!(quevedo(&["solve", "connect4", "--progress"]).status.code(), Some(2));
}

#[test]
fn few_games_are_called_a_small_sample() {
    let few = said(&["match", "mouse-cats", "random:seed=1", "random:seed=2", "--games", "6"]);
    assert!(few.contains("a small sample: fewer than 30 games"), "{few}");
    let many = said(&["match", "mouse-cats", "random:seed=1", "random:seed=2", "--games", "40"]);
    assert!(!many.contains("small sample"), "{many}");
}

#[test]
fn a_book_is_built_continued_and_played_from() {
    let path = scratch("small.book");
    let file = path.to_str().unwrap();
    let player = "alphabeta:nodes=200,hash=1";
    let build = |positions: &str| {
        json(&["book", "othello", "--out", file, "--positions", positions, "--player", player, "--json"])
    };
    assert_eq!(build("10")["positions"], 10);
    let grown = build("40");
    assert_eq!(
        (&grown["positions"], grown["bytes"].as_u64()),
        (&40.into(), std::fs::metadata(&path).ok().map(|f| f.len()))
    );
    assert!(grown["line"].as_array().unwrap().len() > 1, "{grown}");
    let with_book = format!("alphabeta:nodes=200,book={file},seed=1");
    let found = json(&["best", "othello", "--player", &with_book, "--json"]);
    assert_eq!(
        (&found["book"], &found["nodes"], &found["unit"]),
        (&true.into(), &0.into(), &"discs".into()),
        "{found}"
    );
    assert!(said(&["best", "othello", "--player", &with_book]).contains("\nbook   "));
    let wrong = refused(&["best", "chess", "--player", &with_book]);
    assert!(wrong.contains("`book`") && wrong.contains("for `othello`, not for `chess`"), "{wrong}");
    assert!(refused(&["best", "chess", "--player", "alphabeta:book=on"]).contains("no book is shipped"));
}

#[test]
fn full_strength_plays_from_the_shipped_book() {
    let found = |player: &str| json(&["best", "othello", "--player", player, "--json"]);
    let from_book = found("max");
    assert_eq!((&from_book["book"], &from_book["nodes"]), (&true.into(), &0.into()), "{from_book}");
    assert_ne!(found("max:effort=0.01,book=off")["nodes"], 0);
    assert_ne!(found("alphabeta:nodes=100")["nodes"], 0);
    // Moves of nearly the same value are chosen at random.
    let reply = |seed: u32| {
        let player = format!("max:seed={seed}");
        json(&["best", "othello", "--moves", "d3 c5", "--player", &player, "--json"])["move"].to_string()
    };
    let replies: BTreeSet<String> = (0..8).map(reply).collect();
    assert!(replies.len() > 1, "no variety: {replies:?}");
}

#[test]
fn puzzles_are_printed_and_chosen() {
    let all = said(&["puzzles", "mouse-cats", "--json"]);
    let all: Vec<Value> = all.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(all.len() >= 200);
    assert!(
        all.iter().all(|puzzle| puzzle["position"].is_string() && !puzzle["solution"].as_array().unwrap().is_empty())
    );
    let some = said(&["puzzles", "mouse-cats", "--rating", "800..1200", "--count", "3", "--json"]);
    let some: Vec<Value> = some.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(some.len(), 3);
    assert!(some.iter().all(|puzzle| (800..=1200).contains(&puzzle["rating"].as_u64().unwrap())));
    let text = said(&["puzzles", "mouse-cats", "--count", "1"]);
    assert!(text.starts_with("1. rating ") && text.lines().count() == 3, "{text}");
    assert!(refused(&["puzzles", "connect4:7x6"]).contains("there are no puzzles of `connect4:7x6`"));
    assert!(refused(&["puzzles", "mouse-cats", "--rating", "1200..800"]).contains("the lower rating comes first"));
}

#[test]
fn puzzles_are_made_again_and_continued() {
    let (whole, parts) = (scratch("whole.jsonl"), scratch("parts.jsonl"));
    let make = |count: &str, file: &PathBuf| {
        let file = file.to_str().unwrap();
        let players = ["--player", "alphabeta:depth=1", "--per-game", "2", "--max-games", "60"];
        said(&[&["puzzles", "make", "hare-hounds", "--count", count, "--out", file], &players[..]].concat())
    };
    assert_eq!(make("40", &whole), "");
    let lines = std::fs::read_to_string(&whole).unwrap();
    assert!(lines.lines().count() > 4);
    let origin = |line: &str| serde_json::from_str::<Value>(line).unwrap()["origin"].as_u64();
    let second = lines.lines().map(origin).find(|number| *number != origin(lines.lines().next().unwrap())).flatten();
    let first: String = lines.split_inclusive('\n').filter(|line| origin(line) < second).collect();
    std::fs::write(&parts, first).unwrap();
    make("40", &parts);
    let [whole, parts] = [whole, parts].map(|file| std::fs::read_to_string(file).unwrap());
    assert_eq!(parts, whole);
    let wrong = scratch("wrong.jsonl");
    std::fs::write(&wrong, "{}\n").unwrap();
    assert!(
        refused(&["puzzles", "make", "hare-hounds", "--out", wrong.to_str().unwrap()]).contains("line 1 is no puzzle")
    );
}

#[test]
fn shells_and_man_know_every_command() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        assert!(said(&["completions", shell]).contains("perft"), "{shell}");
    }
    let folder = scratch("man");
    said(&["man", folder.to_str().unwrap()]);
    for page in ["quevedo.1", "quevedo-perft.1", "quevedo-match.1"] {
        let text = std::fs::read_to_string(folder.join(page)).unwrap_or_else(|error| panic!("{page}: {error}"));
        assert!(text.contains(".SH SYNOPSIS"), "{page}");
    }
    let _ = std::fs::remove_dir_all(folder);
}
