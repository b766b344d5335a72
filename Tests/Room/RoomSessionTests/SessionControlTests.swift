import ExactNumbers
import JSON
import LottieDocument
import Playback
import PlayerSettings
import Recordings
import RoomControl
import RoomEvents
import Testing

@testable import RoomSession

@Suite("A request does what a key does, as inputs that a recording contains")
struct SessionControlTests {
    private func gift(_ kind: String, at time: Nanoseconds, id: String) -> FeedEvent {
        TestSession.gift(kind, from: "bob", at: time, id: id)
    }

    private func traces(_ events: [SessionEvent]) -> [String] {
        events.compactMap { if case .decided(let decision) = $0.kind { decision.json } else { nil } }
    }

    @Test(
        "close ends the running gift as dismissed, and skip does the same",
        arguments: [ControlRequest.Control.close, .skip])
    func closes(control: ControlRequest.Control) throws {
        var session = try TestSession.session()
        _ = session.receive(gift("rocket", at: 0, id: "a"))
        let events = try session.perform(.control(control), number: 1, at: .second)
        #expect(traces(events) == [#"{"at":1,"event":"ended","gift":1,"outcome":"dismissed","progress":0.25}"#])
    }

    @Test("settings are changed at once, with the origin of a request and the priority of a key")
    func sets() throws {
        var session = try TestSession.session(["mode=queue"])
        _ = session.advance(to: 0)
        let request = try ControlRequest(line: Array(#"{"set":{"mode":"replace","replaceAt":0.5}}"#.utf8)[...])
        let events = try session.perform(request.action, number: 1, at: .second)
        #expect(traces(events) == [#"{"at":1,"event":"settings","mode":"replace","replaceAt":0.5}"#])
        #expect(session.settings.origin(of: .mode).description == "control")
        let undone = try session.perform(.unset([.mode, .replaceAt]), number: 2, at: 2 * .second)
        #expect(traces(undone) == [#"{"at":2,"event":"settings","mode":"queue","replaceAt":0.3}"#])
    }

    @Test("a gift has the value of its kind, and a second one with the same event is a duplicate")
    func sends() throws {
        var session = try TestSession.session()
        _ = session.advance(to: 0)
        let sent = ControlRequest.SentGift(
            kind: "rocket", sender: Viewer(id: "u-1", name: "ann"), count: 2, event: "m-1")
        let events = try session.perform(.send(sent), number: 1, at: 0)
        #expect(
            traces(events) == [
                #"{"at":0,"event":"arrived","gift":1,"name":"rocket","from":"ann","count":2}"#,
                #"{"at":0,"event":"started","gift":1}"#,
            ])
        #expect(session.controller.running?.gift.value == 500)
        let again = try session.perform(.send(sent), number: 2, at: .second)
        #expect(
            again.last.map { traces([$0]) } == [
                #"{"at":1,"event":"ended","gift":2,"outcome":"dropped","reason":"duplicate"}"#
            ])
    }

    @Test("a position is a time or a share of the running gift")
    func seeks() throws {
        var session = try TestSession.session()
        _ = session.receive(gift("rocket", at: 0, id: "a"))
        _ = try session.perform(.seek(.progress(Millionths(500_000))), number: 1, at: .second)
        #expect(session.controller.running?.elapsed == 2 * .second)
        _ = try session.perform(.seek(.elapsed(.second)), number: 2, at: .second)
        #expect(session.controller.running?.elapsed == .second)
    }

