//! Live games, and the requests that need no search.

use std::collections::BTreeMap;

use quevedo_api::Problem;
use quevedo_api::answers::played::{PlayedRow, played_moves};
use quevedo_api::answers::puzzles::{self, OpenPuzzle};
use quevedo_api::answers::{analysis, catalog, editor, game, read_body};
use quevedo_api::live::{LiveGame, clean_name};
use quevedo_api::messages;
use quevedo_api::wire::{
    self, FromPage, LinePosition, LineRequest, NetworkList, NewGame, RecordRequest, ReviewState, Status, ToPage,
    TryRequest, Visitor, VisitorRequest,
};
use quevedo_catalog::{Catalog, Session};
use quevedo_core::{Language, Side};
use quevedo_nets::registry::{NetworkEntry, networks};
use serde::Serialize;
use serde_json::Value;

use crate::calls::{Call, Effects, Event, Reply, Search, Stored, language};
use crate::game::{BrowserGame, VISITOR, message};
use crate::list::list;
use crate::reviews::Reviews;
use crate::route::Route;
use crate::searcher::{GameSearch, TrySearch};

/// The deepest ply at which moves of finished games are counted.
const COUNTED_PLIES: usize = 40;

/// The games of the visitor.
pub struct Games {
    catalog: Catalog,
    by_id: BTreeMap<String, BrowserGame>,
    reviews: Reviews,
    name: String,
    /// The game of each live view.
    lines: BTreeMap<u64, String>,
}

/// The answer to a request: at once, or by a search.
enum Answer {
    Now(Value),
    Search(Search),
}

type Answered = Result<Answer, Problem>;

#[allow(clippy::unnecessary_wraps, reason = "the answer of a request")]
fn now(answer: impl Serialize) -> Answered {
    Ok(Answer::Now(serde_json::to_value(answer).expect("plain data")))
}

impl Games {
    /// The games of earlier visits. One that cannot be read is left out.
    pub fn load(stored: Vec<Stored>) -> Self {
        let mut all = Self {
            catalog: Catalog::standard(),
            by_id: BTreeMap::new(),
            reviews: Reviews::default(),
            name: String::new(),
            lines: BTreeMap::new(),
        };
        for one in stored {
            match one {
                Stored::Game { id, game } => {
                    if let Ok(live) = LiveGame::load(&all.catalog, *game) {
                        all.by_id.insert(id, BrowserGame::new(live));
                    }
                }
                Stored::Review { id, review } => all.reviews.load(id, review),
                Stored::Name { name, .. } => all.name = name,
            }
        }
        all
    }

    /// Handles a call of the page.
    pub fn handle(&mut self, call: Call) -> Effects {
        let mut effects = Effects::default();
        match call {
            Call::Request { method, path, body, language: code } => {
                self.request(&method, &path, body, &code, &mut effects);
            }
            Call::Open { line, game, language: code } => self.open(line, game, language(&code), &mut effects),
            Call::Say { line, message } => self.say(line, &message, &mut effects),
            Call::Close { line } => {
                if let Some(game) = self.lines.remove(&line).and_then(|id| self.by_id.get_mut(&id)) {
                    game.close(line, &mut effects);
                }
            }
            Call::Found(event) => self.found(event, &mut effects),
            Call::Wake => self.by_id.values_mut().for_each(|game| game.wake(&mut effects)),
            Call::Start { .. } | Call::Load { .. } | Call::Search(_) => {}
        }
        effects
    }

    fn request(&mut self, method: &str, path: &str, body: Option<String>, code: &str, effects: &mut Effects) {
        let language = language(code);
        let route = Route::new(path, body.as_deref(), language);
        match self.answer(method, &route, effects) {
            Ok(Answer::Search(mut search)) => {
                code.clone_into(&mut search.language);
                if search.path.is_empty() {
                    (search.path, search.body) = (path.to_owned(), body);
                }
                effects.answer_by = Some(search);
            }
            Ok(Answer::Now(value)) => effects.reply = Some(Reply::new(Ok(value), language)),
            Err(problem) => effects.reply = Some(Reply::new(Err::<(), _>(problem), language)),
        }
    }

