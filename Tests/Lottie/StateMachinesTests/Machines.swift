import ExactNumbers
import LottieDocument
import StateMachines

/// Returns an animation of 60 frames in two seconds, with the markers `low` (0 to 20) and `high` (30 to 50).
func composition(frames: Int = 60) throws -> Composition {
    let markers = #"{"cm":"low","tm":0,"dr":20},{"cm":"high","tm":30,"dr":20}"#
    return try Composition(
        json: Array(
            #"{"v":"5.7.4","fr":30,"ip":0,"op":\#(frames),"w":100,"h":100,"markers":[\#(markers)],"layers":[]}"#.utf8))
}

/// Returns a machine that has been started at time 0, with what happened then.
func started(
    _ json: String, values: [String: StateMachineValue] = [:]
) throws -> (machine: StateMachine, log: [String]) {
    let document = try StateMachineDocument(json: Array(json.utf8))
    var machine = try StateMachine(
        document, animations: ["ball": try composition(), "other": try composition(frames: 30)], shown: "ball", at: 0)
    for (name, value) in values { _ = machine.handle(.set(name, value), at: 0) }
    let log = machine.start().map(\.description)
    return (machine, log)
}

/// Returns a state that plays again and again, in JSON.
func state(
    _ name: String, _ transitions: String = "", entry: String = "", exit: String = "", more: String = ""
) -> String {
    #"{"type":"PlaybackState","name":"\#(name)","animation":"","autoplay":true,"loop":true,"#
        + #""transitions":[\#(transitions)],"entryActions":[\#(entry)],"exitActions":[\#(exit)]\#(more)}"#
}

/// Returns a global state in JSON.
func globalState(_ transitions: String) -> String {
    #"{"type":"GlobalState","name":"global","animation":"","transitions":[\#(transitions)]}"#
}

/// Returns a transition in JSON.
func transition(to state: String, if guards: String = "") -> String {
    #"{"type":"Transition","toState":"\#(state)","guards":[\#(guards)]}"#
}

/// Returns a condition on a number in JSON.
func number(_ input: String, _ comparison: String, _ value: String) -> String {
    #"{"type":"Numeric","inputName":"\#(input)","conditionType":"\#(comparison)","compareTo":\#(value)}"#
}

/// Returns a condition on a Boolean value in JSON.
func flag(_ input: String, _ value: String) -> String {
    #"{"type":"Boolean","inputName":"\#(input)","conditionType":"Equal","compareTo":\#(value)}"#
}

/// Returns the condition that an event was fired, in JSON.
func event(_ name: String) -> String { #"{"type":"Event","inputName":"\#(name)"}"# }

/// Returns an action on an input in JSON.
func action(_ type: String, _ input: String, _ value: String? = nil) -> String {
    #"{"type":"\#(type)","inputName":"\#(input)"\#(value.map { ",\"value\":\($0)" } ?? "")}"#
}

/// Returns a state machine in JSON.
func machine(
    _ initial: String, _ states: [String], inputs: [String] = [], interactions: [String] = []
) -> String {
    #"{"initial":"\#(initial)","states":[\#(states.joined(separator: ","))],"#
        + #""inputs":[\#(inputs.joined(separator: ","))],"interactions":[\#(interactions.joined(separator: ","))]}"#
}

func numeric(_ name: String, _ value: Double = 0) -> String {
    #"{"type":"Numeric","name":"\#(name)","value":\#(value)}"#
}

func boolean(_ name: String) -> String { #"{"type":"Boolean","name":"\#(name)","value":false}"# }

func signal(_ name: String) -> String { #"{"type":"Event","name":"\#(name)"}"# }

extension Nanoseconds {
    static func seconds(_ seconds: Double) -> Nanoseconds { Nanoseconds((seconds * 1e9).rounded()) }
}

extension StateMachine {
    /// The shown frame, rounded to hundredths.
    var shown: Double { (frame * 100).rounded() / 100 }

    mutating func fire(_ name: String, at seconds: Double = 0) -> [String] {
        handle(.fire(name), at: .seconds(seconds)).map(\.description)
    }

    mutating func set(_ name: String, _ value: StateMachineValue, at seconds: Double = 0) -> [String] {
        handle(.set(name, value), at: .seconds(seconds)).map(\.description)
    }

    mutating func advance(toSeconds seconds: Double) -> [String] {
        advance(to: .seconds(seconds)).map(\.description)
    }
}
