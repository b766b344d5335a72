"""The coins of the lucky cat: the one it flips and the shower that follows."""

from giftmaking.document import layer
from giftmaking.motion import BACK, FALL, IN, OUT, SOFT, Split, keys, thrown
from giftmaking.shapes import ellipse, fill, linear, paint, rectangle

FLIP, CATCH, LEAVING = 1.06, 1.86, 2.62
GOLD = ((0, "#fff9c4"), (0.45, "#ffcf33"), (1, "#d97400"))


def coin_face(size):
    return [
        paint(ellipse((0, 0), size), fill("#b85c00")),
        paint(ellipse((0, -size * 0.03), size * 0.92), linear((-size / 2, -size / 2), (size / 2, size / 2), *GOLD)),
        paint(rectangle((0, 0), (size * 0.26,) * 2, 2), fill("#a85200"), rotation=45),
    ]


def spin(begin, end, turns):
    """The width of a coin that tumbles: full, edge, full."""
    steps = turns * 4
    widths = [(begin + (end - begin) * n / steps, (12 if n % 2 else 100, 100), SOFT) for n in range(steps + 1)]
    return keys(*widths)


def coin():
    """It shows on the paw, flies over the left ear and comes down again, to be held high."""
    appear = keys((0.7, (0, 0)), (0.9, (100, 100), BACK), (FLIP - 0.02, (100, 100)))
    held = keys((0.7, 262), (FLIP - 0.16, 262), (FLIP - 0.02, 284, SOFT))
    flying = thrown((62, 284), (62, 262), FLIP - 0.02, 1.44, CATCH, 56)
    caught = keys((CATCH, 262), (CATCH + 0.06, 282, OUT), (CATCH + 0.3, 240, BACK), (LEAVING, 246),
                  (LEAVING + 0.12, 226, OUT), (2.96, 660, IN))  # fmt: skip
    grown = keys((CATCH, (100, 100)), (CATCH + 0.3, (112, 112), BACK), (LEAVING, (108, 108)))
    face = coin_face(92)
    return [
        layer("coin held", *face, position=Split(62, held), scale=appear, begin=0.7, end=FLIP),
        layer("coin flying", *face, position=flying, scale=spin(FLIP - 0.02, CATCH, 3), begin=FLIP, end=CATCH),
        layer("coin caught", *face, position=Split(62, caught), scale=grown, begin=CATCH),
    ]


def shower(index):
    """One of the coins that rain as a reward."""
    begin = CATCH + 0.08 + index * 7 % 10 * 0.045
    x, takes = 36 + index * 149 % 328, 0.62
    fall = keys((begin, -50), (begin + takes, 450, FALL))
    return layer(f"shower {index}", *coin_face(58), position=Split(x, fall), scale=spin(begin, begin + takes, 2),
                 rotation=20 * (-1) ** index, begin=begin, end=begin + takes)  # fmt: skip
