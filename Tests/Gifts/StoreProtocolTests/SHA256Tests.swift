import SeededRandomness
import StoreProtocol
import Testing

@Suite("SHA-256")
struct SHA256Tests {
    @Test(
        "known texts have their digests (FIPS 180-2, appendix B)",
        arguments: [
            ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
            ),
        ])
    func knownDigestsMatch(text: String, hex: String) {
        #expect(SHA256Digest.digest(of: Array(text.utf8)).hex == hex)
    }

    @Test("a text in pieces of any length has the same digest as the whole text")
    func chunkSizeDoesNotChangeDigest() {
        var random = SeededGenerator(seed: 7)
        let bytes = (0..<5_000).map { _ in UInt8(truncatingIfNeeded: random.next()) }
        var hash = SHA256Hash()
        var rest = bytes[...]
        while !rest.isEmpty {
            let piece = rest.prefix(random.next(below: 200))
            hash.update(Array(piece))
            rest = rest.dropFirst(piece.count)
        }
        #expect(hash.digest() == SHA256Digest.digest(of: bytes))
    }

    @Test("a copy is independent, and a hash can continue after a digest")
    func copyIsIndependent() {
        var hash = SHA256Hash()
        hash.update(Array("a".utf8))
        var copy = hash
        copy.update(Array("x".utf8))
        _ = hash.digest()
        hash.update(Array("bc".utf8))
        #expect(hash.digest() == SHA256Digest.digest(of: Array("abc".utf8)))
        #expect(copy.digest() == SHA256Digest.digest(of: Array("ax".utf8)))
    }

    @Test("hexadecimal digits are read in upper and lower case and written in lower case")
    func hexadecimalIsCaseInsensitive() throws {
        let hex = String(repeating: "0aF9", count: 16)
        let digest = try #require(SHA256Digest(hex: hex))
        #expect(digest.hex == hex.lowercased())
        #expect(digest.bytes.prefix(2) == [0x0A, 0xF9])
        #expect(SHA256Digest(hex: String(hex.dropLast())) == nil)
        #expect(SHA256Digest(hex: hex + "00") == nil)
        #expect(SHA256Digest(hex: String(hex.dropLast()) + "g") == nil)
        #expect(SHA256Digest(hex: String(hex.dropLast(2)) + "é") == nil)
    }
}
