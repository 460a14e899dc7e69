//! Players and moves, beside the board.

use quevedo_catalog::MoveView;
use quevedo_core::Side;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Padding, Paragraph};
use unicode_width::UnicodeWidthStr;

use super::{theme, window};
use crate::terminal::app::App;

pub(super) fn draw_panel(frame: &mut Frame, app: &App, area: Rect) {
    let title = format!(" {} ", app.game().title(app.language()));
    let block = window().title(Line::styled(title, theme::strong())).padding(Padding::horizontal(1));
    let inner = block.inner(area);
    let mut lines: Vec<Line> = Side::BOTH.into_iter().map(|side| player_line(app, side)).collect();
    lines.push(Line::default());
    let rows = move_rows(app.session().history(), app.opening_turn());
    let room = usize::from(inner.height).saturating_sub(lines.len());
    let hidden = rows.len().saturating_sub(room);
    let count = rows.len();
    let width = rows.iter().map(|[_, first, _]| first.width()).max().unwrap_or(0);
    for (index, [number, first, second]) in rows.into_iter().enumerate().skip(hidden) {
        let style = if index + 1 == count { theme::strong() } else { Style::new() };
        let blank = " ".repeat(width - first.width() + 1);
        lines.push(Line::from(vec![
            Span::styled(format!("{number:>3}. "), theme::quiet()),
            Span::styled(format!("{first}{blank}{second}"), style),
        ]));
    }
    frame.render_widget(Paragraph::new(lines).block(block), area);
}

/// A side and who plays it, with a sign before the one to move.
fn player_line(app: &App, side: Side) -> Line<'static> {
    let turn = app.session().turn() == side && app.session().outcome().is_none();
    let name = app.game().side_name(side).get(app.language());
    let style = if turn { theme::strong() } else { Style::new() };
    Line::from(vec![
        Span::styled(if turn { "▸ " } else { "  " }, theme::notice()),
        Span::styled(name, style),
        Span::styled(format!(" · {}", app.player_name(side)), theme::quiet()),
    ])
}

/// The moves in rows of number, first side, second side.
fn move_rows(history: &[MoveView], opening_turn: Side) -> Vec<[String; 3]> {
    let mut rows: Vec<[String; 3]> = Vec::new();
    for (ply, mv) in history.iter().enumerate() {
        let ply = ply + opening_turn.index();
        if rows.len() < ply / 2 + 1 {
            rows.push([(ply / 2 + 1).to_string(), "…".into(), String::new()]);
        }
        if let Some(row) = rows.last_mut() {
            row[1 + ply % 2].clone_from(&mv.pretty);
        }
    }
    rows
}
