"""How often a search keeps the value of a position, judged by the solver of the game: what `quevedo zero --accuracy` measures of networks
in our own files, for any function that evaluates."""

import json
import random
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np

import quevedo

RANK = {"loss": -1, "draw": 0, "win": 1}
PLIES = (8, 24)
"""Random plies before a position: the middle of a game."""


def drawn(game, seed):
    """A position after so many random plies in which the game goes on."""
    choice = random.Random(seed)
    while True:
        position = quevedo.Game(game).start()
        for _ in range(choice.randint(*PLIES)):
            if position.is_over:
                break
            position = position.play(choice.choice(position.legal_moves))
        if not position.is_over:
            return position


def value(position, turn):
    """The value of a position for a side: -1, 0 or 1."""
    if position.is_over:
        return int(position.returns[turn])
    solution = position.solve()
    if solution is None:
        raise ValueError(f"{position.game.name} has no solver for {position}: play without --judged")
    found = RANK[solution.value]
    return found if position.turn == turn else -found


def judgement(game, seed):
    """A position, the actions that keep its value, and whether some do not."""
    position = drawn(game, seed)
    turn, moves = position.turn, position.legal_moves
    values = [value(position.play(move), turn) for move in moves]
    kept = [position.action_of(move) for move, found in zip(moves, values) if found == max(values)]
    return position.text, kept, len(kept) < len(moves)


class Judge:
    """Positions with the moves that keep their values; they are solved on threads while something else is done."""

    def __init__(self, game, count, seed, threads, cache=None):
        self.game, self.cache = game, Path(cache) if cache else None
        self.pool = ThreadPoolExecutor(max(1, threads))
        self.known = json.loads(self.cache.read_text()) if self.cache and self.cache.is_file() else None
        if self.known and (self.known["game"], self.known["count"], self.known["seed"]) != (game, count, seed):
            raise ValueError(f"{cache} has other positions: remove it")
        self.count, self.seed = count, seed
        self.jobs = [] if self.known else [self.pool.submit(judgement, game, f"{seed} {number}") for number in range(count)]

    def positions(self):
        """All of them; waits until they are solved."""
        if not self.known:
            found = [job.result() for job in self.jobs]
            self.known = {"game": self.game, "count": self.count, "seed": self.seed, "positions": found}
            if self.cache:
                self.cache.write_text(json.dumps(self.known))
        return self.known["positions"]

    def is_ready(self):
        return all(job.done() for job in self.jobs)

    def close(self):
        self.pool.shutdown(cancel_futures=True)

    def accuracy(self, evaluate, **options):
        """Searches all positions; how many moves keep the value: `kept` of `positions`, and of the `hard` ones `hard_kept`."""
        positions = self.positions()
        env = quevedo.VectorEnv(self.game, len(positions))
        for game, (text, _, _) in enumerate(positions):
            env.set_position(game, text)
        search = quevedo.BatchedSearch(env, evaluate, batch=1, seed=0, **options)
        search.run()
        kept = np.array([action in known for action, (_, known, _) in zip(search.draw().tolist(), positions)])
        hard = np.array([is_hard for _, _, is_hard in positions])
        counts = {"positions": len(kept), "kept": kept.sum(), "hard": hard.sum(), "hard_kept": (kept & hard).sum()}
        counts = {name: int(number) for name, number in counts.items()}
        return {"accuracy": float(kept.mean()), **counts}
