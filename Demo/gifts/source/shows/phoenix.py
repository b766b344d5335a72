"""A phoenix that rises from an ember, spreads its wings of fire and flies up, leaving a feather that glows again."""

from giftmaking.document import composition, instance, layer, null, precomposition
from giftmaking.motion import BACK, IN, LINEAR, OUT, SOFT, Keys, Split, keys, track
from giftmaking.shapes import (
    curve, ellipse, fill, group, linear, paint, path, polygon, radial, rectangle, repeat, star, stroke,
)  # fmt: skip
from shows.phoenix_bird import BORN, GONE, SPREAD, UP, phoenix

SIZE = (800, 480)
SECONDS = 7
KINDLED = 0.4
HEARTH = (400, 440)

FEATHER = curve((0, -52, 1), (24, -14), (14, 30), (0, 50, 1), (-14, 30), (-24, -14))


def sky():
    night = linear((0, 0), (0, 480), (0, "#0c0420"), (0.5, "#2c0a38"), (0.85, "#6a1238"), (1, "#a82a2a"))
    hills = curve((-20, 500, 1), (-20, 392, 1), (110, 410), (240, 436), (400, 452), (560, 436), (690, 408),
                  (820, 388, 1), (820, 500, 1))  # fmt: skip
    dark = linear((0, 390), (0, 480), (0, "#3a0c2c"), (1, "#12041c"))
    seen = keys((0, 30), (KINDLED, 50), (SPREAD, 80), (SPREAD + 0.25, 100), (3.2, 70), (UP, 80), (GONE, 100),
                (6.3, 25))  # fmt: skip
    glow = radial((0, 0), 420, (0, "#ffb03a", 0.85), (0.4, "#ff4d2a", 0.5), (1, "#c4103c", 0))
    y = keys((KINDLED, 430), (SPREAD, 260, OUT), (UP, 220), (GONE, 120), (6.3, 430, SOFT))
    return [layer("night", paint(rectangle((400, 240), SIZE), night)),
            layer("glow", paint(ellipse((0, 0), 840), glow), position=Split(400, y), opacity=seen),
            layer("hills", paint(path(hills), dark))]  # fmt: skip


def ember():
    beat = [(0, (30, 30)), (0.12, (150, 150), BACK), (0.24, (100, 100)), (0.34, (170, 150), OUT), (KINDLED, (120, 120)),
            (0.8, (170, 120), OUT),
            (3.2, (130, 90)), (GONE, (90, 70)), (6.1, (30, 30)), (6.32, (130, 130), BACK), (6.5, (90, 90)),
            (6.65, (135, 135), OUT), (6.98, (80, 80))]  # fmt: skip
    light = radial((0, 0), 90, (0, "#ffffff", 1), (0.2, "#fff09a", 1), (0.42, "#ff8a1f", 0.8), (1, "#ff2a1f", 0))
    return layer("ember", paint(ellipse((0, 0), 180), light), position=HEARTH, scale=Keys(beat))


def tongues(width, heights, lean):
    """The outline of a fire with a tongue for each height."""
    count, points = len(heights), [(-width, 0, 1)]
    for n, height in enumerate(heights):
        x = width * ((2 * n + 1) / count - 1)
        points += [(x + lean, -height, 1)]
        if n + 1 < count:
            points += [(x + width / count, -0.3 * (height + heights[n + 1]) / 2 - 12)]
    return curve(*points, (width, 0, 1), (0, 24))


def fire():
    """A second of fire that joins itself, its foot at (400, 460)."""
    made = []
    for width, tall, tint, top in ((190, 1, "#c4103c", "#ff3a2a"), (140, 0.8, "#ff5a1f", "#ff8a1f"),
                                   (92, 0.62, "#ffc22e", "#ffe45c")):
        shapes = [tongues(width, [tall * h for h in heights], lean) for heights, lean in (
            ((110, 190, 250, 160, 90), 12), ((80, 240, 180, 230, 120), -14), ((130, 160, 270, 140, 110), 8),
            ((90, 220, 210, 200, 80), -10))]  # fmt: skip
        blaze = Keys([(0.25 * n, shapes[n % 4], SOFT) for n in range(5)])
        made.append(paint(path(blaze), linear((0, -250 * tall), (0, 0), (0, top), (1, tint)), position=(400, 460)))
    return precomposition("fire", 1, [layer("fire", *made)])


def hearth():
    grow = keys((KINDLED, (10, 0)), (0.75, (100, 85), BACK), (BORN, (100, 95)), (2.15, (125, 150), OUT),
                (2.6, (110, 62)), (3.4, (80, 42)),
                (UP - 0.1, (75, 40)), (UP + 0.3, (90, 120), OUT), (GONE + 0.2, (60, 30)), (6.2, (20, 0), IN))  # fmt: skip
    root = null("hearth", position=(400, 460), anchor=(400, 460), scale=grow)
    return [root, *(instance(f"fire {n}", "fire", SIZE, parent=root, start=0.35 + n, begin=0.35 + n,
                             end=min(1.35 + n, 6.2)) for n in range(6))]  # fmt: skip


