extension PropertyPath {
    /// Where the path, which leads to none of `properties`, leaves the ways that there are: its part of that place, and the names
    /// that stand there.
    package func nearMisses(among properties: [AnimationProperty]) -> (segment: Int, names: [String]) {
        var farthest = 0
        var names: Set<String> = []
        for property in properties {
            var states = PathStates([self])
            let way = property.way.map(\.name) + property.names
            for (index, name) in way.enumerated() {
                guard let segment = states.farthest else { break }
                if segment > farthest { (farthest, names) = (segment, []) }
                let isLast = segment == segments.count - 1
                // Only properties stand where the last part does, and only names on the way before.
                if segment == farthest, isLast == (index >= property.way.count) { names.insert(name) }
                if index < property.way.count {
                    guard let next = states.entering(name) else {
                        if property.way[index].isOptional { continue }
                        break
                    }
                    states = next
                }
            }
        }
        return (farthest, names.sorted())
    }
}
