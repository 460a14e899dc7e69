//! Painting the screen.

mod board;
mod help;
mod menu;
mod panel;
#[cfg(test)]
mod tests;
mod theme;

use quevedo_core::{Language, Text};
use ratatui::Frame;
use ratatui::layout::{Alignment, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, BorderType, Clear, Padding, Paragraph, Wrap};
use unicode_width::UnicodeWidthStr;

use super::app::{App, Confirm, Overlay};
use super::geometry::Layout;
use crate::output::{outcome_text, wrap};
use crate::terminal::words;

pub(crate) use menu::draw_menu;

/// Paints a game.
pub(crate) fn draw_game(frame: &mut Frame, app: &App) {
    let area = frame.area();
    let Some(layout) = Layout::new(app.shape(), area, app.flipped()) else {
        return draw_too_small(frame, app.language(), Layout::smallest(app.shape()));
    };
    board::draw_board(frame.buffer_mut(), app, &layout.board);
    if let Some(title) = layout.title {
        let text = Line::styled(app.game().title(app.language()), theme::strong());
        frame.render_widget(Paragraph::new(text).alignment(Alignment::Center), title);
    }
    if let Some(area) = layout.panel {
        panel::draw_panel(frame, app, area);
    }
    draw_foot(frame, app, &layout);
    match app.overlay() {
        Some(Overlay::Help(scroll)) => help::draw_help(frame, app, scroll),
        Some(Overlay::Confirm(confirm)) => draw_question(frame, app.language(), confirm),
        None => {}
    }
}

/// The lines below the board. A message that is too long for its line goes on in that of the hints.
fn draw_foot(frame: &mut Frame, app: &App, layout: &Layout) {
    let hints = hints_line(words::BOARD_HINTS, app.language(), layout.hints.width);
    let said = app.message().map(|message| wrap(message, usize::from(layout.status.width.saturating_sub(2))));
    let mut said = said.into_iter().flatten().map(|line| Line::styled(format!(" {line}"), theme::notice()));
    frame.render_widget(said.next().unwrap_or_else(|| status_line(app)), layout.status);
    frame.render_widget(prompt_line(app), layout.prompt);
    frame.render_widget(said.next().unwrap_or(hints), layout.hints);
}

/// How the game ended, or who moves.
fn status_line(app: &App) -> Line<'static> {
    if let Some(outcome) = app.session().outcome() {
        return Line::styled(format!(" {}", outcome_text(app.language(), app.game(), outcome)), theme::notice());
    }
    let side = app.session().turn();
    let name = app.game().side_name(side).get(app.language());
    let mut spans = vec![
        Span::styled(format!(" {}", words::to_move(app.language(), name)), theme::strong()),
        Span::raw(format!(" · {}", app.player_name(side))),
    ];
    if !app.session().board().alerts.is_empty() {
        spans.push(Span::styled(format!(" · {}", words::CHECK.get(app.language())), theme::notice()));
    }
    if app.paused() {
        spans.push(Span::styled(format!(" · {}", words::PAUSED.get(app.language())), theme::notice()));
    }
    Line::from(spans)
}

/// The move being written, the choices that are no places, or the taps so far.
fn prompt_line(app: &App) -> Line<'static> {
    if let Some(typed) = app.typed() {
        let label = words::MOVE.get(app.language());
        return Line::from(vec![
            Span::styled(format!(" {label}: "), theme::strong()),
            Span::raw(typed.to_owned()),
            Span::styled(" ", theme::selected()),
        ]);
    }
    let mut spans = Vec::new();
    if !app.taps().is_empty() {
        spans.push(Span::raw(format!(" {} …", app.taps().join(" "))));
    }
    for (index, (_, meaning)) in app.options().into_iter().enumerate() {
        spans.push(Span::styled(format!(" {} ", index + 1), theme::selected()));
        spans.push(Span::raw(format!(" {meaning} ")));
    }
    if let Some(place) = app.taps().last().filter(|_| app.may_stop()) {
        let said = words::end_of_run(app.language(), place);
        spans.push(Span::styled(format!("  {said}"), theme::notice()));
    }
    Line::from(spans)
}

/// As many hints as fit, the most useful first.
fn hints_line(hints: &[Text], language: Language, width: u16) -> Line<'static> {
    let mut line = String::new();
    for hint in hints {
        let hint = hint.get(language);
        if line.width() + hint.width() + 3 > usize::from(width) {
            break;
        }
        line += if line.is_empty() { " " } else { " · " };
        line += hint;
    }
    Line::styled(line, theme::quiet())
}

fn draw_too_small(frame: &mut Frame, language: Language, needed: (u16, u16)) {
    let area = frame.area();
    let text = words::too_small(language, needed, (area.width, area.height));
    frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), area);
}

fn draw_question(frame: &mut Frame, language: Language, confirm: Confirm) {
    let question = match confirm {
        Confirm::Quit => words::ASK_QUIT,
        Confirm::New => words::ASK_NEW,
    };
    let text = question.get(language);
    let area = centred(frame.area(), text.width() as u16 + 6, 5);
    let block = window().padding(Padding::symmetric(2, 1));
    frame.render_widget(Clear, area);
    frame.render_widget(Paragraph::new(text).block(block), area);
}

/// The frame of everything that lies over or beside the board.
fn window() -> Block<'static> {
    Block::bordered().border_type(BorderType::Rounded)
}

/// A rectangle of a given size in the middle of another, cut to fit.
fn centred(area: Rect, width: u16, height: u16) -> Rect {
    let (width, height) = (width.min(area.width), height.min(area.height));
    Rect::new(area.x + (area.width - width) / 2, area.y + (area.height - height) / 2, width, height)
}
