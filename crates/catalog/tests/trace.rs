//! A search as events: complete within its bound, a sample beyond it, in words that people of the game use.

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;

use quevedo_catalog::{Catalog, Recorder, TraceEvent, TraceSummary};
use quevedo_core::{ExitReason, SearchRequest, SearchResult};

/// The events of a search, their numbers, and the player's own count of nodes.
fn trace(game: &str, moves: &str, player: &str, max_events: u64) -> (Vec<TraceEvent>, TraceSummary, u64) {
    let catalog = Catalog::standard();
    let entry = catalog.find(game).expect("a game of the catalog");
    let mut session = entry.session(None).expect("a start position");
    session.play_line(moves).expect("legal moves");
    let mut player = entry.player(&player.parse().expect("a player")).expect("a player of the game");
    let mut events = Vec::new();
    let mut sink = |event: TraceEvent| events.push(event);
    let mut recorder = Recorder::new(&mut sink, max_events, session.board(), true);
    let (never, mut report) = (AtomicBool::new(false), |_: &SearchResult<String>| {});
    let request = SearchRequest { observer: Some(&mut recorder), ..SearchRequest::new(&never, &mut report) };
    let result = player.search(&*session, &mut { request }).expect("there is a move");
    let summary = recorder.summary().clone();
    (events, summary, result.nodes)
}

/// Nodes are numbered, entered below open ones, and left in order. Returns how many are told and how many left out.
fn check_nesting(events: &[TraceEvent]) -> (u64, u64) {
    let (mut open, mut told, mut left_out): (Vec<u64>, u64, u64) = (Vec::new(), 0, 0);
    for event in events {
        match event {
            TraceEvent::Root { id, .. } => open = vec![*id],
            TraceEvent::Enter { id, parent, .. } => {
                assert_eq!(open.last(), Some(parent));
                open.push(*id);
                told += 1;
            }
            TraceEvent::Leave { id, omitted, .. } => {
                assert_eq!(open.pop(), Some(*id));
                left_out += omitted;
            }
            TraceEvent::Simulation { .. } => panic!("it is no Monte Carlo search"),
        }
    }
    assert!(open.is_empty());
    (told, left_out)
}

#[test]
fn every_node_is_told_within_the_bound() {
    for (game, moves, player) in [
        ("connect4", "4 4 5", "minimax:depth=3"),
        ("othello", "f5 d6 c3", "alphabeta:depth=3,eval=handmade"),
        ("chess", "e4 e5", "alphabeta:nodes=2000,eval=handmade"),
        ("amazons:6x6", "", "alphabeta:nodes=2000,eval=handmade"),
        ("fox-geese", "", "alphabeta:nodes=2000,eval=handmade"),
        ("hare-hounds", "", "level=3,seed=1"),
    ] {
        let (events, summary, nodes) = trace(game, moves, player, 1_000_000);
        assert_eq!(check_nesting(&events), (nodes, 0), "{game}");
        assert_eq!((summary.nodes, summary.recorded, summary.events), (nodes, nodes, events.len() as u64), "{game}");
        let is_cutoff = |event: &&TraceEvent| matches!(event, TraceEvent::Leave { reason, .. } if reason.is_cutoff());
        let by_reason: u64 = summary.cuts_by_reason.values().sum();
        assert_eq!(summary.cuts, by_reason, "{game}");
        assert!(events.iter().filter(is_cutoff).count() as u64 >= summary.cuts, "{game}");
    }
}

#[test]
fn beyond_the_bound_a_sample_is_told_and_the_rest_is_counted() {
    for bound in [100, 1_000, 10_000] {
        let (events, summary, nodes) = trace("connect4", "", "alphabeta:nodes=50000,eval=handmade", bound);
        let (told, left_out) = check_nesting(&events);
        assert_eq!((told + left_out, summary.nodes, summary.recorded), (nodes, nodes, told));
        assert!(events.len() as u64 <= bound + 300, "{} events for a bound of {bound}", events.len());
        assert!(events.len() as u64 * 2 > bound, "{} events for a bound of {bound}", events.len());
        let (_, complete, _) = trace("connect4", "", "alphabeta:nodes=50000,eval=handmade", 1_000_000);
        assert_eq!((summary.cuts, summary.cuts_by_reason), (complete.cuts, complete.cuts_by_reason));
    }
}

