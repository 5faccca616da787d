"""Recordings with known words, as phones: what the phone recogniser learns from. Out: OUT/transcripts.jsonl.

    python -m training.phones.transcripts --data DATA --out DATA/phones

| folder of DATA | repository | spoken | licence |
|---|---|---|---|
| kerstin | rhasspy/dataset-voice-kerstin | German, one voice | CC0 |
| nathalie, flemishguy | rhasspy/dataset-voice-nathalie, dataset-voice-flemishguy | Dutch, two voices | CC0 |
| so762 | jimbozhang/speechocean762 | English of 250 Mandarin speakers | free for commercial use |
| dev-clean | felixbastian/Speaker_partition_module (LibriSpeech dev-clean) | English, 40 readers | CC BY 4.0 |
| msc | smc/msc | Malayalam, many voices | CC BY-SA 4.0 |
| speech-to-phrase | OHF-Voice/speech-to-phrase | commands in 20 languages, some by Piper | Apache-2.0 |
| cuttledoc | sebastian-software/cuttledoc (FLEURS clips) | five languages | CC BY 4.0 |
| larynx | rhasspy/larynx | synthetic voices, seven languages | MIT |
| zeroth | hchung12/espnet-asr (`evalset/zeroth_korean`, ten sentences) | Korean, one reader | CC BY 4.0 |
| chatbot-ko | songys/Chatbot_data: written Korean, spoken here by espeak-ng | synthetic Korean | MIT |

A folder that is missing is reported and skipped.
"""

import argparse
import csv
import html
import json
import random
import re
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from . import hangul
from .alphabet import spoken

VOICES = {"en": "en-us", "fr": "fr-fr", "pt_PT": "pt"}
SYNTHETIC, VARIANTS = 700, ["", "+m1", "+m3", "+m5", "+m7", "+f1", "+f2", "+f4", "+f5", "+klatt", "+klatt2"]
WORKERS = 2


def read_books(data):
    """Recordings with a line for each: name|words."""
    for folder, voice, files in (
        ("kerstin", "de", "verified"),
        ("nathalie", "nl", "verified"),
        ("flemishguy", "nl", "wavs"),
    ):
        for line in open(data / folder / "metadata.csv") if (data / folder).exists() else ():
            name, words = line.rstrip("\n").split("|")[:2]
            for path in (data / folder / files).glob(f"{name}.*"):
                yield path, words, voice, folder


def speechocean(data):
    for part in ("train", "test"):
        words = dict(line.rstrip("\n").split("\t", 1) for line in open(data / "so762" / part / "text"))
        for line in open(data / "so762" / part / "wav.scp"):
            name, path = line.split()
            yield data / "so762" / path, words[name].lower(), "en-us", "so762"


def librispeech(data):
    for transcript in sorted((data / "dev-clean").rglob("*.trans.txt")):
        for line in open(transcript):
            name, words = line.rstrip("\n").split(" ", 1)
            yield transcript.parent / f"{name}.wav", words.lower(), "en-us", "dev-clean"


def malayalam(data):
    words = {row["id"]: row["sentence"] for row in csv.DictReader(open(data / "msc/sentences.tsv"), delimiter="\t")}
    for row in csv.DictReader(open(data / "msc/speech.tsv"), delimiter="\t"):
        if row["sentence"] in words:
            yield data / "msc" / row["fileName"], words[row["sentence"]], "ml", "msc"


def phrases(data):
    """Recordings whose file name is what is said."""
    for folder in sorted((data / "speech-to-phrase/tests/wav").glob("*/")):
        for path in sorted(folder.rglob("*.wav")):
            yield path, path.stem.replace("_", " "), VOICES.get(folder.name, folder.name), "phrases"


def clips(data):
    for path in sorted((data / "cuttledoc/packages/cuttledoc/fixtures").glob("fleurs-*.ogg")):
        code = path.name[7:9]
        if path.with_suffix(".txt").exists():
            yield path, path.with_suffix(".txt").read_text(), VOICES.get(code, code), "fleurs"


def synthetic_voices(data):
    voice = words = ""
    for line in open(data / "larynx/samples.html"):
        if found := re.match(r"<h2> (\S+)", line):
            code = found[1]
            voice = code if code in ("en-us", "fr-fr") else code[:2]
        elif found := re.match(r"<p> (.*) </p>", line):
            words = html.unescape(found[1])
        elif found := re.search(r'src="(.*?)"', line):
            yield data / "larynx" / found[1], words, voice, "larynx"


def korean(data):
    folder = data / "zeroth/evalset/zeroth_korean"
    for line in open(folder / "data/text"):
        name, words = line.rstrip("\n").split(" ", 1)
        yield folder / f"wavs/{name}.flac", words, "ko", "zeroth"


def synthetic_korean(data, out):
    """Pairs of written turns, spoken by espeak-ng."""
    turns = [turn for row in csv.reader(open(data / "chatbot-ko/ChatbotData.csv")) for turn in row[:2]]
    turns = [turn for turn in turns[2:] if len(turn) > 8 and not re.search("[0-9A-Za-z]", turn)]
    rng = random.Random(1)
    rng.shuffle(turns)
    out.mkdir(parents=True, exist_ok=True)
    for number in range(SYNTHETIC):
        path, words = out / f"{number}.wav", " ".join(turns[2 * number : 2 * number + 2])
        how = ["-v", "ko" + rng.choice(VARIANTS), "-s", str(rng.randint(120, 190)), "-p", str(rng.randint(20, 80))]
        subprocess.run(["espeak-ng", "-b", "1", *how, "-w", path, "--", words], check=True)
        yield path, words, "ko", "made"


def phones_of(row):
    """Phones of a row. The words of Korean people by the rules of hangul.py, which espeak-ng's own Korean leaves
    out.
    """
    _, words, voice, source = row
    return hangul.spoken(words) if voice == "ko" and source != "made" else spoken(words, voice)


def main(options):
    rules = {
        "": read_books,
        "so762": speechocean,
        "dev-clean": librispeech,
        "msc": malayalam,
        "speech-to-phrase": phrases,
        "cuttledoc": clips,
        "larynx": synthetic_voices,
        "zeroth": korean,
        "chatbot-ko": lambda data: synthetic_korean(data, options.out / "made"),
    }
    rows = []
    for folder, rule in rules.items():
        if (options.data / folder).exists():
            rows += [row for row in rule(options.data) if row[0].exists()]
        else:
            print(f"no {folder} in {options.data}: skipped")
    with ThreadPoolExecutor(WORKERS) as pool:
        phones = list(pool.map(phones_of, rows))
    with open(options.out / "transcripts.jsonl", "w") as file:
        for (path, words, voice, source), said in ((row, said) for row, said in zip(rows, phones) if said):
            file.write(
                json.dumps(
                    dict(path=str(path), words=words, voice=voice, source=source, phones=said), ensure_ascii=False
                )
                + "\n"
            )
    print(f"{len(rows)} recordings")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    main(parser.parse_args())
