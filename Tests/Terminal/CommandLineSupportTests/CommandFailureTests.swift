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

    @Test(
        "what an option expects is said as in other errors, on one line",
        arguments: [
            (". Please provide one of 'web' and 'after-effects'.", ": expected web or after-effects"),
            (". Please provide one of 'text', 'json' or 'csv'.", ": expected text, json or csv"),
            (". Please provide one of the following:\n  - a\n  - b-c\n  - d", ": expected a, b-c or d"), ("", ""),
        ])
    func expectedValues(ending: String, words: String) {
        let start = "he value 'x. Please' is invalid for '--rules <rules>'"
        #expect(CommandFailure.usage(parserMessage: "T\(start)\(ending)").message == "t\(start)\(words)")
    }
}
