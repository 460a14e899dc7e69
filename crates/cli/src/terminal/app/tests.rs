//! Games played through events alone.

use std::time::Duration;

use quevedo_catalog::{Player, PlayerSpec};

use crate::testing;
use quevedo_core::{Language, Rng, Side};
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::{App, Confirm, MoveSource, Overlay};
use crate::board::PieceStyle;
use crate::terminal::Setup;
use crate::terminal::words;

const SECOND: Duration = Duration::from_secs(1);

fn app_at(game: &str, players: [&str; 2], position: Option<&str>) -> App {
    let setup = Setup {
        game: testing::game(game),
        position: position.map(String::from),
        players: players.map(|spec| spec.parse::<PlayerSpec>().unwrap()),
        language: Language::English,
        style: PieceStyle::Letter,
    };
    App::new(setup).unwrap()
}

fn two_people(game: &str, position: &str) -> App {
    app_at(game, ["human", "human"], Some(position))
}

fn press(app: &mut App, code: KeyCode) {
    app.key(KeyEvent::from(code));
}

fn letters(app: &mut App, text: &str) {
    text.chars().for_each(|letter| press(app, KeyCode::Char(letter)));
}

fn write_move(app: &mut App, text: &str) {
    letters(app, ":");
    letters(app, text);
    press(app, KeyCode::Enter);
}

fn click(app: &mut App, place: &str) {
    let index = app.shape().find(place).unwrap();
    app.click(index);
}

fn played(app: &App) -> Vec<&str> {
    app.session().history().iter().map(|mv| mv.text.as_str()).collect()
}

/// Asks the machine as the screen does, and gives it time.
fn let_machine_move(app: &mut App, player: &mut dyn Player) {
    if let Some(request) = app.request() {
        let text = player.choose(app.session());
        app.answer(request, text);
    }
    app.pass_time(SECOND);
}

fn machine(game: &str, spec: &str) -> Box<dyn Player> {
    testing::game(game).player(&spec.parse().unwrap()).unwrap()
}

#[test]
fn a_whole_game_against_a_machine_with_taps_and_written_moves() {
    let mut app = app_at("fox-geese", ["human", "random:seed=3"], None);
    let mut fox = machine("fox-geese", "random:seed=3");
    let mut rng = Rng::with_seed(5);
    while app.session().outcome().is_none() {
        if app.session().turn() == Side::Second {
            let_machine_move(&mut app, &mut *fox);
            continue;
        }
        let mv = app.legal[rng.usize(0..app.legal.len())].clone();
        if rng.bool() {
            write_move(&mut app, &mv.text);
        } else {
            mv.taps.iter().for_each(|tap| click(&mut app, tap));
        }
        assert_eq!(played(&app).last(), Some(&mv.text.as_str()));
    }
    assert!(played(&app).len() > 10);
    assert!(!app.is_waiting() && app.request().is_none() && app.message().is_none());
    click(&mut app, "d4");
    assert_eq!(app.message(), Some(words::GAME_OVER.en));
    press(&mut app, KeyCode::Char('n'));
    assert!(played(&app).is_empty(), "a finished game is given up without a question");
}

const RUN: &str = "1F1/1g1/4g2/7/ggggggg/3/3 f 0";

#[test]
fn a_capture_run_waits_for_its_end() {
    let mut app = two_people("fox-geese", RUN);
    click(&mut app, "d7");
    assert!(!app.may_stop());
    click(&mut app, "d5");
    assert!(app.may_stop() && played(&app).is_empty(), "the run could go on");
    click(&mut app, "f5");
    assert_eq!(played(&app), ["d7d5f5"], "where it cannot go on it is played");
}

#[test]
fn a_capture_run_is_ended_early_in_two_ways() {
    for end in [KeyCode::Enter, KeyCode::Char('.')] {
        let mut app = two_people("fox-geese", RUN);
        click(&mut app, "d7");
        click(&mut app, "d5");
        press(&mut app, end);
        assert_eq!(played(&app), ["d7d5"]);
    }
    let mut app = two_people("fox-geese", RUN);
    press(&mut app, KeyCode::Char('.'));
    assert_eq!(app.message(), Some(words::NOTHING_TO_END.en));
}

