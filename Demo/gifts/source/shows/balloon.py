"""Balloons that rise and sway until the biggest pops, shoves the others aside and leaves a shower of sparkles."""

from giftmaking.document import composition, layer, widened
from giftmaking.motion import BACK, FALL, IN, LINEAR, OUT, SOFT, Split, keys, thrown, wave
from giftmaking.shapes import bezier, curve, ellipse, fill, paint, path, polygon, radial, star, stroke
from shows.heart import HEART

SIZE = (400, 400)
SECONDS = 3
POP = 1.62

SKIN = bezier(
    (0, 70),
    ((-30, 58), (-58, 22), (-58, -14)),
    ((-58, -50), (-32, -76), (0, -76)),
    ((32, -76), (58, -50), (58, -14)),
    ((58, 22), (30, 58), (0, 70)),
)
STRINGS = [curve((0, 78), (18 * side, 112), (-16 * side, 148), (8 * side, 190), closed=False) for side in (1, -1)]

# Light, middle and dark of the skin; middle x, middle y, size, when it comes, when it goes.
BALLOONS = [
    (("#d9b3ff", "#9a4dff", "#4a129c"), 258, 114, 74, 0.18, 2.86),
    (("#b6f7ff", "#18c3ff", "#0757b8"), 142, 118, 78, 0.3, 2.78),
    (("#fff6b0", "#ffc21f", "#d96a00"), 80, 172, 94, 0.06, 3),
    (("#c8ffb0", "#35d95c", "#067a48"), 320, 178, 94, 0.12, 2.94),
]


def body(light, middle, dark):
    """A balloon with its string, its middle at (0, 0)."""
    swing = path(wave(0, SECONDS, 0.75, *STRINGS))
    skin = radial((-20, -28), 104, (0, light), (0.4, middle), (1, dark))
    return [
        paint(swing, stroke("#c9b6f2", 8)),
        paint(path(polygon((0, 60), (-15, 88), (15, 88))), fill(dark)),
        paint(path(SKIN), skin),
        paint(ellipse((0, 0), (22, 40)), fill("#ffffff", 90), position=(-28, -34), rotation=24),
    ]


def balloon(index):
    """It rises, hangs in the air, is pushed by the pop, and rises away."""
    colors, x, y, size, begin, end = BALLOONS[index]
    side = 1 if x > 200 else -1
    rise = keys((begin, 510), (begin + 0.95, y, BACK), (POP, y + 10, SOFT), (POP + 0.14, y + 4, OUT),
                (POP + 0.5, y + 26, SOFT), (end, -190, IN))  # fmt: skip
    drift = keys((begin, x - 18 * side), (begin + 0.5, x + 8 * side, SOFT), (begin + 0.95, x - 8 * side, SOFT),
                 (POP, x + 6, SOFT), (POP + 0.14, x + 16 * side, OUT), (POP + 0.55, x - 10 * side, SOFT),
                 (end, x, SOFT))  # fmt: skip
    tilt = keys((begin, -10 * side), (begin + 0.45, 11 * side, SOFT), (begin + 0.9, -9 * side, SOFT),
                (POP, 5 * side, SOFT), (POP + 0.16, 32 * side, OUT), (POP + 0.42, -16 * side, SOFT),
                (POP + 0.7, 9 * side, SOFT), (end, -4 * side, SOFT))  # fmt: skip
    squeezed = keys((begin, (size * 0.92, size * 1.08)), (begin + 0.95, (size, size), BACK), (POP, (size, size)),
                    (POP + 0.1, (size * 0.8, size * 1.08), OUT), (POP + 0.4, (size * 1.05, size * 0.96), SOFT),
                    (POP + 0.6, (size, size), SOFT))  # fmt: skip
    return layer(f"balloon {index}", *body(*colors), position=Split(drift, rise), scale=squeezed, rotation=tilt,
                 begin=begin, end=end)  # fmt: skip


