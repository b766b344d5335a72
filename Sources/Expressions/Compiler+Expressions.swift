extension Compiler {
    /// Emits the instructions that push the value of an expression.
    mutating func expression(_ node: Node) throws(ScriptError) {
        try nested { compiler throws(ScriptError) in try compiler.anyExpression(node) }
    }

    private mutating func anyExpression(_ node: Node) throws(ScriptError) {
        switch nodes[node] {
        case .constant(let constant): emitConstant(constant)
        case .name(let name): emitGet(place(of: name))
        case .this: emit(.this)
        case .template(let pieces, let values): try template(pieces, values)
        case .pattern(let source, let flags): try pattern(source, flags)
        case .array(let elements): try array(elements)
        case .object(let members): try object(members)
        case .function(let function): emit(.function, try compile(function, isNamedValue: true))
        case .binary: try binary(node)
        case .call, .new, .member, .element, .chain: try access(node)
        case .assign, .compoundAssign, .logicalAssign, .update: try assignment(node)
        case .logical(let operation, let left, let right):
            try expression(left)
            let jump = emitJump(Compiler.keepingJump(operation))
            try expression(right)
            land(jump)
        case .conditional(let test, let yes, let no):
            try expression(test)
            let toNo = emitJump(.jumpIfFalse)
            try expression(yes)
            let toEnd = emitJump(.jump)
            land(toNo)
            try expression(no)
            land(toEnd)
        case .sequence(let all):
            for (index, value) in all.enumerated() {
                if index > 0 { emit(.pop) }
                try expression(value)
            }
        case .unary, .typeOf, .delete: try unary(node)
        default: throw failure("a value is missing")
        }
    }

    private static func keepingJump(_ operation: LogicalOperator) -> Operation {
        switch operation {
        case .and: .jumpIfFalseKeeping
        case .or: .jumpIfTrueKeeping
        case .coalesce: .jumpUnlessNullishKeeping
        }
    }

    private mutating func unary(_ node: Node) throws(ScriptError) {
        switch nodes[node] {
        case .unary(let operation, let value):
            if operation == .minus, case .constant(.number(let number)) = nodes[value] {
                emitConstant(.number(-number))
                return
            }
            try expression(value)
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
            if case .name(let name) = nodes[value], case .global(let global) = place(of: name) {
                emit(.typeOfGlobal, freeNames.index(of: global))
                return
            }
            try expression(value)
            emit(.typeOf)
        case .delete(let value):
            switch nodes[value] {
            case .member(let object, let name, _):
                try expression(object)
                emit(.deleteMember, nameIndex(name))
            case .element(let object, let key, _):
                try expression(object)
                try expression(key)
                emit(.deleteElement)
            default:
                try expression(value)
                emit(.pop)
                emit(.yes)
            }
        default: break
        }
    }

    /// Long sums are left-associative, so the operands are collected in a loop instead of by recursion.
    private mutating func binary(_ node: Node) throws(ScriptError) {
        var rest: [(operation: BinaryOperator, right: Node)] = []
        var left = node
        while case .binary(let operation, let inner, let right) = nodes[left] {
            rest.append((operation, right))
            left = inner
        }
        try expression(left)
        for (operation, right) in rest.reversed() {
            try expression(right)
            emitBinary(operation)
        }
    }

    private mutating func emitBinary(_ operation: BinaryOperator) {
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

    private mutating func template(_ pieces: [String], _ values: [Node]) throws(ScriptError) {
        for (index, piece) in pieces.enumerated() {
            emitConstant(.string(piece))
            if index < values.count { try expression(values[index]) }
        }
        emit(.concatenate, pieces.count + values.count)
    }

    private mutating func pattern(_ source: String, _ flags: String) throws(ScriptError) {
        constants.append(.string(source))
        constants.append(.string(flags))
        emit(.pattern, constants.count - 2)
    }

    private mutating func array(_ elements: [Node]) throws(ScriptError) {
        let isPlain = elements.allSatisfy { if case .spread = nodes[$0] { false } else { true } }
        if !isPlain { emit(.array, 0) }
        for element in elements {
            switch nodes[element] {
            case .spread(let list):
                try expression(list)
                emit(.appendAll)
            case .nothing:
                emit(.undefined)
                if !isPlain { emit(.append) }
            default:
                try expression(element)
                if !isPlain { emit(.append) }
            }
        }
        if isPlain { emit(.array, elements.count) }
    }

    private mutating func object(_ members: [(key: PropertyKey, value: Node)]) throws(ScriptError) {
        emit(.object)
        for (key, value) in members {
            switch key {
            case .name(let name):
                try expression(value)
                emit(.defineMember, nameIndex(name))
            case .computed(let node):
                try expression(node)
                try expression(value)
                emit(.defineElement)
            case .spread:
                try expression(value)
                emit(.defineAll)
            }
        }
    }
}

// MARK: - Members and calls

extension Compiler {
    private mutating func access(_ node: Node) throws(ScriptError) {
        switch nodes[node] {
        case .chain(let inner):
            absentJumps.append([])
            try expression(inner)
            for jump in absentJumps.removeLast() { land(jump) }
        case .member(let object, let name, let isOptional):
            try expression(object)
            leaveIfAbsent(isOptional)
            emit(.getMember, nameIndex(name))
        case .element(let object, let key, let isOptional):
            try expression(object)
            leaveIfAbsent(isOptional)
            try expression(key)
            emit(.getElement)
        case .call(let callee, let arguments, let isOptional):
            try self.callee(callee)
            leaveIfAbsent(isOptional, dropping: 1)
            try self.arguments(arguments, call: .call, spread: .callSpread)
        case .new(let callee, let arguments):
            try expression(callee)
            try self.arguments(arguments, call: .construct, spread: .constructSpread)
        default: break
        }
    }

    private mutating func leaveIfAbsent(_ isOptional: Bool, dropping count: Int = 0) {
        guard isOptional, !absentJumps.isEmpty else { return }
        emit(.jumpIfNullish, 0, count)
        absentJumps[absentJumps.count - 1].append(instructions.count - 1)
    }

    /// Emits the instructions that push the receiver of a call and then the function.
    private mutating func callee(_ node: Node) throws(ScriptError) {
        switch nodes[node] {
        case .member(let object, let name, let isOptional):
            try expression(object)
            leaveIfAbsent(isOptional)
            emit(.getMethod, nameIndex(name))
        case .element(let object, let key, let isOptional):
            try expression(object)
            leaveIfAbsent(isOptional)
            try expression(key)
            emit(.getElementMethod)
        default:
            emit(.undefined)
            try expression(node)
        }
    }

    private mutating func arguments(
        _ arguments: [Node], call: Operation, spread: Operation
    ) throws(ScriptError) {
        let isPlain = arguments.allSatisfy { if case .spread = nodes[$0] { false } else { true } }
        guard isPlain else {
            try array(arguments)
            emit(spread)
            return
        }
        for argument in arguments { try expression(argument) }
        emit(call, arguments.count)
    }
}

// MARK: - Assignments

extension Compiler {
    private mutating func assignment(_ node: Node) throws(ScriptError) {
        switch nodes[node] {
        case .assign(let target, let value): try assign(target, value)
        case .compoundAssign(let target, let operation, let value):
            try update(target) { compiler throws(ScriptError) in
                try compiler.expression(value)
                compiler.emitBinary(operation)
            }
        case .logicalAssign(let target, let operation, let value): try assign(target, operation, value)
        case .update(let target, let size, let isPrefix): try step(target, by: size, isPrefix: isPrefix)
        default: break
        }
    }

    private mutating func assign(_ target: Node, _ value: Node) throws(ScriptError) {
        switch nodes[target] {
        case .name(let name):
            try expression(value)
            emitSet(place(of: name))
        case .member(let object, let name, _):
            try expression(object)
            try expression(value)
            emit(.setMember, nameIndex(name))
        case .element(let object, let key, _):
            try expression(object)
            try expression(key)
            try expression(value)
            emit(.setElement)
        default:
            try expression(value)
            emit(.duplicate)
            try bind(target)
        }
    }

    /// Emits the instructions that push the value of the target, apply `change` to it and assign the result.
    private mutating func update(
        _ target: Node, _ change: (inout Compiler) throws(ScriptError) -> Void
    ) throws(ScriptError) {
        switch nodes[target] {
        case .name(let name):
            let place = place(of: name)
            emitGet(place)
            try change(&self)
            emitSet(place)
        case .member(let object, let name, _):
            try expression(object)
            emit(.duplicate)
            emit(.getMember, nameIndex(name))
            try change(&self)
            emit(.setMember, nameIndex(name))
        case .element(let object, let key, _):
            try expression(object)
            try expression(key)
            emit(.duplicateTwo)
            emit(.getElement)
            try change(&self)
            emit(.setElement)
        default: throw failure("only a variable or a member can be assigned to")
        }
    }

    private mutating func assign(
        _ target: Node, _ operation: LogicalOperator, _ value: Node
    ) throws(ScriptError) {
        // If the right side is not evaluated, the old value is assigned again, which has no effect.
        try update(target) { compiler throws(ScriptError) in
            let jump = compiler.emitJump(Compiler.keepingJump(operation))
            try compiler.expression(value)
            compiler.land(jump)
        }
    }

    private mutating func step(_ target: Node, by step: Double, isPrefix: Bool) throws(ScriptError) {
        let keep: Operation =
            switch nodes[target] {
            case .member: .rotateThree
            case .element: .rotateFour
            default: .duplicate
            }
        try update(target) { compiler throws(ScriptError) in
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
    mutating func bind(_ target: Node) throws(ScriptError) {
        try nested { compiler throws(ScriptError) in try compiler.bindPattern(target) }
    }

    private mutating func bindPattern(_ target: Node) throws(ScriptError) {
        switch nodes[target] {
        case .name(let name):
            emitSet(place(of: name))
            emit(.pop)
        case .member(let object, let name, _):
            try expression(object)
            emit(.swap)
            emit(.setMember, nameIndex(name))
            emit(.pop)
        case .element(let object, let key, _):
            try expression(object)
            try expression(key)
            // value object key → object key value
            emit(.rotateThree)
            emit(.rotateThree)
            emit(.setElement)
            emit(.pop)
        case .defaulted(let inner, let value):
            emit(.duplicate)
            emit(.undefined)
            emit(.binary, Int(BinaryOperator.same.rawValue))
            let jump = emitJump(.jumpIfFalse)
            emit(.pop)
            try expression(value)
            land(jump)
            try bind(inner)
        case .arrayPattern(let elements):
            emit(.toList)
            for (index, element) in elements.enumerated() {
                guard let element else { continue }
                emit(.duplicate)
                if case .rest(let inner) = nodes[element] {
                    emit(.listRest, index)
                    try bind(inner)
                } else {
                    emit(.listElement, index)
                    try bind(element)
                }
            }
            emit(.pop)
        case .objectPattern(let members):
            for (key, inner) in members {
                try takeMember(key)
                try bind(inner)
            }
            emit(.pop)
        case .rest(let inner): try bind(inner)
        case .declare(_, let all):
            guard let first = all.first else { throw failure("expected a variable") }
            try bind(first.target)
        default: throw failure("only a variable or a member can be assigned to")
        }
    }
    /// Emits the instructions that push a member of the object on top of the stack and keep the object below it.
    private mutating func takeMember(_ key: PropertyKey) throws(ScriptError) {
        emit(.duplicate)
        switch key {
        case .name(let name): emit(.getMember, nameIndex(name))
        case .computed(let node):
            try expression(node)
            emit(.getElement)
        case .spread: throw failure("the rest of an object can't be taken")
        }
    }
}
