import Foundation
import GiftPackages
import StoreProtocol
import TestSupport
import Testing

@Suite("giftty gifts sign") struct GiftsSignTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static let hasTools = ["/usr/bin/openssl", "/usr/bin/sha256sum"].allSatisfy {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    /// Makes a key with OpenSSL, and signs the animation of a gift with it.
    private func sign() throws -> (publicKey: String, errors: String) {
        _ = try Program.run(
            ["genpkey", "-algorithm", "ed25519", "-out", "key.pem"], in: folder, program: "openssl")
        try folder.write(GiftsTests.document, to: "rose.json")
        let result = try Program.run(
            ["gifts", "sign", "rose", "rose.json", "--key", "key.pem", "--output", "rose.zip"], in: folder)
        #expect(result.status == 0, "\(result.errors)")
        return (result.output.trimmingCharacters(in: .whitespacesAndNewlines), result.errors)
    }

    /// Puts the package of a gift into the folder of the shop, with a catalogue that names it.
    private func publish(_ id: String, name: String) throws {
        let package = try folder.bytes("\(id).zip")
        let gift = StoreGift(
            id: id, name: name, version: 1, value: 7, duration: 1_000_000_000, package: "\(id).zip",
            size: package.count, sha256: .digest(of: package))
        try folder.write(package, to: "shop/\(id).zip")
        try folder.write(StoreCatalogue(revision: 1, gifts: [gift]).json, to: "shop/catalogue.json")
    }

    @Test(
        "a signed gift is installed where its publisher's key is set, and refused where another one is",
        .enabled(if: Self.hasTools, "openssl or sha256sum is missing"))
    func players() throws {
        let key = try sign().publicKey
        try publish("rose", name: "Rose")
        let other = "PUAXw+hDiVqStwqnTRt+vJyYLM8uxJaMwM1V8Sr0Zgw="
        func sync(_ keys: String, home: String) throws -> ProgramResult {
            try Program.run(
                ["gifts", "sync", "--store", "shop", "--home", home],
                environment: ["GIFTTY_PUBLISHER_KEYS": keys], in: folder)
        }
        #expect(try sync("\(other) \(key)", home: "a").status == 0)
        let refused = try sync(other, home: "b")
        #expect(refused.status == 1)
        #expect(refused.output.contains("expected a signature with a key that is set"), "\(refused)")
        let wrong = try sync("nonsense", home: "c")
        #expect(wrong.status == 78)
        #expect(wrong.errors.contains("expected public keys of 32 bytes in Base64, found \"nonsense\""))
        func render(_ keys: String) throws -> Int32 {
            try Program.run(
                ["render", "rose", "--store", "shop", "--cells", "4x2", "--colors", "none"],
                environment: ["GIFTTY_PUBLISHER_KEYS": keys], in: folder
            ).status
        }
        #expect(try render(key) == 0)
        #expect(try render(other) == 65)
    }

    @Test(
        "where the store's keys are set, only a catalogue that one of them has signed counts",
        .enabled(if: Self.hasTools, "openssl or sha256sum is missing"))
    func storeKeys() throws {
        let publicKey = try sign().publicKey
        let key = try #require(PublisherPrivateKey(pem: try folder.bytes("key.pem")))
        try publish("rose", name: "Rose")
        func sync(_ keys: String, _ stores: String..., home: String) throws -> ProgramResult {
            try Program.run(
                ["gifts", "sync", "--store", stores.joined(separator: " "), "--home", home],
                environment: ["GIFTTY_STORE_KEYS": keys], in: folder)
        }
        let unsigned = try sync(publicKey, "shop", home: "a")
        #expect(unsigned.status == 65 || unsigned.status == 69, "\(unsigned)")
        #expect(unsigned.errors.contains("signature: expected that of a store whose key is set"), "\(unsigned)")
        let catalogue = try folder.bytes("shop/catalogue.json")
        try folder.write(DocumentSignature.sign(catalogue, as: .catalogue, with: key), to: "shop/catalogue.json")
        #expect(try sync(publicKey, "shop", home: "a").status == 0)
        let wrong = try sync("PUAXw+hDiVqStwqnTRt+vJyYLM8uxJaMwM1V8Sr0Zgw=", "shop", home: "b")
        #expect(wrong.errors.contains("signature: expected one with a key that is set"), "\(wrong)")
        let config = try Program.run(["config", "set", "storeKeys", "nonsense", "--config", "new.yaml"], in: folder)
        #expect(config.errors.contains("storeKeys: expected public keys of 32 bytes in Base64"), "\(config)")
    }

