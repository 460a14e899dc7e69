#!/usr/bin/env python3
"""Writes small random networks and what PyTorch says with them of some positions of Connect-4: the tests of crates/nets compare.

    python3 training/fixtures.py crates/nets/tests/data
"""

import random
import sys
from pathlib import Path

import torch

import weights
from boards import BOARDS
from models import Cnn, Nnue

SEES = "connect4-7x6"
POSITIONS = 40


def play(columns):
    """Planes of the side to move, and where a disc would come to rest in every column that is not full."""
    board = BOARDS[SEES]
    heights, discs = [0] * board.width, [set(), set()]
    for ply, column in enumerate(columns):
        discs[ply % 2].add(heights[column] * board.width + column)
        heights[column] += 1
    mover = len(columns) % 2
    facts = torch.zeros(1, 2, board.squares)
    for plane, side in enumerate((mover, 1 - mover)):
        facts[0, plane, list(discs[side])] = 1.0
    rests = {column: height * board.width + column for column, height in enumerate(heights) if height < board.height}
    return facts, rests


def has_line(squares, width=7):
    """Whether four discs stand in a line."""

    def run(square, step, turn):
        x = square % width
        return all(square + step * k in squares and 0 <= x + turn * k < width for k in range(4))

    ways = ((1, 1), (width, 0), (width + 1, 1), (width - 1, -1))
    return any(run(square, *way) for square in squares for way in ways)


def sequences(rng):
    """Random games that nobody has won yet."""
    found = []
    while len(found) < POSITIONS:
        columns = []
        for _ in range(rng.randrange(30)):
            _, rests = play(columns)
            columns.append(rng.choice(list(rests)))
        facts, _ = play(columns)
        if not any(has_line(set(plane.nonzero().flatten().tolist())) for plane in facts[0]):
            found.append(columns)
    return found


def main():
    folder = Path(sys.argv[1])
    torch.manual_seed(1)
    board = BOARDS[SEES]
    nets = {"cnn": Cnn(board, 12, 3, 2, 8, True), "nnue": Nnue(board, 16, 3)}
    for name, net in nets.items():
        for layer in (net.policy, net.reduce, net.hidden, net.out) if name == "cnn" else (net.output,):
            torch.nn.init.normal_(layer.weight, std=0.4)
        words = {"kind": name, "sees": SEES, "about": "random weights, for tests", "scale": 1000, **net.words()}
        tensors = {key: tensor.detach().numpy() for key, tensor in net.tensors().items()}
        weights.save(folder / f"pytorch-{name}.qnet", words, tensors)
    lines = ["# Made by training/fixtures.py: columns played, logit of the nnue, logit of the cnn, its priors of the columns."]
    for columns in sequences(random.Random(1)):
        facts, rests = play(columns)
        with torch.no_grad():
            (value, policy), (other, _) = nets["cnn"](facts), nets["nnue"](facts)
        priors = policy[0, 0, list(rests.values())].softmax(0)
        told = " ".join(f"{column + 1}:{prior:.5f}" for column, prior in zip(rests, priors.tolist()))
        moves = "".join(str(column + 1) for column in columns) or "-"
        lines.append(f"{moves}\t{other.item():.5f}\t{value.item():.5f}\t{told}")
    (folder / "pytorch.tsv").write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
