extension Parser {
    /// Parses a statement.
    mutating func parseStatement() throws(ScriptError) -> Node {
        try withNesting { parser throws(ScriptError) in try parser.parseStatementContent() }
    }

    private mutating func parseStatementContent() throws(ScriptError) -> Node {
        if isPunctuator("{") {
            advance()
            return try parseBlock()
        }
        if consume(";") { return addNode(.emptyStatement) }
        if token.kind == .keyword { return try parseKeywordStatement(token.text) }
        if isName("let"), peek().kind == .name || peek().kind == .punctuator && ["[", "{"].contains(peek().text) {
            advance()
            return try parseDeclarationStatement(.block)
        }
        if token.kind == .name, peek().kind == .punctuator, peek().text == ":" {
            let label = try parseName()
            advance()
            return try parseLabelledStatement(label)
        }
        return try parseExpressionStatement()
    }

    private mutating func parseExpressionStatement() throws(ScriptError) -> Node {
        let value = try parseExpression()
        try consumeStatementEnd()
        return addNode(.expression(value))
    }

    private mutating func parseLabelledStatement(_ label: String) throws(ScriptError) -> Node {
        let node = try parseStatement()
        switch nodes[node] {
        case .forLoop(let start, let test, let step, let body, nil):
            nodes[node] = .forLoop(start: start, test: test, step: step, body: body, label: label)
        case .forEach(let target, let values, let isKeys, let body, nil):
            nodes[node] = .forEach(target: target, values: values, isKeys: isKeys, body: body, label: label)
        case .whileLoop(let test, let body, let testsFirst, nil):
            nodes[node] = .whileLoop(test, body, testsFirst: testsFirst, label: label)
        case .switchStatement(let value, let cases, nil): nodes[node] = .switchStatement(value, cases, label: label)
        default: return addNode(.labelled(label, node))
        }
        return node
    }

    private mutating func parseKeywordStatement(_ word: String) throws(ScriptError) -> Node {
        switch word {
        case "var", "const":
            advance()
            return try parseDeclarationStatement(word == "var" ? .variable : .constant)
        case "function" where peek().kind == .name:
            advance()
            let name = try parseName()
            let function = try parseFunction(named: name)
            return addNode(.functionDeclaration(name, function))
        case "class":
            advance()
            let name = try parseName()
            return addNode(.classDeclaration(name, try parseClass(named: name)))
        case "if": return try parseIf()
        case "for":
            advance()
            return try parseForLoop()
        case "while":
            advance()
            let test = try parseCondition()
            let body = try parseStatement()
            return addNode(.whileLoop(test, body, testsFirst: true, label: nil))
        case "do": return try parseDoLoop()
        case "switch": return try parseSwitch()
        case "break", "continue":
            advance()
            let label = token.kind == .name && !token.startsLine ? try parseName() : nil
            try consumeStatementEnd()
            return addNode(word == "break" ? .breakStatement(label: label) : .continueStatement(label: label))
        case "return":
            advance()
            var value: Node?
            if !isPunctuator(";"), !isPunctuator("}"), token.kind != .end, !token.startsLine {
                value = try parseExpression()
            }
            try consumeStatementEnd()
            return addNode(.returnStatement(value))
        case "throw":
            advance()
            let value = try parseExpression()
            try consumeStatementEnd()
            return addNode(.throwStatement(value))
        case "try": return try parseTry()
        case "import", "export", "with", "debugger", "yield", "extends":
            throw syntaxError("'\(word)' is not part of the language here")
        default: return try parseExpressionStatement()
        }
    }

    private mutating func parseBlock() throws(ScriptError) -> Node {
        var statements: [Node] = []
        while !consume("}") { statements.append(try parseStatement()) }
        return addNode(.block(statements))
    }

    private mutating func parseRequiredBlock() throws(ScriptError) -> Node {
        try expect("{")
        return try parseBlock()
    }

    private mutating func parseDeclarationStatement(_ kind: DeclarationKind) throws(ScriptError) -> Node {
        let node = try parseDeclarations(kind, allowsIn: true)
        try consumeStatementEnd()
        return node
    }

