"""One index of every recording under a free licence that the voice and language models learn from.

    python -m training.voices.corpora --data DATA --out DATA/index

Expects each repository of CORPORA checked out at DATA/FOLDER (plain `git clone`); a missing folder is reported and
skipped. Decodes to 16 kHz mono, takes out silences, and writes

    audio.i16   every utterance behind the other, int16
    index.tsv   corpus, speaker, language, kind (real | synthetic), split (train | dev | test), start, samples, sitting

Speakers are split, never utterances: `dev` speakers choose hyperparameters and thresholds, `test` speakers
(LibriSpeech test-other) are only ever measured. Corpora under non-commercial terms are not listed at all.
"""

import argparse
import hashlib
import json
import re
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import soundfile
from scipy.signal import resample_poly

RATE = 16000


def _resemblyzer(root):
    base = root / "audio_data"
    for path in sorted(base.glob("librispeech_train-clean-100/*.flac")):
        yield path, "ls-" + path.name.split("-")[0], "en"
    for path in sorted(base.glob("librispeech_test-other/*/*.flac")):
        yield path, "ls-" + path.name.split("-")[0], "en"


def _dev_clean(root):
    """Readers of LibriSpeech dev-clean, most of them in two or three chapters. The files are MP3 under the name of
    WAV.
    """
    for path in sorted(root.glob("data/LibriSpeech/dev-clean/*/*/*.wav")):
        yield path, "ls-" + path.parts[-3], "en"


def _speechocean(root):
    for path in sorted(root.glob("WAVE/*/*.WAV")):
        yield path, path.parent.name.lower(), "en"


def _arabic_commands(root):
    for path in sorted(root.glob("dataset/*/*.wav")):
        yield path, "ar-" + path.name.split("_")[0], "ar"


def _kerstin(root):
    for path in sorted(root.rglob("*.flac"))[::4]:
        yield path, "kerstin", "de"


def _mimic(root):
    """Neural voices (VITS) that read one passage in each language. Each voice counts as one speaker."""
    for path in sorted(root.glob("samples/*/*/*.wav")):
        language, voice = path.parts[-3], path.parts[-2]
        if voice in EXCLUDED_VOICES:
            continue
        speaker = f"{voice}-{path.stem}" if "emotion" not in voice else voice
        yield path, f"mimic-{language}-{speaker}", language.split("_")[0]


def _larynx(root):
    for path in sorted(root.glob("local/*/*/samples/*.wav")):
        yield path, "larynx-" + path.parts[-3], path.parts[-4].split("-")[0]


def _picovoice_commands(root):
    for path in sorted(root.rglob("*.wav")):
        if "noise" not in path.parts:
            yield path, "", "en"


def _wake_words(root):
    for path in sorted(root.glob("audio/*/*.*")):
        yield path, "", "en"


def _precise(root):
    for path in sorted(root.rglob("*.wav")):
        language = next((p[:2] for p in path.parts if re.fullmatch(r"en|es|en-us", p)), None)
        if language and "noises" not in path.parts:
            yield path, "", language


# Voices whose own terms are silent or restrict use, although they are in a free repository.
EXCLUDED_VOICES = {"apope_low", "kss_low", "lanfrica_low"}

# folder: (rule, repository, licence, kind)
CORPORA = {
    "resemblyzer": (_resemblyzer, "resemble-ai/Resemblyzer", "CC BY 4.0 (LibriSpeech)", "real"),
    "so762": (_speechocean, "jimbozhang/speechocean762", "free, commercial use included", "real"),
    "arsc": (_arabic_commands, "abdulkaderghandoura/arabic-speech-commands-dataset", "CC BY 4.0", "real"),
    "kerstin": (_kerstin, "rhasspy/dataset-voice-kerstin", "CC0", "real"),
    "pico/s2i": (_picovoice_commands, "Picovoice/speech-to-intent-benchmark", "Apache-2.0", "real"),
    "pico/wwb": (_wake_words, "Picovoice/wake-word-benchmark", "Apache-2.0", "real"),
    "precise": (_precise, "MycroftAI/Precise-Community-Data", "public domain", "real"),
    "mimic3": (_mimic, "MycroftAI/mimic3-voices", "CC0, CC BY, BSD-like, CC BY-SA by voice", "synthetic"),
    "larynx": (_larynx, "rhasspy/larynx", "MIT; voices CC0, BSD-like, CMU", "synthetic"),
    "dev-clean": (_dev_clean, "felixbastian/Speaker_partition_module", "CC BY 4.0 (LibriSpeech)", "real"),
}

