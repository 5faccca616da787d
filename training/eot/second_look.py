"""What a second look at a pause is worth: words and sound heard again so long into its silence, where it lasts that long.

The second score is fitted on the pauses that last so long, each call held out, and stands from that step of the silence on; the
policies of `service` fire on both. Windows: windows.py --calls CALLS.pkl --after SEC --out FOLDER, then decode-windows.mjs.
"""
import argparse
import json

import numpy as np
import torch

import decoded
from fit_fusion import SOUND_STRENGTH, default_fit, with_text
from heads import Linear, Pauses, cross_fitted, log_loss
from score_point import counted, turn_draws, turns_of
from service import GRID, Pauses as ServicePauses, ratios, rise_of
from text_model import load

OVER_SEC = 0.04
"""A pause counts where it lasts so much longer than the look: voice activity tells speech that late."""


def key(row):
    return row["call"], row["speaker"], round(row["end"], 2)


def paired(one, two, turns, draws):
    """[[low, high] of the difference in both ratios], resampling whole turns."""
    differences = [ratios(two, chosen) - ratios(one, chosen) for chosen in turn_draws(turns, one.hold, draws)]
    return np.quantile(differences, [0.025, 0.975], axis=0).T


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--calls", required=True, help="folder of decoded call windows")
    parser.add_argument("--later", nargs="+", required=True, help="SEC=FOLDER of the same pauses, heard so long into their silence")
    parser.add_argument("--read", required=True, help="folder of decoded windows of read speech, for `alone`")
    parser.add_argument("--text-model", required=True)
    parser.add_argument("--fusion", required=True, help="fusion.json, for what silence adds")
    parser.add_argument("--draws", type=int, default=120)
    options = parser.parse_args()
    torch.set_num_threads(1)
    text = load(options.text_model)

    def rows_of(folder):
        return with_text(counted(decoded.read(folder)), text)

    read, heads = Pauses(rows_of(options.read)), {"sound": lambda: Linear(SOUND_STRENGTH)}

    def held_out(rows):
        pauses = Pauses(rows)
        return cross_fitted(default_fit(heads, read), pauses)[0][pauses.original]

    first = rows_of(options.calls)
    hold, duration = np.array([r["label"] == "hold" for r in first]), np.array([r["duration"] for r in first])
    score, ends = held_out(first), (~hold).astype(int)
    rise, turns, everything = rise_of(json.load(open(options.fusion))["silence"]), turns_of(first), np.arange(len(first))
    one = ServicePauses(score, hold, duration, rise)
    print(f"one look: service {ratios(one, everything).round(3)}")
    for look in options.later:
        sec, folder = look.split("=", 1)
        heard = {key(r): r for r in rows_of(folder)}
        lasting = [i for i in everything if duration[i] > float(sec) + OVER_SEC]
        for what, take in (("words and sound", ()), ("words", ("listened",)), ("sound", ("text", "numbers"))):
            again = held_out([heard[key(first[i])] | {name: first[i][name] for name in take} for i in lasting])
            steps = np.repeat(score[:, None], len(GRID), 1)
            for i, value in zip(lasting, again):
                steps[i, GRID >= float(sec) - 1e-9] = value
            two = ServicePauses(steps, hold, duration, rise)
            told = f"{sec} s, {what}: log loss {log_loss(again, ends[lasting]):.3f} for {log_loss(score[lasting], ends[lasting]):.3f} of {len(lasting)}, service {ratios(two, everything).round(3)}"
            print(told, f"less one look {paired(one, two, turns, options.draws).round(3).tolist()}", flush=True)


if __name__ == "__main__":
    main()
