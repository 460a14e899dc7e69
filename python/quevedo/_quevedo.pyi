"""Types of the extension module."""

from collections.abc import Callable, Sequence
from os import PathLike
from pathlib import Path
from typing import Any, final

import numpy as np
from numpy.typing import ArrayLike, NDArray

__version__: str

def games() -> list[str]:
    """The names of all games and variants."""
def random_games(game: str, count: int, *, seed: int = 0, threads: int = 1) -> tuple[int, tuple[int, int, int]]:
    """Plays random games from the start; returns plies in all, and games won by the first player, by the second and by nobody."""
def play_match(
    game: str,
    first: str,
    second: str,
    *,
    games: int = 100,
    threads: int | None = None,
    seed: int = 0,
    random_plies: int = 0,
    openings: str | None = None,
) -> MatchResult:
    """Plays a match. Games come in pairs from the same opening, and the players alternate in moving first. The same seed gives the same
    games on any number of threads (all cores by default), as long as no player has a time limit. `openings` is a list of moves or
    positions, one a line, or "shipped" for the balanced openings of the game; without it games begin with `random_plies` random moves."""
def review(position: Position, *, nodes: int = 40_000, threads: int | None = None) -> Review:
    """Reviews the game that led to a position: every move judged by one engine, with so many nodes for a position. The result is the same
    on any number of threads (all cores by default)."""
def shard_files(path: str | PathLike[str]) -> list[Path]:
    """The shards of a folder (`.qdat`) in the order of their names, or the file itself."""

@final
class Game:
    """A game or a variant of one, by its name."""

    def __new__(cls, name: str) -> Game: ...
    @property
    def name(self) -> str:
        """Its name in commands and files."""
    @property
    def title(self) -> str:
        """Its name for people."""
    @property
    def sides(self) -> tuple[str, str]:
        """The names of the sides, the one that moves first ahead."""
    @property
    def rules(self) -> str:
        """The rules in one paragraph."""
    @property
    def has_draws(self) -> bool:
        """Whether the rules know a draw."""
    @property
    def evaluators(self) -> list[tuple[str, str]]:
        """The evaluators of the game with their meanings, the strongest first."""
    @property
    def observation_shape(self) -> tuple[int, int, int]:
        """The shape of an observation: planes, rows from the bottom, columns."""
    @property
    def num_actions(self) -> int:
        """The size of the action space."""
    @property
    def num_steps(self) -> int:
        """How many squares identify a move, at most."""
    @property
    def encoding(self) -> str:
        """The name of the input encoding: networks fit every game of the same."""
    def input_encoding(self) -> dict[str, Any]:
        """How networks see the game: what `encoding.json` of a folder of data says."""
    def flipped_features(self) -> NDArray[np.uint16]:
        """Each feature (plane · squares + square) as the other side sees it."""
    def start(self) -> Position:
        """The start position."""
    def position(self, text: str) -> Position:
        """A position from its notation."""
    def read(self, text: str) -> list[Position]:
        """The games of a text, each at its end: PGN of every game, moves from the start, or a format of the game's own."""
    def perft(self, depth: int) -> int:
        """The number of move sequences of so many plies from the start."""

