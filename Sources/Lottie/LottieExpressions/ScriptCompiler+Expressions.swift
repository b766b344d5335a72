extension ScriptCompiler {
    /// Emits the instructions that push the value of an expression.
    mutating func emitExpression(_ node: Node) throws(ScriptError) {
        try withNesting { compiler throws(ScriptError) in try compiler.emitExpressionContent(node) }
    }

    /// Emits the instructions that push a value for a variable or a member, whose name a function without one gets
    /// (ECMAScript, NamedEvaluation).
    mutating func emitExpression(_ node: Node, named name: String) throws(ScriptError) {
        guard case .function(let function) = nodes[node], function.name == nil else { return try emitExpression(node) }
        emit(.function, try compile(function, isNamedValue: true, named: name))
    }

    private mutating func emitExpressionContent(_ node: Node) throws(ScriptError) {
        switch nodes[node] {
        case .constant(let constant): emitConstant(constant)
        case .name(let name): emitVariableGet(named: name)
        case .this: emit(.this)
        case .template(let pieces, let values): try emitTemplate(pieces, values)
        case .regularExpression(let source, let flags): try emitRegularExpression(source, flags)
        case .array(let elements): try emitArray(elements)
        case .object(let members): try emitObject(members)
        case .function(let function): emit(.function, try compile(function, isNamedValue: true))
        case .binary: try emitBinaryExpression(node)
        case .call, .new, .member, .element, .chain: try emitAccess(node)
        case .assign, .compoundAssign, .logicalAssign, .update: try emitAssignmentExpression(node)
        case .logical(let operation, let left, let right):
            try emitExpression(left)
            let jump = emitJump(ScriptCompiler.shortCircuitJump(operation))
            try emitExpression(right)
            patchJump(jump)
        case .conditional(let test, let yes, let no):
            try emitExpression(test)
            let toNo = emitJump(.jumpIfFalse)
            try emitExpression(yes)
            let toEnd = emitJump(.jump)
            patchJump(toNo)
            try emitExpression(no)
            patchJump(toEnd)
        case .sequence(let all):
            for (index, value) in all.enumerated() {
                if index > 0 { emit(.pop) }
                try emitExpression(value)
            }
        case .unary, .typeOf, .delete: try emitUnaryExpression(node)
        case .classValue, .superCall, .superMember: try emitClassExpression(node)
        default: throw syntaxError("a value is missing")
        }
    }

    private static func shortCircuitJump(_ operation: LogicalOperator) -> Operation {
        switch operation {
        case .and: .jumpIfFalseKeeping
        case .or: .jumpIfTrueKeeping
        case .coalesce: .jumpUnlessNullishKeeping
        }
    }

    private mutating func emitUnaryExpression(_ node: Node) throws(ScriptError) {
        switch nodes[node] {
        case .unary(let operation, let value):
            if operation == .minus, case .constant(.number(let number)) = nodes[value] {
                emitConstant(.number(-number))
                return
            }
            try emitExpression(value)
            switch operation {
            case .minus: emit(.negate)
            case .plus: emit(.plus)
            case .not: emit(.not)
            case .bitNot: emit(.bitNot)
            case .void:
                emit(.pop)
                emit(.undefined)
            }
        case .typeOf(let value):
            if case .name(let name) = nodes[value], case .global(let global) = variableLocation(of: name) {
                emit(.typeOfGlobal, freeNames.index(of: global))
                return
            }
            try emitExpression(value)
            emit(.typeOf)
        case .delete(let value):
            switch nodes[value] {
            case .member(let object, let name, _):
                try emitExpression(object)
                emit(.deleteMember, nameIndex(name))
            case .element(let object, let key, _):
                try emitExpression(object)
                try emitExpression(key)
                emit(.deleteElement)
            default:
                try emitExpression(value)
                emit(.pop)
                emit(.pushTrue)
            }
        default: break
        }
    }

    /// Long sums are left-associative, so the operands are collected in a loop instead of by recursion.
    private mutating func emitBinaryExpression(_ node: Node) throws(ScriptError) {
        var rest: [(operation: BinaryOperator, right: Node)] = []
        var left = node
        while case .binary(let operation, let inner, let right) = nodes[left] {
            rest.append((operation, right))
            left = inner
        }
        try emitExpression(left)
        for (operation, right) in rest.reversed() {
            try emitExpression(right)
            emitBinaryOperator(operation)
        }
    }

    private mutating func emitBinaryOperator(_ operation: BinaryOperator) {
        switch operation {
        case .add: emit(.add)
        case .subtract: emit(.subtract)
        case .multiply: emit(.multiply)
        case .divide: emit(.divide)
        case .less: emit(.less)
        case .greater: emit(.greater)
        default: emit(.binary, Int(operation.rawValue))
        }
    }

    private mutating func emitTemplate(_ pieces: [String], _ values: [Node]) throws(ScriptError) {
        for (index, piece) in pieces.enumerated() {
            emitConstant(.string(piece))
            if index < values.count { try emitExpression(values[index]) }
        }
        emit(.concatenate, pieces.count + values.count)
    }

    private mutating func emitRegularExpression(_ source: String, _ flags: String) throws(ScriptError) {
        constants.append(.string(source))
        constants.append(.string(flags))
        emit(.regularExpression, constants.count - 2)
    }

    private mutating func emitArray(_ elements: [Node]) throws(ScriptError) {
        let isPlain = elements.allSatisfy { if case .spread = nodes[$0] { false } else { true } }
        if !isPlain { emit(.array, 0) }
        for element in elements {
            switch nodes[element] {
            case .spread(let list):
                try emitExpression(list)
                emit(.appendAll)
            case .emptyStatement:
                emit(.undefined)
                if !isPlain { emit(.append) }
            default:
                try emitExpression(element)
                if !isPlain { emit(.append) }
            }
        }
        if isPlain { emit(.array, elements.count) }
    }

    private mutating func emitObject(_ members: [(key: PropertyKey, value: Node)]) throws(ScriptError) {
        emit(.object)
        for (key, value) in members {
            switch key {
            case .spread:
                try emitExpression(value)
                emit(.defineAll)
            default: try emitDefinition(key, value)
            }
        }
    }

    /// Emits the instructions that define a member of the object on top of the stack.
    mutating func emitDefinition(_ key: PropertyKey, _ value: Node) throws(ScriptError) {
        switch key {
        case .name(let name):
            if case .accessor(let function, let isSetter) = nodes[value] {
                try emitExpression(function)
                return emit(isSetter ? .defineSetter : .defineGetter, nameIndex(name))
            }
            try emitExpression(value, named: name)
            emit(.defineMember, nameIndex(name))
        case .computed(let node):
            if case .accessor = nodes[value] { throw syntaxError("the name of an accessor can't be computed") }
            try emitExpression(node)
            try emitExpression(value)
            emit(.defineElement)
        case .spread: throw syntaxError("a class has no spread members")
        }
    }
}

