//! `quevedo trace`: the file that it writes, and what it prints.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};

fn quevedo(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_quevedo")).args(args).stdin(Stdio::null()).output().unwrap()
}

fn scratch(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name)
}

/// Traces a search; what is printed and the lines of the file.
fn trace(name: &str, game: &str, args: &[&str]) -> (Value, Vec<Value>) {
    let file = scratch(name);
    let out = file.to_str().unwrap();
    let output = quevedo(&[&["trace", game, "--out", out, "--json"], args].concat());
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    (serde_json::from_slice(&output.stdout).unwrap(), lines(&file))
}

fn lines(file: &Path) -> Vec<Value> {
    fs::read_to_string(file).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn named<'a>(lines: &'a [Value], event: &str) -> Vec<&'a Value> {
    lines.iter().filter(|line| line["event"] == event).collect()
}

/// A win of four stones, once more and as simply as can be: `columns[x][y]` is 0, 1 or 2.
fn wins(columns: &[Vec<u8>], player: u8) -> bool {
    let at = |x: i32, y: i32| -> u8 {
        let column = usize::try_from(x).ok().and_then(|x| columns.get(x));
        column.and_then(|column| column.get(usize::try_from(y).ok()?)).copied().unwrap_or(0)
    };
    let directions = [(1, 0), (0, 1), (1, 1), (1, -1)];
    let mut squares = (0..8).flat_map(|x| (0..7).map(move |y| (x, y)));
    squares
        .any(|(x, y)| directions.iter().any(|(dx, dy)| (0..4).all(|step| at(x + dx * step, y + dy * step) == player)))
}

/// The value of a position of Connect-4, for the player who moves: 32000 less the plies to the end, or 0 at the horizon.
fn value(columns: &mut [Vec<u8>], player: u8, depth: u32, ply: i64) -> i64 {
    if wins(columns, 3 - player) {
        return ply - 32_000;
    }
    let open: Vec<usize> = (0..8).filter(|x| columns[*x].len() < 7).collect();
    if depth == 0 || open.is_empty() {
        return 0;
    }
    let mut best = i64::MIN;
    for x in open {
        columns[x].push(player);
        best = best.max(-value(columns, 3 - player, depth - 1, ply + 1));
        columns[x].pop();
    }
    best
}

/// The first player has two stones side by side, or three: open on both ends, they win soon.
const POSITIONS: [&[usize]; 2] = [&[4, 4, 5, 5], &[4, 4, 5, 5, 3]];

/// Minimax and alpha-beta of the same position: every proved value of the trace is that of a second program.
#[test]
fn values_are_those_of_a_second_program() {
    for moves in POSITIONS {
        check_position(moves);
    }
}

fn check_position(moves: &[usize]) {
    let text = moves.iter().map(usize::to_string).collect::<Vec<_>>().join(" ");
    let turn = if moves.len() % 2 == 0 { "first" } else { "second" };
    let exact = "nullmove=off,lmr=off,iir=off,quiescence=off,pruning=off,extensions=off,correction=off,razoring=off,\
                 probcut=off,singular=off,tt=off";
    let mut nodes = Vec::new();
    for (name, player, least) in
        [("minimax", "minimax:depth=4".to_owned(), 1000), ("ab", format!("alphabeta:depth=4,{exact}"), 1)]
    {
        let file = format!("{name}-{turn}.jsonl");
        let (printed, lines) = trace(&file, "connect4", &["--moves", &text, "--player", &player]);
        assert_eq!(printed["nodes"], named(&lines, "enter").len());
        assert_eq!(printed["events"], lines.len() - 2, "all but the first and the last line");
        assert_eq!((lines[0]["event"].as_str(), lines[0]["turn"].as_str()), (Some("search"), Some(turn)));
        assert_eq!(printed["value"], lines.last().unwrap()["value"]);
        assert!(check_values(&lines, moves) > least, "{name}: few values are exact");
        nodes.push((printed["nodes"].as_u64().unwrap(), printed["value"].clone(), printed["cuts"].as_u64().unwrap()));
    }
    assert_eq!(nodes[0].1, nodes[1].1, "the same value");
    assert!(nodes[1].0 < nodes[0].0 && nodes[1].2 > 0 && nodes[0].2 == 0, "alpha-beta cuts: {nodes:?}");
    // 1 + 8 + 8² + … but for games that end: minimax has at most this many nodes below the root.
    assert!(nodes[0].0 <= 8 + 64 + 512 + 4096 && nodes[0].0 > 3000, "{nodes:?}");
}

