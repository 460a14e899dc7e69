"""A Gymnasium environment: one game against an opponent. (Many games at once are `quevedo.VectorEnv`.)

>>> from quevedo.gymnasium import AgainstPlayer  # doctest: +SKIP
>>> env = AgainstPlayer("connect4:7x6", opponent="level=1")  # doctest: +SKIP
"""

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from . import NO_ACTION
from ._quevedo import Game, Player, Position

Step = tuple[NDArray[np.uint8], float, bool, bool, dict[str, Any]]
"""Observation, reward, terminated, truncated, info."""


def mask_of(position: Position) -> NDArray[np.int8]:
    """Which actions are legal: int8, ones and zeros."""
    mask = np.zeros(position.game.num_actions, np.int8)
    actions = position.legal_actions
    mask[actions[actions != NO_ACTION]] = 1
    return mask


class AgainstPlayer(gymnasium.Env[NDArray[np.uint8], np.int64]):
    """A game against a player, given by its spec. The agent has one side, or the other in every second game. The observation is the
    planes of the position from the perspective of the side to move; `info["action_mask"]` says which actions are legal. The reward is
    1, 0 or -1 at the end. An action that is not legal loses the game: `info["illegal"]` says so."""

    metadata = {"render_modes": ["svg", "ansi"], "render_fps": 1}

    def __init__(
        self, game: str, opponent: str = "random", side: int | None = None, render_mode: str | None = None
    ) -> None:
        self.game = Game(game)
        self.player: Player | None = None
        self.opponent = opponent
        Player(opponent)
        self.sides = [0, 1] if side is None else [side]
        self.render_mode = render_mode
        self.action_space = spaces.Discrete(self.game.num_actions)
        self.observation_space = spaces.Box(0, 1, self.game.observation_shape, np.uint8)
        self.games, self.position, self.side = 0, self.game.start(), self.sides[0]

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        super().reset(seed=seed)
        if seed is not None or self.player is None:
            self.player = Player(self.seeded(seed))
            self.games = 0
        self.position = self.game.start()
        self.side = self.sides[self.games % len(self.sides)]
        self.games += 1
        self.answer()
        return self.observe(), self.info()

    def seeded(self, seed: int | None) -> str:
        """The spec of the opponent with a seed of its own, unless it has one."""
        if seed is None or "seed=" in self.opponent:
            return self.opponent
        spec = f"{self.opponent}{',' if ':' in self.opponent else ':'}seed={int(seed)}"
        try:
            Player(spec)
        except ValueError:
            return self.opponent
        return spec

    def step(self, action: int | np.integer[Any]) -> Step:
        if self.position.is_over:
            raise ValueError("the game is over: call reset")
        try:
            self.position = self.position.play_action(int(action))
        except ValueError:
            return self.observe(), -1.0, True, False, {**self.info(), "illegal": True}
        self.answer()
        return self.observe(), float(self.position.returns[self.side]), self.position.is_over, False, self.info()

    def answer(self) -> None:
        """The moves of the opponent, until the agent is to move."""
        if self.player is None:
            raise ValueError("there is no game yet: call reset")
        while not self.position.is_over and self.position.turn != self.side:
            self.position = self.position.play(self.player.best(self.position).move)

    def observe(self) -> NDArray[np.uint8]:
        return self.position.planes()

    def info(self) -> dict[str, Any]:
        return {"action_mask": mask_of(self.position), "side": self.side, "position": self.position.text}

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are legal, as MaskablePPO asks for it."""
        return mask_of(self.position).astype(bool)

    def render(self) -> str | None:  # type: ignore[override]
        if self.render_mode == "svg":
            return self.position.svg()
        return str(self.position) if self.render_mode == "ansi" else None


def make(game: str, **settings: Any) -> AgainstPlayer:
    """An environment of a game; see `AgainstPlayer`."""
    return AgainstPlayer(game, **settings)
