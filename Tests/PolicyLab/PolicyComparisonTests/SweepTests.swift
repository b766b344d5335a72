import ExactNumbers
import PlayerSettings
import PolicyComparison
import Scenarios
import Testing

@Suite("Sweeps over a setting")
struct SweepTests {
    @Test(
        "an axis has the exact values from FROM to TO",
        arguments: [
            ("replaceAt=0:1:0.25", ["0", "0.25", "0.5", "0.75", "1"]),
            ("replaceAt=0.1:0.3:0.1", ["0.1", "0.2", "0.3"]),
            ("maxWaiting=0:5:2", ["0", "2", "4"]), ("gap=250ms:1s:0.25", ["0.25s", "0.5s", "0.75s", "1s"]),
            ("expireAfter=2m:2m:1s", ["120s"]),
        ])
    func axisHasExactValues(text: String, values: [String]) throws {
        #expect(try SweepAxis(text).values.map(\.description) == values)
    }

    @Test(
        "an error in an axis says what was expected",
        arguments: [
            ("replaceAt", "expected KEY=FROM:TO:STEP, such as replaceAt=0:1:0.05"),
            ("replaceAt=0:1", #"replaceAt: expected FROM:TO:STEP, found "0:1""#),
            ("replaceAt=0:1:0", "replaceAt: expected a STEP above 0, found 0"),
            ("replaceAt=1:0:0.1", "replaceAt: expected FROM at most TO, found 1 and 0"),
            ("replaceAt=0:1:0.000001", "replaceAt: expected at most 10000 values, found 1000001"),
            ("replaceat=0:1:0.5", #"unknown setting "replaceat", did you mean "replaceAt"?"#),
            (
                "mode=0:1:0.5",
                #"setting "mode" has no numbers, expected one of replaceAt, maxWaiting, expireAfter, "#
                    + "combineWithin, gap, waitAtMost"
            ),
            ("maxWaiting=0:none:1", #"maxWaiting: expected a number, found "none""#),
            (
                "gap=0:1x:1s",
                #"gap: expected a duration such as 250ms, 1.5s or 2m, found "1x""#
            ),
        ])
    func invalidAxisIsReported(text: String, message: String) {
        #expect(throws: SweepAxis.SyntaxError(message)) { try SweepAxis(text) }
    }

    @Test("a sweep over replaceAt shows three, two and one gifts")
    func sweepOverReplaceAtShowsFewerGifts() async throws {
        let sweep = try await Sweep(
            of: [.rocketAndHearts], over: try SweepAxis("replaceAt=0.25:0.75:0.25"),
            with: [.mode(.replace)])
        // At 0.25 the first heart replaces the rocket, and the second heart replaces the first one after 1 s of its 1.5
        // s.
        #expect(sweep.points.map(\.combined.shown) == [3, 2, 1])
        #expect(sweep.points.map { $0.combined.drops[.early, default: 0] } == [0, 1, 2])
        #expect(sweep.points.map(\.combined.unshownValue) == [0, 30, 40])
        #expect(sweep.points.map(\.combined.interruptedProgress[50]) == [250_000, 500_000, nil])
        #expect(!sweep.isOverridden)
    }

    @Test("a sweep over several scenarios has the figures of each and of all gifts together")
    func sweepHasSeparateAndCombinedFigures() async throws {
        let short = SessionSource.read(
            "gifts: {heart: 1s}\nevents: [{at: 0, gift: heart, from: ann}, {at: 0, gift: heart, from: bob}]")
        let sweep = try await Sweep(
            of: [.rocketAndHearts, short], over: try SweepAxis("gap=0:1s:1s"))
        #expect(sweep.points[0].sessions.map(\.shown) == [3, 2] && sweep.points[0].combined.shown == 5)
        // Without a gap the gifts wait for 0, 3 and 3.5 s, and for 0 and 1 s.
        #expect(sweep.points[0].combined.waitingTimes[50] == .second)
        #expect(sweep.points[0].combined.waitingTimes[100] == 35 * tenthOfSecond)
        #expect(sweep.points.map(\.combined.emptyTime) == [0, 3 * .second])
        #expect(sweep.points.map(\.combined.end) == [9 * .second, 12 * .second])
    }

    @Test("many values keep their order")
    func manyValuesKeepTheirOrder() async throws {
        let sweep = try await Sweep(
            of: [.rocketAndHearts], over: try SweepAxis("waitAtMost=0:2s:1ms"), with: [])
        #expect(sweep.points.count == 2001 && sweep.points.allSatisfy { $0.combined.shown == 3 })
    }

    @Test("a scenario that sets the swept setting itself is noticed")
    func overriddenSettingIsNoticed() async throws {
        let source = try SessionSource.rocketAndHearts.adding(
            [.init(at: 3 * .second, .set([.gap(.second)]))], until: nil)
        let axis = try SweepAxis("gap=0:1s:1s")
        #expect(try await Sweep(of: [source], over: axis).isOverridden)
    }
}
