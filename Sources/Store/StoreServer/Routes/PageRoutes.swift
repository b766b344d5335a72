import HTTPTypes
import Hummingbird
import JSON
import Playback
import StorePage

/// The routes for the web page at `/` and its files below `/page/`.
struct PageRoutes {
    private let page: EncodedDocument
    private let files: [String: EncodedDocument]

    init() {
        var files: [(name: String, document: EncodedDocument)] = []
        while let file = store_page_file_at(UInt(files.count))?.pointee {
            // The bytes are built into the program, so the pointer stays valid.
            let bytes = [UInt8](UnsafeBufferPointer(start: file.bytes, count: Int(file.length)))
            let document = EncodedDocument(bytes, mediaType: String(cString: file.media_type))
            files.append((String(cString: file.name), document))
        }
        guard let page = files.first?.document else { preconditionFailure("the page is built in") }
        self.page = page
        files.append(("settings.js", EncodedDocument(Self.settings, mediaType: "text/javascript; charset=utf-8")))
        self.files = Dictionary(files.dropFirst().map { ($0.name, $0.document) }, uniquingKeysWith: { $1 })
    }

    /// The settings of playback as a script, so that their names, words and defaults are in one table.
    private static var settings: [UInt8] {
        var script = Array("export const settings = ".utf8)
        script.appendArray(SettingKey.playback) { json, key in
            json.appendObject { json in
                json.add("name", key.name)
                if case .choice(let words) = key.kind { json.add("words", words) }
                json.add("isWhole", flag: key.kind == .count)
                json.begin("standard")
                json.append(key.defaultValue)
            }
        }
        return script + Array(";\n".utf8)
    }

    func page(_ request: Request, _ context: StoreContext) -> Response {
        var response = page.response(to: request)
        response.headers[.contentSecurityPolicy] = Self.policy
        response.headers[.referrerPolicy] = "no-referrer"
        return response
    }

    func file(_ request: Request, _ context: StoreContext) throws -> Response {
        guard let file = context.parameters.get("file").flatMap({ files[$0] }) else { throw RequestFailure.noResource }
        return file.response(to: request)
    }

    /// Confirms that a token is valid, before the page uses it for a change. A request with a wrong token does not get
    /// here.
    func access(_ request: Request, _ context: StoreContext) -> Response { Response(status: .noContent) }

    /// The Content Security Policy: nothing from other origins, no inline scripts or styles, no markup from strings,
    /// and no framing, which would permit clickjacking.
    private static let policy = [
        "default-src 'self'", "object-src 'none'", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'",
        "require-trusted-types-for 'script'", "trusted-types 'none'",
    ].joined(separator: "; ")
}

extension HTTPField.Name {
    static let referrerPolicy = Self.fieldName("Referrer-Policy")
}
