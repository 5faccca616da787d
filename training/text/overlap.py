"""Does made text repeat the calls it will be judged on? Runs of four words that stand in the calls' transcripts and in made turns, and
fewer than three times in the written dialogues. Read them: greetings are fair, a name or a sentence of a call is not.
"""
import argparse
import json
from collections import Counter

from .written_calls import add_manifest_option, files, expanded, spoken
from .words import words

RUN = 4
KNOWN_ELSEWHERE = 3


def runs(text):
    found = words(text)
    return {tuple(found[i:i + RUN]) for i in range(len(found) - RUN + 1)}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--calls", required=True, help="folder of decoded call windows")
    parser.add_argument("--made", nargs="+", required=True, help="turns of text.grammar (.jsonl), or names or groups of the written calls")
    parser.add_argument("--written", required=True, help="turns of text_corpora.py")
    add_manifest_option(parser)
    options = parser.parse_args()
    heard = set().union(*(runs(json.loads(line)["text"]) for line in open(f"{options.calls}/decoded.jsonl", encoding="utf8")))
    elsewhere = Counter(run for line in open(options.written, encoding="utf8") for run in runs(json.loads(line)["turn"]) & heard)
    written = files(options.manifest)
    made = [each for name in options.made for each in ([name] if name.endswith(".jsonl") else [written[n] for n in expanded(options.manifest, [name])])]
    for path in made:
        shared = Counter()
        for row in map(json.loads, open(path, encoding="utf8")) if path in options.made else spoken([path]):
            shared.update((runs(row["turn"]) | runs(row["context"])) & heard)
        told = [(" ".join(run), count) for run, count in shared.most_common() if elsewhere[run] < KNOWN_ELSEWHERE]
        print(f"{path}: {len(told)} runs of {RUN} words")
        for run, count in told:
            print(f"  {count:5d}  {run}")


if __name__ == "__main__":
    main()
