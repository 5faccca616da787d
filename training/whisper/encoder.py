"""The encoder's graph: samples to the keys and values that the decoder attends to, for any number of frames of 20 ms.

Whisper was trained on windows of 30 s, in which silence follows the speech. A shorter window lacks that silence. So its
frames also attend to `memory`: the keys and values of the frames of 30 s of silence, at the positions that follow the
window. What the decoder attends to is continued by `silence`, which is the same for the encoder's output. memory.py
computes both with this graph, from silence, with empty inputs for the two.
"""

import numpy as np

from .graph import Builder, layer_norm, split_heads
from .linear import exact
from .mel import log_mel

HEADS, SIZE, WIDTH, LAYERS, DECODER_LAYERS, BANDS = 8, 64, 512, 6, 6, 80
PARTS = ("key", "value")


def encoder_graph(weights, form=exact, taps=None, give_own=False):
    """The model.

    Inputs beside the samples: `memory.{layer}.{part}` and `silence.{layer}.{part}`, `[1, heads, positions, size]`,
    and how many frames of them are used, `memory_frames [1]` and `silence_frames [1]`.

    form: how linear layers multiply (linear.py).
    taps: a dict that gets the names of what each linear layer reads, or None.
    give_own: the graph also gives out the window's own keys and values (`own`, `own_cross`), from which the memory is
    made.
    """
    g = Builder("whisper_encoder")
    g.input("samples", "float", [1, "n"])
    for name in memory_names():
        g.input(name, "float", [1, HEADS, "positions", SIZE])
    for kind in ("memory", "silence"):
        g.input(f"{kind}_frames", "int64", [1])
    layer = Layer(g, weights, form, taps)

    x = g.add("Gelu", [convolution(g, log_mel(g, "samples", BANDS), weights, 1, 1)], "conv1/gelu")
    x = g.add("Gelu", [convolution(g, x, weights, 2, 2)], "conv2/gelu")
    x = g.add("Transpose", [x], "frames", perm=[0, 2, 1])
    count = g.add("Slice", [g.add("Shape", [x], "frames/shape"), g.ints(1), g.ints(2), g.ints(0)], "count")
    table = g.constant("positions", weights["encoder/position_encodings/encodings"])
    x = g.add("Add", [x, g.add("Slice", [table, g.ints(0), count, g.ints(0)], "positions/here")], "placed")
    memory = behind(g, "memory", count, LAYERS)
    silence = behind(g, "silence", count, DECODER_LAYERS)

    own = []
    for index in range(LAYERS):
        x, pair = layer.add(x, index, memory[index])
        own += pair
    x = layer_norm(g, x, weights, "encoder/layer_norm")
    if give_own:
        stack(g, own, "own", LAYERS)
    cross = []
    for index in range(DECODER_LAYERS):
        name = f"decoder/layer_{index}/attention/linear_1"
        both = layer.linear(x, name)
        for part, half in zip(PARTS, split(g, both, 2, f"{name}/split")):
            cross.append(split_heads(g, half, HEADS, SIZE, f"{name}/{part}"))
            whole = g.add("Concat", [cross[-1], silence[index][part]], f"cross.{index}.{part}", axis=2)
            g.output(whole, "float", [1, HEADS, "heard", SIZE])
    if give_own:
        stack(g, cross, "own_cross", DECODER_LAYERS)
    return g.model()


def convolution(g, x, weights, number, stride):
    name = f"encoder/conv{number}"
    kernel, bias = (g.constant(f"{name}/{part}", weights[f"{name}/{part}"]) for part in ("weight", "bias"))
    return g.add("Conv", [x, kernel, bias], f"{name}/out", pads=[1, 1], strides=[stride])


def behind(g, kind, count, layers):
    """`[{"key": .., "value": ..}]`: each layer's at the positions after the window, each `[1, heads, m, size]`."""
    end = g.add("Add", [count, f"{kind}_frames"], f"{kind}/end")
    names = [{part: f"{kind}.{index}.{part}" for part in PARTS} for index in range(layers)]
    return [
        {part: g.add("Slice", [name, count, end, g.ints(2)], f"{name}/here") for part, name in pair.items()}
        for pair in names
    ]


def stack(g, values, name, layers):
    whole = g.add("Concat", values, f"{name}/joined", axis=0)
    g.add("Reshape", [whole, g.ints(layers, 2, HEADS, -1, SIZE)], name)
    g.output(name, "float", [layers, 2, HEADS, "frames", SIZE])


def split(g, x, parts, name):
    names = [f"{name}/{index}" for index in range(parts)]
    g.add("Split", [x], *names, axis=-1)
    return names


class Layer:
    """One block of the encoder."""

    def __init__(self, g, weights, form, taps):
        self.g, self.weights, self.form, self.taps = g, weights, form, taps

    def linear(self, x, name):
        if self.taps is not None:
            self.taps[name] = x
        return self.form(self.g, x, self.weights[f"{name}/weight"], self.weights.get(f"{name}/bias"), name)

    def add(self, x, index, memory):
        """Returns the block's output and its keys and values. memory: those of the silence behind, or None."""
        g, name = self.g, f"encoder/layer_{index}"
        attention, feed = f"{name}/self_attention", f"{name}/ffn"
        read = layer_norm(g, x, self.weights, f"{attention}/layer_norm")
        query, key, value = split(g, self.linear(read, f"{attention}/linear_0"), 3, f"{attention}/split")
        own = [split_heads(g, part, HEADS, SIZE, f"{part}/heads") for part in (key, value)]
        both = own
        if memory:
            both = [
                g.add("Concat", [mine, memory[part]], f"{attention}/all_{part}", axis=2)
                for mine, part in zip(own, PARTS)
            ]
        heard = g.add("MultiHeadAttention", [query, *both], f"{attention}/heard", num_heads=HEADS)
        x = g.add("Add", [x, self.linear(heard, f"{attention}/linear_1")], f"{attention}/sum")
        read = layer_norm(g, x, self.weights, f"{feed}/layer_norm")
        inner = g.add("Gelu", [self.linear(read, f"{feed}/linear_0")], f"{feed}/inner")
        factor = self.weights.get(f"{feed}/factor")
        if factor is not None:
            inner = g.add("Mul", [inner, g.constant(f"{feed}/factor", factor)], f"{feed}/smoothed")
        x = g.add("Add", [x, self.linear(inner, f"{feed}/linear_1")], f"{feed}/sum")
        return x, own


def memory_names():
    """Names of the encoder's inputs for the silence, in the order in which memory.py makes them."""
    kinds = (("memory", LAYERS), ("silence", DECODER_LAYERS))
    return [f"{kind}.{index}.{part}" for kind, layers in kinds for index in range(layers) for part in PARTS]


def no_memory():
    """Inputs of an encoder without silence behind the window: an empty memory."""
    none = np.zeros((1, HEADS, 0, SIZE), np.float32)
    return {**dict.fromkeys(memory_names(), none), "memory_frames": np.array([0]), "silence_frames": np.array([0])}
