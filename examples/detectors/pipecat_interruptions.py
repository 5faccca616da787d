"""Interruptions as pipecat-ai 1.14 decides them by default: whoever is heard while the agent speaks has the floor.

    turnwire eval sample-calls --detector "python3 examples/detectors/pipecat_interruptions.py"

Runs pipecat's own VADUserTurnStartStrategy on the frames of its own Silero voice activity (0.2 s of speech). It tells no
backchannel from a claim; pipecat's other strategies count the words of a speech-to-text service or ask a commercial model. Turns
end after 0.8 s of silence, as in silero_timeout.py.
"""

import asyncio

from lines import Timeout, run
from loguru import logger
from pipecat.audio.vad.silero import SileroVADAnalyzer
from pipecat.audio.vad.vad_analyzer import VADParams, VADState
from pipecat.frames.frames import VADUserStartedSpeakingFrame
from pipecat.turns.types import ProcessFrameResult
from pipecat.turns.user_start import VADUserTurnStartStrategy

logger.remove()
STOP_SEC = 0.2
TIMEOUT_SEC = 0.8
INTERRUPTION = [{"type": "bargein.onset"}, {"type": "bargein.class", "class": "claim"}]


class PipecatInterruptions:
    loop = asyncio.new_event_loop()

    def __init__(self, start):
        self.vad = SileroVADAnalyzer(sample_rate=start["sample_rate"], params=VADParams(stop_secs=STOP_SEC))
        self.vad.set_sample_rate(start["sample_rate"])
        self.strategy = VADUserTurnStartStrategy()
        self.timeout = Timeout(TIMEOUT_SEC - STOP_SEC)
        self.agent_speaks = False
        self.speaking = False

    def agent(self, line):
        self.agent_speaks = line["phase"] == "start"

    def audio(self, pcm, t):
        state = self.loop.run_until_complete(self.vad.analyze_audio(pcm))
        was, self.speaking = self.speaking, state in (VADState.SPEAKING, VADState.STOPPING)
        answer = self.timeout.answer(self.speaking, t)
        if self.speaking and not was and self.agent_speaks:
            frame = VADUserStartedSpeakingFrame()
            decided = self.loop.run_until_complete(self.strategy.process_frame(frame))
            if decided == ProcessFrameResult.STOP:
                return {"events": INTERRUPTION}
        return answer


if __name__ == "__main__":
    run(PipecatInterruptions)
