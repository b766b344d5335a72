"""A present that drops in, cannot hold still, and bursts open into stars and hearts.

As long as more of them come, it goes on trembling: that is its loop.
"""

from giftmaking.document import composition, layer, null, widened
from giftmaking.motion import BACK, FALL, IN, LINEAR, OUT, SOFT, Split, keys, squash, thrown, wave
from giftmaking.shapes import (
    bezier, ellipse, fill, group, linear, mirrored, paint, path, polygon, radial, rectangle, repeat, star,
)  # fmt: skip
from shows.heart import HEART

SIZE = (400, 400)
SECONDS = 3
LANDING, BURST, LEAVING = 0.36, 1.42, 2.55
# The box stands still at both ends of its trembling, which may therefore be repeated.
STILL, STILL_AGAIN = 0.75, 1.25

LOOP = bezier((0, 0), ((-20, -66), (-100, -82), (-100, -30)), ((-100, 8), (-44, 14), (0, 0)))
GOLD = ((0, "#fff3a6"), (0.45, "#ffc928"), (1, "#e07a00"))


def box():
    """What all parts of the present hang on: it falls, lands, trembles, bursts and hops away."""
    drop = keys((0, 30), (LANDING, 366, FALL), (LEAVING, 366), (LEAVING + 0.15, 350, OUT), (2.95, 640, IN))
    shaking = [(0.78 + 0.065 * n, (-1) ** n * (2.5 + 0.7 * n), SOFT) for n in range(7)]
    tilt = keys((0, 14), (LANDING, 0, LINEAR), (STILL, 0), *shaking, (STILL_AGAIN, 0, SOFT), (1.3, -6, SOFT), (BURST - 0.04, 0), (LEAVING, 0), (2.95, -16))
    body = squash((0, 1.12), (LANDING, 1.1), (LANDING + 0.08, 0.76, OUT), (0.58, 1.1, SOFT), (0.72, 1, SOFT), (STILL_AGAIN, 1),
                  (BURST - 0.04, 0.72, OUT), (BURST + 0.1, 1.2, OUT), (1.72, 0.9, SOFT), (1.9, 1.04, SOFT), (2.05, 1, SOFT),
                  (LEAVING, 0.86), (LEAVING + 0.15, 1.14, OUT))  # fmt: skip
    return null("box", position=Split(200, drop), anchor=(200, 366), rotation=tilt, scale=body)


def inside(parent):
    back = linear((0, 190), (0, 226), (0, "#5a0030"), (1, "#2c0020"))
    return layer("inside", paint(rectangle((200, 222), (212, 60), 8), back), parent=parent, begin=BURST)


def front(parent):
    red = linear((92, 0), (308, 0), (0, "#ff7fa0"), (0.4, "#ff2f66"), (1, "#9c0042"))
    shadow = linear((0, 214), (0, 262), (0, "#4a0028", 0.75), (1, "#4a0028", 0))
    ribbon = linear((174, 0), (226, 0), *GOLD)
    return layer("front", paint(rectangle((200, 290), (216, 152), 12), red),
                 paint(rectangle((200, 290), (52, 152)), ribbon),
                 paint(rectangle((200, 238), (216, 48)), shadow),
                 paint(rectangle((112, 300), (14, 100), 7), fill("#ffd0dc", 85)), parent=parent)  # fmt: skip


def lid(parent):
    """It hops as the box trembles, then flies off, turning, until it is a dot in the sky."""
    hops = [(0.8 + 0.13 * n, 190 - (n % 2) * (8 + 3 * n), SOFT) for n in range(3)]
    y = keys((0, 190), (STILL, 190), *hops, (1.17, 190), (STILL_AGAIN, 190), (BURST - 0.04, 196), (BURST + 0.7, 88, OUT))
    x = keys((BURST - 0.04, 200), (BURST + 0.7, 318, SOFT))
    far = keys((BURST, (100, 100)), (BURST + 0.1, (84, 84), OUT), (BURST + 0.7, (0, 0), SOFT))
    turn = keys((0.78, 0), (0.95, -4, SOFT), (1.1, 5, SOFT), (1.22, 0, SOFT), (BURST - 0.04, 0), (BURST + 0.7, 500, LINEAR))
    red = linear((-126, 0), (126, 0), (0, "#ffa9be"), (0.4, "#ff4f7e"), (1, "#b80a50"))
    edge = paint(rectangle((0, 22), (252, 12), 6), fill("#8a0040", 80))
    loops = [paint(path(outline), linear((0, -70), (0, 10), *GOLD)) for outline in (LOOP, mirrored(LOOP))]
    holes = [paint(ellipse((60 * side, -30), (38, 22)), fill("#a85400")) for side in (-1, 1)]
    bow = [*loops, *holes, paint(ellipse((0, -10), (48, 40)), fill("#ffe56b"))]
    return layer("lid", paint(rectangle((0, 0), (252, 56), 12), red), edge,
                 paint(rectangle((0, 0), (56, 56)), linear((-28, 0), (28, 0), *GOLD)),
                 group(*bow, position=(0, -24)), position=Split(x, y), rotation=turn, scale=far, parent=parent,
                 end=BURST + 0.7)  # fmt: skip


def shadow():
    dark = radial((0, 0), 140, (0, "#080418", 0.75), (0.6, "#080418", 0.55), (1, "#080418", 0))
    near = keys((0, (40, 6)), (LANDING, (112, 16), IN), (0.6, (100, 14)), (LEAVING, (100, 14)), (2.8, (0, 0)))
    return layer("shadow", paint(ellipse((0, 0), 280), dark), position=(200, 368), scale=near, end=2.8)


