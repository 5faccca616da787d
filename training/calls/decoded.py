"""Reads what decode-windows.mjs wrote: a row for each pause, with the numbers that the product's scorer gets."""

import json
import os

import numpy as np

from ..fusion.phrases import phrases
from ..text.words import words

LISTENED = 1152
NEVER = -20.0


def log_or_never(value):
    return max(NEVER, value) if value is not None else NEVER


def read(folder, joined=True, decoding="decoded", earlier=None):
    """Rows of a folder of decoded windows.

    joined: with the text of earlier windows and of the turn before, which are windows of the same folder or of the
    folder `earlier`. decoding: `decoded` by the larger model, as the engines do at a pause, or `quick` by the smaller
    one.
    """
    windows = [json.loads(line) for line in open(f"{folder}/windows.jsonl", encoding="utf8")]
    heard = [json.loads(line) for line in open(f"{folder}/{decoding}.jsonl", encoding="utf8")]
    known = [json.loads(line) for line in open(f"{earlier}/{decoding}.jsonl", encoding="utf8")] if earlier else heard
    rivals_path = f"{folder}/rivals.jsonl"
    rivals = [json.loads(line) for line in open(rivals_path)] if os.path.exists(rivals_path) else None
    listened = np.fromfile(f"{folder}/listened.f32", np.float32).reshape(-1, LISTENED)
    rows = []
    for i, (w, d) in enumerate(zip(windows, heard)):
        if w["kind"] != "pause":
            continue
        before = [known[k]["text"] for k in w.get("kept", [])] if joined else []
        text = " ".join(before + [d["text"]]).strip()
        context = known[w["context"]]["text"] if joined and w.get("context") is not None else w.get("context_text", "")
        marks = d["punctuation"] or {}
        numbers = dict(
            terminal=log_or_never(marks.get("terminal")),
            question=log_or_never(marks.get("question")),
            comma=log_or_never(marks.get("comma")),
            eos=log_or_never(marks.get("eos")),
            lastWord=log_or_never(d["lastWordLogProb"]),
            mean=log_or_never(d["meanLogProb"]),
            words=float(np.log1p(len(words(text)))),
            **phrases(text),
        )
        rows.append(
            dict(w, **(rivals[i] if rivals else {}), text=text, context=context, numbers=numbers, listened=listened[i])
        )
    return rows


def copies(folder, calls, rows, earlier=None):
    """Copies (augment.py) of the windows of `rows` from the folder `calls`: their own words after the original's
    earlier text.

    A folder of the same windows that another machine decoded has its own words throughout. `earlier`: as in `read`.
    """
    originals = [json.loads(line) for line in open(f"{calls}/windows.jsonl", encoding="utf8")]
    heard = [json.loads(line) for line in open(f"{calls}/decoded.jsonl", encoding="utf8")]
    known = {(r["call"], r["speaker"], r["end"]): r for r in rows}
    if not any("of" in json.loads(line) for line in open(f"{folder}/windows.jsonl", encoding="utf8")):
        return [row for row in read(folder, earlier=earlier) if (row["call"], row["speaker"], row["end"]) in known]
    found = []
    for row in read(folder, joined=False):
        original = known.get((row["call"], row["speaker"], row["end"]))
        if original is None:
            continue
        before = [heard[k]["text"] for k in originals[row["of"]].get("kept", [])]
        row["text"] = " ".join(before + [row["text"]]).strip()
        row["context"] = original["context"]
        row["numbers"] |= dict(words=float(np.log1p(len(words(row["text"])))), **phrases(row["text"]))
        found.append(row)
    return found
