//! The record of a game that was played as a job.

use quevedo_catalog::GameEntry;
use quevedo_record::Record;

use crate::{GameJob, GameReport, TimeControl};

/// The event and date tags of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// Its name.
    pub name: String,
    /// The day, as PGN writes it.
    pub date: String,
}

/// The record of a game, with the tags that PGN asks for. Behind every move of a player it has score, depth and time as
/// match tools write them: `{+0.31/12 0.8s}`. `White` is the side that moves first, whatever its colour.
pub fn record(game: &GameEntry, event: &Event, job: &GameJob, report: &GameReport) -> Record {
    let names = job.players.each_ref().map(ToString::to_string);
    named_record(game, event, job, report, [&names[0], &names[1]])
}

/// The same with other names for the players.
pub fn named_record(game: &GameEntry, event: &Event, job: &GameJob, report: &GameReport, names: [&str; 2]) -> Record {
    let Ok(mut session) = job.opening.open(game) else { return Record::default() };
    let opening = session.history().len();
    for mv in &report.moves {
        // These moves were legal when the game was played.
        let _ = session.play(&mv.mv);
    }
    let round = (job.number + 1).to_string();
    let mut tags = vec![
        ("Event", event.name.as_str()),
        ("Site", "?"),
        ("Date", &event.date),
        ("Round", &round),
        ("White", names[0]),
        ("Black", names[1]),
    ];
    let clock = job.clock.map(TimeControl::pgn);
    tags.extend(clock.as_deref().map(|clock| ("TimeControl", clock)));
    let mut record = session.record_ended(&tags, report.outcome_in(game));
    if let Some(fault) = &report.fault {
        record.tags.push(("Fault".into(), fault.text.clone()));
    }
    let unit = f64::from(game.unit());
    for (written, played) in record.moves.iter_mut().skip(opening).zip(&report.moves) {
        let seconds = played.time_us as f64 / 1e6;
        written.comment = Some(match (played.plies_to_end, played.score) {
            (Some(plies), Some(score)) => {
                let sign = if score > 0 { '+' } else { '-' };
                format!("{sign}M{}/{} {seconds:.3}s", plies.div_ceil(2), played.depth)
            }
            (_, Some(score)) => format!("{:+.2}/{} {seconds:.3}s", f64::from(score) / unit, played.depth),
            (_, None) => format!("{seconds:.3}s"),
        });
    }
    record
}
