extension ScriptCompiler {
    /// Emits a statement, which leaves the height of the stack unchanged.
    mutating func emitStatement(_ node: Node) throws(ScriptError) {
        guard instructions.count <= ScriptCompiler.maxInstructions else { throw syntaxError("too long") }
        try withNesting { compiler throws(ScriptError) in try compiler.emitStatementContent(node) }
    }

    private mutating func emitStatementContent(_ node: Node) throws(ScriptError) {
        switch nodes[node] {
        case .emptyStatement, .functionDeclaration: break
        case .classDeclaration(let name, let value):
            guard case .classValue(let syntax) = nodes[value] else { throw syntaxError("expected a class") }
            try emitClass(syntax, declaring: name)
            emit(.pop)
        case .expression(let value):
            try emitExpression(value)
            emit(keepsResults ? .setResult : .pop)
        case .declaration(let kind, let all): try emitDeclarations(kind, all)
        case .block(let statements): try emitBlock(statements)
        case .ifStatement(let test, let yes, let no):
            try emitExpression(test)
            let toNo = emitJump(.jumpIfFalse)
            try emitStatement(yes)
            guard let no else { return patchJump(toNo) }
            let toEnd = emitJump(.jump)
            patchJump(toNo)
            try emitStatement(no)
            patchJump(toEnd)
        case .forLoop(let start, let test, let step, let body, let label):
            try emitForLoop(start: start, test: test, step: step, body: body, label: label)
        case .forEach(let target, let values, let isKeys, let body, let label):
            try emitForEach(target: target, values: values, isKeys: isKeys, body: body, label: label)
        case .whileLoop(let test, let body, let testsFirst, let label):
            try emitWhileLoop(test, body, testsFirst: testsFirst, label: label)
        case .switchStatement(let value, let cases, let label): try emitSwitch(value, cases, label: label)
        case .labelled(let label, let statement):
            exits.append(Exit(kind: .labelled(label)))
            try emitStatement(statement)
            endLoop()
        case .breakStatement(let label): try emitBreak(label, isContinue: false)
        case .continueStatement(let label): try emitBreak(label, isContinue: true)
        case .returnStatement(let value):
            if let value { try emitExpression(value) } else { emit(.undefined) }
            try emitExitCleanup(downTo: 0, keepsValues: true)
            emit(.returnValue)
        case .throwStatement(let value):
            try emitExpression(value)
            emit(.throwValue)
        case .tryStatement(let body, let parameter, let handler, let cleanup):
            try emitTry(body: body, parameter: parameter, handler: handler, cleanup: cleanup)
        default: try emitExpression(node)
        }
    }

    private mutating func emitDeclarations(
        _ kind: DeclarationKind, _ all: [(target: Node, value: Node?)]
    ) throws(ScriptError) {
        for (target, value) in all {
            if let value {
                if case .name(let name) = nodes[target] {
                    try emitExpression(value, named: name)
                } else {
                    try emitExpression(value)
                }
            } else if kind == .variable {
                continue
            } else {
                emit(.undefined)
            }
            try emitBinding(target, declares: true)
        }
    }

    private mutating func emitBlock(_ statements: [Node]) throws(ScriptError) {
        scopes.pushBlock()
        defer { scopes.popBlock() }
        try declareFunctionsAndBlocks(of: statements)
        for statement in statements { try self.emitStatement(statement) }
    }

    /// Declares the `let` and `const` variables and the classes of a block, and creates its functions.
    mutating func declareFunctionsAndBlocks(of statements: [Node]) throws(ScriptError) {
        for (name, isConstant) in blockVariables(of: statements) { declareInBlock(name, isConstant: isConstant) }
        for statement in statements {
            guard case .functionDeclaration(let name, let function) = nodes[statement] else { continue }
            emit(.function, try compile(function, isNamedValue: false))
            emitVariableSet(variableLocation(of: name))
            emit(.pop)
        }
    }

    /// Returns the variables that a block declares with `let`, `const` and `class`.
    private func blockVariables(of statements: [Node]) -> [(name: String, isConstant: Bool)] {
        statements.flatMap { statement -> [(name: String, isConstant: Bool)] in
            switch nodes[statement] {
            case .declaration(let kind, let all) where kind != .variable:
                all.flatMap { boundNames($0.target) }.map { ($0, kind == .constant) }
            case .classDeclaration(let name, _): [(name, false)]
            default: []
            }
        }
    }

