"""Training data: the shards (`.qdat`) that `quevedo datagen` and `quevedo zero` write."""

import numpy as np

from ._quevedo import Shard, shard_files


class DataSet:
    """The shards of files and folders, each read when it is asked for.

    `len` is not known before all are read; iterate over the shards:

    >>> from quevedo import DataSet
    >>> DataSet()
    <DataSet of 0 shards>
    """

    def __init__(self, *paths):
        self.files = [file for path in paths for file in shard_files(path)]

    def __iter__(self):
        return (Shard(file) for file in self.files)

    def __repr__(self):
        return f"<DataSet of {len(self.files)} shards>"


def unpack(shard, begin=0, end=None):
    """The planes of the positions from `begin` to `end` as ones and zeros: positions by planes by squares, uint8."""
    packed = shard.packed_planes[begin:end]
    return np.unpackbits(packed, axis=2, bitorder="little")[:, :, : shard.squares]


def policy_of(shard, index):
    """The policy of a position: the squares of its moves (255 for none), and their shares of the visits, which add up to about 1."""
    begin = int(shard.policy_ends[index - 1]) if index else 0
    end = int(shard.policy_ends[index])
    return shard.policy_steps[begin:end], shard.policy_share[begin:end].astype(np.float32) / 65535
