"""The rules of Othello for many positions at once, on the GPU: a 64-bit word for the discs of the side to move and one for
those of the other, bit `8 * row + column`, as crates/games/src/othello/rules.rs has them."""

import torch

LINES = ((1, 0x7E7E7E7E7E7E7E7E), (7, 0x7E7E7E7E7E7E7E7E), (8, -1), (9, 0x7E7E7E7E7E7E7E7E))
"""The shift along each line, and the discs that can be enclosed along it."""

START = ((1 << 28) | (1 << 35), (1 << 27) | (1 << 36))
"""The discs of black, who moves first, and of white."""

SQUARES = 64


def shifted_down(words, shift):
    """A shift to the right that fills with zeros; PyTorch has signed words alone, and repeats the sign."""
    return (words >> shift) & ((1 << (SQUARES - shift)) - 1)


def runs(words, other, shift, inner):
    """The runs of `other` that begin next to `words` along a line, upwards and downwards."""
    enclosed = other & inner
    up, down = enclosed & (words << shift), enclosed & shifted_down(words, shift)
    for _ in range(5):
        up = up | (enclosed & (up << shift))
        down = down | (enclosed & shifted_down(down, shift))
    return up, down


def placements(own, other):
    """The squares where the side to move can put a disc."""
    found = torch.zeros_like(own)
    for shift, inner in LINES:
        up, down = runs(own, other, shift, inner)
        found = found | (up << shift) | shifted_down(down, shift)
    return found & ~(own | other)


def play(own, other, squares):
    """The positions after discs on these squares, for the opponent, who moves next."""
    discs = torch.ones_like(own) << squares
    turned = torch.zeros_like(own)
    for shift, inner in LINES:
        up, down = runs(discs, other, shift, inner)
        none = torch.zeros_like(up)
        turned = turned | torch.where((up << shift) & own != 0, up, none)
        turned = turned | torch.where(shifted_down(down, shift) & own != 0, down, none)
    return other & ~turned, own | discs | turned


def bits(words):
    """A row of 64 truth values for each word."""
    return (words[:, None] >> torch.arange(SQUARES, device=words.device)) & 1 == 1


def count(words):
    """How many bits are set in each word."""
    return bits(words).sum(1)


def margins(own, other):
    """The discs of the side to move less those of the other at the end of a game; empty squares go to the winner."""
    own, other = count(own), count(other)
    lead = own - other
    return lead + lead.sign() * (SQUARES - own - other)


def show(own, other, is_second):
    """A position as `quevedo` reads it; the side to move has `own`."""
    black, white = (other, own) if is_second else (own, other)
    squares = ("X" if black >> square & 1 else "O" if white >> square & 1 else "-" for square in range(SQUARES))
    return "".join(squares) + (" O" if is_second else " X")
