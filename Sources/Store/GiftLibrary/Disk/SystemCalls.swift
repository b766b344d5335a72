#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The system calls that fail on a full or faulty disk; tests replace them to simulate such failures.
///
/// Each has the parameters and the result of the system's function, with the error number in `errno`.
public struct SystemCalls: Sendable {
    /// Writes bytes to a descriptor.
    public var write: @Sendable (Int32, UnsafeRawBufferPointer) -> Int
    /// Flushes a descriptor's data to the disk; the system's `fsync`.
    public var synchronize: @Sendable (Int32) -> Int32
    /// Renames a file or folder.
    public var rename: @Sendable (String, String) -> Int32

    /// The system's functions.
    public static let system = SystemCalls(
        write: { systemWrite($0, $1.baseAddress, $1.count) },
        synchronize: { fsync($0) },
        rename: { systemRename($0, $1) })
}

// The members of the same name shadow the system's functions.
private let systemWrite: @Sendable (Int32, UnsafeRawPointer?, Int) -> Int = { write($0, $1, $2) }
private let systemRename: @Sendable (String, String) -> Int32 = { rename($0, $1) }
