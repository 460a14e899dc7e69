//! Machine players, asked in the background so that the screen never waits for them.

use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;

use quevedo_catalog::{GameEntry, Player, PlayerSpec, Session};
use quevedo_core::Side;

/// A position to find a move in: where the game began and what was played, so that players know about repetitions.
struct Question {
    side: Side,
    ticket: u64,
    start: String,
    moves: Vec<String>,
}

/// The ticket of a question, and the move.
pub(crate) type Answer = (u64, Option<String>);

/// Two players on a thread of their own. The thread ends with this.
pub(crate) struct Thinker {
    questions: Sender<Question>,
    answers: Receiver<Answer>,
}

impl Thinker {
    /// Sets the machines among the players to work.
    pub(crate) fn new(game: &'static GameEntry, players: &[PlayerSpec; 2]) -> Self {
        let (questions, to_answer) = mpsc::channel::<Question>();
        let (answered, answers) = mpsc::channel();
        let mut players = players.each_ref().map(|spec| game.player(spec));
        thread::spawn(move || {
            for question in to_answer {
                let text =
                    players[question.side.index()].as_mut().and_then(|player| think(game, &mut **player, &question));
                if answered.send((question.ticket, text)).is_err() {
                    return;
                }
            }
        });
        Self { questions, answers }
    }

    /// Asks for a move; the answer comes with the ticket.
    pub(crate) fn ask(&self, session: &dyn Session, side: Side, ticket: u64) {
        let moves = session.history().iter().map(|mv| mv.text.clone()).collect();
        // If the thread is gone there will be no answer, and the board stays as it is.
        let _ = self.questions.send(Question { side, ticket, start: session.start(), moves });
    }

    /// An answer, if one has come.
    pub(crate) fn answer(&self) -> Option<Answer> {
        self.answers.try_recv().ok()
    }
}

fn think(game: &'static GameEntry, player: &mut dyn Player, question: &Question) -> Option<String> {
    let mut session = game.session(Some(&question.start)).ok()?;
    for text in &question.moves {
        session.play(text).ok()?;
    }
    player.choose(&*session)
}
