"""Recordings that the graphs are checked and measured on: paths below the folder of recordings, and their languages."""

import numpy as np
import soundfile
from scipy.signal import resample_poly

# One clip of each language there is one of, `he` and `th` among them, which the product does not serve.
CLIPS = [
    ("ar", "watson/ar-AR_Broadband_sample1.wav"),
    ("de", "speechmatics/languages/de_de_000675.wav"),
    ("en", "watson/en-US_Broadband_sample1.wav"),
    ("es", "speechmatics/languages/es_419_000896.wav"),
    ("fr", "speechmatics/languages/fr_fr_000378.wav"),
    ("he", "speechmatics/languages/he_il_000432.wav"),
    ("it", "watson/it-IT_BroadbandModel_sample1.wav"),
    ("ja", "speechmatics/languages/ja_jp_000595.wav"),
    ("ko", "watson/ko-KR_BroadbandModel_sample1.wav"),
    ("pt", "watson/pt-BR_Sample1-16KHz.wav"),
    ("th", "speechmatics/languages/th_th_000208.wav"),
    ("zh", "speechmatics/languages/cmn_hans_cn_000328.wav"),
]

# The order of Whisper's language tokens, as far as the languages above and those of the product go (openai/whisper,
# tokenizer.py).
LANGUAGES = (
    "en zh de es ru ko fr ja pt tr pl ca nl ar sv it id hi fi vi he uk el ms cs ro da hu ta no th ur hr bg lt "
    "la mi ml cy sk te fa lv bn sr az sl kn et mk br eu is hy ne mn bs kk sq sw gl mr pa si km sn yo so af oc "
    "ka be tg sd gu am yi lo uz fo ht ps tk nn mt sa lb my "
    "bo tl mg as tt haw ln ha ba jw su"
).split()


def language_token(config, code):
    return config["lang_ids"][LANGUAGES.index(code)]


def read_clip(path):
    """A file as 16 kHz mono float32."""
    sound, rate = soundfile.read(path, dtype="float32", always_2d=True)
    mono = sound.mean(axis=1)
    if rate == 16_000:
        return mono
    common = np.gcd(rate, 16_000)
    return resample_poly(mono, 16_000 // common, rate // common).astype(np.float32)
