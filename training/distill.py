#!/usr/bin/env python3
"""Distillation: a residual network, the teacher, learns from searched positions, and labels positions from which a small
network learns (`train.py`).

    python3 training/distill.py --base OLD.qnet --data DIR … [--more DIR …] --out OUT --minutes 10

The teacher learns what the network that played the games does not see: its logit is that of the base network plus a correction,
which begins at nothing. It has two heads, one for the score of the search and one for the result of the game. Shards that
appear in the folders of `--data` while it learns are learned from as well (`quevedo datagen` may still be writing them), and one
shard in fifty is kept apart. At the end the positions of `--data` and `--more` are labelled: `OUT/labels-0` is a folder of arrays for
`train.py`. The scores of `--more` are not used, so a few nodes a move will do for its games.
"""

import argparse
import json
import math
import sys
import threading
import time
from pathlib import Path

import numpy as np
import torch
from torch.nn import functional

import shards
import weights
from boards import Board
from models import Nnue, restore
from residual import Residual, ready
from shards import NO_SCORE
from train import unpacked

BATCH = 32768
"""Positions that are evaluated at once."""
APART = 50
"""One shard in so many is kept apart."""
IS_SIBLING = 32
"""The flag of a position that no game went through: its result is only the sign of its score."""
OPEN = 1.5
"""Positions are not decided where the base network's logit is below this."""
FORMAT = "quevedo-arrays-1"
BEGIN = time.monotonic()


def log(text):
    print(f"{time.monotonic() - BEGIN:6.1f} s  {text}", file=sys.stderr, flush=True)


class Base:
    """The network that played the games."""

    def __init__(self, path, board, device):
        words, tensors = weights.load(path)
        self.scale = float(words["scale"])
        is_bucketed = int(words.get("buckets", 1)) > 1
        self.net = Nnue(board, int(words["hidden"]), int(words["phases"]), is_bucketed).to(device).eval()
        restore(self.net, tensors)

    @torch.no_grad()
    def logits(self, packed):
        """Its logits for packed planes."""
        found = [self.net(unpacked(self.net.board, part, None, None)[0])[0] for part in packed.split(BATCH)]
        return torch.cat(found) if found else torch.zeros(0, device=packed.device)


class Store:
    """Positions on the device, with room for more."""

    def __init__(self, board, room, device):
        plane_bytes = (board.squares + 7) // 8
        self.planes = torch.empty((room, board.planes, plane_bytes), dtype=torch.uint8, device=device)
        self.base, self.score, self.result = (torch.empty(room, device=device) for _ in range(3))
        self.is_played = torch.empty(room, dtype=torch.bool, device=device)
        self.count = 0

    def add(self, positions, base):
        """Adds positions, as many as there is room for."""
        count = min(len(positions), len(self.base) - self.count)
        part, device = slice(self.count, self.count + count), self.base.device
        self.planes[part] = torch.from_numpy(positions.planes[:count]).to(device)
        self.base[part] = base.logits(self.planes[part])
        result = (positions.result[:count].astype(np.float32) + 1) / 2
        score = 1 / (1 + np.exp(np.clip(-positions.score[:count].astype(np.float32) / base.scale, -50, 50)))
        score = np.where(positions.score[:count] == NO_SCORE, result, score).astype(np.float32)
        self.score[part], self.result[part] = torch.from_numpy(score).to(device), torch.from_numpy(result).to(device)
        self.is_played[part] = torch.from_numpy(positions.flags[:count] & IS_SIBLING == 0).to(device)
        # Only whole positions are drawn: the number is written last.
        if device.type == "cuda":
            torch.cuda.current_stream().synchronize()
        self.count += count


class Reader(threading.Thread):
    """Reads the shards of folders, those that appear later as well."""

    def __init__(self, folders, base, training, validation):
        super().__init__(daemon=True)
        self.folders, self.base, self.stores = folders, base, (training, validation)
        self.known, self.failure = set(), None
        self.is_stopped = threading.Event()

    def run(self):
        try:
            while True:
                is_last = self.is_stopped.is_set()
                self.look()
                if is_last:
                    return
                self.is_stopped.wait(5)
        except Exception as error:  # told by the thread that learns
            self.failure = error

    def look(self):
        """Reads what is new."""
        paths = sorted(path for folder in self.folders for path in Path(folder).glob("**/*.qdat"))
        new = [path for path in paths if path not in self.known]
        self.known.update(new)
        for is_apart in (False, True):
            chosen = [path for path in new if is_held_out(path) == is_apart]
            for begin in range(0, len(chosen), 32):
                self.stores[is_apart].add(shards.read(chosen[begin : begin + 32], with_policy=False), self.base)


def is_held_out(path):
    """Whether a shard is kept apart, by its place in its folder."""
    first = int(path.stem.split("-")[1])
    games = int(path.stem.split("-")[2]) - first + 1
    return first // games % APART == APART - 1


