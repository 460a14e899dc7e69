"""Weight files (`*.qnet`): safetensors with metadata, packed by zstd where there is one. Written by hand: the
format is a length, a JSON head and bytes, so nothing need be installed for it."""

import hashlib
import json
import os
import struct
from pathlib import Path

import numpy as np

from shards import builtin_zstd, zstandard

FORMAT = "quevedo-net-2"
ZSTD_MAGIC = b"\x28\xb5\x2f\xfd"
LEVEL = 19


class NetError(Exception):
    """A weight file that cannot be used."""


def checksum(metadata, tensors):
    """SHA-256 over all metadata, key and value each with a zero byte, in the order of the keys; then over name, zero byte,
    dimensions and bytes of all tensors, in the order of their names."""
    total = hashlib.sha256()
    for key, value in sorted(metadata.items()):
        total.update(key.encode() + b"\0" + value.encode() + b"\0")
    for name, tensor in sorted(tensors.items()):
        total.update(name.encode() + b"\0")
        total.update(struct.pack(f"<Q{tensor.ndim}Q", tensor.ndim, *tensor.shape))
        total.update(tensor.tobytes())
    return total.hexdigest()


DTYPES = {"F32": "<f4", "I16": "<i2"}
"""How tensors are stored: floats, or 16-bit numbers in units of the step."""


def save(path, metadata, tensors, step=None):
    """Writes a file beside its place and moves it there; tables of weights in 16 bits where there is a step, see `in_steps`."""
    tensors = {name: np.ascontiguousarray(tensor, "<f4") for name, tensor in tensors.items()}
    if not all(np.isfinite(tensor).all() for tensor in tensors.values()):
        raise NetError(f"{path}: the weights are not finite: lower the rate")
    if step is not None:
        step, tensors = in_steps(tensors, step)
        metadata = {**metadata, "step": np.format_float_positional(step, trim="-")}
    metadata = {"format": FORMAT, **{key: str(value) for key, value in metadata.items() if key != "checksum"}}
    head, offset = {"__metadata__": {**metadata, "checksum": checksum(metadata, tensors)}}, 0
    for name, tensor in sorted(tensors.items()):
        dtype = "I16" if tensor.dtype == "<i2" else "F32"
        head[name] = {"dtype": dtype, "shape": tensor.shape, "data_offsets": [offset, offset + tensor.nbytes]}
        offset += tensor.nbytes
    text = json.dumps(head, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    plain = struct.pack("<Q", len(text)) + text + b"".join(tensor.tobytes() for _, tensor in sorted(tensors.items()))
    half = Path(f"{path}-part")
    half.write_bytes(packed(plain))
    os.replace(half, path)


def in_steps(tensors, step):
    """The unit of 16-bit numbers, and the tensors with their tables in that unit: `step`, or a larger one where the largest weight of a
    table would not fit."""
    tables = {name: tensor for name, tensor in tensors.items() if tensor.ndim > 1}
    largest = max(np.abs(table).max() for table in tables.values())
    step = max(np.float32(step), np.float32(largest) / np.float32(32767), np.finfo(np.float32).tiny)
    return step, {**tensors, **{name: np.round(table / step).astype("<i2") for name, table in tables.items()}}


def packed(plain):
    """Packed, where something here can."""
    if zstandard is not None:
        return zstandard.ZstdCompressor(level=LEVEL).compress(plain)
    if builtin_zstd is not None:
        return builtin_zstd.compress(plain, level=LEVEL)
    return plain


def load(path):
    """The metadata and the tensors of a file."""
    data = Path(path).read_bytes()
    if data.startswith(ZSTD_MAGIC):
        if zstandard is not None:
            data = zstandard.ZstdDecompressor().decompressobj().decompress(data)
        elif builtin_zstd is not None:
            data = builtin_zstd.decompress(data)
        else:
            raise NetError(f"{path}: packed, and nothing here unpacks zstd: `pip install zstandard`")
    try:
        length = struct.unpack_from("<Q", data)[0]
        head = json.loads(data[8 : 8 + length])
        metadata = head.pop("__metadata__")
        tensors = {name: tensor_of(data, 8 + length, entry) for name, entry in head.items()}
    except (struct.error, ValueError, KeyError, TypeError) as error:
        raise NetError(f"{path}: not a whole weight file: {error}") from error
    if metadata.get("format") != FORMAT:
        raise NetError(f"{path}: its format is `{metadata.get('format')}`, this program reads `{FORMAT}`")
    if metadata.get("checksum") != checksum({key: word for key, word in metadata.items() if key != "checksum"}, tensors):
        raise NetError(f"{path}: checksum mismatch: the file is damaged")
    step = np.float32(metadata.get("step", 1))
    return metadata, {name: tensor * step if tensor.dtype == "<i2" else tensor for name, tensor in tensors.items()}


def tensor_of(data, base, entry):
    """One tensor as it is stored, by its entry in the head: floats, or 16-bit numbers in units of the step."""
    begin, end = entry["data_offsets"]
    stored = np.frombuffer(data[base + begin : base + end], DTYPES[entry["dtype"]])
    return stored.reshape(entry["shape"])
