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
        case .isPrototypeOf:
            guard case .object(let prototype as ScriptRecord) = this,
                case .object(let record as ScriptRecord) = arguments[0]
            else { return .bool(false) }
            return .bool(record.inherits(from: prototype))
        case .isEnumerable:
            let name = try string(arguments[0])
            let names = try keys(of: this)
            return .bool(names.contains(name))
        case .objectHasOwn:
            if isNullish(arguments[0]) { throw typeError("Object.hasOwn needs an object") }
            return .bool(try hasOwnMember(arguments[0], arguments[1]))
        case .objectKeys, .objectNames:
            let names = try ownKeys(of: arguments[0], areAll: builtin == .objectNames)
            return try makeArray(names.map { .string($0) })
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
        case .objectFreeze, .objectSeal, .objectPreventExtensions, .objectIsFrozen, .objectIsSealed,
            .objectIsExtensible:
            return protectionResult(builtin, arguments[0])
        case .objectCreate: return try makeObject(withPrototype: arguments)
        case .objectPrototype:
            return try prototype(of: arguments[0])
        default: return nil
        }
    }

    /// Returns the names of an object's own members.
    ///
    /// - Parameter areAll: Whether they include those that loops leave out.
    private func ownKeys(of value: ScriptValue, areAll: Bool) throws(ScriptFailure) -> [String] {
        if isNullish(value) { throw typeError("\(description(of: value)) has no members") }
        let names = try keys(of: value)
        guard areAll else { return names }
        if case .object(let record as ScriptRecord) = value { return record.ownNames }
        return isArray(value) || isString(value) ? names + ["length"] : names
    }

    /// Protects an object, or tells whether it is protected.
    private func protectionResult(_ builtin: Builtin, _ value: ScriptValue) -> ScriptValue {
        switch builtin {
        case .objectFreeze, .objectSeal, .objectPreventExtensions:
            let wanted: ScriptObject.Protection =
                builtin == .objectFreeze ? .frozen : builtin == .objectSeal ? .sealed : .fixed
            if let object = value.object, object.protection.rawValue < wanted.rawValue {
                object.protection = wanted
            }
            return value
        case .objectIsFrozen, .objectIsSealed:
            guard let object = value.object else { return .bool(true) }
            let needed: ScriptObject.Protection = builtin == .objectIsFrozen ? .frozen : .sealed
            // Without members there is nothing to remove or change.
            if object.protection != .none, object.memberNames.isEmpty { return .bool(true) }
            return .bool(object.protection.rawValue >= needed.rawValue)
        default: return .bool(value.object.map { $0.protection == .none } ?? false)
        }
    }

    /// Returns whether an object has a member itself, not by its prototypes.
    private func hasOwnMember(_ object: ScriptValue, _ key: ScriptValue) throws(ScriptFailure) -> Bool {
        let name = try string(key)
        if case .builtin(let builtin) = object { return Builtin.members[builtin]?[name] != nil }
        if isString(object) {
            let names = try keys(of: object)
            return name == "length" || names.contains(name)
        }
        guard case .object(let object) = object else { return false }
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
        case .null: record.isBare = true
        case .builtin(.plainPrototype): break
        case .object(let prototype as ScriptRecord):
            record.prototype = prototype
            registerReference(.object(prototype), in: record)
        default: throw typeError("Object.create needs an object or null")
        }
        return .object(record)
    }

    private func prototype(of value: ScriptValue) throws(ScriptFailure) -> ScriptValue {
        switch value {
        case .object(let record as ScriptRecord) where !record.isError:
            return record.prototype.map { .object($0) } ?? (record.isBare ? .null : .builtin(.plainPrototype))
        case .object(let object) where object is ScriptArray: return .builtin(.arrayPrototype)
        case .object(let object) where object is RegularExpression: return .builtin(.patternPrototype)
        case .object(let function as ScriptFunction) where function.statics?.prototype == nil:
            return .builtin(.functionPrototype)
        case .builtin(.plainPrototype): return .null
        case .builtin(let builtin): return .builtin(builtin.isPlainObject ? .plainPrototype : .functionPrototype)
        case .number: return .builtin(.numberPrototype)
        case .boxedString: return .builtin(.stringPrototype)
        case .bool: return .builtin(.booleanPrototype)
        default: throw typeError("Object.getPrototypeOf doesn't know the prototype of \(description(of: value))")
        }
    }

    /// Returns the name in the text that `Object.prototype.toString` gives.
    func className(of value: ScriptValue) throws(ScriptFailure) -> String {
        switch try primitive(value) {
        case .undefined: return "Undefined"
        case .null: return "Null"
        case .bool: return "Boolean"
        case .number:
            if case .object(let object) = value, object is DateObject { return "Date" } else { return "Number" }
        case .boxedString: return "String"
        case .builtin(let builtin): return builtin == .math ? "Math" : builtin.isPlainObject ? "Object" : "Function"
        case .object(let object):
            if object is ScriptArray { return "Array" }
            if object is RegularExpression { return "RegExp" }
            if (object as? ScriptRecord)?.isError == true { return "Error" }
            return object.isCallable ? "Function" : "Object"
        }
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
                all[index] = try invoke(arguments[1], [all[index], .number(Double(index))], this: arguments[2])
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
