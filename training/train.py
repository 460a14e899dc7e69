#!/usr/bin/env python3
"""Trains networks with PyTorch, on a GPU where there is one: the same recipes, data and weight files as `quevedo train`.

    python3 training/train.py RECIPE.toml --data DIR [--data DIR …] --out NAME.qnet [--init OLD.qnet]

Positions are read in chunks of whole games, drawn anew from all shards in every epoch, while the chunk before is learned from. A
chunk is on the device, packed as in the file; a batch is unpacked there. An interrupted training resumes after its
last epoch, from NAME.checkpoint in the folder of NAME.qnet.
"""

import argparse
import copy
import json
import sys
import time
import tomllib
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, fields
from datetime import date
from pathlib import Path

import numpy as np
import torch
from torch.nn import functional

import shards
import weights
from boards import BOARDS, Board, encoding_of
from checkpoint import Checkpoint, CheckpointError, identity
from models import Cnn, Nnue, Patterns, restore
from shards import NO_SCORE, NO_STEP


class RecipeError(Exception):
    """A recipe that says something that cannot be done."""


@dataclass
class TrainingSchedule:
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
    init: str = ""  # comes as --init
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
            elif key == "init":
                if not isinstance(value, str):
                    raise RecipeError(f"[train] init = {value!r}: the path of a weight file is wanted")
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
        is_bucketed = table.get("buckets", False)
        if is_bucketed and not board.buckets:
            raise RecipeError("[net] buckets = true: the encoding of the data has no input buckets")
        return Nnue(board, table.get("hidden", 256), table.get("phases", 1), is_bucketed)
    if kind == "cnn":
        sizes = [table.get(*pair) for pair in (("channels", 32), ("layers", 3), ("value_planes", 2), ("hidden", 32))]
        return Cnn(board, *sizes, table.get("policy", False), table.get("policy_share", 1.0))
    if kind == "patterns":
        squares = [[square_of(board, name) for name in pattern.split()] for pattern in table["patterns"]]
        return Patterns(board, squares, table.get("symmetries", "none"), table.get("phases", 1), table.get("blend", 0))
    raise RecipeError(f'[net] kind = "{kind}": this program trains "nnue", "cnn" and "patterns"')


def square_of(board, name):
    """The number of a square by its name: `c4`."""
    column, row = ord(name[:1] or " ") - ord("a"), name[1:]
    if not 0 <= column < board.width or not row.isdecimal() or not 1 <= int(row) <= board.height:
        raise RecipeError(f"[net] patterns: `{name}` is no square of the board")
    return (int(row) - 1) * board.width + column


class Data:
    """Positions and targets on the device."""

    def __init__(self, positions, net, scale, result_share, device):
        board = net.board
        self.board, self.device = board, device
        self.planes = torch.from_numpy(positions.planes).to(device)
        self.target = torch.from_numpy(targets(positions, scale, result_share)).to(device)
        self.policy = self.policy_targets(positions) if wants_policy(net) else None

    def __len__(self):
        return len(self.target)

    def policy_targets(self, positions):
        """For every step of a move the shares of its squares, in the order of steps and squares. A move is taken for
        independent steps, as the net takes it."""
        size = self.board.steps * self.board.squares
        count = len(positions)
        steps, row = positions.policy["steps"], np.repeat(np.arange(count), positions.policy_len)
        share = positions.policy["share"].astype(np.float32)
        # Without visit counts the move that was played is the target.
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

    def packed(self, chosen):
        """Packed planes, and the targets of value and policy."""
        return self.planes[chosen], self.target[chosen], None if self.policy is None else self.policy[chosen]

    def batch(self, chosen):
        """Planes of features, and the targets of value and policy."""
        return unpacked(self.board, *self.packed(chosen))


