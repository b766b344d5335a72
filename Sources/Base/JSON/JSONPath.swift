/// The path, such as `layers[2].ks.p.k`, of a value in a JSON text.
public struct JSONPath {
    /// The path as text. A long path loses its end.
    public private(set) var text = ""

    /// The length in bytes after which a path gets no further steps, and the longest name in it.
    private static let maxLength = 256
    private static let maxNameLength = 64

    /// Returns the path of the innermost value that contains the byte at `offset`.
    ///
    /// The function reads the text again up to that byte, so that a valid document has no cost for paths.
    ///
    /// - Parameter start: The offset of a value that contains the byte, at which the path begins.
    /// - Precondition: The text is well-formed JSON up to `offset`.
    public init(of offset: Int, in text: UnsafeBufferPointer<UInt8>, from start: Int = 0) {
        enum Step { case element(Int), member(Range<Int>), noMember }
        var steps: [Step] = []
        var index = start
        while index < min(offset, text.count) {
            switch text[index] {
            case UInt8(ascii: "{"): steps.append(.noMember)
            case UInt8(ascii: "["): steps.append(.element(0))
            case UInt8(ascii: "}"), UInt8(ascii: "]"): _ = steps.popLast()
            case UInt8(ascii: ","):
                switch steps.last {
                case .element(let position): steps[steps.count - 1] = .element(position + 1)
                case .member: steps[steps.count - 1] = .noMember
                default: break
                }
            case UInt8(ascii: "\""):
                let first = index + 1
                index = first
                while index < text.count, text[index] != UInt8(ascii: "\"") {
                    index += text[index] == UInt8(ascii: "\\") ? 2 : 1
                }
                if case .noMember = steps.last, first <= min(index, text.count) {
                    steps[steps.count - 1] = .member(first..<min(index, text.count))
                }
            default: break
            }
            index += 1
        }
        for step in steps where self.text.utf8.count < Self.maxLength {
            switch step {
            case .element(let position): self.text += "[\(position)]"
            case .member(let range): append(member: Self.name(text, range))
            case .noMember: break
            }
        }
    }

    /// Appends the step to a member.
    public mutating func append(member name: String) {
        if Self.isSimple(name) { text += text.isEmpty ? name : ".\(name)" } else { text += "[\"\(name)\"]" }
    }

    /// Returns the name at the given range of bytes, truncated at a Unicode scalar boundary if it is long.
    private static func name(_ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> String {
        var end = range.upperBound
        if range.count > maxNameLength {
            end = range.lowerBound + maxNameLength
            while end > range.lowerBound, text[end] & 0xC0 == 0x80 { end -= 1 }
        }
        return JSONReader.unescaped(UnsafeBufferPointer(rebasing: text[range.lowerBound..<end]))
    }

    private static func isSimple(_ name: String) -> Bool {
        !name.isEmpty
            && name.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"), 0x80...:
                    true
                default: false
                }
            }
    }
}
