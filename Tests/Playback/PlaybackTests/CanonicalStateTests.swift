import ExactNumbers
import Playback
import Testing

/// Tests of the states that an exploration considers equal.
@Suite struct CanonicalStateTests {
    private static let limit = 3 * Nanoseconds.second

    /// Returns the state of a gift that is parked in replace mode on an empty stage, so that only its age changes.
    private func parked(waiting age: Nanoseconds, _ settings: Setting...) -> [Int64] {
        var all = Settings()
        for setting in settings + [.backlog(.park)] { all.apply(setting) }
        var controller = PlaybackController(settings: all)
        _ = controller.handle(.arrival(Arrival(kind: "rocket", sender: "ann", duration: 60 * .second)), at: 0)
        _ = controller.handle(.arrival(Arrival(kind: "heart", sender: "bob", duration: .second)), at: 0)
        _ = controller.handle(.set([.mode(.replace)]), at: 0)
        _ = controller.handle(.close, at: 0)
        _ = controller.advance(to: age)
        #expect(controller.parkedCount == 1 && controller.running == nil)
        var numbers: [Int64] = []
        controller.appendCanonicalState(to: &numbers)
        return numbers
    }

    @Test("each age of a gift up to the limit is a state of its own, and all ages beyond it are one state")
    func agesUpToLimitAreDistinct() {
        let ages = [0, 1, Self.limit - 1, Self.limit, Self.limit + 1]
        #expect(Set(ages.map { parked(waiting: $0, .expireAfter(Self.limit)) }).count == ages.count)
        let beyond = [1, 2, 3, .second, 1000 * .second].map {
            parked(waiting: Self.limit + $0, .expireAfter(Self.limit))
        }
        #expect(Set(beyond).count == 1)
    }

    @Test("with a limit of 0 only the age 0 differs from other ages")
    func withLimitZeroOnlyAgeZeroIsDistinct() {
        #expect(parked(waiting: 0, .expireAfter(0)) != parked(waiting: 1, .expireAfter(0)))
        #expect(parked(waiting: 1, .expireAfter(0)) == parked(waiting: 2, .expireAfter(0)))
    }

    @Test("the age makes no difference if gifts do not expire")
    func ageIsIgnoredWithoutExpiry() {
        #expect(parked(waiting: 0) == parked(waiting: 1000 * .second))
    }

    @Test("each time since the latest arrival is a state of its own up to the end of the merging window")
    func timesWithinMergeWindowAreDistinct() {
        let window = 2 * Nanoseconds.second
        let times = [0, 1, window - 1, window, window + 1]
        #expect(Set(times.map { parked(waiting: $0, .combineWithin(window)) }).count == times.count)
        #expect(
            parked(waiting: window + 1, .combineWithin(window)) == parked(waiting: window + 2, .combineWithin(window)))
    }

    @Test("each time within a gap is a state of its own, and a finished gap makes no difference")
    func timesWithinGapAreDistinct() {
        func state(at time: Nanoseconds, gap: Nanoseconds) -> [Int64] {
            var settings = Settings()
            settings.apply(.gap(gap))
            var controller = PlaybackController(settings: settings)
            _ = controller.handle(.arrival(Arrival(kind: "heart", sender: "ann", duration: 5)), at: 0)
            _ = controller.advance(to: time)
            var numbers: [Int64] = []
            controller.appendCanonicalState(to: &numbers)
            return numbers
        }
        #expect(Set((5...9).map { state(at: $0, gap: 4) }).count == 5)
        #expect(state(at: 9, gap: 4) == state(at: 10, gap: 4))
        #expect(state(at: 5, gap: 0) == state(at: 6, gap: 0))
    }
}
