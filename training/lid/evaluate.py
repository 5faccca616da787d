"""Accuracy, confusions and calibration on real clips no model of ours saw (test_set.py), at 3 s and after 10 s.

    python -m training.lid.evaluate --head DATA/lid-head/head.pt --encoder encoder_model.onnx --shared shared/audio

After 10 s: probabilities multiplied over the clip's windows of 3 s. Also: an English speaker with an accent
(speechocean762 test voices) must stay English; the share of windows that do not is reported.
"""

import argparse
import json
from pathlib import Path

import numpy as np
import torch

from ..voices.augment import telephone
from ..voices.corpora import RATE, read_index
from .network import CLASSES, LanguageHead, WIDTH
from .test_set import clips, cut
from .windows import FRAMES, SAMPLES, cut_encoder


def load_head(path):
    head = LanguageHead(np.zeros((len(CLASSES), WIDTH)), np.zeros(len(CLASSES)))
    head.load_state_dict(torch.load(path, weights_only=True))
    return head.eval()


def features(options):
    """Encoder frames of all test windows, kept in a file for the next measurement."""
    if options.cache.exists():
        kept = np.load(options.cache)
        return kept["frames"], kept["language"], kept["clip"]
    encode = cut_encoder(options.encoder, options.layer)
    frames, languages, names = [], [], []
    for name, language, samples in clips(options.shared):
        for part in cut(samples, 3, 1.5):
            frames.append(encode(part.astype(np.float32))[:FRAMES].astype(np.float16))
            languages.append(language)
            names.append(name)
    if options.index:
        rows, audio = read_index(options.index)
        rng = np.random.default_rng(1)
        dev = [r for r in rows if r["corpus"] == "so762" and r["split"] == "dev" and r["samples"] > SAMPLES]
        for row in dev[: options.accented]:
            part = audio[row["start"] : row["start"] + SAMPLES].astype(np.float32) / 32768
            part = telephone(part, rng) if rng.random() < 0.5 else part
            frames.append(encode(part)[:FRAMES].astype(np.float16))
            languages.append("en")
            names.append("accented")
    out = np.stack(frames), np.array(languages), np.array(names)
    np.savez(options.cache, frames=out[0], language=out[1], clip=out[2])
    return out


def wilson(right, of):
    z, p = 1.96, right / of
    middle = (p + z * z / 2 / of) / (1 + z * z / of)
    half = z * np.sqrt(p * (1 - p) / of + z * z / 4 / of / of) / (1 + z * z / of)
    return middle - half, middle + half


def report(options):
    frames, languages, names = features(options)
    head = load_head(options.head)
    with torch.inference_mode():
        parts = np.array_split(frames, max(1, len(frames) // 32))
        probabilities = np.concatenate([head(torch.from_numpy(p.astype(np.float32))).numpy() for p in parts])
    truth = np.array([l if l in CLASSES else "other" for l in languages])
    guess = np.array(CLASSES)[probabilities.argmax(axis=1)]
    real = names != "accented"
    supported = real & (truth != "other")
    rows = {}
    for language in sorted(set(truth[real])):
        mine = real & (truth == language)
        wrong = {g: int((guess[mine] == g).sum()) for g in sorted(set(guess[mine])) if g != language}
        rows[language] = {"windows": int(mine.sum()), "clips": len(set(names[mine])), "right": int((guess[mine] == language).sum()), "wrong": wrong}
        print(language, rows[language])
    right, of = int((guess == truth)[supported].sum()), int(supported.sum())
    by_language = np.mean([r["right"] / r["windows"] for l, r in rows.items() if l != "other"])
    print(f"pooled {right}/{of} = {right / of:.3f} (windows of one clip are not independent), mean over languages {by_language:.3f}")
    clip_right, clip_all, mean_right = 0, 0, {}
    for clip in sorted(set(names[supported])):
        mine = supported & (names == clip)
        joined = np.log(probabilities[mine][:6] + 1e-4).sum(axis=0)
        ok = CLASSES[int(joined.argmax())] == truth[mine][0]
        mean_right.setdefault(truth[mine][0], []).append(ok)
        clip_right, clip_all = clip_right + ok, clip_all + 1
    low, high = wilson(clip_right, clip_all)
    print(f"first 10 s of a clip: {clip_right}/{clip_all} = {clip_right / clip_all:.3f} [{low:.3f}, {high:.3f}]",
          {l: f"{sum(v)}/{len(v)}" for l, v in mean_right.items()})
    confidence, correct = probabilities.max(axis=1)[supported], (guess == truth)[supported]
    ece = sum(abs(confidence[m].mean() - correct[m].mean()) * m.mean() for m in
              [(confidence >= b / 10) & (confidence < (b + 1) / 10 + (b == 9)) for b in range(10)] if m.any())
    print(f"calibration error {ece:.3f}; at confidence 0.8: {correct[confidence >= 0.8].mean():.3f} right of {int((confidence >= 0.8).sum())}")
    accented = names == "accented"
    if accented.any():
        flipped = (guess[accented] != "en") & (probabilities[accented].max(axis=1) > 0.8)
        print(f"accented English: {int((guess[accented] == 'en').sum())}/{int(accented.sum())} en, {int(flipped.sum())} surely another")
    return rows


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--head", type=Path, required=True)
    parser.add_argument("--encoder", type=Path, required=True)
    parser.add_argument("--shared", type=Path, required=True)
    parser.add_argument("--index", type=Path)
    parser.add_argument("--accented", type=int, default=150)
    parser.add_argument("--layer", type=int, default=3)
    parser.add_argument("--cache", type=Path, required=True)
    report(parser.parse_args())
