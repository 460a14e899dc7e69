//! What the keys do.

use quevedo_core::view::BoardKind;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::{App, Confirm, Hint, Overlay};
use crate::terminal::words;

/// No move is longer.
const LONGEST_TYPED: usize = 60;

impl App {
    /// A key was pressed.
    pub(crate) fn key(&mut self, key: KeyEvent) {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            self.left |= key.code == KeyCode::Char('c');
            return;
        }
        match self.overlay {
            Some(Overlay::Help(scroll)) => self.help_key(key.code, scroll),
            Some(Overlay::Confirm(confirm)) => self.confirm_key(key.code, confirm),
            None if self.typed.is_some() => self.typing_key(key.code),
            None => {
                self.message = None;
                self.board_key(key.code);
            }
        }
    }

    fn board_key(&mut self, code: KeyCode) {
        match code {
            KeyCode::Left => self.move_cursor(-1, 0),
            KeyCode::Right => self.move_cursor(1, 0),
            KeyCode::Up => self.move_cursor(0, -1),
            KeyCode::Down => self.move_cursor(0, 1),
            KeyCode::Tab => self.cycle_cursor(1),
            KeyCode::BackTab => self.cycle_cursor(-1),
            KeyCode::Enter | KeyCode::Char(' ') => self.tap_cursor(),
            KeyCode::Char('.') => self.end_move(),
            KeyCode::Esc | KeyCode::Backspace => self.take_back(),
            KeyCode::Char(digit @ '1'..='9') => self.digit(digit),
            KeyCode::Char(':' | 'm') => self.typed = Some(String::new()),
            KeyCode::Char('h') => self.ask_hint(),
            KeyCode::Char('u') => self.undo(),
            KeyCode::Char('n') => self.ask(Confirm::New),
            KeyCode::Char('q') => self.ask(Confirm::Quit),
            KeyCode::Char('f') => self.flip(),
            KeyCode::Char('p') => self.paused = !self.paused,
            KeyCode::Char('?') | KeyCode::F(1) => self.overlay = Some(Overlay::Help(0)),
            _ => {}
        }
    }

    /// Takes the last tap back, or the hint while nothing is tapped.
    fn take_back(&mut self) {
        if self.taps.pop().is_none() {
            self.hint = Hint::None;
        }
    }

    /// Chooses what is offered by number; where nothing is, a place whose tap is that number.
    fn digit(&mut self, digit: char) {
        let offered = digit.to_digit(10).and_then(|number| {
            let options = self.options();
            options.get(number as usize - 1).map(|(tap, _)| (*tap).to_owned())
        });
        let column = self.shape.places.iter().position(|place| place.tap == digit.to_string());
        if let Some(tap) = offered {
            self.tap(&tap);
        } else if let Some(place) = column {
            self.cursor = place;
            self.tap_cursor();
        }
    }

    fn typing_key(&mut self, code: KeyCode) {
        let Some(typed) = self.typed.as_mut() else { return };
        match code {
            KeyCode::Esc => {
                self.typed = None;
                self.message = None;
            }
            KeyCode::Backspace => {
                self.message = None;
                if typed.pop().is_none() {
                    self.typed = None;
                }
            }
            KeyCode::Char(letter) if typed.chars().count() < LONGEST_TYPED => {
                self.message = None;
                typed.push(letter);
            }
            KeyCode::Enter => self.play_typed(),
            _ => {}
        }
    }

    /// Plays what was written. If it is wrong it stays, to be mended.
    fn play_typed(&mut self) {
        let Some(text) = self.typed.clone() else { return };
        if text.trim().is_empty() {
            self.typed = None;
        } else if !self.is_persons_turn() {
            self.tell_no_turn();
        } else {
            match self.play(text.trim()) {
                Ok(()) => {
                    self.typed = None;
                    self.message = None;
                }
                Err(error) => self.message = Some(error.to_string()),
            }
        }
    }

    fn help_key(&mut self, code: KeyCode, scroll: u16) {
        self.overlay = match code {
            KeyCode::Down | KeyCode::PageDown => Some(Overlay::Help(scroll.saturating_add(1))),
            KeyCode::Up | KeyCode::PageUp => Some(Overlay::Help(scroll.saturating_sub(1))),
            _ => None,
        };
    }

    fn ask(&mut self, confirm: Confirm) {
        if self.is_running() {
            self.overlay = Some(Overlay::Confirm(confirm));
        } else {
            self.confirmed(confirm);
        }
    }

    /// Yes in either language, Enter, or `q` once more; everything else is no.
    fn confirm_key(&mut self, code: KeyCode, confirm: Confirm) {
        self.overlay = None;
        let yes = matches!(code, KeyCode::Enter | KeyCode::Char('y' | 'Y' | 's' | 'S'));
        if yes || (confirm == Confirm::Quit && code == KeyCode::Char('q')) {
            self.confirmed(confirm);
        }
    }

    fn confirmed(&mut self, confirm: Confirm) {
        match confirm {
            Confirm::Quit => self.left = true,
            Confirm::New => self.restart(),
        }
    }

    fn flip(&mut self) {
        if self.can_flip() {
            self.flipped = !self.flipped;
        } else {
            self.show_message(words::NO_FLIP);
        }
    }

    /// Moves the cursor to the nearest place in a direction of the screen. On a cross or a triangle that may be a
    /// place a little to the side, so that no place is out of reach.
    fn move_cursor(&mut self, across: i32, down: i32) {
        if self.shape.kind == BoardKind::Columns && down != 0 {
            return;
        }
        let turn = if self.flipped { -1 } else { 1 };
        let (across, down) = (across * turn, down * turn);
        let at = |index: usize| {
            let place = &self.shape.places[index];
            (i32::from(place.column), i32::from(place.row))
        };
        let (x, y) = at(self.cursor);
        let ahead = (0..self.shape.places.len()).filter_map(|index| {
            let (column, row) = at(index);
            let forward = (column - x) * across + (row - y) * down;
            let aside = ((column - x) * down).abs() + ((row - y) * across).abs();
            (forward > 0).then_some((forward + 2 * aside, index))
        });
        if let Some((_, index)) = ahead.min() {
            self.cursor = index;
        }
    }

    /// Moves the cursor to the next or last place that can be chosen.
    fn cycle_cursor(&mut self, step: isize) {
        let places = self.chosen_next();
        if places.is_empty() {
            return;
        }
        let count = places.len() as isize;
        let at = match places.binary_search(&self.cursor) {
            Ok(index) => index as isize + step,
            Err(index) if step > 0 => index as isize,
            Err(index) => index as isize - 1,
        };
        self.cursor = places[at.rem_euclid(count) as usize];
    }
}
