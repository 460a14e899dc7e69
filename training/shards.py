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

    def where(self, chosen):
        """Some of the positions, by a flag for each."""
        policy = self.policy[np.repeat(chosen, self.policy_len)] if len(self.policy) else self.policy
        columns = ("planes", "score", "result", "best", "ply", "flags", "policy_len")
        return Positions(self.encoding, *(getattr(self, name)[chosen] for name in columns), policy)


BLOCK = 1 << 16
"""About how many positions of a raw folder are read at once."""


@dataclass(frozen=True)
class Block:
    """Positions that are read at once: whole games. A shard, or a part of a raw folder."""

    path: Path
    count: int
    begin: int | None = None
    """The first position in a raw folder."""


class Source:
    """Folders and files of positions, read block by block."""

    def __init__(self, paths):
        self.scratch = None
        self.blocks, folders = [], [Path(path) for path in paths]
        raw = [folder for folder in folders if (folder / "meta.json").is_file()]
        files = [file for folder in folders if folder not in raw for file in find(folder)]
        if not files and not raw:
            raise DataError(f"no data in {', '.join(map(str, paths))}")
        if files and zstandard is None and builtin_zstd is None and QUEVEDO:
            raw, files = [self.exported(files), *raw], []
        self.raw = {folder: Raw(folder) for folder in raw}
        self.blocks = [Block(file, read_head(file)[0]) for file in files]
        self.blocks += [block for found in self.raw.values() for block in found.blocks()]

    def __len__(self):
        return sum(block.count for block in self.blocks)

    def exported(self, files):
        """A raw folder of shards that `quevedo` unpacks for us."""
        self.scratch = tempfile.TemporaryDirectory()
        command = [QUEVEDO, "dataset", "export", *map(str, files), "--format", "raw", "--out", self.scratch.name]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode != 0:
            raise DataError(done.stderr.strip() or f"{QUEVEDO} could not unpack the shards")
        return Path(self.scratch.name)

    def load(self, blocks, with_policy):
        """The positions of some blocks."""

        def read(block):
            found = self.raw.get(block.path)
            return read_shard(block.path, with_policy) if found is None else found.read(block, with_policy)

        with ThreadPoolExecutor() as pool:
            return join(list(pool.map(read, blocks)))

    def fingerprint(self):
        """Changes with the positions."""
        sums = [read_head(block.path)[-1] for block in self.blocks if block.path not in self.raw]
        return sums + [checksum for raw in self.raw.values() for checksum in raw.fingerprint()]


def read(paths, with_policy):
    """All positions of folders and files; the policy only where it is wanted."""
    source = Source(paths)
    return source.load(source.blocks, with_policy)


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


def read_head(path):
    """Number of positions, planes and squares, the encoding, and the length and the checksum of the frame."""
    with path.open("rb") as file:
        data = file.read(HEAD.size)
    if len(data) < HEAD.size or data[:6] != MAGIC[:6]:
        raise DataError(f"{path}: not a shard of positions")
    if data[:8] != MAGIC:
        raise DataError(f"{path}: version {data[7]}, this program reads {MAGIC[7]}")
    _, count, planes, squares, _, name, length, _, _, frame_sum, head_sum = HEAD.unpack(data)
    if zlib.crc32(data[:60]) != head_sum:
        raise DataError(f"{path}: damaged or cut short")
    return count, planes, squares, name.rstrip(b"\0").decode(), length, frame_sum


def read_shard(path, with_policy):
    """One shard."""
    count, planes, squares, encoding, length, frame_sum = read_head(path)
    frame = path.read_bytes()[HEAD.size :]
    if len(frame) != length or zlib.crc32(frame) != frame_sum:
        raise DataError(f"{path}: damaged or cut short")
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


class Raw:
    """A folder with an array for each column. The arrays stay in their files until a block is read."""

    def __init__(self, folder):
        self.folder = folder
        meta = json.loads((folder / "meta.json").read_text())
        self.encoding = meta.get("encoding") or meta["sees"]
        count, planes, squares = (int(meta[key]) for key in ("count", "planes", "squares"))
        shapes = {"planes": ("u1", planes, (squares + 7) // 8), "score": ("<i2",), "result": ("i1",), "best": ("u1", 3)}
        shapes |= {"ply": ("<u2",), "flags": ("u1",), "policy_len": ("<u2",)}
        self.columns = {name: self.column(name, dtype, count, *shape) for name, (dtype, *shape) in shapes.items()}

    def column(self, name, dtype, *shape):
        """A column in its file."""
        path = self.folder / f"{name}.npy"
        found = np.load(path, mmap_mode="r")
        if found.dtype != np.dtype(dtype) or found.shape != shape:
            raise DataError(f"{path}: {found.dtype} {found.shape}, not {dtype} {shape}")
        return found

    def blocks(self):
        """About equal parts of whole games."""
        ply = self.columns["ply"]
        begins = np.concatenate([[0], np.flatnonzero(ply[1:] < ply[:-1]) + 1]) if len(ply) else np.zeros(1, int)
        cuts = begins[np.unique(np.searchsorted(begins, np.arange(0, len(ply), BLOCK)).clip(max=len(begins) - 1))]
        return [Block(self.folder, int(end - begin), int(begin)) for begin, end in zip(cuts, [*cuts[1:], len(ply)])]

    def read(self, block, with_policy):
        """The positions of a block."""
        part = slice(block.begin, block.begin + block.count)
        taken = {name: np.array(column[part]) for name, column in self.columns.items()}
        policy = np.empty(int(taken["policy_len"].sum(dtype=np.int64)) if with_policy else 0, ENTRY)
        if with_policy:
            lengths = self.columns["policy_len"]
            begin, total = (int(lengths[:end].sum(dtype=np.int64)) for end in (block.begin, None))
            steps, share = self.column("policy_steps", "u1", total, 3), self.column("policy_share", "<u2", total)
            policy["steps"], policy["share"] = (column[begin : begin + len(policy)] for column in (steps, share))
        return Positions(self.encoding, policy=policy, **taken)

    def fingerprint(self):
        """Changes with the positions."""
        return [zlib.crc32(np.ascontiguousarray(column).view("u1").data) for column in self.columns.values()]


def games(ply):
    """The number of the game of every position: a new one begins where the ply number decreases."""
    begins = np.ones(len(ply), bool)
    begins[1:] = ply[1:] < ply[:-1]
    return np.cumsum(begins) - 1
