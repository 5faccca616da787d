"""Impulse responses of rooms with several people and one microphone, by the image method.

    python -m training.voices.room_responses --out DATA/responses.npz --rooms 300

Rooms of 2.5 to 10 m, reverberation of 0.15 to 0.8 s, a microphone on the table, on a wall or under the ceiling, and
four people 0.3 to 5 m from it. Each response begins with the direct sound of its own person at a fixed place, so that
labels made from dry speech fit.
"""

import argparse
from pathlib import Path

import numpy as np
import pyroomacoustics

RATE = 16000
PEOPLE = 4
LEAD = 32  # samples before the direct sound


def one_room(rng):
    """[PEOPLE][samples] responses of one room, the loudest direct sound of the room at 1."""
    size = np.array([rng.uniform(2.5, 10), rng.uniform(2.5, 8), rng.uniform(2.3, 3.8)])
    decay = rng.uniform(0.15, 0.8)
    absorption, order = pyroomacoustics.inverse_sabine(decay, size)
    room = pyroomacoustics.ShoeBox(
        size, fs=RATE, materials=pyroomacoustics.Material(min(absorption, 0.95)), max_order=min(order, 22)
    )
    margin = 0.3
    kind = rng.random()
    height = rng.uniform(0.7, 1.1) if kind < 0.6 else rng.uniform(1.0, size[2] - margin)
    microphone = np.array([*(margin + rng.random(2) * (size[:2] - 2 * margin)), height])
    room.add_microphone(microphone)
    added = 0
    while added < PEOPLE:
        distance, angle = rng.uniform(0.3, 5) ** rng.uniform(0.6, 1), rng.uniform(0, 2 * np.pi)
        place = microphone + distance * np.array([np.cos(angle), np.sin(angle), 0])
        place[2] = rng.uniform(1.0, min(1.8, size[2] - margin))
        if np.all(place > margin) and np.all(place < size - margin):
            room.add_source(place)
            added += 1
    room.compute_rir()
    responses = [np.asarray(response, np.float32) for response in room.rir[0]]
    length = int(min(decay * 1.1 + 0.05, 0.7) * RATE)
    cut = []
    for response in responses:
        direct = int(np.argmax(np.abs(response) > 0.3 * np.abs(response).max()))
        response = np.pad(response, (LEAD, length))[direct : direct + length]
        cut.append(response)
    loudest = max(np.abs(response).max() for response in cut)
    return np.stack(cut) / loudest


def main(options):
    rng = np.random.default_rng(options.seed)
    found = []
    while len(found) < options.rooms:
        found.append(one_room(rng).astype(np.float16))
    lengths = [response.shape[1] for response in found]
    packed = np.concatenate([response.reshape(-1) for response in found])
    np.savez(options.out, packed=packed, lengths=np.array(lengths))
    print(f"{len(found)} rooms, {np.mean(lengths) / RATE:.2f} s on average")


def read(path):
    """The responses of every room, [PEOPLE][samples] each."""
    found = np.load(path)
    packed, at, rooms = found["packed"].astype(np.float32), 0, []
    for length in found["lengths"]:
        rooms.append(packed[at : at + PEOPLE * length].reshape(PEOPLE, length))
        at += PEOPLE * length
    return rooms


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--rooms", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    main(parser.parse_args())
