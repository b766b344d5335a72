import ExactNumbers
import Playback
import RoomControl
import Scenarios
import SystemIO
import Testing

@testable import RoomUI

/// The connections of programs that a test plays.
private final class ScriptedChannel: ControlChannel {
    private var requests: [ControlMessage] = []
    private(set) var lines: [(client: Int, line: String)] = []
    private var topics: Set<ControlTopic> = []

    func request(_ line: String, from client: Int = 1) {
        let request = Result { () throws(ControlRefusal) in try ControlRequest(line: Array(line.utf8)[...]) }
        requests.append(ControlMessage(client: client, request: request))
    }

    func consumeRequests(ready: ArraySlice<AwaitedDescriptor>?) -> [ControlMessage] {
        defer { requests = [] }
        return requests
    }

    func consumeLines() -> [String] {
        defer { lines = [] }
        return lines.map(\.line)
    }

    func send(_ line: [UInt8], to client: Int) { lines.append((client, String(decoding: line, as: UTF8.self))) }

    func setSubscribed(_ isSubscribed: Bool, to topic: ControlTopic, client: Int) {
        if isSubscribed { topics.insert(topic) } else { topics.remove(topic) }
    }

    func hasSubscribers(to topic: ControlTopic) -> Bool { topics.contains(topic) }

    func publish(_ line: [UInt8], to topic: ControlTopic) {
        if topics.contains(topic) { send(line, to: 1) }
    }

    func flush() { flushCount += 1 }

    private(set) var flushCount = 0

    func prepareWait() -> [AwaitedDescriptor] { [] }

    var hasRequests: Bool { !requests.isEmpty }
}

@Suite("Other programs steer a room, and follow what happens in it")
struct ControlLinkTests {
    private let channel = ScriptedChannel()

    private func room(_ options: [String] = [], tour: Tour? = nil) throws -> Room {
        let events = [Room.gift("rocket", from: "ann", at: 0.5, id: "a")]
        var room = try Room(options, events: events, adjust: { $0.tour = tour.map { GuidedTour($0) } })
        room.show = RoomShow(room.setup, control: RoomControlSetup(channel) { _ in Array("<svg/>".utf8) })
        return room
    }

