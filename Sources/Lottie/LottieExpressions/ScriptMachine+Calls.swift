extension ScriptMachine {
    /// Performs a call instruction with the operands on the stack. Returns `true` if the callee is a function of the
    /// script, whose frame then has to be executed.
    func call(_ instruction: Instruction) throws(ScriptFailure) -> Bool {
        var count = Int(instruction.a)
        let isConstructor = instruction.operation == .construct || instruction.operation == .constructSpread
        if instruction.operation == .callSpread || instruction.operation == .constructSpread {
            let all = try values(in: pop())
            for value in all { try push(value) }
            count = all.count
        }
        let callee = stack[top - count - 1]
        if isConstructor { try insertReceiver(count) }
        let this = stack[top - count - 2]
        switch callee {
        case .object(let function as ScriptFunction):
            let receiver = isConstructor ? try makeReceiver(for: function) : this
            try beginCall(function, this: receiver, count: count, isConstructor: isConstructor)
            return true
        case .builtin(let builtin):
            let arguments = Arguments(values: stack + (top - count), count: count)
            let value =
                isConstructor ? try construct(builtin, arguments) : try call(builtin, on: this, arguments)
            top -= count + 2
            try push(value)
        case .object(let object) where object.isCallable && !isConstructor:
            try spend(steps: 4)
            let value = try object.call((top - count..<top).map { stack[$0] }, in: self)
            top -= count + 2
            try push(value)
        default: throw typeError("\(description(of: callee)) is no function")
        }
        return false
    }

    /// Creates the object that a constructor fills.
    private func makeReceiver(for function: ScriptFunction) throws(ScriptFailure) -> ScriptValue {
        let record = ScriptRecord()
        let prototype = try function.prototype(in: self)
        record.prototype = prototype
        registerReference(.object(prototype), in: record)
        return .object(record)
    }

    /// Inserts an undefined receiver below a constructor.
    private func insertReceiver(_ count: Int) throws(ScriptFailure) {
        try push(.undefined)
        for index in stride(from: top - 1, to: top - count - 2, by: -1) { stack[index] = stack[index - 1] }
        stack[top - count - 2] = .undefined
    }

    /// Calls a value as a function, as `map` does.
    func invoke(
        _ value: ScriptValue, _ arguments: [ScriptValue], this: ScriptValue = .undefined
    ) throws(ScriptFailure) -> ScriptValue {
        try spend(steps: 4)
        switch value {
        case .object(let function as ScriptFunction):
            return try run(function, this: this, arguments: arguments)
        case .object(let object) where object.isCallable: return try object.call(arguments, in: self)
        case .builtin(let builtin):
            let base = top
            defer { top = base }
            for argument in arguments { try push(argument) }
            return try call(
                builtin, on: this, Arguments(values: stack + base, count: arguments.count))
        default: throw typeError("\(description(of: value)) is no function")
        }
    }

    /// Returns whether a value can be called.
    func isCallable(_ value: ScriptValue) -> Bool {
        switch value {
        case .object(let object): object.isCallable
        case .builtin(let builtin): !builtin.isPlainObject
        default: false
        }
    }

    func description(of value: ScriptValue) -> String {
        switch value {
        case .undefined: "undefined"
        case .null: "null"
        case .bool(let value): value ? "true" : "false"
        case .number(let number): NumberFormatting.string(number)
        case .boxedString: "a text"
        case .object, .builtin: "an object"
        }
    }
}

/// The arguments of a call, which are on the machine's stack until the call ends.
struct Arguments {
    let values: UnsafeMutablePointer<ScriptValue>
    let count: Int

    /// The argument at `index`, or undefined if it is missing.
    subscript(index: Int) -> ScriptValue { index < count ? values[index] : .undefined }

    var all: [ScriptValue] { (0..<count).map { values[$0] } }
}
