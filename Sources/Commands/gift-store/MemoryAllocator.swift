import CAllocatedMemory

/// The settings of the memory allocator.
enum MemoryAllocator {
    /// The size in bytes from which freed memory is returned to the system. The buffers of packages are larger.
    private static let returnThreshold: Int32 = 16 << 10

    /// Makes the allocator return the memory of sent packages to the system when it is freed.
    ///
    /// Otherwise, many clients that do not read their responses would enlarge the server's memory for good.
    static func returnFreedMemoryToSystem() { giftty_give_memory_back_from(returnThreshold) }

    /// Returns the memory of closed connections to the system, whose allocations are smaller.
    static func returnSmallAllocations() { giftty_give_memory_back() }
}
