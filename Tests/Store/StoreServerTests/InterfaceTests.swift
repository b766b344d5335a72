import Foundation
import Playback
import TestSupport
import Testing

@testable import StoreServer

/// A description in the form of OpenAPI 3.1.
private struct Description {
    let root: [String: Any]

    init(_ answer: Answer) throws {
        root = try #require(try JSONSerialization.jsonObject(with: Data(answer.body)) as? [String: Any])
    }

    var paths: [String: [String: Any]] { root["paths"] as? [String: [String: Any]] ?? [:] }

    /// Returns an object, or the one that it refers to.
    func resolved(_ object: [String: Any]) throws -> [String: Any] {
        guard let reference = object["$ref"] as? String else { return object }
        var found: Any? = root
        for name in reference.dropFirst(2).split(separator: "/") {
            found = (found as? [String: Any])?[String(name)]
        }
        return try resolved(try #require(found as? [String: Any], "\(reference)"))
    }

    func schema(_ name: String) throws -> [String: Any] { try resolved(["$ref": "#/components/schemas/\(name)"]) }

    /// Returns what differs between a value and its schema: missing, unknown and wrong members.
    func problems(_ value: Any, _ reference: [String: Any], at place: String = "") throws -> [String] {
        let schema = try resolved(reference)
        if let choices = schema["anyOf"] as? [[String: Any]] {
            let results = try choices.map { try self.problems(value, $0, at: place) }
            return results.contains { $0.isEmpty } ? [] : results.flatMap { $0 }
        }
        let types = (schema["type"] as? [String]) ?? (schema["type"] as? String).map { [$0] } ?? []
        guard types.isEmpty || types.contains(where: { Self.has(value, type: $0) }) else {
            return ["\(place): expected \(types), found \(value)"]
        }
        var problems: [String] = []
        if let words = schema["enum"] as? [String], let word = value as? String, !words.contains(word) {
            problems.append("\(place): \(word) is none of \(words)")
        }
        if let pattern = schema["pattern"] as? String, let text = value as? String,
            text.range(of: pattern, options: .regularExpression) == nil
        {
            problems.append("\(place): \(text) does not match \(pattern)")
        }
        if let elements = value as? [Any], let items = schema["items"] as? [String: Any] {
            for (index, element) in elements.enumerated() {
                problems += try self.problems(element, items, at: "\(place)[\(index)]")
            }
        }
        guard let object = value as? [String: Any] else { return problems }
        let properties = schema["properties"] as? [String: [String: Any]] ?? [:]
        for name in schema["required"] as? [String] ?? [] where object[name] == nil {
            problems.append("\(place).\(name) is missing")
        }
        for (name, member) in object {
            if let property = properties[name] {
                problems += try self.problems(member, property, at: "\(place).\(name)")
            } else if let other = schema["additionalProperties"] as? [String: Any] {
                problems += try self.problems(member, other, at: "\(place).\(name)")
            } else if schema["additionalProperties"] as? Bool == false {
                problems.append("\(place).\(name) is not described")
            }
        }
        return problems
    }

    private static func has(_ value: Any, type: String) -> Bool {
        switch type {
        case "object": value is [String: Any]
        case "array": value is [Any]
        case "null": value is NSNull
        case "string": value is String
        case "boolean": (value as? NSNumber).map { String(cString: $0.objCType) == "c" } ?? false
        case "integer": (value as? NSNumber).map { $0.doubleValue == $0.doubleValue.rounded() } ?? false
        case "number": value is NSNumber
        default: false
        }
    }
}

@Suite("The description of the interface")
struct InterfaceTests {
    @Test("each route of the server is described, and nothing else", .timeLimit(.minutes(1)))
    func eachRouteIsDescribed() async throws {
        try await TestServer.run([Gifts.draft("heart")]) { server in
            let answer = try await server.client.get("/openapi.json")
            #expect(answer.headers["content-type"] == "application/json")
            let description = try Description(answer)
            let routes = await StoreServer(server.repository).paths(of: server.repository)
            #expect(Set(description.paths.keys) == Set(routes))
            for (path, item) in description.paths {
                let target = path.replacing("{id}", with: "heart").replacing("{version}", with: "1")
                    .replacing("{file}", with: "page.js")
                let answer = try await server.client.request("PATCH", target)
                #expect(answer.status == 405, "\(path)")
                let allowed = Set((answer.headers["allow"] ?? "").lowercased().split(separator: ", ").map(String.init))
                #expect(allowed.subtracting(["head"]) == Set(item.keys), "\(path)")
                // Changes and only they need a token, but for the audit log and the preview.
                for (method, operation) in item {
                    let isOpen = (operation as? [String: Any])?["security"] == nil
                    #expect(isOpen == (method == "get" && path != "/audit"), "\(method) \(path)")
                }
            }
        }
    }

    @Test("the description has the settings of their table")
    func descriptionHasAllSettings() async throws {
        try await TestServer.run { server in
            let description = try Description(try await server.client.get("/openapi.json"))
            let values = try description.schema("SettingValues")["properties"] as? [String: [String: Any]] ?? [:]
            #expect(Set(values.keys) == Set(SettingKey.playback.map(\.name)))
            for key in SettingKey.playback {
                guard case .choice(let words) = key.kind else { continue }
                #expect(values[key.name]?["enum"] as? [String] == words, "\(key.name)")
            }
        }
    }