def hero():
    """The big red one in the middle: it swells, trembles, and is no more."""
    rise = keys((0, 560), (0.9, 180, BACK), (1.2, 192, SOFT), (POP, 172, SOFT))
    trembling = [(1.26 + 0.04 * n, 200 + (-1) ** n * (2 + 0.8 * n), SOFT) for n in range(9)]
    sway = keys((0, 214), (0.45, 184, SOFT), (0.9, 208, SOFT), (1.22, 200, SOFT), *trembling)
    size = keys((0, (118, 132)), (0.9, (132, 132), BACK), (1.2, (130, 134), SOFT), (1.3, (122, 120), SOFT),
                (1.52, (160, 158), OUT), (1.57, (152, 150), SOFT), (POP, (172, 170), IN))  # fmt: skip
    tilt = keys((0, 9), (0.45, -9, SOFT), (0.9, 6, SOFT), (1.22, 0, SOFT))
    badge = paint(path(HEART), fill("#fff0b0"), position=(4, -4), scale=(26, 26))
    return layer("hero", *body("#ff9db0", "#ff1f4f", "#8c0030"), badge, position=Split(sway, rise), scale=size,
                 rotation=tilt, end=POP)  # fmt: skip


def flash():
    light = radial((0, 0), 190, (0, "#ffffff", 1), (0.35, "#ffe98a", 0.9), (0.7, "#ff5c9a", 0.4), (1, "#ff5c9a", 0))
    size = keys((POP - 0.02, (40, 40)), (POP + 0.12, (104, 104), OUT), (POP + 0.5, (80, 80), SOFT))
    seen = keys((POP - 0.02, 100), (POP + 0.12, 100), (POP + 0.5, 0, OUT))
    ring = keys((POP, (60, 60)), (POP + 0.4, (360, 360), OUT))
    wide = keys((POP, 44), (POP + 0.4, 0, LINEAR))
    shock = paint(ellipse((0, 0), ring), stroke("#fff6c8", wide))
    return [
        layer("flash", paint(ellipse((0, 0), 380), light), position=(200, 180), scale=size, opacity=seen,
              begin=POP - 0.02, end=POP + 0.5),  # fmt: skip
        layer("shock", shock, position=(200, 180), begin=POP, end=POP + 0.4),
    ]


def scraps():
    """What is left of the skin, flung outward and falling."""
    made = []
    for n in range(8):
        side, rank = (-1) ** n, n // 2
        end = (200 + side * (56 + 30 * rank), 420)
        way = thrown((200 + 30 * side, 170 - 10 * rank), end, POP, POP + 0.22, POP + 0.85, 60 + 32 * rank)
        turn = keys((POP, 0), (POP + 0.85, side * (300 + 60 * rank), LINEAR))
        size = keys((POP, (130, 130)), (POP + 0.85, (40, 40), IN))
        shape = path(curve((-26, -14), (22, -22), (30, 12), (-6, 20)))
        made.append(paint(shape, fill(("#ff2f5c", "#c20a3c")[n % 2]), position=way, rotation=turn, scale=size))
    return layer("scraps", *made, begin=POP, end=POP + 0.85)


def sparkle(index):
    """One of the lights that were in the big balloon: out with the pop, then slowly down, glittering."""
    side, rank = (-1) ** index, index // 2
    begin = POP + 0.01 * rank
    far = (200 + side * (18 + 21 * (rank * 3 % 7)), 54 + rank * 67 % 230)
    fallen = (far[0] + 10 * side, min(far[1] + 150, 385))
    end = 2.66 + 0.06 * (rank % 6)
    x = keys((begin, 200), (begin + 0.3, far[0], OUT), (end, fallen[0], SOFT))
    y = keys((begin, 180), (begin + 0.3, far[1], OUT), (end, fallen[1], FALL))
    big = 96 + index * 31 % 50
    size = keys((begin, (30, 30)), (begin + 0.22, (big, big), BACK), (begin + 0.44, (big * 0.45,) * 2, SOFT),
                (begin + 0.64, (big, big), SOFT), (begin + 0.82, (big * 0.4,) * 2, SOFT),
                (end - 0.1, (big * 0.8,) * 2, SOFT), (end, (0, 0), IN))  # fmt: skip
    color = ("#fff3a0", "#ff9ad0", "#8ff2ff", "#ffffff", "#ffc83d")[index % 5]
    turn = keys((begin, 0), (end, 140 * side, LINEAR))
    return layer(f"sparkle {index}", paint(star((0, 0), 4, 32, 11), fill(color)), position=Split(x, y), scale=size,
                 rotation=turn, begin=begin, end=end)  # fmt: skip


def show():
    others = [balloon(index) for index in range(len(BALLOONS))]
    sparkles = [sparkle(index) for index in range(14)]
    return widened(composition("balloon", SIZE, SECONDS, [*others, hero(), *flash(), scraps(), *sparkles]), 680)
