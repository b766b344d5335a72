import Foundation
import StoreDocuments

/// Where gifts are published: a store's address, or a folder with a `catalogue.json`.
public struct StoreSource: Sendable, Hashable, CustomStringConvertible {
    /// The catalogue's own URL, against which packages are resolved.
    public let catalogue: String
    /// The folder that files are taken from, and only from there; nil for a store on the network.
    let folder: String?

    /// The store that somebody named: an http or https URL, of the store's root or of its catalogue; a file URL or a path,
    /// of a folder or of the `catalogue.json` in it.
    /// - Throws: `StoreSourceError` where it is none of these.
    public init(_ text: String) throws(StoreSourceError) {
        guard !text.isEmpty, !text.utf8.contains(0) else { throw StoreSourceError(text) }
        let scheme = text.range(of: "://").map { text[..<$0.lowerBound].lowercased() }
        switch scheme {
        case "http", "https":
            guard let url = URL(string: text), url.host?.isEmpty == false, let own = Self.catalogue(of: url) else {
                throw StoreSourceError(text)
            }
            self.init(catalogue: own, folder: nil)
        case "file":
            guard let url = URL(string: text), url.host ?? "" == "" || url.host == "localhost" else {
                throw StoreSourceError(text)
            }
            self.init(folder: url.path)
        case nil: self.init(folder: text)
        default: throw StoreSourceError(text)
        }
    }

    private init(folder path: String) {
        let url = URL(fileURLWithPath: path).standardized
        let folder = url.lastPathComponent == Self.file ? url.deletingLastPathComponent().path : url.path
        let catalogue = URL(fileURLWithPath: folder).appendingPathComponent(Self.file, isDirectory: false)
        self.init(catalogue: catalogue.absoluteString, folder: folder)
    }

    private init(catalogue: String, folder: String?) {
        self.catalogue = catalogue
        self.folder = folder
    }

    /// The catalogue in a folder.
    static let file = "catalogue.json"

    private static func catalogue(of url: URL) -> String? {
        guard var parts = URLComponents(url: url, resolvingAgainstBaseURL: true) else { return nil }
        parts.query = nil
        parts.fragment = nil
        while parts.path.hasSuffix("/") { parts.path.removeLast() }
        if !parts.path.hasSuffix("/gifts"), !parts.path.hasSuffix(".json") { parts.path += "/gifts" }
        return parts.string
    }

    /// What the store is called in rows and lines for people: the catalogue's URL.
    public var description: String { catalogue }

    /// Where the store tells of changes; nil where it can't.
    var events: String? { sibling("events") }

    /// Where a room's settings are; nil where there are none.
    func settings(of room: String) -> String? {
        guard let url = sibling("settings"), var parts = URLComponents(string: url) else { return nil }
        parts.queryItems = [URLQueryItem(name: "room", value: room)]
        // A plus stands for a space to some servers.
        parts.percentEncodedQuery = parts.percentEncodedQuery?.replacingOccurrences(of: "+", with: "%2B")
        return parts.string
    }

    private func sibling(_ name: String) -> String? {
        guard folder == nil, catalogue.hasSuffix("/gifts") else { return nil }
        return catalogue.dropLast("gifts".count) + name
    }

    /// Where a gift's package is; nil where it may not be taken from there.
    /// - Parameter base: the URL that the catalogue came from, redirects followed.
    func packageURL(_ reference: String, base: String) -> String? {
        guard let base = URL(string: base), let url = URL(string: reference, relativeTo: base)?.absoluteURL else {
            return nil
        }
        switch url.scheme?.lowercased() {
        case "http", "https": return folder == nil ? url.absoluteString : nil
        case "file": return folder == nil ? nil : url.absoluteString
        default: return nil
        }
    }
}

/// A store's name that leads nowhere.
public struct StoreSourceError: Error, Hashable, Sendable, CustomStringConvertible {
    private let text: String

    init(_ text: String) {
        self.text = text
    }

    /// What was expected and what was found.
    public var description: String { "expected an http or https URL, or a folder, found \"\(text)\"" }
}
