"""Measures the end-of-turn score in rooms, and writes rooms.md.

The pauses of labelled calls, mixed to one channel, are heard by the room engine (calls/run-rooms.mjs) and scored by a
sound head and a fusion that heard nothing of the call. Beside them stand the same pauses as a stream hears them.
"""

import argparse
import json
from datetime import date
from pathlib import Path

import numpy as np

from ..calls import decoded
from ..fusion import recheck
from ..fusion.fit import SOUND_STRENGTH, default_fit, kept_fields, with_text
from ..fusion.heads import Linear, Pauses, cross_fitted, log_loss
from ..text.scorer import scorer
from .report import HEADING, compared, machine
from .score_point import counted, silence_latency

ABOUT = """# Turn ends in rooms

Real calls of two people, both channels mixed into one, as the room engine hears them (the step `rooms-measure` of
`training/README.md`; the calls are those of `end-of-turn.md`). A pause is a silence of both sides; it ends a turn
if the other side speaks next. From the one channel the engine itself guesses whose words a pause is judged by, and
what they answer. Sound head and fusion never heard the call that they judge; the text head learned from none of
them. All are development data: how voices are told apart was chosen with these calls in sight. No room of three or
more voices is among them.
"""


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--calls", required=True, help="folder of decoded call windows")
    parser.add_argument("--rooms", required=True, help="folder of calls/run-rooms.mjs")
    parser.add_argument("--read", help="folder of decoded windows of read speech, for `alone`")
    parser.add_argument("--models", default="models")
    parser.add_argument("--repeats", type=int, default=400)
    parser.add_argument("--out", required=True, help="folder")
    parser.add_argument("--scores", help="file for the held-out scores of every pause (JSON lines)")
    options = parser.parse_args()
    text_head = scorer(f"{options.models}/eot-text/eot-text.onnx")
    line = json.load(open(f"{options.models}/eot-fusion/fusion.json"))["silence"]
    calls, rooms = (with_text(counted(decoded.read(folder)), text_head) for folder in (options.calls, options.rooms))
    read = options.read and Pauses(with_text(counted(decoded.read(options.read)), text_head))
    heads = {"sound": lambda: Linear(SOUND_STRENGTH)}
    fit = default_fit(heads, read)
    streamed, scored, _ = cross_fitted(fit, Pauses(calls), dict(rooms=Pauses(rooms)))
    room = scored["rooms"]
    lasting, again = recheck.rechecked(options.calls, calls)
    places, rooms_again = recheck.rechecked(options.rooms, rooms)
    streamed_again, scored, _ = cross_fitted(
        fit, Pauses(with_text(again, text_head)), dict(rooms=Pauses(with_text(rooms_again, text_head)))
    )
    later = recheck.final_scores(room, places, scored["rooms"], line)
    if options.scores:
        held_out = (
            kept_fields(row) | dict(scores=dict(full=float(score)), later=float(last))
            for row, score, last in zip(rooms, room, later)
        )
        Path(options.scores).write_text("".join(json.dumps(line) + "\n" for line in held_out))
    known = {
        recheck.key(row): scores
        for row, *scores in zip(calls, streamed, recheck.final_scores(streamed, lasting, streamed_again, line))
    }
    streams = np.array([known[recheck.key(r)] for r in rooms])
    hold, duration = np.array([r["label"] == "hold" for r in rooms]), np.array([r["duration"] for r in rooms])
    groups = {r["group"] for r in rooms}
    rng = np.random.default_rng(1)
    alone = [silence_latency(duration[hold], budget) * 1000 for budget in (0.10, 0.05)]
    text = [
        ABOUT,
        f"{date.today()}, {machine()}. {len({r['call'] for r in rooms})} calls in "
        f"{len(groups)} groups held out in turn, {hold.sum()} pauses in which nobody speaks, "
        f"{(~hold).sum()} turn ends; {sum(bool(r['context']) for r in rooms)} of them "
        f"after words of another voice. Silence only: {alone[0]:.0f} ms at 10%, {alone[1]:.0f} ms "
        "at 5% false cut-offs.",
        "",
        HEADING,
    ]
    for name, values, standing in (
        ("a room", room, later),
        ("a room, no recheck", room, room),
        ("a stream, each channel by itself, at the same pauses", *streams.T),
    ):
        text.append(compared(name, values, recheck.with_later(rooms, standing), line, rng, options.repeats)[-1])
        print(text[-1], f"log loss {log_loss(values, ~hold):.3f}", flush=True)
    text += ["", "What the shipped profiles do there: [turn-ends-room.md](turn-ends-room.md)."]
    Path(options.out).mkdir(parents=True, exist_ok=True)
    (Path(options.out) / "rooms.md").write_text("\n".join(text) + "\n")
    print("\n".join(text[4:]))


if __name__ == "__main__":
    main()
