public import StoreProtocol

extension GiftPackage {
    /// The files of the package as ``zipArchive()`` packs them, without the signature.
    public var files: [(path: String, bytes: [UInt8])] {
        var files = [(path: Self.documentName, bytes: dataJSON)]
        for (name, picture) in images.sorted(by: { $0.key < $1.key }) {
            files.append((Self.imageFolder + name, picture))
        }
        if let manifestYAML { files.append((Self.manifestName, manifestYAML)) }
        if let machine, let machineFile { files.append((machine.path, machineFile)) }
        for (path, animation) in insertedAnimations.sorted(by: { $0.key < $1.key }) { files.append((path, animation)) }
        return files
    }

    /// Checks the signature of the package.
    ///
    /// - Parameters:
    ///   - id: The id of the gift.
    ///   - trusted: The keys of which one must have signed; none if an unsigned package is accepted.
    /// - Throws: `PackageSignatureError` if there is a signature that is wrong, or a key is required and none has signed.
    public func checkSignature(id: String, trusted: [PublisherKey] = []) throws(PackageSignatureError) {
        try PackageSignature.check(signature, id: id, files: digests, trusted: trusted)
    }

    /// Signs the package for a gift; an earlier signature is replaced.
    ///
    /// - Throws: `PackageSignatureError.notMade` if the library cannot sign.
    public mutating func sign(id: String, with key: PublisherPrivateKey) throws(PackageSignatureError) {
        signature = try PackageSignature(id: id, files: digests, with: key).file
    }

    private var digests: [PackageSignature.File] { files.map { ($0.path, SHA256Digest.digest(of: $0.bytes)) } }
}
