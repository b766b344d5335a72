import DocumentFuzzing
import SeededRandomness

/// A generator of hostile feeds, which changes lines and values of a valid feed and keeps its first line.
///
/// The first line names the format. The result depends only on the seed and the feeds.
public struct FeedMutator {
    private var base: LineMutator

    /// Creates a mutator of feeds of at most `maxBytes` bytes.
    public init(seed: UInt64, maxBytes: Int) { base = LineMutator(seed: seed, maxBytes: maxBytes) }

    /// Returns `feed` after one to five changes, some of which use lines of `donor`.
    public mutating func mutated(_ feed: [UInt8], donor: [UInt8]) -> [UInt8] {
        var lines = LineMutator.lines(of: feed, omittingEmptyLines: false)
        let others = LineMutator.lines(of: donor)
        for _ in 0..<Int.random(in: 1...5, using: &base.random) { change(&lines, others) }
        return base.text(of: lines)
    }

    private enum Change: CaseIterable {
        case value, secondValue, token, number, byte, remove, copy, multiply, swap, insertDonorLine, truncate, join
    }

    /// Texts with a meaning in the formats of platforms, and texts that break them.
    private static let tokens = [
        "\\s", "\\:", "\\n", "\r", "\0", ";", "=", " :", "@", ":", " ", "\u{1}ACTION ", "\u{202E}", "\u{FEFF}", "é",
        "msg-id=submysterygift;", "msg-id=subgift;", "bits=1;", "\"repeatEnd\":false,", "\"final\":true,", "\"time\":",
        "\"at\":1e999,", "\"count\":0,", "\"id\":\"\",", "{", "}", "[", "]", "\"", ",", "null", "2026-02-30T25:61:61Z",
    ]
    private static let numbers = [
        "0", "-1", "1", "2147483648", "1000000000", "1000000001", "9223372036854775807", "9223372036854775808",
        "18446744073709551616", "1e19", "1e-9", "0.0000000001", "99999999999999999999999999", "1e999", "-0",
    ]

    private mutating func change(_ lines: inout [[UInt8]], _ others: [[UInt8]]) {
        guard lines.count > 1, let change = Change.allCases.randomElement(using: &base.random) else { return }
        let place = Int.random(in: 1..<lines.count, using: &base.random)
        switch change {
        case .value, .secondValue: lines[place] = base.values.mutate(lines[place])
        case .token: insert(Self.tokens, into: &lines[place])
        case .number: replaceNumber(in: &lines[place])
        case .byte:
            guard let index = lines[place].indices.randomElement(using: &base.random) else { return }
            lines[place][index] = UInt8.random(in: 0...255, using: &base.random)
        case .remove: lines.remove(at: place)
        case .copy: lines.insert(lines[place], at: Int.random(in: 1...lines.count, using: &base.random))
        case .multiply:
            let count = Int.random(in: 2...300, using: &base.random)
            base.multiply(&lines, at: place, count: count)
        case .swap: lines.swapAt(place, Int.random(in: 1..<lines.count, using: &base.random))
        case .insertDonorLine:
            guard let other = others.randomElement(using: &base.random) else { return }
            lines.insert(other, at: place)
        case .truncate: lines[place].removeLast(Int.random(in: 0...lines[place].count, using: &base.random))
        case .join:
            guard place + 1 < lines.count else { return }
            lines[place] += lines.remove(at: place + 1)
        }
    }

    private mutating func insert(_ tokens: [String], into line: inout [UInt8]) {
        guard let token = tokens.randomElement(using: &base.random) else { return }
        line.insert(contentsOf: token.utf8, at: Int.random(in: 0...line.count, using: &base.random))
    }

    /// Replaces a random number in the line by another one.
    private mutating func replaceNumber(in line: inout [UInt8]) {
        func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }
        let starts = line.indices.filter { isDigit(line[$0]) && ($0 == 0 || !isDigit(line[$0 - 1])) }
        guard let start = starts.randomElement(using: &base.random),
            let number = Self.numbers.randomElement(using: &base.random)
        else { return }
        let end = line[start...].firstIndex { !isDigit($0) } ?? line.count
        line.replaceSubrange(start..<end, with: number.utf8)
    }
}
