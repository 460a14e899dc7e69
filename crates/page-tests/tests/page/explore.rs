//! The tree explorer: the search of a position of Connect-4 near its end, compared with a second program.

use std::collections::BTreeSet;

use anyhow::{Context, Result};
use quevedo_page_tests::{Page, Setup, Window};
use serde_json::json;

use crate::visit;

const COLUMNS: usize = 8;
const ROWS: usize = 7;
/// So many squares are empty where the search begins.
const EMPTY: usize = 5;

/// Connect-4 as simply as can be: the columns from the bottom, and who moves, 1 or 2.
#[derive(Clone)]
struct Stones {
    columns: Vec<Vec<u8>>,
    player: u8,
}

impl Stones {
    fn start() -> Self {
        Self { columns: vec![Vec::new(); COLUMNS], player: 1 }
    }

    fn play(&mut self, column: usize) {
        self.columns[column - 1].push(self.player);
        self.player = 3 - self.player;
    }

    fn is_won(&self) -> bool {
        let at = |x: i32, y: i32| -> u8 {
            let column = usize::try_from(x).ok().and_then(|x| self.columns.get(x));
            column.and_then(|column| column.get(usize::try_from(y).ok()?)).copied().unwrap_or(0)
        };
        let mut squares = (0..COLUMNS as i32).flat_map(|x| (0..ROWS as i32).map(move |y| (x, y)));
        let winner = 3 - self.player;
        squares.any(|(x, y)| {
            let directions = [(1, 0), (0, 1), (1, 1), (1, -1)];
            directions.iter().any(|(dx, dy)| (0..4).all(|step| at(x + dx * step, y + dy * step) == winner))
        })
    }

    fn moves(&self) -> Vec<usize> {
        if self.is_won() {
            return Vec::new();
        }
        (1..=COLUMNS).filter(|column| self.columns[column - 1].len() < ROWS).collect()
    }

    fn empty(&self) -> usize {
        COLUMNS * ROWS - self.columns.iter().map(Vec::len).sum::<usize>()
    }

    /// The result under best play for the player who moves at the root, and how many positions are below: more than 0 won,
    /// less than 0 lost; the plies from the root are taken off, so that a nearer win is worth more.
    fn value(&self, root: u8, ply: i32) -> (i32, u64) {
        if self.is_won() {
            let value = 1000 - ply;
            return (if self.player == root { -value } else { value }, 0);
        }
        let below: Vec<(i32, u64)> =
            self.moves().into_iter().map(|column| self.after(column).value(root, ply + 1)).collect();
        let values = below.iter().map(|(value, _)| *value);
        let best = if self.player == root { values.max() } else { values.min() };
        (best.unwrap_or(0), below.iter().map(|(_, nodes)| nodes + 1).sum())
    }

    fn after(&self, column: usize) -> Self {
        let mut next = self.clone();
        next.play(column);
        next
    }
}

/// A game by a fixed rule that nobody has won when few squares are left, in which the search has something to find: both
/// values and cutoffs.
fn near_the_end() -> (String, Stones) {
    for seed in 1_u64.. {
        let (mut stones, mut text, mut random) = (Stones::start(), String::new(), seed);
        while stones.empty() > EMPTY {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let open = stones.moves();
            // Somebody has won, or only a win is left to play.
            let quiet: Vec<usize> = open.into_iter().filter(|column| !stones.after(*column).is_won()).collect();
            let Some(column) = quiet.get((random >> 33) as usize % quiet.len().max(1)) else { break };
            stones.play(*column);
            text.push_str(&column.to_string());
        }
        if stones.empty() > EMPTY {
            continue;
        }
        let (value, nodes) = stones.value(stones.player, 0);
        let goes_on = stones.moves().iter().all(|column| !stones.after(*column).is_won());
        if goes_on && value != 0 && stones.moves().len() >= 3 && nodes > 20 {
            return (text, stones);
        }
    }
    unreachable!("there are such games")
}

/// A node that the page draws.
struct Drawn {
    key: String,
    parent: Option<String>,
    way: String,
    label: String,
    class: String,
}

impl Drawn {
    fn moves(&self) -> Vec<usize> {
        self.way.split_whitespace().map(|column| column.parse().expect("a column")).collect()
    }
}

/// The nodes of a pane, 1 or 2.
async fn drawn(page: &Page, pane: usize) -> Result<Vec<Drawn>> {
    let script = "const nodes = document.querySelectorAll(`.explore-pane:nth-child(${given[0]}) .explore-node`); \
                  return [...nodes].map((node) => [node.dataset.key, node.dataset.parent ?? null, node.dataset.way, \
                  node.querySelector('[role=treeitem]').ariaLabel, [...node.classList].join(' ')])";
    let found: Vec<(String, Option<String>, String, String, String)> =
        serde_json::from_value(page.script(script, vec![json!(pane)]).await?)?;
    let node = |(key, parent, way, label, class)| Drawn { key, parent, way, label, class };
    Ok(found.into_iter().map(node).collect())
}

