"""Trains the separation network: masks that leave one of two voices which speak at once.

    python -m training.voices.separation --speech DATA/separation --noise DATA/noise-rooms \\
        --out models/voice-separator --minutes 75 --processes 2

Learned is the spectrum of each voice alone, its magnitudes under a square root, with the mixture's phases. Printed, for
mixtures of people kept out of training: the loss, and how much nearer each voice is to itself alone than the mixture is
(scale-invariant ratio of signal to distortion where both speak, decibels), on average, for the weaker one, and the
share that wins less than 1 dB. Processes share the gradient; each has one core.
"""

import argparse
import os
import tempfile
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import torch
from torch import distributed, multiprocessing, nn

from ..shared.half_precision import halved
from ..shared.teaching import Clock, RunningMean, fast_products, rate_at
from .corpora import RATE
from .separation_mixtures import Mixtures
from .separation_network import EMBEDDING, HOP, SeparationNetwork, Shipped, log_power, sounds, spectra

LENGTH = 4 * RATE // HOP * HOP
FLOOR = 1e-5
BLOCK = RATE // 10


def power_of(found):
    return found.real**2 + found.imag**2


def parted(network, mixed, vectors):
    """Masks [batch, 3, frames, BINS] of spectra."""
    with fast_products():
        return network(log_power(power_of(mixed)), vectors[:, 0], vectors[:, 1])


def distance(masks, mixed, voices):
    """@param mixed: spectra [batch, BINS, frames]; voices: [batch, 2, BINS, frames]"""
    power = power_of(mixed)
    scale = power.mean((1, 2), keepdim=True).sqrt() + 1e-8
    heard = power.sqrt() + 1e-8
    loss = torch.zeros(())
    for number in range(2):
        voice = voices[:, number]
        alone = power_of(voice).sqrt() + 1e-8
        turned = (voice.real * mixed.real + voice.imag * mixed.imag) / (alone * heard)
        ours = (masks[:, number].transpose(1, 2) * heard / scale + FLOOR).sqrt()
        theirs = (alone / scale + FLOOR).sqrt()
        # The magnitudes' difference, and as much again for the phase.
        loss = loss + (ours**2 + theirs**2 - ours * theirs * (1 + turned)).mean()
    return loss


def nearness(found, voice):
    """Scale-invariant ratio of signal to distortion, decibels."""
    signal = (found * voice).sum() / ((voice * voice).sum() + 1e-9) * voice
    return float(10 * torch.log10((signal**2).sum() / (((found - signal) ** 2).sum() + 1e-9) + 1e-9))


def both_speak(voices):
    """[2, samples] -> where both speak, [samples] bool, in blocks of 0.1 s"""
    loud = (voices.abs().unfold(-1, BLOCK, BLOCK).amax(-1) > 0.003).all(0).repeat_interleave(BLOCK)
    return nn.functional.pad(loud, (0, voices.shape[1] - len(loud)))


@torch.inference_mode()
def measured(network, held):
    losses, before, after = [], [], []
    for voices, mixture, vectors in zip(*(some.split(16) for some in held)):
        mixed = spectra(mixture)
        masks = parted(network, mixed, vectors)
        losses.append(float(distance(masks, mixed, torch.stack([spectra(voices[:, n]) for n in (0, 1)], 1))))
        found = [sounds(mixed * masks[:, n].transpose(1, 2), mixture.shape[1]) for n in (0, 1)]
        for row in range(len(mixture)):
            both = both_speak(voices[row])
            if both.sum() >= 4 * BLOCK:
                for number in (0, 1):
                    voice = voices[row, number][both]
                    before.append(nearness(mixture[row][both], voice))
                    after.append(nearness(found[number][row][both], voice))
    gain, weak = np.subtract(after, before), np.array(before) < 0
    return {
        "held": round(float(np.mean(losses)), 4),
        "gain": round(float(gain.mean()), 2),
        "weaker": round(float(gain[weak].mean()), 2),
        "below_1": round(float((gain < 1).mean()), 2),
    }


def average(network, processes):
    """The mean gradient of all processes."""
    gradients = [weights.grad for weights in network.parameters()]
    flat = torch.cat([gradient.flatten() for gradient in gradients])
    distributed.all_reduce(flat)
    at = 0
    for gradient in gradients:
        gradient.copy_(flat[at : at + gradient.numel()].view_as(gradient) / processes)
        at += gradient.numel()


