"""Accuracy, confusions and calibration on real clips that no model here saw (test_set.py), at 3 s and after 10 s.

    python -m training.lid.evaluate --head DATA/lid-head/head.pt --encoder encoder_model.onnx --shared shared/audio

After 10 s the probabilities of the clip's windows of 3 s are multiplied. Half an hour of English speakers with an
accent (speechocean762 `dev` voices, half of the windows through a telephone band) must stay English: windows surely
of another language and changes of language that the policy would report are counted.

--more adds the recordings of measured_only.py. --language-encoder measures head and language encoder together, as
src/lid/learned-language.ts. --encoder-head and --smart-turn add the head on Smart Turn's encoder, as
src/lid/multilingual-identifier.ts.
"""

import argparse
from pathlib import Path
from typing import Any

import numpy as np
import torch

from ..voices.augment import telephone
from ..voices.corpora import read_index
from .export_language_encoder import load as load_language_encoder
from .frames import moonshine_frames
from .measured_only import windows_of
from .network import CLASSES, LanguageHead
from .smart_turn_windows import cut_smart_turn, pooled
from .test_set import clips, cut
from .windows import SAMPLES

# As SURE of src/lid/policy.ts.
SURE = 0.8
# As TEMPERATURE of src/lid/learned-language.ts and src/lid/multilingual-identifier.ts.
ENCODER_TEMPERATURE, SMART_TURN_TEMPERATURE = 1.5, 1.55


