import SeededRandomness

/// A generator of hostile text, and a check for its unsafe parts that is independent of the code under test.
enum HostileText {
    /// Returns random scalars of many kinds, in any order.
    static func random(_ random: inout SeededGenerator) -> String {
        let kinds: [ClosedRange<UInt32>] = [
            0...0x1F, 0x20...0x7E, 0x7F...0x9F, 0xA0...0x2FF, 0x300...0x36F, 0x590...0x6FF, 0x900...0x97F,
            0x1100...0x11FF, 0x2000...0x206F, 0x20D0...0x20F0, 0x2600...0x27BF, 0x3000...0x30FF, 0xFE00...0xFEFF,
            0xFFF0...0xFFFF, 0x1F300...0x1F6FF, 0xE0000...0xE01EF,
        ]
        var text = String.UnicodeScalarView()
        for _ in 0..<random.next(below: 200) {
            let kind = kinds[random.next(below: kinds.count)]
            let value = kind.lowerBound + UInt32(random.next(below: kind.count))
            for _ in 0...(random.next(below: 8) == 0 ? random.next(below: 40) : 0) {
                if let scalar = Unicode.Scalar(value) { text.append(scalar) }
            }
        }
        return String(text)
    }

    /// Returns the parts of a line that would control a terminal, reorder or hide text, or pile up marks.
    static func violations(in line: String) -> [String] {
        var found: [String] = []
        var marks = 0
        for scalar in line.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: found.append("U+\(String(scalar.value, radix: 16))")
            case .nonspacingMark where scalar.properties.isVariationSelector: break
            case .nonspacingMark, .enclosingMark: marks += 1
            case .format where scalar.properties.isDefaultIgnorableCodePoint && !scalar.properties.isJoinControl:
                found.append("U+\(String(scalar.value, radix: 16))")
            case .format where scalar.properties.isJoinControl: break
            default: marks = 0
            }
            if marks > 5 { found.append("\(marks) marks") }
        }
        return found
    }
}