    private mutating func declareInBlock(_ name: String, isConstant: Bool) {
        let local = scopes.declareInBlock(name, isConstant: isConstant)
        emit(scopes.usesCells ? .resetCell : .resetLocal, local)
    }

    /// Returns the names that a destructuring pattern assigns.
    func boundNames(_ target: Node) -> [String] {
        switch nodes[target] {
        case .name(let name): [name]
        case .withDefault(let inner, _), .rest(let inner): boundNames(inner)
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
            case .declaration(.variable, let all): for (target, _) in all { names += boundNames(target) }
            case .functionDeclaration(let name, _): names.append(name)
            case .block(let inner): open += inner.reversed()
            case .ifStatement(_, let yes, let no): open += [yes] + (no.map { [$0] } ?? [])
            case .forLoop(let start, _, _, let body, _): open += (start.map { [$0] } ?? []) + [body]
            case .forEach(let target, _, _, let body, _): open += [target, body]
            case .whileLoop(_, let body, _, _), .labelled(_, let body): open.append(body)
            case .switchStatement(_, let cases, _): open += cases.flatMap(\.body)
            case .tryStatement(let body, _, let handler, let cleanup):
                open += [body] + (handler.map { [$0] } ?? []) + (cleanup.map { [$0] } ?? [])
            default: break
            }
        }
        return names
    }
}

// MARK: - Loops

extension ScriptCompiler {
    private mutating func beginLoop(_ label: String?, isLoop: Bool = true) {
        exits.append(Exit(kind: .loop(label: label, isLoop: isLoop)))
    }

    /// Sets the targets of all `break` jumps of the loop to the next instruction.
    private mutating func endLoop() {
        for jump in exits.removeLast().breakJumps { patchJump(jump) }
    }

    /// Sets the targets of all `continue` jumps of the loop to the next instruction.
    private mutating func beginStep() {
        for jump in exits[exits.count - 1].continueJumps { patchJump(jump) }
    }

    private mutating func emitForLoop(
        start: Node?, test: Node?, step: Node?, body: Node, label: String?
    ) throws(ScriptError) {
        scopes.pushBlock()
        defer { scopes.popBlock() }
        var own: [Int] = []
        if let start {
            try declareFunctionsAndBlocks(of: [start])
            if case .declaration(let kind, let all) = nodes[start], kind != .variable, scopes.usesCells {
                own = all.flatMap { boundNames($0.target) }.map { scopes.declare($0) }
            }
            let keeps = keepsResults
            keepsResults = false
            try emitStatement(start)
            keepsResults = keeps
        }
        beginLoop(label)
        let top = instructions.count
        var toEnd: Int?
        if let test {
            try emitExpression(test)
            toEnd = emitJump(.jumpIfFalse)
        }
        try emitStatement(body)
        beginStep()
        for local in own { emit(.copyCell, local) }
        if let step {
            try emitExpression(step)
            emit(.pop)
        }
        emit(.jump, top)
        if let toEnd { patchJump(toEnd) }
        endLoop()
    }

    private mutating func emitForEach(
        target: Node, values: Node, isKeys: Bool, body: Node, label: String?
    ) throws(ScriptError) {
        try emitExpression(values)
        emit(.iterate, isKeys ? 1 : 0)
        exits.append(Exit(kind: .values(1)))
        beginLoop(label)
        let top = instructions.count
        let toEnd = emitJump(.nextIteration)
        scopes.pushBlock()
        try declareFunctionsAndBlocks(of: [target])
        try emitBinding(target, declares: false)
        try emitStatement(body)
        scopes.popBlock()
        beginStep()
        emit(.jump, top)
        patchJump(toEnd)
        endLoop()
        exits.removeLast()
        emit(.pop)
    }

