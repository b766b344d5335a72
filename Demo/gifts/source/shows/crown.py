"""A golden crown that comes down with a bounce, lights its jewels one by one and flies off in a shower of stars."""

from giftmaking.document import composition, layer, masked, null
from giftmaking.motion import BACK, BIG_BACK, FALL, IN, LINEAR, OUT, SOFT, keys, squash, thrown
from giftmaking.shapes import curve, ellipse, fill, group, linear, paint, path, polygon, radial, rectangle, repeat, star

SIZE = (400, 400)
SECONDS = 3.5
LANDED, SHINE, AWAY = 0.72, 2.0, 2.95

FRONT = curve((-132, 92, 1), (-150, -64, 1), (-78, 4, 1), (0, -122, 1), (78, 4, 1), (150, -64, 1), (132, 92, 1),
              (60, 106), (0, 110),
              (-60, 106))  # fmt: skip
BACK_POINTS = curve((-128, 40, 1), (-84, -74, 1), (-40, -4, 1), (0, -60), (40, -4, 1), (84, -74, 1), (128, 40, 1))
BAND = curve((-138, 62, 1), (-70, 78), (0, 82), (70, 78), (138, 62, 1), (132, 108, 1), (66, 124), (0, 128),
             (-66, 124), (-132, 108, 1))  # fmt: skip
GOLD = ((0, "#fff6b8"), (0.25, "#ffd83a"), (0.6, "#ffae12"), (1, "#b35c00"))
CUSHION = curve((-158, 128), (-168, 152), (-158, 178), (-60, 184), (60, 184), (158, 178), (168, 152), (158, 128),
                (60, 116), (-60, 116))  # fmt: skip

# x, y, size, colours, when it lights up.
JEWELS = [
    (-98, 92, 17, ("#d8fbff", "#20b8ff", "#0a4fb8"), 1.0), (98, 92, 17, ("#d8fbff", "#20b8ff", "#0a4fb8"), 1.12),
    (-52, 102, 18, ("#dcffd8", "#2fe06a", "#0a7a3a"), 1.24), (52, 102, 18, ("#dcffd8", "#2fe06a", "#0a7a3a"), 1.36),
    (0, 100, 25, ("#ffe0ea", "#ff2458", "#8f0030"), 1.5),
]  # fmt: skip
TIPS = [(-150, -72, 21, 1.62), (150, -72, 21, 1.7), (0, -134, 27, 1.8)]


def root():
    """Down from above, a squash, a hop, and at last a wind-up and away."""
    fall = keys((0, (200, -230)), (0.5, (200, 216), FALL), (0.62, (200, 178), OUT), (LANDED, (200, 212), IN),
                (0.82, (200, 202), OUT),
                (0.9, (200, 210), IN), (AWAY - 0.3, (200, 210)), (AWAY - 0.05, (200, 226), OUT),
                (3.32, (200, -260), IN))  # fmt: skip
    stretch = squash((0, 1.1), (0.48, 1.12), (0.56, 0.88, OUT), (0.64, 1.08), (LANDED + 0.03, 0.91), (0.84, 1.03),
                     (0.95, 1), (AWAY - 0.3, 1),
                     (AWAY - 0.05, 0.89, OUT), (AWAY + 0.15, 1.16, OUT))  # fmt: skip
    tilt = keys((0, -10), (0.5, 4), (0.62, -5), (LANDED, 3), (0.9, 0), (1.5, 0), (1.9, 3, SOFT), (2.4, -3, SOFT),
                (AWAY - 0.3, 0, SOFT),
                (AWAY, -3), (3.3, 8))  # fmt: skip
    return null("crown", position=fall, scale=stretch, rotation=tilt)