DEV_SHARE = {"resemblyzer": 0.12, "so762": 0.12, "dev-clean": 1}


def split_of(corpus, path, speaker):
    if "test-other" in str(path):
        return "test"
    share = DEV_SHARE.get(corpus, 0)
    bucket = int(hashlib.sha256(speaker.encode()).hexdigest()[:8], 16) / 2**32
    return "dev" if bucket < share else "train"


def sitting_of(path):
    """The chapter of a LibriSpeech file, or nothing for other files."""
    found = re.match(r"\d+-(\d+)-\d{4}$", path.stem)
    return found[1] if found else ""


def read_16k(path):
    """Mono float32 at 16 kHz, or None for a file that no decoder reads."""
    try:
        samples, rate = soundfile.read(path, dtype="float32", always_2d=True)
    except (RuntimeError, OSError):
        done = subprocess.run(
            ["ffmpeg", "-v", "error", "-i", str(path), "-ac", "1", "-ar", str(RATE), "-f", "f32le", "-"],
            capture_output=True,
        )
        return np.frombuffer(done.stdout, dtype=np.float32) if done.returncode == 0 and done.stdout else None
    mono = samples.mean(axis=1)
    if rate != RATE:
        factor = np.gcd(RATE, rate)
        mono = resample_poly(mono, RATE // factor, rate // factor).astype(np.float32)
    return mono


def without_silence(samples, hop=160, floor_db=38.0, keep_frames=12):
    """Drops stretches more than `floor_db` under the loudest frames, and keeps 0.12 s around speech."""
    frames = len(samples) // hop
    if frames < 30:
        return samples
    energy = (samples[: frames * hop].reshape(frames, hop) ** 2).mean(axis=1)
    level = 10 * np.log10(energy + 1e-10)
    loud = level > np.percentile(level, 97) - floor_db
    kept = np.convolve(loud, np.ones(2 * keep_frames + 1), "same") > 0
    return samples[: frames * hop].reshape(frames, hop)[kept].reshape(-1)


def build(data, out, limit=None, keep_silences=False):
    out.mkdir(parents=True, exist_ok=True)
    rows, position, missing = [], 0, []
    with open(out / "audio.i16", "wb") as audio:
        for folder, (rule, repository, _, kind) in CORPORA.items():
            root = data / folder
            if not root.exists():
                missing.append(f"{folder} (git clone https://github.com/{repository})")
                continue
            taken = 0
            for path, speaker, language in rule(root):
                if limit and taken >= limit:
                    break
                samples = read_16k(path)
                if samples is None or len(samples) < RATE // 2:
                    continue
                if not keep_silences:
                    samples = without_silence(samples)
                peak = np.abs(samples).max(initial=0)
                if len(samples) < 0.4 * RATE or peak < 1e-3:
                    continue
                scaled = (samples / peak * 0.9 * 32767).astype(np.int16)
                audio.write(scaled.tobytes())
                split = split_of(folder, path, speaker)
                rows.append((folder, speaker, language, kind, split, position, len(scaled), sitting_of(path)))
                position += len(scaled)
                taken += 1
            print(f"{folder}: {taken} utterances", flush=True)
    header = "corpus\tspeaker\tlanguage\tkind\tsplit\tstart\tsamples\tsitting"
    lines = ["\t".join(map(str, row)) for row in rows]
    (out / "index.tsv").write_text("\n".join([header, *lines]) + "\n")
    report = {"utterances": len(rows), "hours": round(position / RATE / 3600, 3), "missing": missing}
    (out / "report.json").write_text(json.dumps(report, indent=1))
    print(report)


def read_index(out):
    """Rows of index.tsv as dicts, and the audio as a read-only int16 memmap."""
    lines = (Path(out) / "index.tsv").read_text().splitlines()
    names = lines[0].split("\t")
    rows: list[dict[str, Any]] = [dict(zip(names, line.split("\t"))) for line in lines[1:]]
    for row in rows:
        row["start"], row["samples"] = int(row["start"]), int(row["samples"])
    return rows, np.memmap(Path(out) / "audio.i16", dtype=np.int16, mode="r")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--limit", type=int, help="utterances a corpus, for a smoke run")
    parser.add_argument("--keep-silences", action="store_true", help="pauses stay in the utterances")
    options = parser.parse_args()
    build(options.data, options.out, options.limit, options.keep_silences)
