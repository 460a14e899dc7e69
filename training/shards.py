"""Reads positions: shards (`*.qdat`, see docs/data.md), or what `quevedo dataset export --format raw` writes where there
is nothing that unpacks zstd. `quevedo` itself, on the path or named by QUEVEDO, does that where it is at hand."""

import io
import json
import os
import shutil
import struct
import subprocess
import tempfile
import zlib
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import numpy as np

try:
    import zstandard
except ImportError:
    zstandard = None
try:
    from compression import zstd as builtin_zstd  # Python 3.14 and later
except ImportError:
    builtin_zstd = None

QUEVEDO = os.environ.get("QUEVEDO") or shutil.which("quevedo")
"""The program that unpacks shards where Python cannot."""

HEAD = struct.Struct("<8sIHHQ16sQIIII")
MAGIC = b"QVDATA\0\1"
NO_SCORE = -32768
NO_STEP = 255
IS_EXACT = 4
"""The flag of a result that a solver proved."""
SECOND_TO_MOVE = 16
"""The flag of a position in which the side to move is the one that moves second in the game."""
ENTRY = np.dtype([("steps", "u1", 3), ("share", "<u2")])


class DataError(Exception):
    """A file that cannot be learned from."""


@dataclass
class Positions:
    """Columns of positions; see docs/data.md."""

    encoding: str
    planes: np.ndarray
    """count x planes x bytes"""
    score: np.ndarray
    result: np.ndarray
    best: np.ndarray
    ply: np.ndarray
    flags: np.ndarray
    policy_len: np.ndarray
    policy: np.ndarray

    def __len__(self):
        return len(self.score)


def read(paths, with_policy):
    """All positions of folders and files; the policy only where it is wanted."""
    folders = [Path(path) for path in paths]
    raw = [folder for folder in folders if (folder / "meta.json").is_file()]
    files = [file for folder in folders if folder not in raw for file in find(folder)]
    if not files and not raw:
        raise DataError(f"no data in {', '.join(map(str, paths))}")
    if files and zstandard is None and builtin_zstd is None and QUEVEDO:
        parts = [read_exported(files, with_policy)]
    else:
        with ThreadPoolExecutor() as pool:
            parts = list(pool.map(lambda file: read_shard(file, with_policy), files))
    parts += [read_raw(folder, with_policy) for folder in raw]
    return join(parts)


def read_exported(files, with_policy):
    """Shards that `quevedo` unpacks for us."""
    with tempfile.TemporaryDirectory() as folder:
        command = [QUEVEDO, "dataset", "export", *map(str, files), "--format", "raw", "--out", folder]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode != 0:
            raise DataError(done.stderr.strip() or f"{QUEVEDO} could not unpack the shards")
        return read_raw(Path(folder), with_policy)


def described(paths):
    """The description of the encoding (`encoding.json`) that `quevedo` writes to folders of data, if there is one."""
    folders = [path if path.is_dir() else path.parent for path in map(Path, paths)]
    files = [folder / "encoding.json" for folder in folders if (folder / "encoding.json").is_file()]
    return json.loads(files[0].read_text()) if files else None


def find(path):
    """The shards of a folder, or the file itself."""
    if path.is_file():
        return [path]
    if not path.is_dir():
        raise DataError(f"{path}: there is no such file or folder")
    return sorted(path.glob("*.qdat"))


def join(parts):
    """Positions of the same encoding, one after the other."""
    first = parts[0]
    for part in parts:
        if part.encoding != first.encoding or part.planes.shape[1:] != first.planes.shape[1:]:
            raise DataError(f"positions of the encoding `{part.encoding}` among those of `{first.encoding}`")
    columns = ("planes", "score", "result", "best", "ply", "flags", "policy_len", "policy")
    return Positions(first.encoding, *(np.concatenate([getattr(part, name) for part in parts]) for name in columns))


def read_shard(path, with_policy):
    """One shard."""
    data = path.read_bytes()
    if len(data) < HEAD.size or data[:6] != MAGIC[:6]:
        raise DataError(f"{path}: not a shard of positions")
    if data[:8] != MAGIC:
        raise DataError(f"{path}: version {data[7]}, this program reads {MAGIC[7]}")
    _, count, planes, squares, _, name, length, _, _, frame_sum, head_sum = HEAD.unpack_from(data)
    frame = data[HEAD.size :]
    if zlib.crc32(data[:60]) != head_sum or len(frame) != length or zlib.crc32(frame) != frame_sum:
        raise DataError(f"{path}: damaged or cut short")
    encoding = name.rstrip(b"\0").decode()
    return columns(path, encoding, count, planes, squares, unpacked(path, frame).read, with_policy)


def unpacked(path, frame):
    """The frame as a stream: what stands behind the columns that are wanted is never unpacked."""
    if zstandard is not None:
        return zstandard.ZstdDecompressor().stream_reader(frame, read_size=1 << 20)
    if builtin_zstd is not None:
        return builtin_zstd.ZstdFile(io.BytesIO(frame))
    raise DataError(
        f"{path}: nothing here unpacks zstd. `pip install zstandard`, or write the data plainly: "
        "`quevedo dataset export DIR --format raw`"
    )


def columns(path, encoding, count, planes, squares, read, with_policy):
    """The columns of a shard, in their order."""

    def take(dtype, *shape):
        size = int(np.prod(shape)) * np.dtype(dtype).itemsize
        content = bytearray()
        while len(content) < size:
            more = read(size - len(content))
            if not more:
                raise DataError(f"{path}: its columns end too early")
            content += more
        return np.frombuffer(content, dtype).reshape(shape)

    plane_bytes = (squares + 7) // 8
    taken = [take("u1", count, planes, plane_bytes), take("<i2", count), take("i1", count), take("u1", count, 3)]
    ply, flags, policy_len = take("<u2", count), take("u1", count), take("<u2", count)
    entries = int(policy_len.sum(dtype=np.int64)) if with_policy else 0
    return Positions(encoding, *taken, ply, flags, policy_len, take(ENTRY, entries))


def read_raw(folder, with_policy):
    """A folder with an array for each column."""
    meta = json.loads((folder / "meta.json").read_text())
    count, planes, squares = (int(meta[key]) for key in ("count", "planes", "squares"))

    def column(name, dtype, *shape):
        path = folder / f"{name}.npy"
        found = np.load(path)
        if found.dtype != np.dtype(dtype) or shape and found.shape != shape:
            raise DataError(f"{path}: {found.dtype} {found.shape}, not {dtype} {shape}")
        return found

    taken = [column("planes", "u1", count, planes, (squares + 7) // 8), column("score", "<i2", count)]
    taken += [column("result", "i1", count), column("best", "u1", count, 3), column("ply", "<u2", count)]
    flags, policy_len = column("flags", "u1", count), column("policy_len", "<u2", count)
    entries = int(policy_len.sum(dtype=np.int64)) if with_policy else 0
    policy = np.empty(entries, ENTRY)
    if with_policy:
        policy["steps"] = column("policy_steps", "u1", entries, 3)
        policy["share"] = column("policy_share", "<u2", entries)
    return Positions(meta.get("encoding") or meta["sees"], *taken, flags, policy_len, policy)


def games(ply):
    """The number of the game of every position: a new one begins where the ply number decreases."""
    begins = np.ones(len(ply), bool)
    begins[1:] = ply[1:] < ply[:-1]
    return np.cumsum(begins) - 1
