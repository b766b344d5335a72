"""A cup of coffee that lands with a splash; its steam curls into a heart that beats and floats away."""

from giftmaking.document import composition, layer, null, widened
from giftmaking.motion import BACK, FALL, IN, LINEAR, OUT, SOFT, Split, keys, squash, thrown
from giftmaking.shapes import (
    bezier, curve, ellipse, fill, group, linear, mirrored, paint, path, radial, star, stroke, trim,
)  # fmt: skip
from shows.heart import HEART

SIZE = (400, 400)
SECONDS = 2
LANDING, STEAM, HEARTBEAT, LEAVING = 0.3, 0.48, 1.0, 1.64

NEAR_SIDE = bezier(
    (-104, -70),
    ((-104, 10), (-84, 68), (-44, 72)),
    ((-16, 74), (16, 74), (44, 72)),
    ((84, 68), (104, 10), (104, -70)),
    ((80, -44), (40, -39), (0, -39)),
    ((-40, -39), (-80, -44), (-104, -70)),
)
# The right half of the steam: from the coffee up, round the heart and into its notch.
STEAM_WAY = bezier(
    (196, 246),
    ((170, 224), (224, 214), (200, 196)),
    ((252, 158), (312, 124), (312, 76)),
    ((312, 14), (226, 14), (200, 64)),
    closed=False,
)


def cup():
    """What cup and saucer hang on."""
    drop = keys((0, 10), (LANDING, 376, FALL), (0.44, 352, OUT), (0.56, 376, FALL), (LEAVING, 376),
                (LEAVING + 0.1, 364, OUT), (1.96, 660, IN))  # fmt: skip
    body = squash((0, 1.12), (LANDING, 1.1), (LANDING + 0.06, 0.85, OUT), (0.46, 1.1, SOFT), (0.58, 0.93, SOFT),
                  (0.7, 1.02, SOFT), (HEARTBEAT, 1), (HEARTBEAT + 0.08, 0.94, OUT), (HEARTBEAT + 0.2, 1, SOFT),
                  (LEAVING - 0.06, 0.88, SOFT),
                  (LEAVING + 0.1, 1.1, OUT))  # fmt: skip
    tilt = keys((0, -16), (LANDING, 0, LINEAR), (0.42, 5, SOFT), (0.56, -3, SOFT), (0.68, 0, SOFT), (LEAVING + 0.1, 0),
                (1.96, 14, IN))  # fmt: skip
    return null("cup", position=Split(196, drop), anchor=(196, 376), scale=body, rotation=tilt)


def saucer(parent):
    shade = linear((60, 0), (330, 0), (0, "#ffffff"), (0.5, "#ffd9b8"), (1, "#b86a6a"))
    return layer("saucer", paint(ellipse((196, 368), (292, 40)), fill("#8c3f55")),
                 paint(ellipse((196, 360), (292, 38)), shade),
                 paint(ellipse((196, 362), (170, 20)), fill("#a8555f")), parent=parent)  # fmt: skip


def back(parent):
    """The handle, the far rim and the coffee in it, which sloshes."""
    handle = path(curve((292, 250), (338, 252), (332, 304), (276, 326), closed=False))
    slosh = keys((0, 0), (LANDING, 0), (0.4, 9, OUT), (0.54, -7, SOFT), (0.68, 4, SOFT), (0.82, 0, SOFT))
    coffee = [
        paint(ellipse((0, 0), (188, 44)), linear((-90, 0), (90, 0), (0, "#8a4a1c"), (0.5, "#5a2608"), (1, "#2e0f04"))),
        paint(ellipse((-34, -4), (64, 14)), fill("#e0964a")),
    ]
    return layer("back", paint(handle, stroke("#b23a5a", 38)), paint(handle, stroke("#ff8f7a", 20)),
                 paint(ellipse((196, 230), (216, 62)), fill("#fff7ea")),
                 group(*coffee, position=(196, 233), rotation=slosh), parent=parent)  # fmt: skip


def front(parent):
    """The cup's near side, with its badge."""
    red = linear((-104, 0), (104, 0), (0, "#ff9e86"), (0.4, "#ff4a5e"), (1, "#98123f"))
    beat = keys((HEARTBEAT, (27, 27)), (HEARTBEAT + 0.1, (37, 37), OUT), (HEARTBEAT + 0.24, (27, 27), SOFT),
                (HEARTBEAT + 0.34, (36, 36), OUT), (HEARTBEAT + 0.5, (28, 28), SOFT))  # fmt: skip
    badge = paint(path(HEART), fill("#fff3e0"), position=(0, 6), scale=beat)
    shine = paint(path(curve((-84, -38), (-76, 4), (-62, 34), closed=False)), stroke("#ffe3d6", 14))
    rim = path(curve((-104, -70), (-56, -46), (0, -39), (56, -46), (104, -70), closed=False))
    side = group(paint(path(NEAR_SIDE), red), shine, badge, paint(rim, stroke("#fff7ea", 12)), position=(196, 300))
    return layer("front", side, parent=parent)


