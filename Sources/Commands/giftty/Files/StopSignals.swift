import CTerminalGuard
import Dispatch
import Synchronization
import SystemIO

/// A handler for the signals of Ctrl-C, `kill` and a closed terminal, which lets the program finish its work in an
/// orderly way.
///
/// A command either waits for a signal together with another descriptor, or passes a `StopSignal` that stops its work.
/// The signals are handled as long as an instance exists.
final class StopSignals: Sendable {
    /// A descriptor for `poll` that is readable after a signal until ``wait(for:until:)`` reads it.
    ///
    /// It is the end of a pipe to which the signal handler writes. Like the handlers, it belongs to the process and is
    /// never closed.
    let descriptor: Int32
    private let receivedSignal = Atomic<Int32>(0)
    /// Whether only the end of the terminal is handled.
    private let isHangUpOnly: Bool
    /// The source that reads the pipe if the command does not wait for signals.
    private let readSource: Mutex<(any DispatchSourceRead)?>

    /// Starts to handle the signals.
    ///
    /// - Parameters:
    ///   - stop: The signal object to stop; with `nil`, the caller must use ``wait(for:until:)``.
    ///   - isHangUpOnly: Whether to handle only the end of the terminal, because a screen handles the other signals.
    /// - Throws: `CommandFailure` if the pipe cannot be created.
    init(stopping stop: StopSignal? = nil, isHangUpOnly: Bool = false) throws(CommandFailure) {
        self.isHangUpOnly = isHangUpOnly
        descriptor = isHangUpOnly ? hang_up_watch() : stop_signals_watch()
        readSource = Mutex(nil)
        // `deinit` ends the watch, even if this initialiser throws.
        guard descriptor >= 0 else { throw CommandFailure(.software, "pipe: \(SystemError.last)") }
        guard let stop else { return }
        readSource.withLock { watch in
            let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .global())
            source.setEventHandler { [weak self] in
                self?.consumeSignal()
                stop.stop()
            }
            source.resume()
            watch = source
        }
    }

    deinit {
        readSource.withLock { $0?.cancel() }
        guard descriptor >= 0 else { return }
        if isHangUpOnly { hang_up_unwatch() } else { stop_signals_unwatch() }
    }

    /// The number of the last signal; `nil` if there was none.
    var signal: Int32? {
        let number = receivedSignal.load(ordering: .relaxed)
        return number == 0 ? nil : number
    }

    /// Returns the number of a signal that has come and that nobody has read; `nil` if there is none.
    func unreadSignal() -> Int32? { wait(for: [], until: .now) }

    /// Waits until one of `others` is ready, a signal arrives or the time `end` is reached.
    ///
    /// - Returns: The number of the signal; `nil` without one.
    func wait(for others: [AwaitedDescriptor], until end: ContinuousClock.Instant?) -> Int32? {
        let milliseconds = end.map { ContinuousClock.now.duration(to: $0).pollMilliseconds } ?? -1
        guard
            !Descriptor.wait(
                for: [AwaitedDescriptor(descriptor)] + others, milliseconds: milliseconds)[0].isEmpty
        else { return nil }
        consumeSignal()
        return signal
    }

    private func consumeSignal() {
        guard let byte = try? Descriptor.read(descriptor, upTo: 1).first else { return }
        receivedSignal.store(Int32(byte), ordering: .relaxed)
    }
}
