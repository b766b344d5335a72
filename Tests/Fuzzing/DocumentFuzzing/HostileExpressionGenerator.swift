import SeededRandomness

/// A generator of expressions that follow the grammar of the language and do what scripts should not: recurse, grow, match
/// patterns that try many ways, evaluate their own text, and change what they read.
///
/// The same seed yields the same expressions.
struct HostileExpressionGenerator {
    private var random: SeededGenerator
    /// How many further parts the expression may still get, so that every one ends.
    private var parts = 0

    /// Creates a generator.
    init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    /// Returns the text of an expression.
    mutating func expression() -> String {
        parts = 6 + random.next(below: 60)
        var text = ""
        for _ in 0...random.next(below: 4) { text += statement() }
        return text + pick(["", "$bm_rt = ", "return "]) + value() + pick(["", ";"])
    }

    private mutating func pick(_ choices: [String]) -> String { choices[random.next(below: choices.count)] }

    /// Uses up a part; false if there are no more.
    private mutating func hasMore() -> Bool {
        parts -= 1
        return parts > 0
    }

    private mutating func name() -> String { pick(["a", "b", "f", "C", "i", "time", "value", "thisLayer", "$bm_rt"]) }

    // MARK: - Statements

    private mutating func statement() -> String {
        guard hasMore() else { return ";" }
        switch random.next(below: 15) {
        case 0: return "\(pick(["var", "let", "const"])) \(binding()) = \(value());"
        case 1: return "if (\(value())) \(block()) else \(block())"
        case 2: return "for (var i = 0; i < \(count()); i++) \(block())"
        case 3: return "for (\(pick(["var", "let", "const"])) b \(pick(["of", "in"])) \(value())) \(block())"
        case 4: return "while (\(value())) { \(statement()) \(pick(["break;", "continue;", ""])) }"
        case 5: return "function \(name())(\(parameters())) { \(statement()) return \(value()); }"
        case 6: return "class C \(pick(["", "extends C", "extends f", "extends Array"])) { \(member()) \(member()) }"
        case 7: return "try \(block()) catch \(pick(["(a)", "({message})", ""])) \(block()) finally \(block())"
        case 8: return "switch (\(value())) { case \(value()): \(statement()) default: \(statement()) }"
        case 9: return "throw \(value());"
        case 10: return "out: do \(block()) while (\(value()));"
        case 11: return "with (\(value())) \(block())"
        case 12: return "\(place()) \(pick(["=", "+=", "**=", ">>>=", "??="])) \(value());"
        case 13: return "delete \(place());"
        default: return value() + ";"
        }
    }

    private mutating func block() -> String { "{ \(statement()) \(pick(["", "return a;", "break out;"])) }" }

    private mutating func member() -> String {
        switch random.next(below: 5) {
        case 0: "constructor(\(parameters())) { super(\(value())); this.a = \(value()); }"
        case 1: "get \(name())() { return \(value()); }"
        case 2: "set \(name())(a) { this.b = \(value()); }"
        case 3: "static \(name()) = \(value());"
        default: "\(name())(\(parameters())) { return super.\(name())(\(value())); }"
        }
    }

    private mutating func binding() -> String {
        pick(["a", "b", "f", "[a, b = a, ...f]", "{a, b: [f], ...i}", "{[time]: a}"])
    }

    private mutating func parameters() -> String { pick(["", "a", "a, b = a", "...a", "{a, b}", "[a, [b]]"]) }

    private mutating func place() -> String {
        pick([
            "a", "b.a", "a[0]", "a[1e9]", "a['length']", "this.a", "value[0]", "thisComp.a", "f.prototype",
            "a.__proto__",
        ])
    }

    private mutating func count() -> String { pick(["3", "100", "1e9", "a.length", "Infinity", "-1"]) }

    // MARK: - Values

