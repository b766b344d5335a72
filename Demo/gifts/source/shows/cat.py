"""A lucky cat that waves its paw, flips a coin, catches it, and is showered with more."""

from giftmaking.document import composition, layer, null, widened
from giftmaking.motion import BACK, FALL, IN, LINEAR, OUT, SOFT, Split, keys, squash, wave
from giftmaking.shapes import (
    bezier, curve, ellipse, fill, group, linear, mirrored, paint, path, radial, rectangle, star, stroke,
)  # fmt: skip
from shows.cat_coins import CATCH, FLIP, GOLD, LEAVING, coin, shower

SIZE = (400, 400)
SECONDS = 3
FUR = ((0, "#ffffff"), (0.55, "#fff1e0"), (1, "#d79a86"))
EAR = bezier(
    (-104, 0),
    ((-112, -60), (-104, -102), (-90, -106)),
    ((-66, -106), (-28, -74), (-12, -40)),
    ((-40, 0), (-80, 20), (-104, 0)),
)
INNER_EAR = bezier(
    (-92, -28),
    ((-94, -58), (-90, -80), (-84, -84)),
    ((-68, -80), (-50, -62), (-42, -50)),
    ((-56, -36), (-76, -24), (-92, -28)),
)
BODY = curve((200, 206), (276, 232), (304, 310), (296, 388, 1), (104, 388, 1), (96, 310), (124, 232))


def root():
    """What the whole cat hangs on: it hops in, breathes, ducks to flip, catches, and hops off."""
    hop = keys((0, 800), (0.34, 372, OUT), (0.5, 388, FALL), (FLIP - 0.1, 388), (CATCH, 388), (CATCH + 0.2, 372, OUT),
               (CATCH + 0.36, 388, FALL), (LEAVING, 388), (LEAVING + 0.12, 372, OUT), (2.96, 800, IN))  # fmt: skip
    body = squash((0, 1.15), (0.34, 1.08, OUT), (0.5, 1.02, IN), (0.58, 0.9, OUT), (0.72, 1.05, SOFT), (0.84, 1, SOFT),
                  (FLIP - 0.02, 0.9, SOFT), (FLIP + 0.1, 1.07, OUT), (FLIP + 0.26, 1, SOFT), (CATCH - 0.02, 1.02, SOFT),
                  (CATCH + 0.06, 0.89, OUT), (CATCH + 0.2, 1.08, OUT), (CATCH + 0.36, 1), (CATCH + 0.44, 0.88, OUT),
                  (CATCH + 0.58, 1.02, SOFT), (LEAVING - 0.06, 0.9, SOFT), (LEAVING + 0.12, 1.05, OUT))  # fmt: skip
    return null("cat", position=Split(200, hop), anchor=(200, 388), scale=body)


def head(parent):
    lean = keys((0, 0), (0.55, 0), (0.75, -7, SOFT), (0.95, 5, SOFT), (FLIP, 8, SOFT),
                (FLIP + 0.2, -10, OUT), (1.5, -8, SOFT), (CATCH, -6), (CATCH + 0.1, 8, OUT), (2.2, -6, SOFT),
                (2.4, 6, SOFT), (LEAVING, 0, SOFT))  # fmt: skip
    return null("head", position=(200, 156), rotation=lean, parent=parent)


def torso(parent):
    belly = linear((110, 0), (310, 0), *FUR)
    tail = curve((300, 372), (352, 352), (346, 300), closed=False)
    shade = linear((0, 358), (0, 394), (0, "#ffffff"), (1, "#e8b8a4"))
    feet = [paint(ellipse((x, 376), (76, 36)), shade) for x in (152, 248)]
    return layer("torso", paint(path(tail), stroke("#ff9d3c", 34)), paint(path(BODY), belly), *feet, parent=parent)


def bib(parent):
    """The collar and the bell, which swings on."""
    collar = paint(path(curve((128, 226), (200, 252), (272, 226), closed=False)), stroke("#e5123d", 24))
    swing = wave(0.5, LEAVING, 0.44, -14, 14)
    bell = [
        paint(ellipse((0, 22), 52), radial((-10, 10), 44, *GOLD)),
        paint(rectangle((0, 28), (48, 8)), fill("#8a4600")),
        paint(ellipse((0, 40), 14), fill("#8a4600")),
    ]
    return layer("bib", collar, group(*bell, position=(200, 244), rotation=swing), parent=parent)


def face(parent):
    """The head itself, with one orange ear and blushing cheeks."""
    round_head = paint(ellipse((0, 0), (224, 176)), radial((-30, -40), 180, *FUR))
    twitch = keys((0, 0), (1.2, 0), (1.26, -12, OUT), (1.36, 0, SOFT), (CATCH, 0),
                  (CATCH + 0.08, -14, OUT), (CATCH + 0.3, 0, SOFT))  # fmt: skip
    left = group(paint(path(EAR), fill("#ff9d3c")), paint(path(INNER_EAR), fill("#ff5f86")), rotation=twitch)
    right = group(paint(path(mirrored(EAR)), fill("#f6dccb")), paint(path(mirrored(INNER_EAR)), fill("#ff5f86")))
    cheeks = [paint(ellipse((84 * side, 30), (44, 28)), fill("#ff7f9f", 85)) for side in (-1, 1)]
    nose = paint(ellipse((0, 18), (26, 18)), fill("#ff4d78"))
    return layer("face", left, right, round_head, *cheeks, nose, parent=parent)


