#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Wakes whoever sleeps in `poll`, from another thread: a pipe that holds a byte or none.
package final class WakeUp: Sendable {
    /// Readable once ``signal()`` was called, until ``clear()`` is.
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
        // A full pipe wakes as well as one with a byte.
        _ = write(writer, &byte, 1)
    }

    func clear() {
        var bytes: (UInt64, UInt64) = (0, 0)
        while read(descriptor, &bytes, 16) > 0 {}
    }

    /// Sleeps until ``signal()`` is called.
    func wait() { _ = isReadable(within: -1) }

    /// Whether ``signal()`` was called and ``clear()`` not since.
    var isSignalled: Bool { isReadable(within: 0) }

    /// Sleeps until ``signal()`` is called, but no longer than a time; whether it was.
    func isSignalled(within time: Duration) -> Bool { isReadable(within: time.milliseconds) }

    private func isReadable(within milliseconds: Int32) -> Bool {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&entry, 1, milliseconds) > 0
    }
}

extension Duration {
    /// Milliseconds for `poll`: rounded up, from 0 to a minute, after which whoever waits looks again.
    package var milliseconds: Int32 {
        let (seconds, attoseconds) = components
        guard seconds < 60 else { return 60_000 }
        return Int32(max(seconds * 1_000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000, 0))
    }
}

/// What is done with descriptors everywhere.
enum Descriptor {
    /// Nothing waits in it, and programs that this one starts don't inherit it.
    static func prepare(_ descriptor: Int32) {
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
        _ = fcntl(descriptor, F_SETFD, fcntl(descriptor, F_GETFD) | FD_CLOEXEC)
    }
}

/// Why a source gives no events, in a line.
public struct FeedSourceError: Error, Equatable, Sendable, CustomStringConvertible {
    /// What could not be opened or read.
    public let source: String
    /// Why not.
    public let problem: String

    /// A problem with a source.
    public init(_ source: String, _ problem: String) {
        self.source = source
        self.problem = problem
    }

    /// Both in a line.
    public var description: String { "\(source): \(problem)" }
}

/// What the system says about the call that failed last.
func lastSystemError() -> String {
    String(cString: strerror(errno)).lowercased()
}
