import JSON
import TextEncodings

/// The signature of a store's document: its last member, so that a document and its signature are always of one piece,
/// also on web servers that only deliver files.
///
///     {"revision":7,"mode":"queue","signature":{"key":"…","value":"…"}}
///
/// The values are the public key and an Ed25519 signature in Base64. Signed is a line that names the kind of the document,
/// such as `giftty catalogue 1`, and then the bytes of the document before `,"signature"`. So the settings of one room are
/// not valid for another one. There is no white space in the member and after it.
public enum DocumentSignature {
    /// The kind of a document.
    public enum Kind: Sendable, Hashable {
        /// The catalogue.
        case catalogue
        /// The settings of all rooms.
        case settings
        /// The settings of one room.
        case roomSettings(room: String)
        /// A message of a broker with this topic below the prefix.
        case announcement(topic: String)

        /// The first line of what is signed.
        fileprivate var line: [UInt8] {
            var line: [UInt8] = Array("giftty ".utf8)
            switch self {
            case .catalogue: line += Array("catalogue 1".utf8)
            case .settings: line += Array("settings 1".utf8)
            // As JSON, a room's id has no line break.
            case .roomSettings(let room):
                line += Array("room settings 1 ".utf8)
                line.append(jsonString: room)
            case .announcement(let topic): line += Array("announcement 1 \(topic)".utf8)
            }
            return line + [UInt8(ascii: "\n")]
        }
    }

    /// The name of the member.
    static let member = "signature"
    private static let opening = Array(#","signature":{"key":""#.utf8)
    private static let middle = Array(#"","value":""#.utf8)
    private static let closing = Array(#""}}"#.utf8)
    /// The lengths of the key and of the signature in Base64.
    private static let keyLength = 44
    private static let valueLength = 88

    /// Returns a document with its signature.
    ///
    /// - Parameters:
    ///   - json: The document, an object with one member or more and without white space at its end.
    ///   - kind: What it is.
    ///   - key: The private key; `nil` for the document as it is.
    public static func sign(_ json: [UInt8], as kind: Kind, with key: PublisherPrivateKey?) -> [UInt8] {
        guard let key, json.last == UInt8(ascii: "}") else { return json }
        let body = json.dropLast()
        // Without memory for a signature the document goes without one, and players that want one do not accept it.
        guard let value = key.signature(of: kind.line + body) else { return json }
        var signed = Array(body)
        signed += opening + Array(key.publicKey.description.utf8)
        signed += middle + Array(Base64Text.text(of: value).utf8)
        return signed + closing
    }

    /// Checks that one of the trusted keys has signed a document.
    ///
    /// - Parameters:
    ///   - json: The document.
    ///   - kind: What it is.
    ///   - trusted: The keys; with none, every document is accepted.
    /// - Throws: ``DocumentSignatureError`` if there is no signature at the end, more than one, or a wrong one.
    public static func check(
        _ json: [UInt8], as kind: Kind, trusted: [PublisherKey]
    ) throws(DocumentSignatureError) {
        if trusted.isEmpty { return }
        let length = opening.count + keyLength + middle.count + valueLength + closing.count
        guard json.count > length else { throw .missing }
        var rest = json[(json.count - length)...]
        guard take(opening, from: &rest) else { throw .missing }
        let keyText = String(decoding: rest.prefix(keyLength), as: UTF8.self)
        rest = rest.dropFirst(keyLength)
        guard take(middle, from: &rest), let key = PublisherKey(keyText),
            let value = Base64Text.bytes(of: String(decoding: rest.prefix(valueLength), as: UTF8.self)),
            value.count == PackageSignature.length, rest.dropFirst(valueLength).elementsEqual(closing),
            signatureCount(in: json) == 1
        else { throw .malformed }
        guard trusted.contains(key) else { throw .otherKey(key) }
        guard key.verifies(value, of: kind.line + json.dropLast(length)) else { throw .wrong }
    }

    /// Returns whether a document has a signature, of whatever key.
    public static func isSigned(_ json: [UInt8]) -> Bool { signatureCount(in: json).map { $0 > 0 } ?? false }

    private static func take(_ bytes: [UInt8], from rest: inout ArraySlice<UInt8>) -> Bool {
        guard rest.starts(with: bytes) else { return false }
        rest = rest.dropFirst(bytes.count)
        return true
    }

    /// Returns the number of members with the name of a signature; `nil` if the document is not an object.
    private static func signatureCount(in json: [UInt8]) -> Int? {
        try? JSONReader.readDocument(json) { reader throws(JSONError) in
            var count = 0
            try reader.readMembers { reader, name throws(JSONError) in
                if name == member { count += 1 }
                try reader.skipValue()
            }
            return count
        }
    }
}

/// The reason why a document is not accepted as a store's.
public enum DocumentSignatureError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The document has no signature at its end.
    case missing
    /// The signature has another form, or there is more than one.
    case malformed
    /// The document is signed with a key that is not among the required ones.
    case otherKey(PublisherKey)
    /// The signature is not that of this document.
    case wrong

    /// What was expected and what was found, in one line.
    public var description: String {
        switch self {
        case .missing: "signature: expected that of a store whose key is set, as the last member, found none"
        case .malformed: "signature: expected one member with a public key and a signature"
        case .otherKey(let key): "signature: expected one with a key that is set, found one with \(key)"
        case .wrong: "signature: expected that of this document, found another one"
        }
    }
}
