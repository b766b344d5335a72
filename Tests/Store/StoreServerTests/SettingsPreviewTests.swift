import Foundation
import StoreProtocol
import TestClocks
import Testing

@testable import StoreServer

@Suite("The preview of settings, and the confirmation of changes of all rooms")
struct SettingsPreviewTests {
    private func settings(_ json: String) throws -> PublishedSettings { try PublishedSettings(json: Array(json.utf8)) }

    @Test("a preview counts the known rooms that change, and the share of all others")
    func previewCountsRooms() throws {
        let old = try settings(
            #"{"revision":3,"default":{"mode":"queue"},"rooms":{"lobby":{"mode":"replace"},"bar":{}}}"#)
        let new = try settings(
            #"{"revision":3,"default":{"mode":"queue"},"rooms":{"lobby":{"mode":"replace"},"bar":{}},"#
                + #""rollout":[{"arm":"b","share":25,"settings":{"mode":"replace"}}]}"#)
        let rooms = Set((0..<1_000).map { "room-\($0)" })
        let preview = SettingsPreview(from: old, to: new, seenRooms: rooms)
        #expect(preview.share == 25 && !preview.touchesAllRooms)
        #expect(preview.knownCount == 1_002)
        // What the preview says is what the rooms get.
        let changed = rooms.union(old.rooms.keys).filter { room in
            old.resolved(for: room).assignments != new.resolved(for: room).assignments
                || old.resolved(for: room).arm != new.resolved(for: room).arm
        }
        #expect(preview.changedCount == changed.count)
        #expect(changed.count > 200 && changed.count < 300)
        #expect(preview.examples.count == 20 && changed.isSuperset(of: preview.examples))
        #expect(preview.changes == ["shares of rooms: b 25 %: mode=replace"])
    }

    @Test("a default that every room overrides touches only the others")
    func overriddenDefaultTouchesOthers() throws {
        let old = try settings(#"{"revision":1,"rooms":{"lobby":{"mode":"queue"}}}"#)
        let new = try settings(#"{"revision":1,"default":{"mode":"replace"},"rooms":{"lobby":{"mode":"queue"}}}"#)
        let preview = SettingsPreview(from: old, to: new, seenRooms: ["lobby", "bar"])
        #expect(preview.touchesAllRooms)
        #expect((preview.knownCount, preview.changedCount) == (2, 1))
        #expect(preview.examples == ["bar"])
    }

    @Test("the census of rooms is bounded and keeps the latest")
    func censusIsBounded() {
        let census = RoomCensus(capacity: 100)
        for number in 0..<1_000 { census.add("room-\(number)") }
        census.add(String(repeating: "x", count: 1_000))
        #expect(census.count <= 100 && census.rooms.contains("room-999") && !census.rooms.contains("room-0"))
        let count = census.count
        census.add("room-999")
        #expect(census.count == count)
    }

    @Test("the preview of the interface publishes nothing")
    func previewPublishesNothing() async throws {
        try await TestServer.run { server in
            _ = try await server.client.get("/settings?room=bar")
            let body = Array(#"{"revision":0,"default":{"mode":"replace"}}"#.utf8)
            let answer = try await server.client.request("POST", "/settings/preview", server.authorization, body: body)
            #expect(answer.status == 200)
            #expect(
                answer.text
                    == #"{"revision":1,"knownRooms":1,"changedRooms":1,"examples":["bar"],"share":100,"#
                    + #""changes":["mode=replace"],"touchesAllRooms":true,"needsConfirmation":false}"#)
            #expect(server.repository.snapshot.settings.revision == 1)
            let anonymous = try await server.client.request("POST", "/settings/preview", body: body)
            #expect(anonymous.status == 401)
        }
    }

    /// Sends settings, with a confirmation if there is one.
    private func put(_ text: String, _ confirmation: String? = nil, to server: TestServer, reason: String? = nil)
        async throws
        -> Answer
    {
        var headers = server.authorization
        headers["Reason"] = reason
        headers["If-Match"] = "*"
        headers["Confirmation"] = confirmation
        return try await server.client.request("PUT", "/settings", headers, body: Array(text.utf8))
    }

    private func confirmation(_ answer: Answer) throws -> String {
        let json = try #require(try JSONSerialization.jsonObject(with: Data(answer.body)) as? [String: Any])
        return try #require(json["confirmation"] as? String)
    }

    @Test("a change of all rooms is published when it is confirmed, once and in time")
    func changeOfAllRoomsNeedsConfirmation() async throws {
        let clock = ManualClock()
        try await TestServer.run(
            [],
            {
                $0.trust.confirmationShare = 100
                $0.clock = clock
            }
        ) { server in
            let replace = #"{"revision":0,"default":{"mode":"replace"}}"#
            let asked = try await put(replace, to: server)
            #expect(asked.status == 202)
            #expect(asked.text.contains(#""expires":"2026-11-21T10:05:00Z","preview":{"revision":1,"#))
            #expect(server.repository.snapshot.settings.revision == 1)
            let token = try confirmation(asked)
            // It belongs to this change alone.
            let other = try await put(#"{"revision":0,"default":{"mode":"replace","gap":1}}"#, token, to: server)
            #expect(other.status == 412)
            let confirmed = try await put(replace, token, to: server)
            #expect(confirmed.status == 200)
            #expect(server.repository.snapshot.settings.revision == 2)
            let again = try await put(replace, token, to: server)
            #expect(again.status == 412)

            let queue = #"{"revision":0,"default":{"mode":"queue"}}"#
            let late = try confirmation(try await put(queue, to: server))
            clock.advance(by: .seconds(301))
            let expired = try await put(queue, late, to: server)
            #expect(expired.status == 412 && expired.text.contains("expired"))
            #expect(server.repository.snapshot.settings.revision == 2)
        }
    }

    @Test("a confirmation of settings that somebody changed meanwhile is of no use")
    func confirmationBelongsToSettings() async throws {
        try await TestServer.run([], { $0.trust.confirmationShare = 100 }) { server in
            let replace = #"{"revision":0,"default":{"mode":"replace"}}"#
            let token = try confirmation(try await put(replace, to: server))
            // Settings of one room need no confirmation.
            let room = try await put(#"{"revision":0,"rooms":{"lobby":{"mode":"replace"}}}"#, to: server)
            #expect(room.status == 200)
            let stale = try await put(replace, token, to: server)
            #expect(stale.status == 412)
        }
    }

    @Test(
        "a change of most rooms that have settings of their own needs a confirmation, too",
        arguments: [
            // Nothing but the rooms is in the document: the settings of all of them are removed.
            ("{}", 202), (#"{"a":{"mode":"replace"}}"#, 202), (#"{"a":{"mode":"replace"},"b":{"gap":1}}"#, 202),
            (#"{"a":{"mode":"replace"},"b":{"mode":"replace"},"c":{"gap":1}}"#, 200),
            (#"{"a":{"mode":"replace"},"b":{"mode":"replace"},"c":{"gap":2},"d":{"gap":1}}"#, 200),
            (
                #"{"a":{"mode":"replace"},"b":{"mode":"replace"},"c":{"mode":"replace"},"d":{"gap":1},"e":{"gap":1}}"#,
                200
            ),
        ])
    func changeOfRoomsWithSettingsNeedsConfirmation(rooms: String, status: Int) async throws {
        let own = ["a", "b", "c", "d"].map { "\"\($0)\":{\"mode\":\"replace\"}" }.joined(separator: ",")
        try await TestServer.run([], { $0.trust.confirmationShare = 75 }) { server in
            let first = "{\"revision\":0,\"rooms\":{\(own)}}"
            let confirmed = try await put(first, try confirmation(try await put(first, to: server)), to: server)
            #expect(confirmed.status == 200)
            let asked = try await put("{\"revision\":0,\"rooms\":\(rooms)}", to: server)
            #expect(asked.status == status)
        }
    }

    @Test(
        "a change of all known rooms needs a confirmation, however it is written",
        arguments: [
            // New entries for each room that asked for settings.
            (
                ##"{"revision":0,"rooms":{"r1":{"mode":"replace"},"r2":{"mode":"replace"},"r3":{"mode":"replace"}}}"##,
                202
            ),
            // A roll-out of almost all shares, to which all known rooms belong.
            (##"{"revision":0,"rollout":[{"arm":"b","share":99,"settings":{"mode":"replace"}}]}"##, 202),
            (##"{"revision":0,"rooms":{"r1":{"mode":"replace"}}}"##, 200),
        ])
    func changeOfKnownRoomsNeedsConfirmation(body: String, status: Int) async throws {
        try await TestServer.run([], { $0.trust.confirmationShare = 100 }) { server in
            for room in ["r1", "r2", "r3"] {
                #expect(PublishedSettings.position(of: room) < 99)
                _ = try await server.client.get("/settings?room=\(room)")
            }
            let preview = try await server.client.request(
                "POST", "/settings/preview", server.authorization, body: Array(body.utf8))
            #expect(preview.text.contains("\"needsConfirmation\":\(status == 202)"))
            let asked = try await put(body, to: server)
            #expect(asked.status == status)
        }
    }

    @Test("entries that change nothing do not hide that the settings of all earlier rooms change")
    func entriesWithoutEffectHideNothing() throws {
        let old = try settings(#"{"revision":1,"rooms":{"a":{"gap":1},"b":{"gap":1}}}"#)
        let idle = (0..<50).map { "\"idle-\($0)\":{}" }.joined(separator: ",")
        let new = try settings("{\"revision\":1,\"rooms\":{\"a\":{\"gap\":2},\"b\":{\"gap\":2},\(idle)}}")
        let preview = SettingsPreview(from: old, to: new, seenRooms: [])
        #expect((preview.knownCount, preview.changedCount, preview.knownShare) == (52, 2, 3))
        #expect(preview.greatestShare == 100)
    }

    @Test("a confirmation belongs to the reason that the first request gave")
    func confirmationBelongsToReason() async throws {
        try await TestServer.run([], { $0.trust.confirmationShare = 100 }) { server in
            let replace = #"{"revision":0,"default":{"mode":"replace"}}"#
            let token = try confirmation(try await put(replace, to: server, reason: "a quiet evening"))
            let other = try await put(replace, token, to: server, reason: "another one")
            #expect(other.status == 412)
            let same = try await put(replace, token, to: server, reason: "a quiet evening")
            #expect(same.status == 200)
        }
    }

    @Test("waiting confirmations are bounded")
    func confirmationsAreBounded() {
        let count = Shared(0)
        let pending = PendingConfirmations {
            count.update {
                $0 += 1
                return Array("\($0)".utf8)
            }
        }
        let change = PendingConfirmations.Change(
            tag: "t", digest: SHA256Digest.digest(of: []), token: "ci", reason: nil)
        let first = pending.add(change, at: .zero)
        let last = (0..<PendingConfirmations.maxCount).map { _ in pending.add(change, at: .zero) }.last
        #expect(!pending.consume(first, for: change, at: .zero))
        #expect(last.map { pending.consume($0, for: change, at: .zero) } == true)
    }
}
