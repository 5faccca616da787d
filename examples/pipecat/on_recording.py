"""Plays a recording (16 kHz mono PCM16) into pipecat's voice activity and the turn analyzer, and prints when turns end.

    python examples/pipecat/on_recording.py corpora/sample-calls/audio/booking-call.wav
"""

import asyncio
import os
import sys
import wave

from pipecat.audio.turn.base_turn_analyzer import EndOfTurnState
from pipecat.audio.vad.silero import SileroVADAnalyzer
from pipecat.audio.vad.vad_analyzer import VADParams, VADState
from turnwire_turn import RATE, TurnwireTurnAnalyzer

FRAME_SECS = 0.02


async def main(path):
    url = os.environ.get("TURNWIRE_URL", "ws://localhost:8080/v2/stream")
    turns = TurnwireTurnAnalyzer(url=url, api_key=os.environ.get("TURNWIRE_API_KEY", "demo"))
    vad = SileroVADAnalyzer(sample_rate=RATE, params=VADParams())
    for part in (turns, vad):
        part.set_sample_rate(RATE)
    loop = asyncio.get_running_loop()
    begin, t = loop.time(), 0.0
    with wave.open(path) as wav:
        assert (wav.getframerate(), wav.getnchannels(), wav.getsampwidth()) == (RATE, 1, 2), "16 kHz mono PCM16"
        while pcm := wav.readframes(int(FRAME_SECS * RATE)):
            state = await vad.analyze_audio(pcm)
            if turns.append_audio(pcm, state in (VADState.SPEAKING, VADState.STOPPING)) == EndOfTurnState.COMPLETE:
                print(f"{t:.2f} turn over", flush=True)
            t += FRAME_SECS
            await asyncio.sleep(max(0, begin + t - loop.time()))
    await turns.cleanup()


asyncio.run(main(sys.argv[1]))