def gold(parent):
    dark = linear((0, -80), (0, 60), (0, "#d88a10"), (1, "#6a2c00"))
    inside = paint(ellipse((0, 62), (250, 60)), fill("#4a1200"))
    shade = linear((-150, -100), (150, 110), *GOLD)
    light = linear((-140, 0), (140, 0), (0, "#fff6b8"), (0.3, "#ffe36a"), (0.6, "#ffb820"), (1, "#a85200"))
    facets = [paint(path(polygon(*points)), fill("#fff9d0", 70)) for points in (
        ((-142, -46), (-108, 56), (-126, 56)), ((0, -112), (-10, 60), (-52, 60)), ((142, -46), (118, 58), (98, 58)))]  # fmt: skip
    return layer("gold", paint(path(BACK_POINTS), dark), inside, paint(path(FRONT), shade), *facets,
                 paint(path(BAND), light), parent=parent)  # fmt: skip


def jewels(parent):
    made = []
    for x, y, size, tints, begin in JEWELS:
        pop = keys((begin, (100, 100)), (begin + 0.12, (165, 165), OUT), (begin + 0.35, (112, 112), BACK))
        lit = keys((begin, 0), (begin + 0.1, 100))
        bright = linear((-size, -size), (size, size), *zip((0, 0.45, 1), tints))
        made.append(group(
            paint(ellipse((0, 0), 2 * size + 10), fill("#7a3600")), paint(ellipse((0, 0), 2 * size), fill("#3a2030")),
            paint(ellipse((0, 0), 2 * size), bright, opacity=lit),
            paint(ellipse((-size * 0.35, -size * 0.35), size * 0.7), fill("#ffffff"), opacity=lit), position=(x, y),
            scale=pop))  # fmt: skip
    for x, y, size, begin in TIPS:
        pop = keys((begin, (92, 92)), (begin + 0.12, (150, 150), OUT), (begin + 0.35, (108, 108), BACK))
        pearl = radial((-size * 0.3, -size * 0.4), size * 1.6, (0, "#ffffff"), (0.5, "#ffd8ec"), (1, "#c86ad0"))
        made.append(group(paint(ellipse((0, 0), 2 * size), fill("#d88a10")),
                          paint(ellipse((0, 0), 2 * size), pearl, opacity=keys((begin, 0), (begin + 0.1, 100))),
                          position=(x, y), scale=pop))  # fmt: skip
    return layer("jewels", *made, parent=parent)


def shine(parent):
    """A stripe of light that runs over the gold."""
    stripe = linear((-60, 0), (60, 0), (0, "#ffffff", 0), (0.5, "#ffffff", 0.95), (1, "#ffffff", 0))
    band = rectangle((0, 0), (120, 420))
    runs = [paint(band, stripe, position=keys((begin, (-260, 0)), (begin + 0.5, (260, 0), SOFT)), rotation=20,
                  opacity=keys(
        (begin - 0.01, 0), (begin, 100), (begin + 0.5, 100), (begin + 0.51, 0))) for begin in (SHINE, 2.5)]  # fmt: skip
    return masked(layer("shine", *runs, parent=parent, begin=SHINE, end=3.05), FRONT)


def cushion():
    rise = keys((0, (200, 470)), (0.34, (200, 212), BACK), (0.5, (200, 212)), (0.56, (200, 226), OUT),
                (0.7, (200, 208)), (LANDED + 0.04, (200, 216)),
                (0.9, (200, 212)), (AWAY, (200, 212)), (AWAY + 0.06, (200, 204), OUT), (3.42, (200, 480), IN))  # fmt: skip
    flat = squash((0.48, 1), (0.56, 0.93, OUT), (0.68, 1.05), (0.8, 0.98), (0.9, 1), (AWAY - 0.3, 1),
                  (AWAY - 0.05, 0.95), (AWAY + 0.1, 1.08))  # fmt: skip
    velvet = linear((0, 116), (0, 184), (0, "#ff5fa8"), (0.4, "#c01878"), (1, "#5a0a58"))
    tassels = [paint(ellipse((side * 164, 154), (30, 42)), linear((0, 134), (0, 176), *GOLD)) for side in (-1, 1)]
    gleam = paint(ellipse((-60, 134), (130, 16)), fill("#ffb8dc", 75))
    return layer("cushion", paint(path(CUSHION), velvet), gleam, *tassels, position=rise, scale=flat)


