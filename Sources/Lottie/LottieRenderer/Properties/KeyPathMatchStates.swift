/// The states of matching key paths against names: for each path that can still match, a bit mask of the possible next
/// segments.
struct KeyPathMatchStates {
    private let paths: [PropertyPath]
    private var activePaths: [ActivePath]

    private struct ActivePath {
        let index: Int
        var openSegments: UInt64
    }

    /// Creates the states before the first name.
    init(_ paths: [PropertyPath]) {
        self.paths = paths
        activePaths = paths.enumerated().map { ActivePath(index: $0, openSegments: Self.expandingWildcards(1, $1)) }
    }

    /// Returns the states after `name`, or nil if no key path continues there.
    func afterName(_ name: String) -> KeyPathMatchStates? {
        var next = self
        next.activePaths = activePaths.compactMap { path in
            let open = Self.advanced(path.openSegments, paths[path.index], name)
            return open == 0 ? nil : ActivePath(index: path.index, openSegments: open)
        }
        return next.activePaths.isEmpty ? nil : next
    }

    /// Calls `body` with the index of each key path that ends here with the property `name`.
    func forEachMatch(of name: String, _ body: (Int) -> Void) {
        for path in activePaths {
            let segments = paths[path.index].segments
            if path.openSegments & 1 << UInt64(segments.count - 1) != 0, segments[segments.count - 1] == .name(name) {
                body(path.index)
            }
        }
    }

    /// The index of the last segment that the first live key path can match next; nil if no path is live.
    var farthestSegment: Int? { activePaths.first.map { 63 - $0.openSegments.leadingZeroBitCount } }

    /// Adds the segments after each `**`, which also matches no name at all.
    private static func expandingWildcards(_ open: UInt64, _ path: PropertyPath) -> UInt64 {
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
        return next == 0 ? 0 : expandingWildcards(next, path)
    }
}
