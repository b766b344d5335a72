"""A castle that rises into the night, lights its windows, shows the sender's name and is cheered by three waves of fireworks."""

from giftmaking.document import composition, instance, layer, precomposition
from giftmaking.motion import BACK, IN, LINEAR, OUT, SOFT, keys, wave
from giftmaking.shapes import curve, ellipse, fill, group, linear, paint, path, polygon, radial, rectangle, star
from shows.castle_fireworks import finale, finale_flash, volleys
from shows.castle_ribbon import FONT, ribbon

SIZE = (800, 480)
SECONDS = 8
FADE = keys((0, 0), (0.12, 100, OUT), (7.84, 100), (7.99, 0, SOFT))

ROOF = ((0, "#ff8aa8"), (0.4, "#ff1f5f"), (0.6, "#c4004a"), (1, "#6a0038"))
STONE = ((0, "#fff4dc"), (0.36, "#f6cfa0"), (0.62, "#b8789c"), (1, "#562a78"))
DARK = "#2a0b4a"

# Middle, width, top of the walls, top of the roof, when it rises.
OUTER, INNER, KEEP = (168, 88, 286, 186, 0.3), (282, 84, 250, 158, 0.5), (400, 108, 214, 122, 0.7)

# x, y, width, height, when it lights up.
WINDOWS = [
    (168, 334, 36, 50, 1.75), (632, 334, 36, 50, 1.95), (282, 304, 36, 48, 2.15), (518, 304, 36, 48, 2.35),
    (400, 334, 38, 48, 2.6), (400, 264, 44, 58, 2.9),
]  # fmt: skip


def sky():
    night = linear((0, 0), (0, 480), (0, "#070428"), (0.45, "#1d0d6a"), (0.75, "#5a1a9a"), (1, "#d8408a"))
    return layer("sky", paint(rectangle((400, 240), (800, 480)), night), opacity=FADE)


def stars():
    places = [(60, 70, 9), (140, 130, 7), (210, 45, 10), (320, 90, 7), (500, 60, 9), (590, 120, 7), (680, 50, 10),
              (750, 140, 8), (40, 200, 8), (700, 210, 7)]  # fmt: skip
    for index, (x, y, size) in enumerate(places):
        begin = 0.05 + 0.08 * index
        blink = wave(begin, 7.85, 1.1 + 0.1 * (index % 4), 0, 100)
        yield layer(f"star {index}", paint(star((0, 0), 4, 2.2 * size, 0.8 * size), fill("#fff4c8")),
                    position=(x, y), opacity=blink, begin=begin, end=7.85)  # fmt: skip


def halo():
    """A soft light behind the castle only, so that its walls keep their colours."""
    light = radial((0, 0), 330, (0, "#ff9ac0", 0.8), (0.45, "#c43fd0", 0.4), (1, "#c43fd0", 0))
    grow = keys((0.6, (40, 30)), (1.5, (100, 90), OUT), (3.5, (118, 104), SOFT), (6.8, (108, 100), SOFT), (7.7, (60, 60)))
    shine = keys((0.5, 0), (1.5, 60), (3.5, 80), (7.1, 80), (7.7, 0))
    return layer("halo", paint(ellipse((0, 0), 660), light), position=(400, 290), scale=grow, opacity=shine)


def tower(name, middle, width, top, tip, begin):
    half = width / 2
    wall = paint(rectangle((0, top + 160), (width, 330)), linear((-half, 0), (half, 0), *STONE))
    shade = paint(rectangle((0, top + 26), (width, 22)), fill(DARK, 55))
    ledge = paint(rectangle((0, top + 6), (width + 18, 26), 4), linear((-half, 0), (half, 0), *STONE))
    cone = curve((0, tip, 1), (half * 0.5, (top + tip) / 2 + 8), (half + 18, top, 1), (-half - 18, top, 1),
                 (-half * 0.5, (top + tip) / 2 + 8))  # fmt: skip
    roof = paint(path(cone), linear((-half, 0), (half, 0), *ROOF))
    rise = keys((begin, (middle, 300)), (begin + 0.1, (middle, 310)), (begin + 0.7, (middle, 0), BACK),
                (7.3, (middle, 0)), (7.42, (middle, -12), OUT), (7.9, (middle, 420), IN))  # fmt: skip
    return layer(name, wall, shade, ledge, roof, position=rise, begin=begin)


def flag(x, y, begin, color, size=1):
    """A flag whose pole stands on the tip of a roof, at `y`."""
    pole = paint(rectangle((0, -30), (10, 68)), fill("#ffe9b0"))
    shapes = [polygon((2, -64), (70, -56 + d), (70, -26 - d), (2, -22)) for d in (9, -7)]
    flutter = wave(begin, 7.3, 0.5, *shapes)
    cloth = paint(path(flutter), fill(color))
    unfurl = keys((begin, (0, 0)), (begin + 0.35, (100 * size, 100 * size), BACK), (7.25, (100 * size, 100 * size)),
                  (7.42, (0, 0), IN))  # fmt: skip
    return layer(f"flag {x}", pole, cloth, position=(x, y), scale=unfurl, begin=begin, end=7.42)


