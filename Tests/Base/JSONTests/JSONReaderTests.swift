import JSON
import Testing

/// Calls `body` with a reader of `text`.
private func read<Value>(
    _ text: String, _ options: JSONReader.Options = .strict,
    _ body: (inout JSONReader) throws(JSONError) -> Value
) throws -> Value {
    try read(Array(text.utf8), options, body)
}

private func read<Value>(
    _ bytes: [UInt8], _ options: JSONReader.Options = .strict,
    _ body: (inout JSONReader) throws(JSONError) -> Value
) throws -> Value {
    try bytes.withUnsafeBufferPointer { try JSONReader.read($0, options, body) }
}

private let lenient = JSONReader.Options(isLenient: true, maxDepth: 8)

@Suite("A strict reader accepts JSON and nothing else")
struct StrictReaderTests {
    /// Returns the offset and the message of the error that skipping the text causes; `nil` without one.
    private func error(_ text: String) -> String? {
        let bytes = Array(text.utf8)
        do {
            try read(bytes) { reader throws(JSONError) in try reader.skipValue() }
            return nil
        } catch let error as JSONError {
            return bytes.withUnsafeBufferPointer { "\(error.offset): \(error.problem(found: error.token(in: $0)))" }
        } catch {
            return "\(error)"
        }
    }

    @Test(
        "JSON of all kinds is skipped",
        arguments: [
            "null", "true", "false", "0", "-0", "12", "-1.5", "1e9", "1E+09", "0.25e-3", #""""#, #""a""#,
            #""\"\\\/\b\f\n\r\t\u00e9\ud83c\udf81""#, "[]", "{}", " [ 1 , [ ] , { } ] ",
            #"{"a":{"b":[1,{"c":null}],"é":"ö"},"":0}"#, "\u{FEFF}[1]",
        ])
    func acceptsJSON(text: String) {
        #expect(error(text) == nil)
    }

