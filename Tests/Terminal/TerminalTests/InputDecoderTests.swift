import Testing

@testable import Terminal

struct InputDecoderTests {
    struct Sample: Sendable, CustomTestStringConvertible {
        let input: String
        let events: [InputEvent]
        var testDescription: String { input.replacing("\u{1B}", with: "␛") }

        init(_ input: String, _ events: InputEvent...) {
            self.input = input
            self.events = events
        }
    }

    static let samples: [Sample] = [
        Sample("q", .character("q")), Sample("X", .character("X")), Sample(" ", .character(" ")),
        Sample("é漢🎁", .character("é"), .character("漢"), .character("🎁")),
        Sample("e\u{301}", .character("e\u{301}")),
        Sample("\r", .key(.enter)), Sample("\t", .key(.tab)), Sample("\u{7F}", .key(.backspace)),
        Sample("\u{8}", .key(.backspace)), Sample("\u{10}", .key(.modified("p"), .control)),
        Sample("\u{0}", .key(.modified(" "), .control)), Sample("\u{1C}", .key(.modified("\\"), .control)),
        Sample("\u{1B}[A", .key(.up)), Sample("\u{1B}OB", .key(.down)), Sample("\u{1B}[C", .key(.right)),
        Sample("\u{1B}[D", .key(.left)), Sample("\u{1B}[1;2D", .key(.left, .shift)),
        Sample("\u{1B}[1;6C", .key(.right, [.shift, .control])), Sample("\u{1B}[1;3A", .key(.up, .alt)),
        Sample("\u{1B}[H", .key(.home)), Sample("\u{1B}OF", .key(.end)), Sample("\u{1B}[1~", .key(.home)),
        Sample("\u{1B}[4~", .key(.end)), Sample("\u{1B}[2~", .key(.insert)), Sample("\u{1B}[3~", .key(.delete)),
        Sample("\u{1B}[3;5~", .key(.delete, .control)), Sample("\u{1B}[5~", .key(.pageUp)),
        Sample("\u{1B}[6~", .key(.pageDown)), Sample("\u{1B}[Z", .key(.tab, .shift)),
        Sample("\u{1B}OP", .key(.function(1))), Sample("\u{1B}[[E", .key(.function(5))),
        Sample("\u{1B}[15~", .key(.function(5))), Sample("\u{1B}[24~", .key(.function(12))),
        Sample("\u{1B}[1;2R", .key(.function(3), .shift)), Sample("\u{1B}x", .key(.modified("x"), .alt)),
        Sample("\u{1B}X", .key(.modified("x"), [.alt, .shift])),
        Sample("\u{1B}[112;5u", .key(.modified("p"), .control)), Sample("\u{1B}[27u", .key(.escape)),
        Sample("\u{1B}[27;5;13~", .key(.enter, .control)),
        Sample("\u{1B}[<0;1;1M", .mouse(MouseEvent(.left, .press, column: 0, row: 0))),
        Sample("\u{1B}[<0;200;60m", .mouse(MouseEvent(.left, .release, column: 199, row: 59))),
        Sample("\u{1B}[<2;300;120M", .mouse(MouseEvent(.right, .press, column: 299, row: 119))),
        Sample("\u{1B}[<32;5;6M", .mouse(MouseEvent(.left, .drag, column: 4, row: 5))),
        Sample("\u{1B}[<64;5;6M", .mouse(MouseEvent(.wheelUp, .press, column: 4, row: 5))),
        Sample("\u{1B}[<65;5;6M", .mouse(MouseEvent(.wheelDown, .press, column: 4, row: 5))),
        Sample("\u{1B}[<20;5;6M", .mouse(MouseEvent(.left, .press, column: 4, row: 5, modifiers: [.shift, .control]))),
        Sample("\u{1B}[M !!", .mouse(MouseEvent(.left, .press, column: 0, row: 0))),
        Sample("\u{1B}[M##$", .mouse(MouseEvent(.left, .release, column: 2, row: 3))),
        Sample("\u{1B}[200~q\r\u{1B}[A[?\u{1B}[201~", .paste("q\r\u{1B}[A[?")),
        Sample("\u{1B}[200~\u{1B}[201~", .paste("")),
    ]

    @Test(arguments: samples)
    func sequenceDecodesToItsEvents(sample: Sample) {
        var decoder = InputDecoder()
        #expect(decoder.decode(Array(sample.input.utf8)) == sample.events)
        #expect(!decoder.hasUnfinishedInput)
    }

    @Test(arguments: samples)
    func splittingTheInputDoesNotChangeEvents(sample: Sample) {
        let bytes = Array(sample.input.utf8)
        for cut in 0...bytes.count {
            var decoder = InputDecoder()
            let events = decoder.decode(bytes[..<cut]) + decoder.decode(bytes[cut...])
            // Scalars that combine are separate characters if they arrive at different times.
            guard sample.input != "e\u{301}" else { continue }
            #expect(events == sample.events, "cut at \(cut)")
        }
    }

