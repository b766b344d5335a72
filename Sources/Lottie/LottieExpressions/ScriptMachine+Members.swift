extension ScriptMachine {
    /// Returns the member `name` of a value, or undefined if it does not exist.
    func member(_ name: String, of value: ScriptValue) throws(ScriptFailure) -> ScriptValue {
        switch value {
        case .undefined, .null: throw typeError("\(description(of: value)) has no member '\(name)'")
        case .bool: return method(Builtin.valueMethods[name] ?? constructor(.booleanType, as: name))
        case .number:
            return method(
                Builtin.numberMethods[name] ?? Builtin.valueMethods[name] ?? constructor(.numberType, as: name))
        case .boxedString(let text):
            if name == "length" { return .number(Double(text.string.utf16.count)) }
            return method(
                Builtin.stringMethods[name] ?? Builtin.valueMethods[name] ?? constructor(.stringType, as: name))
        case .builtin(let builtin):
            if let member = Builtin.members[builtin]?[name] {
                return member.constant.map { .number($0) } ?? .builtin(member)
            }
            if let type = Builtin.constructors[builtin], name == "constructor" { return .builtin(type) }
            if builtin.isPlainObject { return method(Builtin.valueMethods[name]) }
            if name == "name" { return .string(builtin.functionName) }
            return method(
                Builtin.functionMethods[name] ?? Builtin.valueMethods[name] ?? constructor(.function, as: name))
        case .object(let object):
            if let member = try object.member(name, in: self) { return member }
            if object is ScriptArray {
                return method(
                    Builtin.arrayMethods[name] ?? Builtin.valueMethods[name] ?? constructor(.array, as: name))
            }
            if object is ScriptFunction || object is BoundFunction {
                return method(
                    Builtin.functionMethods[name] ?? Builtin.valueMethods[name] ?? constructor(.function, as: name))
            }
            if let plain = try object.plainValue(in: self) { return try member(name, of: plain) }
            return method(Builtin.valueMethods[name] ?? constructor(ofPlain: object, as: name))
        }
    }

    private func constructor(_ builtin: Builtin, as name: String) -> Builtin? { name == "constructor" ? builtin : nil }

    private func constructor(ofPlain object: ScriptObject, as name: String) -> Builtin? {
        guard let record = object as? ScriptRecord else { return nil }
        return constructor(record.isError ? record.errorType : .object, as: name)
    }

    /// Returns a member of the prototype of an extended class; a getter gets the object of the method that reads it.
    func superMember(
        _ name: String, of prototype: ScriptValue, for this: ScriptValue
    ) throws(ScriptFailure) -> ScriptValue {
        if case .object(let record as ScriptRecord) = prototype, case .object(let object) = this,
            case .object(let accessor as ScriptAccessor)? = record.property(name)
        {
            return try accessor.value(for: object, in: self)
        }
        return try member(name, of: prototype)
    }

    private func method(_ builtin: Builtin?) -> ScriptValue { builtin.map { .builtin($0) } ?? .undefined }

    /// Returns the element of a value with an index or a name.
    func element(_ key: ScriptValue, of value: ScriptValue) throws(ScriptFailure) -> ScriptValue {
        if case .number(let number) = key, let index = Int(exactly: number) {
            switch value {
            case .object(let object):
                if let element = try object.element(index, in: self) { return element }
                if object is ScriptArray { return .undefined }
                if let plain = try object.plainValue(in: self) { return try element(key, of: plain) }
            case .boxedString(let text): return character(at: index, of: text.string)
            default: break
            }
        }
        let name = try string(key)
        if let index = Int(name), String(index) == name {
            if case .number = key { return try member(name, of: value) }
            return try element(.number(Double(index)), of: value)
        }
        return try member(name, of: value)
    }

    func character(at index: Int, of text: String) -> ScriptValue {
        let units = text.utf16
        guard index >= 0, index < units.count else { return .undefined }
        let unit = units[units.index(units.startIndex, offsetBy: index)]
        return .string(String(decoding: CollectionOfOne(unit), as: UTF16.self))
    }

    /// Performs the instructions that modify objects.
    func modifyObject(_ operation: Operation, _ a: Int, _ code: Code) throws(ScriptFailure) {
        switch operation {
        case .setMember:
            let value = pop()
            try setMember(code.names[a], of: stack[top - 1], to: value)
            stack[top - 1] = value
        case .setElement:
            let value = pop()
            let key = pop()
            try setElement(key, of: stack[top - 1], to: value)
            stack[top - 1] = value
        case .defineMember:
            let value = pop()
            try setMember(code.names[a], of: stack[top - 1], to: value)
        case .defineGetter, .defineSetter:
            try defineAccessor(code.names[a], isSetter: operation == .defineSetter)
        case .inherit:
            guard case .object(let base as ScriptFunction) = pop(),
                case .object(let function as ScriptFunction) = stack[top - 1]
            else { throw typeError("a class can only extend a class of the script") }
            try function.inherit(from: base, in: self)
        case .defineElement:
            let value = pop()
            let key = pop()
            try setMember(string(key), of: stack[top - 1], to: value)
        case .defineAll:
            let source = pop()
            if isNullish(source) { return }
            for name in try keys(of: source) {
                try setMember(name, of: stack[top - 1], to: element(.string(name), of: source))
            }
        default:
            let name = operation == .deleteMember ? code.names[a] : try string(pop())
            if case .object(let object) = stack[top - 1] {
                if let record = object as? ScriptRecord {
                    if record[name] != nil { try object.checkUnsealed(in: self) }
                    record[name] = nil
                }
                if let array = object as? ScriptArray, let index = Int(name), index >= 0,
                    index < array.elements.count
                {
                    try object.checkUnsealed(in: self)
                    array.elements[index] = .undefined
                }
            }
            stack[top - 1] = .bool(true)
        }
    }

    /// Pops a function and makes it the getter or setter of a member of the object below it.
    private func defineAccessor(_ name: String, isSetter: Bool) throws(ScriptFailure) {
        let function = pop()
        try spend(memory: 4)
        var target: ScriptRecord?
        if case .object(let record as ScriptRecord) = stack[top - 1] { target = record }
        if case .object(let type as ScriptFunction) = stack[top - 1] { target = try type.ensureStatics(in: self) }
        guard let target else { return }
        let accessor: ScriptAccessor
        if case .object(let known as ScriptAccessor) = target[name] {
            accessor = known
        } else {
            accessor = ScriptAccessor()
            registerReference(.object(accessor), in: target)
            target[name] = .object(accessor)
        }
        accessor.define(function, isSetter: isSetter, in: self)
    }

    private func setMember(
        _ name: String, of object: ScriptValue, to value: ScriptValue
    ) throws(ScriptFailure) {
        switch object {
        case .object(let object): try object.setMember(name, to: value, in: self)
        case .undefined, .null: throw typeError("\(description(of: object)) has no member '\(name)'")
        case .builtin(let builtin): throw typeError("\(builtin.rawValue) can't be changed: '\(name)' is not added")
        // Strict mode has no members of numbers and texts.
        default: throw typeError("\(description(of: object)) can't have a member '\(name)'")
        }
    }

    private func setElement(
        _ key: ScriptValue, of object: ScriptValue, to value: ScriptValue
    ) throws(ScriptFailure) {
        if case .object(let target) = object, let array = target as? ScriptArray {
            var index: Int?
            if case .number(let number) = key { index = Int(exactly: number) }
            if case .boxedString(let text) = key { index = Int(text.string) }
            if let index, index >= 0 {
                try array.setElement(index, to: value, in: self)
                return
            }
        }
        try setMember(string(key), of: object, to: value)
    }

    /// Returns the elements of an array, or the code points of a string.
    func values(in value: ScriptValue) throws(ScriptFailure) -> [ScriptValue] {
        switch value {
        case .object(let object):
            if let array = object as? ScriptArray {
                try spend(steps: array.elements.count / 8)
                return array.elements
            }
            if let plain = try object.plainValue(in: self), case .object(let inner) = plain, inner is ScriptArray {
                return try values(in: plain)
            }
        case .boxedString(let text):
            try spend(memory: text.string.utf8.count)
            return text.string.unicodeScalars.map { .string(String($0)) }
        default: break
        }
        throw typeError("\(description(of: value)) is no list")
    }

    /// Returns the names that a loop over a value's members visits, also those of the prototypes.
    func enumeratedKeys(of value: ScriptValue) throws(ScriptFailure) -> [String] {
        guard case .object(let record as ScriptRecord) = value, record.prototype != nil else {
            return try keys(of: value)
        }
        let names = record.enumeratedNames
        try spend(memory: names.count)
        return names
    }

    /// Returns the names of a value's members.
    func keys(of value: ScriptValue) throws(ScriptFailure) -> [String] {
        switch value {
        case .object(let object):
            if let plain = try object.plainValue(in: self), case .object(let inner) = plain {
                return inner.memberNames
            }
            let names = object.memberNames
            try spend(memory: names.count)
            return names
        case .boxedString(let text):
            try spend(memory: text.string.utf8.count)
            return (0..<text.string.utf16.count).map(String.init)
        default: return []
        }
    }
}
