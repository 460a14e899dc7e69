"""Tests: `python3 -m unittest discover training`. Toy data, a processor is enough."""

import contextlib
import io
import json
import struct
import sys
import tempfile
import unittest
import zlib
from pathlib import Path

import numpy as np
import torch

sys.path.insert(0, str(Path(__file__).parent))
torch.set_num_threads(1)

import shards
import train
import weights
from boards import BOARDS
from models import Cnn, Nnue, restore

def toy(board, count, seed, with_policy):
    """Positions in which whoever has more pieces in the first half of the board wins, and the best move is to the first
    empty square; seen from both sides in turn."""
    rng = np.random.default_rng(seed)
    facts = np.zeros((count, board.planes, board.squares), np.uint8)
    stones = rng.integers(0, 3, (count, board.squares))
    facts[:, 0], facts[:, 1] = stones == 1, stones == 2
    half = board.squares // 2
    lead = facts[:, 0, :half].sum(1, dtype=np.int64) - facts[:, 1, :half].sum(1, dtype=np.int64)
    first = (stones == 0).argmax(1)
    best = np.full((count, 3), 255, np.uint8)
    best[:, 0] = first
    policy = np.zeros(count if with_policy else 0, shards.ENTRY)
    if with_policy:
        policy["steps"], policy["share"] = best, 65535
    planes = np.packbits(facts, axis=2, bitorder="little")
    result, ply = np.sign(lead).astype(np.int8), (np.arange(count) % 20).astype("<u2")
    policy_len = np.full(count, int(with_policy), "<u2")
    return shards.Positions("", planes, np.full(count, shards.NO_SCORE, "<i2"), result, best, ply, policy_len, policy)


def write_shard(path, sees, positions, squares):
    """A shard by the letter of docs/data.md."""
    texts = "\n".join("?" for _ in range(len(positions)))
    columns = [positions.planes, positions.score, positions.result, positions.best, positions.ply]
    columns += [np.zeros(len(positions), np.uint8), positions.policy_len, positions.policy]
    plain = b"".join(column.tobytes() for column in columns) + texts.encode()
    frame = shards.zstandard.ZstdCompressor().compress(plain)
    planes = positions.planes.shape[1]
    head = struct.pack("<8sIHHQ16sQII", shards.MAGIC, len(positions), planes, squares, 1, sees.encode(), len(frame), 1, 0)
    head += struct.pack("<I", zlib.crc32(frame))
    head += struct.pack("<I", zlib.crc32(head))
    Path(path).write_bytes(head + frame)


def write_raw(folder, sees, positions, squares):
    folder.mkdir()
    for name in ("planes", "score", "result", "best", "ply", "policy_len"):
        np.save(folder / f"{name}.npy", getattr(positions, name))
    for name in ("steps", "share"):
        np.save(folder / f"policy_{name}.npy", positions.policy[name])
    meta = {"sees": sees, "count": len(positions), "planes": positions.planes.shape[1], "squares": squares}
    (folder / "meta.json").write_text(json.dumps(meta))


def run(folder, recipe, *options):
    """Trains by the command line; the lines of its log."""
    (folder / "recipe.toml").write_text(recipe)
    command = [folder / "recipe.toml", "--device", "cpu", *options]
    with contextlib.redirect_stderr(io.StringIO()):
        train.main([str(word) for word in command])
    return [json.loads(line) for line in (folder / "log.jsonl").read_text().splitlines()]


class Boards(unittest.TestCase):
    def test_turned_twice_is_nothing(self):
        for name, board in BOARDS.items():
            turned = board.turned()
            self.assertEqual([turned[turned[number]] for number in range(board.inputs)], list(range(board.inputs)), name)
        # White's pawn on e2 is where black sees one of the other's on e7.
        self.assertEqual(BOARDS["chess"].turned()[12], 6 * 64 + 52)
        # A square that one side reaches sooner, and one that both reach by one move.
        self.assertEqual(BOARDS["amazons"].turned()[205], 1105)
        self.assertEqual(BOARDS["amazons"].turned()[1805], 1805)

    def test_symmetries_are_different_permutations(self):
        for kind, count in (("none", 1), ("mirror", 2), ("square", 8)):
            found = BOARDS["othello"].symmetries(kind)
            self.assertEqual(len({tuple(each) for each in found}), count)
            self.assertTrue(all(sorted(each) == list(range(64)) for each in found))
        self.assertRaises(ValueError, BOARDS["connect4"].symmetries, "square")


