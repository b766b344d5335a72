"""Whether the catalogue tells the truth about the animations."""

import json
import re


def complaints(folder, gifts):
    """What gifts.yaml says that the animations don't, a line each. `gifts`: path → bytes."""
    entries = durations((folder / "gifts.yaml").read_text())
    for path, content in gifts.items():
        document = json.loads(content)
        seconds = (document["op"] - document["ip"]) / document["fr"]
        if path.name not in entries:
            yield f"gifts.yaml: {path.name}: not in the catalogue"
        elif entries[path.name] != seconds:
            yield f"gifts.yaml: {path.name}: expected a duration of {seconds:g}, found {entries[path.name]:g}"
    for name in entries:
        if not (folder / name).exists():
            yield f"gifts.yaml: {name}: no such file"


def durations(text):
    """File name → seconds. Reads the catalogue's own plain form, not YAML at large."""
    pairs = re.findall(r"^    duration: (\S+)\n    animation: (\S+)$", text, re.MULTILINE)
    return {name: float(seconds) for seconds, name in pairs}
