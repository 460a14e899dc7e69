//! Machine players on a thread of their own, so that the screen never waits for them.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;

use quevedo_catalog::{GameEntry, Player, PlayerSpec, Session, SpecError};

use super::Setup;
use super::app::{MoveRequest, MoveSource};

/// A request with the start and the moves of the game, so that players know about repetitions.
struct SearchTask {
    request: MoveRequest,
    start: String,
    moves: Vec<String>,
    /// Set when the answer is not needed any more.
    stop: Arc<AtomicBool>,
}

/// A request and its move.
pub(crate) type Answer = (MoveRequest, Option<String>);

/// The machine players and the adviser of a game, on a thread that ends with this value.
pub(crate) struct EngineThread {
    tasks: Sender<SearchTask>,
    answers: Receiver<Answer>,
    /// The current request and the flag that stops its search.
    current: Option<(MoveRequest, Arc<AtomicBool>)>,
}

impl EngineThread {
    /// Starts the thread with the machines among the players.
    pub(crate) fn new(setup: &Setup) -> Result<Self, SpecError> {
        let mut players = Players::new(setup)?;
        let (tasks, received) = mpsc::channel::<SearchTask>();
        let (answered, answers) = mpsc::channel();
        thread::spawn(move || {
            for task in received {
                let text = players.search(&task);
                if answered.send((task.request, text)).is_err() {
                    return;
                }
            }
        });
        Ok(Self { tasks, answers, current: None })
    }

    /// Searches for this request from now on. The search for another request is stopped, and its answer dropped.
    pub(crate) fn follow(&mut self, request: Option<MoveRequest>, session: &dyn Session) {
        if self.current.as_ref().map(|(request, _)| *request) == request {
            return;
        }
        self.stop();
        self.current = request.map(|request| (request, Arc::default()));
        if let Some((request, stop)) = &self.current {
            let moves = session.history().iter().map(|mv| mv.text.clone()).collect();
            let task = SearchTask { request: *request, start: session.start(), moves, stop: Arc::clone(stop) };
            // If the thread is gone there will be no answer, and the board stays as it is.
            let _ = self.tasks.send(task);
        }
    }

    /// The answer to the current request, once it is there.
    pub(crate) fn answer(&self) -> Option<Answer> {
        let current = self.current.as_ref().map(|(request, _)| *request);
        self.answers.try_iter().find(|(request, _)| Some(*request) == current)
    }

    fn stop(&self) {
        if let Some((_, stop)) = &self.current {
            stop.store(true, Ordering::Relaxed);
        }
    }
}

impl Drop for EngineThread {
    fn drop(&mut self) {
        self.stop();
    }
}

/// The engines that choose moves.
struct Players {
    game: GameEntry,
    engines: [Option<Box<dyn Player>>; 2],
    /// A player of its own: what the machine has in mind is neither disturbed nor given away.
    adviser: Box<dyn Player>,
}

impl Players {
    fn new(setup: &Setup) -> Result<Self, SpecError> {
        let engine = |spec: &PlayerSpec| if spec.is_human() { Ok(None) } else { setup.game.player(spec).map(Some) };
        let [first, second] = setup.players.each_ref().map(engine);
        let adviser = setup.game.player(&setup.adviser())?;
        Ok(Self { game: setup.game.clone(), engines: [first?, second?], adviser })
    }

    /// The move for a request; `None` if there is none, or no engine to choose it.
    fn search(&mut self, task: &SearchTask) -> Option<String> {
        if task.stop.load(Ordering::Relaxed) {
            return None;
        }
        let mut session = self.game.session(Some(&task.start)).ok()?;
        for text in &task.moves {
            session.play(text).ok()?;
        }
        let player = match task.request.source {
            MoveSource::Player(side) => self.engines[side.index()].as_mut(),
            MoveSource::Adviser => Some(&mut self.adviser),
        };
        player?.search_until(&*session, &task.stop).map(|result| result.mv)
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

    /// A test fails after this time.
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

    fn begin(players: [&str; 2]) -> (App, EngineThread) {
        let setup = setup(players);
        let engines = EngineThread::new(&setup).unwrap();
        (App::new(setup).unwrap(), engines)
    }

    fn press(app: &mut App, keys: &str) {
        for key in keys.chars() {
            app.key(KeyEvent::from(if key == '\n' { KeyCode::Enter } else { KeyCode::Char(key) }));
        }
    }

    /// Waits for an answer as the screen does.
    fn wait(engines: &EngineThread) -> Option<Answer> {
        let begin = Instant::now();
        while begin.elapsed() < PATIENCE {
            if let Some(answer) = engines.answer() {
                return Some(answer);
            }
            thread::sleep(Duration::from_millis(1));
        }
        None
    }

    #[test]
    fn a_machine_moves() {
        let (mut app, mut engines) = begin(["human", "alphabeta:depth=1"]);
        press(&mut app, ":e4\n");
        engines.follow(app.request(), app.session());
        let (request, text) = wait(&engines).unwrap();
        app.answer(request, text);
        app.pass_time(Duration::from_secs(1));
        assert_eq!(app.session().history().len(), 2);
    }

    /// The hint of an adviser that is stopped after this time; `None` if it was stopped before its search began, as
    /// on a busy machine.
    fn hint_stopped_after(time: Duration) -> Option<String> {
        let (mut app, mut engines) = begin(["human", "alphabeta:time=86400s"]);
        press(&mut app, ":e4\n");
        for keys in ["u:d4\n", "p", "p", "ny:c4\n"] {
            engines.follow(app.request(), app.session());
            press(&mut app, keys);
        }
        engines.follow(app.request(), app.session());
        thread::sleep(Duration::from_millis(20));
        assert_eq!(engines.answer(), None, "a stopped search has no answer");
        // A hint comes from the same thread: it comes only if everything before has ended. The adviser would think
        // for a day, too, so it is stopped.
        press(&mut app, "uh");
        engines.follow(app.request(), app.session());
        assert!(matches!(app.request(), Some(MoveRequest { source: MoveSource::Adviser, .. })));
        thread::sleep(time);
        engines.stop();
        let (request, text) = wait(&engines).unwrap();
        text.as_ref()?;
        app.answer(request, text);
        app.message().map(Into::into)
    }

    #[test]
    fn a_long_search_is_stopped_when_the_request_changes() {
        let hint = [20, 200, 2_000, 20_000].into_iter().find_map(|ms| hint_stopped_after(Duration::from_millis(ms)));
        assert!(hint.as_ref().is_some_and(|hint| hint.starts_with("Hint: ")), "{hint:?}");
    }

    #[test]
    fn the_thread_ends_with_the_thinker() {
        let (mut app, mut engines) = begin(["alphabeta:time=86400s", "human"]);
        engines.follow(app.request(), app.session());
        let (_, gone) = mpsc::channel();
        let answers = std::mem::replace(&mut engines.answers, gone);
        press(&mut app, "q");
        assert!(app.has_left());
        drop(engines);
        let begin = Instant::now();
        while answers.recv_timeout(PATIENCE).is_ok() {}
        assert!(begin.elapsed() < PATIENCE, "the other end is closed when the thread has ended");
    }

    #[test]
    fn an_engine_that_cannot_play_the_game_is_refused() {
        let engines = EngineThread::new(&setup(["human", "greedy:eval=hope"]));
        assert!(engines.is_err_and(|error| error.to_string().contains("this game has best")));
    }
}