    @Test(
        "an error names the place, what was expected and what was found",
        arguments: [
            ("", "0: expected a value, found the end"), ("]", "0: expected a value, found ]"),
            ("nul", "0: expected a value, found nul"), ("True", "0: expected a value, found True"),
            ("01", "1: expected the end of the document, found 1"), ("-", "1: expected a digit, found the end"),
            ("1.", "2: expected a digit, found the end"), (".5", "0: expected a value, found .5"),
            ("1e", "2: expected a digit, found the end"), ("+1", "0: expected a value, found +1"),
            ("[1,]", "3: expected a value, found ]"), ("[1 2]", #"3: expected "," or "]", found 2"#),
            ("{1:2}", "1: expected a name in quotes, found 1"), (#"{"a" 1}"#, #"5: expected ":", found 1"#),
            (#"{"a":1,}"#, "7: expected a name in quotes, found }"),
            (#"{"a":1"#, #"6: expected "," or "}", found the end"#),
            (#"{"a":[}"#, #"6: expected a value, found }"#), (#"[{"a":1]"#, #"7: expected "," or "}", found ]"#),
            (#""abc"#, #"0: expected a " at the end of the text"#),
            (#"["abcdefgh\"]"#, #"1: expected a " at the end of the text"#),
            ("\"a\u{1}\"", "2: expected no control character in a text"),
            ("\"abcdefghi\n\"", "10: expected no control character in a text"),
            (#""a\q""#, #"2: expected an escape such as \n or \u00e9"#),
            (#""\u12""#, #"3: expected four hexadecimal digits after \u"#),
            (#""\u12é4""#, #"3: expected four hexadecimal digits after \u"#),
            ("[] []", "3: expected the end of the document, found a list"),
            ("\0", "0: expected a value, found \0"),
        ])
    func rejectsOtherText(text: String, message: String) {
        #expect(error(text) == message)
    }

    @Test("invalid UTF-8 is an error in a string that is skipped, read or a name")
    func rejectsInvalidUTF8() {
        let bytes: [UInt8] = [0x22, 0x61, 0xFF, 0x22]
        #expect(throws: JSONError.self) { try read(bytes) { r throws(JSONError) in try r.skipValue() } }
        #expect(throws: JSONError.self) { try read(bytes) { r throws(JSONError) in _ = try r.readString() } }
        #expect(throws: JSONError.self) {
            try read([0x7B] + bytes + [0x3A, 0x31, 0x7D]) { reader throws(JSONError) in
                try reader.readMembers { reader, _ throws(JSONError) in try reader.skipValue() }
            }
        }
    }

    @Test("levels are limited, and skipped ones need no stack")
    func limitsDepth() throws {
        func nested(_ depth: Int) -> String { String(repeating: "[{\"a\":", count: depth / 2) + "1" }
        func closed(_ depth: Int) -> String { nested(depth) + String(repeating: "}]", count: depth / 2) }
        #expect(error(closed(64)) == nil)
        #expect(error(closed(66))?.hasSuffix("expected at most 64 levels") == true)
        for depth in [64, 66, 128, 130, 200_000] {
            try read(closed(depth)) { reader throws(JSONError) in try reader.skipValue(maxDepth: .max) }
            #expect(throws: JSONError.self) {
                try read(nested(depth)) { reader throws(JSONError) in try reader.skipValue(maxDepth: .max) }
            }
        }
        #expect(throws: JSONError.self) {
            try read("[[1]]", JSONReader.Options(maxDepth: 1)) { reader throws(JSONError) in
                try reader.readArray { reader throws(JSONError) in
                    try reader.readArray { reader throws(JSONError) in try reader.skipValue() }
                }
            }
        }
    }

    @Test("strings decode to their text", arguments: 0..<24)
    func decodesStrings(length: Int) throws {
        // The place of an escape among the eight bytes that are read at once does not matter.
        let filler = String(repeating: "x", count: length)
        let text = "\"\(filler)\\n\\u00e9\\ud83c\\udf81\\ud83c\\u0041\\udf81\(filler)ö\""
        let found = try read(text) { reader throws(JSONError) in try reader.readString() }
        #expect(found == "\(filler)\né🎁\u{FFFD}A\u{FFFD}\(filler)ö")
        let plain = try read("\"\(filler)ü\"") { reader throws(JSONError) in try reader.readString() }
        #expect(plain == filler + "ü")
    }

    @Test("a number keeps its text, and one beyond the range of Double is infinite")
    func readsNumbers() throws {
        let text = try read(" -1.50e+3 ") { reader throws(JSONError) in
            String(decoding: try reader.readNumberText(), as: UTF8.self)
        }
        #expect(text == "-1.50e+3")
        func number(_ text: String) throws -> Double {
            try read(text) { reader throws(JSONError) in try reader.readNumber() }
        }
        #expect(try number("123456789") == 123_456_789)
        #expect(try number("-0.1e1") == -1)
        #expect(try number("1e400") == .infinity)
        #expect(throws: JSONError.self) { try number("\"1\"") }
        #expect(throws: JSONError.self) { try number("true") }
    }
}

@Suite("A lenient reader tolerates the mistakes of exporters")
struct LenientReaderTests {
    @Test("numbers, strings and Booleans count as one another")
    func convertsScalars() throws {
        func number(_ text: String) throws -> Double {
            try read(text, lenient) { reader throws(JSONError) in try reader.readNumber() }
        }
        #expect(try number("007") == 7)
        #expect(try number("1.") == 1)
        #expect(try number("\"2.5\"") == 2.5)
        #expect(try number("true") == 1)
        #expect(try number("1e400") == 0)
        #expect(throws: JSONError.self) { try number("\"red\"") }
        #expect(try read("12.50", lenient) { reader throws(JSONError) in try reader.readString() } == "12.50")
        for (text, flag) in [("true", true), ("2", true), ("0", false), ("null", false)] {
            #expect(try read(text, lenient) { reader throws(JSONError) in try reader.readBool() } == flag)
        }
    }

    @Test("a number may have many digits before and behind its point, wherever the text ends", arguments: 1...12)
    func readsAllLengths(wholeDigits: Int) throws {
        for fractionDigits in 0...12 {
            let fraction = fractionDigits > 0 ? ".\("908172635443".prefix(fractionDigits))" : ""
            let text = "-\("123456789012".prefix(wholeDigits))\(fraction)"
            for rest in ["", " ", String(repeating: " ", count: 16)] {
                let value = try read(text + rest, lenient) { reader throws(JSONError) in try reader.readNumber() }
                #expect(value == Double(text))
            }
        }
    }

    @Test("invalid strings are read as well as possible")
    func readsInvalidStrings() throws {
        func string(_ bytes: [UInt8]) throws -> String {
            try read(bytes, lenient) { reader throws(JSONError) in try reader.readString() }
        }
        #expect(try string(Array("\"a\nb\\q\\u12\"".utf8)) == "a\nbq\u{FFFD}12")
        #expect(try string([0x22, 0x61, 0xFF, 0x22]) == "a\u{FFFD}")
    }

    @Test("NUL bytes may follow, and skipped objects and arrays are not checked")
    func skipsContent() throws {
        try read("{\"a\":[1 2,]}\0\0", lenient) { reader throws(JSONError) in
            try reader.readMembers { reader, _ throws(JSONError) in try reader.skipValue() }
        }
        let deep = String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)
        try read(deep, lenient) { reader throws(JSONError) in try reader.skipValue() }
    }
}

@Suite("Keys, paths and places")
struct PlaceTests {
    @Test("keys are compared exactly, wherever the text ends")
    func comparesKeys() throws {
        for filler in ["", "         "] {
            for key in ["", "a", "ab", "duration", "duratiox", "seven77", "fifteenLetters1", "é", "abcdefg"] {
                let text = "{\"\(key)\":0\(filler)}"
                var matches: [String] = []
                try read(text) { reader throws(JSONError) in
                    try reader.readObject { reader, found throws(JSONError) in
                        switch found {
                        case "a": matches.append("a")
                        case "ab": matches.append("ab")
                        case "": matches.append("")
                        case "duration": matches.append("duration")
                        case "seven77": matches.append("seven77")
                        case "fifteenLetters1": matches.append("fifteenLetters1")
                        case "é": matches.append("é")
                        default: matches.append("other")
                        }
                        try reader.skipValue()
                    }
                }
                #expect(matches == [["duratiox", "abcdefg"].contains(key) ? "other" : key])
            }
        }
        let escaped = try read(#"{"\u0061b":0}"#) { reader throws(JSONError) in
            var isEqual = false
            try reader.readObject { reader, found throws(JSONError) in
                isEqual = found == "ab"
                try reader.skipValue()
            }
            return isEqual
        }
        #expect(escaped)
    }

    @Test("a key with a control character or without an end is an error")
    func rejectsInvalidKeys() {
        for text in ["{\"a\u{1}\":0       }", "{\"a", "{\"abcdefghijkl", #"{"a\":0        }"#] {
            #expect(throws: JSONError.self, "\(text)") {
                try read(text) { reader throws(JSONError) in
                    try reader.readObject { reader, _ throws(JSONError) in try reader.skipValue() }
                }
            }
        }
    }

    @Test("an error has a path, and a line and a column in characters")
    func namesPlaces() throws {
        let text = Array("{\"layers\":[{},\n{\"é b\":{\"k\":[0,1,x]}}]}".utf8)
        try text.withUnsafeBufferPointer { bytes in
            let offset = try #require(bytes.firstIndex(of: UInt8(ascii: "x")))
            let error = JSONError(offset: offset, problem: "expected a value")
            #expect(error.path(in: bytes) == #"layers[1]["é b"].k[2]"#)
            #expect(error.lineAndColumn(in: bytes) == "line 2, column 18")
            #expect(JSONError(offset: 0, problem: "", member: "a").path(in: bytes) == "a")
            let start = try #require(bytes.firstIndex(of: 0x0A))
            #expect(error.path(in: bytes, from: start) == #"["é b"].k[2]"#)
        }
    }
}