@final
class Position:
    """A position with the moves that led to it. It is a value: playing a move makes a new one, and the old one stays."""

    def __new__(cls, game: str, text: str | None = None) -> Position: ...
    @property
    def game(self) -> Game:
        """The game."""
    @property
    def text(self) -> str:
        """The position in its notation."""
    @property
    def turn(self) -> int:
        """Who moves: 0 the first player, 1 the second."""
    @property
    def side(self) -> str:
        """The side that moves, by its name."""
    @property
    def outcome(self) -> Outcome | None:
        """The end of the game, repetition included; None while it goes on."""
    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
    @property
    def returns(self) -> tuple[float, float]:
        """What both players get: 1, 0 or -1; zeros while the game goes on."""
    @property
    def legal_moves(self) -> list[str]:
        """Every legal move in move notation; none once the game is over."""
    @property
    def legal_actions(self) -> NDArray[np.uint32]:
        """The actions of the legal moves, in the same order; 4294967295 for one that has none."""
    def legal_steps(self) -> NDArray[np.uint8]:
        """The squares of every legal move as the side to move sees them, in the same order; 255 where a move has fewer."""
    @property
    def history(self) -> list[str]:
        """The moves so far."""
    @property
    def start(self) -> str:
        """The position in which the game began, in its notation."""
    @property
    def hash(self) -> int:
        """The hash of the position by the move rules, 64 bits."""
    @property
    def key(self) -> int:
        """The key of opening books: the same for positions that are the same up to a symmetry of the board."""
    def play(self, move: str) -> Position:
        """The position after a move, given in move notation or as people of the game write it (SAN in chess)."""
    def play_line(self, moves: str) -> Position:
        """The position after several moves: words, or a transcript without blanks."""
    def play_action(self, action: int) -> Position:
        """The position after an action."""
    def undo(self) -> Position:
        """The position before the last move."""
    def action_of(self, move: str) -> int:
        """The action of a legal move."""
    def move_of(self, action: int) -> str:
        """The legal move of an action."""
    def pretty(self, move: str) -> str:
        """A legal move as people of the game write it: SAN in chess."""
    def taps(self) -> dict[str, list[str]]:
        """The taps of every legal move: the places to touch, and choices that are no places."""
    def board(self) -> dict[str, str]:
        """What stands on the board: the letter of each piece by its place."""
    def planes(self) -> NDArray[np.uint8]:
        """What a network sees: ones and zeros, planes by rows (from the bottom) by columns, from the perspective of the side to move."""
    def perft(self, depth: int) -> int:
        """The number of move sequences of so many plies."""
    def divide(self, depth: int) -> dict[str, int]:
        """The same by first move."""
    def evaluate(self, evaluator: str = "best") -> Evaluation:
        """The static evaluation, by one of the evaluators of the game or by a network of a file (`FILE.qnet`)."""
    def solve(self, *, time: float | None = None, threads: int = 1) -> Solution | None:
        """The proved value, however long it takes, or None after so many seconds; None at once where no solver of the game can tell."""
    def record(self, **tags: str) -> str:
        """The game so far as a record, PGN for every game."""
    def svg(self) -> str:
        """The board as an SVG picture; the places of the last move are marked."""
    def diagram(self) -> str:
        """The board as text: the letters of the pieces, a point where a place is empty."""
    def _repr_svg_(self) -> str: ...

@final
class Outcome:
    """The end of a game."""

    @property
    def winner(self) -> int | None:
        """Who won: 0 the first player, 1 the second; None is a draw."""
    @property
    def reason(self) -> str:
        """Why the game is over, as a word for programs."""
    @property
    def text(self) -> str:
        """The same in words."""
    @property
    def score(self) -> str:
        """The result as records write it: "1-0", "0-1" or "1/2-1/2"."""
    @property
    def returns(self) -> tuple[float, float]:
        """What both players get: 1 for a win, -1 for a loss, 0 for a draw."""

@final
class Evaluation:
    """The static evaluation of a position."""

    @property
    def score(self) -> int:
        """Points for the side to move."""
    @property
    def terms(self) -> dict[str, float]:
        """The terms by name, in points for the first player."""

@final
class Solution:
    """The proved value of a position."""

    @property
    def value(self) -> str:
        """"win", "draw" or "loss" for the side to move, under best play."""
    @property
    def plies(self) -> int | None:
        """Plies to the end when the winner hurries and the loser delays, where it is known."""
    @property
    def margin(self) -> int | None:
        """The margin in the game's own count (discs), where it has one."""
    @property
    def best(self) -> list[str]:
        """Every best move."""
    @property
    def nodes(self) -> int:
        """How many nodes it took."""

@final
class Player:
    """A player by its spec, a line of text: `max`, `level=3`, `alphabeta:depth=8`, `mcts:policy=puct,sims=800`. It plays every game, and
    keeps its tables from search to search."""

    def __new__(cls, spec: str) -> Player: ...
    @property
    def spec(self) -> str:
        """The spec in its canonical form."""
    def best(
        self,
        position: Position,
        *,
        depth: int | None = None,
        nodes: int | None = None,
        time: float | None = None,
        moves: Sequence[str] | None = None,
    ) -> SearchResult:
        """Chooses a move. Limits are obeyed beside those of the spec; time is in seconds; with `moves` the player chooses among these."""
    def reset(self) -> None:
        """Forgets what was learned in earlier searches."""

@final
class Line:
    """One of several best lines."""

    @property
    def score(self) -> int:
        """Points for the side to move."""
    @property
    def pv(self) -> list[str]:
        """The moves."""

