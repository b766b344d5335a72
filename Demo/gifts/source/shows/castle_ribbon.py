"""The ribbon across the castle that says who has sent it."""

from giftmaking.document import layer, text
from giftmaking.motion import BACK, IN, OUT, SOFT, keys
from giftmaking.shapes import curve, fill, paint, path, polygon

OPEN, SHUT = 4.4, 7.05
MIDDLE = (400, 238)  # above the chat, which covers the lower left of the stage
SIZE, LETTERS = 66, 11  # of the name: the height of its letters, and how many of them fit
FONT = {"fName": "Sans-Bold", "fFamily": "sans-serif", "fStyle": "Bold", "fWeight": "700", "ascent": 75}

CLOTH = curve((-334, -46, 1), (-160, -54), (0, -50), (160, -46), (334, -54, 1), (334, 44, 1), (160, 54), (0, 50),
              (-160, 46), (-334, 54, 1))  # fmt: skip


def tail(side):
    ends = polygon((side * 318, -28), (side * 384, -38), (side * 362, 12), (side * 384, 60), (side * 318, 58))
    return paint(path(ends), fill("#7a0038"))


def ribbon():
    """The cloth unrolls to both sides, then the name shines up on it."""
    unroll = keys((OPEN, (0, 50)), (OPEN + 0.4, (76, 78), BACK), (SHUT, (76, 78)), (SHUT + 0.25, (0, 60), IN))
    x, y = MIDDLE
    sway = keys((OPEN + 0.4, (x, y)), (5.4, (x, y + 5), SOFT), (6.2, (x, y - 3), SOFT), (SHUT, (x, y), SOFT))
    hem = paint(path(CLOTH), fill("#ffd23c"), scale=(101.5, 118))
    cloth = layer("cloth", tail(-1), tail(1), hem, paint(path(CLOTH), fill("#a80048")), position=sway, scale=unroll,
                  begin=OPEN, end=SHUT + 0.25)  # fmt: skip
    shine = keys((OPEN + 0.3, 0), (OPEN + 0.5, 100), (SHUT, 100), (SHUT + 0.1, 0))
    pop = keys((OPEN + 0.3, (60, 60)), (OPEN + 0.6, (108, 108), OUT), (OPEN + 0.8, (100, 100)))
    placing = dict(scale=pop, opacity=shine, anchor=(0, -24), begin=OPEN + 0.3, end=SHUT + 0.1)
    # What stands there while nobody is known to have sent it.
    words = ("for you", SIZE)
    below = tuple(a + b for a, b in zip(MIDDLE, (4, 4)))
    return [cloth, fitted(text("sender shade", *words, "#4a0022", FONT, position=below, **placing)),
            fitted(text("sender", *words, "#ffffff", FONT, position=MIDDLE, **placing))]  # fmt: skip


def fitted(line):
    """The same line of text, smaller if it has more letters than the cloth has room for."""
    line["ks"]["s"]["x"] = (
        f"var part = Math.min(1, {LETTERS} / ('' + text.sourceText).length);"
        "var $bm_rt = [value[0] * part, value[1] * part];"
    )
    return line
