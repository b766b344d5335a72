/// A parser for ECMAScript 2020 without classes, generators and asynchronous functions.
struct Parser {
    var nodes: [Syntax]
    private var tokens: [Token]
    private var position = 0
    private let source: [UInt8]
    private var depth = 0
    /// Whether the function that is parsed contains other functions.
    private var hasMetFunctions = false

    /// The deepest permitted recursion of the parser; a pair of brackets takes two levels. Real scripts need a tenth of
    /// it.
    static let deepest = 120

    init(_ source: [UInt8]) throws(ScriptError) {
        self.source = source
        tokens = try Lexer.tokens(of: source)
        nodes = []
    }

    /// Parses the whole script as the body of a function.
    mutating func script() throws(ScriptError) -> FunctionSyntax {
        var body: [Node] = []
        while token.kind != .end { body.append(try statement()) }
        return FunctionSyntax(
            name: nil, parameters: [], body: body, isArrow: false, holdsFunctions: hasMetFunctions)
    }
}

// MARK: - Tokens

extension Parser {
    var token: Token { tokens[position] }

    func peek(_ ahead: Int = 1) -> Token { tokens[min(position + ahead, tokens.count - 1)] }

    func isSign(_ text: String) -> Bool { token.kind == .sign && token.text == text }

    func isKeyword(_ text: String) -> Bool { token.kind == .keyword && token.text == text }

    /// Returns whether the next token is the given contextual keyword, such as `let` or `of`.
    func isName(_ text: String) -> Bool { token.kind == .name && token.text == text }

    mutating func advance() { if position + 1 < tokens.count { position += 1 } }

    mutating func take(_ sign: String) -> Bool {
        guard isSign(sign) else { return false }
        advance()
        return true
    }

    mutating func takeKeyword(_ word: String) -> Bool {
        guard isKeyword(word) else { return false }
        advance()
        return true
    }

    mutating func expect(_ sign: String) throws(ScriptError) {
        guard take(sign) else { throw mismatch("'\(sign)'") }
    }

    func mismatch(_ expected: String) -> ScriptError {
        let found =
            switch token.kind {
            case .end: "the end"
            case .number: "a number"
            case .string, .template: "a text"
            case .pattern: "a regular expression"
            case .name, .keyword, .sign: "'\(token.text)'"
            }
        return failure("expected \(expected), found \(found)")
    }

    func failure(_ problem: String) -> ScriptError {
        ScriptError(line: Lexer.line(of: token.offset, in: source), problem: problem)
    }

    mutating func name() throws(ScriptError) -> String {
        guard token.kind == .name else { throw mismatch("a name") }
        let text = token.text
        advance()
        return text
    }

    /// Consumes the end of a statement: a semicolon, or a line break or closing brace in its place.
    mutating func endStatement() throws(ScriptError) {
        if take(";") || isSign("}") || token.kind == .end || token.startsLine { return }
        throw mismatch("';'")
    }

    mutating func add(_ syntax: Syntax) -> Node {
        nodes.append(syntax)
        return nodes.count - 1
    }

    /// Calls `body` with the nesting depth increased by one.
    mutating func nested<Result>(
        _ body: (inout Parser) throws(ScriptError) -> Result
    ) throws(ScriptError) -> Result {
        guard depth < Parser.deepest else { throw failure("nested more than \(Parser.deepest) deep") }
        depth += 1
        defer { depth -= 1 }
        return try body(&self)
    }

    /// Calls `body` with the tokens of a template insertion in place of the script's.
    mutating func within<Result>(
        _ inner: [Token], _ body: (inout Parser) throws(ScriptError) -> Result
    ) throws(ScriptError) -> Result {
        let outer = (tokens, position)
        (tokens, position) = (inner, 0)
        defer { (tokens, position) = outer }
        return try body(&self)
    }

    /// Returns the index of the bracket that closes the next one, or `nil` if there is none.
    func closing() -> Int? {
        var open = 0
        var index = position
        while index < tokens.count {
            let token = tokens[index]
            if token.kind == .sign {
                switch token.text {
                case "(", "[", "{": open += 1
                case ")", "]", "}":
                    open -= 1
                    if open == 0 { return index }
                default: break
                }
            }
            index += 1
        }
        return nil
    }

    /// Returns whether an arrow function begins at the next token.
    func isArrowFunction() -> Bool {
        if token.kind == .name { return peek().kind == .sign && peek().text == "=>" }
        guard isSign("("), let end = closing(), end + 1 < tokens.count else { return false }
        return tokens[end + 1].kind == .sign && tokens[end + 1].text == "=>"
    }
}

