import ExactNumbers
import Foundation
import LottieDocument
import PlayerSettings
import RoomEvents
import RoomSession
import StoreProtocol

@testable import RoomUI

/// A store whose news a test controls and which records what the room asks of it.
final class ScriptedStore: StoreUpdates {
    /// The news that the room reads next.
    var updates: [StoreUpdate] = []
    /// The ids of the kinds that the room asked to download, in order.
    private(set) var fetched: [String] = []
    /// The lists of sendable kinds that the room reported, one for each change.
    private(set) var kinds: [[GiftKind]] = []
    /// The kinds that are on disk at the start.
    var onDisk: [GiftKind] = []
    /// The versions that the room read.
    private(set) var readVersions: [AnimationID] = []
    /// The colors of the published squares, by version.
    var colors: [Int: String] = [1: "#00ff00", 2: "#0000ff", 3: "#ff00ff"]
    private(set) var pollCount = 0

    func consumeUpdates() -> [StoreUpdate] {
        pollCount += 1
        defer { updates = [] }
        return updates
    }

    func fetch(_ kind: String) { fetched.append(kind) }

    var wakeUpDescriptor: Int32? { nil }

    func kindsChanged(_ kinds: [GiftKind]) { self.kinds.append(kinds) }

    /// Reads the animation of a published version.
    func animation(of gift: StoreGift) throws(UnplayableGift) -> Composition {
        readVersions.append(AnimationID(kind: gift.id, version: gift.version))
        guard let color = colors[gift.version] else { throw UnplayableGift("data.json: not there") }
        do {
            return try Composition(json: Self.square(color))
        } catch {
            throw UnplayableGift("\(error)")
        }
    }

    /// Returns a composition of 40 × 40 pixels, filled with one color.
    static func square(_ color: String) -> [UInt8] {
        Array(String(decoding: Room.redSquare, as: UTF8.self).replacing("#ff0000", with: color).utf8)
    }

    static func gift(_ id: String, version: Int = 1, value: Int64 = 50, seconds: Int64 = 4) -> StoreGift {
        StoreGift(
            id: id, name: id.capitalized, version: version, value: value, duration: seconds * .second,
            package: "gifts/\(id)/\(version).zip", size: 1, sha256: SHA256Digest.digest(of: []))
    }

    static func settings(_ options: [String], arm: String? = nil) throws -> StoreUpdate {
        let assignments = try options.map { option in
            let assignment = try Assignment.option(option)
            return Assignment(assignment.key, assignment.value, origin: .store)
        }
        return .settings(RoomSettings(revision: 1, assignments: assignments, arm: arm))
    }
}
