extension Compiler {
    /// Emits a statement, which leaves the height of the stack unchanged.
    mutating func statement(_ node: Node) throws(ScriptError) {
        guard instructions.count <= Compiler.mostInstructions else { throw failure("too long") }
        try nested { compiler throws(ScriptError) in try compiler.anyStatement(node) }
    }

    private mutating func anyStatement(_ node: Node) throws(ScriptError) {
        switch nodes[node] {
        case .nothing, .declareFunction: break
        case .expression(let value):
            try expression(value)
            emit(keepsResults ? .setResult : .pop)
        case .declare(let kind, let all): try declare(kind, all)
        case .block(let statements): try block(statements)
        case .branch(let test, let yes, let no):
            try expression(test)
            let toNo = emitJump(.jumpIfFalse)
            try statement(yes)
            guard let no else { return land(toNo) }
            let toEnd = emitJump(.jump)
            land(toNo)
            try statement(no)
            land(toEnd)
        case .forLoop(let start, let test, let step, let body, let label):
            try forLoop(start: start, test: test, step: step, body: body, label: label)
        case .forEach(let target, let values, let isKeys, let body, let label):
            try forEach(target: target, values: values, isKeys: isKeys, body: body, label: label)
        case .whileLoop(let test, let body, let testsFirst, let label):
            try whileLoop(test, body, testsFirst: testsFirst, label: label)
        case .choice(let value, let cases, let label): try choice(value, cases, label: label)
        case .leave(let label): try leave(label, isNext: false)
        case .next(let label): try leave(label, isNext: true)
        case .giveBack(let value):
            if let value { try expression(value) } else { emit(.undefined) }
            try leaveExits(downTo: 0, keepsValues: true)
            emit(.giveBack)
        case .raise(let value):
            try expression(value)
            emit(.raise)
        case .attempt(let body, let parameter, let handler, let cleanup):
            try attempt(body: body, parameter: parameter, handler: handler, cleanup: cleanup)
        default: try expression(node)
        }
    }

    private mutating func declare(
        _ kind: DeclarationKind, _ all: [(target: Node, value: Node?)]
    ) throws(ScriptError) {
        for (target, value) in all {
            if let value {
                try expression(value)
            } else if kind == .block {
                emit(.undefined)
            } else {
                continue
            }
            try bind(target)
        }
    }

    private mutating func block(_ statements: [Node]) throws(ScriptError) {
        scopes.pushBlock()
        defer { scopes.popBlock() }
        try declareFunctionsAndBlocks(of: statements)
        for statement in statements { try self.statement(statement) }
    }

    /// Declares the `let` and `const` variables of a block, and creates its functions.
    mutating func declareFunctionsAndBlocks(of statements: [Node]) throws(ScriptError) {
        for statement in statements {
            if case .declare(.block, let all) = nodes[statement] {
                for (target, _) in all { declareNames(in: target) }
            }
        }
        for statement in statements {
            guard case .declareFunction(let name, let function) = nodes[statement] else { continue }
            emit(.function, try compile(function, isNamedValue: false))
            emitSet(place(of: name))
            emit(.pop)
        }
    }

    private mutating func declareNames(in target: Node) {
        for name in boundNames(target) {
            let local = scopes.declare(name)
            if scopes.usesCells { emit(.emptyCell, local) }
        }
    }

    /// Returns the names that a destructuring pattern assigns.
    private func boundNames(_ target: Node) -> [String] {
        switch nodes[target] {
        case .name(let name): [name]
        case .defaulted(let inner, _), .rest(let inner): boundNames(inner)
        case .arrayPattern(let elements): elements.flatMap { $0.map(boundNames) ?? [] }
        case .objectPattern(let members): members.flatMap { boundNames($0.target) }
        default: []
        }
    }

    /// Returns the names that `var` and function declarations declare in the statements and in nested blocks, but not
    /// in functions.
    func variables(in statements: [Node]) -> [String] {
        var names: [String] = []
        var open = Array(statements.reversed())
        while let node = open.popLast() {
            switch nodes[node] {
            case .declare(.variable, let all): for (target, _) in all { names += boundNames(target) }
            case .declareFunction(let name, _): names.append(name)
            case .block(let inner): open += inner.reversed()
            case .branch(_, let yes, let no): open += [yes] + (no.map { [$0] } ?? [])
            case .forLoop(let start, _, _, let body, _): open += (start.map { [$0] } ?? []) + [body]
            case .forEach(let target, _, _, let body, _): open += [target, body]
            case .whileLoop(_, let body, _, _): open.append(body)
            case .choice(_, let cases, _): open += cases.flatMap(\.body)
            case .attempt(let body, _, let handler, let cleanup):
                open += [body] + (handler.map { [$0] } ?? []) + (cleanup.map { [$0] } ?? [])
            default: break
            }
        }
        return names
    }
}

// MARK: - Loops

extension Compiler {
    private mutating func beginLoop(_ label: String?, isLoop: Bool = true) {
        exits.append(Exit(kind: .loop(label: label, isLoop: isLoop)))
    }

    /// Sets the targets of all `break` jumps of the loop to the next instruction.
    private mutating func endLoop() {
        for jump in exits.removeLast().leaves { land(jump) }
    }

    /// Sets the targets of all `continue` jumps of the loop to the next instruction.
    private mutating func beginStep() {
        for jump in exits[exits.count - 1].nexts { land(jump) }
    }

