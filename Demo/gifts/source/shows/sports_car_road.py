"""The neon road of the sports car: sunset, houses and street lights passing by."""

from giftmaking.document import instance, layer, precomposition
from giftmaking.motion import IN, LINEAR, OUT, Keys, keys
from giftmaking.shapes import ellipse, fill, group, linear, paint, radial, rectangle, repeat

SIZE = (800, 480)
SECONDS = 6
ARRIVE, SPIN, GO = 0.7, 2.75, 4.7
LAMPS = (("cyan", "#2ff0ff"), ("yellow", "#ffe14d"), ("pink", "#ff5fd0"))


def town():
    night = linear((0, 0), (0, 330), (0, "#0a0430"), (0.5, "#3a0f78"), (0.8, "#b0249a"), (1, "#ff6aa0"))
    sun = linear((0, 60), (0, 320), (0, "#fff07a"), (0.5, "#ff8a4d"), (1, "#ff2f9a"))
    return [layer("night", paint(rectangle((400, 170), (800, 340)), night)),
            layer("sun", paint(ellipse((0, 0), 230), sun, position=(0, 0)),
                  position=keys((0, (560, 330)), (6, (500, 236), LINEAR)))]  # fmt: skip


def houses(name, count, gap, wide, low, high, color, lights, shift):
    blocks, panes = [], []
    for n in range(count):
        x, height = 40 + gap * n, low + n * 67 % (high - low)
        blocks.append(rectangle((x, 330 - height / 2), (wide - n % 3 * 14, height)))
        panes += [rectangle((x + (-16, 16)[k % 2], 330 - height + 24 + 34 * (k // 2)),
                            (16, 18)) for k in range(4) if (n + k) % 5 > 2]  # fmt: skip
    stops = Keys([(0, (0, 0)), (ARRIVE, (-shift * 0.12, 0), LINEAR), (SPIN, (-shift * 0.55, 0), LINEAR),
                  (SPIN + 0.7, (-shift * 0.66, 0), OUT), (GO, (-shift * 0.66, 0)), (SECONDS, (-shift, 0), IN)])  # fmt: skip
    return layer(name, paint(blocks, fill(color)), paint(panes, fill(lights)), position=stops)


def road():
    tar = linear((0, 326), (0, 480), (0, "#5a2a9a"), (0.25, "#2a1460"), (1, "#0c0628"))
    run = Keys([(0, (0, 0)), (SPIN, (-3840, 0), LINEAR), (SPIN + 0.7, (-4480, 0), OUT), (GO, (-4480, 0)),
                (SECONDS, (-8000, 0), IN)])  # fmt: skip
    edge = paint(rectangle((400, 334), (800, 16)), linear((0, 0), (800, 0), (0, "#2ff0ff"), (0.5, "#ff3fd0"),
                                                          (1, "#2ff0ff")))  # fmt: skip
    dash = group(paint(rectangle((0, 452), (130, 18), 6), fill("#ffe14d")), modifiers=[repeat(38, (240, 0))])
    return [layer("road", paint(rectangle((400, 405), (800, 150)), tar), edge), layer("dashes", dash, position=run)]


def lamp(name, tint):
    """A street light with its glow and its pool of light on the road."""
    glow = paint(ellipse((400, 80), 180), radial((400, 80), 90, (0, tint, 0.9), (0.4, tint, 0.4), (1, tint, 0)))
    pole = paint([rectangle((400, 200), (16, 280)), rectangle((374, 64), (68, 16))], fill("#1a0a40"))
    pool = paint(ellipse((370, 352), (220, 36)), fill(tint, 60))
    return precomposition(name, SECONDS, [layer(name, pool, pole, glow,
                                                paint(ellipse((360, 66), (56, 26)), fill("#ffffff")))])  # fmt: skip


def lamps():
    made = []
    for n, begin in enumerate((0.2, 0.75, 1.25, 1.7, 2.15, 2.55, 5.0, 5.25, 5.45)):
        end = begin + (0.75 if begin < 4 else 0.5)
        made.append(instance(f"lamp {n}", LAMPS[n % 3][0], SIZE,
                             position=keys((begin, (540, 0)), (end, (-560, 0), LINEAR)),
                             begin=begin, end=end))  # fmt: skip
    return made
