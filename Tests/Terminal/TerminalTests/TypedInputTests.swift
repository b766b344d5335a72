import Testing

@testable import Terminal

@Suite("Typed keys and lines")
struct TypedInputTests {
    private func items(_ parts: [String]) -> [TypedInput.Item] {
        var lines = TypedLines()
        return parts.flatMap { lines.split(Array($0.utf8)) } + lines.finish()
    }

    @Test("each line of a pipe is a key or words, however its bytes are split")
    func lines() {
        let expected: [TypedInput.Item] = [
            .key(.character("m")), .words("send rose"), .key(.character(" ")), .key(.character("é")), .words("quit"),
        ]
        #expect(items(["m\nsend  rose \r\n\n \né\nquit"]) == expected)
        #expect(items("m\nsend  rose \r\n\n \né\nquit".map(String.init)) == expected)
    }

    @Test("a line without end is cut")
    func longLine() {
        let line = String(repeating: "a", count: 100_000)
        #expect(
            items([line, "\nx\n"]) == [.words(String(line.prefix(TypedInput.maxLineLength))), .key(.character("x"))])
    }

    @Test("on a terminal a key counts at once, and a colon begins a line, which Enter ends and Esc cancels")
    func terminal() {
        var lines = TypedLines()
        func type(_ events: [InputEvent]) -> [TypedInput.Item] { events.compactMap { lines.item(for: $0) } }
        let close = "close".map { InputEvent.character($0) }
        #expect(type([.character("m"), .key(.left), .key(.enter)]) == [.key(.character("m")), .key(.key(.left))])
        #expect(type([.character(":")] + close).isEmpty)
        #expect(type([.key(.backspace), .character("e"), .key(.enter)]) == [.words("close")])
        #expect(type([.character(":")] + close + [.key(.escape), .character("x")]) == [.key(.character("x"))])
        #expect(type([.character(":"), .paste("send rose\nquit"), .key(.enter)]) == [.words("send rose")])
    }
}
