extension Parser {
    /// Parses an expression, which can have several values with commas between them.
    mutating func expression(allowsIn: Bool = true) throws(ScriptError) -> Node {
        let first = try assignment(allowsIn: allowsIn)
        guard isSign(",") else { return first }
        var all = [first]
        while take(",") { all.append(try assignment(allowsIn: allowsIn)) }
        return add(.sequence(all))
    }

    /// Parses an assignment expression, which ends at a comma.
    mutating func assignment(allowsIn: Bool = true) throws(ScriptError) -> Node {
        try nested { parser throws(ScriptError) in
            if parser.isArrowFunction() {
                let function = try parser.arrowFunction()
                return parser.add(.function(function))
            }
            let target = try parser.conditional(allowsIn: allowsIn)
            guard parser.token.kind == .sign else { return target }
            let sign = parser.token.text
            if sign == "=" {
                let place = try parser.assignable(target)
                parser.advance()
                let value = try parser.assignment(allowsIn: allowsIn)
                return parser.add(.assign(place, value))
            }
            if let operation = Parser.compound[sign] {
                try parser.checkReference(target)
                parser.advance()
                let value = try parser.assignment(allowsIn: allowsIn)
                return parser.add(.compoundAssign(target, operation, value))
            }
            if let operation = Parser.logicalCompound[sign] {
                try parser.checkReference(target)
                parser.advance()
                let value = try parser.assignment(allowsIn: allowsIn)
                return parser.add(.logicalAssign(target, operation, value))
            }
            return target
        }
    }

    private static let compound: [String: BinaryOperator] = [
        "+=": .add, "-=": .subtract, "*=": .multiply, "/=": .divide, "%=": .remainder, "**=": .power,
        "<<=": .shiftLeft, ">>=": .shiftRight, ">>>=": .shiftRightUnsigned, "&=": .and, "|=": .or, "^=": .xor,
    ]

    private static let logicalCompound: [String: LogicalOperator] = ["&&=": .and, "||=": .or, "??=": .coalesce]

    private func checkReference(_ node: Node) throws(ScriptError) {
        switch nodes[node] {
        case .name, .member, .element: return
        default: throw failure("only a variable or a member can be assigned to")
        }
    }

    /// Converts an expression into the target of an assignment; array and object literals become patterns.
    private mutating func assignable(_ node: Node) throws(ScriptError) -> Node {
        switch nodes[node] {
        case .name, .member, .element: return node
        case .assign(let target, let value): return add(.defaulted(target, value))
        case .array(let elements):
            var targets: [Node?] = []
            for element in elements {
                switch nodes[element] {
                case .nothing: targets.append(nil)
                case .spread(let inner):
                    let target = try assignable(inner)
                    targets.append(add(.rest(target)))
                default: targets.append(try assignable(element))
                }
            }
            return add(.arrayPattern(targets))
        case .object(let members):
            var targets: [(key: PropertyKey, target: Node)] = []
            for member in members { targets.append((member.key, try assignable(member.value))) }
            return add(.objectPattern(targets))
        default: throw failure("only a variable or a member can be assigned to")
        }
    }

    private mutating func conditional(allowsIn: Bool) throws(ScriptError) -> Node {
        let test = try binary(above: 0, allowsIn: allowsIn)
        guard take("?") else { return test }
        let yes = try assignment()
        try expect(":")
        let no = try assignment(allowsIn: allowsIn)
        return add(.conditional(test, yes, no))
    }

    private enum Infix {
        case binary(BinaryOperator)
        case logical(LogicalOperator)
    }

