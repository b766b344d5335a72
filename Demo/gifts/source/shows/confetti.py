"""Two poppers that burst in the lower corners and throw big, bright flakes over the whole stage, which sway down."""

from giftmaking.document import composition, layer
from giftmaking.motion import BACK, IN, LINEAR, OUT, SOFT, Keys, Split, keys, wave
from giftmaking.shapes import curve, ellipse, fill, paint, path, polygon, radial, rectangle, star, stroke

SIZE = (800, 480)
SECONDS = 2.5
BANGS = (0.26, 0.38)  # left, right
COLORS = ("#ff2f6e", "#ffd21f", "#1fc8ff", "#3fdc5a", "#b45cff", "#ff7a1f")
SHADES = ("#c00f48", "#e09a00", "#0f86d0", "#149a3a", "#7a1fd0", "#c84a00")


def popper(name, left):
    """A striped cone that ducks, fires and is thrown back into its corner."""
    begin = BANGS[0 if left else 1]
    home, away, side = ((76, 414), (-110, 560), 1) if left else ((724, 414), (910, 560), -1)
    way = keys(
        (0, (home[0] - 60 * side, home[1] + 60)),
        (0.14, home, BACK),
        (begin - 0.03, (home[0] - 18 * side, home[1] + 18)),
        (begin + 0.05, (home[0] + 22 * side, home[1] - 22), OUT),
        (begin + 0.17, (home[0] - 28 * side, home[1] + 24), OUT),
        (begin + 0.4, home, SOFT),
        (1.25, home),
        (1.6, away, IN),
    )
    size = keys(
        (0, (110, 110)),
        (begin - 0.03, (138, 78)),
        (begin + 0.05, (80, 140), OUT),
        (begin + 0.18, (118, 92)),
        (begin + 0.34, (108, 108)),
    )
    cone = polygon((-18, 96), (18, 96), (72, -62), (-72, -62))
    bands = [
        paint(path(polygon(*points)), fill(tint))
        for points, tint in (
            (((-62, -34), (62, -34), (50, 2), (-50, 2)), "#1fc8ff"),
            (((-40, 32), (40, 32), (28, 66), (-28, 66)), "#ff2f6e"),
        )
    ]
    mouth = [paint(ellipse((0, -62), (160, 48)), fill("#ff7a1f")), paint(ellipse((0, -64), (116, 26)), fill("#5a0f3a"))]
    return layer(
        name, paint(path(cone), fill("#ffd21f")), *bands, *mouth, position=way, rotation=45 * side, scale=size, end=1.6
    )


def flash(name, left):
    begin = BANGS[0 if left else 1]
    place = (140, 350) if left else (660, 350)
    size = keys((begin, (20, 20)), (begin + 0.1, (130, 130), OUT), (begin + 0.34, (0, 0), IN))
    glow = radial((0, 0), 170, (0, "#ffffff", 1), (0.45, "#fff2a0", 0.9), (1, "#ffb03a", 0))
    return layer(name, paint(ellipse((0, 0), 340), glow), paint(star((0, 0), 8, 150, 60), fill("#fffbe0")),
                 position=place, scale=size, rotation=keys((begin, 0), (begin + 0.34, 40, LINEAR)), begin=begin,
                 end=begin + 0.34)  # fmt: skip


# Where the flakes stand when they have been thrown, so that no two meet.
PLACES = (
    (62, 78), (176, 48), (408, 66), (622, 46), (738, 82), (112, 168), (226, 148), (398, 176), (584, 150), (694, 172),
    (48, 258), (164, 268), (296, 292), (412, 276), (512, 296), (636, 262), (752, 254),
)  # fmt: skip


def flakes():
    """Thrown in an arc to its place, each then sways down and shows its face and its back in turn."""
    return layer("flakes", *[flake(n, x, y) for n, (x, y) in enumerate(PLACES)], begin=BANGS[0])


def flake(n, x, y):
    left = x < 400
    begin = BANGS[0 if left else 1] + n % 3 * 0.03
    top, start = begin + 0.36 + n % 4 * 0.04, (130, 370) if left else (670, 370)
    end = 2.66 - y * 0.0028 + n * 5 % 7 * 0.04
    step, sway = (end - top) / 4, (-1) ** n * (18 + n % 3 * 6)
    across = Keys([(begin, start[0]), (top, x, OUT),
                   *((top + step * k, x + sway * (-1) ** k, SOFT) for k in (1, 2, 3, 4))])  # fmt: skip
    down = keys((begin, start[1]), (top, y, OUT), (end, 530, (0.3, 0.12, 0.75, 0.75)))
    size = Keys([(begin, (30, 30)), (top - 0.2, (100, 100), OUT),
                 *((top + step * k, (100 if k % 2 else 46, 100), SOFT) for k in (1, 2, 3, 4))])  # fmt: skip
    turn = keys((begin, n * 47), (end, n * 47 + (150 if n % 2 else -150), LINEAR))
    return paint(outline(n), fill(COLORS[n % 6]), stroke(SHADES[n % 6], 8), position=Split(across, down), scale=size,
                 rotation=turn)  # fmt: skip


def outline(n):
    triangle = path(polygon((-32, 26), (32, 26), (0, -34)))
    return (rectangle((0, 0), (60, 44), 6), ellipse((0, 0), 52), triangle, star((0, 0), 5, 40, 18))[n * 3 % 4]


STREAMER = curve((-20, -96), (28, -56), (-28, -8), (28, 40), (-20, 92), closed=False)
OTHER = curve((20, -96), (-28, -56), (28, -8), (-28, 40), (20, 92), closed=False)


def streamer(n, target, left):
    """A short, thick paper streamer, that winds while it falls."""
    begin, start = BANGS[0 if left else 1] + 0.04, (130, 360) if left else (670, 360)
    x, y = target
    way = Split(
        keys((begin, start[0]), (begin + 0.44, x, OUT), (1.5, x + 12, SOFT), (2.5, x - 10, SOFT)),
        keys((begin, start[1]), (begin + 0.44, y, OUT), (2.5, 580, (0.3, 0.12, 0.75, 0.75))),
    )
    turn = keys((begin, 60 if left else -60), (begin + 0.5, -16 if left else 16, OUT), (2.5, 10 if left else -10, SOFT))
    size = keys((begin, (20, 20)), (begin + 0.4, (100, 100), BACK))
    return layer(f"streamer {n}", paint(path(wave(begin, 2.5, 0.7, STREAMER, OTHER)), stroke(COLORS[n * 2], 26)),
                 position=way, rotation=turn, scale=size, begin=begin)  # fmt: skip


def show():
    sides = (("left", True), ("right", False))
    poppers = [part(f"{part.__name__} {side}", left) for part in (flash, popper) for side, left in sides]
    streamers = [streamer(n, *way) for n, way in enumerate([((306, 120), True), ((500, 124), False)])]
    return composition("confetti", SIZE, SECONDS, [*streamers, flakes(), *poppers])