    fn answer(&mut self, method: &str, route: &Route<'_>, effects: &mut Effects) -> Answered {
        let parts: Vec<&str> = route.parts.iter().map(String::as_str).collect();
        match (method, &parts[..]) {
            (_, ["games", rest @ ..]) => self.answer_game(method, rest, route, effects),
            ("POST", ["records"]) => {
                let request: RecordRequest = route.body()?;
                let live = LiveGame::import(self.catalog.find(&request.game)?, &request.record, VISITOR)?;
                self.add(live, effects)
            }
            ("GET", ["visitor"]) => now(self.visitor()),
            ("PUT", ["visitor"]) => {
                let request: VisitorRequest = route.body()?;
                self.name = clean_name(&request.name);
                effects.store.push(Stored::Name { id: VISITOR.into(), name: self.name.clone() });
                now(self.visitor())
            }
            ("POST", ["analysis", "games"]) => {
                let session = analysis::open_line(&self.catalog, &route.body::<LineRequest>()?)?;
                let book = session.entry().shipped_book();
                now(played_moves(&*session, book.as_deref(), self.played_rows(&*session)))
            }
            _ => answer_plainly(&self.catalog, method, &parts, route),
        }
    }

    fn visitor(&self) -> Visitor {
        Visitor { id: VISITOR.into(), name: self.name.clone() }
    }

    fn answer_game(&mut self, method: &str, parts: &[&str], route: &Route<'_>, effects: &mut Effects) -> Answered {
        match (method, parts) {
            ("GET", []) => now(list(&self.catalog, self.by_id.values().map(BrowserGame::row), route)),
            ("POST", []) => {
                let request: NewGame = route.body()?;
                let live = LiveGame::open(&self.catalog, &request, VISITOR, &self.name)?;
                self.add(live, effects)
            }
            ("GET", [id]) => now(self.game(id)?.state()),
            ("POST", [id, "rematch"]) => {
                let id = self.rematch(id, effects)?;
                now(self.game(&id)?.state())
            }
            ("GET", [id, "boards"]) => now(game::boards(self.game(id)?.live.session())?),
            ("GET", [id, "record"]) => {
                let live = &self.game(id)?.live;
                now(game::record(live.session(), live.row(), live.outcome()))
            }
            ("GET", [id, "graph"]) => {
                let spec = route.query("eval").unwrap_or_default();
                let game = self.game(id)?;
                let body = GameSearch { line: game.line(usize::MAX), spec, lines: 1 };
                Ok(Answer::Search(game.search("graph", "/search/graph", &body, false)))
            }
            (_, [id, "review", rest @ ..]) => self.answer_review(method, id, rest, route, effects),
            _ => Err(Problem::not_found(messages::not_found())),
        }
    }

    fn answer_review(
        &mut self,
        method: &str,
        id: &str,
        parts: &[&str],
        route: &Route<'_>,
        effects: &mut Effects,
    ) -> Answered {
        let game = self.game(id)?;
        if game.row().status != Status::Finished {
            return Err(Problem::conflict(messages::review_running_game()));
        }
        match (method, parts) {
            ("GET", []) => now(self.reviews.state(id)),
            ("POST", []) => now(self.start_review(id, effects)?),
            ("DELETE", []) => {
                self.reviews.stop(id);
                effects.stop.push(review_key(id));
                now(())
            }
            (_, [ply]) => {
                let ply: usize = ply.parse().map_err(|_| Problem::unprocessable(messages::bad_ply()))?;
                let session = game::at_ply(game.live.session().fork(), ply)?;
                let review = self.reviews.get(id).filter(|review| ply < review.moves.len());
                let review = review.ok_or_else(|| Problem::conflict(messages::not_reviewed()))?;
                if method == "GET" {
                    return now(game::review_position(&*session, review, ply));
                }
                let request: TryRequest = route.body()?;
                let body = TrySearch { line: game.line(usize::MAX), ply, request, review: review.clone() };
                Ok(Answer::Search(game.search("try", "/search/try", &body, false)))
            }
            _ => Err(Problem::not_found(messages::not_found())),
        }
    }

