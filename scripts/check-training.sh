#!/usr/bin/env bash
# Format, lint and types of training/, by ruff and mypy at the versions of training/requirements-check.txt. They are installed
# once into an environment of their own under .cache. Skips, visibly, if no such environment can be made.
set -euo pipefail
cd "$(dirname "$0")/.."
pins=training/requirements-check.txt
tools=.cache/training-check
if ! cmp -s "$pins" "$tools/installed.txt"; then
  rm -rf "$tools"
  if ! python3 -m venv "$tools" || ! timeout 300 "$tools/bin/pip" install -q -r "$pins"; then
    rm -rf "$tools"
    echo "training checks skipped: no Python environment with $pins could be made here"
    exit 0
  fi
  cp "$pins" "$tools/installed.txt"
fi
export RUFF_CACHE_DIR=.cache/ruff MYPY_CACHE_DIR=.cache/mypy
"$tools/bin/ruff" format -q --check training || { echo "run: $tools/bin/ruff format training"; exit 1; }
"$tools/bin/ruff" check -q training
"$tools/bin/mypy" --config-file training/pyproject.toml --no-error-summary -p training
