extension MotionPlan {
    /// Returns this motion with an initial velocity for the springs that start in its first moment.
    ///
    /// For each property, the first such spring takes over the velocity and lasts longer if it needs to. Springs that
    /// begin later, or inside a repeated or reversed motion, start at rest. Tweens without a spring do not change.
    public func withInitialVelocity(_ velocity: Velocity) -> MotionPlan {
        if velocity == .zero { return self }
        var replacements: [Int: Tween] = [:]
        var free = velocity.channels
        for (index, speed) in operationsAtStart() {
            guard case .tween(let tween) = operations[index], tween.length > 0 else { continue }
            if let pushed = tween.pushed(by: free, speed: speed) { replacements[index] = pushed }
            for lane in 0..<tween.count { free[tween.first + lane] = 0 }
        }
        return replacingTweens(at: replacements)
    }

    /// Returns the tweens that begin with the motion, in order, and the speed of their time within it.
    private func operationsAtStart() -> [(index: Int, speed: Double)] {
        let sizes = subtreeSizes()
        var found: [(index: Int, speed: Double)] = []
        var open: [(index: Int, speed: Double)] = [(operations.count - 1, 1)]
        while let (index, speed) = open.popLast() {
            switch operations[index] {
            case .tween: found.append((index, speed))
            case .sequence(let count):
                // All but the first of a sequence begin later; motions of length 0 have no spring.
                let operands = operands(of: index, count: count, sizes: sizes)
                if let first = operands.last { open.append((first, speed)) }
            case .parallel(let count):
                for operand in operands(of: index, count: count, sizes: sizes) { open.append((operand, speed)) }
            case .speed(let factor, _): open.append((index - 1, speed * factor))
            case .lasting(let length, let whole) where length > 0:
                open.append((index - 1, speed * Double(whole) / Double(length)))
            case .prefix: open.append((index - 1, speed))
            default: break
            }
        }
        return found
    }

    /// Returns the indices of the operands' last operations, in reverse order.
    private func operands(of index: Int, count: Int, sizes: [Int]) -> [Int] {
        var operands: [Int] = []
        var end = index - 1
        for _ in 0..<count {
            operands.append(end)
            end -= sizes[end]
        }
        return operands
    }

    /// Returns, for each operation, the number of operations in the motion that it completes.
    private func subtreeSizes() -> [Int] {
        var sizes: [Int] = []
        var open: [Int] = []
        for operation in operations {
            let size = open.suffix(operation.operandCount).reduce(1, +)
            open.removeLast(operation.operandCount)
            open.append(size)
            sizes.append(size)
        }
        return sizes
    }
}

extension Tween {
    /// Returns the tween with its part of a velocity, or nil if the tween is not a spring to or by a value.
    fileprivate func pushed(by velocity: ChannelValues, speed: Double) -> Tween? {
        guard case .spring(let spring) = timing, kind != .from else { return nil }
        var tween = self
        for lane in 0..<count {
            guard let channel = Channel(rawValue: first + lane), velocity[channel] != 0, velocity[channel].isFinite
            else { continue }
            tween.initialVelocity[lane] += velocity[channel] / speed
            let settling = spring.settlingNanoseconds(
                initialVelocity: tween.initialVelocity[lane], threshold: channel.threshold)
            tween.length = max(tween.length, settling)
        }
        return tween
    }
}