@final
class SearchResult:
    """A chosen move, and how it was found."""

    @property
    def move(self) -> str:
        """The move, in move notation."""
    @property
    def score(self) -> int | None:
        """Points for the side to move; None where nothing was evaluated."""
    @property
    def chance(self) -> float | None:
        """The expected score of the side to move, 0 to 1, that belongs to these points."""
    @property
    def depth(self) -> int:
        """The nominal depth in plies."""
    @property
    def seldepth(self) -> int | None:
        """Plies of the longest line that was searched, where it is known."""
    @property
    def nodes(self) -> int:
        """Nodes, or simulations of a Monte Carlo search."""
    @property
    def time(self) -> float:
        """Seconds."""
    @property
    def nps(self) -> int:
        """Nodes a second."""
    @property
    def pv(self) -> list[str]:
        """The principal variation, from the move on."""
    @property
    def lines(self) -> list[Line]:
        """The best lines, where a player with `lines=N` was asked."""
    @property
    def visits(self) -> dict[str, int]:
        """How often a Monte Carlo search visited each move, the most visited first."""
    @property
    def proved(self) -> str | None:
        """"win", "draw" or "loss" for the side to move, where it is proved."""
    @property
    def plies_to_end(self) -> int | None:
        """Plies to the proved end, where they are known."""
    @property
    def book(self) -> bool:
        """Whether the move comes from an opening book."""

@final
class MatchResult:
    """The result of a match, from the view of the first player."""

    @property
    def games(self) -> int:
        """Games played."""
    @property
    def wins(self) -> int:
        """Won by the first player."""
    @property
    def draws(self) -> int:
        """Drawn."""
    @property
    def losses(self) -> int:
        """Won by the second player."""
    @property
    def side_wins(self) -> tuple[int, int]:
        """Won by the side that moves first, and by the other."""
    @property
    def score(self) -> float:
        """The share of the points of the first player."""
    @property
    def elo(self) -> float:
        """The Elo difference, by pairs of games from the same opening."""
    @property
    def elo_interval(self) -> tuple[float, float]:
        """Its 95 % interval."""
    @property
    def los(self) -> float:
        """The likelihood of superiority: the probability that the first player is stronger."""
    @property
    def pairs(self) -> list[int]:
        """How often a pair of games came to 0, ½, 1, 1½ and 2 points."""
    @property
    def moves(self) -> int:
        """Moves in all."""

@final
class ReviewedMove:
    """A move of a game, judged."""

    @property
    def move(self) -> str:
        """The move."""
    @property
    def turn(self) -> int:
        """Who made it: 0 or 1."""
    @property
    def best(self) -> str:
        """The best move; the one that was played where it is as good."""
    @property
    def line(self) -> list[str]:
        """The better line, empty after a best move."""
    @property
    def loss(self) -> float:
        """The expected score that was lost, 0 to 1."""
    @property
    def class_(self) -> str:
        """"best", "good", "inaccuracy", "mistake" or "blunder"."""
    @property
    def forced(self) -> bool:
        """Whether there was no choice."""

@final
class Review:
    """The review of a game."""

    @property
    def accuracy(self) -> tuple[float | None, float | None]:
        """The accuracy of both players, 0 to 100; None for a side that had no choice."""
    @property
    def moves(self) -> list[ReviewedMove]:
        """The moves."""
    @property
    def chances(self) -> list[float]:
        """The expected score of the first player in every position, from the start on."""
    @property
    def turning_points(self) -> list[int]:
        """The numbers of the moves (from 0) that decided who was winning."""
    @property
    def record(self) -> str:
        """The record with the review in it."""
    def counts(self, side: int) -> dict[str, int]:
        """How many moves of a side, 0 or 1, are in each class."""

@final
class Shard:
    """Positions of a data file, in columns: see docs/data.md. The arrays are those that were read, nothing is copied."""

    def __new__(cls, path: str | PathLike[str]) -> Shard: ...
    @property
    def encoding(self) -> str:
        """The input encoding."""
    @property
    def squares(self) -> int:
        """Squares of a plane."""
    @property
    def games(self) -> int:
        """How many games the positions come from; 0 if unknown."""
    @property
    def packed_planes(self) -> NDArray[np.uint8]:
        """Planes of bits: positions x planes x bytes, bit `i` of byte `j` is square `8 j + i`."""
    @property
    def score(self) -> NDArray[np.int16]:
        """Points of the search for the side to move; -32768 for none."""
    @property
    def result(self) -> NDArray[np.int8]:
        """The result of the game for the side to move: 1, 0, -1."""
    @property
    def best(self) -> NDArray[np.uint8]:
        """The squares of the move that was played; 255 for none."""
    @property
    def ply(self) -> NDArray[np.uint16]:
        """Plies played before the position."""
    @property
    def flags(self) -> NDArray[np.uint8]:
        """Facts about the position, one bit each."""
    @property
    def policy_ends(self) -> NDArray[np.uint64]:
        """Where the entries of the policy of each position end."""
    @property
    def policy_steps(self) -> NDArray[np.uint8]:
        """The squares of the moves of all policies."""
    @property
    def policy_share(self) -> NDArray[np.uint16]:
        """Their shares of the visits, in 65535ths."""
    @property
    def texts(self) -> list[str]:
        """The positions in their notation."""
    def __len__(self) -> int: ...

