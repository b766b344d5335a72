import PlayerSettings
import StoreProtocol
import Testing

@Suite("Signed documents of a store")
struct DocumentSignatureTests {
    private static let document = Array(#"{"revision":42,"gifts":[]}"#.utf8)
    private let key: PublisherPrivateKey
    private let other: PublisherPrivateKey

    init() throws {
        key = try Self.key("MC4CAQAwBQYDK2VwBCIEIJ1hsZ3v/VpguoRK9JLsLMREScVpezJpGXA7rAMcrn9g")
        other = try Self.key("MC4CAQAwBQYDK2VwBCIEIEzNCJso/5banbbDRuwRTg9bijGfNaumJNqM9u1PuKb7")
    }

    private static func key(_ base64: String) throws -> PublisherPrivateKey {
        let pem = "-----BEGIN PRIVATE KEY-----\n\(base64)\n-----END PRIVATE KEY-----\n"
        return try #require(PublisherPrivateKey(pem: Array(pem.utf8)))
    }

    private func error(
        _ json: [UInt8], _ kind: DocumentSignature.Kind = .catalogue, trusted: [PublisherPrivateKey]
    ) -> DocumentSignatureError? {
        do throws(DocumentSignatureError) {
            try DocumentSignature.check(json, as: kind, trusted: trusted.map(\.publicKey))
            return nil
        } catch {
            return error
        }
    }

    @Test("the signature is the last member, of a fixed form, and readers of the document ignore it")
    func form() throws {
        let signed = DocumentSignature.sign(Self.document, as: .catalogue, with: key)
        let text = String(decoding: signed, as: UTF8.self)
        let member = #","signature":{"key":"\#(key.publicKey)","value":""#
        #expect(text.hasPrefix(#"{"revision":42,"gifts":[]"# + member) && text.hasSuffix(#"=="}}"#))
        #expect(try StoreCatalogue(json: signed) == StoreCatalogue(json: Self.document))
        #expect(DocumentSignature.sign(Self.document, as: .catalogue, with: nil) == Self.document)
        let settings = DocumentSignature.sign(PublishedSettings(revision: 3).json, as: .settings, with: key)
        #expect(try PublishedSettings(json: settings, unknown: .reject) == PublishedSettings(revision: 3))
    }

    @Test("one of the trusted keys must have signed; without keys everything is accepted")
    func keys() {
        let signed = DocumentSignature.sign(Self.document, as: .catalogue, with: key)
        #expect(error(signed, trusted: [key]) == nil)
        #expect(error(signed, trusted: [other, key]) == nil, "while a key is exchanged both are set")
        #expect(error(signed, trusted: [other]) == .otherKey(key.publicKey))
        #expect(error(Self.document, trusted: [key]) == .missing)
        #expect(error([], trusted: [key]) == .missing)
        #expect(error(Self.document, trusted: []) == nil)
    }

    @Test("every changed byte is noticed")
    func everyByteCounts() {
        let signed = DocumentSignature.sign(Self.document, as: .catalogue, with: key)
        for index in signed.indices {
            var changed = signed
            changed[index] ^= 1
            #expect(error(changed, trusted: [key]) != nil, "byte \(index)")
        }
        #expect(error(signed + [UInt8(ascii: "\n")], trusted: [key]) == .missing)
    }

    @Test("a document is valid only as what it was signed for")
    func kinds() {
        let kinds: [DocumentSignature.Kind] = [
            .catalogue, .settings, .roomSettings(room: "lobby"), .roomSettings(room: "lobb\ny"),
            .announcement(topic: "catalogue"), .announcement(topic: "settings/07"),
        ]
        for made in kinds {
            let signed = DocumentSignature.sign(Self.document, as: made, with: key)
            for asked in kinds { #expect((error(signed, asked, trusted: [key]) == nil) == (made == asked)) }
        }
    }

    @Test(
        "a second signature member is refused, wherever it is and however its name is written",
        arguments: [#""signature":{}"#, #""sign\u0061ture":1"#])
    func secondSignature(member: String) {
        let document = Array("{\(member),\"revision\":1}".utf8)
        let signed = DocumentSignature.sign(document, as: .catalogue, with: key)
        #expect(error(signed, trusted: [key]) == .malformed)
        var appended = DocumentSignature.sign(Self.document, as: .catalogue, with: key)
        appended = DocumentSignature.sign(appended, as: .catalogue, with: other)
        #expect(error(appended, trusted: [key]) == .malformed)
    }

    @Test("a room follows signed announcements only, if the keys of the store are set")
    func announcements() throws {
        let settings = PublishedSettings(revision: 7)
        let messages = StoreAnnouncement.messages(catalogueRevision: 3, settings: settings)
        func actions(_ signer: PublisherPrivateKey?, _ trusted: [PublisherKey]) -> [AnnouncedState.Action] {
            var state = AnnouncedState(room: "lobby", storeKeys: trusted)
            return messages.map { $0.signed(with: signer) }
                .flatMap { state.receive(topic: $0.topic, payload: $0.payload) }
        }
        let all: [AnnouncedState.Action] = [.settings(settings.resolved(for: "lobby")), .catalogue(revision: 3)]
        #expect(actions(key, [key.publicKey]) == all)
        #expect(actions(key, []) == all, "players without keys ignore signatures")
        #expect(actions(nil, [key.publicKey]) == [])
        #expect(actions(other, [key.publicKey]) == [])
        #expect(StoreAnnouncement(topic: "rooms/a", payload: []).signed(with: key).payload == [])
    }
}
