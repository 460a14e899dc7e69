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


def load_game(name):
    """A game by its name: `chess`, `othello`, `connect4:7x6` …"""
    return OpenSpielGame(Game(name))


class OpenSpielGame:
    """A game as OpenSpiel has it."""

    def __init__(self, game):
        self.game = game

    def new_initial_state(self, text=None):
        """The start position, or one from its notation."""
        return State(self.game.start() if text is None else self.game.position(text))

    def num_players(self):
        return 2

    def num_distinct_actions(self):
        return self.game.num_actions

    def observation_tensor_shape(self):
        return list(self.game.observation_shape)

    def observation_tensor_size(self):
        return int(np.prod(self.game.observation_shape))

    def min_utility(self):
        return -1.0

    def max_utility(self):
        return 1.0

    def __str__(self):
        return self.game.name


class State:
    """A state as OpenSpiel has it: it changes by `apply_action`, and `clone` copies it."""

    def __init__(self, position):
        self.position = position

    def current_player(self):
        return TERMINAL_PLAYER if self.is_terminal() else self.position.turn

    def is_terminal(self):
        return self.position.is_over

    def is_chance_node(self):
        return False

    def legal_actions(self, player=None):
        """The legal actions in rising order; none for the player who is not to move."""
        if player is not None and player != self.current_player():
            return []
        actions = self.position.legal_actions
        return sorted(actions[actions != NO_ACTION].tolist())

    def legal_actions_mask(self):
        mask = [0] * self.position.game.num_actions
        for action in self.legal_actions():
            mask[action] = 1
        return mask

    def apply_action(self, action):
        self.position = self.position.play_action(action)

    def undo_action(self):
        """Takes the last action back."""
        self.position = self.position.undo()

    def child(self, action):
        return State(self.position.play_action(action))

    def clone(self):
        return State(self.position)

    def action_to_string(self, action):
        return self.position.move_of(action)

    def string_to_action(self, text):
        return self.position.action_of(text)

    def history_str(self):
        return ", ".join(self.position.history)

    def returns(self):
        return list(self.position.returns)

    def rewards(self):
        return self.returns()

    def player_return(self, player):
        return self.position.returns[player]

    def observation_tensor(self):
        """The planes of the position from the perspective of the side to move, as one list of floats."""
        return self.position.planes().astype(np.float32).ravel().tolist()

    def observation_string(self):
        return str(self.position)

    def __str__(self):
        return str(self.position)
