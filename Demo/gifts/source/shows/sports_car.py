"""A red sports car that races in along a neon road, spins in pink smoke and shoots away on a flame."""

from giftmaking.document import composition, instance, layer, null, precomposition
from giftmaking.motion import BACK, HOLD, IN, LINEAR, OUT, SOFT, Keys, Split, keys
from giftmaking.shapes import bezier, curve, ellipse, fill, linear, paint, path, polygon, radial, rectangle, star
from shows.sports_car_road import ARRIVE, GO, LAMPS, SECONDS, SIZE, SPIN, houses, lamp, lamps, road, town

CAR_SIZE, CAR_FOOT = (800, 300), (400, 220)
TURN = 0.18  # seconds that each quarter of the spin takes

HULL = curve((-212, 36, 1), (-218, -14), (-196, -44, 1), (-120, -54, 1), (-62, -104), (10, -112), (74, -62, 1),
             (170, -40),
             (216, -4), (220, 36, 1))  # fmt: skip
LIGHT_SIDE = curve((-196, -38, 1), (-118, -50, 1), (70, -58, 1), (168, -36), (204, -12, 1), (60, -28), (-190, -18, 1))
GLASS = curve((-96, -54, 1), (-52, -94), (6, -100), (52, -58, 1))
FRONT = curve((-112, 40, 1), (-118, -14), (-80, -38, 1), (-56, -98), (56, -98), (80, -38, 1), (118, -14), (112, 40, 1))
SCREEN = polygon((-62, -40), (-44, -86), (44, -86), (62, -40))
HEART = bezier((0, -30), ((-14, -64), (-75, -64), (-75, -15)), ((-75, 20), (-30, 45), (0, 70)),
               ((30, 45), (75, 20), (75, -15)),
               ((75, -64), (14, -64), (0, -30)))  # fmt: skip
RED = ((0, "#ff8a7a"), (0.3, "#ff2038"), (0.7, "#d0002e"), (1, "#6a0020"))


def wheel(x, turn):
    spokes = [paint(rectangle((0, 0), (12, 58), 4), fill("#dfe6ff"), rotation=angle) for angle in (0, 60, 120)]
    return layer(f"wheel {x}", paint(ellipse((0, 0), 98), fill("#0a0618")),
                 paint(ellipse((0, 0), 66), fill("#6c76a8")), *spokes,
                 paint(ellipse((0, 0), 24), fill("#ff2fa0")), position=(400 + x, 170), rotation=turn)  # fmt: skip


def side():
    """The car from the side, its foot at CAR_FOOT, with the light it throws ahead."""
    roll = keys((0, 0), (SPIN, 2600, LINEAR), (3.6, 3000, OUT), (GO, 3100, SOFT), (SECONDS, 6800, IN))
    beam = paint(path(polygon((204, 4), (400, -46), (400, 96))),
                 linear((204, 0), (400, 0), (0, "#fff6b0", 0.95), (1, "#fff6b0", 0)))  # fmt: skip
    body = [
        paint(rectangle((-214, -62), (64, 18), 6), fill("#8a0026")),
        paint(rectangle((-192, -48), (16, 30)), fill("#5a0018")),
        paint(path(HULL), linear((0, -112), (0, 36), *RED)), paint(path(LIGHT_SIDE), fill("#ff9a8c", 80)),
        paint(path(GLASS), linear((-60, -100), (30, -54), (0, "#d8fbff"), (0.35, "#3fb8ff"), (1, "#12206c"))),
        paint(rectangle((-16, -76), (14, 48)), fill("#c00028")),
        paint(rectangle((0, 30), (400, 22), 8), fill("#2a0828")),
        paint(rectangle((-20, 2), (200, 14), 7), fill("#ffe14d")), paint(ellipse((196, -2), (40, 26)), fill("#fffbe0")),
        paint(rectangle((-210, -16), (20, 34), 8), fill("#ff4fb0")),
    ]  # fmt: skip
    return precomposition("side", SECONDS, [
        layer("beam", beam, position=(400, 150)), layer("body", *body, position=(400, 150)), wheel(-128, roll),
        wheel(132, roll),
    ])  # fmt: skip


