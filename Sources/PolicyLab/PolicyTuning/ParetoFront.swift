/// Which of several judgements are better: those that no other one dominates.
///
/// A judgement dominates another one if it is at least as good in every criterion and better in one. If limits are
/// broken, the smaller violation dominates (Deb, Pratap, Agarwal, Meyarivan: A Fast and Elitist Multiobjective Genetic
/// Algorithm: NSGA-II, 2002).
struct ParetoOrder: Sendable {
    let criteria: [TuningObjective]

    /// Returns whether the left judgement dominates the right one.
    func dominates(_ left: Judgement, _ right: Judgement) -> Bool {
        guard left.violation == right.violation else { return left.violation < right.violation }
        var isBetter = false
        for (index, criterion) in criteria.enumerated() {
            if criterion.isBetter(right.criteria[index], than: left.criteria[index]) { return false }
            isBetter = isBetter || criterion.isBetter(left.criteria[index], than: right.criteria[index])
        }
        return isBetter
    }

    /// Returns whether two judgements are equal in every criterion.
    func areEqual(_ left: Judgement, _ right: Judgement) -> Bool {
        left.violation == right.violation && left.criteria == right.criteria
    }

    /// Returns the indices of the judgements that no other one dominates, in their order. Of equal ones only the first
    /// is among them.
    func front(_ judgements: [Judgement]) -> [Int] {
        var front: [Int] = []
        for index in judgements.indices {
            let judgement = judgements[index]
            let isWorse = front.contains {
                dominates(judgements[$0], judgement) || areEqual(judgements[$0], judgement)
            }
            guard !isWorse else { continue }
            front.removeAll { dominates(judgement, judgements[$0]) }
            front.append(index)
        }
        return front
    }

    /// Returns the rank of each judgement: 0 for those that none dominates, 1 for those that only those dominate, ….
    ///
    /// Each pair is compared once: the fast non-dominated sort of NSGA-II.
    func ranks(_ judgements: [Judgement]) -> [Int] {
        var dominated = [[Int]](repeating: [], count: judgements.count)
        var dominating = [Int](repeating: 0, count: judgements.count)
        for one in judgements.indices {
            for other in judgements.indices.dropFirst(one + 1) {
                if dominates(judgements[one], judgements[other]) {
                    dominated[one].append(other)
                    dominating[other] += 1
                } else if dominates(judgements[other], judgements[one]) {
                    dominated[other].append(one)
                    dominating[one] += 1
                }
            }
        }
        var ranks = [Int](repeating: 0, count: judgements.count)
        var front = judgements.indices.filter { dominating[$0] == 0 }
        var rank = 0
        while !front.isEmpty {
            var next: [Int] = []
            for index in front {
                ranks[index] = rank
                for other in dominated[index] {
                    dominating[other] -= 1
                    if dominating[other] == 0 { next.append(other) }
                }
            }
            front = next
            rank += 1
        }
        return ranks
    }

    /// Returns how far each judgement is from its neighbours, as NSGA-II does: the sum over the criteria of the distance
    /// between those on its two sides, as a share of the range; infinite at the ends.
    func crowding(_ judgements: [Judgement]) -> [Double] {
        var crowding = [Double](repeating: 0, count: judgements.count)
        for index in criteria.indices {
            let values = judgements.map { $0.criteria[index]?.value ?? -.infinity }
            let order = judgements.indices.sorted { (values[$0], $0) < (values[$1], $1) }
            guard let first = order.first, let last = order.last else { continue }
            (crowding[first], crowding[last]) = (.infinity, .infinity)
            let range = values[last] - values[first]
            guard order.count > 2, range > 0, range.isFinite else { continue }
            for place in 1..<(order.count - 1) {
                crowding[order[place]] += (values[order[place + 1]] - values[order[place - 1]]) / range
            }
        }
        return crowding
    }

    /// Returns at most `count` of the judgements, in their order: the best one of each criterion first, then again and
    /// again the one that is farthest from those that are chosen.
    func spread(_ judgements: [Judgement], count: Int) -> [Int] {
        guard judgements.count > count else { return Array(judgements.indices) }
        let ranges = criteria.indices.map { index -> (low: Double, width: Double) in
            let values = judgements.compactMap { $0.criteria[index]?.value }
            let (low, high) = (values.min() ?? 0, values.max() ?? 0)
            return (low, high > low ? high - low : 1)
        }
        func distance(_ left: Int, _ right: Int) -> Double {
            criteria.indices.reduce(0) { sum, index in
                let values = [left, right].map { judgements[$0].criteria[index]?.value ?? ranges[index].low }
                let part = (values[0] - values[1]) / ranges[index].width
                return sum + part * part
            }
        }
        var chosen: [Int] = []
        for (index, criterion) in criteria.enumerated() where chosen.count < count {
            let best = judgements.indices.dropFirst().reduce(0) { best, other in
                criterion.isBetter(judgements[other].criteria[index], than: judgements[best].criteria[index])
                    ? other : best
            }
            if !chosen.contains(best) { chosen.append(best) }
        }
        var nearest = judgements.indices.map { index in chosen.map { distance(index, $0) }.min() ?? 0 }
        while chosen.count < count {
            let rest = judgements.indices.filter { !chosen.contains($0) }
            guard let farthest = rest.max(by: { (nearest[$0], -$0) < (nearest[$1], -$1) }) else { break }
            chosen.append(farthest)
            for index in judgements.indices { nearest[index] = min(nearest[index], distance(index, farthest)) }
        }
        return chosen.sorted()
    }
}
