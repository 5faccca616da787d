#!/usr/bin/env bash
# Rules, Smart Turn v3.2 and ours over the pauses of the labelled calls, each call held out, in one run: reports/end-of-turn.
# Usage: compare.sh CALLS.pkl TEXT.pt HOLDS.json WORK READ; READ: decoded windows of read speech (README.md, step 3); TURNWIRE_MODELS names the folder with smart-turn-v3.2-cpu.onnx.
set -euo pipefail
calls=$(realpath "$1") text=$(realpath "$2") holds=$(realpath "$3") work=$(realpath -m "$4") read=$(realpath "$5")
cd "$(dirname "$0")"
PYTHON=${PYTHON:-python3}
older=()   # what an older processor would hear (Linux on x64)
if node ../../bench/older-processor.mjs "$work/older-processor"; then older=("older=$work/older"); fi
for look in . second; do
  after=(); [ $look = . ] || after=(--after 0.3)
  windows="$work/windows/$look"
  "$PYTHON" windows.py --calls "$calls" "${after[@]}" --out "$windows"
  node decode-windows.mjs "$windows"
  for kind in telephone noise; do
    "$PYTHON" augment.py --windows "$windows" --kind $kind --copies 1 --out "$work/$kind/$look"
    node decode-windows.mjs "$work/$kind/$look"
  done
  if [ ${#older[@]} -gt 0 ]; then
    mkdir -p "$work/older/$look" && ln -sf "$windows"/windows.* "$work/older/$look"
    LD_PRELOAD="$work/older-processor/libonnxruntime.so.1" node decode-windows.mjs "$work/older/$look"
  fi
done
node rival-scores.mjs "$work/windows"
"$PYTHON" fit_fusion.py --calls "$work/windows" --read "$read" --text-model "$text" --holds "$holds" --stressed "telephone=$work/telephone" "noise=$work/noise" "${older[@]}" --scores "$work/scores.jsonl" --folds "$work/folds"
"$PYTHON" report.py --scores "$work/scores.jsonl" --fusion ../../models/eot-fusion/fusion.json --holds "$holds" --repeats 200 --out ../../reports/end-of-turn
"$PYTHON" slices.py --scores "$work/scores.jsonl"
"$PYTHON" call_turns.py --calls "$calls" --windows "$work/windows" --out "$work/turns"   # the engine itself, turn by turn
node fold-runs.mjs "$work/turns" "$work/folds" "$work"
node engine-report.mjs "$work" ../../reports/end-of-turn
