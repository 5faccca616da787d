"""Writes tiny corpora, recordings, a manifest and a language model for the smoke run, where the steps expect them."""

import json
import random
from pathlib import Path

from ..shared.manifest import Manifest
from ..shared.wrapped_text import read_lines
from ..steps.workspace import LANGUAGE_MODEL, REPO

AUDIO = REPO / "corpora/sample-calls/audio"
CALLS_OF_A_FILE = 3
WRITTEN = {
    "a": "first second third",
    "g": "short held held-from-first held-from-second held-from-third",
    "di": "long",
    "dp": "asked",
}
"""Files of written calls -> the groups of the tiny manifest that they are."""
PLACES = "sgd\t0\t2\t5\nsgd\t1\t1\t60\ndstc11\t0\t4\t12\na\t0.1\t1\t7\n"
OF_GENERAL_TALK = "agents\t0\t2\t30\nclinc\t0\t3\t90\n"
PLACE_FILES = ("real", "doubtful", "held", "general", "general-more", "general-held")
SAID = (
    "hello there | how are you",
    "I would like to, um, book a table. For two people.",
    "what day is that",
    "on friday at six",
)
LABELLED = {
    "booking": {"files": {"user": "lca/booking-call.wav"}, "agent_only": True, "ends": [4.1, 9.41, 21.31]},
    "again": {"files": {"user": "lca/booking-call.wav"}, "agent_only": True, "ends": [7.23, 19.26]},
    "kitchen": {"files": {"user": "pca/kitchen-plan.flac"}, "agent_only": True, "ends": [9.98, 18.72]},
}
TRANSCRIPT = [
    ("agent", "what is your name"),
    ("caller", "it's"),
    ("caller", "[noise] mary"),
    ("agent", "thank you mary"),
    ("agent", "anything else"),
    ("caller", "no"),
]
HOLDS = {"0.2": 10, "0.5": 5, "1.0": 2, "2.0": 1}
RECORDINGS = 24


def write(data: Path) -> Path:
    """Fills the folder. -> the path of the tiny manifest"""
    write_text_corpora(data)
    write_language_corpora(data)
    write_recordings(data)
    write_json(data / "en_hold_durations.json", {"hold_duration_counts_s": HOLDS})
    said = [
        dict(speaker_role=who, offset_ms=3000 * k, duration_ms=1000, transcript=text, human_transcript=text)
        for k, (who, text) in enumerate(TRANSCRIPT)
    ]
    write_json(data / "harper-valley/data/transcript/call.json", said)
    manifest = write_manifest(data / "listed")
    write_language_model(data, manifest)
    return manifest


def write_language_corpora(data: Path) -> None:
    """A few lines of the sentences and dialogues that the head for other languages reads, and two scored pauses."""
    for path in ("ar", "es", "hi", "id", "ja", "ko", "pt", "tr", "de", "fr", "it", "nl", "zh-CN"):
        for name in ("sentence-collector.txt", "frasi.txt", "gutenberg_1.txt"):
            write_text(data / f"common-voice/server/data/{path}/{name}", "Hola, ¿qué tal?\nUna frase más.\n" * 3)
    said = "Speaker,Utterance,Dialogue_Act,Dialogue_ID\nS_1_S1,buenos días,a,1\nS_1_U1,un billete a Madrid,b,1\n"
    for name in ("vm2", "dihana", "loria", "ilisten"):
        for part in ("train", "dev"):
            write_text(data / f"miam/{name}/{part}.csv", said)
    for part in ("val", "test"):
        messages = [{"content": "你好，我想订票。"}, {"content": "好的，去哪里？"}]
        write_json(data / f"crosswoz/data/crosswoz/{part}.json", {"1": {"messages": messages}})
    write_text(data / "chatbot-ko/ChatbotData.csv", "Q,A,label\n밥 먹었어,네 먹었어요.,0\n")
    heard = dict.fromkeys(("punctuationLogProb", "questionLogProb", "commaLogProb", "eosLogProb"), -0.5)
    heard |= {"lastWordLogProb": -0.1, "meanLogProb": -0.2}
    for folder in ("words-fit", "words-held"):
        lines: dict[str, list[str]] = {"windows": [], "decoded": [], "scores": []}
        for k in range(48):
            row = dict(language="es" if k % 3 else "hi", call=f"c{k // 2}", speaker="user", turn_start=0.0)
            row |= dict(label="eot" if k % 2 else "hold", duration=0.0 if k % 2 else 0.4)
            lines["windows"].append(json.dumps(row))
            lines["decoded"].append(json.dumps({"text": "me llamo Ana" if k % 2 else "me llamo", **heard}))
            lines["scores"].append(json.dumps({"ours": k / 48, "ours, sound alone": k / 48 - 0.5}))
        for name, rows in lines.items():
            write_text(data / folder / f"{name}.jsonl", "\n".join(rows) + "\n")


