#!/usr/bin/env bash
# The whole training pipeline on tiny data: does every step still run and fit the next one? About two minutes, no network.
# Needs python3 with the packages of requirements.txt and a built package (npm run build); says so and skips otherwise.
set -euo pipefail
cd "$(dirname "$0")/.."
PYTHON=${PYTHON:-python3}
if ! "$PYTHON" -c 'import torch, transformers, onnx, onnxruntime, sklearn, soundfile, scipy' 2>/dev/null; then
  echo "training smoke run skipped: $PYTHON lacks the packages of training/requirements.txt"
  exit 0
fi
[ -f dist/asr/asr-decode.js ] || { echo "training smoke run skipped: build the package first (npm run build)"; exit 0; }
export OMP_NUM_THREADS=1 PYTHONWARNINGS=ignore
"$PYTHON" -m training.voices.smoke
"$PYTHON" -m training.lid.smoke
"$PYTHON" -m training.phones.smoke
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
mkdir -p "$out/models/eot-text" "$out/models/eot-sound" "$out/models/eot-fusion"
cd training/eot
"$PYTHON" grammar.py --rules grammar/en.txt --count 600 --out "$out/turns.jsonl"
mkdir "$out/judged-calls"
for name in a g; do awk -v RS= -v ORS='\n\n' 'NR <= 3' "judged-calls/$name.txt" > "$out/judged-calls/$name.txt"; done
"$PYTHON" train_text.py --turns "$out/turns.jsonl" --written "$out/judged-calls" --held g --epochs 1 --batch 32 --out "$out/text-base.pt"
"$PYTHON" tiny_language_model.py "$out/language-model" "$out"/judged-calls/*.txt
"$PYTHON" train_teacher.py --language-model "$out/language-model" --calls "$out/judged-calls" --held g --out "$out/teacher.pt"
"$PYTHON" label.py --language-model "$out/language-model" --teacher "$out/teacher.pt" --written "$out/judged-calls" --turns "$out/turns.jsonl" --out "$out/labelled.jsonl"
"$PYTHON" distil.py --labelled "$out/labelled.jsonl" --model "$out/text-base.pt" --calls "$out/judged-calls" --held g --rehearsed "$out/turns.jsonl" --epochs 1 --batch 32 --out "$out/text-taught.pt"
awk '$1 == "a" && $2 < 3' readings.tsv > "$out/readings.tsv"
"$PYTHON" reread.py --model "$out/text-taught.pt" --calls "$out/judged-calls" --readings "$out/readings.tsv" --epochs 1 --batch 32 --out "$out/text-read.pt"
for seed in 1 2; do "$PYTHON" reread.py --model "$out/text-read.pt" --calls "$out/judged-calls" --readings "$out/readings.tsv" --written a g --often g --epochs 1 --batch 32 --seed "$seed" --out "$out/text-$seed.pt"; done
"$PYTHON" mean_head.py --models "$out/text-1.pt" "$out/text-2.pt" --out "$out/text-asked.pt"
printf 'grammar\t0\t1\t5\na\t0.1\t1\t7\n' > "$out/places.tsv"
"$PYTHON" reread.py --model "$out/text-asked.pt" --calls "$out/judged-calls" --readings "$out/readings.tsv" --places "$out/places.tsv" --corpora "$out/turns.jsonl" --times 2 --unpaused 20 --epochs 1 --batch 32 --out "$out/text-places.pt"
"$PYTHON" train_teacher.py --language-model "$out/language-model" --calls "$out/judged-calls" --places "$out/places.tsv" --corpora "$out/turns.jsonl" --held-places "$out/places.tsv" --most 1 --out "$out/teacher-places.pt"
printf 'grammar\t1\t1\t5\n' > "$out/places-held.tsv"
"$PYTHON" label.py --language-model "$out/language-model" --teacher "$out/teacher-places.pt" --apart "$out/turns.jsonl" --held-places "$out/places-held.tsv" --most 40 --out "$out/labelled-apart.jsonl"
"$PYTHON" reread.py --model "$out/text-places.pt" --calls "$out/judged-calls" --readings "$out/readings.tsv" --labelled "$out/labelled-apart.jsonl" --epochs 1 --batch 32 --out "$out/text-general.pt"
"$PYTHON" mean_head.py --models "$out/text-asked.pt" "$out/text-places.pt" "$out/text-general.pt" --out "$out/text.pt"
"$PYTHON" places.py --places "$out/places.tsv" --calls "$out/judged-calls" --corpora "$out/turns.jsonl" --models "$out/text.pt"
mkdir "$out/transcript" && echo '["call"]' > "$out/calls.json"
"$PYTHON" - > "$out/transcript/call.json" << 'END'
import json
said = [("agent", "what is your name"), ("caller", "it's"), ("caller", "[noise] mary"), ("agent", "thank you mary"), ("agent", "anything else"), ("caller", "no")]
print(json.dumps([dict(speaker_role=who, offset_ms=3000 * k, duration_ms=1000, transcript=text, human_transcript=text) for k, (who, text) in enumerate(said)]))
END
"$PYTHON" transcripts.py --data "$out" --calls "$out/calls.json" --models "$out/text.pt" --repeats 10
"$PYTHON" export_text.py --model "$out/text.pt" --out "$out/models/eot-text/eot-text.onnx"
rows="--rows ../../corpora/sample-calls/rows.jsonl --limit 15"
"$PYTHON" windows.py $rows --out "$out/windows" && node decode-windows.mjs "$out/windows"
"$PYTHON" windows.py $rows --after 0.3 --out "$out/windows/second" && node decode-windows.mjs "$out/windows/second"
echo '{"hold_duration_counts_s": {"0.2": 10, "0.5": 5, "1.0": 2, "2.0": 1}}' > "$out/holds.json"
for look in . second; do
  "$PYTHON" augment.py --windows "$out/windows/$look" --kind noise --copies 1 --out "$out/noise/$look"
  node decode-windows.mjs "$out/noise/$look"
done
"$PYTHON" fit_fusion.py --calls "$out/windows" --copies "$out/noise" --stressed "noise=$out/noise" --read "$out/windows" --text-model "$out/text.pt" --holds "$out/holds.json" --models "$out/models" --scores "$out/scores.jsonl" --variants words full
"$PYTHON" report.py --scores "$out/scores.jsonl" --fusion "$out/models/eot-fusion/fusion.json" --holds "$out/holds.json" --repeats 20 --out "$out/report"
node rival-scores.mjs "$out/windows"
"$PYTHON" shipped.py --calls "$out/windows" --models "$out/models" --repeats 10
test -s "$out/report/end-of-turn.md" && test -s "$out/report/end-of-turn-reliability.svg"
cat > "$out/spoken.json" << 'END'
{"booking": {"files": {"user": "calls/booking-call.wav"}, "agent_only": true, "ends": [4.1, 9.41, 21.31]},
 "again": {"files": {"user": "calls/booking-call.wav"}, "agent_only": true, "ends": [7.23, 19.26]},
 "kitchen": {"files": {"user": "rooms/kitchen-plan.flac"}, "agent_only": true, "ends": [9.98, 18.72]}}
END
"$PYTHON" calls.py --lists "$out/spoken.json" --folder calls=../../corpora/sample-calls/audio --folder rooms=../../corpora/sample-rooms/audio --vad ../../node_modules/@ricky0123/vad-web/dist/silero_vad_v6.onnx --out "$out/calls.pkl"
"$PYTHON" windows.py --calls "$out/calls.pkl" --out "$out/spoken" && node decode-windows.mjs "$out/spoken"
"$PYTHON" windows.py --calls "$out/calls.pkl" --after 0.3 --out "$out/spoken/second" && node decode-windows.mjs "$out/spoken/second"
"$PYTHON" call_voices.py --calls "$out/calls.pkl" --out "$out/call-rooms"
"$PYTHON" room_calls.py --calls "$out/calls.pkl" --out "$out/rooms" && node hear-rooms.mjs "$out/rooms"
"$PYTHON" room_report.py --calls "$out/spoken" --rooms "$out/rooms" --read "$out/windows" --models "$out/models" --repeats 5 --out "$out/report"
test -s "$out/report/rooms.md"
"$PYTHON" fit_fusion.py --calls "$out/spoken" --read "$out/windows" --text-model "$out/text.pt" --holds "$out/holds.json" --folds "$out/folds"
"$PYTHON" call_turns.py --calls "$out/calls.pkl" --windows "$out/spoken" --out "$out/turns"
node fold-runs.mjs "$out/turns" "$out/folds" "$out" && node engine-report.mjs "$out" "$out/report"
grep -q '| ours | cutoff_2pct |' "$out/report/engine.md"
mkdir -p "$out/data/so762/WAVE"
for file in $(ls ../../corpora/sample-calls/audio | head -24); do mkdir -p "$out/data/so762/WAVE/${file%%.*}" && cp "../../corpora/sample-calls/audio/$file" "$out/data/so762/WAVE/${file%%.*}/$file.WAV"; done
cd ../..
ENCODER=node_modules/@usefulsensors/moonshine-js/dist/model/tiny/quantized/encoder_model.onnx
"$PYTHON" -m training.turn_sound.windows --data "$out/data" --vad node_modules/@ricky0123/vad-web/dist/silero_vad_v6.onnx --encoder "$ENCODER" --out "$out/turn-sound"
"$PYTHON" -m training.turn_sound.fit --windows "$out/turn-sound" --calls "$out/windows" --encoder "$ENCODER" --out "$out/models/eot-turn-sound"
test -s "$out/models/eot-turn-sound/model.onnx"
test -s "$out/models/eot-sound/eot-sound.onnx" && test -s "$out/models/eot-fusion/fusion.json"
echo "training smoke run passed"
