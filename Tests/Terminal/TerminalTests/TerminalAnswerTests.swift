import Testing

@testable import Terminal

@Suite("A terminal's answers are parsed and never become key events")
struct TerminalAnswerTests {
    @Test(
        "the background color is parsed in all X11 formats, ended by ST or BEL",
        arguments: [
            ("\u{1B}]11;rgb:ffff/8080/0000\u{1B}\\", 255, 128, 0), ("\u{1B}]11;rgb:ff/80/00\u{7}", 255, 128, 0),
            ("\u{1B}]11;rgb:f/8/0\u{7}", 255, 136, 0), ("\u{1B}]11;rgba:0000/0000/0000/ffff\u{7}", 0, 0, 0),
            ("\u{1B}]11;rgb:fff/000/7ff\u{7}", 255, 0, 127),
        ])
    func background(input: String, red: UInt8, green: UInt8, blue: UInt8) {
        let bytes = Array(input.utf8)
        for cut in 0...bytes.count {
            var decoder = InputDecoder()
            #expect(decoder.decode(bytes[..<cut]) + decoder.decode(bytes[cut...]) == [])
            let color = TerminalColor(red: red, green: green, blue: blue)
            #expect(decoder.consumeAnswers() == [.background(color)], "cut at \(cut)")
            #expect(decoder.consumeAnswers() == [])
        }
    }

    @Test(
        "mode reports and device attributes are parsed, and other replies ignored",
        arguments: [
            ("\u{1B}[?2026;1$y", [TerminalAnswer.mode(2026, isKnown: true)]),
            ("\u{1B}[?2026;2$y", [.mode(2026, isKnown: true)]), ("\u{1B}[?2026;0$y", [.mode(2026, isKnown: false)]),
            ("\u{1B}[?2026;4$y", [.mode(2026, isKnown: false)]), ("\u{1B}[?62;4c", [.attributes]),
            ("\u{1B}[?1;2c", [.attributes]), ("\u{1B}[?2026$y", []), ("\u{1B}[?;$y", []), ("\u{1B}[>0;276;0c", []),
            ("\u{1B}]11;rgb:zz/00/00\u{7}", []), ("\u{1B}]11;rgb:-1/00/00\u{7}", []),
            ("\u{1B}]11;rgb:00000/0/0\u{7}", []),
            ("\u{1B}]11;red\u{7}", []), ("\u{1B}]10;rgb:0/0/0\u{7}", []), ("\u{1B}]11;rgb:0/0\u{7}", []),
            ("\u{1B}]11;rgb:0/0/0\u{18}", []),
        ])
    func others(input: String, answers: [TerminalAnswer]) {
        var decoder = InputDecoder()
        #expect(decoder.decode(Array(input.utf8)) == [])
        #expect(decoder.consumeAnswers() == answers)
        #expect(decoder.decode(Array("q".utf8)) == [.character("q")])
    }

    @Test("keys between answers are decoded")
    func between() {
        var decoder = InputDecoder()
        let input = "a\u{1B}]11;rgb:0/0/0\u{1B}\\\u{1B}[Ab\u{1B}[?2026;2$yc\u{1B}[?62cd"
        #expect(
            decoder.decode(Array(input.utf8))
                == [.character("a"), .key(.up), .character("b"), .character("c"), .character("d")])
        #expect(decoder.consumeAnswers().count == 3)
    }

    @Test("an incomplete answer is distinguished from an incomplete key")
    func unfinished() {
        for (input, isAnswer) in [
            ("\u{1B}", false), ("\u{1B}]", false), ("\u{1B}]11", true), ("\u{1B}[?2", true), ("\u{1B}[1", false),
        ] {
            var decoder = InputDecoder()
            _ = decoder.decode(Array(input.utf8))
            #expect(decoder.isReceivingAnswer == isAnswer)
        }
    }

    @Test(
        "perceived brightness decides whether a color is light",
        arguments: [
            (255, 255, 255, true), (0, 0, 0, false), (253, 246, 227, true), (0, 43, 54, false), (0, 0, 255, false),
            (0, 255, 0, true), (255, 0, 0, false), (128, 128, 128, true), (127, 127, 127, false),
        ])
    func lightness(red: UInt8, green: UInt8, blue: UInt8, isLight: Bool) {
        #expect(TerminalColor(red: red, green: green, blue: blue).isLight == isLight)
    }
}
