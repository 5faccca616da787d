"""SmoothQuant: moves the spread of activations into the weights that read them, so that 8 bits serve both (Xiao et
al. 2022).

Each channel of what a linear layer reads is divided by `max|x| ** STRENGTH / max|w| ** (1 - STRENGTH)`, and its
column of weights multiplied. The division is folded into what makes the channel: a layer normalisation, or the values
of an attention; before the second layer of a feed forward it is a factor of its own. STRENGTH 0.65: of 0.5, 0.65,
0.75 the one nearest to float32 (relative error of the encoder's frames 0.079, 0.056, 0.067).
"""

import numpy as np
from onnx import TensorProto, helper

from .encoder import DECODER_LAYERS, LAYERS, WIDTH, encoder_graph, no_memory
from .run import session

STRENGTH = 0.65
WINDOW = 15 * 16_000


def activation_maxima(weights, recordings):
    """The largest magnitude of each channel of what each linear layer of the encoder reads, over 15 s windows of the
    recordings.
    """
    taps = {}
    model = encoder_graph(weights, taps=taps)
    names = sorted(set(taps.values()))
    for name in names:
        model.graph.node.append(helper.make_node("Abs", [name], [f"{name}/abs"]))
        model.graph.node.append(
            helper.make_node("ReduceMax", [f"{name}/abs"], [f"{name}/max"], axes=[0, 1], keepdims=0)
        )
        model.graph.output.append(helper.make_tensor_value_info(f"{name}/max", TensorProto.FLOAT, ["width"]))
    graph, largest, windows = session(model), {}, 0
    for samples in recordings:
        for start in range(0, len(samples), WINDOW):
            window = samples[start : start + WINDOW]
            if len(window) < 16_000:
                continue
            windows += 1
            feeds = {"samples": window[None, : len(window) // 320 * 320], **no_memory()}
            for name, found in zip(names, graph.run([f"{name}/max" for name in names], feeds)):
                largest[name] = np.maximum(largest.get(name, 0), found)
    return {layer: largest[name] for layer, name in taps.items()}, windows


def smoothed(weights, maxima, strength=STRENGTH):
    """The weights of an encoder that computes the same, ready for 8 bits."""
    found = dict(weights)

    def factors(layers):
        largest = np.abs(np.concatenate([found[f"{layer}/weight"] for layer in layers])).max(axis=0)
        return np.maximum(maxima[layers[0]], 1e-5) ** strength / np.maximum(largest, 1e-5) ** (1 - strength)

    def take_in(layers, factor):
        for layer in layers:
            found[f"{layer}/weight"] = found[f"{layer}/weight"] * factor

    def after_norm(norm, layers):
        factor = factors(layers)
        for part in ("gamma", "beta"):
            found[f"{norm}/{part}"] = (found[f"{norm}/{part}"] / factor).astype(np.float32)
        take_in(layers, factor.astype(np.float32))

    for index in range(LAYERS):
        attention, feed = (f"encoder/layer_{index}/{part}" for part in ("self_attention", "ffn"))
        after_norm(f"{attention}/layer_norm", [f"{attention}/linear_0"])
        after_norm(f"{feed}/layer_norm", [f"{feed}/linear_0"])
        factor = factors([f"{attention}/linear_1"]).astype(np.float32)
        whole = np.concatenate([np.ones(2 * WIDTH, np.float32), factor])
        found[f"{attention}/linear_0/weight"] = found[f"{attention}/linear_0/weight"] / whole[:, None]
        found[f"{attention}/linear_0/bias"] = found[f"{attention}/linear_0/bias"] / whole
        take_in([f"{attention}/linear_1"], factor)
        factor = factors([f"{feed}/linear_1"]).astype(np.float32)
        found[f"{feed}/factor"] = 1 / factor
        take_in([f"{feed}/linear_1"], factor)
    after_norm("encoder/layer_norm", [f"decoder/layer_{index}/attention/linear_1" for index in range(DECODER_LAYERS)])
    return found
