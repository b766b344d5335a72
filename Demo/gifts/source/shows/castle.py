"""A castle that rises into the night, lights its windows, shows the sender's name and is cheered by three waves of fireworks."""

from giftmaking.document import composition, instance, layer, precomposition
from giftmaking.motion import BACK, IN, IN_OUT, LINEAR, OUT, SOFT, keys, wave
from giftmaking.shapes import curve, ellipse, fill, group, linear, paint, path, polygon, radial, rectangle, star
from shows.castle_fireworks import finale, volleys
from shows.castle_ribbon import FONT, ribbon

SIZE = (800, 480)
SECONDS = 8
FADE = keys((0, 0), (0.9, 100, OUT), (7.35, 100), (7.95, 0, IN_OUT))

ROOF = ((0, "#ff9ad5"), (0.45, "#ff3f9f"), (0.55, "#b8147a"), (1, "#7a0b62"))
STONE = ((0, "#f4ecff"), (0.4, "#c9b8ff"), (0.62, "#8f7be8"), (1, "#5a45b8"))

# Middle, width, top of the walls, top of the roof, when it rises.
OUTER, INNER, KEEP = (182, 78, 270, 165, 0.9), (286, 74, 205, 95, 1.15), (400, 96, 138, 14, 1.45)

# x, y, width, height, when it lights up.
WINDOWS = [
    (182, 310, 28, 40, 2.25), (618, 310, 28, 40, 2.4), (286, 245, 26, 38, 2.55), (514, 245, 26, 38, 2.7),
    (182, 372, 28, 40, 2.85), (618, 372, 28, 40, 2.95), (286, 310, 26, 38, 3.05), (514, 310, 26, 38, 3.15),
    (400, 286, 34, 48, 3.3), (400, 186, 38, 56, 3.5),
]  # fmt: skip


def sky():
    night = linear((0, 0), (0, 480), (0, "#0a0638"), (0.45, "#2a1280"), (0.78, "#8a2fb0"), (1, "#ff7a9c"))
    return layer("sky", paint(rectangle((400, 240), (800, 480)), night), opacity=FADE)


def stars():
    places = [(60, 70, 9), (140, 130, 7), (210, 45, 10), (320, 90, 7), (500, 60, 9), (590, 120, 7), (680, 50, 10),
              (750, 140, 8), (40, 200, 8), (700, 210, 7)]  # fmt: skip
    for index, (x, y, size) in enumerate(places):
        begin = 0.3 + 0.13 * index
        blink = wave(begin, 7.6, 1.1 + 0.1 * (index % 4), 0, 100)
        yield layer(f"star {index}", paint(star((0, 0), 4, 2.2 * size, 0.8 * size), fill("#fff4c8")),
                    position=(x, y), opacity=blink, begin=begin, end=7.6)  # fmt: skip


def halo():
    light = radial((0, 0), 330, (0, "#ffe08a", 0.9), (0.4, "#ff7ac0", 0.5), (1, "#ff7ac0", 0))
    grow = keys((1.2, (30, 30)), (2.1, (90, 90), OUT), (3.5, (115, 105), SOFT), (6.3, (105, 100), SOFT), (7.4, (70, 70)))
    shine = keys((1.1, 0), (2.2, 55), (3.5, 90), (6.8, 90), (7.5, 0))
    return layer("halo", paint(ellipse((0, 0), 660), light), position=(400, 290), scale=grow, opacity=shine)


def tower(name, middle, width, top, tip, begin):
    half = width / 2
    wall = paint(rectangle((0, top + 160), (width, 330)), linear((-half, 0), (half, 0), *STONE))
    ledge = paint(rectangle((0, top + 6), (width + 18, 24), 4), linear((-half, 0), (half, 0), *STONE))
    cone = curve((0, tip, 1), (half * 0.5, (top + tip) / 2 + 8), (half + 18, top, 1), (-half - 18, top, 1),
                 (-half * 0.5, (top + tip) / 2 + 8))  # fmt: skip
    roof = paint(path(cone), linear((-half, 0), (half, 0), *ROOF))
    rise = keys((begin, (middle, 420)), (begin + 0.15, (middle, 428)), (begin + 0.85, (middle, 0), BACK),
                (7.1, (middle, 0)), (7.25, (middle, -14), OUT), (7.75, (middle, 420), IN))  # fmt: skip
    return layer(name, wall, ledge, roof, position=rise, begin=begin)


def flag(x, y, begin, color):
    pole = paint(rectangle((0, -14), (7, 46)), fill("#fff1c0"))
    shapes = [polygon((0, -36), (54, -26 + d), (54, -4 - d), (0, -8)) for d in (8, -6)]
    flutter = wave(begin, 7.3, 0.5, *shapes)
    cloth = paint(path(flutter), fill(color))
    unfurl = keys((begin, (0, 0)), (begin + 0.4, (100, 100), BACK), (7.1, (100, 100)), (7.3, (0, 0), IN))
    return layer(f"flag {x}", pole, cloth, position=(x, y), scale=unfurl, begin=begin, end=7.3)


