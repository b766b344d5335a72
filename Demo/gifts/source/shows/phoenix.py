"""A phoenix that rises from an ember, spreads its wings of fire and flies up, leaving a feather that glows again."""

from giftmaking.document import composition, instance, layer, null, precomposition
from giftmaking.motion import BACK, IN, IN_OUT, LINEAR, OUT, SOFT, Keys, Split, keys, track
from giftmaking.shapes import curve, ellipse, fill, group, linear, paint, path, polygon, radial, rectangle, repeat, star, stroke

SIZE = (800, 480)
SECONDS = 7
KINDLED, BORN, SPREAD, UP, GONE = 0.75, 1.6, 2.3, 5.0, 5.6
HEARTH = (400, 440)

ARM = curve((-6, -26, 1), (60, -64), (146, -74, 1), (158, 24, 1), (130, 0), (112, 72, 1), (92, 30), (64, 92, 1), (42, 46), (14, 78, 1),
            (-6, 34, 1))  # fmt: skip
HAND = curve((-16, -16, 1), (80, -48), (206, -40, 1), (132, -8), (172, 42, 1), (100, 18), (124, 92, 1), (62, 38), (66, 110, 1), (24, 54),
             (4, 92, 1), (-16, 24, 1))  # fmt: skip
TORSO = curve((0, -84), (34, -40), (46, 20), (26, 84), (0, 124, 1), (-26, 84), (-46, 20), (-34, -40))
CREST = curve((-24, -100, 1), (-62, -128), (-78, -168, 1), (-34, -142), (-26, -192, 1), (-4, -146), (26, -184, 1), (24, -130), (22, -96, 1))
PLUME = curve((-11, 0, 1), (-16, 80), (-32, 158), (0, 232, 1), (32, 158), (16, 80), (11, 0, 1))
FEATHER = curve((0, -52, 1), (24, -14), (14, 30), (0, 50, 1), (-14, 30), (-24, -14))
FIRE = ((0, "#fff6b0"), (0.3, "#ffc22e"), (0.62, "#ff5a1f"), (1, "#c4103c"))


def sky():
    night = linear((0, 0), (0, 480), (0, "#0c0420"), (0.5, "#2c0a38"), (0.85, "#6a1238"), (1, "#a82a2a"))
    hills = curve((-20, 500, 1), (-20, 392, 1), (110, 410), (240, 436), (400, 452), (560, 436), (690, 408), (820, 388, 1), (820, 500, 1))
    dark = linear((0, 390), (0, 480), (0, "#3a0c2c"), (1, "#12041c"))
    seen = keys((0.4, 12), (KINDLED, 35), (SPREAD, 80), (SPREAD + 0.25, 100), (3.2, 70), (UP, 80), (GONE, 100), (6.3, 25))
    glow = radial((0, 0), 420, (0, "#ffb03a", 0.85), (0.4, "#ff4d2a", 0.5), (1, "#c4103c", 0))
    y = keys((KINDLED, 430), (SPREAD, 260, OUT), (UP, 220), (GONE, 120), (6.3, 430, SOFT))
    return [layer("night", paint(rectangle((400, 240), SIZE), night)),
            layer("glow", paint(ellipse((0, 0), 840), glow), position=Split(400, y), opacity=seen),
            layer("hills", paint(path(hills), dark))]  # fmt: skip


def ember():
    beat = [(0.1, (0, 0)), (0.35, (100, 100), BACK), (0.5, (80, 80)), (0.62, (125, 125), OUT), (KINDLED, (100, 100)), (1.1, (170, 120), OUT),
            (3.2, (130, 90)), (GONE, (90, 70)), (6.1, (30, 30)), (6.32, (130, 130), BACK), (6.5, (90, 90)), (6.65, (125, 125), OUT), (6.95, (70, 70))]  # fmt: skip
    light = radial((0, 0), 90, (0, "#ffffff", 1), (0.2, "#fff09a", 1), (0.42, "#ff8a1f", 0.8), (1, "#ff2a1f", 0))
    return layer("ember", paint(ellipse((0, 0), 180), light), position=HEARTH, scale=Keys(beat))


