//! The code of a Rust file as tokens with their lines, without comments, attributes and tests.
//!
//! Comments, attributes and the texts of `--help` in them may name games as examples; tests may do anything.

use std::iter::Peekable;

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree, token_stream};

/// A token: an identifier, a literal, a sign, or one bracket.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) line: usize,
    /// As it is written; of a string what stands between the quotes.
    pub(super) text: String,
    pub(super) is_string: bool,
}

/// The tokens of a Rust file; `None` if it is no Rust.
pub(super) fn tokens(text: &str) -> Option<Vec<Token>> {
    let stream: TokenStream = text.parse().ok()?;
    let mut tokens = Vec::new();
    collect(stream, &mut tokens);
    Some(tokens)
}

/// Whether a file is a part of the tests, the benchmarks or the build.
pub(super) fn is_for_tests(path: &str) -> bool {
    let in_folder = |name: &str| path.split('/').rev().skip(1).any(|folder| folder == name);
    ["tests", "benches", "examples"].into_iter().any(in_folder)
        || path.ends_with("/tests.rs")
        || path.ends_with("/build.rs")
        || path.starts_with("crates/page-tests/")
}

/// Where a sequence of tokens stands, written as Rust: the lines, and what follows each.
pub(super) fn find<'a>(tokens: &'a [Token], pattern: &str) -> Vec<(usize, &'a [Token])> {
    let pattern = self::tokens(pattern).unwrap_or_default();
    let is_here = |rest: &[Token]| {
        rest.len() >= pattern.len() && rest.iter().zip(&pattern).all(|(one, other)| one.text == other.text)
    };
    let starts = (0..=tokens.len().saturating_sub(pattern.len())).filter(|at| is_here(&tokens[*at..]));
    starts.map(|at| (tokens[at].line, &tokens[at + pattern.len()..])).collect()
}

fn collect(stream: TokenStream, tokens: &mut Vec<Token>) {
    let mut trees = stream.into_iter().peekable();
    while let Some(tree) = trees.next() {
        match tree {
            TokenTree::Punct(sign) if sign.as_char() == '#' && attribute_follows(&mut trees) => {
                if skip_attribute(&mut trees) {
                    skip_item(&mut trees);
                }
            }
            TokenTree::Group(group) => collect_group(&group, tokens),
            other => tokens.push(token(&other)),
        }
    }
}

fn collect_group(group: &Group, tokens: &mut Vec<Token>) {
    let (open, close) = match group.delimiter() {
        Delimiter::Parenthesis => ("(", ")"),
        Delimiter::Brace => ("{", "}"),
        Delimiter::Bracket => ("[", "]"),
        Delimiter::None => ("", ""),
    };
    let bracket = |text: &str, line| Token { line, text: text.into(), is_string: false };
    tokens.push(bracket(open, group.span_open().start().line));
    collect(group.stream(), tokens);
    tokens.push(bracket(close, group.span_close().start().line));
}

fn token(tree: &TokenTree) -> Token {
    let (line, written) = (tree.span().start().line, tree.to_string());
    let is_string = matches!(tree, TokenTree::Literal(_)) && written.ends_with(['"', '#']);
    let text = if is_string { written.trim_start_matches(['b', 'c', 'r']).trim_matches('#') } else { &written };
    let text = if is_string { text.trim_matches('"') } else { text };
    Token { line, text: text.into(), is_string }
}

type Trees = Peekable<token_stream::IntoIter>;

fn attribute_follows(trees: &mut Trees) -> bool {
    match trees.peek() {
        Some(TokenTree::Group(group)) => group.delimiter() == Delimiter::Bracket,
        Some(TokenTree::Punct(sign)) => sign.as_char() == '!',
        _ => false,
    }
}

/// Steps over an attribute; whether what follows is compiled for tests only.
fn skip_attribute(trees: &mut Trees) -> bool {
    let mut next = trees.next();
    if matches!(next, Some(TokenTree::Punct(_))) {
        next = trees.next();
    }
    next.is_some_and(|attribute| matches!(attribute.to_string().replace(' ', "").as_str(), "[cfg(test)]" | "[test]"))
}

/// Steps over an item: up to its body or its semicolon.
fn skip_item(trees: &mut Trees) {
    for tree in trees {
        match tree {
            TokenTree::Punct(sign) if sign.as_char() == ';' => return,
            TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => return,
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(code: &str) -> Vec<String> {
        tokens(code).unwrap().into_iter().map(|token| token.text).collect()
    }

    #[test]
    fn comments_attributes_and_tests_are_left_out() {
        let code = "//! one\n#![allow(two)]\n/// three\n#[arg(help = \"four\")]\nfn five() { /* six */ seven }\n\
                    #[cfg(test)]\n#[path = \"x\"]\nmod tests { eight }\n#[cfg(test)]\nmod nine;\nten";
        assert_eq!(texts(code), ["fn", "five", "(", ")", "{", "seven", "}", "ten"]);
    }

    #[test]
    fn strings_are_told_from_code_and_have_their_lines() {
        let found = tokens("a\n\"b c\" r#\"d\"# 'e' b\"f\"").unwrap();
        let strings: Vec<_> = found.iter().filter(|token| token.is_string).map(|token| token.text.as_str()).collect();
        assert_eq!(strings, ["b c", "d", "f"]);
        assert_eq!((found[0].line, found[1].line), (1, 2));
        assert!(tokens("fn {").is_none());
    }

    #[test]
    fn sequences_are_found_across_lines() {
        let tokens = tokens("let a = env::\n  var(\"X\"); my_env::var").unwrap();
        let found = find(&tokens, "env::var");
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].0, found[0].1[1].text.as_str()), (1, "X"));
        assert_eq!(find(&tokens, "a b c d e f g h i j k l m n o p q r s t").len(), 0);
    }

    #[test]
    fn tests_are_told_by_their_paths() {
        for path in ["crates/a/tests/b.rs", "crates/a/src/b/tests.rs", "crates/a/benches/c.rs", "crates/a/build.rs"] {
            assert!(is_for_tests(path), "{path}");
        }
        assert!(!is_for_tests("crates/a/src/latests.rs"));
    }
}
