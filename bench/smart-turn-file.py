"""Runs a mono WAV file through pipecat's Smart Turn pipeline, as examples/detectors/smart_turn.py sets it up, for a comparison of
what a whole process costs. Other rates are brought to 16 kHz by pipecat's own resampler.

    pip install -r examples/detectors/requirements.txt
    /usr/bin/time -v python3 bench/smart-turn-file.py call.wav
    /usr/bin/time -v node bin/turnwire.js run call.wav --quiet --out /dev/null
"""

import asyncio
import sys
import wave
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "examples/detectors"))

from pipecat.audio.utils import create_file_resampler
from smart_turn import SmartTurn

RATE = 16000
FRAME_BYTES = RATE // 50 * 2

with wave.open(sys.argv[1]) as file:
    pcm, rate = file.readframes(file.getnframes()), file.getframerate()
pcm = asyncio.run(create_file_resampler().resample(pcm, rate, RATE))
detector = SmartTurn({"sample_rate": RATE})
for at in range(0, len(pcm), FRAME_BYTES):
    answer = detector.audio(pcm[at : at + FRAME_BYTES], (at // 2 + RATE // 50) / RATE)
    for event in (answer or {}).get("events", []):
        print(round(at / 2 / RATE, 2), event)
