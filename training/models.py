"""The two kinds of networks that are trained here, as crates/nets computes them."""

import torch
from torch import nn
from torch.nn import functional

LIMIT = 1.98
"""What fits 16-bit integers later: crates/nets keeps the first layer in up to 255 steps to the unit, fewer where a sum could
leave 16 bits, and the last in such steps that its largest weight is 127. Smaller weights leave finer steps."""


class Nnue(nn.Module):
    """One layer over the inputs of both sides, squared and clamped, and an output for each phase of the game."""

    kind = "nnue"

    def __init__(self, board, hidden, phases):
        super().__init__()
        self.board, self.hidden, self.phases = board, hidden, phases
        self.input = nn.Linear(board.inputs, hidden)
        self.output = nn.Linear(2 * hidden, phases)
        nn.init.uniform_(self.input.weight, -(board.pieces**-0.5), board.pieces**-0.5)
        nn.init.constant_(self.input.bias, 0.1)
        nn.init.zeros_(self.output.bias)
        self.register_buffer("flipped", torch.tensor(board.flipped()), persistent=False)

    def forward(self, planes):
        """Logits of winning."""
        facts = planes.flatten(1)
        own = self.input(facts)
        other = functional.linear(facts, self.input.weight[:, self.flipped], self.input.bias)
        hidden = torch.cat([own, other], 1).clamp(0, 1).square()
        pieces = facts.sum(1).clamp(max=self.board.pieces).long()
        phase = pieces * self.phases // (self.board.pieces + 1)
        return self.output(hidden).gather(1, phase[:, None])[:, 0], None

    def limit(self):
        """Keeps the weights where integers can follow."""
        for weight in (self.input.weight, self.input.bias, self.output.weight):
            weight.data.clamp_(-LIMIT, LIMIT)

    def words(self):
        return {"hidden": self.hidden, "phases": self.phases, "pieces": self.board.pieces}

    def tensors(self):
        """The inputs of a unit stand side by side in PyTorch, the units of an input in the file."""
        return {
            "input.weight": self.input.weight.t(),
            "input.bias": self.input.bias,
            "output.weight": self.output.weight,
            "output.bias": self.output.bias,
        }


class Cnn(nn.Module):
    """3x3 convolutions, a value from all squares of a few planes, and a plane of logits for every step of a move."""

    kind = "cnn"

    def __init__(self, board, channels, layers, value_planes, hidden, policy, policy_share=1.0):
        super().__init__()
        self.board, self.channels, self.policy_share = board, channels, policy_share
        inputs = [board.planes + 1] + [channels] * (layers - 1)
        self.conv = nn.ModuleList(nn.Conv2d(count, channels, 3, padding=1) for count in inputs)
        self.reduce = nn.Conv2d(channels, value_planes, 1)
        self.hidden = nn.Linear(value_planes * board.squares, hidden)
        self.out = nn.Linear(hidden, 1)
        self.policy = nn.Conv2d(channels, board.steps, 1) if policy else None
        for layer in self.conv:
            nn.init.kaiming_normal_(layer.weight, nonlinearity="relu")
            nn.init.zeros_(layer.bias)

    def forward(self, planes):
        """Logits of winning, and of the squares of every step."""
        board = self.board
        seen = functional.pad(planes, (0, 0, 0, 1), value=1.0).unflatten(2, (board.height, board.width))
        if seen.is_cuda:
            seen = seen.contiguous(memory_format=torch.channels_last)
        for layer in self.conv:
            seen = layer(seen).relu()
        value = self.hidden(self.reduce(seen).relu().flatten(1)).relu()
        policy = None if self.policy is None else self.policy(seen).flatten(2)
        return self.out(value)[:, 0], policy

    def limit(self):
        """Integers follow weights of any size."""

    def words(self):
        return {"channels": self.channels, "layers": len(self.conv)}

    def tensors(self):
        layers = {f"conv.{index}": layer for index, layer in enumerate(self.conv)}
        layers |= {"value.reduce": self.reduce, "value.hidden": self.hidden, "value.out": self.out}
        if self.policy is not None:
            layers["policy"] = self.policy
        dense = {"value.reduce", "policy"}
        found = {}
        for name, layer in layers.items():
            found[f"{name}.weight"] = layer.weight.flatten(1) if name in dense else layer.weight
            found[f"{name}.bias"] = layer.bias
        return found


def restore(net, tensors):
    """Puts the weights of a file into a net of the same shape."""
    for name, place in net.tensors().items():
        found = tensors.get(name)
        if found is None or tuple(found.shape) != tuple(place.shape):
            raise ValueError(f"tensor `{name}` is {found is not None and found.shape}, not {tuple(place.shape)}")
        # A transposed or flattened weight is a view: what is written there is written into the net.
        place.data.copy_(torch.from_numpy(found.copy()))
