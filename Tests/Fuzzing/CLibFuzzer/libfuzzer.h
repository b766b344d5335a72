// What the compiler's fuzzing library offers to a mutator of one's own; it has no header for it.
#include <stddef.h>
#include <stdint.h>

// Changes `data` in place as the library would do by itself, guided by the comparisons it saw; returns the new size.
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t largest_size);
