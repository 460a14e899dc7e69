//! The Universal Chess Interface (Kahlen and Huber, 2000), for every game: `UCI_Variant` says which.
//!
//! Beside the commands of the protocol there are `d` (the board), `eval` (what the evaluator says), `bench` (searches
//! that are the same everywhere) and `go perft N`, as engines commonly have them.
//!
//! Whatever cannot be understood is answered by an `info string` and changes nothing.

mod go;
mod info;
mod options;
mod position;
mod search;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use quevedo_catalog::{Catalog, EvalRef, GameEntry, Player, Session};
use quevedo_core::notation::clip;
use quevedo_core::{Limits, UciStyle};

use self::go::Go;
use self::info::{InfoWriter, knows_draws};
use self::options::{Change, Name, Options};
use self::search::{BenchRun, OnDone, Purpose, Search};
use crate::diagram::diagram;
use crate::player_slot::PlayerSlot;
use crate::{Action, Event, Protocol, Task, TaskResult, Work};

/// The protocol.
pub struct Uci {
    catalog: Catalog,
    game: GameEntry,
    session: Box<dyn Session>,
    options: Options,
    slot: PlayerSlot,
    search: Option<Search>,
    /// The conversation ends with the search that is still running.
    ending: bool,
}

impl Protocol for Uci {
    fn handle(&mut self, event: Event) -> Vec<Action> {
        match event {
            Event::Line(line) => self.run_command(line.trim()),
            Event::Progress(found) => {
                let lines = self.search.as_mut().map(|search| search.progress(found));
                lines.into_iter().flatten().map(say).collect()
            }
            Event::Done(result, player) => {
                let mut actions = self.done(result, player);
                if self.ending && self.search.is_none() {
                    actions.push(Action::Quit);
                }
                actions
            }
            Event::End => self.end(),
        }
    }
}

fn say(text: impl Into<String>) -> Action {
    Action::Say(text.into())
}

fn info_string(text: impl std::fmt::Display) -> Action {
    say(format!("info string {text}"))
}

impl Uci {
    /// Begins with the default game of the catalog; `None` if it has no games.
    pub fn new(catalog: Catalog) -> Option<Self> {
        let game = catalog.uci_default()?.clone();
        Some(Self {
            session: position::start(&game),
            catalog,
            game,
            options: Options::default(),
            slot: PlayerSlot::default(),
            search: None,
            ending: false,
        })
    }

    /// How moves are written.
    fn style(&self) -> UciStyle {
        if self.options.is_on(Name::Chess960) { UciStyle::Chess960 } else { UciStyle::Standard }
    }

