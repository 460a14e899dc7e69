"""A training written down after every epoch, so that an interrupted one goes on and comes to the same. The file is the
SHA-256 of what PyTorch writes, and what it writes: by itself it does not look whether all of it is as it was."""

import hashlib
import io
import json
import os
from pathlib import Path

import torch

FORMAT = "quevedo-pytorch-checkpoint-1"
DIGEST = hashlib.sha256().digest_size


class CheckpointError(Exception):
    """A checkpoint that a training cannot go on from."""


def identity(source, *words):
    """Changes with anything that decides the weights: the data, and whatever `words` say."""
    text = json.dumps([len(source), source.fingerprint(), *words], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()


class Checkpoint:
    """The file of a training."""

    def __init__(self, path, identity):
        self.path, self.identity = Path(path), identity

    def load(self):
        """What was written; `None` if the training has not begun."""
        if not self.path.exists():
            return None
        content = self.path.read_bytes()
        digest, packed = content[:DIGEST], content[DIGEST:]
        if hashlib.sha256(packed).digest() != digest:
            raise CheckpointError(f"{self.path}: incomplete checkpoint: remove it to start again")
        words = torch.load(io.BytesIO(packed), map_location="cpu", weights_only=True)
        if (words["format"], words["identity"]) != (FORMAT, self.identity):
            raise CheckpointError(
                f"{self.path}: the checkpoint of another recipe or other data: remove it to start again, "
                "or choose another --out"
            )
        return words["state"]

    def save(self, state):
        """Writes a file beside the last one, and puts it in its place."""
        packed = io.BytesIO()
        torch.save({"format": FORMAT, "identity": self.identity, "state": state}, packed)
        part = Path(f"{self.path}.part")
        with part.open("wb") as file:
            file.write(hashlib.sha256(packed.getbuffer()).digest())
            file.write(packed.getbuffer())
            file.flush()
            os.fsync(file.fileno())
        os.replace(part, self.path)
