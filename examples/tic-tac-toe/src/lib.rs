//! Tic-tac-toe: a whole game for Quevedo in one file.
//!
//! Bit `3·rank + file` of a 9-bit set is a square; rank 0 is the bottom rank, so `a1` is bit 0 and `c3` is bit 8.

use quevedo_core::compose::{Compose, PalettePiece, Setup};
use quevedo_core::hash::{combine, mix};
use quevedo_core::notation::{Grid, messages as common, read_end, read_ranks, read_side, write_ranks};
use quevedo_core::view::{About, Board, Piece, Shape, Text, View};
use quevedo_core::{
    Evaluator, Game, HasEvaluators, Layer, MoveError, NamedEvaluator, Notation, Outcome, Planes, PositionError, Reason,
    Score, SearchParams, Side, Tactics, Term, for_turn, reasons,
};
use quevedo_solve::Solvable;

#[cfg(test)]
mod tests;

const GRID: Grid = Grid { files: 3, ranks: 3 };
const WIDTHS: [u8; 3] = [3; 3];
const FULL: u16 = 0b111_111_111;
/// Ranks, files, diagonals.
const LINES: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];
/// The end that no other game has.
static THREE_IN_LINE: Reason = Reason::new("three_in_line", "three in line", "tres en línea");

/// A position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TicTacToe {
    /// The squares of each side.
    marks: [u16; 2],
    turn: Side,
}

impl TicTacToe {
    fn has_line(self, side: Side) -> bool {
        LINES.iter().any(|line| self.marks[side.index()] & line == *line)
    }

    fn empty(self) -> u16 {
        FULL & !(self.marks[0] | self.marks[1])
    }

    fn owner(self, square: u8) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| self.marks[side.index()] >> square & 1 == 1)
    }

    fn letter(self, square: u8) -> Option<char> {
        self.owner(square).map(|side| if side == Side::First { 'X' } else { 'O' })
    }
}

impl Game for TicTacToe {
    /// The square.
    type Move = u8;

    fn start() -> Self {
        Self { marks: [0; 2], turn: Side::First }
    }

    fn turn(&self) -> Side {
        self.turn
    }

    fn each_move(&self, visit: impl FnMut(u8)) {
        if self.ended().is_none() {
            (0..9).filter(|square| self.empty() >> square & 1 == 1).for_each(visit);
        }
    }

    fn play(&mut self, square: u8) {
        self.marks[self.turn.index()] |= 1 << square;
        self.turn = !self.turn;
    }

    fn ended(&self) -> Option<Outcome> {
        let winner = Side::BOTH.into_iter().find(|side| self.has_line(*side));
        winner.map(|winner| Outcome::win(winner, &THREE_IN_LINE))
    }

    fn stuck(&self) -> Outcome {
        Outcome::draw(&reasons::BOARD_FULL)
    }

    fn hash(&self) -> u64 {
        self.hash_from_scratch()
    }

    fn hash_from_scratch(&self) -> u64 {
        combine(mix(u64::from(self.marks[0]) << 9 | u64::from(self.marks[1])), self.turn.index() as u64)
    }
}

quevedo_core::messages! {
    pub table:
    letters(): "X and O are the marks", "X y O son las marcas";
    too_many(crosses, noughts):
        "X moves first: {crosses} X and {noughts} O cannot be", "X empieza: no puede haber {crosses} X y {noughts} O";
    a_square(): "a square, as in `b2`", "una casilla, como `b2`";
}

impl Notation for TicTacToe {
    fn parse(text: &str) -> Result<Self, PositionError> {
        let mut fields = text.split_whitespace();
        let board = fields.next().unwrap_or("");
        let mut marks = [0; 2];
        read_ranks(board, &WIDTHS, |row, file, letter| {
            let side = ['X', 'O'].iter().position(|known| *known == letter);
            let side = side.ok_or_else(|| PositionError::new(common::piece(), &letter.to_string(), letters()))?;
            marks[side] |= 1 << square_at(row, file);
            Ok(())
        })?;
        let turn = read_side(fields.next(), 'x', 'o')?;
        read_end(fields.next())?;
        let [crosses, noughts] = marks.map(u16::count_ones);
        if crosses != noughts + u32::from(turn == Side::Second) {
            return Err(PositionError::new(common::board(), board, too_many(crosses, noughts)));
        }
        Ok(Self { marks, turn })
    }

    fn show(&self) -> String {
        let board = write_ranks(&WIDTHS, |row, file| self.letter(square_at(row, file)));
        format!("{board} {}", if self.turn == Side::First { 'x' } else { 'o' })
    }

    fn parse_move(&self, text: &str) -> Result<u8, MoveError> {
        match GRID.take(text) {
            Some(_) if self.outcome().is_some() => Err(MoveError::game_over(text)),
            Some(((file, rank), "")) if self.owner(3 * rank + file).is_some() => {
                Err(MoveError::illegal(text, common::place_taken(text)))
            }
            Some(((file, rank), "")) => Ok(3 * rank + file),
            _ => Err(MoveError::malformed(text, a_square())),
        }
    }

