import StoreProtocol
import Testing

@Suite("Signatures of gift packages")
struct PackageSignatureTests {
    /// The private key of the first test of RFC 8032, section 7.1, as OpenSSL writes it.
    static let pem = """
        -----BEGIN PRIVATE KEY-----
        MC4CAQAwBQYDK2VwBCIEIJ1hsZ3v/VpguoRK9JLsLMREScVpezJpGXA7rAMcrn9g
        -----END PRIVATE KEY-----
        """
    /// The public key that belongs to it, in the same place.
    static let publicKey = "11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo="

    private let files: [PackageSignature.File] = [
        ("images/a.png", .digest(of: [1])), ("data.json", .digest(of: [2])), ("gift.yaml", .digest(of: [3])),
    ]

    private func key() throws -> PublisherPrivateKey {
        try #require(PublisherPrivateKey(pem: Array(Self.pem.utf8)))
    }

    @Test("the public key is that of RFC 8032")
    func publicKeyOfPrivateKey() throws {
        #expect(try key().publicKey.description == Self.publicKey)
        #expect(PublisherKey(Self.publicKey)?.description == Self.publicKey)
    }

    @Test("a signature holds for its files in any order, and for its id")
    func holds() throws {
        let signature = try PackageSignature(id: "rose", files: files, with: key())
        try signature.check(id: "rose", files: files.reversed())
        let read = try PackageSignature(file: signature.file)
        #expect(read == signature)
        try read.check(id: "rose", files: files)
        // Ed25519 has one signature for a message.
        #expect(try PackageSignature(id: "rose", files: files, with: key()) == signature)
    }

    @Test("a changed, added, removed or renamed file, and another id, are found")
    func changes() throws {
        let signature = try PackageSignature(id: "rose", files: files, with: key())
        var changed = files
        changed[0].digest = .digest(of: [9])
        var renamed = files
        renamed[0].path = "images/b.png"
        for other in [changed, renamed, files.dropLast(), files + [("x", .digest(of: []))]] {
            #expect(throws: PackageSignatureError.wrong(id: "rose")) { try signature.check(id: "rose", files: other) }
        }
        #expect(throws: PackageSignatureError.wrong(id: "ros")) { try signature.check(id: "ros", files: files) }
    }

    @Test("a flipped bit anywhere in the signature is found")
    func flippedBits() throws {
        let file = try PackageSignature(id: "rose", files: files, with: key()).file
        var accepted = 0
        for index in file.indices.dropLast() {
            var other = file
            other[index] ^= 1
            if (try? PackageSignature.check(other, id: "rose", files: files, trusted: [key().publicKey])) != nil {
                accepted += 1
            }
        }
        #expect(accepted == 0)
    }

    @Test("with keys, only a package that one of them has signed is accepted; without, an unsigned one too")
    func trust() throws {
        let file = try PackageSignature(id: "rose", files: files, with: key()).file
        let own = try key().publicKey
        let other = try #require(PublisherKey("PUAXw+hDiVqStwqnTRt+vJyYLM8uxJaMwM1V8Sr0Zgw="))
        func check(_ file: [UInt8]?, _ trusted: [PublisherKey]) throws {
            try PackageSignature.check(file, id: "rose", files: files, trusted: trusted)
        }
        try check(nil, [])
        try check(file, [])
        try check(file, [other, own])
        #expect(throws: PackageSignatureError.missing) { try check(nil, [own]) }
        #expect(throws: PackageSignatureError.otherKey(own)) { try check(file, [other]) }
        #expect(throws: PackageSignatureError.malformed) { try check([], []) }
    }

    @Test(
        "what is no signature file is malformed",
        arguments: [
            "", "{}", "[]", #"{"key":1,"signature":2}"#, #"{"key":"AAAA","signature":"AAAA"}"#,
            #"{"key":"\#(publicKey)","signature":"AAAA"}"#, String(repeating: " ", count: 2_000),
        ])
    func malformed(_ text: String) {
        #expect(throws: PackageSignatureError.malformed) { try PackageSignature(file: Array(text.utf8)) }
    }

    @Test("a list of keys has spaces or commas between them")
    func lists() throws {
        let other = "PUAXw+hDiVqStwqnTRt+vJyYLM8uxJaMwM1V8Sr0Zgw="
        #expect(
            try PublisherKey.list("\(Self.publicKey), \(other)").map(\.description) == [Self.publicKey, other])
        for wrong in ["", " ", "abc", "\(Self.publicKey) x", String(Self.publicKey.dropLast()), "AAAA"] {
            #expect(throws: PublisherKeyError.self) { try PublisherKey.list(wrong) }
        }
    }

    @Test("another kind of key, and no key, are refused")
    func otherKeys() {
        for text in ["", "nonsense", "-----BEGIN PRIVATE KEY-----\nMC4=\n-----END PRIVATE KEY-----\n"] {
            #expect(PublisherPrivateKey(pem: Array(text.utf8)) == nil)
        }
    }
}