def glory():
    """Rays that turn behind the crown, and their glow."""
    ray = paint(path(polygon((-9, -40), (9, -40), (30, -196), (-30, -196))),
                radial((0, 0), 196, (0, "#fff2a0", 0.95), (0.55, "#ffc83a", 0.6), (1, "#ffb020", 0)))  # fmt: skip
    seen = keys((1.4, 0), (1.85, 100, OUT), (AWAY - 0.1, 100), (3.2, 0, IN))
    glow = radial((0, 0), 196, (0, "#fff2a0", 0.9), (0.5, "#ffb03a", 0.4), (1, "#ff9a20", 0))
    swell = keys((0.5, (20, 20)), (0.75, (85, 85), OUT), (1.8, (80, 80), SOFT), (2.2, (100, 100), SOFT),
                 (2.6, (88, 88), SOFT), (3, (100, 100), SOFT))  # fmt: skip
    return [
        layer("glow", paint(ellipse((0, 0), 392), glow), position=(200, 200), scale=swell,
              opacity=keys((0.5, 0), (0.6, 90), (2.95, 90), (3.3, 0))),
        layer("rays", group(ray, modifiers=[repeat(10, rotation=36)]), position=(200, 200),
              rotation=keys((1.4, 0), (3.3, 76, LINEAR)),
              opacity=seen, begin=1.4, end=3.25),
    ]  # fmt: skip


def dust():
    """What the landing throws up to both sides."""
    made = []
    for n in range(8):
        side, begin = (-1) ** n, 0.5
        way = keys((begin, (200 + side * 100, 330)), (begin + 0.5, (200 + side * (150 + n * 4), 330 - n * 19), OUT))
        made.append(paint(star((0, 0), 4, 32, 11), fill(("#fff2a0", "#ffffff", "#ff9ad0")[n % 3]), position=way,
                          scale=keys((begin, (0, 0)), (begin + 0.15, (115, 115), BACK), (begin + 0.55, (0, 0), IN))))  # fmt: skip
    return layer("dust", *made, begin=0.5, end=1.1)


def sparkles():
    places = [(54, 120), (346, 118), (200, 52), (96, 300), (308, 306), (128, 216), (280, 200), (200, 310), (60, 222),
              (342, 232)]  # fmt: skip
    for n, place in enumerate(places):
        begin = 1.72 + 0.115 * n
        size = keys((begin, (0, 0)), (begin + 0.14, (120, 120), BIG_BACK), (begin + 0.42, (0, 0), IN))
        yield layer(f"sparkle {n}", paint(star((0, 0), 4, 46, 12), fill("#ffffff")),
                    paint(star((0, 0), 4, 30, 10), fill("#fff2a0"), rotation=45),
                    position=place, scale=size, rotation=keys((begin, -20), (begin + 0.42, 50, LINEAR)), begin=begin,
                    end=begin + 0.42)  # fmt: skip


def shower():
    """The stars that the crown leaves in its place, and that rain down."""
    made = []
    for n in range(11):
        begin, part = AWAY + 0.02, n / 5 - 1
        way = thrown((200 + 30 * part, 240), (200 + 175 * part, 380 - 40 * abs(part)), begin, begin + 0.2, 3.47,
                     60 + 130 * abs(part) + n * 23 % 40)  # fmt: skip
        size = keys((begin, (0, 0)), (begin + 0.12, (118, 118), BACK), (3.28, (90, 90)), (3.47, (0, 0), IN))
        made.append(paint(star((0, 0), 5, 25, 11), fill(("#ffe14d", "#ff6fb4", "#5fe0ff", "#8af08a")[n % 4]),
                          position=way, scale=size,
                          rotation=keys((begin, 0), (3.47, 160, LINEAR))))  # fmt: skip
    return layer("shower", *made, begin=AWAY)


def show():
    top = root()
    return composition("crown", SIZE, SECONDS, [*glory(), cushion(), top, gold(top), shine(top), jewels(top), dust(),
                                                *sparkles(), shower()])  # fmt: skip
