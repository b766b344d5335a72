import TerminalText

/// An error that ends a command, with one line for people and an exit code for programs.
package struct CommandFailure: Error {
    /// The exit code.
    package let code: Int32
    /// The error message without the program's name: the place, the problem, and what was expected.
    ///
    /// It is nil if nothing remains to be printed.
    package let message: String?

    package init(_ status: ExitStatus, _ message: String?) {
        self.init(code: status.rawValue, message)
    }

    private init(code: Int32, _ message: String?) {
        self.code = code
        self.message = message
    }

    /// Returns the failure for a command line that the argument parser refuses; its messages begin with a capital letter.
    package static func usage(parserMessage message: String) -> CommandFailure {
        CommandFailure(.usage, withExpectedValues(message.prefix(1).lowercased() + message.dropFirst()))
    }

    /// Says which values an option has in the words of all other errors, and in one line: `: expected text, json or csv`.
    private static func withExpectedValues(_ message: String) -> String {
        guard let sentence = message.ranges(of: ". Please provide one of ").last else { return message }
        let list = message[sentence.upperBound...].replacing("the following:", with: "").replacing(" and ", with: ",")
        let names = list.replacing(" or ", with: ",").split { ",\n".contains($0) }.map { name in
            name.filter { !" '.".contains($0) }.drop { $0 == "-" }
        }.filter { !$0.isEmpty }
        let values = names.dropLast().joined(separator: ", ") + (names.count > 1 ? " or " : "") + (names.last ?? "")
        return "\(message[..<sentence.lowerBound]): expected \(values)"
    }

    /// Returns a failure without a message, after output that explains itself.
    package static func silent(_ status: ExitStatus) -> CommandFailure {
        CommandFailure(status, nil)
    }

    /// The failure without its message, which was printed already.
    package var silenced: CommandFailure { CommandFailure(code: code, nil) }

    /// Returns the failure for an end by a signal; its code is 128 plus the signal's number, as in shells (130 for
    /// Ctrl-C).
    package static func stopped(bySignal signal: Int32) -> CommandFailure {
        CommandFailure(code: 128 + signal, nil)
    }

    /// Whether the code is that of an end by a signal, after which a program must not wait for long.
    package var isStop: Bool { code > 128 }

    /// Returns the line for standard error with the program's name; nil if there is no message.
    ///
    /// Line breaks in the message become spaces.
    package func line(of program: String) -> String? {
        guard let message else { return nil }
        return "\(program): " + message.split { $0.isNewline }.joined(separator: " ").terminalSafe()
    }
}
