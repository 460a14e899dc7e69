"""A residual network with a policy and a value (D. Silver and others, *Mastering the game of Go without human knowledge*, 2017) for any
game of the package `quevedo`, and its evaluation for a search that asks for many positions at once."""

import copy
import math

import numpy as np
import torch
from torch import nn
from torch.nn import functional
from torch.nn.utils.fusion import fuse_conv_bn_eval

import quevedo

MOST_LOGITS = 512
"""Games with more actions have a logit for each square and step of a move."""
MIRRORED = ("connect4", "othello", "amazons", "fox-geese")
"""Games in which left and right are the same."""
POLICY_PLANES, VALUE_PLANES, HIDDEN = 32, 16, 128


class Encoding:
    """How the network sees a game: planes in, logits of the policy out."""

    def __init__(self, name):
        game = quevedo.Game(name)
        self.name, self.planes = name, game.observation_shape
        self.actions, self.steps = game.num_actions, game.num_steps
        _, rows, columns = self.planes
        self.squares = rows * columns
        self.by_steps = self.actions > MOST_LOGITS
        self.logits = self.squares * self.steps if self.by_steps else self.actions
        self.mirrored = self.mirrored_logits() if name.partition(":")[0] in MIRRORED else None

    def mirrored_logits(self):
        """For each logit the one that takes its place when left and right are exchanged."""
        _, _, columns = self.planes
        if self.actions == columns:
            return np.arange(columns)[::-1].copy()
        numbers, steps = np.arange(self.logits), self.steps if self.by_steps else 1
        squares, step = numbers // steps, numbers % steps
        square = squares // columns * columns + columns - 1 - squares % columns
        # A pass stays what it is.
        return np.where(squares < self.squares, square * steps + step, numbers)

    def targets(self, search, count, chosen):
        """The targets of the policy: shares of the visits; the move alone in games where one is `chosen` (-1 elsewhere)."""
        games = np.flatnonzero(chosen >= 0)
        if not self.by_steps:
            targets = search.policy()
            targets[games] = 0
            targets[games, chosen[games]] = 1
            return targets
        targets = np.zeros((count, self.squares, self.steps), np.float32)
        for game in range(count):
            actions, visits = search.visits_of(game)
            if chosen[game] >= 0:
                actions, visits = chosen[game : game + 1], np.ones(1)
            shares = visits / max(1, visits.sum())
            for step, squares in enumerate(self.squares_of(actions)):
                np.add.at(targets[game, :, step], squares, shares)
        return targets.reshape(count, -1)

    def squares_of(self, actions):
        """The squares of actions, step by step: they are the digits of a number, `docs/python.md`."""
        moves = np.asarray(actions, np.int64) % self.squares**self.steps
        return [moves // self.squares ** (self.steps - 1 - step) % self.squares for step in range(self.steps)]

    def policy_loss(self, logits, targets):
        """The cross entropy of the policy, for each position."""
        if not self.by_steps:
            return functional.cross_entropy(logits, targets, reduction="none")
        by_step = functional.log_softmax(logits.unflatten(1, (self.squares, self.steps)), 1)
        return -(by_step * targets.unflatten(1, (self.squares, self.steps))).sum((1, 2))


class Block(nn.Module):
    """Two convolutions and a way around them."""

    def __init__(self, channels):
        super().__init__()
        self.first, self.second = (nn.Conv2d(channels, channels, 3, padding=1, bias=False) for _ in range(2))
        self.first_norm, self.second_norm = nn.BatchNorm2d(channels), nn.BatchNorm2d(channels)

    def forward(self, seen):
        hidden = self.first_norm(self.first(seen)).relu()
        return (seen + self.second_norm(self.second(hidden))).relu()


class PolicyValue(nn.Module):
    """The network: logits of the policy, and the expected result of the side to move, -1 to 1."""

    def __init__(self, encoding, channels, blocks):
        super().__init__()
        planes, rows, columns = encoding.planes
        self.by_steps = encoding.by_steps
        self.stem, self.stem_norm = nn.Conv2d(planes, channels, 3, padding=1, bias=False), nn.BatchNorm2d(channels)
        self.blocks = nn.Sequential(*(Block(channels) for _ in range(blocks)))
        self.policy_reduce = nn.Conv2d(channels, POLICY_PLANES, 1)
        self.value_reduce = nn.Conv2d(channels, VALUE_PLANES, 1)
        if self.by_steps:
            self.policy = nn.Conv2d(POLICY_PLANES, encoding.steps, 3, padding=1)
        else:
            self.policy = nn.Linear(POLICY_PLANES * rows * columns, encoding.logits)
        self.hidden, self.value = nn.Linear(VALUE_PLANES * rows * columns, HIDDEN), nn.Linear(HIDDEN, 1)

    def forward(self, planes):
        seen = self.blocks(self.stem_norm(self.stem(planes)).relu())
        policy = self.policy_reduce(seen).relu()
        if self.by_steps:
            # Squares by steps.
            logits = self.policy(policy).flatten(2).transpose(1, 2).flatten(1)
        else:
            logits = self.policy(policy.flatten(1))
        value = self.value(self.hidden(self.value_reduce(seen).relu().flatten(1)).relu())[:, 0]
        return logits.float(), value.float().tanh()


def fused(net):
    """The network ready to evaluate: its normalisations are part of its convolutions."""
    net = copy.deepcopy(net).eval()
    net.stem, net.stem_norm = fuse_conv_bn_eval(net.stem, net.stem_norm), nn.Identity()
    for block in net.blocks:
        block.first, block.first_norm = fuse_conv_bn_eval(block.first, block.first_norm), nn.Identity()
        block.second, block.second_norm = fuse_conv_bn_eval(block.second, block.second_norm), nn.Identity()
    return net.requires_grad_(False)


class Served:
    """The network that searches ask; it is brought up to date while they ask it."""

    def __init__(self, net, encoding, device, is_recorded):
        self.encoding, self.device, self.is_recorded = encoding, device, is_recorded and device.type == "cuda"
        self.type = torch.bfloat16 if device.type == "cuda" else torch.float32
        self.net = self.prepared(net)

    def prepared(self, net):
        return fused(net).to(self.device, self.type).to(memory_format=torch.channels_last)

    @torch.no_grad()
    def update(self, net):
        """Takes the weights of a network. A batch that is evaluated meanwhile may see some of both, which does no harm."""
        for old, new in zip(self.net.parameters(), self.prepared(net).parameters()):
            old.copy_(new)

    def caller(self, most):
        """A function for `quevedo.BatchedSearch`, for one thread and up to so many positions."""
        return Caller(self, most) if self.device.type == "cuda" else self.evaluate_here

    @torch.no_grad()
    def evaluate_here(self, planes):
        logits, values = self.net(torch.from_numpy(planes).contiguous(memory_format=torch.channels_last))
        return logits.numpy(), values.numpy()


class Caller:
    """Evaluates batches on a GPU: on a stream of its own, by recorded graphs of a few sizes."""

    def __init__(self, served, most):
        self.served, self.stream = served, torch.cuda.Stream()
        self.shape = served.encoding.planes
        self.most = most
        features = math.prod(self.shape)
        self.planes = torch.zeros((most, features), dtype=torch.uint8, pin_memory=True)
        self.logits = torch.zeros((most, served.encoding.logits), pin_memory=True)
        self.values = torch.zeros(most, pin_memory=True)
        self.seen = torch.zeros((most, features), dtype=torch.uint8, device=served.device)
        self.sizes = sorted({most, 3 * most // 4, most // 2, most // 4} - {0})
        self.graphs, self.outputs = {}, {}
        self.done = torch.cuda.Event()
        for size in self.sizes:
            self.prepare(size)

    def answer(self, size):
        planes = self.seen[:size].to(self.served.type).unflatten(1, self.shape)
        return self.served.net(planes.contiguous(memory_format=torch.channels_last))

    @torch.no_grad()
    def prepare(self, size):
        """Records the evaluation of batches of this size."""
        self.stream.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(self.stream):
            for _ in range(2):
                self.answer(size)
            self.stream.synchronize()
            if self.served.is_recorded:
                graph = torch.cuda.CUDAGraph()
                with torch.cuda.graph(graph, stream=self.stream):
                    self.outputs[size] = self.answer(size)
                self.graphs[size] = graph
        self.stream.synchronize()

    @torch.no_grad()
    def __call__(self, planes):
        count = len(planes)
        np.copyto(self.planes[:count].numpy(), planes.reshape(count, -1), casting="unsafe")
        size = next(size for size in self.sizes if size >= count)
        with torch.cuda.stream(self.stream):
            self.seen[:count].copy_(self.planes[:count], non_blocking=True)
            if size in self.graphs:
                self.graphs[size].replay()
                logits, values = self.outputs[size]
            else:
                logits, values = self.answer(size)
            self.logits[:count].copy_(logits[:count], non_blocking=True)
            self.values[:count].copy_(values[:count], non_blocking=True)
            self.done.record(self.stream)
        self.done.synchronize()
        # The search has read them before it asks again.
        return self.logits[:count].numpy(), self.values[:count].numpy()
