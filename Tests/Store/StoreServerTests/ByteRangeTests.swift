import Testing

@testable import StoreServer

@Suite("Byte ranges")
struct ByteRangeTests {
    @Test(
        "a range gives the positions of its first and last byte",
        arguments: [
            ("bytes=0-0", 0...0), ("bytes=0-99", 0...99), ("bytes=10-19", 10...19), ("bytes=90-", 90...99),
            ("bytes=0-", 0...99), ("bytes=-10", 90...99), ("bytes=-1000", 0...99), ("bytes=50-1000", 50...99),
            ("BYTES = 5-6", 5...6), ("bytes=5-99999999999999999999", 5...99),
        ])
    func rangeHasFirstAndLastByte(header: String, range: ClosedRange<Int>) {
        #expect(ByteRange(header: header, size: 100) == .part(range))
    }

    @Test(
        "a range beyond the end is not satisfiable",
        arguments: ["bytes=100-", "bytes=100-200", "bytes=-0", "bytes=99999999999999999999-"])
    func rangeBeyondEndIsUnsatisfiable(header: String) {
        #expect(ByteRange(header: header, size: 100) == .unsatisfiable)
    }

    @Test(
        "a header that is malformed or names several ranges selects the whole document",
        arguments: [
            "", "bytes", "bytes=", "bytes=-", "lines=1-2", "bytes=0-1,5-6", "bytes=9-5", "bytes=a-b", "bytes=0x1-2",
            "bytes=+1-2", "bytes=--1",
        ])
    func otherHeadersMeanWholeDocument(header: String) {
        #expect(ByteRange(header: header, size: 100) == .whole)
    }

    @Test("no range of an empty document is satisfiable")
    func emptyDocumentHasNoRanges() {
        #expect(ByteRange(header: "bytes=0-", size: 0) == .unsatisfiable)
        #expect(ByteRange(header: "bytes=-5", size: 0) == .unsatisfiable)
        #expect(ByteRange(header: nil, size: 0) == .whole)
    }
}
