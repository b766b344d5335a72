#ifndef CALLOCATEDMEMORY_H
#define CALLOCATEDMEMORY_H

/// Makes the C library return allocations of at least `bytes` bytes to the system when they are freed.
///
/// By default, glibc raises this threshold with the sizes of freed allocations and then keeps large ones. Other C
/// libraries need no change. Call this function before any thread starts.
void giftty_give_memory_back_from(int bytes);

/// Returns all freed memory to the system that the C library keeps, which takes some milliseconds.
///
/// glibc returns small allocations by itself only from the end of its memory.
void giftty_give_memory_back(void);

#endif
