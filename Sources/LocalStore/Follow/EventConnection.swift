import HTTPTransfer
import Playback

/// Staying connected to a store's stream of changes, without doing it: it is told what happens and says what is to be done.
///
/// While the stream stands nothing is asked for. When it breaks it is asked for again after a pause, and meanwhile, or where
/// a store has no such stream, the documents themselves are asked for now and then.
struct EventConnection: Sendable {
    /// What to do next.
    enum Step: Equatable, Sendable {
        /// Ask for the stream. Where `asksBefore`, ask for the documents first, as they may have changed unheard.
        case connect(asksBefore: Bool)
        /// Wait.
        case pause(Nanoseconds)
    }

    private enum State: Equatable {
        /// The stream was asked for.
        case connecting
        /// The stream stands.
        case listening
        /// The stream stands, and something came over it.
        case hearing
        /// The store has no such stream.
        case refused
        /// Waiting before it is asked for again, or not begun.
        case pausing
    }

    private let rules: FollowRules
    private var state = State.pausing
    /// Streams in a row that brought nothing.
    private var failures = 0
    /// When the documents were asked for last; nil before.
    private var asked: Nanoseconds?

    init(rules: FollowRules) {
        self.rules = rules
    }

    /// Begins, or goes on after a pause.
    mutating func connect(at now: Nanoseconds) -> Step {
        state = .connecting
        let isDue = asked.map { now - $0 >= rules.pollPause } ?? true
        if isDue { asked = now }
        return .connect(asksBefore: isDue)
    }

    /// The head of the answer has come. True where it is a stream: then the documents are to be asked for, which may have
    /// changed before it stood, and it is to be listened to.
    mutating func answered(_ head: HTTPHead, at now: Nanoseconds) -> Bool {
        let isStream =
            head.status == 200 && head["content-type"]?.lowercased().hasPrefix("text/event-stream") == true
        if isStream { asked = now }
        state = isStream ? .listening : Self.mayPass(head.status) ? .connecting : .refused
        return isStream
    }

    private static func mayPass(_ status: Int) -> Bool { status == 429 || (status >= 500 && status != 501) }

    /// Something came over the stream, be it a sign of life.
    mutating func heard(at now: Nanoseconds) {
        guard state == .listening || state == .hearing else { return }
        state = .hearing
        asked = now
        failures = 0
    }

    /// The stream is over, or never came about. `wait` is what the store asked for.
    mutating func ended<Chance: RandomNumberGenerator>(wait: Nanoseconds, using chance: inout Chance) -> Step {
        defer { state = .pausing }
        if state == .refused { return .pause(rules.pollPause) }
        failures = min(failures + 1, Self.mostCounted)
        return .pause(max(min(wait, rules.pollPause), rules.reconnect.pause(after: failures, using: &chance)))
    }

    /// More failures than this make no longer pause.
    private static let mostCounted = 32
}
