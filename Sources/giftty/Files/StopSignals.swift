import Dispatch
import LocalStore
import Synchronization

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Ctrl-C, a friendly kill and a closed terminal, for as long as this is there: whoever works can finish what has begun.
///
/// Some wait for them beside something else, others have them stop what goes on.
final class StopSignals: Sendable {
    /// The pipe that the signals' handler writes into; it is the process's, as handlers are.
    private let reader: Int32
    private let received = Atomic<Int32>(0)
    /// Looks into the pipe for those who don't wait. Touched at the beginning and the end only, when nobody else has this.
    private nonisolated(unsafe) var watch: (any DispatchSourceRead)?

    private static let signals = [SIGINT, SIGTERM, SIGHUP]

    /// - Parameter stop: what is to stop then; with nil somebody has to ``wait(for:until:)``.
    init(stopping stop: StopSignal? = nil) throws(CommandFailure) {
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
            setSignalHandler(number) { number in
                var byte = UInt8(truncatingIfNeeded: number)
                _ = write(stopSignalWriter, &byte, 1)
            }
        }
        guard let stop else { return }
        let watch = DispatchSource.makeReadSource(fileDescriptor: reader, queue: .global())
        watch.setEventHandler { [weak self] in
            self?.take()
            stop.stop()
        }
        // The system may still look at the pipe until then.
        watch.setCancelHandler { [reader] in close(reader) }
        watch.resume()
        self.watch = watch
    }

    deinit {
        for number in Self.signals { setSignalHandler(number, SIG_DFL) }
        if let watch { watch.cancel() } else { close(reader) }
        close(stopSignalWriter)
    }

    /// Readable once a signal has come, until somebody waits for it here; for `poll`.
    var descriptor: Int32 { reader }

    /// The signal that came last; nil before.
    var signal: Int32? {
        let number = received.load(ordering: .relaxed)
        return number == 0 ? nil : number
    }

    /// Waits until `descriptor` can be read, or until a time; the signal that came, nil where none did.
    func wait(for descriptor: Int32?, until end: ContinuousClock.Instant?) -> Int32? {
        var entries = [
            pollfd(fd: reader, events: Int16(POLLIN), revents: 0),
            pollfd(fd: descriptor ?? -1, events: Int16(POLLIN), revents: 0),
        ]
        var milliseconds: Int32 = -1
        if let end {
            let (seconds, attoseconds) = ContinuousClock.now.duration(to: end).components
            milliseconds = Int32(min(max(seconds * 1_000 + attoseconds / 1_000_000_000_000_000 + 1, 0), 1_000_000))
        }
        _ = poll(&entries, nfds_t(entries.count), milliseconds)
        guard entries[0].revents != 0 else { return nil }
        take()
        return signal
    }

    private func take() {
        var byte: UInt8 = 0
        if read(reader, &byte, 1) == 1 { received.store(Int32(byte), ordering: .relaxed) }
    }
}

/// Where the handler writes. It is set before a handler is, and a handler can reach nothing but globals.
nonisolated(unsafe) private var stopSignalWriter: Int32 = -1

/// The system's `signal`, which a member of the same name hides.
private func setSignalHandler(_ number: Int32, _ handler: (@convention(c) (Int32) -> Void)?) {
    signal(number, handler)
}
