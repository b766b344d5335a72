import RoomEvents
import SeededRandomness
import Testing

/// Tests of the format of feed lines, which have one JSON object each.
@Suite struct FeedLineTests {
    /// Returns the lines of a feed that is read in pieces of at most `piece` bytes.
    static func lines(_ text: String, piece: Int = 1 << 16) throws -> [FeedLine] {
        var rest = Array(text.utf8)[...]
        var reader = FeedLineReader<Never> { buffer in
            let bytes = rest.prefix(min(piece, buffer.count))
            rest = rest.dropFirst(bytes.count)
            buffer.copyBytes(from: bytes)
            return bytes.count
        }
        var lines: [FeedLine] = []
        while let line = try reader.next() { lines.append(line) }
        return lines
    }

    /// Returns column and text of the error in `text`, or `nil` if its lines are valid.
    static func error(_ text: String) -> String? {
        do {
            _ = try lines(text)
            return nil
        } catch FeedLineReader<Never>.Fault.line(let error) {
            return "\(error.column): \(error.problem)"
        } catch {
            return "\(error)"
        }
    }

    private func gift(_ text: String) throws -> FeedLine.Gift? {
        guard case .gift(let gift)? = try Self.lines(text).first?.kind else { return nil }
        return gift
    }

    @Test func giftHasAllMembers() throws {
        let line = """
            {"at": 1.25, "type": "gift", "id": "m-17", "gift": "rocket", "from": {"id": "u-1", "name": "ann"}, \
            "count": 3, "value": 500, "duration": 4.5, "streak": {"id": "s-9", "total": 7, "final": false}, "batch": "b-2", \
            "name": "Rocket"}
            """
        #expect(
            try Self.lines(line) == [
                FeedLine(
                    moment: .sinceStart(1_250_000_000),
                    kind: .gift(
                        .init(
                            id: "m-17", kind: "rocket", name: "Rocket", from: Viewer(id: "u-1", name: "ann"), count: 3,
                            value: 500, duration: 4_500_000_000, streak: .init(id: "s-9", total: 7), batch: "b-2")))
            ])
    }

    @Test func omittedMembersStayNil() throws {
        let gift = try gift(#"{"gift":"rose","type":"gift","from":"bob","at":0}"#)
        #expect(gift == .init(kind: "rose", from: Viewer(id: "bob", name: "bob"), count: 1))
    }

    @Test(arguments: [
        (#""bob""#, "bob"), (#"{"name":"bob","id":"u-1"}"#, "bob"), (#"{"id":"u-1"}"#, "u-1"),
        (#"{"tier":{"name":[1,{}]},"name":"b\u00f6b\n\"\\\/\ud83c\udf39"}"#, "böb\n\"\\/🌹"),
        (#"{"name":"\ud83cx"}"#, "\u{FFFD}x"), (#""""#, ""), (#""Zoë Ω 🌹""#, "Zoë Ω 🌹"),
    ])
    func aSenderIsATextOrAnObject(from: String, name: String) throws {
        #expect(try gift(#"{"at":0,"type":"gift","gift":"rose","from":\#(from)}"#)?.sender == name)
    }

    private static let cy = Viewer(id: "cy", name: "cy")

    @Test(
        arguments: [
            (
                #""type":"chat","id":"c-1","from":"cy","text":"wow""#,
                .chat(ChatMessage(id: "c-1", from: cy, text: "wow"))
            ),
            (#""type":"chat","from":"cy","text":"""#, .chat(ChatMessage(id: "", from: cy, text: ""))),
            (#""type":"join","from":"cy""#, .join(cy)), (#""type":"leave","from":{"id":"cy"}"#, .leave(cy)),
            (#""type":"like","from":"cy""#, .like(from: cy, count: 1)), (#""type":"join""#, .join(.unknown)),
            (#""type":"like","from":"cy","count":12"#, .like(from: cy, count: 12)),
            (#""type":"seen","from":"cy","message":"c-1""#, .seen(by: cy, message: "c-1")),
            (#""type":"streak","streak":{"id":"s-9","total":4,"final":true}"#, .streakEnd(id: "s-9", total: 4)),
            (#""type":"streak","streak":{"id":"s-9"}"#, .streakEnd(id: "s-9", total: nil)),
            (#""type":"batch","id":"b-1","total":20"#, .batch(id: "b-1", total: 20)),
            (#""type":"retract","id":"c-1""#, .retract(id: "c-1")),
        ] as [(String, FeedLine.Kind)])
    func otherEventTypesAreParsed(members: String, kind: FeedLine.Kind) throws {
        let line = #"{"at":2,"x":[1,-2.5e3,true,false,null,"x",{"y":[]}],\#(members)}"#
        #expect(try Self.lines(line) == [FeedLine(moment: .sinceStart(2_000_000_000), kind: kind)])
    }

    @Test func unknownTypesAreReportedAsOther() throws {
        let line = #"{"at":2,"type":"something-new","from":"cy"}"#
        #expect(try Self.lines(line) == [FeedLine(moment: .sinceStart(2_000_000_000), kind: .other("something-new"))])
    }

    @Test(
        arguments: [
            ("0", 0), ("-0", 0), ("1", 1_000_000_000), ("1.000000001", 1_000_000_001), ("1e-9", 1),
            ("12.5e1", 125_000_000_000),
            ("1E+2", 100_000_000_000), ("3.3000000000000003", 3_300_000_000), ("0.0000000005", 1),
            ("0.00000000049999", 0),
            ("9223372036.854775807", .max), ("1e-400", 0), ("0e400", 0),
            ("123456789.98765432109876", 123_456_789_987_654_321),
        ] as [(String, Int64)])
    func secondsAreExactToNanosecond(seconds: String, nanoseconds: Int64) throws {
        let lines = try Self.lines(#"{"at":\#(seconds),"type":"new"}"#)
        #expect(lines.first?.moment == .sinceStart(nanoseconds))
    }

    @Test(
        arguments: [
            ("1970-01-01T00:00:00Z", 0), ("1970-01-01t00:00:01.5z", 1_500_000_000),
            ("2026-11-21T10:00:00Z", 1_795_255_200_000_000_000),
            ("2026-11-21T11:00:00+01:00", 1_795_255_200_000_000_000),
            ("2026-11-21 04:30:00-05:30", 1_795_255_200_000_000_000),
            ("2024-02-29T23:59:59.123456789Z", 1_709_251_199_123_456_789), ("1969-12-31T23:59:59Z", -1_000_000_000),
            ("2016-12-31T23:59:60Z", 1_483_228_800_000_000_000),
            ("2000-03-01T00:00:00.1234567899Z", 951_868_800_123_456_789),
        ] as [(String, Int64)])
    func timeIsRFC3339Date(time: String, nanoseconds: Int64) throws {
        let lines = try Self.lines(#"{"time":"\#(time)","type":"new"}"#)
        #expect(lines.first?.moment == .date(nanoseconds))
    }

    @Test(arguments: [
        "2026-11-21", "2026-13-21T10:00:00Z", "2025-02-29T10:00:00Z", "2026-11-21T24:00:00Z", "2026-11-21T10:00:00",
        "2026-11-21T10:00:00.Z", "2026-11-21T10:00:00Zx", "2026-11-21T10:00:00+1:00", "0001-01-01T00:00:00Z", "",
    ])
    func invalidDateIsError(time: String) {
        #expect(
            Self.error(#"{"time":"\#(time)","type":"join"}"#)
                == "9: time: expected a time such as 2026-11-21T10:00:00Z, found \"\(time)\"")
    }

    @Test(arguments: [
        (#"{"type":"gift"}"#, #"1: "at" is missing"#),
        (#"{"at":1}"#, #"1: "type" is missing"#),
        (#"{"at":1,"type":"gift","from":"a"}"#, #"1: "gift" is missing"#),
        (#"{"at":1,"type":"gift","gift":"rose"}"#, #"1: "from" is missing"#),
        (#"{"at":1,"type":"chat","from":"a"}"#, #"1: "text" is missing"#),
        (#"{"at":1,"type":"chat","text":"a"}"#, #"1: "from" is missing"#),
        (#"{"at":1,"type":"seen","from":"a"}"#, #"1: "message" is missing"#),
        (#"{"at":1,"type":"batch","id":"b"}"#, #"1: "total" is missing"#),
        (#"{"at":1,"type":"batch","total":2}"#, #"1: "id" is missing"#),
        (#"{"at":1,"type":"retract"}"#, #"1: "id" is missing"#),
        (#"{"at":1,"type":"streak"}"#, #"1: "streak" is missing"#),
        (#"{"at":1,"type":"streak","streak":{}}"#, #"1: "streak.id" is missing"#),
        (
            #"{"at":1,"type":"streak","streak":{"id":"s","total":0}}"#,
            "52: streak.total: expected a whole number from 1 up, found 0"
        ),
        (#"{"at":"1","type":"join"}"#, #"7: at: expected seconds from 0 up, found "1""#),
        (#"{"at":-1,"type":"join"}"#, "7: at: expected seconds from 0 up, found a negative number"),
        (#"{"at":1e99,"type":"join"}"#, "7: at: expected seconds from 0 up, found too large a number"),
        (#"{"at":9223372036.854775808,"type":"join"}"#, "7: at: expected seconds from 0 up, found too large a number"),
        (#"{"at":1,"type":7}"#, "16: type: expected a text, found 7"),
        (#"{"at":1,"id":null}"#, "14: id: expected a text, found null"),
        (#"{"at":1,"gift":{}}"#, "16: gift: expected a text, found an object"),
        (#"{"at":1,"from":["a"]}"#, "16: from: expected a text or an object, found a list"),
        (#"{"at":1,"from":{}}"#, #"16: from: "name" is missing"#),
        (#"{"at":1,"from":{"name":3}}"#, "24: from.name: expected a text, found 3"),
        (#"{"at":1,"count":2.5}"#, "17: count: expected a whole number of at most 18 digits"),
        (
            #"{"at":1,"type":"gift","gift":"r","from":"a","count":0}"#,
            "53: count: expected a whole number from 1 up, found 0"
        ),
        (
            #"{"at":1,"type":"gift","gift":"r","from":"a","value":-5}"#,
            "53: value: expected a whole number from 0 up, found -5"
        ),
        (#"{"at":1,"value":true}"#, "17: value: expected a whole number, found true"),
        (#"{"at":1,"streak":3}"#, "18: streak: expected an object, found 3"),
        (#"{"at":1,"streak":{"final":"no"}}"#, #"27: streak.final: expected true or false, found "no""#),
        (#"{"at":1,"streak":{"id":9}}"#, "24: streak.id: expected a text, found 9"),
        ("[1]", #"1: expected "{", found a list"#),
        (#"{"at":1"#, #"8: expected "," or "}", found the end of the line"#),
        (#"{"at":1,}"#, #"9: expected a name in quotes, found }"#),
        (#"{"at" 1}"#, #"7: expected ":", found 1"#),
        (#"{"at":1,"type":"join"} {}"#, "24: expected one object a line, found an object after it"),
        (#"{"at":1,"x":"abc}"#, #"13: expected a " at the end of the text"#),
        (#"{"at":1,"x":tru}"#, "13: expected a value, found tru"),
        (#"{"at":01,"type":"join"}"#, #"8: expected "," or "}", found 1"#),
        (#"{"at":1,"id":"a\qb"}"#, #"16: expected an escape such as \n or \u00e9"#),
        (#"{"at":1,"id":"\u12"}"#, #"17: expected four hexadecimal digits after \u"#),
        (#"{"ä":"ö","at":x}"#, #"15: at: expected seconds from 0 up, found x"#),
        ("{\"at\":1,\"id\":\"a\u{1}\"}", "16: expected no control character in a text"),
    ])
    func errorHasColumnAndPath(line: String, message: String) {
        #expect(Self.error(line) == message)
    }

    @Test func nestingDepthIsLimited() {
        let deep = String(repeating: "[", count: 100_000)
        #expect(Self.error(#"{"at":1,"x":"# + deep)?.hasSuffix("expected at most 64 levels") == true)
    }

    @Test func invalidUTF8IsError() {
        var bytes: [UInt8] = Array(#"{"at":0,"type":"gift","gift":""#.utf8) + [0xFF] + Array(#""}"#.utf8)
        var reader = FeedLineReader<Never> { buffer in
            buffer.copyBytes(from: bytes)
            defer { bytes = [] }
            return bytes.count
        }
        #expect(throws: FeedLineReader<Never>.Fault.self) { _ = try reader.next() }
    }
}

/// Tests of a reader that gets lines in pieces.
@Suite struct FeedLineReaderTests {
    private static let feed =
        "\u{FEFF}" + #"{"at":0,"type":"join","from":"a"}"# + "\n\n  \r\n" + #"{"at":1,"type":"join","from":"b"}"#
        + "\r\n"
        + #"{"at":2,"type":"leave","from":"\n"}"#

    @Test(arguments: [1, 2, 3, 7, 8, 9, 64, 100_000])
    func chunkSizeDoesNotChangeLines(piece: Int) throws {
        let lines = try FeedLineTests.lines(Self.feed, piece: piece)
        #expect(lines.map(\.moment) == [.sinceStart(0), .sinceStart(1_000_000_000), .sinceStart(2_000_000_000)])
    }

    @Test func emptyFeedHasNoLines() throws {
        #expect(try FeedLineTests.lines("") == [])
        #expect(try FeedLineTests.lines("\n\n") == [])
    }

    @Test func linesLongerThanBufferAreRead() throws {
        let text = String(repeating: "x", count: 600_000)
        let line = #"{"at":0,"type":"chat","from":"a","text":"\#(text)"}"# + "\n"
        #expect(try FeedLineTests.lines(line + line).count == 2)
    }

    @Test func endlessLineIsRejected() {
        var reader = FeedLineReader<Never> { buffer in
            buffer.initializeMemory(as: UInt8.self, repeating: UInt8(ascii: " "))
            return buffer.count
        }
        #expect(throws: FeedLineReader<Never>.Fault.self) { _ = try reader.next() }
        #expect(reader.lineNumber == 1)
    }

    /// Reads a feed that may be cut off, and returns the number of whole lines and the number of the torn line.
    private static func readTruncated(_ text: String) throws -> (lines: Int, tornLine: Int?) {
        var bytes = Array(text.utf8)[...]
        var reader = FeedLineReader<Never>(ignoresIncompleteLine: true) { buffer in
            let piece = bytes.prefix(buffer.count)
            buffer.copyBytes(from: piece)
            bytes = bytes.dropFirst(piece.count)
            return piece.count
        }
        var lines = 0
        while try reader.next() != nil { lines += 1 }
        return (lines, reader.incompleteLine)
    }

    @Test func truncatedFeedHasLinesBeforeTruncation() throws {
        let line = #"{"at":0,"x":["\"}",{"y":[]}],"type":"gift","gift":"rose","from":{"name":"b\\"}}"#
        let feed = line + "\n" + line
        for length in line.utf8.count...feed.utf8.count {
            let found = try Self.readTruncated(String(feed.prefix(length)))
            let rest = length - line.utf8.count - 1
            #expect(found.lines == (rest == line.utf8.count ? 2 : 1), "\(length) bytes")
            #expect(found.tornLine == (rest > 0 && rest < line.utf8.count ? 2 : nil), "\(length) bytes")
        }
    }

    @Test(arguments: [
        #"{"at":0,"typ"# + "\n", #"{"at":0,"typ"# + "\n\n", "nonsense", #"{"at":0,"type":5}"#,
        #"{"at":0,"typ"# + "\n" + "{}",
    ])
    func onlyUnfinishedLastLineIsIncomplete(feed: String) {
        #expect(throws: FeedLineReader<Never>.Fault.self) { try Self.readTruncated(feed) }
    }

    @Test func readErrorIsPropagated() {
        struct Broken: Error {}
        var reader = FeedLineReader<Broken> { _ throws(Broken) in throw Broken() }
        #expect(throws: FeedLineReader<Broken>.Fault.self) { _ = try reader.next() }
    }
}

/// Tests of damaged lines.
@Suite struct DamagedFeedTests {
    private static let line = """
        {"at": 1.25e0, "type": "gift", "id": "m-\\u00e9\\n17", "gift": "rocket", "from": {"id": "u-1", "name": "Zoë"}, \
        "count": 3, "value": 500, "streak": {"id": "s-9", "final": false}, "x": [1, -2.5E-3, {"y": null}, true]}
        """

    @Test(arguments: 1...40 as ClosedRange<UInt64>)
    func damagedInputGivesLineOrErrorWithColumn(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<50 {
            var bytes = Array(Self.line.utf8)
            for _ in 0...Int.random(in: 0...3, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0...3, using: &random) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes.remove(at: place)
                case 2: bytes.insert(contentsOf: #"{}[]",:\0-.eu"#.utf8.shuffled(using: &random).prefix(3), at: place)
                default: bytes.removeSubrange(place...)
                }
                if bytes.isEmpty { bytes = [0x20] }
            }
            let length = bytes.count
            var reader = FeedLineReader<Never> { buffer in
                buffer.copyBytes(from: bytes)
                defer { bytes = [] }
                return bytes.count
            }
            do throws(FeedLineReader<Never>.Fault) {
                while try reader.next() != nil {}
            } catch {
                guard case .line(let error) = error else { continue }
                #expect((1...length + 1).contains(error.column), "seed \(seed): \(error)")
            }
        }
    }
}
