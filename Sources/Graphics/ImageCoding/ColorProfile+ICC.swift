import CPlatform

extension ColorProfile {
    /// The largest profile that is read; those of monitors have some kilobytes, those of printers a megabyte.
    static let maxBytes = 4_000_000

    /// Reads an ICC profile; returns nil for other kinds of profiles, damaged ones, and those that are almost sRGB.
    ///
    /// - Parameters:
    ///   - bytes: The profile.
    ///   - isGrey: Whether the picture is grey. Browsers ignore a profile for grey in a picture with colors.
    init?(icc bytes: [UInt8], isGrey: Bool) {
        let profile = ICCProfile(bytes: bytes)
        guard bytes.count <= Self.maxBytes, profile.text(at: 36) == "acsp", profile.text(at: 20) == "XYZ " else {
            return nil
        }
        switch profile.text(at: 16) {
        case "RGB ":
            guard let red = profile.color("rXYZ"), let green = profile.color("gXYZ"), let blue = profile.color("bXYZ"),
                let redCurve = profile.curve("rTRC"), let greenCurve = profile.curve("gTRC"),
                let blueCurve = profile.curve("bTRC")
            else { return nil }
            self.init(
                curves: [redCurve, greenCurve, blueCurve], toXYZ: ColorMatrix(columns: (red, green, blue)))
        case "GRAY":
            guard isGrey, let curve = profile.curve("kTRC") else { return nil }
            self.init(curves: [curve, curve, curve], toXYZ: .sRGBToXYZ)
        default: return nil
        }
    }
}

/// The bytes of an ICC profile, whose numbers are big-endian; what lies outside of them is missing.
private struct ICCProfile {
    let bytes: [UInt8]

    func text(at position: Int) -> String? {
        guard position >= 0, position <= bytes.count - 4 else { return nil }
        return String(decoding: bytes[position..<position + 4], as: UTF8.self)
    }

    private func number(at position: Int, count: Int) -> Int? {
        guard position >= 0, position <= bytes.count - count else { return nil }
        return bytes[position..<position + count].reduce(0) { $0 << 8 | Int($1) }
    }

    /// Returns a number with 16 bits after the point.
    private func fraction(at position: Int) -> Double? {
        number(at: position, count: 4).map { Double(Int32(truncatingIfNeeded: $0)) / 65_536 }
    }

    /// Returns where the content of a tag begins.
    private func position(of tag: String) -> Int? {
        guard let count = number(at: 128, count: 4) else { return nil }
        for entry in 0..<min(count, 100) where text(at: 132 + 12 * entry) == tag {
            return number(at: 136 + 12 * entry, count: 4)
        }
        return nil
    }

    func color(_ tag: String) -> SIMD3<Double>? {
        guard let start = position(of: tag), text(at: start) == "XYZ ", let x = fraction(at: start + 8),
            let y = fraction(at: start + 12), let z = fraction(at: start + 16)
        else { return nil }
        return SIMD3(x, y, z)
    }

    /// Returns the light for each of 256 values.
    func curve(_ tag: String) -> [Float]? {
        guard let start = position(of: tag) else { return nil }
        switch text(at: start) {
        case "curv": return table(at: start)
        case "para": return formula(at: start)
        default: return nil
        }
    }

    private func table(at start: Int) -> [Float]? {
        guard let count = number(at: start + 8, count: 4) else { return nil }
        if count == 0 { return Self.sampled { $0 } }
        if count == 1 {
            guard let exponent = number(at: start + 12, count: 2) else { return nil }
            return Self.sampled { pow($0, Double(exponent) / 256) }
        }
        guard count <= bytes.count / 2, let _ = number(at: start + 12 + 2 * (count - 1), count: 2) else { return nil }
        return Self.sampled { value in
            let place = value * Double(count - 1)
            let low = min(count - 2, Int(place))
            let first = Double(number(at: start + 12 + 2 * low, count: 2) ?? 0)
            let second = Double(number(at: start + 14 + 2 * low, count: 2) ?? 0)
            return (first + (second - first) * (place - Double(low))) / 65_535
        }
    }

    /// Returns a parametric curve: a power of a·x + b, and a line below the value d.
    private func formula(at start: Int) -> [Float]? {
        guard let kind = number(at: start + 8, count: 2), kind < 5 else { return nil }
        let counts = [1, 3, 4, 5, 7]
        var numbers: [Double] = []
        for index in 0..<counts[kind] {
            guard let next = fraction(at: start + 12 + 4 * index) else { return nil }
            numbers.append(next)
        }
        func parameter(_ index: Int) -> Double { index < numbers.count ? numbers[index] : 0 }
        let (a, b) = kind == 0 ? (1, 0) : (parameter(1), parameter(2))
        // The kinds 1 and 2 are constant below −b/a, the kinds 3 and 4 are a line below d.
        let limit = kind == 0 ? 0 : kind < 3 ? -b / a : parameter(4)
        let slope = kind < 3 ? 0 : parameter(3)
        let above = kind == 2 ? parameter(3) : parameter(5)
        let below = kind == 2 ? parameter(3) : parameter(6)
        return Self.sampled { value in
            value >= limit ? pow(max(0, a * value + b), numbers[0]) + above : slope * value + below
        }
    }

    private static func sampled(_ light: (Double) -> Double) -> [Float]? {
        let result = (0..<256).map { Float(light(Double($0) / 255)) }
        return result.allSatisfy(\.isFinite) ? result : nil
    }
}
