#include "czstd.h"
#include "library_loader.h"

#include <pthread.h>
#include <stdio.h>

// Declared here, so that the package is built without the library's headers.
typedef struct {
    const void *src;
    size_t size;
    size_t pos;
} giftty_zstd_source;
typedef struct {
    void *dst;
    size_t size;
    size_t pos;
} giftty_zstd_target;

struct giftty_zstd *ZSTD_createDStream(void);
size_t ZSTD_freeDStream(struct giftty_zstd *);
size_t ZSTD_decompressStream(struct giftty_zstd *, giftty_zstd_target *, giftty_zstd_source *);
unsigned ZSTD_isError(size_t);

#define FUNCTIONS(each) \
    each(ZSTD_createDStream) each(ZSTD_freeDStream) each(ZSTD_decompressStream) each(ZSTD_isError)

static struct {
    FUNCTIONS(GIFTTY_FUNCTION_MEMBER)
} zstd;

static const char *const names[] = {"libzstd.so.1", "libzstd.so", "libzstd.1.dylib",
                                    "/opt/homebrew/lib/libzstd.1.dylib", "/usr/local/lib/libzstd.1.dylib", NULL};
static const char *const functions[] = {FUNCTIONS(GIFTTY_FUNCTION_NAME) NULL};

static int is_loaded;
static char why_not[256];

static void load(void) {
    const struct giftty_library library = {names, functions, "version 1.0"};
    is_loaded = giftty_load_library(&library, &zstd, why_not, sizeof why_not);
}

struct giftty_zstd *giftty_zstd_open(char *reason, size_t reason_size) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    if (!is_loaded) {
        snprintf(reason, reason_size, "%s", why_not);
        return NULL;
    }
    struct giftty_zstd *stream = zstd.ZSTD_createDStream_();
    if (!stream) snprintf(reason, reason_size, "there is not enough memory");
    return stream;
}

int giftty_zstd_decompress(
    struct giftty_zstd *stream, const void *source, size_t source_size, size_t *used, void *target, size_t target_size,
    size_t *written) {
    giftty_zstd_source input = {source, source_size, 0};
    giftty_zstd_target output = {target, target_size, 0};
    size_t result = zstd.ZSTD_decompressStream_(stream, &output, &input);
    *used = input.pos;
    *written = output.pos;
    if (zstd.ZSTD_isError_(result)) return -1;
    return result == 0 ? 0 : 1;
}

void giftty_zstd_close(struct giftty_zstd *stream) { zstd.ZSTD_freeDStream_(stream); }
