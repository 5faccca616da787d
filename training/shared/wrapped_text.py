"""Text data whose long lines are wrapped: a line that begins with two spaces goes on with the line above it."""

import textwrap
from pathlib import Path

WIDTH = 120
CONTINUATION = "\n  "


def read_lines(path: str | Path) -> list[str]:
    """The lines of a file, each whole again. Empty lines stay."""
    return Path(path).read_text(encoding="utf8").replace(CONTINUATION, " ").splitlines()


def wrapped(line: str) -> str:
    """A line of words with single spaces between them, cut at spaces to WIDTH columns."""
    return CONTINUATION.join(
        textwrap.wrap(line, WIDTH - 2, break_long_words=False, break_on_hyphens=False)  # 2 for the indent
    )