    private mutating func forLoop(
        start: Node?, test: Node?, step: Node?, body: Node, label: String?
    ) throws(ScriptError) {
        scopes.pushBlock()
        defer { scopes.popBlock() }
        var own: [Int] = []
        if let start {
            try declareFunctionsAndBlocks(of: [start])
            if case .declare(.block, let all) = nodes[start], scopes.usesCells {
                own = all.flatMap { boundNames($0.target) }.map { scopes.declare($0) }
            }
            let keeps = keepsResults
            keepsResults = false
            try statement(start)
            keepsResults = keeps
        }
        beginLoop(label)
        let top = instructions.count
        var toEnd: Int?
        if let test {
            try expression(test)
            toEnd = emitJump(.jumpIfFalse)
        }
        try statement(body)
        beginStep()
        for local in own { emit(.freshCell, local) }
        if let step {
            try expression(step)
            emit(.pop)
        }
        emit(.jump, top)
        if let toEnd { land(toEnd) }
        endLoop()
    }

    private mutating func forEach(
        target: Node, values: Node, isKeys: Bool, body: Node, label: String?
    ) throws(ScriptError) {
        try expression(values)
        emit(.iterate, isKeys ? 1 : 0)
        exits.append(Exit(kind: .values(1)))
        beginLoop(label)
        let top = instructions.count
        let toEnd = emitJump(.next)
        scopes.pushBlock()
        try declareFunctionsAndBlocks(of: [target])
        try bind(target)
        try statement(body)
        scopes.popBlock()
        beginStep()
        emit(.jump, top)
        land(toEnd)
        endLoop()
        exits.removeLast()
        emit(.pop)
    }

    private mutating func whileLoop(
        _ test: Node, _ body: Node, testsFirst: Bool, label: String?
    ) throws(ScriptError) {
        beginLoop(label)
        let top = instructions.count
        if testsFirst {
            try expression(test)
            let toEnd = emitJump(.jumpIfFalse)
            try statement(body)
            beginStep()
            emit(.jump, top)
            land(toEnd)
        } else {
            try statement(body)
            beginStep()
            try expression(test)
            emit(.jumpIfTrue, top)
        }
        endLoop()
    }

    private mutating func choice(
        _ value: Node, _ cases: [(test: Node?, body: [Node])], label: String?
    ) throws(ScriptError) {
        try expression(value)
        exits.append(Exit(kind: .values(1)))
        beginLoop(label, isLoop: false)
        scopes.pushBlock()
        var jumps: [Int] = []
        for (test, _) in cases {
            guard let test else {
                jumps.append(-1)
                continue
            }
            emit(.duplicate)
            try expression(test)
            emit(.binary, Int(BinaryOperator.same.rawValue))
            jumps.append(emitJump(.jumpIfTrue))
        }
        let toDefault = emitJump(.jump)
        var hasDefault = false
        for (index, item) in cases.enumerated() {
            if jumps[index] >= 0 { land(jumps[index]) } else { land(toDefault) }
            if item.test == nil { hasDefault = true }
            try declareFunctionsAndBlocks(of: item.body)
            for statement in item.body { try self.statement(statement) }
        }
        if !hasDefault { land(toDefault) }
        scopes.popBlock()
        endLoop()
        exits.removeLast()
        emit(.pop)
    }
}

// MARK: - Jumps out of statements

extension Compiler {
    private mutating func leave(_ label: String?, isNext: Bool) throws(ScriptError) {
        let place = exits.lastIndex { exit in
            guard case .loop(let own, let isLoop) = exit.kind else { return false }
            if let label { return own == label && (isLoop || !isNext) }
            return isLoop || !isNext
        }
        guard let place else {
            throw failure(isNext ? "'continue' outside of a loop" : "'break' outside of a loop")
        }
        try leaveExits(downTo: place + 1, keepsValues: false)
        let jump = emitJump(.jump)
        if isNext { exits[place].nexts.append(jump) } else { exits[place].leaves.append(jump) }
    }

    /// Emits the clean-up of all statements from the innermost one to the one at index `place`.
    private mutating func leaveExits(downTo place: Int, keepsValues: Bool) throws(ScriptError) {
        let all = exits
        for index in stride(from: all.count - 1, through: place, by: -1) {
            switch all[index].kind {
            case .loop: break
            case .values(let count):
                if !keepsValues { for _ in 0..<count { emit(.pop) } }
            case .handler: emit(.popHandler)
            case .cleanup(let body):
                emit(.popHandler)
                // A jump inside the `finally` block leaves only the statements around it.
                let inner = exits[index...]
                exits.removeSubrange(index...)
                try statement(body)
                exits.append(contentsOf: inner)
            }
        }
    }

    private mutating func attempt(
        body: Node, parameter: Node?, handler: Node?, cleanup: Node?
    ) throws(ScriptError) {
        var toCleanup: Int?
        if let cleanup {
            toCleanup = emitJump(.pushHandler)
            exits.append(Exit(kind: .cleanup(cleanup)))
        }
        if let handler {
            let toHandler = emitJump(.pushHandler)
            exits.append(Exit(kind: .handler))
            try statement(body)
            exits.removeLast()
            emit(.popHandler)
            let toEnd = emitJump(.jump)
            land(toHandler)
            scopes.pushBlock()
            if let parameter {
                declareNames(in: parameter)
                try bind(parameter)
            } else {
                emit(.pop)
            }
            try statement(handler)
            scopes.popBlock()
            land(toEnd)
        } else {
            try statement(body)
        }
        if let cleanup, let toCleanup {
            exits.removeLast()
            emit(.popHandler)
            try statement(cleanup)
            let toEnd = emitJump(.jump)
            land(toCleanup)
            try statement(cleanup)
            emit(.raise)
            land(toEnd)
        }
    }
}
