//! A live game and its machine: what the room of a server does, without waiting.

use std::collections::BTreeMap;

use quevedo_api::Problem;
use quevedo_api::answers::analysis::default_engine;
use quevedo_api::live::{Clock, GameRow, LiveGame, Presence, StoredGame, Viewer, state};
use quevedo_api::messages;
use quevedo_api::wire::{Failure, FromPage, GamePosition, GameState, MoveThought, Status, ToPage};
use quevedo_catalog::{PlayerSpec, PresetSpec};
use quevedo_core::platform::Instant;
use quevedo_core::{Language, Side};
use serde_json::Value;

use crate::calls::{Effects, Search, Stored};
use crate::searcher::{FoundMove, GameSearch, MoveSearch};

/// The one visitor there is.
pub(crate) const VISITOR: &str = "me";
/// Searches for one move, when their worker fails.
const MAX_SEARCHES: u32 = 3;

/// A search for the next move.
struct PendingMove {
    key: String,
    side: Side,
    /// Whether it is the one move of a paused game.
    step: bool,
    ready_at: Instant,
    found: Option<String>,
    thought: Option<MoveThought>,
}

/// A live game.
pub(crate) struct BrowserGame {
    pub(crate) live: LiveGame,
    /// The live views, and the language of each.
    pub(crate) lines: BTreeMap<u64, Language>,
    pending: Option<PendingMove>,
    /// One more move in a paused game.
    step: bool,
    /// How often the search for the next move has failed.
    failures: u32,
    /// The line whose analysis runs.
    analysis: Option<u64>,
}

impl BrowserGame {
    pub(crate) fn new(live: LiveGame) -> Self {
        Self { live, lines: BTreeMap::new(), pending: None, step: false, failures: 0, analysis: None }
    }

    pub(crate) fn row(&self) -> &GameRow {
        self.live.row()
    }

    pub(crate) fn viewer(&self) -> Viewer {
        self.live.viewer(VISITOR)
    }

    pub(crate) fn state(&self) -> GameState {
        let searching = self.pending.as_ref().map(|pending| pending.side);
        state(&self.live, Presence { online: [true; 2], watchers: 0, searching }, self.viewer())
    }

    /// The moves so far, or the first of them.
    pub(crate) fn line(&self, plies: usize) -> GamePosition {
        let moves = self.live.moves().iter().take(plies).map(|mv| mv.text.clone()).collect();
        GamePosition { game: self.row().game.clone(), position: Some(self.row().start.clone()), moves }
    }

    /// Has what changed stored, tells everybody, and lets the machine to move begin.
    pub(crate) fn settle(&mut self, effects: &mut Effects) {
        let changed = !self.live.take_changes().is_empty();
        if changed {
            effects.store.push(self.stored());
        }
        self.start_search(effects);
        self.tell(effects);
        self.set_wake(effects);
    }

    fn stored(&self) -> Stored {
        let game = StoredGame { row: self.row().clone(), moves: self.live.moves().to_vec() };
        Stored::Game { id: self.row().id.clone(), game: Box::new(game) }
    }

    /// Sends the state to all live views.
    pub(crate) fn tell(&self, effects: &mut Effects) {
        if self.lines.is_empty() {
            return;
        }
        let state = message(&ToPage::State { state: Box::new(self.state()) });
        effects.lines.extend(self.lines.keys().map(|line| (*line, state.clone())));
    }

    /// Asks to be called when a move may be played or a flag falls.
    pub(crate) fn set_wake(&self, effects: &mut Effects) {
        let now = Instant::now();
        let flag = self.live.clock().and_then(Clock::deadline);
        let due = self.pending.as_ref().filter(|pending| pending.found.is_some()).map(|pending| pending.ready_at);
        let wait = |time: Instant| time.saturating_duration_since(now).as_millis() as u64 + 1;
        let waits = flag.into_iter().chain(due).map(wait);
        effects.wake_ms = effects.wake_ms.into_iter().chain(waits).min();
    }

    /// Does what is due.
    pub(crate) fn wake(&mut self, effects: &mut Effects) {
        if self.live.check_flag() {
            self.drop_search(effects);
            self.settle(effects);
        } else if self.pending.as_ref().is_some_and(PendingMove::is_due) {
            self.play_found(effects);
        } else {
            self.set_wake(effects);
        }
    }

    fn start_search(&mut self, effects: &mut Effects) {
        let step = self.step && self.live.status() == Status::Paused;
        let plays = self.live.status() == Status::Running || step;
        if self.pending.is_some() || !plays {
            return;
        }
        let side = self.live.turn();
        let Some(spec) = self.live.engine(side) else { return };
        self.step = false;
        // The player of a side keeps its tables in the worker that knows this key.
        let key = format!("move {} {}", self.row().id, side.index());
        let clock_ms = self.live.machine_clock(side);
        let search = MoveSearch {
            line: self.line(usize::MAX),
            spec: spec.to_string(),
            clock_ms: clock_ms.map(|clock| [clock.left, clock.increment].map(|time| time.as_millis() as u64)),
        };
        effects.searches.push(self.search(&key, "/search/move", &search, true));
        let ready_at = self.live.ready_at(side);
        self.pending = Some(PendingMove { key, side, step, ready_at, found: None, thought: None });
    }

    /// A search about this game.
    pub(crate) fn search(&self, key: &str, path: &str, body: &impl serde::Serialize, report: bool) -> Search {
        Search {
            key: key.to_owned(),
            path: path.to_owned(),
            body: Some(serde_json::to_string(body).expect("plain data")),
            language: String::new(),
            game: Some(self.row().id.clone()),
            report,
        }
    }

