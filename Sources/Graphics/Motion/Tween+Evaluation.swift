extension Tween {
    /// Sends the tween's changes at a time to a receiver.
    ///
    /// - Parameters:
    ///   - time: The time in nanoseconds since the tween's beginning, where 0 ≤ time < length.
    ///   - rate: The rate of that time relative to the whole motion's time.
    ///   - receiver: The receiver.
    @inline(__always)
    func evaluate(at time: Int64, rate: Double, into receiver: inout some ChangeReceiver) {
        switch timing {
        case .easing(let easing):
            let point = easing.point(time, of: length)
            evaluate(point.value, slope: rate * point.slope / (Double(length) / 1e9), into: &receiver)
        case .spring(let spring):
            let solution = spring.solution(at: Double(time) / 1e9)
            for lane in 0..<count {
                change(
                    lane, progress: 1 - solution.initiallyDisplaced, slope: -rate * solution.initiallyDisplacedVelocity,
                    shift: initialVelocity[lane] * solution.initiallyMoving,
                    shiftRate: rate * initialVelocity[lane] * solution.initiallyMovingVelocity,
                    into: &receiver)
            }
        }
    }

    @inline(__always)
    private func evaluate(_ progress: Double, slope: Double, into receiver: inout some ChangeReceiver) {
        for lane in 0..<count {
            change(lane, progress: progress, slope: slope, shift: 0, shiftRate: 0, into: &receiver)
        }
    }

    @inline(__always)
    private func change(
        _ lane: Int, progress: Double, slope: Double, shift: Double, shiftRate: Double,
        into receiver: inout some ChangeReceiver
    ) {
        let value = value[lane]
        switch kind {
        case .to:
            receiver.change(
                channel: first + lane, factor: 1 - progress, shift: value * progress + shift, factorRate: -slope,
                shiftRate: value * slope + shiftRate)
        case .from:
            receiver.change(
                channel: first + lane, factor: progress, shift: value * (1 - progress) + shift, factorRate: slope,
                shiftRate: shiftRate - value * slope)
        case .by:
            receiver.change(
                channel: first + lane, factor: 1, shift: value * progress + shift, factorRate: 0,
                shiftRate: value * slope + shiftRate)
        }
    }

    /// The exact effect on a pose after the end.
    var end: AffineMap {
        var map = AffineMap()
        evaluate(1, slope: 0, into: &map)
        return map
    }

    /// The effect on a pose in the first moment.
    var start: AffineMap {
        guard length > 0 else { return end }
        var map = AffineMap()
        evaluate(at: 0, rate: 1, into: &map)
        return map
    }
}

extension KeyframeTrack {
    /// Sends the track's changes at a time to a receiver.
    ///
    /// - Parameters:
    ///   - time: The time in nanoseconds since the track's beginning, where 0 ≤ time < its length.
    ///   - rate: The rate of that time relative to the whole motion's time.
    ///   - receiver: The receiver.
    @inline(__always)
    func evaluate(at time: Int64, rate: Double, into receiver: inout some ChangeReceiver) {
        var next = 0
        var end = frames.count
        while next < end {
            let middle = (next + end) / 2
            if frames[middle].time <= time { next = middle + 1 } else { end = middle }
        }
        guard next < frames.count else { return finish(into: &receiver) }
        let beginning = next == 0 ? 0 : frames[next - 1].time
        let length = frames[next].time - beginning
        let point = frames[next].easing.point(time - beginning, of: length)
        let slope = rate * point.slope / (Double(length) / 1e9)
        for lane in 0..<count {
            let target = frames[next].value[lane]
            let origin = next == 0 ? 0 : frames[next - 1].value[lane]
            // Before its first keyframe, a track that is not added starts from the value below.
            let comes = next == 0 && !isAdded
            receiver.change(
                channel: first + lane, factor: isAdded ? 1 : comes ? 1 - point.value : 0,
                shift: origin * (1 - point.value) + target * point.value, factorRate: comes ? -slope : 0,
                shiftRate: (target - origin) * slope)
        }
    }

    /// Sends the track's changes after its last keyframe.
    @inline(__always)
    private func finish(into receiver: inout some ChangeReceiver) {
        guard let last = frames.last else { return }
        for lane in 0..<count {
            receiver.change(
                channel: first + lane, factor: isAdded ? 1 : 0, shift: last.value[lane], factorRate: 0, shiftRate: 0)
        }
    }

    /// The effect on a pose after the end.
    var end: AffineMap {
        var map = AffineMap()
        finish(into: &map)
        return map
    }

    /// The effect on a pose in the first moment.
    var start: AffineMap {
        var map = AffineMap()
        evaluate(at: 0, rate: 1, into: &map)
        return map
    }
}
