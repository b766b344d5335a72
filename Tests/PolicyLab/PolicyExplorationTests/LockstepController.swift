import ExactNumbers
import Playback
import PolicyExploration

/// The controller and the plain controller side by side. As soon as they differ, a gift appears that nobody sent, which
/// an exploration finds.
struct LockstepController: PolicyController {
    private var controller: PlaybackController
    private var reference: ReferenceController
    private var differs = false

    init(settings: Settings) {
        controller = PlaybackController(settings: settings, roundLimit: .max)
        reference = ReferenceController(settings: settings)
    }

    var settings: Settings { controller.settings }
    var now: Nanoseconds { controller.now }
    var isPaused: Bool { controller.isPaused }
    var nextDue: Nanoseconds? { controller.nextDue }
    var arrivedCount: Int { controller.arrivedCount }
    var endedCount: Int { controller.endedCount }

    var places: [GiftPlace] {
        differs || controller.places != reference.places || controller.nextDue != reference.nextDue
            ? controller.places + [GiftPlace(number: 0, place: .waiting)] : controller.places
    }

    mutating func handle(_ input: Input, at time: Nanoseconds) -> [TraceEvent] {
        let trace = controller.handle(input, at: time)
        differs = differs || trace != reference.handle(input, at: time)
        return trace
    }

    mutating func advance(to time: Nanoseconds) -> [TraceEvent] {
        let trace = controller.advance(to: time)
        differs = differs || trace != reference.advance(to: time)
        return trace
    }

    func appendCanonicalState(to numbers: inout [Int64], bounds: SettingBounds) {
        controller.appendCanonicalState(to: &numbers, bounds: bounds)
        reference.appendCanonicalState(to: &numbers, bounds: bounds)
    }
}
