//! The opening books of games: the one that is shipped, those of files, and how one is built.

use std::sync::{Arc, OnceLock};

use include_dir::{Dir, include_dir};
use quevedo_book::{Book, BookPlayer, Expansion, Progress};

use crate::session::typed;
use crate::spec::messages;
use crate::strategies::{BoxedStrategy, Playable};
use crate::{BookRef, Session, SpecError};

/// The key of books in specs.
const KEY: &str = "book";

/// The books that are shipped: files with the names of their games, a `-` in place of `:`.
static SHIPPED: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/books");

/// The book that is shipped with a game; read when it is needed for the first time.
#[derive(Default)]
pub(crate) struct ShippedBook(OnceLock<Option<Arc<Book>>>);

impl ShippedBook {
    /// A damaged book, which only a broken build has, is none.
    pub(crate) fn get(&self, name: &str) -> Option<Arc<Book>> {
        let read = || {
            let file = SHIPPED.get_file(format!("{}.book", name.replace(':', "-")))?;
            Book::from_bytes(file.contents()).ok()?.expect_name(name).ok().map(Arc::new)
        };
        self.0.get_or_init(read).clone()
    }

    /// The book that a spec asks for; `None` where it asks for none. `name` is that of the game.
    pub(crate) fn find(&self, name: &str, wanted: &BookRef) -> Result<Option<Arc<Book>>, SpecError> {
        match wanted {
            BookRef::Off => Ok(None),
            BookRef::Shipped => match self.get(name) {
                Some(book) => Ok(Some(book)),
                None => Err(SpecError::BadValue { key: KEY, value: "on".into(), expected: messages::no_book() }),
            },
            BookRef::File(path) => {
                let book = Book::read(path).and_then(|book| book.expect_name(name));
                let book = book.map_err(|error| SpecError::File { key: KEY, problem: error.to_string() })?;
                Ok(Some(Arc::new(book)))
            }
        }
    }

    /// The book of a player that uses one where there is one.
    pub(crate) fn find_if_any(&self, name: &str, wanted: Option<&BookRef>) -> Result<Option<Arc<Book>>, SpecError> {
        wanted.map_or_else(|| Ok(self.get(name)), |wanted| self.find(name, wanted))
    }
}

/// A player that plays from the book first, where there is one.
pub(crate) fn with_book<G: Playable>(
    book: Option<Arc<Book>>,
    player: BoxedStrategy<G>,
    seed: Option<u64>,
) -> BoxedStrategy<G> {
    match book {
        Some(book) => Box::new(BookPlayer::new(book, player, seed)),
        None => player,
    }
}

/// A book of a game that grows. Made by [`AnyGame::book_builder`](crate::AnyGame::book_builder).
pub trait BookBuilder {
    /// Adds the next position, searched on so many threads; `None` where nothing is left to expand.
    fn expand(&mut self, threads: usize) -> Option<Progress>;

    /// How many positions it holds.
    fn positions(&self) -> usize;

    /// The book so far.
    fn book(&self) -> Book;

    /// The moves that the book thinks best, from the position of a session on.
    fn best_line(&self, session: &dyn Session) -> Vec<String>;
}

pub(crate) struct TypedBuilder<G: Playable, P> {
    expansion: Expansion<G>,
    player: P,
}

impl<G: Playable, P: Fn() -> BoxedStrategy<G> + Sync> TypedBuilder<G, P> {
    pub(crate) fn new(expansion: Expansion<G>, player: P) -> Self {
        Self { expansion, player }
    }
}

impl<G: Playable, P: Fn() -> BoxedStrategy<G> + Sync> BookBuilder for TypedBuilder<G, P> {
    fn expand(&mut self, threads: usize) -> Option<Progress> {
        self.expansion.expand(&self.player, threads)
    }

    fn positions(&self) -> usize {
        self.expansion.len()
    }

    fn book(&self) -> Book {
        self.expansion.book()
    }

    fn best_line(&self, session: &dyn Session) -> Vec<String> {
        let line = typed::<G>(session);
        let mut player = BookPlayer::book_only(Arc::new(self.book()), Some(0));
        let result = quevedo_core::ask(&mut player, line).map(|result| result.to_text(line.position()));
        result.and_then(|result| result.lines.into_iter().next()).map_or_else(Vec::new, |best| best.pv)
    }
}
