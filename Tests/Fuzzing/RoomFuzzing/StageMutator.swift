import DocumentFuzzing
import SeededRandomness

/// A generator of hostile scripts for ``StageTrial``, with lines of all kinds, text that breaks screens, and general
/// mutations of documents.
public struct StageMutator {
    private var base: LineMutator

    /// Creates a mutator of scripts of at most `maxBytes` bytes.
    public init(seed: UInt64, maxBytes: Int) { base = LineMutator(seed: seed, maxBytes: maxBytes) }

    /// Returns `script` after one to eight changes, some of which use lines of `donor`.
    public mutating func mutated(_ script: [UInt8], donor: [UInt8]) -> [UInt8] {
        var lines = LineMutator.lines(of: script)
        let others = LineMutator.lines(of: donor)
        for _ in 0..<(1 + base.random.next(below: 8)) { change(&lines, others) }
        return base.text(of: lines)
    }

    private mutating func change(_ lines: inout [[UInt8]], _ others: [[UInt8]]) {
        let index = base.random.next(below: lines.count + 1)
        switch base.random.next(below: 10) {
        case 0 where index < lines.count: lines.remove(at: index)
        case 1 where index < lines.count: lines[index] = base.values.mutate(lines[index])
        case 2 where index < lines.count:
            let count = 2 + base.random.next(below: 60)
            base.multiply(&lines, at: index, count: count)
        case 3 where !others.isEmpty: lines.insert(others[base.random.next(below: others.count)], at: index)
        case 4 where index < lines.count: lines.swapAt(index, base.random.next(below: lines.count))
        default: lines.insert(Array(line().utf8), at: index)
        }
    }

    // MARK: - Lines

    private mutating func pick(_ list: [String]) -> String { list[base.random.next(below: list.count)] }

    /// Returns a new line of any kind.
    mutating func line() -> String {
        switch base.random.next(below: 9) {
        case 0, 1: event()
        case 2, 3: "key \(pick(Self.keys))"
        case 4: "wait \(pick(["0", "1", "16", "33", "250", "1000", "5000", "20000"]))"
        case 5:
            "mouse \(pick(["press", "drag", "release", "up", "down"])) \(base.random.next(below: 120)) \(base.random.next(below: 40))"
        case 6: "size \(pick(Self.sizes))"
        case 7: "paste \(text())"
        default: "set \(pick(Self.settings))"
        }
    }

    private mutating func event() -> String {
        let from = #"{"id":"u\#(base.random.next(below: 9))","name":\#(quoted(text()))}"#
        switch base.random.next(below: 8) {
        case 0, 1, 2:
            let gift = pick(["heart", "star", "castle", "rocket", "whale", "confetti", "nothing", "cat"])
            let count = pick(["1", "1", "3", "99", "1000000000", "0", "-1"])
            let streak =
                base.random.next(below: 3) == 0
                ? #","streak":{"id":"s\#(base.random.next(below: 3))","final":false}"# : ""
            return
                #"{"at":0,"type":"gift","id":"g\#(base.random.next(below: 99))","gift":"\#(gift)","name":\#(quoted(text())),"#
                + #""from":\#(from),"count":\#(count),"value":\#(pick(["0", "1", "5000", "999999999999999999"]))\#(streak)}"#
        case 3, 4:
            return
                #"{"at":0,"type":"chat","id":"c\#(base.random.next(below: 9))","from":\#(from),"text":\#(quoted(text()))}"#
        case 5: return #"{"at":0,"type":"seen","from":\#(from),"message":"c\#(base.random.next(below: 9))"}"#
        case 6:
            return
                #"{"at":0,"type":"\#(pick(["join", "leave", "like"]))","from":\#(from),"count":\#(base.random.next(below: 99))}"#
        default:
            return
                #"{"at":0,"type":"retract","message":"c\#(base.random.next(below: 9))","id":"g\#(base.random.next(below: 99))"}"#
        }
    }

    /// Returns a text that may be wide, long, empty, right-to-left, stacked, or without visible characters.
    private mutating func text() -> String {
        let piece = pick(Self.pieces)
        return base.random.next(below: 4) == 0
            ? String(repeating: piece, count: 1 + base.random.next(below: 200)) : piece
    }

    private func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": result += "\\\(scalar)"
            case _ where scalar.value < 0x20:
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }

    private static let pieces = [
        "", " ", "ann", "word ", "👩‍👩‍👧‍👦", "🏳️‍🌈", "日本語", "עברית", "العربية", "\u{202E}txt", "\u{2066}x\u{2069}",
        "e\u{301}\u{301}\u{301}",
        "\u{1B}[2J", "\u{1B}]0;title\u{7}", "\u{9B}31m", "\u{0}", "\u{7F}", "\u{2028}", "\u{200B}", "\u{FEFF}",
        "\u{FFFD}",
        "a\u{300}\u{301}\u{302}\u{303}", "\u{1100}\u{1161}\u{11A8}", "\u{AD}", "\t", "\r\n", "﷽", "𒐫", "{sender}",
        "{count}", "…", "‍",
    ]
    private static let keys = [
        "1", "2", "5", "9", "0", "x", "X", "m", "[", "]", "h", "r", "s", "S", "g", "l", "?", ":", "space", ",", ".",
        "<", ">",
        "=", "escape", "enter", "tab", "backspace", "delete", "up", "down", "left", "right", "home", "end", "pageup",
        "pagedown",
        "ctrl-p", "ctrl-s", "f1", "v", "t", "é", "日",
    ]
    private static let sizes = [
        "80 24", "200 60", "1 1", "2 2", "10 3", "20 8", "40 12", "50 15", "60 18", "120 36", "240 5", "5 240", "33 21",
    ]
    private static let settings = [
        "mode=queue", "mode=replace", "replaceAt=0", "replaceAt=1", "replaceAt=2", "early=hold", "backlog=park",
        "maxWaiting=0",
        "maxWaiting=3", "overflow=dropCheapest", "expireAfter=1s", "combineWithin=3s", "order=value", "gap=500ms",
        "missing=wait",
        "bannerLanes=1", "bannerBelow=600", "theme=light", "motion=reduced", "frameCache=0", "viewer=ann",
        "transition=none",
    ]
}
