"""Trains the phones from frames to ONNX files, on sample calls and invented phones, in under a minute.

python -m training.phones.smoke
"""

import json
import tempfile
from pathlib import Path

from ..shared.smoke_steps import steps_of
from .alphabet import PHONES
from .frames import ROOT

RECORDINGS = 8
DIALOGUES = "Q,A,label\n" + "밥 먹고 집에 갔어요.,정말 잘 했네요!,0\n비가 오면 안 가요.,내일은 맑을 것 같아요.,0\n" * 40
REVIEW = [{"review": "처음에는 재미가 없었지만, 끝이 정말 좋았다. 다시 보고 싶은 영화입니다!"}]

run = steps_of("phones")

if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with open(folder / "transcripts.jsonl", "w") as file:
            for i, path in enumerate(sorted((ROOT / "corpora/sample-calls/audio").glob("*.flac"))[:RECORDINGS]):
                file.write(json.dumps(dict(path=str(path), source="sample" if i else "zeroth", phones=PHONES)) + "\n")
        (folder / "dialogues.csv").write_text(DIALOGUES)
        (folder / "reviews").mkdir()
        (folder / "reviews/1.json").write_text(json.dumps(REVIEW, ensure_ascii=False))
        run("frames", "--out", folder)
        run("train", "--out", folder, "--without", "zeroth", "--minutes", 0.05)
        run("train", "--out", folder, "--minutes", 0.1)
        run(
            "endings",
            "--out",
            folder,
            "--dialogues",
            folder / "dialogues.csv",
            "--reviews",
            folder / "reviews",
            "--minutes",
            0.1,
        )
        run("export", "--out", folder, "--models", folder / "models")
        print("smoke run passed")
