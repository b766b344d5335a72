import ExactNumbers
import Playback
import PlayerSettings
import SeededRandomness
import StoreProtocol

/// The documents that a store signs in a trial, and what liars make of them.
struct SignedDocuments {
    /// A document with its signature.
    struct Document {
        let kind: DocumentSignature.Kind
        /// The document before it was signed.
        let json: [UInt8]
        let signed: [UInt8]
    }

    /// Documents as somebody presents them.
    struct Presented {
        let kind: DocumentSignature.Kind
        let bytes: [UInt8]
    }

    static let rooms = ["lobby", "attic", "a\"\u{1}b"]
    /// The key of the store, and one that players do not know.
    let key: PublisherPrivateKey
    private let otherKey: PublisherPrivateKey
    /// What the store has signed.
    private(set) var documents: [Document] = []

    /// Creates the documents of a store that has had these revisions, with this catalogue.
    init(catalogue: StoreCatalogue, revisions: ClosedRange<Int>, _ random: inout SeededGenerator) throws {
        key = try Self.key("MC4CAQAwBQYDK2VwBCIEIJ1hsZ3v/VpguoRK9JLsLMREScVpezJpGXA7rAMcrn9g")
        otherKey = try Self.key("MC4CAQAwBQYDK2VwBCIEIEzNCJso/5banbbDRuwRTg9bijGfNaumJNqM9u1PuKb7")
        var catalogue = catalogue
        for revision in revisions {
            catalogue.revision = revision
            add(catalogue.json, as: .catalogue)
            let settings = PublishedSettings(
                revision: revision, default: [Self.assignment(&random)],
                rooms: random.next(below: 2) == 0 ? [:] : ["attic": [Self.assignment(&random)]])
            add(settings.json, as: .settings)
            for room in Self.rooms { add(settings.resolved(for: room).json, as: .roomSettings(room: room)) }
            for message in StoreAnnouncement.messages(catalogueRevision: revision, settings: settings)
            where Self.rooms.contains(where: { StoreAnnouncement.topics(of: $0).contains(message.topic) }) {
                add(message.payload, as: .announcement(topic: message.topic))
            }
        }
    }

    private static func key(_ base64: String) throws -> PublisherPrivateKey {
        let pem = "-----BEGIN PRIVATE KEY-----\n\(base64)\n-----END PRIVATE KEY-----\n"
        guard let key = PublisherPrivateKey(pem: Array(pem.utf8)) else {
            throw StoreRuleViolation(seed: 0, "the key of the trial cannot be read")
        }
        return key
    }

    private static func assignment(_ random: inout SeededGenerator) -> Assignment {
        Assignment(.replaceAt, .fraction(Millionths(Int64(random.next(below: 1_000_000)))), origin: .store)
    }

    /// Signs a document.
    mutating func add(_ json: [UInt8], as kind: DocumentSignature.Kind) {
        documents.append(Document(kind: kind, json: json, signed: DocumentSignature.sign(json, as: kind, with: key)))
    }

    /// The number of bytes that a signature takes, with the brace after it.
    private var signatureLength: Int { documents[0].signed.count - documents[0].json.count + 1 }

    /// Returns whether the store has signed what a document says, as a document of this kind.
    func hasSigned(_ presented: Presented) -> Bool {
        let body = presented.bytes.dropLast(signatureLength)
        return documents.contains { $0.kind == presented.kind && $0.json.dropLast().elementsEqual(body) }
    }

    /// Returns a document of the store as it is.
    func honest(_ random: inout SeededGenerator) -> Presented {
        let document = HostileText.pick(documents, &random)
        return Presented(kind: document.kind, bytes: document.signed)
    }

    /// Returns a document that lies, or is cut or damaged.
    ///
    /// - Parameter kind: The kind as which it is presented; `nil` for that of any document.
    func lying(as kind: DocumentSignature.Kind? = nil, _ random: inout SeededGenerator) -> Presented {
        let candidates = kind.map { kind in documents.filter { $0.kind == kind } } ?? documents
        let document = HostileText.pick(candidates, &random)
        let other = HostileText.pick(documents, &random)
        var bytes = document.signed
        let body = bytes.dropLast(signatureLength)
        let signature = bytes.suffix(signatureLength)
        switch random.next(below: 10) {
        case 0: bytes.removeLast(1 + random.next(below: bytes.count))
        case 1: HostileText.mutate(&bytes, &random)
        case 2: bytes = DocumentSignature.sign(document.json, as: document.kind, with: otherKey)
        case 3: return Presented(kind: kind ?? other.kind, bytes: (kind == nil ? document : other).signed)
        case 4: bytes = body + other.signed.suffix(signatureLength)
        case 5: bytes = body + signature.dropLast() + signature
        case 6: bytes = Array(Self.renumbered(document.json, &random).dropLast()) + signature
        case 7:
            let name = HostileText.pick(["signatur\\u0065", "Signature", "x", "revision"], &random)
            bytes = body + Array(",\"\(name)\":7".utf8) + signature
        case 8: bytes += Array(HostileText.pick([" ", "\n", "}", "{}", "\u{FEFF}"], &random).utf8)
        default: bytes = document.json
        }
        return Presented(kind: document.kind, bytes: bytes)
    }

    /// Returns a document with another revision.
    private static func renumbered(_ json: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
        let value = HostileText.pick(HostileText.values, &random)
        return Array(
            String(decoding: json, as: UTF8.self)
                .replacing(/"revision":[0-9]+/, with: "\"revision\":\(value)", maxReplacements: 1).utf8)
    }
}