    @Test("an answer has the lines of the trace that the request caused, and no others")
    func answer() throws {
        var room = try room()
        channel.request(#"{"id":1,"do":"close"}"#)
        // The gift arrives before the request is carried out; its lines are not the request's.
        room.show.advance(to: .second)
        #expect(
            channel.consumeLines() == [
                #"{"id":1,"ok":true,"trace":[{"at":1,"event":"ended","gift":1,"outcome":"dismissed","progress":0.125}]}"#
            ])
        #expect(room.trace.lines.last?.contains("dismissed") == true)
        channel.request(#"{"id":2,"do":"close"}"#)
        room.show.advance(to: .second)
        #expect(channel.consumeLines() == [#"{"id":2,"ok":true,"trace":[]}"#])
    }

    @Test("what a request changes is recorded like a key")
    func recorded() throws {
        var room = try room()
        channel.request(#"{"set":{"mode":"replace"}}"#)
        channel.request(#"{"send":"heart","from":"bo"}"#)
        room.show.advance(to: .second)
        let lines = room.trace.record.map(\.json)
        #expect(lines.contains { $0.contains(#""layer":"key""#) && $0.contains(#""by":"control""#) })
        #expect(lines.contains { $0.contains(#""id":"control-2""#) && $0.contains(#""name":"bo""#) })
    }

    @Test("answers are sent as soon as they are made")
    func flushes() throws {
        var room = try room()
        let before = channel.flushCount
        room.show.advance(to: .second)
        #expect(channel.flushCount > before)
    }

    @Test(
        "a request that changes nothing does not paint the picture anew",
        arguments: [
            #"{"do":"resume"}"#, #"{"set":{"mode":"replace"}}"#, #"{"unset":["gap"]}"#, #"{"speed":1}"#,
            #"{"get":"state"}"#, #"{"subscribe":"state"}"#, "nonsense",
        ])
    func unchanged(_ request: String) throws {
        var room = try room()
        channel.request(#"{"set":{"mode":"replace"}}"#)
        room.show.advance(to: .second)
        _ = room.grid(at: 1)
        #expect(!room.show.session.hasChanged)
        channel.request(request)
        room.show.advance(to: .second)
        #expect(!room.show.session.hasChanged)
        channel.request(#"{"do":"pause"}"#)
        room.show.advance(to: .second)
        #expect(room.show.session.hasChanged)
    }

    @Test(
        "a request is answered between two frames, and the picture is asked for only if it has changed anything",
        arguments: [
            (#"{"get":"state"}"#, AnsweredRequests.unchanged), (#"{"do":"resume"}"#, .unchanged),
            (#"{"speed":1}"#, .unchanged), ("nonsense", .unchanged), (#"{"do":"pause"}"#, .changed),
            (#"{"send":"heart"}"#, .changed), (#"{"set":{"replaceAt":0.7}}"#, .changed),
        ])
    func betweenFrames(_ request: String, outcome: AnsweredRequests) throws {
        var room = try room()
        _ = room.grid(at: 0.1)
        var awaited = room.show.awaited
        #expect(room.show.answerRequests(&awaited, at: 150_000_000) == .mustAdvance)
        channel.request(request)
        #expect(room.show.answerRequests(&awaited, at: 200_000_000) == outcome)
        #expect(channel.consumeLines().count == 1 && channel.flushCount > 0)
        #expect(room.show.session.controller.now == 200_000_000)
    }

    @Test("what a request changes is shown to the tour at once only while the tour runs", arguments: [false, true])
    func besideTour(isRunning: Bool) throws {
        let step = Tour.Step(title: "A step", say: "See.", why: "", settings: [], events: [], length: .second)
        var room = try room(tour: Tour(steps: [step]))
        if isRunning { room.press("t", at: 0.05) }
        _ = room.grid(at: 0.1)
        var awaited = room.show.awaited
        channel.request(#"{"set":{"replaceAt":0.7}}"#)
        #expect(room.show.answerRequests(&awaited, at: 150_000_000) == (isRunning ? .mustAdvance : .changed))
    }

    @Test(
        "while a tour runs, what a request changes lets the tour go on at once",
        arguments: [
            (#"{"get":"state"}"#, AnsweredRequests.unchanged), (#"{"do":"resume"}"#, .unchanged),
            ("nonsense", .unchanged), (#"{"do":"pause"}"#, .mustAdvance), (#"{"send":"heart"}"#, .mustAdvance),
        ])
    func duringTour(_ request: String, outcome: AnsweredRequests) throws {
        let tour = try TourTests.builtIn()
        var room = try room(tour: tour)
        room.press("t", at: 0)
        room.press(" ", at: 0.1)
        // The first gift of the step plays.
        _ = room.grid(at: 0.3)
        let gifts = room.show.controller.counts.arrivals
        #expect(gifts > 0 && !room.show.session.hasChanged)
        var awaited = room.show.awaited
        channel.request(request)
        #expect(room.show.answerRequests(&awaited, at: 350_000_000) == outcome)
        #expect(channel.consumeLines().count == 1)
        _ = room.grid(at: 60)
        // The request does not stop the tour: its other gifts come.
        #expect(room.show.controller.counts.arrivals > gifts + (request.contains("heart") ? 1 : 0))
    }

    @Test("no request is answered between two frames while the feed or the store has something new", arguments: 0...1)
    func sourcesComeFirst(source: Int) throws {
        var room = try room()
        let signalled = try WakePipe()
        signalled.signal()
        var ready = [AwaitedDescriptor(nil), AwaitedDescriptor(nil), AwaitedDescriptor(nil)]
        ready[source] = AwaitedDescriptor(signalled.descriptor)
        Descriptor.wait(for: &ready, milliseconds: 0)
        channel.request(#"{"get":"state"}"#)
        #expect(room.show.answerRequests(&ready, at: 100_000_000) == .mustAdvance)
        #expect(channel.consumeLines().isEmpty)
    }

    @Test("each state has the settings of its time, whoever has changed them")
    func settingsOfStates() throws {
        var room = try room()
        func threshold() throws -> String {
            channel.request(#"{"get":"state"}"#)
            room.show.advance(to: 0)
            let state = try #require(channel.consumeLines().last)
            return String(state.split(separator: #""replaceAt":{"value":"#)[1].prefix(4))
        }
        let first = try threshold()
        #expect(try threshold() == first && first != "0.71")
        channel.request(#"{"set":{"replaceAt":0.71}}"#)
        #expect(try threshold() == "0.71")
        room.show.apply(.settings(.key, []), at: 0)
        #expect(try threshold() == first)
    }

    @Test("a subscriber of the trace gets each decision until it ends the subscription")
    func traceSubscription() throws {
        var room = try room()
        channel.request(#"{"id":5,"subscribe":"trace"}"#)
        room.show.advance(to: 0)
        #expect(channel.consumeLines() == [#"{"id":5,"ok":true,"trace":[]}"#])
        room.show.advance(to: .second)
        #expect(
            channel.consumeLines() == [
                #"{"trace":{"at":0.5,"event":"arrived","gift":1,"name":"rocket","from":"ann","count":1}}"#,
                #"{"trace":{"at":0.5,"event":"started","gift":1}}"#,
            ])
        channel.request(#"{"unsubscribe":"trace"}"#)
        channel.request(#"{"do":"close"}"#)
        room.show.advance(to: .second)
        #expect(channel.consumeLines().filter { $0.hasPrefix(#"{"trace""#) } == [])
    }

    @Test("a subscriber of the state gets it when it changes, at most ten times a second")
    func stateSubscription() throws {
        var room = try room()
        channel.request(#"{"subscribe":"state"}"#)
        for time in stride(from: 0, through: 400, by: 10) { room.show.advance(to: Nanoseconds(time) * 1_000_000) }
        #expect(channel.consumeLines().filter { $0.hasPrefix(#"{"state""#) }.count == 1)
        for time in stride(from: 500, through: 1_000, by: 10) { room.show.advance(to: Nanoseconds(time) * 1_000_000) }
        #expect(channel.consumeLines().filter { $0.hasPrefix(#"{"state""#) }.count == 6)
        #expect(room.show.nextDue.map { $0 <= 1_100_000_000 } == true)
    }

    @Test("the screen is a document once it was painted")
    func screenshot() throws {
        var room = try room()
        channel.request(#"{"id":1,"get":"screenshot"}"#)
        room.show.advance(to: 0)
        #expect(channel.consumeLines() == [#"{"id":1,"error":"get: there is no screen, only lines of text"}"#])
        _ = room.grid(at: 0.6)
        channel.request(#"{"id":2,"get":"screenshot"}"#)
        channel.request(#"{"id":3,"get":"frames"}"#)
        room.show.advance(to: .second)
        let lines = channel.consumeLines()
        #expect(lines.first == #"{"id":2,"ok":true,"screenshot":"<svg/>"}"#)
        #expect(lines.last?.hasPrefix(#"{"id":3,"ok":true,"frames":{"shown":"#) == true)
    }

    @Test("a subscriber of the frames gets their cost once a second")
    func framesSubscription() throws {
        var room = try room()
        channel.request(#"{"subscribe":"frames"}"#)
        for time in [0, 0.5, 1, 1.5, 2] { _ = room.grid(at: time) }
        #expect(channel.consumeLines().filter { $0.hasPrefix(#"{"frames":{"shown":"#) }.count == 2)
    }

    @Test("a line that is no request, or cannot be carried out, is answered with the reason")
    func refused() throws {
        var room = try room()
        channel.request(#"{"id":9,"do":"jump"}"#)
        channel.request(#"{"id":8,"send":"herat"}"#)
        room.show.advance(to: 0)
        #expect(
            channel.consumeLines() == [
                #"{"id":9,"error":"do: expected close, skip, clear, pause, resume, found \"jump\""}"#,
                #"{"id":8,"error":"send: unknown gift \"herat\", did you mean \"heart\"?"}"#,
            ])
    }
}
