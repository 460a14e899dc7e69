//! Something that plays, with its types erased.

use quevedo_core::platform::Instant;
use std::sync::atomic::AtomicBool;

use quevedo_core::{Game, Notation, SearchRequest, SearchResult, Strategy, Tactics, View};

use crate::Session;
use crate::session::typed;
use crate::trace::TextObserver;

/// Something that plays. Made by [`AnyGame::player`](crate::AnyGame::player).
pub trait Player: Send {
    /// Chooses a move in a session of the game it was made for; `None` when the game is over. Moves to choose from that
    /// are not legal are ignored.
    fn search(
        &mut self,
        session: &dyn Session,
        request: &mut SearchRequest<'_, String>,
    ) -> Option<SearchResult<String>>;

    /// Chooses a move, without limits of the caller, until `stop` is set.
    fn search_until(&mut self, session: &dyn Session, stop: &AtomicBool) -> Option<SearchResult<String>> {
        self.search(session, &mut SearchRequest::new(stop, &mut |_| {}))
    }

    /// Chooses a move and says nothing more.
    fn choose(&mut self, session: &dyn Session) -> Option<String> {
        self.search_until(session, &AtomicBool::new(false)).map(|result| result.mv)
    }
}

/// A strategy of one game as a player.
pub(crate) struct TypedPlayer<G: Game>(pub(crate) Box<dyn Strategy<G>>);

impl<G: Notation + View + Tactics> Player for TypedPlayer<G> {
    fn search(
        &mut self,
        session: &dyn Session,
        request: &mut SearchRequest<'_, String>,
    ) -> Option<SearchResult<String>> {
        let line = typed::<G>(session);
        if session.outcome().is_some() {
            return None;
        }
        let begin = Instant::now();
        let position = line.position();
        let to_text = |result: &SearchResult<G::Move>| {
            let mut text = result.to_text(position);
            text.time = begin.elapsed();
            text
        };
        let search_moves: Vec<G::Move> =
            request.search_moves.iter().filter_map(|text| position.parse_move(text).ok()).collect();
        let report = &mut *request.report;
        let mut observer = request.observer.as_mut().map(|observer| TextObserver::new(&mut **observer, line));
        let mut typed_request = SearchRequest {
            clock: request.clock,
            limits: request.limits,
            search_moves: &search_moves,
            stop: request.stop,
            report: &mut |result| report(&to_text(result)),
            observer: observer.as_mut().map(|observer| observer as _),
        };
        self.0.choose(line, &mut typed_request).map(|result| to_text(&result))
    }
}
