import JSON
import LottieDocument

extension StateMachineReading {
    mutating func readState(_ value: JSONValue, at path: String) throws(LottieError) -> StateMachineDocument.State {
        try countItem(at: path)
        var object = try MachineObject(value, at: path, "a state")
        let name = try object.string("name", "the name of the state")
        let type = try object.string("type", "a type")
        let playback: StateMachineDocument.Playback?
        switch type {
        case "PlaybackState": playback = try readPlayback(&object)
        case "GlobalState":
            try claimGlobalState(at: path)
            // Editors write an empty animation also here.
            if try object.optionalString("animation", "the id of an animation")?.isEmpty == false {
                note("a global state plays nothing", at: object.path(of: "animation"))
            }
            playback = nil
        default:
            throw LottieError(
                path: object.path(of: "type"), problem: "expected PlaybackState or GlobalState, found \"\(type)\"")
        }
        var transitions: [StateMachineDocument.Transition] = []
        for (value, path) in try object.list("transitions", "a list of transitions") {
            if let transition = try readTransition(value, at: path) { transitions.append(transition) }
        }
        guard transitions.count(where: { $0.guards.isEmpty }) <= 1 else {
            throw LottieError(
                path: object.path(of: "transitions"), problem: "expected at most one transition without guards")
        }
        let entryActions = try readActions(in: &object, "entryActions")
        let exitActions = try readActions(in: &object, "exitActions")
        noteUnknownMembers(of: object)
        return StateMachineDocument.State(
            name: name, playback: playback, transitions: transitions, entryActions: entryActions,
            exitActions: exitActions)
    }

    private mutating func readPlayback(
        _ object: inout MachineObject
    ) throws(LottieError) -> StateMachineDocument.Playback {
        let isLooping = try object.optionalBool("loop") ?? false
        let count = try object.optionalNumber("loopCount") ?? 0
        guard let loopCount = Int(exactly: count), 0...1_000_000 ~= loopCount else {
            throw LottieError(
                path: object.path(of: "loopCount"), problem: "expected a whole number from 0 to 1000000")
        }
        let speed = try object.optionalNumber("speed") ?? 1
        guard 0.001...1_000 ~= speed else {
            throw LottieError(path: object.path(of: "speed"), problem: "expected a speed from 0.001 to 1000")
        }
        let color = try object.optionalNumber("backgroundColor")
        guard color.map({ UInt32(exactly: $0) != nil }) ?? true else {
            throw LottieError(
                path: object.path(of: "backgroundColor"), problem: "expected a whole number from 0 to 4294967295")
        }
        let animation = try object.optionalString("animation", "the id of an animation") ?? ""
        let segment = try object.optionalString("segment", "the name of a marker")
        return StateMachineDocument.Playback(
            animation: animation, segment: segment?.isEmpty == true ? nil : segment,
            mode: try object.optionalWord("mode") ?? .forward,
            repeats: isLooping ? (loopCount == 0 ? nil : loopCount) : 1,
            autoplay: try object.optionalBool("autoplay") ?? false, speed: speed,
            isFinal: try object.optionalBool("final") ?? false, backgroundColor: color.flatMap(UInt32.init(exactly:)))
    }

    // MARK: - Transitions

    /// Reads a transition; nil if its type is not supported.
    private mutating func readTransition(
        _ value: JSONValue, at path: String
    ) throws(LottieError) -> StateMachineDocument.Transition? {
        try countItem(at: path)
        var object = try MachineObject(value, at: path, "a transition")
        let type = try object.string("type", "a type")
        let target = try stateName(in: &object, "toState")
        var tween: StateMachineDocument.Tween?
        switch type {
        case "Transition": break
        case "Tweened":
            tween = try readTween(&object)
            note("two pictures are blended, not the shapes in them", at: path)
        default:
            note("transition \(type): is not taken", at: path)
            return nil
        }
        var guards: [StateMachineDocument.Guard] = []
        for (value, path) in try object.list("guards", "a list of guards") {
            guards.append(try readGuard(value, at: path))
        }
        noteUnknownMembers(of: object)
        return StateMachineDocument.Transition(target: target, guards: guards, tween: tween)
    }

    private func readTween(_ object: inout MachineObject) throws(LottieError) -> StateMachineDocument.Tween {
        let duration = try object.optionalNumber("duration") ?? 0
        guard 0...3_600 ~= duration else {
            throw LottieError(path: object.path(of: "duration"), problem: "expected a duration from 0 to 3600 seconds")
        }
        var numbers: [Double] = []
        for (value, path) in try object.list("easing", "a list of four numbers") {
            guard let number = value.number, number.isFinite else {
                throw .mismatch("a number", found: value, at: path)
            }
            numbers.append(number)
        }
        if numbers.isEmpty { numbers = [0, 0, 1, 1] }
        guard numbers.count == 4, numbers.allSatisfy({ abs($0) <= 1_000 }) else {
            throw LottieError(
                path: object.path(of: "easing"), problem: "expected four numbers, found \(numbers.count)")
        }
        return StateMachineDocument.Tween(
            duration: duration, easing: EasingCurve(x1: numbers[0], y1: numbers[1], x2: numbers[2], y2: numbers[3]))
    }

    // MARK: - Guards

    private mutating func readGuard(
        _ value: JSONValue, at path: String
    ) throws(LottieError) -> StateMachineDocument.Guard {
        try countItem(at: path)
        var object = try MachineObject(value, at: path, "a guard")
        let type = try object.string("type", "a type")
        let result: StateMachineDocument.Guard
        switch type {
        case "Numeric":
            result = .numeric(
                try inputName(in: &object, .numeric), try comparison(in: &object),
                try numberOperand(in: &object, "compareTo"))
        case "String":
            result = .string(
                try inputName(in: &object, .string), try equality(in: &object),
                try textOperand(in: &object, "compareTo", needsInput: true))
        case "Boolean":
            result = .boolean(
                try inputName(in: &object, .boolean), try equality(in: &object),
                try flagOperand(in: &object, "compareTo"))
        case "Event": result = .event(try inputName(in: &object, .event))
        default:
            note("guard \(type): never holds", at: path)
            return .unsupported(type)
        }
        noteUnknownMembers(of: object)
        return result
    }

    private func comparison(
        in object: inout MachineObject
    ) throws(LottieError) -> StateMachineDocument.Comparison {
        guard let comparison: StateMachineDocument.Comparison = try object.optionalWord("conditionType") else {
            throw LottieError(path: object.path(of: "conditionType"), problem: "expected a comparison, found none")
        }
        return comparison
    }

    /// Takes a comparison that texts and Boolean values have.
    private func equality(in object: inout MachineObject) throws(LottieError) -> StateMachineDocument.Comparison {
        let comparison = try comparison(in: &object)
        guard comparison == .equal || comparison == .notEqual else {
            throw LottieError(
                path: object.path(of: "conditionType"),
                problem: "expected Equal or NotEqual, found \(comparison.rawValue)")
        }
        return comparison
    }

    /// A machine has one global state at most.
    private mutating func claimGlobalState(at path: String) throws(LottieError) {
        guard !hasGlobalState else { throw LottieError(path: path, problem: "expected at most one global state") }
        hasGlobalState = true
    }
}
