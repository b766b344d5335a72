extension Parser {
    /// Parses an expression, which can have several values with commas between them.
    mutating func parseExpression(allowsIn: Bool = true) throws(ScriptError) -> Node {
        let first = try parseAssignment(allowsIn: allowsIn)
        guard isPunctuator(",") else { return first }
        var all = [first]
        while consume(",") { all.append(try parseAssignment(allowsIn: allowsIn)) }
        return addNode(.sequence(all))
    }

    /// Parses an assignment expression, which ends at a comma.
    mutating func parseAssignment(allowsIn: Bool = true) throws(ScriptError) -> Node {
        try withNesting { parser throws(ScriptError) in
            if parser.isArrowFunction() {
                let function = try parser.parseArrowFunction()
                return parser.addNode(.function(function))
            }
            let target = try parser.parseConditional(allowsIn: allowsIn)
            guard parser.token.role == .assignment else { return target }
            let sign = parser.token.text
            if sign == "=" {
                let place = try parser.makeAssignable(target)
                parser.advance()
                let value = try parser.parseAssignment(allowsIn: allowsIn)
                return parser.addNode(.assign(place, value))
            }
            if let operation = Parser.compoundOperators[sign] {
                try parser.checkReference(target)
                parser.advance()
                let value = try parser.parseAssignment(allowsIn: allowsIn)
                return parser.addNode(.compoundAssign(target, operation, value))
            }
            if let operation = Parser.logicalCompoundOperators[sign] {
                try parser.checkReference(target)
                parser.advance()
                let value = try parser.parseAssignment(allowsIn: allowsIn)
                return parser.addNode(.logicalAssign(target, operation, value))
            }
            return target
        }
    }

    private static let compoundOperators: [String: BinaryOperator] = [
        "+=": .add, "-=": .subtract, "*=": .multiply, "/=": .divide, "%=": .remainder, "**=": .power,
        "<<=": .shiftLeft, ">>=": .shiftRight, ">>>=": .shiftRightUnsigned, "&=": .and, "|=": .or, "^=": .xor,
    ]

    private static let logicalCompoundOperators: [String: LogicalOperator] = [
        "&&=": .and, "||=": .or, "??=": .coalesce,
    ]

    private func checkReference(_ node: Node) throws(ScriptError) {
        switch nodes[node] {
        case .name, .member, .element: return
        default: throw syntaxError("only a variable or a member can be assigned to")
        }
    }

    /// Converts an expression into the target of an assignment; array and object literals become patterns.
    private mutating func makeAssignable(_ node: Node) throws(ScriptError) -> Node {
        switch nodes[node] {
        case .name, .member, .element: return node
        case .assign(let target, let value): return addNode(.withDefault(target, value))
        case .array(let elements):
            var targets: [Node?] = []
            for element in elements {
                switch nodes[element] {
                case .emptyStatement: targets.append(nil)
                case .spread(let inner):
                    let target = try makeAssignable(inner)
                    targets.append(addNode(.rest(target)))
                default: targets.append(try makeAssignable(element))
                }
            }
            return addNode(.arrayPattern(targets))
        case .object(let members):
            var targets: [(key: PropertyKey, target: Node)] = []
            for member in members { targets.append((member.key, try makeAssignable(member.value))) }
            return addNode(.objectPattern(targets))
        default: throw syntaxError("only a variable or a member can be assigned to")
        }
    }

    private mutating func parseConditional(allowsIn: Bool) throws(ScriptError) -> Node {
        let test = try parseBinary(above: 0, allowsIn: allowsIn)
        guard consume("?") else { return test }
        let yes = try parseAssignment()
        try expect(":")
        let no = try parseAssignment(allowsIn: allowsIn)
        return addNode(.conditional(test, yes, no))
    }

    /// What an infix operator makes.
    enum Infix {
        case binary(BinaryOperator)
        case logical(LogicalOperator)
    }

    /// The infix operators and their precedence.
    static let infixOperators: [String: (level: Int, operation: Infix)] = [
        "??": (1, .logical(.coalesce)), "||": (2, .logical(.or)), "&&": (3, .logical(.and)),
        "|": (4, .binary(.or)), "^": (5, .binary(.xor)), "&": (6, .binary(.and)),
        "==": (7, .binary(.equal)), "!=": (7, .binary(.notEqual)), "===": (7, .binary(.same)),
        "!==": (7, .binary(.notSame)), "<": (8, .binary(.less)), "<=": (8, .binary(.lessOrEqual)),
        ">": (8, .binary(.greater)), ">=": (8, .binary(.greaterOrEqual)), "in": (8, .binary(.isIn)),
        "instanceof": (8, .binary(.isInstance)), "<<": (9, .binary(.shiftLeft)), ">>": (9, .binary(.shiftRight)),
        ">>>": (9, .binary(.shiftRightUnsigned)), "+": (10, .binary(.add)), "-": (10, .binary(.subtract)),
        "*": (11, .binary(.multiply)), "/": (11, .binary(.divide)), "%": (11, .binary(.remainder)),
        "**": (12, .binary(.power)),
    ]

    /// Parses infix operators whose precedence is higher than `level`.
    private mutating func parseBinary(above level: Int, allowsIn: Bool) throws(ScriptError) -> Node {
        let first = position
        var left = try parseUnary()
        if isPunctuator("**"), isSign(tokens[first]) {
            throw syntaxError("an operator before the base of '**' needs brackets")
        }
        while token.role == .infix, let infix = Parser.infixOperators[token.text], infix.level > level,
            allowsIn || token.text != "in"
        {
            advance()
            // The power operator is right-associative.
            let inner = infix.level == 12 ? 11 : infix.level
            let right = try withNesting { parser throws(ScriptError) in
                try parser.parseBinary(above: inner, allowsIn: allowsIn)
            }
            switch infix.operation {
            case .binary(let operation): left = addNode(.binary(operation, left, right))
            case .logical(let operation): left = addNode(.logical(operation, left, right))
            }
        }
        return left
    }

    /// Returns whether a token is an operator before a value.
    private func isSign(_ token: Token) -> Bool {
        switch token.kind {
        case .punctuator: ["-", "+", "!", "~"].contains(token.text)
        case .keyword: token.text == "typeof"
        default: false
        }
    }

    private mutating func parseUnary() throws(ScriptError) -> Node {
        try withNesting { parser throws(ScriptError) in
            let sign = parser.token
            guard sign.kind == .punctuator || sign.kind == .keyword else { return try parser.parsePostfix() }
            switch sign.text {
            case "-", "+", "!", "~", "void":
                parser.advance()
                let value = try parser.parseUnary()
                return parser.addNode(.unary(Parser.unaryOperators[sign.text] ?? .void, value))
            case "typeof":
                parser.advance()
                let value = try parser.parseUnary()
                return parser.addNode(.typeOf(value))
            case "delete":
                parser.advance()
                let value = try parser.parseUnary()
                return parser.addNode(.delete(value))
            case "++", "--":
                parser.advance()
                let target = try parser.parseUnary()
                try parser.checkReference(target)
                return parser.addNode(.update(target, by: sign.text == "++" ? 1 : -1, isPrefix: true))
            default: return try parser.parsePostfix()
            }
        }
    }

    private static let unaryOperators: [String: UnaryOperator] = [
        "-": .minus, "+": .plus, "!": .not, "~": .bitNot, "void": .void,
    ]

    private mutating func parsePostfix() throws(ScriptError) -> Node {
        let value = try parseAccess(parsePrimary(), allowsCalls: true)
        guard token.kind == .punctuator, token.text == "++" || token.text == "--", !token.startsLine else {
            return value
        }
        try checkReference(value)
        let step = token.text == "++" ? 1.0 : -1
        advance()
        return addNode(.update(value, by: step, isPrefix: false))
    }

    /// Parses member accesses, element accesses and calls after a value.
    private mutating func parseAccess(_ start: Node, allowsCalls: Bool) throws(ScriptError) -> Node {
        var value = start
        var isChain = false
        while true {
            if case .template = token.kind { throw syntaxError("tagged templates are not part of the language here") }
            guard token.kind == .punctuator else { break }
            if consume(".") {
                value = addNode(.member(value, try parseMemberName(), isOptional: false))
            } else if allowsCalls, consume("?.") {
                isChain = true
                if consume("(") {
                    let arguments = try self.parseArguments()
                    value = addNode(.call(value, arguments, isOptional: true))
                } else if consume("[") {
                    let index = try parseExpression()
                    try expect("]")
                    value = addNode(.element(value, index, isOptional: true))
                } else {
                    value = addNode(.member(value, try parseMemberName(), isOptional: true))
                }
            } else if consume("[") {
                let index = try parseExpression()
                try expect("]")
                value = addNode(.element(value, index, isOptional: false))
            } else if allowsCalls, consume("(") {
                let arguments = try self.parseArguments()
                // An evaluated text can use the variables of the function, as an inner function can.
                if case .name("eval") = nodes[value] { containsFunctions = true }
                value = addNode(.call(value, arguments, isOptional: false))
            } else {
                break
            }
        }
        return isChain ? addNode(.chain(value)) : value
    }

    private mutating func parseMemberName() throws(ScriptError) -> String {
        guard token.kind == .name || token.kind == .keyword else { throw mismatchError("a name") }
        let text = token.text
        advance()
        return text
    }

    /// Parses arguments up to the closing parenthesis.
    mutating func parseArguments() throws(ScriptError) -> [Node] {
        var arguments: [Node] = []
        while !consume(")") {
            arguments.append(try parseSpreadable())
            if !isPunctuator(")") { try expect(",") }
        }
        return arguments
    }

    private mutating func parseSpreadable() throws(ScriptError) -> Node {
        guard consume("...") else { return try parseAssignment() }
        let value = try parseAssignment()
        return addNode(.spread(value))
    }
}