    @Test("keys that are none are refused where the setting is written or checked")
    func wrongKeys() throws {
        try folder.write("publisherKeys: nonsense\n", to: "config.yaml")
        let problem = "publisherKeys: expected public keys of 32 bytes in Base64, found \"nonsense\"\n"
        let set = try Program.run(["config", "set", "publisherKeys", "nonsense", "--config", "new.yaml"], in: folder)
        #expect(set.status == 64 && set.errors == "giftty: \(problem)")
        #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/new.yaml"))
        let checked = try Program.run(["config", "validate", "config.yaml"], in: folder)
        #expect(checked.status == 78 && checked.errors.hasSuffix(problem))
    }

    @Test(
        "an installed gift that nobody has signed does not play any more when a key is set", .enabled(if: Self.hasTools)
    )
    func unsignedGiftStopsPlaying() throws {
        try publishUnsigned()
        let sync = try Program.run(["gifts", "sync", "--store", "shop", "--home", "h"], in: folder)
        #expect(sync.status == 0)
        func render(_ environment: [String: String]) throws -> Int32 {
            try Program.run(
                ["render", "tulip", "--home", "h", "--cells", "4x2", "--colors", "none"], environment: environment,
                in: folder
            ).status
        }
        #expect(try render([:]) == 0)
        #expect(try render(["GIFTTY_PUBLISHER_KEYS": "PUAXw+hDiVqStwqnTRt+vJyYLM8uxJaMwM1V8Sr0Zgw="]) == 66)
    }

    private func publishUnsigned() throws {
        try folder.write(GiftsTests.document, to: "data.json")
        _ = try Program.run(["-c", "python3 -m zipfile -c tulip.zip data.json"], in: folder, program: "sh")
        try publish("tulip", name: "Tulip")
    }

    @Test(
        "standard tools make the same signature", .enabled(if: Self.hasTools, "openssl or sha256sum is missing"))
    func standardTools() throws {
        _ = try sign()
        let script = """
            mkdir x && cd x && python3 -m zipfile -e ../rose.zip . && mv gift.sig .. &&
            { printf 'giftty gift 1\\nrose\\n'; sha256sum *; } > ../message && cd .. &&
            openssl pkeyutl -sign -rawin -inkey key.pem -in message | openssl base64 -A
            """
        let result = try Program.run(["-c", script], in: folder, program: "sh")
        let file = String(decoding: try folder.bytes("gift.sig"), as: UTF8.self)
        #expect(file.contains(result.output), "\(result)")
        #expect(result.output.count == 88)
    }

    @Test("no key, a wrong key and a wrong id are one line each")
    func errors() throws {
        try folder.write(GiftsTests.document, to: "rose.json")
        try folder.write("no key", to: "key.pem")
        func sign(_ id: String, _ key: String) throws -> ProgramResult {
            try Program.run(
                ["gifts", "sign", id, "rose.json", "--key", key, "--output", "out.zip"], in: folder)
        }
        let wrong = try sign("rose", "key.pem")
        #expect(wrong.status == 65)
        #expect(wrong.errorLine == "giftty: key.pem: expected a private key of Ed25519 in PEM, without a password")
        #expect(try sign("rose", "missing.pem").status == 66)
        #expect(try sign("Rose!", "key.pem").status == 64)
        #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/out.zip"))
    }
}