    fn show_move(&self, square: u8) -> String {
        GRID.name(square % 3, square / 3)
    }
}

/// The square at a row from the top and a file.
fn square_at(row: usize, file: u8) -> u8 {
    3 * (2 - row as u8) + file
}

/// The place of a square: places are listed from the highest rank.
fn place_of(square: usize) -> usize {
    usize::from(square_at(square / 3, square as u8 % 3))
}

const fn text(en: &'static str, es: &'static str) -> Text {
    Text { en, es }
}

/// What a mark looks like.
fn mark(side: Side) -> Piece {
    let (kind, letter, glyph) = if side == Side::First { ("cross", 'X', '×') } else { ("nought", 'O', '○') };
    Piece { kind, side: Some(side), letter, glyph }
}

/// What the page's board editor needs.
impl Compose for TicTacToe {
    fn palette() -> Vec<PalettePiece> {
        Side::BOTH.map(|side| PalettePiece::new(mark(side))).to_vec()
    }

    fn setup_text(setup: &Setup) -> String {
        format!("{} {}", setup.ranks(&WIDTHS), setup.by_turn(['x', 'o']))
    }
}

impl View for TicTacToe {
    const ABOUT: About = About {
        tagline: text("Three in line, and no mistakes", "Tres en línea, y sin errores"),
        position_hint: text("ranks from the top, then x or o: X1O/3/3 x", "filas desde arriba y x u o: X1O/3/3 x"),
        ..About::new(
            "tic-tac-toe",
            text("Tic-tac-toe", "Tres en raya"),
            [text("Crosses", "Cruces"), text("Noughts", "Círculos")],
            text(
                "The players take turns to mark an empty square; crosses begin. The first to have three marks in line, \
                 straight or diagonal, wins. If the board fills up first, the game is drawn.",
                "Los jugadores marcan por turnos una casilla vacía; empiezan las cruces. Gana quien antes tenga tres \
                 marcas en línea, recta o diagonal. Si se llena el tablero, la partida es tablas.",
            ),
        )
    };
    const REASONS: &'static [&'static Reason] = &[&THREE_IN_LINE];

    fn shape() -> Shape {
        Shape::squares(3, 3, |column, row| GRID.name(column, 2 - row))
    }

    fn board(&self) -> Board {
        Board::new(9, |place| self.owner(square_at(place / 3, place as u8 % 3)).map(mark))
    }

    fn taps(&self, square: u8) -> Vec<String> {
        vec![self.show_move(square)]
    }
}

/// Counts the lines that are still open for each side, by the marks on them.
#[derive(Clone, Copy, Debug)]
pub struct OpenLines;

impl Evaluator<TicTacToe> for OpenLines {
    fn evaluate(&self, position: &TicTacToe) -> Score {
        let open = |own: u16, other: u16| -> Score {
            LINES.iter().filter(|line| other & *line == 0).map(|line| 10 * (own & line).count_ones() as Score).sum()
        };
        let [crosses, noughts] = position.marks;
        for_turn(position, open(crosses, noughts) - open(noughts, crosses))
    }

    fn each_term(&self, position: &TicTacToe, visit: &mut dyn FnMut(Term)) {
        visit(Term::new(OPEN_LINES, for_turn(position, self.evaluate(position))));
    }

    fn each_layer(&self, position: &TicTacToe, visit: &mut dyn FnMut(Layer)) {
        let mut layer = Layer::new(OPEN_LINES);
        let [crosses, noughts] = position.marks;
        for (own, other, points) in [(crosses, noughts, 10.0), (noughts, crosses, -10.0)] {
            for line in LINES.iter().filter(|line| other & *line == 0) {
                let squares = (0..9).filter(|square| own & line & (1 << square) != 0);
                squares.for_each(|square| layer.add(&[place_of(square)], points));
            }
        }
        visit(layer);
    }
}

const OPEN_LINES: Text = Text::new("open lines", "líneas abiertas");

impl HasEvaluators for TicTacToe {
    type Eval = OpenLines;
    const EVALUATORS: &'static [NamedEvaluator<OpenLines>] = &[NamedEvaluator {
        name: "handmade",
        meaning: Text::new("marks on lines that are still open", "marcas en líneas aún abiertas"),
        evaluator: OpenLines,
    }];
}

impl Tactics for TicTacToe {
    const PARAMS: SearchParams = SearchParams { unit: 10, ..SearchParams::PLAIN };
    const HISTORY_KEYS: usize = 9;

    fn history_keys(&self, square: u8) -> [usize; 2] {
        [usize::from(square); 2]
    }
}

impl Planes for TicTacToe {
    const WIDTH: usize = 3;
    const HEIGHT: usize = 3;
    const PIECES: &'static str = "XO";
    type PlaneSet = [u128; 2];
    type Steps = [u8; 1];
}

impl Solvable for TicTacToe {}