#[test]
fn a_promotion_is_chosen_by_number() {
    let mut app = two_people("chess", "3k4/P7/8/8/8/8/8/K7 w - - 0 1");
    assert!(app.options().is_empty());
    click(&mut app, "a7");
    click(&mut app, "a8");
    let options: Vec<&str> = app.options().into_iter().map(|(_, meaning)| meaning).collect();
    let queen = options.iter().position(|meaning| *meaning == "queen").unwrap();
    assert_eq!(options.len(), 4);
    letters(&mut app, &(queen + 1).to_string());
    assert_eq!(played(&app), ["a7a8q"]);
    assert!(app.marks()[app.shape().find("d8").unwrap()].alert, "the king is in check");
}

#[test]
fn a_pass_is_chosen_by_number() {
    let mut app = two_people("othello", &format!("XO{} O", "-".repeat(62)));
    assert_eq!(app.options(), [("pass", "pass")]);
    letters(&mut app, "2");
    assert!(played(&app).is_empty());
    letters(&mut app, "1");
    assert_eq!(played(&app), ["pass"]);
    assert_eq!(app.session().turn(), Side::First);
}

#[test]
fn a_column_is_chosen_by_number_and_marked_where_the_disc_lands() {
    let mut app = app_at("connect4", ["human", "human"], None);
    letters(&mut app, "44");
    assert_eq!(played(&app), ["4", "4"]);
    let marks = app.marks();
    let mark = |place: &str| marks[app.shape().find(place).unwrap()];
    assert!(mark("d2").last && !mark("d1").last);
    assert!(mark("d3").next && mark("d3").cursor && !mark("d4").next && mark("a1").next);
    press(&mut app, KeyCode::Char('f'));
    assert!(!app.flipped());
    press(&mut app, KeyCode::Up);
    assert_eq!(app.waiting_column(), Some(3));
}

#[test]
fn taps_are_taken_back_and_begun_anew() {
    let mut app = app_at("chess", ["human", "human"], None);
    click(&mut app, "e2");
    let marks = app.marks();
    let next: Vec<&str> = (0..64).filter(|at| marks[*at].next).map(|at| app.shape().places[at].name.as_str()).collect();
    assert_eq!(next, ["e4", "e3"]);
    press(&mut app, KeyCode::Esc);
    assert!(app.taps().is_empty());
    click(&mut app, "e2");
    click(&mut app, "d2");
    assert_eq!(app.taps(), ["d2"], "another piece instead");
    click(&mut app, "d2");
    assert!(app.taps().is_empty(), "the same piece again");
    click(&mut app, "d5");
    assert_eq!(app.message(), Some("d5 cannot be chosen here."));
    press(&mut app, KeyCode::Left);
    assert_eq!(app.message(), None);
}

#[test]
fn a_wrong_written_move_is_told_and_kept() {
    let mut app = app_at("chess", ["human", "human"], None);
    write_move(&mut app, "e2e5");
    assert_eq!(app.typed(), Some("e2e5"));
    assert!(app.message().unwrap().contains("`e2e5`"));
    press(&mut app, KeyCode::Backspace);
    letters(&mut app, "4");
    press(&mut app, KeyCode::Enter);
    assert_eq!((played(&app), app.typed(), app.message()), (vec!["e2e4"], None, None));
    letters(&mut app, "mqn");
    assert_eq!(app.typed(), Some("qn"), "keys of the board are letters here");
    press(&mut app, KeyCode::Esc);
    assert_eq!(app.typed(), None);
}

#[test]
fn undo_goes_back_to_the_persons_own_turn() {
    let mut app = app_at("fox-geese", ["human", "random:seed=1"], None);
    let mut fox = machine("fox-geese", "random:seed=1");
    press(&mut app, KeyCode::Char('u'));
    assert_eq!(app.message(), Some(words::NOTHING_TO_UNDO.en));
    write_move(&mut app, "c3c4");
    let_machine_move(&mut app, &mut *fox);
    write_move(&mut app, "d3d4");
    press(&mut app, KeyCode::Char('u'));
    assert_eq!(played(&app).len(), 2, "the machine had not answered yet");
    press(&mut app, KeyCode::Char('u'));
    assert_eq!(played(&app).len(), 0);
    assert_eq!(app.session().turn(), Side::First);
}

