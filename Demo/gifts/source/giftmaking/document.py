"""Layers, compositions and the file itself."""

import json

from giftmaking.motion import FRAME_RATE, frame_number
from giftmaking.shapes import rgb, transform


def layer(name, *back_to_front, begin=None, end=None, parent=None, **placing):
    """A shape layer. `parent` is another layer of the same list."""
    made = bare_layer(4, name, begin, end, parent, placing)
    made["shapes"] = list(reversed(back_to_front))
    return made


def text(name, words, size, color, font, begin=None, end=None, parent=None, **placing):
    """A line of text with its middle at its position, on the baseline."""
    style = {"s": size, "f": font["fName"], "t": words, "j": 2, "tr": 0, "lh": 1.2 * size, "ls": 0, "fc": rgb(color)}
    made = bare_layer(5, name, begin, end, parent, placing)
    align = {"g": 1, "a": {"a": 0, "k": [0, 0]}}
    return made | {"t": {"d": {"k": [{"s": style, "t": 0}]}, "p": {}, "m": align, "a": []}}


def null(name, parent=None, **placing):
    """A layer that draws nothing and moves its children."""
    return bare_layer(3, name, None, None, parent, placing)


def instance(name, asset, size, begin=None, end=None, parent=None, start=0, **placing):
    """A layer that shows a precomposition, whose time 0 is at `start`."""
    made = bare_layer(0, name, begin, end, parent, placing)
    return made | {"refId": asset, "w": size[0], "h": size[1], "st": frame_number(start)}


def bare_layer(kind, name, begin, end, parent, placing):
    made = {"ty": kind, "nm": name, "ddd": 0, "sr": 1, "st": 0, "bm": 0, "ao": 0, "ks": transform(**placing)}
    return made | {"begin": begin, "end": end, "parent": parent}


def masked(made, outline):
    """The same layer, seen only inside an outline."""
    mask = {"inv": False, "mode": "a", "pt": {"a": 0, "k": outline}, "o": {"a": 0, "k": 100}, "x": {"a": 0, "k": 0}}
    made["hasMask"], made["masksProperties"] = True, [mask]
    return made


def matted(made, source):
    """A layer seen only where `source` is: both, back to front."""
    made["tt"], source["td"] = 1, 1
    return [made, source]


def precomposition(name, seconds, back_to_front):
    return {"id": name, "layers": numbered(back_to_front, seconds)}


def composition(name, size, seconds, back_to_front, assets=(), moments=(), fonts=()):
    """The file. `moments` are its markers: each (seconds, name)."""
    markers = [{"cm": moment, "tm": frame_number(time), "dr": 0} for time, moment in moments]
    made = {
        "v": "5.9.0", "fr": FRAME_RATE, "ip": 0, "op": frame_number(seconds), "w": size[0], "h": size[1], "nm": name,
        "ddd": 0, "assets": list(assets), "layers": numbered(back_to_front, seconds), "markers": markers,
    }  # fmt: skip
    return made | {"fonts": {"list": list(fonts)}} if fonts else made


def widened(made, width):
    """The same show in the middle of a wider frame, for what flies out at its sides."""
    middle = {"ty": 3, "nm": "middle", "ddd": 0, "sr": 1, "st": 0, "bm": 0, "ao": 0}
    middle |= {"ks": transform(position=((width - made["w"]) / 2, 0)), "ind": len(made["layers"]) + 1}
    middle |= {"ip": made["ip"], "op": made["op"]}
    for one in made["layers"]:
        one.setdefault("parent", middle["ind"])
    return made | {"w": width, "layers": [*made["layers"], middle]}


def numbered(back_to_front, seconds):
    """The layers topmost first, with their numbers, parents and times."""
    layers = list(reversed(back_to_front))
    numbers = {id(made): number for number, made in enumerate(layers, 1)}
    result = []
    for made in layers:
        begin, end, parent = made["begin"], made["end"], made["parent"]
        clean = {key: value for key, value in made.items() if key not in ("begin", "end", "parent")}
        clean["ind"] = numbers[id(made)]
        if parent is not None:
            clean["parent"] = numbers[id(parent)]
        clean["ip"] = frame_number(begin or 0)
        clean["op"] = frame_number(seconds if end is None else end)
        result.append(clean)
    return result


def compact_json(document):
    return (json.dumps(compacted(document), ensure_ascii=False, separators=(",", ":")) + "\n").encode()


def compacted(value, places=1):
    """Shorter numbers: a tenth of a pixel or a frame, a thousandth for easings, colours and gradient stops."""
    if isinstance(value, dict):
        return {key: compacted(member, 3 if key in ("x", "y", "c", "g") else places) for key, member in value.items()}
    if isinstance(value, list):
        return [compacted(member, places) for member in value]
    if isinstance(value, float):
        short = round(value, places)
        return int(short) if short == int(short) else short
    return value