def load_head(path):
    kept = torch.load(path, weights_only=True)
    head = LanguageHead(kept["linear.weight"], kept["linear.bias"], width=kept["linear.weight"].shape[1] // 2)
    head.load_state_dict(kept)
    return head.eval()


def features(options):
    """The sound of all test windows and what each encoder makes of it, cached for the next measurement."""
    if options.cache.exists():
        return np.load(options.cache)
    encode, second = moonshine_frames(options.encoder), []
    smart_turn = options.smart_turn and cut_smart_turn(options.smart_turn)
    samples, frames, languages, names = [], [], [], []

    def add(part):
        samples.append((np.clip(part[:SAMPLES], -1, 1) * 32767).astype(np.int16))
        frames.append(encode(part.astype(np.float32)))
        if smart_turn:
            second.append(pooled(smart_turn(part)))

    for name, language, clip in clips(options.shared):
        for part in cut(clip, 3, 1.5):
            add(part)
            languages.append(language)
            names.append(name)
    if options.index:
        rows, audio = read_index(options.index)
        rng, spoken = np.random.default_rng(1), {}
        for row in rows:
            if row["corpus"] == "so762" and row["split"] == "dev":
                spoken.setdefault(row["speaker"], []).append(audio[row["start"] : row["start"] + row["samples"]])
        for speaker, parts in sorted(spoken.items()):
            narrow = rng.random() < 0.5
            for part in cut(np.concatenate(parts).astype(np.float32) / 32768, 3, 3):
                add(telephone(part, rng) if narrow else part)
                languages.append("en")
                names.append(f"accented-{speaker}")
    for source, speaker, language, part in windows_of(options.more) if options.more else []:
        add(part)
        languages.append(language)
        names.append(f"more-{source}-{speaker}")
    kept = {
        "samples": np.stack(samples),
        "frames": np.stack(frames),
        "language": np.array(languages),
        "clip": np.array(names),
    }
    np.savez(options.cache, **kept, **({"second": np.stack(second)} if second else {}))
    return np.load(options.cache)


def combine_distributions(first, second, temperature):
    """The product of two distributions over a temperature."""
    both = (first.astype(np.float64) * second + 1e-30) ** (1 / temperature)
    return both / both.sum(axis=1, keepdims=True)


@torch.inference_mode()
def probabilities_of(options, kept):
    def parts(name):
        many = np.array_split(kept[name], max(1, len(kept[name]) // 32))
        return (torch.from_numpy(part.astype(np.float32)) for part in many)

    head = load_head(options.head)
    heard = np.concatenate([head(part).numpy() for part in parts("frames")])
    if options.language_encoder:
        language_encoder = load_language_encoder(options.language_encoder)
        heard = combine_distributions(
            heard,
            np.concatenate([language_encoder(part / 32767).numpy() for part in parts("samples")]),
            ENCODER_TEMPERATURE,
        )
    if options.encoder_head:
        other = load_head(options.encoder_head)
        also = torch.softmax(
            other.linear(torch.from_numpy(kept["second"].astype(np.float32))) / other.temperature, dim=1
        ).numpy()
        heard = combine_distributions(heard, also, SMART_TURN_TEMPERATURE)
    return heard


def wilson(right, of):
    z, p = 1.96, right / of
    middle = (p + z * z / 2 / of) / (1 + z * z / of)
    half = z * np.sqrt(p * (1 - p) / of + z * z / 4 / of / of) / (1 + z * z / of)
    return middle - half, middle + half


def calibration(name, probabilities, correct):
    confidence = probabilities.max(axis=1)
    bins = [(confidence >= b / 10) & (confidence < (b + 1) / 10 + (b == 9)) for b in range(10)]
    error = sum(abs(confidence[m].mean() - correct[m].mean()) * m.mean() for m in bins if m.any())
    table = " ".join(f"{confidence[m].mean():.2f}:{correct[m].mean():.2f}({int(m.sum())})" for m in bins if m.any())
    print(f"calibration on {name}: error {error:.3f}; confidence:right(windows) {table}")


def changes_of(voices, guess, confidence):
    """Number of changes that src/lid/policy.ts reports for voices that speak English: two sure windows of one
    language in a row.
    """
    changes, last, run = 0, None, 0
    for voice, language, sure in zip(voices, guess, confidence >= SURE):
        if (voice, language) != last or not sure or language in ("en", "other"):
            run = 0
        last = (voice, language)
        run += sure and language not in ("en", "other")
        changes += run == 2
    return changes


def matrix(truth, guess):
    names = [*CLASSES]
    print("all windows, truth down, heard across: " + " ".join(f"{n[:5]:>5}" for n in names))
    for language in [n for n in names if (truth == n).any()]:
        print(f"{language:>38} " + " ".join(f"{int(((truth == language) & (guess == n)).sum()):5d}" for n in names))
    print(f"mean over languages {np.mean([(guess[truth == code] == code).mean() for code in set(truth)]):.3f}")


def report(options):
    kept = features(options)
    probabilities, languages, names = probabilities_of(options, kept), kept["language"], kept["clip"]
    truth = np.array([code if code in CLASSES else "other" for code in languages])
    guess = np.array(CLASSES)[probabilities.argmax(axis=1)]
    accented = np.char.startswith(names, "accented")
    more = np.char.startswith(names, "more")
    real = ~accented & ~more
    supported = real & (truth != "other")
    rows: dict[str, Any] = {}
    for language in sorted(set(truth[real])):
        mine = real & (truth == language)
        wrong = {g: int((guess[mine] == g).sum()) for g in sorted(set(guess[mine])) if g != language}
        rows[language] = {
            "windows": int(mine.sum()),
            "clips": len(set(names[mine])),
            "right": int((guess[mine] == language).sum()),
            "wrong": wrong,
        }
        print(language, rows[language])
    right, of = int((guess == truth)[supported].sum()), int(supported.sum())
    by_language = np.mean([r["right"] / r["windows"] for code, r in rows.items() if code != "other"])
    print(
        f"pooled {right}/{of} = {right / of:.3f} (windows of one clip are not independent), mean "
        f"over languages {by_language:.3f}"
    )
    clip_right, clip_all, mean_right = 0, 0, {}
    for clip in sorted(set(names[supported])):
        mine = supported & (names == clip)
        joined = np.log(probabilities[mine][:6] + 1e-4).sum(axis=0)
        ok = CLASSES[int(joined.argmax())] == truth[mine][0]
        mean_right.setdefault(truth[mine][0], []).append(ok)
        clip_right, clip_all = clip_right + ok, clip_all + 1
    low, high = wilson(clip_right, clip_all)
    print(
        f"first 10 s of a clip: {clip_right}/{clip_all} = {clip_right / clip_all:.3f} [{low:.3f}, {high:.3f}]",
        {code: f"{sum(v)}/{len(v)}" for code, v in mean_right.items()},
    )
    calibration("these clips", probabilities[supported], (guess == truth)[supported])
    if accented.any():
        en = guess[accented] == "en"
        sure = ~en & (probabilities[accented].max(axis=1) >= SURE)
        changes = changes_of(names[accented], guess[accented], probabilities[accented].max(axis=1))
        print(
            f"accented English: {int(en.sum())}/{len(en)} windows en, {int(sure.sum())} surely another, "
            f"{changes} changes of language reported in {len(en) / 20:.1f} minutes of "
            f"{len(set(names[accented]))} voices"
        )
    if more.any():
        source = np.array(["-".join(name.split("-")[1:3]) for name in names])
        for one in sorted(set(source[more])):
            mine = more & (source == one)
            right = guess[mine] == truth[mine]
            top = sorted(
                ((int((guess[mine] == g).sum()), str(g)) for g in set(guess[mine]) if g != truth[mine][0]), reverse=True
            )[:4]
            sure = (probabilities[mine].max(axis=1) >= SURE) & ~right
            print(
                f"  {one}: {int(right.sum())}/{len(right)} windows of {len(set(names[mine]))} speakers or "
                f"folders, surely wrong {int(sure.sum())}, taken for {top}"
            )
        calibration("measured-only recordings", probabilities[more], (guess == truth)[more])
        both = supported | more
        matrix(truth[both], guess[both])
    return rows


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--head", type=Path, required=True)
    parser.add_argument("--encoder", type=Path, required=True)
    parser.add_argument("--language-encoder", type=Path, help="head.pt of train_language_encoder.py")
    parser.add_argument("--encoder-head", type=Path, help="head.pt of smart_turn_head.py")
    parser.add_argument("--smart-turn", type=Path, help="smart-turn-v3.2-cpu.onnx")
    parser.add_argument("--shared", type=Path, required=True)
    parser.add_argument("--index", type=Path)
    parser.add_argument("--more", type=Path, help="folder of measured_only.py")
    parser.add_argument("--cache", type=Path, required=True)
    report(parser.parse_args())
