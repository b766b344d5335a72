/// FreeType and HarfBuzz, with functions for macros of casts and shifts, which Swift cannot import.

#ifndef GIFTTY_CHARFBUZZ_H
#define GIFTTY_CHARFBUZZ_H

#include <ft2build.h>
#include FT_FREETYPE_H
#include FT_OUTLINE_H
#include <hb.h>
#include <hb-ft.h>

/// The load flags for unhinted outlines, at any size.
static const FT_Int32 giftty_outline_flags = FT_LOAD_NO_HINTING | FT_LOAD_NO_BITMAP;

static inline FT_Bool giftty_is_scalable(FT_Face face) { return FT_IS_SCALABLE(face) != 0; }

#endif
