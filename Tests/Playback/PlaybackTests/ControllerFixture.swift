import ExactNumbers
import Playback

/// A controller with short functions for tests; times are in seconds.
struct ControllerFixture {
    private(set) var controller: PlaybackController
    private(set) var events: [TraceEvent] = []

    init(_ settings: Setting...) {
        var all = Settings()
        for setting in settings { all.apply(setting) }
        controller = PlaybackController(settings: all)
        events += controller.advance(to: 0)
    }

    /// The trace so far, one JSON object per line.
    var trace: [String] { events.map(\.json) }

    /// Sends a gift with the lengths of intro, loop and outro in seconds; planned rounds divide the loop.
    mutating func send(
        _ kind: String, from sender: String = "ann", value: Int64 = 0, intro: Double, loop: Double, outro: Double,
        plannedRounds: Int? = nil, policy own: Setting..., at time: Double
    ) {
        let loop = GiftLoop(
            start: ControllerFixture.nanoseconds(intro), end: ControllerFixture.nanoseconds(intro + loop),
            plannedRounds: plannedRounds)
        let duration = (loop?.end ?? 0) + ControllerFixture.nanoseconds(outro)
        let arrival = Arrival(
            kind: kind, sender: sender, value: value, duration: duration, policy: GiftPolicy(own), loop: loop)
        handle(.arrival(arrival), at: time)
    }

    mutating func handle(_ input: Input, at seconds: Double) {
        handle(input, atNanosecond: ControllerFixture.nanoseconds(seconds))
    }

    mutating func handle(_ input: Input, atNanosecond time: Nanoseconds) {
        events += controller.handle(input, at: time)
    }

    mutating func send(
        _ kind: String, from sender: String = "ann", count: Int = 1, value: Int64 = 0, duration seconds: Double,
        id: String? = nil, asset: AssetState = .ready, policy own: Setting..., at time: Double
    ) {
        let arrival = Arrival(
            kind: kind, sender: sender, count: count, value: value, duration: ControllerFixture.nanoseconds(seconds),
            eventID: id,
            asset: asset, policy: GiftPolicy(own))
        handle(.arrival(arrival), at: time)
    }

    /// Advances the controller to a time.
    mutating func advance(to seconds: Double) {
        advance(toNanosecond: ControllerFixture.nanoseconds(seconds))
    }

    mutating func advance(toNanosecond time: Nanoseconds) {
        events += controller.advance(to: time)
    }

    /// The trace as short texts, such as `1.5 start 2` and `3 end 1 replaced 0.4375 by 3`, without the first settings
    /// and the arrivals.
    var traceSummary: [String] {
        events.dropFirst().compactMap { event in
            let at = "\(ExactDecimal(seconds: event.at)) "
            switch event.kind {
            case .arrived: return nil
            case .started(let gift): return at + "start \(gift)"
            case .ended(let gift, let outcome): return at + "end \(gift) " + ControllerFixture.summary(outcome)
            case .settings(let settings): return at + "set " + settings.map(\.key.name).joined(separator: " ")
            case .paused: return at + "pause"
            case .resumed: return at + "resume"
            case .speed(let speed): return at + "speed \(speed)"
            case .scrubbed(_, let progress): return at + "scrub \(progress)"
            case .looped(let gift, let round): return at + "loop \(gift) \(round)"
            }
        }
    }

    static func nanoseconds(_ seconds: Double) -> Nanoseconds {
        Nanoseconds((seconds * 1_000_000_000).rounded())
    }

    private static func summary(_ outcome: Outcome) -> String {
        switch outcome {
        case .completed: "completed"
        case .replaced(let by, let progress): "replaced \(progress) by \(by)"
        case .dismissed(let progress): "dismissed \(progress)"
        case .dropped(let reason, let progress?): "\(reason) \(progress)"
        case .dropped(let reason, nil): "\(reason)"
        case .merged(let into): "merged \(into)"
        case .unplayed(let reason): "unplayed \(reason)"
        }
    }
}
