"""Shards as arrays, read a second time by the reader of `training/`."""

import shutil
import sys
from pathlib import Path

import numpy as np
import pytest

import quevedo
from quevedo.data import DataSet, policy_of, unpack

ROOT = Path(__file__).resolve().parents[2]
SHARD = Path(__file__).parent / "data" / "connect4.qdat"


def test_the_columns_are_those_of_the_positions():
    (shard,) = DataSet(SHARD.parent)
    assert shard.encoding == "connect4-7x6" and len(shard) == len(shard.texts) == len(shard.score) > 50
    planes = unpack(shard)
    assert planes.shape == (len(shard), 2, 42) and len(unpack(shard, 3, 5)) == 2
    for index, text in enumerate(shard.texts):
        position = quevedo.Position("connect4:7x6", text)
        assert np.array_equal(planes[index].reshape(2, 6, 7), position.planes())
        assert shard.ply[index] == planes[index].sum()
        best = shard.best[index][0]
        assert best in position.legal_steps()[:, 0]
        steps, shares = policy_of(shard, index)
        assert len(steps) == 0 or abs(shares.sum() - 1) < 0.01
    assert set(shard.result.tolist()) <= {-1, 0, 1}


def test_nothing_is_copied():
    shard = quevedo.Shard(SHARD)
    assert shard.packed_planes is shard.packed_planes and not shard.packed_planes.flags.owndata


def test_the_reader_of_training_agrees():
    pytest.importorskip("zstandard")
    sys.path.insert(0, str(ROOT / "training"))
    import shards

    theirs, ours = shards.read([SHARD], with_policy=False), quevedo.Shard(SHARD)
    assert np.array_equal(theirs.planes, ours.packed_planes) and np.array_equal(theirs.score, ours.score)
    assert np.array_equal(theirs.best, ours.best) and np.array_equal(theirs.result, ours.result)


def test_damaged_files_are_refused(tmp_path):
    copy = tmp_path / "a.qdat"
    shutil.copy(SHARD, copy)
    data = bytearray(copy.read_bytes())
    data[100] ^= 1
    copy.write_bytes(data)
    with pytest.raises(ValueError, match="damaged"):
        quevedo.Shard(copy)
    copy.write_bytes(b"something else")
    with pytest.raises(ValueError, match="a.qdat"):
        quevedo.Shard(copy)
    with pytest.raises(OSError, match="nowhere"):
        DataSet(tmp_path / "nowhere")
