/// How far paths have come on the way to a property: for each that still leads on the parts that may come next, a bit a part.
struct PathStates {
    private let paths: [PropertyPath]
    private var live: [Live]

    private struct Live {
        let index: Int
        var open: UInt64
    }

    /// The states before the first name.
    init(_ paths: [PropertyPath]) {
        self.paths = paths
        live = paths.enumerated().map { Live(index: $0, open: Self.spread(1, $1)) }
    }

    /// The states behind `name`; nil where no path leads on.
    func entering(_ name: String) -> PathStates? {
        var next = self
        next.live = live.compactMap { path in
            let open = Self.advanced(path.open, paths[path.index], name)
            return open == 0 ? nil : Live(index: path.index, open: open)
        }
        return next.live.isEmpty ? nil : next
    }

    /// Calls `body` with the place of each path that ends here with the property `name`.
    func reaching(_ name: String, _ body: (Int) -> Void) {
        for path in live {
            let segments = paths[path.index].segments
            if path.open & 1 << UInt64(segments.count - 1) != 0, segments[segments.count - 1] == .name(name) {
                body(path.index)
            }
        }
    }

    /// The farthest part of the first path that waits for a name; nil where it leads on no more.
    var farthest: Int? { live.first.map { 63 - $0.open.leadingZeroBitCount } }

    /// Parts that may come next, with those behind wildcards for no name at all.
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
        // The last part is a property's name, which leads nowhere.
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
