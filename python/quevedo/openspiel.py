"""Games and states with the names of OpenSpiel, for programs that were written for it: `load_game`, `new_initial_state`,
`legal_actions`, `apply_action`, `returns`, `observation_tensor`.

>>> from quevedo.openspiel import load_game
>>> state = load_game("connect4:7x6").new_initial_state()
>>> state.apply_action(3)
>>> state.current_player(), state.legal_actions()
(1, [0, 1, 2, 3, 4, 5, 6])
>>> len(state.observation_tensor())
84
"""

import numpy as np

from . import NO_ACTION
from ._quevedo import Game, Position

TERMINAL_PLAYER = -4
"""The player of a finished game, as in OpenSpiel."""


def load_game(name: str) -> "OpenSpielGame":
    """A game by its name: `chess`, `othello`, `connect4:7x6` …"""
    return OpenSpielGame(Game(name))


class OpenSpielGame:
    """A game as OpenSpiel has it."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def new_initial_state(self, text: str | None = None) -> "State":
        """The start position, or one from its notation."""
        return State(self.game.start() if text is None else self.game.position(text))

    def num_players(self) -> int:
        return 2

    def num_distinct_actions(self) -> int:
        return self.game.num_actions

    def observation_tensor_shape(self) -> list[int]:
        return list(self.game.observation_shape)

    def observation_tensor_size(self) -> int:
        return int(np.prod(self.game.observation_shape))

    def min_utility(self) -> float:
        return -1.0

    def max_utility(self) -> float:
        return 1.0

    def __str__(self) -> str:
        return self.game.name


class State:
    """A state as OpenSpiel has it: it changes by `apply_action`, and `clone` copies it."""

    def __init__(self, position: Position) -> None:
        self.position = position

    def current_player(self) -> int:
        return TERMINAL_PLAYER if self.is_terminal() else self.position.turn

    def is_terminal(self) -> bool:
        return self.position.is_over

    def is_chance_node(self) -> bool:
        return False

    def legal_actions(self, player: int | None = None) -> list[int]:
        """The legal actions in rising order; none for the player who is not to move."""
        if player is not None and player != self.current_player():
            return []
        actions = self.position.legal_actions
        return sorted(actions[actions != NO_ACTION].tolist())

    def legal_actions_mask(self, player: int | None = None) -> list[int]:
        mask = [0] * self.position.game.num_actions
        for action in self.legal_actions(player):
            mask[action] = 1
        return mask

    def apply_action(self, action: int) -> None:
        self.position = self.position.play_action(action)

    def undo_action(self, player: int | None = None, action: int | None = None) -> None:
        """Takes the last action back."""
        self.position = self.position.undo()

    def child(self, action: int) -> "State":
        return State(self.position.play_action(action))

    def clone(self) -> "State":
        return State(self.position)

    def action_to_string(self, player: int, action: int | None = None) -> str:
        """The move of an action; the player may be left out, as in OpenSpiel."""
        return self.position.move_of(player if action is None else action)

    def string_to_action(self, player: int | str, text: str | None = None) -> int:
        """The action of a move; the player may be left out."""
        return self.position.action_of(str(player) if text is None else text)

    def history(self) -> list[int]:
        """The actions so far."""
        position = Position(self.position.game.name, self.position.start)
        actions = []
        for move in self.position.history:
            actions.append(position.action_of(move))
            position = position.play(move)
        return actions

    def history_str(self) -> str:
        return ", ".join(self.position.history)

    def returns(self) -> list[float]:
        return list(self.position.returns)

    def rewards(self) -> list[float]:
        return self.returns()

    def player_return(self, player: int) -> float:
        return self.position.returns[player]

    def observation_tensor(self, player: int | None = None) -> list[float]:
        """The planes of the position from the perspective of the side to move, whichever player asks, as one list of floats."""
        values: list[float] = self.position.planes().astype(np.float32).ravel().tolist()
        return values

    def observation_string(self, player: int | None = None) -> str:
        return str(self.position)

    def __str__(self) -> str:
        return str(self.position)
