"""A rocket that counts down, lifts off, outruns the stars, flies by and ends as a new star in the sky."""

from giftmaking.document import composition, instance, layer, null, precomposition
from giftmaking.motion import BACK, BIG_BACK, HOLD, IN, LINEAR, OUT, SOFT, Keys, Split, keys, track, wave
from giftmaking.shapes import (
    bezier, curve, ellipse, fill, linear, mirrored, paint, path, polygon, radial, rectangle, star, stroke, trim,
)  # fmt: skip

SIZE = (800, 480)
SECONDS = 4
ROCKET_SIZE, ROCKET_CENTER = (320, 620), (160, 200)
LIFT_OFF, AWAY = 0.8, 1.95
FLY_BY = (1.98, 3.2)

BODY = bezier(
    (0, -160),
    ((50, -120), (66, -60), (66, 0)),
    ((66, 50), (52, 90), (40, 116)),
    ((20, 122), (-20, 122), (-40, 116)),
    ((-52, 90), (-66, 50), (-66, 0)),
    ((-66, -60), (-50, -120), (0, -160)),
)
NOSE = bezier(
    (0, -160),
    ((25, -140), (41.5, -115), (52, -87)),
    ((20, -72), (-20, -72), (-52, -87)),
    ((-41.5, -115), (-25, -140), (0, -160)),
)
FIN = curve((54, 34, 1), (104, 84), (120, 168, 1), (84, 136), (38, 116, 1))
FLAME = curve((-36, 112, 1), (-46, 160), (0, 330, 1), (46, 160), (36, 112, 1))
FLIGHT = ((-150, 500), (150, 420), (400, 310), (530, 208), (600, 150))
DIGITS = (
    curve((-50, -95), (0, -115), (55, -62), (0, -5, 1), (60, 55), (0, 115), (-58, 92), closed=False),
    curve((-55, -62), (0, -115), (55, -62), (20, 20), (-55, 110, 1), (62, 110, 1), closed=False),
    polygon((-45, -70), (12, -112), (12, 112), closed=False),
)


def rocket():
    """The rocket itself, upright, its fire flickering."""
    flicker = Keys([(0.25, (0, 0)), *((n / 15, (100 - n % 3 * 7, (100, 82, 118, 90)[n % 4]), SOFT) for n in range(5, SECONDS * 15))])
    fire = layer(
        "fire",
        paint(path(FLAME), linear((0, 112), (0, 330), (0, "#ff9a1f"), (0.5, "#ff4d1a"), (1, "#ff1f4b", 0.7))),
        paint(path(FLAME), linear((0, 112), (0, 330), (0, "#ffffff"), (0.5, "#ffe14d"), (1, "#ff9a1f")),
              position=(0, 112), anchor=(0, 112), scale=(60, 62)),
        position=(ROCKET_CENTER[0], ROCKET_CENTER[1] + 112), anchor=(0, 112), scale=flicker,
    )  # fmt: skip
    red = linear((-120, 0), (120, 0), (0, "#ff6a7a"), (0.45, "#ff1f4b"), (1, "#96002f"))
    white = linear((-66, 0), (66, 0), (0, "#ffffff"), (0.45, "#eaf0ff"), (0.75, "#9fb0e0"), (1, "#6272b8"))
    hull = layer(
        "hull",
        paint([path(FIN), path(mirrored(FIN))], red),
        paint(rectangle((0, 116), (62, 22), 8), fill("#3a4272")),
        paint(path(BODY), white),
        paint(path(NOSE), linear((-52, 0), (52, 0), (0, "#ff7d8a"), (0.4, "#ff1f4b"), (1, "#a8003a"))),
        paint(ellipse((0, -22), 74), fill("#ffc53d")),
        paint(ellipse((0, -22), 54), linear((-20, -50), (20, 6), (0, "#7fe9ff"), (0.5, "#1f8fff"), (1, "#0b2f8c"))),
        paint(ellipse((-10, -32), 16), fill("#ffffff")),
        paint(rectangle((0, 104), (20, 92), 10), red),
        position=ROCKET_CENTER,
    )
    return precomposition("rocket", SECONDS, [fire, hull])


