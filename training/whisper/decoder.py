"""The decoder's graph: new tokens after a cache to what decoding needs of their distributions. Logits never leave it.

Several tokens may go in one pass (a prompt, a draft to verify). Rows of output belong to the new tokens from `first`
on: the best BEST tokens under `bias`, the logarithm of the sum of their exponentials, and the watched logits under
the same bias.
"""

import numpy as np

from .graph import Builder, join_heads, layer_norm, split_heads
from .linear import block_table, blocks, exact

HEADS, SIZE, WIDTH, LAYERS, TEXT_POSITIONS, TOKENS = 8, 64, 512, 6, 448, 51_865
BEST = 4


def decoder_graph(weights, alignment_heads, form=exact, taps=None):
    """The model. alignment_heads: pairs of layer and head whose mean attention is the output `rows`."""
    g = Builder("whisper_decoder")
    for name, kind, shape in (
        ("input_ids", "int64", [1, "new"]),
        ("first", "int64", [1]),
        ("bias", "float", [TOKENS]),
        ("watch", "int64", ["watched"]),
    ):
        g.input(name, kind, shape)
    for kind, axis in (("past", "tokens"), ("cross", "heard")):
        for index in range(LAYERS):
            for part in ("key", "value"):
                g.input(f"{kind}.{index}.{part}", "float", [1, HEADS, axis, SIZE])

    past = g.add("Slice", [g.add("Shape", ["past.0.key"], "past/shape"), g.ints(2), g.ints(3), g.ints(0)], "past/count")
    new = g.add("Slice", [g.add("Shape", ["input_ids"], "new/shape"), g.ints(1), g.ints(2), g.ints(0)], "new/count")
    end = g.add("Add", [past, new], "all/count")
    table = g.constant("positions", weights["decoder/position_encodings/encodings"])
    here = g.add("Slice", [table, past, end, g.ints(0)], "positions/here")
    words = embedding(g, weights["decoder/embeddings/weight"], form)
    x = g.add("Add", [words, here], "placed")
    layer = Layer(g, weights, form, causal_mask(g, past, new, end), taps)
    attention = {}
    for index in range(LAYERS):
        heads = [head for at, head in alignment_heads if at == index]
        x = layer.add(x, index, heads, attention)
    rows = g.add("Concat", [attention[index] for index in sorted(attention)], "rows/heads", axis=1)
    g.add("ReduceMean", [rows], "rows", axes=[1], keepdims=0)
    g.output("rows", "float", [1, "new", "heard"])
    tail = g.add("Slice", [x, "first", g.ints(2**31 - 1), g.ints(1)], "tail")
    read_out(g, layer_norm(g, tail, weights, "decoder/layer_norm"), weights, form, taps)
    return g.model()


def embedding(g, table, form):
    """The rows of the new tokens, out of the very table that the logits are made with."""
    if form is not blocks:
        name = g.constant("decoder/embeddings/table", table)
        return g.add("Gather", [name, "input_ids"], "words")
    whole, scales = block_table(table)
    parts = g.add("Gather", [g.constant("logits/weight", whole), "input_ids"], "words/whole")
    centred = g.add("Sub", [g.add("Cast", [parts], "words/float", to=1), g.float(128.0)], "words/centred")
    scales = g.add("Reshape", [g.constant("logits/scale", scales.reshape(-1)), g.ints(TOKENS, -1, 1)], "words/scales")
    scaled = g.add("Mul", [centred, g.add("Gather", [scales, "input_ids"], "words/scale")], "words/parts")
    return g.add("Reshape", [scaled, g.ints(0, 0, -1)], "words")


def causal_mask(g, past, new, end):
    """`[new, past + new]`: 0 where a new token may look, a large negative number at those after it."""
    zero, one = g.constant("zero", np.array(0, np.int64)), g.constant("one", np.array(1, np.int64))
    scalar = {name: g.add("Squeeze", [value], f"mask/{name}") for name, value in (("past", past), ("end", end))}
    columns = g.add("Range", [zero, scalar["end"], one], "mask/columns")
    rows = g.add("Range", [scalar["past"], scalar["end"], one], "mask/rows")
    later = g.add("Greater", [columns, g.add("Unsqueeze", [rows, g.ints(1)], "mask/own")], "mask/later")
    return g.add("Mul", [g.add("Cast", [later], "mask/one", to=1), g.float(-1e9)], "mask")


