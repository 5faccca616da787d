"""How much of people's Korean the phone recogniser mishears, on recordings that may be measured and not learned from.

    python -m training.phones.measure --out DATA/phones --korean DATA/korean

emotiontts/emotiontts_open_db (CC BY-NC-SA 4.0): sentences of 41 people. 220 of them were drawn once, without figures
and under 16 s.
"""

import argparse
import random
import re
from pathlib import Path

import numpy as np
import torch

from ..voices.corpora import RATE, read_16k
from .alphabet import codes
from .frames import frames_of, language_encoder
from .hangul import spoken
from .recogniser import Confusions, PhoneRecogniser, heard_phones

MOST, LEAST_PHONES, SHORTEST_SEC, LONGEST_SEC = 220, 6, 0.5, 16


def text_of(path):
    """The text of a file in UTF-8 or in the Korean code page of Windows."""
    written = path.read_bytes()
    try:
        return written.decode("utf-8-sig")
    except UnicodeDecodeError:
        return written.decode("cp949", "ignore")


def sentences(folder):
    """Yields (phones, samples)."""
    texts = sorted(folder.rglob("transcript/*.txt"))
    random.Random(3).shuffle(texts)
    for path in texts:
        words, recording = text_of(path), path.parent.parent / f"wav/{path.stem}.wav"
        said = spoken(words)
        samples = (
            read_16k(recording)
            if recording.exists() and len(said) >= LEAST_PHONES and not re.search("[0-9]", words)
            else None
        )
        if samples is not None and SHORTEST_SEC * RATE < len(samples) < LONGEST_SEC * RATE:
            yield said, samples.astype(np.float32)


@torch.inference_mode()
def measure(options):
    network, hear, found = PhoneRecogniser().eval(), language_encoder(), Confusions()
    network.load_state_dict(torch.load(options.out / "recogniser.pt", weights_only=False)["network"])
    for _, (said, samples) in zip(range(MOST), sentences(options.korean)):
        frames = torch.tensor(frames_of(samples, hear).astype(np.float32))
        found.compare(codes(said), heard_phones(network(frames[None])[0].numpy()))
    phones = int(found.counts.sum())
    print(
        f"{phones} phones: error rate {found.error_rate:.3f}, of it not heard "
        f"{found.counts[1:, 0].sum() / phones:.3f}, heard of nothing "
        f"{found.added.sum() / phones:.3f}"
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, required=True, help="folder of train.py")
    parser.add_argument("--korean", type=Path, required=True, help="checkout of emotiontts_open_db")
    measure(parser.parse_args())
