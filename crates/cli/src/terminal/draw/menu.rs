//! Painting the menu of the games.

use quevedo_core::Text;
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::{List, ListState, Padding, Paragraph, Wrap};
use unicode_width::UnicodeWidthStr;

use super::{hints_line, theme, window};
use crate::terminal::menu::Menu;
use crate::terminal::words;

/// The rules are shown beside the list if this much is left for them.
const RULES_WIDTH: u16 = 30;
const BORDER: u16 = 2;

/// Paints the menu, and returns where the lines of the list are, for the mouse.
pub(crate) fn draw_menu(frame: &mut Frame, menu: &Menu, scroll: &mut ListState) -> Rect {
    let language = menu.language();
    let rows = [Constraint::Min(0), Constraint::Length(1), Constraint::Length(1), Constraint::Length(1)];
    let [body, human_sides, opponent, hints] = Layout::vertical(rows).areas(frame.area());
    let titles: Vec<String> = menu.games().iter().map(|entry| entry.title(language)).collect();
    let widest = titles.iter().map(|title| title.width()).max().unwrap_or(0) as u16 + BORDER + 4;
    let beside = body.width >= widest + RULES_WIDTH;
    let list_width = if beside { widest } else { body.width };
    let [list_area, rules_area] = Layout::horizontal([Constraint::Length(list_width), Constraint::Min(0)]).areas(body);

    let title = Line::styled(format!(" Quevedo · {} ", words::MENU_TITLE.get(language)), theme::strong());
    let block = window().title(title).padding(Padding::horizontal(1));
    let inner = block.inner(list_area);
    scroll.select(Some(menu.selected()));
    let list = List::new(titles).block(block).highlight_style(theme::selected());
    frame.render_stateful_widget(list, list_area, scroll);
    if beside {
        draw_rules(frame, menu, rules_area);
    }
    let label = words::YOU_PLAY.get(language).width().max(words::OPPONENT.get(language).width());
    let choice = |name: Text, value: &'static str| {
        let name = format!(" {:<label$}  ◂ ", name.get(language));
        Line::from(vec![Span::raw(name), Span::styled(value, theme::strong()), Span::raw(" ▸")])
    };
    frame.render_widget(choice(words::YOU_PLAY, menu.human_sides()), human_sides);
    frame.render_widget(choice(words::OPPONENT, menu.opponent()), opponent);
    frame.render_widget(hints_line(words::MENU_HINTS, language, hints.width), hints);
    inner
}

fn draw_rules(frame: &mut Frame, menu: &Menu, area: Rect) {
    let title = Line::styled(format!(" {} ", menu.game().id()), theme::strong());
    let rules = menu.game().about().rules.get(menu.language());
    let block = window().title(title).padding(Padding::horizontal(1));
    frame.render_widget(Paragraph::new(rules).wrap(Wrap { trim: true }).block(block), area);
}
