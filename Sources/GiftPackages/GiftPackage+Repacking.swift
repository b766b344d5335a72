public import Archives
import Foundation
import Lottie
import Pictures

extension GiftPackage {
    /// The package as a zip: `data.json`, the pictures in `images/`, and `gift.yaml` if there is one.
    ///
    /// It depends on what the package holds and not on what it came as, and read again it gives the same once more.
    /// - Throws: `ArchiveError` where it is longer than the format allows.
    public func zip() throws(ArchiveError) -> [UInt8] {
        var writer = ArchiveWriter()
        try writer.add(Self.documentName, dataJSON)
        try addFurtherFiles(to: &writer, imageFolder: Self.imageFolder)
        return try writer.bytes()
    }

    /// The package as a dotLottie archive of version 2 with one animation, which is called `gift`.
    /// - Throws: `ArchiveError` where it is longer than the format allows.
    public func lottie() throws(ArchiveError) -> [UInt8] {
        let folder = "i/"
        // The document was read before, so it can be read again.
        let references = try? PictureReferences(in: dataJSON)
        let document = references?.document { path in file(at: path).map { .file($0, folder: folder) } }
        var writer = ArchiveWriter()
        try writer.add(
            "manifest.json", Array(#"{"version":"2","generator":"giftty","animations":[{"id":"gift"}]}"#.utf8))
        try writer.add("a/gift.json", document ?? dataJSON)
        try addFurtherFiles(to: &writer, imageFolder: folder)
        return try writer.bytes()
    }

    /// Most bytes that a document's pictures may add to it, which may name one picture many times.
    private static let longestPictures = 256 << 20

    /// The animation alone as a Lottie document, with its pictures in it.
    /// - Throws: `ArchiveError` where the pictures would make it too long.
    public func bareJSON() throws(ArchiveError) -> [UInt8] {
        guard let references = try? PictureReferences(in: dataJSON) else { return dataJSON }
        let urls = images.mapValues { "data:\(Self.mediaType(of: $0));base64,\(Data($0).base64EncodedString())" }
        func url(_ path: String) -> String? { file(at: path).flatMap { urls[$0] } }
        let length = references.references.reduce(0) { $0 + (url($1.path)?.utf8.count ?? 0) }
        guard length <= Self.longestPictures else {
            throw .tooMuch(what: "pictures", limit: "\(Self.longestPictures >> 20) MB in all", file: nil)
        }
        return references.document { path in url(path).map { .embedded(url: $0) } }
    }

    private func addFurtherFiles(to writer: inout ArchiveWriter, imageFolder: String) throws(ArchiveError) {
        for (name, bytes) in images.sorted(by: { $0.key < $1.key }) { try writer.add(imageFolder + name, bytes) }
        if let manifestYAML { try writer.add(Self.manifestName, manifestYAML) }
    }

    /// The picture that the document has at `path`; nil where it is missing.
    private func file(at path: String) -> String? {
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
