import LottieExpressions
import Testing

/// Any script with random changes ends with a value or an error.
@Suite struct FuzzTests {
    static let scripts = [
        "var $bm_rt; var n = 0; if (numKeys > 0) { n = nearestKey(time).index; if (key(n).time > time) { n--; } } "
            + "$bm_rt = n > 0 ? sum(value, mul(Math.sin(time * 2), [1, 2])) : value;",
        "function f(a, b = 2, ...c) { try { return a.map(x => x * b) } catch (e) { return c } finally { b++ } } f([1, 2], 3, 4)",
        "outer: for (let i = 0, j = [1, 2, 3]; i < 3; i++) { switch (i) { case 0: continue; case 1: break outer; default: j.push(i) } }",
        "var {a, b: [c, d = 4]} = {a: 1, b: [2]}; `${a}${c ?? d}` + 'x'.padStart(3, '0') + (0.1).toFixed(3) + [3, 1, 2].sort()",
        "var o = {f() { return this?.g?.(1) }, ['k' + 1]: -0x1f}; o.k1 <<= 2; delete o.f; typeof o.f; [...'abc'].reverse().join('-')",
        "linear(time, 0, 1, [0, 0], [100, 50]) + ease(0.5, 0, 1) + clamp(5, 0, 3) + random(3) + noise(2.5) + length([1, 2], [3, 4])",
    ]

    @Test(arguments: 0..<24)
    func mutatedScriptsEndWithValueOrError(seed: Int) {
        var random = RandomSource(seed: UInt64(seed))
        func below(_ count: Int) -> Int { Int(random.next() * Double(count)) }
        for _ in 0..<60 {
            var bytes = Array(Self.scripts[below(Self.scripts.count)].utf8)
            for _ in 0...below(6) {
                let place = below(bytes.count)
                switch below(5) {
                case 0: bytes.remove(at: place)
                case 1: bytes.insert(Array("(){}[];,.=+-*/?:&|!<>'`$x1".utf8)[below(26)], at: place)
                case 2: bytes[place] = UInt8(below(256))
                case 3:
                    let end = min(bytes.count, place + below(20))
                    bytes.insert(contentsOf: bytes[place..<end], at: below(bytes.count))
                default:
                    let other = Array(Self.scripts[below(Self.scripts.count)].utf8)
                    let start = below(other.count)
                    bytes.insert(contentsOf: other[start..<min(other.count, start + below(30))], at: place)
                }
                if bytes.isEmpty { bytes = [49] }
            }
            let source = String(decoding: bytes, as: UTF8.self)
            #expect(
                !evaluationResult(source, ["value": .numbers([1, 2]), "time": .number(0.4)], steps: 5000).isEmpty,
                "seed \(seed)"
            )
        }
    }
}
