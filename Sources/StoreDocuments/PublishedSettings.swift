public import Configuration

/// All settings that a store publishes: the answer to `GET /settings`, and what `PUT /settings` takes.
public struct PublishedSettings: Sendable, Equatable {
    /// A share of all rooms that gets settings of its own, so that they can be compared.
    public struct Arm: Sendable, Equatable {
        /// What the share is called in traces.
        public var name: String
        /// Hundredths of all rooms, 0 to 100.
        public var share: Int
        /// What its rooms are given over all else.
        public var settings: [Assignment]

        /// A share of all rooms.
        public init(name: String, share: Int, settings: [Assignment]) {
            self.name = name
            self.share = share
            self.settings = settings
        }
    }

    /// Grows with every change; from 0 up.
    public var revision: Int
    /// What holds for all rooms.
    public var `default`: [Assignment]
    /// What holds for some rooms, by their ids, over what holds for all.
    public var rooms: [String: [Assignment]]
    /// The shares of rooms that get something else, in order; at most 100 hundredths in all, no name twice.
    public var rollout: [Arm]

    /// Settings to be published.
    public init(
        revision: Int, default: [Assignment] = [], rooms: [String: [Assignment]] = [:], rollout: [Arm] = []
    ) {
        self.revision = revision
        self.default = `default`
        self.rooms = rooms
        self.rollout = rollout
    }

    /// What `room` gets: what holds for all, over it the room's own, over it those of the arm it is in.
    public func resolved(for room: String) -> RoomSettings {
        let arm = arm(of: room)
        var assignments = self.default
        for assignment in (rooms[room] ?? []) + (arm?.settings ?? []) { assignments.put(assignment) }
        return RoomSettings(revision: revision, assignments: assignments, arm: arm?.name)
    }

    /// The arm that `room` is in: the shares are counted through in order up to the room's position.
    private func arm(of room: String) -> Arm? {
        let position = Self.position(of: room)
        var end = 0
        return rollout.first { arm in
            end += arm.share
            return position < end
        }
    }

    /// Where a room stands among all, 0 to 99, the same on every machine: the first 8 bytes of SHA-256("rollout:" + room),
    /// big-endian, modulo 100.
    public static func position(of room: String) -> Int {
        let digest = SHA256Digest.of(Array("rollout:\(room)".utf8))
        let number = digest.bytes.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return Int(number % 100)
    }
}
