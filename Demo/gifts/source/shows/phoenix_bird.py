"""The bird of the phoenix: body, wings that beat, tail, and its way up."""

from giftmaking.document import layer, null
from giftmaking.motion import BACK, IN, OUT, SOFT, Keys, Split, keys
from giftmaking.shapes import curve, ellipse, fill, linear, paint, path, polygon

BORN, SPREAD, UP, GONE = 1.6, 2.3, 5.0, 5.6

ARM = curve((-6, -26, 1), (60, -64), (146, -74, 1), (158, 24, 1), (130, 0), (112, 72, 1), (92, 30), (64, 92, 1),
            (42, 46), (14, 78, 1),
            (-6, 34, 1))  # fmt: skip
HAND = curve((-16, -16, 1), (80, -48), (206, -40, 1), (132, -8), (172, 42, 1), (100, 18), (124, 92, 1), (62, 38),
             (66, 110, 1), (24, 54),
             (4, 92, 1), (-16, 24, 1))  # fmt: skip
TORSO = curve((0, -84), (34, -40), (46, 20), (26, 84), (0, 124, 1), (-26, 84), (-46, 20), (-34, -40))
CREST = curve((-24, -100, 1), (-62, -128), (-78, -168, 1), (-34, -142), (-26, -192, 1), (-4, -146), (26, -184, 1),
              (24, -130), (22, -96, 1))  # fmt: skip
PLUME = curve((-11, 0, 1), (-16, 80), (-32, 158), (0, 232, 1), (32, 158), (16, 80), (11, 0, 1))
FIRE = ((0, "#fff6b0"), (0.3, "#ffc22e"), (0.62, "#ff5a1f"), (1, "#c4103c"))


def strokes(folded, opened, up, down, late):
    """The angles of a wing or hand: folded, spread with an overshoot, then beat after beat."""
    frames = [(BORN, folded), (SPREAD - 0.25 + late, folded + 6, SOFT), (SPREAD + 0.2 + late, opened - 12, OUT),
              (SPREAD + 0.5 + late, opened, SOFT)]  # fmt: skip
    frames += [(time + late, angle, SOFT) for begin in (3.0, 3.5, 4.0, 4.45) for time,
               angle in ((begin, up), (begin + 0.22, down))]  # fmt: skip
    return Keys(frames + [(UP - 0.06 + late, up - 12, SOFT), (UP + 0.2 + late, down + 34, OUT), (GONE, down + 40)])


def wing(name, body, side):
    root = null(f"{name} shoulder", position=(26 * side, -34), scale=(100 * side, 100), parent=body)
    shade = linear((0, -74), (0, 100), *FIRE)
    arm = layer(f"{name} arm", paint(path(ARM), shade), paint(path(ARM), fill("#fff2a0", 90), position=(8, -26),
                                                              scale=(78, 42)), parent=root,
                rotation=strokes(66, -20, -40, 26, 0), begin=BORN, end=GONE)  # fmt: skip
    hand = layer(f"{name} hand", paint(path(HAND), shade), paint(path(HAND), fill("#ffd84d", 90), position=(0, -16),
                                                                 scale=(74, 44)), parent=arm,
                 position=(138, -50), rotation=strokes(84, -6, 22, -16, 0.08), begin=BORN, end=GONE)  # fmt: skip
    return [root, hand, arm]


def tail(body):
    made = []
    for n, angle in enumerate((26, -26, 0)):
        sway = Keys([(BORN, angle * 0.1), (SPREAD + 0.3, angle * 1.3, BACK),
                     *((3.0 + 0.4 * k, angle + (-1) ** k * 9, SOFT) for k in range(5)),
                     (UP + 0.2, angle * 0.3, OUT)])  # fmt: skip
        shade = linear((0, 0), (0, 232), (0, "#ffc22e"), (0.45, "#ff4d1f"), (1, "#c4103c"))
        eye = [paint(ellipse((0, 160), (38, 58)), fill("#ffe45c")), paint(ellipse((0, 164), (20, 32)), fill("#28d8ff"))]
        grow = keys((BORN, (60, 30)), (SPREAD + 0.3, (100, 100), BACK), (UP, (100, 92)), (UP + 0.3, (80, 135), OUT))
        made.append(layer(f"plume {n}", paint(path(PLUME), shade), *eye, parent=body, position=(0, 88), rotation=sway,
                          scale=grow,
                          begin=BORN, end=GONE))  # fmt: skip
    return made


def phoenix():
    beats = [(begin + off, y, SOFT) for begin, y0 in ((3.0, 256), (3.5, 250), (4.0, 244), (4.45, 240)) for off,
             y in ((0.06, y0 + 10), (0.3, y0 - 22))]  # fmt: skip
    y = Keys([(BORN, 520), (2.15, 330, OUT), (SPREAD + 0.2, 252, BACK), (2.85, 244, SOFT), *beats,
              (UP - 0.02, 250, SOFT), (GONE, -420, IN)])  # fmt: skip
    x = keys((BORN, 400), (3.1, 400), (3.65, 330, SOFT), (4.4, 470, SOFT), (UP, 400, SOFT))
    bank = keys((BORN, 0), (3.1, 0), (3.4, -11, SOFT), (3.7, -2, SOFT), (4.1, 12, SOFT), (4.5, 3, SOFT),
                (4.8, -6, SOFT), (UP, 0))  # fmt: skip
    size = keys((BORN, (30, 30)), (2.15, (66, 72), OUT), (SPREAD + 0.22, (86, 86), BACK), (2.9, (78, 78), SOFT),
                (4.4, (80, 80), SOFT),
                (UP, (90, 74), SOFT), (UP + 0.25, (80, 108), OUT))  # fmt: skip
    body = null("phoenix", position=Split(x, y), rotation=bank, scale=size)
    shade = linear((0, -84), (0, 124), (0, "#fff6b0"), (0.35, "#ffb81f"), (0.75, "#ff4d1f"), (1, "#c4103c"))
    crest = paint(path(CREST), linear((0, -190), (0, -100), (0, "#ff2f5a"), (0.6, "#ff8a1f"), (1, "#ffe45c")))
    head = [paint(path(TORSO), shade), paint(ellipse((-8, -6), (36, 70)), fill("#fffbe0", 80)), crest,
            paint(path(polygon((22, -112), (70, -88), (20, -76))), fill("#ff8a1f")),
            paint(ellipse((0, -98), 72), fill("#ffd84d")),
            paint(ellipse((-4, -106), (44, 36)), fill("#fff6b0")), paint(ellipse((12, -100), 24), fill("#3a0420")),
            paint(ellipse((16, -104), 10), fill("#ffffff"))]  # fmt: skip
    torso = layer("torso", *head, parent=body, begin=BORN, end=GONE)
    return [body, *tail(body), *wing("left", body, -1), *wing("right", body, 1), torso]
