"""Moonshine tiny in Python, as the product decodes it: greedy, one window, with what the end-of-turn heads need.

The two branches of the merged decoder become two models; the normed last hidden state is exposed beside the logits.
"""
import math
import re

import numpy as np
import onnx
from onnx import helper, TensorProto

from audio import RATE, session

BOS, EOS = 1, 2
HIDDEN = "/model/decoder/norm/Mul_output_0"
LAYERS, HEADS, DIM = 6, 8, 36


def branch(merged, name):
    """One branch of the `If` as a model of its own."""
    node = next(n for n in merged.graph.node if n.op_type == "If")
    body = next(a.g for a in node.attribute if a.name == name)
    inputs = [i for i in merged.graph.input if i.name != "use_cache_branch"]
    used = {i for n in body.node for i in n.input}
    inputs = [i for i in inputs if i.name in used]
    outputs = list(body.output) + [helper.make_tensor_value_info(HIDDEN, TensorProto.FLOAT, None)]
    produced = {o for n in body.node for o in n.output}
    outputs = [o for o in outputs if o.name in produced]
    graph = helper.make_graph(list(body.node), name, inputs, outputs,
                              list(merged.graph.initializer) + list(body.initializer))
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
        self.next_inputs = [i.name for i in self.next.get_inputs()]

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
                past["past_key_values" + name[len("present"):]] = value
        return out["logits"][0], out[HIDDEN][0]

    def decode(self, samples, encoded=None, forbid_empty=True):
        """Greedy tokens with, at each step, log-probabilities [vocab] and hidden state [288]."""
        encoded = self.encode(samples) if encoded is None else encoded
        limit = math.ceil(len(samples) / RATE * 6.5) + 4
        tokens, rows, hidden, past = [], [], [], {}
        logits, states = self._step(self.first, [BOS], encoded, past)
        while True:
            row = logits[-1].astype(np.float64)
            row = row - row.max()
            row = row - np.log(np.exp(row).sum())
            rows.append(row)
            hidden.append(states[-1])
            choice = int(row.argmax())
            if choice == EOS and not tokens and forbid_empty:
                row2 = row.copy(); row2[EOS] = -np.inf
                choice = int(row2.argmax())
            tokens.append(choice)
            if choice == EOS or len(tokens) >= limit or looping(tokens):
                break
            logits, states = self._step(self.next, [choice], encoded, past)
        return Decoded(tokens, rows, hidden, encoded[0], self.vocabulary)


def looping(tokens):
    for n in range(1, 9):
        if len(tokens) >= 3 * n and tokens[-n:] == tokens[-2 * n:-n] == tokens[-3 * n:-2 * n]:
            return True
    return False


PUNCTUATION = re.compile(r"^[\s▁]*[.,?!;:…\"'\)\]\-–—]+[\s▁]*$")


class Decoded:
    def __init__(self, tokens, rows, hidden, encoded, vocabulary):
        self.tokens, self.rows, self.hidden, self.encoded, self.vocabulary = tokens, rows, hidden, encoded, vocabulary

    @property
    def last_word(self):
        """Index of the step right after the last word: where punctuation or the end is chosen."""
        i = len(self.tokens)
        while i > 0 and (self.tokens[i - 1] == EOS or PUNCTUATION.match(self.vocabulary[self.tokens[i - 1]] or "")):
            i -= 1
        return min(i, len(self.rows) - 1)

    def text(self):
        return detokenize(self.tokens, self.vocabulary)


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
            pieces.append(pending.decode("utf8", "replace")); pending = b""
        pieces.append(piece)
    if pending:
        pieces.append(pending.decode("utf8", "replace"))
    return "".join(pieces).replace("▁", " ").strip()
