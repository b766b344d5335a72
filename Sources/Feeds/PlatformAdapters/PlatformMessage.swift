import ExactNumbers
import JSON
import RoomEvents

/// Messages of platforms, in which the same data can have several names, places and kinds.
extension JSONValue {
    /// Parses a line that contains one value.
    init(line: UnsafeBufferPointer<UInt8>) throws(FeedLineError) {
        self = try JSONReader.readLine(line) { reader throws(JSONError) in
            let value = try JSONValue(from: &reader)
            try reader.expectLineEnd(after: "value")
            return value
        }
    }

    /// Returns the member at a path such as `gift.gift_id`, or the element at a path such as `info.1`; nil if there is
    /// none or it is null.
    subscript(_ path: String) -> JSONValue? {
        var value = self
        for name in path.split(separator: ".") {
            switch value {
            case .object:
                guard let member = value.member(String(name)) else { return nil }
                value = member
            case .array(let elements):
                guard let index = Int(name), elements.indices.contains(index) else { return nil }
                value = elements[index]
            default: return nil
            }
        }
        if case .null = value { return nil }
        return value
    }

    /// Returns the first value that exists among several paths.
    subscript(_ paths: String...) -> JSONValue? {
        for path in paths {
            if let value = self[path] { return value }
        }
        return nil
    }

    /// Returns the first string among the values at several paths.
    func firstString(_ paths: String...) -> String? { paths.lazy.compactMap { self[$0]?.string }.first }

    /// The string, or an integer as a string: platforms send ids in both forms.
    var looseText: String? { if case .integer(let number) = self { String(number) } else { string } }

    /// The text if it is not empty.
    var nonEmptyString: String? { looseText.flatMap { $0.isEmpty ? nil : $0 } }

    /// The integer, or a string that contains one.
    var integer: Int? { if case .integer(let number) = self { number } else { string.flatMap { Int($0) } } }

    /// The Boolean value; a number is true unless it is 0.
    var flag: Bool? { bool ?? integer.map { $0 != 0 } }

    /// The date in the syntax of RFC 3339, in nanoseconds since 1970.
    var date: Int64? { looseText.flatMap { Timestamp($0)?.nanoseconds } }

    /// Returns a count of `unit` nanoseconds since 1970 in nanoseconds; nil if it is not positive or too large.
    ///
    /// The same platform uses seconds in one place and milliseconds in another. Therefore the method ignores `unit` for
    /// plausible numbers: from 10⁹ to 10¹¹ they are seconds (dates from 2001 on), and from 10¹¹ to 10¹⁴ milliseconds
    /// (dates from 1973 on).
    func nanoseconds(unit: Int64) -> Int64? {
        guard let number = integer.flatMap({ Int64(exactly: $0) }), number > 0 else { return nil }
        let unit: Int64 =
            switch number {
            case 1_000_000_000..<100_000_000_000: 1_000_000_000
            case 100_000_000_000..<100_000_000_000_000: 1_000_000
            default: unit
            }
        let (product, overflow) = number.multipliedReportingOverflow(by: unit)
        return overflow ? nil : product
    }
}
