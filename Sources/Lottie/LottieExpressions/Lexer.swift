import CPlatform

/// A lexer that splits a script into tokens.
struct Lexer {
    private let bytes: [UInt8]
    private var position: Int
    private let depth: Int
    private var tokens: [Token] = []
    private var startsLine = false
    /// The deepest permitted nesting of template literals; real scripts have at most two levels.
    private static let maxDepth = 8

    private init(_ bytes: [UInt8], position: Int, depth: Int) {
        self.bytes = bytes
        self.position = position
        self.depth = depth
    }

    /// Returns the tokens of `source`; the last one is `end`.
    static func tokens(of source: [UInt8]) throws(ScriptError) -> [Token] {
        var lexer = Lexer(source, position: 0, depth: 0)
        try lexer.readAll(untilBrace: false)
        return lexer.tokens
    }

    /// Reads tokens up to the end of the script, or up to the brace that closes a `${…}` insertion.
    private mutating func readAll(untilBrace: Bool) throws(ScriptError) {
        var open = 0
        while true {
            try skipWhitespace()
            guard position < bytes.count else {
                if untilBrace { throw error("a template without an end") }
                addToken(.end, "", at: position)
                return
            }
            let byte = bytes[position]
            if untilBrace {
                if byte == UInt8(ascii: "{") { open += 1 }
                if byte == UInt8(ascii: "}") {
                    if open == 0 {
                        addToken(.end, "", at: position)
                        return
                    }
                    open -= 1
                }
            }
            try readToken(byte)
        }
    }

    private mutating func addToken(
        _ kind: Token.Kind, _ text: String, role: Token.Role = .other, at offset: Int
    ) {
        tokens.append(Token(kind: kind, text: text, role: role, offset: offset, startsLine: startsLine))
        startsLine = false
    }

    private func error(_ problem: String, at offset: Int? = nil) -> ScriptError {
        ScriptError(line: Lexer.line(of: offset ?? position, in: bytes), problem: problem)
    }

    /// Returns the line of the byte at `offset`, counted from 1.
    static func line(of offset: Int, in bytes: [UInt8]) -> Int {
        1 + bytes.prefix(offset).count { $0 == 10 }
    }

    private func byte(ahead: Int = 0) -> UInt8 {
        position + ahead < bytes.count ? bytes[position + ahead] : 0
    }

    private mutating func skipWhitespace() throws(ScriptError) {
        while position < bytes.count {
            switch bytes[position] {
            case 10, 13:
                startsLine = true
                position += 1
            case 9, 11, 12, 32: position += 1
            case UInt8(ascii: "/") where byte(ahead: 1) == UInt8(ascii: "/"):
                while position < bytes.count, bytes[position] != 10, bytes[position] != 13 { position += 1 }
            case UInt8(ascii: "/") where byte(ahead: 1) == UInt8(ascii: "*"): try skipComment()
            case 0xC2 where byte(ahead: 1) == 0xA0: position += 2
            case 0xEF where byte(ahead: 1) == 0xBB && byte(ahead: 2) == 0xBF: position += 3
            case 0xE2 where byte(ahead: 1) == 0x80 && (byte(ahead: 2) == 0xA8 || byte(ahead: 2) == 0xA9):
                startsLine = true
                position += 3
            default: return
            }
        }
    }

    private mutating func skipComment() throws(ScriptError) {
        let start = position
        position += 2
        while position < bytes.count {
            if byte() == UInt8(ascii: "*"), byte(ahead: 1) == UInt8(ascii: "/") {
                position += 2
                return
            }
            if byte() == 10 { startsLine = true }
            position += 1
        }
        throw error("a comment without an end", at: start)
    }

