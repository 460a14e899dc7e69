//! The law suite itself: a lawful toy game passes, and each way of breaking it is found out.

use quevedo_core::laws::{check_bytes, check_move_text, check_position_text, check_random_games};
use quevedo_core::message::Template;
use quevedo_core::notation::messages;
use quevedo_core::view::BoardKind;
use quevedo_core::{
    About, Board, Game, Message, MoveError, Notation, Outcome, Place, PositionError, Shape, Side, Text, View, reasons,
};

/// Take one or two from a heap; who takes the last one wins. `FAULT` says what is broken, 0 for nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Heap<const FAULT: u8> {
    left: u8,
    turn: Side,
    hash: u64,
}

const LAWFUL: u8 = 0;
const STALE_HASH: u8 = 1;
const SHARED_HASH: u8 = 2;
const FORGETFUL_NOTATION: u8 = 3;
const MISCOUNT: u8 = 4;
const NO_END: u8 = 5;
const SAME_TEXT: u8 = 6;
const SAME_TAPS: u8 = 7;
const TAKES_ANYTHING: u8 = 8;
const STRANGE_TAP: u8 = 9;
const UNFINISHED_TAPS: u8 = 10;
const MOVES_AFTER_THE_END: u8 = 11;
const SILENT: u8 = 12;

impl<const FAULT: u8> Game for Heap<FAULT> {
    type Move = u8;

    fn start() -> Self {
        let mut heap = Self { left: 9, turn: Side::First, hash: 0 };
        heap.hash = heap.hash_from_scratch();
        heap
    }

    fn turn(&self) -> Side {
        self.turn
    }

    fn each_move(&self, visit: impl FnMut(u8)) {
        let most = if FAULT == MOVES_AFTER_THE_END && self.left == 0 { 1 } else { self.left.min(2) };
        (1..=most).for_each(visit);
    }

    fn play(&mut self, taken: u8) {
        self.left = self.left.saturating_sub(taken);
        self.turn = !self.turn;
        if FAULT != STALE_HASH {
            self.hash = self.hash_from_scratch();
        }
    }

    fn ended(&self) -> Option<Outcome> {
        (self.left == 0 && FAULT != NO_END).then(|| Outcome::win(!self.turn, &reasons::NO_MOVES))
    }

    fn stuck(&self) -> Outcome {
        Outcome::win(!self.turn, &reasons::NO_MOVES)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.ended()
    }

    fn hash(&self) -> u64 {
        self.hash
    }

    fn hash_from_scratch(&self) -> u64 {
        let left = if FAULT == SHARED_HASH { 0 } else { self.left };
        u64::from(left) * 2 + self.turn as u64
    }

    fn count_moves(&self) -> u64 {
        u64::from(self.left.min(2)) + u64::from(FAULT == MISCOUNT || (FAULT == MOVES_AFTER_THE_END && self.left == 0))
    }
}

/// A message that says nothing.
const BLANK: Template = Template { code: "blank", params: &[], text: Text { en: "", es: "" } };

impl<const FAULT: u8> Notation for Heap<FAULT> {
    fn parse(text: &str) -> Result<Self, PositionError> {
        let expected = || if FAULT == SILENT { Message::new(&BLANK, vec![]) } else { messages::number_between(0, 99) };
        let bad = || PositionError::new(messages::board(), text, expected());
        let (left, turn) = text.split_once(' ').ok_or_else(bad)?;
        let turn = if turn == "b" && FAULT != FORGETFUL_NOTATION { Side::Second } else { Side::First };
        let left = left.parse().ok().filter(|left| *left < 100).ok_or_else(bad)?;
        let mut heap = Self { left, turn, hash: 0 };
        heap.hash = heap.hash_from_scratch();
        Ok(heap)
    }

    fn show(&self) -> String {
        format!("{} {}", self.left, if self.turn == Side::First { 'a' } else { 'b' })
    }

    fn parse_move(&self, text: &str) -> Result<u8, MoveError> {
        let taken = text.parse().map_err(|_| MoveError::malformed(text, messages::number_between(1, 2)))?;
        let legal = self.legal_moves().contains(&taken) || FAULT == TAKES_ANYTHING;
        if legal { Ok(taken) } else { Err(MoveError::illegal(text, messages::number_between(1, self.left))) }
    }

    fn show_move(&self, taken: u8) -> String {
        if FAULT == SAME_TEXT { "1".into() } else { taken.to_string() }
    }
}

impl<const FAULT: u8> View for Heap<FAULT> {
    const ABOUT: About = About::new(
        "heap",
        Text { en: "Heap", es: "Montón" },
        [Text { en: "A", es: "A" }, Text { en: "B", es: "B" }],
        Text { en: "Take the last one.", es: "Toma la última." },
    );

    fn shape() -> Shape {
        let places = (1..=2).map(|n: u8| Place::new(n.to_string(), n, 0)).collect();
        Shape { kind: BoardKind::Points, places, lines: vec![] }
    }

    fn board(&self) -> Board {
        Board::new(2, |_| None)
    }

    fn taps(&self, taken: u8) -> Vec<String> {
        match FAULT {
            SAME_TAPS => vec!["1".into()],
            STRANGE_TAP => vec!["elsewhere".into(), taken.to_string()],
            UNFINISHED_TAPS => vec!["1".into(); taken.into()],
            _ => vec![taken.to_string()],
        }
    }
}

fn violation<const FAULT: u8>() -> String {
    check_random_games(&Heap::<FAULT>::start(), 5, 1).expect_err("the fault goes unseen").to_string()
}

#[test]
fn a_lawful_game_passes() {
    type Lawful = Heap<LAWFUL>;
    check_random_games(&Lawful::start(), 50, 1).unwrap();
    check_bytes(&Lawful::start(), &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]).unwrap();
    for text in ["9 a", "0 b", "1 b", "", "x", "300 a"] {
        check_position_text::<Lawful>(text).unwrap();
    }
    for text in ["1", "2", "3", "", "one"] {
        check_move_text(&Lawful::start(), text).unwrap();
    }
}

#[test]
fn every_fault_is_found_and_named() {
    let found = [
        (violation::<STALE_HASH>(), "hash_from_scratch() is"),
        (violation::<SHARED_HASH>(), "same hash"),
        (violation::<FORGETFUL_NOTATION>(), "reads back as"),
        (violation::<MISCOUNT>(), "count_moves() is"),
        (violation::<NO_END>(), "neither moves nor an outcome"),
        (violation::<SAME_TEXT>(), "written alike"),
        (violation::<SAME_TAPS>(), "same taps"),
        (violation::<STRANGE_TAP>(), "neither a place nor a choice"),
        (violation::<UNFINISHED_TAPS>(), "go on after a whole move"),
        (violation::<MOVES_AFTER_THE_END>(), "but 1 legal moves are left"),
    ];
    for (violation, words) in found {
        assert!(violation.contains(words), "{violation}");
    }
    assert!(check_move_text(&Heap::<TAKES_ANYTHING>::start(), "7").unwrap_err().message.contains("not legal"));
    assert!(check_position_text::<Heap<SILENT>>("x").unwrap_err().message.contains("without words"));
}
