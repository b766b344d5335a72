import LottieExpressions
import Testing

@Suite("Regular expressions follow ECMAScript")
struct PatternTests {
    @Test(
        "expressions, their methods and those of strings",
        arguments: [
            ("/a+/.test('baa')", "true"),
            ("'a-b-c'.split(/-/)", "['a', 'b', 'c']"),
            ("'a1b22c'.replace(/\\d+/g, 'x')", "'axbxc'"),
            ("'a1b22c'.replace(/(\\d)(\\d)?/g, '<$1>')", "'a<1>b<2>c'"),
            ("'John Smith'.replace(/(\\w+)\\s(\\w+)/, '$2, $1')", "'Smith, John'"),
            ("'2024-05-17'.match(/(\\d+)-(\\d+)-(\\d+)/)", "['2024-05-17', '2024', '05', '17']"),
            ("'abcabc'.match(/b/g)", "['b', 'b']"),
            ("'abc'.match(/x/)", "null"),
            ("'abc'.search(/c/)", "2"),
            ("'foobar'.replace(/o/g, function (m, p) { return '[' + p + ']' })", "'f[1][2]bar'"),
            ("/^abc$/i.test('ABC')", "true"),
            ("/a|b|c/.exec('xxc').index", "2"),
            ("'aBc'.replace(/[a-z]/gi, 'x')", "'xxx'"),
            ("/(a|ab)(c|bcd)(d*)/.exec('abcd')", "['abcd', 'a', 'bcd', '']"),
            ("/a{2,3}/.exec('aaaa')[0]", "'aaa'"),
            ("/a{2,3}?/.exec('aaaa')[0]", "'aa'"),
            ("/(?:ab)+/.exec('ababx')[0]", "'abab'"),
            ("/\\bfoo\\b/.test('a foo b')", "true"),
            ("/(z)((a+)?(b+)?(c))*/.exec('zaacbbbcac')", "['zaacbbbcac', 'z', 'ac', 'a', undefined, 'c']"),
            ("/(\\w)\\1/.exec('hello')[0]", "'ll'"),
            ("/x(?=y)/.exec('xzxy').index", "2"),
            ("/x(?!y)/.exec('xyxz').index", "2"),
            ("/(?<=\\$)\\d+/.exec('cost $42')[0]", "'42'"),
            ("/(?<y>\\d{4})/.exec('in 1999').groups.y", "'1999'"),
            ("/[^\\d\\s]+/.exec('12 abc')[0]", "'abc'"),
            ("var r = /a/g, s = 'aXa', n = 0; while (r.exec(s)) n++; n", "2"),
            ("'1,234,567'.split(/,/g).length", "3"),
            ("'a b  c'.split(/\\s+/)", "['a', 'b', 'c']"),
            ("'12345.678'.replace(/\\B(?=(\\d{3})+(?!\\d))/g, ',')", "'12,345.678'"),
            ("1234567..toString().replace(/\\B(?=(\\d{3})+(?!\\d))/g, ',')", "'1,234,567'"),
            ("new RegExp('a.c', 'i').test('xABCx')", "true"),
            ("RegExp('[').test('a')", "[thrown SyntaxError: regular expression: expected ']']"),
            ("try { new RegExp('(') } catch (e) { e.name }", "'SyntaxError'"),
            ("String(/ab+/gi)", "'/ab+/gi'"),
            ("/[\\u0041-\\u0043]+/.exec('xABCD')[0]", "'ABC'"),
            ("/\\//.test('a/b')", "true"),
            ("'a\\nb'.match(/^b/m)[0]", "'b'"),
            ("/a.c/s.test('a\\nc')", "true"),
            ("/a.c/.test('a\\nc')", "false"),
            ("'abc'.split(/(b)/)", "['a', 'b', 'c']"),
            ("'abc'.split(/(?:)/)", "['a', 'b', 'c']"),
            ("/()*/.exec('x')[0]", "''"),
            ("/(a*)*/.exec('b')[0]", "''"),
            ("/(?:a?)*?$/.exec('aaa')[0]", "'aaa'"),
            ("'x'.replace(/x/, '$$')", "'$'"),
            ("/^(?:\\+|-)?\\d+$/.test('-12')", "true"),
            ("/^[\\w.]+@[\\w.]+\\.\\w+$/.test('me@site.org')", "true"),
        ])
    func expressionsMatch(source: String, value: String) { #expect(evaluationResult(source) == value) }

    @Test("an expression that would take exponential time ends with the budget")
    func exponentialSearchIsLimited() {
        let source = "/(a+)+b/.test('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa')"
        #expect(evaluationResult(source) == "[exhausted more than 500000 steps]")
        #expect(evaluationResult("/(?:a{1000}){1000}/").hasPrefix("[thrown SyntaxError"))
        #expect(evaluationResult("new RegExp('('.repeat(500)).test('')").hasPrefix("[thrown SyntaxError"))
    }

    @Test(
        "what is wrong with an expression is reported", arguments: ["/(/", "/[/.test('')", "/a**/", "/a{2,1}/", "/a/q"])
    func wrongExpressionsAreReported(source: String) {
        let result = evaluationResult(source)
        #expect(result.hasPrefix("[thrown SyntaxError") || result.hasPrefix("[line 1"), "\(result)")
    }
}

@Suite("Dates count from the start of the composition")
struct DateTests {
    @Test(
        "dates follow ECMAScript, in universal time",
        arguments: [
            ("new Date(0).toISOString()", "'1970-01-01T00:00:00.000Z'"),
            ("new Date(1e12).toISOString()", "'2001-09-09T01:46:40.000Z'"),
            ("new Date(2024, 1, 29, 12, 30, 15).toISOString()", "'2024-02-29T12:30:15.000Z'"),
            ("new Date('2024-05-17').getDay()", "5"),
            ("new Date('2024-05-17T08:30:00Z').getHours()", "8"),
            ("var d = new Date(0); d.setSeconds(125); d.toISOString().substr(14, 5)", "'02:05'"),
            ("Date.UTC(1969, 11, 31, 23, 59, 59)", "-1000"),
            ("new Date(-1).toISOString()", "'1969-12-31T23:59:59.999Z'"),
            ("new Date(2000, 12, 1).getFullYear()", "2001"),
            ("new Date(2023, 11, 31) - new Date(2023, 0, 1)", "31449600000"),
            ("new Date(NaN).getTime()", "NaN"),
            ("new Date(1900, 0, 1).getDay()", "1"),
        ])
    func datesFollowECMAScript(source: String, value: String) { #expect(evaluationResult(source) == value) }

    @Test("the present is the time of the composition")
    func presentIsCompositionTime() {
        let time: [String: ScriptValue] = ["time": .number(65.25)]
        #expect(evaluationResult("new Date().getTime()", time) == "65250")
        #expect(evaluationResult("Date.now()", time) == "65250")
        #expect(evaluationResult("[new Date().getMinutes(), new Date().getSeconds()]", time) == "[1, 5]")
    }
}
