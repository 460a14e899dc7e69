//! What the screen looks like.

use quevedo_catalog::{GameEntry, PlayerSpec};

use crate::testing::{self, CATALOG};
use quevedo_core::{Language, Side};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use ratatui::widgets::ListState;
use unicode_width::UnicodeWidthChar;

use super::{draw_game, draw_menu};
use crate::board::PieceStyle;
use crate::terminal::Setup;
use crate::terminal::app::App;
use crate::terminal::geometry::Layout;
use crate::terminal::menu::Menu;

fn app(game: &GameEntry, language: Language) -> App {
    let players = ["human", "random:seed=1"].map(|spec| spec.parse::<PlayerSpec>().unwrap());
    App::new(Setup { game: game.clone(), position: None, players, language, style: PieceStyle::Glyph }).unwrap()
}

fn press(app: &mut App, keys: &str) {
    for key in keys.chars() {
        app.key(KeyEvent::from(if key == '\n' { KeyCode::Enter } else { KeyCode::Char(key) }));
    }
}

/// The characters on the screen, line by line.
fn text(terminal: &Terminal<TestBackend>) -> String {
    let buffer = terminal.backend().buffer();
    let line = |row: &[ratatui::buffer::Cell]| row.iter().map(ratatui::buffer::Cell::symbol).collect::<String>();
    let lines = buffer.content().chunks(usize::from(buffer.area.width)).map(line);
    lines.map(|line| line.trim_end().to_owned()).collect::<Vec<_>>().join("\n")
}

fn screen(app: &App, width: u16, height: u16) -> String {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| draw_game(frame, app)).unwrap();
    text(&terminal)
}

#[test]
fn every_game_is_drawn_at_every_size() {
    for game in CATALOG.games() {
        let mut app = app(game, Language::English);
        let smallest = Layout::smallest(app.shape());
        for keys in ["", "f", "?", "nq", "\n:e2"] {
            press(&mut app, keys);
            for (width, height) in (20..=200).step_by(15).flat_map(|width| [10, 13, 24, 37, 60].map(|h| (width, h))) {
                let seen = screen(&app, width, height);
                let fits = width >= smallest.0 && height >= smallest.1;
                assert_eq!(seen.contains("too small"), !fits, "{} {width}x{height}\n{seen}", game.id());
            }
            app.key(KeyEvent::from(KeyCode::Esc));
        }
    }
}

#[test]
fn the_sides_and_the_players_are_named_in_both_languages() {
    for (game, language) in
        CATALOG.games().iter().flat_map(|game| [(game, Language::English), (game, Language::Spanish)])
    {
        let seen = screen(&app(game, language), 100, 30);
        for side in Side::BOTH {
            assert!(seen.contains(game.side_name(side).get(language)), "{}\n{seen}", game.id());
        }
        assert!(seen.contains("random:seed=1"), "{}\n{seen}", game.id());
    }
}

#[test]
fn glyphs_are_one_column_wide() {
    for game in CATALOG.games() {
        let board = game.session(None).unwrap().board();
        let wide = board.pieces.iter().flatten().find(|piece| piece.glyph.width() != Some(1));
        assert_eq!(wide, None, "{}", game.id());
    }
}

#[test]
fn a_game_of_points() {
    let mut app = app(&testing::game("hare-hounds"), Language::English);
    press(&mut app, "\n");
    let golden = "\
3          D───────·───────·          ╭ The Hare and the Dogs╮
         ╱ │ ╲     │     ╱ │ ╲        │ ▸ Dogs · you         │
       ╱   │   ╲   │   ╱   │   ╲      │   Hare · random:seed │
     ╱     │     ╲ │ ╱     │     ╲    │                      │
2 [D]──────•───────·───────·───────h  │                      │
     ╲     │     ╱ │ ╲     │     ╱    │                      │
       ╲   │   ╱   │   ╲   │   ╱      │                      │
         ╲ │ ╱     │     ╲ │ ╱        │                      │
1          D───────·───────·          │                      │
   a       b       c       d       e  │                      │
                                      ╰──────────────────────╯
 Dogs to move · you
 a2 …
 ? help · q quit · Enter choose · Esc back · : type a move";
    assert_eq!(screen(&app, 62, 14), golden);
}

#[test]
fn a_hint_is_seen_and_read() {
    let mut app = app(&testing::game("hare-hounds"), Language::Spanish);
    press(&mut app, "h");
    let request = app.request().unwrap();
    app.answer(request, Some("b3b2".into()));
    let seen = screen(&app, 62, 14);
    assert!(seen.contains("*D*") && seen.contains("*·*") && seen.contains("Pista: b3b2"), "{seen}");
}

#[test]
fn a_small_terminal_is_told_what_it_needs() {
    let seen = screen(&app(&testing::game("amazons"), Language::English), 30, 12);
    assert!(seen.replace('\n', " ").contains("33x14 needed, 30x12 here"), "{seen}");
}

#[test]
fn the_help_has_rules_and_keys() {
    let mut app = app(&testing::game("chess"), Language::Spanish);
    press(&mut app, "?");
    let seen = screen(&app, 90, 40);
    for words in ["Reglas", "Teclas", "gira el tablero"] {
        assert!(seen.contains(words), "{seen}");
    }
}

#[test]
fn the_menu_lists_every_game_at_every_size() {
    let menu = Menu::new(CATALOG.clone());
    for (width, height) in [(20, 5), (30, 10), (80, 24), (200, 60)] {
        let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        terminal.draw(|frame| _ = draw_menu(frame, &menu, &mut ListState::default())).unwrap();
        if height >= 24 {
            let seen = text(&terminal);
            for game in CATALOG.games() {
                assert!(seen.contains(&game.title(Language::English)), "{seen}");
            }
            assert!(seen.contains("You play  ◂ White ▸\n Against   ◂ medium ▸"), "{seen}");
        }
    }
}
