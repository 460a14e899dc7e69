//! Machine players, asked in the background so that the screen never waits for them.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;

use quevedo_catalog::{GameEntry, Player, PlayerSpec, Session, SpecError};

use super::Setup;
use super::app::{Asked, Wish};

/// A wish with all that is needed to fulfil it elsewhere: where the game began and what was played, so that players
/// know about repetitions.
struct Question {
    wish: Wish,
    start: String,
    moves: Vec<String>,
    /// Set when nobody waits for the answer any more.
    stop: Arc<AtomicBool>,
}

/// A wish, and the move that fulfils it.
pub(crate) type Answer = (Wish, Option<String>);

/// The machine players of a game and whoever advises the people, on a thread of their own. The thread ends with this.
pub(crate) struct Thinker {
    questions: Sender<Question>,
    answers: Receiver<Answer>,
    /// What is being result about, and how to put an end to it.
    current: Option<(Wish, Arc<AtomicBool>)>,
}

impl Thinker {
    /// Sets the machines among the players to work.
    pub(crate) fn new(setup: &Setup) -> Result<Self, SpecError> {
        let mut players = Players::new(setup)?;
        let (questions, to_answer) = mpsc::channel::<Question>();
        let (answered, answers) = mpsc::channel();
        thread::spawn(move || {
            for question in to_answer {
                let text = players.think(&question);
                if answered.send((question.wish, text)).is_err() {
                    return;
                }
            }
        });
        Ok(Self { questions, answers, current: None })
    }

    /// Turns to what is wished for now. Whatever else was being result about is broken off, and nobody waits for it.
    pub(crate) fn follow(&mut self, wish: Option<Wish>, session: &dyn Session) {
        if self.current.as_ref().map(|(wish, _)| *wish) == wish {
            return;
        }
        self.stop();
        self.current = wish.map(|wish| (wish, Arc::default()));
        if let Some((wish, stop)) = &self.current {
            let moves = session.history().iter().map(|mv| mv.text.clone()).collect();
            let question = Question { wish: *wish, start: session.start(), moves, stop: Arc::clone(stop) };
            // If the thread is gone there will be no answer, and the board stays as it is.
            let _ = self.questions.send(question);
        }
    }

    /// The answer to what is wished for, if it has come.
    pub(crate) fn answer(&self) -> Option<Answer> {
        let current = self.current.as_ref().map(|(wish, _)| *wish);
        self.answers.try_iter().find(|(wish, _)| Some(*wish) == current)
    }

    fn stop(&self) {
        if let Some((_, stop)) = &self.current {
            stop.store(true, Ordering::Relaxed);
        }
    }
}

impl Drop for Thinker {
    fn drop(&mut self) {
        self.stop();
    }
}

/// Everybody who may be asked.
struct Players {
    game: GameEntry,
    seats: [Option<Box<dyn Player>>; 2],
    /// A player of its own: what the machine has in mind is neither disturbed nor given away.
    adviser: Box<dyn Player>,
}

impl Players {
    fn new(setup: &Setup) -> Result<Self, SpecError> {
        let engine = |spec: &PlayerSpec| if spec.is_human() { Ok(None) } else { setup.game.player(spec).map(Some) };
        let [first, second] = setup.players.each_ref().map(engine);
        let adviser = setup.game.player(&setup.adviser())?;
        Ok(Self { game: setup.game.clone(), seats: [first?, second?], adviser })
    }

