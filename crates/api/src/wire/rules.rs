//! The rules of a game at length.

use quevedo_core::rules_page;
use quevedo_core::{About, Language};
use serde::Serialize;
use ts_rs::TS;
use utoipa::ToSchema;

/// The rules of a game in every language.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct Rules {
    /// In English.
    pub en: RulesPage,
    /// In Spanish.
    pub es: RulesPage,
}

/// The rules of a game.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct RulesPage {
    /// What the game is about; may be empty.
    pub lead: String,
    /// The sections.
    pub sections: Vec<RulesSection>,
}

/// A section of the rules.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct RulesSection {
    /// Its title; empty where the game has only one paragraph of rules.
    pub title: String,
    /// What stands in it.
    pub parts: Vec<RulesPart>,
}

/// A part of a section; words may have `code` and **strong** ones.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum RulesPart {
    /// A paragraph.
    Text(String),
    /// The items of a list.
    List(Vec<String>),
    /// A diagram.
    Diagram(RulesDiagram),
}

/// A position with marks.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct RulesDiagram {
    /// What it shows, in words.
    pub caption: String,
    /// The variant it is of, if not of the game itself.
    pub game: Option<String>,
    /// The position; the start if there is none.
    pub position: Option<String>,
    /// The marks on it.
    pub marks: Vec<RulesMark>,
}

/// A mark on a diagram.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum RulesMark {
    /// An arrow.
    Arrow {
        /// The place where it begins.
        from: String,
        /// The place where it ends.
        to: String,
    },
    /// A ring around a place.
    HintTo {
        /// The place.
        place: String,
    },
    /// A piece that is captured.
    Capture {
        /// The place.
        place: String,
    },
}

impl Rules {
    /// The rules of a game; the one paragraph where there are no others.
    pub fn new(about: &About) -> Self {
        let [en, es] = [Language::English, Language::Spanish].map(|language| {
            let page = rules_page::RulesPage::parse(about.rules_page.get(language));
            if page.sections.is_empty() { RulesPage::short(about, language) } else { page.into() }
        });
        Self { en, es }
    }
}

impl RulesPage {
    fn short(about: &About, language: Language) -> Self {
        let parts = vec![RulesPart::Text(about.rules.get(language).to_owned())];
        let lead = about.tagline.get(language).to_owned();
        Self { lead, sections: vec![RulesSection { title: String::new(), parts }] }
    }
}

impl From<rules_page::RulesPage<'_>> for RulesPage {
    fn from(page: rules_page::RulesPage<'_>) -> Self {
        let section = |section: rules_page::Section<'_>| RulesSection {
            title: section.title.to_owned(),
            parts: section.parts.into_iter().map(RulesPart::from).collect(),
        };
        Self { lead: page.lead, sections: page.sections.into_iter().map(section).collect() }
    }
}

impl From<rules_page::Part<'_>> for RulesPart {
    fn from(part: rules_page::Part<'_>) -> Self {
        match part {
            rules_page::Part::Text(text) => Self::Text(text),
            rules_page::Part::List(items) => Self::List(items),
            rules_page::Part::Diagram(diagram) => Self::Diagram(RulesDiagram {
                caption: diagram.caption.to_owned(),
                game: diagram.game.map(str::to_owned),
                position: diagram.position.map(str::to_owned),
                marks: diagram.marks.into_iter().map(RulesMark::from).collect(),
            }),
        }
    }
}

impl From<rules_page::Mark<'_>> for RulesMark {
    fn from(mark: rules_page::Mark<'_>) -> Self {
        match mark {
            rules_page::Mark::Arrow(from, to) => Self::Arrow { from: from.to_owned(), to: to.to_owned() },
            rules_page::Mark::Ring(place) => Self::HintTo { place: place.to_owned() },
            rules_page::Mark::Capture(place) => Self::Capture { place: place.to_owned() },
        }
    }
}
