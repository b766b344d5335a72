"""A rose that shoots up, unfolds petal by petal, gleams, and is carried off by the wind."""

from giftmaking.document import composition, layer, null
from giftmaking.motion import BACK, BIG_BACK, IN, IN_OUT, LINEAR, OUT, SOFT, keys, track
from giftmaking.shapes import bezier, curve, ellipse, fill, linear, mirrored, paint, path, star, stroke, trim

SIZE = (680, 400)  # wide, as the wind carries the petals far
SECONDS = 2
GUST = 1.48

# Seen from the side: petals stand around a rolled heart, and a dark line parts each from the next.
BACK_PETAL = bezier((0, 20), ((-62, -20), (-78, -84), (-46, -118)), ((-20, -138), (20, -138), (46, -118)),
                    ((78, -84), (62, -20), (0, 20)))  # fmt: skip
SIDE_PETAL = bezier((0, 52), ((-64, 60), (-126, 24), (-132, -42)), ((-134, -66), (-118, -86), (-94, -90)),
                    ((-74, -66), (-34, -30), (0, -18)), ((14, 6), (12, 36), (0, 52)))  # fmt: skip
FRONT_PETAL = bezier((0, 60), ((-56, 60), (-98, 10), (-92, -44)), ((-66, -20), (-24, -16), (0, -34)),
                     ((24, -16), (66, -20), (92, -44)), ((98, 10), (56, 60), (0, 60)))  # fmt: skip
FRONT_RIM = curve((-88, -38, 1), (-52, -16), (0, -28), (52, -16), (88, -38, 1), closed=False)
SIDE_RIM = curve((-128, -40), (-122, -70), (-96, -84), closed=False)
BUD = bezier((0, 44), ((-50, 40), (-62, -30), (-44, -72)), ((-24, -96), (24, -96), (44, -72)),
             ((62, -30), (50, 40), (0, 44)))  # fmt: skip
ROLL = curve((-34, -62), (-14, -82), (20, -80), (34, -58), (14, -40), (-10, -46), (-4, -62), closed=False)
LEAF = bezier((0, 0), ((20, -60), (80, -84), (136, -66)), ((120, -20), (60, 20), (0, 0)))
LOWER_LEAF = bezier((0, 0), ((50, -12), (90, -46), (136, -66)), ((120, -20), (60, 20), (0, 0)))
STEM = bezier((200, 420), ((206, 350), (192, 300), (200, 215)), closed=False)

DARK = "#5a0018"


def plant(parent):
    sway = keys((0, 0), (0.3, -7, OUT), (0.5, 5, SOFT), (0.8, -3, SOFT), (1.1, 3, SOFT), (GUST - 0.04, -11, SOFT),
                (1.66, 24, OUT), (1.8, 12, SOFT), (2, 16, SOFT))  # fmt: skip
    sink = track((1.6, (200, 400)), (1.72, (200, 386), OUT), (2, (200, 640), IN))
    return null("plant", position=sink, anchor=(200, 400), rotation=sway, parent=parent)


def stem(parent):
    grown = keys((0, 30), (0.3, 100, OUT))
    return layer("stem", paint(path(STEM), trim(0, grown), stroke("#0b5f30", 30)),
                 paint(path(STEM), trim(0, grown), stroke("#2fc65a", 14), position=(-3, 0)), parent=parent)  # fmt: skip


def leaf(parent, name, place, side, begin):
    size = keys((begin, (0, 0)), (begin + 0.26, (100 * side, 100), BIG_BACK))
    flutter = keys((begin, 40 * side), (begin + 0.3, -8 * side, BACK), (0.9, 6 * side, SOFT), (1.2, -6 * side, SOFT),
                   (GUST, 4 * side, SOFT), (1.62, -26, OUT), (1.8, -8, SOFT))  # fmt: skip
    return layer(name, paint(path(LEAF), fill("#4fe06a")), paint(path(LOWER_LEAF), fill("#12964a")), position=place,
                 scale=size, rotation=flutter, parent=parent, begin=begin)  # fmt: skip


def head(parent):
    rise = track((0, (200, 360)), (0.3, (200, 180), OUT))
    size = keys((0, (34, 34)), (0.3, (74, 84), BACK), (0.42, (84, 70), SOFT), (0.62, (112, 120), OUT),
                (0.76, (120, 108), SOFT), (0.9, (114, 116), SOFT), (1.2, (118, 118), SOFT), (GUST, (122, 108), SOFT))  # fmt: skip
    return null("head", position=rise, scale=size, parent=parent)


