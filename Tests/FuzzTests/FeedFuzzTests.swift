import FeedFuzzing
import Foundation
import Testing

/// Tries feeds that are made from those in `Feeds`, as ``FuzzTests`` does with documents: the same ones each time.
@Suite("Any bytes that come by a feed are events, or refused in one line", .serialized, .timeLimit(.minutes(10)))
struct FeedFuzzTests {
    private static let firstSeed = ProcessInfo.processInfo.environment["GIFTTY_SEED"].flatMap(UInt64.init) ?? 1
    /// Feeds made from each of those that are good.
    private static let trials: UInt64 = 60
    /// Size beyond which feeds are not grown, so that debug builds take seconds.
    private static let mostBytes = 8_192

    @Test("the good ones tell of something", arguments: try Feeds.names())
    func seeds(name: String) throws {
        #expect(try FeedTrial.run(Feeds.feed(name)) > 0)
    }

    @Test("there is one of each form")
    func forms() throws {
        let forms = try Feeds.names().map { name in
            String(decoding: try Feeds.feed(name).prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        }
        #expect(Set(forms) == Set(FeedTrial.forms))
    }

    @Test("hostile changes", arguments: try Feeds.names())
    func changes(name: String) throws {
        let feed = try Feeds.feed(name)
        let donors = try Feeds.names().map(Feeds.feed)
        for seed in Self.firstSeed..<(Self.firstSeed + Self.trials) {
            var mutator = FeedMutator(seed: seed, mostBytes: Self.mostBytes)
            let hostile = mutator.mutated(feed, donor: seed % 4 == 0 ? donors[Int(seed) % donors.count] : feed)
            let file = FileManager.default.temporaryDirectory.appendingPathComponent("giftty-\(name)-\(seed).feed")
            // It stays should the trial not return.
            try Data(hostile).write(to: file)
            #expect(throws: Never.self, "seed \(seed)") { try FeedTrial.run(hostile) }
            try FileManager.default.removeItem(at: file)
        }
    }

    @Test("what was found once holds", arguments: Feeds.found)
    func found(feed: String) {
        #expect(throws: Never.self) { try FeedTrial.run(Array(feed.utf8)) }
    }

    @Test("the same seed makes the same feed, another a different one, none beyond its size, and its form stays")
    func seeded() throws {
        let feed = try Feeds.feed("ndjson")
        func made(_ seed: UInt64) -> [UInt8] {
            var mutator = FeedMutator(seed: seed, mostBytes: 2_000)
            return mutator.mutated(feed, donor: feed)
        }
        #expect(made(7) == made(7))
        let feeds = (0..<200).map(made)
        #expect(Set(feeds).count > 150)
        #expect(feeds.allSatisfy { $0.count <= 2_000 && $0.starts(with: Array("ndjson\n".utf8)) })
    }
}

/// The feeds that hostile ones are made from, one for each form.
private enum Feeds {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("Feeds")

    static func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .map(\.lastPathComponent).filter { !$0.hasPrefix(".") }.sorted()
    }

    static func feed(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: folder.appendingPathComponent(name)))
    }

    /// Small ones that broke something when they were found, and what it was.
    static let found = [
        // A gift and what was said with it had one id, and were one for whoever read the other platform's words.
        "twitch-irc\n@bits=100;id=m;user-id=4;tmi-sent-ts=1000000 :ann!a@b PRIVMSG #ann :Cheer100 hi\n",
        "eventsub\n"
            + #"{"metadata":{"message_type":"notification","message_id":"5"},"payload":{"subscription":{"type":"#
            + #""channel.chat.notification"},"event":{"chatter_user_id":"4","chatter_user_name":"Ann","notice_type":"#
            + #""sub_gift","message_id":"n","message":{"text":"x"},"sub_gift":{"sub_tier":"1000"}}}}"# + "\n",
        // What a server answered stood in the reason as it was, with its line breaks and however long.
        "handshake\nHTTP/1.1 101 Switching Protocols\r\nUpgrade: web\nsocket\r\n\r\n",
        "handshake\nHTTP/1.1 101 Switching Protocols\r\nUpgrade: \(String(repeating: "x", count: 3_000))\r\n\r\n",
        // What a line held stood in the reason as it was, with what breaks lines and steers terminals.
        "ndjson\n{\"at\":3.5\rx}\n{\u{B}from\":1}\n{\"at\":\u{85}}\n", "tiktok\n{\"event\"\u{2028}x}\n", "", "ndjson",
    ]
}
