//! Positions: values that never change.

use std::hash::{DefaultHasher, Hash, Hasher};

use numpy::{PyArray1, PyArray2, PyArray3};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use quevedo_catalog::{EvalRef, GameEntry, Session};
use quevedo_core::planes::NO_STEP;

use quevedo_core::{Place, Shape, Side, picture};

use crate::arrays::{one, three, two};
use crate::evaluation::{Evaluation, Solution};
use crate::game::{Game, find, observation_shape};
use crate::interrupt::{interruptible, interruptible_for};
use crate::outcome::Outcome;
use crate::player::duration;
use crate::value_error;

/// A position with the moves that led to it. It is a value: playing a move makes a new one, and the old one stays.
///
/// >>> import quevedo
/// >>> start = quevedo.Position("chess")
/// >>> after = start.play("e2e4")
/// >>> after.turn, after.history, start.history
/// (1, ['e2e4'], [])
/// >>> str(after)
/// 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1'
/// >>> after.undo() == start
/// True
/// >>> start.play("e2e5")  # doctest: +IGNORE_EXCEPTION_DETAIL
/// Traceback (most recent call last):
///   ...
/// ValueError: ...
#[pyclass(frozen, module = "quevedo")]
pub(crate) struct Position {
    session: Box<dyn Session>,
}

impl Position {
    pub(crate) fn new(session: Box<dyn Session>) -> Self {
        Self { session }
    }

    pub(crate) fn open(game: &GameEntry, text: Option<&str>) -> PyResult<Self> {
        game.session(text).map(Self::new).map_err(value_error)
    }

    pub(crate) fn session(&self) -> &dyn Session {
        &*self.session
    }

    fn game_entry(&self) -> &GameEntry {
        self.session.entry()
    }

    /// A legal move in move notation, given as `play` takes it.
    pub(crate) fn move_text(&self, r#move: &str) -> PyResult<String> {
        let after = self.play(r#move)?;
        Ok(after.session.history().last().map(|mv| mv.text.clone()).unwrap_or_default())
    }

    /// The same game in another session, changed.
    fn changed<E>(&self, change: impl FnOnce(&mut dyn Session) -> Result<(), E>) -> Result<Self, E> {
        let mut session = self.session.fork();
        change(&mut *session)?;
        Ok(Self { session })
    }

    /// The places of the last move.
    fn last_places(&self) -> Vec<usize> {
        let shape = self.game_entry().shape();
        let taps = self.session.history().last().map(|mv| mv.taps.clone()).unwrap_or_default();
        taps.iter().filter_map(|tap| shape.find(tap)).collect()
    }
}

/// How many columns and rows the places of a board take.
fn extent(shape: &Shape) -> (usize, usize) {
    let most = |of: fn(&Place) -> u8| shape.places.iter().map(of).max().map_or(0, |last| usize::from(last) + 1);
    (most(|place| place.column), most(|place| place.row))
}

#[pymethods]
impl Position {
    #[new]
    #[pyo3(signature = (game, text=None))]
    fn of_game(game: &str, text: Option<&str>) -> PyResult<Self> {
        Self::open(&find(game)?, text)
    }

    /// The game.
    #[getter]
    fn game(&self) -> Game {
        Game(self.game_entry().clone())
    }

    /// The position in its notation.
    #[getter]
    fn text(&self) -> String {
        self.session.position()
    }

    /// Who moves: 0 the first player, 1 the second.
    #[getter]
    fn turn(&self) -> usize {
        self.session.turn().index()
    }

    /// The end of the game, repetition included; None while it goes on.
    #[getter]
    fn outcome(&self) -> Option<Outcome> {
        self.session.outcome().map(Outcome::from)
    }

    /// Whether the game is over.
    #[getter]
    fn is_over(&self) -> bool {
        self.session.outcome().is_some()
    }

    /// Every legal move in move notation; none once the game is over.
    #[getter]
    fn legal_moves(&self) -> Vec<String> {
        self.session.legal_texts()
    }

    /// The actions of the legal moves, in the same order; 4294967295 for one that has none.
    #[getter]
    fn legal_actions<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u32>> {
        one(py, self.game_entry().legal_actions(self.session()))
    }

