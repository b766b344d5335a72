import Synchronization

/// The memory for received bodies, shared by all requests. It is reserved as bytes arrive, so a slow sender holds
/// little.
final class BytePool: Sendable {
    private let free: Mutex<Int>

    /// Creates a reserve of `bytes` bytes, 0 or more.
    init(_ bytes: Int) { free = Mutex(bytes) }

    /// Returns whether `bytes` bytes are free now.
    func canReserve(_ bytes: Int) -> Bool { free.withLock { $0 >= bytes } }

    /// Returns an empty share of the memory.
    func makeReservation() -> Reservation { Reservation(pool: self) }

    fileprivate func reserve(_ bytes: Int) -> Bool {
        free.withLock { free in
            guard bytes <= free else { return false }
            free -= bytes
            return true
        }
    }

    fileprivate func release(_ bytes: Int) { free.withLock { $0 += bytes } }

    /// The memory that one request has reserved; it is released at deinitialisation.
    final class Reservation: Sendable {
        private let pool: BytePool
        private let reservedBytes = Mutex(0)

        fileprivate init(pool: BytePool) { self.pool = pool }

        deinit { pool.release(reservedBytes.withLock { $0 }) }

        /// The number of reserved bytes.
        var bytes: Int { reservedBytes.withLock { $0 } }

        /// Reserves `bytes` more bytes, 0 or more.
        ///
        /// - Returns: `false`, with nothing reserved, if fewer bytes are free.
        func extend(by bytes: Int) -> Bool {
            guard pool.reserve(bytes) else { return false }
            reservedBytes.withLock { $0 += bytes }
            return true
        }
    }
}
