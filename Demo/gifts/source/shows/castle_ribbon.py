"""The ribbon across the castle's walls that says who has sent it."""

from giftmaking.document import layer, text
from giftmaking.motion import BACK, IN, OUT, SOFT, keys
from giftmaking.shapes import curve, fill, linear, paint, path, polygon

OPEN, SHUT = 4.4, 6.85
MIDDLE = (400, 396)
FONT = {"fName": "Sans-Bold", "fFamily": "sans-serif", "fStyle": "Bold", "fWeight": "700", "ascent": 75}

CLOTH = curve((-300, -32, 1), (-150, -40), (0, -36), (150, -32), (300, -40, 1), (300, 32, 1), (150, 40), (0, 36),
              (-150, 32), (-300, 40, 1))  # fmt: skip


def tail(side):
    ends = polygon((side * 282, -20), (side * 338, -30), (side * 320, 12), (side * 338, 48), (side * 282, 46))
    return paint(path(ends), fill("#1e0a4a"))


def ribbon():
    """The cloth unrolls to both sides, then the name shines up on it."""
    unroll = keys((OPEN, (0, 70)), (OPEN + 0.4, (100, 100), BACK), (SHUT, (100, 100)), (SHUT + 0.25, (0, 80), IN))
    x, y = MIDDLE
    sway = keys((OPEN + 0.4, (x, y)), (5.4, (x, y + 5), SOFT), (6.2, (x, y - 3), SOFT), (SHUT, (x, y), SOFT))
    velvet = linear((0, -38), (0, 38), (0, "#6a3fd0"), (0.5, "#4a22a8"), (1, "#2c0f74"))
    hem = paint(path(CLOTH), fill("#ffd23c"), scale=(101, 114))
    cloth = layer("cloth", tail(-1), tail(1), hem, paint(path(CLOTH), velvet), position=sway, scale=unroll,
                  begin=OPEN, end=SHUT + 0.25)  # fmt: skip
    shine = keys((OPEN + 0.3, 0), (OPEN + 0.5, 100), (SHUT, 100), (SHUT + 0.1, 0))
    pop = keys((OPEN + 0.3, (60, 60)), (OPEN + 0.6, (108, 108), OUT), (OPEN + 0.8, (100, 100)))
    placing = dict(scale=pop, opacity=shine, begin=OPEN + 0.3, end=SHUT + 0.1)
    # What stands there while nobody is known to have sent it.
    words = ("for you", 58)
    below = tuple(a + b for a, b in zip(MIDDLE, (3, 23)))
    above = tuple(a + b for a, b in zip(MIDDLE, (0, 20)))
    return [cloth, text("sender shade", *words, "#1a0838", FONT, position=below, **placing),
            text("sender", *words, "#fff6c4", FONT, position=above, **placing)]  # fmt: skip
