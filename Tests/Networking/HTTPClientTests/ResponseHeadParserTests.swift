import Testing

@testable import HTTPClient

@Suite struct ResponseHeadParserTests {
    /// Passes the lines, each with CR and LF, to the reader and returns the progress after each.
    private func read(_ lines: [String], by reader: inout ResponseHeadParser) -> [ResponseHeadParser.Progress] {
        lines.map { line in Array("\(line)\r\n".utf8).withUnsafeBytes { reader.parse($0) } }
    }

    @Test func emptyLineEndsHead() {
        var reader = ResponseHeadParser(followsRedirects: true)
        #expect(read(["HTTP/2 200", "a: 1", ""], by: &reader) == [.needsMore, .needsMore, .head(status: 200)])
        #expect(reader.fields.map { "\($0)=\($1)" } == ["a=1"])
        #expect(reader.totalBytes == "HTTP/2 200\r\na: 1\r\n\r\n".utf8.count)
    }

    @Test func fieldCanContinueInNextLine() {
        var reader = ResponseHeadParser(followsRedirects: true)
        _ = read(["HTTP/1.1 200 OK", "a: one", "\t two ", "no colon", ""], by: &reader)
        #expect(reader.fields.map(\.value) == ["one two"])
    }

    @Test(arguments: [(301, true), (308, true), (399, true), (200, false), (400, false)])
    func followedRedirectIsSkipped(_ status: Int, leadsOn: Bool) {
        for follows in [true, false] {
            var reader = ResponseHeadParser(followsRedirects: follows)
            let last = read(["HTTP/1.1 \(status) X", "location: /b", ""], by: &reader).last
            #expect(last == (leadsOn && follows ? .needsMore : .head(status: status)))
            #expect(reader.redirectTarget == (leadsOn && follows ? "/b" : nil))
        }
    }

    @Test(arguments: [[String](), ["Location:"]])
    func redirectWithoutTargetIsResponse(_ fields: [String]) {
        var reader = ResponseHeadParser(followsRedirects: true)
        #expect(read(["HTTP/1.1 302 Found"] + fields + [""], by: &reader).last == .head(status: 302))
    }

    @Test func eachHeadHasItsOwnLimit() {
        let line = "X: " + String(repeating: "x", count: 995)
        var reader = ResponseHeadParser(followsRedirects: true)
        for _ in 0..<3 {
            #expect(
                read(["HTTP/1.1 100 Continue"] + Array(repeating: line, count: 60) + [""], by: &reader).last
                    == .needsMore)
        }
        #expect(read(["HTTP/1.1 200 OK"] + Array(repeating: line, count: 66), by: &reader).last == .tooLong)
    }
}