def tongues(width, heights, lean):
    """The outline of a fire with a tongue for each height."""
    count, points = len(heights), [(-width, 0, 1)]
    for n, height in enumerate(heights):
        x = width * ((2 * n + 1) / count - 1)
        points += [(x + lean, -height, 1)]
        if n + 1 < count:
            points += [(x + width / count, -0.3 * (height + heights[n + 1]) / 2 - 12)]
    return curve(*points, (width, 0, 1), (0, 24))


def fire():
    """A second of fire that joins itself, its foot at (400, 460)."""
    made = []
    for width, tall, tint, top in ((190, 1, "#c4103c", "#ff3a2a"), (140, 0.8, "#ff5a1f", "#ff8a1f"), (92, 0.62, "#ffc22e", "#ffe45c")):
        shapes = [tongues(width, [tall * h for h in heights], lean) for heights, lean in (
            ((110, 190, 250, 160, 90), 12), ((80, 240, 180, 230, 120), -14), ((130, 160, 270, 140, 110), 8), ((90, 220, 210, 200, 80), -10))]  # fmt: skip
        blaze = Keys([(0.25 * n, shapes[n % 4], SOFT) for n in range(5)])
        made.append(paint(path(blaze), linear((0, -250 * tall), (0, 0), (0, top), (1, tint)), position=(400, 460)))
    return precomposition("fire", 1, [layer("fire", *made)])


def hearth():
    grow = keys((KINDLED, (10, 0)), (1.15, (100, 85), BACK), (BORN, (100, 95)), (2.15, (125, 150), OUT), (2.6, (110, 62)), (3.4, (80, 42)),
                (UP - 0.1, (75, 40)), (UP + 0.3, (90, 120), OUT), (GONE + 0.2, (60, 30)), (6.2, (20, 0), IN))  # fmt: skip
    root = null("hearth", position=(400, 460), anchor=(400, 460), scale=grow)
    return [root, *(instance(f"fire {n}", "fire", SIZE, parent=root, start=0.7 + n, begin=0.7 + n, end=min(1.7 + n, 6.2)) for n in range(6))]


def strokes(folded, opened, up, down, late):
    """The angles of a wing or hand: folded, spread with an overshoot, then beat after beat."""
    frames = [(BORN, folded), (SPREAD - 0.25 + late, folded + 6, SOFT), (SPREAD + 0.2 + late, opened - 12, OUT), (SPREAD + 0.5 + late, opened, SOFT)]
    frames += [(time + late, angle, SOFT) for begin in (3.0, 3.5, 4.0, 4.45) for time, angle in ((begin, up), (begin + 0.22, down))]
    return Keys(frames + [(UP - 0.06 + late, up - 12, SOFT), (UP + 0.2 + late, down + 34, OUT), (GONE, down + 40)])


def wing(name, body, side):
    root = null(f"{name} shoulder", position=(26 * side, -34), scale=(100 * side, 100), parent=body)
    shade = linear((0, -74), (0, 100), *FIRE)
    arm = layer(f"{name} arm", paint(path(ARM), shade), paint(path(ARM), fill("#fff2a0", 90), position=(8, -26), scale=(78, 42)), parent=root,
                rotation=strokes(66, -20, -40, 26, 0), begin=BORN, end=GONE)  # fmt: skip
    hand = layer(f"{name} hand", paint(path(HAND), shade), paint(path(HAND), fill("#ffd84d", 90), position=(0, -16), scale=(74, 44)), parent=arm,
                 position=(138, -50), rotation=strokes(84, -6, 22, -16, 0.08), begin=BORN, end=GONE)  # fmt: skip
    return [root, hand, arm]


def tail(body):
    made = []
    for n, angle in enumerate((26, -26, 0)):
        sway = Keys([(BORN, angle * 0.1), (SPREAD + 0.3, angle * 1.3, BACK), *((3.0 + 0.4 * k, angle + (-1) ** k * 9, SOFT) for k in range(5)),
                     (UP + 0.2, angle * 0.3, OUT)])  # fmt: skip
        shade = linear((0, 0), (0, 232), (0, "#ffc22e"), (0.45, "#ff4d1f"), (1, "#c4103c"))
        eye = [paint(ellipse((0, 160), (38, 58)), fill("#ffe45c")), paint(ellipse((0, 164), (20, 32)), fill("#28d8ff"))]
        grow = keys((BORN, (60, 30)), (SPREAD + 0.3, (100, 100), BACK), (UP, (100, 92)), (UP + 0.3, (80, 135), OUT))
        made.append(layer(f"plume {n}", paint(path(PLUME), shade), *eye, parent=body, position=(0, 88), rotation=sway, scale=grow,
                          begin=BORN, end=GONE))  # fmt: skip
    return made