    fn start_review(&mut self, id: &str, effects: &mut Effects) -> Result<ReviewState, Problem> {
        let game = self.game(id)?;
        if game.live.plies() == 0 {
            return Err(Problem::conflict(messages::nothing_to_review()));
        }
        if matches!(self.reviews.state(id), ReviewState::None) {
            let body = GameSearch { line: game.line(usize::MAX), spec: String::new(), lines: 1 };
            effects.searches.push(game.search(&review_key(id), "/search/review", &body, true));
            let positions = game.live.plies() + 1;
            self.reviews.start(id, positions);
        }
        Ok(self.reviews.state(id))
    }

    fn game(&self, id: &str) -> Result<&BrowserGame, Problem> {
        self.by_id.get(id).ok_or_else(|| Problem::not_found(messages::no_such_game()))
    }

    fn add(&mut self, live: LiveGame, effects: &mut Effects) -> Answered {
        let id = live.row().id.clone();
        let game = self.by_id.entry(id).or_insert_with(|| BrowserGame::new(live));
        game.settle(effects);
        now(game.state())
    }

    fn rematch(&mut self, id: &str, effects: &mut Effects) -> Result<String, Problem> {
        let game = self.game(id)?;
        if let Some(next) = &game.row().rematch {
            return Ok(next.clone());
        }
        if !game.live.can_rematch(game.viewer()) {
            return Err(Problem::conflict(messages::no_rematch()));
        }
        let live = game.live.open_rematch(VISITOR)?;
        let next = live.row().id.clone();
        self.add(live, effects)?;
        if let Some(game) = self.by_id.get_mut(id) {
            game.live.set_rematch(next.clone());
            game.settle(effects);
        }
        Ok(next)
    }

    /// How finished games went on from a position.
    fn played_rows(&self, session: &dyn Session) -> Vec<PlayedRow> {
        let mut rows: BTreeMap<u64, PlayedRow> = BTreeMap::new();
        let of_game =
            |game: &&BrowserGame| game.row().game == session.entry().id() && game.row().status == Status::Finished;
        for game in self.by_id.values().filter(of_game) {
            let Some(next) = next_key(game, session.key()) else { continue };
            let row = PlayedRow { next, first_wins: 0, draws: 0, second_wins: 0 };
            let row = rows.entry(next).or_insert(row);
            match game.live.outcome().map(|outcome| outcome.winner) {
                Some(Some(Side::First)) => row.first_wins += 1,
                Some(Some(Side::Second)) => row.second_wins += 1,
                Some(None) => row.draws += 1,
                None => {}
            }
        }
        rows.into_values().collect()
    }

    fn open(&mut self, line: u64, id: String, language: Language, effects: &mut Effects) {
        let Some(game) = self.by_id.get_mut(&id) else { return };
        game.lines.insert(line, language);
        self.lines.insert(line, id);
        // A machine that is to move has nobody else to wait for.
        game.settle(effects);
    }

    fn say(&mut self, line: u64, said: &Value, effects: &mut Effects) {
        let Some(game) = self.lines.get(&line).and_then(|id| self.by_id.get_mut(id)) else { return };
        let language = game.lines.get(&line).copied().unwrap_or_default();
        let wanted = read_body::<FromPage>(said.to_string().as_bytes());
        if let Err(problem) = wanted.and_then(|wanted| game.act(line, wanted, effects)) {
            let refusal = ToPage::Error(problem.failure(language));
            effects.lines.push((line, message(&refusal)));
        }
    }

