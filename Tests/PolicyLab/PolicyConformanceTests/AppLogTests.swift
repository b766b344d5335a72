import ExactNumbers
import Playback
import PlayerSettings
import PolicyConformance
import Scenarios
import Testing

/// Tests of reading the logs of apps.
@Suite struct AppLogTests {
    private func problem(_ text: String) -> String? {
        do throws(ConfigurationError) {
            _ = try AppLog(Array(text.utf8), path: "app.log")
            return nil
        } catch {
            return error.description
        }
    }

    @Test func everyLineOfATraceIsRead() throws {
        let text = """
            {"at":0,"event":"settings","mode":"replace","replaceAt":0.3,"gap":0.25,"maxWaiting":null}

            {"at":1.25,"event":"arrived","gift":1,"name":"rocket","from":"ann","count":2,"value":500,"duration":4,"x":[1]}
            {"at":1.25,"event":"started","gift":1}
            {"at":3,"event":"ended","gift":1,"outcome":"replaced","progress":0.4375,"by":3}
            {"at":4,"event":"dismissed","gift":"two"}
            """
        let log = try AppLog(Array(text.utf8), path: "app.log")
        #expect(log.lines.map(\.number) == [1, 3, 4, 5, 6])
        #expect(
            log.lines[0].event
                == .settings([
                    .mode(.replace), .replaceAt(Millionths(300_000)), .gap(250_000_000), .maxWaiting(nil),
                ]))
        var gift = LoggedGift(gift: "1", kind: "rocket")
        (gift.sender, gift.count, gift.value, gift.duration) = ("ann", 2, 500, 4 * .second)
        #expect(log.lines[1].event == .arrived(gift))
        var end = LoggedEnd(.replaced)
        (end.progress, end.by) = (Millionths(437_500), "3")
        #expect(log.lines[3].event == .ended(gift: "1", end))
        #expect(log.lines[4].event == .ended(gift: "two", LoggedEnd(.dismissed)))
    }

    @Test func errorNamesLineAndMember() {
        #expect(problem("{\"at\":1}")?.hasPrefix("app.log:1:1: event: expected") == true)
        #expect(
            problem("\n{\"at\":\"x\",\"event\":\"paused\"}")
                == "app.log:2:7: at: expected a time in seconds, 0 or more, found \"x\"")
        #expect(problem("{\"at\":1,\"event\":\"startd\",\"gift\":1}")?.contains("did you mean \"started\"") == true)
        #expect(problem("{\"at\":1,\"event\":\"started\"}")?.contains("gift: expected a gift's number") == true)
        #expect(problem("{\"at\":1,\"event\":\"ended\",\"gift\":1}")?.contains("outcome: expected") == true)
        #expect(
            problem("{\"at\":1,\"event\":\"settings\",\"mod\":\"queue\"}")?.contains("did you mean \"mode\"") == true)
        #expect(problem("nonsense")?.hasPrefix("app.log:1:1: expected") == true)
        let arrival = "{\"at\":1,\"event\":\"arrived\",\"gift\":1,\"name\":\"rocket\"}"
        #expect(problem("\(arrival)\n\(arrival)")?.contains("which arrived on line 1") == true)
    }

    @Test func unknownKindNeedsADuration() throws {
        let log = try AppLog(
            Array("{\"at\":1,\"event\":\"arrived\",\"gift\":1,\"name\":\"rocket\"}".utf8), path: "app.log")
        #expect(throws: ConformanceFault.self) { try Conformance().verdict(on: log) }
        let kinds = try ScenarioCatalogue(gifts: "gifts: {rocket: 4s}", path: "k.yaml", over: ScenarioCatalogue())
        #expect(kinds.kind("rocket") == ScenarioGift(duration: 4 * .second))
        #expect(try Conformance(kinds: kinds).verdict(on: log) != .conforms([]))
    }
}
