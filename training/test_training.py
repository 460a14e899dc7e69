"""Tests: `python3 -m unittest discover training`. Toy data, a processor is enough."""

import contextlib
import io
import json
import struct
import sys
import tempfile
import unittest
import zlib
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from unittest import mock

import numpy as np
import torch

sys.path.insert(0, str(Path(__file__).parent))
torch.set_num_threads(1)

import distill
import othello
import shards
import train
import weights
from boards import BOARDS, TABLE, Board, encoding_of, packaged
from models import Cnn, Nnue, Patterns, restore
from teacher import Positions, SelfPlay, carried_back

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
    return shards.Positions("", planes, np.full(count, shards.NO_SCORE, "<i2"), result, best, ply, np.zeros(count, np.uint8), policy_len, policy)


def write_shard(path, sees, positions, squares):
    """A shard by the letter of docs/data.md."""
    texts = "\n".join("?" for _ in range(len(positions)))
    columns = [positions.planes, positions.score, positions.result, positions.best, positions.ply]
    columns += [positions.flags, positions.policy_len, positions.policy]
    plain = b"".join(column.tobytes() for column in columns) + texts.encode()
    frame = shards.zstandard.ZstdCompressor().compress(plain)
    planes = positions.planes.shape[1]
    head = struct.pack("<8sIHHQ16sQII", shards.MAGIC, len(positions), planes, squares, 1, sees.encode(), len(frame), 1, 0)
    head += struct.pack("<I", zlib.crc32(frame))
    head += struct.pack("<I", zlib.crc32(head))
    Path(path).write_bytes(head + frame)


def write_raw(folder, sees, positions, squares):
    folder.mkdir()
    for name in ("planes", "score", "result", "best", "ply", "flags", "policy_len"):
        np.save(folder / f"{name}.npy", getattr(positions, name))
    for name in ("steps", "share"):
        np.save(folder / f"policy_{name}.npy", positions.policy[name])
    meta = {"sees": sees, "count": len(positions), "planes": positions.planes.shape[1], "squares": squares}
    (folder / "meta.json").write_text(json.dumps(meta))


GAMES = {"connect4-7x6": "connect4:7x6"}
"""What recipes call what is seen so."""


def run(folder, recipe, *options):
    """Trains by the command line; the lines of its log."""
    (folder / "recipe.toml").write_text(recipe)
    command = [folder / "recipe.toml", "--device", "cpu", *options]
    with contextlib.redirect_stderr(io.StringIO()):
        train.main([str(word) for word in command])
    return [json.loads(line) for line in (folder / "log.jsonl").read_text().splitlines()]


class Boards(unittest.TestCase):
    def test_flipping_twice_changes_nothing(self):
        for name, board in BOARDS.items():
            flipped = board.flipped()
            self.assertEqual([flipped[flipped[number]] for number in range(board.inputs)], list(range(board.inputs)), name)
        # White's pawn on e2 is where black sees one of the other's on e7.
        self.assertEqual(BOARDS["chess"].flipped()[12], 6 * 64 + 52)
        # A square that one side reaches sooner, and one that both reach by one move.
        self.assertEqual(BOARDS["amazons"].flipped()[205], 1105)
        self.assertEqual(BOARDS["amazons"].flipped()[1805], 1805)

    @unittest.skipUnless(packaged(), "the Python package is not there")
    def test_the_package_has_the_table(self):
        described = packaged()
        self.assertLessEqual(set(TABLE), set(described))
        for name, board in TABLE.items():
            own, known = (each[name] for each in (TABLE, described))
            self.assertEqual(own.flipped(), known.flipped(), name)
            for key in ("width", "height", "planes", "pieces", "steps", "scale"):
                self.assertEqual(getattr(own, key), getattr(known, key), (name, key))

    def test_a_description_is_the_same_as_the_table(self):
        for name, board in BOARDS.items():
            keys = {key: getattr(board, key) for key in ("width", "height", "planes", "steps", "scale")}
            described = Board.read({"name": name, "max_active_features": board.pieces, "flipped": board.flipped(), **keys})
            self.assertEqual((described.inputs, described.pieces, described.flipped()), (board.inputs, board.pieces, board.flipped()))

    def test_a_game_is_known_by_the_description_of_its_data(self):
        board = BOARDS["othello"]
        keys = {key: getattr(board, key) for key in ("width", "height", "planes", "steps", "scale")}
        described = {"name": "mine", "max_active_features": board.pieces, "flipped": board.flipped(), **keys}
        self.assertEqual(train.board_of({"game": "mine"}, "mine", described).squares, 64)
        self.assertRaises(train.RecipeError, train.board_of, {"game": "mine"}, "mine", None)
        self.assertRaises(train.RecipeError, train.board_of, {"game": "chess"}, "mine", described)

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


