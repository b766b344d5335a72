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

/// Turns Ctrl-C, and the wish to end or a closed terminal, into a request to stop, for as long as this is there.
final class Interruption: Sendable {
    /// What is to stop then.
    let stop = StopSignal()
    private let received = Atomic<Int32>(0)
    /// Touched at the beginning and the end only, when nobody else has this.
    private nonisolated(unsafe) let sources: [any DispatchSourceSignal]

    private static let signals = [SIGINT, SIGTERM, SIGHUP]

    init() {
        sources = Self.signals.map { number in
            DispatchSource.makeSignalSource(signal: number, queue: .global())
        }
        for (number, source) in zip(Self.signals, sources) {
            ignoreSignal(number)
            source.setEventHandler { [weak self] in
                guard let self else { return }
                received.store(number, ordering: .relaxed)
                stop.stop()
            }
            source.resume()
        }
    }

    deinit {
        for source in sources { source.cancel() }
        for number in Self.signals { resetSignal(number) }
    }

    /// The signal that came last; nil before.
    var signal: Int32? {
        let number = received.load(ordering: .relaxed)
        return number == 0 ? nil : number
    }
}

/// The system's `signal`, which a member of the same name hides.
private func resetSignal(_ number: Int32) {
    signal(number, SIG_DFL)
}

/// Has the system do nothing of its own about a signal.
private func ignoreSignal(_ number: Int32) {
    signal(number, SIG_IGN)
}
