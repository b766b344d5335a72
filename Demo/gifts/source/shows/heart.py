"""A heart that leaps up, beats twice with a wave of light each, and throws little ones to both sides."""

from giftmaking.document import composition, layer, widened
from giftmaking.motion import BACK, IN, LINEAR, OUT, SOFT, keys
from giftmaking.shapes import bezier, ellipse, fill, group, linear, paint, path, stroke

SIZE = (400, 400)
SECONDS = 1
BEATS = (0.26, 0.52)

HEART = bezier(
    (0, -60),
    ((-28, -128), (-150, -128), (-150, -30)),
    ((-150, 40), (-60, 90), (0, 140)),
    ((60, 90), (150, 40), (150, -30)),
    ((150, -128), (28, -128), (0, -60)),
)


def big_heart():
    first, second = BEATS
    beat = keys((0, (0, 0)), (0.13, (104, 112), BACK), (first - 0.04, (84, 80), SOFT), (first + 0.06, (114, 118), OUT),
                (second - 0.05, (88, 84), SOFT), (second + 0.06, (120, 124), OUT), (0.68, (98, 96), SOFT),
                (0.78, (103, 104), SOFT), (0.86, (116, 110), SOFT), (1, (0, 0), IN))  # fmt: skip
    tilt = keys((0, -24), (0.16, 5, BACK), (first, -3, SOFT), (second, 3, SOFT), (0.78, 0, SOFT), (1, 18, IN))
    shade = linear((-60, -120), (90, 130), (0, "#ff5f86"), (0.4, "#ff1f50"), (1, "#c20041"))
    edge = paint(path(HEART), stroke("#8a0030", 14))
    shine = paint(ellipse((0, 0), (70, 44)), fill("#ffe3ea"), position=(-80, -60), rotation=-38)
    glint = paint(ellipse((-112, -6), (24, 32)), fill("#ffe3ea", 85))
    return layer("heart", edge, paint(path(HEART), shade), shine, glint, position=(200, 202), scale=beat, rotation=tilt)


def wave(index, begin):
    """What spreads from a beat: the heart's own outline, wider and thinner until it is gone."""
    size = keys((begin, (80, 80)), (begin + 0.34, (150, 144), OUT))
    line = stroke("#ff7ea4", keys((begin, 36), (begin + 0.34, 6, LINEAR)))
    return layer(f"wave {index}", paint(path(HEART), line), position=(200, 196), scale=size,
                 opacity=keys((begin, 95), (begin + 0.16, 80), (begin + 0.34, 0)), begin=begin, end=begin + 0.34)  # fmt: skip


def little_heart(index, end, beat, color):
    """Thrown out by a beat: fast, then slower and slower, and a little down at last."""
    there = beat + 0.24
    size = keys((beat, (10, 10)), (there, (39, 39), BACK), (0.86, (35, 35), SOFT), (0.99, (0, 0), IN))
    way = keys((beat, (200, 190)), (there, end, OUT), (0.99, (end[0], end[1] + 34), SOFT))
    turn = keys((beat, 0), (1, 34 if end[0] > 200 else -34, LINEAR))
    return layer(f"little heart {index}", group(paint(path(HEART), fill(color))), position=way, scale=size,
                 rotation=turn, begin=beat)  # fmt: skip


def show():
    first, second = (begin - 0.06 for begin in BEATS)
    ways = [((-14, 70), first, "#ff8fc0"), ((414, 70), first, "#ffb3cf"), ((-36, 296), first, "#ff5f8f"),
            ((436, 296), first, "#ff4d7d"), ((-72, 178), second, "#ffc4d8"), ((472, 178), second, "#ff7ab0")]  # fmt: skip
    little = [little_heart(index, *way) for index, way in enumerate(ways)]
    waves = [wave(index, begin) for index, begin in enumerate(BEATS)]
    return widened(composition("heart", SIZE, SECONDS, [*waves, *little, big_heart()]), 680)
