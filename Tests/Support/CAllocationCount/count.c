#define _GNU_SOURCE
#include "CAllocationCount.h"

#include <errno.h>
#include <stddef.h>
#include <stdlib.h>

// A sanitizer has functions of its own in their place, which must see every call.
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define IS_SANITIZED
#endif

#if defined __GLIBC__ && !defined IS_SANITIZED

// The C library's own functions behind the names that are taken here, so that every call is seen.
extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

// Of the thread, so that what others do beside it is not counted; found without asking for memory, as that would call in here.
static _Thread_local __attribute__((tls_model("initial-exec"))) long count;

void *malloc(size_t size) {
    count += 1;
    return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
    count += 1;
    return __libc_calloc(number, size);
}

void *realloc(void *block, size_t size) {
    count += 1;
    return __libc_realloc(block, size);
}

int posix_memalign(void **block, size_t alignment, size_t size) {
    count += 1;
    void *result = __libc_memalign(alignment, size);
    if (!result) return ENOMEM;
    *block = result;
    return 0;
}

void *aligned_alloc(size_t alignment, size_t size) {
    count += 1;
    return __libc_memalign(alignment, size);
}

long allocation_count(void) { return count; }
#else
long allocation_count(void) { return -1; }
#endif
