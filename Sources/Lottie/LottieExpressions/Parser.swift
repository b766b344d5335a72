/// A parser for ECMAScript 2020 without modules, generators, asynchronous functions, tagged templates and `with`.
struct Parser {
    var nodes: [Syntax]
    private(set) var tokens: [Token]
    private(set) var position = 0
    private let source: [UInt8]
    private var depth = 0
    /// Whether the function that is parsed contains other functions, or evaluates texts.
    var containsFunctions = false

    /// The deepest permitted recursion of the parser; a pair of brackets takes two levels. Real scripts need a tenth of
    /// it.
    static let maxDepth = 120

    init(_ source: [UInt8]) throws(ScriptError) {
        self.source = source
        tokens = try Lexer.tokens(of: source)
        nodes = []
    }

    /// Parses the whole script as the body of a function.
    mutating func parseScript() throws(ScriptError) -> FunctionSyntax {
        var body: [Node] = []
        while token.kind != .end { body.append(try parseStatement()) }
        return FunctionSyntax(
            name: nil, parameters: [], body: body, isArrow: false, containsFunctions: containsFunctions)
    }
}

// MARK: - Tokens

extension Parser {
    var token: Token { tokens[position] }

    func peek(_ ahead: Int = 1) -> Token { tokens[min(position + ahead, tokens.count - 1)] }

    func isPunctuator(_ text: String) -> Bool { token.kind == .punctuator && token.text == text }

    func isKeyword(_ text: String) -> Bool { token.kind == .keyword && token.text == text }

    /// Returns whether the next token is the given contextual keyword, such as `let` or `of`.
    func isName(_ text: String) -> Bool { token.kind == .name && token.text == text }

    mutating func advance() { if position + 1 < tokens.count { position += 1 } }

    mutating func consume(_ sign: String) -> Bool {
        guard isPunctuator(sign) else { return false }
        advance()
        return true
    }

    mutating func consumeKeyword(_ word: String) -> Bool {
        guard isKeyword(word) else { return false }
        advance()
        return true
    }

    mutating func expect(_ sign: String) throws(ScriptError) {
        guard consume(sign) else { throw mismatchError("'\(sign)'") }
    }

    func mismatchError(_ expected: String) -> ScriptError {
        let found =
            switch token.kind {
            case .end: "the end"
            case .number: "a number"
            case .string, .template: "a text"
            case .regularExpression: "a regular expression"
            case .name, .keyword, .punctuator: "'\(token.text)'"
            }
        return syntaxError("expected \(expected), found \(found)")
    }

    func syntaxError(_ problem: String) -> ScriptError {
        ScriptError(line: Lexer.line(of: token.offset, in: source), problem: problem)
    }

    mutating func parseName() throws(ScriptError) -> String {
        guard token.kind == .name else { throw mismatchError("a name") }
        let text = token.text
        advance()
        return text
    }

    /// Consumes the end of a statement: a semicolon, or a line break or closing brace in its place.
    mutating func consumeStatementEnd() throws(ScriptError) {
        if consume(";") || isPunctuator("}") || token.kind == .end || token.startsLine { return }
        throw mismatchError("';'")
    }

    mutating func addNode(_ syntax: Syntax) -> Node {
        nodes.append(syntax)
        return nodes.count - 1
    }

    /// Calls `body` with the nesting depth increased by one.
    mutating func withNesting<Result>(
        _ body: (inout Parser) throws(ScriptError) -> Result
    ) throws(ScriptError) -> Result {
        guard depth < Parser.maxDepth else { throw syntaxError("nested more than \(Parser.maxDepth) deep") }
        depth += 1
        defer { depth -= 1 }
        return try body(&self)
    }

    /// Calls `body` with the tokens of a template insertion in place of the script's.
    mutating func withTokens<Result>(
        _ inner: [Token], _ body: (inout Parser) throws(ScriptError) -> Result
    ) throws(ScriptError) -> Result {
        let outer = (tokens, position)
        (tokens, position) = (inner, 0)
        defer { (tokens, position) = outer }
        return try body(&self)
    }

