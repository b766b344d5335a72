extension ScriptCompiler {
    /// Emits the instructions that push a class, or a value of the extended class.
    mutating func emitClassExpression(_ node: Node) throws(ScriptError) {
        switch nodes[node] {
        case .classValue(let syntax): try emitClass(syntax, declaring: nil)
        case .superCall(let arguments):
            emit(.this)
            try emitBase()
            try emitArguments(arguments, call: .call, spread: .callSpread)
        case .superMember(let name):
            try emitBase()
            emit(.getMember, nameIndex("prototype"))
            emit(.this)
            emit(.getSuperMember, nameIndex(name))
        default: break
        }
    }

    private mutating func emitBase() throws(ScriptError) {
        guard let place = scopes.find(ClassSyntax.baseName) else {
            throw syntaxError("'super' outside of a class that extends another one")
        }
        emitVariableGet(place)
    }

    /// Emits the instructions that push a class.
    ///
    /// - Parameter name: The variable of a declaration, which has its value before the static members are evaluated.
    mutating func emitClass(_ syntax: ClassSyntax, declaring name: String?) throws(ScriptError) {
        scopes.pushBlock()
        defer { scopes.popBlock() }
        if let base = syntax.base {
            try emitExpression(base)
            let local = scopes.declare(ClassSyntax.baseName)
            if scopes.usesCells { emit(.resetCell, local) }
            emitVariableSet(.local(local))
            emit(.pop)
        }
        emit(.function, try compile(syntax.constructor, isNamedValue: false))
        if syntax.base != nil {
            try emitBase()
            emit(.inherit)
        }
        if let name {
            emitVariableSet(variableLocation(of: name))
            scopes.passDeclaration(of: name)
        }
        for (key, value, isStatic) in syntax.members {
            emit(.duplicate)
            if !isStatic { emit(.getMember, nameIndex("prototype")) }
            try emitDefinition(key, value)
            if case .name(let name) = key {
                switch nodes[value] {
                case .function, .accessor: emit(.hideMember, nameIndex(name))
                default: break
                }
            }
            emit(.pop)
        }
    }
}