    @Test(arguments: samples)
    func keyAfterSequenceIsDecoded(sample: Sample) {
        var decoder = InputDecoder()
        let events = decoder.decode(Array((sample.input + "\u{1B}[A!").utf8))
        #expect(events == sample.events + [.key(.up), .character("!")])
    }

    @Test func escapeAloneIsTheEscapeKey() {
        var decoder = InputDecoder()
        #expect(decoder.decode([0x1B]).isEmpty)
        #expect(decoder.hasUnfinishedInput)
        #expect(decoder.finish() == [.key(.escape)])
        #expect(!decoder.hasUnfinishedInput)
        #expect(decoder.decode(Array("[A".utf8)) == [.character("["), .character("A")])
    }

    @Test func twoEscapesAreTwoKeys() {
        var decoder = InputDecoder()
        #expect(decoder.decode([0x1B, 0x1B]) + decoder.finish() == [.key(.escape), .key(.escape)])
    }

    @Test func altBracketsAloneAreKeys() {
        for character in ["[", "O", "]", "P"] {
            var decoder = InputDecoder()
            #expect(decoder.decode(Array("\u{1B}\(character)".utf8)).isEmpty)
            let expected = Character(character.lowercased())
            let modifiers: KeyModifiers = character == "[" || character == "]" ? .alt : [.alt, .shift]
            #expect(decoder.finish() == [.key(.modified(expected), modifiers)])
        }
    }

    @Test(arguments: [
        "\u{1B}[?2026;2$y", "\u{1B}[?62;4c", "\u{1B}[12;34R", "\u{1B}[I", "\u{1B}[O",
        "\u{1B}]11;rgb:0000/0000/0000\u{1B}\\",
        "\u{1B}]0;q\u{7}", "\u{1B}P>|xterm(389)\u{1B}\\", "\u{1B}_Gi=1;OK\u{1B}\\", "\u{1B}[99;1~", "\u{1B}[<0;0;0M",
        "\u{1B}[<35;4;4M", "\u{1B}[<999999999999999999999;1;1M", "\u{1B}[<0;1M",
    ])
    func unknownSequenceHasNoEvent(input: String) {
        var decoder = InputDecoder()
        #expect(decoder.decode(Array(input.utf8)) == [])
        #expect(decoder.finish() == [])
        #expect(decoder.decode(Array("q".utf8)) == [.character("q")])
    }

    @Test func bytesThatAreNotUTF8AreSkipped() {
        var decoder = InputDecoder()
        let events = decoder.decode([0xFF, 0x61, 0xC0, 0x80, 0x62, 0xE2, 0x28, 0xF8]) + decoder.finish()
        #expect(events == [.character("a"), .character("b"), .character("(")])
    }

    @Test func pasteWithoutEndMarkerEndsAtFinish() {
        var decoder = InputDecoder()
        #expect(decoder.decode(Array("\u{1B}[200~abc\u{1B}[20".utf8)) == [])
        #expect(decoder.isPasting)
        let events = decoder.finish()
        guard events.count == 1, case .paste(let text) = events[0] else {
            Issue.record("no paste")
            return
        }
        #expect(text.hasPrefix("abc"))
        #expect(decoder.decode(Array("q".utf8)) == [.character("q")])
    }

    @Test func pasteIsTruncatedAtItsLimit() {
        var decoder = InputDecoder()
        let long = [UInt8](repeating: UInt8(ascii: "y"), count: InputDecoder.maxPasteLength * 2)
        let events = decoder.decode(Array("\u{1B}[200~".utf8) + long + Array("\u{1B}[201~q".utf8))
        #expect(events.count == 2)
        guard case .paste(let text) = events.first else {
            Issue.record("no paste")
            return
        }
        #expect(text.utf8.count == InputDecoder.maxPasteLength)
        #expect(events.last == .character("q"))
    }

    @Test(arguments: UInt64(1)...40)
    func randomBytesDoNotStopTheDecoder(seed: UInt64) {
        var random = seed
        func next() -> UInt8 {
            random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let alphabet: [UInt8] = [
                0x1B, 0x5B, 0x4F, 0x5D, 0x3C, 0x3B, 0x4D, 0x6D, 0x7E, 0x31, 0x32, 0x00, 0x50, 0x5C,
            ]
            let byte = UInt8(truncatingIfNeeded: random >> 33)
            return byte < 200 ? alphabet[Int(byte) % alphabet.count] : UInt8(truncatingIfNeeded: random >> 45)
        }
        var decoder = InputDecoder()
        for _ in 0..<300 {
            let length = Int(next() % 12)
            _ = decoder.decode((0..<length).map { _ in next() })
            if next() % 7 == 0 {
                _ = decoder.finish()
                #expect(!decoder.hasUnfinishedInput)
            }
        }
        _ = decoder.finish()
        #expect(decoder.decode(Array("q".utf8)) == [.character("q")], "seed \(seed)")
    }
}
