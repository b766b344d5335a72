import CPlatform
package import JSON

extension JSONReader {
    /// Returns the string or number for `key` in the next object, and leaves the object unread.
    ///
    /// Returns `nil` if the next value is not an object, or if the key has no such value.
    package func peek(_ key: JSONKey) throws(JSONError) -> String? {
        guard var value = try lookahead(to: key) else { return nil }
        let kind = try value.peekKind()
        return kind == .string || kind == .number ? try value.readString() : nil
    }

    /// Returns the string for `key` in the next object, in the form of a key, which is compared in one step, and leaves the
    /// object unread.
    ///
    /// Returns `nil` if the next value is not an object, or if the key has no such value.
    func peekWord(_ key: JSONKey) throws(JSONError) -> JSONKey? {
        guard var value = try lookahead(to: key), try value.peekKind() == .string else { return nil }
        return try value.readKey()
    }

    /// Returns the number or Boolean for `key` in the next object as a number, and leaves the object unread.
    func peekNumber(_ key: JSONKey) throws(JSONError) -> Double? {
        guard var value = try lookahead(to: key) else { return nil }
        let kind = try value.peekKind()
        return kind == .number || kind == .bool ? try value.readNumber() : nil
    }

    /// Returns a reader at the value for `key` in the next object.
    ///
    /// Returns `nil` if the object does not contain the key, or if it contains the key `stop` first.
    func lookahead(to key: JSONKey, stoppingAt stop: JSONKey? = nil) throws(JSONError) -> JSONReader? {
        var ahead = self
        guard try ahead.peekKind() == .object, ahead.consume("{") else { return nil }
        if ahead.consume("}") { return nil }
        repeat {
            let found = try ahead.readKey()
            guard ahead.consume(":") else { throw ahead.syntaxError("\":\"") }
            if found == key || found == stop {
                try countBytes(ahead.offset - offset)
                return found == key ? ahead : nil
            }
            try ahead.skipValue()
        } while ahead.consume(",")
        // If nested objects all lack the key, the innermost object is searched once for each object around it.
        try countBytes(ahead.offset - offset)
        return nil
    }

    /// Whether the document may have hidden items, so that they have to be looked for.
    ///
    /// Few documents have any, and one search through the text takes a tenth of the time of a search in each item.
    var hasHiddenItems: Bool {
        if let known = context.hasHiddenItems { return known }
        let found = mentionsHiddenItems
        context.hasHiddenItems = found
        return found
    }

    /// Whether a member "hd" is anything but false, or some text has escapes, in which a member's name can be hidden.
    private var mentionsHiddenItems: Bool {
        var start = 0
        while let place = nextPlace(of: "h", before: "d\"", from: start) {
            start = place + 1
            guard place > 0, text[place - 1] == UInt8(ascii: "\"") else { continue }
            var value = moved(to: place + 3)
            guard value.consume(":"), (try? value.peekKind()) == .bool, (try? value.readBool()) == false else {
                return true
            }
        }
        return nextPlace(of: "\\", before: "u00", from: 0) != nil
    }

    /// Returns the next offset of a character in the document where `next` follows it, from `start` on.
    private func nextPlace(of first: Unicode.Scalar, before next: StaticString, from start: Int) -> Int? {
        var start = start
        while start < text.count, let base = text.baseAddress,
            let found = memchr(base + start, Int32(first.value), text.count - start)
        {
            let place = UnsafeRawPointer(base).distance(to: found)
            start = place + 1
            let isFollowed =
                text.count - start >= next.utf8CodeUnitCount
                && memcmp(base + start, next.utf8Start, next.utf8CodeUnitCount) == 0
            if isFollowed { return place }
        }
        return nil
    }

    /// Returns whether the first element of the next array is an object that contains `key`.
    func firstElementContains(_ key: JSONKey) throws(JSONError) -> Bool {
        var ahead = self
        guard ahead.consume("["), !ahead.consume("]"),
            try ahead.peekKind() == .object
        else {
            return false
        }
        return try ahead.lookahead(to: key) != nil
    }

    /// Returns the text from an offset to the next byte.
    func text(from place: Int) -> UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(rebasing: text[place..<offset]) }

    /// Skips the next value if it is an object or a list with the same text as `known`, and returns whether it is.
    mutating func skip(_ known: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let start = known.baseAddress, let kind = peek(), kind == start.pointee,
            kind == UInt8(ascii: "[") || kind == UInt8(ascii: "{"), text.count - offset >= known.count,
            let place = text.baseAddress, memcmp(place + offset, start, known.count) == 0
        else { return false }
        self = moved(to: offset + known.count)
        return true
    }
}
