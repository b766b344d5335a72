import HTTPTypes
import Hummingbird
import JSON
import Playback
import StorePage

/// The routes for the web page at `/`, its files below `/page/`, and the description of the interface.
struct PageRoutes {
    private let page: EncodedDocument
    private let files: [String: EncodedDocument]
    private let description: EncodedDocument

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
        let description = files.first { $0.name == Self.descriptionName }?.document.plain
        guard let description else { preconditionFailure("the description is built in") }
        self.description = EncodedDocument(Array(description.readableBytesView), mediaType: MediaType.json)
        files.removeAll { $0.name == Self.descriptionName }
        files.append(("settings.js", EncodedDocument(Self.settings, mediaType: "text/javascript; charset=utf-8")))
        self.files = Dictionary(files.dropFirst().map { ($0.name, $0.document) }, uniquingKeysWith: { $1 })
    }

    private static let descriptionName = "openapi.json"

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
        response.headers[.contentSecurityPolicy] = SecurityHeaders.pagePolicy
        return response
    }

    func file(_ request: Request, _ context: StoreContext) throws -> Response {
        guard let file = context.parameters.get("file").flatMap({ files[$0] }) else { throw RequestFailure.noResource }
        return file.response(to: request)
    }

    /// Responds with the description of the interface in the form of OpenAPI 3.1.
    func interfaceDescription(_ request: Request, _ context: StoreContext) -> Response {
        description.response(to: request)
    }

    /// Confirms that a token is valid, before the page uses it for a change. A request with a wrong token does not get
    /// here.
    func access(_ request: Request, _ context: StoreContext, _ author: ChangeAuthor) -> Response {
        Response(status: .noContent)
    }
}
