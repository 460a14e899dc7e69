#!/usr/bin/env python3
"""Trains networks with PyTorch, on a GPU where there is one: the same recipes, data and weight files as `quevedo train`.

    python3 training/train.py RECIPE.toml --data DIR [--data DIR …] --out NAME.qnet [--init OLD.qnet]

All positions lie on the device, packed as in the file; a batch is unpacked there. A training that was interrupted goes on
after its last epoch, from NAME.checkpoint beside NAME.qnet.
"""

import argparse
import copy
import json
import sys
import time
import tomllib
from dataclasses import asdict, dataclass, fields
from datetime import date
from pathlib import Path

import numpy as np
import torch
from torch.nn import functional

import shards
import weights
from boards import BOARDS, sees_of
from checkpoint import Checkpoint, CheckpointError, identity
from models import Cnn, Nnue, restore
from shards import NO_SCORE, NO_STEP


class RecipeError(Exception):
    """A recipe that says something that cannot be done."""


@dataclass
class Course:
    """How a net is trained: the `[train]` of a recipe."""

    epochs: int = 10
    batch: int = 16384
    rate: float = 0.001
    last_rate: float = 0.00003
    decay: float = 0.0
    result_share: float = 0.5
    validation: float = 0.05
    patience: int = 3
    keep: str = "best"
    seed: int = 1

    @classmethod
    def read(cls, table):
        known = {field.name: field.type for field in fields(cls)}
        for key, value in table.items():
            if key not in known:
                raise RecipeError(f"[train] has no `{key}`: it knows {', '.join(known)}")
            if key == "keep":
                if value not in ("best", "last"):
                    raise RecipeError(f'[train] keep = {value!r}: "best" or "last" is wanted')
            elif not isinstance(value, (int, float)) or isinstance(value, bool):
                raise RecipeError(f"[train] {key} = {value!r}: a number is wanted")
            elif known[key] is int and not isinstance(value, int):
                raise RecipeError(f"[train] {key} = {value!r}: a whole number is wanted")
        return cls(**table).checked()

    def checked(self):
        if self.epochs < 1:
            raise RecipeError(f"[train] epochs = {self.epochs}: at least 1 is wanted")
        if self.batch < 1 or self.rate <= 0 or self.last_rate <= 0:
            raise RecipeError("[train] batch, rate and last_rate are above 0")
        return self


def make_net(board, table):
    """The net of a recipe's `[net]`."""
    kind = table.get("kind")
    for key in ("hidden", "phases", "channels", "layers", "value_planes"):
        size = table.get(key, 1)
        if not isinstance(size, int) or isinstance(size, bool) or size < 1:
            raise RecipeError(f"[net] {key} = {size!r}: a whole number above 0 is wanted")
    if kind == "nnue":
        return Nnue(board, table.get("hidden", 256), table.get("phases", 1))
    if kind == "cnn":
        sizes = [table.get(*pair) for pair in (("channels", 32), ("layers", 3), ("value_planes", 2), ("hidden", 32))]
        return Cnn(board, *sizes, table.get("policy", False), table.get("policy_share", 1.0))
    raise RecipeError(f'[net] kind = "{kind}": this program trains "nnue" and "cnn"')


