import CPlatform

/// A descriptor to wait for, what to wait for, and after the wait what it is ready for.
public struct AwaitedDescriptor: Sendable {
    /// What a descriptor is ready for.
    public struct Readiness: OptionSet, Sendable {
        /// The bits of the system.
        public let rawValue: Int16

        /// Creates a readiness from the bits of the system.
        public init(rawValue: Int16) {
            self.rawValue = rawValue
        }

        /// Bytes, a connection or the end can be read.
        public static let input = Readiness(rawValue: Int16(POLLIN))
        /// Bytes can be written.
        public static let output = Readiness(rawValue: Int16(POLLOUT))
    }

    /// The entry of the system call, so that an array of descriptors is passed without a copy.
    fileprivate var entry: pollfd

    /// The descriptor; negative if there is none.
    var descriptor: Int32 { entry.fd }

    /// What the descriptor is ready for, which includes the end and errors; empty before a wait.
    public var readiness: Readiness { Readiness(rawValue: entry.revents) }

    /// Creates an entry; a negative or missing descriptor is never ready.
    public init(_ descriptor: Int32?, for wanted: Readiness = .input) {
        entry = pollfd(fd: descriptor ?? -1, events: wanted.rawValue, revents: 0)
    }
}

extension Descriptor {
    /// Waits until a descriptor is ready or the time is over, and sets ``AwaitedDescriptor/readiness``.
    ///
    /// - Parameters:
    ///   - descriptors: The descriptors.
    ///   - milliseconds: The longest wait; negative for no limit.
    public static func wait(for descriptors: inout [AwaitedDescriptor], milliseconds: Int32) {
        let count = descriptors.withUnsafeMutableBytes { bytes in
            let entries = bytes.bindMemory(to: pollfd.self)
            return poll(entries.baseAddress, nfds_t(entries.count), milliseconds)
        }
        // An interrupted wait leaves the entries as they were.
        if count <= 0 { for index in descriptors.indices { descriptors[index].entry.revents = 0 } }
    }

    /// Waits until a descriptor is ready or the time is over.
    ///
    /// - Parameters:
    ///   - descriptors: The descriptors.
    ///   - milliseconds: The longest wait; negative for no limit.
    /// - Returns: What each descriptor is ready for, which includes the end and errors; empty for none.
    @discardableResult
    public static func wait(
        for descriptors: [AwaitedDescriptor], milliseconds: Int32
    ) -> [AwaitedDescriptor.Readiness] {
        var awaited = descriptors
        wait(for: &awaited, milliseconds: milliseconds)
        return awaited.map(\.readiness)
    }

    /// Waits until a descriptor is readable or the time is over.
    ///
    /// - Returns: For each descriptor, whether it is readable. A negative descriptor never is.
    @discardableResult
    public static func wait(for descriptors: [Int32], milliseconds: Int32) -> [Bool] {
        wait(for: descriptors.map { AwaitedDescriptor($0) }, milliseconds: milliseconds).map { !$0.isEmpty }
    }

    /// Waits until a descriptor is readable or the time is over, and returns whether it is.
    @discardableResult
    public static func isReadable(_ descriptor: Int32, withinMilliseconds milliseconds: Int32 = 0) -> Bool {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&entry, 1, milliseconds) > 0
    }
}

extension Duration {
    /// The duration as a longest wait in milliseconds, rounded up, as a short wait would otherwise be a busy loop. It is
    /// from 0 to a minute; after a minute the caller looks again.
    public var pollMilliseconds: Int32 {
        let (seconds, attoseconds) = components
        guard seconds < 60 else { return 60_000 }
        return Int32(max(seconds * 1_000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000, 0))
    }
}
