//! The film of a search, step by step: trees of tic-tac-toe and of Connect-4 that a second, simple program searches too. Every
//! step of the page is compared with it: which node is entered, which value it gets, which moves are never searched.

use std::collections::BTreeSet;

use anyhow::{Context, Result};
use quevedo_page_tests::{Page, Setup};
use serde_json::json;

use crate::visit;

/// A won game is worth so much, less the plies from the root.
const WIN: i32 = 1000;

/// A game for the second program.
trait Rules: Clone {
    /// Whether the side that has just moved has won.
    fn is_won(&self) -> bool;

    /// The moves by name, in the order in which they are searched; none on a full board.
    fn moves(&self) -> Vec<(String, Self)>;
}

/// Tic-tac-toe: the nine squares from a1, and who moves.
#[derive(Clone)]
struct Marks {
    squares: [char; 9],
    mover: char,
}

impl Marks {
    /// The ranks from the bottom; crosses to move.
    fn new(ranks: [&str; 3]) -> Self {
        let all: Vec<char> = ranks.concat().chars().collect();
        Self { squares: all.try_into().expect("nine squares"), mover: 'X' }
    }
}

impl Rules for Marks {
    fn is_won(&self) -> bool {
        let lines = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
        let winner = if self.mover == 'X' { 'O' } else { 'X' };
        lines.iter().any(|line| line.iter().all(|square| self.squares[*square] == winner))
    }

    fn moves(&self) -> Vec<(String, Self)> {
        let play = |square: usize| {
            let mut next = self.clone();
            next.squares[square] = self.mover;
            next.mover = if self.mover == 'X' { 'O' } else { 'X' };
            (format!("{}{}", ["a", "b", "c"][square % 3], square / 3 + 1), next)
        };
        (0..9).filter(|square| self.squares[*square] == '.').map(play).collect()
    }
}

/// Connect-4 on 8 columns of 7: the columns from the bottom, and who moves.
#[derive(Clone)]
struct Stones {
    columns: [Vec<u8>; 8],
    mover: u8,
}

impl Stones {
    fn after(columns: &str) -> Self {
        let start = Self { columns: Default::default(), mover: 1 };
        columns.bytes().fold(start, |stones, column| stones.drop(usize::from(column - b'1')))
    }

    fn drop(&self, column: usize) -> Self {
        let mut next = self.clone();
        next.columns[column].push(self.mover);
        next.mover = 3 - self.mover;
        next
    }
}

impl Rules for Stones {
    fn is_won(&self) -> bool {
        let at = |x: i32, y: i32| -> u8 {
            let column = usize::try_from(x).ok().and_then(|x| self.columns.get(x));
            column.and_then(|column| column.get(usize::try_from(y).ok()?)).copied().unwrap_or(0)
        };
        let winner = 3 - self.mover;
        let mut squares = (0..8).flat_map(|x| (0..7).map(move |y| (x, y)));
        squares.any(|(x, y)| {
            [(1, 0), (0, 1), (1, 1), (1, -1)]
                .iter()
                .any(|(dx, dy)| (0..4).all(|n| at(x + dx * n, y + dy * n) == winner))
        })
    }

    fn moves(&self) -> Vec<(String, Self)> {
        let open = (0..8).filter(|column| self.columns[*column].len() < 7);
        open.map(|column| ((column + 1).to_string(), self.drop(column))).collect()
    }
}

/// A step of a search. Values are for the side that moves at the root.
#[derive(Debug)]
enum Step {
    Enter(Vec<String>),
    Leave { way: Vec<String>, value: i32, pruned: BTreeSet<String> },
}

/// The second program, and what it has done.
struct Searcher {
    steps: Vec<Step>,
    prunes: bool,
    /// The order of the moves at the root, where iterative deepening sorts them; elsewhere they come as they are.
    root_order: Vec<String>,
}

impl Searcher {
    /// Minimax, or alpha-beta as Knuth and Moore wrote it down (1975), to the end of the game.
    fn run(position: &impl Rules, prunes: bool, root_order: Vec<String>) -> Vec<Step> {
        let mut searcher = Self { prunes, root_order, steps: Vec::new() };
        searcher.search(position, -WIN, WIN, &[]);
        searcher.steps
    }

    /// The value for the side to move.
    fn search(&mut self, position: &impl Rules, alpha: i32, beta: i32, way: &[String]) -> i32 {
        let mut moves = if position.is_won() { Vec::new() } else { position.moves() };
        if way.is_empty() {
            moves.sort_by_key(|(name, _)| self.root_order.iter().position(|known| known == name));
        }
        let lost = -(WIN - way.len() as i32);
        let mut best = if position.is_won() {
            lost
        } else if moves.is_empty() {
            0
        } else {
            -WIN
        };
        let mut pruned = BTreeSet::new();
        for (index, (name, next)) in moves.iter().enumerate() {
            let below = [way, std::slice::from_ref(name)].concat();
            self.steps.push(Step::Enter(below.clone()));
            best = best.max(-self.search(next, -beta, -best.max(alpha), &below));
            if self.prunes && best >= beta {
                pruned = moves[index + 1..].iter().map(|(name, _)| name.clone()).collect();
                break;
            }
        }
        let value = if way.len() % 2 == 0 { best } else { -best };
        self.steps.push(Step::Leave { way: way.to_vec(), value, pruned });
        best
    }
}