def dust(side):
    puffs = []
    for n in range(3):
        begin = LANDING + 0.02 * n
        way = keys((begin, (200 + side * 80, 360)), (begin + 0.4, (200 + side * (120 + 24 * n), 362 - 20 * n), OUT))
        size = keys((begin, (0, 0)), (begin + 0.12, (100, 100), OUT), (begin + 0.34, (0, 0), IN))
        puffs.append(paint(ellipse((0, 0), 52 - 8 * n), fill("#f6e6ff"), position=way, scale=size))
    return layer(f"dust {side}", *puffs, begin=LANDING, end=STILL)


def beams():
    """The rays that stand behind the open box."""
    ray = polygon((-6, -20), (6, -20), (30, -172), (-30, -172))
    glow = radial((0, 0), 172, (0, "#fff7b0", 1), (0.5, "#ffc93a", 0.65), (1, "#ff9a2a", 0))
    fan = paint([path(ray), repeat(8, rotation=45)], glow, rotation=keys((BURST, 0), (2.7, 110, LINEAR)))
    halo = paint(ellipse((0, 0), 340), radial((0, 0), 170, (0, "#fffbd6", 1), (0.4, "#ffd24a", 0.8), (1, "#ff7a3a", 0)))
    size = keys((BURST, (10, 10)), (BURST + 0.2, (112, 112), OUT), (1.8, (88, 88), SOFT), (2.3, (96, 96), SOFT),
                (2.65, (0, 0), IN))  # fmt: skip
    return layer("beams", halo, fan, position=(200, 205), scale=size, begin=BURST, end=2.65)


def treasure(index):
    """A star or a heart thrown out of the box."""
    side, rank = (-1) ** index, index // 2
    begin = BURST + 0.03 + 0.035 * rank + 0.02 * (index % 2)
    land, top = begin + 1.05 + 0.04 * (index % 3), 46 + index * 53 % 100
    way = thrown((200 + 20 * side, 230), (200 + side * (50 + rank * 19), 420), begin, begin + 0.42, land, top)
    low = 78 + index * 17 % 40
    size = keys((begin, (20, 20)), (begin + 0.2, (low + 20, low + 20), BACK), (land - 0.25, (low, low)), (land, (0, 0), IN))
    color = ("#ffe14d", "#ff4f9a", "#5ff0ff", "#ffd0e6", "#ffb020", "#ff6f6f")[index % 6]
    shape = star((0, 0), 5, 36, 17) if index % 2 == 0 else path(HEART)
    shrink = (100, 100) if index % 2 == 0 else (25, 25)
    return layer(f"treasure {index}", paint(shape, fill(color), scale=shrink), position=way, scale=size,
                 rotation=keys((begin, 0), (land, side * (150 + 20 * rank), LINEAR)), begin=begin, end=land)  # fmt: skip


def prize():
    """The great heart that stands over the box at the end, and bursts like a bubble."""
    begin = BURST + 0.16
    rise = keys((begin, 250), (begin + 0.35, 126, BACK), (2.2, 134, SOFT), (2.62, 122))
    size = keys((begin, (10, 10)), (begin + 0.35, (66, 68), BACK), (1.98, (60, 58), SOFT), (2.1, (72, 72), OUT),
                (2.22, (62, 60), SOFT), (2.34, (74, 74), OUT), (2.5, (62, 62), SOFT), (2.66, (80, 80), OUT),
                (2.76, (0, 0), IN))  # fmt: skip
    shade = linear((-60, -120), (90, 130), (0, "#ffb3c6"), (0.4, "#ff2f6d"), (1, "#a8003c"))
    rim = paint(path(HEART), fill("#fff4c2"), scale=(114, 114))
    shine = paint(ellipse((0, 0), (66, 40)), fill("#fff0f4"), position=(-80, -60), rotation=-38)
    turn = wave(begin + 0.35, 2.76, 0.5, -6, 6)
    return layer("prize", rim, paint(path(HEART), shade), shine, position=Split(200, rise), scale=size, rotation=turn,
                 begin=begin, end=2.76)  # fmt: skip


def twinkle():
    """Where the lid is last seen."""
    begin = BURST + 0.62
    size = keys((begin, (0, 0)), (begin + 0.14, (100, 100), BACK), (begin + 0.36, (0, 0), IN))
    turn = keys((begin, 0), (begin + 0.36, 90, LINEAR))
    return layer("twinkle", paint(star((0, 0), 4, 48, 12), fill("#ffffff")), position=(318, 86), scale=size, rotation=turn,
                 begin=begin, end=begin + 0.36)  # fmt: skip


def sparks():
    made = []
    for n in range(8):
        way = keys((0, (0, -30)), (2.7, (0, -30)), (2.94, (0, -96), OUT))
        size = keys((2.66, (0, 0)), (2.76, (100, 100), OUT), (2.96, (0, 0), IN))
        dot = paint(star((0, 0), 4, 28, 11), fill(("#fff2a0", "#ff9ac2")[n % 2]), position=way, scale=size)
        made.append(group(dot, rotation=45 * n))
    return layer("sparks", *made, position=(200, 126), begin=2.66, end=2.97)


def show():
    root = box()
    treasures = [treasure(index) for index in range(14)]
    return widened(composition("gift-box", SIZE, SECONDS, [
        root, shadow(), beams(), inside(root), *treasures, prize(), front(root), dust(-1), dust(1), lid(root), twinkle(),
        sparks(),
    ], moments=[(0, "intro"), (STILL, "loop"), (STILL_AGAIN, "outro")]), 680)  # fmt: skip
