//! A review as an annotated record.

use quevedo_catalog::Session;
use quevedo_core::Value;
use quevedo_record::Record;

use crate::{ExactVerdict, Review, ReviewedMove};

/// The record of a game with the review in it: glyphs behind moves that should have been others, a comment with the loss,
/// and the better line as a variation. `tags` come ahead of those that the game itself knows; the result among them holds
/// where the rules have not ended the game. Comments are in English, like the tags.
pub fn annotated_record(game: &dyn Session, review: &Review, tags: &[(String, String)]) -> Record {
    let mut record = with_tags(game, tags);
    let accuracy = ["WhiteAccuracy", "BlackAccuracy"].into_iter().zip(review.accuracy);
    record.tags.extend(accuracy.filter_map(|(name, percent)| Some((name.to_owned(), format!("{:.1}", percent?)))));
    let mut session = game.fork();
    for (ply, judged) in review.moves.iter().enumerate().rev() {
        while session.history().len() > ply {
            session.undo();
        }
        if !judged.class.is_blamed() {
            continue;
        }
        let recorded = &mut record.moves[ply];
        recorded.glyph = judged.class.glyph();
        recorded.variation = pretty_line(&*session, &judged.best_line);
        let best = recorded.variation.first().unwrap_or(&judged.best);
        recorded.comment = Some(comment(judged, best));
    }
    record
}

fn with_tags(game: &dyn Session, tags: &[(String, String)]) -> Record {
    let mut record = game.record(&[]);
    if let Some((_, result)) = tags.iter().find(|(name, _)| name == "Result" && game.outcome().is_none()) {
        record.result.clone_from(result);
    }
    let given = |name: &str| tags.iter().any(|(known, _)| known == name);
    let own = record.tags.into_iter().filter(|(name, _)| !given(name));
    record.tags = tags.iter().cloned().chain(own).collect();
    if let Some((_, value)) = record.tags.iter_mut().find(|(name, _)| name == "Result") {
        value.clone_from(&record.result);
    }
    record
}

/// A line as people of the game write it.
pub fn pretty_line(session: &dyn Session, moves: &[String]) -> Vec<String> {
    let mut session = session.fork();
    moves.iter().map_while(|mv| session.play(mv).ok()).map(|view| view.pretty).collect()
}

fn comment(judged: &ReviewedMove, best: &str) -> String {
    let thrown = judged.exact.filter(ExactVerdict::threw_away);
    let loss = match thrown {
        Some(exact) => format!("from {} to {}", value_text(exact.before), value_text(exact.after)),
        None => format!("{:.0} % of the chances lost", 100.0 * judged.loss),
    };
    format!("{}: {loss}. Best was {best}.", capital(judged.class.name()))
}

fn value_text(value: Value) -> &'static str {
    match value {
        Value::Win => "a win",
        Value::Draw => "a draw",
        Value::Loss => "a loss",
    }
}

fn capital(word: &str) -> String {
    word[..1].to_uppercase() + &word[1..]
}
