"""Two poppers that burst in the lower corners and fill the stage with ribbons and flakes, and a bow of light between them."""

from giftmaking.document import composition, instance, layer, precomposition
from giftmaking.motion import BACK, BIG_BACK, FALL, IN, LINEAR, OUT, RISE, SOFT, Keys, Split, keys, wave
from giftmaking.shapes import curve, ellipse, fill, linear, paint, path, polygon, radial, rectangle, star, stroke, trim

SIZE = (800, 480)
SECONDS = 2.5
BANG = (0.34, 0.46)  # left, right
COLORS = (
    ("#ff3f7f", "#a8104c"),
    ("#ffd92e", "#d68a00"),
    ("#35e0ff", "#0f78d0"),
    ("#6cf06a", "#149a4a"),
    ("#c46bff", "#6a1fc0"),
    ("#ff8a2a", "#c04a00"),
)


def popper(name, left):
    """A striped cone that ducks, fires and is thrown back out of the corner."""
    begin = BANG[0 if left else 1]
    home, away, side = ((66, 424), (-170, 600), 1) if left else ((734, 424), (970, 600), -1)
    way = keys(
        (0, away),
        (0.2, home, BACK),
        (begin - 0.04, (home[0] - 14 * side, home[1] + 14)),
        (begin + 0.06, (home[0] + 20 * side, home[1] - 20), OUT),
        (begin + 0.18, (home[0] - 26 * side, home[1] + 22), OUT),
        (begin + 0.4, home, SOFT),
        (1.15, home),
        (1.5, away, IN),
    )
    size = keys(
        (0, (100, 100)),
        (begin - 0.04, (128, 74)),
        (begin + 0.06, (76, 138), OUT),
        (begin + 0.2, (114, 92)),
        (begin + 0.36, (100, 100)),
    )
    cone = polygon((-18, 96), (18, 96), (72, -62), (-72, -62))
    stripes = [
        paint(path(polygon(*points)), fill(tint))
        for points, tint in (
            (((-58, -22), (58, -22), (46, 14), (-46, 14)), "#35e0ff"),
            (((-36, 44), (36, 44), (25, 74), (-25, 74)), "#ff3f7f"),
        )
    ]
    shade = paint(path(polygon((18, 96), (72, -62), (30, -62), (4, 96))), fill("#6a1fc0", 45))
    gold = linear((-72, 0), (72, 0), (0, "#fff7c0"), (0.45, "#ffd92e"), (1, "#e08a00"))
    rim = [paint(ellipse((0, -62), (156, 46)), fill("#ff8a2a")), paint(ellipse((0, -64), (116, 26)), fill("#5a0f3a"))]
    return layer(
        name, paint(path(cone), gold), *stripes, shade, *rim, position=way, rotation=45 * side, scale=size, end=1.5
    )


def flash(name, left):
    begin = BANG[0 if left else 1]
    place = (130, 360) if left else (670, 360)
    size = keys((begin, (0, 0)), (begin + 0.12, (120, 120), OUT), (begin + 0.4, (0, 0), IN))
    glow = radial((0, 0), 190, (0, "#ffffff", 1), (0.3, "#fff2a0", 0.8), (1, "#ffb03a", 0))
    return layer(
        name,
        paint(ellipse((0, 0), 380), glow),
        paint(star((0, 0), 8, 150, 44), fill("#fffbe0")),
        position=place,
        scale=size,
        rotation=keys((begin, 0), (begin + 0.4, 40, LINEAR)),
        begin=begin,
        end=begin + 0.4,
    )


def flight(n, begin):
    """Up out of the left popper in an arc, then slowly down, swaying."""
    top, peak, high = begin + 0.4 + n % 4 * 0.04, 160 + n * 173 % 560, 20 + n * 97 % 190
    sway = 20 + n * 31 % 24
    x = Keys(
        [(begin, 120), (top, peak, OUT), *((top + 0.42 * k, peak + 20 * k + (-1) ** k * sway, SOFT) for k in (1, 2, 3))]
    )
    down = min(top + 1.15 + n * 7 % 6 * 0.08, 2.34)
    y = keys((begin, 380), (top, high, RISE), (top + 0.22, high + 22, FALL), (down, 530, LINEAR))
    return Split(x, y), down


def tumble(begin, end, period, turned):
    """Showing its face, its edge, its back: the width swings through nothing."""
    steps = round((end - begin) / period)
    frames = [
        (begin, (100, 100)),
        *((begin + period * k, (100 if k % 2 == 0 else -100, 100), SOFT) for k in range(1, steps + 1)),
    ]
    return Keys(frames), keys((begin, turned), (end, turned + 250 * (1 if turned % 2 else -1), LINEAR))


