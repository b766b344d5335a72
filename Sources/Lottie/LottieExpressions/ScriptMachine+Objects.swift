extension ScriptMachine {
    /// Calls a function of `Object`, one that makes an array, or a method of all objects; returns nil for any other function.
    func callObjectFunction(
        _ builtin: Builtin, on this: ScriptValue, _ arguments: Arguments
    ) throws(ScriptFailure) -> ScriptValue? {
        switch builtin {
        case .hasOwnProperty: return .bool(try hasOwnMember(this, arguments[0]))
        case .arrayIsArray: return .bool(isArray(arguments[0]))
        case .arrayOf: return try makeArray(arguments.all)
        case .arrayFrom: return try makeArrayFrom(arguments)
        case .objectKeys, .objectNames: return try makeArray(keys(of: arguments[0]).map { .string($0) })
        case .objectValues, .objectEntries:
            var all: [ScriptValue] = []
            for name in try keys(of: arguments[0]) {
                let value = try element(.string(name), of: arguments[0])
                all.append(builtin == .objectValues ? value : try makeArray([.string(name), value]))
            }
            return try makeArray(all)
        case .objectAssign:
            guard case .object(let target) = arguments[0] else { throw typeError("Object.assign needs an object") }
            for index in 1..<max(1, arguments.count) {
                for name in try keys(of: arguments[index]) {
                    try target.setMember(name, to: element(.string(name), of: arguments[index]), in: self)
                }
            }
            return arguments[0]
        case .objectFromEntries:
            let record = ScriptRecord()
            for entry in try values(in: arguments[0]) {
                try record.setMember(
                    string(element(.number(0), of: entry)), to: element(.number(1), of: entry), in: self)
            }
            return .object(record)
        case .objectIs: return .bool(try isIdentical(arguments[0], arguments[1]))
        case .objectFreeze:
            arguments[0].object?.isFrozen = true
            return arguments[0]
        case .objectIsFrozen: return .bool(arguments[0].object?.isFrozen ?? true)
        case .objectCreate: return try makeObject(withPrototype: arguments)
        case .objectPrototype:
            guard case .object(let record as ScriptRecord) = arguments[0] else {
                throw typeError("Object.getPrototypeOf needs an object")
            }
            return record.prototype.map { .object($0) } ?? .null
        default: return nil
        }
    }

    /// Returns whether an object has a member itself, not by its prototypes.
    private func hasOwnMember(_ object: ScriptValue, _ key: ScriptValue) throws(ScriptFailure) -> Bool {
        guard case .object(let object) = object else { return false }
        let name = try string(key)
        if let record = object as? ScriptRecord { return record[name] != nil }
        if let index = Int(name), try object.element(index, in: self) != nil { return true }
        return try object.member(name, in: self) != nil
    }

    /// Returns whether two values are the same, which tells the two zeros apart and not NaN from itself.
    private func isIdentical(_ left: ScriptValue, _ right: ScriptValue) throws(ScriptFailure) -> Bool {
        if case .number(let a) = left, case .number(let b) = right {
            return a.isNaN ? b.isNaN : a == b && a.sign == b.sign
        }
        return try isSame(left, right)
    }

    private func makeObject(withPrototype arguments: Arguments) throws(ScriptFailure) -> ScriptValue {
        if case .undefined = arguments[1] {} else { throw typeError("Object.create takes no descriptions of members") }
        try spend(memory: 2)
        let record = ScriptRecord()
        switch arguments[0] {
        case .null: break
        case .object(let prototype as ScriptRecord):
            record.prototype = prototype
            registerReference(.object(prototype), in: record)
        default: throw typeError("Object.create needs an object or null")
        }
        return .object(record)
    }

    private func makeArrayFrom(_ arguments: Arguments) throws(ScriptFailure) -> ScriptValue {
        var all: [ScriptValue]
        if case .object(let object) = arguments[0], let record = object as? ScriptRecord {
            let count = max(0, try integer(record["length"] ?? .number(0)))
            try spend(memory: count)
            all = []
            for index in 0..<count { all.append(record[String(index)] ?? .undefined) }
        } else {
            all = try values(in: arguments[0])
        }
        if !isNullish(arguments[1]) {
            for index in all.indices {
                all[index] = try invoke(arguments[1], [all[index], .number(Double(index))])
            }
        }
        return try makeArray(all)
    }

    /// Returns the value that the `valueOf` or `toString` of a script gives an object; nil if it has none of its own, or if
    /// these give objects (ECMAScript, OrdinaryToPrimitive).
    ///
    /// - Parameter names: The methods in the order in which they are asked.
    func convertedValue(
        of value: ScriptValue, by names: [String] = ["valueOf", "toString"]
    ) throws(ScriptFailure) -> ScriptValue? {
        guard case .object(let record as ScriptRecord) = value else { return nil }
        for name in names {
            guard case .object(let function)? = try record.member(name, in: self), function.isCallable else { continue }
            switch try invoke(.object(function), [], this: value) {
            case .object, .builtin: continue
            case let plain: return plain
            }
        }
        return nil
    }
}

/// A function with a fixed receiver and first arguments, as `bind` makes it.
final class BoundFunction: ScriptObject {
    private var target: ScriptValue
    private var receiver: ScriptValue
    private var firstArguments: [ScriptValue]

    /// Binds `target` to the first of `arguments` as its receiver, and to the others as its first arguments.
    init(_ target: ScriptValue, _ arguments: Arguments, in machine: ScriptMachine) throws(ScriptFailure) {
        switch target {
        case .builtin: break
        case .object(let object) where object.isCallable: break
        default: throw machine.typeError("\(machine.description(of: target)) is no function")
        }
        self.target = target
        receiver = arguments[0]
        firstArguments = Array(arguments.all.dropFirst())
        super.init()
        try machine.spend(memory: 2 + firstArguments.count)
        machine.registerReference([target, receiver] + firstArguments, in: self)
    }

    override var isCallable: Bool { true }

    override func call(_ arguments: [ScriptValue], in machine: ScriptMachine) throws(ScriptFailure) -> ScriptValue {
        try machine.invoke(target, firstArguments + arguments, this: receiver)
    }

    override var references: [ScriptObject] { ([target, receiver] + firstArguments).compactMap(\.object) }

    override func removeReferences() {
        (target, receiver) = (.undefined, .undefined)
        firstArguments = []
    }
}
