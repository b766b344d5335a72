import SeededRandomness

/// Values that have broken readers somewhere, and mutations of texts.
enum HostileText {
    /// Values of JSON: numbers at the limits of types, texts of many kinds, and values of other types.
    static let values =
        [
            "0", "-1", "1", "1e308", "1e-320", "-0", "0.1", "9007199254740991", "9007199254740992", "2147483648",
            "9223372036854775807", "9223372036854775808", "-9223372036854775808", "18446744073709551616",
            "9223372036.854775807", "31536000", "31536000.000000001", "33554432", "33554433", "1e99999999999", "null",
            "true", "[]", "{}", "\"\"", "\"x\"", #""a\u0000b""#, #""\u001b[2J""#, #""\u009b""#, #""\u202e\u2066x""#,
            #""\ud800""#, "\"../../x\"", "\"file:///etc/passwd\"", "\"http://127.0.0.1:1/x\"", "[[[[[[[[]]]]]]]]",
        ] + [1_024, 1_025, 70_000].map { "\"\(String(repeating: "n", count: $0))\"" }

    /// Changes, inserts, removes or repeats a few bytes.
    static func mutate(_ bytes: inout [UInt8], _ random: inout SeededGenerator) {
        let signs = Array("{}[]\":,.-+eE0159\\u nt*\u{1}\u{FF}\r\n".utf8)
        for _ in 0...random.next(below: 3) where !bytes.isEmpty {
            let place = random.next(below: bytes.count)
            switch random.next(below: 5) {
            case 0: bytes[place] = UInt8(truncatingIfNeeded: random.next())
            case 1: bytes[place] = signs[random.next(below: signs.count)]
            case 2: bytes.insert(signs[random.next(below: signs.count)], at: place)
            case 3: bytes.removeSubrange(place..<min(bytes.count, place + 1 + random.next(below: 20)))
            default:
                let end = min(bytes.count, place + 1 + random.next(below: 60))
                bytes.insert(contentsOf: bytes[place..<end], at: random.next(below: place + 1))
            }
        }
    }

    static func pick<Value>(_ values: [Value], _ random: inout SeededGenerator) -> Value {
        values[random.next(below: values.count)]
    }
}
