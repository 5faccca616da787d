"""WebRTC's voice activity and a plain time-out: the turn is over after so many seconds of silence.

    turnwire eval my-corpus --detector "python3 examples/detectors/webrtc_timeout.py 0.8"
"""

import sys

import webrtcvad
from lines import Timeout, run

SEC = float(sys.argv[1]) if len(sys.argv) > 1 else 0.8
STRICTNESS = 3
"""0 to 3: how sure it must be of speech."""


class WebRtc:
    def __init__(self, start):
        self.rate = start["sample_rate"]
        self.vad = webrtcvad.Vad(STRICTNESS)
        self.timeout = Timeout(SEC)

    def audio(self, pcm, t):
        frame = pcm.ljust(self.rate // 50 * 2, b"\0")
        return self.timeout.answer(self.vad.is_speech(frame, self.rate), t)


run(WebRtc)
