//! Messages to people: a code for programs, a text in every language, and arguments.
//!
//! An error is a [`Message`] from where it arises to where it is shown. The page, the terminal and the API take its
//! text in the language of the reader; no sentence is composed elsewhere. Texts stand in tables, one for each
//! module that has messages, see [`messages!`](crate::messages).

use std::fmt::{self, Display, Formatter};

use serde::ser::{Serialize, SerializeMap, SerializeStruct, Serializer};

use crate::view::{Language, Text};

/// A kind of message: one entry of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Template {
    /// Its name for programs.
    pub code: &'static str,
    /// The names of its arguments.
    pub params: &'static [&'static str],
    /// The text; `{name}` stands for an argument.
    pub text: Text,
}

impl Template {
    /// What is wrong with the template: a text is empty, or its placeholders are not the parameters.
    pub fn check(&self) -> Result<(), String> {
        for text in [self.text.en, self.text.es] {
            let mut found: Vec<&str> = pieces(text).filter_map(|(_, name)| name).collect();
            let mut wanted = self.params.to_vec();
            found.sort_unstable();
            found.dedup();
            wanted.sort_unstable();
            if text.is_empty() || found != wanted {
                return Err(format!("{}: `{text}` has the placeholders {found:?}, not {wanted:?}", self.code));
            }
        }
        Ok(())
    }
}

/// A message with its arguments. It displays in English.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    template: &'static Template,
    args: Vec<Arg>,
}

/// An argument of a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Arg {
    /// The same in every language: a number, a move, what somebody has written.
    Text(String),
    /// Words that have a text in every language.
    Words(Text),
    /// The same with arguments.
    Message(Message),
}

impl Message {
    /// A message with the arguments in the order of the template's parameters.
    pub fn new(template: &'static Template, args: Vec<Arg>) -> Self {
        debug_assert_eq!(template.params.len(), args.len(), "{}", template.code);
        Self { template, args }
    }

    /// The name of its kind for programs.
    pub const fn code(&self) -> &'static str {
        self.template.code
    }

    /// The arguments by their names.
    pub fn args(&self) -> impl ExactSizeIterator<Item = (&'static str, &Arg)> {
        self.template.params.iter().copied().zip(&self.args)
    }

    /// The message in one language.
    pub fn text(&self, language: Language) -> String {
        let mut text = String::new();
        for (words, name) in pieces(self.template.text.get(language)) {
            text.push_str(words);
            let arg = name.and_then(|name| self.args().find(|(known, _)| *known == name));
            match arg {
                Some((_, Arg::Text(arg))) => text.push_str(arg),
                Some((_, Arg::Words(arg))) => text.push_str(arg.get(language)),
                Some((_, Arg::Message(arg))) => text.push_str(&arg.text(language)),
                None => {}
            }
        }
        text
    }
}

/// The parts of a text: words, and the name of the placeholder behind them.
fn pieces(text: &str) -> impl Iterator<Item = (&str, Option<&str>)> {
    text.split('}').map(|piece| piece.split_once('{').map_or((piece, None), |(words, name)| (words, Some(name))))
}

impl Display for Message {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(Language::English))
    }
}

impl std::error::Error for Message {}

/// `{"code": "wrong_ranks", "args": {"expected": "8", "found": "7"}}`.
impl Serialize for Message {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("Message", 2)?;
        object.serialize_field("code", self.code())?;
        object.serialize_field("args", &Args(self))?;
        object.end()
    }
}

/// The arguments of a message as a map.
struct Args<'a>(&'a Message);

impl Serialize for Args<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.args.len()))?;
        for (name, arg) in self.0.args() {
            match arg {
                Arg::Text(text) => map.serialize_entry(name, text)?,
                Arg::Words(words) => map.serialize_entry(name, words)?,
                Arg::Message(message) => map.serialize_entry(name, message)?,
            }
        }
        map.end()
    }
}

impl From<Text> for Arg {
    fn from(text: Text) -> Self {
        Self::Words(text)
    }
}

impl From<Message> for Arg {
    fn from(message: Message) -> Self {
        Self::Message(message)
    }
}

macro_rules! plain_arguments {
    ($($kind:ty),*) => {
        $(impl From<$kind> for Arg {
            fn from(value: $kind) -> Self {
                Self::Text(value.to_string())
            }
        })*
    };
}

plain_arguments!(&str, String, &String, char, u8, u16, u32, u64, usize, i32, i64, f32, f64);

/// Declares a table of messages: a function for each, which takes the arguments and makes the [`Message`].
///
/// The name of the function is the code. A test that comes with the table checks that both texts use exactly the
/// arguments.
///
/// ```
/// quevedo_core::messages! {
///     pub(crate) table:
///     column_full(column): "column {column} is full", "la columna {column} está llena";
/// }
/// # fn main() {
/// let message = column_full(3);
/// assert_eq!(message.code(), "column_full");
/// assert_eq!(message.to_string(), "column 3 is full");
/// assert_eq!(message.text(quevedo_core::Language::Spanish), "la columna 3 está llena");
/// # }
/// ```
#[macro_export]
macro_rules! messages {
    ($vis:vis table: $($code:ident($($param:ident),*): $en:expr, $es:expr;)*) => {
        $(
            #[doc = $en]
            $vis fn $code($($param: impl Into<$crate::message::Arg>),*) -> $crate::message::Message {
                const TEMPLATE: $crate::message::Template = $crate::message::Template {
                    code: stringify!($code),
                    params: &[$(stringify!($param)),*],
                    text: $crate::view::Text { en: $en, es: $es },
                };
                $crate::message::Message::new(&TEMPLATE, vec![$($param.into()),*])
            }
        )*

        #[cfg(test)]
        #[test]
        fn both_texts_use_exactly_the_arguments() {
            let templates = [$($crate::message::Template {
                code: stringify!($code),
                params: &[$(stringify!($param)),*],
                text: $crate::view::Text { en: $en, es: $es },
            }),*];
            for template in templates {
                assert_eq!(template.check(), Ok(()));
            }
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    mod table {
        crate::messages! {
            pub(super) table:
            part(): "board", "el tablero";
            bad(part, found): "bad {part}: `{found}`", "error en {part}: `{found}`";
        }
    }

    #[test]
    fn arguments_are_filled_in_and_translated() {
        let message = table::bad(table::part(), "{x}");
        assert_eq!(message.to_string(), "bad board: `{x}`");
        assert_eq!(message.text(Language::Spanish), "error en el tablero: `{x}`");
    }

    #[test]
    fn a_template_whose_texts_differ_in_their_placeholders_is_refused() {
        let text = Text { en: "{a} and {b}", es: "{a} y {c}" };
        let template = Template { code: "x", params: &["a", "b"], text };
        assert!(template.check().unwrap_err().contains("{a} y {c}"));
        assert!(Template { params: &["a"], ..template }.check().is_err());
        assert!(Template { text: Text { es: "", ..text }, ..template }.check().is_err());
    }
}
