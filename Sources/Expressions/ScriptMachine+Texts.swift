extension ScriptMachine {
    /// Calls a string method. Positions count UTF-16 code units, as in ECMAScript.
    func textMethod(
        _ builtin: Builtin, _ string: String, _ arguments: Arguments
    ) throws(ScriptFailure) -> ScriptValue {
        try spend(steps: string.utf8.count / 16)
        switch builtin {
        case .charAt:
            let value = character(at: try integer(arguments[0]), of: string)
            return isNullish(value) ? .string("") : value
        case .charCodeAt:
            let units = string.utf16
            let index = try integer(arguments[0])
            guard index >= 0, index < units.count else { return .number(.nan) }
            return .number(Double(units[units.index(units.startIndex, offsetBy: index)]))
        case .textConcat:
            var result = string
            for index in 0..<arguments.count {
                let added = try self.string(arguments[index])
                try spend(memory: added.utf8.count / 8)
                result += added
            }
            return try text(result)
        case .toLowerCase: return try text(string.lowercased())
        case .toUpperCase: return try text(string.uppercased())
        case .trim: return try text(string.trimmingSpace)
        case .trimStart: return try text(String(string.drop { $0.isWhitespace }))
        case .trimEnd:
            var rest = string[...]
            while rest.last?.isWhitespace == true { rest.removeLast() }
            return try text(String(rest))
        case .repeated:
            let count = try integer(arguments[0])
            guard count >= 0 else { throw rangeError("repeat takes 0 or more") }
            try spend(memory: count / 8 + Int((Double(count) * Double(string.utf8.count) / 8).rounded(.up)))
            return .string(String(repeating: string, count: count))
        case .padStart, .padEnd: return try padded(string, arguments, atStart: builtin == .padStart)
        case .split: return try split(string, arguments)
        case .replace, .replaceAll: return try replaced(string, arguments, all: builtin == .replaceAll)
        case .textSlice, .substring, .substr: return try text(part(builtin, of: string, arguments))
        default: return try search(builtin, string, arguments)
        }
    }

    private func padded(
        _ string: String, _ arguments: Arguments, atStart: Bool
    ) throws(ScriptFailure) -> ScriptValue {
        let missing = try integer(arguments[0]) - string.utf16.count
        let filler = isNullish(arguments[1]) ? " " : try self.string(arguments[1])
        guard missing > 0, !filler.isEmpty else { return try text(string) }
        try spend(memory: missing / 4)
        let units = Array(filler.utf16)
        let padding = String(decoding: (0..<missing).map { units[$0 % units.count] }, as: UTF16.self)
        return try text(atStart ? padding + string : string + padding)
    }

    private func split(_ string: String, _ arguments: Arguments) throws(ScriptFailure) -> ScriptValue {
        if isNullish(arguments[0]) { return try list([.string(string)]) }
        let separator = Array(try self.string(arguments[0]).utf16)
        let units = Array(string.utf16)
        try spend(memory: units.count)
        try spend(searchFor: separator, in: units)
        var parts: [ScriptValue] = []
        if separator.isEmpty {
            parts = units.map { .string(String(decoding: CollectionOfOne($0), as: UTF16.self)) }
        } else {
            var start = 0
            while let place = Self.place(of: separator, in: units, from: start) {
                parts.append(.string(String(decoding: units[start..<place], as: UTF16.self)))
                start = place + separator.count
            }
            parts.append(.string(String(decoding: units[start...], as: UTF16.self)))
        }
        if !isNullish(arguments[1]) { parts = Array(parts.prefix(max(0, try integer(arguments[1])))) }
        return try list(parts)
    }

    private func replaced(
        _ string: String, _ arguments: Arguments, all: Bool
    ) throws(ScriptFailure) -> ScriptValue {
        let pattern = Array(try self.string(arguments[0]).utf16)
        let units = Array(string.utf16)
        try spend(searchFor: pattern, in: units)
        var result: [UInt16] = []
        var start = 0
        while let place = Self.place(of: pattern, in: units, from: start), place <= units.count {
            var replacement = arguments[1]
            if case .object(let object) = replacement, object.isCallable {
                replacement = try callback(
                    replacement, [arguments[0], .number(Double(place)), .string(string)])
            }
            let inserted = try self.string(replacement)
            try spend(memory: 1 + inserted.utf8.count / 8)
            result += units[start..<place]
            result += inserted.utf16
            start = place + pattern.count
            if !all || pattern.isEmpty { break }
        }
        if start < units.count { result += units[start...] }
        return try text(String(decoding: result, as: UTF16.self))
    }

    /// Charges the steps of a search that compares `part` with every place of `units`.
    private func spend(searchFor part: [UInt16], in units: [UInt16]) throws(ScriptFailure) {
        try spend(steps: units.count / 2 * max(1, part.count / 16))
    }

    /// Returns the index of the first occurrence of `part` in `units`, at `start` or later.
    private static func place(of part: [UInt16], in units: [UInt16], from start: Int) -> Int? {
        guard part.count <= units.count else { return nil }
        var index = max(0, start)
        while index + part.count <= units.count {
            if units[index..<index + part.count].elementsEqual(part) { return index }
            index += 1
        }
        return nil
    }

    private func part(
        _ builtin: Builtin, of string: String, _ arguments: Arguments
    ) throws(ScriptFailure) -> String {
        let units = Array(string.utf16)
        let count = units.count
        func held(_ index: Int) -> Int { max(0, min(count, index)) }
        func fromEnd(_ index: Int) -> Int { held(index < 0 ? count + index : index) }
        var start = try integer(arguments[0])
        var end = isNullish(arguments[1]) ? count : try integer(arguments[1])
        switch builtin {
        case .textSlice: (start, end) = (fromEnd(start), fromEnd(end))
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
        case .endsWith: return .bool(units.reversed().starts(with: part.reversed()))
        case .textIncludes:
            return .bool(Self.place(of: part, in: units, from: try integer(arguments[1])) != nil)
        case .textIndexOf:
            return .number(Double(Self.place(of: part, in: units, from: try integer(arguments[1])) ?? -1))
        case .textLastIndexOf:
            guard part.count <= units.count else { return .number(-1) }
            let last = (0...units.count - part.count).last { units[$0..<$0 + part.count].elementsEqual(part) }
            return .number(Double(last ?? -1))
        default: throw typeError("\(builtin.rawValue) is no function")
        }
    }
}
