//! The Universal Chess Interface (Kahlen and Huber, 2000), for every game: `UCI_Variant` says which.
//!
//! Beside the commands of the protocol there are `d` (the board), `eval` (what the evaluator says), `bench` (a search
//! that is the same everywhere) and `go perft N`, as engines commonly have them.
//!
//! Whatever cannot be understood is answered by an `info string` and changes nothing.

mod go;
mod info;
mod options;
mod position;
mod search;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use quevedo_catalog::{Dialect, GAMES, GameEntry, Orders, Player, Session};
use quevedo_core::notation::clip;

use self::go::Go;
use self::info::{Pen, knows_draws};
use self::options::{Change, Name, Options};
use self::search::{Purpose, Search, Then};
use crate::diagram::diagram;
use crate::seat::Seat;
use crate::{Act, Finding, News, Talk, Task, Work};

/// The player of `bench`, and with it the number of nodes that `bench` prints.
const BENCH: &str = "alphabeta:depth=100,nodes=1000000,hash=16,threads=1";

/// The protocol.
pub struct Uci {
    game: &'static GameEntry,
    session: Box<dyn Session>,
    options: Options,
    seat: Seat,
    search: Option<Search>,
    /// The end of the input has come; the search that is still running is to be answered.
    ending: bool,
}

impl Default for Uci {
    fn default() -> Self {
        Self::new()
    }
}

impl Talk for Uci {
    fn hear(&mut self, news: News) -> Vec<Act> {
        match news {
            News::Line(line) => self.obey(line.trim()),
            News::Progress(thought) => {
                let lines = self.search.as_mut().map(|search| search.progress(thought));
                lines.into_iter().flatten().map(say).collect()
            }
            News::Done(finding, player) => {
                let mut acts = self.done(finding, player);
                if self.ending && self.search.is_none() {
                    acts.push(Act::Quit);
                }
                acts
            }
            News::End => self.end(),
        }
    }
}

fn say(text: impl Into<String>) -> Act {
    Act::Say(text.into())
}

fn complain(text: impl std::fmt::Display) -> Act {
    say(format!("info string {text}"))
}

impl Uci {
    /// Chess at first, as the protocol has it: the first game of the catalog.
    pub fn new() -> Self {
        let game = &GAMES[0];
        Self {
            game,
            session: position::start(game),
            options: Options::default(),
            seat: Seat::default(),
            search: None,
            ending: false,
        }
    }

    /// How moves and positions are written.
    fn dialect(&self) -> Dialect {
        match self.game.dialect {
            Dialect::Own if self.options.is_on(Name::Chess960) => Dialect::RookCastling,
            dialect => dialect,
        }
    }

