import TestSupport
import Testing

extension TmuxSession {
    /// Starts the program on a clear screen, with arguments in shell syntax.
    ///
    /// When the program ends, the screen shows `left` and its exit status.
    func start(_ arguments: String) throws {
        try type("clear; \"$GIFTTY\" \(arguments); echo left $?\n")
    }

    /// Quits the program, and checks its recording with `replay --check`.
    @discardableResult
    func quit(recording name: String = "a.jsonl") throws -> RecordedSession {
        try type("q")
        try wait(forText: "left 0")
        let check = try Program.run(["replay", name, "--check"], in: folder)
        #expect(check.status == 0, "\(check.output)\(check.errors)")
        return try RecordedSession(name, in: folder)
    }

    /// Waits until a session that is being recorded fulfils a condition.
    func wait(recording name: String, for what: String, until condition: (RecordedSession) -> Bool) throws {
        try wait(for: what) {
            // The file is created while the program starts.
            guard let session = try? RecordedSession(name, in: folder) else { return false }
            return condition(session)
        }
    }
}
