"""Speech whose terms allow training, with its pauses left in: (language, source, speaker, path).

voices/corpora.py, lid/windows.py and lid/more_sources.py name the repositories and licences.
"""

from collections import Counter
from pathlib import Path

from ..lid.windows import CLIPS
from ..voices.corpora import EXCLUDED_VOICES

# Most recordings of a source, in random order.
MOST = {
    "kerstin": 900,
    "so762": 1300,
    "resemblyzer": 260,
    "pico/s2i": 350,
    "prompts": 2400,
    "orca": 160,
    "espeak": 400,
    "festival": 80,
}
# A kind with few recordings is used AGAIN times, at other speeds and in other rooms.
FEW, AGAIN = 12, 5


def real(data):
    for pattern in ("*.wav", "*.flac"):
        for path in (data / "kerstin").rglob(pattern):
            yield "de", "kerstin", "kerstin", path
    for path in (data / "so762").glob("WAVE/*/*.WAV"):
        yield "en", "so762", path.parent.name.lower(), path
    for path in (data / "resemblyzer").glob("audio_data/librispeech_train-clean-100/*.flac"):
        yield "en", "resemblyzer", "ls-" + path.name.split("-")[0], path
    for path in (data / "pico/s2i").rglob("*.wav"):
        if "noise" not in path.parts:
            yield "en", "pico/s2i", path.parent.name, path


def clips(data):
    for folder, pattern, language, source in CLIPS:
        for path in (data / folder).glob(pattern):
            part = path.relative_to(data / folder).parts[0] if source == "prompts" else path.stem
            yield language, source, f"{source}-{language}-{part}", path


def synthetic(data):
    for path in (data / "mimic3").glob("samples/*/*/*.wav"):
        if path.parts[-2] not in EXCLUDED_VOICES:
            yield path.parts[-3].split("_")[0], "neural", f"mimic-{path.parts[-3]}-{path.parts[-2]}-{path.stem}", path
    for path in (data / "larynx").glob("local/*/*/samples/*.wav"):
        yield path.parts[-4].split("-")[0], "neural", "larynx-" + path.parts[-3], path
    for path in (data / "synthetic").glob("*/*.wav"):
        yield path.parent.name, path.name.split("-")[0], f"{path.parent.name}-{path.name.split('-')[0]}", path


def sources(data, rng):
    """-> list of (language, source, speaker, path) in random order."""
    data = Path(data)
    found = sorted({(code, s, who, str(p)) for rule in (real, clips, synthetic) for code, s, who, p in rule(data)})
    counted, taken = {}, []
    for i in rng.permutation(len(found)):
        source = found[i][1]
        counted[source] = counted.get(source, 0) + 1
        if counted[source] <= MOST.get(source, 400):
            taken.append(found[i])
    kinds = Counter(row[:2] for row in taken)
    again = [
        row for row in taken if kinds[row[:2]] <= FEW and row[1] not in ("espeak", "festival") for _ in range(AGAIN - 1)
    ]
    both = taken + again
    return [both[i] for i in rng.permutation(len(both))]