def unpacked(board, packed, target, policy, symmetry=None):
    """Planes of features, and the targets of value and policy, as an image of the board."""
    bits = torch.arange(8, dtype=torch.uint8, device=packed.device)
    facts = (packed[..., None] >> bits & 1).flatten(2)[..., : board.squares].float()
    policy = None if policy is None else policy.float()
    if symmetry is not None:
        facts = facts[..., symmetry]
        policy = None if policy is None else policy[..., symmetry]
    return facts, target, policy


def wants_policy(net):
    """Whether a net learns moves, too."""
    return net.kind == "cnn" and net.policy is not None


class Stream:
    """Training positions, a chunk of random blocks at a time, and the validation set: a share of the games of every block."""

    def __init__(self, source, net, scale, schedule, device, chunk):
        self.source, self.schedule, self.chunk = source, schedule, chunk
        self.to_device = lambda positions: Data(positions, net, scale, schedule.result_share, device)
        self.with_policy = wants_policy(net)
        self.only = None
        groups = self.groups(0)
        parts = [self.load(group, is_validation=True) for group in groups]
        self.validation = self.to_device(shards.join(parts))
        self.training = len(source) - len(self.validation)
        if len(groups) == 1:
            self.only = self.to_device(self.load(groups[0]))

    def groups(self, epoch):
        """The blocks of each chunk."""
        blocks = self.source.blocks
        order = np.random.default_rng([self.schedule.seed, epoch]).permutation(len(blocks))
        groups, room = [[]], self.chunk
        for number in sorted(order) if len(self.source) <= self.chunk else order:
            if groups[-1] and blocks[number].count > room:
                groups.append([])
                room = self.chunk
            groups[-1].append(number)
            room -= blocks[number].count
        return groups

    def load(self, group, is_validation=False):
        """The positions of some blocks: those of the validation set, or all others."""
        positions = self.source.load([self.source.blocks[number] for number in group], self.with_policy)
        begins = np.cumsum([0] + [self.source.blocks[number].count for number in group])
        chosen = [self.is_chosen(number, positions.ply[a:b]) for number, a, b in zip(group, begins, begins[1:])]
        return positions.where(np.concatenate(chosen) == is_validation)

    def is_chosen(self, number, ply):
        """Which positions of a block are in the validation set: all or none of a game."""
        games = shards.games(ply)
        draw = np.random.default_rng([self.schedule.seed, number]).random(int(games[-1]) + 1 if len(games) else 0)
        return draw[games] < self.schedule.validation

    def epoch(self, number):
        """The chunks of an epoch on the device; the next one is read in the meantime."""
        if self.only is not None:
            yield self.only
            return
        with ThreadPoolExecutor(1) as reader:
            coming = [reader.submit(self.load, group) for group in self.groups(number)[:2]]
            rest = iter(self.groups(number)[2:])
            while coming:
                data = self.to_device(coming.pop(0).result())
                coming += [reader.submit(self.load, group) for group in [next(rest, None)] if group]
                yield data


def targets(positions, scale, result_share):
    """Targets: a mix of the game result and the score of a search."""
    by_result = (positions.result.astype(np.float32) + 1) / 2
    by_score = 1 / (1 + np.exp(np.clip(-positions.score.astype(np.float32) / scale, -50, 50)))
    mixed = result_share * by_result + (1 - result_share) * by_score
    return np.where(positions.score == NO_SCORE, by_result, mixed).astype(np.float32)


def loss_of(net, facts, target, policy_target):
    """The mean loss, logistic for the value; for the moves, cross entropy of every step."""
    logit, policy = net(facts)
    loss = functional.binary_cross_entropy_with_logits(logit.float(), target)
    if policy is not None:
        log_policy = policy.float().log_softmax(2)
        loss = loss - net.policy_share * (policy_target * log_policy).sum((1, 2)).mean()
    return loss


