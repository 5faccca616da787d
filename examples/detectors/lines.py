"""Reads the lines of `turnwire eval --detector` and writes one answer to each (docs/detectors.md)."""

import base64
import json
import sys


def run(new_detector):
    """new_detector(line) -> a detector for one recording, with `audio(pcm, t)` and, if it wants, `agent(line)`.

    Both return an answer, e.g. {"score": 0.4} or {"events": [{"type": "turn.end"}]}, or None for nothing.
    """
    detector = None
    for text in sys.stdin:
        line = json.loads(text)
        answer = None
        if line["type"] == "recording.start":
            detector = new_detector(line)
        elif line["type"] == "audio":
            answer = detector.audio(base64.b64decode(line["pcm"]), line["t"])
        elif line["type"] == "agent.speech" and hasattr(detector, "agent"):
            answer = detector.agent(line)
        print(json.dumps(answer or {}), flush=True)


class Timeout:
    """Ends a turn after `sec` of silence."""

    def __init__(self, sec):
        self.sec = sec
        self.last_speech = None

    def answer(self, is_speech, t):
        if is_speech:
            self.last_speech = t
        elif self.last_speech is not None and t - self.last_speech >= self.sec - 1e-6:
            self.last_speech = None
            return {"events": [{"type": "turn.end", "by": "timeout"}]}
        return None