def sky():
    dusk = linear((0, 0), (0, 480), (0, "#141a5c"), (0.55, "#5a2a9c"), (0.85, "#e0508a"), (1, "#ffa95c"))
    space = linear((0, 0), (0, 480), (0, "#05041c"), (0.6, "#130f4a"), (1, "#35207a"))
    whole = rectangle((400, 240), SIZE)
    return [
        layer("dusk", paint(whole, dusk), opacity=keys((0, 0), (0.12, 100, OUT), (1.1, 100), (1.55, 0)), end=1.6),
        layer("space", paint(whole, space), opacity=keys((0.9, 0), (1.4, 100), (3.7, 100), (3.98, 0)), begin=0.9),
    ]


def still_stars():
    dots = []
    for n in range(16):
        place, begin = ((n * 353 + 60) % 800, (n * 131 + 40) % 460), 1.7 + n % 5 * 0.04
        low, high = (40, 40), (115, 115)
        size = keys((begin, (0, 0)), (begin + 0.2, high, BACK), (begin + 0.7, low), (begin + 1.2, high), (3.6, low), (3.95, (0, 0)))
        dots.append(paint(star((0, 0), 4, 17, 6), fill("#dfe8ff"), position=place, scale=size))
    return layer("stars", *dots, begin=1.7)


def streaks():
    """Stars pulled into lines, one after another in each lane."""
    lanes = []
    for n in range(15):
        x, late, takes = (n * 251 + 30) % 800, 1.0 + n * 7 % 15 * 0.025, 0.2 + n % 4 * 0.05
        frames, time = [(late, -220)], late
        while time < AWAY - 0.25:
            frames += [(time + takes, 700, LINEAR), (time + takes + 0.02, -220, HOLD)]
            time += takes + 0.04
        color = ("#ffffff", "#9fdcff", "#ffd0f0", "#fff0a8")[n % 4]
        tail = linear((0, -130), (0, 130), (0, color, 0), (1, color))
        lanes.append(paint(rectangle((0, 0), (16 - n % 3 * 3, 260), 7), tail, position=Split(x, Keys(frames))))
    return layer("streaks", *lanes, begin=1.0, end=2.05)


def ground(scene):
    """The pad with its tower and the hills behind."""
    hills = curve((-20, 500, 1), (-20, 380, 1), (120, 345), (260, 390), (420, 370), (600, 335), (820, 385, 1), (820, 500, 1))
    far = paint(path(hills), linear((0, 330), (0, 480), (0, "#5b2a86"), (1, "#2a1458")))
    field = paint(rectangle((400, 466), (840, 70)), linear((0, 430), (0, 480), (0, "#2b8a6a"), (1, "#0d3b45")))
    pad = paint(rectangle((400, 436), (280, 34), 10), linear((0, 420), (0, 452), (0, "#c3cbe8"), (1, "#59629a")))
    tower = paint([rectangle((252, 290), (18, 280)), rectangle((296, 290), (18, 280)), rectangle((290, 180), (100, 18)),
                   rectangle((300, 290), (110, 18))], fill("#20123f"))  # fmt: skip
    lamp = paint(ellipse((274, 140), 30), fill("#ff3b3b"), opacity=wave(0, 1.1, 0.2, 20, 100))
    return layer("ground", far, field, tower, lamp, pad, parent=scene, end=1.5)


def countdown():
    signs = []
    for n, outline in enumerate(DIGITS):
        begin = 0.05 + 0.24 * n
        size = keys((begin, (40, 40)), (begin + 0.1, (108, 108), BIG_BACK), (begin + 0.19, (100, 100)),
                    (begin + 0.25, (150, 150), IN))  # fmt: skip
        seen = keys((begin, 0), (begin + 0.03, 100), (begin + 0.19, 100), (begin + 0.25, 0))
        lines = [paint(path(outline), stroke("#7a1048", 64)), paint(path(outline), stroke("#ffe45c", 38))]
        signs.append(layer(f"count {3 - n}", *lines, position=(620, 200), scale=size, opacity=seen,
                           begin=begin, end=begin + 0.26))  # fmt: skip
    return signs


