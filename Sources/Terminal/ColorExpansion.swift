import HalfBlocks

/// Turns the pair numbers that ncurses writes into the colours they stand for.
///
/// ncurses is given a terminal description whose way to choose a pair is a byte that no terminal is ever sent (SOH),
/// the pair's number and a semicolon. That costs ncurses a third of what spelling out two 24-bit colours does, and
/// lets a pair change its colours without ncurses searching the screen. Here the number becomes the sequence for its
/// two colours, or for the one of them that differs from what is set already.
struct ColorExpansion {
    /// Begins a pair's number.
    static let mark: UInt8 = 0x01

    private var foreground: CellColor?
    private var background: CellColor?

    /// Appends bytes as ncurses wrote them, with the pairs spelled out.
    mutating func expand(_ bytes: UnsafeBufferPointer<UInt8>, pairs: PairTable, into output: inout [UInt8]) {
        var index = 0
        var plain = 0
        while index < bytes.count {
            switch bytes[index] {
            case Self.mark:
                output.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[plain..<index]))
                index += 1
                var number = 0
                while index < bytes.count, (0x30...0x39).contains(bytes[index]) {
                    number = number &* 10 &+ Int(bytes[index] & 15)
                    index += 1
                }
                index += 1
                plain = min(index, bytes.count)
                if let pair = pairs.pair(number) { choose(pair.foreground, pair.background, into: &output) }
            case 0x1B:
                index = skipSequence(bytes, from: index)
            default:
                index += 1
            }
        }
        output.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[plain..<bytes.count]))
    }

    /// The index behind an escape sequence; one that sets attributes may have set colours too.
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

    private mutating func choose(_ newForeground: CellColor, _ newBackground: CellColor, into output: inout [UInt8]) {
        let changesForeground = newForeground != foreground
        let changesBackground = newBackground != background
        guard changesForeground || changesBackground else { return }
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 2 * CellColor.longestParameters + 4) { room in
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