async fn counter(page: &Page, pane: usize, name: &str) -> Result<String> {
    page.text(&format!(".explore-pane:nth-child({pane}) [data-counter={name}] dd")).await
}

fn in_words(value: i32) -> String {
    let plies = 1000 - value.abs();
    match value.signum() {
        1 => format!("won after {plies} {}", if plies == 1 { "ply" } else { "plies" }),
        -1 => format!("lost after {plies} {}", if plies == 1 { "ply" } else { "plies" }),
        _ => "0".to_owned(),
    }
}

const PLAIN: &str = "alphabeta:depth=5,tt=off,history=off,killers=off,aspiration=off,continuation=off,captures=off,etc=off,\
                     evalorder=off,nullmove=off,lmr=off,iir=off,quiescence=off,pruning=off,extensions=off,correction=off,\
                     razoring=off,probcut=off,singular=off,split=off";

async fn open(page: &Page, position: &str) -> Result<()> {
    page.open(&format!("/explore/connect4?position={position}&a=minimax:depth=5&b={PLAIN}")).await?;
    page.see(".explore-pane:nth-child(2) .explore-node").await.map(drop)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_tree_has_the_values_and_the_pruned_moves_of_a_second_program() {
    visit("explore", Setup::default(), async |page| {
        let (position, stones) = near_the_end();
        let (value, nodes) = stones.value(stones.player, 0);
        open(&page, &position).await?;
        // Small trees are open, and in view once they are small enough.
        for pane in [1, 2] {
            for _ in 0..6 {
                page.click(&format!(".explore-pane:nth-child({pane}) .explore-zoom button:nth-child(2)")).await?;
            }
        }
        assert_eq!(counter(&page, 1, "nodes").await?, nodes.to_string(), "minimax looks at every position");
        for pane in [1, 2] {
            assert_eq!(counter(&page, pane, "value").await?, in_words(value), "pane {pane}");
        }
        let script = format!(
            "return document.querySelectorAll('.explore-pane:nth-child(1) .explore-node').length === {}",
            nodes + 1
        );
        page.wait_until("the whole tree is drawn", &script).await?;
        for node in drawn(&page, 1).await? {
            let mut at = stones.clone();
            for column in node.moves() {
                at.play(column);
            }
            let (value, _) = at.value(stones.player, node.moves().len() as i32);
            assert!(
                node.label.contains(&format!("value {}", in_words(value))),
                "{}: {} is not {value}",
                node.way,
                node.label
            );
        }
        check_pruned(&drawn(&page, 2).await?, &stones)?;
        let searched: u64 = counter(&page, 2, "nodes").await?.parse()?;
        assert!(searched < nodes, "alpha-beta searches {searched} of {nodes}");
        assert_eq!(page.errors().await?, Vec::<String>::new());
        Ok(())
    })
    .await;
}

/// A value as the page writes it in few letters.
fn value_of(text: &str) -> Option<i32> {
    match text.chars().next()? {
        'W' => Some(1000 - text[1..].parse::<i32>().ok()?),
        'L' => Some(text[1..].parse::<i32>().ok()? - 1000),
        _ if text.ends_with('∞') => Some(if text.starts_with('+') { 2000 } else { -2000 }),
        _ => text.replace('−', "-").parse().ok(),
    }
}

/// The window that a node tells.
fn window(label: &str) -> Option<(i32, i32)> {
    let (alpha, rest) = label.split_once("window from ")?.1.split_once(" to ")?;
    Some((value_of(alpha)?, value_of(rest.split(',').next()?)?))
}

/// At every node of alpha-beta that was cut off, the moves that are drawn as not searched are all the others, and the moves
/// that were searched are worth enough, by the second program, to end it: outside the window.
fn check_pruned(nodes: &[Drawn], stones: &Stones) -> Result<()> {
    let mut cut = 0;
    for node in nodes.iter().filter(|node| node.label.contains("too good to be allowed")) {
        let way = node.moves();
        let mut at = stones.clone();
        for column in &way {
            at.play(*column);
        }
        let below = |is_pruned: bool| -> BTreeSet<usize> {
            let children = nodes.iter().filter(|child| child.parent.as_ref() == Some(&node.key));
            let wanted = children.filter(|child| child.class.contains("pruned") == is_pruned);
            wanted.filter_map(|child| child.moves().last().copied()).collect()
        };
        let (searched, pruned) = (below(false), below(true));
        assert!(searched.is_disjoint(&pruned), "{}", node.way);
        let all: BTreeSet<usize> = searched.union(&pruned).copied().collect();
        assert_eq!(all, at.moves().into_iter().collect(), "{}", node.way);
        let last = searched.iter().map(|column| at.after(*column).value(stones.player, way.len() as i32 + 1).0);
        let found = if at.player == stones.player { last.max() } else { last.min() };
        let found = found.with_context(|| format!("a move of {} was searched", node.way))?;
        let (alpha, beta) = window(&node.label).with_context(|| node.label.clone())?;
        // No window is wider than a win by the next move (mate distance).
        let most = 1000 - (way.len() as i32 + 1);
        let is_cut = if at.player == stones.player { found >= beta.min(most) } else { found <= alpha.max(-most) };
        assert!(is_cut, "{}", node.label);
        cut += usize::from(!pruned.is_empty());
    }
    assert!(cut > 0, "something is cut off");
    Ok(())
}

/// The film runs forwards and backwards, and the keyboard walks the tree.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_film_and_the_keyboard_walk_through_the_tree() {
    visit("explore film", Setup { window: Window::Phone, ..Setup::default() }, async |page| {
        let (position, stones) = near_the_end();
        open(&page, &position).await?;
        let key = |number: usize| format!(".explore-keys button:nth-child({number})");
        page.click(&key(1)).await?;
        assert_eq!(counter(&page, 1, "nodes").await?, "0");
        // The root begins, then a node is entered, as deep as the game goes on.
        for (step, nodes) in [(1, "0"), (2, "1"), (3, "2")] {
            page.click(&key(4)).await?;
            assert_eq!(counter(&page, 1, "nodes").await?, nodes, "step {step}");
        }
        page.click(&key(2)).await?;
        assert_eq!(counter(&page, 1, "nodes").await?, "1", "one step back");
        page.click(&key(5)).await?;
        let walk = "const tree = document.querySelector('.explore-view'); tree.focus(); \
                    const press = (key) => tree.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })); \
                    const seen = []; \
                    for (const key of ['Home', 'ArrowDown', 'ArrowRight', 'ArrowUp']) { \
                      press(key); await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))); \
                      seen.push(document.getElementById(tree.getAttribute('aria-activedescendant'))?.closest('.explore-node').dataset.way); } \
                    return seen;";
        let seen: Vec<String> = serde_json::from_value(page.script(walk, Vec::new()).await?)?;
        let moves: BTreeSet<String> = stones.moves().iter().map(ToString::to_string).collect();
        assert_eq!((seen[0].as_str(), seen[3].as_str()), ("", ""), "{seen:?}");
        assert!(moves.contains(&seen[1]) && moves.contains(&seen[2]) && seen[1] != seen[2], "{seen:?} of {moves:?}");
        Ok(())
    })
    .await;
}

