"""The silent memory: keys and values of 30 s of digital silence, small enough to ship.

The `[positions, width]` numbers of each of the 24 (layer, key or value) are kept as a product of rank RANK, 8 bits a number: 6 MB instead of
74. onnxruntime multiplies them once, when it loads the encoder.
"""

import numpy as np

from .encoder import HEADS, SIZE, encoder_graph
from .run import empty_feeds, session

RANK = 128


def silent_memory(weights):
    """What the encoder's layers (`own`) and the decoder's (`own_cross`) attend to, `[layers, 2, heads, 1500, size]` each, by the float32 graph of these weights."""
    graph = session(encoder_graph(weights))
    none = {"memory_frames": np.array([0]), "silence_frames": np.array([0])}
    samples = np.zeros((1, 480_000), np.float32)
    return graph.run(["own", "own_cross"], {"samples": samples, **none, **empty_feeds()})


def factors(numbers):
    """Left `[pairs, 1, n, RANK]` and right `[pairs, heads, RANK, size]`, whose product is `numbers` of `[layers, 2, heads, n, size]` nearly.

    The first direction is the mean, the others are the strongest that the positions vary in.
    """
    layers, _, heads, count, size = numbers.shape
    flat = numbers.transpose(0, 1, 3, 2, 4).reshape(layers * 2, count, heads * size)
    mean = flat.mean(axis=1, keepdims=True)
    rest = flat - mean
    _, directions = np.linalg.eigh(rest.transpose(0, 2, 1) @ rest)
    strongest = directions[:, :, 1 - RANK :]
    left = np.concatenate([np.ones((layers * 2, count, 1), np.float32), rest @ strongest], axis=2)
    right = np.concatenate([mean, strongest.transpose(0, 2, 1)], axis=1)
    return left[:, None], right.reshape(layers * 2, RANK, heads, size).transpose(0, 2, 1, 3)


def eight_bits(numbers, axis):
    """As uint8 around 128, with a scale for each place of the other axes."""
    scale = np.abs(numbers).max(axis=axis, keepdims=True) / 127
    return (np.round(numbers / scale) + 128).astype(np.uint8), scale.astype(np.float32)


def add_memory(g, name, numbers):
    """Adds `numbers` to a graph as their factors; the value `name` is `[layers * 2, heads, n, size]`, nearly the same numbers."""
    left, right = factors(numbers)
    sides = []
    for side, (whole, scale) in (("left", eight_bits(left, 2)), ("right", eight_bits(right, 3))):
        numbers_of = g.add("Cast", [g.constant(f"{name}/{side}", whole)], f"{name}/{side}/float", to=1)
        centred = g.add("Sub", [numbers_of, g.float(128.0)], f"{name}/{side}/centred")
        sides.append(g.add("Mul", [centred, g.constant(f"{name}/{side}/scale", scale)], f"{name}/{side}/scaled"))
    return g.add("MatMul", sides, name)
