import Foundation
import LocalStore
import Playback
import ReportText
import StoreDocuments
import Synchronization
import Terminal
import TerminalText

/// A report of a running synchronisation on standard output: progress bars on a terminal, otherwise lines or JSON
/// objects.
///
/// Events arrive on several threads; only one thread writes at a time.
final class SyncReport: Sendable {
    private struct State {
        var progress = SyncProgress()
        /// The number of progress bars on the screen.
        var shown = 0
        var start: ContinuousClock.Instant
        var failure: CommandFailure?
        var bytes = 0
    }

    private let format: ReportFormat
    private let hasBars: Bool
    private let isASCII = TerminalFacts.isASCII
    private let state = Mutex(State(start: ContinuousClock.now))
    private let end = StopSignal()

    /// The interval between two updates of the bars, short enough to look continuous.
    private static let interval: Nanoseconds = .second / 10

    /// Creates a report. Progress bars need a terminal that can place the cursor.
    init(format: ReportFormat) {
        self.format = format
        hasBars =
            format == .text && Output.isTerminal
            && TerminalDescription.current(environment: TerminalFacts.environment).canPlaceCursor
    }

    /// The error that prevented writing; `nil` without one.
    var failure: CommandFailure? { state.withLock { $0.failure } }

    /// Starts to draw the progress bars, if there are any.
    func begin() {
        guard hasBars else { return }
        Thread.detachNewThread { [self] in
            let clock = SystemStoreClock()
            while !end.isStopped {
                redraw()
                clock.wait(Self.interval, unless: end)
            }
        }
    }

    /// Reports an event.
    func take(_ event: SyncEvent) {
        state.withLock { state in
            state.progress.take(event)
            if case .ready(let gift) = event { state.bytes += gift.size }
            guard let line = format == .json ? Self.json(event)?.text : line(event)?.terminalSafe() else { return }
            write(bars(&state, []) + line + "\n", &state)
        }
    }

    /// Removes the progress bars and prints the summary.
    func end(_ summary: SyncSummary?) {
        end.stop()
        state.withLock { state in
            var text = bars(&state, [])
            if let summary {
                text += (format == .json ? Self.json(summary).text : words(summary, state)) + "\n"
            }
            write(text, &state)
        }
    }

    // MARK: - Drawing

    private func redraw() {
        state.withLock { state in
            // Nothing is drawn after the summary.
            guard !end.isStopped else { return }
            let columns = (TerminalFacts.size?.columns ?? 80) - 1
            let lines = state.progress.lines(columns: columns, isASCII: isASCII)
            write(bars(&state, lines), &state)
        }
    }

    /// Returns the output that replaces the progress bars on the screen.
    private func bars(_ state: inout State, _ lines: [String]) -> String {
        guard hasBars, state.shown > 0 || !lines.isEmpty else { return "" }
        // Cursor up to the first bar, then clear to the end of the screen.
        var text = state.shown > 0 ? "\u{1B}[\(state.shown)A" : ""
        text += "\r\u{1B}[J" + lines.map { $0 + "\n" }.joined()
        state.shown = lines.count
        return text
    }

    private func write(_ text: String, _ state: inout State) {
        guard !text.isEmpty, state.failure == nil else { return }
        var output = Output.standard()
        do throws(CommandFailure) {
            try output.write(Array(text.utf8))
            try output.flush()
        } catch {
            state.failure = error
        }
    }
}

// MARK: - Text

extension SyncReport {
    /// Returns the line for an event that is worth one. With progress bars, successful events need none.
    private func line(_ event: SyncEvent) -> String? {
        switch event {
        case .ready(let gift):
            hasBars ? nil : "ready      \(gift.id) \(gift.version)  \(ByteWords.text(gift.size))"
        case .failed(let gift, let reason): "failed     \(gift.id) \(gift.version)  \(reason)"
        case .withdrawn(let id): "withdrawn  \(id)"
        case .rejected(let gift): "failed     \(gift.id ?? "a gift")  \(gift.error.description)"
        case .pausing(let gift, _, let reason):
            hasBars ? nil : "again      \(gift.id) \(gift.version)  \(reason)"
        case .compared, .listed, .restored, .receiving: nil
        }
    }

    private func words(_ summary: SyncSummary, _ state: State) -> String {
        var parts: [String] = []
        func add(_ count: Int, _ what: String) {
            if count > 0 { parts.append("\(count) \(what)") }
        }
        add(summary.ready, "ready")
        add(summary.failed, "failed")
        add(summary.withdrawn, "withdrawn")
        add(summary.left, summary.isDiskFull ? "left, as the disk is full" : "left")
        guard !parts.isEmpty else { return "revision \(summary.revision): nothing new" }
        let seconds = state.start.duration(to: .now) / .seconds(1)
        let tenths = Int(seconds * 10)
        return "revision \(summary.revision): \(parts.joined(separator: ", ")), \(ByteWords.text(state.bytes)) in "
            + "\(tenths / 10).\(tenths % 10) s"
    }

    private static func json(_ event: SyncEvent) -> JSONValue? {
        func gift(_ event: String, _ gift: StoreGift, _ more: [(key: String, value: JSONValue)] = []) -> JSONValue {
            .object(
                [("event", .text(event)), ("id", .text(gift.id)), ("version", .integer(gift.version))]
                    + more)
        }
        switch event {
        case .compared(let gifts, let bytes):
            return .object([("event", .text("compared")), ("gifts", .integer(gifts)), ("bytes", .integer(bytes))])
        case .ready(let ready): return gift("ready", ready, [("bytes", .integer(ready.size))])
        case .failed(let failed, let reason): return gift("failed", failed, [("reason", .text(reason))])
        case .pausing(let paused, let time, let reason):
            return gift("again", paused, [("after", .seconds(time)), ("reason", .text(reason))])
        case .withdrawn(let id): return .object([("event", .text("withdrawn")), ("id", .text(id))])
        case .rejected(let gift):
            return .object([
                ("event", .text("failed")), ("id", gift.id.map { .text($0) } ?? .null),
                ("version", gift.version.map { .integer($0) } ?? .null), ("reason", .text(gift.error.description)),
            ])
        case .listed, .restored, .receiving: return nil
        }
    }

    private static func json(_ summary: SyncSummary) -> JSONValue {
        .object([
            ("event", .text("done")), ("revision", .integer(summary.revision)), ("ready", .integer(summary.ready)),
            ("failed", .integer(summary.failed)), ("withdrawn", .integer(summary.withdrawn)),
            ("left", .integer(summary.left)),
        ])
    }
}
