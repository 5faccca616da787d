"""Smart Turn v3.2 as pipecat-ai 1.14 runs it: its own voice activity and stop times, and no transcript to wait for.

    turnwire eval my-corpus --detector "python3 examples/detectors/smart_turn.py"

The model is asked once, when voice activity has heard 0.2 s of silence. A turn that it holds to be unfinished ends after
3 s of silence. Follows TurnAnalyzerUserTurnStopStrategy (wait_for_transcript=False).
"""

import asyncio

from lines import run
from loguru import logger
from pipecat.audio.turn.base_turn_analyzer import EndOfTurnState
from pipecat.audio.turn.smart_turn import base_smart_turn
from pipecat.audio.turn.smart_turn.local_smart_turn_v3 import LocalSmartTurnAnalyzerV3
from pipecat.audio.vad.silero import SileroVADAnalyzer
from pipecat.audio.vad.vad_analyzer import VADParams, VADState

logger.remove()


class RecordingClock:
    """The analyzer dates its frames by the clock. Here that is the recording's, which may run faster than time."""

    now = 0.0

    @classmethod
    def monotonic(cls):
        return cls.now

    time = perf_counter = monotonic


base_smart_turn.time = RecordingClock


class SmartTurn:
    loop = asyncio.new_event_loop()
    analyzer = LocalSmartTurnAnalyzerV3()

    def __init__(self, start):
        rate, params = start["sample_rate"], VADParams()
        self.vad = SileroVADAnalyzer(sample_rate=rate, params=params)
        self.vad.set_sample_rate(rate)
        self.analyzer.set_sample_rate(rate)
        self.analyzer.update_vad_start_secs(params.start_secs)
        self.analyzer.clear()
        self.speaking = False

    def audio(self, pcm, t):
        RecordingClock.now = t
        state = self.loop.run_until_complete(self.vad.analyze_audio(pcm))
        was, self.speaking = self.speaking, state in (VADState.SPEAKING, VADState.STOPPING)
        if was and not self.speaking:
            complete, metrics = self.loop.run_until_complete(self.analyzer.analyze_end_of_turn())
            score = {"score": float(metrics.probability)} if metrics else {}
            if complete == EndOfTurnState.COMPLETE:
                return {**score, "events": [{"type": "turn.end"}]}
            self.analyzer.append_audio(pcm, False)
            return score
        if self.analyzer.append_audio(pcm, self.speaking) == EndOfTurnState.COMPLETE:
            return {"events": [{"type": "turn.end", "by": "timeout"}]}
        return None


if __name__ == "__main__":
    run(SmartTurn)
