import Playback

/// The gift kinds that a room asked for recently, so that a streak of an unavailable one causes one request.
struct WantedGifts: Sendable {
    private let pause: Nanoseconds
    private var asked: [String: Nanoseconds] = [:]

    /// The most ids to remember, because a feed may name anything.
    private static let most = 1024

    init(pause: Nanoseconds) {
        self.pause = pause
    }

    /// Returns whether to request a gift kind that is wanted now.
    mutating func want(_ id: String, at now: Nanoseconds) -> Bool {
        if let last = asked[id], now - last < pause { return false }
        if asked.count >= Self.most {
            asked = asked.filter { now - $0.value < pause }
            guard asked.count < Self.most else { return false }
        }
        asked[id] = now
        return true
    }
}
