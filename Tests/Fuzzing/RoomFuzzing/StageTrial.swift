import BuiltInGifts
import ExactNumbers
import Foundation
import LottieDocument
import Playback
import PlayerSettings
import Recordings
import RoomEvents
import RoomSession
import RoomSimulator
import RoomUI
import Terminal
import TerminalCells

/// A trial that runs a room in virtual time with any events, inputs and sizes, and checks the rules that always hold.
///
/// A document is a script with one step per line; invalid lines are ignored:
///
///     {"at":0,"type":"gift","gift":"heart","from":"ann"}      an event of the feed at the current time
///     set mode=replace         a setting for the start of the session
///     key q · key escape       a key
///     paste TEXT               pasted text
///     mouse press 10 5         the left button pressed, dragged or released, or a step of the wheel
///     size 80 24               another size of the terminal, in cells
///     wait 250                 a wait in milliseconds, after which a frame is painted
public struct StageTrial {
    /// A violation of a rule.
    public struct RuleViolation: Error, CustomStringConvertible {
        /// The description of the violation.
        public let description: String
    }

    /// The largest side of the terminal, in cells.
    private static let maxSide = 240
    /// The longest wait between two frames, in milliseconds.
    private static let maxWait = 20_000

    private let kinds: [GiftKind]
    private var show: RoomShow
    private let log: Log
    private let header: RecordingHeader
    private var adapter: FeedLineAdapter
    private var statistics = FrameStatistics(processorTime: { 0 })
    private var grid = CellGrid(columns: 80, rows: 24)
    private var now: Nanoseconds = 0

    /// The trace and the recording so far, and the events that the room has not read.
    private final class Log: SessionLog {
        var trace: [String] = []
        var recording: [RecordedLine] = []
        var pending: [FeedEvent] = []
        var problem: String? { nil }

        func record(_ decision: TraceEvent) { trace.append(decision.json) }
        func record(_ line: RecordedLine) { recording.append(line) }
    }

    /// The built-in gifts, without options.
    private struct BuiltIn: GiftProvider {
        let gifts: EmbeddedGifts
        var catalogue: GiftCatalogue { gifts.catalogue }

        func animation(ofBuiltIn id: String) -> [UInt8]? { gifts.catalogue[id].flatMap(gifts.animation) }

        func options(ofBuiltIn id: String, _ composition: Composition) -> PresentationOptions { PresentationOptions() }
    }

    /// Plays a script and returns the number of painted frames.
    @discardableResult
    public static func run(_ document: [UInt8]) throws(RuleViolation) -> Int {
        let lines = document.split(separator: UInt8(ascii: "\n"))
        var trial = try StageTrial(settings: lines.filter { $0.starts(with: Array("set ".utf8)) })
        var frames = 0
        for line in lines {
            frames += try trial.step(line) ? 1 : 0
            if trial.show.isOver { break }
        }
        try trial.finish()
        return frames
    }

    private init(settings lines: [ArraySlice<UInt8>]) throws(RuleViolation) {
        var settings = LayeredSettings()
        for line in lines {
            let text = String(decoding: line.dropFirst(4), as: UTF8.self)
            if let assignment = try? Assignment.option(text) { settings.assign(assignment) }
        }
        let log = Log()
        self.log = log
        let gifts: EmbeddedGifts
        let script: RoomScript
        do {
            gifts = try EmbeddedGifts()
            script = try gifts.room()
        } catch {
            throw RuleViolation(description: "the built-in gifts are broken: \(error)")
        }
        kinds = gifts.kinds
        adapter = FeedLineAdapter(kinds: kinds)
        header = RecordingHeader(
            program: "giftty", host: script.host, title: script.title, viewers: 3, columns: 80, rows: 24,
            settings: settings)
        var setup = RoomShow.Setup(
            script: script, viewers: 3, gifts: BuiltIn(gifts: gifts), settings: settings, feed: ArrivingEvents(log))
        setup.log = log
        show = RoomShow(setup)
    }

    /// A feed whose events are due at their times, as those of all feeds are, or at once if these are over.
    private final class ArrivingEvents: RoomFeed {
        let log: Log

        init(_ log: Log) { self.log = log }

        func nextEvent(upTo time: Nanoseconds) -> FeedEvent? {
            log.pending.firstIndex { $0.at.inNanoseconds <= time }.map { log.pending.remove(at: $0) }
        }

        var nextDue: Nanoseconds? { nil }
        var wakeUpDescriptor: Int32? { nil }
        var maxEventsPerUpdate: Int? { nil }
        var status: FeedStatus? { nil }
    }

    // MARK: - Steps

