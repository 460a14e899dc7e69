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
    for part in ["", ".game", ".editor", ".analysis", ".explore", ".review", ".puzzles", ".learn"] {
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

/// The colour of a custom property by day and by night: `light-dark(#…, #…)`, or one for both.
fn themes(css: &str, name: &str) -> [String; 2] {
    let head = format!("{name}:");
    let mut found = css.lines().filter_map(|line| line.trim().strip_prefix(head.as_str())?.strip_suffix(';'));
    let value = found.next().unwrap_or_else(|| panic!("{name} is not set")).trim();
    assert_eq!(found.next(), None, "{name} is set twice");
    let pair = value.strip_prefix("light-dark(").and_then(|pair| pair.strip_suffix(')')?.split_once(", "));
    let (light, dark) = pair.unwrap_or((value, value));
    [light, dark].map(str::to_owned)
}

#[test]
fn contrast_is_computed_as_the_standard_says() {
    assert!((contrast("#000000", "#ffffff") - 21.0).abs() < 1e-9);
    assert!((contrast("#777777", "#ffffff") - 4.478).abs() < 1e-2);
}

/// What marks are drawn on.
const SQUARES: [(&str, &str); 4] = [
    ("css/base.css", "--board-light"),
    ("css/base.css", "--board-dark"),
    ("css/board.css", "--felt"),
    ("css/pieces.css", "--rack-hole"),
];

/// Marks are two-tone: on every square, in either theme, at least one of the tones has a contrast of 3 to 1.
#[test]
fn marks_stand_out_on_every_square() {
    let base = read("css/base.css");
    let tones = ["--mark-a", "--mark-b"].map(|name| themes(&base, name));
    for (file, square) in SQUARES {
        for (theme, colour) in themes(&read(file), square).iter().enumerate() {
            let best = tones.iter().map(|tone| contrast(&tone[theme], colour)).fold(0.0, f64::max);
            assert!(best >= 3.0, "{square} {colour}: marks reach only {best:.2}");
        }
    }
}