def end_on(name, lamp):
    tyres = [paint(rectangle((side * 88, 46), (50, 50), 12), fill("#0a0618")) for side in (-1, 1)]
    lamps = [paint(ellipse((side * 78, -2), 120), radial((side * 78, -2), 60, (0, lamp, 1), (0.4, lamp, 0.6),
                                                         (1, lamp, 0)))
             for side in (-1, 1)]  # fmt: skip
    glass = linear((-40, -90), (40, -40), (0, "#d8fbff"), (0.4, "#3fb8ff"), (1, "#12206c"))
    bright = [paint(ellipse((side * 78, -2), (46, 26)), fill("#ffffff")) for side in (-1, 1)]
    return precomposition(name, SECONDS, [layer(name, *tyres, paint(path(FRONT), linear((0, -98), (0, 40), *RED)),
                          paint(path(SCREEN), glass), paint(rectangle((0, 28), (150, 22), 8), fill("#2a0828")),
                          *bright, *lamps,
                          position=(400, 150))])  # fmt: skip


def approach():
    grow = keys((0, (0, 0)), (0.18, (52, 52), BACK), (ARRIVE, (130, 110), IN), (ARRIVE + 0.3, (0, 0)))
    way = keys((0, (60, 350)), (ARRIVE, (90, 370), SOFT), (ARRIVE + 0.25, (900, 370), IN))
    made = []
    for n, x in enumerate((-46, 46)):
        flare = radial((x, 0), 150, (0, "#ffffff", 1), (0.2, "#fff6b0", 0.85), (1, "#ffd84d", 0))
        made += [paint(ellipse((x, 0), 300), flare), paint(star((x, 0), 4, 130, 16), fill("#ffffff"))]
    return layer("approach", *made, position=way, scale=grow, end=ARRIVE + 0.3)


def car():
    """The car's way, and the views of it that make up a full turn."""
    x = keys((ARRIVE, -380), (1.3, 470, OUT), (2.1, 350, SOFT), (SPIN - 0.1, 430, SOFT), (SPIN + 0.8, 380, OUT),
             (GO - 0.35, 360),
             (GO, 320, SOFT), (5.4, 1250, IN))  # fmt: skip
    y = keys((ARRIVE, 424), (1.5, 424), (1.8, 418), (1.95, 424), (2.4, 419, SOFT), (SPIN, 424),
             (SPIN + 0.35, 408, OUT), (3.6, 424, BACK))  # fmt: skip
    tilt = keys((ARRIVE, -4), (1.3, 4, OUT), (1.9, -2), (SPIN - 0.15, 3), (SPIN, -5), (3.5, 4), (3.75, 0, BACK),
                (GO - 0.2, 0),
                (GO, -4, OUT), (5.3, -2))  # fmt: skip
    size = keys((SPIN - 0.2, (122, 122)), (SPIN, (132, 112)), (SPIN + 0.3, (122, 127)), (3.6, (129, 112)),
                (3.85, (122, 122), BACK),
                (GO, (110, 127), SOFT), (5.05, (144, 112), OUT))  # fmt: skip
    root = null("car", position=Split(x, y), rotation=tilt, scale=size)
    return [root, *views(root)]


def views(root):
    """The side, the front, the other side, the back and the side again, a quarter turn each, twice."""
    made, time, width = [], SPIN, [(SPIN - 0.1, (100, 100))]
    ends = [("front", []), ("back", [])]
    shown = [(0, 100)]
    for quarter in range(4):
        facing, leaving = (-1 if quarter % 2 else 1), time + TURN
        width += [(leaving, (30 * facing, 100), IN), (leaving + TURN * 0.6, (-30 * facing, 100), HOLD),
                  (leaving + TURN * 0.65, (-100 * facing, 100), OUT)]  # fmt: skip
        shown += [(leaving, 0, HOLD), (leaving + TURN * 0.6, 100, HOLD)]
        ends[quarter % 2][1].append(leaving)
        time = leaving + TURN * 0.65
    made.append(instance("side view", "side", CAR_SIZE, position=(0, 0), anchor=CAR_FOOT, scale=Keys(width),
                         opacity=Keys(shown),
                         parent=root, begin=ARRIVE, end=5.42))  # fmt: skip
    for name, times in ends:
        for number, begin in enumerate(times):
            swell = keys((begin, (70, 100)), (begin + TURN * 0.3, (112, 104), OUT), (begin + TURN * 0.6, (70, 100), IN))
            made.append(instance(f"{name} {number}", name, CAR_SIZE, position=(0, 0), anchor=CAR_FOOT, scale=swell,
                                 parent=root,
                                 begin=begin, end=begin + TURN * 0.6))  # fmt: skip
    return made