def walls():
    shade = linear((0, 340), (0, 450), (0, "#ffe3bc"), (0.4, "#d89a98"), (1, "#6a3a88"))
    teeth = [paint(rectangle((x, 342), (34, 36)), fill("#ffe3bc")) for x in range(174, 640, 64)]
    gate = curve((350, 470, 1), (350, 414), (400, 366), (450, 414), (450, 470, 1))
    door = paint(path(gate), fill(DARK))
    rise = keys((0, (0, 90)), (0.12, (0, 60), OUT), (0.5, (0, 0), BACK), (7.45, (0, 0)), (7.92, (0, 220), IN))
    return layer("walls", *teeth, paint(rectangle((400, 424), (516, 150)), shade), door, position=rise)


def dark_windows():
    """The frames too, which part the light of a window from the light stone around it."""
    panes = [paint(rectangle((x, y), (w + 14, h + 14), 18), fill(DARK)) for x, y, w, h, _ in WINDOWS]
    seen = keys((1.4, 0), (1.55, 100), (7.2, 100), (7.3, 0))
    return layer("dark windows", *panes, opacity=seen, begin=1.4, end=7.3)


def window(index, x, y, width, height, begin):
    """Light that leaps up in a window; what it throws around itself is gone again at once."""
    pop = keys((begin, (20, 20)), (begin + 0.14, (160, 150), OUT), (begin + 0.4, (100, 100)), (7.1, (100, 100)),
               (7.3, (0, 0), IN))  # fmt: skip
    light = radial((0, 0), 70, (0, "#fff2a0", 1), (0.5, "#ffc22e", 0.6), (1, "#ff9020", 0))
    flare = keys((begin, 100), (begin + 0.2, 90), (begin + 0.55, 0))
    pane = linear((0, -height / 2), (0, height / 2), (0, "#fffbd0"), (0.5, "#ffdc3c"), (1, "#ff9d1e"))
    return layer(f"window {index}", paint(ellipse((0, 0), 140), light, opacity=flare),
                 paint(rectangle((0, 0), (width, height), 15), pane), position=(x, y), scale=pop,
                 begin=begin, end=7.3)  # fmt: skip


def gate_light():
    gate = curve((362, 470, 1), (362, 416), (400, 378), (438, 416), (438, 470, 1))
    gold = linear((0, 375), (0, 460), (0, "#fff6b0"), (0.5, "#ffc22e"), (1, "#ff7a1a"))
    carpet = polygon((372, 440), (428, 440), (500, 480), (300, 480))
    spill = linear((0, 436), (0, 480), (0, "#ffcf50", 0.95), (1, "#ff9a3c", 0.15))
    lit = keys((3.2, 0), (3.3, 100, OUT), (7.1, 100), (7.3, 0))
    return layer("gate light", paint(path(gate), gold), paint(path(carpet), spill), opacity=lit, begin=3.2, end=7.3)


def hill():
    top = curve((-40, 520, 1), (-40, 440), (130, 424), (400, 436), (670, 424), (840, 440), (840, 520, 1))
    grass = linear((0, 415), (0, 480), (0, "#3fd07f"), (0.35, "#17885f"), (1, "#0a3a4a"))
    rise = keys((0, (0, 50)), (0.3, (0, 0), OUT), (7.6, (0, 0)), (7.95, (0, 90), IN))
    return layer("hill", paint(path(top), grass), position=rise)


def castle():
    towers = [tower(name, 800 - x if mirrored else x, *rest)
              for name, (x, *rest), mirrored in (("keep", KEEP, False), ("inner left", INNER, False),
                                                 ("inner right", INNER, True), ("outer left", OUTER, False),
                                                 ("outer right", OUTER, True))]  # fmt: skip
    flags = [flag(400, 132, 1.45, "#ffd23c"), flag(168, 192, 1.1, "#2fe0ff", 0.8), flag(632, 192, 1.2, "#2fe0ff", 0.8)]
    return [*flags, *towers, walls(), dark_windows(), *[window(n, *w) for n, w in enumerate(WINDOWS)]]


def wand():
    """The light that flies over the castle and calls for the fireworks."""
    from giftmaking.motion import track

    way = track((3.55, (-30, 420)), (3.8, (120, 190), LINEAR), (4.05, (400, 60), LINEAR), (4.3, (680, 190), LINEAR),
                (4.5, (840, 420), LINEAR))  # fmt: skip
    glow = paint(ellipse((0, 0), 110), radial((0, 0), 55, (0, "#ffffff", 1), (0.35, "#ffe680", 0.8), (1, "#ffe680", 0)))
    return layer("wand", glow, paint(star((0, 0), 5, 44, 18), fill("#ffffff")), position=way,
                 rotation=keys((3.55, 0), (4.5, 400, LINEAR)), begin=3.55, end=4.5)  # fmt: skip


def show():
    scene = precomposition("castle", SECONDS, castle())
    return composition("castle", SIZE, SECONDS, [
        sky(), *stars(), halo(), *volleys(), finale_flash(), instance("castle", "castle", SIZE), hill(), gate_light(), *ribbon(), wand(),
        *finale(),
    ], [scene], [(0.1, "walls"), (1.45, "flags"), (3.55, "wand"), (4.3, "fireworks"), (4.4, "ribbon")], [FONT])  # fmt: skip
