import PlayerSettings
public import StoreProtocol

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A place where gifts are published: the URL of a store, or a folder with a `catalogue.json`, and mirrors of it.
public struct StoreSource: Sendable, Hashable, CustomStringConvertible {
    /// The URL of the catalogue, against which package references are resolved.
    public let catalogueURL: String
    /// The folder from which alone files are read; `nil` for a store on the network.
    let folder: String?
    /// Other addresses of the same store, which are asked when this one fails.
    public private(set) var mirrors: [StoreSource] = []
    /// The keys of publishers, of which one must have signed each package; none if unsigned packages are accepted.
    public var publisherKeys: [PublisherKey] = []
    /// The keys of which one must have signed each catalogue and all settings, from whatever address they come; none if
    /// unsigned ones are accepted.
    public var storeKeys: [PublisherKey] = [] {
        didSet { for index in mirrors.indices { mirrors[index].storeKeys = storeKeys } }
    }

    /// Creates a source from a text that the user entered.
    ///
    /// - Parameter text: An http or https URL of a store or its catalogue, or a file URL or path of a folder or its
    ///   `catalogue.json`. Mirrors follow: URLs with a space before each.
    /// - Throws: `StoreSourceError` if the text is none of these.
    public init(_ text: String) throws(StoreSourceError) {
        var addresses = Self.addresses(in: text)
        try self.init(address: addresses.removeFirst())
        for address in addresses { mirrors.append(try StoreSource(address: address)) }
    }

    /// Splits a text at spaces before URLs; the paths of folders can contain spaces.
    private static func addresses(in text: String) -> [String] {
        var addresses: [String] = []
        for word in text.split(separator: " ", omittingEmptySubsequences: false) {
            let isURL = ["http://", "https://", "file://"].contains { word.lowercased().hasPrefix($0) }
            if isURL || addresses.isEmpty {
                addresses.append(String(word))
            } else {
                addresses[addresses.count - 1] += " " + word
            }
        }
        guard addresses.count > 1 else { return [text] }
        return addresses.map(withoutOuterSpaces).filter { !$0.isEmpty }
    }

    private static func withoutOuterSpaces(_ text: String) -> String {
        let rest = text.drop(while: \.isWhitespace)
        return String(rest.reversed().drop(while: \.isWhitespace).reversed())
    }

    private init(address text: String) throws(StoreSourceError) {
        // An address with {id} has animations, but no catalogue.
        guard !text.isEmpty, !text.utf8.contains(0), !text.contains("{id}") else { throw StoreSourceError(text) }
        let scheme = text.firstRange(of: "://").map { text[..<$0.lowerBound].lowercased() }
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

    /// The name of the store in messages: the URL of the catalogue, without the password of a user.
    public var description: String { catalogueURL.withoutURLPasswords }

    /// The name of the store in rows: the URLs of the catalogues of all its addresses, with a space between.
    var catalogueList: String { allCatalogueURLs.joined(separator: " ") }

    /// The store's keys in rows, sorted, with a space between.
    var storeKeyList: String { storeKeys.map(\.description).sorted().joined(separator: " ") }

    /// Whether a row was accepted with keys that all still count; without keys everything is.
    ///
    /// - Parameter list: The keys of the row, as in ``storeKeyList``.
    func trusts(_ list: String?) -> Bool {
        if storeKeys.isEmpty { return true }
        guard let list, !list.isEmpty else { return false }
        return list.split(separator: " ").allSatisfy { word in storeKeys.contains { $0.description == word } }
    }

    /// The URLs of the catalogues of all addresses.
    var allCatalogueURLs: [String] { ([self] + mirrors).map(\.catalogueURL) }

    /// The URL of the event stream; `nil` if the store has none.
    var eventsURL: String? { siblingURL("events") }

    /// Whether settings come as the whole document of all rooms: a web server that delivers files can't choose.
    var hasWholeSettings: Bool { folder == nil && catalogueURL.hasSuffix("/\(Self.catalogueFileName)") }

    /// Returns the URL of a room's settings; `nil` if the store has none.
    func settingsURL(of room: String) -> String? {
        if hasWholeSettings { return catalogueURL.dropLast(Self.catalogueFileName.count) + "settings.json" }
        guard let url = siblingURL("settings"), var parts = URLComponents(string: url) else { return nil }
        parts.queryItems = [URLQueryItem(name: "room", value: room)]
        // Some servers decode a plus sign as a space.
        parts.percentEncodedQuery = parts.percentEncodedQuery?.replacing("+", with: "%2B")
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
        self.text = text.withoutURLPasswords
    }

    /// What was expected and what was found.
    public var description: String { "expected an http or https URL, or a folder, found \"\(text)\"" }
}
