"""Cuts the sound that the recogniser decodes at each pause of calls, utterances or corpus rows, for decode-windows.mjs.

A window begins as in the product (src/engine/transcript): at the start of the turn. Once that is more than 8 s ago,
it begins at a later run of speech, at most 5 s ago.
"""

import argparse
import glob
import json
import pickle
from pathlib import Path

import numpy as np

from ..shared.audio import RATE, Vad, load, room_tone, telephone

LONGEST_SEC = 8.0
"""A window that would be longer begins at a later run of speech."""
CUT_SEC = 5.0
"""The longest window after such a cut, if the pauses of the turn allow it."""
CUT_PAUSE_SEC = 0.25
"""The shortest pause before a run of speech at which a window may begin."""
PRE_ROLL_SEC = 0.2
"""Sound kept before speech."""
SILENCE_SEC = 0.2
"""Silence at the end of the window of an utterance, at most."""
STEP_SEC, VAD_SILENCE_SEC = 0.1, 0.096
"""Grid of the engine, and how much silence voice activity takes to notice it."""


def judged_at(end, after=None):
    """The second at which the engine asks how a pause sounds whose speech ended at `end`.

    That is the first grid step after 0.1 s of silence, which voice activity takes to notice it (src/engine/session).
    With `after`, that much silence: the time of the recheck.
    """
    return np.ceil((end + VAD_SILENCE_SEC) / STEP_SEC - 1e-6) * STEP_SEC if after is None else end + after


class Writer:
    def __init__(self, folder):
        Path(folder).mkdir(parents=True, exist_ok=True)
        self.sound = open(f"{folder}/windows.f32", "wb")
        self.index = open(f"{folder}/windows.jsonl", "w", encoding="utf8")
        self.offset = self.count = 0

    def add(self, samples, **meta):
        samples = np.ascontiguousarray(samples, np.float32)
        if len(samples) < 1600:
            samples = np.pad(samples, (1600 - len(samples), 0))
        self.sound.write(samples.tobytes())
        self.index.write(json.dumps(dict(offset=self.offset, length=len(samples), **meta)) + "\n")
        self.offset += len(samples)
        self.count += 1


class TurnWindows:
    """The product's transcript of a turn: where the window of each pause begins, and which earlier windows' text
    precedes it.
    """

    def __init__(self):
        self.runs = []  # (start, whether a cut is allowed there, earlier windows)
        self.kept = []
        self.last = None
        self.last_end = -np.inf

    def window(self, run_start, speech_end, heard_to):
        """The second from which to decode up to `heard_to`, in the pause after the run [run_start, speech_end]."""
        before = self.kept + ([self.last] if self.last is not None else [])
        self.runs.append((max(0.0, run_start - PRE_ROLL_SEC), run_start - self.last_end >= CUT_PAUSE_SEC, before))
        self.last_end = speech_end
        later = self.runs[1:]
        if heard_to - self.runs[0][0] > LONGEST_SEC and later:
            places = [run for run in later if run[1]]
            short = [run for run in places if heard_to - run[0] <= CUT_SEC]
            chosen = (short[:1] or places[-1:] or later[-1:])[0]
            self.kept = chosen[2]
            self.runs = self.runs[self.runs.index(chosen) :]
        return max(self.runs[0][0], heard_to - LONGEST_SEC)


def from_calls(path, out, after=None):
    data = pickle.load(open(path, "rb"))
    turns, contexts = {}, {}
    for row in data["rows"]:
        sound = data["sounds"][row["call"]]
        key = (row["call"], row["speaker"], row["turn_start"])
        heard = turns.setdefault(key, TurnWindows())
        end = judged_at(row["end"], after)
        begin = heard.window(row["start"], row["end"], end)
        before = previous_turn(sound["segments"], row["speaker"], row["turn_start"])
        context = None
        if before:
            context_key = (row["call"], before)
            if context_key not in contexts:
                contexts[context_key] = out.count
                start, stop, channel = before
                out.add(
                    sound["audio"][channel][
                        max(0, int((max(start, stop - 15) - 0.1) * RATE)) : int((stop + 0.15) * RATE)
                    ],
                    kind="context",
                )
            context = contexts[context_key]
        heard.last = out.count
        meta = {k: row[k] for k in ("call", "group", "speaker", "turn_start", "start", "end", "duration", "label")}
        # Other scorers that use sound alone get up to 8 s of the turn. The recogniser skips what is before its window.
        whole = max(0.0, row["turn_start"] - PRE_ROLL_SEC, end - LONGEST_SEC)
        skip = int(begin * RATE) - int(min(whole, begin) * RATE)
        out.add(
            sound["audio"][row["channel"]][int(min(whole, begin) * RATE) : int(end * RATE)],
            kind="pause",
            skip=skip,
            context=context,
            kept=heard.kept,
            turn_from=max(0.0, row["turn_start"] - PRE_ROLL_SEC),
            **meta,
        )