class Data:
    """Positions on the device, and what should be said of them."""

    def __init__(self, positions, net, scale, course, device):
        board = net.board
        self.board, self.device = board, device
        self.planes = torch.from_numpy(positions.planes).to(device)
        self.target = torch.from_numpy(targets(positions, scale, course.result_share)).to(device)
        self.bits = torch.arange(8, dtype=torch.uint8, device=device)
        wants_policy = net.kind == "cnn" and net.policy is not None
        self.policy = self.policy_targets(positions) if wants_policy else None
        chosen = np.random.default_rng(course.seed).random(positions_games(positions)) < course.validation
        apart = chosen[shards.games(positions.ply)]
        self.training = torch.from_numpy(np.flatnonzero(~apart)).to(device)
        self.validation = torch.from_numpy(np.flatnonzero(apart)).to(device)

    def policy_targets(self, positions):
        """For every step of a move the shares of its squares, in the order of steps and squares. A move is taken for
        independent steps, as the net takes it."""
        size = self.board.steps * self.board.squares
        count = len(positions)
        steps, row = positions.policy["steps"], np.repeat(np.arange(count), positions.policy_len)
        share = positions.policy["share"].astype(np.float32)
        # Where nobody counted visits, the move that was played has all of them.
        bare = np.flatnonzero(positions.policy_len == 0)
        steps, row = np.concatenate([steps, positions.best[bare]]), np.concatenate([row, bare])
        share = np.concatenate([share, np.ones(len(bare), np.float32)])
        steps = torch.from_numpy(steps[:, : self.board.steps].astype(np.int64)).to(self.device)
        row, share = torch.from_numpy(row).to(self.device), torch.from_numpy(share).to(self.device)
        total = torch.zeros(count, device=self.device).index_add_(0, row, share)
        share = share / total[row].clamp(min=1e-9)
        dense = torch.zeros(count * size, dtype=torch.float32, device=self.device)
        for step in range(self.board.steps):
            square = steps[:, step]
            known = square != NO_STEP
            place = row[known] * size + step * self.board.squares + square[known]
            dense.index_add_(0, place, share[known])
        return dense.half().view(count, self.board.steps, self.board.squares)

    def batch(self, chosen, symmetry=None):
        """Planes of facts, and what should be said of value and moves."""
        packed = self.planes[chosen]
        facts = (packed[..., None] >> self.bits & 1).flatten(2)[..., : self.board.squares].float()
        policy = None if self.policy is None else self.policy[chosen].float()
        if symmetry is not None:
            facts = facts[..., symmetry]
            policy = None if policy is None else policy[..., symmetry]
        return facts, self.target[chosen], policy


def positions_games(positions):
    """How many games the positions come from."""
    return int(shards.games(positions.ply)[-1]) + 1 if len(positions) else 0


def targets(positions, scale, result_share):
    """The share of wins to be learned: a mix of how the game ended and what a search thought."""
    ended = (positions.result.astype(np.float32) + 1) / 2
    thought = 1 / (1 + np.exp(np.clip(-positions.score.astype(np.float32) / scale, -50, 50)))
    mixed = result_share * ended + (1 - result_share) * thought
    return np.where(positions.score == NO_SCORE, ended, mixed).astype(np.float32)


def loss_of(net, facts, target, policy_target):
    """The mean loss, logistic for the value; for the moves, cross entropy of every step."""
    logit, policy = net(facts)
    loss = functional.binary_cross_entropy_with_logits(logit.float(), target)
    if policy is not None:
        told = policy.float().log_softmax(2)
        loss = loss - net.policy_share * (policy_target * told).sum((1, 2)).mean()
    return loss


