//! The rules and the keys, over the board.

use ratatui::Frame;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Clear, Padding, Paragraph};
use unicode_width::UnicodeWidthStr;

use super::{centred, theme, window};
use crate::output::wrap;
use crate::terminal::app::App;
use crate::terminal::words;

/// Wide enough to read, narrow enough to read easily.
const WIDTH: u16 = 76;
/// What the border and the padding take away.
const BORDER: u16 = 2;
const SIDES: u16 = 4;

pub(super) fn draw_help(frame: &mut Frame, app: &App, scroll: u16) {
    let area = frame.area();
    let width = WIDTH.min(area.width);
    let lines = help_lines(app, width.saturating_sub(SIDES));
    let height = (lines.len() as u16 + BORDER).min(area.height);
    let hidden = (lines.len() as u16 + BORDER).saturating_sub(height);
    let close = if hidden > 0 { words::SCROLL_HELP } else { words::CLOSE_HELP };
    let block = window()
        .title(Line::styled(format!(" {} ", app.game().title(app.language())), theme::strong()))
        .title_bottom(Line::styled(format!(" {} ", close.get(app.language())), theme::quiet()).right_aligned())
        .padding(Padding::horizontal(1));
    let window = centred(area, width, height);
    frame.render_widget(Clear, window);
    frame.render_widget(Paragraph::new(lines).scroll((scroll.min(hidden), 0)).block(block), window);
}

fn help_lines(app: &App, width: u16) -> Vec<Line<'static>> {
    let language = app.language();
    let mut lines = vec![Line::styled(words::RULES.get(language), theme::strong())];
    lines.extend(wrap(app.game().about().rules.get(language), width.into()).into_iter().map(Line::from));
    lines.extend([Line::default(), Line::styled(words::KEYS.get(language), theme::strong())]);
    let margin = words::BOARD_KEYS.iter().map(|(key, _)| key.width()).max().unwrap_or(0) + 2;
    for (key, meaning) in words::BOARD_KEYS {
        let meaning = wrap(meaning.get(language), usize::from(width).saturating_sub(margin).max(1));
        for (index, line) in meaning.into_iter().enumerate() {
            let key = if index == 0 { *key } else { "" };
            let blank = " ".repeat(margin - key.width());
            lines.push(Line::from(vec![Span::styled(key, theme::strong()), Span::raw(blank), Span::raw(line)]));
        }
    }
    lines
}
