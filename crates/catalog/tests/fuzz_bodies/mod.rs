//! What the fuzz targets do with their bytes. Each body panics when something is wrong with the product, and
//! otherwise tells whether the input was accepted, so that a test can see whether its inputs get anywhere.
//!
//! The targets in `fuzz/` include this file; `fuzz_smoke` runs the same bodies in every ordinary test run.

use std::sync::LazyLock;

use quevedo_catalog::{Catalog, GameEntry, LawInput, PlayerSpec, RandomSpec, Session};
use quevedo_core::laws::Violation;
use quevedo_record::Record;

pub(crate) static CATALOG: LazyLock<Catalog> = LazyLock::new(Catalog::standard);

/// More games than this in one input say nothing new.
const MOST_RECORDS: usize = 8;
/// How far a game goes on before the text under test is played in it, at most.
const MOST_PLIES: u8 = 24;

/// A position: the first byte picks the game, `A` the first one, and the rest is the text.
pub(crate) fn position(data: &[u8]) -> bool {
    let Some((entry, rest)) = pick_game(data) else { return false };
    let text = String::from_utf8_lossy(rest);
    uphold(entry, entry.check_laws(LawInput::PositionText(&text)));
    entry.session(Some(&text)).is_ok()
}

/// A move: the first byte picks the game, the second how far it has gone, the rest is the text.
pub(crate) fn moves(data: &[u8]) -> bool {
    let Some((entry, [plies, rest @ ..])) = pick_game(data) else { return false };
    let text = String::from_utf8_lossy(rest);
    uphold(entry, entry.check_laws(LawInput::MoveText(&text)));
    let mut session = entry.session(None).expect("every game has a start position");
    play_some(&mut *session, *plies);
    play_text(&mut *session, &text)
}

/// Chess: the first line holds moves, the rest the position to begin with; the usual one if that is none.
pub(crate) fn san(data: &[u8]) -> bool {
    let text = String::from_utf8_lossy(data);
    let (moves, fen) = text.split_once('\n').unwrap_or((&text, ""));
    let chess = CATALOG.find("chess").expect("there is chess");
    let start = chess.session(Some(fen)).or_else(|_| chess.session(None));
    let mut session = start.expect("every game has a start position");
    // Counted, because all are to be tried: those behind a refused one, and those behind an accepted one.
    moves.split_whitespace().filter(|mv| play_text(&mut *session, mv)).count() > 0
}

/// Game records.
pub(crate) fn pgn(data: &[u8]) -> bool {
    let text = String::from_utf8_lossy(data);
    let Ok(records) = Record::parse_all(&text) else { return false };
    let written = write(&records);
    let read = Record::parse_all(&written);
    let read = read.unwrap_or_else(|error| panic!("own record is refused, {error}:\n{written}"));
    assert_eq!(write(&read), written, "a record is written anew differently");
    records.iter().take(MOST_RECORDS).filter(|record| replay(record)).count() > 0
}

/// Games in any format that can be pasted: the first byte picks the game, the rest is the text. What was read is written in
/// every format of the game and read back.
pub(crate) fn import(data: &[u8]) -> bool {
    let Some((entry, rest)) = pick_game(data) else { return false };
    let text = String::from_utf8_lossy(rest);
    match entry.import(&text) {
        Ok(games) => {
            games.iter().take(MOST_RECORDS).for_each(|game| export_all(&*game.session));
            !games.is_empty()
        }
        Err(error) => {
            assert!(!error.to_string().is_empty(), "`{text}` is refused without a word");
            false
        }
    }
}

/// Writes a game in every format that can hold it, and reads it back.
fn export_all(session: &dyn Session) {
    let entry = session.entry();
    let foreign = entry.foreign_formats().iter().filter_map(|format| session.export(format, &[("White", "A]")]));
    for text in foreign.chain([session.record(&[]).to_string(), session.position()]) {
        // A transcript of no moves is an empty text.
        if text.is_empty() {
            continue;
        }
        let read = entry.import_one(&text).unwrap_or_else(|error| panic!("own text is refused, {error}:\n{text}"));
        // A forced pass that nothing follows may be left out.
        let mut last = read.session.fork();
        if last.position() != session.position() {
            let _ = last.play("pass");
        }
        assert_eq!(last.position(), session.position(), "another game was read from:\n{text}");
    }
}

