import RoomEvents
import RoomSimulator

/// A small simulated room for the tests.
enum SampleRooms {
    static let kinds = [
        GiftKind(id: "heart", name: "Heart", value: 1), GiftKind(id: "rose", name: "Rose", value: 5),
        GiftKind(id: "cat", name: "Lucky cat", value: 99), GiftKind(id: "rocket", name: "Rocket", value: 500),
        GiftKind(id: "whale", name: "Whale", value: 1000), GiftKind(id: "unsent", name: "Unsent", value: 7),
    ]

    static let script = RoomScript(
        host: "Mika", title: "Test room", viewers: ["ann", "bob", "cy", "dee", "Elif", "ひかり", "otto", "zed"],
        chat: ["one", "two", "three", "four"], greetings: ["welcome {name}!"],
        thanksForOne: ["thank you {name} for the {gift}, says {host}"], thanksForMany: ["{name}: {count} × {gift}"],
        cheers: ["wow {name}"],
        profiles: ["quiet": quiet, "lively": lively])

    static let quiet = profile(gifts: 8, length: 2...5, streak: 0.15, burst: 0.3, burstGifts: 3...5)
    static let lively = profile(gifts: 120, length: 4...30, streak: 0.35, burst: 4, burstGifts: 8...30)

    static func profile(
        gifts: Double, length: ClosedRange<Int>, streak: Double, burst: Double, burstGifts: ClosedRange<Int>
    ) -> RoomScript.Profile {
        RoomScript.Profile(
            giftsPerMinute: gifts, chatPerMinute: 24, joinsPerMinute: 5, leavesPerMinute: 4, likesPerMinute: 20,
            likesAtOnce: 1...5, repeatProbability: 0.3,
            streak: .init(probability: streak, length: length, spacing: .milliseconds(400)...(.milliseconds(1200))),
            burst: .init(perMinute: burst, gifts: burstGifts, maxDuration: .seconds(6)),
            weights: ["heart": 30, "rose": 20, "cat": 8, "rocket": 2, "whale": 1, "unknown": 50])
    }

    static func room(
        _ profile: RoomScript.Profile = quiet, seed: UInt64, giftsPerMinute: Double? = nil, reportsReaders: Bool = false
    ) -> SimulatedRoom {
        SimulatedRoom(
            script: script, profile: profile, kinds: kinds, seed: seed, giftsPerMinute: giftsPerMinute,
            reportsReaders: reportsReaders)
    }

    static func events(of room: SimulatedRoom, before end: Duration) -> [FeedEvent] {
        Array(room.lazy.prefix { $0.at < end })
    }
}

extension FeedEvent {
    var gift: GiftArrival? {
        if case .gift(let gift) = kind { gift } else { nil }
    }

    var chat: ChatMessage? {
        if case .chat(let message) = kind { message } else { nil }
    }

    /// A line of text with all facts of the event.
    var line: String {
        let (seconds, attoseconds) = at.components
        let time = seconds * 1000 + attoseconds / 1_000_000_000_000_000
        switch kind {
        case .chat(let message): return "\(time) \(message.id) \(message.from.name): \(message.text)"
        case .join(let viewer): return "\(time) + \(viewer.id) \(viewer.name)"
        case .leave(let viewer): return "\(time) - \(viewer.id) \(viewer.name)"
        case .like(let viewer, let count): return "\(time) like \(viewer.name) \(count)"
        case .gift(let gift):
            let streak = gift.streak.map { " \($0.id) \($0.total)\($0.isFinal ? " end" : "")" } ?? ""
            return "\(time) \(gift.id) \(gift.from.name) \(gift.gift) \(gift.count) \(gift.value)\(streak)"
        case .seen, .streakEnd, .batch, .retract: return "\(time) \(self.json)"
        }
    }
}
