extension Parser {
    /// Parses a class after its name.
    mutating func parseClass(named name: String?) throws(ScriptError) -> Node {
        try withNesting { parser throws(ScriptError) in
            let base = parser.consumeKeyword("extends") ? try parser.parseClassBase() : nil
            try parser.expect("{")
            var constructor: FunctionSyntax?
            var fields: [Node] = []
            var members: [(key: PropertyKey, value: Node, isStatic: Bool)] = []
            while !parser.consume("}") {
                if parser.consume(";") { continue }
                let isStatic = parser.isName("static") && !parser.isCallOrField(parser.peek())
                if isStatic { parser.advance() }
                try parser.refuseAsynchronous()
                if let accessor = try parser.parseAccessor() {
                    members.append((accessor.key, accessor.value, isStatic))
                    continue
                }
                let key = try parser.parsePropertyKey()
                if !parser.isPunctuator("(") {
                    let value = try parser.parseFieldValue()
                    if isStatic {
                        members.append((key, value, true))
                    } else {
                        fields.append(try parser.makeField(key, value))
                    }
                    continue
                }
                let isConstructor = if case .name("constructor") = key { !isStatic } else { false }
                let function = try parser.parseFunction(named: isConstructor ? name : nil)
                if isConstructor {
                    constructor = function
                } else {
                    members.append((key, parser.addNode(.function(function)), isStatic))
                }
            }
            let made = parser.makeConstructor(constructor, named: name, hasBase: base != nil, fields: fields)
            return parser.addNode(.classValue(ClassSyntax(base: base, constructor: made, members: members)))
        }
    }

    /// Parses `super(…)` or `super.name` after the keyword.
    mutating func parseSuper() throws(ScriptError) -> Node {
        if consume("(") { return addNode(.superCall(try parseArguments())) }
        try expect(".")
        return addNode(.superMember(try parseName()))
    }

    /// Parses a getter or setter, if the next tokens are one.
    mutating func parseAccessor() throws(ScriptError) -> (key: PropertyKey, value: Node)? {
        guard isName("get") || isName("set"), !isCallOrField(peek()), !["}", ",", ":"].contains(peek().text) else {
            if isPunctuator("*") { throw syntaxError("generators are not part of the language here") }
            return nil
        }
        let isSetter = isName("set")
        advance()
        let key = try parsePropertyKey()
        let function = try parseFunction(named: nil)
        let value = addNode(.function(function))
        return (key, addNode(.accessor(value, isSetter: isSetter)))
    }

    /// Whether a token after a name shows that the name is that of a method or a field.
    private func isCallOrField(_ token: Token) -> Bool {
        token.kind == .end || token.kind == .punctuator && ["(", "=", ";", "}"].contains(token.text)
    }

    private mutating func parseClassBase() throws(ScriptError) -> Node {
        let name = try parseName()
        return addNode(.name(name))
    }

    private mutating func parseFieldValue() throws(ScriptError) -> Node {
        let value = consume("=") ? try parseAssignment() : addNode(.constant(.undefined))
        _ = consume(";")
        return value
    }

    /// Returns the statement with which the constructor sets a field.
    private mutating func makeField(_ key: PropertyKey, _ value: Node) throws(ScriptError) -> Node {
        let object = addNode(.this)
        let target: Node
        switch key {
        case .name(let name): target = addNode(.member(object, name, isOptional: false))
        case .computed(let node): target = addNode(.element(object, node, isOptional: false))
        case .spread: throw syntaxError("a class has no spread members")
        }
        return addNode(.expression(addNode(.assign(target, value))))
    }

    /// Returns the constructor with the fields, which are set first, but after the constructor of the extended class.
    private mutating func makeConstructor(
        _ own: FunctionSyntax?, named name: String?, hasBase: Bool, fields: [Node]
    ) -> FunctionSyntax {
        var result =
            own
            ?? FunctionSyntax(name: name, parameters: [], body: [], isArrow: false, containsFunctions: false)
        if own == nil, hasBase {
            let values = addNode(.name("values"))
            result.parameters = [addNode(.rest(values))]
            let all = addNode(.spread(addNode(.name("values"))))
            result.body = [addNode(.expression(addNode(.superCall([all]))))]
        }
        result.body.insert(contentsOf: fields, at: hasBase ? min(1, result.body.count) : 0)
        result.containsFunctions = result.containsFunctions || !fields.isEmpty
        containsFunctions = true
        return result
    }
}
