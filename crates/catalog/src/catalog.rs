//! The games of a program.

use std::fmt;

use quevedo_core::message::Message;
use quevedo_core::notation::clip;

use crate::GameEntry;

/// The games of a program, variants behind their game. Built once and handed to whatever needs games: arena, server,
/// protocols, training, commands.
///
/// ```
/// use quevedo_catalog::Catalog;
///
/// let catalog = Catalog::standard();
/// assert_eq!(catalog.find("chess").unwrap().id(), "chess");
/// assert!(catalog.find("checkers").is_err());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Catalog {
    games: Vec<GameEntry>,
    lesson_games: Vec<GameEntry>,
}

/// No game has that name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownGame {
    /// The name.
    pub name: String,
    /// The games there are.
    pub known: Vec<String>,
}

quevedo_core::messages! {
    table:
    unknown_game(name, known):
        "unknown game `{name}`: there are {known}",
        "no existe el juego `{name}`: hay {known}";
}

impl UnknownGame {
    /// The error in words.
    pub fn message(&self) -> Message {
        unknown_game(&self.name, self.known.join(", "))
    }
}

impl fmt::Display for UnknownGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message().fmt(f)
    }
}

impl std::error::Error for UnknownGame {}

impl Catalog {
    /// No games yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// The same games and one more; a game of the same id is replaced.
    #[must_use]
    pub fn with(mut self, game: impl Into<GameEntry>) -> Self {
        let game = game.into();
        let (same, other) = if game.is_for_lessons() {
            (&mut self.lesson_games, &mut self.games)
        } else {
            (&mut self.games, &mut self.lesson_games)
        };
        other.retain(|known| known.id() != game.id());
        match same.iter_mut().find(|known| known.id() == game.id()) {
            Some(known) => *known = game,
            None => same.push(game),
        }
        self
    }

    /// Every game and variant that is offered to play, in the order they were added.
    pub fn games(&self) -> &[GameEntry] {
        &self.games
    }

    /// The games that lessons are about. They are found by name, and not among those that are offered to play.
    pub fn lesson_games(&self) -> &[GameEntry] {
        &self.lesson_games
    }

    /// Every game: those that are offered, and those of lessons.
    fn all(&self) -> impl Iterator<Item = &GameEntry> {
        self.games.iter().chain(&self.lesson_games)
    }

    /// The game that UCI plays until it is told another; the first one where no game is the default.
    pub fn uci_default(&self) -> Option<&GameEntry> {
        self.games.iter().find(|game| game.is_uci_default()).or(self.games.first())
    }

    /// The game or variant of that id.
    pub fn find(&self, id: &str) -> Result<&GameEntry, UnknownGame> {
        self.all()
            .find(|game| game.id() == id)
            .ok_or_else(|| UnknownGame { name: clip(id), known: self.all().map(|game| game.id().to_owned()).collect() })
    }

    /// The game of that name among programs that play many games (`UCI_Variant`); our own ids do as well. Letters may
    /// be of either case.
    pub fn find_uci(&self, name: &str) -> Option<&GameEntry> {
        let by = |known: fn(&GameEntry) -> &str| self.all().find(|game| known(game).eq_ignore_ascii_case(name));
        by(|game| game.uci_name()).or_else(|| by(|game| game.id()))
    }
}
