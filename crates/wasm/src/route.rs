//! Addresses taken apart.

use quevedo_api::Problem;
use quevedo_api::answers::read_body;
use quevedo_api::messages;
use quevedo_core::Language;
use serde::de::DeserializeOwned;

/// A request taken apart.
pub(crate) struct Route<'a> {
    /// The parts of the path below `/api` or `/search`.
    pub(crate) parts: Vec<String>,
    query: &'a str,
    body: Option<&'a str>,
    pub(crate) language: Language,
}

impl<'a> Route<'a> {
    pub(crate) fn new(path: &'a str, body: Option<&'a str>, language: Language) -> Self {
        let (path, query) = path.split_once('?').unwrap_or((path, ""));
        let parts = path.trim_start_matches('/').split('/').skip(1).map(decode).collect();
        Self { parts, query, body, language }
    }

    /// The body of the request.
    pub(crate) fn body<T: DeserializeOwned>(&self) -> Result<T, Problem> {
        let body = self.body.ok_or_else(|| Problem::bad_request(messages::no_json()))?;
        read_body(body.as_bytes())
    }

    /// A value of the query.
    pub(crate) fn query(&self, name: &str) -> Option<String> {
        let pairs = self.query.split('&').filter_map(|pair| pair.split_once('='));
        pairs.filter(|(known, _)| *known == name).map(|(_, value)| decode(value)).next()
    }

    /// A number of the query.
    pub(crate) fn number(&self, name: &str) -> usize {
        self.query(name).and_then(|value| value.parse().ok()).unwrap_or_default()
    }
}

/// Takes the escapes of an address out.
fn decode(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        match byte {
            b'+' => bytes.push(b' '),
            b'%' => {
                let hex = [rest.next(), rest.next()].map(|digit| digit.unwrap_or_default() as char);
                let value = u8::from_str_radix(&String::from_iter(hex), 16);
                bytes.push(value.unwrap_or(b'?'));
            }
            byte => bytes.push(byte),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_taken_apart() {
        let route = Route::new("/api/puzzles/connect4%3A7x6/3?ply=2&q=a+b", None, Language::English);
        assert_eq!(route.parts, ["puzzles", "connect4:7x6", "3"]);
        assert_eq!((route.number("ply"), route.query("q")), (2, Some("a b".into())));
        assert_eq!((route.number("none"), route.query("none")), (0, None));
    }
}
