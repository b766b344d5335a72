import TerminalCells
import Testing

@testable import Terminal

struct ColorExpansionTests {
    private var pairs = PairTable(cells: 10)
    private var expansion = ColorExpansion()

    private mutating func expand(_ text: String) -> String {
        var output: [UInt8] = []
        Array(text.utf8).withUnsafeBufferPointer { expansion.expand($0, pairs: pairs, into: &output) }
        return String(decoding: output, as: UTF8.self).replacing("\u{1B}", with: "␛")
    }

    private mutating func mark(_ foreground: CellColor, _ background: CellColor) -> String {
        "\u{1}\(pairs.acquire(foreground: foreground, background: background));"
    }

    @Test mutating func pairExpandsToOneSequenceWithBothColors() {
        let pair = mark(CellColor(0x0A141E), CellColor(0xFFFFFF))
        #expect(expand("a\(pair)▀b") == "a␛[38;2;10;20;30;48;2;255;255;255m▀b")
    }

    @Test mutating func currentColorIsNotRepeated() {
        let first = mark(CellColor(1), CellColor(2))
        let second = mark(CellColor(1), CellColor(3))
        let third = mark(CellColor(4), CellColor(3))
        #expect(
            expand("\(first)a\(second)b\(third)c\(third)d")
                == "␛[38;2;0;0;1;48;2;0;0;2ma␛[48;2;0;0;3mb␛[38;2;0;0;4mcd")
    }

    @Test mutating func attributeSequenceResetsKnownColors() {
        let pair = mark(CellColor(1), CellColor(2))
        #expect(
            expand("\(pair)a\u{1B}[0;1m\(pair)b\u{1B}[3;4H\(pair)c")
                == "␛[38;2;0;0;1;48;2;0;0;2ma␛[0;1m␛[38;2;0;0;1;48;2;0;0;2mb␛[3;4Hc")
    }

    @Test(arguments: [
        (CellColor.palette(1), CellColor.palette(7), "31;47"), (.palette(8), .palette(15), "90;107"),
        (.palette(16), .palette(255), "38;5;16;48;5;255"), (.terminalDefault, .palette(0), "39;40"),
        (.palette(0), .terminalDefault, "30;49"), (CellColor(0x010203), .palette(100), "38;2;1;2;3;48;5;100"),
    ])
    func colorKindsHaveTheirParameters(foreground: CellColor, background: CellColor, parameters: String) {
        var copy = self
        let pair = copy.mark(foreground, background)
        #expect(copy.expand(pair) == "␛[\(parameters)m")
    }

    @Test(arguments: ["\u{1}", "\u{1}7", "\u{1}99;", "\u{1}99999999999999999999;", "\u{1B}", "\u{1B}[", "\u{1B}[3", ""])
    func truncatedOrUnknownSequenceDoesNotTrap(text: String) {
        var copy = self
        #expect(!copy.expand(text).contains("\u{1}"))
    }
}
