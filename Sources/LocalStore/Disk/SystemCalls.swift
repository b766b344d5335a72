#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The calls of the system that fail on a full or broken disk. They are handed in, so that tests can have them fail.
///
/// Each takes and answers what the system's call of the same name does, with the reason in `errno`.
public struct SystemCalls: Sendable {
    /// Writes bytes to a descriptor.
    public var write: @Sendable (Int32, UnsafeRawBufferPointer) -> Int
    /// Has what was written to a descriptor on the disk.
    public var synchronize: @Sendable (Int32) -> Int32
    /// Gives a file or folder another path.
    public var rename: @Sendable (String, String) -> Int32

    /// The system's own.
    public static let system = SystemCalls(
        write: { systemWrite($0, $1.baseAddress, $1.count) },
        synchronize: { fsync($0) },
        rename: { systemRename($0, $1) })
}

// Members of the same name hide the system's.
private let systemWrite: @Sendable (Int32, UnsafeRawPointer?, Int) -> Int = { write($0, $1, $2) }
private let systemRename: @Sendable (String, String) -> Int32 = { rename($0, $1) }
