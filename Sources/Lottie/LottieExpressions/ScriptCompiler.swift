/// A compiler that translates the syntax of one function into instructions.
struct ScriptCompiler {
    let nodes: [Syntax]
    var instructions: [Instruction] = []
    var constants: [Constant] = []
    /// The names of members and globals that the instructions refer to.
    let names = NameList()
    var functions: [Code] = []
    var evaluationSites: [EvaluationSite] = []
    let function: FunctionSyntax
    let scopes: Scopes
    let freeNames: NameList
    /// Whether the function is an expression with a name that only its own body can use.
    var isNamedValue = false
    /// The name of the variable or member that gets the function.
    var inferredName: String?
    /// The jumps out of the optional chains (`?.`) that are open.
    var optionalChainJumps: [[Int]] = []
    var exits: [Exit] = []
    let kind: Kind
    /// Whether the value of an expression statement becomes the script's result.
    var keepsResults = false
    var depth = 0

    /// What the function is.
    enum Kind {
        case script, evaluatedText, function
    }

    /// Whether the function is the script itself, or a text that a script evaluates.
    var isMain: Bool { kind != .function }
    /// Whether the function is a text that a script evaluates.
    var isEvaluatedText: Bool { kind == .evaluatedText }

    /// A statement that `break`, `continue` or `return` can leave.
    struct Exit {
        enum Kind {
            /// A loop, or a `switch` statement, which `continue` does not apply to.
            case loop(label: String?, isLoop: Bool)
            /// A statement with a label, which only `break` with this label leaves.
            case labelled(String)
            /// The body of a `try` statement with a `catch` block.
            case handler
            /// The body of a `try` statement with a `finally` block.
            case cleanup(Node)
            /// Values on the stack that leaving the statement has to pop.
            case values(Int)
        }

        var kind: Kind
        /// Jumps to patch when their target is known.
        var breakJumps: [Int] = []
        var continueJumps: [Int] = []
    }

    /// The deepest permitted nesting of syntax nodes, including long chains of members and calls; several times the
    /// nesting of real expressions.
    static let maxDepth = 160
    /// The greatest number of instructions in one function.
    static let maxInstructions = 1_000_000

    /// Compiles a whole script.
    static func compile(
        _ function: FunctionSyntax, nodes: [Syntax], names: NameList
    ) throws(ScriptError) -> Code {
        var compiler = ScriptCompiler(nodes: nodes, function: function, outer: nil, freeNames: names, kind: .script)
        return try compiler.makeCode()
    }

    /// Compiles a text that a script evaluates. The captures of the result are variables of the site.
    static func compile(
        _ function: FunctionSyntax, nodes: [Syntax], names: NameList, evaluatedAt site: EvaluationSite
    ) throws(ScriptError) -> Code {
        let outer = Scopes(outer: nil, usesCells: true)
        for name in site.names {
            outer.declareParameter(name)
            outer.setTraits(
                of: name, isConstant: site.constants.contains(name), isUndeclared: site.undeclared.contains(name))
        }
        var compiler = ScriptCompiler(
            nodes: nodes, function: function, outer: outer, freeNames: names, kind: .evaluatedText)
        return try compiler.makeCode()
    }

    init(nodes: [Syntax], function: FunctionSyntax, outer: Scopes?, freeNames: NameList, kind: Kind) {
        self.nodes = nodes
        self.function = function
        self.freeNames = freeNames
        self.kind = kind
        scopes = Scopes(outer: outer, usesCells: function.containsFunctions)
    }

    /// Declares the parameters; returns the local of the rest parameter, and the parameters that have a pattern or a
    /// default.
    private func declareParameters() -> (locals: Code.SpecialLocals, patterns: [(local: Int, node: Node)]) {
        var locals = Code.SpecialLocals()
        var patterns: [(local: Int, node: Node)] = []
        for (place, parameter) in function.parameters.enumerated() {
            switch nodes[parameter] {
            case .name(let name): scopes.declareParameter(name)
            case .rest(let target):
                locals.rest = place
                if case .name(let name) = nodes[target] {
                    scopes.declareParameter(name)
                } else {
                    patterns.append((scopes.declareParameter(nil), target))
                }
            case .withDefault(let target, _):
                if case .name(let name) = nodes[target] {
                    patterns.append((scopes.declareParameter(name), parameter))
                } else {
                    patterns.append((scopes.declareParameter(nil), parameter))
                }
            default: patterns.append((scopes.declareParameter(nil), parameter))
            }
        }
        return (locals, patterns)
    }

    /// The number of parameters before the first one with a default, or the rest.
    private var requiredCount: Int {
        function.parameters.prefix { node in
            switch nodes[node] {
            case .withDefault, .rest: false
            default: true
            }
        }.count
    }

