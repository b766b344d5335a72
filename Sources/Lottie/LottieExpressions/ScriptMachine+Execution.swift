extension ScriptMachine {
    /// Executes the innermost function and the functions that it calls, until only `depth` frames are left.
    func execute(downTo depth: Int) throws(ScriptFailure) -> ScriptValue {
        while true {
            do throws(ScriptFailure) {
                return try executeInstructions(downTo: depth)
            } catch {
                guard error == .thrown, let handler = handlers.last, handler.frameCount > depth else {
                    unwind(downTo: depth)
                    throw error
                }
                handlers.removeLast()
                frames.removeLast(frames.count - handler.frameCount)
                top = handler.top
                try push(thrown)
                frames[frames.count - 1].instructionIndex = handler.target
            }
        }
    }

    /// Removes the frames and handlers of the functions that failed.
    private func unwind(downTo depth: Int) {
        while frames.count > depth { top = max(0, frames.removeLast().base - 2) }
        while (handlers.last?.frameCount ?? 0) > depth { handlers.removeLast() }
    }

    /// Executes instructions until the frames above `depth` have returned.
    private func executeInstructions(downTo depth: Int) throws(ScriptFailure) -> ScriptValue {
        var code = frames[frames.count - 1].code
        var instructions = code.instructions
        var base = frames[frames.count - 1].base
        var place = frames[frames.count - 1].instructionIndex
        while true {
            let instruction = instructions[place]
            place += 1
            steps -= 1
            if steps < 0 { try spend(steps: 0) }
            let a = Int(instruction.a)
            switch instruction.operation {
            case .integer: try push(.number(Double(instruction.a)))
            case .constant: try push(code.value(a))
            case .getLocal: try push(stack[base + a])
            case .setLocal: stack[base + a] = stack[top - 1]
            case .pop: top -= 1
            case .jump: place = a
            case .jumpIfFalse: if !isTruthy(pop()) { place = a }
            case .jumpIfTrue: if isTruthy(pop()) { place = a }
            case .add, .subtract, .multiply, .divide, .less, .greater: try calculate(instruction.operation)
            case .call, .callSpread, .construct, .constructSpread:
                frames[frames.count - 1].instructionIndex = place
                if try call(instruction) {
                    code = frames[frames.count - 1].code
                    instructions = code.instructions
                    base = frames[frames.count - 1].base
                    place = 0
                }
            case .returnValue:
                let value = returnFromFrame(pop())
                if frames.count == depth { return value }
                try push(value)
                code = frames[frames.count - 1].code
                instructions = code.instructions
                base = frames[frames.count - 1].base
                place = frames[frames.count - 1].instructionIndex
            case .jumpIfFalseKeeping: if isTruthy(stack[top - 1]) { top -= 1 } else { place = a }
            case .jumpIfTrueKeeping: if isTruthy(stack[top - 1]) { place = a } else { top -= 1 }
            case .jumpUnlessNullishKeeping: if isNullish(stack[top - 1]) { top -= 1 } else { place = a }
            case .jumpIfNullish:
                if isNullish(stack[top - 1]) {
                    top -= 1 + Int(instruction.b)
                    try push(.undefined)
                    place = a
                }
            case .nextIteration:
                if try !pushNext() { place = a }
            case .pushHandler: handlers.append(Handler(target: a, frameCount: frames.count, top: top))
            case .popHandler: handlers.removeLast()
            case .setResult: result = pop()
            case .throwValue: throw failure(throwing: pop())
            default: try perform(instruction, code)
            }
        }
    }

    /// Removes the frame of the innermost function and returns the value of its call.
    private func returnFromFrame(_ value: ScriptValue) -> ScriptValue {
        let frame = frames.removeLast()
        // The function and its receiver are below its local variables.
        top = frame.base - 2
        if frame.isConstructor {
            if case .object = value { return value }
            return frame.this
        }
        return value
    }

    /// Performs the less frequent instructions.
    private func perform(_ instruction: Instruction, _ code: Code) throws(ScriptFailure) {
        let a = Int(instruction.a)
        switch instruction.operation {
        case .undefined: try push(.undefined)
        case .null: try push(.null)
        case .pushTrue: try push(.bool(true))
        case .pushFalse: try push(.bool(false))
        case .getCell, .setCell, .resetCell, .copyCell, .getCapture, .setCapture, .getGlobal, .setGlobal,
            .typeOfGlobal, .this:
            try performAccess(instruction.operation, a)
        case .resetLocal: stack[frames[frames.count - 1].base + a] = .builtin(.undeclared)
        case .checkDeclared:
            if case .builtin(.undeclared) = stack[top - 1] {
                throw error("ReferenceError", "\(code.names[a]) is used before its declaration")
            }
        case .hideMember:
            if case .object(let record as ScriptRecord) = stack[top - 1] { record.hide(code.names[a]) }
            if case .object(let type as ScriptFunction) = stack[top - 1] { type.statics?.hide(code.names[a]) }
        case .throwConstant: throw typeError("the constant \(code.names[a]) can't be assigned")
        case .duplicate: try push(stack[top - 1])
        case .duplicateTwo:
            try push(stack[top - 2])
            try push(stack[top - 2])
        case .swap: rotate(2)
        case .rotateThree: rotate(3)
        case .rotateFour: rotate(4)
        case .getMember: stack[top - 1] = try member(code.names[a], of: stack[top - 1])
        case .getMethod: try push(member(code.names[a], of: stack[top - 1]))
        case .getSuperMember:
            let this = pop()
            stack[top - 1] = try superMember(code.names[a], of: stack[top - 1], for: this)
        case .getElement:
            let key = pop()
            stack[top - 1] = try element(key, of: stack[top - 1])
        case .getElementMethod: stack[top - 1] = try element(stack[top - 1], of: stack[top - 2])
        case .setMember, .setElement, .deleteMember, .deleteElement, .defineMember, .defineElement, .defineAll,
            .defineGetter, .defineSetter, .inherit:
            try modifyObject(instruction.operation, a, code)
        case .binary:
            let right = pop()
            guard let operation = BinaryOperator(rawValue: UInt8(truncatingIfNeeded: a)) else { return }
            stack[top - 1] = try binary(operation, stack[top - 1], right)
        case .negate: stack[top - 1] = try negated(stack[top - 1])
        case .plus, .toNumber: stack[top - 1] = .number(try number(stack[top - 1]))
        case .not: stack[top - 1] = .bool(!isTruthy(stack[top - 1]))
        case .bitNot: stack[top - 1] = .number(Double(~int32(try number(stack[top - 1]))))
        case .evaluate:
            let value = pop()
            try push(evaluate(value, at: code.evaluationSites[a]))
        case .typeOf: stack[top - 1] = .string(typeName(stack[top - 1]))
        default: try performCreation(instruction, code)
        }
    }

    private func rotate(_ count: Int) {
        let last = stack[top - 1]
        for index in 1..<count { stack[top - index] = stack[top - index - 1] }
        stack[top - count] = last
    }

    private func performAccess(_ operation: Operation, _ a: Int) throws(ScriptFailure) {
        let frame = frames.count - 1
        switch operation {
        case .getCell: try push(frames[frame].cells[a].value)
        case .setCell: frames[frame].cells[a].value = stack[top - 1]
        case .resetCell: frames[frame].cells[a] = Cell(.builtin(.undeclared))
        case .copyCell: frames[frame].cells[a] = Cell(frames[frame].cells[a].value)
        case .getCapture: try push(frames[frame].captures[a].value)
        case .setCapture: frames[frame].captures[a].value = stack[top - 1]
        case .getGlobal: try push(global(a, isRequired: true))
        case .typeOfGlobal: try push(.string(typeName(global(a, isRequired: false))))
        case .setGlobal:
            if !handlers.isEmpty { try requireDeclaration(ofGlobal: a) }
            globals[a] = Global(value: stack[top - 1], isAssigned: true)
        default:
            let this = frames[frame].this
            if case .undefined = this {
                try push(scope?.value(of: "this", in: self) ?? .undefined)
            } else {
                try push(this)
            }
        }
        if operation == .resetCell || operation == .copyCell { try spend(memory: 2) }
    }

    /// Throws an error if the script assigns to a name that nothing declares.
    ///
    /// lottie-web runs expressions in strict mode. Where the script catches the error, its `catch` block has the result
    /// that browsers show; elsewhere the error would end lottie-web's whole frame, so the variable is created instead,
    /// as in After Effects.
    private func requireDeclaration(ofGlobal index: Int) throws(ScriptFailure) {
        guard !globals[index].isAssigned, let name = globalName(index), name != "$bm_rt" else { return }
        _ = try global(index, isRequired: true)
    }

    private func globalName(_ index: Int) -> String? {
        guard let script else { return nil }
        return index < script.freeNames.count ? script.freeNames[index] : evaluatedTexts?.names.all[index]
    }

    private func global(_ index: Int, isRequired: Bool) throws(ScriptFailure) -> ScriptValue {
        if let known = globals[index].value { return known }
        guard let name = globalName(index) else { return .undefined }
        // The built-in values of the script's own names are there from the beginning.
        if index >= script?.freeNames.count ?? 0, let builtin = Builtin.globals[name] {
            globals[index].value = builtin.value
            return builtin.value
        }
        if let value = try scope?.value(of: name, in: self) {
            globals[index].value = value
            return value
        }
        if isRequired { throw error("ReferenceError", "\(name) is not defined") }
        return .undefined
    }

    /// Discards the cached values of the scope, except those that the script has assigned, because the scope's time has
    /// changed.
    public func clearScopeCache() {
        let builtins = script?.builtins ?? []
        for index in globals.indices where !globals[index].isAssigned {
            globals[index].value = index < builtins.count ? builtins[index]?.value : nil
        }
    }

    /// Performs the instructions that create values.
    private func performCreation(_ instruction: Instruction, _ code: Code) throws(ScriptFailure) {
        let a = Int(instruction.a)
        switch instruction.operation {
        case .array:
            let elements = (top - a..<top).map { stack[$0] }
            top -= a
            try push(makeArray(elements))
        case .append, .appendAll:
            let value = pop()
            guard case .object(let object) = stack[top - 1], let array = object as? ScriptArray else { return }
            let added = instruction.operation == .append ? [value] : try values(in: value)
            try spend(memory: added.count)
            registerReference(added, in: array)
            array.elements.append(contentsOf: added)
        case .object:
            try spend(memory: 4)
            try push(.object(ScriptRecord()))
        case .function: try push(makeClosure(code.functions[a]))
        case .concatenate:
            var text = ""
            for index in top - a..<top { text += try self.string(stack[index]) }
            top -= a
            try push(self.makeString(text))
        case .regularExpression:
            let (source, flags) = (try string(code.value(a)), try string(code.value(a + 1)))
            try push(makePattern(source, flags))
        case .iterate:
            let value = pop()
            let elements = a == 1 ? try enumeratedKeys(of: value).map { .string($0) } : try values(in: value)
            try spend(memory: elements.count)
            try push(.object(Iteration(elements)))
        case .toArray: stack[top - 1] = try makeArray(values(in: stack[top - 1]))
        case .arrayElement, .arrayRest:
            guard case .object(let object) = pop(), let array = object as? ScriptArray else { return }
            if instruction.operation == .arrayRest {
                try push(makeArray(Array(array.elements.dropFirst(a))))
            } else {
                try push(a < array.elements.count ? array.elements[a] : .undefined)
            }
        default: break
        }
    }

    private func makeClosure(_ code: Code) throws(ScriptFailure) -> ScriptValue {
        try spend(memory: 4 + code.captures.count)
        let frame = frames[frames.count - 1]
        let captures = code.captures.map { source in
            switch source {
            case .local(let index): frame.cells[index]
            case .capture(let index): frame.captures[index]
            }
        }
        let function = ScriptFunction(code, captures: captures, boundThis: frame.this)
        // A captured variable can receive the function itself later.
        if captures.isEmpty {
            registerReference(frame.this, in: function)
        } else {
            registerReference(.object(function), in: function)
        }
        return .object(function)
    }

    /// Pushes the next value of the iteration on top of the stack; returns `false` at its end.
    private func pushNext() throws(ScriptFailure) -> Bool {
        guard case .object(let object) = stack[top - 1], let iteration = object as? Iteration,
            let value = iteration.next()
        else { return false }
        try push(value)
        return true
    }
}

/// The values that a loop iterates over.
private final class Iteration: ScriptObject {
    private let values: [ScriptValue]
    private var index = 0

    init(_ values: [ScriptValue]) { self.values = values }

    func next() -> ScriptValue? {
        guard index < values.count else { return nil }
        index += 1
        return values[index - 1]
    }
}
