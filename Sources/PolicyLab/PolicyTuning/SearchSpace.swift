public import Playback
import PlayerSettings

/// Settings that are tried: an index of a value for each axis of a ``SearchSpace``.
///
/// The index of an axis whose condition does not hold is 0, so that equal settings are equal.
public struct Candidate: Hashable, Comparable, Sendable {
    var indices: [Int]

    /// Compares by the values of the first axis, then by those of the next one, ….
    public static func < (left: Candidate, right: Candidate) -> Bool {
        left.indices.lexicographicallyPrecedes(right.indices)
    }
}

/// All settings that a search may try.
public struct SearchSpace: Sendable {
    /// The axes, in their order.
    public let axes: [TuningAxis]
    /// For each axis with a condition, the earlier axis that it is about.
    private let conditionAxes: [Int?]

    /// The axes that are searched unless others are named.
    ///
    /// Settings that no figure rewards, such as `gap`, and those of rare events, such as `missing`, are not among them.
    public static let usual = [
        "mode=queue,replace", "replaceAt=0.05:0.95:0.05 if mode=replace", "early=drop,hold if mode=replace",
        "order=arrival,value if mode=queue", "maxWaiting=none,3,10,30 if mode=queue",
        "overflow=dropNewest,dropCheapest if maxWaiting!=none", "expireAfter=none,5s,10s,20s,40s if mode=queue",
        "combineWithin=none,5s",
    ]

    /// Creates a space of axes.
    ///
    /// - Parameters:
    ///   - axes: The axes.
    ///   - fixed: The settings of all runs, which are not searched.
    /// - Throws: ``TuningSyntaxError`` if an axis is there twice or is fixed, or a condition is not about an earlier axis
    ///   or a fixed setting.
    public init(_ axes: [TuningAxis], fixed: [Setting] = []) throws(TuningSyntaxError) {
        var kept: [TuningAxis] = []
        var conditionAxes: [Int?] = []
        for axis in axes {
            guard !kept.contains(where: { $0.name == axis.name }) else {
                throw TuningSyntaxError("\(axis.name): expected once, found twice")
            }
            guard axis.name.scope != nil || !fixed.contains(where: { $0.key == axis.name.key }) else {
                throw TuningSyntaxError("\(axis.name): cannot be set, because it is searched")
            }
            var conditionAxis: Int?
            if let condition = axis.condition {
                conditionAxis = kept.firstIndex { $0.name == condition.name }
                if conditionAxis == nil {
                    let setting = condition.name.scope == nil ? fixed.last { $0.key == condition.name.key } : nil
                    guard let setting else {
                        throw TuningSyntaxError(
                            "\(axis.name): expected a condition on a setting that is searched before it, or set, "
                                + "found \(condition.name)")
                    }
                    guard condition.holds(setting.value) else { continue }
                }
            }
            kept.append(axis)
            conditionAxes.append(conditionAxis)
        }
        self.axes = kept
        self.conditionAxes = conditionAxes
    }

    /// Returns the usual space, without the axes of fixed settings and those whose conditions do not hold with them.
    public static func usual(fixed: [Setting]) -> SearchSpace {
        let keys = Set(fixed.map(\.key))
        let axes = usual.compactMap { try? TuningAxis($0) }.filter { axis in !keys.contains(axis.name.key) }
        // A condition on a fixed setting is decided by it, so that this cannot fail.
        return (try? SearchSpace(axes, fixed: fixed)) ?? SearchSpace()
    }

    private init() { (axes, conditionAxes) = ([], []) }

    // MARK: - Candidates

    /// Returns whether an axis is searched with these values of the axes before it.
    private func isActive(_ axis: Int, _ indices: [Int]) -> Bool {
        guard let other = conditionAxes[axis], let condition = axes[axis].condition else { return true }
        return isActive(other, indices) && condition.holds(axes[other].values[indices[other]])
    }

    /// Returns the candidate with these indices, of which those of other axes become 0.
    func candidate(_ indices: [Int]) -> Candidate {
        var indices = indices
        for axis in axes.indices where !isActive(axis, indices) { indices[axis] = 0 }
        return Candidate(indices: indices)
    }

    /// The axes that are searched with the values of a candidate.
    func activeAxes(_ candidate: Candidate) -> [Int] { axes.indices.filter { isActive($0, candidate.indices) } }

    /// The number of different candidates; the greatest integer if it is larger.
    public var count: Int { count(from: 0, Array(repeating: 0, count: axes.count)) }

    private func count(from axis: Int, _ indices: [Int]) -> Int {
        guard axis < axes.count else { return 1 }
        guard isActive(axis, indices) else { return count(from: axis + 1, indices) }
        let values = axes[axis].values.indices
        guard conditionAxes.contains(axis) else {
            let (product, overflow) = count(from: axis + 1, indices).multipliedReportingOverflow(by: values.count)
            return overflow ? .max : product
        }
        var sum = 0
        for value in values {
            var chosen = indices
            chosen[axis] = value
            let (next, overflow) = sum.addingReportingOverflow(count(from: axis + 1, chosen))
            sum = overflow ? .max : next
        }
        return sum
    }

    /// All candidates, in ascending order. There must be few enough for the memory; see ``count``.
    var all: [Candidate] {
        var found: [Candidate] = []
        var indices = [Int](repeating: 0, count: axes.count)
        func add(from axis: Int) {
            guard axis < axes.count else { return found.append(Candidate(indices: indices)) }
            let values = isActive(axis, indices) ? axes[axis].values.indices : 0..<1
            for value in values {
                indices[axis] = value
                add(from: axis + 1)
            }
            indices[axis] = 0
        }
        add(from: 0)
        return found
    }

    // MARK: - Settings

    /// Returns the settings of a candidate for all gifts.
    public func settings(_ candidate: Candidate) -> [Setting] {
        activeAxes(candidate).compactMap { index in
            let axis = axes[index]
            guard axis.name.scope == nil, let value = axis.values[candidate.indices[index]] else { return nil }
            return axis.name.key.playbackSetting(value)
        }
    }

    /// Returns the settings of a candidate that some gifts have of their own.
    public func rules(_ candidate: Candidate) -> [GiftRule] {
        activeAxes(candidate).compactMap { index in
            let axis = axes[index]
            guard let scope = axis.name.scope, let value = axis.values[candidate.indices[index]] else { return nil }
            return axis.name.key.playbackSetting(value).map { GiftRule(scope, $0) }
        }
    }
}
