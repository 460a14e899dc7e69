"""Training data: the shards (`.qdat`) that `quevedo datagen` and `quevedo zero` write."""

from collections.abc import Iterator
from os import PathLike
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ._quevedo import Shard, shard_files


class DataSet:
    """The shards of files and folders, each read when it is asked for.

    `len` is not known before all are read; iterate over the shards:

    >>> from quevedo import DataSet
    >>> DataSet()
    <DataSet of 0 shards>
    """

    files: list[Path]

    def __init__(self, *paths: str | PathLike[str]) -> None:
        self.files = [file for path in paths for file in shard_files(path)]

    def __iter__(self) -> Iterator[Shard]:
        return (Shard(file) for file in self.files)

    def __repr__(self) -> str:
        return f"<DataSet of {len(self.files)} shards>"


def unpack(shard: Shard, begin: int = 0, end: int | None = None) -> NDArray[np.uint8]:
    """The planes of the positions from `begin` to `end` as ones and zeros: positions by planes by squares, uint8."""
    packed = shard.packed_planes[begin:end]
    return np.unpackbits(packed, axis=2, bitorder="little")[:, :, : shard.squares]


def policy_of(shard: Shard, index: int) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
    """The policy of a position: the squares of its moves (255 for none), and their shares of the visits, which add up to about 1."""
    begin = int(shard.policy_ends[index - 1]) if index else 0
    end = int(shard.policy_ends[index])
    return shard.policy_steps[begin:end], shard.policy_share[begin:end].astype(np.float32) / np.float32(65535)
