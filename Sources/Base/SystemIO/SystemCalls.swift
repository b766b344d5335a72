import CPlatform

/// The calls that fail on a full or faulty disk; tests replace them to simulate such failures.
///
/// A call may write only a part of the bytes, and may be interrupted by a signal.
public struct SystemCalls: Sendable {
    /// Reads the bytes at a place of a file into a buffer and returns their number.
    public var read: @Sendable (Int32, UnsafeMutableRawBufferPointer, _ place: Int) throws(SystemError) -> Int
    /// Writes bytes to a descriptor and returns how many.
    public var write: @Sendable (Int32, UnsafeRawBufferPointer) throws(SystemError) -> Int
    /// Waits until what was written would survive a power failure.
    public var synchronize: @Sendable (Int32) throws(SystemError) -> Void
    /// Renames a file or folder.
    public var rename: @Sendable (String, String) throws(SystemError) -> Void

    /// The system's calls.
    public static let system = SystemCalls(
        read: { (descriptor, buffer, place) throws(SystemError) in
            let count = pread(descriptor, buffer.baseAddress, buffer.count, off_t(place))
            guard count >= 0 else { throw .last }
            return count
        },
        write: { (descriptor, bytes) throws(SystemError) in
            let count = CPlatform.write(descriptor, bytes.baseAddress, bytes.count)
            guard count >= 0 else { throw .last }
            return count
        },
        synchronize: { (descriptor) throws(SystemError) in
            guard fsync(descriptor) == 0 else { throw .last }
        },
        rename: { (path, target) throws(SystemError) in
            guard CPlatform.rename(path, target) == 0 else { throw .last }
        })
}
