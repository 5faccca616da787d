"""Writes the sha256 of the model files in models/ into src/inference/model-list.ts."""

import hashlib
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CATALOGUE = ROOT / "src/inference/model-list.ts"
text = CATALOGUE.read_text()
listed = re.findall(r"own\(\s*'([\w-]+)',\s*'([\w.-]+)'", text)
if not listed:
    raise SystemExit(f"{CATALOGUE} lists none of the models in models/")
for model, file in listed:
    path = ROOT / "models" / model / file
    if path.exists():
        digest = hashlib.sha256(path.read_bytes()).hexdigest()
        text = re.sub(rf"(own\(\s*'{model}',\s*'{re.escape(file)}',\s*)'[0-9a-f]*'", rf"\1'{digest}'", text)
        print(model, digest)
CATALOGUE.write_text(text)