/// The board of every node, rebuilt from the changes, is that of the position after its moves.
#[test]
fn boards_are_told_as_changes() {
    let catalog = Catalog::standard();
    let entry = catalog.find("othello").unwrap();
    let (events, ..) = trace("othello", "f5 d6", "minimax:depth=2,eval=handmade", 1_000_000);
    let mut session = entry.session(None).unwrap();
    session.play_line("f5 d6").unwrap();
    let letters = |session: &dyn quevedo_catalog::Session| -> Vec<Option<char>> {
        session.board().pieces.iter().map(|piece| piece.map(|piece| piece.letter)).collect()
    };
    let mut boards = HashMap::new();
    for event in &events {
        match event {
            TraceEvent::Root { id, .. } => drop(boards.insert(*id, letters(&*session))),
            TraceEvent::Enter { id, parent, mv, change, .. } => {
                session.play(mv.as_ref().unwrap()).unwrap();
                let mut board = boards[parent].clone();
                for (place, piece) in change.as_ref().unwrap() {
                    board[*place] = *piece;
                }
                assert_eq!(board, letters(&*session));
                boards.insert(*id, board);
            }
            TraceEvent::Leave { id, .. } => {
                if boards.contains_key(id) && session.history().len() > 2 {
                    session.undo();
                }
            }
            TraceEvent::Simulation { .. } => panic!("it is no Monte Carlo search"),
        }
    }
    assert!(boards.len() > 20);
}

/// A queen move and an arrow are two nodes, named by their taps.
#[test]
fn half_moves_are_told_by_their_taps() {
    let (events, ..) = trace("amazons:6x6", "", "alphabeta:nodes=500,eval=handmade", 1_000_000);
    let halves: Vec<(String, u8)> = events
        .iter()
        .filter_map(|event| match event {
            TraceEvent::Enter { mv: Some(mv), half: Some(half), .. } => Some((mv.clone(), *half)),
            _ => None,
        })
        .collect();
    assert!(halves.iter().filter(|(_, half)| *half == 1).all(|(text, _)| text.split(' ').count() == 2));
    assert!(halves.iter().filter(|(_, half)| *half == 2).all(|(text, _)| text.split(' ').count() == 1));
    assert!(halves.iter().any(|(_, half)| *half == 1) && halves.iter().any(|(_, half)| *half == 2));
}

#[test]
fn simulations_are_told_with_the_terms_of_each_choice() {
    for (game, player) in [("connect4", "mcts:sims=300,seed=1"), ("amazons:6x6", "mcts:sims=100,seed=1")] {
        let (events, summary, sims) = trace(game, "", player, 1_000_000);
        assert_eq!((summary.nodes, events.len() as u64), (sims, sims), "{game}");
        let mut seen = HashMap::new();
        for event in &events {
            let TraceEvent::Simulation { path, .. } = event else { panic!("only simulations are told") };
            let mut above = 0;
            for selection in path {
                let known = seen.insert(selection.id, (above, selection.mv.clone()));
                assert_eq!(known.is_none(), selection.change.is_some(), "a board is told once");
                assert!(known.is_none_or(|known| known == (above, selection.mv.clone())));
                assert!(selection.children.iter().any(|child| child.mv == selection.mv));
                above = selection.id;
            }
        }
    }
    let (events, summary, sims) = trace("connect4", "", "mcts:sims=5000,seed=1", 100);
    assert_eq!((summary.nodes, sims, summary.recorded), (5_000, 5_000, events.len() as u64));
    assert!((50..=100).contains(&events.len()));
}

#[test]
fn reasons_are_named_as_they_are_written() {
    for reason in [ExitReason::Searched, ExitReason::TableOfChild, ExitReason::MultiProbcut, ExitReason::GameOver] {
        assert_eq!(serde_json::to_value(reason).unwrap(), reason.name());
    }
}
