"""Seven board games on one search skeleton: chess, Othello, Connect-4, the Game of the Amazons, the Mouse and the Cats, the Hare and the
Dogs, the Fox and the Geese.

>>> import quevedo
>>> position = quevedo.Position("connect4:7x6").play_line("4 4 4 4 4")
>>> sorted(position.legal_moves)
['1', '2', '3', '4', '5', '6', '7']
>>> player = quevedo.Player("alphabeta:depth=8")
>>> player.best(position).move in position.legal_moves
True
"""

from ._quevedo import (
    BatchedSearch,
    Evaluation,
    Game,
    Line,
    MatchResult,
    Outcome,
    Player,
    Position,
    Review,
    ReviewedMove,
    SearchResult,
    Shard,
    Solution,
    VectorEnv,
    __version__,
    games,
    play_match,
    random_games,
    review,
    shard_files,
)
from .data import DataSet

__all__ = [
    "BatchedSearch",
    "DataSet",
    "Evaluation",
    "Game",
    "Line",
    "MatchResult",
    "Outcome",
    "Player",
    "Position",
    "Review",
    "ReviewedMove",
    "SearchResult",
    "Shard",
    "Solution",
    "VectorEnv",
    "__version__",
    "games",
    "play_match",
    "random_games",
    "review",
    "shard_files",
]

NO_ACTION: int = 2**32 - 1
"""In place of the action of a move that has none."""


def _rebuild(game: str, start: str, moves: list[str]) -> Position:
    """A position that was pickled."""
    position = Position(game, start)
    for move in moves:
        position = position.play(move)
    return position