def image(board, packed, is_mirrored):
    """What the network sees: the planes, and a plane that is the board."""
    planes = unpacked(board, packed, None, None)[0].unflatten(2, (board.height, board.width))
    planes = functional.pad(planes, (0, 0, 0, 0, 0, 1), value=1.0)
    planes = planes.flip(3) if is_mirrored else planes
    return planes.to(torch.bfloat16).contiguous(memory_format=torch.channels_last)


def losses(found, base, store, chosen):
    """The losses of both heads; the result of a game counts where the game was played."""
    logits = found.float() + base[:, None]
    score = functional.binary_cross_entropy_with_logits(logits[:, 0], store.score[chosen])
    result = functional.binary_cross_entropy_with_logits(logits[:, 1], store.result[chosen], reduction="none")
    is_played = store.is_played[chosen].float()
    return score, (result * is_played).sum() / is_played.sum().clamp(min=1)


class Teacher:
    """The residual network while it learns."""

    def __init__(self, board, arguments, device):
        self.board, self.arguments, self.device = board, arguments, device
        self.net = Residual(arguments.channels, arguments.blocks, board.planes + 1, board.squares, 2).to(device)
        torch.nn.init.zeros_(self.net.out.weight)
        torch.nn.init.zeros_(self.net.out.bias)
        self.net.to(memory_format=torch.channels_last)
        self.optimiser = torch.optim.AdamW(
            self.net.parameters(), lr=arguments.rate, weight_decay=arguments.decay, fused=device.type == "cuda"
        )

    def learn(self, reader, seconds):
        """Learns for some time, at a rate that rises at first and then falls to nothing."""
        training, validation = reader.stores
        random = torch.Generator(self.device).manual_seed(self.arguments.seed)
        begin, told, steps, seen = time.monotonic(), time.monotonic(), 0, torch.zeros(2, device=self.device)
        self.net.train()
        while (share := (time.monotonic() - begin) / seconds) < 1:
            if reader.failure:
                raise reader.failure
            rate = self.arguments.rate * min(1, share / 0.05) * (0.5 + 0.5 * math.cos(math.pi * share))
            for group in self.optimiser.param_groups:
                group["lr"] = rate
            seen += self.step(training, random, steps % 2 == 1)
            steps += 1
            if time.monotonic() - told > self.arguments.tell:
                done = seen.cpu() / steps
                apart = self.validate(validation)
                log(f"{training.count} positions, {steps} steps, rate {rate:.5f}: loss {done[0]:.5f}, {done[1]:.5f}; apart {apart}")
                told, steps = time.monotonic(), 0
                seen.zero_()
        log(f"learned: apart {self.validate(validation)}")

    def step(self, store, random, is_mirrored):
        chosen = torch.randint(store.count, (self.arguments.batch,), generator=random, device=self.device)
        with torch.autocast(self.device.type, torch.bfloat16):
            found = self.net(image(self.board, store.planes[chosen], is_mirrored))
        score, result = losses(found, store.base[chosen], store, chosen)
        self.optimiser.zero_grad(set_to_none=True)
        (score + self.arguments.result_loss * result).backward()
        self.optimiser.step()
        return torch.stack([score.detach(), result.detach()])

    @torch.no_grad()
    def validate(self, store):
        """Losses on positions kept apart: those of the base network, and ours."""
        if not store.count:
            return "nothing"
        self.net.eval()
        totals = torch.zeros(4, device=self.device)
        for chosen in torch.arange(store.count, device=self.device).split(BATCH):
            with torch.autocast(self.device.type, torch.bfloat16):
                found = self.net(image(self.board, store.planes[chosen], False))
            base = store.base[chosen]
            both = losses(torch.zeros_like(found), base, store, chosen) + losses(found, base, store, chosen)
            totals += torch.stack(both) * len(chosen)
        self.net.train()
        means = (totals / store.count).tolist()
        return f"{means[0]:.5f} -> {means[2]:.5f}, results {means[1]:.5f} -> {means[3]:.5f}"


