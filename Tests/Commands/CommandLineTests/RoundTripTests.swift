import Foundation
import TestSupport
import Testing

/// Tests of `feed convert` to a platform and back: supported events return unchanged, and the others are counted.
@Suite("Conversion of feeds to platforms and back")
struct RoundTripTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private static let formats = ["twitch-irc", "eventsub", "tiktok", "bilibili"]

    /// An event whose members have a canonical order.
    private struct Line: Hashable, CustomStringConvertible {
        let type: String
        let description: String

        init(_ text: some StringProtocol) throws {
            var members = try #require(
                JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any], "\(text)")
            type = try #require(members["type"] as? String)
            // The last gift of a streak and the event that ends the streak may be one event or two, with the same
            // meaning.
            if type == "gift", var streak = members["streak"] as? [String: Any] {
                streak["final"] = false
                members["streak"] = streak
            }
            let bytes = try JSONSerialization.data(withJSONObject: members, options: .sortedKeys)
            description = String(decoding: bytes, as: UTF8.self)
        }
    }

    /// Converts a file into another, and returns the messages.
    private func convert(_ input: String, _ output: String, _ options: String...) throws -> String {
        let result = try Program.run(["feed", "convert", input, "-o", output] + options, in: folder)
        #expect(result.status == 0, "\(result.errors)")
        return result.errors
    }

    /// Returns the numbers of unsupported events by type from the program's message, and checks the rest of the
    /// message.
    private func counts(_ words: String, format: String) throws -> [String: Int] {
        guard !words.isEmpty else { return [:] }
        let head = "giftty: \(format) cannot represent these events: "
        #expect(words.hasPrefix(head) && words.hasSuffix("\n") && words.filter { $0 == "\n" }.count == 1, "\(words)")
        return try words.dropFirst(head.count).dropLast().components(separatedBy: ", ").reduce(into: [:]) { all, part in
            let pair = part.split(separator: " ")
            all[String(try #require(pair.last))] = Int(try #require(pair.first))
        }
    }

    private func lines(_ name: String) throws -> [Line] { try folder.read(name).split(separator: "\n").map(Line.init) }

    /// Converts to a platform and back, twice, and checks that the message counts exactly the missing events.
    ///
    /// - Returns: The numbers of missing events by type.
    @discardableResult
    private func convertAndBack(_ format: String) throws -> [String: Int] {
        let said = try counts(try convert("room", "there", "--to", format), format: format)
        #expect(try convert("there", "back", "--from", format) == "")
        let (before, after) = (try lines("room"), try lines("back").filter { $0.type != "streak" })
        // The events that return are a subsequence of the original ones.
        var rest = after[...]
        var missing: [String: Int] = [:]
        for line in before {
            if rest.first == line { rest.removeFirst() } else { missing[line.type, default: 0] += 1 }
        }
        #expect(rest.isEmpty, "\(rest.first?.description ?? "") comes from nowhere")
        #expect(missing == said)
        // A second conversion of the result loses nothing and gives the same file.
        #expect(try convert("back", "again", "--to", format) == "")
        #expect(try folder.read("again") == folder.read("there"))
        return said
    }

    @Test(
        "a simulated room survives the conversion, except for events that the platform does not support",
        arguments: 1...4)
    func roomSurvivesConversion(seed: Int) throws {
        let feed = try Program.run(
            ["feed", "generate", "--duration", "90s", "--profile", "storm", "--seed", "\(seed)"], in: folder)
        try folder.write(feed.output, to: "room")
        #expect(try lines("room").filter { $0.type == "gift" }.count > 20)
        for format in ["tiktok", "bilibili"] {
            let missing = try convertAndBack(format)
            #expect(Set(missing.keys).isSubset(of: ["leave", "seen"]), "\(format): \(missing)")
        }
        for format in ["twitch-irc", "eventsub"] {
            let missing = try convertAndBack(format)
            // Twitch sells bits and subscriptions, but no hearts.
            #expect(missing["chat"] == nil && missing["gift"] != nil, "\(format): \(missing)")
        }
    }

    /// Returns the same room as Twitch would have it: gifts are cheers, and viewers who join or leave only have a name.
    private func twitchRoom(_ feed: String) throws -> String {
        try feed.split(separator: "\n").map { line in
            var members = try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
            let from = members["from"] as? [String: Any]
            switch members["type"] as? String {
            case "gift":
                let value = members["value"] as? Int ?? 1
                members["name"] = value == 1 ? "1 bit" : "\(value) bits"
                members["count"] = 1
                members["streak"] = nil
            case "join", "leave":
                let login = (from?["id"] as? String ?? "").lowercased()
                members["from"] = ["id": login, "name": login]
            default: break
            }
            let bytes = try JSONSerialization.data(withJSONObject: members, options: .withoutEscapingSlashes)
            return String(decoding: bytes, as: UTF8.self) + "\n"
        }.joined()
    }

    @Test("a Twitch room survives the conversion, except for events that Twitch does not support", arguments: 5...8)
    func twitchRoomSurvivesConversion(seed: Int) throws {
        let feed = try Program.run(
            ["feed", "generate", "--duration", "90s", "--profile", "storm", "--seed", "\(seed)"], in: folder)
        try folder.write(twitchRoom(feed.output), to: "room")
        #expect(try lines("room").filter { $0.type == "gift" }.count > 20)
        let chat = try convertAndBack("twitch-irc")
        #expect(Set(chat.keys).isSubset(of: ["like", "seen"]), "\(chat)")
        let eventSub = try convertAndBack("eventsub")
        #expect(Set(eventSub.keys).isSubset(of: ["like", "join", "leave", "seen"]), "\(eventSub)")
    }

    @Test("read receipts are counted as missing, because no platform supports them", arguments: formats)
    func readReceiptsAreCountedAsMissing(format: String) throws {
        try folder.write(
            #"{"at":0.5,"type":"chat","id":"c","from":{"id":"4","name":"ann"},"text":"hello"}"# + "\n"
                + #"{"at":0.75,"type":"seen","from":{"id":"9","name":"bob"},"message":"c"}"# + "\n", to: "room")
        #expect(try convertAndBack(format) == ["seen": 1])
    }

    @Test("a file in a platform's format can be validated and counted directly", arguments: formats)
    func platformFileCanBeValidated(format: String) throws {
        let feed = try Program.run(["feed", "generate", "--duration", "60s", "--seed", "3"], in: folder)
        try folder.write(twitchRoom(feed.output), to: "room")
        _ = try convert("room", "there", "--to", format)
        _ = try convert("there", "back", "--from", format)
        let events = try lines("back").count
        let valid = try Program.run(["feed", "validate", "there", "--from", format], in: folder)
        #expect(valid.status == 0 && valid.output == "ok      there  \(events) events\n", "\(valid.output)")
        let figures = try ["there", "back"].map { file in
            let options = file == "there" ? ["--from", format] : []
            return try Program.run(["feed", "stats", file, "--format", "json"] + options, in: folder).output
                .replacing("\"\(file)\"", with: "\"room\"")
        }
        #expect(figures[0] == figures[1] && figures[0].contains("arrivals"))
        // A line that is invalid in the platform's format is reported with its number.
        let count = try folder.read("there").split(separator: "\n").count
        try folder.write(
            try folder.read("there") + (format == "twitch-irc" ? "@only=tags" : "nonsense") + "\n", to: "bad")
        let wrong = try Program.run(["feed", "validate", "bad", "--from", format], in: folder)
        #expect(wrong.status == 65 && wrong.lines.count == 1)
        #expect(wrong.output.hasPrefix("bad:\(count + 1):"), "\(wrong.output)")
    }
}