/// Every value inside its window that proves the end of the game is right, and so is every bound. Returns how many values
/// are inside their windows.
fn check_values(lines: &[Value], moves: &[usize]) -> usize {
    let mut columns = vec![Vec::new(); 8];
    for (ply, x) in moves.iter().enumerate() {
        columns[x - 1].push(1 + (ply % 2) as u8);
    }
    let mut entered: HashMap<u64, &Value> = HashMap::new();
    let (mut way, mut checked): (Vec<usize>, usize) = (Vec::new(), 0);
    for line in lines {
        match line["event"].as_str().unwrap() {
            "root" => way.clear(),
            "enter" => {
                way.push(line["move"].as_str().unwrap().parse().unwrap());
                entered.insert(line["id"].as_u64().unwrap(), line);
            }
            "leave" => {
                let Some(enter) = entered.get(&line["id"].as_u64().unwrap()) else { continue };
                let mut board = columns.clone();
                for (ply, x) in way.iter().enumerate() {
                    board[x - 1].push(1 + ((moves.len() + ply) % 2) as u8);
                }
                let player = 1 + ((moves.len() + way.len()) % 2) as u8;
                let exact = value(&mut board, player, enter["depth"].as_u64().unwrap() as u32, way.len() as i64);
                let found = line["value"].as_i64().unwrap();
                let window = (enter["alpha"].as_i64().unwrap_or(-40_000), enter["beta"].as_i64().unwrap_or(40_000));
                let is_proved = |score: i64| score.abs() > 31_000;
                // Values that are not proved are the evaluator's: only that both are not proved can be compared.
                if window.0 < found && found < window.1 {
                    assert!(found == exact || !is_proved(found) && !is_proved(exact), "{enter} {line}: {exact}");
                    checked += 1;
                } else if found <= window.0 && is_proved(found) {
                    assert!(exact <= found.max(window.0), "{enter} {line}: {exact}");
                } else if found >= window.1 && is_proved(found) {
                    assert!(exact >= found.min(window.1), "{enter} {line}: {exact}");
                }
                way.pop();
            }
            _ => {}
        }
    }
    checked
}

/// The example of docs/trace.md is what the program writes. It was made by a second program.
#[test]
fn the_example_of_the_document_is_written() {
    let document = include_str!("../../../docs/trace.md");
    let command = document.lines().find(|line| line.trim().starts_with("quevedo trace connect4 --position")).unwrap();
    let words: Vec<&str> = command.split_whitespace().collect();
    let (_, lines) = trace("example.jsonl", "connect4", &["--position", words[4], "--player", words[6]]);
    let example = document.lines().map(str::trim).filter(|line| line.starts_with("{\"event\""));
    let example: Vec<Value> = example.map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(example.len(), 12);
    assert_eq!(lines, example);
}

#[test]
fn a_bound_gives_a_sample_and_counts_the_rest() {
    let args = ["--player", "alphabeta:nodes=20000,eval=handmade", "--events", "500"];
    let (printed, lines) = trace("sample.jsonl", "othello", &args);
    let omitted: u64 = named(&lines, "leave").iter().map(|line| line["omitted"].as_u64().unwrap_or(0)).sum();
    assert_eq!(printed["nodes"], 20_000);
    assert_eq!(printed["recorded"].as_u64().unwrap() + omitted, 20_000);
    assert!(lines.len() < 900, "{}", lines.len());
    let by_reason: u64 = printed["cuts_by_reason"].as_object().unwrap().values().map(|n| n.as_u64().unwrap()).sum();
    assert_eq!(printed["cuts"], by_reason);
}

#[test]
fn simulations_are_written_with_their_terms() {
    let (printed, lines) = trace("mcts.jsonl", "connect4", &["--player", "mcts:sims=200,seed=1", "--boards"]);
    let simulations = named(&lines, "simulation");
    assert_eq!((&printed["nodes"], simulations.len()), (&json!(200), 200));
    let last = &simulations[199]["path"][0];
    let visits: u64 = last["children"].as_array().unwrap().iter().map(|child| child["visits"].as_u64().unwrap()).sum();
    assert_eq!(visits, 199, "every earlier simulation went through one move of the root");
    assert_eq!(simulations[0]["path"][0]["change"].as_array().unwrap().len(), 1, "one stone falls");
}

#[test]
fn a_summary_is_printed_for_people() {
    let file = scratch("people.jsonl");
    let out = file.to_str().unwrap();
    let output = quevedo(&["trace", "hare-hounds", "--player", "alphabeta:depth=4,eval=handmade", "--out", out]);
    let text = String::from_utf8(output.stdout).unwrap();
    for word in ["move ", "value ", "depth ", "nodes ", "cuts ", "events "] {
        assert!(text.lines().any(|line| line.starts_with(word)), "{word}: {text}");
    }
}

#[test]
fn bad_input_is_one_clear_line() {
    let file = scratch("refused.jsonl");
    let out = file.to_str().unwrap();
    for (args, words) in [
        (vec!["trace", "connect4", "--player", "human", "--out", out], "person"),
        (vec!["trace", "connect4", "--player", "random", "--out", out], "did not search"),
        (vec!["trace", "connect4", "--player", "minimax:depth=2", "--out", "/nowhere/at/all"], "--out"),
        (vec!["trace", "connect4", "--player", "minimax:depth=2", "--moves", "9", "--out", out], "--moves"),
        (vec!["trace", "connect4", "--moves", "1 2 1 2 1 2 1", "--player", "minimax:depth=2", "--out", out], "over"),
        (vec!["trace", "hare-hounds", "--player", "max", "--out", out], "did not search"),
    ] {
        let output = quevedo(&args);
        let errors = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{args:?}: {errors}");
        assert_eq!((output.stdout.len(), errors.lines().count()), (0, 1), "{args:?}: {errors}");
        assert!(errors.contains(words), "{args:?}: {errors}");
    }
}
