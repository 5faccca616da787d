"""From public corpora to the shipped models, step by step.

python -m training.steps                        prints the steps as tables
python -m training.steps --data DATA NAME ...   runs steps
python -m training.steps --dry-run NAME ...     prints their commands; those that depend on files, as the files are now
"""

import argparse
import sys
from pathlib import Path

from . import bargein, calls, checks, languages, lid, sound, text, voices
from .run import run
from .workspace import Workspace

CHAPTERS = {
    "The text head": text,
    "Labelled calls, the sound head and the sums": calls,
    "Barge-in": bargein,
    "Voices": voices,
    "Languages": lid,
    "The end of turn in other languages": sound,
    "The words of other languages": languages,
    "After the models": checks,
}
STEPS = {step.name: step for chapter in CHAPTERS.values() for step in chapter.STEPS}


def tables() -> str:
    """The tables of training/README.md, one for each chapter."""
    parts = []
    for title, chapter in CHAPTERS.items():
        script = "/".join(str(chapter.__file__).rsplit("/", 2)[1:])
        rows = [f"| `{s.name}` | {s.does} | {s.reads} | {s.writes} | {s.takes} |" for s in chapter.STEPS]
        heading = [f"### {title}: `{script}`", "", "| step | makes | reads | writes | time |", "|---|---|---|---|---|"]
        parts.append("\n".join([*heading, *rows]))
    return "\n\n".join(parts)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("steps", nargs="*", metavar="NAME", help="steps to run, in this order")
    parser.add_argument("--data", type=Path, default=Path("data"), help="folder of the corpora and of what steps make")
    parser.add_argument("--dry-run", action="store_true", help="print the commands")
    options = parser.parse_args()
    unknown = [name for name in options.steps if name not in STEPS]
    if unknown:
        sys.exit(f"no such step: {', '.join(unknown)}")
    if not options.steps:
        print(tables())
    work = Workspace(data=options.data.resolve())
    for name in options.steps:
        run(STEPS[name], work, options.dry_run)


if __name__ == "__main__":
    main()
