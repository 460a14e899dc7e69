//! What can be said of the page without a browser: words in both languages, marks that stand out.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn web() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web")
}

fn read(file: &str) -> String {
    fs::read_to_string(web().join(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
}

/// The keys of a catalog of words: one `"key": "words",` a line.
fn keys(file: &str) -> BTreeSet<String> {
    let text = read(file);
    let found: Vec<&str> =
        text.lines().filter_map(|line| line.trim().strip_prefix('"')?.split_once("\":").map(|(key, _)| key)).collect();
    let set: BTreeSet<String> = found.iter().map(|key| (*key).to_owned()).collect();
    assert_eq!(set.len(), found.len(), "{file} has a key twice");
    assert!(set.len() > 20, "{file} has hardly any keys");
    set
}

#[test]
fn both_languages_have_the_same_words() {
    for part in ["", ".game"] {
        let (english, spanish) = (keys(&format!("js/words/en{part}.js")), keys(&format!("js/words/es{part}.js")));
        let only: Vec<_> = english.symmetric_difference(&spanish).collect();
        assert!(only.is_empty(), "only in one language: {only:?}");
    }
}

/// A colour of the style sheet, `#rrggbb`, as linear light.
fn light(colour: &str) -> f64 {
    let channel = |at: usize| {
        let value = f64::from(u8::from_str_radix(&colour[at..at + 2], 16).expect("a hex colour")) / 255.0;
        if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
    };
    0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
}

/// The contrast of WCAG 2.
fn contrast(one: &str, other: &str) -> f64 {
    let (one, other) = (light(one), light(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

/// The values of a custom property, in order: light first, then dark.
fn values(css: &str, name: &str) -> Vec<String> {
    let head = format!("{name}:");
    let lines = css.lines().filter_map(|line| line.trim().strip_prefix(head.as_str()));
    lines.map(|value| value.trim().trim_end_matches(';').to_owned()).collect()
}

#[test]
fn contrast_is_computed_as_the_standard_says() {
    assert!((contrast("#000000", "#ffffff") - 21.0).abs() < 1e-9);
    assert!((contrast("#777777", "#ffffff") - 4.478).abs() < 1e-2);
}

/// The tones of the marks, a pair for each theme.
fn mark_tones() -> Vec<[String; 2]> {
    let css = read("css/base.css");
    let [first, second] = ["--mark-a", "--mark-b"].map(|name| values(&css, name));
    first.into_iter().zip(second).map(|(one, other)| [one, other]).collect()
}

fn assert_stands_out(tones: &[String; 2], what: &str, colour: &str) {
    let best = tones.iter().map(|tone| contrast(tone, colour)).fold(0.0, f64::max);
    assert!(best >= 3.0, "{what} {colour}: marks reach only {best:.2}");
}

/// Marks are two-tone: on every square at least one of the tones has a contrast of 3 to 1.
#[test]
fn marks_stand_out_on_every_square() {
    let tones = mark_tones();
    let base = read("css/base.css");
    for square in ["--board-light", "--board-dark"] {
        let colours = values(&base, square);
        assert!(colours.len() >= 2 && colours.len() == tones.len(), "{square} is set in every theme");
        for (tones, colour) in tones.iter().zip(&colours) {
            assert_stands_out(tones, square, colour);
        }
    }
    // Felt and the standing board are the same in every theme.
    for (file, square) in [("css/board.css", "--felt"), ("css/pieces.css", "--rack-hole")] {
        let colours = values(&read(file), square);
        assert!(!colours.is_empty(), "{square} is in {file}");
        for (colour, tones) in colours.iter().flat_map(|colour| tones.iter().map(move |tones| (colour, tones))) {
            assert_stands_out(tones, square, colour);
        }
    }
}