def write_text_corpora(data: Path) -> None:
    """A dialogue or two in the form of each corpus that text.corpora reads."""
    turns = [{"utterance": text, "text": text, "speaker": ("USER", "SYSTEM")[k % 2]} for k, text in enumerate(SAID)]
    write_json(data / "sgd/train/dialogues_001.json", [{"turns": turns}] * 2)
    write_json(data / "taskmaster/TM-4-2024/data/data_0.json", [{"utterances": turns}])
    write_text(
        data / "evi/data/dialogues.en.tsv", "item\ttranscription\tnbest\nname\tmary smith\t[]\ndob\tmay the first\t[]\n"
    )
    for who, (start, end) in {"doctor": (0, 1), "patient": (1.5, 3)}.items():
        interval = f'xmin = {start}\n xmax = {end}\n text = "{SAID[0]}"\n'
        write_text(data / f"primock57/transcripts/day1_{who}.TextGrid", interval)
    write_json(data / "dstc10/task2/data/val/logs.json", [turns])
    for part in ("test-banking", "test-finance", "development"):
        line = json.dumps({"utterance": "I would like to open a new account"})
        write_text(data / f"dstc11/dstc11/{part}/test-utterances.jsonl", line + "\n")
    write_json(data / "clinc/data/data_full.json", {"val": [["what is my balance", "balance"], ["call mom", "call"]]})
    write_text(data / "nlu/KFold_1/testset/csv/a.csv", "answer_from_anno\nturn on the light\nplay some jazz\n")
    chat = {"content": [{"agent": f"agent_{1 + k % 2}", "message": text} for k, text in enumerate(SAID)]}
    write_json(data / "topical/conversations/valid_freq.json", {"t_1": chat})


def write_recordings(data: Path) -> None:
    link(data / "lca", AUDIO)
    link(data / "pca", REPO / "corpora/sample-rooms/audio")
    for path in sorted(AUDIO.iterdir())[:RECORDINGS]:
        link(data / f"speechocean/WAVE/{path.stem}/{path.name}.WAV", path)
    link(data / "so762", data / "speechocean")


def write_manifest(folder: Path) -> Path:
    """A few calls of some files of written calls, what readers said of them, and lists of the recordings above."""
    shipped = Manifest()
    written = {name: f"{name}.txt" for name in WRITTEN}
    for name, file in written.items():
        calls = "\n".join(read_lines(shipped.path("written-calls", name))).split("\n\n")
        write_text(folder / "written-calls" / file, "\n\n".join(calls[:CALLS_OF_A_FILE]) + "\n")
    rows = read_lines(shipped.path("readings", "pauses-of-written-calls"))
    known = [row for row in rows if row.split("\t")[0] in WRITTEN and int(row.split("\t")[1]) < CALLS_OF_A_FILE]
    write_text(folder / "readings/pauses-of-written-calls.tsv", "\n".join(known) + "\n")
    for name in PLACE_FILES:
        more = OF_GENERAL_TALK if name.startswith("general") else ""
        write_text(folder / f"readings/places-{name}.tsv", PLACES + more)
    exchanges = read_lines(shipped.path("agent-turns", "care"))[:20]
    write_text(folder / "agent-turns/care.txt", "\n".join(exchanges) + "\n")
    link(folder / "grammar/en.txt", shipped.path("grammar", "en"))
    write_json(folder / "labelled-calls/all.json", LABELLED)
    write_json(folder / "labelled-calls/harper-valley-transcripts.json", ["call"])
    english = [{"language": "en", "files": ["speechocean/WAVE/*/*.WAV"]}]
    write_json(folder / "read-speech/english-read.json", english)
    write_json(folder / "read-speech/english-mandarin.json", [dict(english[0], count=2)])
    spoken = {language: f"{language}.txt" for language in shipped.files("grammar-languages")}
    for language, file in spoken.items():
        link(folder / "grammar-languages" / file, shipped.path("grammar-languages", language))
    groups = {group: name for name, members in WRITTEN.items() for group in members.split()}
    readings = {name: f"{name}.tsv" for name in ("pauses-of-written-calls", *(f"places-{n}" for n in PLACE_FILES))}
    general = "places-real places-doubtful places-general places-general-more"
    lists = {name: f"{name}.json" for name in ("all", "harper-valley-transcripts")}
    read_speech = {name: f"{name}.json" for name in ("english-read", "english-mandarin")}
    parts = [
        section("written-calls", written, groups),
        section("readings", readings, {"general": general}),
        section("labelled-calls", lists, {}),
        section("read-speech", read_speech, {}),
        section("grammar-languages", spoken, {}),
    ]
    write_text(folder / "manifest.toml", "\n".join(parts))
    return folder / "manifest.toml"


def section(name: str, files: dict[str, str], groups: dict[str, str]) -> str:
    """A section of a manifest as TOML."""
    lines = [f"[{name}]", f'folder = "{name}"', f"[{name}.groups]"]
    lines += [f'{group} = {{ members = "{members}" }}' for group, members in groups.items()]
    lines += [f"[{name}.files]", *(f'{file} = {{ file = "{path}" }}' for file, path in files.items())]
    return "\n".join(lines) + "\n"


def write_language_model(data: Path, manifest: Path) -> None:
    """A language model of two small layers that knows nothing, in the place of SmolLM2."""
    from ..text import tiny_language_model

    random.seed(0)
    texts = [str(path) for path in Manifest(manifest).files("written-calls").values()]
    tiny_language_model.main(str((data / LANGUAGE_MODEL).parent), *texts)


def write_text(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf8")


def write_json(path: Path, value: object) -> None:
    write_text(path, json.dumps(value))


def link(path: Path, target: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.symlink_to(target)
