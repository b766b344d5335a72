/// The address of a plain web server's animations: an http or https URL in which `{id}` stands for the id.
///
/// The id is percent-encoded, so that it is one segment of the path or one value of the query.
public struct AnimationAddress: Sendable, Hashable, CustomStringConvertible {
    /// The placeholder of the id.
    public static let placeholder = "{id}"
    /// The longest id, in bytes of UTF-8.
    static let maxIDBytes = 256

    private let text: String

    /// Creates an address.
    ///
    /// - Throws: ``AnimationAddressError`` if the text is not an http or https URL with `{id}` in its path or query.
    public init(_ text: String) throws(AnimationAddressError) {
        let start = text.range(ofText: "://")?.upperBound ?? text.endIndex
        let rest = text[start...]
        guard WebAddress.isAddress(text), let path = rest.firstIndex(where: { "/?".contains($0) }),
            rest.startIndex < path, !rest[..<path].contains(where: { "{}".contains($0) }),
            rest.contains(Self.placeholder), !rest.contains("#"),
            !text.unicodeScalars.contains(where: { $0.value <= 0x20 || $0.value == 0x7F })
        else { throw AnimationAddressError(text) }
        self.text = text
    }

    /// Whether a text is meant as such an address: a URL with a brace, which no other URL has.
    public static func isAddress(_ text: String) -> Bool {
        WebAddress.isAddress(text) && text.contains { "{}".contains($0) }
    }

    /// The address as it was given.
    public var description: String { text }

    /// Returns the URL of an animation.
    ///
    /// - Throws: ``AnimationLoadingError/invalidID(_:)`` if the id is empty, longer than 256 bytes, or would lead
    ///   elsewhere, as `..` does.
    public func url(of id: String) throws(AnimationLoadingError) -> String {
        try Self.check(id)
        return text.split(separator: Self.placeholder, omittingEmptySubsequences: false)
            .joined(separator: Self.encoded(id))
    }

    /// Checks that an id can be a segment of a path.
    static func check(_ id: String) throws(AnimationLoadingError) {
        let isNamed = !id.isEmpty && id.utf8.count <= maxIDBytes && id != "." && id != ".."
        guard isNamed, !id.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F || $0 == UInt8(ascii: "/") }) else {
            throw .invalidID(id)
        }
    }

    /// Returns the id with all bytes percent-encoded that RFC 3986 does not call unreserved.
    private static func encoded(_ id: String) -> String {
        id.utf8.reduce(into: "") { text, byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                text.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                let hex = String(byte, radix: 16, uppercase: true)
                text += hex.utf8.count == 1 ? "%0\(hex)" : "%\(hex)"
            }
        }
    }
}

/// A text that is not the address of animations.
public struct AnimationAddressError: Error, Hashable, Sendable, CustomStringConvertible {
    private let text: String

    init(_ text: String) { self.text = text }

    /// What was expected and what was found.
    public var description: String { "expected an http or https URL with {id} in its path or query, found \"\(text)\"" }
}

extension String {
    /// Returns the first occurrence of `text`.
    func range(ofText text: String) -> Range<String.Index>? { ranges(of: text).first }
}
