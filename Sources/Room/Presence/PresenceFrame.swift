/// The heads and labels of a frame to draw; a reused frame allocates no memory.
public struct PresenceFrame: Hashable, Sendable {
    /// A head at a position on the screen.
    public struct Head: Hashable, Sendable {
        /// The viewer.
        public let viewer: PresentViewer
        /// The left edge, in columns from the screen's left edge.
        public let x: Double
        /// The top edge, in half rows from the screen's top edge; an even number is on a row boundary.
        public let y: Double
        /// The opacity, 0 to 1.
        public let opacity: Double
    }

    /// A label such as `+12`, the number of readers of a message whose heads have no space.
    public struct Label: Hashable, Sendable {
        /// The number of hidden heads.
        public let count: Int
        /// The first column, which is empty before the plus sign.
        public let column: Int
        /// The row on the screen.
        public let row: Int
    }

    /// The heads at rest.
    public private(set) var resting: [Head] = []
    /// The heads in motion, drawn above the others.
    public private(set) var moving: [Head] = []
    /// The labels.
    public private(set) var labels: [Label] = []
    /// Whether the next frame differs even without an event.
    public internal(set) var isMoving = false

    /// Creates an empty frame.
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
