import Foundation
import Testing

/// Holds the tables of the guide, which say what part of ECMAScript works, against the evaluator.
@Suite("The guide says what part of ECMAScript works")
struct GuideTableTests {
    /// What shows that a row is true: expressions that are true, and expressions that are refused or fail.
    struct Evidence {
        var works: [String] = []
        var fails: [String] = []
    }

    @Test("each row of the tables has its evidence, and the evidence has its row")
    func rowsAreKnown() throws {
        #expect(Set(try Self.rows().map(\.part)) == Set(Self.evidence.keys))
    }

    @Test("what a row says to work is evaluated, and what it says not to work is refused or fails")
    func rowsAreTrue() throws {
        for row in try Self.rows() {
            let evidence = Self.evidence[row.part] ?? Evidence()
            for source in evidence.works { #expect(evaluationResult(source) == "true", "\(row.part): \(source)") }
            for source in evidence.fails {
                let result = evaluationResult(source)
                #expect(result.hasPrefix("[line") || result.hasPrefix("[thrown"), "\(row.part): \(source): \(result)")
            }
            #expect(row.text.hasPrefix("no") == evidence.works.isEmpty, "\(row.part)")
            let namesLimit = row.text.hasPrefix("no") || row.text.contains("; no ") || row.text.contains(": no")
            if namesLimit { #expect(!evidence.fails.isEmpty, "\(row.part)") }
        }
    }

    /// Returns the rows of the tables whose first column is a part of ECMAScript.
    private static func rows() throws -> [(part: String, text: String)] {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../Sources/giftty.docc/PlayingAndInspectingLottie.md")
        var rows: [(part: String, text: String)] = []
        var isInTable = false
        for line in try String(contentsOf: root, encoding: .utf8).split(
            separator: "\n", omittingEmptySubsequences: false)
        {
            if line.hasPrefix("| part of ECMAScript") {
                isInTable = true
            } else if !line.hasPrefix("|") {
                isInTable = false
            } else if isInTable, !line.hasPrefix("|---") {
                let cells = line.dropFirst(2).dropLast(2).components(separatedBy: " | ")
                rows.append((cells[0], cells.dropFirst().joined(separator: " | ")))
            }
        }
        return rows
    }

    private static let evidence: [String: Evidence] = [
        "statements, operators, functions, closures, exceptions": Evidence(works: [
            "(() => { a: { break a } try { throw 1 } catch (e) { return e === 1 } })()"
        ]),
        "`eval`": Evidence(
            works: ["var x = 2; eval('x + 1') === 3"], fails: ["var other = eval; other('1')"]),
        "functions": Evidence(
            works: [
                "(function (a) { return this.k + a }).bind({k: 1}).call(null, 2) === 3",
                "Math.max.apply(null, [1, 2]) === 2",
            ],
            fails: ["function F() {} new (F.bind(null))()"]),
        "objects, `this`, `new`, prototypes, getters and setters": Evidence(
            works: [
                "Object.create({get a() { return 1 }}).a === 1",
                "function F() { this.a = 1 } F.prototype.b = 2; new F().b === 2",
            ],
            fails: ["Object.defineProperty({}, 'a', {value: 1})"]),
        "`toString` and `valueOf` of an object": Evidence(works: ["({valueOf() { return 3 }}) * 2 === 6"]),
        "`Array`, `String`, `Number`, `Math`, `Object`": Evidence(
            works: [
                "[3, 1].sort().join('') === '13'", "'a'.concat('b') === 'ab'", "(255).toString(16) === 'ff'",
                "Math.hypot(3, 4) === 5", "Object.isSealed(Object.seal({a: 1}))",
                "Object.isFrozen(Object.freeze({a: 1}))",
            ], fails: ["'a'.localeCompare('b')", "'a'.normalize()"]),
        "`Array.prototype` and the like": Evidence(
            works: ["(function () { return Array.prototype.slice.call(arguments, 1)[0] === 2 })(1, 2)"],
            fails: ["String.prototype.last = 1"]),
        "errors: `TypeError`, `RangeError`, `ReferenceError`, and the others": Evidence(
            works: ["new URIError('x') instanceof Error", "new SyntaxError('x').message === 'x'"],
            fails: ["class E extends Error {}"]),
        "lists": Evidence(works: ["var a = []; a[2] = 1; a.length === 3 && a[0] === undefined"]),
        "texts": Evidence(works: ["'a😀'.length === 3 && 'a😀'.charCodeAt(1) === 55357"]),
        "`toLocaleString`": Evidence(
            works: ["(1234.5).toLocaleString() === '1,234.5'"], fails: ["(1).toLocaleString('de')"]),
        "`JSON`, `Function` from a text, `encodeURIComponent`": Evidence(
            fails: ["JSON.stringify({})", "new Function('return 1')()", "encodeURIComponent('a')"]),
        "regular expressions": Evidence(works: ["/(a|b)+c/.test('xabc')", "new RegExp('^a', 'i').test('Ab')"]),
        "`Date`": Evidence(works: [
            "new Date(0).toDateString() === 'Thu Jan 01 1970'", "new Date(2024, 1, 29).getDay() === 4",
        ]),
        "`with`": Evidence(fails: ["with ({}) {}"]),
        "strict mode": Evidence(
            works: ["x = 1; x === 1", "(() => { try { y = 1 } catch (e) { return e instanceof ReferenceError } })()"]),
        "`let`, `const`, arrow functions, default and rest parameters, spread, destructuring, template literals":
            Evidence(
                works: [
                    "(() => { const a = 1; try { a = 2 } catch (e) { return e instanceof TypeError } })()",
                    "((a, b = a + 1, ...c) => a + b + c.length)(1) === 3",
                    "var [a, {b = 2}] = [1, {}]; `${a}${b}` === '12'",
                    "(() => { try { x; let x = 1 } catch (e) { return e instanceof ReferenceError } })()",
                    "(() => { try { switch (2) { case 1: let x; default: x } } catch (e) { return e instanceof ReferenceError } })()",
                ]),
        "classes": Evidence(
            works: [
                "class A { m() { return 1 } static s = 2 } class B extends A { f = 3; get g() { return super.m() + this.f } } "
                    + "new B().g + A.s === 6"
            ], fails: ["class A { #x = 1 }", "function F() { return new.target }"]),
        "`for … of`": Evidence(works: ["(() => { let s = ''; for (const c of 'a😀') s = c + s; return s === '😀a' })()"]),
        "regular expressions, newer parts": Evidence(
            works: [
                "/^.$/su.test('😀') && /(?<=a)(?<n>b)/y.test('ab') === false", "/(?<n>b)/.exec('ab').groups.n === 'b'",
            ],
            fails: ["/\\p{Lu}/u", "/[😀]/u"]),
        "`?.`, `??`, `**`, `Object.entries`, `Object.fromEntries`, `includes`, `padStart`, `codePointAt`, digits as in `1_000`":
            Evidence(works: [
                "null?.a ?? 2 ** 3 === 8", "Object.fromEntries(Object.entries({a: 1_000})).a === 1000",
                "[NaN].includes(NaN) && 'a'.padStart(2) === ' a' && '😀'.codePointAt(0) === 128512",
            ]),
        "`at`, `flat`, `flatMap`, `findLast`, `matchAll`, and `keys`, `values`, `entries` of a list": Evidence(works: [
            "[1, [2]].flat().at(-1) === 2 && [1, 2].findLast(x => x < 2) === 1 && [1].flatMap(x => [x, x]).length === 2",
            "[...'aXbX'.matchAll(/X/g)].length === 2 && [...[5].entries()][0][1] === 5",
        ]),
        "generators, asynchronous functions, modules, tagged templates": Evidence(
            fails: [
                "function* g() {}", "async function f() {}", "await 1", "import a from 'b'", "export default 1", "f`a`",
            ]),
        "`Map`, `Set`, `Symbol`, `Promise`, `Proxy`, `globalThis`, `BigInt`, typed arrays": Evidence(
            fails: [
                "new Map()", "new Set()", "Symbol('a')", "Promise.resolve(1)", "new Proxy({}, {})", "globalThis",
                "BigInt(1)",
                "new Uint8Array(1)",
            ]),
    ]
}
