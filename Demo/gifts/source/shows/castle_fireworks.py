"""The fireworks over the castle: three waves, their falling sparks, and a heart at the end."""

from math import cos, pi, sin

from giftmaking.document import layer
from giftmaking.motion import FALL, IN, LINEAR, OUT, RISE, Split, keys, thrown
from giftmaking.shapes import ellipse, fill, group, paint, path, polygon, radial, repeat, star, stroke, trim

# x, y, radius, when it bursts, its colours outside and in.
WAVES = [
    (150, 110, 130, 4.35, "#ff4f7b", "#ffd84a"), (650, 100, 130, 4.5, "#36d6ff", "#f2fbff"),
    (400, 70, 120, 4.9, "#ffcf33", "#fff6c0"), (250, 80, 150, 5.2, "#8dff5a", "#f6ffd0"),
    (570, 90, 150, 5.3, "#ff7af0", "#ffe3fb"), (90, 170, 130, 5.75, "#ff9a2e", "#ffe9a0"),
    (710, 170, 130, 5.8, "#62f5d4", "#ffffff"), (400, 90, 190, 5.95, "#ff4f7b", "#fff0a0"),
]  # fmt: skip


def volleys():
    for index, shot in enumerate(WAVES):
        yield rocket(index, *shot)
        yield burst(index, *shot)
        yield from sparks(index, *shot)


def rocket(index, x, y, radius, bang, outside, inside):
    begin = bang - 0.45
    line = polygon((400 + (x - 400) * 0.75, 440), (x, y), closed=False)
    rise = trim(keys((begin + 0.1, 0), (bang + 0.1, 100, OUT)), keys((begin, 0), (bang, 100, OUT)))
    return layer(f"rocket {index}", paint(path(line), rise, stroke(inside, 12)), begin=begin, end=bang + 0.1)


def ring(count, radius, bang, color, width, turn):
    """Streaks that fly apart and burn out at their ends."""
    line = polygon((radius * 0.12, 0), (radius, 0), closed=False)
    grow = trim(keys((bang, 0), (bang + 0.75, 92, OUT)), keys((bang, 2), (bang + 0.45, 100, OUT)))
    thin = keys((bang, width), (bang + 0.5, width), (bang + 1.05, 2, IN))
    streak = paint(path(line), grow, stroke(color, thin))
    return group(streak, modifiers=[repeat(count, rotation=360 / count)], rotation=turn)


def burst(index, x, y, radius, bang, outside, inside):
    flash = radial((0, 0), radius, (0, "#ffffff", 1), (0.3, inside, 0.8), (1, outside, 0))
    light = paint(ellipse((0, 0), 2 * radius), flash, opacity=keys((bang, 100), (bang + 0.5, 0, OUT)))
    sink = Split(x, keys((bang, y), (bang + 0.3, y), (bang + 1.1, y + 50, FALL)))
    return layer(f"burst {index}", light, ring(12, radius, bang, outside, 17, 0), ring(8, radius * 0.58, bang, inside, 15, 20),
                 position=sink, opacity=keys((bang, 100), (bang + 0.7, 100), (bang + 1.1, 0)), begin=bang,
                 end=bang + 1.1)  # fmt: skip


def sparks(index, x, y, radius, bang, outside, inside):
    """What rains down after a burst."""
    for number, turn in enumerate((200, 250, 290, 340)):
        side, begin = cos(turn * pi / 180), bang + 0.3
        end = (x + side * radius * 1.5, y + 330)
        way = thrown((x + side * radius * 0.8, y - 20), end, begin, begin + 0.2, begin + 1.2, y - 50)
        size = keys((begin, (60, 60)), (begin + 0.2, (110, 110)), (begin + 1.2, (20, 20), IN))
        yield layer(f"spark {index}.{number}", paint(star((0, 0), 4, 17, 7), fill(inside if number % 2 else outside)),
                    position=way, scale=size, begin=begin, end=begin + 1.2)  # fmt: skip


def finale():
    """A heart of sparks over the keep, that bursts with the last bang."""
    bang, count = 6.3, 16
    yield flash(bang)
    for number in range(count):
        angle = 2 * pi * number / count
        x, y = 13.5 * 16 / 13.5 * sin(angle) ** 3, -(13 * cos(angle) - 5 * cos(2 * angle) - 2 * cos(3 * angle) - cos(4 * angle))
        there, on = (400 + 15 * x, 190 + 11.5 * y), bang + 0.5
        far = (400 + 26 * x, there[1] + 110)
        way = Split(keys((bang, 400), (on, there[0], OUT), (on + 0.35, there[0]), (on + 1, far[0], LINEAR)),
                    keys((bang, 180), (on, there[1], OUT), (on + 0.35, there[1] - 6, RISE), (on + 1, far[1], FALL)))
        size = keys((bang, (30, 30)), (on, (120, 120)), (on + 0.2, (95, 95)), (on + 0.35, (125, 125)), (on + 1, (0, 0), IN))
        yield layer(f"heart {number}", paint(star((0, 0), 5, 30, 15), fill("#ff2f6d" if number % 2 else "#ff6f9c")),
                    paint(star((0, 0), 5, 15, 8), fill("#fff0b8")), position=way, scale=size, begin=bang, end=on + 1)


def flash(bang):
    light = radial((0, 0), 420, (0, "#fff6d8", 1), (0.4, "#ff9ac8", 0.7), (1, "#ff5fae", 0))
    return layer("flash", paint(ellipse((0, 0), 840), light), position=(400, 200),
                 scale=keys((bang, (20, 20)), (bang + 0.2, (110, 110), OUT), (bang + 0.7, (80, 80))),
                 opacity=keys((bang, 0), (bang + 0.08, 90), (bang + 0.7, 0, OUT)), begin=bang, end=bang + 0.7)