def read_out(g, x, weights, form, taps):
    """Logits of the last positions to their best tokens, normaliser and watched ones."""
    if taps is not None:
        taps["logits"] = x
    table = weights["decoder/embeddings/weight"]
    if form is exact:
        transposed = g.add("Transpose", ["decoder/embeddings/table"], "logits/table", perm=[1, 0])
        raw = g.add("MatMul", [x, transposed], "logits/product")
    else:
        raw = form(g, x, table, None, "logits")
    logits = g.add("Add", [raw, "bias"], "logits/biased")
    g.add("TopK", [logits, g.ints(BEST)], "top_logits", "top_ids", axis=-1)
    best = g.add("Slice", ["top_logits", g.ints(0), g.ints(1), g.ints(2)], "logits/best")
    ratios = g.add("Exp", [g.add("Sub", [logits, best], "logits/below")], "logits/ratios")
    total = g.add("Log", [g.add("ReduceSum", [ratios, g.ints(-1)], "logits/total", keepdims=1)], "logits/log")
    g.add("Squeeze", [g.add("Add", [total, best], "log_sum/column"), g.ints(-1)], "log_sum")
    g.add("Gather", [logits, "watch"], "watched", axis=-1)
    for name, kind, width in (
        ("top_ids", "int64", BEST),
        ("top_logits", "float", BEST),
        ("watched", "float", "watched"),
    ):
        g.output(name, kind, [1, "tail", width])
    g.output("log_sum", "float", [1, "tail"])


class Layer:
    """One block of the decoder."""

    def __init__(self, g, weights, form, mask, taps):
        self.g, self.weights, self.form, self.mask, self.taps = g, weights, form, mask, taps

    def linear(self, x, name):
        if self.taps is not None:
            self.taps[name] = x
        return self.form(self.g, x, self.weights[f"{name}/weight"], self.weights.get(f"{name}/bias"), name)

    def add(self, x, index, heads, attention):
        """The block's output. Puts the attention of `heads` over the sound into `attention[index]`."""
        g, name = self.g, f"decoder/layer_{index}"
        own = f"{name}/self_attention"
        both = self.linear(layer_norm(g, x, self.weights, f"{own}/layer_norm"), f"{own}/linear_0")
        parts = [f"{own}/split/{part}" for part in ("query", "key", "value")]
        g.add("Split", [both], *parts, axis=-1)
        query, key, value = (split_heads(g, part, HEADS, SIZE, f"{part}/heads") for part in parts)
        kept = []
        for part, fresh in (("key", key), ("value", value)):
            kept.append(g.add("Concat", [f"past.{index}.{part}", fresh], f"present.{index}.{part}", axis=2))
            g.output(kept[-1], "float", [1, HEADS, "all", SIZE])
        key, value = kept
        heard, _ = self.attend(query, key, value, own, self.mask)
        x = g.add("Add", [x, self.linear(heard, f"{own}/linear_1")], f"{own}/sum")

        over = f"{name}/attention"
        query = self.linear(layer_norm(g, x, self.weights, f"{over}/layer_norm"), f"{over}/linear_0")
        query = split_heads(g, query, HEADS, SIZE, f"{over}/query")
        heard, shares = self.attend(query, f"cross.{index}.key", f"cross.{index}.value", over)
        if heads:
            attention[index] = g.add("Gather", [shares, g.ints(*heads)], f"{over}/aligned", axis=1)
        x = g.add("Add", [x, self.linear(heard, f"{over}/linear_2")], f"{over}/sum")

        feed = f"{name}/ffn"
        read = layer_norm(g, x, self.weights, f"{feed}/layer_norm")
        inner = g.add("Gelu", [self.linear(read, f"{feed}/linear_0")], f"{feed}/inner")
        return g.add("Add", [x, self.linear(inner, f"{feed}/linear_1")], f"{feed}/sum")

    def attend(self, query, key, value, name, mask=None):
        """Values by their shares, and the shares `[1, heads, new, heard]`."""
        g = self.g
        turned = g.add("Transpose", [key], f"{name}/turned", perm=[0, 1, 3, 2])
        scores = g.add("MatMul", [query, turned], f"{name}/scores")
        scores = g.add("Mul", [scores, g.float(SIZE**-0.5)], f"{name}/scaled")
        if mask:
            scores = g.add("Add", [scores, mask], f"{name}/masked")
        shares = g.add("Softmax", [scores], f"{name}/shares", axis=-1)
        return join_heads(g, g.add("MatMul", [shares, value], f"{name}/mixed"), f"{name}/joined"), shares


def empty_cache():
    """Feeds of the first pass."""
    none = np.zeros((1, HEADS, 0, SIZE), np.float32)
    return {f"past.{index}.{part}": none for index in range(LAYERS) for part in ("key", "value")}