    /// The squares of every legal move as the side to move sees them, in the same order; 255 where a move has fewer.
    fn legal_steps<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u8>>> {
        let steps = self.game_entry().input_spec().steps;
        let of =
            |mv: &String| self.game_entry().move_steps(self.session(), mv).unwrap_or_else(|_| vec![NO_STEP; steps]);
        let moves = self.session.legal_texts();
        two(py, moves.iter().flat_map(of).collect(), [moves.len(), steps])
    }

    /// The moves so far.
    #[getter]
    fn history(&self) -> Vec<String> {
        self.session.history().iter().map(|mv| mv.text.clone()).collect()
    }

    /// The position in which the game began, in its notation.
    #[getter]
    fn start(&self) -> String {
        self.session.start()
    }

    /// The hash of the position by the move rules, 64 bits.
    #[getter]
    fn hash(&self) -> u64 {
        self.session.hash()
    }

    /// The key of opening books: the same for positions that are the same up to a symmetry of the board.
    #[getter]
    fn key(&self) -> u64 {
        self.session.key()
    }

    /// The position after a move, given in move notation or as people of the game write it (SAN in chess).
    fn play(&self, r#move: &str) -> PyResult<Self> {
        self.changed(|session| session.play(r#move).map(drop)).map_err(value_error)
    }

    /// The position after several moves: words, or a transcript without blanks.
    fn play_line(&self, moves: &str) -> PyResult<Self> {
        self.changed(|session| session.play_line(moves)).map_err(value_error)
    }

    /// The position after an action.
    fn play_action(&self, action: u32) -> PyResult<Self> {
        self.play(&self.move_of(action)?)
    }

    /// The position before the last move.
    fn undo(&self) -> PyResult<Self> {
        let undo = |session: &mut dyn Session| session.undo().map(drop).ok_or("there is no move to undo");
        self.changed(undo).map_err(value_error)
    }

    /// The action of a legal move.
    fn action_of(&self, r#move: &str) -> PyResult<u32> {
        let text = self.move_text(r#move)?;
        let index = self.session.legal_texts().iter().position(|known| *known == text);
        let action = index.and_then(|index| self.game_entry().legal_actions(self.session()).get(index).copied());
        action.filter(|action| *action != u32::MAX).ok_or_else(|| value_error(format!("`{text}` has no action")))
    }

    /// The legal move of an action.
    fn move_of(&self, action: u32) -> PyResult<String> {
        let actions = self.game_entry().legal_actions(self.session());
        let index = actions.iter().position(|known| *known == action && action != u32::MAX);
        let mv = index.and_then(|index| self.session.legal_texts().into_iter().nth(index));
        mv.ok_or_else(|| value_error(format!("action {action} is not legal in `{}`", self.session.position())))
    }

    /// A legal move as people of the game write it: SAN in chess.
    fn pretty(&self, r#move: &str) -> PyResult<String> {
        let after = self.play(r#move)?;
        Ok(after.session.history().last().map(|mv| mv.pretty.clone()).unwrap_or_default())
    }

    /// The taps of every legal move: the places to touch, and choices that are no places.
    fn taps<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let taps = PyDict::new(py);
        self.session.legal().into_iter().try_for_each(|mv| taps.set_item(mv.text, mv.taps))?;
        Ok(taps)
    }

    /// What stands on the board: the letter of each piece by its place.
    fn board<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let pieces = PyDict::new(py);
        for (place, piece) in self.game_entry().shape().places.iter().zip(self.session.board().pieces) {
            if let Some(piece) = piece {
                pieces.set_item(&place.name, piece.letter)?;
            }
        }
        Ok(pieces)
    }

    /// What a network sees: ones and zeros, planes by rows (from the bottom) by columns, from the perspective of the side to move.
    fn planes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray3<u8>>> {
        let [planes, rows, columns] = observation_shape(self.game_entry());
        let squares = rows * columns;
        let mut ones = vec![0; planes * squares];
        for (plane, bits) in self.game_entry().encode(self.session()).planes.iter().enumerate() {
            (0..squares).for_each(|square| ones[plane * squares + square] = (bits >> square & 1) as u8);
        }
        three(py, ones, [planes, rows, columns])
    }

    /// The number of move sequences of so many plies.
    pub(crate) fn perft(&self, py: Python<'_>, depth: u32) -> PyResult<u64> {
        let count = interruptible(py, |stop| self.game_entry().perft_until(self.session(), depth, stop))?;
        count.ok_or_else(|| value_error("the count was stopped"))
    }

    /// The same by first move.
    fn divide<'py>(&self, py: Python<'py>, depth: u32) -> PyResult<Bound<'py, PyDict>> {
        let counts = PyDict::new(py);
        for mv in self.legal_moves() {
            counts.set_item(&mv, self.play(&mv)?.perft(py, depth.saturating_sub(1))?)?;
        }
        Ok(counts)
    }