    /// Returns the index of the bracket that closes the next one, or `nil` if there is none.
    func closingBracketIndex(after count: Int = 0) -> Int? {
        var open = 0
        var index = position + count
        while index < tokens.count {
            let token = tokens[index]
            if token.kind == .punctuator {
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
    ///
    /// - Parameter count: The number of tokens before the one in question.
    func isArrowFunction(after count: Int = 0) -> Bool {
        let (first, second) = (peek(count), peek(count + 1))
        if first.kind == .name { return second.kind == .punctuator && second.text == "=>" }
        guard first.kind == .punctuator, first.text == "(", let end = closingBracketIndex(after: count),
            end + 1 < tokens.count
        else { return false }
        return tokens[end + 1].kind == .punctuator && tokens[end + 1].text == "=>"
    }
}

// MARK: - Functions

extension Parser {
    /// Parses the parameters and the body of a function, after its name.
    mutating func parseFunction(named name: String?) throws(ScriptError) -> FunctionSyntax {
        if isPunctuator("*") { throw syntaxError("generators are not part of the language here") }
        let outer = beginFunction()
        defer { endFunction(outer) }
        try expect("(")
        let parameters = try self.parseParameters()
        let body = try parseFunctionBody()
        return FunctionSyntax(
            name: name, parameters: parameters, body: body, isArrow: false, containsFunctions: containsFunctions)
    }

    /// Parses an arrow function.
    mutating func parseArrowFunction() throws(ScriptError) -> FunctionSyntax {
        let outer = beginFunction()
        defer { endFunction(outer) }
        var parameters: [Node] = []
        if token.kind == .name {
            parameters = [addNode(.name(try parseName()))]
        } else {
            try expect("(")
            parameters = try self.parseParameters()
        }
        try expect("=>")
        let body: [Node]
        if isPunctuator("{") {
            body = try parseFunctionBody()
        } else {
            let value = try parseAssignment()
            body = [addNode(.returnStatement(value))]
        }
        return FunctionSyntax(
            name: nil, parameters: parameters, body: body, isArrow: true, containsFunctions: containsFunctions)
    }

    private mutating func beginFunction() -> Bool {
        defer { containsFunctions = false }
        return containsFunctions
    }

    private mutating func endFunction(_ outer: Bool) { containsFunctions = true }

    /// Parses parameters up to the closing parenthesis.
    private mutating func parseParameters() throws(ScriptError) -> [Node] {
        var parameters: [Node] = []
        while !consume(")") {
            if consume("...") {
                let target = try parseBindingTarget()
                parameters.append(addNode(.rest(target)))
            } else {
                parameters.append(try parseBindingElement())
            }
            if !isPunctuator(")") { try expect(",") }
        }
        return parameters
    }

    private mutating func parseFunctionBody() throws(ScriptError) -> [Node] {
        try withNesting { parser throws(ScriptError) in
            try parser.expect("{")
            var body: [Node] = []
            while !parser.consume("}") { body.append(try parser.parseStatement()) }
            return body
        }
    }
}

// MARK: - Destructuring patterns

extension Parser {
    /// Parses a name or a destructuring pattern, with its default value if it has one.
    mutating func parseBindingElement() throws(ScriptError) -> Node {
        let target = try parseBindingTarget()
        guard consume("=") else { return target }
        let value = try parseAssignment()
        return addNode(.withDefault(target, value))
    }

    /// Parses a name or a destructuring pattern.
    mutating func parseBindingTarget() throws(ScriptError) -> Node {
        if isPunctuator("[") { return try withNesting { parser throws(ScriptError) in try parser.parseArrayPattern() } }
        if isPunctuator("{") {
            return try withNesting { parser throws(ScriptError) in try parser.parseObjectPattern() }
        }
        return addNode(.name(try parseName()))
    }

    private mutating func parseArrayPattern() throws(ScriptError) -> Node {
        try expect("[")
        var elements: [Node?] = []
        while !consume("]") {
            if consume(",") {
                elements.append(nil)
                continue
            }
            if consume("...") {
                let target = try parseBindingTarget()
                elements.append(addNode(.rest(target)))
            } else {
                elements.append(try parseBindingElement())
            }
            if !isPunctuator("]") { try expect(",") }
        }
        return addNode(.arrayPattern(elements))
    }

    private mutating func parseObjectPattern() throws(ScriptError) -> Node {
        try expect("{")
        var members: [(key: PropertyKey, target: Node)] = []
        while !consume("}") {
            if consume("...") {
                members.append((.spread, try parseBindingTarget()))
                try expect("}")
                break
            }
            let isPlainName = token.kind == .name
            let key = try parsePropertyKey()
            if consume(":") {
                members.append((key, try parseBindingElement()))
            } else if isPlainName, case .name(let text) = key {
                let target = addNode(.name(text))
                if consume("=") {
                    let value = try parseAssignment()
                    members.append((key, addNode(.withDefault(target, value))))
                } else {
                    members.append((key, target))
                }
            } else {
                throw mismatchError("':'")
            }
            if !isPunctuator("}") { try expect(",") }
        }
        return addNode(.objectPattern(members))
    }

    /// Parses the key of a property: a name, string or number, or an expression in brackets.
    mutating func parsePropertyKey() throws(ScriptError) -> PropertyKey {
        switch token.kind {
        case .name, .keyword, .string:
            let text = token.text
            advance()
            return .name(text)
        case .number(let number):
            advance()
            return .name(NumberFormatting.string(number))
        default:
            try expect("[")
            let value = try parseAssignment()
            try expect("]")
            return .computed(value)
        }
    }
}
