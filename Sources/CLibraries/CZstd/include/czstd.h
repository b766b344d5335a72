/// Decompression with Zstandard. The library is loaded when the first stream is opened, so programs that never read such
/// files do not need it.

#ifndef GIFTTY_ZSTD_H
#define GIFTTY_ZSTD_H

#include <stddef.h>

struct giftty_zstd;

/// Opens a stream; NULL if the library is missing, with the reason as text in `reason`.
struct giftty_zstd *giftty_zstd_open(char *reason, size_t reason_size);

/// Decompresses a piece of a stream.
///
/// @param used The number of bytes of `source` that were taken.
/// @param written The number of bytes that were written to `target`.
/// @return 0 if a frame has ended and all of it is written, 1 if more follows, -1 if the bytes are damaged.
int giftty_zstd_decompress(
    struct giftty_zstd *stream, const void *source, size_t source_size, size_t *used, void *target, size_t target_size,
    size_t *written);

/// Closes a stream.
void giftty_zstd_close(struct giftty_zstd *stream);

#endif