def is_over(clock):
    """Whether the first process's time is over; the others follow it."""
    over = torch.tensor([float(clock.done >= 1)])
    distributed.broadcast(over, 0)
    return over > 0


def learn(process, options, meeting_point):
    torch.set_num_threads(1)
    torch.manual_seed(options.seed)
    where = f"file://{meeting_point}"
    distributed.init_process_group("gloo", init_method=where, rank=process, world_size=options.processes)
    rng = np.random.default_rng([options.seed, process])
    mixtures = Mixtures(options.speech, options.noise, "train")
    kept_out = Mixtures(options.speech, options.noise, "dev").batch(options.held, LENGTH, np.random.default_rng(7))
    held = [torch.from_numpy(some) for some in kept_out]
    network = SeparationNetwork()
    mean = RunningMean(network, slack=0)
    optimizer = torch.optim.AdamW(network.parameters(), options.rate, weight_decay=1e-2, betas=(0.9, 0.98), fused=True)
    clock, losses = Clock(options), []
    while not is_over(clock):
        rate_at(optimizer, options.rate, clock.step, clock.done)
        voices, mixture, vectors = map(torch.from_numpy, mixtures.batch(options.batch, LENGTH, rng))
        mixed = spectra(mixture)
        alone = spectra(voices.reshape(-1, LENGTH)).view(options.batch, 2, *mixed.shape[1:])
        loss = distance(parted(network, mixed, vectors), mixed, alone)
        optimizer.zero_grad()
        loss.backward()
        average(network, options.processes)
        nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        optimizer.step()
        losses.append(loss.item())
        is_due = clock.tick()
        if process == 0:
            mean.follow(network)
            if is_due:
                clock.report(learned=round(float(np.mean(losses)), 4), **measured(mean.network, held))
                torch.save(mean.network.state_dict(), options.out / "network.pt")
                losses = []


def export(weights, out):
    """Writes the network with its spectra, its weights in float16."""
    network = SeparationNetwork()
    network.load_state_dict(torch.load(weights, weights_only=True))
    path, shipped = out / "model.onnx", Shipped(network.eval()).eval()
    voices = nn.functional.normalize(torch.randn(1, 2, EMBEDDING), dim=2)
    torch.onnx.export(
        shipped,
        (0.05 * torch.randn(1, 100 * HOP), voices),
        path,
        dynamo=False,
        opset_version=17,
        input_names=["samples", "voices"],
        output_names=["separated"],
        dynamic_axes={"samples": {1: "n"}, "separated": {2: "n"}},
    )
    onnx.save(halved(onnx.load(path)), path)
    session = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    samples = 0.05 * torch.randn(1, 37 * HOP)
    with torch.inference_mode():
        mixed = spectra(samples)
        masks = network(log_power(power_of(mixed)), voices[:, 0], voices[:, 1])
        ours = sounds(mixed * masks[:, 0].transpose(1, 2), samples.shape[1]).numpy()
    theirs = session.run(None, {"samples": samples.numpy(), "voices": voices.numpy()})[0][:, 0]
    assert np.abs(ours - theirs).max() < 0.002
    print(f"{path} {path.stat().st_size / 1e6:.2f} MB")


def main(options):
    options.out.mkdir(parents=True, exist_ok=True)
    if not options.weights:
        with tempfile.TemporaryDirectory() as folder:
            arguments = options, os.path.join(folder, "meeting-point")
            multiprocessing.spawn(learn, arguments, options.processes)
    export(options.weights or options.out / "network.pt", options.out)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--speech", type=Path)
    parser.add_argument("--noise", type=Path, help="folder of recordings without speech")
    parser.add_argument("--weights", type=Path, help="only export this network.pt")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=75)
    parser.add_argument("--every", type=float, default=120, help="seconds between two reports")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--batch", type=int, default=8, help="mixtures of 4 s in a step of one process")
    parser.add_argument("--held", type=int, default=96, help="mixtures of people kept out that are measured")
    parser.add_argument("--rate", type=float, default=1.2e-3)
    parser.add_argument("--seed", type=int, default=1)
    main(parser.parse_args())