def flakes():
    made = []
    for n in range(19):
        begin = BANG[0] + n % 5 * 0.025
        way, end = flight(n, begin)
        size, turn = tumble(begin, end, 0.28 + n % 3 * 0.06, n * 37)
        half = 18 + n % 3 * 4
        shape = (
            rectangle((0, 0), (2 * half, 1.4 * half), 4),
            ellipse((0, 0), 1.7 * half),
            star((0, 0), 5, 1.35 * half, 0.6 * half),
        )[n * 5 % 7 % 3]
        bright, dark = COLORS[n % 6]
        shine = linear((-half, -half), (half, half), (0, bright), (0.5, bright), (1, dark))
        made.append(paint(shape, shine, position=way, scale=size, rotation=turn))
    return layer("flakes", *made, begin=BANG[0])


RIBBON = curve((-8, 150), (34, 110), (-34, 60), (34, 10), (-34, -40), (30, -90), (-6, -140), closed=False)
OTHER = curve((8, 150), (-34, 110), (34, 60), (-34, 10), (34, -40), (-30, -90), (6, -140), closed=False)


def ribbon(n, target, begin):
    """A streamer that shoots out straight, curls up, and winds its way down."""
    bright, dark = COLORS[n * 2 % 5]
    x, y = target
    end = begin + 1.75
    way = Split(
        keys((begin, 120), (begin + 0.42, x, OUT), (begin + 0.9, x + 26, SOFT), (end, x - 10, SOFT)),
        keys((begin, 370), (begin + 0.42, y, OUT), (begin + 0.6, y + 8), (end, 680, IN)),
    )
    turn = keys((begin, 50), (begin + 0.42, 70, OUT), (begin + 0.8, 10, SOFT), (end, -25, SOFT))
    line, drawn = path(wave(begin, end, 0.6, RIBBON, OTHER)), trim(0, keys((begin, 8), (begin + 0.45, 100, OUT)))
    size = keys((begin, (30, 60)), (begin + 0.45, (100, 108), BACK))
    return layer(
        f"ribbon {n}",
        paint([line, drawn], stroke(bright, 18), stroke(dark, 30)),
        position=way,
        rotation=turn,
        scale=size,
        begin=begin,
        end=end,
    )


def burst():
    """What flies out of the left popper."""
    ways = [((230, 150), 0), ((400, 100), 0.05), ((90, 120), 0.1)]
    ribbons = [ribbon(n, target, BANG[0] + late) for n, (target, late) in enumerate(ways)]
    return precomposition("burst", SECONDS, [*ribbons, flakes()])


def bursts():
    """The same out of both, the right one in the mirror, later and lower."""
    middle, mirrored = (400, 240), (-96, 92)
    return [
        instance("left burst", "burst", SIZE),
        instance(
            "right burst", "burst", SIZE, position=(412, 256), anchor=middle, scale=mirrored, start=BANG[1] - BANG[0]
        ),
    ]


def bow():
    """A rainbow of light that leaps from popper to popper."""
    arc = path(curve((96, 400), (180, 190), (400, 84), (620, 190), (704, 400), closed=False))
    seen = trim(keys((1.0, 0), (1.5, 100, IN)), keys((0.5, 0), (0.95, 100, OUT)))
    bands = [
        paint([arc, seen], stroke(tint, wide))
        for tint, wide in (("#c46bff", 86), ("#35c8ff", 66), ("#6cf06a", 46), ("#ffd92e", 28), ("#ff5f8f", 12))
    ]
    return layer("bow", *bands, opacity=keys((0.5, 0), (0.6, 85), (1.3, 85), (1.5, 0)), begin=0.5, end=1.5)


def twinkle():
    made = []
    for n in range(10):
        begin, place = 0.75 + 0.1 * n, (70 + n * 293 % 680, 50 + n * 137 % 330)
        size = keys((begin, (0, 0)), (begin + 0.14, (120, 120), BIG_BACK), (begin + 0.4, (0, 0), IN))
        made.append(
            paint(
                star((0, 0), 4, 40, 11),
                fill("#fffbe0"),
                position=place,
                scale=size,
                rotation=keys((begin, 0), (begin + 0.4, 60, LINEAR)),
            )
        )
    return layer("twinkle", *made, begin=0.75, end=2.4)


def show():
    poppers = [
        part(f"{part.__name__} {side}", side == "left") for part in (flash, popper) for side in ("left", "right")
    ]
    return composition("confetti", SIZE, SECONDS, [bow(), *bursts(), twinkle(), *poppers], [burst()])
