import ExactNumbers
import Playback
import Testing

@testable import PolicyExploration

/// Tests of the states that the session book considers equal, whatever the controller says.
@Suite struct CheckerStateTests {
    /// Returns the book's state for a gift that is parked in replace mode on an empty stage, so that only its age
    /// changes.
    private func parkedState(
        _ setting: Setting, waiting age: Nanoseconds, abstraction: StateAbstraction = StateAbstraction()
    ) -> [Int64] {
        var settings = Settings()
        for each in [setting, .backlog(.park)] { settings.apply(each) }
        var controller = PlaybackController(settings: settings)
        var book = InvariantChecker()
        book.record(nil, at: 0, controller.advance(to: 0), controller)
        func make(_ input: Input) { book.record(input, at: 0, controller.handle(input, at: 0), controller) }
        make(.arrival(Arrival(kind: "rocket", sender: "ann", duration: 60 * .second)))
        make(.arrival(Arrival(kind: "heart", sender: "bob", duration: .second)))
        make(.set([.mode(.replace)]))
        make(.close)
        book.record(nil, at: age, controller.advance(to: age), controller)
        #expect(book.violations.isEmpty && book.presentGifts.count == 1)
        var numbers: [Int64] = []
        book.appendCanonicalState(
            to: &numbers, kinds: ["rocket", "heart"], KindRenaming(), senders: ["ann", "bob"],
            abstraction: abstraction, bounds: SettingBounds([settings]))
        return numbers
    }

    private static let length = 3 * Nanoseconds.second
    /// Ages that are different states, and ages that are one state.
    private static let distinctAges = [0, 1, length - 1, length, length + 1]
    private static let equalAges = [length + 1, length + 2, 2 * length, 1000 * length]

    @Test(
        "each age up to the end of a limit is a state of its own, and all ages beyond it are one state",
        arguments: [Setting.expireAfter(length), .combineWithin(length)])
    func agesUpToLimitAreDistinct(setting: Setting) {
        #expect(Set(Self.distinctAges.map { parkedState(setting, waiting: $0) }).count == Self.distinctAges.count)
        #expect(Set(Self.equalAges.map { parkedState(setting, waiting: $0) }).count == 1)
    }

    @Test("an expression that reads ages distinguishes them as exactly as it needs")
    func expressionDeterminesAgePrecision() {
        var watched = StateAbstraction()
        #expect(Set(Self.distinctAges.map { parkedState(.gap(0), waiting: $0, abstraction: watched) }).count == 1)
        watched.agePrecision = .upTo(Self.length)
        #expect(
            Set(Self.distinctAges.map { parkedState(.gap(0), waiting: $0, abstraction: watched) }).count
                == Self.distinctAges.count)
        #expect(Set(Self.equalAges.map { parkedState(.gap(0), waiting: $0, abstraction: watched) }).count == 1)
        watched.agePrecision = .exact
        let all = Set(Self.distinctAges + Self.equalAges)
        #expect(Set(all.map { parkedState(.gap(0), waiting: $0, abstraction: watched) }).count == all.count)
    }
}