def splash():
    """Drops thrown up as the cup lands."""
    made = []
    for n in range(6):
        side, rank = (-1) ** n, n // 2
        way = thrown((196 + 30 * side, 232), (196 + side * (70 + 50 * rank), 400), LANDING + 0.04, 0.54 + 0.02 * rank, 0.92,
                     70 + 44 * rank)  # fmt: skip
        size = keys((LANDING + 0.04, (40, 60)), (0.5, (100, 100), OUT), (0.92, (30, 30), IN))
        brown = radial((-6, -8), 26, (0, "#ffc98a"), (1, "#8a4214"))
        made.append(paint(ellipse((0, 0), (36, 42)), brown, position=way, scale=size))
    return layer("splash", *made, begin=LANDING + 0.04, end=0.92)


def glow():
    light = radial((0, 0), 180, (0, "#ff9ac0", 0.85), (0.5, "#ff5c8a", 0.45), (1, "#ff5c8a", 0))
    seen = keys((STEAM, 0), (HEARTBEAT, 70), (HEARTBEAT + 0.12, 100, OUT), (1.6, 80), (1.9, 0))
    return layer("glow", paint(ellipse((0, 0), 360), light), position=(200, 180), opacity=seen, begin=STEAM)


def steam():
    """Two threads that rise, part, and meet again in a heart's notch, then thin away."""
    grown = trim(keys((HEARTBEAT, 0), (HEARTBEAT + 0.32, 44, IN)), keys((STEAM, 0), (HEARTBEAT, 100, SOFT)))
    width = keys((STEAM, 14), (HEARTBEAT - 0.1, 34, SOFT), (HEARTBEAT + 0.3, 14))
    outlines = [path(STEAM_WAY), path(mirrored(STEAM_WAY, 200))]
    seen = keys((STEAM, 0), (STEAM + 0.1, 100), (HEARTBEAT + 0.14, 100), (HEARTBEAT + 0.3, 0))
    return layer("steam", *[paint([outline, grown], stroke("#fff2f4", width)) for outline in outlines], opacity=seen,
                 begin=STEAM, end=HEARTBEAT + 0.3)  # fmt: skip


def heart():
    """What the steam has drawn: it fills, beats twice and floats up and away."""
    begin = HEARTBEAT - 0.06
    size = keys((begin, (64, 64)), (HEARTBEAT + 0.1, (87, 87), OUT), (HEARTBEAT + 0.24, (78, 78), SOFT),
                (HEARTBEAT + 0.34, (88, 86), OUT), (HEARTBEAT + 0.5, (80, 80), SOFT), (LEAVING, (76, 72), SOFT),
                (LEAVING + 0.12, (78, 86), OUT), (1.98, (10, 10), IN))  # fmt: skip
    rise = keys((begin, 128), (HEARTBEAT + 0.1, 122, OUT), (LEAVING - 0.04, 124, SOFT),
                (LEAVING + 0.06, 134, SOFT), (1.98, 48, IN))  # fmt: skip
    turn = keys((HEARTBEAT + 0.24, 0), (1.36, -6, SOFT), (LEAVING - 0.1, 5, SOFT), (1.98, -14, SOFT))
    shade = linear((-60, -120), (90, 130), (0, "#ffd0dc"), (0.4, "#ff4f86"), (1, "#c2104f"))
    shine = paint(ellipse((0, 0), (66, 40)), fill("#ffffff"), position=(-80, -60), rotation=-38)
    return layer("heart", paint(path(HEART), fill("#fff2f4"), scale=(114, 114)), paint(path(HEART), shade), shine,
                 position=Split(200, rise), scale=size, rotation=turn, opacity=keys((begin, 0), (HEARTBEAT + 0.04, 100)),
                 begin=begin, end=1.98)  # fmt: skip


def twinkles():
    made = []
    for n, (x, y) in enumerate(((58, 74), (344, 66), (46, 196), (354, 184), (92, 42), (312, 42))):
        begin = HEARTBEAT + 0.06 + 0.07 * n
        size = keys((begin, (0, 0)), (begin + 0.14, (110, 110), BACK), (begin + 0.28, (60, 60)), (begin + 0.45, (0, 0), IN))
        way = keys((begin, (200 + (x - 200) * 0.6, 130 + (y - 130) * 0.6)), (begin + 0.3, (x, y), OUT))
        made.append(paint(star((0, 0), 4, 34, 11), fill(("#fff0a0", "#ffffff")[n % 2]), position=way, scale=size))
    return layer("twinkles", *made, begin=HEARTBEAT)


def show():
    root = cup()
    return widened(composition("coffee", SIZE, SECONDS, [
        root, saucer(root), back(root), glow(), splash(), steam(), front(root), heart(), twinkles(),
    ]), 680)  # fmt: skip
