/// The percent encoding of addresses, such as `%2F`.
///
/// - SeeAlso: RFC 3986, section 2.1.
public enum PercentEncoding {
    /// Decodes a text.
    ///
    /// - Throws: `PercentEncodingError` if two digits are missing, or the result is no text.
    public static func decoded(_ text: some StringProtocol) throws(PercentEncodingError) -> String {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            let digits = rest.prefix(2).compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
            guard digits.count == 2 else { throw .digits }
            bytes.append(UInt8(digits[0] << 4 | digits[1]))
            rest = rest.dropFirst(2)
        }
        guard let decoded = String(validating: bytes, as: UTF8.self), !decoded.utf8.contains(0) else { throw .text }
        return decoded
    }
}

/// The reason why a text cannot be decoded.
public enum PercentEncodingError: Error, Equatable, Sendable, CustomStringConvertible {
    /// Two hexadecimal digits do not follow a percent sign.
    case digits
    /// The bytes are no text in UTF-8, or have a NUL.
    case text

    /// What was expected.
    public var description: String {
        switch self {
        case .digits: "expected two digits after %"
        case .text: "expected a text in UTF-8"
        }
    }
}