class Recording:
    """A step on a GPU, recorded as a CUDA graph and replayed: a small step takes less time than starting its kernels one by one."""

    WARM_UP = 3
    """The first steps are taken one by one: libraries allocate memory in them."""

    def __init__(self, trainer):
        self.trainer, self.graph, self.steps = trainer, None, 0

    def __call__(self, *batch):
        """Takes the step with a batch; its loss."""
        self.steps += 1
        if self.steps <= self.WARM_UP:
            stream = torch.cuda.Stream()
            stream.wait_stream(torch.cuda.current_stream())
            with torch.cuda.stream(stream):
                loss = self.trainer.compute(*batch)
            torch.cuda.current_stream().wait_stream(stream)
            return loss
        if self.graph is None:
            self.record(batch)
        for place, tensor in zip(self.batch, batch):
            if place is not None:
                place.copy_(tensor)
        self.graph.replay()
        return self.loss

    def record(self, batch):
        """Records a step. That takes none."""
        self.batch = [None if tensor is None else tensor.clone() for tensor in batch]
        self.trainer.optimiser.zero_grad(set_to_none=True)
        self.graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(self.graph):
            self.loss = self.trainer.compute(*self.batch)


class Trainer:
    """Epochs with learning rate decay and early stopping."""

    def __init__(self, net, stream, schedule, symmetries, precision, device, is_recorded):
        self.net, self.stream, self.schedule, self.device = net, stream, schedule, device
        on_gpu = device.type == "cuda"
        self.recording = Recording(self) if on_gpu and is_recorded else None
        # The rate of a recorded step is on the device.
        rate = torch.tensor(schedule.rate, device=device) if self.recording else schedule.rate
        decay, recorded = schedule.decay, self.recording is not None
        self.optimiser = torch.optim.AdamW(net.parameters(), rate, weight_decay=decay, fused=on_gpu, capturable=recorded)
        self.random = torch.Generator(device).manual_seed(schedule.seed)
        self.choice = np.random.default_rng(schedule.seed)
        self.symmetries = [torch.tensor(each, device=device) for each in symmetries] if len(symmetries) > 1 else [None]
        self.precision = precision
        self.best, self.best_loss, self.since_best = copied(net), float("inf"), 0
        self.lines = []
        self.step = 0
        self.steps = max(1, -(-stream.training // schedule.batch))

    def autocast(self):
        is_used = self.precision == "bf16"
        return torch.autocast(self.device.type, torch.bfloat16, enabled=is_used, cache_enabled=self.recording is None)

    def rate(self):
        """From the first to the last by equal factors."""
        last = max(1, self.steps * self.schedule.epochs - 1)
        return self.schedule.rate * (self.schedule.last_rate / self.schedule.rate) ** min(1, self.step / last)

    def learn(self):
        """One epoch; its mean loss, and the rate at its end."""
        total = torch.zeros((), device=self.device)
        self.net.train()
        for data in self.stream.epoch(len(self.lines)):
            order = torch.randperm(len(data), generator=self.random, device=self.device)
            for chosen in order.split(self.schedule.batch):
                total += self.take_step(data, chosen) * len(chosen)
        return total.item() / max(1, self.stream.training), self.rate()

    def take_step(self, data, chosen):
        """One step of the optimiser; its loss."""
        for group in self.optimiser.param_groups:
            if self.recording:
                group["lr"].fill_(self.rate())
            else:
                group["lr"] = self.rate()
        symmetry = self.symmetries[self.choice.integers(len(self.symmetries))]
        is_full = len(chosen) == self.schedule.batch
        compute = self.recording if self.recording and is_full else self.compute
        self.step += 1
        return compute(*data.packed(chosen), symmetry)

    def compute(self, *batch):
        """The loss of a batch, and the weights after a step against its gradient."""
        self.optimiser.zero_grad(set_to_none=True)
        with self.autocast():
            loss = loss_of(self.net, *unpacked(self.net.board, *batch))
        loss.backward()
        self.optimiser.step()
        with torch.no_grad():
            self.net.limit()
        return loss.detach()

    @torch.no_grad()
    def validate(self):
        """The mean validation loss."""
        self.net.eval()
        validation = self.stream.validation
        if not len(validation):
            return None
        total = torch.zeros((), device=self.device)
        for chosen in torch.arange(len(validation), device=self.device).split(self.schedule.batch):
            total += loss_of(self.net, *validation.batch(chosen)) * len(chosen)
        return total.item() / len(validation)

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

    def has_next_epoch(self):
        """Whether another epoch is due."""
        is_patient = not self.schedule.patience or self.since_best < self.schedule.patience
        return len(self.lines) < self.schedule.epochs and is_patient

    def finish_epoch(self, line):
        """Ends an epoch."""
        self.lines.append(line)
        if selection_loss(line) < self.best_loss:
            self.best, self.best_loss, self.since_best = copied(self.net), selection_loss(line), 0
        else:
            self.since_best += 1

    def run(self, checkpoint, log):
        """Trains to the end of the schedule, from the checkpoint if there is one; the net to keep and its loss."""
        if state := checkpoint.load():
            self.restore(state)
        log(self.lines)
        while self.has_next_epoch():
            begin = time.monotonic()
            loss, rate = self.learn()
            line = {
                "epoch": len(self.lines) + 1,
                "loss": loss,
                "validation_loss": self.validate(),
                "rate": rate,
                "positions": self.stream.training,
                "seconds": round(time.monotonic() - begin, 3),
            }
            self.finish_epoch(line)
            checkpoint.save(self.state())
            log(self.lines)
        if self.schedule.keep == "last":
            return self.net, selection_loss(self.lines[-1])
        self.net.load_state_dict(self.best)
        return self.net, self.best_loss


def selection_loss(line):
    """The loss that selects the best epoch: of the validation set if there is one."""
    return line["loss"] if line["validation_loss"] is None else line["validation_loss"]


def copied(net):
    """The weights as they are now."""
    return copy.deepcopy(net.state_dict())


def save(path, net, recipe, encoding, scale, positions, loss):
    """The weight file, with the words that say where the net comes from."""
    schedule = recipe.get("train", {})
    words = {
        "kind": net.kind,
        "sees": encoding,
        "about": recipe.get("about", f"{net.kind} learned from {positions} positions"),
        "scale": scale,
        "recipe": recipe.get("name", ""),
        "data": positions,
        "seed": schedule.get("seed", 1),
        "loss": f"{loss:.6f}",
        "made": date.today().isoformat(),
        **net.words(),
    }
    tensors = {name: tensor.detach().float().cpu().numpy() for name, tensor in net.tensors().items()}
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    weights.save(path, words, tensors, net.step)


class Log:
    """A line for every epoch, in a file and on standard error."""

    def __init__(self, path, epochs):
        self.path, self.epochs, self.is_new = Path(path), epochs, True
        self.path.parent.mkdir(parents=True, exist_ok=True)

    def __call__(self, lines):
        """Called with all finished epochs: first with those of earlier runs, then after each."""
        self.path.write_text("".join(json.dumps(line) + "\n" for line in lines))
        if self.is_new and lines:
            print(f"resumes after epoch {len(lines)}/{self.epochs}", file=sys.stderr)
        elif lines:
            self.show(lines[-1])
        self.is_new = False

    def show(self, line):
        validation = "" if line["validation_loss"] is None else f", validation {line['validation_loss']:.5f}"
        left = (self.epochs - line["epoch"]) * line["seconds"]
        done = f"epoch {line['epoch']}/{self.epochs}: loss {line['loss']:.5f}{validation}"
        print(f"{done}, {line['seconds']:.1f} s, {left:.0f} s left", file=sys.stderr)


def board_of(recipe, found, described):
    """The encoding of the positions, by its name, which must be that of the recipe's game. A game that is not in our table is known by the
    description in the folder of its data."""
    game = recipe.get("game")
    if not isinstance(game, str):
        raise RecipeError("there is no `game`")
    wanted = encoding_of(game)
    if wanted not in BOARDS and described and described["name"] == found:
        wanted = found
    if found != wanted:
        raise RecipeError(f"positions of the encoding `{found}`: `{wanted}` is needed for game = \"{game}\"")
    if described and described["name"] == found:
        return Board.read(described)
    if found not in BOARDS:
        raise RecipeError(f"unknown encoding `{found}`: no folder of the data has an encoding.json")
    return BOARDS[found]


def train(arguments):
    recipe = tomllib.loads(Path(arguments.recipe).read_text())
    table = recipe.get("net")
    if not isinstance(table, dict):
        raise RecipeError("there is no [net]")
    schedule = TrainingSchedule.read(recipe.get("train", {}))
    if arguments.epochs is not None:
        schedule.epochs = arguments.epochs
        schedule.checked()
    torch.manual_seed(schedule.seed)
    torch.set_float32_matmul_precision("high")
    device = torch.device(arguments.device or ("cuda" if torch.cuda.is_available() else "cpu"))
    begin = time.monotonic()
    source = shards.Source(arguments.data)
    if not len(source):
        raise RecipeError("the data has no positions")
    encoding = source.load(source.blocks[:1], False).encoding
    board = board_of(recipe, encoding, shards.described(arguments.data))
    scale = float(table.get("scale", board.scale))
    net = make_net(board, table).to(device)
    words, tensors = weights.load(arguments.init) if arguments.init else ({}, {})
    if arguments.init:
        restore(net, tensors)
    stream = Stream(source, net, scale, schedule, device, arguments.chunk)
    if not stream.training:
        raise RecipeError("there are no training positions: play more games")
    took = time.monotonic() - begin
    print(f"{len(source)} positions of {encoding} in {took:.1f} s, on {device}", file=sys.stderr)
    made_of = [recipe["game"], recipe.get("name"), table, asdict(schedule), words.get("checksum")]
    made_of += [device.type, arguments.precision, arguments.chunk]
    checkpoint = Checkpoint(Path(arguments.out).with_suffix(".checkpoint"), identity(source, *made_of))
    checkpoint.path.parent.mkdir(parents=True, exist_ok=True)
    log = Log(arguments.log or Path(arguments.out).with_name("log.jsonl"), schedule.epochs)
    # Patterns have the symmetries of the board by themselves.
    symmetries = net.board.symmetries("none" if net.kind == "patterns" else table.get("symmetries", "none"))
    trainer = Trainer(net, stream, schedule, symmetries, arguments.precision, device, not arguments.eager)
    net, loss = trainer.run(checkpoint, log)
    save(arguments.out, net, recipe, encoding, scale, len(source), loss)
    print(f"{arguments.out}: loss {loss:.5f} after {time.monotonic() - begin:.1f} s", file=sys.stderr)


def main(words=None):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("recipe", help="the recipe, as for `quevedo train`; its [data] and [test] are ignored")
    parser.add_argument(
        "--data", action="append", nargs="+", required=True, help="folders of shards, or of a raw export; may be repeated"
    )
    parser.add_argument("--out", required=True, help="the weight file to write")
    parser.add_argument("--init", help="initial weights: a weight file of the same shape, or of a smaller nnue")
    parser.add_argument("--device", help="cuda or cpu; by default what there is")
    parser.add_argument("--precision", choices=("fp32", "bf16"), default="fp32", help="what the layers compute in")
    parser.add_argument("--epochs", type=int, help="in place of the recipe's")
    parser.add_argument("--eager", action="store_true", help="on a GPU, start every kernel by itself instead of recording a step once")
    parser.add_argument("--chunk", type=int, default=8_000_000, help="positions in memory at a time, twice while the next are read")
    parser.add_argument("--log", help="the log, a line for every epoch; by default log.jsonl in the folder of the weight file")
    arguments = parser.parse_args(words)
    arguments.data = [path for paths in arguments.data for path in paths]
    try:
        train(arguments)
    except (RecipeError, CheckpointError, shards.DataError, weights.NetError, OSError, ValueError) as error:
        sys.exit(f"train.py: {error}")


if __name__ == "__main__":
    main()
