"""Thousands of games at once: how much is it worth to move first? Run it: python many_games.py"""

# %% The advantage of the first player in random games, with its error.
import sys

import numpy as np

import quevedo

COUNT = 2_000 if "--quick" in sys.argv else 200_000
for name in quevedo.games():
    plies, (first, second, drawn) = quevedo.random_games(name, COUNT // (1 if "connect4" in name else 10), seed=1)
    games = first + second + drawn
    print(f"{name:18} first {first / games:.3f} ± {1.96 * 0.5 / games**0.5:.3f}, drawn {drawn / games:.3f}, {plies / games:.1f} plies")

# %% The same with numpy in the loop: a policy that takes the middle column whenever it can.
env = quevedo.VectorEnv("connect4:7x6", 1_000, seed=1)
wins, games = 0, 0
while games < COUNT // 10:
    actions, mask = env.sample(), env.mask()
    prefers = (env.turns == 0) & mask[:, 3]
    actions[prefers] = 3
    rewards, dones = env.step(actions)
    wins += np.count_nonzero(rewards[dones, 0] > 0)
    games += np.count_nonzero(dones)
print(f"the middle column wins {wins / games:.3f} of {games} games")