def phoenix():
    beats = [(begin + off, y, SOFT) for begin, y0 in ((3.0, 240), (3.5, 224), (4.0, 208), (4.45, 196)) for off, y in ((0.06, y0 + 10), (0.3, y0 - 22))]
    y = Keys([(BORN, 520), (2.15, 330, OUT), (SPREAD + 0.2, 252, BACK), (2.85, 244, SOFT), *beats, (UP - 0.02, 250, SOFT), (GONE, -420, IN)])
    x = keys((BORN, 400), (3.1, 400), (3.65, 330, SOFT), (4.4, 470, SOFT), (UP, 400, SOFT))
    bank = keys((BORN, 0), (3.1, 0), (3.4, -11, SOFT), (3.7, -2, SOFT), (4.1, 12, SOFT), (4.5, 3, SOFT), (4.8, -6, SOFT), (UP, 0))
    size = keys((BORN, (30, 30)), (2.15, (66, 72), OUT), (SPREAD + 0.22, (94, 94), BACK), (2.9, (84, 84), SOFT), (4.4, (90, 90), SOFT),
                (UP, (98, 80), SOFT), (UP + 0.25, (80, 108), OUT))  # fmt: skip
    body = null("phoenix", position=Split(x, y), rotation=bank, scale=size)
    shade = linear((0, -84), (0, 124), (0, "#fff6b0"), (0.35, "#ffb81f"), (0.75, "#ff4d1f"), (1, "#c4103c"))
    crest = paint(path(CREST), linear((0, -190), (0, -100), (0, "#ff2f5a"), (0.6, "#ff8a1f"), (1, "#ffe45c")))
    head = [paint(path(TORSO), shade), paint(ellipse((-8, -6), (36, 70)), fill("#fffbe0", 80)), crest,
            paint(path(polygon((22, -112), (70, -88), (20, -76))), fill("#ff8a1f")), paint(ellipse((0, -98), 72), fill("#ffd84d")),
            paint(ellipse((-4, -106), (44, 36)), fill("#fff6b0")), paint(ellipse((12, -100), 24), fill("#3a0420")), paint(ellipse((16, -104), 10), fill("#ffffff"))]  # fmt: skip
    torso = layer("torso", *head, parent=body, begin=BORN, end=GONE)
    return [body, *tail(body), *wing("left", body, -1), *wing("right", body, 1), torso]


def burst():
    """The flash, the rays and the ring of the moment the wings are open."""
    begin, end = SPREAD + 0.05, 3.15
    ray = paint(path(polygon((-7, -60), (7, -60), (34, -400), (-34, -400))), radial((0, 0), 400, (0, "#fff2a0", 0.9), (1, "#ff8a1f", 0)))
    ring = paint(ellipse((0, 0), 400), stroke("#ffe45c", keys((begin, 60), (begin + 0.6, 10, LINEAR))),
                 scale=keys((begin, (10, 10)), (begin + 0.6, (190, 190), OUT)), opacity=keys((begin + 0.2, 90), (begin + 0.6, 0)))  # fmt: skip
    rays = group(ray, modifiers=[repeat(12, rotation=30)])
    return layer("burst", rays, ring, position=(400, 225), rotation=keys((begin, -14), (end, 16, LINEAR)), begin=begin, end=end,
                 opacity=keys((begin, 0), (begin + 0.12, 100), (end - 0.3, 70), (end, 0)))  # fmt: skip


