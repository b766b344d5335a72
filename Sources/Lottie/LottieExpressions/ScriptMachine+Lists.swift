extension ScriptMachine {
    /// Calls an array method. A method that modifies an array of the host works on a copy.
    func callArrayMethod(
        _ builtin: Builtin, _ this: ScriptValue, _ arguments: Arguments
    ) throws(ScriptFailure) -> ScriptValue {
        let array = try listReceiver(of: builtin, this)
        try spend(steps: array.elements.count / 4)
        switch builtin {
        case .push, .pop, .shift, .unshift, .splice, .reverse, .sort, .fill, .copyWithin:
            return try callMutatingMethod(builtin, array, arguments)
        case .map, .flatMap, .forEach, .filter, .find, .findIndex, .some, .every:
            return try callIterationMethod(builtin, array, arguments)
        case .reduce, .reduceRight: return try reduce(array, arguments, fromEnd: builtin == .reduceRight)
        case .join:
            return try makeString(
                joined(array.elements, by: isUndefined(arguments[0]) ? "," : string(arguments[0])))
        case .slice:
            let (start, end) = try range(arguments[0], arguments[1], count: array.elements.count)
            return try makeArray(start < end ? Array(array.elements[start..<end]) : [])
        case .arrayConcat:
            var all = array.elements
            for index in 0..<arguments.count {
                let added = isArray(arguments[index]) ? try values(in: arguments[index]) : [arguments[index]]
                try spend(memory: added.count)
                all += added
            }
            return try makeArray(all)
        case .findLast, .findLastIndex:
            for index in array.elements.indices.reversed() where index < array.elements.count {
                let element = array.elements[index]
                if isTruthy(
                    try invoke(arguments[0], [element, .number(Double(index)), .object(array)], this: arguments[1]))
                {
                    return builtin == .findLast ? element : .number(Double(index))
                }
            }
            return builtin == .findLast ? .undefined : .number(-1)
        case .flat:
            let depth = if case .undefined = arguments[0] { 1 } else { try integer(arguments[0]) }
            return try makeArray(flattened(array.elements, depth: depth))
        case .arrayAt:
            let index = try integer(arguments[0])
            return try array.element(index < 0 ? array.elements.count + index : index, in: self) ?? .undefined
        case .arrayValues: return try makeArray(array.elements)
        case .arrayKeys: return try makeArray(array.elements.indices.map { .number(Double($0)) })
        case .arrayEntries:
            var all: [ScriptValue] = []
            for (index, element) in array.elements.enumerated() {
                all.append(try makeArray([.number(Double(index)), element]))
            }
            return try makeArray(all)
        case .arrayIncludes: return .bool(try index(builtin, in: array.elements, arguments) != nil)
        case .arrayIndexOf, .arrayLastIndexOf:
            return .number(Double(try index(builtin, in: array.elements, arguments) ?? -1))
        default: throw typeError("\(builtin.rawValue) is no function")
        }
    }

    /// Returns the range for a start and an end, which count from the end of the array if they are negative; an
    /// undefined end is the end of the array.
    private func range(
        _ first: ScriptValue, _ last: ScriptValue, count: Int
    ) throws(ScriptFailure) -> (start: Int, end: Int) {
        func held(_ index: Int) -> Int { max(0, min(count, index < 0 ? count + index : index)) }
        let start = held(try integer(first))
        if case .undefined = last { return (start, count) }
        return (start, held(try integer(last)))
    }

    /// The deepest array in arrays that is flattened; an array can contain itself.
    private static let maxFlattenedDepth = 16

    /// Returns the elements with those of arrays in their place, down to a depth.
    private func flattened(_ elements: [ScriptValue], depth: Int) throws(ScriptFailure) -> [ScriptValue] {
        var all: [ScriptValue] = []
        for element in elements {
            if depth > 0, isArray(element) {
                all += try flattened(values(in: element), depth: min(depth, Self.maxFlattenedDepth) - 1)
            } else {
                all.append(element)
            }
        }
        try spend(memory: elements.count)
        return all
    }

    private func callMutatingMethod(
        _ builtin: Builtin, _ array: ScriptArray, _ arguments: Arguments
    ) throws(ScriptFailure) -> ScriptValue {
        try array.checkUnfrozen(in: self)
        switch builtin {
        case .push:
            try spend(memory: arguments.count)
            let added = arguments.all
            registerReference(added, in: array)
            array.elements.append(contentsOf: added)
            return .number(Double(array.elements.count))
        case .pop: return array.elements.popLast() ?? .undefined
        case .shift: return array.elements.isEmpty ? .undefined : array.elements.removeFirst()
        case .unshift:
            try spend(memory: arguments.count)
            let added = arguments.all
            registerReference(added, in: array)
            array.elements.insert(contentsOf: added, at: 0)
            return .number(Double(array.elements.count))
        case .splice:
            let (start, _) = try range(arguments[0], .undefined, count: array.elements.count)
            let left = array.elements.count - start
            let count: Int
            switch arguments.count {
            case 0: count = 0
            case 1: count = left
            default: count = max(0, min(left, try integer(arguments[1])))
            }
            let removed = Array(array.elements[start..<start + count])
            let added = arguments.all.dropFirst(2)
            try spend(memory: added.count)
            registerReference(added, in: array)
            array.elements.replaceSubrange(start..<start + count, with: added)
            return try makeArray(removed)
        case .reverse: array.elements.reverse()
        case .fill:
            let (start, end) = try range(arguments[1], arguments[2], count: array.elements.count)
            registerReference(arguments[0], in: array)
            for index in start..<max(start, end) { array.elements[index] = arguments[0] }
        case .copyWithin:
            let (start, end) = try range(arguments[1], arguments[2], count: array.elements.count)
            let (target, _) = try range(arguments[0], .undefined, count: array.elements.count)
            let copied = array.elements[start..<max(start, end)].prefix(array.elements.count - target)
            array.elements.replaceSubrange(target..<target + copied.count, with: Array(copied))
        default:
            // Undefined elements are last, and the comparison never gets them.
            let given = array.elements.filter { !isUndefined($0) }
            let missing = array.elements.count - given.count
            array.elements = try sorted(given, arguments[0]) + repeatElement(.undefined, count: missing)
        }
        return .object(array)
    }

    private func callIterationMethod(
        _ builtin: Builtin, _ array: ScriptArray, _ arguments: Arguments
    ) throws(ScriptFailure) -> ScriptValue {
        let function = arguments[0]
        var results: [ScriptValue] = []
        var index = 0
        // The function can modify the array.
        while index < array.elements.count {
            let element = array.elements[index]
            let result = try invoke(
                function, [element, .number(Double(index)), .object(array)], this: arguments[1])
            switch builtin {
            case .map: results.append(result)
            case .flatMap: results += isArray(result) ? try values(in: result) : [result]
            case .filter where isTruthy(result): results.append(element)
            case .find where isTruthy(result): return element
            case .findIndex where isTruthy(result): return .number(Double(index))
            case .some where isTruthy(result): return .bool(true)
            case .every where !isTruthy(result): return .bool(false)
            default: break
            }
            index += 1
        }
        switch builtin {
        case .map, .flatMap, .filter: return try makeArray(results)
        case .findIndex: return .number(-1)
        case .some: return .bool(false)
        case .every: return .bool(true)
        default: return .undefined
        }
    }

    private func reduce(
        _ array: ScriptArray, _ arguments: Arguments, fromEnd: Bool
    ) throws(ScriptFailure) -> ScriptValue {
        let function = arguments[0]
        var elements = Array(array.elements.enumerated())
        if fromEnd { elements.reverse() }
        var rest = elements[...]
        var result: ScriptValue
        if arguments.count > 1 {
            result = arguments[1]
        } else {
            guard let first = rest.popFirst() else { throw typeError("nothing to reduce") }
            result = first.element
        }
        for (index, element) in rest {
            result = try invoke(function, [result, element, .number(Double(index)), .object(array)])
        }
        return result
    }

    /// Returns the index of the first element that is the same as the first argument, or of the last one; the search
    /// begins at the second argument.
    private func index(
        _ builtin: Builtin, in elements: [ScriptValue], _ arguments: Arguments
    ) throws(ScriptFailure) -> Int? {
        let value = arguments[0]
        let isFromEnd = builtin == .arrayLastIndexOf
        var start = isFromEnd && arguments.count < 2 ? elements.count - 1 : try integer(arguments[1])
        if start < 0 { start += elements.count }
        if isFromEnd {
            for index in stride(from: min(start, elements.count - 1), through: 0, by: -1)
            where try isSame(elements[index], value) { return index }
            return nil
        }
        for index in max(0, start)..<max(0, start, elements.count) {
            if try isSame(elements[index], value) { return index }
            // Only `includes` finds NaN (ECMAScript, SameValueZero).
            if builtin == .arrayIncludes, case .number(let a) = elements[index], case .number(let b) = value, a.isNaN,
                b.isNaN
            {
                return index
            }
        }
        return nil
    }

    /// Returns the list that a method of lists works on: the receiver itself, or a copy of what is like a list, such as a
    /// text or an object with a length, if the method changes nothing.
    private func listReceiver(of builtin: Builtin, _ this: ScriptValue) throws(ScriptFailure) -> ScriptArray {
        let value = try primitive(this)
        if case .object(let array as ScriptArray) = value { return array }
        switch builtin {
        case .push, .pop, .shift, .unshift, .splice, .reverse, .sort, .fill, .copyWithin: break
        default:
            if case .object(let copy as ScriptArray) = try listLike(value) { return copy }
        }
        throw typeError("\(description(of: this)) is no list")
    }

    /// Returns a list with the elements of a text or of an object with a length; undefined for other values.
    private func listLike(_ value: ScriptValue) throws(ScriptFailure) -> ScriptValue {
        switch value {
        case .boxedString(let text):
            try spend(memory: text.string.utf8.count)
            let units = text.string.utf16.map { String(decoding: CollectionOfOne($0), as: UTF16.self) }
            return .object(ScriptArray(units.map { .string($0) }))
        case .object(let record as ScriptRecord):
            guard let length = try record.member("length", in: self) else { return .undefined }
            let count = max(0, try integer(length))
            try spend(memory: count)
            var all: [ScriptValue] = []
            for index in 0..<count { all.append(try record.member(String(index), in: self) ?? .undefined) }
            return try makeArray(all)
        default: return .undefined
        }
    }

    /// Returns the elements sorted by `order`, or by their strings without it; the sort is stable.
    private func sorted(
        _ elements: [ScriptValue], _ order: ScriptValue
    ) throws(ScriptFailure) -> [ScriptValue] {
        if elements.count < 2 { return elements }
        try spend(memory: elements.count)
        let middle = elements.count / 2
        let left = try sorted(Array(elements[..<middle]), order)
        let right = try sorted(Array(elements[middle...]), order)
        var result: [ScriptValue] = []
        result.reserveCapacity(elements.count)
        var (i, j) = (0, 0)
        while i < left.count, j < right.count {
            try spend(steps: 2)
            let isAfter: Bool
            if isNullish(order) {
                let (before, after) = (try string(left[i]), try string(right[j]))
                try spend(steps: min(before.utf8.count, after.utf8.count) / 16)
                isAfter = after.utf16.lexicographicallyPrecedes(before.utf16)
            } else {
                isAfter = try number(invoke(order, [left[i], right[j]])) > 0
            }
            if isAfter {
                result.append(right[j])
                j += 1
            } else {
                result.append(left[i])
                i += 1
            }
        }
        return result + left[i...] + right[j...]
    }
}
