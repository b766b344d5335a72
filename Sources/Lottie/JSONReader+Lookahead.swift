extension JSONReader {
    /// Reads the string or number under `key` of the object that is next, and leaves the object unread.
    package func peek(_ key: JSONKey) throws(JSONError) -> String? {
        guard var value = try ahead(to: key) else { return nil }
        let kind = try value.kind()
        return kind == .string || kind == .number ? try value.string() : nil
    }

    /// Reads the number under `key` of the object that is next, and leaves the object unread.
    func peekNumber(_ key: JSONKey) throws(JSONError) -> Double? {
        guard var value = try ahead(to: key) else { return nil }
        let kind = try value.kind()
        return kind == .number || kind == .bool ? try value.number() : nil
    }

    /// A reader at the value of `key` in the object that is next, or nil without such a key or where `stop` comes first.
    func ahead(to key: JSONKey, stoppingAt stop: JSONKey? = nil) throws(JSONError) -> JSONReader? {
        var ahead = self
        guard try ahead.kind() == .object, ahead.accept(UInt8(ascii: "{")) else { return nil }
        if ahead.accept(UInt8(ascii: "}")) { return nil }
        repeat {
            let found = try ahead.key()
            guard ahead.accept(UInt8(ascii: ":")) else { throw ahead.syntaxError("':'") }
            if found == key { return ahead }
            if found == stop { return nil }
            try ahead.skip()
        } while ahead.accept(UInt8(ascii: ","))
        return nil
    }

    /// Whether the first element of the list that is next is an object with this key.
    func firstElementHas(_ key: JSONKey) throws(JSONError) -> Bool {
        var ahead = self
        guard ahead.accept(UInt8(ascii: "[")), !ahead.accept(UInt8(ascii: "]")), try ahead.kind() == .object else {
            return false
        }
        return try ahead.ahead(to: key) != nil
    }
}
