"""Writes test/eot/turn-ending.json, for the TypeScript test: phones heard in a shipped recording, and their score.

python -m training.phones.test_vectors
"""

import json

import numpy as np
import onnxruntime

from ..lid.language_encoder import FRAME_SAMPLES
from ..voices.corpora import RATE, read_16k
from .alphabet import PHONES
from .endings import last_of
from .frames import ROOT, language_encoder
from .recogniser import heard_phones

HEARD_FRAMES = 85

if __name__ == "__main__":
    hear = language_encoder()
    recogniser, endings = (
        onnxruntime.InferenceSession(str(ROOT / f"models/{name}/model.onnx"))
        for name in ("eot-phones", "eot-endings-ko")
    )
    samples = read_16k(ROOT / "corpora/sample-calls/audio/booking-call.wav")
    found = []
    for second in (2.5, 3.0, 4.0, 8.0, 10.0):
        heard = samples[: int(second * RATE)].astype(np.float32)
        heard = heard[len(heard) - min(HEARD_FRAMES, len(heard) // FRAME_SAMPLES) * FRAME_SAMPLES :]
        phones = last_of([heard_phones(recogniser.run(None, {"frames": hear(heard)[None]})[0][0])]).numpy()
        logit = float(endings.run(None, {"phones": phones})[0][0])
        found.append(
            {
                "second": second,
                "phones": "".join(PHONES[code - 1] for code in phones[0] if code),
                "logit": round(logit, 3),
            }
        )
    (ROOT / "test/eot/turn-ending.json").write_text(json.dumps(found, indent=2) + "\n")
