import ImageCoding
import JSON
import LottieDocument
import StoreProtocol
import TextEncodings
public import ZIPArchive

extension GiftPackage {
    /// Returns the package as a zip: `data.json`, the pictures in `images/`, and `gift.yaml`, the file of the state machine
    /// in `s/`, inserted animations in `animations/` and `gift.sig` if they exist.
    ///
    /// The result depends on the package's content and not on its original format. Reading and packing it again gives
    /// the same bytes.
    ///
    /// - Throws: `ArchiveError` if the result exceeds the limits of the format.
    public func zipArchive() throws(ArchiveError) -> [UInt8] {
        var writer = ArchiveWriter()
        try writer.add(Self.documentName, dataJSON)
        try addPicturesAndManifest(to: &writer, imageFolder: Self.imageFolder)
        if let signature { try writer.add(PackageSignature.fileName, signature) }
        let bytes = try writer.bytes()
        // The result must be readable within the limits that apply to every reader.
        _ = try Archive(bytes, limits: .giftPackage)
        return bytes
    }

    /// Returns the package as a dotLottie archive of version 2 with one animation, which has the id that its state machine
    /// gives it, or else `gift`.
    ///
    /// - Throws: `ArchiveError` if the result exceeds the limits of the format.
    public func dotLottieArchive() throws(ArchiveError) -> [UInt8] {
        let folder = "i/"
        // The document was readable before, so this cannot fail.
        let references = try? PictureReferences(in: dataJSON)
        let document = references?.document { path in imageName(forPath: path).map { .file($0, folder: folder) } }
        var writer = ArchiveWriter()
        try writer.add("manifest.json", contents)
        try writer.add("a/\(machine?.animation ?? GiftMachine.defaultAnimation).json", document ?? dataJSON)
        try addPicturesAndManifest(to: &writer, imageFolder: folder)
        return try writer.bytes()
    }

    /// The `manifest.json` of the dotLottie archive.
    private var contents: [UInt8] {
        var json: [UInt8] = []
        json.appendObject {
            $0.add("version", "2")
            $0.add("generator", "giftty")
            $0.begin("animations")
            $0.appendArray([machine?.animation ?? GiftMachine.defaultAnimation]) { json, id in
                json.appendObject { $0.add("id", id) }
            }
            guard let machine else { return }
            $0.begin("stateMachines")
            $0.appendArray([machine.id]) { json, id in json.appendObject { $0.add("id", id) } }
            $0.add("initial") { $0.add("stateMachine", machine.id) }
        }
        return json
    }

    /// The maximum number of bytes that pictures may add to a document, which can refer to one picture many times.
    ///
    /// A package has at most 32 MB of pictures, which are 43 MB in Base64.
    private static let maxEmbeddedPictureBytes = 48 << 20

    /// Returns the animation as a Lottie document with embedded pictures.
    ///
    /// - Throws: `ArchiveError` if the pictures would make it too long.
    public func standaloneJSON() throws(ArchiveError) -> [UInt8] {
        guard let references = try? PictureReferences(in: dataJSON) else { return dataJSON }
        let urls = images.mapValues { "data:\(Self.mediaType(of: $0));base64,\(Base64Text.text(of: $0))" }
        func url(_ path: String) -> String? { imageName(forPath: path).flatMap { urls[$0] } }
        let length = references.references.reduce(0) { $0 + (url($1.path)?.utf8.count ?? 0) }
        guard length <= Self.maxEmbeddedPictureBytes else {
            throw .limitExceeded(what: "pictures", limit: "\(Self.maxEmbeddedPictureBytes >> 20) MB in all", file: nil)
        }
        return references.document { path in url(path).map { .embedded(url: $0) } }
    }

    private func addPicturesAndManifest(to writer: inout ArchiveWriter, imageFolder: String) throws(ArchiveError) {
        for (name, bytes) in images.sorted(by: { $0.key < $1.key }) { try writer.add(imageFolder + name, bytes) }
        if let manifestYAML { try writer.add(Self.manifestName, manifestYAML) }
        if let machine, let machineFile { try writer.add(machine.path, machineFile) }
        for (path, bytes) in insertedAnimations.sorted(by: { $0.key < $1.key }) { try writer.add(path, bytes) }
    }

    /// Returns the file name of the picture at `path` in the document; `nil` if the package lacks it.
    private func imageName(forPath path: String) -> String? {
        guard path.hasPrefix(Self.imageFolder) else { return nil }
        let file = String(path.dropFirst(Self.imageFolder.count))
        return images[file] == nil ? nil : file
    }

    private static func mediaType(of picture: [UInt8]) -> String {
        switch PictureFormat(signatureOf: picture) {
        case .png: "image/png"
        case .jpeg: "image/jpeg"
        case .webp: "image/webp"
        case nil: "application/octet-stream"
        }
    }
}
