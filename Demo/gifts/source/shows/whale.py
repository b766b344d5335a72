"""A whale that spouts, leaps out of a moonlit sea, dives back and waves goodbye with its tail."""

from giftmaking.document import composition, instance, layer, null, precomposition
from giftmaking.motion import BACK, FALL, IN, LINEAR, OUT, SOFT, Keys, Split, keys, thrown, wave
from giftmaking.shapes import curve, ellipse, fill, linear, paint, path, radial, rectangle, star, stroke, trim

SIZE = (800, 480)
SECONDS = 6
MOON = (600, 100)
LEAP, TOP, DIVE = 1.15, 2.5, 3.85
OUT_AT, IN_AT = 1.55, 3.3  # when it breaks the surface, each way
HIGH, LEFT, RIGHT = 212, 150, 650  # the leap: its highest point, where it begins and ends
SPOUT, UNDER = 0.26, 1.12  # when it spouts, and when it is under water before the leap

BODY = curve((206, 18), (176, -38), (90, -80), (-20, -84), (-88, -62, 1), (-124, -84, 1), (-128, -46, 1), (-176, -16),
             (-214, -6, 1), (-212, 30, 1), (-150, 46), (-60, 82), (50, 96), (150, 72))  # fmt: skip
BELLY = curve((204, 24, 1), (120, 30), (20, 42), (-70, 58), (-130, 54, 1), (-60, 82), (50, 96), (150, 72))
RIM = curve((190, -10), (160, -44), (84, -72), (-20, -76), (-76, -60), closed=False)
FLUKE = curve((14, -14, 1), (-30, -40), (-92, -96, 1), (-84, -36), (-56, 8, 1), (-90, 50), (-104, 104, 1), (-36, 56),
              (14, 22, 1))  # fmt: skip
FIN = curve((-26, 0, 1), (-50, 56), (-96, 122, 1), (-20, 104), (32, 8, 1))
TAIL = curve((-24, 120, 1), (-16, 30), (-70, 6), (-138, -52, 1), (-60, -54), (0, -22, 1), (60, -54), (138, -52, 1),
             (70, 6), (16, 30), (24, 120, 1))  # fmt: skip
CROWN = curve((-96, 8, 1), (-112, -50), (-160, -104), (-96, -70), (-84, -176), (-44, -80), (0, -220), (44, -80),
              (84, -176), (96, -70), (160, -104), (112, -50), (96, 8, 1))  # fmt: skip
BLUE = ((0, "#a8e0ff"), (0.35, "#4a9cf5"), (0.7, "#2462cc"), (1, "#143488"))


def sky():
    night = linear((0, 0), (0, 320), (0, "#05062c"), (0.5, "#10155a"), (0.85, "#2c2a8c"), (1, "#5a4fc0"))
    yield layer("sky", paint(rectangle((400, 200), (800, 400)), night))
    for turn in range(3):
        places = [((n * 173 + 40) % 800, (n * 67 + 25) % 210 + 16) for n in range(turn, 12, 3)]
        yield layer(f"stars {turn}", paint([star(place, 4, 15, 5) for place in places], fill("#e8f0ff")),
                    opacity=wave(0.3 * turn, 5.9, 1.3 + turn * 0.3, 20, 100))  # fmt: skip


def moon():
    rise = keys((0, (MOON[0], 190)), (1.1, MOON, OUT))
    light = radial((0, 0), 190, (0, "#fff3c4", 0.9), (0.4, "#b8b4ff", 0.4), (1, "#8a8aff", 0))
    disc = linear((-50, -60), (50, 60), (0, "#ffffff"), (0.5, "#fff2b8"), (1, "#f0cf7c"))
    craters = [paint(ellipse(place, size), fill("#e2c476")) for place, size in (((18, 24), 32), ((-26, 8), 22))]
    glow = paint(ellipse((0, 0), 380), light, scale=wave(0, 6, 2, (92, 92), (108, 108)))
    return layer("moon", glow, paint(ellipse((0, 0), 132), disc), *craters, position=rise)


