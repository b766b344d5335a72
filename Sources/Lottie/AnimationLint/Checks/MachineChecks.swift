import DotLottie
import LottieInspection
import StateMachines

extension LintFacts {
    /// The state machines of the archive that cannot be played. Those of version 1 are never played.
    var machineFindings: [Finding] {
        guard let archive = subject.archive, archive.version == 2 else { return [] }
        let missing = archive.initialStateMachineError.map { error in
            Finding(.refusedMachine, "\(error); add the machine, or name another one")
        }
        let refused = archive.stateMachines.prefix(Self.maxMachines).compactMap { machine -> Finding? in
            guard let problem = Self.problem(ofMachine: machine.id, in: archive) else { return nil }
            return Finding(
                .refusedMachine, as: machine.isInitial ? .error : .warning,
                "the state machine \"\(machine.id)\" cannot be played: \(problem)")
        }
        return (missing.map { [$0] } ?? []) + refused
    }

    /// The entries of manifests, and the parts of state machines, that have no effect.
    var ineffectiveFindings: [Finding] {
        let settings = subject.archive?.ineffectiveSettings(includesLoops: false) ?? []
        return (subject.ineffectiveEntries + settings).map { Finding(.ineffectiveEntry, "\($0); change or remove it") }
            + machines.flatMap { machine in
                machine.unsupported.map {
                    Finding(.ineffectiveEntry, "the state machine \"\(machine.id)\": \($0); change or remove it")
                }
            }
    }

    /// The circles of transitions at which a state machine stops.
    var endlessMachineFindings: [Finding] {
        machines.flatMap { machine -> [Finding] in
            let circles = machine.document?.endlessCircles ?? []
            return circles.prefix(Self.maxCircles).map { Self.finding($0, ofMachine: machine.id) }
        }
    }

    /// The state machines of the archive that can be played, or that of the gift.
    private var machines: [StateMachineReport] {
        if let machine = subject.machine { return [StateMachineReport(machine, of: composition)] }
        guard let archive = subject.archive, archive.version == 2 else { return [] }
        return archive.stateMachines.prefix(Self.maxMachines).map { StateMachineReport($0, in: archive) }
    }

    private static func finding(_ circle: StateMachineDocument.Circle, ofMachine id: String) -> Finding {
        Finding(
            .endlessMachine,
            "the state machine \"\(id)\" stops \(circle.summary); give one of these transitions another condition or a tween"
        )
    }

    /// The maximum number of reported circles of a machine.
    private static let maxCircles = 4

    /// The maximum number of machines that are read.
    private static let maxMachines = 32

    /// Returns why a state machine cannot be played; nil if it can.
    private static func problem(ofMachine id: String, in archive: DotLottieFile) -> String? {
        do {
            let document = try archive.stateMachineDocument(id)
            let animations = try archive.animations(of: document)
            _ = try StateMachine(document, animations: animations, shown: archive.initialAnimation.id, at: 0)
            return nil
        } catch {
            return "\(error)"
        }
    }
}
