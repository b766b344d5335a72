import Foundation
import LocalStore
import Playback
import ReportText
import StoreDocuments
import Synchronization
import Terminal

/// Shows a pass on standard output while it goes on: bars on a terminal, lines elsewhere, objects for programs.
///
/// Events come from several threads; what is written, one at a time writes.
final class SyncReport: Sendable {
    private struct State {
        var progress = SyncProgress()
        /// How many lines of bars stand on the screen.
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

    /// How often bars are drawn: often enough to seem to move.
    private static let interval: Nanoseconds = .second / 10

    /// A report in this form; bars need a terminal that can place the cursor.
    init(format: ReportFormat) {
        self.format = format
        hasBars =
            format == .text && Output.isTerminal
            && TerminalDescription.current(environment: TerminalFacts.environment).canPlaceCursor
    }

    /// What kept it from writing.
    var failure: CommandFailure? { state.withLock { $0.failure } }

    /// Begins to draw, where there are bars.
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

    /// Takes what happens.
    func take(_ event: SyncEvent) {
        state.withLock { state in
            state.progress.take(event)
            if case .ready(let gift) = event { state.bytes += gift.size }
            guard let line = format == .json ? Self.json(event)?.text : line(event) else { return }
            write(bars(&state, []) + line + "\n", &state)
        }
    }

    /// Leaves nothing of the bars, and says what the pass came to.
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
            // The last word is that of the end.
            guard !end.isStopped else { return }
            let columns = (TerminalFacts.size?.columns ?? 80) - 1
            let lines = state.progress.lines(columns: columns, isASCII: isASCII)
            write(bars(&state, lines), &state)
        }
    }

    /// What makes the bars on the screen these.
    private func bars(_ state: inout State, _ lines: [String]) -> String {
        guard hasBars, state.shown > 0 || !lines.isEmpty else { return "" }
        // Up to the first bar, and from there on everything away.
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

// MARK: - Words

extension SyncReport {
    /// A line for what is worth one; with bars, what went well is seen in them.
    private func line(_ event: SyncEvent) -> String? {
        switch event {
        case .ready(let gift):
            hasBars ? nil : "ready      \(gift.id) \(gift.version)  \(ByteWords.text(gift.size))"
        case .failed(let gift, let reason): "failed     \(gift.id) \(gift.version)  \(reason.printable)"
        case .withdrawn(let id): "withdrawn  \(id)"
        case .pausing(let gift, _, let reason):
            hasBars ? nil : "again      \(gift.id) \(gift.version)  \(reason.printable)"
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
