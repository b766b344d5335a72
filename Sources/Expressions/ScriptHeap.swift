/// The objects of a run that hold others.
///
/// Reference counts free everything but rings, such as that of a function and the variable that it is in, and chains of
/// objects, each in the next, would be freed by as many nested calls. So what holds objects is kept here while a run
/// lasts, and emptied one by one when it is over, but for what the run gives back.
struct ScriptHeap {
    /// What was given an object in this run, each once.
    private var holders: [ScriptObject] = []
    /// Parts of the last result that reference counts would not free, or only by many nested calls.
    private var kept: [ScriptObject] = []

    /// Objects in objects of a result that are left to reference counts; each takes some frames of the real stack.
    private static let deepestRelease = 64
    /// Places that are worth keeping for the next run.
    private static let usualCount = 1_024

    /// Remembers that `object` holds others, until the run is over.
    mutating func insert(_ object: ScriptObject) {
        guard !object.isOnHeap else { return }
        object.isOnHeap = true
        holders.append(object)
    }

    /// Empties what the run has left, but for `value` and all that it refers to.
    mutating func collect(keeping value: ScriptValue) {
        guard !holders.isEmpty else { return }
        if case .object(let root) = value { spare(root) }
        for object in holders where object.isOnHeap {
            object.isOnHeap = false
            object.removeReferences()
        }
        holders.removeAll(keepingCapacity: holders.count <= ScriptHeap.usualCount)
    }

    /// Empties what the last result would leave behind.
    mutating func releaseResult() {
        guard !kept.isEmpty else { return }
        for object in kept { object.removeReferences() }
        kept.removeAll()
    }

    /// Takes `root` and all that it refers to off the heap, and keeps the objects at which rings close and deep chains
    /// can be cut.
    private mutating func spare(_ root: ScriptObject) {
        var walk = ResultWalk(root)
        while let (object, height, closesRing) = walk.finishNext() {
            let isCut = closesRing || height > ScriptHeap.deepestRelease
            if isCut { kept.append(object) }
            walk.setHeight(isCut ? 0 : height, of: object)
        }
    }
}

/// A walk through a result in depth, which comes to each object after all that it refers to.
private struct ResultWalk {
    private enum State {
        /// What it refers to is being looked at; whether that led back to it.
        case open(closesRing: Bool)
        /// Objects in objects below it, down to those that are cut.
        case finished(height: Int)
    }

    private struct Place {
        let object: ScriptObject
        var references: [ScriptObject]
        var height = 1
    }

    private var path: [Place] = []
    private var states: [ObjectIdentifier: State] = [:]

    init(_ root: ScriptObject) { enter(root) }

    /// The next object that is done with, how deep it is, and whether a ring leads back to it.
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

    /// Says how deep the object is that was given out last.
    mutating func setHeight(_ height: Int, of object: ScriptObject) {
        states[ObjectIdentifier(object)] = .finished(height: height)
        if let last = path.indices.last { path[last].height = max(path[last].height, height + 1) }
    }

    private mutating func enter(_ object: ScriptObject) {
        object.isOnHeap = false
        let references = object.references
        // Lists of numbers, by far the most frequent results, end here.
        if references.isEmpty { return }
        states[ObjectIdentifier(object)] = .open(closesRing: false)
        path.append(Place(object: object, references: references))
    }
}
