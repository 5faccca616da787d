"""Averages the weights of text heads that start from one head and differ in their random draws.

Wortsman et al. 2022, "Model soups", arXiv:2203.05482.
"""

import argparse

import torch


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--models", nargs="+", required=True)
    parser.add_argument("--counted", nargs="+", type=float, help="weight of each; all alike if none is given")
    parser.add_argument("--out", required=True)
    options = parser.parse_args()
    heads = [torch.load(path) for path in options.models]
    counted = options.counted or [1.0] * len(heads)
    torch.save(
        {
            name: sum(head[name] * times for head, times in zip(heads, counted, strict=True)) / sum(counted)
            for name in heads[0]
        },
        options.out,
    )


if __name__ == "__main__":
    main()
