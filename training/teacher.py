#!/usr/bin/env python3
"""A teacher of Othello. A residual network learns from games, plays against itself on the GPU, learns from its own games, and
labels the positions from which patterns learn (`train.py`).

    python3 training/teacher.py --data DIR … --out ONE --games 150000
    python3 training/teacher.py --init ONE/teacher.pt --lessons ONE/lessons.pt --out TWO --games 300000
    python3 training/train.py recipes/othello/patterns-3.toml --data TWO/labels --out patterns-3.qnet

A game begins with random moves. Then each side plays the best move by a search of one ply, until 14 squares are empty; `quevedo
solve` finds the exact value there, and it is carried back to the positions before (λ-returns). Some later positions of each game
are solved as well. `labels` has the positions of the games and as many beside them, after moves that were not played: arrays
as `quevedo dataset export --format raw` writes them. `lessons.pt` has what the network has learned from, for the next
generation. The last games are kept apart: the errors printed are theirs.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch

import shards
from othello import START, bits, placements, play, show
from residual import Evaluator, Residual, learn

SOLVED_EMPTIES = 14
"""The games are solved from here."""
PREFIX = (2, 34)
"""The number of random moves at the beginning of a game: at least the first, less than the second."""
LATE_SHARE = 0.35
"""The share of the positions behind those that are solved as well."""
DISC = 100
"""Points for a disc in files."""
FORMAT = "quevedo-arrays-1"
APART = 0.03
"""The share of the games that is kept apart."""
BEGIN = time.monotonic()


def log(text):
    print(f"{time.monotonic() - BEGIN:6.1f} s  {text}", file=sys.stderr, flush=True)


@dataclass
class Positions:
    """Positions with a value in discs for the side to move; a column each."""

    own: torch.Tensor
    other: torch.Tensor
    is_second: torch.Tensor
    value: torch.Tensor
    game: torch.Tensor
    discs: torch.Tensor

    def __len__(self):
        return len(self.own)

    def of(self, chosen):
        return Positions(*(column[chosen] for column in vars(self).values()))

    def with_value(self, value):
        return Positions(**{**vars(self), "value": value})

    @staticmethod
    def join(parts):
        return Positions(*(torch.cat(columns) for columns in zip(*(vars(part).values() for part in parts))))


def from_shards(paths, share, device):
    """The positions of folders of data with λ-returns: the value of a position is `1 - share` of its own score and `share`
    of the next position's value, back from the end of the game or from a solved position."""
    found = shards.read(paths, with_policy=False)
    words = torch.from_numpy(found.planes.copy().view("<i8").reshape(-1, 2)).to(device)
    is_second = torch.from_numpy(found.flags & shards.SECOND_TO_MOVE != 0).to(device)
    is_exact = torch.from_numpy(found.flags & shards.IS_EXACT != 0).to(device)
    score = torch.from_numpy(found.score.astype(np.float32)).to(device) / DISC
    game = torch.from_numpy(shards.games(found.ply)).to(device)
    discs = bits(words[:, 0] | words[:, 1]).sum(1)
    known = torch.from_numpy(found.score != shards.NO_SCORE).to(device) & (score.abs() <= 64)
    positions = Positions(words[:, 0], words[:, 1], is_second, score, game, discs).of(known)
    return carried_back(positions, is_exact[known], share, torch.full((int(game.max()) + 1,), torch.nan, device=device))


def carried_back(positions, is_exact, share, ends):
    """λ-returns of positions, at most one of a game for each number of discs; `ends` has the value of each game behind its last
    position for the side that moves first, or nothing."""
    sign = torch.where(positions.is_second, -1.0, 1.0)
    own = positions.value * sign
    returns, carry = own.clone(), ends.clone()
    for discs in range(int(positions.discs.max()), 3, -1):
        here = (positions.discs == discs).nonzero()[:, 0]
        behind = carry[positions.game[here]]
        mixed = torch.where(is_exact[here] | behind.isnan(), own[here], (1 - share) * own[here] + share * behind)
        returns[here] = mixed
        carry[positions.game[here]] = mixed
    return positions.with_value(returns * sign)


