"""A rose that grows, opens petal by petal, and is carried off by the wind."""

from giftmaking.document import composition, layer, null
from giftmaking.motion import BACK, BIG_BACK, IN, IN_OUT, LINEAR, OUT, SOFT, keys, thrown, track
from giftmaking.shapes import bezier, curve, ellipse, fill, group, linear, mirrored, paint, path, radial, star, stroke, trim

SIZE = (680, 400)  # wide, as the wind carries the petals far
SECONDS = 2
GUST = 1.45

PETAL = bezier(
    (0, 0),
    ((-50, -8), (-92, -70), (-84, -122)),
    ((-78, -168), (-24, -176), (0, -158)),
    ((24, -176), (78, -168), (84, -122)),
    ((92, -70), (50, -8), (0, 0)),
)
LEAF = bezier((0, 0), ((20, -60), (80, -80), (130, -66)), ((120, -20), (60, 20), (0, 0)))
LOWER_LEAF = bezier((0, 0), ((50, -12), (90, -46), (130, -66)), ((120, -20), (60, 20), (0, 0)))
STEM = bezier((200, 410), ((204, 340), (190, 300), (200, 225)), closed=False)
SWIRL = curve((-44, -8), (0, -34), (44, -8), (14, 20), (-22, 6), (-6, -10), (12, -4), closed=False)


def plant(parent):
    sway = keys((0, 0), (0.35, -5, OUT), (0.6, 4, SOFT), (0.9, -4, SOFT), (1.2, 3, SOFT), (GUST - 0.02, -9, SOFT),
                (1.62, 22, OUT), (1.78, 8, SOFT), (1.92, 12, SOFT))  # fmt: skip
    sink = track((GUST, (200, 400)), (1.68, (200, 388), OUT), (1.98, (200, 740), IN))
    return null("plant", position=sink, anchor=(200, 400), rotation=sway, parent=parent)


def stem(parent):
    grown = keys((0, 0), (0.4, 100, OUT))
    return layer("stem", paint(path(STEM), trim(0, grown), stroke("#0f7a3d", 24)),
                 paint(path(STEM), trim(0, grown), stroke("#46d36b", 9), position=(-4, 0)), parent=parent)  # fmt: skip


def leaf(parent, name, place, side, begin):
    size = keys((begin, (0, 0)), (begin + 0.28, (100 * side, 100), BIG_BACK))
    flutter = keys((begin, 40 * side), (begin + 0.3, -8 * side, BACK), (0.95, 6 * side, SOFT), (1.25, -6 * side, SOFT),
                   (GUST, 4 * side, SOFT), (1.6, -26, OUT), (1.75, -8, SOFT))  # fmt: skip
    light = linear((0, -70), (120, -10), (0, "#7df07a"), (1, "#22b14f"))
    return layer(name, paint(path(LEAF), light), paint(path(LOWER_LEAF), fill("#0c7a3a")), position=place, scale=size,
                 rotation=flutter, parent=parent, begin=begin)  # fmt: skip


def head(parent):
    rise = track((0, (200, 430)), (0.4, (200, 240), OUT))
    size = keys((0.08, (0, 0)), (0.4, (72, 78), BACK), (0.55, (84, 62)), (0.78, (104, 112), OUT), (0.92, (106, 98), SOFT),
                (1.04, (100, 102), SOFT), (1.3, (104, 104), SOFT), (GUST, (110, 92), SOFT))  # fmt: skip
    return null("head", position=rise, scale=size, parent=parent)


def petal(parent, name, angle, size, colors, blown, begin=0.56):
    """One petal: closed, it leans a quarter of its angle; open, all of it; then the gust takes it."""
    wide, tall = size
    gust = GUST + 0.05 * blown[2]
    lean = keys((begin, angle * 0.22), (begin + 0.3, angle * 1.0, BIG_BACK), (1.2, angle * 0.94, SOFT), (gust, angle),
                (2, angle + blown[3], IN_OUT))  # fmt: skip
    grown = keys((begin, (wide * 0.62, tall * 0.94)), (begin + 0.26, (wide, tall), BACK), (gust, (wide, tall)),
                 (1.97, (wide * 0.2, tall * 0.3), IN))  # fmt: skip
    way = track((gust, (0, 0)), (gust + 0.2, (blown[0] * 0.25, blown[1] * 0.6), IN), (1.97, (blown[0], blown[1]), OUT))
    light, middle, dark = colors
    shade = linear((0, -165), (0, -5), (0, light), (0.3, middle), (1, dark))
    return layer(name, paint(path(PETAL), shade), position=way, rotation=lean, scale=grown, parent=parent, end=1.98)


