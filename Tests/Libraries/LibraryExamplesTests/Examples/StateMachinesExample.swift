import DotLottie
import StateMachines

/// Plays the state machine of an archive without a screen, and returns what happens.
///
/// - Parameters:
///   - file: The archive.
///   - id: The id of one of its state machines.
///   - values: The values of inputs at the start, by name.
///   - clicks: The times in seconds at which somebody clicks, in ascending order, each with the names of the layers there.
///   - end: The time in seconds at which the list ends.
/// - Returns: The events in their order, such as `1.5s: entered "hover"`, and the frame that is shown at the end.
/// - Throws: `DotLottieError` if the archive has no such machine or it is invalid, or `StateMachineError`.
func play(
    _ file: DotLottieFile, stateMachine id: String, values: [String: StateMachineValue] = [:],
    clicks: [(time: Double, layers: Set<String>)], until end: Double
) throws -> (events: [String], frame: Double) {
    let document = try file.stateMachineDocument(id)
    var machine = try StateMachine(
        document, animations: try file.animations(of: document), shown: file.initialAnimation.id, at: 0)
    for (name, value) in values { _ = machine.handle(.set(name, value), at: 0) }
    var events = machine.start()
    for (time, layers) in clicks {
        events += machine.handle(.pointer(.click, layers: layers), at: Int64(time * 1e9))
    }
    events += machine.advance(to: Int64(end * 1e9))
    return (events.map(\.description), machine.frame)
}
