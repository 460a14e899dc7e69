//! The text of a spec: `name[:key=value[,key=value]…]`. A value that holds a comma, a blank, a quote or a backslash is
//! written in double quotes; inside them `\"` and `\\` stand for the quote and the backslash.

use quevedo_core::notation::clip;

use super::SpecError;

/// The pairs of key and value.
pub(super) fn read_pairs(mut text: &str) -> Result<Vec<(&str, String)>, SpecError> {
    let mut pairs: Vec<(&str, String)> = Vec::new();
    loop {
        let not_a_pair = || SpecError::NotAPair { part: clip(text.split(',').next().unwrap_or_default()) };
        let (key, rest) = text.split_once('=').filter(|(key, _)| !key.contains(',')).ok_or_else(not_a_pair)?;
        let (value, rest) = read_value(rest)?;
        if pairs.iter().any(|(earlier, _)| *earlier == key) {
            return Err(SpecError::Twice { key: clip(key) });
        }
        pairs.push((key, value));
        match rest {
            Some(rest) => text = rest,
            None => return Ok(pairs),
        }
    }
}

/// A value, and what stands behind the comma after it.
fn read_value(text: &str) -> Result<(String, Option<&str>), SpecError> {
    let Some(quoted) = text.strip_prefix('"') else {
        let (value, rest) = text.split_once(',').map_or((text, None), |(value, rest)| (value, Some(rest)));
        return Ok((value.into(), rest));
    };
    let mut value = String::new();
    let mut characters = quoted.char_indices();
    while let Some((at, character)) = characters.next() {
        match character {
            '"' => return after_quote(text, &quoted[at + 1..]).map(|rest| (value, rest)),
            '\\' => value.extend(characters.next().map(|(_, escaped)| escaped)),
            plain => value.push(plain),
        }
    }
    Err(SpecError::OpenQuote { part: clip(text) })
}

/// What follows a quoted value: nothing, or a comma and more.
fn after_quote<'t>(whole: &str, rest: &'t str) -> Result<Option<&'t str>, SpecError> {
    match rest.strip_prefix(',') {
        Some(more) => Ok(Some(more)),
        None if rest.is_empty() => Ok(None),
        None => Err(SpecError::AfterQuote { part: clip(whole) }),
    }
}

/// A value as specs write it.
pub(super) fn show_value(value: &str) -> String {
    let plain = !value.contains([',', '"', '\\']) && !value.contains(char::is_whitespace);
    if plain { value.into() } else { format!("\"{}\"", value.replace('\\', "\\\\").replace('"', "\\\"")) }
}