    private mutating func emitWhileLoop(
        _ test: Node, _ body: Node, testsFirst: Bool, label: String?
    ) throws(ScriptError) {
        beginLoop(label)
        let top = instructions.count
        if testsFirst {
            try emitExpression(test)
            let toEnd = emitJump(.jumpIfFalse)
            try emitStatement(body)
            beginStep()
            emit(.jump, top)
            patchJump(toEnd)
        } else {
            try emitStatement(body)
            beginStep()
            try emitExpression(test)
            emit(.jumpIfTrue, top)
        }
        endLoop()
    }

    private mutating func emitSwitch(
        _ value: Node, _ cases: [(test: Node?, body: [Node])], label: String?
    ) throws(ScriptError) {
        try emitExpression(value)
        exits.append(Exit(kind: .values(1)))
        beginLoop(label, isLoop: false)
        scopes.pushBlock()
        // All cases share one block, which also contains their tests (ECMAScript 2015, 13.12.11).
        let statements = cases.flatMap(\.body)
        try declareFunctionsAndBlocks(of: statements)
        let variables = blockVariables(of: statements)
        var jumps: [Int] = []
        for (test, _) in cases {
            guard let test else {
                jumps.append(-1)
                continue
            }
            emit(.duplicate)
            try emitExpression(test)
            emit(.binary, Int(BinaryOperator.same.rawValue))
            jumps.append(emitJump(.jumpIfTrue))
        }
        let toDefault = emitJump(.jump)
        var hasDefault = false
        for (index, item) in cases.enumerated() {
            if jumps[index] >= 0 { patchJump(jumps[index]) } else { patchJump(toDefault) }
            if item.test == nil { hasDefault = true }
            // A jump to this case skips the declarations in the cases above.
            for (name, _) in variables { scopes.expectDeclaration(of: name) }
            for statement in item.body { try self.emitStatement(statement) }
        }
        if !hasDefault { patchJump(toDefault) }
        scopes.popBlock()
        endLoop()
        exits.removeLast()
        emit(.pop)
    }
}

// MARK: - Jumps out of statements

extension ScriptCompiler {
    private mutating func emitBreak(_ label: String?, isContinue: Bool) throws(ScriptError) {
        let place = exits.lastIndex { exit in
            if case .labelled(let own) = exit.kind { return own == label && !isContinue }
            guard case .loop(let own, let isLoop) = exit.kind else { return false }
            if let label { return own == label && (isLoop || !isContinue) }
            return isLoop || !isContinue
        }
        guard let place else {
            throw syntaxError(isContinue ? "'continue' outside of a loop" : "'break' outside of a loop")
        }
        try emitExitCleanup(downTo: place + 1, keepsValues: false)
        let jump = emitJump(.jump)
        if isContinue { exits[place].continueJumps.append(jump) } else { exits[place].breakJumps.append(jump) }
    }

    /// Emits the clean-up of all statements from the innermost one to the one at index `place`.
    private mutating func emitExitCleanup(downTo place: Int, keepsValues: Bool) throws(ScriptError) {
        let all = exits
        for index in stride(from: all.count - 1, through: place, by: -1) {
            switch all[index].kind {
            case .loop, .labelled: break
            case .values(let count):
                if !keepsValues { for _ in 0..<count { emit(.pop) } }
            case .handler: emit(.popHandler)
            case .cleanup(let body):
                emit(.popHandler)
                // A jump inside the `finally` block leaves only the statements around it.
                let inner = exits[index...]
                exits.removeSubrange(index...)
                try emitStatement(body)
                exits.append(contentsOf: inner)
            }
        }
    }

    private mutating func emitTry(
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
            try emitStatement(body)
            exits.removeLast()
            emit(.popHandler)
            let toEnd = emitJump(.jump)
            patchJump(toHandler)
            scopes.pushBlock()
            if let parameter {
                for name in boundNames(parameter) { declareInBlock(name, isConstant: false) }
                try emitBinding(parameter, declares: true)
            } else {
                emit(.pop)
            }
            try emitStatement(handler)
            scopes.popBlock()
            patchJump(toEnd)
        } else {
            try emitStatement(body)
        }
        if let cleanup, let toCleanup {
            exits.removeLast()
            emit(.popHandler)
            try emitStatement(cleanup)
            let toEnd = emitJump(.jump)
            patchJump(toCleanup)
            try emitStatement(cleanup)
            emit(.throwValue)
            patchJump(toEnd)
        }
    }
}
