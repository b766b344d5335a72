import Expressions
import Lottie

extension PropertyObject {
    /// A part of the keyframes' time that goes on before or after them.
    private struct Round {
        let first: Double
        let last: Double
        var length: Double { last - first }
    }

    /// `loopOut`, `loopIn` and those by duration (lottie-web, `ExpressionPropertyDecorator.js`).
    func loop(
        _ name: String, _ arguments: [ScriptValue], _ machine: ScriptMachine
    ) throws(ScriptFailure) -> ScriptValue {
        let isAfter = name.hasPrefix("loopOut")
        let times = source.plain.keyTimes
        guard let first = times.first, let last = times.last, isAfter ? frame > last : frame < first else {
            return current
        }
        var kind = "cycle"
        if let given = arguments.first, case .text(let text) = given { kind = text.string.lowercased() }
        let amount = arguments.count > 1 ? try machine.number(arguments[1]) : 0
        let round =
            name.hasSuffix("Duration")
            ? roundByDuration(amount, isAfter: isAfter, first: first, last: last)
            : roundByKeys(amount, isAfter: isAfter, times: times)
        if kind == "continue" { return continued(isAfter ? last : first, isAfter: isAfter) }
        guard round.length > 0, round.length.isFinite else { return value(at: isAfter ? last : first) }
        return looped(kind, round, isAfter: isAfter)
    }

    private var current: ScriptValue { value(at: frame) }

    private func value(at frame: Double) -> ScriptValue {
        if case .path = source {
            return .object(PathObject(source.plain.path(at: frame) ?? BezierShape(points: [], isClosed: false)))
        }
        return source.value(plainNumbers(at: frame))
    }

    private func roundByKeys(_ count: Double, isAfter: Bool, times: [Double]) -> Round {
        let all = times.count - 1
        let segments = count >= 1 && count <= Double(all) ? Int(count) : all
        return isAfter
            ? Round(first: times[all - segments], last: times[all]) : Round(first: times[0], last: times[segments])
    }

    private func roundByDuration(_ seconds: Double, isAfter: Bool, first: Double, last: Double) -> Round {
        if isAfter {
            // The reference measures from the composition's start, not from the last keyframe.
            let length = seconds == 0 ? max(0, last - layer.layer.inPoint) : abs(last - frameRate * seconds)
            return Round(first: last - length, last: last)
        }
        let length = seconds == 0 ? max(0, layer.layer.outPoint - first) : abs(frameRate * seconds)
        return Round(first: first, last: first + length)
    }

    private func looped(_ kind: String, _ round: Round, isAfter: Bool) -> ScriptValue {
        let gone = isAfter ? frame - round.first : round.first - frame
        let rounds = (gone / round.length).rounded(.down)
        let rest = gone - rounds * round.length
        let isOdd = rounds.truncatingRemainder(dividingBy: 2) != 0
        let forwards = isAfter ? round.first + rest : round.last - rest
        if kind == "pingpong" {
            let backwards = isAfter ? round.last - rest : round.first + rest
            return value(at: isOdd == isAfter ? backwards : forwards)
        }
        guard kind == "offset" else { return value(at: forwards) }
        if case .path = source { return value(at: forwards) }
        let start = plainNumbers(at: round.first)
        let end = plainNumbers(at: round.last)
        let times = isAfter ? rounds : -(rounds + 1)
        var numbers = plainNumbers(at: forwards)
        for index in numbers.indices where index < start.count && index < end.count {
            numbers[index] += (end[index] - start[index]) * times
        }
        return source.value(numbers)
    }

    /// Goes on at the speed it has at a keyframe. The reference takes lists of numbers at another pace.
    private func continued(_ time: Double, isAfter: Bool) -> ScriptValue {
        if case .path = source { return value(at: time) }
        let step = 0.001
        let ends = plainNumbers(at: time)
        let inside = plainNumbers(at: isAfter ? time - step : time + step)
        let gone = isAfter ? frame - time : time - frame
        let pace = isAfter && !source.isScalar ? gone / frameRate / 0.0005 : gone / step
        return source.value(zip(ends, inside).map { $0 + ($0 - $1) * pace })
    }
}
