import CQuietPipe
import Synchronization
package import SystemIO

/// A file or a pipe that gets lines from a program that must not wait for its reader.
///
/// A thread of its own writes them; what waits for it is limited by ``UnsentLines``.
package final class LineChannel: Sendable {
    /// What became of the lines.
    package enum Ending: Equatable, Sendable {
        /// All were written.
        case complete
        /// The file could not be written.
        case failed(SystemError)
        /// The reader did not keep up, and has not got so many lines.
        case lost(Int)
    }

    private struct State {
        var lines: UnsentLines
        var failure: SystemError?
    }

    private let file: OpenFile
    private let state: Mutex<State>
    private let news: WakePipe
    private let finished: WakePipe

    /// Starts to write to an open file, which belongs to the channel from now on.
    ///
    /// - Parameters:
    ///   - file: The file or pipe.
    ///   - limit: The most bytes that wait for its reader.
    /// - Throws: `SystemError` if the system has no threads or descriptors left.
    package init(_ file: OpenFile, limit: Int = UnsentLines.maxBytes) throws(SystemError) {
        self.file = file
        state = Mutex(State(lines: UnsentLines(limit: limit)))
        news = try WakePipe()
        finished = try WakePipe()
        _ = try SystemThread("lines") { [self] in run() }
    }

    /// Adds a line without its line break. The call never waits for the reader.
    package func send(_ line: [UInt8]) {
        state.withLock { $0.lines.add(line) }
        news.signal()
    }

    /// Waits until all lines are written, but no longer than `patience`, closes the file, and returns what became of the
    /// lines.
    ///
    /// A write that is on its way gets as much time again, up to a second.
    package func close(patience: Duration) -> Ending {
        state.withLock { $0.lines.end() }
        news.signal()
        if !isFinished(within: patience) {
            state.withLock { $0.lines.giveUp() }
            news.signal()
            // A last write may be on its way.
            _ = isFinished(within: min(patience, .seconds(1)))
        }
        return state.withLock { state in
            if let failure = state.failure { return .failed(failure) }
            return state.lines.lostCount > 0 ? .lost(state.lines.lostCount) : .complete
        }
    }

    private func isFinished(within patience: Duration) -> Bool {
        let end = ContinuousClock.now + patience
        // A signal to the program ends a wait early.
        repeat {
            if finished.waitForSignal(timeout: max(.zero, ContinuousClock.now.duration(to: end))) { return true }
        } while ContinuousClock.now < end
        return false
    }

    private func run() {
        defer { finished.signal() }
        // A reader that has gone is an error of the call, and not the end of the program.
        var quiet = quiet()
        giftty_begin_quiet(&quiet)
        defer { giftty_end_quiet(&quiet) }
        while true {
            switch state.withLock({ $0.lines.action }) {
            case .wait:
                news.wait()
                news.clear()
            case .write(let bytes): write(bytes)
            case .end:
                do throws(SystemError) { try file.close() } catch { fail(error) }
                return
            }
        }
    }

    /// Writes bytes as soon as the reader has room for them, unless there is news before.
    private func write(_ bytes: [UInt8]) {
        let wait = [AwaitedDescriptor(file.descriptor, for: .output), AwaitedDescriptor(news.descriptor)]
        let ready = Descriptor.wait(for: wait, milliseconds: -1)
        if !ready[1].isEmpty { news.clear() }
        guard !ready[0].isEmpty else { return }
        do throws(SystemError) {
            try file.write(bytes)
            state.withLock { $0.lines.wrote(bytes) }
        } catch {
            fail(error)
        }
    }

    private func fail(_ error: SystemError) {
        state.withLock { state in
            if state.failure == nil { state.failure = error }
            state.lines.giveUp()
        }
    }
}
