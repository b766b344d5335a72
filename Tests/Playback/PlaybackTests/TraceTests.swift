import ExactNumbers
import Playback
import Testing

/// Tests of the format of the trace, which other programs read, so that every byte matters.
@Suite struct TraceTests {
    @Test func replaceModeSessionHasExpectedTrace() {
        var room = ControllerFixture(.mode(.replace))
        room.send("rocket", from: "ann", duration: 4, at: 1.25)
        room.send("heart", from: "bob", duration: 2, at: 1.5)
        room.send("heart", from: "cy", duration: 30, at: 3)
        room.handle(.set([.mode(.queue), .combineWithin(60 * .second)]), at: 3.5)
        room.handle(.pause, at: 5)
        room.handle(.resume, at: 6)
        room.send("heart", from: "cy", duration: 2, at: 9)
        room.handle(.end, at: 10)
        #expect(
            room.trace == [
                #"{"at":0,"event":"settings","mode":"replace","replaceAt":0.3}"#,
                #"{"at":1.25,"event":"arrived","gift":1,"name":"rocket","from":"ann","count":1}"#,
                #"{"at":1.25,"event":"started","gift":1}"#,
                #"{"at":1.5,"event":"arrived","gift":2,"name":"heart","from":"bob","count":1}"#,
                #"{"at":1.5,"event":"ended","gift":2,"outcome":"dropped","reason":"early","progress":0.0625}"#,
                #"{"at":3,"event":"arrived","gift":3,"name":"heart","from":"cy","count":1}"#,
                #"{"at":3,"event":"ended","gift":1,"outcome":"replaced","progress":0.4375,"by":3}"#,
                #"{"at":3,"event":"started","gift":3}"#,
                #"{"at":3.5,"event":"settings","mode":"queue","combineWithin":60}"#,
                #"{"at":5,"event":"paused"}"#,
                #"{"at":6,"event":"resumed"}"#,
                #"{"at":9,"event":"arrived","gift":4,"name":"heart","from":"cy","count":1}"#,
                #"{"at":9,"event":"ended","gift":4,"outcome":"merged","into":3}"#,
                #"{"at":10,"event":"ended","gift":3,"outcome":"unplayed","reason":"running"}"#,
            ])
    }

    @Test func firstLineHasModeThresholdAndChangedSettings() {
        let room = ControllerFixture(
            .loopWhile(.idle), .waitAtMost(1), .missing(.wait), .gap(250_000_000), .order(.value),
            .combineWithin(1_500_000_000),
            .expireAfter(60 * .second), .overflow(.dropCheapest), .maxWaiting(0), .backlog(.park), .early(.hold),
            .replaceAt(Millionths(1_500_000)))
        #expect(
            room.trace == [
                #"{"at":0,"event":"settings","mode":"queue","replaceAt":1.5,"early":"hold","backlog":"park","#
                    + #""maxWaiting":0,"overflow":"dropCheapest","expireAfter":60,"combineWithin":1.5,"#
                    + #""order":"value","gap":0.25,"missing":"wait","waitAtMost":0.000000001,"loopWhile":"idle"}"#
            ])
    }

    @Test func removedLimitIsNull() {
        var room = ControllerFixture(.maxWaiting(1), .expireAfter(1))
        room.handle(.set([.expireAfter(nil), .maxWaiting(nil)]), at: 1)
        #expect(room.trace.last == #"{"at":1,"event":"settings","maxWaiting":null,"expireAfter":null}"#)
    }

    @Test func armIsLastAndNullOutsideRollout() {
        var room = ControllerFixture(.arm("b"), .waitAtMost(.second))
        room.handle(.set([.arm("b"), .mode(.replace)]), at: 1)
        room.handle(.set([.arm("c"), .gap(.second)]), at: 2)
        room.handle(.set([.arm(nil)]), at: 3)
        #expect(
            room.trace == [
                #"{"at":0,"event":"settings","mode":"queue","replaceAt":0.3,"waitAtMost":1,"arm":"b"}"#,
                #"{"at":1,"event":"settings","mode":"replace"}"#,
                #"{"at":2,"event":"settings","gap":1,"arm":"c"}"#, #"{"at":3,"event":"settings","arm":null}"#,
            ])
    }

    @Test func settingsLineHasOnlyChanges() {
        var room = ControllerFixture()
        room.handle(.set([.mode(.queue), .gap(0)]), at: 1)
        #expect(room.trace.count == 1)
        room.handle(.set([.gap(0), .mode(.replace)]), at: 2)
        #expect(room.trace.last == #"{"at":2,"event":"settings","mode":"replace"}"#)
    }

    @Test(arguments: [
        ("plain", #""plain""#), (#"say "hi" \o/"#, #""say \"hi\" \\o/""#),
        ("line\nfeed\ttab\r", #""line\nfeed\ttab\r""#),
        ("bell\u{7}escape\u{1B}", #""bell\u0007escape\u001b""#), ("木村 🎁 é", #""木村 🎁 é""#), ("", #""""#),
    ])
    func namesAreJSONStrings(name: String, json: String) {
        let line = TraceEvent(at: 0, .arrived(gift: 1, kind: "heart", sender: name, count: 2)).json
        #expect(line == #"{"at":0,"event":"arrived","gift":1,"name":"heart","from":"# + json + #","count":2}"#)
    }

    @Test(arguments: [
        (0, "0"), (1, "0.000000001"), (1_250_000_000, "1.25"), (60_000_000_000, "60"), (999_999_999, "0.999999999"),
        (10_000_000_010, "10.00000001"), (Nanoseconds.max, "9223372036.854775807"),
    ])
    func timesAreExactDecimalsWithoutTrailingZeros(time: Nanoseconds, text: String) {
        #expect(TraceEvent(at: time, .paused).json == #"{"at":"# + text + #","event":"paused"}"#)
    }

    @Test(arguments: [
        (3_000_000_000, 1_000_000_000, "0.333333"), (3_000_000_000, 2_000_000_000, "0.666667"),
        (2_000_000, 1, "0.000001"), (2_000_001, 1, "0"), (2_000_000, 1_999_999, "1"), (1_000, 0, "0"),
    ])
    func progressIsRoundedHalfUpToSixDigits(duration: Nanoseconds, elapsed: Nanoseconds, text: String) {
        var controller = PlaybackController()
        _ = controller.handle(.arrival(Arrival(kind: "heart", sender: "ann", duration: duration)), at: 0)
        let line = controller.handle(.close, at: elapsed).last?.json
        #expect(line?.contains(#""outcome":"dismissed","progress":"# + text + "}") == true)
    }

    @Test func speedAndScrubbingHaveLinesOfTheirOwn() {
        var room = ControllerFixture()
        room.send("heart", duration: 4, at: 0)
        room.handle(.speed(Millionths(500_000)), at: 0)
        room.handle(.scrub(to: .second), at: 1)
        #expect(
            room.trace.suffix(2) == [
                #"{"at":0,"event":"speed","speed":0.5}"#, #"{"at":1,"event":"scrubbed","gift":1,"progress":0.25}"#,
            ])
    }
}