def far_sea():
    water = linear((0, 296), (0, 480), (0, "#4a5fd0"), (0.2, "#1f3fa0"), (1, "#0a1f6a"))
    return layer("far sea", paint(rectangle((400, 390), (800, 188)), water))


def glitter():
    """The moon's path over the water, its pieces swelling in turn."""
    bars = []
    for n in range(9):
        y, wide = 306 + 20 * n, 70 + 13 * n
        x = MOON[0] + (-1) ** n * (6 + n)
        size = wave(0.1 * n, 6, 1.3 + n % 4 * 0.15, (35, 100), (112, 100))
        seen = keys((0.5 + 0.06 * n, 0), (0.9 + 0.06 * n, 90))
        tint = ("#fff6cc", "#ffe9a0", "#d8e4ff")[n % 3]
        bars.append(paint(rectangle((0, 0), (wide, 11), 5), fill(tint), position=(x, y), scale=size, opacity=seen))
    return bars


def swell(name, y, height, period, shift, colors):
    points = [(-300 + period / 2 * n, y + (height if n % 2 else -height)) for n in range(int(2800 / period))]
    outline = curve((points[0][0], 560, 1), *points, (points[-1][0], 560, 1))
    way = Split(keys((0, 0), (6, shift, LINEAR)), wave(0, 6, 2, 0, 8))
    return layer(name, paint(path(outline), linear((0, y - height), (0, 490), *colors)), position=way)


def whale():
    way = thrown((LEFT, 690), (RIGHT, 690), LEAP, TOP, DIVE, HIGH)
    turn = Keys([(LEAP, -64), (1.8, -50, LINEAR), (2.15, -26, LINEAR), (TOP, 2, LINEAR), (2.85, 30, LINEAR),
                 (3.2, 52, LINEAR), (DIVE, 70, LINEAR)])  # fmt: skip
    size = keys((LEAP, (92, 120)), (1.9, (108, 108), OUT), (TOP, (122, 114), SOFT), (3.2, (110, 110), SOFT))
    body = null("whale", position=way, rotation=turn, scale=size)
    flap = keys((LEAP, 30), (1.7, -28, SOFT), (2.1, 22, SOFT), (2.5, -24, SOFT), (2.9, 18, SOFT), (3.4, -40, SOFT))
    fin = keys((LEAP, 30), (1.8, -42, SOFT), (2.2, 30, BACK), (2.6, -36, SOFT), (3, 24, BACK), (3.5, 60, SOFT))
    return [body, *parts(body, "", flap, fin, LEAP, DIVE)]


def parts(body, suffix, flap, fin, begin, end):
    """The fluke, the body and the fin of a whale whose middle is at `body`."""
    skin = linear((0, -84), (0, 90), *BLUE)
    grooves = [paint(path(curve(*points, closed=False)), stroke("#8db4ea", 9))
               for points in (((170, 44), (90, 58), (0, 66)), ((130, 66), (70, 78), (10, 84)))]  # fmt: skip
    hull = [paint(path(BODY), skin), paint(path(BELLY), linear((0, 30), (0, 96), (0, "#ffffff"), (1, "#b9d6ff"))),
            *grooves,
            paint(path(RIM), stroke("#d6f0ff", 13)), paint(ellipse((136, 8), 30), fill("#0a1540")),
            paint(ellipse((141, 2), 12), fill("#ffffff"))]  # fmt: skip
    dark = linear((0, -90), (0, 110), *BLUE)
    return [
        layer("fluke" + suffix, paint(path(FLUKE), dark), position=(-208, 10), rotation=flap, parent=body, begin=begin,
              end=end),
        layer("body" + suffix, *hull, parent=body, begin=begin, end=end),
        layer("fin" + suffix, paint(path(FIN), linear((0, 0), (-60, 120), *BLUE[1:])), position=(52, 62), rotation=fin,
              parent=body, begin=begin, end=end),
    ]  # fmt: skip