    private mutating func value() -> String {
        guard hasMore() else { return pick(["a", "1", "value", "time", "'a'", "[]"]) }
        switch random.next(below: 24) {
        case 0, 1:
            return pick(HostileValues.numbers + ["NaN", "Infinity", "0x1F", "1e21", ".5", "undefined", "null", "true"])
        case 2: return "(\(value()) \(pick(Self.operators)) \(value()))"
        case 3: return "(\(value()) ? \(value()) : \(value()))"
        case 4: return "\(pick(["-", "+", "!", "~", "typeof ", "void ", "new "]))\(value())"
        case 5: return "[\(value()), \(pick(["", "..."]))\(value()), \(value())]"
        case 6: return "({a: \(value()), [\(value())]: \(value()), get b() { return \(value()); }, ...\(value())})"
        case 7: return "(\(pick(["a", "()", "(a, b)", "({a})"])) => \(value()))"
        case 8: return "(function \(pick(["", "f"]))(\(parameters())) { \(statement()) return \(value()); })"
        case 9: return "\(value())(\(value()))"
        case 10: return "\(value())\(pick([".", "?."]))\(pick(Self.methods))(\(value()))"
        case 11:
            return "\(value())\(pick(["", ".map", ".filter", ".sort", ".reduce", ".forEach"]))((a, b) => \(value()))"
        case 12: return "`\(pick(["", "a"]))${\(value())}${\(value())}`"
        case 13: return "eval(\(pick(["'a'", "a", "'eval(a)'", "String(f)", "'var a=1;'+a"])))"
        case 14: return "eval(`\(statement())`)"
        case 15: return "\(pattern()).\(pick(["test", "exec"]))(\(text()))"
        case 16:
            return "\(text()).\(pick(["replace", "match", "split", "search", "matchAll"]))(\(pattern()), \(value()))"
        case 17: return pick(Self.effects)
        case 18: return "createPath(\(value()), \(value()), [], \(value()))"
        case 19:
            return "new Date(\(value())).\(pick(["getTime", "toISOString", "getFullYear", "setMonth"]))(\(value()))"
        case 20: return "({\(pick(["toString", "valueOf"])): \(pick(["() => ", ""]))\(value()), a: \(value())})"
        case 21: return "Object.\(pick(Self.objectFunctions))(\(value()), \(value()))"
        case 22: return "\(pick(["linear", "ease", "clamp", "wiggle", "add", "mul", "length"]))(\(value()), \(value()))"
        default: return place()
        }
    }

    private mutating func text() -> String {
        pick([
            "'aaaaaaaaaaaaaaaaaaaaaaaa!'", "''", "'\\ud83d\\ude00'", "a", "'ab'.repeat(1e6)", "String(time)", "'\\0'",
        ])
    }

    /// Returns a regular expression, among them those that try very many ways.
    private mutating func pattern() -> String {
        "/\(alternative())/" + pick(["", "g", "i", "gimsuy", "y"])
    }

    private mutating func alternative() -> String {
        guard hasMore() else { return "a" }
        switch random.next(below: 11) {
        case 0: return "(\(pick(["", "?:", "?=", "?!", "?<=", "?<!", "?<n>"]))\(alternative()))\(quantifier())"
        case 1: return alternative() + "|" + alternative()
        case 2: return alternative() + alternative()
        case 3: return pick(["(a+)+", "(a|a)*", "(a|aa)+", "(.*)*", "(a*)*b", "((a?){50}){50}", "(?=(a+))*"])
        case 4:
            return
                "[\(pick(["", "^"]))\(pick(["a-z", "\\d", "z-a", "\\w-\\s", "]", "\\u0000-\\uffff", ""]))]\(quantifier())"
        case 5: return pick(["\\1", "\\2", "\\k<n>", "\\b", "\\B", "^", "$", "\\c", "\\u{110000}", "\\x4"])
        case 6: return pick(["(", ")", "[", "*", "{2,1}", "?", "\\"])
        default: return pick(["a", ".", "\\d", "\\w", "b", "\\S"]) + quantifier()
        }
    }

    private mutating func quantifier() -> String {
        pick(["", "", "*", "+", "?", "*?", "{0,3}", "{1000}", "{2,}", "{1e9}"])
    }

    private static let operators = [
        "+", "-", "*", "/", "%", "**", "<<", ">>", ">>>", "&", "|", "^", "&&", "||", "??", "==", "===", "<", ">=",
        "instanceof", "in", ",", "=",
    ]

    private static let methods = [
        "toString", "valueOf", "repeat", "padStart", "concat", "join", "slice", "splice", "flat", "fill", "push",
        "apply", "call", "bind", "charCodeAt", "codePointAt", "at", "flatMap", "entries", "findLast", "constructor",
        "hasOwnProperty", "toFixed", "sort", "reverse", "valueAtTime", "points", "key", "layer", "effect",
    ]

    private static let objectFunctions = [
        "assign", "create", "entries", "freeze", "fromEntries", "getPrototypeOf", "is", "keys",
    ]

    private static let effects = [
        "thisLayer.transform.position", "thisComp.layer('l1').transform.rotation", "thisProperty.value", "value",
        "effect('Slider')('Slider')", "loopOut('pingpong', 1)", "wiggle(3, 20)", "valueAtTime(time - 0.1)",
        "content('Group 1').content('Path 1').path", "thisComp.layer(index - 1)", "comp('a').layer(0)", "random(1e9)",
        "Math.max.apply(Math, a)", "thisLayer.toComp([0, 0])", "text.sourceText", "numKeys", "key(1).time",
        "thisLayer.sourceRectAtTime(time, true)", "propertyGroup(99)", "posterizeTime(0)", "seedRandom(a, true)",
    ]
}