class Files(unittest.TestCase):
    def test_damage_is_named(self):
        board = BOARDS["connect4-7x6"]
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "a.qdat"
            write_shard(path, "connect4-7x6", toy(board, 50, 1, True), board.squares)
            whole = path.read_bytes()
            self.assertEqual(len(shards.read([folder], True)), 50)
            damaged = [whole[:-1], whole[:40], whole[:70] + bytes([whole[70] ^ 1]) + whole[71:], b"QVDATA\0\2" + whole[8:]]
            for content in damaged:
                path.write_bytes(content)
                with self.assertRaisesRegex(shards.DataError, "a.qdat"):
                    shards.read([folder], True)

    def test_weights_come_back(self):
        board = BOARDS["amazons-6x6"]
        for net in (Cnn(board, 8, 2, 2, 4, True), Nnue(board, 16, 3)):
            tensors = {name: tensor.detach().numpy() for name, tensor in net.tensors().items()}
            with tempfile.TemporaryDirectory() as folder:
                path = Path(folder) / "net.qnet"
                weights.save(path, {"kind": net.kind}, tensors)
                words, found = weights.load(path)
                self.assertEqual(words["kind"], net.kind)
                again = Cnn(board, 8, 2, 2, 4, True) if net.kind == "cnn" else Nnue(board, 16, 3)
                restore(again, found)
                facts = torch.rand(5, board.planes, board.squares).round()
                self.assertTrue(torch.equal(net(facts)[0], again(facts)[0]))
                whole = path.read_bytes()
                path.write_bytes(whole[:-5])
                self.assertRaises(Exception, weights.load, path)


class Training(unittest.TestCase):
    def learns(self, sees, recipe, most_loss, raw=False, with_policy=True):
        board = BOARDS[sees]
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            positions = toy(board, 4000, 2, with_policy)
            if raw:
                write_raw(folder / "data", sees, positions, board.squares)
            else:
                (folder / "data").mkdir()
                write_shard(folder / "data" / "a.qdat", sees, positions, board.squares)
            lines = run(folder, recipe, "--data", folder / "data", "--out", folder / "toy.qnet")
            self.assertLess(lines[-1]["validation_loss"], most_loss)
            self.assertLess(lines[-1]["validation_loss"], 0.7 * lines[0]["validation_loss"])
            words, _ = weights.load(folder / "toy.qnet")
            self.assertEqual((words["sees"], words["data"]), (sees, "4000"))
            # On from where it was.
            go_on = ["--init", folder / "toy.qnet", "--epochs", 1]
            again = run(folder, recipe, "--data", folder / "data", "--out", folder / "more.qnet", *go_on)
            self.assertLess(again[0]["loss"], 0.7 * lines[0]["loss"])

    def test_a_value_is_learned(self):
        course = "[train]\nepochs = 12\nbatch = 256\nrate = 0.003\nresult_share = 1.0\n"
        self.learns("othello", '[net]\nkind = "nnue"\nhidden = 32\nphases = 2\n' + course, 0.35)
        self.learns("connect4-7x6", '[net]\nkind = "cnn"\nchannels = 8\nlayers = 2\n' + course, 0.35, raw=True)

    def test_moves_are_learned_too(self):
        course = "[train]\nepochs = 12\nbatch = 128\nrate = 0.005\n"
        net = '[net]\nkind = "cnn"\nchannels = 16\nlayers = 2\npolicy = true\n'
        self.learns("connect4-7x6", net + course, 1.2)
        # Without visits, the move that was played is the one to learn.
        self.learns("connect4-7x6", net + course, 1.2, with_policy=False)

    def test_wrong_recipes_are_refused(self):
        for recipe, word in (
            ('[net]\nkind = "rnn"', "rnn"),
            ('[net]\nkind = "cnn"\n[train]\nepoch = 3', "epoch"),
            ('[net]\nkind = "cnn"\n[train]\nepochs = "many"', "epochs"),
            ("x = ", "train.py"),
        ):
            with tempfile.TemporaryDirectory() as name:
                folder = Path(name)
                board = BOARDS["othello"]
                write_shard(folder / "a.qdat", "othello", toy(board, 50, 1, False), board.squares)
                with self.assertRaisesRegex(SystemExit, word):
                    run(folder, recipe, "--data", folder, "--out", folder / "x.qnet")


if __name__ == "__main__":
    unittest.main()
