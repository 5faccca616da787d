"""The silent memory: keys and values of 30 s of digital silence, small enough to ship.

The `[positions, width]` numbers of each of the 24 (layer, key or value) are kept as a product of rank RANK, 8 bits a
number: 6 MB instead of 74. The product multiplies them once, when it loads the model, and gives them to the encoder
with every window.
"""

import numpy as np

from .encoder import HEADS, SIZE, encoder_graph, memory_names, no_memory
from .graph import Builder
from .run import session

RANK = 128


def silent_memory(weights):
    """What the encoder's layers and the decoder's attend to, `[24, heads, 1500, size]`, by the float32 graph of these
    weights.
    """
    graph = session(encoder_graph(weights, give_own=True))
    own, cross = graph.run(["own", "own_cross"], {"samples": np.zeros((1, 480_000), np.float32), **no_memory()})
    return np.concatenate([own, cross]).reshape(-1, HEADS, own.shape[3], SIZE)


def factors(numbers):
    """Left `[pairs, 1, n, RANK]` and right `[pairs, heads, RANK, size]`, whose product is `numbers` of `[pairs,
    heads, n, size]` nearly.

    The first direction is the mean, the others are the strongest that the positions vary in.
    """
    pairs, heads, count, size = numbers.shape
    flat = numbers.transpose(0, 2, 1, 3).reshape(pairs, count, heads * size)
    mean = flat.mean(axis=1, keepdims=True)
    rest = flat - mean
    _, directions = np.linalg.eigh(rest.transpose(0, 2, 1) @ rest)
    strongest = directions[:, :, 1 - RANK :]
    left = np.concatenate([np.ones((pairs, count, 1), np.float32), rest @ strongest], axis=2)
    right = np.concatenate([mean, strongest.transpose(0, 2, 1)], axis=1)
    return left[:, None], right.reshape(pairs, RANK, heads, size).transpose(0, 2, 1, 3)


def eight_bits(numbers, axis):
    """Returns the numbers as uint8 around 128, and their scales: one for each place of the other axes."""
    scale = np.abs(numbers).max(axis=axis, keepdims=True) / 127
    return (np.round(numbers / scale) + 128).astype(np.uint8), scale.astype(np.float32)


def memory_graph(numbers):
    """A model without inputs: its outputs are nearly `numbers`, under the names of the encoder's inputs."""
    g = Builder("whisper_memory")
    left, right = factors(numbers)
    for pair, name in enumerate(memory_names()):
        sides = []
        for side, (whole, scale) in (
            ("left", eight_bits(left[pair : pair + 1], 2)),
            ("right", eight_bits(right[pair : pair + 1], 3)),
        ):
            numbers_of = g.add("Cast", [g.constant(f"{name}/{side}", whole)], f"{name}/{side}/float", to=1)
            centred = g.add("Sub", [numbers_of, g.float(128.0)], f"{name}/{side}/centred")
            sides.append(g.add("Mul", [centred, g.constant(f"{name}/{side}/scale", scale)], f"{name}/{side}/scaled"))
        g.output(g.add("MatMul", sides, name), "float", [1, HEADS, numbers.shape[2], SIZE])
    return g.model()