    @Test("each response has the members of the description, and no others", .timeLimit(.minutes(2)))
    func responsesHaveDescribedMembers() async throws {
        let folder = try TemporaryFolder()
        let repository = try StoreRepository(
            root: folder.path, now: Gifts.time, audit: try AuditLog(root: folder.path), gifts: InitialGifts.drafts)
        try await TestServer.run(repository, { $0.trust.confirmationShare = 100 }) { server in
            let description = try Description(try await server.client.get("/openapi.json"))
            let settings =
                #"{"revision":0,"default":{"mode":"replace","replaceAt":0.5,"maxWaiting":3,"expireAfter":"2.5s"},"#
                + #""rooms":{"lobby":{"early":"hold"}},"rollout":[{"arm":"b","share":25,"settings":{"gap":1}}]}"#
            let rooms = #"{"revision":0,"rooms":{"lobby":{"early":"hold"}}}"#
            // The order matters: what is changed first is read later.
            let requests: [(String, String, String, String?)] = [
                ("PUT", "/gifts/{id}", "/gifts/plane?name=Plane", nil),
                ("PUT", "/gifts/{id}", "/gifts/plane?emoji=x&ascii=y", nil),
                ("POST", "/gifts/{id}/rollback", "/gifts/plane/rollback", nil),
                ("PUT", "/settings", "/settings", rooms), ("PUT", "/settings", "/settings", settings),
                ("POST", "/settings/preview", "/settings/preview", settings),
                ("POST", "/settings/preview", "/settings/preview", "{"), ("GET", "/settings", "/settings", nil),
                ("GET", "/settings", "/settings?room=lobby", nil), ("GET", "/settings", "/settings?room=", nil),
                ("GET", "/gifts", "/gifts", nil), ("GET", "/gifts/{id}", "/gifts/heart", nil),
                ("GET", "/gifts/{id}", "/gifts/none", nil),
                ("GET", "/gifts/{id}/{version}/findings.json", "/gifts/plane/1/findings.json", nil),
                ("GET", "/animation/{id}.json", "/animation/heart.json", nil), ("GET", "/health", "/health", nil),
                ("GET", "/ready", "/ready", nil), ("DELETE", "/gifts/{id}", "/gifts/plane", nil),
                ("GET", "/audit", "/audit", nil), ("GET", "/openapi.json", "/openapi.json", nil),
            ]
            for (method, path, target, body) in requests {
                var headers = server.authorization
                headers["Reason"] = "a test"
                if path == "/settings", method == "PUT" { headers["If-Match"] = "*" }
                let bytes = body.map { Array($0.utf8) } ?? (method == "PUT" ? Animations.document() : nil)
                let answer = try await server.client.request(method, target, headers, body: bytes)
                let operation = try #require(description.paths[path]?[method.lowercased()] as? [String: Any])
                let responses = try #require(operation["responses"] as? [String: [String: Any]])
                let response = try #require(responses["\(answer.status)"] ?? responses["default"], "\(target)")
                let content = try description.resolved(response)["content"] as? [String: [String: Any]]
                let schema = try #require(content?["application/json"]?["schema"] as? [String: Any], "\(target)")
                let value = try JSONSerialization.jsonObject(with: Data(answer.body))
                #expect(
                    try description.problems(value, schema).isEmpty, "\(method) \(target): \(answer.text.prefix(500))")
            }
            let audit = try await server.client.get("/audit", server.authorization)
            #expect(audit.text.hasPrefix(#"{"count":5,"#))
        }
    }

    @Test("each response of a route that is no JSON has a described type")
    func responsesHaveDescribedTypes() async throws {
        try await TestServer.run { server in
            _ = try await server.publish("plane", Animations.document())
            let description = try Description(try await server.client.get("/openapi.json"))
            for (path, item) in description.paths where path != "/events" && path != "/audit" {
                guard let operation = item["get"] as? [String: Any] else { continue }
                for file in path == "/page/{file}" ? ["page.js", "base.css", "icon.svg"] : [""] {
                    let target = path.replacing("{id}", with: "plane").replacing("{version}", with: "1")
                        .replacing("{file}", with: file)
                    let answer = try await server.client.get(target)
                    #expect(answer.status == 200, "\(target)")
                    let responses = operation["responses"] as? [String: [String: Any]] ?? [:]
                    let content = responses["200"]?["content"] as? [String: Any] ?? [:]
                    let type = (answer.headers["content-type"] ?? "").split(separator: ";")[0]
                    #expect(content.keys.contains(String(type)), "\(target): \(type)")
                }
            }
        }
    }
}

extension StoreServer {
    /// Returns the paths of the server's routes for `repository`.
    fileprivate func paths(of repository: StoreRepository) async -> [String] {
        let work = ServerWork(limits)
        let routes = makeRoutes(hub: EventHub(repository.snapshot, maxListeners: 1), work: work).router.routes
        await work.shutDown()
        return routes.map { $0.path.description.hasPrefix("/") ? $0.path.description : "/\($0.path)" }
    }
}