def swirl(parent):
    size = keys((0.5, (0, 0)), (0.86, (118, 118), BACK), (1.1, (104, 104), SOFT), (GUST, (110, 110)), (1.6, (0, 0), IN))
    turn = keys((0.5, -200), (0.9, 12, OUT), (1.1, 0, SOFT), (GUST, 0), (1.6, 120, IN))
    core = paint(ellipse((0, 0), (112, 84)), fill("#8f0026"))
    return layer("swirl", core, paint(path(SWIRL), stroke("#ff5f7f", 13)), position=(0, -128), scale=size, rotation=turn,
                 parent=parent, begin=0.5)  # fmt: skip


def sepals(parent):
    green = linear((0, -20), (0, 30), (0, "#2fbf5b"), (1, "#0d6b35"))
    outline = curve((-64, -34, True), (-30, 14), (0, 26), (30, 14), (64, -34, True), (22, -8), (0, -24, True), (-22, -8))
    away = keys((0, 100))
    return layer("sepals", paint(path(outline), green), parent=parent, opacity=away)


def blossom(parent):
    """The petals from the back to the front."""
    back = ("#e8305a", "#b00a38", "#6e0020")
    side = ("#ff5d82", "#d3123f", "#7a0022")
    front = ("#ff8aa3", "#f0234f", "#96002c")
    return [
        petal(parent, "back left", -34, (84, 118), back, (-150, -260, 3, -300)),
        petal(parent, "back right", 34, (84, 118), back, (210, -240, 1, 260)),
        petal(parent, "back", 0, (96, 124), back, (60, -320, 2, 320)),
        petal(parent, "side left", -76, (78, 88), side, (40, -250, 4, 420), 0.62),
        petal(parent, "side right", 76, (78, 88), side, (270, -90, 0, 240), 0.62),
        swirl(parent),
        petal(parent, "front left", -36, (100, 84), front, (20, -150, 2, 400), 0.6),
        petal(parent, "front right", 36, (100, 84), front, (280, -190, 1, 300), 0.66),
        petal(parent, "front", 0, (92, 68), front, (190, -60, 3, -330), 0.7),
    ]


def glow(parent):
    pulse = keys((0.5, 0), (0.85, 100, OUT), (1.1, 60, SOFT), (1.35, 85, SOFT), (1.8, 0, IN))
    light = radial((0, 0), 190, (0, "#ff6a9a", 0.7), (0.6, "#ff2f6d", 0.28), (1, "#ff2f6d", 0))
    return layer("glow", paint(ellipse((0, 0), 380), light), position=(200, 150), opacity=pulse, parent=parent)


def sparkle(parent, index, end, top):
    begin = 0.72 + 0.03 * index
    size = keys((begin, (0, 0)), (begin + 0.14, (100, 100), BACK), (begin + 0.4, (60, 60)), (begin + 0.55, (0, 0), IN))
    way = thrown((200, 140), end, begin, begin + 0.28, begin + 0.55, top)
    return layer(f"sparkle {index}", paint(star((0, 0), 4, 30, 11), fill("#ffe27a")), position=way, scale=size,
                 rotation=keys((begin, 0), (begin + 0.55, 120, LINEAR)), parent=parent, begin=begin,
                 end=begin + 0.55)  # fmt: skip


def show():
    ways = [((40, 150), 40), ((360, 140), 50), ((90, 60), 12), ((310, 50), 16), ((30, 250), 150), ((372, 240), 140)]
    middle = null("middle", position=(140, 0))
    root = plant(middle)
    top = head(root)
    leaves = [leaf(root, "left leaf", (198, 345), -1, 0.16), leaf(root, "right leaf", (200, 318), 1, 0.24)]
    return composition("rose", SIZE, SECONDS, [middle, root, top, glow(middle), stem(root), *leaves, sepals(top), *blossom(top),
                                               *[sparkle(middle, n, *way) for n, way in enumerate(ways)]])  # fmt: skip
