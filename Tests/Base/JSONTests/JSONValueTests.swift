import ExactNumbers
import JSON
import Testing

@Suite("Values and the writing of JSON")
struct JSONValueTests {
    private func value(_ text: String) throws -> JSONValue {
        try Array(text.utf8).withUnsafeBufferPointer { bytes in
            try JSONReader.read(bytes) { reader throws(JSONError) in try JSONValue(from: &reader) }
        }
    }

    @Test(
        "a value is written as it was read, without white space",
        arguments: [
            ("null", "null"), ("true", "true"), ("-0", "0"), ("12", "12"),
            ("9223372036854775807", "9223372036854775807"),
            ("1.0", "1"), ("1e3", "1000"), ("1.5", "1.5"), ("1e400", "null"), (#""a\u001b\n""#, #""a\u001b\n""#),
            (#" { "b" : [ 1 , { } , [ ] ] , "a" : "x" } "#, #"{"b":[1,{},[]],"a":"x"}"#), (#"{"\"":1}"#, #"{"\"":1}"#),
        ])
    func isWrittenAsRead(text: String, expected: String) throws {
        #expect(try value(text).text == expected)
    }

    @Test("contents are of one kind, and the last of several members with one name counts")
    func hasContents() throws {
        let object = try value(#"{"s":"x","n":1.5,"i":2,"b":false,"l":[null],"s":"y"}"#)
        #expect(object.object?.count == 6)
        #expect(object.member("s")?.string == "y")
        #expect(object.member("n")?.number == 1.5)
        #expect(object.member("i")?.number == 2)
        #expect(object.member("b")?.bool == false)
        #expect(object.member("l")?.array?.count == 1)
        #expect(object.member("x") == nil && object.string == nil && object.array == nil && object.number == nil)
        #expect(object.member("s")?.bool == nil && object.member("s")?.object == nil)
    }

    @Test("levels of a value are limited")
    func levelsAreLimited() {
        #expect(throws: JSONError.self) { try value(String(repeating: "[", count: 100_000)) }
    }

    @Test("members and elements are written in order")
    func writesMembers() {
        var json: [UInt8] = []
        json.appendObject { json in
            json.add("text", "a\"b")
            json.add("number", number: -7)
            json.add("decimal", decimal: ExactDecimal(1_250, digits: 3))
            json.add("flag", flag: true)
            json.add("texts", ["a", "b"])
            json.add("object") { $0.add("x", number: 0) }
            json.begin(member: "é\"")
            json.appendArray([1.0, 2.5]) { $0.append(number: $1) }
            json.add("empty") { _ in }
        }
        let expected =
            #"{"text":"a\"b","number":-7,"decimal":1.25,"flag":true,"texts":["a","b"],"object":{"x":0},"#
            + #""é\"":[1,2.5],"empty":{}}"#
        #expect(String(decoding: json, as: UTF8.self) == expected)
    }
}
