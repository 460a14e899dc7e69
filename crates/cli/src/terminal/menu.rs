//! The menu of the games, as a state machine.

use quevedo_catalog::{Catalog, GameEntry, PlayerSpec};
use quevedo_core::{Language, Side};
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::Setup;
use crate::board::PieceStyle;
use crate::terminal::words;

/// Which sides the person plays; a machine plays the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum HumanSides {
    One(Side),
    Both,
    None,
}

const HUMAN_SIDES: [HumanSides; 4] =
    [HumanSides::One(Side::First), HumanSides::One(Side::Second), HumanSides::Both, HumanSides::None];

/// The default opponent.
const MEDIUM: usize = 2;

/// What the person decided.
#[derive(Clone, Debug)]
pub(crate) enum Decision {
    /// To play.
    Play(Box<Setup>),
    /// To leave.
    Leave,
}

/// The menu of the games.
#[derive(Clone, Debug)]
pub(crate) struct Menu {
    catalog: Catalog,
    game: usize,
    human_sides: usize,
    opponent: usize,
    language: Language,
}

impl Menu {
    /// The games of a catalog, which has at least one.
    pub(crate) fn new(catalog: Catalog) -> Self {
        Self { catalog, game: 0, human_sides: 0, opponent: MEDIUM, language: Language::default() }
    }

    /// The games in the list.
    pub(crate) fn games(&self) -> &[GameEntry] {
        self.catalog.games()
    }

    /// The game that is pointed at.
    pub(crate) fn game(&self) -> &GameEntry {
        &self.games()[self.game]
    }

    /// Its place in the list.
    pub(crate) fn selected(&self) -> usize {
        self.game
    }

    pub(crate) fn language(&self) -> Language {
        self.language
    }

    /// Which sides the person plays, in words.
    pub(crate) fn human_sides(&self) -> &'static str {
        match HUMAN_SIDES[self.human_sides] {
            HumanSides::One(side) => self.game().side_name(side).get(self.language),
            HumanSides::Both => words::BOTH_SIDES.get(self.language),
            HumanSides::None => words::NO_SIDE.get(self.language),
        }
    }

    /// Who plays the other sides, in words.
    pub(crate) fn opponent(&self) -> &'static str {
        let name = if HUMAN_SIDES[self.human_sides] == HumanSides::Both {
            words::NO_OPPONENT
        } else {
            words::OPPONENTS[self.opponent].1
        };
        name.get(self.language)
    }

    /// A key was pressed.
    pub(crate) fn key(&mut self, key: KeyEvent) -> Option<Decision> {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Char('c') if control => return Some(Decision::Leave),
            KeyCode::Up | KeyCode::Char('k') => self.game = step(self.game, self.games().len(), -1),
            KeyCode::Down | KeyCode::Char('j') => self.game = step(self.game, self.games().len(), 1),
            KeyCode::Home => self.game = 0,
            KeyCode::End => self.game = self.games().len() - 1,
            KeyCode::Left => self.human_sides = step(self.human_sides, HUMAN_SIDES.len(), -1),
            KeyCode::Right => self.human_sides = step(self.human_sides, HUMAN_SIDES.len(), 1),
            KeyCode::BackTab => self.opponent = step(self.opponent, words::OPPONENTS.len(), -1),
            KeyCode::Tab => self.opponent = step(self.opponent, words::OPPONENTS.len(), 1),
            KeyCode::Char('l') => self.switch_language(),
            KeyCode::Enter | KeyCode::Char(' ') => return Some(Decision::Play(Box::new(self.setup()))),
            KeyCode::Esc | KeyCode::Char('q') => return Some(Decision::Leave),
            _ => {}
        }
        None
    }

    /// A click on a line of the list: points at it, or plays what is pointed at.
    pub(crate) fn click(&mut self, game: usize) -> Option<Decision> {
        if game >= self.games().len() {
            return None;
        }
        let again = self.game == game;
        self.game = game;
        again.then(|| Decision::Play(Box::new(self.setup())))
    }

    fn switch_language(&mut self) {
        self.language = match self.language {
            Language::English => Language::Spanish,
            Language::Spanish => Language::English,
        };
    }

    fn setup(&self) -> Setup {
        let human_sides = HUMAN_SIDES[self.human_sides];
        let player = |side| {
            let human = human_sides == HumanSides::Both || human_sides == HumanSides::One(side);
            if human { PlayerSpec::HUMAN } else { words::OPPONENTS[self.opponent].0.clone() }
        };
        Setup {
            game: self.game().clone(),
            position: None,
            players: Side::BOTH.map(player),
            language: self.language,
            style: PieceStyle::Glyph,
        }
    }
}

/// The next or last of `count` things, round and round.
fn step(index: usize, count: usize, by: isize) -> usize {
    (index as isize + by).rem_euclid(count as isize) as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::CATALOG;

    fn press(menu: &mut Menu, code: KeyCode) -> Option<Decision> {
        menu.key(KeyEvent::from(code))
    }

    #[test]
    fn the_list_goes_round() {
        let mut menu = Menu::new(CATALOG.clone());
        press(&mut menu, KeyCode::Up);
        assert_eq!(Some(menu.game()), CATALOG.games().last());
        press(&mut menu, KeyCode::Down);
        assert_eq!(Some(menu.game()), CATALOG.games().first());
    }

    #[test]
    fn who_plays_is_chosen() {
        let mut menu = Menu::new(CATALOG.clone());
        for humans in [[true, false], [false, true], [true, true], [false, false]] {
            let Some(Decision::Play(setup)) = press(&mut menu, KeyCode::Enter) else { panic!("Enter plays") };
            assert_eq!(setup.players.map(|player| player.is_human()), humans);
            press(&mut menu, KeyCode::Right);
        }
    }

    #[test]
    fn the_opponent_is_chosen() {
        let mut menu = Menu::new(CATALOG.clone());
        let mut seen = Vec::new();
        for _ in 0..words::OPPONENTS.len() {
            let Some(Decision::Play(setup)) = press(&mut menu, KeyCode::Enter) else { panic!("Enter plays") };
            seen.push(setup.players[1].to_string());
            press(&mut menu, KeyCode::Tab);
        }
        assert_eq!(seen, ["medium", "hard", "max", "random", "easy"]);
        press(&mut menu, KeyCode::BackTab);
        assert_eq!(menu.opponent(), "easy");
        press(&mut menu, KeyCode::Char('l'));
        assert_eq!(menu.opponent(), "fácil");
        press(&mut menu, KeyCode::Left);
        press(&mut menu, KeyCode::Left);
        assert_eq!(menu.opponent(), words::NO_OPPONENT.es, "who plays both sides has no opponent");
    }

    #[test]
    fn the_language_is_switched_and_carried_over() {
        let mut menu = Menu::new(CATALOG.clone());
        press(&mut menu, KeyCode::Char('l'));
        assert_eq!(menu.human_sides(), menu.game().about().sides[0].es);
        let Some(Decision::Play(setup)) = press(&mut menu, KeyCode::Enter) else { panic!("Enter plays") };
        assert_eq!(setup.language, Language::Spanish);
    }

    #[test]
    fn a_second_click_plays() {
        let mut menu = Menu::new(CATALOG.clone());
        assert!(menu.click(2).is_none());
        assert!(matches!(menu.click(2), Some(Decision::Play(setup)) if setup.game == CATALOG.games()[2]));
        assert!(menu.click(CATALOG.games().len()).is_none());
        assert!(matches!(press(&mut menu, KeyCode::Char('q')), Some(Decision::Leave)));
    }
}
