import Testing
import TextEncodings

@Suite("Encodings of bytes and addresses as text")
struct TextEncodingsTests {
    @Test(
        "percent encoding is decoded, and everything else stays",
        arguments: [("a%20b", "a b"), ("%C3%BC%2f", "ü/"), ("a+b", "a+b"), ("", ""), ("%25", "%")])
    func decoded(_ text: String, _ expected: String) throws {
        #expect(try PercentEncoding.decoded(text) == expected)
    }

    @Test("two hexadecimal digits follow a percent sign", arguments: ["%", "%4", "%zz", "%+4", "%4 "])
    func digits(_ text: String) {
        #expect(throws: PercentEncodingError.digits) { try PercentEncoding.decoded(text) }
    }

    @Test("the decoded bytes are a text without NUL", arguments: ["%C3", "%FF", "a%00b"])
    func noText(_ text: String) {
        #expect(throws: PercentEncodingError.text) { try PercentEncoding.decoded(text) }
    }

    @Test(
        "the texts of RFC 4648, section 10, stand for their bytes and the reverse",
        arguments: [
            ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ])
    func base64(_ bytes: String, _ text: String) {
        #expect(Base64Text.text(of: Array(bytes.utf8)) == text)
        #expect(Base64Text.bytes(of: text) == Array(bytes.utf8))
    }

    @Test(
        "each sequence of bytes has one text only",
        arguments: ["Zg", "Zg=", "Zh==", "Zg== ", " Zg==", "Z===", "====", "Zm9\n", "Zm-v", "Zg==Zg=="])
    func otherTexts(_ text: String) {
        #expect(Base64Text.bytes(of: text) == nil)
    }

    @Test(
        "unused bits can be ignored, but not missing or other characters",
        arguments: [
            ("", ""), ("Zg==", "f"), ("Zh==", "f"), ("Zm9=", "fo"), ("Zg", nil), ("Zm-v", nil), (" Zg=", nil),
            ("Zg==Zg==", nil), ("====", nil), ("Z===", nil), ("Zm9v\n", nil),
        ] as [(String, String?)])
    func loose(_ text: String, _ bytes: String?) {
        #expect(Base64Text.looseBytes(of: text) == bytes.map { Array($0.utf8) })
    }
}
