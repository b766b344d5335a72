import TerminalCells

/// A filter that replaces the color pair numbers in ncurses' output with color sequences.
///
/// ncurses gets a terminal description whose sequence for a color pair is a byte that is never sent to a terminal
/// (SOH), the number of the pair and a semicolon. This costs ncurses a third of the time that two 24-bit colors would
/// take, and a pair's colors can change without making ncurses search the screen. The filter replaces the number with
/// the sequence for both colors, or for the one that differs from the current color.
struct ColorExpansion {
    /// The byte before the number of a pair.
    static let pairMarker: UInt8 = 0x01

    private var foreground: CellColor?
    private var background: CellColor?

    /// Appends ncurses' output with the pair numbers replaced by color sequences.
    mutating func expand(_ bytes: UnsafeBufferPointer<UInt8>, pairs: PairTable, into output: inout [UInt8]) {
        var index = 0
        var plain = 0
        while index < bytes.count {
            switch bytes[index] {
            case Self.pairMarker:
                output.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[plain..<index]))
                index += 1
                var number = 0
                while index < bytes.count, (0x30...0x39).contains(bytes[index]) {
                    number = number &* 10 &+ Int(bytes[index] & 15)
                    index += 1
                }
                index += 1
                plain = min(index, bytes.count)
                if let pair = pairs.pair(number) { setColors(pair.foreground, pair.background, into: &output) }
            case 0x1B:
                index = skipSequence(bytes, from: index)
            default:
                index += 1
            }
        }
        output.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[plain..<bytes.count]))
    }

    /// Returns the index after an escape sequence.
    ///
    /// A sequence that sets attributes (SGR) may have changed the colors, so it resets the known colors.
    private mutating func skipSequence(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        var index = start + 1
        guard index < bytes.count, bytes[index] == UInt8(ascii: "[") else { return index }
        index += 1
        while index < bytes.count, (0x20...0x3F).contains(bytes[index]) { index += 1 }
        if index < bytes.count, bytes[index] == UInt8(ascii: "m") {
            foreground = nil
            background = nil
        }
        return index
    }

    /// Appends the sequence that sets the colors which differ from the current ones.
    private mutating func setColors(_ newForeground: CellColor, _ newBackground: CellColor, into output: inout [UInt8])
    {
        let changesForeground = newForeground != foreground
        let changesBackground = newBackground != background
        guard changesForeground || changesBackground else { return }
        // Room for both colors, two bytes before them, one between and one after. Only written bytes are read.
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 2 * CellColor.maxParameterLength + 4) { room in
            guard let text = room.baseAddress else { return }
            text[0] = 0x1B
            text[1] = UInt8(ascii: "[")
            var length = 2
            if changesForeground { length += newForeground.writeParameters(.foreground, to: text + length) }
            if changesForeground && changesBackground {
                text[length] = UInt8(ascii: ";")
                length += 1
            }
            if changesBackground { length += newBackground.writeParameters(.background, to: text + length) }
            text[length] = UInt8(ascii: "m")
            output.append(contentsOf: UnsafeBufferPointer(start: text, count: length + 1))
        }
        foreground = newForeground
        background = newBackground
    }
}
