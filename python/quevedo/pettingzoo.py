"""A PettingZoo environment (AEC) of two agents for every game."""

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from ._quevedo import Game
from .gymnasium import mask_of


def env(game: str, render_mode: str | None = None) -> AECEnv:
    """The environment, which ends a game by an illegal action, and refuses calls in the wrong order."""
    inner = wrappers.TerminateIllegalWrapper(raw_env(game, render_mode), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(inner)


class raw_env(AECEnv):
    """Two agents, `player_0` (moves first) and `player_1`. The observation is a dictionary: the planes from the perspective of the agent
    to move under `observation`, the legal actions under `action_mask`; for the other agent no action is legal."""

    metadata = {"name": "quevedo_v0", "render_modes": ["svg", "ansi"], "is_parallelizable": False, "render_fps": 1}

    def __init__(self, game, render_mode=None):
        super().__init__()
        self.game = Game(game)
        self.render_mode = render_mode
        self.possible_agents = ["player_0", "player_1"]
        observation = {
            "observation": spaces.Box(0, 1, self.game.observation_shape, np.uint8),
            "action_mask": spaces.Box(0, 1, (self.game.num_actions,), np.int8),
        }
        self.observation_spaces = {agent: spaces.Dict(observation) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(self.game.num_actions) for agent in self.possible_agents}
        self.position = self.game.start()

    def observation_space(self, agent):
        return self.observation_spaces[agent]

    def action_space(self, agent):
        return self.action_spaces[agent]

    def reset(self, seed=None, options=None):
        self.agents = self.possible_agents[:]
        self.position = self.game.start()
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.position.turn]

    def observe(self, agent):
        is_turn = not self.position.is_over and agent == self.possible_agents[self.position.turn]
        mask = mask_of(self.position) if is_turn else np.zeros(self.game.num_actions, np.int8)
        return {"observation": self.position.planes(), "action_mask": mask}

    def step(self, action):
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        agent = self.agent_selection
        self._cumulative_rewards[agent] = 0.0
        self.position = self.position.play_action(int(action))
        self.rewards = dict(zip(self.possible_agents, map(float, self.position.returns)))
        if self.position.is_over:
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.possible_agents[1 - self.possible_agents.index(agent)]
        else:
            self.agent_selection = self.possible_agents[self.position.turn]
        self._accumulate_rewards()

    def render(self):
        return self.position.svg() if self.render_mode == "svg" else str(self.position)

    def close(self):
        pass