#[test]
fn an_answer_to_an_earlier_position_is_void() {
    let mut app = app_at("fox-geese", ["human", "random:seed=1"], None);
    let mut fox = machine("fox-geese", "random:seed=1");
    write_move(&mut app, "c3c4");
    let request = app.request().unwrap();
    assert_eq!(request.source, MoveSource::Player(Side::Second));
    let answer = fox.choose(app.session());
    press(&mut app, KeyCode::Char('u'));
    assert_eq!(app.request(), None, "nothing is searched any more");
    app.answer(request, answer.clone());
    app.pass_time(SECOND);
    assert!(played(&app).is_empty());
    write_move(&mut app, "d3d4");
    app.answer(request, answer);
    app.pass_time(SECOND);
    assert_eq!(played(&app).len(), 1, "the request is of another position");
}

#[test]
fn a_person_is_not_to_move_for_the_machine() {
    let mut app = app_at("fox-geese", ["human", "random"], None);
    write_move(&mut app, "c3c4");
    click(&mut app, "d7");
    assert_eq!(app.message(), Some(words::NOT_YOUR_TURN.en));
    write_move(&mut app, "d7d6");
    assert_eq!((app.message(), played(&app).len()), (Some(words::NOT_YOUR_TURN.en), 1));
}

#[test]
fn machines_play_by_themselves_and_can_be_paused() {
    let mut app = app_at("othello", ["random:seed=1", "random:seed=1"], None);
    let mut player = machine("othello", "random:seed=1");
    let_machine_move(&mut app, &mut *player);
    assert_eq!(played(&app).len(), 1);
    let request = app.request().unwrap();
    press(&mut app, KeyCode::Char('p'));
    assert_eq!((app.request(), app.is_waiting()), (None, false), "a machine that is paused stops thinking");
    press(&mut app, KeyCode::Char('p'));
    let text = player.choose(app.session());
    app.answer(request, text);
    assert_eq!(app.request(), None, "asked once");
    app.pass_time(Duration::from_millis(100));
    assert_eq!(played(&app).len(), 1, "there is time to see the last move");
    press(&mut app, KeyCode::Char('p'));
    app.pass_time(SECOND);
    assert_eq!(played(&app).len(), 1, "paused");
    press(&mut app, KeyCode::Char('p'));
    app.pass_time(SECOND);
    assert_eq!(played(&app).len(), 2);
    assert!(app.marks().iter().all(|marks| !marks.cursor), "without a person there is no cursor");
}

#[test]
fn a_running_game_is_given_up_only_after_a_question() {
    let mut app = app_at("chess", ["human", "random"], None);
    write_move(&mut app, "e4");
    for confirm in [Confirm::Quit, Confirm::New] {
        letters(&mut app, if confirm == Confirm::Quit { "q" } else { "n" });
        assert_eq!(app.overlay(), Some(Overlay::Confirm(confirm)));
        letters(&mut app, "n");
        assert_eq!((app.overlay(), app.has_left(), played(&app).len()), (None, false, 1));
    }
    letters(&mut app, "ny");
    assert!(played(&app).is_empty() && !app.has_left());
    letters(&mut app, "q");
    assert!(app.has_left(), "nothing is lost by leaving before the first move");
}

#[test]
fn control_c_leaves_at_once() {
    let mut app = app_at("chess", ["human", "random"], None);
    write_move(&mut app, "e4");
    app.key(KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL));
    assert!(app.has_left());
}

#[test]
fn help_opens_scrolls_and_closes() {
    let mut app = app_at("chess", ["human", "random"], None);
    letters(&mut app, "?");
    press(&mut app, KeyCode::Down);
    assert_eq!(app.overlay(), Some(Overlay::Help(1)));
    click(&mut app, "e2");
    assert!(app.taps().is_empty(), "the board is covered");
    letters(&mut app, "q");
    assert_eq!((app.overlay(), app.has_left()), (None, false));
}

#[test]
fn the_cursor_reaches_every_place_and_follows_the_screen() {
    for game in ["fox-geese", "hare-hounds", "chess"] {
        for flipped in [false, true] {
            let mut app = app_at(game, ["human", "human"], None);
            if flipped {
                letters(&mut app, "f");
            }
            let mut reached = vec![false; app.shape().places.len()];
            let mut waiting = vec![app.cursor];
            while let Some(from) = waiting.pop() {
                if std::mem::replace(&mut reached[from], true) {
                    continue;
                }
                for code in [KeyCode::Left, KeyCode::Right, KeyCode::Up, KeyCode::Down] {
                    app.cursor = from;
                    press(&mut app, code);
                    waiting.push(app.cursor);
                }
            }
            assert!(reached.iter().all(|reached| *reached), "{game}");
        }
    }
    let mut app = app_at("chess", ["human", "human"], None);
    letters(&mut app, "f");
    app.cursor = app.shape().find("e4").unwrap();
    press(&mut app, KeyCode::Up);
    assert_eq!(app.shape().places[app.cursor].name, "e3", "Black looks from the other side");
}

