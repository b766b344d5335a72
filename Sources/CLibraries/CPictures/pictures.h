#ifndef GIFTTY_PICTURES_H
#define GIFTTY_PICTURES_H

#include <stddef.h>
#include <png.h>
#include <turbojpeg.h>
#include <webp/decode.h>

// libpng builds these values from nested macros, which Swift does not import.
static const png_uint_32 picturesFormatRGBA = PNG_FORMAT_RGBA;
static const png_uint_32 picturesFormatPalette = PNG_FORMAT_RGBA_COLORMAP;

#endif
