"""The ribbon across the castle's walls that says who has sent it."""

from giftmaking.document import layer, text
from giftmaking.motion import BACK, IN, OUT, SOFT, keys
from giftmaking.shapes import curve, fill, linear, paint, path, polygon

OPEN, SHUT = 4.4, 6.85
MIDDLE = (400, 322)
FONT = {"fName": "Sans-Bold", "fFamily": "sans-serif", "fStyle": "Bold", "fWeight": "700", "ascent": 75}

CLOTH = curve((-352, -46, 1), (-176, -58), (0, -52), (176, -46), (352, -58, 1), (352, 46, 1), (176, 58), (0, 52),
              (-176, 46), (-352, 58, 1))  # fmt: skip


def tail(side):
    ends = polygon((side * 330, -30), (side * 398, -44), (side * 376, 14), (side * 398, 66), (side * 330, 64))
    return paint(path(ends), fill("#6e0a4c"))


def ribbon():
    """The cloth unrolls to both sides, then the name shines up on it."""
    unroll = keys((OPEN, (0, 70)), (OPEN + 0.4, (100, 100), BACK), (SHUT, (100, 100)), (SHUT + 0.25, (0, 80), IN))
    sway = keys((OPEN + 0.4, (400, 322)), (5.4, (400, 328), SOFT), (6.2, (400, 318), SOFT), (SHUT, (400, 322), SOFT))
    velvet = linear((0, -56), (0, 56), (0, "#ff4fae"), (0.5, "#c81480"), (1, "#86085a"))
    hem = paint(path(CLOTH), fill("#ffd23c"), scale=(100, 112))
    cloth = layer("cloth", tail(-1), tail(1), hem, paint(path(CLOTH), velvet), position=sway, scale=unroll,
                  begin=OPEN, end=SHUT + 0.25)  # fmt: skip
    shine = keys((OPEN + 0.3, 0), (OPEN + 0.5, 100), (SHUT, 100), (SHUT + 0.1, 0))
    pop = keys((OPEN + 0.3, (60, 60)), (OPEN + 0.6, (108, 108), OUT), (OPEN + 0.8, (100, 100)))
    placing = dict(scale=pop, opacity=shine, begin=OPEN + 0.3, end=SHUT + 0.1)
    # What stands there while nobody is known to have sent it.
    words = ("for you", 72)
    below = tuple(a + b for a, b in zip(MIDDLE, (4, 31)))
    above = tuple(a + b for a, b in zip(MIDDLE, (0, 26)))
    return [cloth, text("sender shade", *words, "#4a0634", FONT, position=below, **placing),
            text("sender", *words, "#fff6c4", FONT, position=above, **placing)]  # fmt: skip
