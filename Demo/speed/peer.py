#!/usr/bin/env python3
"""How long ThorVG or rlottie takes for a frame of one animation, on one thread.

    Demo/speed/peer.py thorvg|rlottie ANIMATION.json 160x90 FIRST LAST

Prints one JSON object like `giftty bench --format json`: load_ms, until the first frame is drawn, and frame_ms, the mean of
whole passes of all frames, at least 60 frames and 0.3 seconds, unless that takes ten seconds."""
import ctypes, importlib.util, json, os, sys, time

POINTER = ctypes.c_void_p


def library(package, name):
    return ctypes.CDLL(os.path.join(importlib.util.find_spec(package).submodule_search_locations[0], name))


def open_in_thorvg(path, width, height):
    """A function that draws a frame into a picture of this size."""
    tvg = library("thorvg_python", "libthorvg-1.so")
    for name in ("swcanvas_create", "animation_new", "animation_get_picture"):
        getattr(tvg, "tvg_" + name).restype = POINTER
    for name in ("animation_get_picture", "canvas_update", "canvas_sync"):
        getattr(tvg, "tvg_" + name).argtypes = [POINTER]
    tvg.tvg_picture_load.argtypes = [POINTER, ctypes.c_char_p]
    tvg.tvg_picture_get_size.argtypes = [POINTER] + 2 * [ctypes.POINTER(ctypes.c_float)]
    tvg.tvg_picture_set_size.argtypes = [POINTER, ctypes.c_float, ctypes.c_float]
    tvg.tvg_swcanvas_create.argtypes = [ctypes.c_int]
    tvg.tvg_swcanvas_set_target.argtypes = [POINTER, POINTER] + 3 * [ctypes.c_uint32] + [ctypes.c_int]
    tvg.tvg_canvas_add.argtypes = [POINTER, POINTER]
    tvg.tvg_canvas_draw.argtypes = [POINTER, ctypes.c_bool]
    tvg.tvg_animation_set_frame.argtypes = [POINTER, ctypes.c_float]
    tvg.tvg_engine_init(0)
    animation = tvg.tvg_animation_new()
    picture = tvg.tvg_animation_get_picture(animation)
    if tvg.tvg_picture_load(picture, path.encode()):
        sys.exit("ThorVG cannot read it")
    own_width, own_height = ctypes.c_float(), ctypes.c_float()
    tvg.tvg_picture_get_size(picture, ctypes.byref(own_width), ctypes.byref(own_height))
    scale = min(width / own_width.value, height / own_height.value)
    tvg.tvg_picture_set_size(picture, own_width.value * scale, own_height.value * scale)
    pixels = (ctypes.c_uint32 * (width * height))()
    canvas = tvg.tvg_swcanvas_create(1)
    tvg.tvg_swcanvas_set_target(canvas, pixels, width, width, height, 0)
    tvg.tvg_canvas_add(canvas, picture)

    # The canvas draws into the pixels, which the function keeps alive.
    def draw(frame, _pixels=pixels):
        tvg.tvg_animation_set_frame(animation, frame)
        tvg.tvg_canvas_update(canvas)
        tvg.tvg_canvas_draw(canvas, True)
        tvg.tvg_canvas_sync(canvas)

    return draw


def open_in_rlottie(path, width, height):
    """A function that draws a frame into a picture of this size."""
    rlottie = library("rlottie_python", "librlottie.so")
    rlottie.lottie_animation_from_file.restype = POINTER
    rlottie.lottie_animation_from_file.argtypes = [ctypes.c_char_p]
    rlottie.lottie_animation_render.argtypes = [POINTER, ctypes.c_size_t, POINTER] + 3 * [ctypes.c_size_t]
    animation = rlottie.lottie_animation_from_file(path.encode())
    if not animation:
        sys.exit("rlottie cannot read it")
    pixels = (ctypes.c_uint32 * (width * height))()
    return lambda frame: rlottie.lottie_animation_render(animation, frame, pixels, width, height, width * 4)


def main():
    kind, path, size, first, last = sys.argv[1:]
    width, height = map(int, size.split("x"))
    frames = max(1, int(float(last) - float(first)))
    started = time.perf_counter()
    draw = {"thorvg": open_in_thorvg, "rlottie": open_in_rlottie}[kind](path, width, height)
    draw(0)
    began = time.perf_counter()
    drawn, taken = 0, 0
    while (drawn < 60 or taken < 0.3) and taken < 10:
        for frame in range(frames):
            draw(frame)
        drawn += frames
        taken = time.perf_counter() - began
    print(json.dumps({"load_ms": (began - started) * 1e3, "frame_ms": taken / drawn * 1e3, "frames": frames}))


if __name__ == "__main__":
    main()