fn in_words(value: i32) -> String {
    let plies = WIN - value.abs();
    let unit = if plies == 1 { "ply" } else { "plies" };
    match value.signum() {
        1 => format!("won after {plies} {unit}"),
        -1 => format!("lost after {plies} {unit}"),
        _ => "0".to_owned(),
    }
}

fn shown(way: &[String]) -> String {
    std::iter::once("Root").chain(way.iter().map(String::as_str)).collect::<Vec<_>>().join(" › ")
}

/// The moves that are drawn as not searched below a node.
async fn pruned_below(page: &Page, way: &[String]) -> Result<BTreeSet<String>> {
    let script = "return [...document.querySelectorAll('.explore-node.pruned')].map((node) => node.dataset.way)\
                  .filter((way) => way.split(' ').slice(0, -1).join(' ') === given[0]).map((way) => way.split(' ').at(-1))";
    let found = page.script(script, vec![json!(way.join(" "))]).await?;
    serde_json::from_value(found).context("moves")
}

/// Opens a search in the explorer; the moves at its root, from left to right.
async fn open(page: &Page, address: &str) -> Result<Vec<String>> {
    page.open(address).await?;
    page.see(".explore-node").await?;
    let script = "return [...document.querySelectorAll('.explore-node')].map((node) => node.dataset.way)\
                  .filter((way) => way !== '' && !way.includes(' '))";
    serde_json::from_value(page.script(script, Vec::new()).await?).context("moves")
}

/// Goes to where the last search of the film begins, and compares every step; how many of them cut moves off.
async fn compare(page: &Page, steps: &[Step]) -> Result<usize> {
    let film = "const range = document.querySelector('.explore-where input'); \
                range.value = Number(range.max) - given[0]; range.dispatchEvent(new Event('input')); return Number(range.max)";
    page.script(film, vec![json!(steps.len())]).await?;
    let mut cut = 0;
    for step in steps {
        page.click(".explore-keys button:nth-child(4)").await?;
        let caption = page.text(".explore-caption").await?;
        match step {
            Step::Enter(way) => {
                let expected = format!("{}: entered", shown(way));
                assert!(caption.starts_with(&expected), "{expected}: {caption}");
            }
            Step::Leave { way, value, pruned } => {
                let expected = format!("{}: {}. ", shown(way), in_words(*value));
                assert!(caption.starts_with(&expected), "{expected}: {caption}");
                assert_eq!(caption.contains("never searched"), !pruned.is_empty(), "{caption}");
                assert_eq!(pruned_below(page, way).await?, *pruned, "{caption}");
                cut += usize::from(!pruned.is_empty());
            }
        }
    }
    let end = page.text(".explore-time").await?;
    let (at, length) = end.split_once(" / ").context("a time")?;
    assert_eq!(at, length, "the film has no step more");
    assert_eq!(page.errors().await?, Vec::<String>::new());
    Ok(cut)
}

/// Alpha-beta and nothing else.
fn plain(depth: usize) -> String {
    let off = "tt history killers aspiration continuation captures etc evalorder nullmove lmr iir quiescence pruning extensions \
               correction razoring probcut singular split";
    let off: Vec<String> = off.split_whitespace().map(|name| format!("{name}=off")).collect();
    format!("alphabeta:depth={depth},{}", off.join(","))
}

/// Noughts threaten three in line. The tree, by hand: a2 draws; after a3 or c3 noughts win by a2, and their other move is not
/// searched. 13 nodes by minimax, 9 by alpha-beta, two cuts.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_step_of_tic_tac_toe_is_that_of_a_second_program() {
    visit("film of tic-tac-toe", Setup::default(), async |page| {
        let position = Marks::new(["XOX", ".OO", ".X."]);
        let address = "/explore/tic-tac-toe?position=1X1/1OO/XOX%20x&b=&a=";
        for (player, prunes, nodes, cuts) in [("minimax:depth=3".into(), false, 13, 0), (plain(3), true, 9, 2)] {
            let order = open(&page, &format!("{address}{player}")).await?;
            assert_eq!(order, ["a2", "a3", "c3"], "{player}");
            let steps = Searcher::run(&position, prunes, order);
            assert_eq!(steps.iter().filter(|step| matches!(step, Step::Enter(_))).count(), nodes, "{player}");
            assert_eq!(compare(&page, &steps).await?, cuts, "{player}");
        }
        Ok(())
    })
    .await;
}

/// A drawn position of Connect-4 with four empty squares, in four columns.
const STONES: &str = "6281634724757328423187287276275581114568164813655433";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_step_of_connect_4_is_that_of_a_second_program() {
    visit("film of connect-4", Setup::default(), async |page| {
        let position = Stones::after(STONES);
        for (player, prunes) in [("minimax:depth=4".into(), false), (plain(4), true)] {
            let order = open(&page, &format!("/explore/connect4?position={STONES}&b=&a={player}")).await?;
            assert_eq!(order.iter().map(String::as_str).collect::<BTreeSet<_>>(), BTreeSet::from(["3", "4", "5", "6"]));
            let steps = Searcher::run(&position, prunes, order);
            assert_eq!(compare(&page, &steps).await? > 0, prunes, "{player}");
        }
        Ok(())
    })
    .await;
}
