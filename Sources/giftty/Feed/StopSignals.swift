#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Ctrl-C and a friendly kill, as something to wait for: whoever works can finish what has begun.
final class StopSignals: Sendable {
    /// The pipe that the signals' handler writes into; it is the process's, as handlers are.
    private let reader: Int32

    private static let signals = [SIGINT, SIGTERM, SIGHUP]

    init() throws(CommandFailure) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw CommandFailure(.software, "pipe: \(reasonOfLastError())") }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        reader = ends[0]
        stopSignalWriter = ends[1]
        // Whoever started this program may have blocked them.
        var all = sigset_t()
        sigemptyset(&all)
        for number in Self.signals { sigaddset(&all, number) }
        pthread_sigmask(SIG_UNBLOCK, &all, nil)
        for number in Self.signals {
            signal(number) { number in
                var byte = UInt8(truncatingIfNeeded: number)
                _ = write(stopSignalWriter, &byte, 1)
            }
        }
    }

    deinit {
        for number in Self.signals { signal(number, SIG_DFL) }
        close(reader)
        close(stopSignalWriter)
    }

    /// Waits until `descriptor` can be read, or until a time; the signal that came, nil where none did.
    func wait(for descriptor: Int32, until end: ContinuousClock.Instant?) -> Int32? {
        var entries = [
            pollfd(fd: reader, events: Int16(POLLIN), revents: 0),
            pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
        ]
        var milliseconds: Int32 = -1
        if let end {
            let (seconds, attoseconds) = ContinuousClock.now.duration(to: end).components
            milliseconds = Int32(min(max(seconds * 1_000 + attoseconds / 1_000_000_000_000_000 + 1, 0), 1_000_000))
        }
        _ = poll(&entries, nfds_t(entries.count), milliseconds)
        guard entries[0].revents != 0 else { return nil }
        var byte: UInt8 = 0
        return read(reader, &byte, 1) == 1 ? Int32(byte) : nil
    }
}

/// Where the handler writes. It is set before a handler is, and a handler can reach nothing but globals.
nonisolated(unsafe) private var stopSignalWriter: Int32 = -1

/// Waits without giving the thread away: what is written meanwhile is in order.
enum SleepingClock {
    static func sleep(until instant: ContinuousClock.Instant) {
        while true {
            let (seconds, attoseconds) = ContinuousClock.now.duration(to: instant).components
            guard seconds > 0 || seconds == 0 && attoseconds > 0 else { return }
            var time = timespec(tv_sec: Int(min(seconds, 3_600)), tv_nsec: Int(attoseconds / 1_000_000_000))
            nanosleep(&time, nil)
        }
    }
}
