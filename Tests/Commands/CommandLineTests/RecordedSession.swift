import Foundation
import TestSupport

/// The incoming events of a session, read from its recording.
struct RecordedSession {
    private let lines: [[String: Any]]

    init(_ name: String, in folder: TemporaryFolder) throws {
        lines = try folder.read(name).split(separator: "\n").compactMap { line in
            try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
        }
    }

    private func events(_ type: String) -> [[String: Any]] { lines.filter { $0["type"] as? String == type } }

    private func sender(_ event: [String: Any]) -> String {
        (event["from"] as? [String: Any])?["name"] as? String ?? event["from"] as? String ?? ""
    }

    /// The gifts, such as `2 rocket from Bob`.
    var gifts: [String] {
        events("gift").map { "\($0["count"] as? Int ?? 1) \($0["gift"] as? String ?? "") from \(sender($0))" }
    }

    /// The ids of the gifts.
    var giftIDs: [String] { events("gift").map { $0["id"] as? String ?? "" } }

    /// The chat lines, such as `Bob: hello`.
    var chat: [String] { events("chat").map { "\(sender($0)): \($0["text"] as? String ?? "")" } }

    /// The totals of streaks, with `!` after those that have ended.
    var totals: [String] {
        lines.compactMap { $0["streak"] as? [String: Any] }.map { streak in
            "\(streak["total"] as? Int ?? 0)\(streak["final"] as? Bool == false ? "" : "!")"
        }
    }
}
