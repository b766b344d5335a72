import DotLottie
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

    /// The entries of a gift's manifest that have no effect.
    var manifestFindings: [Finding] {
        subject.ineffectiveEntries.map { Finding(.ineffectiveEntry, "\($0); change or remove it") }
    }

    /// The most machines that are read.
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