def smoke():
    made = []
    for n in range(11):
        begin, side = SPIN + 0.02 + 0.092 * n, (-1) ** n
        x = 400 + side * (60 + n * 29 % 90)
        way = keys((begin, (x, 420)), (begin + 1, (x + side * (90 + n * 31 % 120), 330 - n * 47 % 130), OUT))
        size = keys((begin, (20, 20)), (begin + 0.3, (105, 105), OUT), (begin + 1, (165, 165), LINEAR))
        seen = keys((begin, 0), (begin + 0.08, 92), (begin + 0.6, 80), (begin + 1, 0, LINEAR))
        tints = (("#ffffff", "#ffb0e0", "#b04fd0"), ("#ffffff", "#a8f0ff", "#4f7fe0"))[n % 2]
        puff = radial((-16, -20), 76, *zip((0, 0.55, 1), tints))
        made.append(paint(ellipse((0, 0), 110), puff, position=way, scale=size, opacity=seen))
    return layer("smoke", *made, begin=SPIN, end=5)


def smoke_heart():
    size = keys((3.75, (0, 0)), (4.1, (128, 128), BACK), (4.35, (112, 112), SOFT), (4.6, (130, 126), SOFT),
                (5.5, (210, 210), IN))  # fmt: skip
    way = keys((3.75, (400, 330)), (4.15, (420, 160), OUT), (5.5, (440, 120), LINEAR))
    pink = linear((-60, -60), (60, 70), (0, "#ffe0f4"), (0.4, "#ff6fc8"), (1, "#c02fd0"))
    return layer("smoke heart", paint(path(HEART), pink), position=way, scale=size, begin=3.75, end=5.5,
                 opacity=keys((3.75, 95), (4.9, 95), (5.5, 0, LINEAR)))  # fmt: skip


def flame():
    """The fire of the start and the lines of light that the car leaves behind."""
    lines = []
    for y, wide, tint in ((396, 34, "#ff2f6a"), (396, 14, "#ffd0e0"), (352, 18, "#2ff0ff"), (430, 18, "#ff9a1f")):
        reach = keys((GO, (0, 100)), (5.4, (100, 100), IN), (5.7, (100, 70)), (5.97, (100, 0), IN))
        shade = linear((0, 0), (850, 0), (0, tint, 0), (0.4, tint), (1, tint))
        lines.append(paint(rectangle((425, 0), (850, wide), wide / 2), shade, position=(-20, y), scale=reach))
    burst = keys((GO - 0.1, (0, 0)), (GO + 0.1, (130, 130), BACK), (GO + 0.22, (90, 105)), (GO + 0.34, (135, 125)),
                 (5.4, (80, 60)))  # fmt: skip
    fire = curve((0, -34, 1), (-90, -42), (-210, 0, 1), (-90, 42), (0, 34, 1))
    hot = linear((0, 0), (-200, 0), (0, "#ffffff"), (0.25, "#ffe14d"), (0.65, "#ff6a1f"), (1, "#ff1f6a"))
    way = keys((GO, (66, 390)), (5.4, (985, 390), IN))
    return [layer("lines", *lines, begin=GO, end=5.98),
            layer("fire", paint(path(fire), hot), position=way, scale=burst, begin=GO - 0.1, end=5.4)]  # fmt: skip


def show():
    scene = precomposition("scene", SECONDS, [
        *town(), houses("far houses", 13, 96, 84, 90, 200, "#4a1580", "#ff9ad8", 380),
        houses("near houses", 17, 118, 92, 50, 150, "#1d0a4c", "#ffe14d", 1100), *road(), *lamps(), approach(),
        *flame(),
        *car(), smoke(), smoke_heart(),
    ])  # fmt: skip
    fade = keys((0, 0), (0.12, 100, OUT), (5.82, 100), (5.99, 0, SOFT))
    return composition("sports-car", SIZE, SECONDS, [instance("scene", "scene", SIZE, opacity=fade)],
                       [scene, side(), end_on("front", "#fff6b0"), end_on("back", "#ff2f5a"),
                        *[lamp(*kind) for kind in LAMPS]])  # fmt: skip
