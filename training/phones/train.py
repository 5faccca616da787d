"""Trains the phone recogniser. Out: OUT/recogniser.pt, with what it mishears of recordings it was not trained on.

    python -m training.phones.train --out DATA/phones --without zeroth --minutes 4
    python -m training.phones.train --out DATA/phones --minutes 10

The first is trained on no Korean person, and kept for what it mishears of one: OUT/without-zeroth.pt, which
endings.py reads.
"""

import argparse
import json
from pathlib import Path

import numpy as np
import torch
from torch import nn

from ..lid.language_encoder import WIDTH
from ..shared.teaching import Clock, RunningMean, rate_at
from .alphabet import codes
from .recogniser import Confusions, PhoneRecogniser, heard_phones

RATE, BATCH, PILES, HELD, MASKED = 1.5e-3, 24, 8, 25, 0.06
# Weight of a source, however many recordings it has.
SHARE = {
    "so762": 1.5,
    "msc": 1.5,
    "dev-clean": 1.5,
    "kerstin": 1,
    "nathalie": 0.7,
    "flemishguy": 0.7,
    "made": 0.5,
    "phrases": 0.5,
    "larynx": 0.3,
    "fleurs": 0.3,
    "zeroth": 1,
}
# Phones in a frame at most: more than that cannot be told apart.
DENSEST = 0.45


class Recording:
    def __init__(self, row, frames):
        self.source, self.frames, self.said = row["source"], frames, codes(row["phones"])


def load(folder):
    rows = [json.loads(line) for line in open(folder / "transcripts.jsonl")]
    found = []
    for path in sorted(folder.glob("frames-*.json")):
        stored = np.memmap(path.with_suffix(".f16"), np.float16, "r").reshape(-1, WIDTH)
        found += [
            Recording(rows[number], stored[at : at + count]) for number, at, count in json.loads(path.read_text())
        ]
    return [recording for recording in found if 0 < len(recording.said) < DENSEST * len(recording.frames)]


def batch_of(recordings):
    """-> frames [batch, longest, 384], number of frames of each, phones of each"""
    lengths = [len(recording.frames) for recording in recordings]
    frames = np.zeros((len(recordings), max(lengths), WIDTH), np.float32)
    for i, recording in enumerate(recordings):
        frames[i, : lengths[i]] = recording.frames
    return torch.tensor(frames), lengths, [recording.said for recording in recordings]


def batches(recordings, rng):
    """Yields batches without end: recordings are drawn by source, those of similar length together."""
    counts = {source: sum(r.source == source for r in recordings) for source in {r.source for r in recordings}}
    chance = np.array([SHARE.get(r.source, 1) / counts[r.source] for r in recordings])
    while True:
        drawn = sorted(
            rng.choice(len(recordings), BATCH * PILES, p=chance / chance.sum()), key=lambda i: len(recordings[i].frames)
        )
        for pile in rng.permutation(PILES):
            yield batch_of([recordings[i] for i in drawn[pile * BATCH : (pile + 1) * BATCH]])


@torch.no_grad()
def misheard(network, recordings):
    """What the network, without dropout, mishears of each source."""
    found = {source: Confusions() for source in sorted({r.source for r in recordings})}
    for recording in recordings:
        logits = network(torch.tensor(np.array(recording.frames, np.float32))[None])[0].numpy()
        found[recording.source].compare(recording.said, heard_phones(logits))
    return found


def loss_of(network, frames, lengths, said):
    """The loss with frames a little louder or softer, and some of them hidden."""
    frames = frames * (1 + 0.1 * torch.randn(len(frames), 1, 1)) * (torch.rand(*frames.shape[:2], 1) > MASKED)
    likely = torch.log_softmax(network(frames), dim=-1).transpose(0, 1)
    return nn.functional.ctc_loss(
        likely,
        torch.tensor(sum(said, [])),
        torch.tensor(lengths),
        torch.tensor([len(one) for one in said]),
        zero_infinity=True,
    )


def teach(options):
    torch.manual_seed(0)
    rng, recordings = np.random.default_rng(0), load(options.out)
    strange = [recording for recording in recordings if recording.source == options.without]
    if options.without and not strange:
        raise SystemExit(f"no recording of {options.without} in {options.out}")
    recordings = [recording for recording in recordings if recording.source != options.without]
    held = recordings[::HELD]
    taught = [recording for i, recording in enumerate(recordings) if i % HELD]
    network = PhoneRecogniser()
    mean = RunningMean(network, slack=0)
    optimizer, clock = torch.optim.AdamW(network.parameters(), RATE, weight_decay=0.01), Clock(options)
    for batch in batches(taught, rng):
        rate_at(optimizer, RATE, clock.step, clock.done)
        loss = loss_of(network, *batch)
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        optimizer.step()
        mean.follow(network)
        if clock.tick():
            found = misheard(mean.network, held)
            clock.report(
                loss=round(float(loss.detach()), 3),
                **{source: round(one.error_rate, 3) for source, one in found.items()},
            )
            if clock.done >= 1:
                break
    found = (
        misheard(mean.network, strange)
        if strange
        else {source: one for source, one in found.items() if source != "made"}
    )
    kept = dict(
        network=mean.network.state_dict(),
        counts=sum(one.counts for one in found.values()),
        added=sum(one.added for one in found.values()),
    )
    torch.save(kept, options.out / (f"without-{options.without}.pt" if strange else "recogniser.pt"))
    print("kept, error rates:", {source: round(one.error_rate, 3) for source, one in found.items()})
    print(
        f"{len(taught)} recordings taught, {len(held)} held out, "
        f"{sum(len(r.frames) for r in taught) / 50 / 3600:.1f} hours, {clock.step} steps"
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, required=True, help="folder of transcripts.py and frames.py")
    parser.add_argument("--without", help="a source that is left out; what is misheard of it is saved")
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--every", type=float, default=120, help="seconds between reports")
    teach(parser.parse_args())