    /// Performs a line of the script and returns whether it painted a frame.
    private mutating func step(_ line: ArraySlice<UInt8>) throws(RuleViolation) -> Bool {
        if line.first == UInt8(ascii: "{") {
            var events: [FeedEvent] = []
            let bytes = Array(line)
            bytes.withUnsafeBufferPointer { try? adapter.parse($0, arrival: .nanoseconds(now), into: &events) }
            log.pending += events
            show.advance(to: now)
            return false
        }
        let text = String(decoding: line, as: UTF8.self)
        let parts = text.split(separator: " ", maxSplits: 1).map(String.init)
        let rest = parts.count > 1 ? parts[1] : ""
        switch parts.first {
        case "key": handle(Self.key(rest))
        case "paste": handle(.paste(rest))
        case "mouse": handle(mouse(rest))
        case "size":
            let sides = rest.split(separator: " ").compactMap { Int($0) }
            guard sides.count == 2, sides.allSatisfy((1...Self.maxSide).contains) else { return false }
            grid = CellGrid(columns: sides[0], rows: sides[1])
            handle(.resize(columns: sides[0], rows: sides[1]))
        case "wait":
            guard let milliseconds = Int64(rest), (0...Int64(Self.maxWait)).contains(milliseconds) else {
                return false
            }
            now += milliseconds * 1_000_000
            try paint()
            return true
        default: break
        }
        return false
    }

    private mutating func handle(_ event: InputEvent?) {
        guard let event, !show.isOver else { return }
        show.handle(event, at: now)
        _ = show.consumePictureRequest()
    }

    private static let keys: [String: Key] = [
        "escape": .escape, "enter": .enter, "tab": .tab, "backspace": .backspace, "delete": .delete, "up": .up,
        "down": .down, "left": .left, "right": .right, "home": .home, "end": .end, "pageup": .pageUp,
        "pagedown": .pageDown, "f1": .function(1), "ctrl-p": .modified("p"), "ctrl-s": .modified("s"),
    ]

    private static func key(_ name: String) -> InputEvent? {
        if let key = keys[name] {
            if case .modified = key { return .key(key, [.control]) }
            return .key(key)
        }
        if name == "space" { return .character(" ") }
        return name.first.map { .character($0) }
    }

    private func mouse(_ text: String) -> InputEvent? {
        let parts = text.split(separator: " ").map(String.init)
        guard parts.count == 3, let column = Int(parts[1]), let row = Int(parts[2]),
            grid.bounds.contains(column: column, row: row)
        else { return nil }
        switch parts[0] {
        case "press": return .mouse(MouseEvent(.left, .press, column: column, row: row))
        case "drag": return .mouse(MouseEvent(.left, .drag, column: column, row: row))
        case "release": return .mouse(MouseEvent(.left, .release, column: column, row: row))
        case "up": return .mouse(MouseEvent(.wheelUp, .press, column: column, row: row))
        case "down": return .mouse(MouseEvent(.wheelDown, .press, column: column, row: row))
        default: return nil
        }
    }

    private mutating func paint() throws(RuleViolation) {
        show.advance(to: now)
        guard !show.isOver else { return }
        show.paint(&grid, at: now, statistics: &statistics)
        for cell in grid.cells where cell.glyph != .continuation {
            for scalar in cell.glyph.description.unicodeScalars where Self.isTerminalControl(scalar) {
                throw RuleViolation(description: "U+\(String(scalar.value, radix: 16)) is on the screen")
            }
        }
    }

    /// Returns whether a terminal treats a scalar as a control instead of showing it in its cell.
    private static func isTerminalControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .surrogate: true
        default: (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
        }
    }

    // MARK: - Checks at the end

    private mutating func finish() throws(RuleViolation) {
        show.end(at: now)
        var arrived: [String: Int] = [:]
        var ended: [String: Int] = [:]
        for line in log.trace {
            if let gift = Self.number(in: line, of: "arrived") { arrived[gift, default: 0] += 1 }
            if let gift = Self.number(in: line, of: "ended") { ended[gift, default: 0] += 1 }
        }
        guard arrived == ended else {
            throw RuleViolation(description: "\(arrived.count) gifts have arrived and \(ended.count) have ended")
        }
        let text = ([header.json] + log.recording.map(\.json)).joined(separator: "\n") + "\n"
        do {
            let check = RecordingCheck(try Recording(Array(text.utf8), path: "session"))
            if let difference = check.difference {
                throw RuleViolation(
                    description:
                        "replayed otherwise: \(difference.recorded?.json ?? "-"), \(difference.replayed ?? "-")")
            }
        } catch let fault as RuleViolation {
            throw fault
        } catch {
            throw RuleViolation(description: "the recording is not read back: \(error)")
        }
    }

    /// Returns the number of the gift in a line of the trace if the line has the given event.
    private static func number(in line: String, of event: String) -> String? {
        guard let range = line.firstRange(of: #""event":"\#(event)","gift":"#) else { return nil }
        return String(line[range.upperBound...].prefix(while: \.isNumber))
    }
}
