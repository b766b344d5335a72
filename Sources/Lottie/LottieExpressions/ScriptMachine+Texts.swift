extension ScriptMachine {
    /// Calls a string method. Positions count UTF-16 code units, as in ECMAScript.
    func callStringMethod(
        _ builtin: Builtin, _ string: String, _ arguments: Arguments
    ) throws(ScriptFailure) -> ScriptValue {
        try spend(steps: string.utf8.count / 16)
        switch builtin {
        case .charAt:
            let value = character(at: try integer(arguments[0]), of: string)
            return isNullish(value) ? .string("") : value
        case .stringAt:
            let index = try integer(arguments[0])
            return character(at: index < 0 ? string.utf16.count + index : index, of: string)
        case .codePointAt:
            let units = Array(string.utf16.dropFirst(max(0, try integer(arguments[0]))).prefix(2))
            guard try integer(arguments[0]) >= 0, let first = units.first else { return .undefined }
            // A unit of a broken pair is its own code point.
            guard UTF16.isLeadSurrogate(first), units.count == 2, UTF16.isTrailSurrogate(units[1]) else {
                return .number(Double(first))
            }
            return .number(Double((UInt32(first) - 0xD800) << 10 + UInt32(units[1]) - 0xDC00 + 0x10000))
        case .charCodeAt:
            let units = string.utf16
            let index = try integer(arguments[0])
            guard index >= 0, index < units.count else { return .number(.nan) }
            return .number(Double(units[units.index(units.startIndex, offsetBy: index)]))
        case .stringConcat:
            var result = string
            for index in 0..<arguments.count {
                let added = try self.string(arguments[index])
                try spend(memory: added.utf8.count / 8)
                result += added
            }
            return try makeString(result)
        case .toLowerCase: return try makeString(string.lowercased())
        case .toUpperCase: return try makeString(string.uppercased())
        case .trim: return try makeString(string.trimmingWhitespace)
        case .trimStart, .trimLeft: return try makeString(String(string.drop { $0.isWhitespace }))
        case .trimEnd, .trimRight:
            var rest = string[...]
            while rest.last?.isWhitespace == true { rest.removeLast() }
            return try makeString(String(rest))
        case .repeated:
            let count = try integer(arguments[0])
            guard count >= 0 else { throw rangeError("repeat takes 0 or more") }
            try spend(memory: count / 8 + Int((Double(count) * Double(string.utf8.count) / 8).rounded(.up)))
            return .string(String(repeating: string, count: count))
        case .padStart, .padEnd: return try padded(string, arguments, atStart: builtin == .padStart)
        case .split: return try split(string, arguments)
        case .replace, .replaceAll: return try replaced(string, arguments, all: builtin == .replaceAll)
        case .stringSlice, .substring, .substr: return try makeString(substring(builtin, of: string, arguments))
        default: return try search(builtin, string, arguments)
        }
    }

    /// Returns the text of code points.
    func makeText(ofCodePoints arguments: Arguments) throws(ScriptFailure) -> ScriptValue {
        var text = ""
        for index in 0..<arguments.count {
            let number = try number(arguments[index])
            guard let value = UInt32(exactly: number), value <= 0x10FFFF else { throw rangeError("no code point") }
            // A surrogate has no character of its own: Swift's strings have the replacement character for it.
            text.unicodeScalars.append(Unicode.Scalar(value) ?? "\u{FFFD}")
        }
        return try makeString(text)
    }

    private func padded(
        _ string: String, _ arguments: Arguments, atStart: Bool
    ) throws(ScriptFailure) -> ScriptValue {
        let missing = try integer(arguments[0]) - string.utf16.count
        let filler = isUndefined(arguments[1]) ? " " : try self.string(arguments[1])
        guard missing > 0, !filler.isEmpty else { return try makeString(string) }
        try spend(memory: missing / 4)
        let units = Array(filler.utf16)
        let padding = String(decoding: (0..<missing).map { units[$0 % units.count] }, as: UTF16.self)
        return try makeString(atStart ? padding + string : string + padding)
    }

    private func split(_ string: String, _ arguments: Arguments) throws(ScriptFailure) -> ScriptValue {
        if case .undefined = arguments[0] { return try makeArray([.string(string)]) }
        let separator = Array(try self.string(arguments[0]).utf16)
        let units = Array(string.utf16)
        try spend(memory: units.count)
        try spend(searchFor: separator, in: units)
        var parts: [ScriptValue] = []
        if separator.isEmpty {
            parts = units.map { .string(String(decoding: CollectionOfOne($0), as: UTF16.self)) }
        } else {
            var start = 0
            while let place = Self.firstIndex(of: separator, in: units, from: start) {
                parts.append(.string(String(decoding: units[start..<place], as: UTF16.self)))
                start = place + separator.count
            }
            parts.append(.string(String(decoding: units[start...], as: UTF16.self)))
        }
        if !isUndefined(arguments[1]) { parts = Array(parts.prefix(max(0, try integer(arguments[1])))) }
        return try makeArray(parts)
    }

    private func replaced(
        _ string: String, _ arguments: Arguments, all: Bool
    ) throws(ScriptFailure) -> ScriptValue {
        let pattern = Array(try self.string(arguments[0]).utf16)
        let units = Array(string.utf16)
        try spend(searchFor: pattern, in: units)
        var result: [UInt16] = []
        var start = 0
        var next = 0
        while let place = Self.firstIndex(of: pattern, in: units, from: next) {
            let match = PatternMatch(groups: [place..<place + pattern.count])
            let inserted = try replacement(arguments[1], for: match, of: units, string, names: [])
            result += units[start..<place]
            result += inserted.utf16
            start = place + pattern.count
            // An empty text would be found at the same place again.
            next = max(start, place + 1)
            if !all { break }
        }
        if start < units.count { result += units[start...] }
        return try makeString(String(decoding: result, as: UTF16.self))
    }

    /// Charges the steps of a search that compares `part` with every place of `units`.
    private func spend(searchFor part: [UInt16], in units: [UInt16]) throws(ScriptFailure) {
        try spend(steps: units.count / 2 * max(1, part.count / 16))
    }

    /// Returns the index of the first occurrence of `part` in `units`, at `start` or later.
    private static func firstIndex(of part: [UInt16], in units: [UInt16], from start: Int) -> Int? {
        guard part.count <= units.count else { return nil }
        var index = max(0, start)
        while index + part.count <= units.count {
            if units[index..<index + part.count].elementsEqual(part) { return index }
            index += 1
        }
        return nil
    }

    private func substring(
        _ builtin: Builtin, of string: String, _ arguments: Arguments
    ) throws(ScriptFailure) -> String {
        let units = Array(string.utf16)
        let count = units.count
        func held(_ index: Int) -> Int { max(0, min(count, index)) }
        func fromEnd(_ index: Int) -> Int { held(index < 0 ? count + index : index) }
        var start = try integer(arguments[0])
        var end = isUndefined(arguments[1]) ? count : try integer(arguments[1])
        switch builtin {
        case .stringSlice: (start, end) = (fromEnd(start), fromEnd(end))
        case .substr:
            start = fromEnd(start)
            end = held(start + min(end, count))
        default:
            (start, end) = (held(start), held(end))
            if start > end { swap(&start, &end) }
        }
        return start < end ? String(decoding: units[start..<end], as: UTF16.self) : ""
    }

    private func search(
        _ builtin: Builtin, _ string: String, _ arguments: Arguments
    ) throws(ScriptFailure) -> ScriptValue {
        let units = Array(string.utf16)
        let part = Array(try self.string(arguments[0]).utf16)
        try spend(searchFor: part, in: units)
        switch builtin {
        case .startsWith: return .bool(units.dropFirst(max(0, try integer(arguments[1]))).starts(with: part))
        case .endsWith:
            let end = isUndefined(arguments[1]) ? units.count : max(0, min(units.count, try integer(arguments[1])))
            return .bool(units[..<end].reversed().starts(with: part.reversed()))
        case .stringIncludes:
            return .bool(Self.firstIndex(of: part, in: units, from: try integer(arguments[1])) != nil)
        case .stringIndexOf:
            return .number(Double(Self.firstIndex(of: part, in: units, from: try integer(arguments[1])) ?? -1))
        case .stringLastIndexOf:
            guard part.count <= units.count else { return .number(-1) }
            // Without a number, the search begins at the end.
            let isFromEnd = try number(arguments[1]).isNaN
            let most = isFromEnd ? units.count : max(0, try integer(arguments[1]))
            let last = (0...min(most, units.count - part.count)).last { place in
                units[place..<place + part.count].elementsEqual(part)
            }
            return .number(Double(last ?? -1))
        default: throw typeError("\(builtin.rawValue) is no function")
        }
    }
}