/// Simulations add up, and the child with the greatest sum is marked as chosen.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_monte_carlo_tree_shows_the_terms_of_its_choices() {
    visit("explore mcts", Setup { language: "es", ..Setup::default() }, async |page| {
        page.open("/explore/othello?a=mcts:sims=60,seed=1&b=").await?;
        page.see(".explore-terms table").await?;
        assert_eq!(counter(&page, 1, "simulations").await?, "60");
        let script = "return [...document.querySelectorAll('.explore-terms tbody tr')].map((row) => \
                      ({ visits: Number(row.cells[1].textContent), sum: Number(row.cells[row.cells.length - 1].textContent.replace(',', '.')), \
                         chosen: row.classList.contains('chosen') }))";
        let rows = page.script(script, Vec::new()).await?;
        let rows = rows.as_array().context("rows")?;
        assert_eq!(rows.iter().filter_map(|row| row["visits"].as_u64()).sum::<u64>(), 59, "before the last simulation");
        let sum = |row: &serde_json::Value| row["sum"].as_f64().unwrap_or(0.0);
        let best = rows.iter().map(sum).fold(0.0, f64::max);
        let chosen = rows.iter().find(|row| row["chosen"] == true).context("one is chosen")?;
        assert!((sum(chosen) - best).abs() < 0.0011, "{rows:?}");
        // The board shows the visits of the moves, and they grow with the film: none, then one, then all four. It stays at the
        // root, and does not follow the search.
        page.script("document.querySelectorAll('.explore-options input[role=switch]')[1].click()", Vec::new()).await?;
        page.script("document.querySelector('.explore-detail').scrollIntoView()", Vec::new()).await?;
        for (key, visited) in [(5, 4), (1, 0), (4, 1), (5, 4)] {
            page.click(&format!(".explore-keys button:nth-child({key})")).await?;
            let script = format!("return document.querySelectorAll('.explore-board .qb-heat').length === {visited}");
            page.wait_until("the visits are on the board", &script).await?;
        }
        assert_eq!(page.errors().await?, Vec::<String>::new());
        Ok(())
    })
    .await;
}