/// A player.
pub(crate) fn spec(data: &[u8]) -> bool {
    let text = String::from_utf8_lossy(data);
    match text.parse::<PlayerSpec>() {
        Ok(spec) => {
            let written = spec.to_string();
            let read: PlayerSpec =
                written.parse().unwrap_or_else(|error| panic!("`{text}` prints as `{written}`: {error}"));
            assert_eq!(read, spec, "`{text}` prints as `{written}`, which is another player");
            assert_eq!(read.to_string(), written, "`{text}` prints differently the second time");
            true
        }
        Err(error) => {
            assert!(!error.to_string().is_empty(), "`{text}` is refused without a word");
            false
        }
    }
}

/// A whole game: the first byte picks it, the rest chooses the moves.
pub(crate) fn play(data: &[u8]) -> bool {
    let Some((entry, rest)) = pick_game(data) else { return false };
    uphold(entry, entry.check_laws(LawInput::Moves(rest)));
    !rest.is_empty()
}

fn pick_game(data: &[u8]) -> Option<(&'static GameEntry, &[u8])> {
    let (first, rest) = data.split_first()?;
    Some((&CATALOG.games()[usize::from(first.wrapping_sub(b'A')) % CATALOG.games().len()], rest))
}

fn uphold(entry: &GameEntry, law: Result<(), Violation>) {
    law.unwrap_or_else(|violation| panic!("{}: {violation}", entry.id()));
}

/// Plays random moves, as many as `plies` says and always the same ones.
pub(crate) fn play_some(session: &mut dyn Session, plies: u8) {
    let spec = PlayerSpec::Random(RandomSpec { seed: Some(u64::from(plies)) });
    let mut player = session.entry().player(&spec).expect("it plays every game");
    for _ in 0..plies % (MOST_PLIES + 1) {
        let Some(mv) = player.choose(session) else { return };
        let view = session.play(&mv).unwrap_or_else(|error| panic!("{error} in `{}`", session.position()));
        assert_eq!(view.text, mv, "another move was played than chosen");
    }
}

/// Plays a text as a move. If it is accepted it was legal, and its pretty form means the same; if it is refused
/// nothing has changed. Tells which.
fn play_text(session: &mut dyn Session, text: &str) -> bool {
    let before = session.position();
    let legal = session.legal();
    match session.play(text) {
        Ok(view) => {
            assert!(legal.contains(&view), "`{text}` was played as {view:?}, which is not legal in `{before}`");
            let after = session.position();
            assert_eq!(session.undo().as_ref(), Some(&view), "undo of `{text}` in `{before}`");
            assert_eq!(session.position(), before, "undo of `{text}`");
            let again = session.play(&view.pretty);
            assert_eq!(again.as_ref(), Ok(&view), "`{text}` is written `{}` in `{before}`", view.pretty);
            assert_eq!(session.position(), after, "`{}` leads elsewhere than `{text}`", view.pretty);
            true
        }
        Err(error) => {
            assert!(!error.to_string().is_empty(), "`{text}` is refused without a word");
            assert_eq!(session.position(), before, "`{text}` is refused, yet something has changed");
            false
        }
    }
}

/// Plays a record again as far as it goes. What has been played makes a record that says the same. Tells whether
/// there was anything to play.
fn replay(record: &Record) -> bool {
    let Ok(entry) = CATALOG.find(record.tag("Game").unwrap_or("chess")) else { return false };
    let start = record.tag("FEN").or_else(|| record.tag("Position"));
    let Ok(mut session) = entry.session(start) else { return false };
    let accepted = record.moves.iter().take_while(|mv| session.play(&mv.text).is_ok()).count();
    assert_eq!(session.history().len(), accepted);
    let own = session.record(&[("Event", "Fuzzing")]);
    let read = Record::parse_all(&own.to_string()).unwrap_or_else(|error| panic!("{error} in:\n{own}"));
    assert_eq!(read.len(), 1, "one game, several records:\n{own}");
    assert_eq!((&read[0].tags, &read[0].result), (&own.tags, &own.result), "other tags");
    // Without moves nothing tells whose turn it is, and nothing needs to.
    let numbered = |record: &Record| (!record.moves.is_empty()).then_some(record.opening_turn);
    assert_eq!((&read[0].moves, numbered(&read[0])), (&own.moves, numbered(&own)), "other moves");
    accepted > 0
}

fn write(records: &[Record]) -> String {
    records.iter().map(Record::to_string).collect::<Vec<_>>().join("\n")
}