def burst():
    """The flash, the rays and the ring of the moment the wings are open."""
    begin, end = SPREAD + 0.05, 3.15
    ray = paint(path(polygon((-7, -60), (7, -60), (34, -400), (-34, -400))),
                radial((0, 0), 400, (0, "#fff2a0", 0.9), (1, "#ff8a1f", 0)))  # fmt: skip
    ring = paint(ellipse((0, 0), 400), stroke("#ffe45c", keys((begin, 60), (begin + 0.6, 10, LINEAR))),
                 scale=keys((begin, (10, 10)), (begin + 0.6, (190, 190), OUT)),
                 opacity=keys((begin + 0.2, 90), (begin + 0.6, 0)))  # fmt: skip
    rays = group(ray, modifiers=[repeat(12, rotation=30)])
    return layer("burst", rays, ring, position=(400, 225), rotation=keys((begin, -14), (end, 16, LINEAR)),
                 begin=begin, end=end,
                 opacity=keys((begin, 0), (begin + 0.12, 100), (end - 0.3, 70), (end, 0)))  # fmt: skip


def sparks():
    made = []
    for n in range(13):
        begin = 0.16 + 0.4 * n
        x, side = 400 + (n * 83 % 260 - 130), (-1) ** n
        way = track((begin, (x, 430)), (begin + 0.5, (x + 46 * side, 300 - n * 29 % 60)),
                    (begin + 1.1, (x - 30 * side + (x - 400) * 0.8, 120 - n * 37 % 70)))  # fmt: skip
        size = keys((begin, (0, 0)), (begin + 0.15, (120, 120), BACK), (begin + 1.1, (0, 0), IN))
        made.append(paint(ellipse((0, 0), 18 + n % 3 * 6), fill(("#ffe45c", "#ff8a1f", "#ff4d3a")[n % 3]),
                          position=way, scale=size))  # fmt: skip
    return layer("sparks", *made, begin=0.16, end=6.2)


def pillar():
    """The trail of fire from the hearth to the sky."""
    made = []
    for wide, tint in ((170, "#ff3a2a"), (104, "#ff9a1f"), (48, "#fff2a0")):
        grow = keys((UP + 0.05, (60, 0)), (GONE, (100, 100), IN), (6.2, (0, 100), IN))
        shape = curve((-wide / 2, -520, 1), (-wide * 0.34, -340), (-wide * 0.55, -180), (0, 0, 1),
                      (wide * 0.55, -180), (wide * 0.34, -340), (wide / 2, -520, 1))  # fmt: skip
        shade = linear((0, -520), (0, 0), (0, tint), (0.7, tint, 0.9), (1, tint, 0.2))
        made.append(paint(path(shape), shade, position=(400, 450), scale=grow))
    return layer("pillar", *made, begin=UP + 0.05, end=6.2)


def feather(n, start, begin, end, x):
    """A feather that sways down and goes out."""
    steps = 3
    places = [(begin + (end - begin) * k / steps, (x + (60 if k % 2 else -60), start + (400 - start) * k / steps),
               SOFT) for k in range(steps + 1)]  # fmt: skip
    turns = [(time, -50 if k % 2 else 50, SOFT) for k, (time, *_) in enumerate(places)]
    size = keys((begin, (0, 0)), (begin + 0.25, (115, 115), BACK), (end - 0.3, (90, 90)), (end, (0, 0), IN))
    shade = linear((0, -50), (0, 50), (0, "#fff6b0"), (0.5, "#ffa81f"), (1, "#ff3a2a"))
    return paint(path(FEATHER), shade, position=Keys(places), rotation=Keys(turns), scale=size)


def feathers():
    ways = [(60, 3.2, 5.2, 150), (40, 3.6, 5.5, 650), (150, 4.1, 5.9, 250), (20, 5.3, 6.5, 110),
            (30, 5.35, 6.5, 690), (20, 5.5, 6.5, 520)]  # fmt: skip
    return layer("feathers", *(feather(n, y, *rest) for n, (y, *rest) in enumerate(ways)), begin=3.2, end=6.6)


def last_feather():
    way = track((5.5, (400, -60)), (5.8, (460, 120)), (6.05, (350, 290)), (6.3, (400, 428)))
    turn = keys((5.5, -40), (5.8, 46, SOFT), (6.05, -40, SOFT), (6.3, 0, SOFT))
    light = radial((0, 0), 110, (0, "#fff6b0", 0.9), (0.4, "#ffb03a", 0.4), (1, "#ff5a1f", 0))
    gold = linear((0, -50), (0, 50), (0, "#ffffff"), (0.5, "#ffe45c"), (1, "#ff9a1f"))
    twinkle = paint(star((0, 0), 4, 110, 14), fill("#ffffff"),
                    scale=keys((6.2, (0, 0)), (6.36, (110, 110), BACK), (6.7, (0, 0), IN)))  # fmt: skip
    return layer("last feather", paint(ellipse((0, 0), 220), light),
                 paint(path(FEATHER), gold, scale=keys((6.2, (140, 140)), (6.4, (0, 0), IN))),
                 twinkle, position=way, rotation=turn, begin=5.5, end=6.9)  # fmt: skip


def show():
    scene = precomposition("scene", SECONDS, [*sky(), burst(), pillar(), *phoenix(), *hearth(), ember(), sparks(),
                                              feathers(), last_feather()])  # fmt: skip
    fade = keys((0, 0), (0.1, 100, OUT), (6.84, 100), (6.99, 0, SOFT))
    return composition("phoenix", SIZE, SECONDS, [instance("scene", "scene", SIZE, opacity=fade)], [scene, fire()],
                       [(KINDLED, "kindled"), (BORN, "born"), (SPREAD, "spread"), (UP, "up"), (5.5, "feather")])
