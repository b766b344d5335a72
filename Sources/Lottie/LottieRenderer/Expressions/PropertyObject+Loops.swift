import LottieDocument
import LottieExpressions

extension PropertyObject {
    /// A time range that is repeated before or after the keyframes.
    private struct LoopRange {
        let first: Double
        let last: Double
        var length: Double { last - first }
    }

    /// Evaluates `loopOut`, `loopIn`, `loopOutDuration` and `loopInDuration` (lottie-web,
    /// `ExpressionPropertyDecorator.js`).
    func loop(
        _ name: String, _ arguments: [ScriptValue], _ machine: ScriptMachine
    ) throws(ScriptFailure) -> ScriptValue {
        layer.environment.recordChangingRead()
        let isAfter = name.hasPrefix("loopOut")
        let times = keyframeTimes
        guard let first = times.first, let last = times.last, isAfter ? frame > last : frame < first else {
            return try value(at: frame, machine)
        }
        var kind = "cycle"
        if let given = arguments.first, case .boxedString(let text) = given { kind = text.string.lowercased() }
        let amount = arguments.count > 1 ? try machine.number(arguments[1]) : 0
        let round =
            name.hasSuffix("Duration")
            ? loopRangeByDuration(amount, isAfter: isAfter, first: first, last: last)
            : loopRangeByKeyframes(amount, isAfter: isAfter, times: times)
        if kind == "continue" { return try extrapolatedValue(isAfter ? last : first, isAfter: isAfter, machine) }
        guard round.length > 0, round.length.isFinite else { return try value(at: isAfter ? last : first, machine) }
        return try loopedValue(kind, round, isAfter: isAfter, machine)
    }

    private func loopRangeByKeyframes(_ count: Double, isAfter: Bool, times: [Double]) -> LoopRange {
        let all = times.count - 1
        let segments = count >= 1 && count <= Double(all) ? Int(count) : all
        return isAfter
            ? LoopRange(first: times[all - segments], last: times[all])
            : LoopRange(first: times[0], last: times[segments])
    }

    private func loopRangeByDuration(_ seconds: Double, isAfter: Bool, first: Double, last: Double) -> LoopRange {
        if isAfter {
            // lottie-web measures this duration from the composition's start, not from the last keyframe.
            let length = seconds == 0 ? max(0, last - layer.layer.timing.inPoint) : abs(last - frameRate * seconds)
            return LoopRange(first: last - length, last: last)
        }
        let length = seconds == 0 ? max(0, layer.layer.timing.outPoint - first) : abs(frameRate * seconds)
        return LoopRange(first: first, last: first + length)
    }

    private func loopedValue(
        _ kind: String, _ round: LoopRange, isAfter: Bool, _ machine: ScriptMachine
    ) throws(ScriptFailure) -> ScriptValue {
        let gone = isAfter ? frame - round.first : round.first - frame
        let rounds = (gone / round.length).rounded(.down)
        let rest = gone - rounds * round.length
        let isOdd = rounds.truncatingRemainder(dividingBy: 2) != 0
        let forwards = isAfter ? round.first + rest : round.last - rest
        if kind == "pingpong" {
            let backwards = isAfter ? round.last - rest : round.first + rest
            if isOdd == isAfter { return try value(at: backwards, machine) }
        }
        if kind != "offset" {
            // lottie-web subtracts the first keyframe's time from a repetition before it instead of adding it.
            return try value(at: isAfter ? forwards : round.length - rest - round.first, machine)
        }
        if case .path = source { return try value(at: forwards, machine) }
        let start = try plainNumbers(at: round.first, machine)
        let end = try plainNumbers(at: round.last, machine)
        let times = isAfter ? rounds : -(rounds + 1)
        var numbers = try plainNumbers(at: forwards, machine)
        for index in numbers.indices where index < start.count && index < end.count {
            numbers[index] += (end[index] - start[index]) * times
        }
        return source.value(numbers)
    }

    /// Extrapolates with the speed at a keyframe; after the last keyframe, lottie-web uses another factor for lists of
    /// numbers.
    private func extrapolatedValue(
        _ time: Double, isAfter: Bool, _ machine: ScriptMachine
    ) throws(ScriptFailure) -> ScriptValue {
        if case .path = source { return try value(at: time, machine) }
        let step = 0.001
        let ends = try plainNumbers(at: time, machine)
        let inside = try plainNumbers(at: isAfter ? time - step : time + step, machine)
        let gone = isAfter ? frame - time : time - frame
        let pace = isAfter && !source.isScalar ? gone / frameRate / 0.0005 : gone / step
        return source.value(zip(ends, inside).map { $0 + ($0 - $1) * pace })
    }
}
