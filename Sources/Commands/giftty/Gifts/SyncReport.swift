import CommandLineSupport
import GiftLibrary
import JSON
import StoreProtocol
import Synchronization
import SystemIO
import Terminal
import TerminalText

/// A report of a running synchronisation on standard output: progress bars on a terminal, otherwise lines or JSON
/// objects.
///
/// Events arrive on several threads; only one thread writes at a time.
final class SyncReport: Sendable {
    private struct State {
        var progress = SyncProgressBars()
        /// The number of progress bars on the screen.
        var shownBarCount = 0
        var startTime: ContinuousClock.Instant
        var failure: CommandFailure?
        var bytes = 0
    }

    private let format: ReportFormat
    private let showsBars: Bool
    private let isASCII = TerminalFacts.isASCII
    private let state = Mutex(State(startTime: ContinuousClock.now))
    private let endSignal = StopSignal()

    /// The interval between two updates of the bars, short enough to look continuous.
    private static let redrawInterval = Duration.milliseconds(100)

    /// Creates a report. Progress bars need a terminal that can place the cursor.
    init(format: ReportFormat) {
        self.format = format
        showsBars =
            format == .text && Output.isTerminal
            && TerminalDescription.current(environment: TerminalFacts.environment).canPositionCursor
    }

    /// The error that prevented writing; `nil` without one.
    var failure: CommandFailure? { state.withLock { $0.failure } }

    /// Starts to draw the progress bars, if there are any.
    func startDrawing() {
        guard showsBars else { return }
        // Without a thread there are no bars, and the lines and the summary appear all the same.
        _ = try? SystemThread("progress") { [self] in
            while !endSignal.isStopped {
                redraw()
                endSignal.wait(timeout: Self.redrawInterval)
            }
        }
    }

    /// Reports an event.
    func report(_ event: SyncEvent) {
        state.withLock { state in
            state.progress.handle(event)
            if case .ready(let gift) = event { state.bytes += gift.size }
            guard let line = format == .json ? Self.json(event)?.text : line(event)?.terminalSafe() else { return }
            write(barsOutput(&state, []) + line + "\n", &state)
        }
    }

    /// Removes the progress bars and prints the summary.
    func finish(_ summary: SyncSummary?) {
        endSignal.stop()
        state.withLock { state in
            var text = barsOutput(&state, [])
            if let summary {
                text += (format == .json ? Self.json(summary).text : summaryLine(summary, state)) + "\n"
            }
            write(text, &state)
        }
    }

    // MARK: - Drawing

    private func redraw() {
        state.withLock { state in
            // Nothing is drawn after the summary.
            guard !endSignal.isStopped else { return }
            let columns = (TerminalFacts.size?.columns ?? 80) - 1
            let lines = state.progress.lines(columns: columns, isASCII: isASCII)
            write(barsOutput(&state, lines), &state)
        }
    }

    /// Returns the output that replaces the progress bars on the screen.
    private func barsOutput(_ state: inout State, _ lines: [String]) -> String {
        guard showsBars, state.shownBarCount > 0 || !lines.isEmpty else { return "" }
        // Cursor up to the first bar, then clear to the end of the screen.
        var text = state.shownBarCount > 0 ? "\u{1B}[\(state.shownBarCount)A" : ""
        text += "\r\u{1B}[J" + lines.map { $0 + "\n" }.joined()
        state.shownBarCount = lines.count
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
            showsBars ? nil : "ready      \(gift.id) \(gift.version)  \(ByteCountFormat.string(gift.size))"
        case .failed(let gift, let reason): "failed     \(gift.id) \(gift.version)  \(reason)"
        case .withdrawn(let id): "withdrawn  \(id)"
        case .returned(let id): "returned   \(id)"
        case .rejected(let gift): "failed     \(gift.id ?? "a gift")  \(gift.error.description)"
        case .pausing(let gift, _, let reason):
            showsBars ? nil : "again      \(gift.id) \(gift.version)  \(reason)"
        case .compared, .listed, .restored, .receiving: nil
        }
    }

    private func summaryLine(_ summary: SyncSummary, _ state: State) -> String {
        var parts: [String] = []
        func add(_ count: Int, _ what: String) {
            if count > 0 { parts.append("\(count) \(what)") }
        }
        add(summary.ready, "ready")
        add(summary.failed, "failed")
        add(summary.withdrawn, "withdrawn")
        add(summary.remaining, summary.isDiskFull ? "left, as the disk is full" : "left")
        guard !parts.isEmpty else { return "revision \(summary.revision): nothing new" }
        let seconds = state.startTime.duration(to: .now) / .seconds(1)
        let tenths = Int(seconds * 10)
        return
            "revision \(summary.revision): \(parts.joined(separator: ", ")), \(ByteCountFormat.string(state.bytes)) in "
            + "\(tenths / 10).\(tenths % 10) s"
    }

    private static func json(_ event: SyncEvent) -> JSONValue? {
        func gift(_ event: String, _ gift: StoreGift, _ more: [(key: String, value: JSONValue)] = []) -> JSONValue {
            .object(
                [("event", .string(event)), ("id", .string(gift.id)), ("version", .integer(gift.version))]
                    + more)
        }
        switch event {
        case .compared(let gifts, let bytes):
            return .object([("event", .string("compared")), ("gifts", .integer(gifts)), ("bytes", .integer(bytes))])
        case .ready(let ready): return gift("ready", ready, [("bytes", .integer(ready.size))])
        case .failed(let failed, let reason): return gift("failed", failed, [("reason", .string(reason))])
        case .pausing(let paused, let time, let reason):
            return gift("again", paused, [("after", .seconds(time)), ("reason", .string(reason))])
        case .withdrawn(let id): return .object([("event", .string("withdrawn")), ("id", .string(id))])
        case .returned(let id): return .object([("event", .string("returned")), ("id", .string(id))])
        case .rejected(let gift):
            return .object([
                ("event", .string("failed")), ("id", gift.id.map { .string($0) } ?? .null),
                ("version", gift.version.map { .integer($0) } ?? .null), ("reason", .string(gift.error.description)),
            ])
        case .listed, .restored, .receiving: return nil
        }
    }

    private static func json(_ summary: SyncSummary) -> JSONValue {
        .object([
            ("event", .string("done")), ("revision", .integer(summary.revision)), ("ready", .integer(summary.ready)),
            ("failed", .integer(summary.failed)), ("withdrawn", .integer(summary.withdrawn)),
            ("left", .integer(summary.remaining)),
        ])
    }
}
