"""Animated values: keyframes in seconds, and the easings between them."""

FRAME_RATE = 60

# Cubic Béziers from (0, 0) to (1, 1): x1, y1, x2, y2.
LINEAR = (0, 0, 1, 1)
IN = (0.55, 0, 0.9, 0.5)
OUT = (0.1, 0.5, 0.45, 1)
IN_OUT = (0.6, 0, 0.4, 1)
SOFT = (0.4, 0, 0.6, 1)
BACK = (0.34, 1.6, 0.64, 1)
BIG_BACK = (0.34, 2.2, 0.5, 1)
WIND_UP = (0.36, 0, 0.66, -0.5)
RISE = (1 / 3, 2 / 3, 2 / 3, 1)  # a thrown thing on its way up: exactly quadratic
FALL = (1 / 3, 0, 2 / 3, 1 / 3)  # and down
HOLD = "hold"


class Keys:
    """Values at times. Each key is (seconds, value[, the easing by which it is reached])."""

    def __init__(self, keys):
        self.keys = sorted(((key[0], key[1], key[2] if len(key) > 2 else IN_OUT) for key in keys), key=lambda k: k[0])

    def lottie(self):
        frames = []
        for index, (time, value, _) in enumerate(self.keys):
            frame = {"t": frame_number(time), "s": components(value)}
            if index + 1 < len(self.keys):
                frame |= easing(self.keys[index + 1][2])
            frames.append(frame)
        return {"a": 1, "k": frames}


class Track(Keys):
    """Positions along a smooth curve through all keys, at even speed within each stretch."""

    def lottie(self):
        animated = super().lottie()
        points = [key[1] for key in self.keys]
        for index, frame in enumerate(animated["k"][:-1]):
            here, there = tangent(points, index), tangent(points, index + 1)
            frame["to"] = [c / 3 for c in here]
            frame["ti"] = [-c / 3 for c in there]
        return animated


class Split:
    """A position whose x and y move each on its own."""

    def __init__(self, x, y):
        self.x, self.y = x, y

    def lottie(self):
        return {"s": True, "x": property_of(self.x), "y": property_of(self.y)}


def keys(*frames):
    return Keys(frames)


def track(*frames):
    return Track(frames)


def thrown(start, end, begin, top, finish, height):
    """The way of a thing thrown at `begin`, highest (at y = height) at `top`, down at `finish`."""
    x = keys((begin, start[0]), (finish, end[0], LINEAR))
    y = keys((begin, start[1]), (top, height, RISE), (finish, end[1], FALL))
    return Split(x, y)


def wave(begin, end, period, low, high, ease=SOFT):
    """To and fro between two values, starting at the first."""
    steps = max(1, round((end - begin) / (period / 2)))
    return Keys([(begin + (end - begin) * n / steps, high if n % 2 else low, ease) for n in range(steps + 1)])


def squash(*frames):
    """Scale keys for one number each, the stretch: 1.2 is tall and thin, 0.8 low and wide, the area kept."""
    return Keys([(time, (100 / s, 100 * s), *ease) for time, s, *ease in frames])


def property_of(value):
    """The Lottie form of a constant or animated value."""
    if isinstance(value, (Keys, Split)):
        return value.lottie()
    return {"a": 0, "k": list(value) if isinstance(value, (tuple, list)) else value}


def components(value):
    if isinstance(value, dict):
        return [value]
    return list(value) if isinstance(value, (tuple, list)) else [value]


def easing(ease):
    if ease == HOLD:
        return {"h": 1}
    x1, y1, x2, y2 = ease
    return {"o": {"x": [x1], "y": [y1]}, "i": {"x": [x2], "y": [y2]}}


def frame_number(seconds):
    return round(seconds * FRAME_RATE, 2)


def tangent(points, index):
    before, after = points[max(index - 1, 0)], points[min(index + 1, len(points) - 1)]
    span = 2 if 0 < index < len(points) - 1 else 1
    return [(b - a) / span for a, b in zip(before, after)]
