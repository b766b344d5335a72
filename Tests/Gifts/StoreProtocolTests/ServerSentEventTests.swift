import SeededRandomness
import StoreProtocol
import Testing

@Suite("Server-sent events")
struct ServerSentEventTests {
    private func events(_ stream: String) -> [ServerSentEvent] {
        var parser = ServerSentEventParser()
        return parser.parse(Array(stream.utf8))
    }

    @Test(
        "a stream is parsed as the standard says",
        arguments: [
            ("data: x\n\n", [ServerSentEvent(data: "x")]),
            ("data: x\r\n\r\n", [ServerSentEvent(data: "x")]),
            ("data: x\r\r", [ServerSentEvent(data: "x")]),
            ("data: x\r\ndata: y\r\n\r\n", [ServerSentEvent(data: "x\ny")]),
            (
                "event: a\r\ndata: x\r\n\r\ndata: y\r\n\r\n",
                [
                    ServerSentEvent(event: "a", data: "x"), ServerSentEvent(data: "y"),
                ]
            ),
            ("data: x\rdata: y\r\r", [ServerSentEvent(data: "x\ny")]),
            ("data: x\r\n\n", [ServerSentEvent(data: "x")]),
            ("data\ndata: y\n\n", [ServerSentEvent(data: "\ny")]),
            ("data: x\n\r\n", [ServerSentEvent(data: "x")]),
            ("\u{FEFF}data: x\n\n", [ServerSentEvent(data: "x")]),
            ("\u{FEFF}\u{FEFF}data: x\n\n", []),
            ("data: x\n", []),
            ("data:x\ndata:  y\ndata\ndata: z\n\n", [ServerSentEvent(data: "x\n y\n\nz")]),
            ("data\n\ndata\ndata\n\n", [ServerSentEvent(data: ""), ServerSentEvent(data: "\n")]),
            (": comment\n\n:\n\ndata: x\n:\n\n", [ServerSentEvent(data: "x")]),
            ("event: a\n\ndata: x\n\n", [ServerSentEvent(data: "x")]),
            ("event: a\nevent: b\ndata: x\n\n", [ServerSentEvent(event: "b", data: "x")]),
            (
                "event: settings\ndata: x\n\ndata: y\n\n",
                [
                    ServerSentEvent(event: "settings", data: "x"), ServerSentEvent(data: "y"),
                ]
            ),
            (
                "id: 1\ndata: x\n\ndata: y\n\nid\ndata: z\n\n",
                [
                    ServerSentEvent(id: "1", data: "x"), ServerSentEvent(id: "1", data: "y"),
                    ServerSentEvent(data: "z"),
                ]
            ),
            ("id: 1\n\nid: 2\0\ndata: x\n\n", [ServerSentEvent(id: "1", data: "x")]),
            ("DATA: x\n data: y\nfoo: z\ndata: a:b\n\n", [ServerSentEvent(data: "a:b")]),
        ] as [(String, [ServerSentEvent])])
    func streamIsParsedAsSpecified(stream: String, expected: [ServerSentEvent]) {
        #expect(events(stream) == expected)
    }

    @Test("invalid UTF-8 is replaced by U+FFFD")
    func invalidUTF8IsReplaced() {
        var parser = ServerSentEventParser()
        #expect(parser.parse(Array("data: ".utf8) + [0xFF, 0x0A, 0x0A]) == [ServerSentEvent(data: "\u{FFFD}")])
    }

    @Test("a retry time consists of digits only")
    func retryTimeHasOnlyDigits() {
        var parser = ServerSentEventParser()
        _ = parser.parse(Array("retry: 1500\nretry: 1s\nretry: -1\nretry:\nretry: 99999999999999999999\n".utf8))
        #expect(parser.retryMilliseconds == 1_500)
    }

    @Test("an id applies at the end of its event, so that a break before it loses nothing")
    func idAppliesAtEndOfEvent() {
        var parser = ServerSentEventParser(lastEventID: "4")
        _ = parser.parse(Array("id: 5\ndata: x\n".utf8))
        #expect(parser.lastEventID == "4")
        #expect(parser.parse([0x0A]) == [ServerSentEvent(id: "5", data: "x")])
        #expect(parser.lastEventID == "5")
    }

    @Test("an event that is too long is discarded, and the next one is read")
    func overlongEventIsDiscarded() {
        var parser = ServerSentEventParser()
        let long = [UInt8](repeating: 0x78, count: 3 * ServerSentEventParser.maxLineLength)
        var events = parser.parse(Array("data: ".utf8) + long + Array("\ndata: b\n\ndata: c\n\n".utf8))
        #expect(events == [ServerSentEvent(data: "c")])
        let line = Array("data: ".utf8) + [UInt8](repeating: 0x78, count: 60_000) + [0x0A]
        for _ in 0..<100 { events = parser.parse(line) }
        events = parser.parse(Array("\ndata: d\n\n".utf8))
        #expect(events == [ServerSentEvent(data: "d")])
        #expect(parser.discardedCount == 2)
    }

    @Test("the result does not depend on how the stream is divided", arguments: 0..<20)
    func chunkSizeDoesNotChangeEvents(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        let parts = [
            "data", "data: x", "event: a", "id: 7", ": c", "\n", "\r", "\r\n", "\n\n", "\r\n\r\n", "é🎁", "retry: 5",
            "\u{FEFF}", " ", ":", "\0",
        ]
        let stream = Array((0..<200).map { _ in parts[random.next(below: parts.count)] }.joined().utf8)
        var whole = ServerSentEventParser()
        let expected = whole.parse(stream)
        var parser = ServerSentEventParser()
        var events: [ServerSentEvent] = []
        var rest = stream[...]
        while !rest.isEmpty {
            let piece = rest.prefix(1 + random.next(below: 9))
            events += parser.parse(Array(piece))
            rest = rest.dropFirst(piece.count)
        }
        #expect(events == expected, "seed \(seed)")
        #expect(
            parser.lastEventID == whole.lastEventID && parser.retryMilliseconds == whole.retryMilliseconds,
            "seed \(seed)")
    }

    @Test(
        "an event that is written and read again is the same",
        arguments: ["", "x", "a\nb", "a\n\nb\n", "\n", ":x", " x"]
    )
    func writtenEventReadsBack(data: String) {
        let event = ServerSentEvent(id: "17", event: "catalogue", data: data)
        let stream =
            ServerSentEvent.encodedComment() + event.encoded() + ServerSentEvent.encodedComment("a\nb")
            + event.encoded()
        var parser = ServerSentEventParser()
        #expect(parser.parse(stream) == [event, event])
    }

    @Test("an id or a kind cannot insert lines of its own")
    func idAndTypeCannotInsertLines() {
        let event = ServerSentEvent(id: "1\ndata: y\0", event: "a\r\ndata: z", data: "x\r\nid: 9\rw")
        var parser = ServerSentEventParser()
        #expect(
            parser.parse(event.encoded()) == [
                ServerSentEvent(id: "1data: y", event: "adata: z", data: "x\nid: 9\nw")
            ])
    }

    @Test("a change has its kind and its revision")
    func changeHasKindAndRevision() throws {
        let change = StoreChange(.settings, revision: 12)
        #expect(try StoreChange(change.event(id: "3")) == change)
        #expect(try StoreChange(ServerSentEvent(event: "other", data: "no JSON")) == nil)
        let error = #expect(throws: StoreDocumentError.self) {
            try StoreChange(ServerSentEvent(event: "catalogue", data: "{\"revision\": \"x\"}"))
        }
        #expect(error?.description == "revision: expected a whole number from 0 up, found \"x\"")
    }
}
