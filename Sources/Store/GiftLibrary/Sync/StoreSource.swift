import Foundation

/// A place where gifts are published: the URL of a store, or a folder with a `catalogue.json`.
public struct StoreSource: Sendable, Hashable, CustomStringConvertible {
    /// The URL of the catalogue, against which package references are resolved.
    public let catalogueURL: String
    /// The folder from which alone files are read; `nil` for a store on the network.
    let folder: String?

    /// Creates a source from a text that the user entered.
    ///
    /// - Parameter text: An http or https URL of a store or its catalogue, or a file URL or path of a folder or its
    ///   `catalogue.json`.
    /// - Throws: `StoreSourceError` if the text is none of these.
    public init(_ text: String) throws(StoreSourceError) {
        // An address with {id} has animations, but no catalogue.
        guard !text.isEmpty, !text.utf8.contains(0), !text.contains("{id}") else { throw StoreSourceError(text) }
        let scheme = text.range(of: "://").map { text[..<$0.lowerBound].lowercased() }
        switch scheme {
        case "http", "https":
            guard let url = URL(string: text), url.host?.isEmpty == false, let own = Self.catalogueURL(of: url) else {
                throw StoreSourceError(text)
            }
            self.init(catalogueURL: own, folder: nil)
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
        let folder = url.lastPathComponent == Self.catalogueFileName ? url.deletingLastPathComponent().path : url.path
        let catalogue = URL(fileURLWithPath: folder).appendingPathComponent(Self.catalogueFileName, isDirectory: false)
        self.init(catalogueURL: catalogue.absoluteString, folder: folder)
    }

    private init(catalogueURL: String, folder: String?) {
        self.catalogueURL = catalogueURL
        self.folder = folder
    }

    /// The file name of the catalogue in a folder.
    static let catalogueFileName = "catalogue.json"

    private static func catalogueURL(of url: URL) -> String? {
        guard var parts = URLComponents(url: url, resolvingAgainstBaseURL: true) else { return nil }
        parts.query = nil
        parts.fragment = nil
        while parts.path.hasSuffix("/") { parts.path.removeLast() }
        if !parts.path.hasSuffix("/gifts"), !parts.path.hasSuffix(".json") { parts.path += "/gifts" }
        return parts.string
    }

    /// The name of the store in rows and messages: the URL of the catalogue.
    public var description: String { catalogueURL }

    /// The URL of the event stream; `nil` if the store has none.
    var eventsURL: String? { siblingURL("events") }

    /// Returns the URL of a room's settings; `nil` if the store has none.
    func settingsURL(of room: String) -> String? {
        guard let url = siblingURL("settings"), var parts = URLComponents(string: url) else { return nil }
        parts.queryItems = [URLQueryItem(name: "room", value: room)]
        // Some servers decode a plus sign as a space.
        parts.percentEncodedQuery = parts.percentEncodedQuery?.replacingOccurrences(of: "+", with: "%2B")
        return parts.string
    }

    private func siblingURL(_ name: String) -> String? {
        guard folder == nil, catalogueURL.hasSuffix("/gifts") else { return nil }
        return catalogueURL.dropLast("gifts".count) + name
    }

    /// Returns the URL of a package; `nil` if packages must not be read from there.
    ///
    /// - Parameters:
    ///   - reference: The URL reference in the catalogue.
    ///   - base: The URL of the catalogue after redirects.
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

/// A text that is not the name of a store.
public struct StoreSourceError: Error, Hashable, Sendable, CustomStringConvertible {
    private let text: String

    init(_ text: String) {
        self.text = text
    }

    /// What was expected and what was found.
    public var description: String { "expected an http or https URL, or a folder, found \"\(text)\"" }
}
