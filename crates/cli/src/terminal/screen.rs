//! The real terminal: takes the screen, feeds events to the state machines, gives the screen back.

use std::io::stdout;
use std::panic;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use quevedo_catalog::Catalog;
use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{
    self, DisableMouseCapture, EnableMouseCapture, Event, KeyEvent, KeyEventKind, MouseButton, MouseEvent,
    MouseEventKind,
};
use ratatui::crossterm::execute;
use ratatui::layout::{Position, Rect};
use ratatui::widgets::ListState;

use super::Setup;
use super::app::App;
use super::draw::{draw_game, draw_menu};
use super::engine_thread::EngineThread;
use super::geometry::Layout;
use super::menu::{Decision, Menu};

/// How long to wait for a key while a machine searches, and while only a key can change anything.
const BUSY: Duration = Duration::from_millis(30);
const IDLE: Duration = Duration::from_secs(1);

/// Plays one game on the full screen. What cannot be played is refused before the screen is taken.
pub(crate) fn run_game(setup: Setup) -> Result<()> {
    let game = begin(setup)?;
    with_screen(|terminal| play(terminal, game))
}

/// Shows the menu and plays the chosen games until the person leaves.
pub(crate) fn run_menu(catalog: &Catalog) -> Result<()> {
    with_screen(|terminal| {
        let mut menu = Menu::new(catalog.clone());
        while let Decision::Play(setup) = choose(terminal, &mut menu)? {
            play(terminal, begin(*setup)?)?;
        }
        Ok(())
    })
}

/// Takes the screen for the time of `work`. It is given back in any case, also when something panics.
fn with_screen(work: impl FnOnce(&mut DefaultTerminal) -> Result<()>) -> Result<()> {
    let hook = panic::take_hook();
    panic::set_hook(Box::new(move |panic| {
        let _ = execute!(stdout(), DisableMouseCapture);
        hook(panic);
    }));
    let terminal = ratatui::try_init().and_then(|terminal| execute!(stdout(), EnableMouseCapture).map(|()| terminal));
    let result = terminal.context("cannot use the terminal").and_then(|mut terminal| work(&mut terminal));
    let _ = execute!(stdout(), DisableMouseCapture);
    ratatui::restore();
    result
}

/// What the state machines want to hear of.
enum Input {
    Key(KeyEvent),
    Click(Position),
    /// The window changed, or something else that only needs a new picture.
    Other,
}

/// Waits for an event, but not longer than `patience`.
fn wait(patience: Duration) -> Result<Option<Input>> {
    if !event::poll(patience)? {
        return Ok(None);
    }
    Ok(Some(match event::read()? {
        Event::Key(key) if key.kind != KeyEventKind::Release => Input::Key(key),
        Event::Mouse(MouseEvent { kind: MouseEventKind::Down(MouseButton::Left), column, row, .. }) => {
            Input::Click(Position::new(column, row))
        }
        _ => Input::Other,
    }))
}

/// A game and its machine players, about to begin.
fn begin(setup: Setup) -> Result<(App, EngineThread)> {
    let engines = EngineThread::new(&setup)?;
    Ok((App::new(setup)?, engines))
}

fn play(terminal: &mut DefaultTerminal, (mut app, mut engines): (App, EngineThread)) -> Result<()> {
    let mut last = Instant::now();
    while !app.has_left() {
        let area = terminal.draw(|frame| draw_game(frame, &app))?.area;
        engines.follow(app.request(), app.session());
        match wait(if app.is_waiting() { BUSY } else { IDLE })? {
            Some(Input::Key(key)) => app.key(key),
            Some(Input::Click(at)) => click(&mut app, area, at),
            Some(Input::Other) | None => {}
        }
        if let Some((request, text)) = engines.answer() {
            app.answer(request, text);
        }
        app.pass_time(last.elapsed());
        last = Instant::now();
    }
    Ok(())
}

fn click(app: &mut App, area: Rect, at: Position) {
    let layout = Layout::new(app.shape(), area, app.flipped());
    if let Some(place) = layout.and_then(|layout| layout.board.place_at(app.shape(), at.x, at.y)) {
        app.click(place);
    }
}

fn choose(terminal: &mut DefaultTerminal, menu: &mut Menu) -> Result<Decision> {
    let mut scroll = ListState::default();
    let mut list = Rect::default();
    loop {
        terminal.draw(|frame| list = draw_menu(frame, menu, &mut scroll))?;
        let decision = match wait(IDLE)? {
            Some(Input::Key(key)) => menu.key(key),
            Some(Input::Click(at)) if list.contains(at) => menu.click(usize::from(at.y - list.y) + scroll.offset()),
            _ => None,
        };
        if let Some(decision) = decision {
            return Ok(decision);
        }
    }
}
