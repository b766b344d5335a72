/// The objects of a run that contain other objects.
///
/// Reference counting does not free cycles, such as a function in a variable that it captures, and it frees a long
/// chain of objects by as many nested calls. Therefore the heap keeps every object that contains others during a run,
/// and removes their references one by one when the run ends, except those of the result.
struct ScriptHeap {
    /// The objects that have received a reference in this run, each once.
    private var holders: [ScriptObject] = []
    /// The objects of the last result that reference counting would not free, or only by many nested calls.
    private var keptObjects: [ScriptObject] = []

    /// The deepest chain of objects in a result that is left to reference counting; each object takes some frames of
    /// the native stack.
    private static let maxReleaseDepth = 64
    /// The capacity that is kept for the next run.
    private static let defaultCapacity = 1_024

    /// Registers an object that contains others, until the run ends.
    mutating func insert(_ object: ScriptObject) {
        guard !object.isOnHeap else { return }
        object.isOnHeap = true
        holders.append(object)
    }

    /// Removes the references of all registered objects, except `value` and the objects that it refers to.
    mutating func collect(keeping value: ScriptValue) {
        guard !holders.isEmpty else { return }
        if case .object(let root) = value { keepReachable(from: root) }
        for object in holders where object.isOnHeap {
            object.isOnHeap = false
            object.removeReferences()
        }
        holders.removeAll(keepingCapacity: holders.count <= ScriptHeap.defaultCapacity)
    }

    /// Removes the references of the last result that reference counting would not free.
    mutating func releaseResult() {
        guard !keptObjects.isEmpty else { return }
        for object in keptObjects { object.removeReferences() }
        keptObjects.removeAll()
    }

    /// Unregisters `root` and all objects that it refers to, and keeps those that close a cycle or at which deep chains
    /// can be cut.
    private mutating func keepReachable(from root: ScriptObject) {
        var walk = ResultTraversal(root)
        while let (object, height, closesRing) = walk.finishNext() {
            let isCut = closesRing || height > ScriptHeap.maxReleaseDepth
            if isCut { keptObjects.append(object) }
            walk.setHeight(isCut ? 0 : height, of: object)
        }
    }
}

/// A depth-first, post-order walk through the objects of a result.
private struct ResultTraversal {
    private enum State {
        /// The references of the object are being visited; `closesRing` is whether one of them leads back to it.
        case open(closesRing: Bool)
        /// The object has been visited; `height` is the longest chain of objects below it, down to those that are cut.
        case finished(height: Int)
    }

    private struct PathEntry {
        let object: ScriptObject
        var references: [ScriptObject]
        var height = 1
    }

    private var path: [PathEntry] = []
    private var states: [ObjectIdentifier: State] = [:]

    init(_ root: ScriptObject) { enter(root) }

    /// Returns the next object in post-order, the height of its longest chain, and whether it closes a cycle.
    mutating func finishNext() -> (object: ScriptObject, height: Int, closesRing: Bool)? {
        while let last = path.indices.last {
            if let next = path[last].references.popLast() {
                switch states[ObjectIdentifier(next)] {
                case .open: states[ObjectIdentifier(next)] = .open(closesRing: true)
                case .finished(let height): path[last].height = max(path[last].height, height + 1)
                case nil: enter(next)
                }
            } else {
                let place = path.removeLast()
                var closesRing = false
                if case .open(true) = states[ObjectIdentifier(place.object)] { closesRing = true }
                return (place.object, place.height, closesRing)
            }
        }
        return nil
    }

    /// Sets the height of the object that was returned last.
    mutating func setHeight(_ height: Int, of object: ScriptObject) {
        states[ObjectIdentifier(object)] = .finished(height: height)
        if let last = path.indices.last { path[last].height = max(path[last].height, height + 1) }
    }

    private mutating func enter(_ object: ScriptObject) {
        object.isOnHeap = false
        let references = object.references
        // Arrays of numbers, by far the most frequent results, contain no objects.
        if references.isEmpty { return }
        states[ObjectIdentifier(object)] = .open(closesRing: false)
        path.append(PathEntry(object: object, references: references))
    }
}
