//! Reviews of finished games: made by a search, and kept.

use std::collections::HashMap;

use quevedo_api::wire::{GameReview, ReviewState};
use serde_json::Value;

use crate::calls::{Effects, Stored};

/// The reviews there are, and those that are being made.
#[derive(Default)]
pub(crate) struct Reviews {
    made: HashMap<String, Box<GameReview>>,
    /// The positions examined, and those of the game.
    running: HashMap<String, (usize, usize)>,
}

impl Reviews {
    /// A review from an earlier visit.
    pub(crate) fn load(&mut self, game: String, review: Box<GameReview>) {
        self.made.insert(game, review);
    }

    pub(crate) fn get(&self, game: &str) -> Option<&GameReview> {
        self.made.get(game).map(|review| &**review)
    }

    /// How far a review is.
    pub(crate) fn state(&self, game: &str) -> ReviewState {
        if let Some((done, total)) = self.running.get(game) {
            return ReviewState::Running { done: *done, total: *total };
        }
        self.get(game).map_or(ReviewState::None, |review| ReviewState::Done { review: review.clone() })
    }

    /// A review begins; any other one ends.
    pub(crate) fn start(&mut self, game: &str, positions: usize) {
        self.running.clear();
        self.running.insert(game.to_owned(), (0, positions));
    }

    pub(crate) fn stop(&mut self, game: &str) {
        self.running.remove(game);
    }

    /// The search has examined a position, or has ended.
    pub(crate) fn found(&mut self, game: &str, found: Option<Value>, done: bool, effects: &mut Effects) {
        let Some((examined, _)) = self.running.get_mut(game) else { return };
        if !done {
            *examined = found.and_then(|found| found.as_u64()).map_or(*examined, |number| number as usize);
            return;
        }
        self.running.remove(game);
        let review = found.and_then(|found| serde_json::from_value::<GameReview>(found).ok());
        if let Some(review) = review.map(Box::new) {
            effects.store.push(Stored::Review { id: game.to_owned(), review: review.clone() });
            self.made.insert(game.to_owned(), review);
        }
    }
}
