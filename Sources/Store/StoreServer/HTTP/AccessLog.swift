import HTTPTypes
import Hummingbird
import JSON

/// Middleware that counts each request and logs one line for it: client, time, method and path, status, response size in
/// bytes, and the milliseconds until the response began.
struct AccessLog: RouterMiddleware {
    typealias Context = StoreContext

    let clock: any Clock<Duration>
    let clients: ClientAddresses
    let metrics: ServerMetrics
    let format: LogFormat
    let now: @Sendable () -> String
    let write: @Sendable (String) -> Void

    func handle(
        _ request: Request, context: StoreContext, next: (Request, StoreContext) async throws -> Response
    ) async throws -> Response {
        var answer: Result<Response, any Error>?
        let time = await Self.measure(clock) {
            do {
                answer = .success(try await next(request, context))
            } catch {
                answer = .failure(error)
            }
        }
        guard let response = try answer?.get() else { throw CancellationError() }
        let method = StoreRoutes.methods.contains(request.method) ? request.method.rawValue : "other"
        let route = Self.route(of: context)
        metrics.count(.init(method: method, route: route, status: response.status.code), after: time)
        let client = clients.address(of: request, context)
        switch format {
        case .text: write(line(request, response, client: client, time: time))
        case .json: write(jsonLine(request, response, client: client, route: route, time: time))
        }
        return response
    }

    /// Returns the pattern of the path, such as `/gifts/{id}`; empty for an address with no resource.
    private static func route(of context: StoreContext) -> String {
        // The router's name for no route.
        guard let path = context.endpointPath, path != "NotFound" else { return "" }
        return path.hasPrefix("/") ? path : "/\(path)"
    }

    private static func measure(
        _ clock: some Clock<Duration>, _ work: () async -> Void
    ) async -> Duration {
        let start = clock.now
        await work()
        return start.duration(to: clock.now)
    }

    private func jsonLine(
        _ request: Request, _ response: Response, client: String, route: String, time: Duration
    ) -> String {
        var json: [UInt8] = []
        json.appendObject { json in
            json.add("time", now())
            json.add("event", "request")
            json.add("client", client)
            json.add("method", request.method.rawValue)
            json.add("path", Self.target(request.head.path ?? ""))
            json.add("route", route)
            json.add("status", number: response.status.code)
            if let bytes = response.headers[.contentLength].flatMap({ Int($0) }) { json.add("bytes", number: bytes) }
            json.begin("milliseconds")
            json.append(number: Double((time / .microseconds(100)).rounded()) / 10)
        }
        return String(decoding: json, as: UTF8.self)
    }

    private func line(_ request: Request, _ response: Response, client: String, time: Duration) -> String {
        let target = Self.target(request.head.path ?? "")
        let bytes = response.headers[.contentLength] ?? "-"
        let tenths = (time / .microseconds(100)).rounded()
        return
            "\(client) \(now()) \"\(request.method.rawValue) \(target)\" \(response.status.code) \(bytes) \(tenths / 10)ms"
    }

    /// The names of the members of queries that the server knows.
    private static let knownMembers: Set<String> = ["room", "name", "value", "tags", "emoji", "ascii"]

    /// Returns a request target for the log. Each member of its query that the server does not know is `*`: people put
    /// tokens there.
    private static func target(_ target: String) -> String {
        guard let mark = target.firstIndex(of: "?") else { return escaped(target) }
        let members = target[target.index(after: mark)...].split(separator: "&").map { member in
            knownMembers.contains(String(member.prefix { $0 != "=" })) ? member : "*"
        }
        return escaped("\(target[...mark])\(members.joined(separator: "&"))")
    }

    /// Returns a text for the log: characters that would break the line or its quotes are percent-encoded,
    /// and a long text is shortened.
    private static func escaped(_ target: String) -> String {
        let longest = 512
        var text = ""
        for byte in target.utf8.prefix(longest) {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"), 0...0x20, 0x7F...:
                text += "%" + (byte < 0x10 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            default: text.unicodeScalars.append(Unicode.Scalar(byte))
            }
        }
        return target.utf8.count > longest ? text + "…" : text
    }
}
