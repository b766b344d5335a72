extension Motion {
    /// This motion with the springs that set off in its first moment starting at a velocity.
    ///
    /// Of each property the first such spring takes it over, and swings as much longer as it needs. Springs that begin
    /// later, or inside of what is repeated or runs backwards, start from standing. What doesn't spring goes its own
    /// way at its own pace.
    public func taking(over velocity: Velocity) -> Motion {
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

    /// The tweens that begin with the motion, in order, and how fast their time goes in it.
    private func operationsAtStart() -> [(index: Int, speed: Double)] {
        let sizes = subtreeSizes()
        var found: [(index: Int, speed: Double)] = []
        var open: [(index: Int, speed: Double)] = [(operations.count - 1, 1)]
        while let (index, speed) = open.popLast() {
            switch operations[index] {
            case .tween: found.append((index, speed))
            case .sequence(let count):
                // All but the first of a sequence begin later; ones without a length don't spring.
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

    /// Where the operands of an operation end, the last of them first.
    private func operands(of index: Int, count: Int, sizes: [Int]) -> [Int] {
        var operands: [Int] = []
        var end = index - 1
        for _ in 0..<count {
            operands.append(end)
            end -= sizes[end]
        }
        return operands
    }

    /// How many operations end with each and belong to it.
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
    /// The tween with the part of a velocity that concerns it; nil where it takes none.
    fileprivate func pushed(by velocity: ChannelValues, speed: Double) -> Tween? {
        guard case .spring(let spring) = timing, way != .from else { return nil }
        var tween = self
        for lane in 0..<count {
            guard let channel = Channel(rawValue: first + lane), velocity[channel] != 0, velocity[channel].isFinite
            else { continue }
            tween.push[lane] += velocity[channel] / speed
            let settling = spring.settlingNanoseconds(push: tween.push[lane], threshold: channel.threshold)
            tween.length = max(tween.length, settling)
        }
        return tween
    }
}
