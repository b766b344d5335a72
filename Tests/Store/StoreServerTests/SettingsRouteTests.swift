import StoreProtocol
import Testing

@testable import StoreServer

@Suite("Published settings")
struct SettingsRouteTests {
    private static let settings = """
        {"revision": 1, "default": {"mode": "queue"}, "rooms": {"the lobby": {"mode": "replace"}},
         "rollout": [{"arm": "b", "share": 100, "settings": {"replaceAt": 0.5}}]}
        """

    private func put(
        _ text: String, to server: TestServer, _ condition: [String: String] = ["If-Match": "*"]
    ) async throws -> Answer {
        let headers = server.authorization.merging(condition) { $1 }
        return try await server.client.request("PUT", "/settings", headers, body: Array(text.utf8))
    }

    @Test("settings are readable as a whole and resolved for a room")
    func settingsAreResolvedForRoom() async throws {
        try await TestServer.run { server in
            let answer = try await put(Self.settings, to: server)
            #expect(answer.status == 200)
            let whole = try await server.client.get("/settings")
            #expect(whole.body == answer.body)
            #expect(whole.headers["etag"] == answer.headers["etag"])
            #expect(try PublishedSettings(json: whole.body).revision == 2)
            #expect(
                try await server.client.get("/settings?room=the%20lobby").text
                    == #"{"revision":2,"mode":"replace","replaceAt":0.5,"arm":"b"}"#)
            #expect(
                try await server.client.get("/settings?room=other").text
                    == #"{"revision":2,"mode":"queue","replaceAt":0.5,"arm":"b"}"#)
            #expect(try await server.client.get("/settings?room=the+lobby").text.contains("replace\""))
            #expect(try await server.client.get("/settings?room=").status == 400)
            #expect(try await server.client.get("/settings?room=%FF").status == 400)
        }
    }

    @Test("a change of the settings needs the tag of the settings that it replaces")
    func changeNeedsCurrentTag() async throws {
        try await TestServer.run { server in
            let tag = try #require(try await server.client.get("/settings").headers["etag"])
            #expect(try await put(Self.settings, to: server, [:]).status == 428)
            #expect(try await put(Self.settings, to: server, ["If-Match": "\"other\""]).status == 412)
            #expect(try await put(Self.settings, to: server, ["If-Match": "W/\(tag)"]).status == 412)
            #expect(try await put(Self.settings, to: server, ["If-Match": tag]).status == 200)
            #expect(try await put(Self.settings, to: server, ["If-Match": tag]).status == 412)
            let packed = try await server.client.get("/settings", ["Accept-Encoding": "gzip"])
            #expect(packed.headers["content-encoding"] == "gzip")
            let packedTag = try #require(packed.headers["etag"])
            #expect(try await put(Self.settings, to: server, ["If-Match": packedTag]).status == 200)
        }
    }

    @Test(
        "invalid settings are refused with the place of the fault",
        arguments: [
            ("{", "line 1, column 2"), (#"{"revision": 1, "mode": "queue"}"#, "mode"),
            (#"{"revision": 1, "default": {"mode": 5}}"#, "default.mode"),
            (#"{"revision": 1, "default": {"mod": "queue"}}"#, "default.mod"),
            (#"{"revision": 1, "rollout": [{"arm": "a", "share": 101, "settings": {}}]}"#, "rollout[0].share"),
        ])
    func invalidSettingsAreRejected(text: String, place: String) async throws {
        try await TestServer.run { server in
            let answer = try await put(text, to: server)
            #expect(answer.status == 422)
            #expect(answer.text.hasPrefix("{\"error\":\"\(place)"), "\(answer.text)")
            #expect(server.repository.snapshot.settings.revision == 1)
        }
    }

    @Test("concurrent changes of the settings lose nothing", .timeLimit(.minutes(1)))
    func concurrentChangesLoseNothing() async throws {
        try await TestServer.run { server in
            let writers = 8
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<writers {
                    group.addTask {
                        var isDone = false
                        while !isDone {
                            let seen = try await server.client.get("/settings")
                            var settings = try PublishedSettings(json: seen.body)
                            settings.rooms["room-\(number)"] = []
                            let answer = try await put(
                                String(decoding: settings.json, as: UTF8.self), to: server,
                                ["If-Match": try #require(seen.headers["etag"])])
                            #expect([200, 412].contains(answer.status))
                            isDone = answer.status == 200
                        }
                    }
                }
                try await group.waitForAll()
            }
            let settings = server.repository.snapshot.settings
            #expect(settings.rooms.count == writers)
            #expect(settings.revision == writers + 1)
        }
    }
}
