import Synchronization

/// The memory for received bodies, shared by all requests. It is reserved as bytes arrive, so a slow sender holds
/// little.
final class ByteReserve: Sendable {
    private let free: Mutex<Int>

    /// Creates a reserve of `bytes` bytes, 0 or more.
    init(_ bytes: Int) { free = Mutex(bytes) }

    /// Returns whether `bytes` bytes are free now.
    func hasRoom(for bytes: Int) -> Bool { free.withLock { $0 >= bytes } }

    /// Returns an empty share of the memory.
    func share() -> Share { Share(reserve: self) }

    fileprivate func take(_ bytes: Int) -> Bool {
        free.withLock { free in
            guard bytes <= free else { return false }
            free -= bytes
            return true
        }
    }

    fileprivate func giveBack(_ bytes: Int) { free.withLock { $0 += bytes } }

    /// The memory that one request has reserved; it is released at deinitialisation.
    final class Share: Sendable {
        private let reserve: ByteReserve
        private let taken = Mutex(0)

        fileprivate init(reserve: ByteReserve) { self.reserve = reserve }

        deinit { reserve.giveBack(taken.withLock { $0 }) }

        /// The number of reserved bytes.
        var bytes: Int { taken.withLock { $0 } }

        /// Reserves `bytes` more bytes, 0 or more.
        ///
        /// - Returns: `false`, with nothing reserved, if fewer bytes are free.
        func take(_ bytes: Int) -> Bool {
            guard reserve.take(bytes) else { return false }
            taken.withLock { $0 += bytes }
            return true
        }
    }
}