def bucketed_board():
    """A board of chess with two input buckets: the own king stands on the first four ranks or beyond, mirrored on the right half."""
    squares = [[square // 32, square % 8 > 3] for square in range(64)]
    return replace(BOARDS["chess"], buckets={"plane": 5, "count": 2, "squares": squares})


class Buckets(unittest.TestCase):
    def positions(self, board, count):
        """Random pieces, and a king of each side."""
        random = torch.Generator().manual_seed(4)
        facts = (torch.rand(count, board.planes, board.squares, generator=random) < 0.02).float()
        for plane in (5, 11):
            facts[:, plane] = 0
            facts[torch.arange(count), plane, torch.randint(64, (count,), generator=random)] = 1
        return facts

    def test_a_bucket_has_weights_of_its_own(self):
        board = bucketed_board()
        net = Nnue(board, 16, 2, is_bucketed=True)
        torch.nn.init.normal_(net.shared, std=0.1)
        facts = self.positions(board, 50)
        found = net(facts)[0]
        # The same by the definition, position by position.
        weights, flipped = net.weights(), torch.tensor(board.flipped())
        for number, planes in enumerate(facts):
            sides = []
            for side in (planes, planes.flatten()[flipped].view_as(planes)):
                bucket, is_mirrored = board.buckets["squares"][int(side[5].argmax())]
                side = side.view(12, 8, 8).flip(2).reshape(12, 64) if is_mirrored else side
                rows = weights[:, bucket * board.inputs : (bucket + 1) * board.inputs]
                sides.append(rows @ side.flatten() + net.input.bias)
            phase = int(planes.sum()) * 2 // (board.pieces + 1)
            logit = net.output.weight[phase] @ torch.cat(sides).clamp(0, 1).square() + net.output.bias[phase]
            self.assertAlmostEqual(found[number].item(), logit.item(), places=4)
        mirrored = facts.view(-1, 12, 8, 8).flip(3).reshape(facts.shape)
        self.assertTrue(torch.allclose(found, net(mirrored)[0], atol=1e-5))

    def test_weights_of_a_file_come_back_and_stay_within_the_limit(self):
        board = bucketed_board()
        net, again = (Nnue(board, 16, 2, is_bucketed=True) for _ in range(2))
        torch.nn.init.normal_(net.shared, std=2.0)
        net.limit()
        self.assertLessEqual(net.weights().abs().max().item(), 1.9801)
        restore(again, {name: tensor.detach().numpy() for name, tensor in net.tensors().items()})
        facts = self.positions(board, 5)
        self.assertTrue(torch.allclose(net(facts)[0], again(facts)[0], atol=1e-5))


class Streams(unittest.TestCase):
    def test_every_position_is_seen_once_an_epoch_by_shards_or_raw(self):
        board = BOARDS["othello"]
        schedule = train.TrainingSchedule(validation=0.2, result_share=1.0)
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            for number in range(6):
                part = toy(board, 100, number, False)
                # The score tells the positions apart.
                part.score = (np.arange(100) + 100 * number).astype("<i2")
                write_shard(folder / f"{number}.qdat", "othello", part, board.squares)
            write_raw(folder / "raw", "othello", shards.read([folder], False), board.squares)
            with mock.patch.object(shards, "BLOCK", 100):
                sources = shards.Source([folder]), shards.Source([folder / "raw"])
            for source in sources:
                self.assertEqual((len(source.blocks), len(source)), (6, 600))
                for chunk, chunks in ((1000, 1), (250, 3)):
                    seen, orders = [], set()
                    with mock.patch.object(train, "Data", lambda positions, *_: positions):
                        stream = train.Stream(source, Nnue(board, 8, 1), 250.0, schedule, torch.device("cpu"), chunk)
                        for epoch in range(3):
                            parts = [part.score.tolist() for part in stream.epoch(epoch)]
                            self.assertEqual(len(parts), chunks)
                            seen.append(sorted(sum(parts, [])))
                            orders.add(tuple(sum(parts, [])))
                    rest = stream.validation.score.tolist()
                    self.assertEqual(stream.training + len(rest), 600)
                    self.assertTrue(60 < len(rest) < 200, len(rest))
                    self.assertTrue(all(sorted(each + rest) == list(range(600)) for each in seen))
                    self.assertEqual(len(orders), 1 if chunks == 1 else 3)
                    # Games of twenty positions are in one set as a whole.
                    self.assertTrue(all(len({score in rest for score in range(n, n + 20)}) == 1 for n in range(0, 600, 20)))


class Training(unittest.TestCase):
    def learns(self, sees, recipe, most_loss, raw=False, with_policy=True):
        board = BOARDS[sees]
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            positions = toy(board, 4000, 2, with_policy)
            recipe = f'game = "{GAMES.get(sees, sees)}"\n' + recipe
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
        game = 'game = "othello"\n'
        for recipe, word in (
            (game + '[net]\nkind = "rnn"', "rnn"),
            (game + '[net]\nkind = "cnn"\n[train]\nepoch = 3', "epoch"),
            (game + '[net]\nkind = "cnn"\n[train]\nepochs = "many"', "epochs"),
            (game + '[net]\nkind = "cnn"\n[train]\nepochs = 0\nkeep = "last"', "epochs = 0: at least 1"),
            (game + '[net]\nkind = "cnn"\nlayers = 0', "layers = 0"),
            (game + '[net]\nkind = "cnn"\nchannels = 0', "channels = 0"),
            ('game = "connect4:7x6"\n[net]\nkind = "cnn"', "`othello`: `connect4-7x6` is needed"),
            ('[net]\nkind = "cnn"', "no `game`"),
            ("x = ", "train.py"),
        ):
            with tempfile.TemporaryDirectory() as name:
                folder = Path(name)
                board = BOARDS["othello"]
                write_shard(folder / "a.qdat", "othello", toy(board, 50, 1, False), board.squares)
                with self.assertRaisesRegex(SystemExit, word):
                    run(folder, recipe, "--data", folder, "--out", folder / "x.qnet")

    def test_variants_have_the_encoding_of_their_game(self):
        for game, encoding in (
            ("chess", "chess"),
            ("connect4", "connect4"),
            ("connect4:7x6", "connect4-7x6"),
            ("amazons:6x6", "amazons-6x6"),
            ("fox-geese:13", "fox-geese"),
            ("hare-hounds:center", "hare-hounds"),
        ):
            self.assertEqual(encoding_of(game), encoding)

    def test_the_rate_is_that_of_the_end(self):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            lines = run(folder, RECIPE, *data_in(folder), "--out", folder / "x.qnet")
            self.assertAlmostEqual(lines[-1]["rate"], 0.0001)


RECIPE = """
game = "connect4:7x6"
name = "toy"
[net]
kind = "cnn"
channels = 8
layers = 2
policy = true
symmetries = "mirror"
[train]
epochs = 4
batch = 64
rate = 0.01
last_rate = 0.0001
decay = 0.01
validation = 0.1
patience = 0
"""


def data_in(folder, seed=1):
    """Writes data, and names it."""
    board = BOARDS["connect4-7x6"]
    write_shard(folder / "a.qdat", "connect4-7x6", toy(board, 600, seed, True), board.squares)
    return "--data", folder / "a.qdat"


class Othello(unittest.TestCase):
    """The rules, on many positions at once."""

    PERFT = [4, 12, 56, 244, 1396, 8200, 55092]
    """Published counts of move sequences from the start."""

    def test_perft(self):
        own, other = (torch.tensor([word]) for word in othello.START)
        for expected in self.PERFT:
            moves, replies = othello.placements(own, other), othello.placements(other, own)
            passes = (moves == 0) & (replies != 0)
            rows, squares = othello.bits(moves).nonzero(as_tuple=True)
            played = othello.play(own[rows], other[rows], squares)
            own, other = torch.cat([played[0], other[passes]]), torch.cat([played[1], own[passes]])
            self.assertEqual(len(own), expected)

    def test_empty_squares_go_to_the_winner(self):
        own, other = torch.tensor([0b111, 0b1, 0b11, -1]), torch.tensor([0b11000, 0b1110, 0b1100, 0])
        self.assertEqual(othello.margins(own, other).tolist(), [60, -62, 0, 64])

    def test_a_position_as_text(self):
        self.assertEqual(othello.show(*othello.START, False), "-" * 27 + "OX------XO" + "-" * 27 + " X")


class Teacher(unittest.TestCase):
    def test_the_end_of_a_game_is_carried_back(self):
        # Black, black again after a pass, white; black wins by ten in the end.
        columns = [torch.zeros(3, dtype=torch.int64)] * 2 + [torch.tensor([False, False, True])]
        columns += [torch.tensor([0.0, 2.0, -4.0]), torch.zeros(3, dtype=torch.int64), torch.tensor([20, 21, 22])]
        found = carried_back(Positions(*columns), torch.zeros(3, dtype=torch.bool), 0.5, torch.tensor([10.0]))
        self.assertEqual(found.value.tolist(), [2.25, 4.5, -7.0])

    def test_games_are_played_by_the_evaluator(self):
        class Discs:
            """Prefers many discs."""

            def margins(self, own, other):
                return (othello.count(own) - othello.count(other)).float()

        games = SelfPlay(Discs(), 20, 5, torch.Generator().manual_seed(1))
        games.run()
        played, beside, solved = (Positions.join(part) for part in (games.played, games.beside, games.solved))
        for part in (played, beside, solved):
            self.assertTrue((othello.placements(part.own, part.other) != 0).all())
            self.assertTrue((part.own & part.other == 0).all())
            self.assertEqual(othello.count(part.own | part.other).tolist(), part.discs.tolist())
            self.assertTrue(((part.game >= 5) & (part.game < 25)).all())
        # The value of a position is that of its best move: no move leads to more discs.
        rows, squares = othello.bits(othello.placements(played.own, played.other)).nonzero(as_tuple=True)
        values = -Discs().margins(*othello.play(played.own[rows], played.other[rows], squares))
        best = torch.full((len(played),), -64.0).scatter_reduce(0, rows, values, "amax")
        self.assertEqual(played.value.tolist(), best.tolist())


class Distillation(unittest.TestCase):
    """A teacher that corrects a base network."""

    def setUp(self):
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.board = BOARDS["connect4-7x6"]
        net = Nnue(self.board, 16, 1)
        weights.save(self.folder / "base.qnet", {"kind": "nnue", "scale": 400.0, **net.words()}, {n: t.detach().numpy() for n, t in net.tensors().items()})
        self.base = distill.Base(self.folder / "base.qnet", self.board, torch.device("cpu"))
        words = ["--base", "-", "--data", "-", "--out", "-"]
        with mock.patch.object(distill, "distil") as taken:
            distill.main([*words, "--channels", "8", "--blocks", "1", "--batch", "64", "--device", "cpu"])
        self.options = taken.call_args.args[0]
        self.teacher = distill.Teacher(self.board, self.options, torch.device("cpu"))

    def store(self, positions):
        store = distill.Store(self.board, len(positions), torch.device("cpu"))
        store.add(positions, self.base)
        return store

    def test_the_teacher_begins_as_the_base_network(self):
        positions = toy(self.board, 40, 1, False)
        labels = distill.Labels(self.teacher, self.base)
        labels.add(positions)
        expected = (self.base.logits(torch.from_numpy(positions.planes)) * 400).round()
        self.assertLessEqual(np.abs(labels.points(0.0)[0] - expected.numpy()).max(), 1)

    def test_the_teacher_learns_what_the_base_network_misses(self):
        store, random = self.store(toy(self.board, 600, 2, False)), torch.Generator().manual_seed(1)
        self.assertTrue(store.is_played.all())
        for group in self.teacher.optimiser.param_groups:
            group["lr"] = 0.01
        losses = [self.teacher.step(store, random, step % 2 == 1)[0].item() for step in range(80)]
        self.assertLess(np.mean(losses[-10:]), 0.8 * np.mean(losses[:3]))

    def test_labels_are_a_folder_to_learn_from(self):
        labels, positions = distill.Labels(self.teacher, self.base), toy(self.board, 30, 3, False)
        labels.add(positions)
        labels.add(positions)
        self.assertEqual(labels.write(self.folder / "labels", 0.5, "connect4-7x6", {"name": "connect4-7x6"}), 60)
        found = shards.read([self.folder / "labels"], with_policy=False)
        self.assertEqual((found.planes[30:] == positions.planes).all() and found.encoding, "connect4-7x6")
        self.assertEqual(found.score.tolist(), np.concatenate(labels.points(0.5)).tolist())

    def test_labels_are_on_the_scale_of_the_base_network(self):
        positions = toy(self.board, 200, 5, False)
        labels = distill.Labels(self.teacher, self.base)
        labels.add(positions)
        plain = np.concatenate(labels.points(0.0)).astype(float)
        # A teacher that is twice as sure of everything.
        labels.parts = [(part, (chances.logit() * 2).sigmoid()) for part, chances in labels.parts]
        self.assertLessEqual(np.abs(np.concatenate(labels.points(0.0)) - plain).max(), 1)

    def test_one_shard_in_fifty_is_kept_apart(self):
        names = [Path(f"games-{first:08}-{first + 9:08}.qdat") for first in range(0, 1000, 10)]
        self.assertEqual([number for number, name in enumerate(names) if distill.is_held_out(name)], [49, 99])

    def test_positions_of_no_game_have_no_result(self):
        positions = toy(self.board, 20, 4, False)
        positions.flags[5:] = distill.IS_SIBLING
        self.assertEqual(self.store(positions).is_played.tolist(), [True] * 5 + [False] * 15)


class PatternNets(unittest.TestCase):
    CORNERS = [[0, 1, 2], [0, 1, 8]]

    def net(self):
        net = Patterns(BOARDS["othello"], self.CORNERS, "square", 3, 0).eval()
        random = torch.Generator().manual_seed(1)
        net.weight.data.copy_(torch.randn(net.weight.shape, generator=random))
        net.bias.data.copy_(torch.randn(net.bias.shape, generator=random))
        return net

    def test_it_is_the_sum_of_its_tables(self):
        net, planes = self.net(), torch.zeros(1, 2, 64)
        planes[0, 0, [0, 7]], planes[0, 1, [1, 63]] = 1.0, 1.0
        tables = {name: table.detach() for name, table in net.tensors().items()}
        board, expected = [0] * 64, tables["bias"][0]
        board[0], board[7], board[1], board[63] = 1, 1, 2, 2
        for number, places in enumerate(net.instances):
            for place in places:
                configuration = sum(board[square] * 3**digit for digit, square in enumerate(place))
                expected = expected + tables[f"pattern.{number}"][0, configuration]
        self.assertEqual([len(places) for places in net.instances], [8, 4])
        self.assertAlmostEqual(net(planes)[0].item(), expected.item(), places=5)

    def test_symmetric_positions_have_one_value(self):
        net, random = self.net(), torch.Generator().manual_seed(2)
        stones = torch.randint(0, 3, (10, 64), generator=random)
        planes = torch.stack([stones == 1, stones == 2], 1).float()
        for symmetry in net.board.symmetries("square"):
            difference = net(planes[..., symmetry])[0] - net(planes)[0]
            self.assertLess(difference.abs().max().item(), 1e-5)

    def test_tables_are_written_in_16_bits(self):
        net = self.net()
        tensors = {name: tensor.detach().numpy() for name, tensor in net.tensors().items()}
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "net.qnet"
            weights.save(path, net.words(), tensors, step=0.0)
            words, found = weights.load(path)
        self.assertEqual(json.loads(words["patterns"]), net.instances)
        for name, tensor in tensors.items():
            self.assertLess(np.abs(found[name] - tensor).max(), float(words["step"]))


class Killed(BaseException):
    """As if the program had died."""


class Resuming(unittest.TestCase):
    def run_and_die(self, folder, recipe, epochs, *options):
        """Trains until so many epochs are over, and dies within the next one."""
        learn, begun = train.Trainer.learn, []

        def learn_and_die(trainer):
            begun.append(1)
            loss = learn(trainer)
            if len(begun) > epochs:
                raise Killed
            return loss

        with mock.patch.object(train.Trainer, "learn", learn_and_die), self.assertRaises(Killed):
            run(folder, recipe, *options)

    def test_interrupted_or_not_the_weights_are_the_same_bit_for_bit(self):
        nnue = RECIPE.replace('"cnn"\nchannels = 8\nlayers = 2\npolicy = true', '"nnue"\nhidden = 16')
        for recipe in (RECIPE, RECIPE + 'keep = "last"\n', nnue):
            with tempfile.TemporaryDirectory() as name:
                folder = Path(name)
                data = data_in(folder)
                whole = run(folder, recipe, *data, "--out", folder / "whole.qnet")
                out = folder / "killed.qnet"
                self.run_and_die(folder, recipe, 2, *data, "--out", out)
                self.assertFalse(out.exists())
                again = run(folder, recipe, *data, "--out", out)
                self.assertEqual([line["epoch"] for line in again], [1, 2, 3, 4])
                for line, other in zip(whole, again):
                    self.assertEqual({**line, "seconds": 0}, {**other, "seconds": 0})
                words, tensors = weights.load(folder / "whole.qnet")
                found = weights.load(out)
                self.assertEqual((words["checksum"], words["loss"]), (found[0]["checksum"], found[0]["loss"]))
                # It is over: nothing is learned any more, and the same comes out.
                with mock.patch.object(train.Trainer, "learn", side_effect=Killed):
                    run(folder, recipe, *data, "--out", out)
                self.assertEqual(weights.load(out)[0]["checksum"], words["checksum"])

    def test_another_training_is_refused_and_so_is_damage(self):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            data, out = data_in(folder), folder / "x.qnet"
            run(folder, RECIPE, *data, "--out", out, "--epochs", 1)
            log = (folder / "log.jsonl").read_text()

            def refuses(word, recipe, *options):
                with self.assertRaisesRegex(SystemExit, f"x.checkpoint: {word}"):
                    run(folder, recipe, *data, "--out", out, *options)

            other = "the checkpoint of another recipe or other data"
            refuses(other, RECIPE)
            refuses(other, RECIPE.replace("0.01", "0.02"), "--epochs", 1)
            refuses(other, RECIPE, "--epochs", 1, "--init", out)
            data_in(folder, seed=2)
            refuses(other, RECIPE, "--epochs", 1)
            data_in(folder)
            path = folder / "x.checkpoint"
            whole = path.read_bytes()
            for at in (10, len(whole) // 3, len(whole) // 2, len(whole) - 30):
                path.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
                refuses("incomplete checkpoint", RECIPE, "--epochs", 1)
                path.write_bytes(whole[:at])
                refuses("incomplete checkpoint", RECIPE, "--epochs", 1)
            self.assertEqual((folder / "log.jsonl").read_text(), log)


@unittest.skipUnless(find_spec("quevedo"), "the Python package is not there")
class SelfPlayOnAGpu(unittest.TestCase):
    """What a processor can show of it: every stage runs, and figures are those of the games."""

    SMALL = "--minutes 0.1 --reuse 20 --threads 1 --trees 12 --channels 8 --blocks 1 --simulations 8 --batch 16 --first 20 --report 1 --random-plies 6"

    def run_once(self, *arguments):
        import selfplay

        with mock.patch("sys.argv", ["selfplay.py", *arguments, *self.SMALL.split()]), contextlib.redirect_stdout(io.StringIO()) as said:
            selfplay.main()
        return said.getvalue()

    def test_a_run_plays_learns_is_judged_and_goes_on(self):
        with tempfile.TemporaryDirectory() as folder:
            out = Path(folder) / "net.pt"
            said = self.run_once("connect4:7x6", "--judged", "4", "--judged-simulations", "10", "--out", str(out))
            self.assertIn("of 4 moves keep the value", said)
            lines = [json.loads(line) for line in out.with_suffix(".jsonl").read_text().splitlines()]
            last = lines[-1]
            self.assertGreater(last["moves"], 0)
            self.assertLessEqual(last["positions"], last["moves"])
            self.assertLessEqual(last["hard_kept"], last["kept"])
            self.assertGreater(last["steps"], 0)
            self.run_once("connect4:7x6", "--init", str(out), "--out", str(out))
            self.assertRaises(SystemExit, self.run_once, "othello", "--init", str(out), "--out", str(out))

    def test_large_action_spaces_have_logits_by_squares_and_steps(self):
        with tempfile.TemporaryDirectory() as folder:
            said = self.run_once("hare-hounds", "--out", str(Path(folder) / "net.pt"))
            self.assertIn("evaluations a second", said)
        import quevedo
        from policy_value import Encoding

        encoding = Encoding("amazons:6x6")
        position = quevedo.Position("amazons:6x6")
        squares = np.stack(encoding.squares_of(position.legal_actions), 1)
        self.assertTrue((squares == position.legal_steps()).all())

    def test_mirrors_exchange_left_and_right(self):
        import quevedo
        from policy_value import Encoding

        for game, moves, mirrored in [("connect4:7x6", "1 2", "7 6"), ("othello", "f5", "c5"), ("chess", "e4", None)]:
            encoding = Encoding(game)
            if mirrored is None:
                self.assertIsNone(encoding.mirrored)
                continue
            position = quevedo.Position(game)
            actions = encoding.mirrored[[position.action_of(move) for move in moves.split()]]
            self.assertTrue((encoding.mirrored[encoding.mirrored] == np.arange(encoding.logits)).all())
            if game == "othello":
                # The mirror image of f5 is c5, which the start position does not allow.
                self.assertEqual(actions.tolist(), [4 * 8 + 2])
            else:
                self.assertEqual(actions.tolist(), [position.action_of(move) for move in mirrored.split()])

    def test_the_judge_knows_which_moves_keep_the_value(self):
        from judge import judgement

        import quevedo

        text, kept, is_hard = judgement("connect4:7x6", "3 1")
        position = quevedo.Position("connect4:7x6", text)
        best = {position.action_of(move) for move in position.solve().best}
        self.assertLessEqual(best, set(kept))
        self.assertEqual(is_hard, len(kept) < len(position.legal_moves))


if __name__ == "__main__":
    unittest.main()