def sparks():
    made = []
    for n in range(13):
        begin = 0.9 + 0.34 * n
        x, side = 400 + (n * 83 % 260 - 130), (-1) ** n
        way = track((begin, (x, 430)), (begin + 0.5, (x + 46 * side, 300 - n * 29 % 60)), (begin + 1.1, (x - 30 * side + (x - 400) * 0.8, 120 - n * 37 % 70)))
        size = keys((begin, (0, 0)), (begin + 0.15, (120, 120), BACK), (begin + 1.1, (0, 0), IN))
        made.append(paint(ellipse((0, 0), 18 + n % 3 * 6), fill(("#ffe45c", "#ff8a1f", "#ff4d3a")[n % 3]), position=way, scale=size))
    return layer("sparks", *made, begin=0.9, end=6.2)


def pillar():
    """The trail of fire from the hearth to the sky."""
    made = []
    for wide, tint in ((170, "#ff3a2a"), (104, "#ff9a1f"), (48, "#fff2a0")):
        grow = keys((UP + 0.05, (60, 0)), (GONE, (100, 100), IN), (6.2, (0, 100), IN))
        shape = curve((-wide / 2, -520, 1), (-wide * 0.34, -340), (-wide * 0.55, -180), (0, 0, 1), (wide * 0.55, -180), (wide * 0.34, -340), (wide / 2, -520, 1))
        shade = linear((0, -520), (0, 0), (0, tint), (0.7, tint, 0.9), (1, tint, 0.2))
        made.append(paint(path(shape), shade, position=(400, 450), scale=grow))
    return layer("pillar", *made, begin=UP + 0.05, end=6.2)


def feather(n, start, begin, end, x):
    """A feather that sways down and goes out."""
    steps = 3
    places = [(begin + (end - begin) * k / steps, (x + (60 if k % 2 else -60), start + (400 - start) * k / steps), SOFT) for k in range(steps + 1)]
    turns = [(time, -50 if k % 2 else 50, SOFT) for k, (time, *_) in enumerate(places)]
    size = keys((begin, (0, 0)), (begin + 0.25, (115, 115), BACK), (end - 0.3, (90, 90)), (end, (0, 0), IN))
    shade = linear((0, -50), (0, 50), (0, "#fff6b0"), (0.5, "#ffa81f"), (1, "#ff3a2a"))
    return paint(path(FEATHER), shade, position=Keys(places), rotation=Keys(turns), scale=size)


def feathers():
    ways = [(60, 3.2, 5.2, 150), (40, 3.6, 5.5, 650), (150, 4.1, 5.9, 250), (90, 4.5, 6.1, 560), (20, 5.3, 6.5, 110),
            (30, 5.35, 6.5, 690), (10, 5.45, 6.45, 300), (20, 5.5, 6.5, 520)]  # fmt: skip
    return layer("feathers", *(feather(n, y, *rest) for n, (y, *rest) in enumerate(ways)), begin=3.2, end=6.6)


def last_feather():
    way = track((5.5, (400, -60)), (5.8, (460, 120)), (6.05, (350, 290)), (6.3, (400, 428)))
    turn = keys((5.5, -40), (5.8, 46, SOFT), (6.05, -40, SOFT), (6.3, 0, SOFT))
    light = radial((0, 0), 110, (0, "#fff6b0", 0.9), (0.4, "#ffb03a", 0.4), (1, "#ff5a1f", 0))
    gold = linear((0, -50), (0, 50), (0, "#ffffff"), (0.5, "#ffe45c"), (1, "#ff9a1f"))
    twinkle = paint(star((0, 0), 4, 110, 14), fill("#ffffff"), scale=keys((6.2, (0, 0)), (6.36, (110, 110), BACK), (6.7, (0, 0), IN)))
    return layer("last feather", paint(ellipse((0, 0), 220), light), paint(path(FEATHER), gold, scale=keys((6.2, (140, 140)), (6.4, (0, 0), IN))),
                 twinkle, position=way, rotation=turn, begin=5.5, end=6.9)  # fmt: skip


def show():
    scene = precomposition("scene", SECONDS, [*sky(), burst(), pillar(), *phoenix(), *hearth(), ember(), sparks(), feathers(), last_feather()])
    fade = keys((0, 0), (0.45, 100, OUT), (6.45, 100), (6.95, 0, IN_OUT))
    return composition("phoenix", SIZE, SECONDS, [instance("scene", "scene", SIZE, opacity=fade)], [scene, fire()])
