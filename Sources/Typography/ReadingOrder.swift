import CHarfBuzz

/// Which letters of a line are read from right to left.
///
/// The rules are those of the Unicode bidirectional algorithm for lines without explicit marks: strong letters, numbers,
/// and what stands between them (UAX #9, W2–W7, N1, N2, I1, I2, L1, L2).
struct ReadingOrder {
    /// Even where letters run to the right, odd where they run to the left; numbers in Hebrew text have 2.
    private(set) var levels: [Int]

    private enum Direction {
        case left
        case right
        case number
        /// Joins two numbers, as a decimal point does.
        case separator
        case neutral
    }

    init(_ letters: [String]) {
        var directions = letters.map(Self.direction)
        levels = [Int](repeating: 0, count: letters.count)
        guard directions.contains(.right) else { return }
        for index in directions.indices where directions[index] == .separator {
            let joins =
                index > 0 && index + 1 < directions.count
                && directions[index - 1] == .number && directions[index + 1] == .number
            directions[index] = joins ? .number : .neutral
        }
        let base = directions.first { $0 == .left || $0 == .right } == .right ? 1 : 0
        resolve(directions, base: base)
        // Blanks at the end of a line stay there, so that they don't move what is seen.
        for index in letters.indices.reversed() {
            guard letters[index] == " " else { break }
            levels[index] = 0
        }
    }

    private mutating func resolve(_ directions: [Direction], base: Int) {
        /// What neutral letters see on a side of theirs: the direction of the nearest letter or number.
        var strong = base
        var sides = [Int](repeating: base, count: directions.count)
        for (index, direction) in directions.enumerated() {
            switch direction {
            case .left: (strong, levels[index]) = (0, base * 2)
            case .right: (strong, levels[index]) = (1, 1)
            case .number: levels[index] = strong == 1 || base == 1 ? 2 : 0
            case .neutral, .separator: levels[index] = -1
            }
            // Beside a number that follows right-to-left text, neutral letters take that text's direction.
            sides[index] = direction == .number ? (strong == 1 ? 1 : 0) : strong
        }
        var next = base
        for index in directions.indices.reversed() {
            if levels[index] >= 0 {
                next = sides[index]
                continue
            }
            let before = index > 0 ? sides[index - 1] : base
            // Both sides agree, or the line's own direction decides.
            levels[index] = before == next ? (next == 1 ? 1 : base * 2) : base
        }
    }

    /// The indices of parts of a line, which have one level each, from left to right.
    static func visualOrder(ofLevels levels: [Int]) -> [Int] {
        var order = Array(levels.indices)
        guard let highest = levels.max(), highest > 0 else { return order }
        for level in (1...highest).reversed() {
            var start = 0
            while start < order.count {
                guard levels[order[start]] >= level else {
                    start += 1
                    continue
                }
                var end = start
                while end < order.count, levels[order[end]] >= level { end += 1 }
                order[start..<end].reverse()
                start = end
            }
        }
        return order
    }

    private static func direction(of letter: String) -> Direction {
        guard let scalar = letter.unicodeScalars.first else { return .neutral }
        switch scalar {
        case "0"..."9", "\u{660}"..."\u{669}", "\u{6F0}"..."\u{6F9}": return .number
        case ".", ",", ":", "/", "+", "-", "\u{A0}": return .separator
        case let other where other.value < 0x590:
            return other.properties.isAlphabetic ? .left : .neutral
        default:
            let script = hb_unicode_script(hb_unicode_funcs_get_default(), scalar.value)
            if hb_script_get_horizontal_direction(script) == HB_DIRECTION_RTL { return .right }
            return scalar.properties.isAlphabetic ? .left : .neutral
        }
    }
}
