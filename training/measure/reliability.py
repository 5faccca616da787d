"""Compares the score with the share of pauses that were turn ends, for each fifth of the range of the score.

The result is a table and an SVG diagram."""

import numpy as np

SIZE, MARGIN = 320, 44


def wilson(successes, count, z=1.96):
    p = successes / count
    middle = (p + z * z / (2 * count)) / (1 + z * z / count)
    half = z * np.sqrt(p * (1 - p) / count + z * z / (4 * count * count)) / (1 + z * z / count)
    return float(max(0, middle - half)), float(min(1, middle + half))


def reliability(logits, ends):
    p = 1 / (1 + np.exp(-logits))
    bins = []
    for low in np.round(np.arange(0, 1, 0.2), 1):
        chosen = (p >= low) & (p < low + 0.2)
        if chosen.any():
            bins.append(
                dict(
                    low=float(low),
                    high=float(round(low + 0.2, 1)),
                    mean=float(p[chosen].mean()),
                    count=int(chosen.sum()),
                    share=float(ends[chosen].mean()),
                    interval=wilson(int(ends[chosen].sum()), int(chosen.sum())),
                )
            )
    share = float(ends.mean())
    return dict(bins=bins, brier=float(np.mean((p - ends) ** 2)), share=share, brier_of_share=share * (1 - share))


def drawn(table):
    """The mean score against the share of turn ends, with 95 % intervals. The dashed line is a perfect score."""

    def x(v):
        return MARGIN + v * (SIZE - MARGIN - 12)

    def y(v):
        return SIZE - MARGIN - v * (SIZE - MARGIN - 12)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIZE} {SIZE}" font-family="sans-serif" font-size="11">',
        f'<rect width="{SIZE}" height="{SIZE}" fill="#fff"/>',
        f'<path d="M{x(0):.1f} {y(1):.1f}V{y(0):.1f}H{x(1):.1f}" fill="none" stroke="#444"/>',
        f'<path d="M{x(0):.1f} {y(0):.1f}L{x(1):.1f} {y(1):.1f}" stroke="#999" stroke-dasharray="4 3"/>',
    ]
    for tick in (0, 0.5, 1):
        parts.append(
            f'<text x="{x(tick):.1f}" y="{y(0) + 16:.1f}" text-anchor="middle">{tick:g}</text><text '
            f'x="{x(0) - 6:.1f}" y="{y(tick) + 4:.1f}" text-anchor="end">{tick:g}</text>'
        )
    points = " ".join(f"{x(b['mean']):.1f},{y(b['share']):.1f}" for b in table["bins"])
    parts.append(f'<polyline points="{points}" fill="none" stroke="#0b62a4" stroke-width="1.5"/>')
    for b in table["bins"]:
        low, high = b["interval"]
        parts.append(
            f'<path d="M{x(b["mean"]):.1f} {y(low):.1f}V{y(high):.1f}" stroke="#0b62a4"/><circle '
            f'cx="{x(b["mean"]):.1f}" cy="{y(b["share"]):.1f}" r="3.5" '
            f'fill="#0b62a4"><title>{b["count"]} pauses</title></circle>'
        )
    parts.append(
        f'<text x="{x(0.5):.1f}" y="{SIZE - 8}" text-anchor="middle">score at 0.2 s of '
        f'silence</text><text transform="translate(13 {y(0.5):.1f}) rotate(-90)" '
        'text-anchor="middle">share of turn ends</text></svg>'
    )
    return "\n".join(parts) + "\n"