    fn obey(&mut self, line: &str) -> Vec<Act> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match word {
            "" | "debug" | "register" => Vec::new(),
            "uci" => introduce(),
            "isready" => vec![say("readyok")],
            "ucinewgame" => {
                self.seat.clear();
                self.session = position::start(self.game);
                Vec::new()
            }
            "setoption" => self.set_option(rest),
            "position" => self.set_position(rest),
            "go" => self.go(rest),
            "stop" => self.stop(),
            "ponderhit" => self.ponder_hit(),
            "quit" => {
                self.stop();
                vec![Act::Quit]
            }
            "d" => self.show(),
            "eval" => self.judge(),
            "bench" => self.bench(),
            _ => vec![complain(format!("unknown command `{}`", clip(word)))],
        }
    }

    fn set_option(&mut self, text: &str) -> Vec<Act> {
        match self.options.set(text) {
            Ok(Change::Nothing) => {}
            Ok(Change::ClearHash) => self.seat.clear(),
            Ok(Change::Tables(folders)) => {
                self.seat.clear();
                return vec![Act::OpenTables(folders)];
            }
            Ok(Change::Game(game)) if game == self.game => {}
            Ok(Change::Game(game)) => {
                self.game = game;
                self.session = position::start(game);
                self.seat.clear();
            }
            Err(error) => return vec![complain(error)],
        }
        Vec::new()
    }

    fn set_position(&mut self, text: &str) -> Vec<Act> {
        match position::read(self.game, self.dialect(), text) {
            Ok(session) => {
                self.session = session;
                Vec::new()
            }
            Err(error) => vec![complain(format!("position: {error}"))],
        }
    }

    fn go(&mut self, text: &str) -> Vec<Act> {
        let (go, complaints) = Go::read(text);
        let mut acts: Vec<Act> = complaints.into_iter().map(complain).collect();
        if self.search.is_some() {
            acts.push(complain("go: a search is running, `stop` it first"));
        } else if let Some(depth) = go.perft {
            acts.push(self.begin(Purpose::Perft, Work::Perft(depth), self.session.fork()));
        } else {
            acts.extend(self.think(go));
        }
        acts
    }

    /// Begins to look for a move.
    fn think(&mut self, go: Go) -> Vec<Act> {
        let mut acts = Vec::new();
        let mut only = Vec::new();
        for text in &go.searchmoves {
            match self.dialect().play(&mut *self.session.fork(), text) {
                Ok(mv) => only.push(mv.text),
                Err(error) => acts.push(complain(format!("searchmoves: {error}"))),
            }
        }
        let player = match self.seat.take(self.session.entry(), &self.options.player()) {
            Ok(player) => player,
            Err(error) => {
                acts.extend([complain(error), say("bestmove (none)")]);
                return acts;
            }
        };
        let (clock, limits) = go.limits(self.session.turn(), self.options.overhead());
        let work = Work::Think { player, clock, orders: Orders { limits, only } };
        acts.push(self.begin(Purpose::Go(Box::new(go)), work, self.session.fork()));
        acts
    }

    fn begin(&mut self, purpose: Purpose, work: Work, session: Box<dyn Session>) -> Act {
        let stop = Arc::new(AtomicBool::new(false));
        let task = Task { session: session.fork(), work, stop: Arc::clone(&stop) };
        let chances = self.options.is_on(Name::ShowWdl).then(|| knows_draws(&*session));
        let pen = Pen { dialect: self.dialect(), lines: self.options.lines_wanted(), chances };
        let waits = matches!(&purpose, Purpose::Go(go) if go.waits());
        let then = if waits { Then::Wait } else { Then::Answer };
        self.search = Some(Search { purpose, then, session, pen, stop, last: None, found: None });
        Act::Begin(Box::new(task))
    }

    fn done(&mut self, finding: Finding, player: Option<Box<dyn Player>>) -> Vec<Act> {
        let Some(mut search) = self.search.take() else { return Vec::new() };
        if let Purpose::Go(_) = search.purpose {
            self.seat.give_back(player);
        }
        match (search.then, search.purpose) {
            (Then::Again, Purpose::Go(go)) => self.think_again(go.after_ponderhit(), search.session),
            (Then::Wait, purpose) => {
                search.purpose = purpose;
                search.found = Some(finding);
                self.search = Some(search);
                Vec::new()
            }
            (_, purpose) => {
                search.purpose = purpose;
                search.tell(&finding).into_iter().map(say).collect()
            }
        }
    }

    /// The same game once more, by the clock.
    fn think_again(&mut self, go: Go, session: Box<dyn Session>) -> Vec<Act> {
        let now = std::mem::replace(&mut self.session, session);
        let acts = self.think(go);
        self.session = now;
        acts
    }

    /// Whatever is running comes to its end; what was found already is told.
    fn stop(&mut self) -> Vec<Act> {
        if let Some(search) = &mut self.search {
            search.brake();
            search.then = Then::Answer;
        }
        let held = self.search.take_if(|search| search.found.is_some());
        let told = held.and_then(|search| search.found.as_ref().map(|finding| search.tell(finding)));
        told.into_iter().flatten().map(say).collect()
    }

    fn ponder_hit(&mut self) -> Vec<Act> {
        let Some(search) = &mut self.search else { return Vec::new() };
        let Purpose::Go(go) = &search.purpose else { return Vec::new() };
        if !go.ponder || search.then != Then::Wait {
            return Vec::new();
        }
        if search.found.is_some() {
            // Pondering and infinite at once: the answer still waits for `stop`.
            return if go.infinite { Vec::new() } else { self.stop() };
        }
        search.then = Then::Again;
        search.brake();
        Vec::new()
    }

    /// No more commands will come. A search is stopped and still answered; counting is given up.
    fn end(&mut self) -> Vec<Act> {
        self.ending = true;
        let mut acts = self.stop();
        if !matches!(self.search, Some(Search { purpose: Purpose::Go(_), .. })) {
            acts.push(Act::Quit);
        }
        acts
    }

    /// The board.
    fn show(&self) -> Vec<Act> {
        let position = self.dialect().show_position(&*self.session);
        let mut lines = diagram(&*self.session);
        lines.extend([String::new(), format!("Fen: {position}")]);
        if let Some(outcome) = self.session.outcome() {
            lines.push(format!("Result: {} {}", outcome.score_text(), outcome.reason.text().en));
        }
        lines.into_iter().map(say).collect()
    }

    /// What the evaluator says, without any search.
    fn judge(&self) -> Vec<Act> {
        if let Some(outcome) = self.session.outcome() {
            return vec![say(format!("Result: {} {}", outcome.score_text(), outcome.reason.text().en))];
        }
        let Ok(evaluation) = self.game.evaluate(&*self.session, None) else { return Vec::new() };
        let terms = evaluation.terms.iter().map(|term| say(format!("{}: {:.2}", term.name, term.value)));
        terms.chain([say(format!("Final evaluation: {} (side to move)", evaluation.score))]).collect()
    }

    /// Searches the start position in a way that is the same everywhere.
    fn bench(&mut self) -> Vec<Act> {
        if self.search.is_some() {
            return vec![complain("bench: a search is running, `stop` it first")];
        }
        match Seat::default().take(self.game, BENCH) {
            Ok(player) => {
                let work = Work::Think { player, clock: None, orders: Orders::default() };
                vec![self.begin(Purpose::Bench, work, position::start(self.game))]
            }
            Err(error) => vec![complain(error)],
        }
    }
}

fn introduce() -> Vec<Act> {
    let mut lines = vec![format!("id name Quevedo {}", env!("CARGO_PKG_VERSION")), "id author Quevedo".into()];
    lines.push(String::new());
    lines.extend(Options::lines());
    lines.push("uciok".into());
    lines.into_iter().map(say).collect()
}
