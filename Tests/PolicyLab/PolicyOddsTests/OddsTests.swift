import ExactNumbers
import Playback
import PolicyOdds
import SeededRandomness
import Testing

@Suite("The odds of the gift on stage")
struct OddsTests {
    static func gift(
        _ kind: String, value: Int64 = 1, duration: Nanoseconds = 4 * .second, from sender: String = "ann"
    ) -> Arrival { Arrival(kind: kind, sender: sender, value: value, duration: duration) }

    private func settings(_ changes: Setting...) -> Settings {
        var settings = Settings()
        for change in changes { settings.apply(change) }
        return settings
    }

    /// Rates of a feed with an arrival of this kind in each interval.
    private func rates(_ arrivals: [Arrival], every interval: Nanoseconds, until end: Nanoseconds) -> ArrivalRates {
        var rates = ArrivalRates()
        for (index, time) in stride(from: interval, through: end, by: Int(interval)).enumerated() {
            rates.record(arrivals[index % arrivals.count], at: time)
        }
        return rates
    }

    @Test("in queue mode the gift on stage finishes, and the next one is shown unless the queue overflows")
    func queue() throws {
        let crowd = rates([Self.gift("rose")], every: .second / 2, until: 60 * .second)
        for (limit, range) in [(nil, 128...128), (1, 0...8)] as [(Int?, ClosedRange<Int>)] {
            var controller = PlaybackController(
                settings: settings(.maxWaiting(limit), .overflow(.dropOldest)))
            _ = controller.handle(.arrival(Self.gift("castle", duration: 10 * .second)), at: 60 * .second)
            _ = controller.handle(.arrival(Self.gift("rose")), at: 60 * .second)
            let odds = try #require(OddsMoment(controller, crowd).odds(seed: 1))
            #expect(odds.futures == 128 && odds.finished == 128 && odds.next == 2)
            #expect(range.contains(odds.nextShown))
        }
    }

    @Test("in replace mode the odds are those of an arrival between the threshold and the end")
    func replace() throws {
        // 1 arrival in 10 s, and 5 s in which one replaces: it finishes with the probability 1/√e, which is 61 %. That
        // the rate is known from six arrivals in 60 s makes it (1 + 5/61)^-6.5, which is 60 %.
        let kinds = [Self.gift("rose", value: 1), Self.gift("castle", value: 900)]
        let feed = rates(kinds, every: 10 * .second, until: 3_590 * .second)
        var controller = PlaybackController(settings: settings(.mode(.replace), .replaceAt(Millionths(500_000))))
        _ = controller.handle(.arrival(Self.gift("crown", value: 100, duration: 10 * .second)), at: 3_600 * .second)
        var sum = (finished: 0, cheaper: 0, futures: 0)
        for seed in 0..<40 as Range<UInt64> {
            let odds = try #require(OddsMoment(controller, feed).odds(seed: seed))
            #expect(odds.finished + odds.replaced == odds.futures)
            sum.finished += odds.finished
            sum.cheaper += odds.replacedByCheaper
            sum.futures += odds.futures
        }
        #expect((57...63).contains(100 * sum.finished / sum.futures))
        #expect((18...22).contains(100 * sum.cheaper / sum.futures))
    }

    @Test("the same moment and seed give the same odds, and nothing gives odds of an empty or paused stage")
    func repetition() throws {
        let feed = rates([Self.gift("rose"), Self.gift("heart")], every: .second, until: 30 * .second)
        var controller = PlaybackController(settings: settings(.mode(.replace)))
        #expect(OddsMoment(controller, feed).odds(seed: 1) == nil)
        _ = controller.handle(.arrival(Self.gift("crown")), at: 30 * .second)
        let odds = OddsMoment(controller, feed).odds(seed: 7)
        #expect(odds != nil && OddsMoment(controller, feed).odds(seed: 7) == odds)
        _ = controller.handle(.pause, at: 30 * .second)
        #expect(OddsMoment(controller, feed).odds(seed: 7) == nil)
    }

    @Test("the work has a limit, whatever arrives and waits")
    func work() throws {
        let storm = rates([Self.gift("rose")], every: 100_000, until: .second)
        for mode in Settings.Mode.allCases {
            var controller = PlaybackController(settings: settings(.mode(mode), .maxWaiting(nil)))
            for _ in 0..<20_000 { _ = controller.handle(.arrival(Self.gift("crown")), at: .second) }
            let odds = try #require(OddsMoment(controller, storm).odds(seed: 1))
            #expect(odds.futures >= 1 && odds.steps <= OddsMoment.maxSteps + 1_000)
        }
    }

    @Test("an old rate is forgotten: ten minutes after a storm the odds are those of the silence")
    func forgetting() throws {
        var feed = rates([Self.gift("rose")], every: .second / 10, until: 60 * .second)
        var controller = PlaybackController(settings: settings(.mode(.replace)))
        _ = controller.handle(.arrival(Self.gift("crown")), at: 60 * .second)
        #expect(try #require(OddsMoment(controller, feed).odds(seed: 1)).finished == 0)
        controller = PlaybackController(settings: settings(.mode(.replace)))
        _ = controller.handle(.arrival(Self.gift("crown")), at: 900 * .second)
        feed.record(Self.gift("crown"), at: 900 * .second)
        let odds = try #require(OddsMoment(controller, feed).odds(seed: 1))
        #expect(odds.finished > odds.futures * 8 / 10)
    }

    @Test("the odds of a session do not depend on how often it is advanced, nor on when it is asked")
    func advancing() {
        var often = LiveOdds()
        var seldom = LiveOdds()
        var controllers = (PlaybackController(), PlaybackController())
        func advance(_ odds: inout LiveOdds, _ controller: inout PlaybackController, to time: Nanoseconds) {
            if let due = odds.dueTime(upTo: time) {
                _ = controller.advance(to: due)
                odds.record(controller)
            }
            _ = controller.advance(to: time)
        }
        often.enable(true, at: 0)
        seldom.enable(true, at: 0)
        for (number, time) in stride(from: 0.1, to: 20, by: 0.37).enumerated() {
            let at = Nanoseconds(time * 1e9)
            for step in stride(from: at - .second / 3, to: at, by: 17_000_000) {
                advance(&often, &controllers.0, to: step)
                if number % 2 == 0 { often.find() }
            }
            let arrival = Self.gift(number % 3 == 0 ? "rose" : "heart", value: Int64(number % 5))
            advance(&often, &controllers.0, to: at)
            advance(&seldom, &controllers.1, to: at)
            often.record(arrival, at: at)
            seldom.record(arrival, at: at)
            #expect(controllers.0.handle(.arrival(arrival), at: at) == controllers.1.handle(.arrival(arrival), at: at))
            let running = controllers.0.running?.gift.number ?? 0
            #expect(often.odds(of: running) == seldom.odds(of: running))
        }
        #expect(often.odds(of: controllers.0.running?.gift.number ?? 0) != nil)
    }
}