def smoke(scene):
    puffs = []
    for n in range(14):
        side, begin = (-1) ** n, 0.32 + 0.045 * n
        end = (400 + side * (120 + n * 41 % 260), 440 - n * 23 % 70)
        place = keys((begin, (400, 430)), (begin + 0.7, end, OUT))
        size = keys((begin, (0, 0)), (begin + 0.35, (90 + n % 4 * 15,) * 2, OUT), (begin + 0.9, (135, 135), LINEAR))
        puffs.append(paint(ellipse((0, 0), 130), radial((-18, -30), 95, (0, "#fff3df"), (0.6, "#f0b8a8"), (1, "#9a5f9e")),
                           position=place, scale=size))  # fmt: skip
    return layer("smoke", *puffs, parent=scene, begin=0.3, end=1.6)


def fire_light(scene):
    light = radial((0, 0), 300, (0, "#fff2a8", 0.95), (0.4, "#ff9a3d", 0.6), (1, "#ff4d3d", 0))
    seen = keys((0.3, 0), (0.4, 70), (0.65, 60), (LIFT_OFF, 100), (1.2, 0))
    return layer("fire light", paint(ellipse((0, 0), (620, 420)), light), position=(400, 420), opacity=seen,
                 parent=scene, begin=0.3, end=1.2)  # fmt: skip


def ascent():
    """The rocket on the pad, trembling, then up and away."""
    shake = [(0.34 + n * 0.035, 400 + (-1) ** n * (2 + n * 0.45), LINEAR) for n in range(44)]
    x = Keys([(0, 400), *shake, (AWAY, 400)])
    y = keys((0, 420), (0.16, 244, OUT), (0.26, 258, SOFT), (0.66, 258), (LIFT_OFF, 284), (1.2, 182, IN), (1.55, 205),
             (1.7, 244, SOFT), (2.02, -560, IN))  # fmt: skip
    stretch = keys((0, (90, 112)), (0.16, (96, 106)), (0.28, (106, 94), SOFT), (0.4, (100, 100)), (0.62, (100, 100)),
                   (LIFT_OFF, (116, 84)), (0.95, (86, 120), OUT), (1.35, (95, 95)), (1.7, (108, 82)),
                   (1.88, (82, 118), OUT))  # fmt: skip
    return instance("ascent", "rocket", ROCKET_SIZE, position=Split(x, y), anchor=ROCKET_CENTER, scale=stretch, end=2.05)


def fly_by():
    """Past the viewer and away, smaller and smaller, to where the new star will stand."""
    begin, end = FLY_BY
    times = [begin, begin + 0.3, begin + 0.62, begin + 0.92, end]
    way = track(*((time, place, LINEAR) for time, place in zip(times, FLIGHT)))
    turn = keys((begin, 74), (times[2], 58, LINEAR), (end, 44, LINEAR))
    size = keys((begin, (104, 104)), (times[2], (96, 96), LINEAR), (end, (6, 6), (0.4, 0.2, 0.8, 0.8)))
    return instance("fly-by", "rocket", ROCKET_SIZE, position=way, anchor=ROCKET_CENTER, rotation=turn, scale=size,
                    begin=begin, end=end)  # fmt: skip


def trail():
    begin, end = FLY_BY
    line = path(curve(*FLIGHT, closed=False))
    drawn = keys((begin, 0), (begin + 0.3, 16, LINEAR), (begin + 0.62, 46, LINEAR), (begin + 0.92, 72, LINEAR),
                 (end, 97, LINEAR))  # fmt: skip
    done = trim(keys((end - 0.55, 0), (end + 0.12, 100, SOFT)), drawn)
    tints = (("#ff2f8e", 74), ("#ff9a1f", 50), ("#ffe45c", 28))
    glow = [paint([line, done], stroke(tint, keys((begin, width), (begin + 0.6, width), (end + 0.1, width * 0.2))))
            for tint, width in tints]  # fmt: skip
    return layer("trail", *glow, begin=begin, end=end + 0.12)


