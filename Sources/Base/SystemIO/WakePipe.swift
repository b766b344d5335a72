import CPlatform

/// A signal that wakes a thread which waits for descriptors: a pipe that contains bytes while it is signalled.
public final class WakePipe: Sendable {
    private let reader: OpenFile
    private let writer: OpenFile

    /// Creates a signal that has not been given.
    public init() throws(SystemError) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw .last }
        for end in ends { Descriptor.makeNonBlocking(end) }
        reader = OpenFile(owning: ends[0])
        writer = OpenFile(owning: ends[1])
    }

    /// A descriptor that is readable between ``signal()`` and ``clear()``.
    public var descriptor: Int32 { reader.descriptor }

    /// Wakes the waiting thread, or the next one that waits.
    public func signal() {
        var byte: UInt8 = 1
        // The write fails only if the pipe is full, and then it already wakes the reader.
        _ = write(writer.descriptor, &byte, 1)
    }

    /// Takes all signals back.
    public func clear() {
        var bytes: (UInt64, UInt64) = (0, 0)
        while read(reader.descriptor, &bytes, 16) > 0 {}
    }

    /// Whether ``signal()`` was called and not cleared since.
    public var isSignalled: Bool { Descriptor.isReadable(descriptor) }

    /// Sleeps until ``signal()`` is called.
    public func wait() { Descriptor.isReadable(descriptor, withinMilliseconds: -1) }

    /// Sleeps until ``signal()`` is called, but not longer than `time`, and returns whether it was called.
    public func waitForSignal(timeout time: Duration) -> Bool {
        Descriptor.isReadable(descriptor, withinMilliseconds: time.pollMilliseconds)
    }
}
