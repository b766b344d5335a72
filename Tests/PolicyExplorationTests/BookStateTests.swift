import Playback
import Testing

@testable import PolicyExploration

/// Tests of the states that the session book considers equal, whatever the controller says.
@Suite struct BookStateTests {
    /// Returns the book's state for a gift that is parked in replace mode on an empty stage, so that only its age
    /// changes.
    private func parked(_ setting: Setting, waiting age: Nanoseconds, watched: Watched = Watched()) -> [Int64] {
        var settings = Settings()
        for each in [setting, .backlog(.park)] { settings.apply(each) }
        var controller = PlaybackController(settings: settings)
        var book = SessionBook()
        book.note(nil, at: 0, controller.advance(to: 0), controller)
        func make(_ input: Input) { book.note(input, at: 0, controller.handle(input, at: 0), controller) }
        make(.arrival(Arrival(kind: "rocket", sender: "ann", duration: 60 * .second)))
        make(.arrival(Arrival(kind: "heart", sender: "bob", duration: .second)))
        make(.set([.mode(.replace)]))
        make(.close)
        book.note(nil, at: age, controller.advance(to: age), controller)
        #expect(book.violations.isEmpty && book.present.count == 1)
        var numbers: [Int64] = []
        book.appendCanonicalState(to: &numbers, kinds: ["rocket", "heart"], senders: ["ann", "bob"], watched: watched)
        return numbers
    }

    private static let length = 3 * Nanoseconds.second
    /// Ages that are different states, and ages that are one state.
    private static let apart = [0, 1, length - 1, length, length + 1]
    private static let together = [length + 1, length + 2, 2 * length, 1000 * length]

    @Test(
        "each age up to the end of a limit is a state of its own, and all ages beyond it are one state",
        arguments: [Setting.expireAfter(length), .combineWithin(length)])
    func ages(setting: Setting) {
        #expect(Set(Self.apart.map { parked(setting, waiting: $0) }).count == Self.apart.count)
        #expect(Set(Self.together.map { parked(setting, waiting: $0) }).count == 1)
    }

    @Test("an expression that reads ages distinguishes them as exactly as it needs")
    func watchedAges() {
        var watched = Watched()
        #expect(Set(Self.apart.map { parked(.gap(0), waiting: $0, watched: watched) }).count == 1)
        watched.age = .upTo(Self.length)
        #expect(Set(Self.apart.map { parked(.gap(0), waiting: $0, watched: watched) }).count == Self.apart.count)
        #expect(Set(Self.together.map { parked(.gap(0), waiting: $0, watched: watched) }).count == 1)
        watched.age = .exact
        let all = Set(Self.apart + Self.together)
        #expect(Set(all.map { parked(.gap(0), waiting: $0, watched: watched) }).count == all.count)
    }
}
