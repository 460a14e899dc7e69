"""The kinds of networks that are trained here, as crates/nets computes them."""

import json

import torch
from torch import nn
from torch.nn import functional

LIMIT = 1.98
"""What fits 16-bit integers later: crates/nets keeps the first layer in up to 255 steps to the unit, fewer where a sum could
leave 16 bits, and the last in such steps that its largest weight is 127. Smaller weights leave finer steps."""


class Net(nn.Module):
    """A network with a weight file."""

    step = None
    """The unit of its weights in the file; floats without it."""

    def places(self):
        """Where the tensors of a file belong: views of the parameters."""
        return self.tensors()

    def grown(self, tensors):
        """The tensors of a file in the shape of this net, where it can take over those of a smaller one."""
        return tensors


class Nnue(Net):
    """One layer over the inputs of both sides, squared and clamped, and an output for each phase of the game. With input buckets the
    layer has weights for each of them, and in training weights that all of them share: what is seldom seen in a bucket is known from
    the others."""

    kind = "nnue"
    step = 1 / 2040
    """An eighth of the steps of the quantized network."""

    def __init__(self, board, hidden, phases, is_bucketed=False):
        super().__init__()
        self.board, self.hidden, self.phases = board, hidden, phases
        self.buckets = board.buckets["count"] if is_bucketed else 1
        self.input = nn.Linear(self.buckets * board.inputs, hidden)
        self.output = nn.Linear(2 * hidden, phases)
        nn.init.uniform_(self.input.weight, -(board.pieces**-0.5), board.pieces**-0.5)
        nn.init.constant_(self.input.bias, 0.1)
        nn.init.zeros_(self.output.bias)
        self.register_buffer("flipped", torch.tensor(board.flipped()), persistent=False)
        if is_bucketed:
            self.shared = nn.Parameter(torch.zeros(hidden, board.inputs))
            numbers, mirrored = zip(*board.buckets["squares"])
            mirror = [square - square % board.width + board.width - 1 - square % board.width for square in range(board.squares)]
            self.register_buffer("numbers", torch.tensor(numbers, dtype=torch.float32), persistent=False)
            self.register_buffer("mirrored", torch.tensor(mirrored, dtype=torch.float32), persistent=False)
            self.register_buffer("mirror", torch.tensor(mirror), persistent=False)

    def weights(self):
        """The weights of the first layer, a row for each neuron."""
        return self.input.weight if self.buckets == 1 else self.input.weight + self.shared.repeat(1, self.buckets)

    def in_bucket(self, planes):
        """The inputs of a perspective, at the place of its bucket."""
        if self.buckets == 1:
            return planes.flatten(1)
        piece = planes[:, self.board.buckets["plane"]]
        is_mirrored = piece @ self.mirrored > 0.5
        planes = torch.where(is_mirrored[:, None, None], planes[:, :, self.mirror], planes)
        chosen = functional.one_hot((piece @ self.numbers).round().long(), self.buckets).to(planes.dtype)
        return (chosen[:, :, None] * planes.flatten(1)[:, None]).flatten(1)

    def forward(self, planes):
        """Logits of winning."""
        facts = planes.flatten(1)
        weights = self.weights()
        sides = planes, facts[:, self.flipped].view_as(planes)
        own, other = (functional.linear(self.in_bucket(side), weights, self.input.bias) for side in sides)
        hidden = torch.cat([own, other], 1).clamp(0, 1).square()
        pieces = facts.sum(1).clamp(max=self.board.pieces).long()
        phase = pieces * self.phases // (self.board.pieces + 1)
        return self.output(hidden).gather(1, phase[:, None])[:, 0], None

    def limit(self):
        """Keeps the weights where integers can follow."""
        for weight in (self.input.bias, self.output.weight):
            weight.data.clamp_(-LIMIT, LIMIT)
        # What is shared stays, and the sum is kept within the limit.
        shared = 0 if self.buckets == 1 else self.shared.data.repeat(1, self.buckets)
        self.input.weight.data.add_(shared).clamp_(-LIMIT, LIMIT).sub_(shared)

    def words(self):
        buckets = {"buckets": self.buckets} if self.buckets > 1 else {}
        return {"hidden": self.hidden, "phases": self.phases, "pieces": self.board.pieces, **buckets}

    def tensors(self):
        return {**self.places(), "input.weight": self.weights().t()}

    def grown(self, tensors):
        """Of a net with fewer neurons or without buckets: new neurons begin without weight in the output, buckets alike. The
        evaluation is the same."""
        weight, bias, output = (torch.from_numpy(tensors[name].copy()) for name in ("input.weight", "input.bias", "output.weight"))
        known, phases = len(bias), len(output)
        if known > self.hidden or phases != self.phases or len(weight) not in (self.board.inputs, self.input.in_features):
            return tensors
        full = {name: place.detach().cpu().clone() for name, place in self.places().items()}
        full["input.weight"][:, :known] = weight.repeat(self.input.in_features // len(weight), 1)
        full["input.bias"][:known] = bias
        full["output.weight"].zero_().view(phases, 2, self.hidden)[:, :, :known] = output.view(phases, 2, known)
        full["output.bias"][:] = torch.from_numpy(tensors["output.bias"].copy())
        return {name: tensor.numpy() for name, tensor in full.items()}

    def places(self):
        """The inputs of a unit stand side by side in PyTorch, the units of an input in the file. What buckets share is part of each
        in the file, and nothing at the start of a training."""
        return {
            "input.weight": self.input.weight.t(),
            "input.bias": self.input.bias,
            "output.weight": self.output.weight,
            "output.bias": self.output.bias,
        }


class Cnn(Net):
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


class Patterns(Net):
    """A weight for every configuration of groups of squares, in every phase of the game. Images of a pattern under the
    symmetries of the board share its weights."""

    kind = "patterns"
    step = 0.0
    """The finest that fits 16 bits."""

    def __init__(self, board, patterns, symmetries, phases, blend):
        super().__init__()
        self.board, self.phases, self.blend = board, phases, blend
        permutations = board.symmetries(symmetries)
        self.instances = [images(permutations, squares) for squares in patterns]
        powers = torch.zeros(board.squares, sum(map(len, self.instances)))
        shared, offsets, begin = [], [], 0
        for number, (squares, places) in enumerate(zip(patterns, self.instances)):
            for place in places:
                powers[place, len(offsets)] = 3.0 ** torch.arange(len(place))
                offsets.append(begin)
            shared.append(begin + least_configurations(permutations, squares))
            begin += 3 ** len(squares)
        self.sizes = [3 ** len(squares) for squares in patterns]
        self.weight = nn.Parameter(torch.zeros(phases * begin))
        self.bias = nn.Parameter(torch.zeros(phases))
        self.register_buffer("powers", powers, persistent=False)
        self.register_buffer("offsets", torch.tensor(offsets), persistent=False)
        self.register_buffer("shared", torch.cat(shared), persistent=False)

    def forward(self, planes):
        """Logits of winning. In training a position counts as one with up to `blend` pieces more or fewer, so that
        neighbouring phases learn from each other."""
        pieces = planes.sum((1, 2)).long()
        if self.training and self.blend:
            pieces = pieces + torch.randint(-self.blend, self.blend + 1, pieces.shape, device=pieces.device)
        phase = pieces.clamp(0, self.board.pieces) * self.phases // (self.board.pieces + 1)
        with torch.autocast(planes.device.type, enabled=False):
            digits = (planes[:, 0] + 2 * planes[:, 1]).double() @ self.powers.double()
        configurations = self.shared[digits.long() + self.offsets]
        total = len(self.shared)
        rows = functional.embedding(configurations + (phase * total)[:, None], self.weight[:, None])
        return rows.sum((1, 2)) + self.bias[phase], None

    def limit(self):
        """Integers follow weights of any size."""

    def words(self):
        instances = [[list(map(int, place)) for place in places] for places in self.instances]
        return {"patterns": json.dumps(instances, separators=(",", ":")), "phases": self.phases, "pieces": self.board.pieces}

    def tensors(self):
        full = self.weight.view(self.phases, -1)[:, self.shared]
        tables = {f"pattern.{number}": table for number, table in enumerate(full.split(self.sizes, 1))}
        return {**tables, "bias": self.bias}


def images(permutations, squares):
    """The distinct images of a list of squares; one on the same squares as an earlier one is left out."""
    found = {}
    for permutation in permutations:
        place = [permutation[square] for square in squares]
        found.setdefault(frozenset(place), place)
    return list(found.values())


def least_configurations(permutations, squares):
    """For every configuration of a pattern the one whose weight it has: the least that a symmetry of the pattern itself
    makes of it."""
    count = len(squares)
    powers = 3 ** torch.arange(count)
    digits = torch.arange(3**count)[:, None] // powers % 3
    least = torch.arange(3**count)
    for permutation in permutations:
        order = [permutation[square] for square in squares]
        if set(order) == set(squares):
            places = torch.tensor([squares.index(square) for square in order])
            least = torch.minimum(least, (digits[:, places] * powers).sum(1))
    return least


def restore(net, tensors):
    """Puts the weights of a file into a net of the same shape, or one that can grow from it."""
    tensors = net.grown(tensors)
    for name, place in net.places().items():
        found = tensors.get(name)
        if found is None or tuple(found.shape) != tuple(place.shape):
            raise ValueError(f"tensor `{name}` is {found is not None and found.shape}, not {tuple(place.shape)}")
        # A transposed or flattened weight is a view: what is written there is written into the net.
        place.data.copy_(torch.from_numpy(found.copy()))
