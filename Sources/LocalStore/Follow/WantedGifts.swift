import Playback

/// Which gifts a room asked for lately, so that a streak of one that can't be had asks for it once.
struct WantedGifts: Sendable {
    private let pause: Nanoseconds
    private var asked: [String: Nanoseconds] = [:]

    /// Ids that are remembered: a room's feed may name anything.
    private static let most = 1024

    init(pause: Nanoseconds) {
        self.pause = pause
    }

    /// Whether to ask for a gift that is wanted now.
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