    /// The move that was asked for; `None` if there is none, or nobody to find it.
    fn think(&mut self, question: &Question) -> Option<String> {
        if question.stop.load(Ordering::Relaxed) {
            return None;
        }
        let mut session = self.game.session(Some(&question.start)).ok()?;
        for text in &question.moves {
            session.play(text).ok()?;
        }
        let player = match question.wish.asked {
            Asked::Player(side) => self.seats[side.index()].as_mut(),
            Asked::Adviser => Some(&mut self.adviser),
        };
        player?.search_until(&*session, &question.stop).map(|result| result.mv)
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use crate::testing;
    use quevedo_core::Language;
    use ratatui::crossterm::event::{KeyCode, KeyEvent};

    use super::super::app::App;
    use super::*;
    use crate::board::PieceStyle;

    /// Nobody has this much patience.
    const PATIENCE: Duration = Duration::from_mins(1);

    fn setup(players: [&str; 2]) -> Setup {
        Setup {
            game: testing::game("chess"),
            position: None,
            players: players.map(|spec| spec.parse().unwrap()),
            language: Language::English,
            style: PieceStyle::Letter,
        }
    }

    fn begin(players: [&str; 2]) -> (App, Thinker) {
        let setup = setup(players);
        let thinker = Thinker::new(&setup).unwrap();
        (App::new(setup).unwrap(), thinker)
    }

    fn press(app: &mut App, keys: &str) {
        for key in keys.chars() {
            app.key(KeyEvent::from(if key == '\n' { KeyCode::Enter } else { KeyCode::Char(key) }));
        }
    }

    /// Waits for an answer as the screen does.
    fn wait(thinker: &Thinker) -> Option<Answer> {
        let begin = Instant::now();
        while begin.elapsed() < PATIENCE {
            if let Some(answer) = thinker.answer() {
                return Some(answer);
            }
            thread::sleep(Duration::from_millis(1));
        }
        None
    }

    #[test]
    fn a_machine_moves() {
        let (mut app, mut thinker) = begin(["human", "alphabeta:depth=1"]);
        press(&mut app, ":e4\n");
        thinker.follow(app.wish(), app.session());
        let (wish, text) = wait(&thinker).unwrap();
        app.answer(wish, text);
        app.pass_time(Duration::from_secs(1));
        assert_eq!(app.session().history().len(), 2);
    }

    #[test]
    fn who_thinks_for_a_day_is_stopped_by_whatever_changes_the_wish() {
        let (mut app, mut thinker) = begin(["human", "alphabeta:time=86400s"]);
        press(&mut app, ":e4\n");
        for keys in ["u:d4\n", "p", "p", "ny:c4\n"] {
            thinker.follow(app.wish(), app.session());
            press(&mut app, keys);
        }
        thinker.follow(app.wish(), app.session());
        thread::sleep(Duration::from_millis(20));
        assert_eq!(thinker.answer(), None, "what was stopped has no answer");
        // A hint comes from the same thread: it comes only if everything before has ended. The adviser would think
        // for a day, too, so it is told to answer now.
        press(&mut app, "uh");
        thinker.follow(app.wish(), app.session());
        assert!(matches!(app.wish(), Some(Wish { asked: Asked::Adviser, .. })));
        thread::sleep(Duration::from_millis(20));
        thinker.stop();
        let (wish, text) = wait(&thinker).unwrap();
        app.answer(wish, text);
        assert!(app.message().unwrap().starts_with("Hint: "), "{:?}", app.message());
    }

    #[test]
    fn the_thread_ends_with_the_thinker() {
        let (mut app, mut thinker) = begin(["alphabeta:time=86400s", "human"]);
        thinker.follow(app.wish(), app.session());
        let (_, gone) = mpsc::channel();
        let answers = std::mem::replace(&mut thinker.answers, gone);
        press(&mut app, "q");
        assert!(app.has_left());
        drop(thinker);
        let begin = Instant::now();
        while answers.recv_timeout(PATIENCE).is_ok() {}
        assert!(begin.elapsed() < PATIENCE, "the other end is closed when the thread has ended");
    }

    #[test]
    fn who_cannot_play_the_game_is_refused() {
        let thinker = Thinker::new(&setup(["human", "greedy:eval=hope"]));
        assert!(thinker.is_err_and(|error| error.to_string().contains("this game has best")));
    }
}