def petal(parent, name, parts, closed, opened, begin, blown, turned):
    """One petal: folded until `begin`, then it springs open; the gust takes it away. Folded and opened: angle, scale."""
    gust, away = GUST + blown[2], (blown[0], blown[1])
    size = keys((begin, closed[1]), (begin + 0.26, opened[1], BACK), (gust, opened[1]),
                (1.98, tuple(0.55 * part for part in opened[1]), IN))  # fmt: skip
    turn = keys((begin, closed[0]), (begin + 0.26, opened[0], BIG_BACK), (gust, opened[0], SOFT), (2, turned, IN_OUT))
    way = track((gust, (0, 0)), (gust + 0.18, (away[0] * 0.3, away[1] * 0.5), IN), (2, away, OUT))
    return layer(name, *parts, position=way, rotation=turn, scale=size, parent=parent)


def blossom(parent):
    """The petals from the back to the front, the dark ones behind."""
    side = [paint(path(SIDE_PETAL), linear((-130, -80), (0, 50), (0, "#ff5470"), (0.4, "#e3193f"), (1, "#a1062f")),
                  stroke(DARK, 9)), paint(path(SIDE_RIM), stroke("#ff9fb0", 13))]  # fmt: skip
    back = [paint(path(BACK_PETAL), linear((0, -130), (0, 10), (0, "#d3143c"), (0.5, "#960a2c"), (1, "#6a001c")),
                  stroke(DARK, 9))]  # fmt: skip
    front = [paint(path(FRONT_PETAL), linear((0, -40), (0, 60), (0, "#ff3f62"), (0.5, "#e8193f"), (1, "#a8062f")),
                   stroke(DARK, 9)), paint(path(FRONT_RIM), stroke("#ffb3c0", 14))]  # fmt: skip
    narrow, full, shut = (40, 90), (100, 100), (34, 80)
    return [
        petal(parent, "back left", back, (-6, narrow), (-36, full), 0.4, (-150, -120, 0.08), -240),
        petal(parent, "back right", back, (6, narrow), (36, full), 0.4, (96, -150, 0.02), 260),
        petal(parent, "back", back, (0, narrow), (0, (104, 112)), 0.36, (-20, -160, 0.06), 200),
        petal(parent, "side left", side, (24, shut), (0, full), 0.46, (-90, -60, 0.05), -330),
        petal(parent, "side right", [mirror(part) for part in side], (-24, shut), (0, full), 0.5, (150, -40, 0), 250),
        bud(parent),
        petal(parent, "front", front, (0, (52, 100)), (0, full), 0.54, (70, -70, 0.03), -260),
    ]


def mirror(part):
    """The same paint over the mirrored path."""
    items = [dict(item) for item in part["it"]]
    for item in items:
        if item["ty"] == "sh":
            item["ks"] = {"a": 0, "k": mirrored(item["ks"]["k"])}
    return part | {"it": items}


def bud(parent):
    """The rolled heart of the flower, all that is to be seen of it at first."""
    rolled = trim(0, keys((0.42, 0), (0.8, 100, OUT)))
    away = keys((GUST, (100, 100)), (1.74, (0, 0), IN))
    red = linear((0, -90), (0, 40), (0, "#ff4f6c"), (0.45, "#e0143c"), (1, "#8f0026"))
    return layer("bud", paint(path(BUD), red, stroke(DARK, 9)), paint([path(ROLL), rolled], stroke("#6a001c", 24)),
                 paint([path(ROLL), rolled], stroke("#ffa3b3", 11)), scale=away, parent=parent, end=1.76)  # fmt: skip


def sepals(parent):
    outline = curve((-70, 30, True), (-34, 62), (0, 74), (34, 62), (70, 30, True), (24, 48), (0, 34, True), (-24, 48))
    return layer("sepals", paint(path(outline), fill("#17a04c")), parent=parent)


def gleam(index, x, y, begin):
    size = keys((begin, (0, 0)), (begin + 0.14, (120, 120), BACK), (begin + 0.26, (80, 80)), (begin + 0.42, (0, 0), IN))
    return layer(f"gleam {index}", paint(star((0, 0), 4, 36, 11), fill("#ffd94a")), position=(x, y), scale=size,
                 rotation=keys((begin, 0), (begin + 0.42, 60, LINEAR)), begin=begin, end=begin + 0.42)  # fmt: skip


def show():
    middle = null("middle", position=(140, 0))
    root = plant(middle)
    top = head(root)
    leaves = [leaf(root, "left leaf", (198, 372), -1, 0.1), leaf(root, "right leaf", (202, 340), 1, 0.16)]
    gleams = [gleam(n, *place) for n, place in enumerate([(160, 76, 0.74), (530, 120, 0.9), (470, 44, 1.06), (190, 190, 1.16)])]
    return composition("rose", SIZE, SECONDS,
                       [middle, root, top, stem(root), *leaves, sepals(top), *blossom(top), *gleams])  # fmt: skip