def walls():
    shade = linear((0, 325), (0, 450), (0, "#d9ccff"), (0.35, "#a892f5"), (1, "#4c379f"))
    teeth = [paint(rectangle((x, 334), (26, 34)), fill("#d9ccff")) for x in range(168, 660, 51)]
    gate = curve((356, 470, 1), (356, 410), (400, 362), (444, 410), (444, 470, 1))
    door = paint(path(gate), linear((0, 362), (0, 450), (0, "#3a1470"), (1, "#1c0a48")))
    rise = keys((0.7, (0, 200)), (1.5, (0, 0), BACK), (7.25, (0, 0)), (7.7, (0, 220), IN))
    return layer("walls", *teeth, paint(rectangle((400, 420), (490, 150)), shade), door, position=rise, begin=0.7)


def dark_windows():
    panes = [paint(rectangle((x, y), (w, h), 13), fill("#2b1570")) for x, y, w, h, _ in WINDOWS]
    seen = keys((1.9, 0), (2.2, 100), (7.05, 100), (7.15, 0))
    return layer("dark windows", *panes, opacity=seen, begin=1.9, end=7.15)


def window(index, x, y, width, height, begin):
    pop = keys((begin, (20, 20)), (begin + 0.14, (170, 170), OUT), (begin + 0.4, (100, 100)), (6.95, (100, 100)),
               (7.15, (0, 0), IN))  # fmt: skip
    light = radial((0, 0), 60, (0, "#ffdf70", 0.85), (0.5, "#ffb030", 0.4), (1, "#ff9020", 0))
    pane = linear((0, -height / 2), (0, height / 2), (0, "#fffbd0"), (0.6, "#ffd23c"), (1, "#ff9d1e"))
    return layer(f"window {index}", paint(ellipse((0, 0), 120), light),
                 paint(rectangle((0, 0), (width + 4, height + 4), 13), pane), position=(x, y), scale=pop,
                 begin=begin, end=7.15)  # fmt: skip


def gate_light():
    gate = curve((366, 470, 1), (366, 414), (400, 374), (434, 414), (434, 470, 1))
    gold = linear((0, 375), (0, 460), (0, "#fff6b0"), (0.5, "#ffc22e"), (1, "#ff7a1a"))
    carpet = polygon((372, 440), (428, 440), (500, 480), (300, 480))
    spill = linear((0, 436), (0, 480), (0, "#ffcf50", 0.95), (1, "#ff9a3c", 0.15))
    lit = keys((3.7, 0), (3.8, 100, OUT), (6.95, 100), (7.15, 0))
    return layer("gate light", paint(path(gate), gold), paint(path(carpet), spill), opacity=lit, begin=3.7, end=7.15)


def hill():
    top = curve((-40, 520, 1), (-40, 440), (130, 424), (400, 436), (670, 424), (840, 440), (840, 520, 1))
    grass = linear((0, 415), (0, 480), (0, "#3fb58f"), (0.35, "#17706f"), (1, "#0a2a4a"))
    rise = keys((0.3, (0, 90)), (1, (0, 0), OUT), (7.45, (0, 0)), (7.95, (0, 90), IN))
    return layer("hill", paint(path(top), grass), position=rise, begin=0.3)


def castle():
    towers = [tower(name, 800 - x if mirrored else x, *rest)
              for name, (x, *rest), mirrored in (("keep", KEEP, False), ("inner left", INNER, False),
                                                 ("inner right", INNER, True), ("outer left", OUTER, False),
                                                 ("outer right", OUTER, True))]  # fmt: skip
    flags = [flag(400, 24, 2.2, "#ffd23c"), flag(182, 176, 1.8, "#39e6d0"), flag(618, 176, 1.9, "#39e6d0")]
    return [*flags, *towers, walls(), dark_windows(), *[window(n, *w) for n, w in enumerate(WINDOWS)]]


def wand():
    """The light that flies over the castle and calls for the fireworks."""
    from giftmaking.motion import track

    way = track((3.55, (-30, 420)), (3.8, (120, 190), LINEAR), (4.05, (400, 40), LINEAR), (4.3, (680, 190), LINEAR),
                (4.5, (840, 420), LINEAR))  # fmt: skip
    glow = paint(ellipse((0, 0), 110), radial((0, 0), 55, (0, "#ffffff", 1), (0.35, "#ffe680", 0.8), (1, "#ffe680", 0)))
    return layer("wand", glow, paint(star((0, 0), 5, 44, 18), fill("#ffffff")), position=way,
                 rotation=keys((3.55, 0), (4.5, 400, LINEAR)), begin=3.55, end=4.5)  # fmt: skip


def show():
    scene = precomposition("castle", SECONDS, castle())
    return composition("castle", SIZE, SECONDS, [
        sky(), *stars(), halo(), *volleys(), instance("castle", "castle", SIZE), hill(), gate_light(), *ribbon(), wand(),
        *finale(),
    ], [scene], [(0.7, "walls"), (2.2, "flags"), (3.55, "wand"), (4.3, "fireworks"), (4.4, "ribbon")], [FONT])  # fmt: skip
