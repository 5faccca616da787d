"""Labels the pauses and turn ends of real two-party calls.

A segment is speech between two silences of 0.19 s or more (Silero). Its end is a `hold` if the same person speaks
next, and an `eot` if the other one takes the floor. With a channel for each person that follows from the channels
alone, except for the segments in `aside`: backchannels, noise and talk over each other, found by listening. For a
call in one channel, `turns` gives the speaker of each segment by its start. `group` joins calls that share a speaker.
Times are seconds in the call.

Channels of different length end together. HarperValleyBank's agents are recorded from up to 2.1 s after its callers,
as `offset_ms` less `start_ms` of its transcripts says too.
"""

import argparse
import json
import pickle
from typing import Any

import numpy as np

from ..measure.score_point import counted
from ..shared.audio import Vad, load
from ..shared.manifest import MANIFEST, Manifest, add_manifest_option


def lists(names, manifest=MANIFEST):
    """Paths of the lists of calls with these names, or in these groups, in the manifest."""
    manifest = Manifest(manifest)
    return [manifest.path("labelled-calls", name) for name in manifest.names("labelled-calls", names)]


def near(value, values, tolerance=0.12):
    return any(abs(value - v) <= tolerance for v in values)


def channel_segments(call, folders, vad):
    """[(start, end, channel)] in time order, and the samples of each channel, padded to the length of the call."""
    found, audio = [], {}
    for channel, path in call["files"].items():
        samples = load(folders[path.split("/")[0]] + "/" + path.split("/", 1)[1])
        audio[channel] = samples if samples.ndim == 1 else samples.mean(0)
    length = max(map(len, audio.values()))
    for channel, samples in audio.items():
        audio[channel] = np.concatenate([np.zeros(length - len(samples), np.float32), samples])
        for start, end in vad.segments(audio[channel], min_silence=0.19):
            found.append((start, end, channel))
    found.sort()
    return found, audio


def speaker_of(call, start, channel):
    if "turns" not in call:
        return channel
    return next((s for s, a, b in call["turns"] if a - 0.12 <= start < b), None)


def pauses(name, call, folders, vad):
    segments, audio = channel_segments(call, folders, vad)
    kept = [(a, b, speaker_of(call, a, c), c) for a, b, c in segments if not near(a, call.get("aside", []))]
    rows, turn_start = [], {}
    for i, (start, end, speaker, channel) in enumerate(kept):
        if speaker is None:
            continue
        turn_start.setdefault(speaker, start)
        own = next((s for s in kept[i + 1 :] if s[2] == speaker), None)
        other: Any = next((s for s in kept[i + 1 :] if s[2] not in (speaker, None)), None)
        overlapping = [s for s in kept[:i] if s[2] not in (speaker, None) and s[1] > end]
        if call.get("agent_only"):
            gap = own[0] - end if own else 9
            label = "eot" if near(end, call["ends"]) or own is None else "hold"
            following = end + gap
        elif overlapping:
            label, following = "aside", None
        elif other is None and own is None:
            label, following = "aside", None
        elif own is None or (other and other[0] < own[0]):
            label, following = "eot", other[0]
        else:
            label, following = "hold", own[0]
        if near(start, call.get("unsure", [])):
            label = "aside"
        rows.append(
            dict(
                call=name,
                group=call.get("group", name),
                speaker=speaker,
                channel=channel,
                turn_start=turn_start[speaker],
                start=start,
                end=end,
                duration=(following - end) if following else 0.0,
                label=label,
            )
        )
        if label != "hold":
            turn_start.pop(speaker, None)
    return rows, audio, kept


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", action="append", default=[], help="name=path of a folder named in the lists")
    add_manifest_option(parser)
    parser.add_argument("--lists", nargs="+", default=["all"], help="lists of calls: names or groups of the manifest")
    parser.add_argument("--vad", required=True)
    parser.add_argument("--out", required=True)
    options = parser.parse_args()
    listed = [json.loads(path.read_text()) for path in lists(options.lists, options.manifest)]
    folders = dict(f.split("=", 1) for f in options.folder)
    vad = Vad(options.vad)
    table, sounds = [], {}
    for name, call in [entry for calls in listed for entry in calls.items()]:
        rows, audio, kept = pauses(name, call, folders, vad)
        table += rows
        sounds[name] = dict(
            audio=audio,
            segments=kept,
            all={c: [s[:2] for s in vad.segments(a, min_silence=0.19)] for c, a in audio.items()},
        )
        found = {label: sum(r["label"] == label for r in rows) for label in ("hold", "eot", "aside")}
        print(
            f"{name:12s} hold {found['hold']:3d} ({sum(r['label'] == 'hold' for r in counted(rows))} "
            f"that count)  eot {found['eot']:3d}  aside {found['aside']:3d}"
        )
    pickle.dump(dict(rows=table, sounds=sounds), open(options.out, "wb"))


if __name__ == "__main__":
    main()
