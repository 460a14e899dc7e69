//! A match is a function of its settings.

use std::ops::ControlFlow;
use std::time::Duration;

use quevedo_arena::{MatchError, MatchResult, MatchSettings, PlayedGame, TimeControl, play_match};
use quevedo_catalog::find_game;
use quevedo_core::{Record, Side};

fn settings(game: &str, players: [&str; 2], games: u64) -> MatchSettings {
    MatchSettings {
        game: find_game(game).unwrap(),
        players: players.map(|spec| spec.parse().unwrap()),
        games,
        random_plies: 0,
        seed: 1,
        threads: 1,
        clock: None,
        date: "2026.01.02".into(),
    }
}

fn play(settings: &MatchSettings) -> (MatchResult, Vec<PlayedGame>) {
    let mut games = Vec::new();
    let result = play_match(settings, |game, _| {
        games.push(game.clone());
        ControlFlow::Continue(())
    });
    (result.unwrap(), games)
}

fn moves(game: &PlayedGame) -> Vec<&str> {
    game.record.moves.iter().map(|mv| mv.text.as_str()).collect()
}

#[test]
fn threads_change_nothing() {
    let one = MatchSettings { random_plies: 3, ..settings("othello", ["random", "random:seed=9"], 31) };
    let many = MatchSettings { threads: 7, ..one.clone() };
    assert_eq!(play(&one), play(&many));
}

#[test]
fn the_seed_changes_everything() {
    let one = settings("hare-hounds", ["random", "random"], 10);
    let other = MatchSettings { seed: 2, ..one.clone() };
    assert_ne!(play(&one).1, play(&other).1);
}

#[test]
fn no_two_games_are_alike_even_between_seeded_players() {
    let (_, games) = play(&settings("fox-geese", ["random:seed=1", "random:seed=2"], 6));
    for (index, game) in games.iter().enumerate() {
        assert!(games[..index].iter().all(|earlier| moves(earlier) != moves(game)), "game {index}");
    }
}

#[test]
fn pairs_share_their_opening_and_swap_their_sides() {
    let plies = 5;
    let settings = MatchSettings { random_plies: plies, ..settings("amazons:6x6", ["random:seed=1", "random"], 6) };
    let (_, games) = play(&settings);
    let opening = |game: &PlayedGame| moves(game)[..plies as usize].join(" ");
    for pair in games.chunks(2) {
        assert_eq!(opening(&pair[0]), opening(&pair[1]));
        assert_eq!([pair[0].side, pair[1].side], Side::BOTH);
        assert_eq!(
            [&pair[0].record, &pair[1].record].map(|record| record.tag("White")),
            [Some("random:seed=1"), Some("random")]
        );
    }
    assert_ne!(opening(&games[0]), opening(&games[2]));
}

#[test]
fn the_result_adds_up() {
    let (result, games) = play(&settings("connect4", ["random", "random"], 40));
    let won = |game: &&PlayedGame| game.outcome.winner == Some(game.side);
    assert_eq!(result.games, 40);
    assert_eq!(result.wins, games.iter().filter(won).count() as u64);
    assert_eq!(result.wins + result.losses, result.side_wins.iter().sum());
    assert_eq!(result.wins + result.draws + result.losses, result.games);
    assert_eq!(result.plies, games.iter().map(|game| game.plies as u64).sum());
    let points = result.wins as f64 + result.draws as f64 / 2.0;
    assert!((result.score() * 40.0 - points).abs() < 1e-9);
    assert!(games.iter().map(|game| game.index).eq(0..40));
}

#[test]
fn records_read_back_and_replay() {
    for name in ["chess", "othello", "fox-geese", "hare-hounds:center"] {
        let (_, games) = play(&settings(name, ["random", "random"], 2));
        let text: String = games.iter().map(|game| game.record.to_string() + "\n").collect();
        let records = Record::parse_all(&text).unwrap();
        assert_eq!(records.len(), 2);
        for (record, game) in records.iter().zip(&games) {
            let mut session = find_game(record.tag("Game").unwrap()).unwrap().session(None).unwrap();
            record.moves.iter().for_each(|mv| drop(session.play(&mv.text).unwrap()));
            assert_eq!(session.outcome(), Some(game.outcome), "{name}");
            assert_eq!(record.tag("Date"), Some("2026.01.02"));
            assert_eq!(record.result, game.outcome.score_text());
        }
        let tags: Vec<&str> = records[1].tags.iter().map(|(name, _)| name.as_str()).collect();
        assert!(tags.starts_with(&["Event", "Site", "Date", "Round", "White", "Black", "Result"]), "{tags:?}");
        assert_eq!(records[1].tag("Round"), Some("2"));
    }
}

#[test]
fn a_match_can_be_broken_off() {
    let mut seen = 0;
    let settings = MatchSettings { threads: 3, ..settings("connect4", ["random", "random"], 1_000_000) };
    let result = play_match(&settings, |_, _| {
        seen += 1;
        if seen == 5 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert_eq!(result.unwrap().games, 5);
}

#[test]
fn what_cannot_be_played_is_refused_in_words() {
    let refused = |settings: &MatchSettings| play_match(settings, |_, _| ControlFlow::Continue(())).unwrap_err();
    assert_eq!(refused(&settings("chess", ["random", "human"], 1)), MatchError::Human);
    assert_eq!(refused(&settings("chess", ["random", "random"], 0)), MatchError::NoGames);
    let long = MatchSettings { random_plies: 200, ..settings("connect4", ["random", "random"], 1) };
    assert_eq!(refused(&long), MatchError::OpeningTooLong { plies: 200 });
    for error in [MatchError::Human, MatchError::OpeningTooLong { plies: 200 }] {
        assert!(error.to_string().contains(": "), "says what would be right: {error}");
    }
}

#[test]
fn who_runs_out_of_time_loses() {
    // Plain minimax looks at no clock, and a million positions take longer than a millisecond.
    let clock = TimeControl { base: Duration::from_millis(1), increment: Duration::ZERO };
    let slow = MatchSettings { clock: Some(clock), ..settings("chess", ["minimax:depth=5", "random"], 2) };
    let (result, games) = play(&slow);
    assert_eq!((result.losses, result.time_losses), (2, [2, 0]));
    let record = games[0].record.to_string();
    assert!(record.contains("[Result \"0-1\"]") && record.contains("time ran out"), "{record}");
}

#[test]
fn pairs_are_counted_by_their_points() {
    let (result, games) = play(&MatchSettings { random_plies: 4, ..settings("othello", ["greedy", "random"], 21) });
    assert_eq!(result.pairs.total(), 10, "the last game has no twin");
    let points = |game: &PlayedGame| game.outcome.winner.map_or(1, |winner| 2 * usize::from(winner == game.side));
    let mut counts = [0; 5];
    games.chunks_exact(2).for_each(|pair| counts[points(&pair[0]) + points(&pair[1])] += 1);
    assert_eq!(result.pairs.counts, counts);
    assert!(result.elo().difference > 0.0);
}
