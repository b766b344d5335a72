#include "CAllocatedMemory.h"

#include <stdlib.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

void giftty_give_memory_back_from(int bytes) {
#ifdef __GLIBC__
    mallopt(M_MMAP_THRESHOLD, bytes);
#else
    (void)bytes;
#endif
}

void giftty_give_memory_back(void) {
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}
