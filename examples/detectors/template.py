"""A detector to start from: a turn is over after 0.7 s in which no frame is loud. Needs Python only.

    turnwire eval my-corpus --detector "python3 examples/detectors/template.py"
"""

from array import array

from lines import Timeout, run

LOUD = 300
"""Root mean square of a frame of speech, of 32 768: about -41 dBFS."""


class Loudness:
    def __init__(self, start):
        self.timeout = Timeout(0.7)

    def audio(self, pcm, t):
        samples = array("h", pcm)
        loudness = (sum(x * x for x in samples) / len(samples)) ** 0.5
        return self.timeout.answer(loudness > LOUD, t)


run(Loudness)
