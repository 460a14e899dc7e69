//! Ids from the random source of the system: nobody guesses the next one from those that are known.

const LENGTH: usize = 10;
/// Letters and digits that are not easily confused.
const LETTERS: &[u8] = b"23456789abcdefghjkmnpqrstuvwxyz";
/// Bytes from here on would make the first letters likelier.
const FAIR: u8 = (256 / LETTERS.len() * LETTERS.len()) as u8;

/// A new random id.
pub fn new_id() -> String {
    let mut id = String::with_capacity(LENGTH);
    while id.len() < LENGTH {
        let mut bytes = [0; 2 * LENGTH];
        fill(&mut bytes);
        let letters = bytes.iter().filter(|byte| **byte < FAIR).map(|byte| LETTERS[*byte as usize % LETTERS.len()]);
        id.extend(letters.take(LENGTH - id.len()).map(char::from));
    }
    id
}

#[cfg(not(target_arch = "wasm32"))]
fn fill(bytes: &mut [u8]) {
    getrandom::fill(bytes).expect("the system has a random source");
}

/// In a browser there is nobody else from whom an id would have to be kept.
#[cfg(target_arch = "wasm32")]
fn fill(bytes: &mut [u8]) {
    fastrand::fill(bytes);
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn ids_differ_and_have_letters_of_one_kind() {
        let ids: HashSet<String> = (0..1000).map(|_| new_id()).collect();
        assert_eq!(ids.len(), 1000);
        assert!(ids.iter().all(|id| id.len() == LENGTH && id.bytes().all(|letter| LETTERS.contains(&letter))));
        let seen: HashSet<char> = ids.iter().flat_map(|id| id.chars()).collect();
        assert_eq!(seen.len(), LETTERS.len(), "every letter comes up");
    }

    #[test]
    fn a_seeded_generator_does_not_foretell_them() {
        fastrand::seed(7);
        let first = new_id();
        fastrand::seed(7);
        assert_ne!(new_id(), first);
    }
}
