"""A residual network (K. He and others, *Deep residual learning for image recognition*, 2016) that tells by how many discs the
side to move wins a position of Othello."""

import copy

import torch
from torch import nn
from torch.nn import functional
from torch.nn.utils.fusion import fuse_conv_bn_eval

from othello import bits, margins, placements

UNIT = 32.0
"""Discs for one unit of the output."""
INPUTS = 5
"""Planes that the network sees: own discs, the other's, both sides' moves, the board."""
BATCH = 32768
"""Positions that are evaluated at once."""


class Block(nn.Module):
    """Two convolutions and a way around them."""

    def __init__(self, channels):
        super().__init__()
        self.first, self.second = (nn.Conv2d(channels, channels, 3, padding=1, bias=False) for _ in range(2))
        self.first_norm, self.second_norm = nn.BatchNorm2d(channels), nn.BatchNorm2d(channels)

    def forward(self, seen):
        hidden = self.first_norm(self.first(seen)).relu()
        return (seen + self.second_norm(self.second(hidden))).relu()


class Residual(nn.Module):
    """The network: a residual tower, and numbers from all squares of a few planes."""

    def __init__(self, channels=128, blocks=8, inputs=INPUTS, squares=64, outputs=1):
        super().__init__()
        self.channels = channels
        self.stem, self.stem_norm = nn.Conv2d(inputs, channels, 3, padding=1, bias=False), nn.BatchNorm2d(channels)
        self.blocks = nn.Sequential(*(Block(channels) for _ in range(blocks)))
        self.reduce = nn.Conv2d(channels, 8, 1)
        self.hidden, self.out = nn.Linear(8 * squares, 128), nn.Linear(128, outputs)

    def forward(self, planes):
        seen = self.blocks(self.stem_norm(self.stem(planes)).relu())
        return self.out(self.hidden(self.reduce(seen).relu().flatten(1)).relu())


def ready(net):
    """A copy for evaluation: its normalisations are part of its convolutions."""
    net = copy.deepcopy(net).eval()
    net.stem, net.stem_norm = fuse_conv_bn_eval(net.stem, net.stem_norm), nn.Identity()
    for block in net.blocks:
        block.first, block.first_norm = fuse_conv_bn_eval(block.first, block.first_norm), nn.Identity()
        block.second, block.second_norm = fuse_conv_bn_eval(block.second, block.second_norm), nn.Identity()
    net = net.to(torch.bfloat16).to(memory_format=torch.channels_last)
    return torch.compile(net) if net.out.weight.is_cuda else net


def planes_of(own, other):
    """What the network sees of positions."""
    seen = [bits(own), bits(other), bits(placements(own, other)), bits(placements(other, own))]
    seen.append(torch.ones_like(seen[0]))
    planes = torch.stack(seen, 1).unflatten(2, (8, 8))
    return planes.to(torch.bfloat16).contiguous(memory_format=torch.channels_last)


def transformed(planes, symmetry):
    """One of the eight symmetries of the board, by the bits of its number."""
    planes = planes.flip(3) if symmetry & 1 else planes
    planes = planes.flip(2) if symmetry & 2 else planes
    return planes.transpose(2, 3) if symmetry & 4 else planes


class Evaluator:
    """A network that evaluates positions of Othello."""

    def __init__(self, net):
        self.net = ready(net)

    @torch.no_grad()
    def __call__(self, own, other, symmetries=(0,)):
        """The margins of positions in which the side to move has moves, the mean over symmetries of the board."""
        found = torch.zeros(len(own), device=own.device)
        for begin in range(0, len(own), BATCH):
            part = slice(begin, begin + BATCH)
            count = len(own[part])
            # A compiled network wants batches of one size.
            padding = BATCH - count if own.is_cuda else 0
            planes = planes_of(*(functional.pad(words[part], (0, padding)) for words in (own, other)))
            for symmetry in symmetries:
                seen = transformed(planes, symmetry).contiguous(memory_format=torch.channels_last)
                found[part] += self.net(seen)[:count, 0].float() * (UNIT / len(symmetries))
        return found.clamp(-64, 64)

    def margins(self, own, other):
        """The margins of any positions: exact at the end of the game, by the other's view where the side to move passes."""
        moves, replies = placements(own, other) != 0, placements(other, own) != 0
        found = self(torch.where(moves, own, other), torch.where(moves, other, own))
        found = torch.where(moves, found, -found)
        return torch.where(moves | replies, found, margins(own, other).float())


def learn(net, own, other, target, epochs, rate, batch=8192, seed=1, log=print):
    """Fits the network to margins. The rate rises in the first tenth and falls to nothing at the end."""
    device = own.device
    steps = max(1, int(epochs * len(own) / batch))
    optimiser = torch.optim.AdamW(net.parameters(), lr=rate, weight_decay=1e-4, fused=device.type == "cuda")
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, rate, total_steps=steps + 1, pct_start=0.1)
    random = torch.Generator(device).manual_seed(seed)
    net.train().to(memory_format=torch.channels_last)
    total, since = torch.zeros((), device=device), 0
    for step in range(steps):
        chosen = torch.randint(len(own), (batch,), generator=random, device=device)
        planes = transformed(planes_of(own[chosen], other[chosen]), step % 8)
        with torch.autocast(device.type, torch.bfloat16):
            found = net(planes.contiguous(memory_format=torch.channels_last))
        loss = functional.smooth_l1_loss(found[:, 0].float() * UNIT, target[chosen], beta=8.0)
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        optimiser.step()
        schedule.step()
        total, since = total + loss.detach(), since + 1
        if (step + 1) % max(1, steps // 10) == 0:
            log(f"step {step + 1}/{steps}: loss {total.item() / since:.4f}")
            total, since = torch.zeros((), device=device), 0