    private mutating func readToken(_ first: UInt8) throws(ScriptError) {
        let start = position
        if Lexer.isNamePart(first), !Lexer.isDigit(first) {
            readName()
        } else if Lexer.isDigit(first) || first == UInt8(ascii: ".") && Lexer.isDigit(byte(ahead: 1)) {
            try readNumber()
        } else if first == UInt8(ascii: "\"") || first == UInt8(ascii: "'") {
            position += 1
            let text = try readString(until: first)
            addToken(.string, text, at: start)
        } else if first == UInt8(ascii: "`") {
            try readTemplate()
        } else if first == UInt8(ascii: "/"), tokens.last?.allowsRegularExpressionNext ?? true {
            try readRegularExpression()
        } else {
            try readPunctuator()
        }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { byte >= 48 && byte <= 57 }

    /// Returns whether a byte can be part of a name: a letter, digit, `$`, `_` or any byte outside ASCII.
    private static func isNamePart(_ byte: UInt8) -> Bool {
        (byte >= 97 && byte <= 122) || (byte >= 65 && byte <= 90) || isDigit(byte) || byte == 36 || byte == 95
            || byte >= 128
    }

    private mutating func readName() {
        let start = position
        while position < bytes.count, Lexer.isNamePart(bytes[position]) { position += 1 }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        if Token.keywordsByFirstByte[Int(bytes[start] & 127)].contains(text) {
            addToken(.keyword, text, role: text == "in" || text == "instanceof" ? .infix : .other, at: start)
        } else {
            addToken(.name, text, at: start)
        }
    }

    /// A punctuator with its bytes.
    private struct Punctuator {
        let text: String
        let bytes: [UInt8]
        let role: Token.Role

        init(_ text: String) {
            self.text = text
            bytes = Array(text.utf8)
            role = Token.Role(ofPunctuator: text)
        }
    }

    private static let punctuators = """
        >>>= === !== **= <<= >>= >>> ... &&= ||= ??= => == != <= >= && || ?? ?. ++ -- += -= *= /= %= &= |= ^= << >> ** \
        { } ( ) [ ] ; , < > + - * / % & | ^ ! ~ ? : = .
        """.split(separator: " ").map { Punctuator(String($0)) }

    /// The punctuators by their first byte, which is ASCII; the longest are first.
    private static let punctuatorsByFirstByte: [[Punctuator]] = (0..<128).map { first in
        punctuators.filter { $0.bytes[0] == first }.sorted { $0.bytes.count > $1.bytes.count }
    }

    /// Returns whether the script has this punctuator here, of which the first byte is already found.
    private func continues(_ sign: Punctuator) -> Bool {
        for index in 1..<sign.bytes.count where byte(ahead: index) != sign.bytes[index] { return false }
        return true
    }

    private mutating func readPunctuator() throws(ScriptError) {
        // No script byte of 128 or more comes here: it is part of a name.
        for sign in Lexer.punctuatorsByFirstByte[Int(byte() & 127)] where continues(sign) {
            // In `a?.5:b` the point belongs to the number.
            if sign.text == "?.", Lexer.isDigit(byte(ahead: 2)) { continue }
            addToken(.punctuator, sign.text, role: sign.role, at: position)
            position += sign.bytes.count
            return
        }
        if byte() == UInt8(ascii: "#"), Lexer.isNamePart(byte(ahead: 1)), !Lexer.isDigit(byte(ahead: 1)) {
            throw error("private members of classes are not part of the language here")
        }
        throw error("unexpected character")
    }
}

// MARK: - Numbers, strings and regular expressions

extension Lexer {
    private mutating func readNumber() throws(ScriptError) {
        let start = position
        if byte() == 48, let radix = Lexer.radix(byte(ahead: 1)) {
            position += 2
            var value = 0.0
            let first = position
            while let digit = Character(UnicodeScalar(byte())).hexDigitValue, digit < radix {
                value = value * Double(radix) + Double(digit)
                position += 1
                skipSeparator { Character(UnicodeScalar($0)).hexDigitValue.map { $0 < radix } ?? false }
            }
            if position == first { throw error("a number without digits", at: start) }
            addToken(.number(value), "", at: start)
            return
        }
        skipDigits()
        if byte() == UInt8(ascii: ".") {
            position += 1
            skipDigits()
        }
        let exponent = position
        if byte() | 32 == UInt8(ascii: "e") {
            position += 1
            if byte() == UInt8(ascii: "+") || byte() == UInt8(ascii: "-") { position += 1 }
            if Lexer.isDigit(byte()) { skipDigits() } else { position = exponent }
        }
        if position < bytes.count, Lexer.isNamePart(bytes[position]) { throw error("a number that runs into a name") }
        let digits = bytes[start..<position].filter { $0 != UInt8(ascii: "_") }
        addToken(.number(Lexer.number(digits[...])), "", at: start)
    }

    private static func radix(_ byte: UInt8) -> Int? {
        switch byte | 32 {
        case UInt8(ascii: "x"): 16
        case UInt8(ascii: "o"): 8
        case UInt8(ascii: "b"): 2
        default: nil
        }
    }

    private mutating func skipDigits() {
        while Lexer.isDigit(byte()) {
            position += 1
            skipSeparator(before: Lexer.isDigit)
        }
    }

    /// Skips the `_` between two digits of a number.
    private mutating func skipSeparator(before isDigit: (UInt8) -> Bool) {
        if byte() == UInt8(ascii: "_"), isDigit(byte(ahead: 1)) { position += 1 }
    }

    /// Returns the decimal number that the digits represent.
    static func number(_ digits: ArraySlice<UInt8>) -> Double {
        var text = digits.map { CChar(bitPattern: $0) }
        // `strtod` needs a terminating zero.
        text.append(0)
        return text.withUnsafeBufferPointer { buffer in
            buffer.baseAddress.map { strtod($0, nil) } ?? .nan
        }
    }