    fn run_command(&mut self, line: &str) -> Vec<Action> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match word {
            "" | "debug" | "register" => Vec::new(),
            "uci" => introduce(&self.catalog),
            "isready" => vec![say("readyok")],
            "ucinewgame" => {
                self.slot.clear();
                self.session = position::start(&self.game);
                Vec::new()
            }
            "setoption" => self.set_option(rest),
            "position" => self.set_position(rest),
            "go" => self.go(rest),
            "stop" => self.stop(),
            "ponderhit" => self.ponder_hit(),
            "quit" => self.quit(),
            "d" => self.show(),
            "eval" => self.eval(),
            "bench" => self.bench(),
            _ => vec![info_string(format!("unknown command `{}`", clip(word)))],
        }
    }

    fn set_option(&mut self, text: &str) -> Vec<Action> {
        match self.options.set(&self.catalog, text) {
            Ok(Change::Nothing) => {}
            Ok(Change::ClearHash) => self.slot.clear(),
            Ok(Change::Tables(folders)) => {
                self.slot.clear();
                return vec![Action::OpenTables(folders)];
            }
            Ok(Change::Game(game)) if game == self.game => {}
            Ok(Change::Game(game)) => {
                self.session = position::start(&game);
                self.game = game;
                self.slot.clear();
            }
            Err(error) => return vec![info_string(error)],
        }
        Vec::new()
    }

    fn set_position(&mut self, text: &str) -> Vec<Action> {
        match position::read(&self.game, self.style(), text) {
            Ok(session) => {
                self.session = session;
                Vec::new()
            }
            Err(error) => vec![info_string(format!("position: {error}"))],
        }
    }

    fn go(&mut self, text: &str) -> Vec<Action> {
        let (go, warnings) = Go::read(text);
        let mut actions: Vec<Action> = warnings.into_iter().map(info_string).collect();
        if self.search.is_some() {
            actions.push(info_string("go: a search is running, `stop` it first"));
        } else if let Some(depth) = go.perft {
            actions.push(self.begin(Purpose::Perft, Work::Perft(depth), self.session.fork()));
        } else {
            actions.extend(self.think(go));
        }
        actions
    }

    /// Begins to look for a move.
    fn think(&mut self, go: Go) -> Vec<Action> {
        let mut actions = Vec::new();
        let mut search_moves = Vec::new();
        for text in &go.searchmoves {
            match self.session.fork().play_uci(text, self.style()) {
                Ok(mv) => search_moves.push(mv.text),
                Err(error) => actions.push(info_string(format!("searchmoves: {error}"))),
            }
        }
        let player = match self.slot.take(self.session.entry(), &self.options.player(self.session.entry())) {
            Ok(player) => player,
            Err(error) => {
                actions.extend([info_string(error), say("bestmove (none)")]);
                return actions;
            }
        };
        let (clock, limits) = go.limits(self.session.turn(), self.options.overhead());
        let work = Work::Search { player, clock, limits, search_moves };
        actions.push(self.begin(Purpose::Go(Box::new(go)), work, self.session.fork()));
        actions
    }

    fn begin(&mut self, purpose: Purpose, work: Work, session: Box<dyn Session>) -> Action {
        let stop = Arc::new(AtomicBool::new(false));
        let task = Task { session: session.fork(), work, stop: Arc::clone(&stop) };
        let chances = self.options.is_on(Name::ShowWdl).then(|| knows_draws(&*session));
        let writer = InfoWriter { style: self.style(), lines: self.options.lines_wanted(), chances };
        let waits = matches!(&purpose, Purpose::Go(go) if go.waits());
        let on_done = if waits { OnDone::Wait } else { OnDone::Answer };
        self.search = Some(Search { purpose, on_done, session, writer, stop, last: None, found: None });
        Action::Begin(Box::new(task))
    }

    fn done(&mut self, result: TaskResult, player: Option<Box<dyn Player>>) -> Vec<Action> {
        let Some(mut search) = self.search.take() else { return Vec::new() };
        if let Purpose::Go(_) = search.purpose {
            self.slot.give_back(player);
        }
        if let Purpose::Bench(run) = &mut search.purpose
            && run.add(&result, &search.stop)
        {
            let run = std::mem::take(run);
            return self.bench_next(run);
        }
        match (search.on_done, search.purpose) {
            (OnDone::Again, Purpose::Go(go)) => self.think_again(go.after_ponderhit(), search.session),
            (OnDone::Wait, purpose) => {
                search.purpose = purpose;
                search.found = Some(result);
                self.search = Some(search);
                Vec::new()
            }
            (_, purpose) => {
                search.purpose = purpose;
                search.result_lines(&result).into_iter().map(say).collect()
            }
        }
    }

    /// The same game once more, by the clock.
    fn think_again(&mut self, go: Go, session: Box<dyn Session>) -> Vec<Action> {
        let now = std::mem::replace(&mut self.session, session);
        let actions = self.think(go);
        self.session = now;
        actions
    }

    /// Stops the search; a result that was held back is written.
    fn stop(&mut self) -> Vec<Action> {
        if let Some(search) = &mut self.search {
            search.request_stop();
            search.on_done = OnDone::Answer;
        }
        let held = self.search.take_if(|search| search.found.is_some());
        let lines = held.and_then(|search| search.found.as_ref().map(|result| search.result_lines(result)));
        lines.into_iter().flatten().map(say).collect()
    }

    fn ponder_hit(&mut self) -> Vec<Action> {
        let Some(search) = &mut self.search else { return Vec::new() };
        let Purpose::Go(go) = &search.purpose else { return Vec::new() };
        if !go.ponder || search.on_done != OnDone::Wait {
            return Vec::new();
        }
        if search.found.is_some() {
            // Pondering and infinite at once: the answer still waits for `stop`.
            return if go.infinite { Vec::new() } else { self.stop() };
        }
        search.on_done = OnDone::Again;
        search.request_stop();
        Vec::new()
    }

    /// A bench is finished first, so that its figures reach a script that writes both commands at once.
    fn quit(&mut self) -> Vec<Action> {
        if self.is_benching() {
            self.ending = true;
            return Vec::new();
        }
        self.stop();
        vec![Action::Quit]
    }

    fn is_benching(&self) -> bool {
        matches!(self.search, Some(Search { purpose: Purpose::Bench(_), .. }))
    }

    /// No more commands will come. A bench is finished; another search is stopped and still answered; counting is given up.
    fn end(&mut self) -> Vec<Action> {
        self.ending = true;
        if self.is_benching() {
            return Vec::new();
        }
        let mut actions = self.stop();
        if !matches!(self.search, Some(Search { purpose: Purpose::Go(_), .. })) {
            actions.push(Action::Quit);
        }
        actions
    }

    /// The board.
    fn show(&self) -> Vec<Action> {
        let position = self.session.uci_position();
        let mut lines = diagram(&*self.session);
        lines.extend([String::new(), format!("Fen: {position}")]);
        if let Some(outcome) = self.session.outcome() {
            lines.push(format!("Result: {} {}", outcome.score_text(), outcome.reason.text.en));
        }
        lines.into_iter().map(say).collect()
    }

    /// What the evaluator says, without any search.
    fn eval(&self) -> Vec<Action> {
        if let Some(outcome) = self.session.outcome() {
            return vec![say(format!("Result: {} {}", outcome.score_text(), outcome.reason.text.en))];
        }
        let Ok(evaluation) = self.game.evaluate(&*self.session, &EvalRef::Best) else { return Vec::new() };
        let terms = evaluation.terms.iter().map(|term| say(format!("{}: {:.2}", term.name.en, term.value)));
        terms.chain([say(format!("Final evaluation: {} (side to move)", evaluation.score))]).collect()
    }

    /// Searches the positions of the game in a way that is the same everywhere.
    fn bench(&mut self) -> Vec<Action> {
        if self.search.is_some() {
            return vec![info_string("bench: a search is running, `stop` it first")];
        }
        let mut sessions = self.game.bench_sessions();
        sessions.reverse();
        self.bench_next(BenchRun::new(sessions))
    }

    /// Searches the next position of a bench, or tells its figures.
    fn bench_next(&mut self, mut run: BenchRun) -> Vec<Action> {
        let Some(session) = run.left.pop() else { return run.lines().into_iter().map(say).collect() };
        match PlayerSlot::default().take(&self.game, &self.game.bench_player()) {
            Ok(player) => {
                let work = Work::Search { player, clock: None, limits: Limits::default(), search_moves: Vec::new() };
                vec![self.begin(Purpose::Bench(run), work, session)]
            }
            Err(error) => vec![info_string(error)],
        }
    }
}

fn introduce(catalog: &Catalog) -> Vec<Action> {
    let mut lines = vec![format!("id name Quevedo {}", env!("CARGO_PKG_VERSION")), "id author Quevedo".into()];
    lines.push(String::new());
    lines.extend(Options::lines(catalog));
    lines.push("uciok".into());
    lines.into_iter().map(say).collect()
}