def new_star():
    """What the rocket has become: a flash, a ring, and a star that shines until the sky goes."""
    born, place = FLY_BY[1] - 0.06, FLIGHT[-1]
    light = radial((0, 0), 240, (0, "#ffffff", 1), (0.25, "#ffe45c", 0.85), (0.6, "#ff4fa0", 0.4), (1, "#ff4fa0", 0))
    glow = layer("star light", paint(ellipse((0, 0), 480), light), position=place,
                 scale=keys((born, (0, 0)), (born + 0.14, (115, 115), OUT), (born + 0.45, (52, 52), SOFT), (3.98, (30, 30))),
                 opacity=keys((born, 100), (3.75, 100), (3.98, 0)), begin=born)  # fmt: skip
    line = stroke("#fff6b0", keys((born, 34), (born + 0.55, 2, LINEAR)))
    ring = layer("star ring", paint(ellipse((0, 0), 200), line), position=place, begin=born, end=born + 0.55,
                 scale=keys((born, (10, 10)), (born + 0.55, (140, 140), OUT)))  # fmt: skip
    size = keys((born, (0, 0)), (born + 0.2, (150, 150), BACK), (born + 0.4, (88, 88), SOFT), (3.72, (112, 112), SOFT),
                (3.98, (0, 0), IN))  # fmt: skip
    shape = paint(star((0, 0), 4, 112, 30), fill("#ffe45c"), stroke("#ff9a1f", 8))
    core = paint(star((0, 0), 4, 62, 22), fill("#ffffff"))
    body = layer("new star", shape, core, position=place, scale=size, begin=born,
                 rotation=keys((born, -80), (born + 0.4, 0, OUT), (3.98, 60, IN)))  # fmt: skip
    return [glow, ring, body]


def sparks():
    """What the rocket loses on its way, and what flies out of the new star."""
    begin, end = FLY_BY
    made = []
    for n in range(10):
        part = (n + 1) / 11
        born, side = begin + (end - begin) * part * 0.8, (-1) ** n
        x, y = 20 + 560 * part, 470 - 300 * part**1.2
        made.append(spark(n, born, (x, y), (x + side * (30 + n * 29 % 50), y + side * 74), 100 - 40 * part))
    x, y = FLIGHT[-1]
    ways = ((-180, -30), (-120, 120), (10, 190), (140, 110), (150, -60), (-40, -110))
    for n, (across, down) in enumerate(ways):
        made.append(spark(n + 1, end, (x, y), (x + across, y + down), 110))
    return layer("sparks", *made, begin=begin)


def spark(n, born, start, end, wide):
    size = keys((born, (0, 0)), (born + 0.12, (wide, wide), BACK), (born + 0.36, (wide * 0.8,) * 2),
                (min(born + 0.6, 3.95), (0, 0), IN))  # fmt: skip
    return paint(star((0, 0), 4, 38, 14), fill(("#ffe45c", "#ff7ac8", "#5fdcff")[n % 3]), scale=size,
                 position=keys((born, start), (born + 0.5, end, OUT)),
                 rotation=keys((born, 0), (born + 0.6, 120, LINEAR)))  # fmt: skip


def show():
    fall = keys((0, 90), (0.16, 0, BACK), (LIFT_OFF, 0), (1.42, 620, IN))
    scene = null("scene", position=Split(0, fall))
    front = [ascent(), smoke(scene), *countdown(), still_stars()]
    space = [trail(), fly_by(), *new_star(), sparks()]
    layers = [*sky(), scene, ground(scene), fire_light(scene), streaks(), *front, *space]
    moments = [(0.05, "countdown"), (LIFT_OFF, "lift-off"), (AWAY, "stars"), (FLY_BY[0], "fly-by")]
    return composition("rocket", SIZE, SECONDS, layers, [rocket()], moments)
