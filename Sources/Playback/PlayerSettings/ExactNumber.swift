public import ExactNumbers

/// A parser of decimals that works with their digits, so that nothing is rounded.
enum ExactNumber {
    /// The reason why a text is not a valid number.
    enum Fault: Error {
        case notANumber, tooPrecise, tooLarge
    }

    private static let units: [(suffix: String, nanoseconds: Int128)] = [
        ("ns", 1), ("us", 1_000), ("µs", 1_000), ("ms", 1_000_000), ("s", 1_000_000_000), ("m", 60_000_000_000),
        ("h", 3_600_000_000_000), ("", 1_000_000_000),
    ]

    /// Returns the nanoseconds of `250ms`, `1.5s`, `2m` or a plain number of seconds.
    static func duration(_ text: String) throws(Fault) -> Nanoseconds {
        let text = trimmed(text)
        guard let unit = units.first(where: { text.hasSuffix($0.suffix) }) else { throw .notANumber }
        let number = String(trimmed(String(text.dropLast(unit.suffix.count))))
        return try scaled(number, by: unit.nanoseconds)
    }

    private static let sizes: [(suffix: String, bytes: Int)] = [
        ("GB", 1_000_000_000), ("MB", 1_000_000), ("KB", 1_000), ("B", 1), ("", 1_000_000),
    ]

    /// Returns the bytes of `64MB`, `1.5GB`, `512KB`, `100B` or a plain number of megabytes; the case of letters is
    /// ignored.
    static func size(_ text: String) throws(Fault) -> Int {
        let text = trimmed(text).uppercased()
        guard let unit = sizes.first(where: { text.hasSuffix($0.suffix) }) else { throw .notANumber }
        let number = String(trimmed(String(text.dropLast(unit.suffix.count))))
        guard let bytes = Int(exactly: try scaled(number, by: Int128(unit.bytes))) else { throw .tooLarge }
        return bytes
    }

    /// Returns a size in the largest unit that gives a whole number, such as `64MB`; `0` for 0.
    static func text(ofSize bytes: Int) -> String {
        guard bytes != 0, let unit = sizes.first(where: { bytes % $0.bytes == 0 }) else { return "0" }
        return "\(bytes / unit.bytes)\(unit.suffix)"
    }

    /// Returns the millionths of a decimal such as `0.3`.
    static func millionths(_ text: String) throws(Fault) -> Millionths {
        Millionths(try scaled(trimmed(text), by: Int128(Millionths.one.count)))
    }

    /// Returns the millionths of a percentage such as `30%`; `nil` for a text without the percent sign.
    static func millionths(percent text: String) throws(Fault) -> Millionths? {
        let text = trimmed(text)
        guard text.last == "%" else { return nil }
        return Millionths(try scaled(trimmed(String(text.dropLast())), by: Int128(Millionths.one.count / 100)))
    }

    /// Returns a whole number, 0 or more.
    static func count(_ text: String) throws(Fault) -> Int {
        let text = trimmed(text)
        guard !text.isEmpty, text.utf8.allSatisfy(isDigit) else { throw .notANumber }
        guard let number = Int(text) else { throw .tooLarge }
        return number
    }

    /// Returns the unsigned decimal `number` times `scale`.
    ///
    /// - Throws: `Fault` if the text is not a decimal, or the product is not a whole number or too large.
    private static func scaled(_ number: String, by scale: Int128) throws(Fault) -> Int64 {
        let parts = number.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        let whole = parts[0].utf8
        var fraction: [UInt8] = parts.count > 1 ? Array(parts[1].utf8) : []
        guard !whole.isEmpty || !fraction.isEmpty, whole.allSatisfy(isDigit), fraction.allSatisfy(isDigit) else {
            throw .notANumber
        }
        while fraction.last == UInt8(ascii: "0") { fraction.removeLast() }
        // No scale has more than 13 digits, so more than 24 fraction digits can never give a whole number.
        guard fraction.count <= 24 else { throw .tooPrecise }
        var mantissa: Int128 = 0
        var divisor: Int128 = 1
        for digit in Array(whole) + fraction {
            mantissa = mantissa * 10 + Int128(digit - UInt8(ascii: "0"))
            guard mantissa < 1_000_000_000_000_000_000_000_000_000_000_000_000 else { throw .tooLarge }
        }
        for _ in fraction { divisor *= 10 }
        let (product, overflow) = mantissa.multipliedReportingOverflow(by: scale)
        guard !overflow else { throw .tooLarge }
        guard product % divisor == 0 else { throw .tooPrecise }
        guard let value = Int64(exactly: product / divisor) else { throw .tooLarge }
        return value
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    private static func trimmed(_ text: String) -> String {
        let kept = text.drop { $0 == " " || $0 == "\t" }
        guard let last = kept.lastIndex(where: { $0 != " " && $0 != "\t" }) else { return "" }
        return String(kept[...last])
    }
}

extension Nanoseconds {
    /// Reads `250ms`, `1.5s`, `2m` or a plain number of seconds exactly; returns `nil` for anything else.
    public init?(durationText text: String) {
        guard let duration = try? ExactNumber.duration(text) else { return nil }
        self = duration
    }
}
