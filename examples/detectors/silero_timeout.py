"""Silero's voice activity as pipecat runs it, and a plain time-out: the turn is over after so many seconds of silence.

    turnwire eval my-corpus --detector "python3 examples/detectors/silero_timeout.py 0.8"
"""

import asyncio
import sys

from lines import Timeout, run
from loguru import logger
from pipecat.audio.vad.silero import SileroVADAnalyzer
from pipecat.audio.vad.vad_analyzer import VADParams, VADState

logger.remove()
SEC = float(sys.argv[1]) if len(sys.argv) > 1 else 0.8
STOP_SEC = 0.2
"""Silence after which pipecat's voice activity says that speech has stopped: its default."""


class Silero:
    loop = asyncio.new_event_loop()

    def __init__(self, start):
        self.vad = SileroVADAnalyzer(sample_rate=start["sample_rate"], params=VADParams(stop_secs=STOP_SEC))
        self.vad.set_sample_rate(start["sample_rate"])
        self.timeout = Timeout(SEC - STOP_SEC)

    def audio(self, pcm, t):
        state = self.loop.run_until_complete(self.vad.analyze_audio(pcm))
        return self.timeout.answer(state in (VADState.SPEAKING, VADState.STOPPING), t)


run(Silero)
