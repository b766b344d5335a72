extension Operation {
    /// Returns the length of the motion that this operation makes from operands of these lengths.
    func length(of operands: ArraySlice<Int64>) -> Int64 {
        let operand = operands.last ?? 0
        return switch self {
        case .tween(let tween): tween.length
        case .keyframes(let track): track.frames.last?.time ?? 0
        case .wait(let length): length
        case .sequence: operands.reduce(0) { $0.lengthened(by: $1) }
        case .parallel: operands.max() ?? 0
        case .delay(let delay, _): operand.lengthened(by: delay)
        case .prefix(let length): min(length, operand)
        case .reversed: operand
        case .autoreversed: operand.lengthened(times: 2)
        case .speed(let speed, _): operand.divided(bySpeed: speed)
        case .lasting(let length, _): operand == .endless ? .endless : length
        case .repeated(let times, _): operand.lengthened(times: times)
        }
    }

    /// Returns the same operation for an operand of another length.
    func operating(onLength length: Int64) -> Operation {
        switch self {
        case .speed(let speed, _): .speed(speed, of: length)
        case .lasting(let target, _): .lasting(target, of: length)
        case .repeated(let times, _): .repeated(times, of: length)
        default: self
        }
    }
}

extension MotionPlan {
    /// Returns the motion with some tweens replaced, and with all lengths computed again.
    ///
    /// - Parameter replacements: The new tweens, keyed by the index of the operation.
    func replacingTweens(at replacements: [Int: Tween]) -> MotionPlan {
        if replacements.isEmpty { return self }
        var motion = self
        var lengths: [Int64] = []
        for index in operations.indices {
            var operation = replacements[index].map(Operation.tween) ?? operations[index]
            let operands = lengths.suffix(operation.operandCount)
            operation = operation.operating(onLength: operands.last ?? 0)
            let length = operation.length(of: operands)
            lengths.removeLast(operation.operandCount)
            lengths.append(length)
            motion.operations[index] = operation
        }
        motion.length = lengths.last ?? 0
        return motion
    }
}
