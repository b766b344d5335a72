#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A signal that wakes a thread in `poll` from another thread: a pipe that contains bytes while it is signalled.
package final class WakePipe: Sendable {
    /// A descriptor that is readable between ``signal()`` and ``clear()``.
    package let descriptor: Int32
    private let writer: Int32

    package init() throws(FeedSourceError) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw FeedSourceError("pipe", lastSystemError()) }
        descriptor = ends[0]
        writer = ends[1]
        for end in ends { Descriptor.prepare(end) }
    }

    deinit {
        close(descriptor)
        close(writer)
    }

    package func signal() {
        var byte: UInt8 = 1
        // The write fails only if the pipe is full, and then it already wakes the reader.
        _ = write(writer, &byte, 1)
    }

    func clear() {
        var bytes: (UInt64, UInt64) = (0, 0)
        while read(descriptor, &bytes, 16) > 0 {}
    }

    /// Sleeps until ``signal()`` is called.
    func wait() { _ = waitUntilReadable(timeout: -1) }

    /// Whether ``signal()`` was called and not cleared since.
    var isSignalled: Bool { waitUntilReadable(timeout: 0) }

    /// Sleeps until ``signal()`` is called, but not longer than `time`, and returns whether it was called.
    func waitForSignal(timeout time: Duration) -> Bool { waitUntilReadable(timeout: time.pollMilliseconds) }

    private func waitUntilReadable(timeout milliseconds: Int32) -> Bool {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&entry, 1, milliseconds) > 0
    }
}

extension Duration {
    /// The timeout for `poll` in milliseconds, rounded up, from 0 to a minute. After a minute the caller checks again.
    package var pollMilliseconds: Int32 {
        let (seconds, attoseconds) = components
        guard seconds < 60 else { return 60_000 }
        return Int32(max(seconds * 1_000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000, 0))
    }
}

/// Common operations on descriptors.
enum Descriptor {
    /// Makes a descriptor non-blocking and closes it in child programs.
    static func prepare(_ descriptor: Int32) {
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
        _ = fcntl(descriptor, F_SETFD, fcntl(descriptor, F_GETFD) | FD_CLOEXEC)
    }
}

/// The error with which a source could not be opened or ended, in one line.
public struct FeedSourceError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The name of the source.
    public let source: String
    /// The problem.
    public let problem: String

    /// Creates an error.
    public init(_ source: String, _ problem: String) {
        self.source = source
        self.problem = problem
    }

    /// The source and the problem, in one line.
    public var description: String { "\(source): \(problem)" }
}

/// Returns the system's description of `errno`, the error of the last call that failed.
func lastSystemError() -> String {
    String(cString: strerror(errno)).lowercased()
}