def eyes(parent):
    """Round ones that blink and follow the coin, then happy arcs."""
    x = keys((0, 0), (FLIP, 0), (FLIP + 0.15, -7, OUT), (CATCH, -7), (CATCH + 0.05, 0))
    y = keys((0, 0), (FLIP, 4), (FLIP + 0.3, -12, OUT), (1.6, -10), (CATCH, 6))
    blink = keys((0.6, (100, 100)), (0.66, (110, 10)), (0.74, (100, 100)))
    pair = [paint([ellipse((48 * side, -10), (32, 44))], fill("#2a1030"), position=(0, 0)) for side in (-1, 1)]
    gleam = [paint(ellipse((48 * side - 6, -20), 14), fill("#ffffff")) for side in (-1, 1)]
    arc = curve((-20, 8), (0, -14), (20, 8), closed=False)
    happy = [paint(path(arc), stroke("#2a1030", 13), position=(50 * side, -12)) for side in (-1, 1)]
    mouths = [path(curve((0, 28), (14 * side, 42), (30 * side, 32), closed=False)) for side in (-1, 1)]
    pop = keys((CATCH, (60, 60)), (CATCH + 0.2, (100, 100), BACK))
    return [
        layer("eyes", *pair, *gleam, position=Split(x, y), scale=blink, parent=parent, end=CATCH),
        layer("happy eyes", *happy, scale=pop, parent=parent, begin=CATCH),
        layer("mouth", paint(mouths, stroke("#5c1a3c", 9)), parent=parent),
    ]


def raised_paw(parent):
    """The paw that calls luck in: it winds up, then beckons."""
    arm = paint(path(curve((0, 0), (30, -62), (22, -128), closed=False)), stroke("#a85a5c", 62))
    sleeve = paint(path(curve((-5, 0), (26, -62), (19, -128), closed=False)), stroke("#fff6ea", 50))
    folding = wave(0.6, 2.6, 0.4, -20, 62)
    paw = [
        paint(ellipse((0, -26), (98, 92)), fill("#a85a5c")),
        paint(ellipse((0, -26), (84, 78)), radial((-14, -44), 76, *FUR)),
        paint(ellipse((-6, -22), (34, 28)), fill("#ff6f94")),
        *[paint(ellipse((x, y), 17), fill("#ff6f94")) for x, y in ((-27, -42), (-4, -52), (20, -42))],
    ]
    turn = keys((0, 20), (0.34, 12), (0.6, -14, BACK), *[(0.6 + 0.2 * n, 14 if n % 2 else -4, SOFT) for n in range(1, 11)],
                (LEAVING, 4), (2.8, 12, SOFT))  # fmt: skip
    return layer("raised paw", arm, sleeve, group(*paw, position=(22, -126), rotation=folding), position=(292, 280),
                 rotation=turn, parent=parent)  # fmt: skip


def flipping_paw(parent):
    turn = keys((0, 30), (0.6, 0, BACK), (FLIP - 0.16, 0), (FLIP - 0.02, -28, SOFT), (FLIP + 0.1, 46, OUT),
                (FLIP + 0.35, 8, SOFT), (CATCH - 0.1, 14), (CATCH + 0.06, -26, OUT), (CATCH + 0.3, 6, SOFT),
                (CATCH + 0.44, 0, SOFT))  # fmt: skip
    arm = paint(path(curve((0, 0), (-30, 14), (-62, 4), closed=False)), stroke("#a85a5c", 62))
    sleeve = paint(path(curve((0, 0), (-30, 14), (-62, 4), closed=False)), stroke("#fff1e4", 48))
    rim = paint(ellipse((-68, 0), (86, 78)), fill("#a85a5c"))
    paw = paint(ellipse((-68, 0), (74, 66)), radial((-80, -14), 62, *FUR))
    return layer("flipping paw", arm, rim, sleeve, paw, position=(136, 300), rotation=turn, parent=parent)


def luck():
    """The golden light behind the cat once the coin is caught."""
    light = radial((0, 0), 190, (0, "#fff6b0", 0.9), (0.6, "#ffbe2e", 0.7), (1, "#ff7a2a", 0))
    rays = paint(star((0, 0), 12, 190, 120), light, rotation=keys((CATCH, 0), (3, 70, LINEAR)))
    size = keys((CATCH, (20, 20)), (CATCH + 0.25, (104, 104), BACK), (2.5, (98, 98)), (2.8, (0, 0), IN))
    return layer("luck", rays, position=(200, 200), scale=size, begin=CATCH, end=2.8)


def show():
    cat = root()
    skull = head(cat)
    coins = [shower(index) for index in range(10)]
    return widened(composition("cat", SIZE, SECONDS, [
        cat, skull, luck(), *coins[:5], torso(cat), raised_paw(cat), face(skull), *eyes(skull), bib(cat),
        flipping_paw(cat), *coin(), *coins[5:],
    ]), 680)  # fmt: skip
