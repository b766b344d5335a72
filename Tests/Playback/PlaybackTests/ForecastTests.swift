import ExactNumbers
import Playback
import Testing

@Suite("What would happen to an arrival now")
struct ForecastTests {
    private func fixture(_ settings: Setting..., gifts: [Int64] = []) -> ControllerFixture {
        var fixture = ControllerFixture()
        fixture.handle(.set(settings), at: 0)
        for value in gifts { fixture.send("rocket", value: value, duration: 10, at: 0) }
        return fixture
    }

    @Test("the forecast names the rule that decides: mode, threshold, gap and limits")
    func forecastNamesTheRule() {
        #expect(fixture().controller.forecast(value: 0) == .starts)
        #expect(fixture(gifts: [1]).controller.forecast(value: 0) == .waits(dropping: nil))
        #expect(fixture(.maxWaiting(0), gifts: [1]).controller.forecast(value: 0) == .isDropped(.overflow))

        var early = fixture(.mode(.replace), gifts: [1])
        #expect(early.controller.forecast(value: 0) == .isDropped(.early))
        early.advance(to: 3)
        #expect(early.controller.running.map { .replaces($0.gift) } == early.controller.forecast(value: 0))

        let held = fixture(.mode(.replace), .early(.hold), gifts: [1, 2])
        #expect(held.controller.held?.number == 2)
        #expect(held.controller.forecast(value: 0) == .isHeld(superseding: held.controller.held))

        var gap = fixture(.gap(.second), gifts: [1])
        gap.handle(.close, at: 1)
        #expect(gap.controller.forecast(value: 0) == .waits(dropping: nil))
        gap.handle(.pause, at: 1.5)
        gap.advance(to: 9)
        #expect(gap.controller.forecast(value: 0) == .waits(dropping: nil), "a pause stops the gap")

        var ended = fixture(gifts: [1])
        ended.handle(.end, at: 1)
        #expect(ended.controller.forecast(value: 0) == nil)
    }

    @Test("a full queue names the gift that goes for an arrival, by the overflow rule")
    func fullQueueNamesTheGiftThatGoes() {
        let newest = fixture(.maxWaiting(2), gifts: [9, 5, 7]).controller
        #expect(newest.isQueueFull && newest.nextToDrop == nil)
        #expect(newest.forecast(value: 100) == .isDropped(.overflow))

        let oldest = fixture(.maxWaiting(2), .overflow(.dropOldest), gifts: [9, 5, 7]).controller
        #expect(oldest.nextToDrop?.number == 2)
        #expect(oldest.forecast(value: 0) == .waits(dropping: oldest.nextToDrop))

        let cheapest = fixture(.maxWaiting(2), .overflow(.dropCheapest), gifts: [9, 7, 5]).controller
        #expect(cheapest.nextToDrop?.number == 3)
        #expect(cheapest.forecast(value: 5) == .isDropped(.overflow), "the newest of equals goes")
        #expect(cheapest.forecast(value: 6) == .waits(dropping: cheapest.nextToDrop))

        let roomy = fixture(.maxWaiting(3), .overflow(.dropOldest), gifts: [9, 5, 7]).controller
        #expect(!roomy.isQueueFull && roomy.nextToDrop == nil)
    }

    @Test(
        "after any input, the forecast is what handling a plain arrival then does", arguments: 0..<8 as Range<UInt64>)
    func forecastIsWhatHappens(run: UInt64) {
        for seed in run * 1_000..<(run + 1) * 1_000 {
            var session = RandomSession(seed: seed)
            var controller = PlaybackController(settings: session.settings)
            while let (input, time) = session.next(after: controller) {
                _ = controller.handle(input, at: time)
                for value: Int64 in [0, 1, 5, 6, 1_000] {
                    let (forecast, happened) = (controller.forecast(value: value), Self.arrive(controller, value))
                    guard forecast == happened else {
                        Issue.record("seed \(seed), value \(value): \(forecast as Any), not \(happened as Any)")
                        return
                    }
                }
            }
        }
    }

    /// Returns what happens to a plain gift that arrives.
    private static func arrive(_ controller: PlaybackController, _ value: Int64) -> ArrivalForecast? {
        var after = controller
        let arrival = Arrival(kind: "plain", sender: "nobody else", value: value, duration: .second)
        let trace = after.handle(.arrival(arrival), at: controller.now)
        let number = after.counts.arrivals
        let present = [controller.running?.gift, controller.held].compactMap(\.self) + controller.waiting
        func gift(_ number: Int) -> Gift? { present.first { $0.number == number } }
        for event in trace {
            switch event.kind {
            case .ended(number, .dropped(let reason, _)): return .isDropped(reason)
            case .ended(let other, .replaced(number, _)): return gift(other).map { .replaces($0) }
            case .ended(let other, .dropped(.overflow, _)): return .waits(dropping: gift(other))
            case .ended(let other, .dropped(.superseded, _)): return .isHeld(superseding: gift(other))
            case .started(number): return .starts
            default: continue
            }
        }
        if trace.isEmpty { return nil }
        return after.held?.number == number ? .isHeld(superseding: nil) : .waits(dropping: nil)
    }
}