// MARK: - Primary expressions

extension Parser {
    private mutating func parsePrimary() throws(ScriptError) -> Node {
        let first = token
        switch first.kind {
        case .number(let number):
            advance()
            return addNode(.constant(.number(number)))
        case .string:
            advance()
            return addNode(.constant(.string(first.text)))
        case .template(let pieces):
            advance()
            return try parseTemplate(pieces, first.insertions)
        case .regularExpression(let flags):
            advance()
            return addNode(.regularExpression(source: first.text, flags: flags))
        case .name:
            try refuseAsynchronous()
            advance()
            return first.text == "undefined" ? addNode(.constant(.undefined)) : addNode(.name(first.text))
        case .keyword: return try parseKeywordValue(first.text)
        case .punctuator: return try parseBracketed(first.text)
        case .end: throw mismatchError("a value")
        }
    }

    /// Throws an error if an asynchronous function, or a wait for one, begins at the next token.
    func refuseAsynchronous() throws(ScriptError) {
        let following = peek()
        guard isName("async") || isName("await"), !following.startsLine else { return }
        let isFunction = following.kind == .keyword && following.text == "function"
        let isWait =
            switch following.kind {
            case .name: true
            case .number, .string: isName("await")
            case .keyword: isName("await") && !["in", "instanceof"].contains(following.text)
            default: isName("async") && isArrowFunction(after: 1)
            }
        if isFunction || isWait {
            throw syntaxError("asynchronous functions ('\(token.text)') are not part of the language here")
        }
    }

