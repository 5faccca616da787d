"""Runs the graphs from Python as the product does: one thread, greedy, a cache. For checks and figures."""

import numpy as np
import onnxruntime

from . import decoder
from .encoder import no_memory

START, END, TRANSCRIBE, NO_TIMES, NO_SPEECH, FIRST_TIME = 50_258, 50_257, 50_359, 50_363, 50_362, 50_364


def session(model):
    """model: a path, or a ModelProto."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 3
    source = model if isinstance(model, str) else model.SerializeToString()
    return onnxruntime.InferenceSession(source, options, providers=["CPUExecutionProvider"])


class Whisper:
    """memory_model: the graph of the silence behind a window; None for none. The encoder attends to `memory` frames of
    that silence, the decoder to `silence` frames.
    """

    def __init__(self, encoder_model, decoder_model, suppressed, memory_model=None, memory=600, silence=300):
        self.encoder, self.decoder = session(encoder_model), session(decoder_model)
        self.behind = no_memory()
        if memory_model:
            made = session(memory_model)
            self.behind.update(zip([output.name for output in made.get_outputs()], made.run(None, {})))
            self.behind.update(memory_frames=np.array([memory]), silence_frames=np.array([silence]))
        self.bias = np.zeros(decoder.TOKENS, np.float32)
        self.bias[suppressed] = -1e9
        self.bias[FIRST_TIME:] = -1e9
        self.free = np.zeros(decoder.TOKENS, np.float32)

    def encode(self, samples, zeros=0.5):
        """samples `[n]`; zeros: seconds of silence appended."""
        count = -(-(len(samples) + int(zeros * 16_000)) // 320) * 320
        sound = np.zeros((1, count), np.float32)
        sound[0, : len(samples)] = samples
        names = [output.name for output in self.encoder.get_outputs() if output.name.startswith("cross.")]
        return dict(zip(names, self.encoder.run(names, {"samples": sound, **self.behind})))

    def step(self, cross, cache, ids, bias, watch=(END,)):
        feeds = {
            "input_ids": np.array([ids]),
            "first": np.array([len(ids) - 1]),
            "bias": bias,
            "watch": np.array(watch),
            **cross,
            **cache,
        }
        out = dict(zip([output.name for output in self.decoder.get_outputs()], self.decoder.run(None, feeds)))
        fresh = {name.replace("present", "past"): value for name, value in out.items() if name.startswith("present")}
        return out, fresh

    def languages(self, cross, ids):
        """Probabilities of the language tokens `ids` among themselves."""
        out, _ = self.step(cross, decoder.empty_cache(), [START], self.free, ids)
        logits = out["watched"][0, 0].astype(np.float64)
        return np.exp(logits - logits.max()) / np.exp(logits - logits.max()).sum()

    def greedy(self, cross, language, most=224, prompt=()):
        """Tokens until the end. language: id of its token."""
        tokens, cache = [], decoder.empty_cache()
        ids = [*prompt, START, language, TRANSCRIBE, NO_TIMES]
        while len(tokens) < most:
            out, cache = self.step(cross, cache, ids, self.bias)
            best = [int(token) for token in out["top_ids"][0, -1]]
            if not tokens:
                best = [token for token in best if token not in (220, END)]
            if best[0] == END:
                break
            tokens.append(best[0])
            ids = [best[0]]
        return tokens
