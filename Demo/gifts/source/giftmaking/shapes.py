"""Shapes, paints and groups. Positions are in composition pixels, y down."""

from giftmaking.motion import Keys, property_of


def ellipse(center, size):
    size = size if isinstance(size, (tuple, list, Keys)) else (size, size)
    return {"ty": "el", "d": 1, "p": property_of(center), "s": property_of(size)}


def rectangle(center, size, radius=0):
    return {"ty": "rc", "d": 1, "p": property_of(center), "s": property_of(size), "r": property_of(radius)}


def star(center, points, outer, inner, rotation=0):
    return {
        "ty": "sr", "sy": 1, "d": 1, "pt": property_of(points), "p": property_of(center), "r": property_of(rotation),
        "or": property_of(outer), "os": property_of(0), "ir": property_of(inner), "is": property_of(0),
    }  # fmt: skip


def path(outline):
    """A path of an outline made by `polygon` or `curve`, or of keys of such outlines."""
    return {"ty": "sh", "d": 1, "ks": property_of(outline) if isinstance(outline, Keys) else {"a": 0, "k": outline}}


def polygon(*points, closed=True):
    zeros = [[0, 0] for _ in points]
    return {"c": closed, "v": [list(point) for point in points], "i": zeros, "o": zeros}


def curve(*points, closed=True, tension=1):
    """A smooth outline through all points; a point with a third member is a corner."""
    count, tension = len(points), tension / 6
    vertices, incoming, outgoing = [], [], []
    for index, (x, y, *corner) in enumerate(points):
        before, after = points[index - 1], points[(index + 1) % count]
        end = not closed and index in (0, count - 1)
        dx, dy = (0, 0) if corner or end else ((after[0] - before[0]) * tension, (after[1] - before[1]) * tension)
        vertices.append([x, y])
        incoming.append([-dx, -dy])
        outgoing.append([dx, dy])
    return {"c": closed, "v": vertices, "i": incoming, "o": outgoing}


def bezier(start, *segments, closed=True):
    """An outline of cubic segments, each (control, control, end), all absolute."""
    vertices, incoming, outgoing = [list(start)], [[0, 0]], []
    for first, second, end in segments:
        here = vertices[-1]
        outgoing.append([first[0] - here[0], first[1] - here[1]])
        incoming.append([second[0] - end[0], second[1] - end[1]])
        vertices.append(list(end))
    if closed and vertices[0] == vertices[-1]:
        vertices.pop()
        incoming[0] = incoming.pop()
    else:
        outgoing.append([0, 0])
    return {"c": closed, "v": vertices, "i": incoming, "o": outgoing}


def mirrored(outline, axis=0):
    """An outline seen in a mirror that stands at x = axis."""
    flipped = {"c": outline["c"], "v": [[2 * axis - x, y] for x, y in outline["v"]]}
    return flipped | {side: [[-x, y] for x, y in outline[side]] for side in ("i", "o")}


def rgb(color):
    return [round(int(color[index : index + 2], 16) / 255, 3) for index in (1, 3, 5)]


def color_of(color):
    """A colour such as "#ff3366", or keys of such."""
    if isinstance(color, Keys):
        return Keys([(time, [*rgb(value), 1], ease) for time, value, ease in color.keys])
    return [*rgb(color), 1]


def fill(color, opacity=100):
    return {"ty": "fl", "c": property_of(color_of(color)), "o": property_of(opacity), "r": 1}


def stroke(color, width, opacity=100):
    return {
        "ty": "st", "c": property_of(color_of(color)), "o": property_of(opacity), "w": property_of(width),
        "lc": 2, "lj": 2,
    }  # fmt: skip


def stops(*colors):
    """Colour stops: each (offset, "#rrggbb"[, opacity 0 to 1])."""
    flat = [number for offset, color, *_ in colors for number in (offset, *rgb(color))]
    if any(len(color) > 2 for color in colors):
        flat += [number for offset, _, *alpha in colors for number in (offset, *(alpha or [1]))]
    return {"p": len(colors), "k": {"a": 0, "k": flat}}


def linear(start, end, *colors, opacity=100):
    return {
        "ty": "gf", "t": 1, "s": property_of(start), "e": property_of(end), "g": stops(*colors),
        "o": property_of(opacity), "r": 1,
    }  # fmt: skip


def radial(center, radius, *colors, opacity=100):
    edge = (center[0] + radius, center[1])
    return {
        "ty": "gf", "t": 2, "s": property_of(center), "e": property_of(edge), "g": stops(*colors),
        "o": property_of(opacity), "r": 1, "h": property_of(0), "a": property_of(0),
    }  # fmt: skip


def trim(start, end, offset=0):
    return {"ty": "tm", "s": property_of(start), "e": property_of(end), "o": property_of(offset), "m": 1}


def repeat(count, position=(0, 0), rotation=0, scale=(100, 100)):
    transform = {"ty": "tr", "so": property_of(100), "eo": property_of(100), "a": property_of((0, 0))}
    transform |= {"p": property_of(position), "r": property_of(rotation), "s": property_of(scale)}
    return {"ty": "rp", "c": property_of(count), "o": property_of(0), "m": 1, "tr": transform}


def transform(position=(0, 0), anchor=(0, 0), scale=(100, 100), rotation=0, opacity=100):
    values = {"a": anchor, "p": position, "s": scale, "r": rotation, "o": opacity}
    return {name: property_of(value) for name, value in values.items()}


def group(*back_to_front, modifiers=(), **placing):
    """Groups one over the other, the last in front."""
    items = [*reversed(back_to_front), *modifiers, {"ty": "tr"} | transform(**placing)]
    return {"ty": "gr", "it": items}


def paint(shapes, *styles, **placing):
    """Shapes and what is done to them, in Lottie's order: modifiers, then styles, the first on top."""
    shapes = shapes if isinstance(shapes, (list, tuple)) else [shapes]
    return {"ty": "gr", "it": [*shapes, *styles, {"ty": "tr"} | transform(**placing)]}
