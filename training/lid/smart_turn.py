"""Smart Turn v3.2's encoder (pipecat-ai, BSD-2-Clause; Whisper tiny's, tuned): the language encoder's teacher.

Read from its ONNX file with the quantisation of the weights undone. That of the activations is left out, so that the
teacher is less noisy than the file itself: in the file the third layer's frames keep 64 % of their variance. Runs in
bfloat16 if the processor multiplies it natively.
"""

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch.nn import functional

from ..shared.teaching import PRODUCTS
from ..voices.corpora import RATE
from .whisper_mel import FFT, FILTERS, HOP, MELS

PREFIX, WIDTH, HEADS, WINDOW, FRAME_SAMPLES = "inner.encoder.", 384, 6, 8 * RATE, 2 * HOP
# Samples of silence put before the sound: longer than a frame of log-mel reaches. All frames before them are at the
# floor.
QUIET = 20 * HOP
QUANTISING = ("QuantizeLinear", "DequantizeLinear")


def _dequantised(graph):
    """name -> float array of every weight, under the names that the operators read."""
    known = {tensor.name: numpy_helper.to_array(tensor) for tensor in graph.initializer}
    for node in graph.node:
        if node.op_type == "DequantizeLinear" and node.input[0] in known:
            whole, scale, zero = (known[name].astype(np.float32) for name in node.input)
            if scale.size > 1 and whole.ndim > 1:
                axis = next((a.i for a in node.attribute if a.name == "axis"), 1)
                shape = [-1 if i == axis else 1 for i in range(whole.ndim)]
                scale, zero = scale.reshape(shape), zero.reshape(shape) if zero.size > 1 else zero
            known[node.output[0]] = (whole - zero) * scale
    return known


def weights(path):
    """name as in Whisper's own code -> weight. Those of the keys have no bias that names them and are a list under
    `keys`.
    """
    graph = onnx.load(path).graph
    known = _dequantised(graph)
    producer = {name: node for node in graph.node for name in node.output}
    readers = {}
    for node in graph.node:
        for name in node.input:
            while name in producer and producer[name].op_type in QUANTISING:
                name = producer[name].input[0]
            readers.setdefault(name, []).append(node)
    found = {"keys": []}
    for node in graph.node:
        if node.op_type == "Conv":
            bias = node.input[2]
            found[bias.replace(".bias", ".weight")], found[bias] = known[node.input[1]], known[bias]
        elif node.op_type == "LayerNormalization":
            found.update({name: known[name] for name in node.input[1:3]})
        elif node.op_type == "MatMul" and node.input[1] in known:
            added = [reader for reader in readers.get(node.output[0], []) if reader.op_type == "Add"]
            bias = next((name for reader in added for name in reader.input if name.endswith(".bias")), None)
            if bias is None:
                found["keys"].append(known[node.input[1]].T)
            else:
                found[bias.replace(".bias", ".weight")], found[bias] = known[node.input[1]].T, known[bias]
    found["positions"] = known[PREFIX + "embed_positions.weight"]
    return found


class SmartTurnEncoder:
    """[batch, n] samples, n at most 8 s -> [batch, n / 320, 384]: frames of 20 ms after the third layer, silence
    before.
    """

    def __init__(self, path, layers=3):
        found = weights(path)

        def tensor(value):
            return torch.tensor(np.array(value)).to(PRODUCTS)

        def pair(name):
            return tensor(found[f"{PREFIX}{name}.weight"]), tensor(found[f"{PREFIX}{name}.bias"])

        self.convolutions, self.positions = [pair("conv1"), pair("conv2")], tensor(found["positions"])
        self.layers = []
        for i in range(layers):
            at = f"layers.{i}."
            (query, query_bias), (value, value_bias) = pair(at + "self_attn.q_proj"), pair(at + "self_attn.v_proj")
            joined = (
                torch.cat([query, tensor(found["keys"][i]), value]),
                torch.cat([query_bias, torch.zeros(WIDTH, dtype=PRODUCTS), value_bias]),
            )
            self.layers.append(
                (
                    pair(at + "self_attn_layer_norm"),
                    joined,
                    pair(at + "self_attn.out_proj"),
                    pair(at + "final_layer_norm"),
                    pair(at + "fc1"),
                    pair(at + "fc2"),
                )
            )
        self.filters = torch.tensor(FILTERS, dtype=torch.float32)
        self.taper = torch.hann_window(FFT)

    def mel(self, samples):
        """[batch, 80, 800]: Whisper's log-mel of 8 s that end with `samples`, at unit variance. whisper_mel.py is a
        slower version.
        """
        count = samples.shape[1]
        mean = samples.sum(dim=1, keepdim=True) / WINDOW
        variance = ((samples - mean) ** 2).sum(dim=1, keepdim=True) / WINDOW + mean**2 * (WINDOW - count) / WINDOW
        sound = (functional.pad(samples, (QUIET, 0)) - mean) / torch.sqrt(variance + 1e-7)
        spectrum = torch.stft(sound, FFT, HOP, window=self.taper, center=True, pad_mode="reflect", return_complex=True)[
            ..., 1:-1
        ]
        level = torch.log10(torch.clamp(self.filters @ (spectrum.real**2 + spectrum.imag**2), min=1e-10))
        floor = level.amax(dim=(1, 2), keepdim=True) - 8
        level = (torch.maximum(level, floor) + 4) / 4
        return torch.cat([((floor + 4) / 4).expand(-1, MELS, WINDOW // HOP - level.shape[2]), level], dim=2)

    @torch.no_grad()
    def states(self, samples):
        """What the first layer reads and what each layer says, [batch, n / 320, 384] each."""
        x, count = self.mel(samples).to(PRODUCTS), samples.shape[1] // FRAME_SAMPLES
        for (weight, bias), stride in zip(self.convolutions, (1, 2)):
            x = functional.gelu(functional.conv1d(x, weight, bias, stride=stride, padding=1), approximate="tanh")
        x = x.transpose(1, 2) + self.positions
        batch, frames, _ = x.shape
        found = [x]
        for norm, joined, out, inner_norm, inner, outer in self.layers:
            parts = functional.linear(functional.layer_norm(x, (WIDTH,), *norm), *joined).chunk(3, dim=2)
            queries, keys, values = (
                part.reshape(batch, frames, HEADS, WIDTH // HEADS).transpose(1, 2) for part in parts
            )
            heard = (
                functional.scaled_dot_product_attention(queries, keys, values)
                .transpose(1, 2)
                .reshape(batch, frames, WIDTH)
            )
            x = x + functional.linear(heard, *out)
            wide = functional.gelu(
                functional.linear(functional.layer_norm(x, (WIDTH,), *inner_norm), *inner), approximate="tanh"
            )
            x = x + functional.linear(wide, *outer)
            found.append(x)
        return [one[:, -count:].float() for one in found]

    def __call__(self, samples):
        return self.states(samples)[-1]