class SelfPlay:
    """Games of a network against itself, many at once."""

    def __init__(self, evaluator, games, first_game, random):
        device = random.device
        self.evaluator, self.random = evaluator, random
        self.own, self.other = (torch.full((games,), word, device=device) for word in START)
        self.is_second = torch.zeros(games, dtype=torch.bool, device=device)
        self.game = torch.arange(first_game, first_game + games, device=device)
        self.prefix = torch.randint(*PREFIX, (games,), generator=random, device=device)
        self.discs = 4
        self.played, self.beside, self.solved = [], [], []

    def run(self):
        """Plays the games; `played`, `beside` and `solved` are the positions met."""
        while self.discs < 64 - SOLVED_EMPTIES and len(self.own):
            self.step(is_random=self.prefix > self.discs - 4)
        self.pass_over()
        self.solved.append(self.positions(torch.ones_like(self.is_second), 0.0))
        while self.discs < 63 and len(self.own):
            self.step(is_random=self.uniform(len(self.own)) < 0.3, keeps=False)
            self.pass_over()
            self.solved.append(self.positions(self.uniform(len(self.own)) < LATE_SHARE, 0.0))

    def uniform(self, count):
        return torch.rand(count, generator=self.random, device=self.random.device)

    def positions(self, chosen, value):
        """The chosen ones of the positions as they are now."""
        discs = torch.full_like(self.game, self.discs)
        value = torch.zeros_like(self.game, dtype=torch.float32) + value
        return Positions(self.own, self.other, self.is_second, value, self.game, discs).of(chosen)

    def pass_over(self):
        """Passes where the side to move has to, and leaves out games that have ended."""
        moves, replies = placements(self.own, self.other) != 0, placements(self.other, self.own) != 0
        own, other = torch.where(moves, self.own, self.other), torch.where(moves, self.other, self.own)
        self.own, self.other, self.is_second = own, other, self.is_second ^ ~moves
        going = moves | replies
        for name in ("own", "other", "is_second", "game", "prefix"):
            setattr(self, name, getattr(self, name)[going])
        return going

    def step(self, is_random, keeps=True):
        """A move in every game: a random one, or the best one by a search of one ply."""
        going = self.pass_over()
        is_random = is_random[going]
        rows, squares = bits(placements(self.own, self.other)).nonzero(as_tuple=True)
        own, other = play(self.own[rows], self.other[rows], squares)
        values = self.uniform(len(rows))
        searched = ~is_random[rows]
        values[searched] = -self.evaluator.margins(own[searched], other[searched])
        best = best_rows(rows, values, len(self.own))
        if keeps:
            self.played.append(self.positions(~is_random, values[best]))
            other_move = best_rows(rows, self.uniform(len(rows)), len(self.own))
            self.keep_beside(own[other_move], other[other_move], ~is_random & (other_move != best))
        self.own, self.other, self.is_second = own[best], other[best], ~self.is_second
        self.discs += 1

    def keep_beside(self, own, other, chosen):
        """Keeps positions after moves that were not played, where the side to move has moves."""
        chosen = chosen & (placements(own, other) != 0)
        discs, value = torch.full_like(self.game, self.discs + 1), torch.zeros_like(self.game, dtype=torch.float32)
        self.beside.append(Positions(own, other, ~self.is_second, value, self.game, discs).of(chosen))


def best_rows(rows, values, count):
    """For each of `count` positions the number of its move with the highest value."""
    highest = torch.full((count,), -torch.inf, device=rows.device).scatter_reduce(0, rows, values, "amax")
    is_best = (values == highest[rows]).nonzero()[:, 0]
    best = torch.zeros(count, dtype=torch.int64, device=rows.device)
    best[rows[is_best]] = is_best
    return best


class Solvers:
    """Processes of `quevedo solve`, as many as there are processors."""

    def __init__(self, program):
        self.program, self.count = program, os.cpu_count()
        self.folder = tempfile.TemporaryDirectory()
        self.pool = ThreadPoolExecutor(self.count)

    def start(self, positions):
        """Begins to solve positions; call the result for their values."""
        rows = zip(positions.own.tolist(), positions.other.tolist(), positions.is_second.tolist())
        lines = [show(own, other, is_second) for own, other, is_second in rows]
        parts = [self.pool.submit(self.solve, lines[part :: self.count]) for part in range(self.count)]

        def values():
            found = np.zeros(len(lines), np.float32)
            for part, scores in enumerate(parts):
                found[part :: self.count] = scores.result()
            return torch.from_numpy(found).to(positions.own.device)

        return values

    def solve(self, lines):
        """The values of positions, one a line."""
        if not lines:
            return np.zeros(0, np.float32)
        with tempfile.NamedTemporaryFile("w", dir=self.folder.name, suffix=".txt", delete=False) as file:
            file.write("\n".join(lines))
        command = [self.program, "solve", "othello", "--file", file.name, "--json"]
        done = subprocess.run(command, capture_output=True, text=True)
        scores = [json.loads(line)["score"] for line in done.stdout.splitlines()]
        if len(scores) != len(lines) or None in scores:
            raise RuntimeError(done.stderr.strip() or "quevedo solve has not solved every position")
        return np.array(scores, np.float32)


def play_games(evaluator, arguments, solvers, device):
    """Positions of self-play with λ-returns, those beside them, and solved ones."""
    random = torch.Generator(device).manual_seed(arguments.seed)
    played, beside, solved, values = [], [], [], []
    for first in range(0, arguments.games, arguments.at_once):
        games = SelfPlay(evaluator, min(arguments.at_once, arguments.games - first), first, random)
        games.run()
        played += games.played
        beside += games.beside
        solved.append(Positions.join(games.solved))
        values.append(solvers.start(solved[-1]))
        log(f"{first + arguments.at_once} games played")
    solved = Positions.join([part.with_value(found()) for part, found in zip(solved, values)])
    log(f"{len(solved)} positions solved")
    played, beside = Positions.join(played), Positions.join(beside)
    ends = torch.full((arguments.games,), torch.nan, device=device)
    last = solved.of(solved.discs == 64 - SOLVED_EMPTIES)
    ends[last.game] = torch.where(last.is_second, -last.value, last.value)
    played = played.of(~ends[played.game].isnan())
    is_exact = torch.zeros(len(played), dtype=torch.bool, device=device)
    return carried_back(played, is_exact, arguments.share, ends), beside, solved


