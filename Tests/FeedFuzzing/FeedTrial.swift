import FeedAdapters
import FeedNetworks
import GiftFeed
import SeededRandomness

/// What must hold for any bytes that come by a feed, a chat, a WebSocket or a broker: they are refused in one line, or tell
/// of events that all others can take.
///
/// The first line of a document says what the rest is: one of ``forms``; where it says nothing of that kind, the rest is
/// taken for all of them that have lines.
public enum FeedTrial {
    /// A promise that was not kept.
    public struct Fault: Error, CustomStringConvertible {
        /// Which one.
        public let description: String
    }

    /// What documents may be.
    public static let forms =
        FeedFormat.allCases.map(\.rawValue) + ["chat-session", "eventsub-session", "mqtt", "websocket", "handshake"]

    static let kinds = [
        GiftKind(id: "rose", name: "Rose", value: 1), GiftKind(id: "star", name: "Star", value: 100),
        GiftKind(id: "whale", name: "Whale", value: 5_000),
    ]
    static let map = GiftMap(kinds: kinds)

    /// Tries a document; gives how many events it told of.
    @discardableResult
    public static func run(_ document: [UInt8]) throws(Fault) -> Int {
        let end = document.firstIndex(of: UInt8(ascii: "\n")) ?? document.count
        let form = String(decoding: document[..<end], as: UTF8.self)
        let body = Array(document[min(end + 1, document.count)...])
        switch form {
        case "chat-session": return try chat(body)
        case "eventsub-session": return try eventSub(body)
        case "mqtt": return try messages(body)
        case "websocket": return try webSocket(body)
        case "handshake": return try handshake(body)
        default:
            if let format = FeedFormat(rawValue: form) { return try lines(body, format) }
            var count = 0
            for format in FeedFormat.allCases { count += try lines(document, format) }
            return count
        }
    }

    // MARK: - What is checked everywhere

    static func check(_ isSo: Bool, _ problem: @autoclosure () -> String) throws(Fault) {
        if !isSo { throw Fault(description: problem()) }
    }

    /// Events may be added up, shown and written down.
    static func check(_ events: [FeedEvent], of bytes: Int) throws(Fault) {
        try check(events.count <= bytes, "more events than bytes")
        var latest = Duration.zero
        for event in events {
            try check(event.at >= latest, "time falls from \(latest) to \(event.at)")
            latest = event.at
            switch event.kind {
            case .gift(let gift):
                let most = FeedLineAdapter.greatestCount
                try check((1...most).contains(gift.count), "\(gift.count) gifts")
                try check(gift.value >= 0 && gift.value <= FeedLineAdapter.greatestValue, "worth \(gift.value)")
                try check((1...most).contains(gift.streak?.total ?? 1), "a run of \(gift.streak?.total ?? 0)")
            case .like(_, let count): try check(count >= 1, "\(count) likes")
            case .streakEnd(_, let total), .batch(_, let total): try check(total >= 1, "a total of \(total)")
            case .chat, .join, .leave, .seen, .retract: break
            }
        }
    }

    static func check(_ error: FeedLineError) throws(Fault) {
        try checkLine(error.problem)
        try check(error.column >= 1, "column \(error.column)")
    }

    /// A reason is one line that fits a screen, more or less.
    static func checkLine(_ line: String) throws(Fault) {
        try check(!line.isEmpty && line.utf8.count <= 2_000, "said in \(line.utf8.count) bytes")
        try check(!line.contains(where: \.isNewline), "said in other than a line: \(line)")
    }

    /// Bytes in pieces, whose lengths only depend on the bytes.
    static func pieces(of bytes: [UInt8]) -> [ArraySlice<UInt8>] {
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
