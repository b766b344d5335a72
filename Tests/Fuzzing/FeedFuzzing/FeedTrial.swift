import FeedNetworks
import PlatformAdapters
import RoomEvents
import SeededRandomness

/// A trial with any bytes of a feed, a chat, a WebSocket or a broker, which must be refused with one line each or give
/// valid events.
///
/// The first line of a document says what the rest is: one of ``formatHeaders``. With another first line the document is read
/// in every format of lines.
public enum FeedTrial {
    /// A violation of a rule.
    public struct RuleViolation: Error, CustomStringConvertible {
        /// The description of the violation.
        public let description: String
    }

    /// The possible first lines of a document.
    public static let formatHeaders =
        FeedFormat.allCases.map(\.rawValue) + ["chat-session", "eventsub-session", "mqtt", "websocket", "handshake"]

    static let kinds = [
        GiftKind(id: "rose", name: "Rose", value: 1), GiftKind(id: "star", name: "Star", value: 100),
        GiftKind(id: "whale", name: "Whale", value: 5_000),
    ]
    static let map = GiftMap(kinds: kinds)

    /// Runs the trial with a document and returns the number of events.
    @discardableResult
    public static func run(_ document: [UInt8]) throws(RuleViolation) -> Int {
        let end = document.firstIndex(of: UInt8(ascii: "\n")) ?? document.count
        let form = String(decoding: document[..<end], as: UTF8.self)
        let body = Array(document[min(end + 1, document.count)...])
        switch form {
        case "chat-session": return try runChat(body)
        case "eventsub-session": return try runEventSub(body)
        case "mqtt": return try runMQTTMessages(body)
        case "websocket": return try runWebSocket(body)
        case "handshake": return try runHandshake(body)
        default:
            if let format = FeedFormat(rawValue: form) { return try runLines(body, format) }
            var count = 0
            for format in FeedFormat.allCases { count += try runLines(document, format) }
            return count
        }
    }

    // MARK: - Common checks

    static func check(_ isSo: Bool, _ problem: @autoclosure () -> String) throws(RuleViolation) {
        if !isSo { throw RuleViolation(description: problem()) }
    }

    /// Checks that events are in order and that their numbers are within the limits.
    static func check(_ events: [FeedEvent], of bytes: Int) throws(RuleViolation) {
        try check(events.count <= bytes, "more events than bytes")
        var latest = Duration.zero
        for event in events {
            try check(event.at >= latest, "time falls from \(latest) to \(event.at)")
            latest = event.at
            switch event.kind {
            case .gift(let gift):
                let most = FeedLineAdapter.maxCount
                try check((1...most).contains(gift.count), "\(gift.count) gifts")
                try check(gift.value >= 0 && gift.value <= FeedLineAdapter.maxValue, "worth \(gift.value)")
                try check((1...most).contains(gift.streak?.total ?? 1), "a run of \(gift.streak?.total ?? 0)")
            case .like(_, let count): try check(count >= 1, "\(count) likes")
            case .streakEnd(_, let total), .batch(_, let total): try check(total >= 1, "a total of \(total)")
            case .chat, .join, .leave, .seen, .retract: break
            }
        }
    }

    static func check(_ error: FeedLineError) throws(RuleViolation) {
        try checkLine(error.problem)
        try check(error.column >= 1, "column \(error.column)")
    }

    /// Checks that a reason is one line of at most 2,000 bytes.
    static func checkLine(_ line: String) throws(RuleViolation) {
        try check(!line.isEmpty && line.utf8.count <= 2_000, "said in \(line.utf8.count) bytes")
        try check(!line.contains(where: \.isNewline), "said in other than a line: \(line)")
    }

    /// Divides bytes into pieces of 1 to 64 bytes, which depend only on the bytes.
    static func chunks(of bytes: [UInt8]) -> [ArraySlice<UInt8>] {
        var random = SeededGenerator(seed: UInt64(bytes.count) &* 31 &+ UInt64(bytes.last ?? 0))
        var pieces: [ArraySlice<UInt8>] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = min(rest.count, Int.random(in: 1...64, using: &random))
            pieces.append(rest.prefix(count))
            rest = rest.dropFirst(count)
        }
        return pieces
    }
}