// MARK: - Members and calls

extension ScriptCompiler {
    private mutating func emitAccess(_ node: Node) throws(ScriptError) {
        switch nodes[node] {
        case .chain(let inner):
            optionalChainJumps.append([])
            try emitExpression(inner)
            for jump in optionalChainJumps.removeLast() { patchJump(jump) }
        case .member(let object, let name, let isOptional):
            try emitExpression(object)
            emitOptionalChainExit(isOptional)
            emit(.getMember, nameIndex(name))
        case .element(let object, let key, let isOptional):
            try emitExpression(object)
            emitOptionalChainExit(isOptional)
            try emitExpression(key)
            emit(.getElement)
        case .call(let callee, let arguments, _) where isEvaluation(callee): try emitEvaluation(of: arguments)
        case .call(let callee, let arguments, let isOptional):
            try self.emitCallee(callee)
            emitOptionalChainExit(isOptional, dropping: 1)
            try self.emitArguments(arguments, call: .call, spread: .callSpread)
        case .new(let callee, let arguments):
            try emitExpression(callee)
            try self.emitArguments(arguments, call: .construct, spread: .constructSpread)
        default: break
        }
    }

    private mutating func isEvaluation(_ callee: Node) -> Bool {
        guard case .name("eval") = nodes[callee] else { return false }
        return variableLocation(of: "eval") == .global("eval")
    }

