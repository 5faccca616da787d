"""Recordings of English, Spanish, English, in one voice and in two: does a room keep the languages apart?

    python -m training.lid.switching --data DATA --index DATA/index --shared ../shared/audio --out DATA/switching

One voice: Allison Smith's Asterisk prompts in both languages (CC BY-SA 3.0; telephone band), and every clip of three
other recordings. Two voices: a `dev` reader of LibriSpeech around Allison's Spanish, and Allison's English around
another speaker of Spanish. `first-a` and `first-b` are the two clips that a person read before. Out: NAME.wav and
NAME.rttm, with speaker and language as `voice-en`.
"""

import argparse
from pathlib import Path

import numpy as np
import soundfile

from ..voices.corpora import read_16k, read_index

RATE = 16_000
# Recordings that follow each other in one part.
ENGLISH = [
    ["conf-adminmenu-18"],
    ["conf-usermenu-162"],
    ["basic-pbx-ivr-main"],
    ["screen-callee-options"],
    ["vm-forwardoptions", "dir-instr"],
    ["demo-moreinfo"],
    ["vm-msginstruct"],
    ["dir-intro-fn", "vm-review"],
    ["vm-opts-full", "vm-instructions"],
    ["demo-nogo", "tt-allbusy"],
    ["queue-periodic-announce", "vm-record-prepend"],
    ["confbridge-mute-extended", "demo-enterkeywords"],
    ["priv-callee-options"],
    ["vm-tempgreeting2", "vm-newuser"],
    ["vm-invalid-password", "vm-intro", "demo-thanks"],
    ["agent-alreadyon", "vm-rec-temp", "dir-usingkeypad"],
]
SPANISH = [
    ["conf-adminmenu-18"],
    ["priv-callee-options"],
    ["screen-callee-options"],
    ["conf-usermenu-162"],
    ["vm-msginstruct"],
    ["conf-usermenu"],
    ["confbridge-mute-extended"],
    ["demo-moreinfo"],
    ["vm-forwardoptions", "vm-nobox"],
    ["dir-intro-fn"],
    ["tt-allbusy", "vm-review"],
    ["vm-record-prepend", "vm-opts"],
    ["demo-nogo", "vm-forward"],
    ["vm-opts-full"],
    ["demo-enterkeywords", "dir-instr"],
    ["confbridge-lock-extended", "vm-instructions"],
]
OTHERS = {"watson": "watson/Es_ES_spk19_8khz.wav", "fleurs": "speechmatics/languages/es_419_000896.wav"}


def level(samples):
    return samples / np.abs(samples).max() * 0.6


def pause(seconds, rng):
    return rng.standard_normal(int(seconds * RATE)).astype(np.float32) * 1e-4


def prompts(folder, names, seconds, rng):
    parts = [part for name in names for part in (level(read_16k(folder / f"{name}.wav")), pause(0.4, rng))]
    return np.concatenate(parts[:-1])[: int(seconds * RATE)]


def write(out, name, parts, rng):
    """Writes NAME.wav and NAME.rttm. parts: (speaker-language, samples), 0.7 s apart."""
    sound, lines, at = [], [], 0.0
    for label, samples in parts:
        seconds = len(samples) / RATE
        lines.append(f"SPEAKER {name} 1 {at:.3f} {seconds:.3f} <NA> <NA> {label} <NA> <NA>")
        sound += [samples, pause(0.7, rng)]
        at += seconds + 0.7
    soundfile.write(out / f"{name}.wav", np.concatenate([*sound, pause(1, rng)]), RATE, subtype="PCM_16")
    (out / f"{name}.rttm").write_text("\n".join(lines) + "\n")
    print(name, f"{at:.0f} s")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    for option in ("data", "index", "shared", "out"):
        parser.add_argument(f"--{option}", type=Path, required=True)
    parser.add_argument("--count", type=int, default=12)
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    rng = np.random.default_rng(0)
    english, spanish = (options.data / "asterisk" / folder for folder in ("en_US_f_Allison", "es_MX_f_Allison"))

    def three(name, parts):
        cut = [prompts(folder, names, seconds, rng) for folder, names, seconds in parts]
        write(options.out, name, list(zip(("allison-en", "allison-es", "allison-en"), cut)), rng)

    three(
        "first-a",
        [(english, ["demo-congrats"], 14), (spanish, ["demo-congrats"], 18), (english, ["demo-echotest"], 14)],
    )
    three(
        "first-b",
        [(english, ["demo-abouttotry"], 60), (spanish, ["demo-abouttotry"], 60), (english, ["vm-options"], 60)],
    )
    for i in range(options.count):
        lengths = rng.uniform([8, 9, 8], [16, 18, 14])
        names = (ENGLISH[i % 16], SPANISH[(5 * i + 3) % 16], ENGLISH[(i + 7) % 16])
        three(f"one-{i:02d}", list(zip((english, spanish, english), names, lengths)))

    rows, audio = read_index(options.index)
    read = [row for row in rows if row["corpus"] == "resemblyzer" and row["split"] == "dev"]
    for i, row in enumerate(sorted(read, key=lambda row: row["speaker"])[: options.count // 2]):
        reader = level(audio[row["start"] : row["start"] + row["samples"]].astype(np.float32) / 32768)
        half = len(reader) // 2
        middle = prompts(spanish, SPANISH[(5 * i + 2) % 16], rng.uniform(9, 16), rng)
        write(
            options.out,
            f"two-{i:02d}",
            [("reader-en", reader[:half]), ("allison-es", middle), ("reader-en", reader[half:])],
            rng,
        )
    for i, (speaker, file) in enumerate(OTHERS.items()):
        other = level(read_16k(options.shared / file))[: 16 * RATE]
        around = [prompts(english, ENGLISH[i + j], 10, rng) for j in (0, 7)]
        write(
            options.out,
            f"two-{speaker}",
            [("allison-en", around[0]), (f"{speaker}-es", other), ("allison-en", around[1])],
            rng,
        )