    /// The infix operators and their precedence.
    private static let infixes: [String: (level: Int, operation: Infix)] = [
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
    private mutating func binary(above level: Int, allowsIn: Bool) throws(ScriptError) -> Node {
        var left = try unary()
        while token.kind == .sign || token.kind == .keyword, let infix = Parser.infixes[token.text],
            infix.level > level, allowsIn || token.text != "in"
        {
            advance()
            // The power operator is right-associative.
            let inner = infix.level == 12 ? 11 : infix.level
            let right = try nested { parser throws(ScriptError) in
                try parser.binary(above: inner, allowsIn: allowsIn)
            }
            switch infix.operation {
            case .binary(let operation): left = add(.binary(operation, left, right))
            case .logical(let operation): left = add(.logical(operation, left, right))
            }
        }
        return left
    }

    private mutating func unary() throws(ScriptError) -> Node {
        try nested { parser throws(ScriptError) in
            let sign = parser.token
            guard sign.kind == .sign || sign.kind == .keyword else { return try parser.postfix() }
            switch sign.text {
            case "-", "+", "!", "~", "void":
                parser.advance()
                let value = try parser.unary()
                return parser.add(.unary(Parser.unaryOperators[sign.text] ?? .void, value))
            case "typeof":
                parser.advance()
                let value = try parser.unary()
                return parser.add(.typeOf(value))
            case "delete":
                parser.advance()
                let value = try parser.unary()
                return parser.add(.delete(value))
            case "++", "--":
                parser.advance()
                let target = try parser.unary()
                try parser.checkReference(target)
                return parser.add(.update(target, by: sign.text == "++" ? 1 : -1, isPrefix: true))
            default: return try parser.postfix()
            }
        }
    }

    private static let unaryOperators: [String: UnaryOperator] = [
        "-": .minus, "+": .plus, "!": .not, "~": .bitNot, "void": .void,
    ]

    private mutating func postfix() throws(ScriptError) -> Node {
        let value = try access(primary(), allowsCalls: true)
        guard token.kind == .sign, token.text == "++" || token.text == "--", !token.startsLine else { return value }
        try checkReference(value)
        let step = token.text == "++" ? 1.0 : -1
        advance()
        return add(.update(value, by: step, isPrefix: false))
    }

    /// Parses member accesses, element accesses and calls after a value.
    private mutating func access(_ start: Node, allowsCalls: Bool) throws(ScriptError) -> Node {
        var value = start
        var isChain = false
        while true {
            if case .template = token.kind { throw failure("tagged templates are not part of the language here") }
            guard token.kind == .sign else { break }
            if take(".") {
                value = add(.member(value, try memberName(), isOptional: false))
            } else if allowsCalls, take("?.") {
                isChain = true
                if take("(") {
                    let arguments = try self.arguments()
                    value = add(.call(value, arguments, isOptional: true))
                } else if take("[") {
                    let index = try expression()
                    try expect("]")
                    value = add(.element(value, index, isOptional: true))
                } else {
                    value = add(.member(value, try memberName(), isOptional: true))
                }
            } else if take("[") {
                let index = try expression()
                try expect("]")
                value = add(.element(value, index, isOptional: false))
            } else if allowsCalls, take("(") {
                let arguments = try self.arguments()
                value = add(.call(value, arguments, isOptional: false))
            } else {
                break
            }
        }
        return isChain ? add(.chain(value)) : value
    }

    private mutating func memberName() throws(ScriptError) -> String {
        guard token.kind == .name || token.kind == .keyword else { throw mismatch("a name") }
        let text = token.text
        advance()
        return text
    }

    /// Parses arguments up to the closing parenthesis.
    private mutating func arguments() throws(ScriptError) -> [Node] {
        var arguments: [Node] = []
        while !take(")") {
            arguments.append(try spreadable())
            if !isSign(")") { try expect(",") }
        }
        return arguments
    }

    private mutating func spreadable() throws(ScriptError) -> Node {
        guard take("...") else { return try assignment() }
        let value = try assignment()
        return add(.spread(value))
    }
}

// MARK: - Primary expressions

extension Parser {
    private mutating func primary() throws(ScriptError) -> Node {
        let first = token
        switch first.kind {
        case .number(let number):
            advance()
            return add(.constant(.number(number)))
        case .string:
            advance()
            return add(.constant(.string(first.text)))
        case .template(let pieces):
            advance()
            return try template(pieces, first.insertions)
        case .pattern(let flags):
            advance()
            return add(.pattern(source: first.text, flags: flags))
        case .name:
            advance()
            return first.text == "undefined" ? add(.constant(.undefined)) : add(.name(first.text))
        case .keyword: return try keywordValue(first.text)
        case .sign: return try bracketed(first.text)
        case .end: throw mismatch("a value")
        }
    }

    private mutating func template(_ pieces: [String], _ insertions: [[Token]]) throws(ScriptError) -> Node {
        var values: [Node] = []
        for insertion in insertions {
            let value = try within(insertion) { parser throws(ScriptError) in
                let value = try parser.expression()
                guard parser.token.kind == .end else { throw parser.mismatch("'}'") }
                return value
            }
            values.append(value)
        }
        return add(.template(pieces: pieces, values: values))
    }

    private mutating func keywordValue(_ word: String) throws(ScriptError) -> Node {
        switch word {
        case "this", "null", "true", "false":
            advance()
            switch word {
            case "this": return add(.this)
            case "null": return add(.constant(.null))
            default: return add(.constant(.bool(word == "true")))
            }
        case "function":
            advance()
            let name = token.kind == .name ? try name() : nil
            let function = try function(named: name)
            return add(.function(function))
        case "new":
            advance()
            let callee = try nested { parser throws(ScriptError) in
                try parser.access(parser.primary(), allowsCalls: false)
            }
            let arguments = take("(") ? try arguments() : []
            return add(.new(callee, arguments))
        default: throw mismatch("a value")
        }
    }

    private mutating func bracketed(_ sign: String) throws(ScriptError) -> Node {
        switch sign {
        case "(":
            advance()
            let value = try expression()
            try expect(")")
            return value
        case "[":
            advance()
            var elements: [Node] = []
            while !take("]") {
                if take(",") {
                    elements.append(add(.nothing))
                    continue
                }
                elements.append(try spreadable())
                if !isSign("]") { try expect(",") }
            }
            return add(.array(elements))
        case "{":
            advance()
            return try objectLiteral()
        default: throw mismatch("a value")
        }
    }

    private mutating func objectLiteral() throws(ScriptError) -> Node {
        var members: [(key: PropertyKey, value: Node)] = []
        while !take("}") {
            if take("...") {
                members.append((.spread, try assignment()))
            } else {
                let isPlainName = token.kind == .name
                let key = try propertyKey()
                if take(":") {
                    members.append((key, try assignment()))
                } else if isSign("(") {
                    let function = try function(named: nil)
                    members.append((key, add(.function(function))))
                } else if isPlainName, case .name(let text) = key {
                    members.append((key, add(.name(text))))
                } else {
                    throw mismatch("':'")
                }
            }
            if !isSign("}") { try expect(",") }
        }
        return add(.object(members))
    }
}
