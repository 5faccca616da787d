"""Moonshine tiny in Python, decoded as the product decodes it for barge-in: greedily, one window at a time.

The merged decoder of the package holds two branches of an `If`. Each becomes a model of its own.
"""

import math
import re

import numpy as np
import onnx
from onnx import helper

from .audio import RATE, session

BOS, EOS = 1, 2


def branch(merged, name):
    """One branch of the `If` as a model."""
    node = next(n for n in merged.graph.node if n.op_type == "If")
    body = next(a.g for a in node.attribute if a.name == name)
    inputs = [i for i in merged.graph.input if i.name != "use_cache_branch"]
    used = {i for n in body.node for i in n.input}
    inputs = [i for i in inputs if i.name in used]
    produced = {o for n in body.node for o in n.output}
    outputs = [o for o in body.output if o.name in produced]
    graph = helper.make_graph(
        list(body.node), name, inputs, outputs, list(merged.graph.initializer) + list(body.initializer)
    )
    model = helper.make_model(graph, opset_imports=merged.opset_import, ir_version=merged.ir_version)
    return model.SerializeToString()


class Moonshine:
    def __init__(self, folder, tokenizer):
        option = {"session.disable_quant_qdq": "1"}
        self.encoder = session(folder + "/encoder_model.onnx", **option)
        merged = onnx.load(folder + "/decoder_model_merged.onnx")
        self.first = session(branch(merged, "else_branch"), **option)
        self.next = session(branch(merged, "then_branch"), **option)
        self.vocabulary = tokenizer

    def encode(self, samples):
        return self.encoder.run(None, {"input_values": samples[None].astype(np.float32)})[0]

    def _step(self, model, ids, encoded, past):
        feeds = {"input_ids": np.array([ids], np.int64)}
        for i in model.get_inputs():
            if i.name == "encoder_hidden_states":
                feeds[i.name] = encoded
            elif i.name in past:
                feeds[i.name] = past[i.name]
        names = [o.name for o in model.get_outputs()]
        out = dict(zip(names, model.run(names, feeds)))
        for name, value in out.items():
            if name.startswith("present") and value.size:
                past["past_key_values" + name[len("present") :]] = value
        return out["logits"][0, -1]

    def decode(self, samples, encoded=None):
        """The words of a window, decoded greedily. At least one token is decoded."""
        encoded = self.encode(samples) if encoded is None else encoded
        limit = math.ceil(len(samples) / RATE * 6.5) + 4
        tokens, past = [], {}
        logits = self._step(self.first, [BOS], encoded, past)
        while True:
            if not tokens:
                logits[EOS] = -np.inf
            tokens.append(int(logits.argmax()))
            if tokens[-1] == EOS or len(tokens) >= limit or looping(tokens):
                return detokenize(tokens, self.vocabulary)
            logits = self._step(self.next, [tokens[-1]], encoded, past)


def looping(tokens):
    for n in range(1, 9):
        if len(tokens) >= 3 * n and tokens[-n:] == tokens[-2 * n : -n] == tokens[-3 * n : -2 * n]:
            return True
    return False


def detokenize(tokens, vocabulary):
    pieces, pending = [], b""
    for t in tokens:
        if t <= 2 or t >= 32000:
            continue
        piece = vocabulary[t]
        if re.fullmatch(r"<0x[0-9A-F]{2}>", piece):
            pending += bytes([int(piece[3:5], 16)])
            continue
        if pending:
            pieces.append(pending.decode("utf8", "replace"))
            pending = b""
        pieces.append(piece)
    if pending:
        pieces.append(pending.decode("utf8", "replace"))
    return "".join(pieces).replace("▁", " ").strip()