    private mutating func parseDeclarations(_ kind: DeclarationKind, allowsIn: Bool) throws(ScriptError) -> Node {
        var all: [(target: Node, value: Node?)] = []
        repeat {
            let target = try parseBindingTarget()
            all.append((target, consume("=") ? try parseAssignment(allowsIn: allowsIn) : nil))
        } while consume(",")
        return addNode(.declaration(kind, all))
    }

    private mutating func parseCondition() throws(ScriptError) -> Node {
        try expect("(")
        let test = try parseExpression()
        try expect(")")
        return test
    }

    private mutating func parseIf() throws(ScriptError) -> Node {
        advance()
        let test = try parseCondition()
        let yes = try parseStatement()
        let no = consumeKeyword("else") ? try parseStatement() : nil
        return addNode(.ifStatement(test, yes, no))
    }

    private mutating func parseDoLoop() throws(ScriptError) -> Node {
        advance()
        let body = try parseStatement()
        guard consumeKeyword("while") else { throw mismatchError("'while'") }
        let test = try parseCondition()
        _ = consume(";")
        return addNode(.whileLoop(test, body, testsFirst: false, label: nil))
    }

    private mutating func parseForLoop() throws(ScriptError) -> Node {
        try expect("(")
        var start: Node?
        let isLet = isName("let")
        if isLet || isKeyword("var") || isKeyword("const") {
            let kind: DeclarationKind = isKeyword("var") ? .variable : isLet ? .block : .constant
            advance()
            start = try parseDeclarations(kind, allowsIn: false)
        } else if !isPunctuator(";") {
            let value = try parseExpression(allowsIn: false)
            if isKeyword("in") || isName("of") {
                return try parseForEach(target: value)
            }
            start = addNode(.expression(value))
        }
        if let start, isKeyword("in") || isName("of") { return try parseForEach(target: start) }
        try expect(";")
        let test = isPunctuator(";") ? nil : try parseExpression()
        try expect(";")
        let step = isPunctuator(")") ? nil : try parseExpression()
        try expect(")")
        let body = try parseStatement()
        return addNode(.forLoop(start: start, test: test, step: step, body: body, label: nil))
    }

    private mutating func parseForEach(target: Node) throws(ScriptError) -> Node {
        switch nodes[target] {
        case .name, .member, .element: break
        case .declaration(_, let all) where all.count == 1 && all[0].value == nil: break
        default: throw syntaxError("expected one variable before '\(token.text)'")
        }
        let isKeys = isKeyword("in")
        advance()
        let values = try parseExpression()
        try expect(")")
        let body = try parseStatement()
        return addNode(.forEach(target: target, values: values, isKeys: isKeys, body: body, label: nil))
    }

    private mutating func parseSwitch() throws(ScriptError) -> Node {
        advance()
        let value = try parseCondition()
        try expect("{")
        var cases: [(test: Node?, body: [Node])] = []
        while !consume("}") {
            var test: Node?
            if consumeKeyword("case") {
                test = try parseExpression()
            } else if !consumeKeyword("default") {
                throw mismatchError("'case'")
            }
            try expect(":")
            var body: [Node] = []
            while !isPunctuator("}"), !isKeyword("case"), !isKeyword("default") { body.append(try parseStatement()) }
            cases.append((test, body))
        }
        return addNode(.switchStatement(value, cases, label: nil))
    }

    private mutating func parseTry() throws(ScriptError) -> Node {
        advance()
        let body = try parseRequiredBlock()
        var parameter: Node?
        var handler: Node?
        var cleanup: Node?
        if consumeKeyword("catch") {
            if consume("(") {
                parameter = try parseBindingTarget()
                try expect(")")
            }
            handler = try parseRequiredBlock()
        }
        if consumeKeyword("finally") { cleanup = try parseRequiredBlock() }
        if handler == nil, cleanup == nil { throw mismatchError("'catch'") }
        return addNode(.tryStatement(body: body, parameter: parameter, handler: handler, cleanup: cleanup))
    }
}