    /// Reads a string literal up to its closing quote, and skips the quote.
    private mutating func readString(until quote: UInt8) throws(ScriptError) -> String {
        let start = position
        var text: [UInt8] = []
        while position < bytes.count {
            let byte = bytes[position]
            if byte == quote {
                position += 1
                return String(decoding: text, as: UTF8.self)
            }
            if byte == 10, quote != UInt8(ascii: "`") { break }
            if byte == UInt8(ascii: "\\") {
                readEscape(into: &text)
            } else {
                text.append(byte)
                position += 1
            }
        }
        throw error("a text without an end", at: start)
    }

    private mutating func readEscape(into text: inout [UInt8]) {
        position += 1
        let byte = byte()
        position += 1
        switch byte {
        case UInt8(ascii: "n"): text.append(10)
        case UInt8(ascii: "r"): text.append(13)
        case UInt8(ascii: "t"): text.append(9)
        case UInt8(ascii: "b"): text.append(8)
        case UInt8(ascii: "f"): text.append(12)
        case UInt8(ascii: "v"): text.append(11)
        case UInt8(ascii: "0"): text.append(0)
        case 10: break
        case UInt8(ascii: "x"): append(readHexadecimal(digits: 2), to: &text)
        case UInt8(ascii: "u"): append(readCodePoint(), to: &text)
        default: text.append(byte)
        }
    }

    private mutating func readHexadecimal(digits: Int) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<digits {
            guard let digit = Character(UnicodeScalar(byte())).hexDigitValue else { break }
            value = value << 4 | UInt32(digit)
            position += 1
        }
        return value
    }

    private mutating func readCodePoint() -> UInt32 {
        if byte() == UInt8(ascii: "{") {
            position += 1
            let value = readHexadecimal(digits: 6)
            if byte() == UInt8(ascii: "}") { position += 1 }
            return value
        }
        let high = readHexadecimal(digits: 4)
        guard high & 0xFC00 == 0xD800, byte() == UInt8(ascii: "\\"), byte(ahead: 1) == UInt8(ascii: "u") else {
            return high
        }
        position += 2
        let low = readHexadecimal(digits: 4)
        return low & 0xFC00 == 0xDC00 ? 0x10000 + ((high & 0x3FF) << 10 | low & 0x3FF) : 0xFFFD
    }

    private func append(_ codePoint: UInt32, to text: inout [UInt8]) {
        text.append(contentsOf: String(UnicodeScalar(codePoint).map(Character.init) ?? "\u{FFFD}").utf8)
    }

    private mutating func readTemplate() throws(ScriptError) {
        let start = position
        position += 1
        guard depth < Lexer.maxDepth else { throw error("templates nested too deeply") }
        var pieces: [String] = []
        var insertions: [[Token]] = []
        var text: [UInt8] = []
        while position < bytes.count {
            let byte = bytes[position]
            if byte == UInt8(ascii: "`") {
                position += 1
                pieces.append(String(decoding: text, as: UTF8.self))
                addToken(.template(pieces: pieces), "", at: start)
                tokens[tokens.count - 1].insertions = insertions
                return
            }
            if byte == UInt8(ascii: "$"), self.byte(ahead: 1) == UInt8(ascii: "{") {
                pieces.append(String(decoding: text, as: UTF8.self))
                text = []
                var inner = Lexer(bytes, position: position + 2, depth: depth + 1)
                try inner.readAll(untilBrace: true)
                insertions.append(inner.tokens)
                position = inner.position + 1
            } else if byte == UInt8(ascii: "\\") {
                readEscape(into: &text)
            } else {
                text.append(byte)
                position += 1
            }
        }
        throw error("a template without an end", at: start)
    }

    private mutating func readRegularExpression() throws(ScriptError) {
        let start = position
        position += 1
        var isInClass = false
        while position < bytes.count, bytes[position] != 10 {
            let byte = bytes[position]
            if byte == UInt8(ascii: "\\") {
                position += 2
                continue
            }
            if byte == UInt8(ascii: "[") { isInClass = true }
            if byte == UInt8(ascii: "]") { isInClass = false }
            if byte == UInt8(ascii: "/"), !isInClass {
                let text = String(decoding: bytes[start + 1..<position], as: UTF8.self)
                position += 1
                let flags = position
                while Lexer.isNamePart(self.byte()) { position += 1 }
                addToken(
                    .regularExpression(flags: String(decoding: bytes[flags..<position], as: UTF8.self)), text, at: start
                )
                return
            }
            position += 1
        }
        throw error("a regular expression without an end", at: start)
    }
}
