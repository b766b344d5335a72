/// The states of matching key paths against names: for each path that can still match, a bit mask of the possible next
/// segments.
struct PathStates {
    private let paths: [PropertyPath]
    private var live: [Live]

    private struct Live {
        let index: Int
        var open: UInt64
    }

    /// Creates the states before the first name.
    init(_ paths: [PropertyPath]) {
        self.paths = paths
        live = paths.enumerated().map { Live(index: $0, open: Self.spread(1, $1)) }
    }

    /// Returns the states after `name`, or nil if no key path continues there.
    func entering(_ name: String) -> PathStates? {
        var next = self
        next.live = live.compactMap { path in
            let open = Self.advanced(path.open, paths[path.index], name)
            return open == 0 ? nil : Live(index: path.index, open: open)
        }
        return next.live.isEmpty ? nil : next
    }

    /// Calls `body` with the index of each key path that ends here with the property `name`.
    func reaching(_ name: String, _ body: (Int) -> Void) {
        for path in live {
            let segments = paths[path.index].segments
            if path.open & 1 << UInt64(segments.count - 1) != 0, segments[segments.count - 1] == .name(name) {
                body(path.index)
            }
        }
    }

    /// The index of the last segment that the first live key path can match next; nil if no path is live.
    var farthest: Int? { live.first.map { 63 - $0.open.leadingZeroBitCount } }

    /// Adds the segments after each `**`, which also matches no name at all.
    private static func spread(_ open: UInt64, _ path: PropertyPath) -> UInt64 {
        var open = open
        for (index, segment) in path.segments.enumerated() where segment == .anyNames && open & 1 << UInt64(index) != 0
        {
            open |= 1 << UInt64(index + 1)
        }
        return open
    }

    private static func advanced(_ open: UInt64, _ path: PropertyPath, _ name: String) -> UInt64 {
        var next: UInt64 = 0
        // The last segment is the name of a property, which contains nothing.
        for (index, segment) in path.segments.dropLast().enumerated() where open & 1 << UInt64(index) != 0 {
            switch segment {
            case .anyNames: next |= 1 << UInt64(index)
            case .anyName: next |= 1 << UInt64(index + 1)
            case .name(let wanted): if wanted == name { next |= 1 << UInt64(index + 1) }
            }
        }
        return next == 0 ? 0 : spread(next, path)
    }
}