    private mutating func makeCode() throws(ScriptError) -> Code {
        let (special, patterns) = declareParameters()
        var locals = special
        let parameterCount = function.parameters.count
        for name in patterns.flatMap({ boundNames($0.node) }) where !scopes.isDeclaredInBlock(name) {
            _ = scopes.declare(name)
        }
        locals.arguments = function.isArrow || isMain ? nil : scopes.declareParameter("arguments")
        if let name = function.name, isNamedValue { locals.function = scopes.declareParameter(name) }
        // A variable that an evaluated text declares belongs to the script, which can read it afterwards.
        if !isEvaluatedText {
            for name in variables(in: function.body) where !scopes.isDeclaredInBlock(name) { _ = scopes.declare(name) }
        }
        if isMain { keepsResults = isEvaluatedText || !mentions("$bm_rt") }
        for (local, node) in patterns {
            emit(scopes.usesCells ? .getCell : .getLocal, local)
            try emitBinding(node, declares: true)
        }
        try declareFunctionsAndBlocks(of: function.body)
        for statement in function.body { try self.emitStatement(statement) }
        if isEvaluatedText {
            // The result is the value of the last expression statement.
        } else if isMain, let result = scopes.find("$bm_rt") {
            emitVariableGet(result)
            emit(.setResult)
        } else if isMain, !keepsResults {
            emitVariableGet(.global("$bm_rt"))
            emit(.setResult)
        }
        emit(.undefined)
        emit(.returnValue)
        guard instructions.count <= ScriptCompiler.maxInstructions else {
            throw ScriptError(line: 1, problem: "too long")
        }
        return Code(
            name: function.name ?? inferredName ?? "", instructions: instructions, constants: constants,
            names: names.all,
            functions: functions, evaluationSites: evaluationSites, captures: scopes.captures,
            parameterCount: parameterCount, requiredCount: requiredCount,
            localCount: scopes.localCount, specialLocals: locals, usesArguments: mentions("arguments"),
            usesCells: scopes.usesCells, isArrow: function.isArrow)
    }

    /// Returns whether a name occurs anywhere in the script. Exporters assign the value of an expression to `$bm_rt`.
    private func mentions(_ name: String) -> Bool {
        nodes.contains { if case .name(name) = $0 { true } else { false } }
    }

    /// Compiles a function inside this one and returns its index in `functions`.
    ///
    /// - Parameter name: The name of the variable or member that gets the function, if it has no name of its own.
    mutating func compile(
        _ inner: FunctionSyntax, isNamedValue: Bool, named name: String? = nil
    ) throws(ScriptError) -> Int {
        guard depth < ScriptCompiler.maxDepth / 4 else { throw syntaxError("functions nested too deeply") }
        var compiler = ScriptCompiler(
            nodes: nodes, function: inner, outer: scopes, freeNames: freeNames, kind: .function)
        compiler.depth = depth + 1
        compiler.isNamedValue = isNamedValue
        compiler.inferredName = name
        let code = try compiler.makeCode()
        functions.append(code)
        return functions.count - 1
    }

    func syntaxError(_ problem: String) -> ScriptError { ScriptError(line: 1, problem: problem) }
}

// MARK: - Code generation

extension ScriptCompiler {
    mutating func emit(_ operation: Operation, _ a: Int = 0, _ b: Int = 0) {
        instructions.append(
            Instruction(operation: operation, a: Int32(truncatingIfNeeded: a), b: Int32(truncatingIfNeeded: b)))
    }

    /// Emits a jump whose target is not known yet, and returns its index.
    mutating func emitJump(_ operation: Operation) -> Int {
        emit(operation)
        return instructions.count - 1
    }

    /// Sets the target of the jump at the index `place` to the next instruction.
    mutating func patchJump(_ place: Int) { instructions[place].a = Int32(truncatingIfNeeded: instructions.count) }

    func nameIndex(_ name: String) -> Int { names.index(of: name) }

    mutating func emitConstant(_ constant: Constant) {
        switch constant {
        case .undefined: emit(.undefined)
        case .null: emit(.null)
        case .bool(let value): emit(value ? .pushTrue : .pushFalse)
        case .number(let number):
            if let whole = Int32(exactly: number), !(number == 0 && number.sign == .minus) {
                emit(.integer, Int(whole))
            } else {
                constants.append(constant)
                emit(.constant, constants.count - 1)
            }
        case .string:
            constants.append(constant)
            emit(.constant, constants.count - 1)
        }
    }

    mutating func emitVariableGet(_ place: VariableLocation) {
        switch place {
        case .local(let index): emit(scopes.usesCells ? .getCell : .getLocal, index)
        case .capture(let index): emit(.getCapture, index)
        case .global(let name):
            emit(.getGlobal, freeNames.index(of: name))
        }
    }

    mutating func emitVariableSet(_ place: VariableLocation) {
        switch place {
        case .local(let index): emit(scopes.usesCells ? .setCell : .setLocal, index)
        case .capture(let index): emit(.setCapture, index)
        case .global(let name):
            emit(.setGlobal, freeNames.index(of: name))
        }
    }

    /// Emits the instructions that push a variable, or throw an error before its declaration (ECMAScript, the temporal
    /// dead zone).
    mutating func emitVariableGet(named name: String) {
        emitVariableGet(variableLocation(of: name))
        if scopes.traits(of: name).isUndeclared { emit(.checkDeclared, nameIndex(name)) }
    }

    /// Emits the instructions that assign a value to a variable, or throw an error if it is a constant or not declared
    /// yet.
    mutating func emitVariableSet(named name: String) {
        let place = variableLocation(of: name)
        let traits = scopes.traits(of: name)
        if traits.isUndeclared {
            emitVariableGet(place)
            emit(.checkDeclared, nameIndex(name))
            emit(.pop)
        }
        if traits.isConstant { emit(.throwConstant, nameIndex(name)) } else { emitVariableSet(place) }
    }

    mutating func variableLocation(of name: String) -> VariableLocation { scopes.find(name) ?? .global(name) }

    /// Calls `body` with the nesting depth increased by one.
    mutating func withNesting(_ body: (inout ScriptCompiler) throws(ScriptError) -> Void) throws(ScriptError) {
        guard depth < ScriptCompiler.maxDepth else { throw syntaxError("nested too deeply") }
        depth += 1
        defer { depth -= 1 }
        try body(&self)
    }
}
