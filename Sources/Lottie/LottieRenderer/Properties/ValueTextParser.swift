package import LottieDocument

/// A parser of colors and numbers in text form.
package enum ValueTextParser {
    /// Returns numbers separated by commas, optionally in brackets; each may end with `unit`, if there is one.
    package static func numbers(_ text: String, unit: Character? = nil) -> [Double]? {
        let inner = text.hasPrefix("[") && text.hasSuffix("]") ? text.dropFirst().dropLast() : text[...]
        var numbers: [Double] = []
        for part in inner.split(separator: ",", omittingEmptySubsequences: false) {
            var digits = part.filter { !$0.isWhitespace }
            if let unit, digits.last == unit { digits.removeLast() }
            guard let number = Double(digits), number.isFinite else { return nil }
            numbers.append(number)
        }
        return numbers
    }

    /// Returns true for `1`, `true`, `yes` or `on` and false for `0`, `false`, `no` or `off`, in upper or lower case.
    package static func bool(_ text: String) -> Bool? {
        switch text.filter({ !$0.isWhitespace }).lowercased() {
        case "1", "true", "yes", "on": true
        case "0", "false", "no", "off": false
        default: nil
        }
    }

    /// Returns the color for `#rgb`, `#rrggbb` or `#rrggbbaa`, also without `#`, for three or four numbers from 0 to 1,
    /// or for a name.
    package static func color(_ text: String) -> Color? {
        if text.contains(",") {
            guard let numbers = numbers(text), numbers.count == 3 || numbers.count == 4,
                numbers.allSatisfy({ (0...1).contains($0) })
            else { return nil }
            let alpha = numbers.count == 4 ? Float(numbers[3]) : 1
            return Color(Float(numbers[0]), Float(numbers[1]), Float(numbers[2]), alpha)
        }
        if let named = namedColors[text.lowercased()] { return color(hexadecimal: String(named, radix: 16), digits: 6) }
        return color(hexadecimal: text.hasPrefix("#") ? String(text.dropFirst()) : text, digits: nil)
    }

    private static func color(hexadecimal text: String, digits count: Int?) -> Color? {
        let padded = String(repeating: "0", count: max(0, (count ?? 0) - text.count)) + text
        var digits = padded.map { $0.isASCII ? $0.hexDigitValue : nil }
        if digits.count == 3 { digits = digits.flatMap { [$0, $0] } }
        guard digits.count == 6 || digits.count == 8 else { return nil }
        var channels: [Float] = []
        for index in stride(from: 0, to: digits.count, by: 2) {
            guard let high = digits[index], let low = digits[index + 1] else { return nil }
            channels.append(Float(high * 16 + low) / 255)
        }
        return Color(channels[0], channels[1], channels[2], channels.count == 4 ? channels[3] : 1)
    }

    /// Returns color stops separated by commas, either at equal distances or each with its offset: `0:#f00,0.2:#00f`.
    package static func stops(_ text: String) -> [(offset: Double, color: Color)]? {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        var stops: [(offset: Double, color: Color)] = []
        for (index, part) in parts.enumerated() {
            let halves = part.split(separator: ":", omittingEmptySubsequences: false).map {
                $0.filter { !$0.isWhitespace }
            }
            guard halves.count <= 2, let color = color(halves[halves.count - 1]) else { return nil }
            var offset = parts.count > 1 ? Double(index) / Double(parts.count - 1) : 0
            if halves.count == 2 {
                guard let given = Double(halves[0]), (0...1).contains(given) else { return nil }
                offset = given
            }
            stops.append((offset, color))
        }
        return stops
    }

    /// The sixteen colors of HTML 4 and other common CSS colors.
    private static let namedColors: [String: Int] = [
        "black": 0x000000, "silver": 0xC0C0C0, "gray": 0x808080, "grey": 0x808080, "white": 0xFFFFFF,
        "maroon": 0x800000, "red": 0xFF0000, "purple": 0x800080, "fuchsia": 0xFF00FF, "magenta": 0xFF00FF,
        "green": 0x008000, "lime": 0x00FF00, "olive": 0x808000, "yellow": 0xFFFF00, "navy": 0x000080,
        "blue": 0x0000FF, "teal": 0x008080, "aqua": 0x00FFFF, "cyan": 0x00FFFF, "orange": 0xFFA500,
        "gold": 0xFFD700, "pink": 0xFFC0CB, "hotpink": 0xFF69B4, "brown": 0xA52A2A, "crimson": 0xDC143C,
        "coral": 0xFF7F50, "salmon": 0xFA8072, "tomato": 0xFF6347, "violet": 0xEE82EE, "indigo": 0x4B0082,
        "lavender": 0xE6E6FA, "turquoise": 0x40E0D0, "skyblue": 0x87CEEB, "royalblue": 0x4169E1, "khaki": 0xF0E68C,
        "beige": 0xF5F5DC, "ivory": 0xFFFFF0,
    ]
}