class Trainer:
    """A course of epochs with a falling rate that ends when nothing is learned any more."""

    def __init__(self, net, data, course, symmetries, precision):
        self.net, self.data, self.course = net, data, course
        fused = data.device.type == "cuda"
        self.optimiser = torch.optim.AdamW(net.parameters(), lr=course.rate, weight_decay=course.decay, fused=fused)
        self.random = torch.Generator(data.device).manual_seed(course.seed)
        self.choice = np.random.default_rng(course.seed)
        self.symmetries = [None] + [torch.tensor(each, device=data.device) for each in symmetries[1:]]
        self.precision = precision
        self.best, self.best_loss, self.since_best = copied(net), float("inf"), 0
        self.lines = []
        self.step = 0
        self.steps = max(1, -(-len(data.training) // course.batch))

    def autocast(self):
        return torch.autocast(self.data.device.type, torch.bfloat16, enabled=self.precision == "bf16")

    def rate(self):
        """From the first to the last by equal factors."""
        last = max(1, self.steps * self.course.epochs - 1)
        return self.course.rate * (self.course.last_rate / self.course.rate) ** (self.step / last)

    def learn(self):
        """One epoch; its mean loss, and the rate at its end."""
        training, device = self.data.training, self.data.device
        order = training[torch.randperm(len(training), generator=self.random, device=device)]
        total = torch.zeros((), device=self.data.device)
        self.net.train()
        for chosen in order.split(self.course.batch):
            rate = self.rate()
            for group in self.optimiser.param_groups:
                group["lr"] = rate
            symmetry = self.symmetries[self.choice.integers(len(self.symmetries))]
            with self.autocast():
                loss = loss_of(self.net, *self.data.batch(chosen, symmetry))
            self.optimiser.zero_grad(set_to_none=True)
            loss.backward()
            self.optimiser.step()
            with torch.no_grad():
                self.net.limit()
            total += loss.detach() * len(chosen)
            self.step += 1
        return total.item() / len(order), rate

    @torch.no_grad()
    def validate(self):
        """The mean loss of the positions kept apart."""
        self.net.eval()
        apart = self.data.validation
        if not len(apart):
            return None
        total = torch.zeros((), device=self.data.device)
        for chosen in apart.split(self.course.batch):
            total += loss_of(self.net, *self.data.batch(chosen)) * len(chosen)
        return total.item() / len(apart)

    def state(self):
        """Where the training stands between two epochs."""
        return {
            "net": self.net.state_dict(),
            "optimiser": self.optimiser.state_dict(),
            "best": self.best,
            "best_loss": self.best_loss,
            "since_best": self.since_best,
            "step": self.step,
            "lines": self.lines,
            "order": self.random.get_state(),
            "pictures": json.dumps(self.choice.bit_generator.state),
        }

    def restore(self, state):
        """Goes back to where a training stood."""
        self.net.load_state_dict(state["net"])
        self.optimiser.load_state_dict(state["optimiser"])
        self.best, self.best_loss, self.since_best = state["best"], state["best_loss"], state["since_best"]
        self.step, self.lines = state["step"], state["lines"]
        self.random.set_state(state["order"])
        self.choice.bit_generator.state = json.loads(state["pictures"])

    def goes_on(self):
        """Whether another epoch is due."""
        is_patient = not self.course.patience or self.since_best < self.course.patience
        return len(self.lines) < self.course.epochs and is_patient

    def close(self, line):
        """Ends an epoch."""
        self.lines.append(line)
        if telling(line) < self.best_loss:
            self.best, self.best_loss, self.since_best = copied(self.net), telling(line), 0
        else:
            self.since_best += 1

    def run(self, checkpoint, log):
        """Trains to the end of the course, from the checkpoint if there is one; the net to keep and its loss."""
        if state := checkpoint.load():
            self.restore(state)
        log(self.lines)
        while self.goes_on():
            begin = time.monotonic()
            loss, rate = self.learn()
            line = {
                "epoch": len(self.lines) + 1,
                "loss": loss,
                "validation_loss": self.validate(),
                "rate": rate,
                "positions": len(self.data.training),
                "seconds": round(time.monotonic() - begin, 3),
            }
            self.close(line)
            checkpoint.save(self.state())
            log(self.lines)
        if self.course.keep == "last":
            return self.net, telling(self.lines[-1])
        self.net.load_state_dict(self.best)
        return self.net, self.best_loss


def telling(line):
    """The loss by which an epoch is judged."""
    return line["loss"] if line["validation_loss"] is None else line["validation_loss"]


def copied(net):
    """The weights as they are now."""
    return copy.deepcopy(net.state_dict())


def save(path, net, recipe, sees, scale, positions, loss):
    """The weight file, with the words that say where the net comes from."""
    course = recipe.get("train", {})
    words = {
        "kind": net.kind,
        "sees": sees,
        "about": recipe.get("about", f"{net.kind} learned from {positions} positions"),
        "scale": scale,
        "recipe": recipe.get("name", ""),
        "data": positions,
        "seed": course.get("seed", 1),
        "loss": f"{loss:.6f}",
        "made": date.today().isoformat(),
        **net.words(),
    }
    tensors = {name: tensor.detach().float().cpu().numpy() for name, tensor in net.tensors().items()}
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    weights.save(path, words, tensors)


class Log:
    """A line for every epoch, in a file and on standard error."""

    def __init__(self, path, epochs):
        self.path, self.epochs, self.is_new = Path(path), epochs, True
        self.path.parent.mkdir(parents=True, exist_ok=True)

    def __call__(self, lines):
        """Told of all epochs that are over: first of those of earlier runs, then again after each."""
        self.path.write_text("".join(json.dumps(line) + "\n" for line in lines))
        if self.is_new and lines:
            print(f"goes on after epoch {len(lines)}/{self.epochs}", file=sys.stderr)
        elif lines:
            self.tell(lines[-1])
        self.is_new = False

    def tell(self, line):
        apart = "" if line["validation_loss"] is None else f", apart {line['validation_loss']:.5f}"
        left = (self.epochs - line["epoch"]) * line["seconds"]
        done = f"epoch {line['epoch']}/{self.epochs}: loss {line['loss']:.5f}{apart}"
        print(f"{done}, {line['seconds']:.1f} s, {left:.0f} s left", file=sys.stderr)


def check_game(recipe, positions):
    """Refuses data of another game than the recipe's."""
    game = recipe.get("game")
    if not isinstance(game, str):
        raise RecipeError("there is no `game`")
    wanted = sees_of(game)
    if positions.sees != wanted:
        raise RecipeError(f"positions of `{positions.sees}`: those of `{wanted}` are wanted, for game = \"{game}\"")
    if wanted not in BOARDS or not len(positions):
        raise RecipeError(f"{len(positions)} positions of `{positions.sees}`: nothing to learn from")


def train(arguments):
    recipe = tomllib.loads(Path(arguments.recipe).read_text())
    table = recipe.get("net")
    if not isinstance(table, dict):
        raise RecipeError("there is no [net]")
    course = Course.read(recipe.get("train", {}))
    if arguments.epochs is not None:
        course.epochs = arguments.epochs
        course.checked()
    torch.manual_seed(course.seed)
    torch.set_float32_matmul_precision("high")
    device = torch.device(arguments.device or ("cuda" if torch.cuda.is_available() else "cpu"))
    begin = time.monotonic()
    positions = shards.read(arguments.data, table.get("policy", False))
    check_game(recipe, positions)
    scale = float(table.get("scale", BOARDS[positions.sees].scale))
    net = make_net(BOARDS[positions.sees], table).to(device)
    words, tensors = weights.load(arguments.init) if arguments.init else ({}, {})
    if arguments.init:
        restore(net, tensors)
    data = Data(positions, net, scale, course, device)
    if not len(data.training):
        raise RecipeError("there is no position to learn from: play more games")
    took = time.monotonic() - begin
    print(f"{len(positions)} positions of {positions.sees} on {device} in {took:.1f} s", file=sys.stderr)
    made_of = [recipe["game"], recipe.get("name"), table, asdict(course), words.get("checksum")]
    made_of += [device.type, arguments.precision]
    checkpoint = Checkpoint(Path(arguments.out).with_suffix(".checkpoint"), identity(positions, *made_of))
    checkpoint.path.parent.mkdir(parents=True, exist_ok=True)
    log = Log(arguments.log or Path(arguments.out).with_name("log.jsonl"), course.epochs)
    symmetries = net.board.symmetries(table.get("symmetries", "none"))
    net, loss = Trainer(net, data, course, symmetries, arguments.precision).run(checkpoint, log)
    save(arguments.out, net, recipe, positions.sees, scale, len(positions), loss)
    print(f"{arguments.out}: loss {loss:.5f} after {time.monotonic() - begin:.1f} s", file=sys.stderr)


def main(words=None):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("recipe", help="the recipe, as for `quevedo train`; its [data] and [test] are not looked at")
    parser.add_argument(
        "--data", action="append", nargs="+", required=True, help="folders of shards, or of a raw export; may be repeated"
    )
    parser.add_argument("--out", required=True, help="the weight file to write")
    parser.add_argument("--init", help="a weight file of the same shape to begin with")
    parser.add_argument("--device", help="cuda or cpu; what there is unless said otherwise")
    parser.add_argument("--precision", choices=("fp32", "bf16"), default="fp32", help="what the layers compute in")
    parser.add_argument("--epochs", type=int, help="in place of the recipe's")
    parser.add_argument("--log", help="a line for every epoch; log.jsonl beside the weight file unless said otherwise")
    arguments = parser.parse_args(words)
    arguments.data = [path for paths in arguments.data for path in paths]
    try:
        train(arguments)
    except (RecipeError, CheckpointError, shards.DataError, weights.NetError, OSError, ValueError) as error:
        sys.exit(f"train.py: {error}")


if __name__ == "__main__":
    main()
