import JSON
import TextEncodings

/// The signature of a gift package by its publisher: the file `gift.sig` at the root of the package.
///
///     {"key":"…","signature":"…"}
///
/// The values are the public key and the signature in Base64. Signed is a text that standard tools can make: a line
/// `giftty gift 1`, a line with the gift's id, and the lines that `sha256sum` prints for the package's other files,
/// sorted by the bytes of their paths. So the signature holds for the files, whatever archive they are in, and for one
/// id. The name, the price and the version in a catalogue are not signed.
public struct PackageSignature: Hashable, Sendable {
    /// The name of the file in a package.
    public static let fileName = "gift.sig"
    /// The largest file, in bytes.
    public static let maxFileBytes = 1_024
    /// The length of a signature, in bytes.
    static let length = 64

    /// The public key.
    public let key: PublisherKey
    private let bytes: [UInt8]

    /// A file of a package with the digest of its contents.
    public typealias File = (path: String, digest: SHA256Digest)

    /// Reads a signature file.
    ///
    /// - Throws: `PackageSignatureError.malformed` if it is none.
    public init(file: [UInt8]) throws(PackageSignatureError) {
        let value = file.count > Self.maxFileBytes ? nil : Self.json(file)
        guard let value, let key = value.member("key")?.string.flatMap({ PublisherKey($0) }),
            let bytes = value.member("signature")?.string.flatMap({ Base64Text.bytes(of: $0) }),
            bytes.count == Self.length
        else { throw .malformed }
        self.key = key
        self.bytes = bytes
    }

    private static func json(_ file: [UInt8]) -> JSONValue? {
        try? JSONReader.readDocument(file) { reader throws(JSONError) in try JSONValue(from: &reader) }
    }

    /// Signs the files of a package for a gift.
    ///
    /// - Throws: `PackageSignatureError.notMade` if the library cannot sign.
    public init(
        id: String, files: [File], with key: PublisherPrivateKey
    ) throws(PackageSignatureError) {
        guard let bytes = key.signature(of: Self.message(id: id, files: files)) else { throw .notMade }
        self.key = key.publicKey
        self.bytes = bytes
    }

    /// The signature file.
    public var file: [UInt8] {
        var json: [UInt8] = []
        json.appendObject {
            $0.add("key", key.description)
            $0.add("signature", Base64Text.text(of: bytes))
        }
        return json + [UInt8(ascii: "\n")]
    }

    /// Checks that the signature is that of the files for a gift.
    ///
    /// - Throws: `PackageSignatureError.wrong` if it is not.
    public func check(id: String, files: [File]) throws(PackageSignatureError) {
        guard key.verifies(bytes, of: Self.message(id: id, files: files)) else { throw .wrong(id: id) }
    }

    /// Checks the signature of a package.
    ///
    /// - Parameters:
    ///   - file: The signature file; `nil` if the package has none.
    ///   - id: The id of the gift.
    ///   - files: The other files.
    ///   - trusted: The keys of which one must have signed; none if unsigned packages are accepted.
    /// - Throws: `PackageSignatureError` if there is a signature that is wrong, or a key is required and none has signed.
    public static func check(
        _ file: [UInt8]?, id: String, files: [File], trusted: [PublisherKey]
    ) throws(PackageSignatureError) {
        guard let file else {
            if trusted.isEmpty { return }
            throw .missing
        }
        let signature = try PackageSignature(file: file)
        try signature.check(id: id, files: files)
        guard trusted.isEmpty || trusted.contains(signature.key) else { throw .otherKey(signature.key) }
    }

    private static func message(id: String, files: [File]) -> [UInt8] {
        let sorted = files.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
        let lines = ["giftty gift 1", id] + sorted.map { "\($0.digest.hex)  \($0.path)" }
        return lines.flatMap { Array("\($0)\n".utf8) }
    }
}

/// The reason why a package is not accepted as a publisher's.
public enum PackageSignatureError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The signature file has another form.
    case malformed
    /// The signature is not that of these files for this gift.
    case wrong(id: String)
    /// A publisher's key is required, and the package has no signature.
    case missing
    /// The package is signed with a key that is not among the required ones.
    case otherKey(PublisherKey)
    /// The library cannot sign.
    case notMade

    /// What was expected and what was found, in one line.
    public var description: String {
        switch self {
        case .malformed: "gift.sig: expected a public key and a signature"
        case .wrong(let id): "gift.sig: expected the signature of these files for \"\(id)\", found another one"
        case .missing: "gift.sig: expected the signature of a publisher whose key is set, found none"
        case .otherKey(let key): "gift.sig: expected a signature with a key that is set, found one with \(key)"
        case .notMade: "the package cannot be signed"
        }
    }
}
