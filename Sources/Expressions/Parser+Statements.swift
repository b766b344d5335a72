extension Parser {
    /// Parses a statement.
    mutating func statement() throws(ScriptError) -> Node {
        try nested { parser throws(ScriptError) in try parser.anyStatement() }
    }

    private mutating func anyStatement() throws(ScriptError) -> Node {
        if isSign("{") {
            advance()
            return try block()
        }
        if take(";") { return add(.nothing) }
        if token.kind == .keyword { return try keywordStatement(token.text) }
        if isName("let"), peek().kind == .name || peek().kind == .sign && ["[", "{"].contains(peek().text) {
            advance()
            return try declaration(.block)
        }
        if token.kind == .name, peek().kind == .sign, peek().text == ":" {
            let label = try name()
            advance()
            return try labelled(label)
        }
        return try expressionStatement()
    }

    private mutating func expressionStatement() throws(ScriptError) -> Node {
        let value = try expression()
        try endStatement()
        return add(.expression(value))
    }

    private mutating func labelled(_ label: String) throws(ScriptError) -> Node {
        let node = try statement()
        switch nodes[node] {
        case .forLoop(let start, let test, let step, let body, _):
            nodes[node] = .forLoop(start: start, test: test, step: step, body: body, label: label)
        case .forEach(let target, let values, let isKeys, let body, _):
            nodes[node] = .forEach(target: target, values: values, isKeys: isKeys, body: body, label: label)
        case .whileLoop(let test, let body, let testsFirst, _):
            nodes[node] = .whileLoop(test, body, testsFirst: testsFirst, label: label)
        case .choice(let value, let cases, _): nodes[node] = .choice(value, cases, label: label)
        default: break
        }
        return node
    }

    private mutating func keywordStatement(_ word: String) throws(ScriptError) -> Node {
        switch word {
        case "var", "const":
            advance()
            return try declaration(word == "var" ? .variable : .block)
        case "function" where peek().kind == .name:
            advance()
            let name = try name()
            let function = try function(named: name)
            return add(.declareFunction(name, function))
        case "if": return try branch()
        case "for":
            advance()
            return try forLoop()
        case "while":
            advance()
            let test = try test()
            let body = try statement()
            return add(.whileLoop(test, body, testsFirst: true, label: nil))
        case "do": return try doLoop()
        case "switch": return try choice()
        case "break", "continue":
            advance()
            let label = token.kind == .name && !token.startsLine ? try name() : nil
            try endStatement()
            return add(word == "break" ? .leave(label: label) : .next(label: label))
        case "return":
            advance()
            var value: Node?
            if !isSign(";"), !isSign("}"), token.kind != .end, !token.startsLine { value = try expression() }
            try endStatement()
            return add(.giveBack(value))
        case "throw":
            advance()
            let value = try expression()
            try endStatement()
            return add(.raise(value))
        case "try": return try attempt()
        case "class", "import", "export", "with", "debugger", "yield", "super", "extends":
            throw failure("'\(word)' is not part of the language here")
        default: return try expressionStatement()
        }
    }

    private mutating func block() throws(ScriptError) -> Node {
        var statements: [Node] = []
        while !take("}") { statements.append(try statement()) }
        return add(.block(statements))
    }

    private mutating func requiredBlock() throws(ScriptError) -> Node {
        try expect("{")
        return try block()
    }

    private mutating func declaration(_ kind: DeclarationKind) throws(ScriptError) -> Node {
        let node = try declarations(kind, allowsIn: true)
        try endStatement()
        return node
    }

    private mutating func declarations(_ kind: DeclarationKind, allowsIn: Bool) throws(ScriptError) -> Node {
        var all: [(target: Node, value: Node?)] = []
        repeat {
            let target = try bindingTarget()
            all.append((target, take("=") ? try assignment(allowsIn: allowsIn) : nil))
        } while take(",")
        return add(.declare(kind, all))
    }

    private mutating func test() throws(ScriptError) -> Node {
        try expect("(")
        let test = try expression()
        try expect(")")
        return test
    }

    private mutating func branch() throws(ScriptError) -> Node {
        advance()
        let test = try test()
        let yes = try statement()
        let no = takeKeyword("else") ? try statement() : nil
        return add(.branch(test, yes, no))
    }

    private mutating func doLoop() throws(ScriptError) -> Node {
        advance()
        let body = try statement()
        guard takeKeyword("while") else { throw mismatch("'while'") }
        let test = try test()
        _ = take(";")
        return add(.whileLoop(test, body, testsFirst: false, label: nil))
    }

    private mutating func forLoop() throws(ScriptError) -> Node {
        try expect("(")
        var start: Node?
        let isLet = isName("let")
        if isLet || isKeyword("var") || isKeyword("const") {
            let kind: DeclarationKind = isKeyword("var") ? .variable : .block
            advance()
            start = try declarations(kind, allowsIn: false)
        } else if !isSign(";") {
            let value = try expression(allowsIn: false)
            if isKeyword("in") || isName("of") {
                return try forEach(target: value)
            }
            start = add(.expression(value))
        }
        if let start, isKeyword("in") || isName("of") { return try forEach(target: start) }
        try expect(";")
        let test = isSign(";") ? nil : try expression()
        try expect(";")
        let step = isSign(")") ? nil : try expression()
        try expect(")")
        let body = try statement()
        return add(.forLoop(start: start, test: test, step: step, body: body, label: nil))
    }

    private mutating func forEach(target: Node) throws(ScriptError) -> Node {
        switch nodes[target] {
        case .name, .member, .element: break
        case .declare(_, let all) where all.count == 1 && all[0].value == nil: break
        default: throw failure("expected one variable before '\(token.text)'")
        }
        let isKeys = isKeyword("in")
        advance()
        let values = try expression()
        try expect(")")
        let body = try statement()
        return add(.forEach(target: target, values: values, isKeys: isKeys, body: body, label: nil))
    }

    private mutating func choice() throws(ScriptError) -> Node {
        advance()
        let value = try test()
        try expect("{")
        var cases: [(test: Node?, body: [Node])] = []
        while !take("}") {
            var test: Node?
            if takeKeyword("case") {
                test = try expression()
            } else if !takeKeyword("default") {
                throw mismatch("'case'")
            }
            try expect(":")
            var body: [Node] = []
            while !isSign("}"), !isKeyword("case"), !isKeyword("default") { body.append(try statement()) }
            cases.append((test, body))
        }
        return add(.choice(value, cases, label: nil))
    }

    private mutating func attempt() throws(ScriptError) -> Node {
        advance()
        let body = try requiredBlock()
        var parameter: Node?
        var handler: Node?
        var cleanup: Node?
        if takeKeyword("catch") {
            if take("(") {
                parameter = try bindingTarget()
                try expect(")")
            }
            handler = try requiredBlock()
        }
        if takeKeyword("finally") { cleanup = try requiredBlock() }
        if handler == nil, cleanup == nil { throw mismatch("'catch'") }
        return add(.attempt(body: body, parameter: parameter, handler: handler, cleanup: cleanup))
    }
}
