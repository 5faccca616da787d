"""Writes the text head as ONNX: int8 embedding rows, a float32 GRU. The output is the logit after the last word."""

import argparse

import onnx
import torch
from torch import nn

from ..shared.audio import session
from .model import load, score_spoken, score_words, sequence
from .words import BUCKETS, words


class Exported(nn.Module):
    """ids [1, words, 8] int64, role [1, words] int64 -> logit [1]."""

    def __init__(self, model):
        super().__init__()
        table = model.embedding.weight.detach()
        self.scale = float(table.abs().max() / 127)
        self.register_buffer("table", (table / self.scale).round().clamp(-127, 127).to(torch.int8))
        self.role, self.gru, self.head = model.role, model.gru, model.head

    def forward(self, ids, role):
        present = (ids > 0).sum(-1, keepdim=True).clamp(min=1).to(torch.float32)
        embedded = (self.table[ids].to(torch.float32) * self.scale).sum(-2) / present.sqrt() + self.role(role)
        _, last = self.gru(embedded)
        return self.head(last[0])[:, 0]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", required=True)
    parser.add_argument("--out", required=True)
    options = parser.parse_args()
    model = load(options.model).eval()
    buckets = model.embedding.num_embeddings
    # A larger table is that of the head for several languages, whose first word names the language.
    language = None if buckets == BUCKETS else "es"
    ids, role = sequence(words("how can I help you"), words("I would like to book a table"), language, buckets)
    feeds = (torch.from_numpy(ids)[None], torch.from_numpy(role)[None])
    torch.onnx.export(
        Exported(model).eval(),
        feeds,
        options.out,
        input_names=["ids", "role"],
        output_names=["logit"],
        dynamic_axes={"ids": {1: "words"}, "role": {1: "words"}},
        opset_version=17,
        dynamo=False,
    )
    graph = onnx.load(options.out)
    onnx.checker.check_model(graph)
    ours = session(options.out)
    pairs = [
        ("how can I help you", "I would like to"),
        ("", "um"),
        ("what's your name", "my name is jack smith"),
        ("is that right", "yes"),
    ]
    for context, turn in pairs:
        spoken = words(context), words(turn)
        i, r = sequence(*spoken, language, buckets)
        got = float(ours.run(None, {"ids": i[None], "role": r[None]})[0][0])
        want = float((score_spoken(model, [(language, *spoken)]) if language else score_words(model, [spoken]))[0])
        print(f"{context!r} >> {turn!r}: torch {want:.3f}, onnx {got:.3f}")
        assert abs(got - want) < 0.15, "the int8 table changes the score"


if __name__ == "__main__":
    main()