    fn found(&mut self, event: Event, effects: &mut Effects) {
        let Event { key, found, done } = event;
        match key.split(' ').collect::<Vec<_>>()[..] {
            ["move", id, _] if done => {
                if let Some(game) = self.by_id.get_mut(id) {
                    game.move_found(&key, found, effects);
                }
            }
            ["review", id] => self.reviews.found(id, found, done, effects),
            _ => {}
        }
    }
}

fn review_key(id: &str) -> String {
    format!("review {id}")
}

/// The key of the position that followed the one with this key.
fn next_key(game: &BrowserGame, key: u64) -> Option<u64> {
    let mut session = game.live.session().fork();
    let moves: Vec<String> = session.history().iter().map(|mv| mv.text.clone()).take(COUNTED_PLIES).collect();
    while session.undo().is_some() {}
    for text in moves {
        let here = session.key() == key;
        session.play(&text).ok()?;
        if here {
            return Some(session.key());
        }
    }
    None
}

/// What has nothing to do with live games. What searches, or asks a network, is for another worker.
fn answer_plainly(catalog: &Catalog, method: &str, parts: &[&str], route: &Route<'_>) -> Answered {
    match (method, parts) {
        ("GET", ["catalog"]) => now(wire::Catalog::new(catalog)),
        ("GET", ["networks"]) => now(NetworkList::new(catalog)),
        ("GET", ["files", game]) => now(files(catalog, game)?),
        ("GET", ["rules", game]) => now(catalog::rules(catalog, game)?),
        ("POST", ["position"]) => now(catalog::position(catalog, &route.body()?)?),
        ("POST", ["spec"]) => now(catalog::spec(catalog, &route.body()?)?),
        ("POST", ["analysis", "position"]) => now(LinePosition::new(&*analysis::open_line(catalog, &route.body()?)?)),
        ("POST", ["editor"]) => now(editor::open(catalog, &route.body()?, route.language)?),
        ("POST", ["compose"]) => now(editor::compose(catalog, route.body()?, route.language)?),
        ("GET", ["puzzles"]) => now(puzzles::list(catalog)?),
        ("POST", ["puzzles", game, "next"]) => now(puzzles::next(catalog, game, &route.body()?)?),
        ("GET", ["puzzles", game, number]) => now(OpenPuzzle::find(catalog, game, number)?.state(route.number("ply"))?),
        ("POST", ["puzzles", game, number, "try"]) => {
            now(OpenPuzzle::find(catalog, game, number)?.attempt(&route.body()?)?)
        }
        ("GET", ["puzzles", game, number, "hint"]) => {
            now(OpenPuzzle::find(catalog, game, number)?.hint(route.number("ply"))?)
        }
        ("GET", ["puzzles", _, _, "why"]) => searched("puzzle"),
        ("POST", ["analysis", "engine"]) => {
            let request: wire::AnalysisRequest = route.body()?;
            searched(&format!("board {}", request.slot))
        }
        ("POST", ["analysis", "explore"]) => searched("explore"),
        // Any number of them at once.
        ("POST", ["trace" | "evaluate"]) => searched(""),
        ("POST", ["duel"] | ["lessons", _]) => searched("lesson"),
        _ => Err(Problem::not_found(messages::not_found())),
    }
}

/// The files that the players of a game need, so that they are there before the network is gone.
fn files(catalog: &Catalog, game: &str) -> Result<Vec<String>, Problem> {
    let encoding = catalog.find(game)?.input_spec().name;
    let path = |net: &NetworkEntry| format!("weights/{}/{}.qnet", net.encoding, net.name);
    Ok(networks().of(encoding).map(path).collect())
}

/// The request itself, in another worker.
#[allow(clippy::unnecessary_wraps, reason = "the answer of a request")]
fn searched(key: &str) -> Answered {
    Ok(Answer::Search(Search {
        key: key.to_owned(),
        path: String::new(),
        body: None,
        language: String::new(),
        game: None,
        report: false,
    }))
}
