"""A heart that pops up, beats twice and sends out little ones."""

from giftmaking.document import composition, layer, widened
from giftmaking.motion import BACK, IN, LINEAR, OUT, SOFT, keys, thrown
from giftmaking.shapes import bezier, ellipse, fill, group, linear, paint, path, radial

SIZE = (400, 400)
SECONDS = 1

HEART = bezier(
    (0, -60),
    ((-28, -128), (-150, -128), (-150, -30)),
    ((-150, 40), (-60, 90), (0, 140)),
    ((60, 90), (150, 40), (150, -30)),
    ((150, -128), (28, -128), (0, -60)),
)


def big_heart():
    beat = keys((0, (0, 0)), (0.2, (112, 112), BACK), (0.3, (92, 92)), (0.42, (116, 112), OUT), (0.52, (96, 98)),
                (0.64, (110, 108), OUT), (0.78, (98, 98)), (0.84, (108, 108), SOFT), (1, (0, 0), IN))  # fmt: skip
    shade = linear((-60, -120), (90, 130), (0, "#ff6f91"), (0.45, "#ff2455"), (1, "#b8003c"))
    shine = paint(ellipse((0, 0), (66, 40)), fill("#ffd9e2", 95), position=(-82, -62), rotation=-38)
    glint = paint(ellipse((-112, -10), (22, 30)), fill("#ffd9e2", 80))
    return layer("heart", paint(path(HEART), shade), shine, glint, position=(200, 205), scale=beat)


def glow():
    pulse = keys((0, 0), (0.2, 90), (0.42, 100), (0.64, 80), (1, 0))
    light = radial((0, 0), 195, (0, "#ff5c8a", 0.75), (0.55, "#ff2f6d", 0.35), (1, "#ff2f6d", 0))
    return layer("glow", paint(ellipse((0, 0), 390), light), position=(200, 200), opacity=pulse)


def little_heart(index, end, top, color):
    begin = 0.2 + 0.04 * index
    size = keys((begin, (0, 0)), (begin + 0.15, (30, 30), BACK), (0.8, (26, 26)), (1, (0, 0), IN))
    way = thrown((200, 190), end, begin, begin + 0.35, 1, top)
    turn = keys((begin, 0), (1, 40 if end[0] > 200 else -40, LINEAR))
    return layer(f"little heart {index}", group(paint(path(HEART), fill(color))), position=way, scale=size,
                 rotation=turn, begin=begin)  # fmt: skip


def show():
    ways = [((30, 150), 60, "#ff7eb0"), ((370, 140), 50, "#ffb0c8"), ((70, 330), 200, "#ff4d6d"),
            ((340, 320), 210, "#ff8fab"), ((120, 40), 10, "#ff4d8d"), ((290, 50), 20, "#ff7e9d")]  # fmt: skip
    little = [little_heart(index, *way) for index, way in enumerate(ways)]
    return widened(composition("heart", SIZE, SECONDS, [glow(), *little, big_heart()]), 680)