def surfacing():
    """Before the leap: its back comes up, it spouts, and it goes under, tail last."""
    way = Split(keys((0, 236), (UNDER, 318, LINEAR)),
                keys((0, 452), (SPOUT, 364, BACK), (0.55, 374, SOFT), (0.78, 366, SOFT), (UNDER, 560, IN)))  # fmt: skip
    turn = keys((0, -16), (SPOUT, 0, OUT), (0.55, 3, SOFT), (0.72, -3, SOFT), (UNDER, 34, IN))
    body = null("whale before", position=way, rotation=turn)
    flap = wave(0, UNDER, 0.5, 34, -10)
    return [body, *parts(body, " before", flap, 20, 0, UNDER), spout(body)]


def spout(body):
    """Two arcs of water out of its back, and drops at their ends."""
    shown = trim(keys((0.72, 0), (0.95, 100, IN)), keys((SPOUT - 0.06, 0), (SPOUT + 0.16, 100, OUT)))
    made = []
    for side in (-1, 1):
        arc = path(curve((0, 0), (side * 4, -70), (side * 34, -128), (side * 84, -136), (side * 112, -96), closed=False))
        made += [paint([arc, shown], stroke("#6fc6ff", 34)), paint([arc, shown], stroke("#f2fbff", 16))]
        for n in range(4):
            begin = SPOUT + 0.08 + 0.13 * n
            way = thrown((side * 92, -126), (side * (118 + n * 23 % 50), 40), begin, begin + 0.08, begin + 0.5, -136)
            seen = keys((begin, 0), (begin + 0.03, 100), (begin + 0.4, 100), (begin + 0.5, 0))
            made.append(paint(ellipse((0, 0), (24, 28)), fill(("#f2fbff", "#8fd8ff")[n % 2]), position=way, opacity=seen))
    return layer("spout", *made, position=(52, -78), parent=body, begin=SPOUT - 0.06, end=UNDER)


def crown(name, x, begin, size, tint):
    grow = keys((begin, (30 * size, 0)), (begin + 0.3, (100 * size, 108 * size), OUT),
                (begin + 0.8, (150 * size, 0), FALL))  # fmt: skip
    light = linear((0, -210), (0, 10), (0, "#ffffff"), (0.45, tint), (1, "#3f74e0"))
    return layer(name, paint(path(CROWN), light), position=(x, 384), scale=grow, begin=begin, end=begin + 0.8)


def drops(count=13, reach=300, high=280):
    """The drops of one splash, thrown up from the middle."""
    made = []
    for n in range(count):
        part = 2 * n / (count - 1) - 1
        top, takes = 340 - high * (1 - 0.55 * abs(part)) * (0.7 + n * 7 % 5 * 0.1), 0.85 + n * 3 % 4 * 0.1
        way = thrown((400 + 50 * part, 380), (400 + reach * part, 470), 0, takes * 0.45, takes, top)
        size = keys((0, (110, 130)), (takes, (45, 45), IN))
        color = ("#ffffff", "#a8e4ff", "#fff2b8")[n % 3]
        made.append(paint(ellipse((0, 0), 22 + n % 3 * 7), fill(color), position=way, scale=size))
    return precomposition("drops", 1.15, [layer("drops", *made)])


def spray(name, x, begin, size):
    return instance(name, "drops", SIZE, position=(x, 380), anchor=(400, 380), scale=size, start=begin, begin=begin,
                    end=begin + 1.15)  # fmt: skip


def ring(name, x, begin):
    size = keys((begin, (20, 20)), (begin + 1.3, (150, 120), OUT))
    line = stroke("#d8f2ff", keys((begin, 30), (begin + 1.3, 6, LINEAR)))
    return layer(name, paint(ellipse((0, 0), (240, 44)), line), position=(x, 400), scale=size,
                 opacity=keys((begin, 90), (begin + 1.3, 0, LINEAR)), begin=begin, end=begin + 1.3)  # fmt: skip