// MARK: - Functions

extension Parser {
    /// Parses the parameters and the body of a function, after its name.
    mutating func function(named name: String?) throws(ScriptError) -> FunctionSyntax {
        let outer = beginFunction()
        defer { endFunction(outer) }
        try expect("(")
        let parameters = try self.parameters()
        let body = try functionBody()
        return FunctionSyntax(
            name: name, parameters: parameters, body: body, isArrow: false, holdsFunctions: hasMetFunctions)
    }

    /// Parses an arrow function.
    mutating func arrowFunction() throws(ScriptError) -> FunctionSyntax {
        let outer = beginFunction()
        defer { endFunction(outer) }
        var parameters: [Node] = []
        if token.kind == .name {
            parameters = [add(.name(try name()))]
        } else {
            try expect("(")
            parameters = try self.parameters()
        }
        try expect("=>")
        let body: [Node]
        if isSign("{") {
            body = try functionBody()
        } else {
            let value = try assignment()
            body = [add(.giveBack(value))]
        }
        return FunctionSyntax(
            name: nil, parameters: parameters, body: body, isArrow: true, holdsFunctions: hasMetFunctions)
    }

    private mutating func beginFunction() -> Bool {
        defer { hasMetFunctions = false }
        return hasMetFunctions
    }

    private mutating func endFunction(_ outer: Bool) { hasMetFunctions = true }

    /// Parses parameters up to the closing parenthesis.
    private mutating func parameters() throws(ScriptError) -> [Node] {
        var parameters: [Node] = []
        while !take(")") {
            if take("...") {
                let target = try bindingTarget()
                parameters.append(add(.rest(target)))
            } else {
                parameters.append(try bindingElement())
            }
            if !isSign(")") { try expect(",") }
        }
        return parameters
    }

    private mutating func functionBody() throws(ScriptError) -> [Node] {
        try nested { parser throws(ScriptError) in
            try parser.expect("{")
            var body: [Node] = []
            while !parser.take("}") { body.append(try parser.statement()) }
            return body
        }
    }
}

// MARK: - Destructuring patterns

extension Parser {
    /// Parses a name or a destructuring pattern, with its default value if it has one.
    mutating func bindingElement() throws(ScriptError) -> Node {
        let target = try bindingTarget()
        guard take("=") else { return target }
        let value = try assignment()
        return add(.defaulted(target, value))
    }

    /// Parses a name or a destructuring pattern.
    mutating func bindingTarget() throws(ScriptError) -> Node {
        if isSign("[") { return try nested { parser throws(ScriptError) in try parser.arrayPattern() } }
        if isSign("{") { return try nested { parser throws(ScriptError) in try parser.objectPattern() } }
        return add(.name(try name()))
    }

    private mutating func arrayPattern() throws(ScriptError) -> Node {
        try expect("[")
        var elements: [Node?] = []
        while !take("]") {
            if take(",") {
                elements.append(nil)
                continue
            }
            if take("...") {
                let target = try bindingTarget()
                elements.append(add(.rest(target)))
            } else {
                elements.append(try bindingElement())
            }
            if !isSign("]") { try expect(",") }
        }
        return add(.arrayPattern(elements))
    }

    private mutating func objectPattern() throws(ScriptError) -> Node {
        try expect("{")
        var members: [(key: PropertyKey, target: Node)] = []
        while !take("}") {
            let isPlainName = token.kind == .name
            let key = try propertyKey()
            if take(":") {
                members.append((key, try bindingElement()))
            } else if isPlainName, case .name(let text) = key {
                let target = add(.name(text))
                if take("=") {
                    let value = try assignment()
                    members.append((key, add(.defaulted(target, value))))
                } else {
                    members.append((key, target))
                }
            } else {
                throw mismatch("':'")
            }
            if !isSign("}") { try expect(",") }
        }
        return add(.objectPattern(members))
    }

    /// Parses the key of a property: a name, string or number, or an expression in brackets.
    mutating func propertyKey() throws(ScriptError) -> PropertyKey {
        switch token.kind {
        case .name, .keyword, .string:
            let text = token.text
            advance()
            return .name(text)
        case .number(let number):
            advance()
            return .name(NumberText.text(number))
        default:
            try expect("[")
            let value = try assignment()
            try expect("]")
            return .computed(value)
        }
    }
}