    /// Emits the instructions that evaluate a text with the variables that are visible here.
    private mutating func emitEvaluation(of arguments: [Node]) throws(ScriptError) {
        guard let text = arguments.first else { return emit(.undefined) }
        if case .spread = nodes[text] { throw syntaxError("eval takes one text") }
        try emitExpression(text)
        for other in arguments.dropFirst() {
            try emitExpression(other)
            emit(.pop)
        }
        evaluationSites.append(EvaluationSite(scopes.visibleVariables(), in: scopes))
        emit(.evaluate, evaluationSites.count - 1)
    }

    private mutating func emitOptionalChainExit(_ isOptional: Bool, dropping count: Int = 0) {
        guard isOptional, !optionalChainJumps.isEmpty else { return }
        emit(.jumpIfNullish, 0, count)
        optionalChainJumps[optionalChainJumps.count - 1].append(instructions.count - 1)
    }

    /// Emits the instructions that push the receiver of a call and then the function.
    private mutating func emitCallee(_ node: Node) throws(ScriptError) {
        switch nodes[node] {
        case .member(let object, let name, let isOptional):
            try emitExpression(object)
            emitOptionalChainExit(isOptional)
            emit(.getMethod, nameIndex(name))
        case .element(let object, let key, let isOptional):
            try emitExpression(object)
            emitOptionalChainExit(isOptional)
            try emitExpression(key)
            emit(.getElementMethod)
        case .superMember:
            emit(.this)
            try emitExpression(node)
        default:
            emit(.undefined)
            try emitExpression(node)
        }
    }

    mutating func emitArguments(
        _ arguments: [Node], call: Operation, spread: Operation
    ) throws(ScriptError) {
        let isPlain = arguments.allSatisfy { if case .spread = nodes[$0] { false } else { true } }
        guard isPlain else {
            try emitArray(arguments)
            emit(spread)
            return
        }
        for argument in arguments { try emitExpression(argument) }
        emit(call, arguments.count)
    }
}

// MARK: - Assignments

extension ScriptCompiler {
    private mutating func emitAssignmentExpression(_ node: Node) throws(ScriptError) {
        switch nodes[node] {
        case .assign(let target, let value): try emitAssignment(target, value)
        case .compoundAssign(let target, let operation, let value):
            try emitUpdate(target) { compiler throws(ScriptError) in
                try compiler.emitExpression(value)
                compiler.emitBinaryOperator(operation)
            }
        case .logicalAssign(let target, let operation, let value): try emitAssignment(target, operation, value)
        case .update(let target, let size, let isPrefix): try emitIncrement(target, by: size, isPrefix: isPrefix)
        default: break
        }
    }

    private mutating func emitAssignment(_ target: Node, _ value: Node) throws(ScriptError) {
        switch nodes[target] {
        case .name(let name):
            try emitExpression(value, named: name)
            emitVariableSet(named: name)
        case .member(let object, let name, _):
            try emitExpression(object)
            try emitExpression(value)
            emit(.setMember, nameIndex(name))
        case .element(let object, let key, _):
            try emitExpression(object)
            try emitExpression(key)
            try emitExpression(value)
            emit(.setElement)
        default:
            try emitExpression(value)
            emit(.duplicate)
            try emitBinding(target, declares: false)
        }
    }

    /// Emits the instructions that push the value of the target, apply `change` to it and assign the result.
    private mutating func emitUpdate(
        _ target: Node, _ change: (inout ScriptCompiler) throws(ScriptError) -> Void
    ) throws(ScriptError) {
        switch nodes[target] {
        case .name(let name):
            emitVariableGet(named: name)
            try change(&self)
            emitVariableSet(named: name)
        case .member(let object, let name, _):
            try emitExpression(object)
            emit(.duplicate)
            emit(.getMember, nameIndex(name))
            try change(&self)
            emit(.setMember, nameIndex(name))
        case .element(let object, let key, _):
            try emitExpression(object)
            try emitExpression(key)
            emit(.duplicateTwo)
            emit(.getElement)
            try change(&self)
            emit(.setElement)
        default: throw syntaxError("only a variable or a member can be assigned to")
        }
    }

    private mutating func emitAssignment(
        _ target: Node, _ operation: LogicalOperator, _ value: Node
    ) throws(ScriptError) {
        // If the right side is not evaluated, the old value is assigned again, which has no effect.
        try emitUpdate(target) { compiler throws(ScriptError) in
            let jump = compiler.emitJump(ScriptCompiler.shortCircuitJump(operation))
            try compiler.emitExpression(value)
            compiler.patchJump(jump)
        }
    }