def dripping():
    """Water running off the whale all along its way."""
    made = []
    for n in range(12):
        begin = 1.75 + 0.13 * n
        part = (begin - LEAP) / (DIVE - LEAP)
        x, y = LEFT + (RIGHT - LEFT) * part - 40, HIGH + (690 - HIGH) * (2 * part - 1) ** 2 + 60
        fall = Split(x + n * 37 % 90 - 60, keys((begin, y), (begin + 0.7, y + 250, FALL)))
        seen = keys((begin, 0), (begin + 0.05, 100), (begin + 0.5, 100), (begin + 0.7, 0))
        made.append(paint(ellipse((0, 0), (18, 28)), fill(("#e8faff", "#8fd8ff")[n % 2]), position=fall, opacity=seen))
    return layer("dripping", *made, begin=1.7, end=4)


def goodbye():
    rise = keys((4, (330, 620)), (4.42, (330, 330), BACK), (5.16, (330, 336), SOFT), (5.6, (330, 640), IN))
    sway = keys((4.1, -12), (4.45, 12, SOFT), (4.65, -14), (4.85, 14), (5.05, -13), (5.25, 8), (5.45, 0))
    beat = keys((4.3, (105, 118)), (4.5, (118, 90)), (4.7, (108, 116)), (4.9, (118, 92)), (5.1, (106, 118)))
    tail = linear((0, -60), (0, 100), (0, "#a8dcff"), (0.35, "#3b86e6"), (1, "#102a70"))
    return layer("goodbye", paint(path(TAIL), tail), position=rise, rotation=sway, scale=beat, anchor=(0, 60),
                 begin=4, end=5.6)  # fmt: skip


def sea():
    middle = ((0, "#6f94f8"), (0.14, "#1f48b0"), (1, "#0a1c60"))
    near = ((0, "#5cc0f8"), (0.16, "#1a50a8"), (0.5, "#0c2c78"), (1, "#061548"))
    back = [layer("glitter", *glitter()), swell("middle swell", 350, 9, 230, 160, middle)]
    splashes = [crown("crown out behind", 210, OUT_AT, 1.1, "#7fc4ff"),
                crown("crown in behind", 600, IN_AT, 1.3, "#7fc4ff")]  # fmt: skip
    front = [crown("crown out", 205, OUT_AT + 0.05, 0.75, "#c8f0ff"),
             crown("crown in", 605, IN_AT + 0.08, 0.95, "#c8f0ff"),
             crown("crown goodbye", 330, 5.4, 0.6, "#c8f0ff")]  # fmt: skip
    rings = [ring("ring out", 210, OUT_AT + 0.2), ring("ring in", 605, IN_AT + 0.3), ring("ring goodbye", 330, 4.25)]
    sprays = [spray("spray out", 210, OUT_AT, (-78, 78)), spray("spray in", 605, IN_AT, (105, 110)),
              spray("spray goodbye", 330, 5.4, (70, 70))]  # fmt: skip
    return [far_sea(), *back, *splashes, *surfacing(), *whale(), dripping(), goodbye(), *front,
            swell("near swell", 392, 11, 280, -240, near), *near_glitter(), *rings, *sprays]  # fmt: skip


def near_glitter():
    made = []
    for n in range(4):
        size = wave(0.1 * n, 6, 1.4 + n % 2 * 0.2, (40, 100), (110, 100))
        made.append(paint(rectangle((0, 0), (110 + 20 * n, 11), 5), fill("#ffeeb0", 85),
                          position=(MOON[0], 412 + 20 * n), scale=size))  # fmt: skip
    return [layer("near glitter", *made, opacity=keys((0.8, 0), (1.3, 100)))]


def show():
    scene = precomposition("scene", SECONDS, [*sky(), moon(), *sea()])
    fade = keys((0, 0), (0.14, 100, OUT), (5.84, 100), (5.99, 0, SOFT))
    return composition("whale", SIZE, SECONDS, [instance("scene", "scene", SIZE, opacity=fade)], [scene, drops()])