    @Test("what cannot be done now is refused, and changes nothing")
    func refuses() throws {
        var session = try TestSession.session()
        let seek = #expect(throws: ControlRefusal.self) {
            try session.perform(.seek(.elapsed(0)), number: 1, at: .second)
        }
        #expect(seek?.description == "seek: expected a running gift, found an empty stage")
        let send = #expect(throws: ControlRefusal.self) {
            try session.perform(.send(.init(kind: "herat")), number: 1, at: .second)
        }
        #expect(send?.description == #"send: unknown gift "herat", did you mean "heart"?"#)
        _ = session.apply(.end, at: 2 * .second)
        let late = #expect(throws: ControlRefusal.self) {
            try session.perform(.control(.close), number: 1, at: 3 * .second)
        }
        #expect(late?.description == "the session has ended")
    }

    @Test(
        "with a store that has no catalogue a kind that nobody asked for can be sent, as a feed can",
        arguments: [false, true])
    func sendsAnyKind(hasFallback: Bool) throws {
        let scene = try Composition(json: Array(#"{"v":"5.7.0","fr":30,"ip":0,"op":60,"w":7,"h":7,"layers":[]}"#.utf8))
        var session = try TestSession.session(
            ["missing=wait"], fallback: hasFallback ? FallbackAnimation(scene) : nil, mayHaveAnyKind: true)
        _ = session.advance(to: 0)
        let events = try session.perform(.send(.init(kind: "comet")), number: 1, at: .second)
        #expect(
            traces(events).first == #"{"at":1,"event":"arrived","gift":1,"name":"comet","from":"you","count":1}"#)
        #expect(events.contains { if case .lacksAnimation("comet") = $0.kind { true } else { false } })
        #expect((session.controller.running == nil) == !hasFallback)
        _ = session.apply(.withdrawn(id: "comet"), at: 2 * .second)
        #expect(throws: ControlRefusal.self) {
            try session.perform(.send(.init(kind: "comet")), number: 2, at: 2 * .second)
        }
    }

    @Test("the recorded inputs of requests lead to the same decisions and origins")
    func replays() throws {
        var session = try TestSession.session()
        let lines = [
            #"{"send":"rocket","from":"ann"}"#, #"{"send":"heart"}"#, #"{"set":{"mode":"replace"}}"#,
            #"{"do":"pause"}"#,
            #"{"seek":"40%"}"#, #"{"do":"resume"}"#, #"{"speed":2}"#, #"{"send":"heart","count":3}"#,
            #"{"do":"close"}"#,
        ]
        var events: [SessionEvent] = []
        for (index, line) in lines.enumerated() {
            let time = Nanoseconds(index) * .second / 2
            events += session.advance(to: time)
            let request = try ControlRequest(line: Array(line.utf8)[...])
            events += try session.perform(request.action, number: index, at: time)
        }
        let header = RecordingHeader(
            program: "giftty", host: "Mika", title: "", viewers: 0, columns: 80, rows: 24, settings: LayeredSettings())
        let text = ([header.json] + events.compactMap { $0.recordedLine?.json }).joined(separator: "\n") + "\n"
        let recording = try Recording(Array(text.utf8), path: "room.jsonl")
        var replay = try TestSession.session(isRecorded: true)
        var repeated: [SessionEvent] = []
        for line in recording.lines {
            guard case .input(let input) = line.kind else { continue }
            repeated += replay.apply(input, at: line.at)
        }
        #expect(traces(repeated) == traces(events))
        #expect(replay.settings.origin(of: .mode) == .control)
    }

    @Test("the state names stage, queue, settings with their origins, and tallies")
    func state() throws {
        var session = try TestSession.session(["mode=queue"])
        _ = session.receive(gift("rocket", at: 0, id: "a"))
        _ = session.receive(gift("heart", at: .second, id: "b"))
        let state = try session.controlState().withUnsafeBufferPointer { text throws(JSONError) in
            var reader = JSONReader(text)
            return try JSONValue(from: &reader)
        }
        #expect(state.member("at")?.number == 1)
        #expect(state.member("stage")?.member("name")?.string == "rocket")
        #expect(state.member("stage")?.member("progress")?.number == 0.25)
        #expect(state.member("waiting")?.array?.first?.member("from")?.string == "bob")
        #expect(state.member("settings")?.member("mode")?.member("origin")?.string == "--set")
        #expect(state.member("tallies")?.member("arrivals")?.number == 2)
    }
}
