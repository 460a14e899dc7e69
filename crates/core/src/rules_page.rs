//! The rules of a game at length: a small part of Markdown.
//!
//! ```text
//! The first paragraph is the lead.
//!
//! ## Title of a section
//!
//! A paragraph, with `code` and **strong** words.
//!
//! - an item of a list
//!
//! ![Caption of a diagram.](@game:variant position | b4>b8 d3 d4!)
//! ```
//!
//! A diagram shows a position, without one the start. `@` and the id of a game before it stand for another variant.
//! Behind the bar come marks: an arrow `b4>b8`, a ring `d3`, a captured piece `d4!`. A paragraph or an item may
//! have several lines.

use serde::Serialize;

use crate::view::View;
use crate::{Language, Notation};

/// The rules of a game at length.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct RulesPage<'a> {
    /// What the game is about, in a sentence.
    pub lead: String,
    /// The sections.
    pub sections: Vec<Section<'a>>,
}

/// A section of the rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Section<'a> {
    /// Its title.
    pub title: &'a str,
    /// What stands in it.
    pub parts: Vec<Part<'a>>,
}

/// A part of a section.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Part<'a> {
    /// A paragraph.
    Text(String),
    /// The items of a list.
    List(Vec<String>),
    /// A diagram.
    Diagram(Diagram<'a>),
}

/// A position with marks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Diagram<'a> {
    /// What it shows, in words.
    pub caption: &'a str,
    /// The variant it is of; the game itself if left out.
    pub game: Option<&'a str>,
    /// The position; the start if left out.
    pub position: Option<&'a str>,
    /// The marks on it.
    pub marks: Vec<Mark<'a>>,
}

/// A mark on a diagram.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Mark<'a> {
    /// An arrow from a place to another.
    Arrow(&'a str, &'a str),
    /// A ring around a place.
    Ring(&'a str),
    /// A place where a piece is captured.
    Capture(&'a str),
}

impl<'a> RulesPage<'a> {
    /// Reads the text of the rules.
    pub fn parse(text: &'a str) -> Self {
        let mut page = Self::default();
        for block in text.split("\n\n").map(str::trim).filter(|block| !block.is_empty()) {
            if let Some(title) = block.strip_prefix("## ") {
                page.sections.push(Section { title, parts: Vec::new() });
            } else if let Some(section) = page.sections.last_mut() {
                section.parts.extend(parts(block));
            } else {
                page.lead = joined(block);
            }
        }
        page
    }

    /// All diagrams.
    pub fn diagrams(&self) -> impl Iterator<Item = &Diagram<'a>> {
        let parts = self.sections.iter().flat_map(|section| &section.parts);
        parts.filter_map(|part| if let Part::Diagram(diagram) = part { Some(diagram) } else { None })
    }
}

/// The parts of a block between empty lines: a paragraph, a list, or diagrams, one a line.
fn parts(block: &str) -> Vec<Part<'_>> {
    if block.starts_with("![") {
        return block.lines().filter_map(diagram).map(Part::Diagram).collect();
    }
    match block.strip_prefix("- ") {
        Some(items) => vec![Part::List(items.split("\n- ").map(joined).collect())],
        None => vec![Part::Text(joined(block))],
    }
}

/// The lines of a paragraph as one.
fn joined(block: &str) -> String {
    block.lines().map(str::trim).collect::<Vec<_>>().join(" ")
}

/// `![caption](@game position | marks)`.
fn diagram(line: &str) -> Option<Diagram<'_>> {
    let (caption, target) = line.trim().strip_prefix("![")?.strip_suffix(')')?.split_once("](")?;
    let (board, marks) = target.split_once('|').unwrap_or((target, ""));
    let (game, position) = match board.trim().strip_prefix('@') {
        Some(other) => other.split_once(' ').map_or((Some(other), ""), |(game, position)| (Some(game), position)),
        None => (None, board.trim()),
    };
    let position = Some(position.trim()).filter(|position| !position.is_empty());
    Some(Diagram { caption, game, position, marks: marks.split_whitespace().map(mark).collect() })
}

fn mark(text: &str) -> Mark<'_> {
    match (text.split_once('>'), text.strip_suffix('!')) {
        (Some((from, to)), _) => Mark::Arrow(from, to),
        (None, Some(place)) => Mark::Capture(place),
        (None, None) => Mark::Ring(text),
    }
}

/// What is wrong with the rules page of a game: its languages differ in their diagrams, or a diagram shows what is
/// not there.
pub fn check<G: Notation + View>() -> Result<(), String> {
    let text = G::ABOUT.rules_page;
    let [en, es] = [Language::English, Language::Spanish].map(|language| RulesPage::parse(text.get(language)));
    let board = |page: &RulesPage<'static>| -> Vec<_> {
        page.diagrams().map(|shown| (shown.game, shown.position, shown.marks.clone())).collect()
    };
    let (english, spanish) = (board(&en), board(&es));
    if english != spanish {
        return Err(format!("the diagrams differ between the languages: {english:?} and {spanish:?}"));
    }
    let shape = G::shape();
    for Diagram { caption, position, marks, .. } in en.diagrams().filter(|shown| shown.game.is_none()) {
        position.map_or(Ok(()), |text| G::parse(text).map(drop)).map_err(|error| format!("{caption}: {error}"))?;
        let places = marks.iter().flat_map(|mark| match *mark {
            Mark::Arrow(from, to) => vec![from, to],
            Mark::Ring(place) | Mark::Capture(place) => vec![place],
        });
        if let Some(place) = places.into_iter().find(|place| shape.find(place).is_none()) {
            return Err(format!("{caption}: the board has no place {place}"));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_read_into_sections_lists_and_diagrams() {
        let text = "A lead\nin two lines.\n\n## Goal\n\nWin.\n\n- one\n  more\n- two\n\n\
                    ![Here.](8/8 w | a1>b2 c3 d4!)\n![There.](@x:13)\n![Start.]()\n";
        let page = RulesPage::parse(text);
        assert_eq!(page.lead, "A lead in two lines.");
        let marks = vec![Mark::Arrow("a1", "b2"), Mark::Ring("c3"), Mark::Capture("d4")];
        let diagram = |caption, game, position, marks| Part::Diagram(Diagram { caption, game, position, marks });
        let parts = vec![
            Part::Text("Win.".into()),
            Part::List(vec!["one more".into(), "two".into()]),
            diagram("Here.", None, Some("8/8 w"), marks),
            diagram("There.", Some("x:13"), None, vec![]),
            diagram("Start.", None, None, vec![]),
        ];
        assert_eq!(page.sections, [Section { title: "Goal", parts }]);
        assert_eq!(page.diagrams().count(), 3);
    }
}