def previous_turn(segments, speaker, turn_start):
    """(start, end, channel) of the other person's last turn before this one, or None. This speaker may have spoken
    since.
    """
    before = [s for s in segments if s[0] < turn_start - 0.05 and s[2] is not None]
    while before and before[-1][2] == speaker:
        before.pop()
    other = []
    while before and before[-1][2] != speaker:
        other.append(before.pop())
    return (min(s[0] for s in other), max(s[1] for s in other), other[0][3]) if other else None


def from_utterances(specs, vad, rng, out):
    """Pauses inside single utterances are holds, their ends are turn ends.

    The end of a recording has no natural silence after it. So the last 0.2 s of every window are room tone of the
    same recording: digital silence would give the end away.
    """
    for spec in specs:
        source, rest = spec.split("=", 1)
        pattern, count = rest.rsplit(",", 1)
        paths = sorted(glob.glob(pattern, recursive=True))
        for path in [paths[i] for i in rng.permutation(len(paths))[: int(count)]]:
            samples = load(path)
            samples = samples if samples.ndim == 1 else samples.mean(0)
            if rng.random() < 0.5:
                samples = telephone(samples)
            samples = samples * 10 ** rng.uniform(-0.5, 0.2)
            found = vad.segments(samples, min_silence=0.19)
            if not found or found[-1][1] - found[0][0] < 0.4:
                continue
            tone = room_tone(samples, int(SILENCE_SEC * RATE), rng)
            heard = TurnWindows()
            for i, (start, end) in enumerate(found):
                silence = rng.uniform(0.1, SILENCE_SEC)
                begin = heard.window(start, end, end + silence)
                heard.last = out.count
                window = np.concatenate(
                    [samples[int(begin * RATE) : int((end + 0.02) * RATE)], tone[: int((silence - 0.02) * RATE)]]
                )
                last = i + 1 == len(found)
                out.add(
                    window,
                    kind="pause",
                    source=source,
                    speaker=path.split("/")[-2],
                    path="/".join(path.split("/")[-2:]),
                    kept=heard.kept,
                    label="eot" if last else "hold",
                    duration=0.0 if last else found[i + 1][0] - end,
                    start=start,
                    end=end,
                    turn_start=found[0][0],
                )
        print(f"{source}: {out.count} windows so far", flush=True)


def from_rows(path, language, limit, out, after=None):
    """Windows of a corpus of turns with silence spans (corpora/README.md): the last span of a row is its end, the
    others are holds.
    """
    folder = Path(path).parent
    rows = [
        r for r in map(json.loads, open(path, encoding="utf8")) if r["language"] == language and r.get("silence_spans")
    ][:limit]
    for number, row in enumerate(rows):
        samples = load(str(folder / row["audio"]))
        samples = samples if samples.ndim == 1 else samples.mean(0)
        heard, begin = TurnWindows(), None
        spans = row["silence_spans"]
        context = next((m["content"] for m in reversed(row.get("messages", [])) if m["role"] == "assistant"), "")
        for i, span in enumerate(spans):
            start = spans[i - 1]["end"] if i else max(0.0, row["words"][0]["start"] if row.get("words") else 0.0)
            end = judged_at(span["start"], after)
            begin = heard.window(start, span["start"], end)
            heard.last = out.count
            out.add(
                samples[int(begin * RATE) : int(end * RATE)],
                kind="pause",
                call=row["id"],
                group=f"part {number % 5}",
                speaker="user",
                turn_start=0.0,
                context_text=context,
                kept=heard.kept,
                start=start,
                end=span["start"],
                duration=span["end"] - span["start"],
                label="eot" if i + 1 == len(spans) else "hold",
            )


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--calls", help="calls.pkl of calls.labelled")
    parser.add_argument(
        "--after",
        type=float,
        help="seconds of silence at the end of windows of calls and rows, for the recheck",
    )
    parser.add_argument("--utterances", nargs="*", default=[], help="source=glob,count")
    parser.add_argument("--rows", help="rows.jsonl of a corpus")
    parser.add_argument("--language", default="en")
    parser.add_argument("--limit", type=int)
    parser.add_argument("--vad")
    parser.add_argument("--seed", type=int, default=3)
    parser.add_argument("--out", required=True)
    options = parser.parse_args()
    out = Writer(options.out)
    if options.calls:
        from_calls(options.calls, out, options.after)
    if options.rows:
        from_rows(options.rows, options.language, options.limit, out, options.after)
    if options.utterances:
        from_utterances(options.utterances, Vad(options.vad), np.random.default_rng(options.seed), out)
    print(f"{out.count} windows")


if __name__ == "__main__":
    main()
