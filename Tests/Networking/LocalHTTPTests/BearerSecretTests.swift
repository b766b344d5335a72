import LocalHTTP
import Testing

@Suite("Secrets of requests")
struct BearerSecretTests {
    /// Bytes that count how often they are read.
    private struct CountedBytes: Collection {
        final class Count { var reads = 0 }

        let bytes: [UInt8]
        private let reading = Count()
        var startIndex: Int { bytes.startIndex }
        var endIndex: Int { bytes.endIndex }
        var count: Int { bytes.count }
        var reads: Int { reading.reads }

        func index(after index: Int) -> Int { index + 1 }

        subscript(index: Int) -> UInt8 {
            reading.reads += 1
            return bytes[index]
        }
    }

    @Test("the comparison reads all bytes, wherever the first difference is", arguments: 0...32)
    func comparisonReadsAllBytes(difference: Int) {
        let secret = (0..<32).map { UInt8($0) }
        var other = secret
        if difference < other.count { other[difference] ^= 0x80 }
        let counted = CountedBytes(bytes: other)
        #expect(counted.isSameSecret(as: secret) == (difference == 32))
        #expect(counted.reads == 32)
        let known = CountedBytes(bytes: secret)
        #expect(other.isSameSecret(as: known) == (difference == 32))
        #expect(known.reads == 32)
    }

    @Test("secrets of other lengths are others")
    func otherLengths() {
        #expect(!([1, 2] as [UInt8]).isSameSecret(as: [1] as [UInt8]))
        #expect(![UInt8]().isSameSecret(as: [1] as [UInt8]))
        #expect([UInt8]().isSameSecret(as: [] as [UInt8]))
    }

    @Test(
        "the field has the word Bearer and a secret",
        arguments: [
            ("Bearer abc", "abc"), ("bearer  abc \t", "abc"), ("BEARER a b", "a b"), ("Bearer", nil), ("Bearer ", nil),
            ("Basic abc", nil), ("", nil), ("Bearerabc", nil),
        ] as [(String, String?)])
    func field(text: String, expected: String?) {
        #expect(BearerSecret(authorization: text).map { String(decoding: $0.bytes, as: UTF8.self) } == expected)
    }
}