    private mutating func parseTemplate(_ pieces: [String], _ insertions: [[Token]]) throws(ScriptError) -> Node {
        var values: [Node] = []
        for insertion in insertions {
            let value = try withTokens(insertion) { parser throws(ScriptError) in
                let value = try parser.parseExpression()
                guard parser.token.kind == .end else { throw parser.mismatchError("'}'") }
                return value
            }
            values.append(value)
        }
        return addNode(.template(pieces: pieces, values: values))
    }

    private mutating func parseKeywordValue(_ word: String) throws(ScriptError) -> Node {
        switch word {
        case "this", "null", "true", "false":
            advance()
            switch word {
            case "this": return addNode(.this)
            case "null": return addNode(.constant(.null))
            default: return addNode(.constant(.bool(word == "true")))
            }
        case "function":
            advance()
            let name = token.kind == .name ? try parseName() : nil
            let function = try parseFunction(named: name)
            return addNode(.function(function))
        case "class":
            advance()
            let name = token.kind == .name ? try parseName() : nil
            return try parseClass(named: name)
        case "super":
            advance()
            return try parseSuper()
        case "new":
            advance()
            let callee = try withNesting { parser throws(ScriptError) in
                try parser.parseAccess(parser.parsePrimary(), allowsCalls: false)
            }
            let arguments = consume("(") ? try parseArguments() : []
            return addNode(.new(callee, arguments))
        default: throw mismatchError("a value")
        }
    }

    private mutating func parseBracketed(_ sign: String) throws(ScriptError) -> Node {
        switch sign {
        case "(":
            advance()
            let value = try parseExpression()
            try expect(")")
            return value
        case "[":
            advance()
            var elements: [Node] = []
            while !consume("]") {
                if consume(",") {
                    elements.append(addNode(.emptyStatement))
                    continue
                }
                elements.append(try parseSpreadable())
                if !isPunctuator("]") { try expect(",") }
            }
            return addNode(.array(elements))
        case "{":
            advance()
            return try parseObjectLiteral()
        default: throw mismatchError("a value")
        }
    }

    private mutating func parseObjectLiteral() throws(ScriptError) -> Node {
        var members: [(key: PropertyKey, value: Node)] = []
        while !consume("}") {
            if consume("...") {
                members.append((.spread, try parseAssignment()))
            } else {
                let isPlainName = token.kind == .name
                try refuseAsynchronous()
                if let accessor = try parseAccessor() {
                    members.append(accessor)
                    if !isPunctuator("}") { try expect(",") }
                    continue
                }
                let key = try parsePropertyKey()
                if consume(":") {
                    members.append((key, try parseAssignment()))
                } else if isPunctuator("(") {
                    let function = try parseFunction(named: nil)
                    members.append((key, addNode(.function(function))))
                } else if isPlainName, case .name(let text) = key {
                    members.append((key, addNode(.name(text))))
                } else {
                    throw mismatchError("':'")
                }
            }
            if !isPunctuator("}") { try expect(",") }
        }
        return addNode(.object(members))
    }
}
