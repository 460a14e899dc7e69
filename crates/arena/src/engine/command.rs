//! A command line as words. There is no shell in between: what is not a quote is a letter.

/// Splits a command at its blanks; single and double quotes keep blanks within a word. `None` if a quote stays open or
/// nothing is named.
pub(super) fn words(command: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for letter in command.chars() {
        match quote {
            Some(open) if letter == open => quote = None,
            None if letter == '"' || letter == '\'' => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            None if letter.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(letter),
        }
    }
    words.extend(word);
    let named = words.first().is_some_and(|program| !program.is_empty());
    (quote.is_none() && named).then_some(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_part_words_and_quotes_keep_them() {
        let cases: [(&str, &[&str]); 5] = [
            ("stockfish", &["stockfish"]),
            ("  quevedo   uci ", &["quevedo", "uci"]),
            ("\"/a b/engine\" --name 'it is'", &["/a b/engine", "--name", "it is"]),
            (r"C:\engines\e.exe ''", &[r"C:\engines\e.exe", ""]),
            ("sh -c 'echo \"x\"'", &["sh", "-c", "echo \"x\""]),
        ];
        for (command, expected) in cases {
            assert_eq!(words(command).unwrap(), expected, "{command}");
        }
        for wrong in ["", "  ", "\"open", "'' uci"] {
            assert_eq!(words(wrong), None, "{wrong}");
        }
    }
}
