"""A star that spins in, bounces, finds its happy face, winks, and whirls away in twinkles."""

import math

from giftmaking.document import composition, layer, null, widened
from giftmaking.motion import BACK, FALL, IN, LINEAR, OUT, RISE, SOFT, Split, keys, squash
from giftmaking.shapes import curve, ellipse, fill, group, linear, paint, path, polygon, radial, star, stroke

SIZE = (400, 400)
SECONDS = 1.5
LANDING, FACE, WINK, LEAVING = 0.3, 0.5, 0.86, 1.14


def corners(outer, inner):
    """A star's ten corners, the uppermost first."""
    spokes = [(outer if n % 2 == 0 else inner, math.radians(36 * n - 90)) for n in range(10)]
    return [(length * math.cos(angle), length * math.sin(angle)) for length, angle in spokes]


def root():
    """The star's middle: it falls, bounces twice, and jumps off, turning."""
    y = keys((0, -40), (LANDING, 226, FALL), (0.42, 182, RISE), (0.55, 222, FALL), (0.62, 206, RISE), (0.7, 214, FALL),
             (WINK, 214), (LEAVING - 0.06, 232, SOFT), (LEAVING + 0.12, 186, OUT), (1.46, 190, IN))  # fmt: skip
    x = keys((0, 134), (LANDING, 188, LINEAR), (0.55, 204, LINEAR), (0.7, 200, SOFT))
    turn = keys((0, -400), (LANDING, -14, LINEAR), (0.46, 10, SOFT), (0.6, -5, SOFT), (0.74, 0, SOFT), (WINK, 8, SOFT),
                (1.0, -8, SOFT), (LEAVING - 0.06, -24, SOFT), (1.46, 420, IN))  # fmt: skip
    size = keys((0, (16, 16)), (LANDING, (92, 92), SOFT), (LEAVING + 0.06, (92, 92)), (LEAVING + 0.14, (95, 95), OUT),
                (1.46, (0, 0), IN))  # fmt: skip
    return null("star", position=Split(x, y), rotation=turn, scale=size)


def cushion(parent):
    """The squash of each bounce."""
    body = squash((0, 1), (LANDING - 0.02, 1.08), (LANDING + 0.05, 0.85, OUT), (0.43, 1.07, SOFT), (0.55, 0.98, SOFT),
                  (0.59, 0.87, OUT), (0.7, 1.04, SOFT), (0.78, 1, SOFT), (LEAVING - 0.06, 0.86, SOFT),
                  (LEAVING + 0.08, 1.1, OUT))  # fmt: skip
    return null("cushion", position=(0, 120), anchor=(0, 120), scale=body, parent=parent)


def body(parent):
    """A round-cornered star, lit from the upper left, its facets on the right in shade."""
    tips = corners(146, 78)
    whole = path(polygon(*tips))
    gold = linear((-90, -110), (90, 130), (0, "#fffbd0"), (0.35, "#ffd92e"), (1, "#ff8a00"))
    facets = [path(polygon((0, 0), tips[n], tips[n + 1])) for n in (0, 2, 4, 6, 8)]
    shine = curve((-20, -86), (-34, -50), (-76, -38), closed=False)
    return layer("body", paint(whole, stroke("#b84a00", 54), fill("#b84a00")), paint(whole, stroke("#ffc421", 32)),
                 paint(whole, gold), paint(facets, fill("#ff9a0a", 30)), paint(path(shine), stroke("#ffffff", 15, 90)),
                 parent=parent)  # fmt: skip


def eyes():
    """Both open wide; the right one winks."""
    wide = keys((FACE, (100, 0)), (FACE + 0.12, (100, 100), BACK), (LEAVING, (100, 100)))
    wink = keys((FACE, (100, 0)), (FACE + 0.12, (100, 100), BACK), (WINK, (100, 100)), (WINK + 0.05, (110, 8), IN))
    open_eye = [paint(ellipse((0, 0), (36, 54)), fill("#4a1500")), paint(ellipse((-5, -13), 17), fill("#ffffff"))]
    arc = paint(path(curve((-21, 10), (0, -13), (21, 10), closed=False)), stroke("#4a1500", 14))
    shown = keys((0, 0), (WINK + 0.05, 100, "hold"))
    return [
        group(*open_eye, position=(-40, -14), scale=wide),
        group(*open_eye, position=(40, -14), scale=wink, opacity=keys((0, 100), (WINK + 0.05, 0, "hold"))),
        group(arc, position=(40, -14), opacity=shown),
    ]


