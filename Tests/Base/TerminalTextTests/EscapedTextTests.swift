import Foundation
import JSON
import SeededRandomness
import TerminalText
import Testing

@Suite("Text in machine formats")
struct EscapedTextTests {
    private func json(_ text: String) -> String {
        var bytes: [UInt8] = []
        bytes.append(jsonString: text)
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test(
        "JSON strings escape special characters and those unsafe in terminals, and nothing else",
        arguments: [
            ("", #""""#), ("ann", #""ann""#), (#"a"b\c/"#, #""a\"b\\c/""#), ("\n\r\t", #""\n\r\t""#),
            ("\u{1B}[2J\u{7}", #""\u001b[2J\u0007""#), ("\u{7F}\u{85}\u{9B}", #""\u007f\u0085\u009b""#),
            ("\u{202E}a\u{2066}\u{2028}", #""\u202ea\u2066\u2028""#), ("\u{200B}\u{FEFF}", #""\u200b\ufeff""#),
            ("\u{E0041}", #""\udb40\udc41""#), ("木村 🎁 é שלום", #""木村 🎁 é שלום""#), ("👩‍👩‍👧 می‌خواهم", #""👩‍👩‍👧 می‌خواهم""#),
            ("a\u{301}\u{301}\u{301}\u{301}\u{301}b", "\"a\u{301}\u{301}\u{301}\u{301}\\u0301b\""),
        ])
    func escapes(text: String, expected: String) {
        #expect(Array(json(text).utf8) == Array(expected.utf8))
    }

    @Test("an escaped JSON string is safe and decodes to the original text", arguments: 0..<200 as Range<UInt64>)
    func sameValue(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let text = HostileText.random(&random)
        let written = json(text)
        #expect(HostileText.violations(in: written).isEmpty, "seed \(seed)")
        let read = try JSONDecoder().decode([String].self, from: Data("[\(written)]".utf8))
        #expect(Array(read[0].unicodeScalars) == Array(text.unicodeScalars), "seed \(seed)")
    }

    @Test("XML text has references to unsafe characters, and a substitute for forbidden ones")
    func xml() {
        let form = XMLText(
            escapesQuotes: true, lineBreaks: .references, unsafeCharacters: .references, substitute: "\u{FFFD}")
        #expect(form.escaped("<a>&\"\n\u{1B}\u{85}\u{202E}é") == "&lt;a&gt;&amp;&quot;&#10;\u{FFFD}&#133;&#8238;é")
        let picture = XMLText(lineBreaks: .spaces, unsafeCharacters: .removed, substitute: "")
        #expect(picture.escaped("a\"\n\r\u{1B}\u{85}\u{202E}b\u{FFFE}") == "a\"  b")
    }
}