    fn drop_search(&mut self, effects: &mut Effects) {
        if let Some(pending) = self.pending.take().filter(|pending| pending.found.is_none()) {
            effects.stop.push(pending.key);
        }
    }

    /// The search for a move has ended; without a result its worker has failed.
    pub(crate) fn move_found(&mut self, key: &str, found: Option<Value>, effects: &mut Effects) {
        let Some(pending) = self.pending.as_mut().filter(|pending| pending.key == key && pending.found.is_none())
        else {
            return;
        };
        let found: Option<FoundMove> = found.and_then(|found| serde_json::from_value(found).ok());
        let failed = found.is_none();
        if failed {
            self.failures += 1;
            let tries_again = self.failures < MAX_SEARCHES;
            let words = if tries_again { messages::machine_tries_again() } else { messages::machine_plays_any() };
            let said = |(line, language): (&u64, &Language)| {
                (*line, message(&ToPage::MachineFailed(Failure::new(&words, *language, None))))
            };
            effects.lines.extend(self.lines.iter().map(said));
            if tries_again {
                self.step = pending.step;
                self.pending = None;
                return self.settle(effects);
            }
        }
        self.failures = 0;
        let FoundMove { mv, thought } = found.unwrap_or(FoundMove { mv: None, thought: None });
        pending.found = mv.or_else(|| self.live.legal().first().map(|mv| mv.text.clone()));
        pending.thought = thought;
        if pending.is_due() { self.play_found(effects) } else { self.set_wake(effects) }
    }

    fn play_found(&mut self, effects: &mut Effects) {
        let Some(PendingMove { found: Some(text), thought, step, .. }) = self.pending.take() else { return };
        // An illegal move would be an error of ours; the game then stays as it is.
        let _ = if step { self.live.step(&text, thought) } else { self.live.play(&text, thought) };
        self.settle(effects);
    }

    /// Does what the visitor wants.
    pub(crate) fn act(&mut self, line: u64, wanted: FromPage, effects: &mut Effects) -> Result<(), Problem> {
        let viewer = self.viewer();
        match wanted {
            FromPage::Ping => {
                effects.lines.push((line, message(&ToPage::Pong)));
                return Ok(());
            }
            FromPage::Hint => return self.hint(effects),
            FromPage::Analyse { ply, spec, lines } => return self.analyse(line, ply, spec, lines, effects),
            FromPage::AnalyseStop => {
                self.stop_analysis(effects);
                return Ok(());
            }
            FromPage::Play { ply, taps } => self.live.play_taps(viewer, ply, &taps)?,
            FromPage::Resign => self.live.resign(viewer)?,
            FromPage::Draw { answer } => self.live.draw(viewer, answer)?,
            FromPage::Undo => self.live.undo(viewer)?,
            FromPage::Takeback { answer } => self.live.takeback(viewer, answer)?,
            FromPage::Help { answer } => self.live.help(viewer, answer)?,
            FromPage::Pause | FromPage::Resume => {
                self.live.pause(viewer, wanted == FromPage::Pause)?;
                self.drop_search(effects);
            }
            FromPage::Step => {
                self.live.check_step(viewer)?;
                self.step = true;
            }
            FromPage::Delay { ms } => self.live.set_delay(viewer, ms)?,
            FromPage::Join { name } => self.live.join(VISITOR, &name.unwrap_or_default())?,
        }
        if self.live.status() == Status::Finished || self.live.plies_changed() || self.live.answer_offer() {
            self.drop_search(effects);
        }
        self.settle(effects);
        Ok(())
    }

    /// The engine that gives hints in this game.
    fn hint_engine(&self) -> PlayerSpec {
        let searches = |spec: &PlayerSpec| !matches!(spec, PlayerSpec::Random(_));
        let mut engines = Side::BOTH.into_iter().filter_map(|side| self.live.engine(side)).filter(searches);
        engines.next().unwrap_or_else(|| PlayerSpec::Hard(PresetSpec::default()))
    }

    fn hint(&self, effects: &mut Effects) -> Result<(), Problem> {
        if !self.live.can(self.viewer()).hint {
            return Err(Problem::conflict(messages::not_your_turn()));
        }
        let body = GameSearch { line: self.line(usize::MAX), spec: self.hint_engine().to_string(), lines: 1 };
        effects.searches.push(self.search("hint", "/search/hint", &body, false));
        Ok(())
    }

    fn analyse(
        &mut self,
        line: u64,
        ply: usize,
        spec: Option<String>,
        lines: Option<u8>,
        effects: &mut Effects,
    ) -> Result<(), Problem> {
        if ply > self.live.plies() {
            return Err(Problem::unprocessable(messages::bad_ply()));
        }
        let spec = spec.unwrap_or_else(|| default_engine().to_string());
        quevedo_api::engines::parse_spec(self.live.entry(), &spec)?;
        let body = GameSearch { line: self.line(ply), spec, lines: lines.unwrap_or(1) };
        effects.searches.push(self.search("analysis", "/search/analysis", &body, false));
        self.analysis = Some(line);
        Ok(())
    }

    /// Stops the analysis of this game.
    pub(crate) fn stop_analysis(&mut self, effects: &mut Effects) {
        if self.analysis.take().is_some() {
            effects.stop.push("analysis".into());
        }
    }

    /// A live view ends.
    pub(crate) fn close(&mut self, line: u64, effects: &mut Effects) {
        self.lines.remove(&line);
        if self.analysis == Some(line) {
            self.stop_analysis(effects);
        }
    }
}

impl PendingMove {
    fn is_due(&self) -> bool {
        self.found.is_some() && self.ready_at <= Instant::now()
    }
}

/// A message for a live view.
pub(crate) fn message(message: &ToPage) -> Value {
    serde_json::to_value(message).expect("plain data")
}
