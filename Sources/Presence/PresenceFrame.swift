/// What is to be painted: heads and the numbers of those that have no room. Reusing one allocates nothing.
public struct PresenceFrame: Hashable, Sendable {
    /// A head, somewhere on the screen.
    public struct Head: Hashable, Sendable {
        /// Whose it is.
        public let viewer: Viewer
        /// Its left edge, in columns from the screen's.
        public let x: Double
        /// Its top edge, in half rows from the screen's; on a row when it is even.
        public let y: Double
        /// How much of it is there, 0 to 1.
        public let opacity: Double
    }

    /// `+12`: heads that a message has no room for.
    public struct Label: Hashable, Sendable {
        /// How many.
        public let count: Int
        /// The column where it begins, with a free one before the plus.
        public let column: Int
        /// The row on the screen.
        public let row: Int
    }

    /// Heads in their places.
    public private(set) var resting: [Head] = []
    /// Heads on their way, to be painted over the others.
    public private(set) var moving: [Head] = []
    /// The numbers.
    public private(set) var labels: [Label] = []
    /// Whether the next frame will look different, even if nothing happens.
    public internal(set) var isMoving = false

    /// An empty frame.
    public init() {}

    mutating func removeAll() {
        resting.removeAll(keepingCapacity: true)
        moving.removeAll(keepingCapacity: true)
        labels.removeAll(keepingCapacity: true)
        isMoving = false
    }

    mutating func add(_ head: Head, isMoving: Bool) {
        if isMoving { moving.append(head) } else { resting.append(head) }
    }

    mutating func add(_ label: Label) { labels.append(label) }
}