def tell_errors(evaluator, positions, name):
    """Prints the mean absolute error in discs by the number of discs."""
    found = evaluator(positions.own, positions.other)
    errors = (found - positions.value).abs()
    for least in range(4, 64, 6):
        here = (positions.discs >= least) & (positions.discs < least + 6)
        if here.any():
            log(f"{name}, {least} to {least + 5} discs: {int(here.sum())} positions, mean error {errors[here].mean():.2f}")


def write_labels(folder, positions):
    """Positions game by game, as arrays for `train.py`."""
    order = np.lexsort((positions.discs.cpu().numpy(), positions.game.cpu().numpy()))
    words = torch.stack([positions.own, positions.other], 1).cpu().numpy()[order]
    score = np.round(positions.value.cpu().numpy()[order] * DISC).astype("<i2")
    count = len(score)
    folder.mkdir(parents=True, exist_ok=True)
    columns = {
        "planes": words.astype("<i8").view(np.uint8).reshape(count, 2, 8),
        "score": score,
        "result": np.sign(score).astype("i1"),
        "best": np.full((count, 3), shards.NO_STEP, "u1"),
        "ply": (positions.discs.cpu().numpy()[order] - 4).astype("<u2"),
        "flags": np.where(positions.is_second.cpu().numpy()[order], shards.SECOND_TO_MOVE, 0).astype("u1"),
        "policy_len": np.zeros(count, "<u2"),
    }
    for name, column in columns.items():
        np.save(folder / f"{name}.npy", column)
    meta = {"format": FORMAT, "encoding": "othello", "planes": 2, "squares": 64, "count": count}
    (folder / "meta.json").write_text(json.dumps(meta))


def main(words=None):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", nargs="+", default=[], help="folders of shards to begin with")
    parser.add_argument("--init", help="the teacher of the generation before")
    parser.add_argument("--lessons", nargs="*", default=[], help="what the generations before have learned from")
    parser.add_argument("--out", required=True, type=Path, help="the folder for teacher.pt, lessons.pt and labels")
    parser.add_argument("--no-labels", action="store_true", help="only learn: a later generation labels")
    parser.add_argument("--games", type=int, default=300_000)
    parser.add_argument("--at-once", type=int, default=50_000, help="games that are played at once")
    parser.add_argument("--share", type=float, default=0.9, help="λ: how much the later positions of a game count")
    parser.add_argument("--channels", type=int, default=128)
    parser.add_argument("--blocks", type=int, default=8)
    parser.add_argument("--rate", type=float, default=0.002)
    parser.add_argument("--first-epochs", type=float, default=8, help="epochs over the data")
    parser.add_argument("--epochs", type=float, default=2, help="epochs over the games of self-play")
    parser.add_argument("--quevedo", default=shards.QUEVEDO or "quevedo", help="the program that solves")
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args(words)
    teach(arguments)


def teach(arguments):
    torch.manual_seed(arguments.seed)
    torch.backends.cudnn.benchmark = True
    device = torch.device(arguments.device)
    arguments.out.mkdir(parents=True, exist_ok=True)
    net = Residual(arguments.channels, arguments.blocks).to(device)
    first = [from_shards(arguments.data, arguments.share, device)] if arguments.data else []
    first += [Positions(*torch.load(path, map_location=device)) for path in arguments.lessons]
    if arguments.init:
        net.load_state_dict(torch.load(arguments.init, map_location=device))
    else:
        log(f"{len(first[0])} positions to begin with")
        learn(net, first[0].own, first[0].other, first[0].value, arguments.first_epochs, arguments.rate, log=log)
    evaluator = Evaluator(net)
    played, beside, solved = play_games(evaluator, arguments, Solvers(arguments.quevedo), device)
    apart = arguments.games * (1 - APART)
    lesson = Positions.join([part.of(part.game < apart) for part in (played, solved)] + first)
    tell_errors(evaluator, solved.of(solved.game >= apart), "before, solved")
    log(f"{len(lesson)} positions to learn from")
    learn(net, lesson.own, lesson.other, lesson.value, arguments.epochs, arguments.rate, seed=2, log=log)
    torch.save(list(vars(lesson).values()), arguments.out / "lessons.pt")
    torch.save(net.to(torch.bfloat16).state_dict(), arguments.out / "teacher.pt")
    evaluator = Evaluator(net.float())
    tell_errors(evaluator, solved.of(solved.game >= apart), "after, solved")
    tell_errors(evaluator, played.of(played.game >= apart), "after, played")
    if arguments.no_labels:
        return
    labelled = [part.with_value(evaluator(part.own, part.other, range(0, 8, 2))) for part in (played, beside)]
    write_labels(arguments.out / "labels", Positions.join([*labelled, solved]))
    log(f"{len(played) + len(beside) + len(solved)} positions labelled")


if __name__ == "__main__":
    main()
