/// Functions for the text of JSON strings and for positions in a JSON text.
///
/// A release build does not check the indices of unsafe buffers, so each index is compared with the count first.
package enum JSONText {
    /// Decodes the escapes of a string. A surrogate without its pair becomes the replacement character.
    static func unescaped(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
        var units: [UInt8] = []
        units.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            guard byte == UInt8(ascii: "\\"), index + 1 < bytes.count else {
                units.append(byte)
                index += 1
                continue
            }
            let escape = bytes[index + 1]
            index += 2
            switch escape {
            case UInt8(ascii: "n"): units.append(0x0A)
            case UInt8(ascii: "t"): units.append(0x09)
            case UInt8(ascii: "r"): units.append(0x0D)
            case UInt8(ascii: "b"): units.append(0x08)
            case UInt8(ascii: "f"): units.append(0x0C)
            case UInt8(ascii: "u"): units.append(contentsOf: Array(decodeScalar(bytes, &index).utf8))
            default: units.append(escape)
            }
        }
        return String(decoding: units, as: UTF8.self)
    }

    private static func decodeScalar(_ bytes: UnsafeBufferPointer<UInt8>, _ index: inout Int) -> String {
        guard let high = codeUnit(bytes, index) else { return "\u{FFFD}" }
        index += 4
        if high & 0xFC00 == 0xD800, index + 1 < bytes.count, bytes[index] == UInt8(ascii: "\\"),
            bytes[index + 1] == UInt8(ascii: "u"), let low = codeUnit(bytes, index + 2), low & 0xFC00 == 0xDC00
        {
            index += 6
            let value = 0x10000 + (high & 0x3FF) << 10 + (low & 0x3FF)
            return Unicode.Scalar(value).map { String($0) } ?? "\u{FFFD}"
        }
        return Unicode.Scalar(high).map { String($0) } ?? "\u{FFFD}"
    }

    private static func codeUnit(_ bytes: UnsafeBufferPointer<UInt8>, _ index: Int) -> UInt32? {
        guard index + 4 <= bytes.count else { return nil }
        var value: UInt32 = 0
        for byte in bytes[index..<(index + 4)] {
            guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { return nil }
            value = value << 4 | UInt32(digit)
        }
        return value
    }

    /// Appends `text` as a JSON string with its quotes.
    package static func appendQuoted(_ text: String, to json: inout [UInt8]) {
        json.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): json += [UInt8(ascii: "\\"), byte]
            case 0..<0x20: json += "\\u00\(byte < 16 ? "0" : "")\(String(byte, radix: 16))".utf8
            default: json.append(byte)
            }
        }
        json.append(UInt8(ascii: "\""))
    }

    /// Returns the line and the column of a byte, both counted from 1; the column counts bytes.
    static func lineAndColumn(of offset: Int, in bytes: UnsafeBufferPointer<UInt8>) -> String {
        var line = 1
        var lineStart = 0
        for index in 0..<min(offset, bytes.count) where bytes[index] == 0x0A {
            line += 1
            lineStart = index + 1
        }
        return "line \(line), column \(offset - lineStart + 1)"
    }

    /// Returns the path, such as `layers[2].ks.p.k`, of the innermost value that contains the byte at `offset`.
    ///
    /// The function reads the text again up to that byte, so that a valid document has no cost for paths. A long key
    /// and a long path lose their ends.
    ///
    /// - Precondition: The text is well-formed JSON up to `offset`.
    static func path(of offset: Int, in bytes: UnsafeBufferPointer<UInt8>) -> String {
        enum Step { case index(Int), key(String), noKey }
        var steps: [Step] = []
        var index = 0
        while index < min(offset, bytes.count) {
            switch bytes[index] {
            case UInt8(ascii: "{"): steps.append(.noKey)
            case UInt8(ascii: "["): steps.append(.index(0))
            case UInt8(ascii: "}"), UInt8(ascii: "]"): _ = steps.popLast()
            case UInt8(ascii: ","):
                switch steps.last {
                case .index(let position): steps[steps.count - 1] = .index(position + 1)
                case .key: steps[steps.count - 1] = .noKey
                default: break
                }
            case UInt8(ascii: "\""):
                let first = index + 1
                index = first
                while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
                    index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
                }
                if case .noKey = steps.last, first <= min(index, bytes.count) {
                    steps[steps.count - 1] = .key(key(bytes, first..<min(index, bytes.count)))
                }
            default: break
            }
            index += 1
        }
        return steps.reduce(into: "") { path, step in
            guard path.utf8.count < maxPathLength else { return }
            switch step {
            case .index(let position): path += "[\(position)]"
            case .key(let key): path += path.isEmpty ? key : ".\(key)"
            case .noKey: break
            }
        }
    }

    /// The longest path in an error, and the longest key in a path, in bytes; the longest key of the format has less
    /// than half of it.
    private static let maxPathLength = 256
    private static let maxKeyLength = 64

    /// Returns the key at the given range of bytes, truncated at a Unicode scalar boundary if it is long.
    private static func key(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> String {
        var end = range.upperBound
        if range.count > maxKeyLength {
            end = range.lowerBound + maxKeyLength
            while end > range.lowerBound, bytes[end] & 0xC0 == 0x80 { end -= 1 }
        }
        return String(decoding: bytes[range.lowerBound..<end], as: UTF8.self)
    }
}
