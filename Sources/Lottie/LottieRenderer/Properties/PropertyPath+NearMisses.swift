extension PropertyPath {
    /// Returns where the key path, which matches none of `properties`, stops matching.
    ///
    /// - Parameter properties: All properties of the animation.
    /// - Returns: The index of the segment, the names that exist at that position, and, if there are none, the names
    ///   after which the path would have to continue.
    package func closestMatches(
        among properties: [AnimationProperty]
    ) -> (segment: Int, names: [String], waysOn: [String]) {
        var farthest = 0
        var names: Set<String> = []
        var waysOn: Set<String> = []
        for property in properties {
            var states = KeyPathMatchStates([self])
            let way = property.pathElements.map(\.name) + property.names
            for (index, name) in way.enumerated() {
                guard let segment = states.farthestSegment else { break }
                if segment > farthest { (farthest, names, waysOn) = (segment, [], []) }
                let isLast = segment == segments.count - 1
                // The last segment can only be the name of a property, and the others only names that lead to one.
                if segment == farthest {
                    if isLast == (index >= property.pathElements.count) {
                        names.insert(name)
                    } else if isLast {
                        waysOn.insert(name)
                    }
                }
                if index < property.pathElements.count {
                    guard let next = states.afterName(name) else {
                        if property.pathElements[index].isOptional { continue }
                        break
                    }
                    states = next
                }
            }
        }
        return (farthest, names.sorted(), names.isEmpty ? waysOn.sorted() : [])
    }
}
