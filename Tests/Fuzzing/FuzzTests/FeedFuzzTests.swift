import FeedFuzzing
import Foundation
import TestSupport
import Testing

/// Trials with feeds that are derived from those in `Feeds`, like the trials of ``FuzzTests`` with documents.
@Suite("Any bytes of a feed are events, or rejected with one line", .serialized, .timeLimit(.minutes(10)))
struct FeedFuzzTests {
    private static let firstSeed = ProcessInfo.processInfo.environment["GIFTTY_SEED"].flatMap(UInt64.init) ?? 1
    /// The number of feeds derived from each good one.
    private static let trials: UInt64 = 60
    /// The size in bytes up to which feeds grow, so that debug builds take seconds.
    private static let mostBytes = 8_192

    @Test("each good feed contains events", arguments: try Feeds.names())
    func seeds(name: String) throws {
        #expect(try FeedTrial.run(Feeds.feed(name)) > 0)
    }

    @Test("there is one good feed of each form")
    func forms() throws {
        let forms = try Feeds.names().map { name in
            String(decoding: try Feeds.feed(name).prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        }
        #expect(Set(forms) == Set(FeedTrial.formatHeaders))
    }

    @Test("feeds with hostile changes are read or rejected without a fault", arguments: try Feeds.names())
    func changes(name: String) throws {
        let feed = try Feeds.feed(name)
        let donors = try Feeds.names().map(Feeds.feed)
        let folder = try TemporaryFolder()
        for seed in Self.firstSeed..<(Self.firstSeed + Self.trials) {
            var mutator = FeedMutator(seed: seed, maxBytes: Self.mostBytes)
            let hostile = mutator.mutated(feed, donor: seed % 4 == 0 ? donors[Int(seed) % donors.count] : feed)
            // If the trial ends the process, the file stays until the next test run.
            try folder.write(hostile, to: "\(name).feed")
            #expect(throws: Never.self, "seed \(seed)") { try FeedTrial.run(hostile) }
        }
    }

    @Test("feeds that once caused a fault cause none any more", arguments: Feeds.found)
    func found(feed: String) {
        #expect(throws: Never.self) { try FeedTrial.run(Array(feed.utf8)) }
    }

    @Test("each seed makes its own feed of the same form within the size limit, always the same one")
    func seeded() throws {
        let feed = try Feeds.feed("ndjson")
        func made(_ seed: UInt64) -> [UInt8] {
            var mutator = FeedMutator(seed: seed, maxBytes: 2_000)
            return mutator.mutated(feed, donor: feed)
        }
        #expect(made(7) == made(7))
        let feeds = (0..<200).map(made)
        #expect(Set(feeds).count > 150)
        #expect(feeds.allSatisfy { $0.count <= 2_000 && $0.starts(with: Array("ndjson\n".utf8)) })
    }
}

/// The feeds from which hostile ones are derived, one for each form.
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

    /// Small feeds that once caused a fault, with its description.
    static let found = [
        // A gift and its chat message had the same id, so readers of the other platform's messages took them for one
        // event.
        "twitch-irc\n@bits=100;id=m;user-id=4;tmi-sent-ts=1000000 :ann!a@b PRIVMSG #ann :Cheer100 hi\n",
        "eventsub\n"
            + #"{"metadata":{"message_type":"notification","message_id":"5"},"payload":{"subscription":{"type":"#
            + #""channel.chat.notification"},"event":{"chatter_user_id":"4","chatter_user_name":"Ann","notice_type":"#
            + #""sub_gift","message_id":"n","message":{"text":"x"},"sub_gift":{"sub_tier":"1000"}}}}"# + "\n",
        // The reason quoted a server's response unchanged, with its line breaks and at any length.
        "handshake\nHTTP/1.1 101 Switching Protocols\r\nUpgrade: web\nsocket\r\n\r\n",
        "handshake\nHTTP/1.1 101 Switching Protocols\r\nUpgrade: \(String(repeating: "x", count: 3_000))\r\n\r\n",
        // The reason quoted a line unchanged, with line breaks and control characters.
        "ndjson\n{\"at\":3.5\rx}\n{\u{B}from\":1}\n{\"at\":\u{85}}\n", "tiktok\n{\"event\"\u{2028}x}\n", "", "ndjson",
    ]
}
