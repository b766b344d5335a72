"""Whether the catalogue tells the truth about the animations."""

import json
import re


LOOP = re.compile(r"^    animation: (\S+)\n    loop: {from: (\S+), to: (\S+)}$", re.MULTILINE)


def loop_of(document):
    """The seconds at which the parts "loop" and "outro" begin; None without them."""
    times = {marker["cm"]: marker["tm"] / document["fr"] for marker in document["markers"]}
    return (times["loop"], times["outro"]) if "loop" in times else None


def complaints(folder, gifts):
    """What gifts.yaml says that the animations don't, a line each. `gifts`: path → bytes."""
    entries = durations((folder / "gifts.yaml").read_text())
    loops = {name: (float(begin), float(end)) for name, begin, end in LOOP.findall((folder / "gifts.yaml").read_text())}
    for path, content in gifts.items():
        document = json.loads(content)
        seconds = (document["op"] - document["ip"]) / document["fr"]
        if path.name not in entries:
            yield f"gifts.yaml: {path.name}: not in the catalogue"
        elif loops.get(path.name) != loop_of(document):
            yield f"gifts.yaml: {path.name}: expected a loop of {loop_of(document)}, found {loops.get(path.name)}"
        elif entries[path.name] != seconds:
            yield f"gifts.yaml: {path.name}: expected a duration of {seconds:g}, found {entries[path.name]:g}"
    for name in entries:
        if not (folder / name).exists():
            yield f"gifts.yaml: {name}: no such file"


def durations(text):
    """File name → seconds. Reads the catalogue's own plain form, not YAML at large."""
    pairs = re.findall(r"^    duration: (\S+)\n    animation: (\S+)$", text, re.MULTILINE)
    return {name: float(seconds) for seconds, name in pairs}
