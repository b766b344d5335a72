"""The fireworks over the castle: three waves beside its towers, and a heart of stars around it at the end."""

from math import cos, pi, sin

from giftmaking.document import layer
from giftmaking.motion import FALL, IN, OUT, RISE, SOFT, Split, keys
from giftmaking.shapes import ellipse, fill, group, paint, path, polygon, radial, repeat, star, stroke, trim

# x, y, radius, when it bursts, its colours outside and in. Never more than two at a time, so that each is seen.
WAVES = [
    (126, 146, 80, 4.35, "#ff3f6f", "#ffe45c"), (674, 142, 80, 4.6, "#2fd4ff", "#f2fbff"),
    (262, 130, 68, 5.1, "#7dff4a", "#fff6b0"), (546, 126, 68, 5.3, "#ff6af0", "#ffe3fb"),
    (110, 156, 80, 5.75, "#ff9a1f", "#fff6b0"), (690, 152, 80, 5.9, "#3ff5c4", "#f2fbff"),
]  # fmt: skip


def volleys():
    for index, shot in enumerate(WAVES):
        yield rocket(index, *shot)
        yield burst(index, *shot)


def rocket(index, x, y, radius, bang, outside, inside):
    begin = bang - 0.45
    line = polygon((400 + (x - 400) * 0.75, 440), (x, y), closed=False)
    rise = trim(keys((begin + 0.1, 0), (bang + 0.1, 100, OUT)), keys((begin, 0), (bang, 100, OUT)))
    return layer(f"rocket {index}", paint(path(line), rise, stroke(inside, 15)), begin=begin, end=bang + 0.1)


def ring(count, radius, bang, color, width, turn):
    """Streaks that fly apart, each with a bright head, and burn out where they end."""
    line = polygon((radius * 0.2, 0), (radius, 0), closed=False)
    grow = trim(keys((bang, 0), (bang + 0.7, 88, OUT)), keys((bang, 4), (bang + 0.4, 100, OUT)))
    thin = keys((bang, width), (bang + 0.5, width), (bang + 1.0, 3, IN))
    streak = paint([path(line), grow], stroke(color, thin))
    head = paint(ellipse(keys((bang, (radius * 0.2, 0)), (bang + 0.4, (radius, 0), OUT)),
                         keys((bang, (8, 8)), (bang + 0.4, (width * 1.7,) * 2, OUT), (bang + 1.05, (2, 2), IN))),
                 fill(color))  # fmt: skip
    return group(streak, head, modifiers=[repeat(count, rotation=360 / count)], rotation=turn)


def burst(index, x, y, radius, bang, outside, inside):
    flash = radial((0, 0), radius, (0, "#ffffff", 1), (0.35, inside, 0.8), (1, outside, 0))
    light = paint(ellipse((0, 0), 2 * radius), flash, opacity=keys((bang, 100), (bang + 0.35, 0, OUT)))
    sink = Split(x, keys((bang, y), (bang + 0.4, y), (bang + 1.1, y + 36, FALL)))
    return layer(f"burst {index}", light, ring(9, radius, bang, outside, 18, 10), ring(6, radius * 0.5, bang, inside, 16, 30),
                 position=sink, opacity=keys((bang, 100), (bang + 0.8, 100), (bang + 1.1, 0)), begin=bang,
                 end=bang + 1.1)  # fmt: skip


BANG = 6.25


def finale():
    """A heart of stars around the castle, that beats once and rains down."""
    count, on = 18, BANG + 0.45
    for number in range(count):
        angle = 2 * pi * number / count
        x, y = 16 * sin(angle) ** 3, -(13 * cos(angle) - 5 * cos(2 * angle) - 2 * cos(3 * angle) - cos(4 * angle))
        there, beat = (400 + 20.5 * x, 232 + 11.4 * y), (400 + 22 * x, 232 + 11.8 * y)
        way = Split(keys((BANG, 400), (on, there[0], OUT), (on + 0.15, beat[0], OUT), (on + 0.35, there[0], SOFT),
                         (on + 1.1, beat[0], SOFT)),
                    keys((BANG, 210), (on, there[1], OUT), (on + 0.15, beat[1], OUT), (on + 0.35, there[1], RISE),
                         (on + 1.1, there[1] + 150, FALL)))  # fmt: skip
        size = keys((BANG, (30, 30)), (on, (110, 110)), (on + 0.15, (126, 126), OUT), (on + 0.35, (110, 110)),
                    (on + 1.1, (0, 0), IN))  # fmt: skip
        tint = ("#ff2f6f", "#ffd83c")[number % 2]
        yield layer(f"heart {number}", paint(star((0, 0), 5, 38, 18), fill(tint), stroke("#ffffff", 5)), position=way,
                    scale=size, begin=BANG, end=on + 1.1)  # fmt: skip


def finale_flash():
    light = radial((0, 0), 400, (0, "#ffe0a0", 1), (0.4, "#ff7ac0", 0.7), (1, "#ff5fae", 0))
    return layer("flash", paint(ellipse((0, 0), 800), light), position=(400, 210),
                 scale=keys((BANG, (20, 20)), (BANG + 0.2, (110, 110), OUT), (BANG + 0.8, (90, 90))),
                 opacity=keys((BANG, 0), (BANG + 0.08, 90), (BANG + 0.8, 0, OUT)), begin=BANG, end=BANG + 0.8)