    private mutating func emitIncrement(_ target: Node, by step: Double, isPrefix: Bool) throws(ScriptError) {
        let keep: Operation =
            switch nodes[target] {
            case .member: .rotateThree
            case .element: .rotateFour
            default: .duplicate
            }
        try emitUpdate(target) { compiler throws(ScriptError) in
            compiler.emit(.toNumber)
            if !isPrefix {
                compiler.emit(.duplicate)
                if keep != .duplicate { compiler.emit(keep) }
            }
            compiler.emitConstant(.number(step))
            compiler.emit(.add)
        }
        if !isPrefix { emit(.pop) }
    }

    /// Emits the instructions that pop a value and assign it to a variable, a member or a destructuring pattern.
    ///
    /// - Parameter declares: Whether the value is the first one of the variables, which their declaration gives them.
    mutating func emitBinding(_ target: Node, declares: Bool) throws(ScriptError) {
        try withNesting { compiler throws(ScriptError) in
            try compiler.emitPatternBinding(target, declares: declares)
        }
    }

    /// Emits the instructions that replace an undefined value on top of the stack by a default.
    private mutating func emitDefault(_ value: Node) throws(ScriptError) {
        emit(.duplicate)
        emit(.undefined)
        emit(.binary, Int(BinaryOperator.same.rawValue))
        let jump = emitJump(.jumpIfFalse)
        emit(.pop)
        try emitExpression(value)
        patchJump(jump)
    }

    private mutating func emitPatternBinding(_ target: Node, declares: Bool) throws(ScriptError) {
        switch nodes[target] {
        case .name(let name):
            if declares {
                emitVariableSet(variableLocation(of: name))
                scopes.passDeclaration(of: name)
            } else {
                emitVariableSet(named: name)
            }
            emit(.pop)
        case .member(let object, let name, _):
            try emitExpression(object)
            emit(.swap)
            emit(.setMember, nameIndex(name))
            emit(.pop)
        case .element(let object, let key, _):
            try emitExpression(object)
            try emitExpression(key)
            // value object key → object key value
            emit(.rotateThree)
            emit(.rotateThree)
            emit(.setElement)
            emit(.pop)
        case .withDefault(let inner, let value):
            try emitDefault(value)
            try emitBinding(inner, declares: declares)
        case .arrayPattern(let elements):
            emit(.toArray)
            for (index, element) in elements.enumerated() {
                guard let element else { continue }
                emit(.duplicate)
                if case .rest(let inner) = nodes[element] {
                    emit(.arrayRest, index)
                    try emitBinding(inner, declares: declares)
                } else {
                    emit(.arrayElement, index)
                    try emitBinding(element, declares: declares)
                }
            }
            emit(.pop)
        case .objectPattern(let members):
            for (key, inner) in members {
                if case .spread = key {
                    try emitRestKeepingObject(without: members.dropLast().map(\.key))
                } else {
                    try emitMemberKeepingObject(key)
                }
                try emitBinding(inner, declares: declares)
            }
            emit(.pop)
        case .rest(let inner): try emitBinding(inner, declares: declares)
        case .declaration(_, let all):
            guard let first = all.first else { throw syntaxError("expected a variable") }
            try emitBinding(first.target, declares: true)
        default: throw syntaxError("only a variable or a member can be assigned to")
        }
    }
    /// Emits the instructions that push a member of the object on top of the stack and keep the object below it.
    private mutating func emitMemberKeepingObject(_ key: PropertyKey) throws(ScriptError) {
        emit(.duplicate)
        switch key {
        case .name(let name): emit(.getMember, nameIndex(name))
        case .computed(let node):
            try emitExpression(node)
            emit(.getElement)
        case .spread: throw syntaxError("the rest of an object must come last")
        }
    }

    /// Emits the instructions that push a copy of the object on top of the stack without some members, and keep the
    /// object below it.
    private mutating func emitRestKeepingObject(without keys: [PropertyKey]) throws(ScriptError) {
        emit(.duplicate)
        emit(.object)
        emit(.swap)
        emit(.defineAll)
        for key in keys {
            guard case .name(let name) = key else {
                throw syntaxError("the rest of an object can't be taken after a computed name")
            }
            emit(.duplicate)
            emit(.deleteMember, nameIndex(name))
            emit(.pop)
        }
    }
}