def face(parent):
    smile = path(curve((-38, 34, 1), (0, 42), (38, 34, 1), (24, 66), (0, 76), (-24, 66)))
    grin = keys((FACE, (20, 20)), (FACE + 0.16, (100, 100), BACK), (WINK, (96, 92)), (WINK + 0.1, (116, 116), OUT),
                (1.1, (104, 104), SOFT))  # fmt: skip
    mouth = group(paint(smile, fill("#7a1400")), paint(ellipse((0, 66), (32, 18)), fill("#ff6a7a")), position=(0, 50),
                  anchor=(0, 50), scale=grin)  # fmt: skip
    cheeks = [paint(ellipse((74 * side, 26), (36, 26)), fill("#ff5a5a", 75)) for side in (-1, 1)]
    pop = keys((FACE, (70, 70)), (FACE + 0.16, (100, 100), BACK))
    return layer("face", *cheeks, *eyes(), mouth, scale=pop, parent=parent, begin=FACE)


def glow():
    light = radial((0, 0), 196, (0, "#fff2a0", 0.9), (0.5, "#ffb52e", 0.5), (1, "#ff8a1f", 0))
    seen = keys((LANDING, 0), (FACE + 0.1, 100, OUT), (0.9, 70, SOFT), (1.05, 100, SOFT), (1.44, 0))
    return layer("glow", paint(ellipse((0, 0), 392), light), position=(200, 204), opacity=seen, begin=LANDING)


def tail():
    """Bright dots along the way it came."""
    dots = []
    for n in range(7):
        part = n / 7
        begin = 0.02 + LANDING * part * 0.9
        size = keys((begin, (0, 0)), (begin + 0.06, (100, 100), OUT), (begin + 0.34, (0, 0), SOFT))
        place = (116 + 66 * part, 24 + 180 * part * part)
        color = ("#ff7ac8", "#7ae8ff", "#fff2a0")[n % 3]
        dots.append(paint(star((0, 0), 4, 48, 17), fill(color), position=place, scale=size))
    return layer("tail", *dots, end=0.7)


def twinkle(index):
    """One of the lights that leap out with the face, glitter, and go out one by one."""
    x, y = ((56, 100), (344, 92), (54, 326), (346, 316), (272, 50), (122, 52), (284, 346))[index]
    begin = FACE + 0.02 + 0.05 * index
    end = 1.24 + 0.03 * index
    way = keys((begin, (200 + (x - 200) * 0.5, 205 + (y - 205) * 0.5)), (begin + 0.26, (x, y), OUT))
    size = keys((begin, (0, 0)), (begin + 0.16, (120, 120), BACK), (begin + 0.32, (55, 55), SOFT),
                (begin + 0.48, (105, 105), SOFT), (end + 0.04, (0, 0), IN))  # fmt: skip
    turn = keys((begin, 0), (end, 90, LINEAR))
    color = ("#ffffff", "#8ff2ff", "#ff9ad8", "#fff2a0")[index % 4]
    return layer(f"twinkle {index}", paint(star((0, 0), 4, 38, 12), fill(color)), position=way, scale=size, rotation=turn,
                 begin=begin, end=end + 0.04)  # fmt: skip


def farewell():
    """A last small burst where the star has gone."""
    rays = []
    for n in range(6):
        way = keys((1.38, (0, -14)), (1.48, (0, -90), OUT))
        size = keys((1.36, (0, 0)), (1.41, (100, 100), OUT), (1.49, (0, 0), IN))
        rays.append(group(paint(ellipse((0, 0), (18, 40)), fill("#fff2a0"), position=way, scale=size), rotation=60 * n))
    return layer("farewell", *rays, position=(200, 190), begin=1.36)


def show():
    middle = root()
    soft = cushion(middle)
    twinkles = [twinkle(index) for index in range(7)]
    return widened(composition("star", SIZE, SECONDS, [
        middle, soft, tail(), glow(), body(soft), face(soft), *twinkles, farewell(),
    ]), 680)  # fmt: skip