class Labels:
    """Positions with the chances that the teacher gives."""

    def __init__(self, teacher, base):
        self.board, self.base = teacher.board, base
        self.net, self.device = ready(teacher.net), teacher.device
        self.parts, self.bases = [], []

    def add(self, positions):
        """Labels positions."""
        packed = torch.from_numpy(positions.planes).to(self.device)
        base = self.base.logits(packed)
        self.parts.append((positions, self.chances(packed, base).cpu()))
        self.bases.append(base.cpu())

    @torch.no_grad()
    def chances(self, packed, base):
        """The chances by score and by result, each the mean of both mirror images."""
        found = []
        for part in packed.split(BATCH):
            # A compiled network wants batches of one size.
            padding = BATCH - len(part) if self.device.type == "cuda" else 0
            full = functional.pad(part, (0, 0, 0, 0, 0, padding))
            both = sum(self.net(image(self.board, full, is_mirrored)).float() for is_mirrored in (False, True)) / 2
            found.append(both[: len(part)])
        return (torch.cat(found) + base[:, None]).sigmoid()

    def points(self, share):
        """The labels as points: chances by score, with a share of those by result. They are on the scale of the base network, as the
        margins of the search are: results say more surely who wins than scores do."""
        mixed = [((1 - share) * chances[:, 0] + share * chances[:, 1]).clamp(1e-6, 1 - 1e-6).logit() for _, chances in self.parts]
        unit = self.base.scale / self.steepness(torch.cat(mixed))
        return [(logits * unit).round().clamp(-32000, 32000).numpy().astype("<i2") for logits in mixed]

    def steepness(self, logits):
        """How many times as steep as the base network they are, in positions that are not decided."""
        base = torch.cat(self.bases)
        is_open = base.abs() < OPEN
        return ((logits * base)[is_open].sum() / base[is_open].square().sum().clamp(min=1e-9)).clamp(min=0.1).item()

    def write(self, folder, share, encoding, described):
        """Writes a folder as `quevedo dataset export --format raw` would; the number of positions."""
        folder.mkdir(parents=True, exist_ok=True)
        columns = {name: [getattr(part, name) for part, _ in self.parts] for name in ("planes", "result", "best", "ply", "flags")}
        columns["score"] = self.points(share)
        columns["policy_len"] = [np.zeros(len(part), "<u2") for part, _ in self.parts]
        count = sum(len(part) for part, _ in self.parts)
        for name, parts in columns.items():
            column = np.lib.format.open_memmap(folder / f"{name}.npy", "w+", parts[0].dtype, (count, *parts[0].shape[1:]))
            np.concatenate(parts, out=column)
        planes = self.parts[0][0].planes.shape[1]
        meta = {"format": FORMAT, "encoding": encoding, "planes": planes, "squares": self.board.squares, "count": count}
        (folder / "meta.json").write_text(json.dumps(meta))
        (folder / "encoding.json").write_text(json.dumps(described))
        return count


def distil(arguments):
    torch.manual_seed(arguments.seed)
    torch.backends.cudnn.benchmark = True
    torch.set_float32_matmul_precision("high")
    device = torch.device(arguments.device)
    while not list(found := [path for folder in arguments.data for path in Path(folder).glob("**/*.qdat")]):
        log("waiting for data")
        time.sleep(5)
    described = shards.described(arguments.data)
    if described is None:
        raise shards.DataError(f"{arguments.data[0]}: no encoding.json, which `quevedo datagen` writes")
    board, encoding = Board.read(described), shards.read(found[:1], with_policy=False).encoding
    base = Base(arguments.base, board, device)
    stores = Store(board, arguments.room, device), Store(board, arguments.room // 20, device)
    reader = Reader(arguments.data, base, *stores)
    reader.start()
    while stores[0].count < arguments.batch:
        if reader.failure:
            raise reader.failure
        time.sleep(1)
    teacher = Teacher(board, arguments, device)
    log(f"{stores[0].count} positions to begin with, of {encoding}, on {device}")
    teacher.learn(reader, arguments.minutes * 60)
    reader.is_stopped.set()
    reader.join()
    arguments.out.mkdir(parents=True, exist_ok=True)
    torch.save(teacher.net.to(torch.bfloat16).state_dict(), arguments.out / "teacher.pt")
    teacher.net.float()
    labels = Labels(teacher, base)
    for folder in arguments.data + arguments.more:
        paths = sorted(Path(folder).glob("**/*.qdat"))
        for begin in range(0, len(paths), 256):
            labels.add(shards.read(paths[begin : begin + 256], with_policy=False))
        log(f"{folder} labelled")
    for share in arguments.result_share:
        count = labels.write(arguments.out / f"labels-{share:g}", share, encoding, described)
        log(f"{count} positions labelled, {share:g} of the label by the result")


def main(words=None):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--base", required=True, help="the network that played the games, an nnue")
    parser.add_argument("--data", nargs="+", required=True, help="folders of shards to learn from")
    parser.add_argument("--more", nargs="+", default=[], help="folders of shards that are only labelled")
    parser.add_argument("--out", required=True, type=Path, help="the folder for teacher.pt and labels")
    parser.add_argument("--minutes", type=float, default=10, help="how long to learn")
    parser.add_argument(
        "--result-share", type=float, nargs="+", default=[0.0], help="shares of the result in a label; a folder of labels for each"
    )
    parser.add_argument("--result-loss", type=float, default=0.2, help="the weight of the loss of results")
    parser.add_argument("--channels", type=int, default=128)
    parser.add_argument("--blocks", type=int, default=10)
    parser.add_argument("--batch", type=int, default=4096)
    parser.add_argument("--rate", type=float, default=0.002)
    parser.add_argument("--decay", type=float, default=0.0001, help="weight decay")
    parser.add_argument("--room", type=int, default=40_000_000, help="positions that are kept on the device")
    parser.add_argument("--tell", type=float, default=20, help="seconds between two lines of the log")
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args(words)
    try:
        distil(arguments)
    except (shards.DataError, weights.NetError, OSError, ValueError) as error:
        sys.exit(f"distill.py: {error}")


if __name__ == "__main__":
    main()