    /// The static evaluation, by one of the evaluators of the game or by a network of a file (`FILE.qnet`).
    #[pyo3(signature = (evaluator="best"))]
    fn evaluate(&self, py: Python<'_>, evaluator: &str) -> PyResult<Evaluation> {
        let evaluator = EvalRef::new(evaluator);
        let found = py.detach(|| self.game_entry().evaluate(self.session(), &evaluator)).map_err(value_error)?;
        let terms = found.terms.into_iter().map(|term| (term.name.en.to_owned(), term.value)).collect();
        Ok(Evaluation { score: found.score, terms })
    }

    /// The proved value, however long it takes, or None after so many seconds; None at once where no solver of the game can tell.
    #[pyo3(signature = (*, time=None, threads=1))]
    fn solve(&self, py: Python<'_>, time: Option<f64>, threads: usize) -> PyResult<Option<Solution>> {
        let solve = |stop: &std::sync::Arc<_>| self.game_entry().solve(self.session(), threads, stop, &mut |_| {});
        Ok(interruptible_for(py, duration(time)?, solve)?.map(Solution::from))
    }

    /// The game so far as a record, PGN for every game.
    #[pyo3(signature = (**tags))]
    fn record(&self, tags: Option<std::collections::BTreeMap<String, String>>) -> String {
        let tags = tags.unwrap_or_default();
        let tags: Vec<(&str, &str)> = tags.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        self.session.record(&tags).to_string()
    }

    /// The board as an SVG picture; the places of the last move are marked.
    fn svg(&self) -> String {
        picture::svg(&self.game_entry().shape(), &self.session.board(), &self.last_places())
    }

    /// The board as text: the letters of the pieces, a point where a place is empty.
    ///
    /// >>> import quevedo
    /// >>> print(quevedo.Position("hare-hounds").diagram())
    ///  D..
    /// D...h
    ///  D..
    fn diagram(&self) -> String {
        let (shape, board) = (self.game_entry().shape(), self.session.board());
        let (columns, rows) = extent(&shape);
        let mut lines = vec![vec![' '; columns]; rows];
        for (place, piece) in shape.places.iter().zip(&board.pieces) {
            let letter = piece.as_ref().map_or('.', |piece| piece.letter);
            lines[usize::from(place.row)][usize::from(place.column)] = letter;
        }
        lines.iter().map(|line| line.iter().collect::<String>().trim_end().to_owned()).collect::<Vec<_>>().join("\n")
    }

    fn _repr_svg_(&self) -> String {
        self.svg()
    }

    fn __str__(&self) -> String {
        self.session.position()
    }

    fn __repr__(&self) -> String {
        format!("quevedo.Position({:?}, {:?})", self.game_entry().id(), self.session.position())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let same = |other: &Self| {
            self.game_entry() == other.game_entry() && self.session.position() == other.session.position()
        };
        other.cast::<Self>().is_ok_and(|other| same(other.get()))
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.game_entry().id(), self.session.position()).hash(&mut hasher);
        hasher.finish()
    }

    /// Positions can be pickled: the start and the moves.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String, String, Vec<String>))> {
        let rebuild = py.import("quevedo")?.getattr("_rebuild")?;
        Ok((rebuild, (self.game_entry().id().to_owned(), self.session.start(), self.history())))
    }

    /// The side that moves, by its name.
    #[getter]
    fn side(&self) -> &'static str {
        self.game_entry().side_name(self.session.turn()).en
    }

    /// What both players get: 1, 0 or -1; zeros while the game goes on.
    #[getter]
    fn returns(&self) -> (f32, f32) {
        let winner = self.session.outcome().and_then(|outcome| outcome.winner).map(Side::index);
        crate::outcome::returns(winner)
    }
}