@final
class VectorEnv:
    """Many games of one kind, stepped at once. A game that ends is followed by the next one in its place."""

    def __new__(cls, game: str, num_envs: int, *, seed: int = 0, threads: int = 1) -> VectorEnv: ...
    @property
    def game(self) -> Game:
        """The game."""
    @property
    def num_envs(self) -> int:
        """How many games there are."""
    @property
    def num_actions(self) -> int:
        """The size of the action space."""
    @property
    def observation_shape(self) -> tuple[int, int, int]:
        """The shape of an observation."""
    def reset(self) -> None:
        """Begins all games anew."""
    def set_position(self, game: int, text: str) -> None:
        """Begins the next game in one place from a position, for one game; those after it begin at the start again."""
    def step(self, actions: ArrayLike) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
        """Plays an action in every game. Returns rewards, a row of both players' for each game, and which games ended by it. An action
        that is not legal raises a ValueError, and nothing is played."""
    def sample(self) -> NDArray[np.uint32]:
        """A random legal action for every game."""
    def play_random(self, steps: int) -> int:
        """Plays so many random moves in every game without a word to Python between them; returns how many games ended."""
    def observations(self) -> NDArray[np.float32]:
        """What a network sees of every game: ones and zeros, games by planes by rows by columns, from the perspective of the side to move."""
    def legal(self) -> tuple[NDArray[np.uint32], NDArray[np.int64]]:
        """The legal actions of all games, one game after the other, and where those of each game end."""
    def mask(self) -> NDArray[np.bool_]:
        """Which actions are legal: games by actions."""
    @property
    def turns(self) -> NDArray[np.uint8]:
        """Who moves in every game: 0 the first player, 1 the second."""
    @property
    def plies(self) -> NDArray[np.uint32]:
        """How many moves were played in every game."""
    def position(self, game: int) -> str:
        """The position of a game, in its notation."""
    def move_of(self, game: int, action: int) -> str:
        """The move of a legal action of a game, in move notation."""
    def __len__(self) -> int: ...

@final
class BatchedSearch:
    """PUCT in all games of an environment at once. A function of Python judges the leaves of all trees in one call:
    `evaluate(planes) -> (logits, values)`.

    * `planes`: float32, positions by planes by rows by columns, from the perspective of the side to move.
    * `logits`: float32, positions by actions, the logits of the policy; those of illegal actions are left out. For games of large
      action spaces positions by squares · steps: the logit of a move is the sum over its squares.
    * `values`: float32, the expected result of the side to move, -1 to 1."""

    def __new__(
        cls,
        env: VectorEnv,
        evaluate: Callable[[NDArray[np.float32]], Sequence[ArrayLike]],
        *,
        simulations: int = 100,
        batch: int = 8,
        c: float = 1.5,
        cbase: float | None = None,
        fpu: float | None = None,
        noise: float = 0.0,
        solver: bool = True,
        threads: int = 1,
        seed: int | None = None,
    ) -> BatchedSearch: ...
    def run(self) -> None:
        """Searches all games from where they are. Subtrees of the moves played since the last search are kept."""
    def visits(self) -> NDArray[np.uint32]:
        """How often each action was visited: games by actions."""
    def policy(self) -> NDArray[np.float32]:
        """The shares of the actions in the visits, the target of a policy: games by actions."""
    def visits_of(self, game: int) -> tuple[NDArray[np.uint32], NDArray[np.uint32]]:
        """The visits of one game by action, for games of large action spaces: actions and counts."""
    def values(self) -> NDArray[np.float32]:
        """The expected result of the side to move in every game, -1 to 1."""
    def draw(self, temperature: float | ArrayLike | None = None) -> NDArray[np.uint32]:
        """An action for every game, in proportion to its visits to the power of 1 / temperature; the best one for temperature 0. The
        temperature is one number, or one for each game."""
    def result(self, game: int) -> SearchResult:
        """What was found in one game: move, score, visits and principal variation."""
