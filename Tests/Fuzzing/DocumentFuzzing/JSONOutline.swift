/// The positions of all values in a JSON text; a truncated text has an outline too.
struct JSONOutline {
    enum Kind { case object, list, string, number, literal }

    /// A value and its key, as ranges of bytes.
    struct Value {
        var kind: Kind
        /// The range of the value without its key.
        var range: Range<Int>
        /// The range of the key with its quotes, for a member of an object.
        var key: Range<Int>?

        /// The range from the key, if there is one, to the end of the value.
        var member: Range<Int> { (key ?? range).lowerBound..<range.upperBound }
    }

    /// All values, each before those inside it.
    private(set) var values: [Value] = []

    init(_ text: [UInt8]) {
        var open: [Int] = []
        var key: Range<Int>?
        var place = 0
        func add(_ kind: Kind, _ range: Range<Int>) {
            values.append(Value(kind: kind, range: range, key: key))
            key = nil
        }
        while place < text.count {
            let first = place
            switch text[place] {
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                open.append(values.count)
                add(text[place] == UInt8(ascii: "{") ? .object : .list, first..<text.count)
                place += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                place += 1
                if let value = open.popLast() { values[value].range = values[value].range.lowerBound..<place }
            case UInt8(ascii: "\""):
                place = Self.endOfString(text, from: place)
                if place < text.count, text[place] == UInt8(ascii: ":") {
                    key = first..<place
                } else {
                    add(.string, first..<place)
                }
            case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                place = Self.endOfWord(text, from: place)
                add(.number, first..<place)
            case UInt8(ascii: "a")...UInt8(ascii: "z"):
                place = Self.endOfWord(text, from: place)
                add(.literal, first..<place)
            default: place += 1
            }
        }
    }

    private static func endOfString(_ text: [UInt8], from start: Int) -> Int {
        var place = start + 1
        while place < text.count, text[place] != UInt8(ascii: "\"") {
            place += text[place] == UInt8(ascii: "\\") ? 2 : 1
        }
        return min(text.count, place + 1)
    }

    private static func endOfWord(_ text: [UInt8], from start: Int) -> Int {
        var place = start + 1
        while place < text.count {
            switch text[place] {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "E"),
                UInt8(ascii: "."), UInt8(ascii: "+"), UInt8(ascii: "-"):
                place += 1
            default: return place
            }
        }
        return place
    }
}
