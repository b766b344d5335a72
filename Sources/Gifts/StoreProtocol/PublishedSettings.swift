public import PlayerSettings

/// All settings that a store publishes: the response to `GET /settings` and the body of `PUT /settings`.
public struct PublishedSettings: Sendable, Equatable {
    /// A share of all rooms with settings of its own, which permits a comparison.
    public struct Arm: Sendable, Equatable {
        /// The name of the arm in traces.
        public var name: String
        /// The share of all rooms in percent, 0 to 100.
        public var share: Int
        /// The settings of the arm, which override all others.
        public var settings: [Assignment]

        /// Creates an arm.
        public init(name: String, share: Int, settings: [Assignment]) {
            self.name = name
            self.share = share
            self.settings = settings
        }
    }

    /// The revision, 0 or more; it grows with every change.
    public var revision: Int
    /// The settings for all rooms.
    public var `default`: [Assignment]
    /// The settings for single rooms by room id; they override the default.
    public var rooms: [String: [Assignment]]
    /// The arms of the roll-out in order; their shares add up to at most 100 percent, and their names are unique.
    public var rollout: [Arm]

    /// Creates published settings.
    public init(
        revision: Int, default: [Assignment] = [], rooms: [String: [Assignment]] = [:], rollout: [Arm] = []
    ) {
        self.revision = revision
        self.default = `default`
        self.rooms = rooms
        self.rollout = rollout
    }

    /// Returns the settings for `room`: the default, overridden by the room's own, overridden by those of its arm.
    public func resolved(for room: String) -> RoomSettings {
        resolved(forPosition: Self.position(of: room), own: rooms[room] ?? [])
    }

    /// Returns the settings for the rooms at a position that have none of their own.
    public func resolved(forPosition position: Int, own: [Assignment] = []) -> RoomSettings {
        let arm = arm(atPosition: position)
        var assignments = self.default
        for assignment in own + (arm?.settings ?? []) { assignments.replaceOrAppend(assignment) }
        return RoomSettings(revision: revision, assignments: assignments, arm: arm?.name)
    }

    /// Returns the arm at a position: the first one at which the sum of the shares exceeds it; `nil` if there is none.
    private func arm(atPosition position: Int) -> Arm? {
        var end = 0
        return rollout.first { arm in
            end += arm.share
            return position < end
        }
    }

    /// Returns the position of a room in a roll-out, 0 to 99, the same on every machine.
    ///
    /// It is the first 8 bytes of SHA-256("rollout:" + room), big-endian, modulo 100.
    public static func position(of room: String) -> Int {
        let digest = SHA256Digest.digest(of: Array("rollout:\(room)".utf8))
        let number = digest.bytes.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return Int(number % 100)
    }
}
