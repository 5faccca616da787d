"""Lists phrases of written training text that also stand in the calls on which the head is measured.

Prints the runs of four words that stand both in the calls as our recogniser heard them and in written text, and fewer
than three times in the dialogues of corpora. A person reads them: greetings are fair, a name or a sentence of a call
is not.
"""

import argparse
import json
from collections import Counter

from ..shared.manifest import add_manifest_option
from .words import words
from .written_calls import as_turns, files

RUN = 4
KNOWN_ELSEWHERE = 3


def runs(text):
    found = words(text)
    return {tuple(found[i : i + RUN]) for i in range(len(found) - RUN + 1)}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--calls", required=True, help="folder of decoded call windows")
    parser.add_argument(
        "--made",
        nargs="+",
        required=True,
        help="turns of text.grammar; the written calls of the manifest are read besides",
    )
    parser.add_argument("--written", required=True, help="turns of text.corpora")
    add_manifest_option(parser)
    options = parser.parse_args()
    heard = set().union(
        *(runs(json.loads(line)["text"]) for line in open(f"{options.calls}/decoded.jsonl", encoding="utf8"))
    )
    elsewhere = Counter(
        run for line in open(options.written, encoding="utf8") for run in runs(json.loads(line)["turn"]) & heard
    )
    for path in [*options.made, *files(options.manifest).values()]:
        shared = Counter()
        for row in map(json.loads, open(path, encoding="utf8")) if path in options.made else as_turns([path]):
            shared.update((runs(row["turn"]) | runs(row["context"])) & heard)
        shared_runs = [
            (" ".join(run), count) for run, count in shared.most_common() if elsewhere[run] < KNOWN_ELSEWHERE
        ]
        print(f"{path}: {len(shared_runs)} runs of {RUN} words")
        for run, count in shared_runs:
            print(f"  {count:5d}  {run}")


if __name__ == "__main__":
    main()
