"""The files under training/data and the named groups of them, as training/data/manifest.toml lists them.

`python -m training.shared.manifest` checks that every file is there, is listed and holds the number of lines it should.
"""

import argparse
import json
import sys
import tomllib
from collections.abc import Callable, Iterable
from pathlib import Path

from .wrapped_text import read_lines

MANIFEST = Path(__file__).resolve().parents[1] / "data" / "manifest.toml"
UNLISTED = {"manifest.toml", "README.md"}


def add_manifest_option(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--manifest", default=str(MANIFEST), help="manifest of the data files, see training/data")


class Manifest:
    """A section of it has `files` (name -> file, counts, what it holds) and may have `groups` of those names."""

    def __init__(self, path: str | Path = MANIFEST):
        self.folder = Path(path).resolve().parent
        self.sections = tomllib.loads(Path(path).read_text(encoding="utf8"))

    def files(self, section: str) -> dict[str, Path]:
        """{name: path} of a section, in the order of the manifest."""
        listed = self.sections[section]
        return {name: self.folder / listed["folder"] / about["file"] for name, about in listed["files"].items()}

    def names(self, section: str, given: Iterable[str]) -> list[str]:
        """The names given, with each group replaced by its members; raises KeyError for an unknown name."""
        listed, found = self.sections[section], []
        for name in given:
            if name in listed.get("groups", {}):
                found += self.names(section, listed["groups"][name]["members"].split())
            elif name in listed["files"]:
                found.append(name)
            else:
                raise KeyError(f"{name}: neither a file nor a group of [{section}] in the manifest")
        return found

    def path(self, section: str, name: str) -> Path:
        """The path of a file by its name in the manifest, or `name` itself if it is a path that exists."""
        found = self.files(section).get(name)
        if found is None and not Path(name).exists():
            raise KeyError(f"{name}: not a file of [{section}] in the manifest, and no such path")
        return found or Path(name)


def _calls(path: Path) -> int:
    return len("\n".join(read_lines(path)).strip().split("\n\n"))


def _entries(path: Path) -> int:
    return len(json.loads(path.read_text(encoding="utf8")))


def _lines(path: Path) -> int:
    return len(read_lines(path))


COUNTS: dict[str, Callable[[Path], int]] = {"calls": _calls, "entries": _entries, "lines": _lines}
"""How each kind of count in the manifest is counted."""


def faults(manifest: Manifest) -> list[str]:
    """What is wrong: files missing, files not listed, counts that differ."""
    found, listed = [], set()
    for name, section in manifest.sections.items():
        for key, path in manifest.files(name).items():
            listed.add(path)
            if not path.exists():
                found.append(f"{path}: listed and not there")
                continue
            for kind, count in COUNTS.items():
                told = section["files"][key].get(kind)
                if told is not None and told != count(path):
                    found.append(f"{path}: {count(path)} {kind}, the manifest says {told}")
    there = {path for path in manifest.folder.rglob("*") if path.is_file() and path.name not in UNLISTED}
    return found + [f"{path}: not listed" for path in sorted(there - listed)]


if __name__ == "__main__":
    sys.exit("\n".join(faults(Manifest())) or None)
