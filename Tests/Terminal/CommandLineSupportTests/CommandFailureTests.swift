import CommandLineSupport
import Testing

@Suite("A failure that ends a command")
struct CommandFailureTests {
    @Test("after a signal, and only then, a program must not wait for long", arguments: [1, 2, 15] as [Int32])
    func stops(signal: Int32) {
        #expect(CommandFailure.stopped(bySignal: signal).isStop)
        #expect(CommandFailure.stopped(bySignal: signal).code == 128 + signal)
        #expect(!CommandFailure(.cannotWrite, "full").isStop && !CommandFailure.silent(.usage).isStop)
    }
}