#[test]
fn tab_goes_through_what_can_be_chosen() {
    let mut app = app_at("othello", ["human", "human"], None);
    let name = |app: &App| app.shape().places[app.cursor].name.clone();
    let mut seen = vec![name(&app)];
    for _ in 0..4 {
        press(&mut app, KeyCode::Tab);
        seen.push(name(&app));
    }
    assert_eq!(seen, ["d3", "c4", "f5", "e6", "d3"]);
    press(&mut app, KeyCode::BackTab);
    assert_eq!(name(&app), "e6");
}

#[test]
fn the_second_side_sits_at_the_bottom_when_it_is_the_person() {
    assert!(app_at("chess", ["random", "human"], None).flipped());
    assert!(!app_at("chess", ["human", "human"], None).flipped());
    assert!(!app_at("othello", ["random", "human"], None).flipped(), "discs have no side of the board");
}

/// Asks the adviser as the screen does.
fn let_adviser_answer(app: &mut App, text: &str) {
    let request = app.request().unwrap();
    assert_eq!(request.source, MoveSource::Adviser);
    app.answer(request, Some(text.into()));
}

fn hinted(app: &App) -> Vec<&str> {
    let marks = app.marks();
    let places = app.shape().places.iter().zip(&marks);
    places.filter(|(_, marks)| marks.hint).map(|(place, _)| place.name.as_str()).collect()
}

#[test]
fn a_hint_is_marked_and_announced_until_a_move_is_made() {
    let mut app = app_at("amazons", ["human", "human"], None);
    letters(&mut app, "h");
    assert_eq!((app.message(), app.is_waiting()), (Some(words::HINT_REQUESTED.en), true));
    let_adviser_answer(&mut app, "d1-d7/g7");
    assert_eq!((hinted(&app), app.message()), (vec!["d7", "g7", "d1"], Some("Hint: d1-d7/g7")));
    assert!(!app.is_waiting() && app.request().is_none());
    press(&mut app, KeyCode::Left);
    assert_eq!(app.message(), None);
    letters(&mut app, "h");
    assert_eq!((app.message(), app.request()), (Some("Hint: d1-d7/g7"), None), "shown again, not requested again");
    for tap in ["d1", "d7"] {
        click(&mut app, tap);
        assert_eq!(hinted(&app).len(), 3, "there is more to tap");
    }
    click(&mut app, "g7");
    assert_eq!((played(&app), hinted(&app)), (vec!["d1-d7/g7"], vec![]));
}

#[test]
fn a_hint_on_a_standing_board_is_where_the_disc_lands() {
    let mut app = app_at("connect4", ["human", "human"], None);
    letters(&mut app, "44h");
    let_adviser_answer(&mut app, "4");
    assert_eq!(hinted(&app), ["d3"]);
    press(&mut app, KeyCode::Esc);
    assert!(hinted(&app).is_empty());
}

#[test]
fn a_hint_is_for_a_person_who_is_to_move() {
    let mut app = app_at("fox-geese", ["human", "random"], None);
    letters(&mut app, "h");
    let request = app.request().unwrap();
    write_move(&mut app, "c3c4");
    app.answer(request, Some("d3d4".into()));
    assert_eq!((hinted(&app), app.message()), (vec![], None), "too late");
    letters(&mut app, "h");
    assert_eq!(app.message(), Some(words::NOT_YOUR_TURN.en));
    assert_eq!(app.request().map(|request| request.source), Some(MoveSource::Player(Side::Second)));
    letters(&mut app, "uh");
    assert_eq!(app.request().map(|request| request.source), Some(MoveSource::Adviser));
    press(&mut app, KeyCode::Esc);
    assert_eq!((app.request(), app.is_waiting()), (None, false), "a hint that is not wanted is not searched");
    let mut over = two_people("chess", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1");
    letters(&mut over, "h");
    assert_eq!((over.message(), over.request()), (Some(words::GAME_OVER.en), None));
}
